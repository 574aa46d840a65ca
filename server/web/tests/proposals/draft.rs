//! Drafts: what is typed into lines becomes changes, nothing is lost between windows, and nobody sees another's.

use std::{fmt::Write as _, sync::Arc};

use affixboard_model::catalog::Sort;
use affixboard_proposal::entry_lines;
use affixboard_store::{AccountId, DraftOf, ProposalId, Role};
use axum::http::StatusCode;

use crate::support::{Answer, Board};

const DRAFT: &str = "/editions/affix-branch-starter/draft";
const ACID: &str = "/editions/affix-branch-starter/draft?entry=affix.1";

/// A form of these fields.
fn form(fields: &[(&str, &str)]) -> String {
    let mut form = String::new();
    for (name, value) in fields {
        // Writing to a string can't fail.
        let _ = write!(form, "{name}=");
        for byte in value.bytes() {
            let _ = write!(form, "%{byte:02X}");
        }
        form.push('&');
    }
    form
}

/// The first line of the starter's "of Resist Acid", with which its form is made.
const FIRST: [(&str, &str); 2] = [("l1", "affix.1.T.1"), ("w1", "T:soft armour:0:99:great:20:1 to 127")];

async fn save(board: &Board, path: &str, fields: &[(&str, &str)]) -> Answer {
    board.post(path, &form(fields)).await
}

/// The changes of the draft, as they are kept.
async fn changes(board: &Board) -> String {
    let open = board.open("affix-branch-starter").await;
    let draft = board.store.draft(None, DraftOf::New(open.revision.edition_id)).await.expect("an answer");
    draft.map_or_else(String::new, |draft| draft.changes)
}

fn replaced(number: &str) -> String {
    format!(
        "change replace\nfile ego_item.txt\nentry affix 1 of Resist Acid\nline 1 T\nwas T:soft armour:0:99:great:20:1 to \
         127\nnow T:soft armour:0:99:great:{number}:1 to 127\n\n"
    )
}

#[tokio::test]
async fn a_field_a_line_and_a_removal_are_changes() {
    let board = Board::new().await;
    let page = board.get(ACID).await;
    assert!(page.text().contains("name=\"l1\" value=\"affix.1.T.1\""), "{}", page.text());
    assert!(page.text().contains("name=\"f1.commonness\" value=\"20\""), "{}", page.text());

    let saved = save(&board, ACID, &[FIRST[0], FIRST[1], ("f1.commonness", " 25 "), ("f1.tval", "soft armour")]).await;
    assert_eq!((saved.status, saved.header("location")), (StatusCode::SEE_OTHER, ACID));
    assert_eq!(changes(&board).await, replaced("25"));

    let now = "T:soft armour:0:99:great:25:1 to 127";
    let again = [FIRST[0], ("w1", now), ("f1.commonness", "26")];
    assert_eq!(save(&board, ACID, &again).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await, replaced("26"));

    let shield = [("l3", "affix.1.T.3"), ("w3", "T:shield:1:9:great:20:1 to 127"), ("x3", "on")];
    assert_eq!(save(&board, ACID, &shield).await.status, StatusCode::SEE_OTHER);
    let removed = "change remove\nfile ego_item.txt\nentry affix 1 of Resist Acid\nline 3 T\nwas T:shield:1:9:great:20:1 to 127\n\n";
    assert_eq!(changes(&board).await, replaced("26") + removed);

    let back = [FIRST[0], ("w1", "T:soft armour:0:99:great:26:1 to 127"), ("f1.commonness", "20")];
    assert_eq!(save(&board, ACID, &back).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await, removed, "what is as it was is no change");
}

#[tokio::test]
async fn new_lines_come_by_fields() {
    let board = Board::new().await;
    let fields = [
        ("n9", "affix.1.T.0"),
        ("a9.tval", "sword"),
        ("a9.min-sval", "0"),
        ("a9.max-sval", "99"),
        ("a9.level", "good"),
        ("a9.commonness", "7"),
        ("a9.depths", "5 to 60"),
    ];
    assert_eq!(save(&board, ACID, &fields).await.status, StatusCode::SEE_OTHER);
    let page = board.get(ACID).await;
    assert!(page.text().contains("<code>T:sword:0:99:good:7:5 to 60</code>"), "{}", page.text());

    // In the table of an item type the entry is typed; fields that are as they were are no line.
    let table = format!("{DRAFT}?type=23");
    let empty = [("n5", "affix..T.0"), ("p5.tval", "sword"), ("a5.tval", "sword"), ("e5", "")];
    let before = changes(&board).await;
    assert_eq!(save(&board, &table, &empty).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await, before);
    let named =
        [("n5", "affix..T.0"), ("p5.tval", "sword"), ("e5", "SHARP"), ("a5.tval", "sword"), ("a5.min-sval", "9")];
    let refused = save(&board, &table, &named).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let missing = "found nothing for max-sval, expected it as in T:tval:min-sval:max-sval:level:commonness:depths";
    assert!(refused.text().contains(missing), "{}", refused.text());
    assert!(refused.text().contains("value=\"SHARP\""), "what was typed stays");
    assert!(
        refused.text().contains("name=\"a") && refused.text().contains(".min-sval\" value=\"9\""),
        "and so do fields"
    );
    let nobody = [("n5", "affix..T.0"), ("e5", "Nobody"), ("a5.min-sval", "9")];
    let refused = save(&board, &table, &nobody).await;
    assert!(refused.text().contains("found `Nobody`, expected the name or serial number"), "{}", refused.text());
}

#[tokio::test]
async fn a_wrong_value_is_said_at_its_line_in_the_readers_words() {
    let board = Board::new().await;
    let wrong = [FIRST[0], FIRST[1], ("f1.commonness", "many")];
    assert_eq!(save(&board, ACID, &wrong).await.status, StatusCode::SEE_OTHER, "a draft may be wrong");
    let page = board.get(ACID).await;
    let cell = page.between("name=\"f1.commonness\"", ">");
    assert!(cell.contains("value=\"many\"") && cell.contains("aria-invalid=\"true\""), "{cell}");
    assert!(page.between("name=\"f1.depths\"", ">").find("aria-invalid").is_none());
    let said = page.between("<p class=\"line-note is-error\">", "</p>");
    assert!(said.contains("many") && said.contains("expected"), "{said}");
}

#[tokio::test]
async fn what_cannot_be_written_saves_nothing_and_stays_typed() {
    let board = Board::new().await;
    let colon = [
        FIRST[0],
        FIRST[1],
        ("f1.commonness", "2:5"),
        ("l2", "affix.1.T.2"),
        ("w2", "T:hard armour:0:99:great:20:1 to 127"),
        ("f2.commonness", "21"),
    ];
    let refused = save(&board, ACID, &colon).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("found a colon in commonness"), "{}", refused.text());
    assert!(refused.text().contains("name=\"f1.commonness\" value=\"2:5\""));
    assert!(refused.text().contains("name=\"f2.commonness\" value=\"21\""), "also what would have been fine");
    assert_eq!(changes(&board).await, "");
}

#[tokio::test]
async fn two_windows_never_overwrite_each_other_unseen() {
    let board = Board::new().await;
    let first = [FIRST[0], FIRST[1], ("f1.commonness", "25")];
    assert_eq!(save(&board, ACID, &first).await.status, StatusCode::SEE_OTHER);
    // The other window still has the line as it was; its other line is nobody else's.
    let second = [FIRST[0], FIRST[1], ("f1.commonness", "30")];
    let refused = save(&board, ACID, &second).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("it is now `T:soft armour:0:99:great:25:1 to 127`"), "{}", refused.text());
    assert!(refused.text().contains("name=\"f1.commonness\" value=\"30\""), "what was typed stays");
    assert_eq!(changes(&board).await, replaced("25"));
    let elsewhere = [("l2", "affix.1.T.2"), ("w2", "T:hard armour:0:99:great:20:1 to 127"), ("f2.commonness", "21")];
    assert_eq!(save(&board, ACID, &elsewhere).await.status, StatusCode::SEE_OTHER);
    assert!(changes(&board).await.starts_with(&replaced("25")));

    for act in ["undo", "discard", "back-0"] {
        let old = save(&board, ACID, &[("do", act), ("version", "1")]).await;
        assert_eq!(old.status, StatusCode::CONFLICT, "{act}");
        assert!(old.text().contains("changed in another window"), "{act}");
    }
    assert!(changes(&board).await.contains("great:21:"));
}

#[tokio::test]
async fn of_twenty_edits_of_different_lines_at_once_none_is_refused() {
    let board = Arc::new(Board::new().await);
    let open = board.open("affix-branch-starter").await;
    let lines: Vec<_> = entry_lines(&open.loaded)
        .into_iter()
        .filter(|line| (line.sort, line.directive.tag) == (Sort::AFFIX, "T"))
        .take(20)
        .collect();
    assert_eq!(lines.len(), 20);
    let mut saving = tokio::task::JoinSet::new();
    for line in lines {
        let key = format!("affix.{}.T.{}", line.index, line.ordinal);
        let fields = form(&[("l1", &key), ("w1", &line.text), ("f1.commonness", "77")]);
        let board = Arc::clone(&board);
        saving.spawn(async move { board.post(DRAFT, &fields).await });
    }
    for answer in saving.join_all().await {
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    }
    assert_eq!(changes(&board).await.matches("\nnow ").count(), 20);
}

#[tokio::test]
async fn saves_at_the_same_time_lose_nothing() {
    let board = Board::new().await;
    let lines = [
        "T:soft armour:0:99:great:20:1 to 127",
        "T:hard armour:0:99:great:20:1 to 127",
        "T:shield:1:9:great:20:1 to 127",
        "T:dragon armour:0:99:great:5:50 to 127",
        "T:crown:0:99:great:5:25 to 127",
    ];
    let keys: Vec<String> = (1..=lines.len()).map(|at| format!("affix.1.T.{at}")).collect();
    let forms: Vec<String> =
        (0..lines.len()).map(|at| form(&[("l1", &keys[at]), ("w1", lines[at]), ("f1.commonness", "33")])).collect();
    let answers = tokio::join!(
        board.post(ACID, &forms[0]),
        board.post(ACID, &forms[1]),
        board.post(ACID, &forms[2]),
        board.post(ACID, &forms[3]),
        board.post(ACID, &forms[4]),
    );
    for answer in <[Answer; 5]>::from(answers) {
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    }
    assert_eq!(changes(&board).await.matches(":great:33:").count(), 5);
}

#[tokio::test]
async fn steps_are_undone_and_redone_and_single_changes_taken_back() {
    let board = Board::new().await;
    let version = async || board.get(ACID).await.between("name=\"version\" value=\"", "\"").to_owned();
    for number in ["25", "26"] {
        let was = board.get(ACID).await.between("name=\"w1\" value=\"", "\"").to_owned();
        save(&board, ACID, &[FIRST[0], ("w1", &was), ("f1.commonness", number)]).await;
    }
    for (act, expected) in [("undo", "25"), ("undo", ""), ("undo", ""), ("redo", "25"), ("redo", "26")] {
        let answer = save(&board, ACID, &[("do", act), ("version", &version().await)]).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{act}");
        let expected = if expected.is_empty() { String::new() } else { replaced(expected) };
        assert_eq!(changes(&board).await, expected, "{act}");
    }
    save(&board, ACID, &[("do", "back-0"), ("version", &version().await)]).await;
    assert_eq!(changes(&board).await, "");
    save(&board, ACID, &[("do", "discard"), ("version", &version().await)]).await;
    assert!(board.get(ACID).await.text().contains("name=\"version\" value=\"0\""));
}

#[tokio::test]
async fn a_draft_moves_to_a_newer_revision_and_drops_nothing_unasked() {
    let board = Board::new().await;
    save(&board, ACID, &[FIRST[0], FIRST[1], ("f1.commonness", "25")]).await;
    save(
        &board,
        ACID,
        &[("l2", "affix.1.T.2"), ("w2", "T:hard armour:0:99:great:20:1 to 127"), ("f2.commonness", "21")],
    )
    .await;
    let open = board.open("affix-branch-starter").await;
    let files: Vec<(String, Vec<u8>)> = open
        .loaded
        .sources
        .files()
        .iter()
        .map(|file| {
            let text = String::from_utf8(file.bytes().to_vec()).expect("UTF-8");
            let text = text.replacen("T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:18:1 to 127", 1);
            (format!("edit/{}", file.name()), text.into_bytes())
        })
        .collect();
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", name.as_str(), bytes.as_slice())).collect();
    board.import("affix-branch-starter", &files).await;

    assert!(board.get(ACID).await.text().contains("Move the draft to r2"));
    let refused = save(&board, ACID, &[("do", "rebase")]).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("1 of its changes don’t fit r2"), "{}", refused.text());
    assert!(refused.text().contains("<code>T:soft armour:0:99:great:18:1 to 127</code>"), "what is there now");
    assert_eq!(changes(&board).await.matches("change ").count(), 2);
    assert_eq!(save(&board, ACID, &[("do", "rebase"), ("drop", "on")]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await.matches("change ").count(), 1);
    assert!(!board.get(ACID).await.text().contains("Move the draft"));
}

#[tokio::test]
async fn a_table_changed_elsewhere_becomes_exactly_its_differences() {
    let board = Board::new().await;
    let exported = board.get("/editions/affix-branch-starter/revisions/1/allocations.csv").await;
    let text = exported.text().to_owned();
    let csv = format!("{DRAFT}/csv");
    let take = async |table: &str| board.upload(&csv, &[], &[("table", "mine.csv", table.as_bytes())]).await;
    let same = take(&text).await;
    assert_eq!(same.status, StatusCode::OK);
    assert!(same.text().contains("The table has no changes that the draft doesn’t have already."), "{}", same.text());

    let row = text.lines().find(|row| row.contains("of Resist Acid") && row.contains("soft armour")).expect("the row");
    let changed = text.replacen(row, &row.replacen(",20,", ",25,", 1), 1);
    assert_eq!(take(&changed).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await, replaced("25"));

    // The draft has another change of that line by now.
    let other = text.replacen(row, &row.replacen(",20,", ",31,", 1), 1);
    let refused = take(&other).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("it is now `T:soft armour:0:99:great:25:1 to 127`"), "{}", refused.text());
    let wrong = text.replacen(row, &row.replacen(",20,", ",20.0,", 1), 1);
    let refused = take(&wrong).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("column commonness"), "{}", refused.text());
    for bad in ["", "hello", "\0\0", "PK\u{3}\u{4}"] {
        assert_eq!(take(bad).await.status, StatusCode::UNPROCESSABLE_ENTITY, "{bad:?}");
    }
    let none = board.upload(&csv, &[("other", "x")], &[]).await;
    assert!(none.text().contains("found no file"), "{}", none.text());
    assert_eq!(changes(&board).await, replaced("25"));
}

#[tokio::test]
async fn a_draft_becomes_a_proposal_and_its_next_revision() {
    let board = Board::new().await;
    let version = async |path: &str| board.get(path).await.between("name=\"version\" value=\"", "\"").to_owned();
    let propose = async |path: &str, title: &str| {
        let version = version(path).await;
        save(
            &board,
            path,
            &[
                ("do", "propose"),
                ("version", &version),
                ("title", title),
                ("description", "Why <b>not</b>?"),
                ("note", "less"),
            ],
        )
        .await
    };
    let refused = propose(ACID, "Too early").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("there are no changes yet"), "{}", refused.text());

    save(&board, ACID, &[FIRST[0], FIRST[1], ("f1.commonness", "many")]).await;
    let refused = propose(ACID, "Wrong").await;
    assert!(refused.text().contains("the game could not read a changed line"), "{}", refused.text());
    let wrong = "T:soft armour:0:99:great:many:1 to 127";
    save(&board, ACID, &[FIRST[0], ("w1", wrong), ("f1.commonness", "25")]).await;
    let refused = propose(ACID, " ").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "a title is needed");
    assert!(refused.text().contains("Why &#60;b&#62;not&#60;/b&#62;?"), "what was typed stays: {}", refused.text());
    let old = save(&board, ACID, &[("do", "propose"), ("version", "1"), ("title", "Old")]).await;
    assert_eq!(old.status, StatusCode::CONFLICT);

    let proposed = propose(ACID, " More acid resistance ").await;
    assert_eq!((proposed.status, proposed.header("location")), (StatusCode::SEE_OTHER, "/proposals/1"));
    let proposal = board.store.proposal(ProposalId(1)).await.expect("an answer").expect("a proposal");
    assert_eq!((proposal.title.as_str(), proposal.revision, proposal.effect.len()), ("More acid resistance", 1, 64));
    assert_eq!(changes(&board).await, "", "the draft has become it");

    let revise = "/proposals/1/draft?entry=affix.1";
    let page = board.get(revise).await;
    assert!(page.text().contains("<h1>Draft of a revision "), "{}", page.text());
    assert!(page.text().contains("name=\"f1.commonness\" value=\"25\""), "it begins with what is proposed");
    let now = "T:soft armour:0:99:great:25:1 to 127";
    assert_eq!(
        save(&board, revise, &[FIRST[0], ("w1", now), ("f1.commonness", "22")]).await.status,
        StatusCode::SEE_OTHER
    );
    assert_eq!(propose(revise, "").await.header("location"), "/proposals/1");
    let second = board.store.proposal_revision(ProposalId(1), 2).await.expect("an answer").expect("a revision");
    assert_eq!((second.changes, second.note.as_str()), (replaced("22"), "less"));
    assert_ne!(second.effect, proposal.effect);
    assert_eq!(board.get("/proposals/9/draft").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn others_proposals_are_revised_by_maintainers_only() {
    let board = Board::new().await;
    let boss = board.somebody("Boss", Role::Maintainer).await;
    let ann = board.somebody("Ann", Role::Proposer).await;
    let bob = board.somebody("Bob", Role::Reviewer).await;
    board.post_as(&ann, ACID, &form(&[FIRST[0], FIRST[1], ("f1.commonness", "25")])).await;
    let version = board.get_as(&ann, ACID).await.between("name=\"version\" value=\"", "\"").to_owned();
    let fields = form(&[("do", "propose"), ("version", &version), ("title", "More")]);
    assert_eq!(board.post_as(&ann, ACID, &fields).await.header("location"), "/proposals/1");
    for (who, expected) in [(&ann, StatusCode::OK), (&boss, StatusCode::OK), (&bob, StatusCode::FORBIDDEN)] {
        assert_eq!(board.get_as(who, "/proposals/1/draft").await.status, expected);
    }
}

#[tokio::test]
async fn the_effect_of_a_draft_stands_beside_it() {
    let board = Board::new().await;
    assert!(!board.get(ACID).await.text().contains("id=\"effect\""));
    save(&board, ACID, &[FIRST[0], FIRST[1], ("f1.commonness", "25")]).await;
    let page = board.get(ACID).await;
    assert!(page.text().contains("<h2 id=\"effect\">Effect"), "{}", page.text());
    let panel = page.between("<h2 id=\"effect\">", "</section>");
    assert!(panel.contains("soft armour") && panel.contains("of Resist Acid") && panel.contains("▲"), "{panel}");
}

#[tokio::test]
async fn a_draft_is_its_authors_own() {
    let board = Board::new().await;
    let boss = board.somebody("Boss", Role::Maintainer).await;
    let ann = board.somebody("Ann", Role::Proposer).await;
    let fields = form(&[FIRST[0], FIRST[1], ("f1.commonness", "25")]);
    assert_eq!(board.post_as(&ann, ACID, &fields).await.status, StatusCode::SEE_OTHER);
    assert!(board.get_as(&ann, ACID).await.text().contains("value=\"25\""));
    assert!(!board.get_as(&boss, ACID).await.text().contains("value=\"25\""));
    let edition = board.open("affix-branch-starter").await.revision.edition_id;
    let of = |id| board.store.draft(Some(AccountId(id)), DraftOf::New(edition));
    assert!(of(1).await.expect("an answer").is_none() && of(2).await.expect("an answer").is_some());
}

#[tokio::test]
async fn what_is_asked_for_and_is_not_there_is_said() {
    let board = Board::new().await;
    for (query, status, expected) in [
        ("entry=affix.9999", StatusCode::NOT_FOUND, "There is no affix with the serial number 9999"),
        ("entry=Nobody", StatusCode::NOT_FOUND, "There is no entry `Nobody`"),
        ("type=200", StatusCode::NOT_FOUND, "There is no item type `200`"),
        ("entry=affix.1&view=cards", StatusCode::BAD_REQUEST, "view: expected form, table or lines."),
        ("entry=affix.1&at=deep", StatusCode::BAD_REQUEST, "at: found `deep`, expected a level from 0 to 127."),
    ] {
        let answer = board.get(&format!("{DRAFT}?{query}")).await;
        assert_eq!((answer.status, answer.lead().contains(expected)), (status, true), "{query}: {}", answer.lead());
    }
    assert_eq!(board.get("/editions/nowhere/draft").await.status, StatusCode::NOT_FOUND);
    let found = board.get(&format!("{DRAFT}?entry=of+resistance")).await;
    assert!(found.text().contains("value=\"of Resistance (theme 1)\""));
    for bad in [
        "do=fly",
        "do=undo&version=x",
        "l1=affix.1.T.1&w1=x&x1=on",
        "n1=affix.1&a1.tval=x",
        "l1=&w1=",
        "b1=affix.1&k1=T.1&q1=",
    ] {
        let answer = board.post(ACID, bad).await;
        assert!(answer.status.is_client_error(), "{bad}: {}", answer.status);
    }
}

#[tokio::test]
async fn every_sort_of_line_of_every_game_can_be_shown_in_every_manner() {
    let board = Board::new().await;
    for starter in affixboard_service::starter::all() {
        if starter.slug != "affix-branch-starter" {
            board.add_starter(&starter.slug).await;
        }
        let loaded = &starter.loaded;
        let lines = entry_lines(loaded);
        let mut entries: Vec<String> =
            lines.iter().map(|line| format!("entry={}.{}", line.sort.name(), line.index)).collect();
        entries.dedup();
        entries.sort();
        let step = (entries.len() / 6).max(1);
        let types = loaded.catalog.item_types.iter().take(3).map(|item_type| format!("type={}", item_type.tval));
        for query in entries.iter().step_by(step).cloned().chain(types) {
            for view in ["form", "table", "lines"] {
                let path = format!("/editions/{}/draft?{query}&view={view}", starter.slug);
                let page = board.get(&path).await;
                assert_eq!(page.status, StatusCode::OK, "{path}");
            }
        }
    }
}
