//! Uploads are looked at before they are imported.

use affixboard_service::clock::now_ms;
use affixboard_store::{AccountId, NewProposal, NewUpload, Role};

use super::import::{import, starter_files};
use crate::support::{Answer, Board};

const SOFT: &str = "T:soft armour:0:99:great:20:1 to 127";
const RAISED: &str = "T:soft armour:0:99:great:30:1 to 127";
const HARD: &str = "T:hard armour:0:99:great:20:1 to 127";

/// The starter's file of affixes with other text the first time it occurs.
fn affixes(from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(starter_files()[1].1.clone()).expect("UTF-8");
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1).into_bytes()
}

fn with_affixes(content: Vec<u8>) -> Vec<(&'static str, Vec<u8>)> {
    let mut files = starter_files();
    files[1].1 = content;
    files
}

/// Sends the import form as a browser does.
async fn send(board: &Board, edition: &str, files: &[(&str, Vec<u8>)]) -> Answer {
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", *name, bytes.as_slice())).collect();
    board.upload("/import", &[("edition", edition), ("title", " Ours "), ("game", "")], &files).await
}

/// Proposes to replace a line of affix 1 of an edition, and merges that where it says so.
async fn propose(board: &Board, edition: &str, title: &str, (line, was, now): (u32, &str, &str), merged: bool) {
    let base = board.store.revision(edition, None).await.expect("an answer").expect("a revision");
    let changes = format!(
        "change replace\nfile ego_item.txt\nentry affix 1 of Resist Acid\nline {line} T\nwas {was}\nnow {now}\n"
    );
    let new = NewProposal {
        edition: base.edition_id,
        author: None,
        title,
        description: "",
        base: base.id,
        changes: &changes,
        effect: &"0".repeat(64),
        reverts: None,
        now_ms: 1,
    };
    let id = board.store.propose(new).await.expect("proposed");
    if merged {
        // The effect that it was proposed with isn't the real one: the first try gives it a revision that has it.
        let first = board.post(&format!("/proposals/{id}/merge"), "seen=1").await;
        let answer = if first.status.as_u16() == 409 {
            board.post(&format!("/proposals/{id}/merge"), "seen=2").await
        } else {
            first
        };
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.text());
    }
}

#[tokio::test]
async fn an_upload_is_shown_first_and_stored_by_a_button() {
    let board = Board::new().await;
    let sent = send(&board, "Ours", &starter_files()).await;
    assert_eq!((sent.status.as_u16(), sent.header("location")), (303, "/import/1"));
    assert!(board.store.revision("ours", None).await.expect("an answer").is_none(), "nothing is stored yet");
    let page = board.get("/import/1").await;
    assert!(page.text().contains("There is no edition <code>ours</code> yet: they become its first revision, with "));
    assert!(board.get("/import").await.text().contains("<a href=\"/import/1\">files for ours, "));
    let done = board.post("/import/1/import", "version=1&newest=0").await;
    assert_eq!((done.status.as_u16(), done.header("location")), (303, "/editions/ours/revisions/1"));
    let revision = board.store.revision("ours", None).await.expect("an answer").expect("a revision");
    assert_eq!(revision.title, "Ours");
    assert_eq!(board.get("/import/1").await.status.as_u16(), 404, "it went with the import");

    // The same again says so, and has no button to import it.
    let sent = send(&board, "ours", &starter_files()).await;
    let page = board.get(sent.header("location")).await;
    assert!(
        page.text().contains("Nothing new: <a href=\"/editions/ours/revisions/1\">Ours r1</a> has these files already")
    );
    assert!(!page.text().contains("/import/2/import"), "{}", page.text());
    assert_eq!(board.post("/import/2/discard", "").await.header("location"), "/import");
    assert_eq!(board.get("/import/2").await.status.as_u16(), 404);
}

#[tokio::test]
async fn an_older_checkout_names_what_it_undoes_and_what_it_touches() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    propose(&board, "mine", "More acid", (1, SOFT, RAISED), true).await;
    propose(&board, "mine", "More <hard> acid", (2, HARD, &HARD.replace(":20:", ":40:")), false).await;
    let merged = board.get("/proposals/1").await;
    assert!(!merged.text().contains("id=\"undone\""), "{}", merged.text());

    // An older checkout in which somebody changed the line of the open proposal too.
    let older = with_affixes(affixes(HARD, &HARD.replace(":20:", ":25:")));
    let sent = send(&board, "mine", &older).await;
    let page = board.get(sent.header("location")).await;
    for piece in [
        "they become the revision after <a href=\"/editions/mine/revisions/2\">mine r2</a>; entries: 1 changed.",
        "<p class=\"problem\">These files lack what a merged proposal changed in r2 and before: ",
        "<li><a href=\"/proposals/1\">1 · More acid</a>: its only line</li>",
        "<a href=\"/proposals/2\">2 · More &#60;hard&#62; acid</a>: <b class=\"warn\">1 in conflict</b>",
        "<th scope=\"row\">of Resist Acid</th><td>Affix</td><td>changed</td><td class=\"num\">+2 −2</td>",
        "<input type=\"hidden\" name=\"newest\" value=\"2\">",
    ] {
        assert!(page.text().contains(piece), "{piece} in {}", page.text());
    }
    assert_eq!(board.editions().await[1], ("mine".to_owned(), 2), "looking stores nothing");

    // Somebody imports something else meanwhile: the files are shown again, against that.
    import(&board, "mine", &with_affixes(affixes("D:Acid beads", "D:Acid  beads"))).await;
    let late = board.post("/import/1/import", "version=1&newest=2").await;
    assert_eq!(late.status.as_u16(), 409);
    assert!(late.text().contains("edition `mine` got r3 meanwhile; look at what the files change in it"));
    assert!(late.text().contains("<input type=\"hidden\" name=\"newest\" value=\"3\">"));
    // That one undid the proposal, which says so where it is read and listed.
    let text = board.get("/proposals/1").await.text().to_owned();
    let told = "It was merged, and is undone since <a href=\"/editions/mine/revisions/3/changes\">r3 (import)</a>: ";
    assert!(text.contains(told), "{text}");
    let list = board.get("/proposals?state=merged").await;
    assert!(list.text().contains("as r2, unreviewed, undone"), "{}", list.text());
    let changes = board.get("/editions/mine/revisions/3/changes").await;
    assert!(changes.text().contains("<p class=\"problem\">r3 lacks what a merged proposal changed in r2 and before: "));
    assert!(
        board.get("/editions/mine/revisions/2/changes").await.text().contains("None: what was merged is in r2 too.")
    );

    let done = board.post("/import/1/import", "version=1&newest=3").await;
    assert_eq!(done.header("location"), "/editions/mine/revisions/4/changes");
}

#[tokio::test]
async fn a_program_imports_at_once_and_is_told_the_same() {
    let board = Board::new().await;
    import(&board, "mine", &starter_files()).await;
    propose(&board, "mine", "More acid", (1, SOFT, RAISED), true).await;
    // A line with an error, so that the page has something to say.
    let broken = affixes("D:Acid beads", "T:swrod:0:99:good:20:1 to 127\nD:Acid beads");
    let answer = import(&board, "mine", &with_affixes(broken)).await;
    assert_eq!(answer.status.as_u16(), 200);
    let told = "It undoes a merged proposal: <a href=\"/proposals/1\">1 · More acid</a> (its only line).";
    assert!(answer.text().contains(told), "{}", answer.text());
}

#[tokio::test]
async fn files_that_can_not_be_imported_are_kept_and_single_ones_replaced() {
    let board = Board::new().await;
    let without: Vec<_> = starter_files().into_iter().filter(|file| file.0 != "ego_item.txt").collect();
    let sent = send(&board, "ours", &without).await;
    assert_eq!(sent.header("location"), "/import/1");
    for _ in 0..2 {
        // Also when its page is loaded again.
        let page = board.get("/import/1").await;
        assert_eq!(page.status.as_u16(), 200);
        let reason = "These files can’t be imported as they are: not loaded as Angband affix branch: ego_item.txt: found no such";
        assert!(page.text().contains(reason), "{}", page.text());
        assert!(page.text().contains("<summary>5 files</summary>") && !page.text().contains("/import/1/import"));
    }
    assert_eq!(board.post("/import/1/import", "version=1&newest=0").await.header("location"), "/import/1");

    // What isn't an edit file is refused, and the others stay.
    let texts = [("version", "1"), ("edition", "ours"), ("title", ""), ("game", "")];
    let refused = board.upload("/import/1", &texts, &[("files", "notes.txt", b"dear diary")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.text().contains("role=\"alert\">found no edit files; "), "{}", refused.text());
    let missing = &starter_files()[1].1;
    let changed = board.upload("/import/1", &texts, &[("files", "edit/ego_item.txt", missing)]).await;
    assert_eq!((changed.status.as_u16(), changed.header("location")), (303, "/import/1"));
    // From a page that is out of date nothing is changed or imported.
    let late = board.upload("/import/1", &texts, &[("files", "ego_item.txt", missing)]).await;
    assert_eq!(late.status.as_u16(), 409);
    assert_eq!(board.post("/import/1/import", "version=1&newest=0").await.status.as_u16(), 409);
    let page = board.get("/import/1").await;
    assert!(page.text().contains("<summary>6 files</summary>"), "{}", page.text());

    // For an edition of another game or with a bad name it can't be imported either; that is mended in the same place.
    board.add_starter("angband-3-0-starter").await;
    for (slug, version, reason) in [
        ("angband-3-0-starter", "2", "is of the game angband-3.0, these files are of affix-branch"),
        ("Not a name", "3", "found the slug `not a name`; expected 1 to 64 of a-z, 0-9 and -"),
    ] {
        let texts = [("version", version), ("edition", slug), ("title", ""), ("game", "")];
        assert_eq!(board.upload("/import/1", &texts, &[]).await.status.as_u16(), 303, "{slug}");
        let page = board.get("/import/1").await;
        assert!(page.text().contains(reason), "{reason} in {}", page.text());
    }
    let texts = [("version", "4"), ("edition", "ours"), ("title", ""), ("game", "")];
    board.upload("/import/1", &texts, &[]).await;
    let done = board.post("/import/1/import", "version=5&newest=0").await;
    assert_eq!(done.header("location"), "/editions/ours/revisions/1");
}

#[tokio::test]
async fn nobody_else_sees_an_upload() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Maintainer).await;
    let files = starter_files().into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect();
    let new = NewUpload { slug: "ours", title: "", game: "", files: &files, by: Some(AccountId(1)), now_ms: now_ms() };
    let id = board.store.add_upload(new).await.expect("kept");
    assert_eq!(board.get_as(&ann, &format!("/import/{id}")).await.status.as_u16(), 200);
    assert_eq!(board.get_as(&bob, &format!("/import/{id}")).await.status.as_u16(), 404);
    assert_eq!(board.post_as(&bob, &format!("/import/{id}/import"), "version=1&newest=0").await.status.as_u16(), 404);
    board.post_as(&bob, &format!("/import/{id}/discard"), "").await;
    assert_eq!(board.get_as(&ann, &format!("/import/{id}")).await.status.as_u16(), 200);
    assert!(!board.get_as(&bob, "/import").await.text().contains("Not imported yet"));
}
