//! The lines that move an explained number.

use affixboard_inquiry::sensitivity::{line_at, line_steps, stepped};
use affixboard_model::batch::{Cell, Entry, Metric};

use super::why::small;

const SMALL: &str = "/editions/small/revisions/1/why/23/1";

fn rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")).collect()
}

/// At level 20 the pool of great has weights of 5 and 15, of W = 20: one more of its own 5 gives (20 − 5) / (20 · 21) = 1/28, one more of
/// the other's 15 takes 5 / (20 · 21) = 1/84. The line that is hidden moves nothing.
#[tokio::test]
async fn lines_of_a_pool_by_hand() {
    let board = small().await;
    let path = format!("{SMALL}/affix-1?depth=20&pool=1");
    let page = board.get_until(&path, "<ul class=\"plain moving\">").await;
    let text = page.text();
    let (_, list) = text.split_once("<ul class=\"plain moving\">").expect("a list");
    let (list, _) = list.split_once("</ul>").expect("its end");
    assert_eq!(list.matches("<li>").count(), 2, "{list}");
    for piece in [
        "<b>+3.57 points</b> of Edges, commonness + 1<br><code class=\"place\">ego_item.txt:2</code> <code>T:sword:1:1:good:5:1 to 255</code>",
        "<b>−1.19 points</b> of Depths, commonness + 1<br><code class=\"place\">ego_item.txt:5</code>",
        "<a class=\"fix\" href=\"/editions/small/draft?entry=affix.1#lines:~:text=ego_item.txt%3A2\">Change this</a>",
        "<a href=\"/editions/small/revisions/1/moves?line=ego_item.txt:2\">What else it moves</a>",
    ] {
        assert!(list.contains(piece), "{piece}: {list}");
    }
    assert!(
        text.contains(&format!("<a href=\"{SMALL}/affix-1.csv?depth=20&#38;quality=2&#38;pool=1\" download>CSV</a>")),
        "{text}"
    );
    let file = board.get(&format!("{SMALL}/affix-1.csv?depth=20&pool=1")).await;
    let rows = rows(file.text());
    for (row, change) in rows.iter().zip([1.0 / 28.0, -1.0 / 84.0]) {
        assert!((row[10].parse::<f64>().expect("a number") - change).abs() < 1e-15 && &row[11] == "0", "{row:?}");
    }
    // At level 31 the other's range has just ended: a level more of it makes 5 of 5 to 5 of 20.
    let page = board.get_until(&format!("{SMALL}/affix-1?depth=31&pool=1"), "<ul class=\"plain moving\">").await;
    assert!(page.text().contains("<b>−75.0 points</b> of Depths, last level + 1<br>"), "{}", page.text());
}

/// Of drops the change is the difference of the chances of the files with the step and without.
#[tokio::test]
async fn lines_of_drops_are_differences_of_exact_chances() {
    let board = small().await;
    let path = format!("{SMALL}/affix-1?depth=30&quality=normal&made=given");
    let page = board.get_until(&path, "<ul class=\"plain moving\">").await;
    assert!(
        page.text().contains("The change of the chance per drop by the least step of each line"),
        "{}",
        page.text()
    );
    let file = board.get(&format!("{SMALL}/affix-1.csv?depth=30&quality=normal&made=given")).await;
    let rows = rows(file.text());
    let open = board.open("small").await;
    let kind = open.loaded.catalog.find_kind(23, 1).expect("the kind");
    let affix = open.loaded.catalog.affix_by_index(1).expect("the affix");
    let cell = Cell { depth: 30, quality: 0, kind: Some(kind) };
    let chance = |forge: &dyn affixboard_model::game::Forge| {
        let chances = forge.exact().expect("chances").chances(cell, Some(&[kind]));
        let is_it = |key: u32| {
            let key = forge.keys().key(key);
            key.metric == Metric::AFFIX && key.entry == Entry::Affix(affix)
        };
        chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum::<f64>()
    };
    let before = chance(open.forge.as_ref());
    let mut compared = 0;
    for row in rows.iter().filter(|row| &row[5] != "note") {
        let line = line_at(&open.loaded, &row[2], row[3].parse().expect("a line")).expect("a line");
        let step = line_steps(&line).into_iter().find(|step| step.of.words() == &row[5]).expect("a step");
        let after = chance(stepped(&open.loaded, &step).expect("edited").model.forge().as_ref());
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        assert!((number(8) - before).abs() < 1e-14 && (number(9) - after).abs() < 1e-14, "{row:?}: {before}, {after}");
        assert!((number(10) - (after - before)).abs() < 1e-14, "{row:?}");
        compared += 1;
    }
    assert!(compared >= 2, "{}", file.text());
}

/// What isn't known yet comes later.
#[tokio::test]
async fn lines_come_when_they_are_known() {
    let board = small().await;
    let path = format!("{SMALL}/affix-1?depth=21&pool=1");
    let page = board.get_until(&path, "<ul class=\"plain moving\">").await;
    assert!(page.text().contains("<h2>Lines that move this number</h2>"), "{}", page.text());
}
