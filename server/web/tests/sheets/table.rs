//! How a sheet looks: colours, columns in view, direction, empty cells, links to one cell.

use crate::support::{Board, STARTER};

/// The part of a page from its sheet's box to the end of the legend.
async fn sheet(board: &Board, query: &str) -> String {
    let answer = board.get(&format!("{STARTER}/types/23?{query}")).await;
    assert_eq!(answer.status.as_u16(), 200, "{query}: {}", answer.text());
    let text = answer.text();
    let from = text.find("<div class=\"sheet").expect("a sheet");
    let to = text[from..].find("</p>").expect("its legend");
    text[from..from + to].to_owned()
}

#[track_caller]
fn has(sheet: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(sheet.contains(piece), "{piece} is not in {sheet}");
    }
}

/// "Rusty" may be drawn from 0 to 40, with commonness 12; swords have it as `T:sword:0:99:good:12:0 to 40`.
const RUSTY: &str = "measure=commonness&depths=1,40,50&q=rusty&sval=11";

#[tokio::test]
async fn a_cell_has_an_address_and_a_row_is_drawn_in_small() {
    let board = Board::new().await;
    let sheet = sheet(&board, RUSTY).await;
    // Three columns share a picture 80 wide; 12 is the row's greatest, 50 cannot be.
    has(
        &sheet,
        &[
            "<tr id=\"affix-107\">",
            "<td id=\"affix-107-1\" class=\"h23\" title=\"commonness 12\">12</td>",
            "<td id=\"affix-107-50\" class=\"no\" title=\"cannot occur\"></td>",
            "<path d=\"M0 1.5H53.3\"/>",
            "1 row</span>",
            "cannot occur</span>",
        ],
    );
    assert!(!sheet.contains("not seen") && !sheet.contains("not known"), "only what is there is in the legend");
}

/// By hand: of the commonnesses on katanas at level 1 the highest is 20, so that 12 is class 12 / 20 · 24 = 14.4, and of square
/// roots √(12 / 20) · 24 = 18.6.
#[tokio::test]
async fn colours_rise_with_roots_or_ratios_or_differences() {
    let board = Board::new().await;
    let linear = sheet(&board, "measure=commonness&depths=1&sval=11&curve=linear").await;
    has(
        &linear,
        &["<td id=\"affix-107-1\" class=\"h14\"", "<span>0</span>", "<span>20 <small>linear scale</small></span>"],
    );
    let roots = sheet(&board, "measure=commonness&depths=1&sval=11").await;
    has(&roots, &["<td id=\"affix-107-1\" class=\"h18\"", "<span>0</span>", "<span>20 </span>"]);
    let log = sheet(&board, "measure=commonness&depths=1&sval=11&curve=log").await;
    has(&log, &["<span>20 <small>log scale</small></span>"]);
    assert!(!log.contains("<td id=\"affix-107-1\" class=\"h14\""));
    // Totals have none.
    has(&sheet(&board, RUSTY).await, &["<td title=\"commonness 382\">382</td>"]);
}

#[tokio::test]
async fn first_columns_stay_in_view() {
    let board = Board::new().await;
    for (freeze, class, last) in [
        ("0", "sheet loose", None),
        ("1", "sheet", None),
        ("2", "sheet frozen leads2 leads-frozen1", None),
        ("3", "sheet frozen leads2 leads-frozen2", None),
        ("5", "sheet frozen leads2 leads-frozen2", Some("<td id=\"affix-107-40\" class=\"fixed d2 h23\"")),
    ] {
        let sheet = sheet(&board, &format!("{RUSTY}&freeze={freeze}")).await;
        has(&sheet, &[&format!("<div class=\"{class} w7\"")]);
        assert_eq!(sheet.contains("class=\"fixed d"), last.is_some(), "{freeze}: {sheet}");
        has(&sheet, last.as_slice());
    }
}

#[tokio::test]
async fn depths_go_down_where_that_is_asked_for() {
    let board = Board::new().await;
    let sheet = sheet(&board, &format!("{RUSTY}&turn=on&freeze=5")).await;
    has(
        &sheet,
        &[
            "<div class=\"sheet turned w7\"",
            "<th scope=\"col\" id=\"affix-107\">",
            "<td class=\"words\">12 @ 0-40</td>",
            "<th scope=\"row\" class=\"name\" data-depth=\"40\">",
            "<td id=\"affix-107-40\" class=\"h23\" title=\"commonness 12\">12</td></tr>",
        ],
    );
    assert!(!sheet.contains("fixed"), "{sheet}");
}

#[tokio::test]
async fn every_heading_that_can_sort_does() {
    let board = Board::new().await;
    let named = sheet(&board, "sort=name&depths=1").await;
    has(&named, &["<th scope=\"col\" class=\"name\" aria-sort=\"ascending\">", "sort=-name", "sort=level", "sort=1\""]);
    let first = named.split("<tr id=").nth(1).expect("a row");
    assert!(first.contains("Accurate") || first.contains("Acidic"), "{first}");
    let other = sheet(&board, "sort=-name&depths=1").await;
    has(&other, &["<th scope=\"col\" class=\"name\" aria-sort=\"descending\">", "sort=name"]);
    let depth = sheet(&board, "sort=-1&depths=1").await;
    has(&depth, &["aria-sort=\"ascending\" data-depth=\"1\""]);
}
