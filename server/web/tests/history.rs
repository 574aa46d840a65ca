//! A number over the revisions of an edition.

use axum::http::StatusCode;

use crate::{balance::field, fixtures::BLADES, support::Board};

/// Revisions of the blades' edition: *of Depths* has rarity 4, then 4 again with a remark behind it, then 2, then it is gone.
/// Of great drops 0.96 · 0.6561 are blades without an artifact, of which one in three, then one in two is the ego.
async fn board() -> Board {
    let board = Board::new().await;
    let egos = BLADES.iter().find(|file| file.0 == "ego_item.txt").expect("egos").1;
    let begins = egos.find("N:2:").expect("the ego");
    let ends = egos[begins + 4..].find("\nN:").map_or(egos.len(), |at| begins + 4 + at + 1);
    let gone = format!("{}{}", &egos[..begins], &egos[ends..]);
    let likelier = egos.replace("W:20:4:0:100", "W:20:2:0:100");
    for egos in [egos.to_owned(), format!("{egos}# said\n"), likelier, gone] {
        let files: Vec<_> = BLADES
            .iter()
            .map(|(name, text)| {
                ("files", *name, if *name == "ego_item.txt" { egos.as_bytes() } else { text.as_bytes() })
            })
            .collect();
        let answer = board.import_as("blades", "angband-3.2", &files).await;
        assert!(answer.status.is_success() || answer.status.is_redirection(), "{}", answer.text());
    }
    board
}

#[tokio::test]
async fn a_share_by_revision_with_the_step_that_moved_it() {
    let board = board().await;
    let at = |number: u32| format!("/editions/blades/revisions/{number}/history");
    let page = board.get_until(&format!("{}?q=ego:%232", at(4)), "4 revisions, of which 1 moves it.").await;
    let rows: Vec<&str> = page.text().split("<tr").skip(2).collect();
    assert_eq!(rows.len(), 4, "{}", page.text());
    for (row, pieces) in rows.iter().zip([
        ["<a href=\"/editions/blades/revisions/4\">r4</a>", "No number: question: column 1: found `#2`;"],
        ["<b>31.4928 %</b>", "<b>× 1.500</b> <a href=\"/compare?from=blades@2&#38;to=blades@3\">compare</a>"],
        ["20.9952 %", "<td><a href=\"/compare?from=blades@1&#38;to=blades@2\">compare</a></td>"],
        ["20.9952 %", "<span class=\"how-exact\">exact</span></td><td></td>"],
    ]) {
        for piece in pieces {
            assert!(row.contains(piece), "no {piece} in {row}");
        }
    }
    // Up to a revision, by its name where there is one entry, and where it moves nothing.
    let page = board.get_until(&format!("{}?q=ego:%232", at(2)), "2 revisions, of which none moves it.").await;
    assert!(page.text().contains("of Depths, as a share of great drops at level "), "{}", page.text());
    let csv = board.get(&format!("{}.csv?q=ego:%232&depth=30", at(4))).await;
    let lines: Vec<&str> = csv.text().lines().collect();
    assert_eq!(lines[0], "revision,date,made_by,note,value,low,high,method,verdict,doubts,problem");
    let value = |line: &str| line.split(',').nth(4).and_then(|field| field.parse::<f64>().ok());
    let near = |line: &str, share: f64| value(line).is_some_and(|found| (found - share).abs() < 1e-12);
    assert!(near(lines[1], 0.209_952) && near(lines[2], 0.209_952) && near(lines[3], 0.314_928), "{lines:?}");
    assert!(value(lines[4]).is_none() && lines[4].contains("found `#2`"), "{lines:?}");
    let svg = board.get(&format!("{}.svg?q=ego:%232&depth=30&theme=dark&width=narrow", at(3))).await;
    assert!(svg.text().starts_with("<svg ") && svg.text().contains("of Depths"), "{}", svg.text());

    // Entries and the search lead here, where there is more than one revision.
    let entry = board.get("/editions/blades/revisions/3/affixes/2").await;
    let link = "<a href=\"/editions/blades/revisions/3/history?q=ego:%232\">how often, by revision</a>";
    assert!(entry.text().contains(link), "{}", entry.text());
    assert!(!board.get("/editions/blades/revisions/1/affixes/2").await.text().contains("by revision</a>"));
}

#[tokio::test]
async fn the_number_of_a_balance_test_with_its_limit() {
    let board = board().await;
    let tests = "[[test]]\nname = \"depths <are> rare\"\nshare = \"ego:\\\"of Depths\\\"\"\ndepths = 30\nqualities = \"great\"\nat-most = \"25%\"\n";
    let path = "/editions/blades/revisions/3/balance";
    let answer = board.post(path, &format!("tests={}", field(tests))).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    let of_test = "/editions/blades/revisions/3/history?test=depths+%3Care%3E+rare";
    let page = board.get_until(path, "1 fails").await;
    assert!(page.text().contains(&format!("<p><a href=\"{of_test}\">History</a></p>")), "{}", page.text());
    let page = board.get_until(of_test, "3 revisions, of which 1 moves it.").await;
    for piece in [
        "<b>31.4928 %</b> <span class=\"badge error\">fails</span>",
        "20.9952 % <span class=\"badge state-done\">holds</span>",
        "Balance tests: <b>depths &#60;are&#62; rare</b>.",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    let svg = board.get(&of_test.replace("history?", "history.svg?")).await;
    assert!(svg.text().contains("at most 25 %"), "{}", svg.text());
    let csv = board.get(&of_test.replace("history?", "history.csv?")).await;
    assert!(csv.text().contains(",computed,holds,,") && csv.text().contains(",computed,fails,,"), "{}", csv.text());
    let none =
        board.get_until("/editions/blades/revisions/3/history?test=no", "No number: found no balance test `no`").await;
    assert_eq!(none.status, StatusCode::OK);
}

#[tokio::test]
async fn what_can_not_be_asked_is_said() {
    let board = board().await;
    let path = "/editions/blades/revisions/3/history";
    assert!(board.get(path).await.text().contains("Ask for a share, such as "));
    for (query, message) in [
        ("q=ego:", "column 5"),
        ("q=ego:%232&depth=x", "depth: found `x`; expected a level from 0 to 127."),
        ("q=ego:%232&depth=128", "depth: found `128`; expected a level from 0 to 127."),
        ("q=ego:%232&quality=fine", "quality: found `fine`; expected one of normal, good, great."),
    ] {
        let answer = board.get(&format!("{path}?{query}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{query}");
        assert!(answer.text().contains(message), "{query}: {}", answer.text());
    }
    let file = board.get(&format!("{path}.csv")).await;
    assert_eq!(file.status, StatusCode::BAD_REQUEST);
    assert!(file.text().contains("Found neither `q` nor `test`"), "{}", file.text());
}
