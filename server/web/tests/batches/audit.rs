//! A batch's audit: what it counted against what is computed.

use affixboard_model::batch::{Counts, Entry, Metric, Tally, run_shard};
use affixboard_store::{BatchId, StoredKey, TallyKeys};
use axum::http::StatusCode;

use crate::support::{Answer, Board};

const EGOS: &str = "/editions/angband-3-5-starter/revisions/1";

/// A dashboard with a batch of a game of egos, planned and not run.
async fn planned(form: &str) -> Board {
    let board = Board::new().await;
    board.add_starter("angband-3-5-starter").await;
    let answer = board.post(&format!("{EGOS}/batches"), form).await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/batches/1"));
    board
}

/// The page once the audit is at its end: each asking waits for it a while.
async fn result(board: &Board) -> Answer {
    loop {
        let page = board.get("/batches/1/audit").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text());
        if !page.text().contains("data-events") {
            return page;
        }
    }
}

#[tokio::test]
async fn a_batch_that_agrees() {
    let board = planned("depths=5,30&drops=50000&seed=3&normal=on&great=on&kind=").await;
    let early = board.get("/batches/1/audit").await;
    assert_eq!((early.status, early.lead()), (StatusCode::CONFLICT, "Batch 1 is queued; it has no numbers to show."));
    board.work();
    board.finished(1).await;
    assert!(board.get("/batches/1").await.text().contains("<a class=\"button\" href=\"/batches/1/audit\">Audit</a>"));
    let page = result(&board).await;
    for piece in [
        "<h1>Audit of batch 1</h1>",
        "depths 5, 30 · normal, great · 50,000 drops each · seed 3 · rules angband-3.5 1, as coded",
        "<b>No disagreement</b>: nothing among ",
        "<h2>Furthest from expected, all within chance</h2>",
        "<th scope=\"row\">Egos by kind</th>",
        "<h2>What this audit can detect</h2>",
        "In the 50,000 drops of one cell.",
        " entries in 4 cells: ",
        "None: only the last digits of the computed chances may be wrong.",
        "Of audits where everything agrees, 0.1 % report something",
    ] {
        assert!(page.text().contains(piece), "no {piece} in {}", page.text());
    }
    let csv = board.get("/batches/1/audit.csv").await;
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"batch-1-audit.csv\"");
    let mut reader = csv::Reader::from_reader(csv.body.as_slice());
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let compared: usize = page.between("nothing among ", " entries").replace(',', "").parse().expect("a number");
    assert_eq!(rows.len(), compared.min(5000));
    assert!(rows.iter().all(|row| &row[13] == "no"));
    let events = board.get("/batches/1/audit/events").await;
    assert_eq!(events.text(), "event: end\ndata: ended\n\n");
}

/// A batch whose stored counts are not those of its rules: a fifth of one kind's drops is taken away, and an ego is there
/// that can't be.
#[tokio::test]
async fn a_batch_that_disagrees() {
    let board = planned("depths=30&drops=100000&seed=3&great=on&kind=").await;
    let batch = board.store.claim_next_batch(0).await.expect("an answer").expect("the batch");
    let open = board.open("angband-3-5-starter").await;
    let (mut tally, mut counts) = (Tally::default(), Counts::new(open.forge.keys()));
    for shard in batch.plan.shards() {
        tally.add(shard.cell, &run_shard(open.forge.as_ref(), &shard, batch.plan.seed(), &mut counts));
    }
    let (cell, counted) = tally.cells.iter_mut().next().expect("a cell");
    let keys = open.forge.keys();
    let commonest = counted.counts.iter_mut().filter(|count| keys.key(count.0).metric == Metric::KIND);
    let commonest = commonest.max_by_key(|count| count.1).expect("a kind");
    commonest.1 -= commonest.1 / 5;
    let (kind, left) = (keys.label(commonest.0).1, commonest.1);
    let impossible = (0..keys.len() as u32)
        .find(|key| matches!(keys.key(*key).entry, Entry::Affix(_)) && !open.forge.can_occur(*cell, *key));
    let impossible = impossible.expect("an ego that can't be");
    let at = counted.counts.partition_point(|count| count.0 < impossible);
    counted.counts.insert(at, (impossible, 1));
    let dictionary = StoredKey::of_tally(keys, &tally);
    board.store.finish_batch(BatchId(1), &tally, TallyKeys::Drops(&dictionary), 0).await.expect("finished");

    let page = result(&board).await;
    let text = page.text();
    assert!(text.contains("<b>Counts and chances disagree</b>: 2 of "), "{text}");
    assert!(text.contains("<h2>Entries that disagree</h2>"));
    let rows: Vec<_> = text.split("<th scope=\"row\">").collect();
    let name = keys.label(impossible).1;
    assert!(rows[1].starts_with(&format!("{name} <small>ego · ")), "{}", rows[1]);
    assert!(
        rows[1].contains("<td class=\"num\">1</td><td class=\"num\">0</td><td class=\"num\">0</td>"),
        "{}",
        rows[1]
    );
    assert!(rows[2].starts_with(&format!("{kind} <small>kind</small>")), "{}", rows[2]);
    assert!(rows[2].contains(&format!("<td class=\"num\">{left}</td>")) || left >= 1000, "{}", rows[2]);
    assert!(
        text.contains("<th scope=\"row\">Kinds, and drops without one <span class=\"badge error\">disagrees</span>")
    );
    let csv = board.get("/batches/1/audit.csv").await;
    assert_eq!(csv.text().lines().filter(|line| line.ends_with(",yes")).count(), 2);
}

#[tokio::test]
async fn what_there_is_no_audit_of() {
    let board = Board::new().await;
    for path in ["/batches/7/audit", "/batches/7/audit.csv", "/batches/7/audit/events"] {
        let answer = board.get(path).await;
        assert_eq!((answer.status, answer.lead()), (StatusCode::NOT_FOUND, "There is no batch 7."), "{path}");
    }
}
