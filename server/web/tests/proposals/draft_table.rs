//! Drafts as a spreadsheet: what a line comes to in its pool, all lines of an entry as one text, and tables that lack rows.

use std::fmt::Write as _;

use affixboard_store::DraftOf;
use axum::http::StatusCode;

use super::show::form;
use crate::support::{Answer, Board};

const SLUG: &str = "affix-branch-starter";
const DRAFT: &str = "/editions/affix-branch-starter/draft";
const ACID: &str = "/editions/affix-branch-starter/draft?entry=affix.1";

/// The changes of the draft, as they are kept.
async fn changes(board: &Board) -> String {
    let open = board.open(SLUG).await;
    let draft = board.store.draft(None, DraftOf::New(open.revision.edition_id)).await.expect("an answer");
    draft.map_or_else(String::new, |draft| draft.changes)
}

/// The cells of pool share and pool sum behind a line's commonness.
fn pool(page: &Answer, number: usize) -> (String, String) {
    let row = page.between(&format!("name=\"f{number}.commonness\""), "</tr>");
    let cell = |text: &str| {
        let text = text.split("</td>").next().unwrap_or_default();
        text.replace("<small>", "").replace("</small>", "").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut cells = row.split("class=\"num pool\">").skip(1).map(cell);
    (cells.next().unwrap_or_default(), cells.next().unwrap_or_default())
}

/// By hand from the starter's lines for soft armour: at level 30 the commonness of all that an uber draw can get adds up to 348,
/// and on robes (sval 1) to 402. 20 of these are 5.75 and 4.98 %.
#[tokio::test]
async fn a_line_says_what_it_comes_to_in_its_pool() {
    let board = Board::new().await;
    let table = format!("{ACID}&view=table");
    let page = board.get(&table).await;
    assert!(page.text().contains("<th scope=\"col\" class=\"num\">pool share</th>"), "{}", page.text());
    let said =
        "at generation level 30, or the nearest that a line is for (affix level up to uber, where these draw the line)";
    assert!(page.text().contains(said), "{}", page.text());
    assert_eq!(pool(&page, 1), ("4.98–5.75 %".to_owned(), "348–402".to_owned()));
    // Dragon armour is for 50 and deeper.
    assert!(pool(&page, 4).0.ends_with("% at 50"), "{:?}", pool(&page, 4));
    // Saved, the numbers are those of the draft.
    let more = [("l1", "affix.1.T.1"), ("w1", "T:soft armour:0:99:great:20:1 to 127"), ("f1.commonness", "25")];
    assert_eq!(board.post(&table, &form(&more)).await.status, StatusCode::SEE_OTHER);
    let page = board.get(&table).await;
    assert_eq!(pool(&page, 1), ("6.14–7.08 %".to_owned(), "353–407".to_owned()));
    let page = board.get(ACID).await;
    assert!(page.text().contains("6.14–7.08 % of 353–407 <small>at 30</small>"), "{}", page.text());
    // At another level, which stays where one goes on. From 60 on of Resist Poison (5), of the Deeps (4) are there, and Patched
    // (18) isn't: 353 − 18 + 9.
    let deep = board.get(&format!("{table}&at=60")).await;
    assert!(pool(&deep, 1).1.starts_with("344–"), "{:?}", pool(&deep, 1));
    assert!(deep.text().contains(&format!("action=\"{ACID}&#38;view=table&#38;at=60\"")), "{}", deep.text());
}

#[tokio::test]
async fn the_line_as_written_stands_in_its_row() {
    let board = Board::new().await;
    let page = board.get(&format!("{DRAFT}?type=36")).await;
    assert!(page.text().contains("<code>T:soft armour:0:99:great:20:1 to 127</code>"), "{}", page.text());
    assert!(page.text().contains("class=\"columns draft is-wide\""));
}

const LINES: [&str; 5] = [
    "T:soft armour:0:99:great:20:1 to 127",
    "T:hard armour:0:99:great:20:1 to 127",
    "T:shield:1:9:great:20:1 to 127",
    "T:dragon armour:0:99:great:5:50 to 127",
    "T:crown:0:99:great:5:25 to 127",
];

async fn typed(board: &Board, was: &str, now: &str) -> Answer {
    let keys: Vec<String> = (1..=was.lines().count()).map(|at| format!("T.{at}")).collect();
    let keys = keys.join(" ");
    let fields = [("b1", "affix.1"), ("k1", keys.as_str()), ("o1", was), ("q1", now)];
    board.post(&format!("{ACID}&view=lines"), &form(&fields)).await
}

#[tokio::test]
async fn all_lines_of_an_entry_are_one_text() {
    let board = Board::new().await;
    let path = format!("{ACID}&view=lines");
    let was = LINES.join("\n");
    let page = board.get(&path).await;
    let whole = |lines: &str| {
        format!("N:1:suffix:of Resist Acid\nF:RES_ACID | IGNORE_ACID\n{lines}\nD:Acid beads and rolls off.")
    };
    assert_eq!(page.between("name=\"q1\"", "</textarea>").split_once(">\n").expect("a text").1, whole(&was));
    assert!(page.text().contains("name=\"k1\" value=\"N.1 F.1 T.1 T.2 T.3 T.4 T.5 D.1\""), "{}", page.text());
    // What follows is a form of the allocations alone.
    // One changes, one goes, two come.
    let now = "T:soft armour:0:99:great:many:1 to 127\r\nT:hard armour:0:99:great:20:1 to 127\r\n\r\nT:cloak:0:99:great:3:1 to \
               9\r\nT:dragon armour:0:99:great:5:50 to 127\r\nT:crown:0:99:great:5:25 to 127\r\nT:sword:0:99:good:7:5 to 60";
    let saved = typed(&board, &was, now).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let made: Vec<String> =
        changes(&board).await.lines().filter(|line| line.starts_with("now ")).map(str::to_owned).collect();
    assert_eq!(
        made,
        [
            "now T:soft armour:0:99:great:many:1 to 127",
            "now T:cloak:0:99:great:3:1 to 9",
            "now T:sword:0:99:good:7:5 to 60",
        ]
    );
    let page = board.get(&path).await;
    let text = now.replace("\r\n\r\n", "\r\n").replace("\r\n", "\n");
    assert_eq!(page.between("name=\"q1\"", "</textarea>").split_once(">\n").expect("a text").1, whole(&text));
    // `T:soft armour:0:99:great:` has 25 characters.
    let remark = page.between("<p class=\"line-note is-error\">", "</p>");
    assert!(remark.contains(">line 3, column 26</a>: found `many`"), "{remark}");
    // A line of something else saves nothing, and what was typed stays.
    let before = changes(&board).await;
    let wrong = format!("{text}\nQ:RES_ACID");
    let refused = typed(&board, &text, &wrong).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let form_of = "N:index:type:name or C:to-hit";
    assert!(refused.text().contains(&format!("line 7: found `Q:RES_ACID`, expected {form_of}")), "{}", refused.text());
    assert!(refused.between("name=\"q1\"", "</textarea>").ends_with(&wrong));
    // Nor does a text that was made with other lines, which another window has changed since.
    let old = typed(&board, &was, &was.replace(":20:", ":21:")).await;
    assert_eq!(old.status, StatusCode::CONFLICT);
    assert!(old.text().contains("it is now `T:soft armour:0:99:great:many:1 to 127`"), "{}", old.text());
    assert_eq!(changes(&board).await, before);
    // Back to what it was is no change.
    assert_eq!(typed(&board, &text, &was).await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await, "");
}

/// A theme's lines are of two sorts.
#[tokio::test]
async fn a_text_may_have_lines_of_several_sorts() {
    let board = Board::new().await;
    let path = format!("{DRAFT}?entry=theme.1&view=lines");
    let page = board.get(&path).await;
    let was = page.between("name=\"q1\"", "</textarea>").split_once(">\n").expect("a text").1.to_owned();
    let keys = page.between("name=\"k1\" value=\"", "\"").to_owned();
    let now = format!("{was}\nA:Sharp:3\nT:sword:0:99:5 to 60");
    let fields = [("b1", "theme.1"), ("k1", keys.as_str()), ("o1", was.as_str()), ("q1", now.as_str())];
    let saved = board.post(&path, &form(&fields)).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let page = board.get(&path).await;
    for line in ["A:Sharp:3", "T:sword:0:99:5 to 60"] {
        assert!(page.between("name=\"q1\"", "</textarea>").contains(line), "{line}: {}", page.text());
    }
}

/// Rows of one item type alone, as somebody saves who filtered: their entries' lines of other types have no rows.
#[tokio::test]
async fn lines_without_a_row_are_asked_about_before_anything_is_changed() {
    let board = Board::new().await;
    let exported = board.get("/editions/affix-branch-starter/revisions/1/allocations.csv").await;
    let mut rows = String::new();
    for row in exported.text().lines().filter(|row| row.starts_with("file,") || row.contains(",of Resist Acid,T,1,")) {
        // Writing to a string can't fail.
        let _ = write!(rows, "{}\r\n", row.replace(",20,1,127,", ",25,1,127,"));
    }
    let csv = format!("{DRAFT}/csv");
    let asked = board.upload(&csv, &[], &[("table", "mine.csv", rows.as_bytes())]).await;
    assert_eq!(asked.status, StatusCode::OK);
    let said = "The table has rows for 1 entry of which it lacks 4 lines";
    assert!(asked.text().contains(said) && asked.text().contains("Its rows make 1 change."), "{}", asked.text());
    for line in &LINES[1..] {
        assert!(asked.text().contains(&format!("<br><code>{line}</code>")), "{line}");
    }
    assert_eq!(changes(&board).await, "", "nothing is changed yet");
    // The page has the table, which is sent again with the answer.
    let kept = asked.between("name=\"table\" value=\"", "\"").to_owned();
    assert_eq!(kept.lines().collect::<Vec<_>>(), rows.lines().collect::<Vec<_>>());
    let answer = async |missing: &str| board.upload(&csv, &[("table", &kept), ("missing", missing)], &[]).await;
    assert_eq!(answer("perhaps").await.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer("keep").await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await.matches("change ").count(), 1);
    assert_eq!(answer("remove").await.status, StatusCode::SEE_OTHER);
    assert_eq!(changes(&board).await.matches("change remove").count(), 4);
    // What the draft removes already isn't asked about again.
    let again = board.upload(&csv, &[], &[("table", "mine.csv", rows.as_bytes())]).await;
    assert!(again.text().contains("The table has no changes that the draft doesn’t have already."), "{}", again.text());
}
