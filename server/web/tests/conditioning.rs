//! The page of what else items carry that fulfil a condition.

use crate::support::Board;

const GIVEN: &str = "/editions/affix-branch-starter/revisions/1/given";
const EGOS: &str = "/editions/angband-3-5-starter/revisions/1/given";

#[tokio::test]
async fn shares_and_lifts_say_how_they_were_obtained() {
    let board = Board::new().await;
    board.add_starter("angband-3-5-starter").await;
    let path = format!("{EGOS}?q=ego:%22of+Turning%22&depth=30&keep=1000&seed=7");
    let page = board.get_settled(&path).await.text().to_owned();
    for part in [
        "<h2>Kinds</h2>",
        "<h2>Flags</h2>",
        "<b class=\"how-exact\">exact</b>",
        "<b class=\"how-simulated\">simulated</b>",
        " that were drawn fulfil the condition",
        "Seed 7:",
        "Rules angband-3.5 ",
        "all great drops of level 30",
        "given.csv?",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // Of the kinds of that ego each is exact; the file has the same numbers.
    let csv = board.get(&path.replace("/given?", "/given.csv?")).await.text().to_owned();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let kinds: Vec<_> =
        rows.iter().filter(|row| row[2] == "kind" && row[5].parse::<f64>().is_ok_and(|share| share > 0.0)).collect();
    let sum: f64 = kinds.iter().map(|row| row[5].parse::<f64>().expect("a share")).sum();
    assert!(kinds.len() > 1 && (sum - 1.0).abs() < 1e-9 && kinds.iter().all(|row| row[8] == "computed"), "{csv}");
    assert!(rows.iter().any(|row| row[2] == "flag" && row[8] == "simulated"), "{csv}");
    assert!(rows.iter().any(|row| row[2] == "note" && csv.contains("seed 7")), "{csv}");
}

/// Swords among swords: what all have says nothing.
#[tokio::test]
async fn a_condition_is_held_against_the_items_among_which_it_is() {
    let board = Board::new().await;
    let page =
        board.get_settled(&format!("{GIVEN}?q=theme:any&among=kind:dagger&depth=5&quality=good&keep=1000")).await;
    let text = page.text();
    assert!(text.contains("those among good drops of level 5 that are kind:dagger"), "{text}");
    let csv = board
        .get(&format!("{GIVEN}.csv?q=theme:any&among=kind:dagger&depth=5&quality=good&keep=1000"))
        .await
        .text()
        .to_owned();
    let kind = csv.lines().find(|line| line.contains(",kind,")).expect("a kind");
    let fields: Vec<&str> = kind.split(',').collect();
    assert!(fields[4].contains("Dagger") && fields[17] == "1", "{kind}");
}

#[tokio::test]
async fn entries_and_answers_lead_there() {
    let board = Board::new().await;
    let revision = "/editions/affix-branch-starter/revisions/1";
    for (path, link) in [
        ("/affixes/100", "/given?q=affix:%23100"),
        ("/themes/1", "/given?q=theme:%231"),
        ("/ask?q=tval:sword%26theme:any&depths=20&items=262144", "/given?q=tval:sword%26theme:any&#38;depth=20"),
    ] {
        let page = board.get(&format!("{revision}{path}")).await.text().to_owned();
        let plain = page.replace("&amp;", "&#38;");
        assert!(plain.contains(link), "{path}: {page}");
    }
    board.add_starter("nethack-starter").await;
    assert_eq!(board.get("/editions/nethack-starter/revisions/1/given").await.status, 404);
}

#[tokio::test]
async fn what_cannot_be_asked_is_said() {
    let board = Board::new().await;
    for (query, part) in [
        ("q=tval:swrd", "condition: column 1: found `swrd`; expected an item type, such as `sword`"),
        ("q=theme:any&among=tval:sword%26", "among: column 12: found the end; expected a condition"),
        ("q=theme:any&depth=999", "depth: found `999`; expected a level from 0 to 127."),
        ("q=theme:any&seed=x", "seed: found `x`; expected a whole number."),
        ("q=theme:any&keep=7", "keep: found `7`"),
        ("q=theme:any&order=size", "order: found `size`"),
        ("q=theme:any&quality=superb", "quality: found `superb`"),
    ] {
        let answer = board.get(&format!("{GIVEN}?{query}")).await;
        let text = answer.text();
        assert!(answer.status == 400 && text.replace("&#39;", "'").contains(part), "{query}: {} {text}", answer.status);
    }
    assert_eq!(board.get(&format!("{GIVEN}.csv?q=tval:swrd")).await.status, 400);
    let empty = board.get(GIVEN).await;
    assert!(empty.status == 200 && empty.text().contains("The ratio of both is the lift"), "{}", empty.text());
}
