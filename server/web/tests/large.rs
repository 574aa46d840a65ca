//! Files that are made to be long: no page of them is, and none takes long to make.

use crate::{
    editions::import::{import, starter_files},
    support::Board,
};

const REVISION: &str = "/editions/large/revisions/1";
/// More than any page of such files needs.
const MOST: usize = 1 << 20;

/// The starter edition with more at the end of a file.
async fn board_with(name: &str, more: &str) -> Board {
    let board = Board::new().await;
    let mut files = starter_files();
    files.iter_mut().find(|file| file.0 == name).expect("a file").1.extend_from_slice(more.as_bytes());
    let answer = import(&board, "large", &files).await;
    assert!(matches!(answer.status.as_u16(), 200 | 303), "{}", answer.text());
    board
}

/// One line of a megabyte: each of its parts is remarked on, and each remark quotes what is around its place.
#[tokio::test]
async fn a_long_line_is_quoted_in_part() {
    let board = board_with("object.txt", &format!("F:{}\n", "ABCDEFGHIJ|".repeat(95_000))).await;
    let page = board.get(&format!("{REVISION}/diagnostics")).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text().contains("<mark>F:ABCDEFGHIJ|") && page.text().contains("…</code>"), "{}", page.text());
    assert!(page.text().len() < MOST, "{}", page.text().len());
    let last = board.get(&format!("{REVISION}/diagnostics?page=6")).await;
    assert!(
        last.text().contains("<pre tabindex=\"0\"><code>…") && last.text().contains("<mark>ABCDEFGHIJ</mark>"),
        "{}",
        last.text()
    );
    assert!(last.text().len() < MOST);
}

/// Nearly as many remarks as there may be: a page has some of them, and leads to the others.
#[tokio::test]
async fn many_remarks_are_many_pages() {
    let board = board_with("object.txt", &"F:X\n".repeat(89_999)).await;
    let first = board.get(&format!("{REVISION}/diagnostics")).await;
    assert!(first.text().len() < MOST, "{}", first.text().len());
    // All are alike: one group with the lines of this page, after the one remark that comes first.
    assert_eq!(first.text().matches("<mark>").count(), 199);
    let link = format!("1 to 200 of 90000. <a href=\"{REVISION}/diagnostics?page=2\">Next</a>");
    assert!(first.text().contains(&link), "{}", first.text());
    let last = board.get(&format!("{REVISION}/diagnostics?page=450")).await;
    let link = format!("89801 to 90000 of 90000. <a href=\"{REVISION}/diagnostics?page=449\">Previous</a></p>");
    assert!(last.text().contains(&link), "{}", last.text());
    for page in ["0", "451"] {
        let none = board.get(&format!("{REVISION}/diagnostics?page={page}")).await;
        assert_eq!(none.status.as_u16(), 404);
        assert_eq!(none.lead(), format!("There is no page {page} of these remarks; the last is 450."));
    }
}

/// A record of a quarter of a million lines.
#[tokio::test]
async fn a_long_record_is_shown_in_part() {
    let board = board_with("ego_item.txt", &"D:x\n".repeat(250_000)).await;
    let last = board.open("large").await.loaded.catalog.affixes.last().expect("an affix").index;
    let page = board.get(&format!("{REVISION}/affixes/{last}")).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.text().contains("more lines are not shown.</p>") && page.text().len() < MOST);
    assert_eq!(page.text().matches("<tr id=\"L").count(), 500);
}

/// As many kinds as a game may have, with names as long as a line: every page of them is bounded.
#[tokio::test]
async fn very_many_entries_make_no_endless_pages() {
    let name = "x".repeat(900);
    let kind = |n: u32| format!("N:{n}:{name}\nI:sword:{}\nA:20:1 to 100\n", n % 250);
    let kinds = (1000..2000).map(kind).collect::<Vec<_>>().concat();
    let board = board_with("object.txt", &kinds).await;
    for path in ["", "/kinds", "/gaps", "/diagnostics", "/types/23", "/types/23.csv", "/rules"] {
        let page = board.get(&format!("{REVISION}{path}")).await;
        assert!(matches!(page.status.as_u16(), 200 | 422), "{path}: {}", page.status);
        assert!(page.body.len() <= 16 << 20, "{path}: {}", page.body.len());
    }
}
