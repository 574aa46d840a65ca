//! What was acknowledged survives a kill; what wasn't is there as a whole or not at all.

use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use affixboard_store::{AccountId, MadeBy, NewAccount, NewRevision, NewSession, Role, Store};

use crate::{
    accounts::{PASSWORD, first},
    fixture::{NOW, check_integrity, large, number},
};

const FOLDER: &str = "AFFIXBOARD_STORE_CRASH_FOLDER";

/// Not a test but the program that is killed: imports revision after revision and says each number when it is stored.
#[tokio::test]
#[ignore = "run by the test below"]
async fn child() {
    let folder = std::env::var(FOLDER).expect("a folder");
    let store = Store::open(&Path::new(&folder).join("a.db")).await.expect("a database");
    let first = store.revisions("v4").await.expect("revisions").len() as u32;
    for version in first.. {
        let loaded = large(version);
        let new =
            NewRevision { slug: "v4", title: "v4", loaded: &loaded, made_by: MadeBy::Import, note: "", now_ms: NOW };
        let revision = store.import(new).await.expect("an import").revision;
        let mut out = std::io::stdout().lock();
        writeln!(out, "stored {}", revision.number).and_then(|()| out.flush()).expect("a listener");
    }
}

#[tokio::test]
async fn acknowledged_revisions_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut acknowledged = 0;
    for round in 0..8 {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "crash::child", "--ignored", "--nocapture", "--test-threads=1"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        // The harness may have begun the line.
        let mut numbers = lines.filter_map(|line| line.split_once("stored ")?.1.parse::<u32>().ok());
        acknowledged = numbers.by_ref().take(1 + round % 3).last().expect("an import");
        std::thread::sleep(std::time::Duration::from_micros(2300 * round as u64));
        child.kill().expect("killed");
        child.wait().expect("gone");

        let store = Store::open(&folder.path().join("a.db")).await.expect("the database");
        let newest = store.revision("v4", None).await.expect("an answer").expect("a revision");
        assert!(newest.number >= acknowledged, "{} of {acknowledged}", newest.number);
        store.close().await;
        check_integrity(folder.path()).await;
        for table in ["kinds", "affix_allocations", "diagnostics"] {
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
    let folder = std::env::var(FOLDER).expect("a folder");
    let store = Store::open(&Path::new(&folder).join("a.db")).await.expect("a database");
    if !store.has_accounts().await.expect("an answer") {
        first(&store).await;
    }
    let there = store.accounts().await.expect("accounts").len() as i64;
    for number in there + 1.. {
        let (link, session) = (format!("link {number}"), format!("session {number}"));
        store.invite(&link, Role::Reader, AccountId(1), (NOW, NOW + 1000)).await.expect("a link");
        let new = NewAccount { name: &format!("person {number}"), password: PASSWORD, now_ms: NOW };
        let account = store.accept_invitation(&link, new).await.expect("an account").id;
        let new = NewSession {
            account,
            password: PASSWORD,
            token: &session,
            replaces: None,
            address: "",
            agent: "",
            now_ms: NOW,
        };
        store.begin_session(new).await.expect("an answer").expect("a session");
        let mut out = std::io::stdout().lock();
        writeln!(out, "stored {number}").and_then(|()| out.flush()).expect("a listener");
    }
}

#[tokio::test]
async fn acknowledged_accounts_survive_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    for round in 0..6 {
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "crash::child_with_accounts", "--ignored", "--nocapture", "--test-threads=1"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a child");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines().map_while(Result::ok);
        let mut numbers = lines.filter_map(|line| line.split_once("stored ")?.1.parse::<i64>().ok());
        // Killed right after it said so.
        let acknowledged = numbers.by_ref().take(1 + round % 3).last().expect("an account");
        child.kill().expect("killed");
        child.wait().expect("gone");

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
