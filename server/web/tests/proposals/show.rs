//! Proposals through pages: what is shown, who may do what, merging, conflicts, and what is taken away.

use std::io::Read as _;

use affixboard_proposal::{Change, EntryLine, effect_text, entry_lines, write_changes};
use affixboard_store::{AccountId, NewProposal, ProposalId, ProposalState, Role, Scope, fingerprint};
use axum::{body::Body, http::Request};

use crate::{
    hostile::{ATTRIBUTE, SCRIPT},
    support::{Answer, Board, HOST, Who},
};

pub(crate) const SLUG: &str = "affix-branch-starter";
pub(crate) const ANN: AccountId = AccountId(1);
pub(crate) const BOB: AccountId = AccountId(2);

/// A dashboard with the maintainer Ann, the proposer Bob and the reviewer Cid.
pub(crate) struct Team {
    pub(crate) board: Board,
    pub(crate) ann: Who,
    pub(crate) bob: Who,
    pub(crate) cid: Who,
}

pub(crate) async fn team() -> Team {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Proposer).await;
    let cid = board.somebody("Cid", Role::Reviewer).await;
    Team { board, ann, bob, cid }
}

/// The first lines of affixes with the commonness of 20 in them, in the newest revision.
pub(crate) async fn lines(board: &Board) -> Vec<EntryLine> {
    let open = board.open(SLUG).await;
    let all = entry_lines(&open.loaded).into_iter();
    all.filter(|line| line.file == "ego_item.txt" && line.text.contains(":20:")).collect()
}

/// What `changes` do to the newest revision, as a proposal.
pub(crate) async fn propose(board: &Board, author: Option<AccountId>, title: &str, changes: &[Change]) -> i64 {
    let open = board.open(SLUG).await;
    let applied = affixboard_proposal::apply(&open.loaded, changes).expect("editable");
    assert!(applied.is_whole());
    let after = open.loaded.game.load_switched(applied.sources, open.loaded.switches.clone());
    let new = NewProposal {
        edition: open.revision.edition_id,
        author,
        title,
        description: "They are *too common*.",
        base: open.revision.id,
        changes: &write_changes(changes),
        effect: &fingerprint(&effect_text(&open.loaded, &after)),
        reverts: None,
        now_ms: 1_700_000_000_000,
    };
    board.store.propose(new).await.expect("a proposal").0
}

/// A line with another commonness.
pub(crate) fn with(line: &EntryLine, commonness: u32) -> Change {
    Change::replace(line, line.text.replacen(":20:", &format!(":{commonness}:"), 1))
}

/// Bob's proposal of one line, from 20 to 12.
pub(crate) async fn proposed(team: &Team) -> (i64, EntryLine) {
    let line = lines(&team.board).await.swap_remove(0);
    (propose(&team.board, Some(BOB), "Rarer", &[with(&line, 12)]).await, line)
}

#[track_caller]
pub(crate) fn done(answer: &Answer) -> String {
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.text());
    answer.header("location").to_owned()
}

#[track_caller]
fn refused(answer: &Answer, status: u16, message: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    assert!(answer.lead().contains(message), "{}", answer.lead());
}

/// The same, with the form that was filled in.
#[track_caller]
fn given_back(answer: &Answer, status: u16, message: &str) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
    let problem = answer.between("<p class=\"problem\" role=\"alert\" id=\"kept-", "</p>");
    assert!(problem.contains(message), "{problem}");
}

/// Lines around changed ones, and those that the page doesn't show, by file and number.
#[tokio::test]
async fn any_line_can_be_commented_on() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let page = format!("/proposals/{id}");
    let own = team.board.get_as(&team.cid, &page).await;
    let link = own.between("<a href=\"?file=ego_item.txt&amp;line=", "#line\"").to_owned();
    let visitor = team.board.get(&page).await;
    assert!(!visitor.text().contains("?file=") && !visitor.text().contains("Comment on another line"));
    let asked = team.board.get_as(&team.cid, &format!("{page}?file=ego_item.txt&line={link}")).await;
    let anchor = asked.between("id=\"line\"", "</form>").to_owned();
    let anchor = anchor.split("name=\"anchor\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("it");
    assert!(anchor.starts_with(&format!("ego_item.txt:{link} · ")), "{anchor}");
    let send = async |anchor: &str, body: &str| {
        let form = form(&[("seen", "1"), ("about", "line"), ("anchor", anchor), ("body", body)]);
        done(&team.board.post_as(&team.cid, &format!("{page}/comments"), &form).await)
    };
    send(anchor, "What of this one?").await;
    send("ego_item.txt:1 · # File: ego_item.txt", "And far away?").await;
    let after = team.board.get(&page).await;
    let beside = after.between(&format!("id=\"ego_item.txt-{link}\""), "</table>");
    assert!(beside.contains("What of this one?") && !beside.contains("And far away?"), "{beside}");
    assert!(after.between("About numbers and other lines", "id=\"effect\"").contains("And far away?"));
    for (query, says) in [
        ("file=ego_item.txt&line=0", "line: found `0`; expected 1 to "),
        ("file=ego_item.txt&line=x", "line: found `x`; expected 1 to "),
        ("file=passwd&line=1", "file: there is no file `passwd`"),
    ] {
        refused(&team.board.get_as(&team.cid, &format!("{page}?{query}")).await, 400, says);
    }
}

#[tokio::test]
async fn a_revision_without_changes_says_so_and_lines_are_changed_at_their_entries() {
    let team = team().await;
    let lines = lines(&team.board).await;
    let same = propose(&team.board, Some(BOB), "Nothing", &[Change::replace(&lines[0], lines[0].text.clone())]).await;
    let page = team.board.get(&format!("/proposals/{same}")).await;
    assert!(page.text().contains("This revision changes nothing: its files are the same as r1."), "{}", page.text());
    let other = lines.iter().find(|line| line.index != lines[0].index).expect("another entry");
    let (one, two) = (with(&lines[0], 12), with(other, 15));
    let single = propose(&team.board, Some(BOB), "One", std::slice::from_ref(&one)).await;
    let both = propose(&team.board, Some(BOB), "Two", &[one, two]).await;
    let draft = |id: i64, line: &EntryLine| format!("href=\"/proposals/{id}/draft?entry=affix.{}\"", line.index);
    let page = team.board.get_as(&team.bob, &format!("/proposals/{single}")).await;
    assert!(page.text().contains(&format!("<a class=\"button\" {}>Change lines</a>", draft(single, &lines[0]))));
    let page = team.board.get_as(&team.bob, &format!("/proposals/{both}")).await;
    assert!(page.text().contains(&draft(both, &lines[0])) && page.text().contains(&draft(both, other)));
}

async fn state(board: &Board, id: i64) -> ProposalState {
    board.store.proposal(ProposalId(id)).await.expect("an answer").expect("a proposal").state
}

#[tokio::test]
async fn a_proposal_shows_its_lines_and_what_is_said() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    let page = team.board.get(&format!("/proposals/{id}")).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.text());
    let text = page.text();
    assert!(text.contains("<h1>Rarer <small>#1</small></h1>") && text.contains("by Bob · revision 1 of the proposal"));
    assert!(text.contains("1 line changed") && text.contains("They are <em>too common</em>."));
    assert_eq!(page.between("<tr class=\"went\">", "</tr>").matches("<mark>20</mark>").count(), 1);
    assert_eq!(page.between("<tr class=\"came\"", "</tr>").matches("<mark>12</mark>").count(), 1);
    assert!(text.contains(&format!("href=\"/editions/{SLUG}/revisions/1/affixes/{}\"", line.index)));
    assert!(text.contains("0 of 1 required approvals."));
    assert!(!text.contains("<form method=\"post\""), "visitors can't act");
    assert_eq!(page.header("cache-control"), "no-store");

    // Cid comments on the line and suggests another; Bob answers and takes it.
    let own = team.board.get_as(&team.cid, &format!("/proposals/{id}")).await;
    let anchor = own.between("name=\"anchor\" value=\"", "\"").to_owned();
    let suggestion = line.text.replacen(":20:", ":15:", 1);
    let form = form(&[
        ("seen", "1"),
        ("about", "line"),
        ("anchor", &anchor.replace("&#34;", "\"")),
        ("body", "Rather so."),
        ("line", &line.text),
        ("suggestion", &suggestion),
    ]);
    let to = done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/comments"), &form).await);
    assert_eq!(to, format!("/proposals/{id}?comment=1#comment-1"));
    done(&team.board.post_as(&team.bob, &format!("/proposals/{id}/comments"), "seen=1&reply_to=1&body=Yes").await);
    let page = team.board.get_as(&team.bob, &format!("/proposals/{id}")).await;
    assert!(page.text().contains("Rather so.") && page.text().contains(">Apply suggestion</button>"));
    assert!(
        !team.board.get_as(&team.cid, &format!("/proposals/{id}")).await.text().contains(">Apply suggestion</button>")
    );
    let take = format!("/proposals/{id}/comments/1/take");
    refused(&team.board.post_as(&team.cid, &take, "seen=1").await, 403, "Only the author");
    done(&team.board.post_as(&team.bob, &take, "seen=1").await);
    refused(&team.board.post_as(&team.bob, &take, "seen=2").await, 409, "was taken in revision 2 already");
    let page = team.board.get_as(&team.cid, &format!("/proposals/{id}")).await;
    assert!(page.text().contains("<mark>15</mark>") && page.text().contains("applied in revision 2"));
    assert!(page.text().contains("2 comments, resolved by Bob"), "what was taken is settled");
    assert!(page.text().contains("suggestion of Cid"));
    // The thread stays with its line, which is the same in the next revision.
    assert!(!page.text().contains("About other lines"));
    let first = team.board.get(&format!("/proposals/{id}?revision=1")).await;
    assert!(first.text().contains("<mark>12</mark>") && first.text().contains("This is revision 1"));
    for (form, status) in [("resolved=maybe", 400), ("resolved=yes", 303), ("resolved=no", 303)] {
        let answer = team.board.post_as(&team.cid, &format!("/proposals/{id}/comments/1/resolve"), form).await;
        assert_eq!(answer.status.as_u16(), status);
    }
    let wrong = team.board.post_as(&team.cid, "/proposals/9/comments/1/resolve", "resolved=yes").await;
    refused(&wrong, 404, "Proposal 9 has no comment 1");
}

/// A sheet says where its numbers are talked about, to who may; the comment leads back to the cell.
#[tokio::test]
async fn a_number_of_any_sheet_is_talked_about() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let sheet = format!("/compare/36?from={SLUG}@1&to=proposal:{id}");
    assert!(!team.board.get(&sheet).await.text().contains("data-talk"), "visitors can’t comment");
    let shown = team.board.get_as(&team.cid, &sheet).await;
    assert_eq!(shown.between("data-talk=\"", "\""), format!("/proposals/{id}#number"));
    let at = format!("{}#affix-1-20", shown.between("data-at=\"", "\"").replace("&amp;", "&").replace("&#38;", "&"));
    assert_eq!(at, format!("/compare/36?from={SLUG}@1&to=proposal:{id}.1#affix-1-20"));

    let number = format!("{SCRIPT} soft armour, level 20: 4 %");
    let asked = form(&[("number", &number), ("at", &at)]);
    let page = team.board.get_as(&team.cid, &format!("/proposals/{id}?{asked}")).await;
    assert!(page.text().contains("id=\"number\"") && is_clean(page.text()));
    assert!(!team.board.get(&format!("/proposals/{id}?{asked}")).await.text().contains("id=\"number\""));
    let comment = form(&[("seen", "1"), ("about", "cell"), ("anchor", &number), ("at", &at), ("body", "So much?")]);
    done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/comments"), &comment).await);
    let page = team.board.get_as(&team.bob, &format!("/proposals/{id}")).await;
    let about = page.between("thread-about\"><a href=\"", "\"").replace("&amp;", "&").replace("&#38;", "&");
    assert_eq!(about, at);
    assert!(page.text().contains("soft armour, level 20: 4 %</a>") && is_clean(page.text()));

    for hostile in ["//evil.example/compare/", "javascript:alert(1)", "/sign-in?next=/x"] {
        let asked = form(&[("number", "4 %"), ("at", hostile)]);
        refused(&team.board.get_as(&team.cid, &format!("/proposals/{id}?{asked}")).await, 400, "at: expected");
        let comment = form(&[("seen", "1"), ("about", "cell"), ("anchor", "4 %"), ("at", hostile), ("body", "b")]);
        refused(
            &team.board.post_as(&team.cid, &format!("/proposals/{id}/comments"), &comment).await,
            400,
            "at: expected",
        );
    }
    let nothing = form(&[("seen", "1"), ("about", "cell"), ("body", "b")]);
    refused(
        &team.board.post_as(&team.cid, &format!("/proposals/{id}/comments"), &nothing).await,
        400,
        "anchor: expected",
    );
}

pub(crate) fn form(pairs: &[(&str, &str)]) -> String {
    let encode = |text: &str| text.bytes().map(|byte| format!("%{byte:02X}")).collect::<Vec<_>>().concat();
    pairs.iter().map(|(key, value)| format!("{key}={}", encode(value))).collect::<Vec<_>>().join("&")
}

#[tokio::test]
async fn nobody_approves_their_own() {
    let team = team().await;
    let line = lines(&team.board).await.swap_remove(0);
    let id = propose(&team.board, Some(ANN), "Mine", &[with(&line, 12)]).await;
    let own = "somebody else must judge it";
    for judgement in ["approve", "request-changes", "comment"] {
        let form = format!("seen=1&judgement={judgement}&body=So");
        given_back(&team.board.post_as(&team.ann, &format!("/proposals/{id}/verdicts"), &form).await, 403, own);
        let program = team.board.program(ANN, Scope::All).await;
        given_back(&team.board.post_as(&program, &format!("/proposals/{id}/verdicts"), &form).await, 403, own);
    }
    refused(
        &team.board.post_as(&team.bob, &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await,
        403,
        "role reviewer",
    );
    refused(
        &team.board.post_as(&team.ann, &format!("/proposals/{id}/merge"), "seen=1").await,
        409,
        "0 of 1 required approvals",
    );
    let page = team.board.get_as(&team.ann, &format!("/proposals/{id}")).await;
    assert!(page.text().contains("somebody else reviews it") && !page.text().contains("Your review"));
    assert!(page.text().contains("disabled>Merge</button>"));
    // A proposer's token of a maintainer merges nothing.
    let program = team.board.program(ANN, Scope::Propose).await;
    refused(&team.board.post_as(&program, &format!("/proposals/{id}/merge"), "seen=1").await, 403, "role maintainer");
    // Somebody else's approval lets it be merged.
    done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await);
    done(&team.board.post_as(&team.ann, &format!("/proposals/{id}/merge"), "seen=1").await);
    let newest = team.board.store.revision(SLUG, None).await.expect("an answer").expect("a revision");
    assert_eq!((newest.number, newest.note.as_str()), (2, "proposal 1 by Ann: Mine"));
    let page = team.board.get(&format!("/proposals/{id}")).await;
    assert!(page.text().contains("merged as r2 by Ann"), "{}", page.text());
}

#[tokio::test]
async fn verdicts_are_outdated_by_another_effect_and_block() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let verdicts = format!("/proposals/{id}/verdicts");
    given_back(
        &team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=request-changes").await,
        400,
        "the verdict is empty",
    );
    refused(&team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=yes").await, 400, "judgement");
    given_back(&team.board.post_as(&team.cid, &verdicts, "seen=2&judgement=approve").await, 409, "revised meanwhile");
    done(&team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=request-changes&body=No").await);
    let page = team.board.get_as(&team.ann, &format!("/proposals/{id}")).await;
    assert!(page.text().contains("Changes are requested by Cid."));
    refused(
        &team.board.post_as(&team.ann, &format!("/proposals/{id}/merge"), "seen=1").await,
        409,
        "Cid requested changes",
    );
    let list = team.board.get_as(&team.bob, "/proposals").await;
    assert!(list.text().contains("Waiting for you") && list.text().contains("changes are requested"));

    done(&team.board.post_as(&team.cid, &verdicts, "seen=1&judgement=approve").await);
    assert!(team.board.get_as(&team.ann, "/proposals").await.text().contains("it can be merged"));
    // Another line: another effect.
    let open = team.board.open(SLUG).await;
    let line = lines(&team.board).await.swap_remove(0);
    let changes = [with(&line, 3)];
    let applied = affixboard_proposal::apply(&open.loaded, &changes).expect("editable");
    let after = open.loaded.game.load_switched(applied.sources, open.loaded.switches.clone());
    let revision = affixboard_store::NewProposalRevision {
        proposal: ProposalId(id),
        seen: 1,
        base: open.revision.id,
        changes: &write_changes(&changes),
        effect: &fingerprint(&effect_text(&open.loaded, &after)),
        by: Some(BOB),
        note: "",
        suggestion: None,
        now_ms: 1_700_000_000_001,
    };
    // Cid has seen the first.
    team.board.get_as(&team.cid, &format!("/proposals/{id}")).await;
    team.board.store.add_revision(revision).await.expect("a revision");
    let page = team.board.get_as(&team.cid, &format!("/proposals/{id}")).await;
    assert!(page.text().contains("outdated: the effect changed since"));
    assert!(page.text().contains("New since you looked") && page.text().contains("Lines that differ from revision 1"));
    assert!(page.text().contains("<mark>12</mark>") && page.text().contains("<mark>3</mark>"), "from what was seen");
    assert!(team.board.get_as(&team.cid, "/proposals").await.text().contains("your verdict is outdated"));
    refused(&team.board.post_as(&team.ann, &format!("/proposals/{id}/merge"), "seen=2").await, 409, "0 of 1 required");
    done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/read"), "").await);
    let page = team.board.get_as(&team.cid, &format!("/proposals/{id}")).await;
    assert!(!page.text().contains("New since you looked"));
}

#[tokio::test]
async fn of_merges_that_race_one_wins_and_the_others_are_told() {
    let team = team().await;
    let all = lines(&team.board).await;
    // Three proposals of one and the same line.
    for commonness in [11, 12, 13] {
        let id = propose(&team.board, Some(BOB), "Rarer", &[with(&all[0], commonness)]).await;
        done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await);
    }
    let paths = [1, 2, 3, 1].map(|id| format!("/proposals/{id}/merge"));
    let merge = |at: usize| team.board.post_as(&team.ann, &paths[at], "seen=1");
    let (a, b, c, d) = tokio::join!(merge(0), merge(1), merge(2), merge(3));
    let mut merged = 0;
    for (id, answer) in [(1, a), (2, b), (3, c), (1, d)] {
        match (answer.status.as_u16(), answer.header("location")) {
            (303, to) if to == format!("/proposals/{id}") => merged += 1,
            // Those who came later find their line changed, or the proposal merged.
            (status, _) => assert_eq!(status, 409, "{}", answer.text()),
        }
    }
    let newest = team.board.store.revision(SLUG, None).await.expect("an answer").expect("a revision");
    assert_eq!((merged, newest.number), (1, 2));
}

#[tokio::test]
async fn conflicts_are_resolved_by_hand() {
    let team = team().await;
    let all = lines(&team.board).await;
    let shared = &all[0];
    let item_type = |line: &EntryLine| line.text.split(':').nth(1).map(str::to_owned);
    let others = || all.iter().filter(|line| line.name != shared.name);
    let other = others().find(|line| item_type(line) != item_type(shared)).expect("a line of another item type");
    let same = others().find(|line| item_type(line) == item_type(shared)).expect("a line of the same item type");
    let first = propose(&team.board, Some(BOB), "First", &[with(shared, 12)]).await;
    let second = propose(&team.board, Some(BOB), "Second", &[with(shared, 30), with(other, 25)]).await;
    let apart = propose(&team.board, Some(BOB), "Apart", &[with(other, 24)]).await;
    let beside = propose(&team.board, Some(BOB), "Beside", &[with(same, 24)]).await;
    for id in [first, second, apart, beside] {
        done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await);
    }
    done(&team.board.post_as(&team.ann, &format!("/proposals/{first}/merge"), "seen=1").await);

    let page = team.board.get_as(&team.bob, &format!("/proposals/{second}")).await;
    assert!(page.text().contains("The edition is at r2 now, and one change doesn’t fit there (1)."));
    let conflicts = format!("/proposals/{second}/conflicts");
    let merge = team.board.post_as(&team.ann, &format!("/proposals/{second}/merge"), "seen=1").await;
    assert_eq!(merge.status.as_u16(), 409, "not to be taken for a merge");
    assert_eq!(merge.problem(), "Not merged, and nothing was changed: one of its changes doesn’t fit r2.");
    assert!(merge.text().contains(&format!("action=\"{conflicts}\"")), "{}", merge.text());
    let program = |id: i64, seen: u32| {
        let request = Request::post(format!("/proposals/{id}/merge"))
            .header("host", HOST)
            .header(team.ann.0, &team.ann.1)
            .header("accept", "application/json")
            .header("content-type", "application/x-www-form-urlencoded");
        team.board.send(request.body(Body::from(format!("seen={seen}"))).expect("a request"))
    };
    let told = program(second, 1).await;
    assert_eq!((told.status.as_u16(), told.header("content-type")), (409, "application/json"));
    assert!(told.text().contains("\"merged\":false") && told.text().contains("\"onto\":2"), "{}", told.text());
    let told = program(999, 1).await;
    assert_eq!((told.status.as_u16(), told.header("content-type")), (404, "application/problem+json"));
    assert!(told.text().contains("\"detail\":\"There is no proposal 999.\""), "{}", told.text());
    let page = team.board.get_as(&team.bob, &conflicts).await;
    for commonness in [20, 30, 12] {
        assert!(
            page.text()
                .contains(&format!("<code>{}</code>", shared.text.replacen(":20:", &format!(":{commonness}:"), 1)))
        );
    }
    assert!(page.text().contains("1 of its changes fit there"));
    refused(&team.board.get_as(&team.cid, &conflicts).await, 403, "Only the author");
    let undecided = team.board.post_as(&team.bob, &conflicts, "seen=1&onto=2").await;
    assert_eq!((undecided.status.as_u16(), undecided.problem()), (422, "Choose an answer for each line."));
    let stale = team.board.post_as(&team.bob, &conflicts, "seen=1&onto=1&resolve-0=current").await;
    assert_eq!(stale.status.as_u16(), 409);
    let typed = form(&[("seen", "1"), ("onto", "2"), ("resolve-0", "typed"), ("typed-0", "X:1")]);
    let bad = team.board.post_as(&team.bob, &conflicts, &typed).await;
    assert_eq!(bad.status.as_u16(), 422);
    assert!(bad.problem().contains("expected one that begins with"), "{}", bad.problem());
    let line = shared.text.replacen(":20:", ":17:", 1);
    let typed = form(&[("seen", "1"), ("onto", "2"), ("resolve-0", "typed"), ("typed-0", &line)]);
    done(&team.board.post_as(&team.bob, &conflicts, &typed).await);
    let revision = team.board.store.proposal_revision(ProposalId(second), 2).await.expect("an answer").expect("one");
    assert_eq!((revision.base_number, revision.note.as_str()), (2, "for r2"));
    assert!(
        revision.changes.contains(&format!("now {line}")) && revision.changes.contains(":12:"),
        "{}",
        revision.changes
    );
    // What was approved was something else.
    refused(
        &team.board.post_as(&team.ann, &format!("/proposals/{second}/merge"), "seen=2").await,
        409,
        "0 of 1 required",
    );

    // Changes of other lines fit the newer revision by themselves. Of another item type they do the same there; of the same
    // they don't, so that reviewers look at them again.
    for id in [apart, beside] {
        let page = team.board.get_as(&team.ann, &format!("/proposals/{id}")).await;
        assert!(page.text().contains("the changes fit there"));
    }
    let answer = team.board.post_as(&team.ann, &format!("/proposals/{beside}/merge"), "seen=1").await;
    refused(&answer, 409, "which needs to be reviewed");
    let moved = team.board.store.proposal(ProposalId(beside)).await.expect("an answer").expect("a proposal");
    assert_eq!((moved.state, moved.revision, moved.base_number), (ProposalState::Open, 2, 2));
    assert_eq!((moved.approvals, moved.author), (0, Some(BOB)));
    let told = program(apart, 1).await;
    let merged = format!("{{\"edition\":\"{SLUG}\",\"merged\":true,\"revision\":3}}\n");
    assert_eq!((told.status.as_u16(), told.text()), (200, merged.as_str()));
    assert_eq!(state(&team.board, apart).await, ProposalState::Merged);
}

#[tokio::test]
async fn what_was_merged_can_be_undone() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    refused(&team.board.post_as(&team.bob, &format!("/proposals/{id}/revert"), "").await, 409, "only merged proposals");
    done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await);
    done(&team.board.post_as(&team.ann, &format!("/proposals/{id}/merge"), "seen=1").await);
    assert_eq!(done(&team.board.post_as(&team.bob, &format!("/proposals/{id}/revert"), "").await), "/proposals/2");
    let page = team.board.get("/proposals/2").await;
    assert!(
        page.text().contains("Revert #1: Rarer") && page.text().contains("reverts <a href=\"/proposals/1\">#1</a>")
    );
    done(&team.board.post_as(&team.cid, "/proposals/2/verdicts", "seen=1&judgement=approve").await);
    done(&team.board.post_as(&team.ann, "/proposals/2/merge", "seen=1").await);
    let revisions = team.board.store.revisions(SLUG).await.expect("revisions");
    assert_eq!((revisions.len(), &revisions[0].content_hash), (3, &revisions[2].content_hash));
    assert!(lines(&team.board).await.iter().any(|now| now.text == line.text));
}

#[tokio::test]
async fn a_proposal_is_taken_away() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    let patch = team.board.get(&format!("/proposals/{id}.patch")).await;
    let name = format!("attachment; filename=\"{SLUG}-proposal-1-rarer.patch\"");
    assert_eq!(patch.header("content-disposition"), name);
    let now = line.text.replacen(":20:", ":12:", 1);
    assert!(patch.text().starts_with("diff --git a/lib/edit/ego_item.txt b/lib/edit/ego_item.txt\n"));
    assert!(patch.text().contains(&format!("\n-{}\n+{now}\n", line.text)));
    assert_eq!(patch.text().matches("\n-").count(), 2, "one line, and the file's name");
    let mail = team.board.get(&format!("/proposals/{id}.mbox")).await;
    assert_eq!(mail.header("content-type"), "application/mbox");
    assert_eq!(mail.header("content-disposition"), name.replace(".patch", ".mbox"));
    for piece in [
        "\nFrom: Bob <bob@affixboard.invalid>\nDate: Tue, 14 Nov 2023 22:13:20 +0000\nSubject: [PATCH] Rarer\n",
        "\n\nThey are *too common*.\n---\n",
        patch.text(),
    ] {
        assert!(mail.text().contains(piece), "{piece} in {}", mail.text());
    }
    refused(&team.board.get(&format!("/proposals/{id}.mbox?folder=..")).await, 400, "folder:");
    let elsewhere = team.board.get(&format!("/proposals/{id}.patch?folder=game%2Fedit%2F")).await;
    assert!(elsewhere.text().starts_with("diff --git a/game/edit/ego_item.txt "));
    for folder in ["..", "%2Fetc", "a%2F..%2Fb", "a%0Ab", "a%5Cb"] {
        refused(&team.board.get(&format!("/proposals/{id}.patch?folder={folder}")).await, 400, "folder:");
    }
    let zip = team.board.get(&format!("/proposals/{id}.zip")).await;
    assert_eq!(zip.header("content-type"), "application/zip");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(zip.body)).expect("a zip");
    let open = team.board.open(SLUG).await;
    assert_eq!(archive.len(), open.loaded.sources.files().len());
    for file in open.loaded.sources.files() {
        let mut bytes = Vec::new();
        archive.by_name(file.name()).expect("it").read_to_end(&mut bytes).expect("readable");
        assert_eq!(bytes == file.bytes(), file.name() != "ego_item.txt", "{}", file.name());
    }
    for path in ["/proposals/9", "/proposals/9.patch", "/proposals/x", "/proposals/1.exe", "/proposals/1?revision=7"] {
        assert_eq!(team.board.get(path).await.status.as_u16(), 404, "{path}");
    }
}

/// A number that moves against the title is told beside the effect; of one that doesn't nothing is said.
#[tokio::test]
async fn a_number_that_moves_against_the_title_is_told() {
    let team = team().await;
    let line = lines(&team.board).await.swap_remove(0);
    let name = "Resist Acid";
    for (title, commonness, is_told) in [("rarer", 25, true), ("rarer", 15, false), ("more common", 25, false)] {
        let id = propose(&team.board, Some(BOB), &format!("Make of {name} {title}"), &[with(&line, commonness)]).await;
        let page = team.board.get(&format!("/proposals/{id}")).await;
        let told = format!("found commonness {commonness} in place of 20; expected it rarer, as the change says");
        assert_eq!(page.text().contains(&told), is_told, "{title} {commonness}: {}", page.text());
    }
}

#[tokio::test]
async fn titles_and_states_are_for_authors_and_maintainers() {
    let team = team().await;
    let (id, _) = proposed(&team).await;
    let edit = format!("/proposals/{id}/edit");
    refused(&team.board.get_as(&team.cid, &edit).await, 403, "Only the author");
    refused(&team.board.post_as(&team.cid, &edit, "title=Other&description=").await, 403, "Only the author");
    refused(&team.board.post_as(&team.cid, &format!("/proposals/{id}/withdraw"), "withdrawn=yes").await, 403, "Only");
    let empty = team.board.post_as(&team.bob, &edit, "title=+&description=x").await;
    assert_eq!((empty.status.as_u16(), empty.problem()), (422, "the title is empty; expected some text"));
    done(&team.board.post_as(&team.ann, &edit, "title=Other&description=").await);
    // Who read the earlier text overwrites nothing unseen, and loses nothing.
    let read = form(&[("title", "Mine"), ("description", "a\r\nb"), ("was_title", "Rarer"), ("was_description", "x")]);
    let moved = team.board.post_as(&team.bob, &edit, &read).await;
    assert_eq!(moved.status.as_u16(), 409);
    for piece in ["value=\"Mine\"", "\na\nb</textarea>", "name=\"was_title\" value=\"Other\"", "<b>Other</b>"] {
        assert!(moved.text().contains(piece), "no {piece} in {}", moved.text());
    }
    done(&team.board.post_as(&team.bob, &format!("/proposals/{id}/withdraw"), "withdrawn=yes").await);
    assert_eq!(state(&team.board, id).await, ProposalState::Withdrawn);
    let open = team.board.get("/proposals").await;
    assert!(!open.text().contains("#1 Other"));
    for query in ["state=withdrawn", "state=all", "state=all&edition=affix-branch-starter"] {
        assert!(team.board.get(&format!("/proposals?{query}")).await.text().contains("#1 Other"), "{query}");
    }
    for (query, status) in [("state=gone", 400), ("edition=none", 404), ("before=1", 200)] {
        assert_eq!(team.board.get(&format!("/proposals?{query}")).await.status.as_u16(), status, "{query}");
    }
    let page = team.board.get_as(&team.bob, &format!("/proposals/{id}")).await;
    assert!(page.text().contains(">Reopen</button>"));
    done(&team.board.post_as(&team.bob, &format!("/proposals/{id}/withdraw"), "withdrawn=no").await);
    assert!(team.board.get("/").await.text().contains("#1 Other"));
    assert!(team.board.get(&format!("/editions/{SLUG}/revisions/1")).await.text().contains("#1 Other"));

    let approvals = format!("/editions/{SLUG}/approvals");
    refused(&team.board.post_as(&team.ann, &approvals, "required=10").await, 400, "found 10; expected 0 to 9");
    done(&team.board.post_as(&team.ann, &approvals, "required=2").await);
    assert!(team.board.get(&format!("/proposals/{id}")).await.text().contains("0 of 2 required approvals"));
}

#[tokio::test]
async fn without_accounts_one_proposes_and_merges_alone() {
    let board = Board::new().await;
    let line = lines(&board).await.swap_remove(0);
    let id = propose(&board, None, "Mine", &[with(&line, 12)]).await;
    let page = board.get(&format!("/proposals/{id}")).await;
    assert!(page.text().contains("by somebody here") && page.text().contains(">Merge unreviewed</button>"));
    assert!(!page.text().contains("Your review"));
    refused(&board.post(&format!("/proposals/{id}/verdicts"), "seen=1&judgement=approve").await, 403, "need accounts");
    done(&board.post(&format!("/proposals/{id}/comments"), "seen=1&body=Note").await);
    done(&board.post(&format!("/proposals/{id}/merge"), "seen=1").await);
    assert!(board.get(&format!("/proposals/{id}")).await.text().contains("merged as r2, unreviewed"));
}

/// No tag that the texts would make if they weren't escaped.
fn is_clean(text: &str) -> bool {
    !text.contains("<script>") && !text.contains("<img src=x") && !text.contains("javascript:")
}

#[tokio::test]
async fn hostile_texts_stay_text() {
    let team = team().await;
    let line = lines(&team.board).await.swap_remove(0);
    let id = propose(&team.board, Some(BOB), &format!("{SCRIPT}{ATTRIBUTE}\"; x=y"), &[with(&line, 12)]).await;
    let hostile = format!("{SCRIPT} {ATTRIBUTE} [x](javascript:alert(1)) <img src=x onerror=alert(1)> ]]> &amp;");
    let page = format!("/proposals/{id}");
    let edit = form(&[("title", &format!("{SCRIPT}{ATTRIBUTE}")), ("description", &hostile)]);
    done(&team.board.post_as(&team.bob, &format!("{page}/edit"), &edit).await);
    let whole = form(&[("seen", "1"), ("body", &hostile)]);
    done(&team.board.post_as(&team.cid, &format!("{page}/comments"), &whole).await);
    let on_line =
        form(&[("seen", "1"), ("about", "line"), ("anchor", SCRIPT), ("body", &hostile), ("suggestion", SCRIPT)]);
    done(&team.board.post_as(&team.cid, &format!("{page}/comments"), &on_line).await);
    let verdict = form(&[("seen", "1"), ("judgement", "request-changes"), ("body", &hostile)]);
    done(&team.board.post_as(&team.cid, &format!("{page}/verdicts"), &verdict).await);
    for path in [&page, &format!("{page}/edit"), "/proposals", "/", "/acts"] {
        let answer = team.board.get_as(if path == "/acts" { &team.ann } else { &team.bob }, path).await;
        assert_eq!(answer.status.as_u16(), 200, "{path}");
        // The form has what was written, as text.
        assert!(is_clean(&answer.text().replace("(javascript:", "")), "{path}: {}", answer.text());
    }
    let feed = team.board.get("/proposals.atom").await;
    assert_eq!(feed.header("content-type"), "application/atom+xml; charset=utf-8");
    assert!(is_clean(feed.text()));
    assert!(feed.text().contains("<id>tag:127.0.0.1,2026:affixboard/acts/"));
    let patch = team.board.get(&format!("{page}.patch")).await;
    let name = patch.header("content-disposition").trim_start_matches("attachment; filename=\"").trim_end_matches('"');
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)), "{name}");
    let several = form(&[("seen", "1"), ("about", "line"), ("anchor", "a"), ("body", "b"), ("suggestion", "c\nd")]);
    given_back(&team.board.post_as(&team.cid, &format!("{page}/comments"), &several).await, 400, "several lines");
}

/// What stands beside "Proposals" in the navigation.
fn waiting(answer: &Answer) -> &str {
    let link = answer.between("<nav aria-label=\"Main\">", "</nav>").split(">Proposals").nth(1);
    let link = link.and_then(|rest| rest.split("</a>").next()).expect("a link");
    link.split("<small class=\"count\" title=\"").nth(1).map_or("", |rest| rest.split('"').next().expect("its end"))
}

#[tokio::test]
async fn the_navigation_counts_what_waits_for_one() {
    let team = team().await;
    let (id, line) = proposed(&team).await;
    propose(&team.board, Some(ANN), "Another", &[with(&line, 13)]).await;
    let kept = format!("/editions/{SLUG}/revisions/1/types/23");
    let reader = team.board.somebody("Rea", Role::Reader).await;
    let program = team.board.program(ANN, Scope::All).await;
    for path in [kept.as_str(), "/proposals", "/help", "/no-such-edition/x"] {
        let expected = |told| if path.starts_with("/no") { "" } else { told };
        // Ann's own needs somebody else; Cid may judge both; Bob and Rea judge nothing.
        assert_eq!(waiting(&team.board.get_as(&team.ann, path).await), expected("1 waits for you"), "{path}");
        assert_eq!(waiting(&team.board.get_as(&team.cid, path).await), expected("2 wait for you"), "{path}");
        assert_eq!(waiting(&team.board.get_as(&team.bob, path).await), "", "{path}");
        assert_eq!(waiting(&team.board.get_as(&reader, path).await), "", "{path}");
        assert_eq!(waiting(&team.board.get_as(&program, path).await), "", "{path}");
        assert_eq!(waiting(&team.board.get(path).await), expected("2 open"), "{path}");
    }
    let verdict = "seen=1&judgement=request-changes&body=No";
    done(&team.board.post_as(&team.cid, &format!("/proposals/{id}/verdicts"), verdict).await);
    assert_eq!(waiting(&team.board.get_as(&team.cid, &kept).await), "1 waits for you");
    assert_eq!(waiting(&team.board.get_as(&team.bob, &kept).await), "1 waits for you");
    // The page of an error within has it too; where reading is closed visitors learn nothing.
    assert_eq!(waiting(&team.board.get_as(&team.bob, "/proposals/99").await), "1 waits for you");
    let settings = crate::support::settings(HOST, &[], false);
    let closed = Board::with(&affixboard_service::config::Settings { reading_closed: true, ..settings }).await;
    propose(&closed, None, "Secret", &[with(&line, 13)]).await;
    assert_eq!(waiting(&closed.get("/sign-in").await), "1 open", "before there are accounts everybody reads");
    closed.somebody("Ann", Role::Maintainer).await;
    assert_eq!(waiting(&closed.get("/sign-in").await), "");
}
