//! Batches that count values and flags too.

use std::collections::BTreeMap;

use axum::http::StatusCode;

use crate::support::{Board, STARTER};

type Rows = BTreeMap<(String, String, String, String), u64>;

/// A tally's rows by metric, tval, sval and name.
fn rows(bytes: &[u8]) -> Rows {
    let mut reader = csv::Reader::from_reader(bytes);
    let mut rows = Rows::new();
    for row in reader.records().map(|row| row.expect("CSV")) {
        let field = |at: usize| row[at].to_owned();
        *rows.entry((field(3), field(4), field(5), field(6))).or_default() += row[7].parse::<u64>().expect("a count");
    }
    rows
}

#[tokio::test]
async fn values_are_counted_beside_what_drops_are() {
    let board = Board::new().await;
    let plan = "depths=30&drops=30000&seed=3&great=on&kind=";
    assert!(board.get(&format!("{STARTER}/batches/new?full=on")).await.text().contains("name=\"full\" checked"));
    board.start_batch(plan).await;
    board.start_batch(&format!("{plan}&full=on")).await;
    board.work();
    board.finished(1).await;
    board.finished(2).await;
    assert!(board.get("/batches/2").await.text().contains("30,000 drops each, with values"));

    let identity = rows(&board.get("/batches/1/tally.csv").await.body);
    let full = rows(&board.get("/batches/2/tally.csv").await.body);
    let values = ["to_h", "to_d", "to_a", "ac", "weight", "dice", "pval", "flag"];
    let without: Rows = full.clone().into_iter().filter(|(row, _)| !values.contains(&row.0.as_str())).collect();
    assert!(without == identity, "the same drops");
    // Of each kind that can carry affixes, every item that is no artifact has one to-hit, one weight, one pair of dice.
    let sum = |metric: &str| full.iter().filter(|(row, _)| row.0 == metric).map(|row| row.1).sum::<u64>();
    let items = sum("naffixes");
    assert!(items > 10_000);
    for metric in ["to_h", "to_d", "to_a", "ac", "weight", "dice"] {
        assert_eq!(sum(metric), items, "{metric}");
    }

    for (subject, group, piece) in [
        ("to_d", "To-dam", "scope=\"row\" class=\"name\">0<"),
        ("dice", "Dice", "d"),
        ("pvals", "Pvals", "STR "),
        ("flags", "Flags", "HATES_"),
    ] {
        let page = board.get(&format!("/batches/2/types/23?subject={subject}")).await;
        assert_eq!(page.status, StatusCode::OK, "{subject}: {}", page.text());
        assert!(page.text().contains(&format!("class=\"name\">{group}</th>")), "{subject}: {}", page.text());
        assert!(page.text().contains(piece), "{subject}: {}", page.text());
    }
    let refused = board.get("/batches/1/types/23?subject=to_d").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert_eq!(refused.lead(), "subject: found `to_d`; expected one of affixes, themes, artifacts, naffixes, kinds.");
}

/// Games of egos count other values; pages offer those that a game has.
#[tokio::test]
async fn games_of_egos_count_values_of_their_own() {
    let board = Board::new().await;
    board.work();
    for (at, game, tval, pvals, others) in [
        (1, "angband-3-0-starter", 23, "1", ["egoextra", "cursed", "broken"].as_slice()),
        (2, "angband-3-5-starter", 32, "INFRA ", &["egoextra"]),
    ] {
        board.add_starter(game).await;
        let edition = format!("/editions/{game}/revisions/1");
        let form = board.get(&format!("{edition}/batches/new?full=on")).await;
        assert!(form.text().contains("name=\"full\" checked"), "{game}: {}", form.text());
        let form = "depths=30&drops=30000&seed=3&normal=on&kind=&full=on";
        let answer = board.post(&format!("{edition}/batches"), form).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
        board.finished(at).await;
        let full = rows(&board.get(&format!("/batches/{at}/tally.csv")).await.body);
        let sum = |metric: &str| full.iter().filter(|(row, _)| row.0 == metric).map(|row| row.1).sum::<u64>();
        // Every drop has a power, and every one that is no artifact a to-hit.
        assert_eq!(sum("power"), sum("kind"), "{game}");
        assert_eq!(sum("to_h"), sum("kind") - sum("artifact"), "{game}");
        let items = format!("/batches/{at}/types/{tval}");
        for (subject, group, piece) in [("pvals", "Pvals", pvals), ("power", "Power", "class=\"name\">2</th>")] {
            let page = board.get(&format!("{items}?subject={subject}")).await;
            assert_eq!(page.status, StatusCode::OK, "{game} {subject}: {}", page.text());
            assert!(page.text().contains(&format!("class=\"name\">{group}</th>")), "{game} {subject}");
            assert!(page.text().contains(piece), "{game} {subject}: {}", page.text());
        }
        for subject in others {
            let page = board.get(&format!("{items}?subject={subject}")).await;
            assert_eq!(page.status, StatusCode::OK, "{game} {subject}: {}", page.text());
        }
    }
    // Values are of items that can be no ego too.
    let batch = board.get("/batches/1").await;
    assert!(batch.text().contains("<a href=\"/batches/1/types/45\">ring</a>"), "{}", batch.text());
    let rings = board.get("/batches/1/types/45?subject=pvals").await;
    assert!(rings.text().contains("class=\"name\">Pvals</th>"), "{}", rings.text());
    // Marks are 3.0's only, and kinds are listed one by one.
    let cursed = board.get("/batches/1/types/23?subject=cursed").await;
    assert!(cursed.text().contains("class=\"name\">Cursed</th>"), "{}", cursed.text());
    let refused = board.get("/batches/2/types/23?subject=cursed").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
}

/// Where values are not simulated, the form says so instead of offering them.
#[tokio::test]
async fn the_form_says_what_is_counted() {
    let board = Board::new().await;
    for starter in affixboard_service::starter::all() {
        if starter.slug != "affix-branch-starter" {
            board.add_starter(&starter.slug).await;
        }
        let game = starter.loaded.game;
        let form = board.get(&format!("/editions/{}/revisions/1/batches/new", starter.slug)).await;
        if starter.loaded.catalog.item_types.is_empty() {
            assert_eq!(form.status.as_u16(), 303, "{}: without drops there is only the form of subjects", starter.slug);
            continue;
        }
        let without = format!("Values of {} are not simulated.", game.title());
        let (offers, says) = (form.text().contains("name=\"full\""), form.text().contains(&without));
        assert_eq!((offers, says), (game.has_values(), !game.has_values()), "{}: {}", starter.slug, form.text());
    }
}
