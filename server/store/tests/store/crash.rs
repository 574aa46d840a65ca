//! What was acknowledged survives a kill; what wasn't is there as a whole or not at all.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use affixboard_store::{
    About, AccountId, DraftOf, Judgement, Merge, NewAccount, NewComment, NewSession, NewVerdict, Proof, ProposalFilter,
    ProposalId, ProposalState, Role, SaveDraft, Store, Submit,
};

use crate::{
    accounts::{PASSWORD, first, join},
    fixture::{NOW, check_integrity, import, large, number, small_version},
    proposals::{ANN, BOB, ONE},
    talk::{said, verdict},
};

const FOLDER: &str = "AFFIXBOARD_STORE_CRASH_FOLDER";

/// The database, in a child.
async fn store_of_child() -> Store {
    let folder = std::env::var(FOLDER).expect("a folder");
    Store::open(&Path::new(&folder).join("a.db")).await.expect("a database")
}

/// Says what is stored, in a child.
fn say(number: i64) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "stored {number}").and_then(|()| out.flush()).expect("a listener");
}

/// Lets a child go on until it has said so many numbers, and kills it that long after; gives the numbers.
fn said_before_kill(child: &str, folder: &Path, count: usize, after: Duration) -> Vec<i64> {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", child, "--ignored", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("a child");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
    // The harness may have begun the line.
    let mut numbers = lines.filter_map(|line| line.split_once("stored ")?.1.parse().ok());
    let said: Vec<i64> = numbers.by_ref().take(count).collect();
    assert_eq!(said.len(), count, "it ended by itself after {said:?}");
    std::thread::sleep(after);
    child.kill().expect("killed");
    child.wait().expect("gone");
    said
}

/// Not a test but the program that is killed: imports revision after revision and says each number when it is stored.
#[tokio::test]
#[ignore = "run by the test below"]
async fn child() {
    let store = store_of_child().await;
    let first = store.revisions("v4").await.expect("revisions").len() as u32;
    for version in first.. {
        say(i64::from(import(&store, &large(version)).await.revision.number));
    }
}

#[tokio::test]
async fn acknowledged_revisions_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut acknowledged = 0;
    for round in 0..8 {
        let after = Duration::from_micros(2300 * round as u64);
        let said = said_before_kill("crash::child", folder.path(), 1 + round % 3, after);
        acknowledged = said[said.len() - 1];

        let store = Store::open(&folder.path().join("a.db")).await.expect("the database");
        let newest = store.revision("v4", None).await.expect("an answer").expect("a revision");
        assert!(i64::from(newest.number) >= acknowledged, "{} of {acknowledged}", newest.number);
        store.close().await;
        check_integrity(folder.path()).await;
        let unlogged = "SELECT (SELECT count(*) FROM revisions) - count(*) FROM acts WHERE what = 'imported files'";
        assert_eq!(number(folder.path(), unlogged).await, 0);
        for table in ["item_types", "entry_counts", "diagnostics"] {
            let uneven = format!(
                "SELECT count(DISTINCT n) FROM (SELECT count({table}.revision_id) AS n FROM revisions LEFT JOIN {table} ON {table}.revision_id = revisions.id GROUP BY revisions.id)"
            );
            assert_eq!(number(folder.path(), uneven).await, 1, "{table}");
        }
    }
    assert!(acknowledged >= 8);
}

/// Not a test but the program that is killed: invites, lets in and signs in one after the other, and says each number when it
/// is stored.
#[tokio::test]
#[ignore = "run by the test below"]
async fn child_with_accounts() {
    let store = store_of_child().await;
    if !store.has_accounts().await.expect("an answer") {
        first(&store).await;
    }
    let there = store.accounts().await.expect("accounts").len() as i64;
    for number in there + 1.. {
        let (link, session) = (format!("link {number}"), format!("session {number}"));
        // The one before may have been killed between the link and its account.
        if store.invitation(&link, NOW).await.expect("an answer").is_none() {
            store.invite(&link, Role::Reader, AccountId(1), (NOW, NOW + 1000)).await.expect("a link");
        }
        let new = NewAccount { name: &format!("person {number}"), password: PASSWORD, now_ms: NOW };
        let account = store.accept_invitation(&link, new).await.expect("an account").id;
        let new = NewSession {
            account,
            proof: Proof::Password(PASSWORD),
            token: &session,
            replaces: None,
            address: "",
            agent: "",
            now_ms: NOW,
        };
        store.begin_session(new).await.expect("an answer").expect("a session");
        say(number);
    }
}

#[tokio::test]
async fn acknowledged_accounts_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..6 {
        // Killed right after it said so.
        let said = said_before_kill("crash::child_with_accounts", folder.path(), 1 + round % 3, Duration::ZERO);
        let acknowledged = said[said.len() - 1];

        let store = Store::open(&folder.path().join("a.db")).await.expect("the database");
        let account = store.account(AccountId(acknowledged)).await.expect("an answer").expect("an account");
        assert_eq!(account.name, format!("person {acknowledged}"));
        let session = store.session(&format!("session {acknowledged}"), NOW).await.expect("an answer");
        assert_eq!(session.expect("a session").account, account);
        assert_eq!(store.invitation(&format!("link {acknowledged}"), NOW).await.expect("an answer"), None, "used up");
        store.close().await;
        check_integrity(folder.path()).await;
        // An account, the link that was used for it, and the line of the log are there together.
        let uneven = "SELECT (SELECT count(*) FROM accounts) - (SELECT count(*) FROM invitations WHERE used_at > 0) + (SELECT count(*) FROM accounts) - (SELECT count(*) FROM acts WHERE what = 'made an account')";
        assert_eq!(number(folder.path(), uneven).await, 0);
    }
}

/// Not a test but the program that is killed: saves a draft, submits, comments, judges and merges one proposal after the
/// other, and says each number and step when it is stored.
#[tokio::test]
#[ignore = "run by the test below"]
async fn child_with_proposals() {
    let store = store_of_child().await;
    if !store.has_accounts().await.expect("an answer") {
        assert_eq!(first(&store).await, ANN);
        assert_eq!(join(&store, "Bob", Role::Proposer).await, BOB);
        import(&store, &small_version(0)).await;
    }
    let say = |number: i64, step: i64| say(number * 10 + step);
    loop {
        let base = store.revision("v4", None).await.expect("an answer").expect("a revision");
        let of = DraftOf::New(base.edition_id);
        let version = store.draft(Some(BOB), of).await.expect("an answer").map_or(0, |draft| draft.version);
        let newest = store.proposals(ProposalFilter::default(), 1).await.expect("proposals");
        let number = newest.first().map_or(0, |proposal| proposal.id.0) + 1;
        let id = ProposalId(number);
        let changes = format!("change {number}");
        let save = SaveDraft {
            author: Some(BOB),
            of,
            version,
            base: base.id,
            revision: 0,
            title: "",
            description: "",
            changes: &changes,
            now_ms: NOW,
        };
        let version = store.save_draft(save).await.expect("a draft").version;
        say(number, 1);
        let title = format!("number {number}");
        let submit = Submit {
            author: Some(BOB),
            of,
            version,
            title: &title,
            description: "",
            effect: ONE,
            note: "",
            now_ms: NOW,
        };
        assert_eq!(store.submit_draft(submit).await.expect("a proposal"), (id, 1));
        say(number, 2);
        store
            .add_comment(NewComment { proposal: id, author: Some(BOB), ..said(&About::Whole, "So?") })
            .await
            .expect("a comment");
        say(number, 3);
        let approve = NewVerdict { proposal: id, ..verdict(ANN, 1, Judgement::Approve) };
        store.give_verdict(approve).await.expect("a verdict");
        say(number, 4);
        let loaded = small_version(number as u32);
        let merge =
            Merge { proposal: id, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms: NOW };
        store.merge(merge).await.expect("a revision");
        say(number, 5);
    }
}

#[tokio::test]
async fn acknowledged_proposals_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    // Each step of the way is the last that was said in one of the rounds.
    for round in 0..10 {
        let said = said_before_kill("crash::child_with_proposals", folder.path(), 1 + round % 7, Duration::ZERO);
        let last = said[said.len() - 1];

        let (nth, step) = (last / 10, last % 10);
        let (id, title) = (ProposalId(nth), format!("number {nth}"));
        let store = Store::open(&folder.path().join("a.db")).await.expect("the database");
        let proposal = store.proposal(id).await.expect("an answer");
        if step == 1 && proposal.is_none() {
            let edition = store.revision("v4", None).await.expect("an answer").expect("a revision").edition_id;
            let draft = store.draft(Some(BOB), DraftOf::New(edition)).await.expect("an answer").expect("a draft");
            assert_eq!(draft.changes, format!("change {nth}"));
        }
        if step >= 2 {
            assert_eq!(proposal.as_ref().map(|proposal| &proposal.title), Some(&title));
        }
        let has = |step, there: usize| assert!(there == 1 || (there == 0 && last % 10 < step), "{last}: {there}");
        has(3, store.comments(id).await.expect("comments").len());
        has(4, store.verdicts(id).await.expect("verdicts").len());
        has(5, usize::from(proposal.is_some_and(|proposal| proposal.state == ProposalState::Merged)));
        // Each merge and its revision are there together, and so are each write and its line of the log.
        let newest = store.revision("v4", None).await.expect("an answer").expect("a revision").number;
        store.close().await;
        check_integrity(folder.path()).await;
        let count = |sql: &'static str| number(folder.path(), sql);
        assert_eq!(count("SELECT count(*) + 1 FROM proposals WHERE state = 'merged'").await, i64::from(newest));
        for (table, what) in [
            ("proposals", "proposed"),
            ("comments", "commented"),
            ("verdicts", "approved a proposal"),
            ("revisions WHERE made_by = 'proposal'", "merged a proposal"),
        ] {
            let sql = format!("SELECT (SELECT count(*) FROM acts WHERE what = '{what}') - count(*) FROM {table}");
            assert_eq!(number(folder.path(), sql).await, 0, "{table}");
        }
    }
}
