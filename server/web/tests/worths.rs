//! The page of power and price: quantiles by depth, what entries add, and what a draft does to items.

use std::collections::BTreeMap;

use super::support::Board;

const WORTHS: &str = "/editions/affix-branch-starter/revisions/1/worths/23";

/// The rows of a table's CSV under their headings.
async fn rows(board: &Board, path: &str) -> Vec<BTreeMap<String, String>> {
    let answer = board.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let mut reader = csv::Reader::from_reader(answer.body.as_slice());
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

#[tokio::test]
async fn power_and_price_by_depth_and_entry() {
    let board = Board::new().await;
    let page = board.get(&format!("{WORTHS}?quality=great")).await;
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    for part in
        ["Power by depth", "Price by depth", "great drops at each of 9 depths", "Seed 1", "What entries do to it"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let depths = rows(&board, &format!("{WORTHS}.csv?quality=great")).await;
    // Nine depths, power and price each; the quantiles rise, and each is within its interval.
    assert_eq!(depths.len(), 18);
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<i64>().ok();
    for row in &depths {
        let quantiles = ["q10", "q50", "q90", "q99", "highest"].map(|key| number(row, key).expect("a number"));
        assert!(quantiles.is_sorted(), "{row:?}");
        assert!(
            number(row, "q50_low") <= number(row, "q50") && number(row, "q50") <= number(row, "q50_high"),
            "{row:?}"
        );
        assert!(text.contains(&format!(
            "<td class=\"num\">{}</td>",
            row["items"].parse::<u64>().map(thousands).expect("a number")
        )));
    }
    // The same seed gives the same numbers, another one others.
    assert_eq!(rows(&board, &format!("{WORTHS}.csv?quality=great&seed=1")).await, depths);
    assert_ne!(rows(&board, &format!("{WORTHS}.csv?quality=great&seed=2")).await, depths);
    let entries = rows(&board, &format!("{WORTHS}.csv?quality=great&table=entries")).await;
    let adds = |name: &str| -> f64 {
        entries.iter().find(|row| row["entry"] == name).expect("enough of them")["adds"].parse().expect("a number")
    };
    // Two blows more and rust are told apart, whatever else the items carry.
    assert!(adds("of Extra Attacks") > 20.0 && adds("Rusty") < 0.0, "{entries:?}");
}

fn thousands(number: u64) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// A draft gives Sharp 5 more to-hit: only swords and polearms change, to-hit by 5 times the share that is sharp, and what else there is
/// stays the same.
#[tokio::test]
async fn what_a_draft_does_to_items() {
    let board = Board::new().await;
    let form = "version=0&l1=affix.100.C.1&w1=C:0:0:0:0:0:0:1&f1.to-hit=5";
    let saved = board.post("/editions/affix-branch-starter/draft?entry=affix.100", form).await;
    assert_eq!(saved.status, 303, "{}", saved.text());
    let beside = "quality=great&beside=draft:affix-branch-starter";
    let page = board.get(&format!("{WORTHS}?{beside}")).await;
    let text = page.text();
    assert_eq!(page.status, 200, "{text}");
    let types = page.between("Drops that differ, by item type: ", "</p>");
    assert!(types.contains("sword") && types.contains("polearm") && types.matches("<a ").count() == 2, "{types}");
    let changes = rows(&board, &format!("{WORTHS}.csv?{beside}&table=changes")).await;
    let change = |of: &str| changes.iter().find(|row| row["of"] == of);
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().expect("a number");
    let to_hit = change("To-hit").expect("it changes");
    let entries = rows(&board, &format!("{WORTHS}.csv?quality=great&table=entries")).await;
    let depths = rows(&board, &format!("{WORTHS}.csv?quality=great")).await;
    let items: f64 = depths.iter().filter(|row| row["of"] == "power").map(|row| number(row, "items")).sum();
    let sharp = number(entries.iter().find(|row| row["entry"] == "Sharp").expect("it comes"), "items");
    // Some carry it several times, and each slot adds its own; steps that get too strong are undone.
    let (change_of, least) = (number(to_hit, "change"), 5.0 * sharp / items);
    assert!(change_of >= least * 0.98 && change_of < least * 1.6, "{change_of} of {least}");
    assert!(number(change("Power").expect("stronger"), "change") > 0.0, "{changes:?}");
    assert_eq!(change("Weight"), None);
    assert_eq!(change("To-dam"), None);
}

#[tokio::test]
async fn what_cannot_be_asked_is_said() {
    let board = Board::new().await;
    board.add_starter("nethack-starter").await;
    for (path, status, message) in [
        (format!("{WORTHS}?sort=no"), 400, "expected one of name, items, adds"),
        (format!("{WORTHS}?seed=-1"), 400, "expected a whole number"),
        (format!("{WORTHS}.csv?table=changes"), 400, "expected depths, entries, or changes where something is beside"),
        (format!("{WORTHS}.svg?of=weight"), 400, "expected power or price"),
        (format!("{WORTHS}.svg?theme=blue"), 400, "expected light or dark"),
        (format!("{WORTHS}.svg?width=5"), 400, "expected wide or narrow"),
        (format!("{WORTHS}.pdf"), 404, "expected the number of an item type"),
        (format!("{WORTHS}?beside=nethack-starter@1"), 400, "of the same game"),
        ("/editions/nethack-starter/revisions/1/worths/1".to_owned(), 404, "no item type 1"),
    ] {
        let answer = board.get(&path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.text().contains(message), "{path}: {}", answer.text());
    }
}

/// Phones get a chart of their own width.
#[tokio::test]
async fn charts_fit_the_window() {
    let board = Board::new().await;
    let page = board.get(WORTHS).await;
    for of in ["power", "price"] {
        let narrow = format!("{WORTHS}.svg?quality=great&#38;of={of}&#38;width=narrow");
        let source = format!("<source srcset=\"{narrow}\" media=\"(max-width: 700px)\" width=\"390\"");
        assert!(page.text().contains(&source), "{}", page.text());
        for (path, width) in [(narrow.replace("&#38;", "&"), 390), (format!("{WORTHS}.svg?of={of}"), 960)] {
            let svg = board.get(&path).await;
            assert!(svg.text().contains(&format!(" viewBox=\"0 0 {width} 4")), "{path}: {}", svg.text());
        }
    }
}
