//! Batches: started by a form, run, shown, resumed, called off.

use affixboard_store::{BatchId, BatchState, DatabaseError};
use axum::{
    body::Body,
    http::{Request, StatusCode},
};
use tokio_stream::StreamExt;

use crate::support::{Board, STARTER};

#[tokio::test]
async fn a_batch_from_the_form_to_its_chart() {
    let board = Board::new().await;
    let id = board.start_batch("depths=1,30&drops=10000&seed=3&normal=on&great=on&kind=").await;
    let waiting = board.get(&format!("/batches/{id}")).await;
    assert!(waiting.text().contains("<span class=\"badge state-queued\">queued</span>"), "{}", waiting.text());
    assert!(waiting.text().contains("<span data-made>0</span> of 40,000 drops"));
    assert!(waiting.text().contains("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>"));
    assert!(waiting.text().contains("depths 1, 30 · normal, great · 10,000 drops each · seed 3"));

    board.work();
    let batch = board.finished(id).await;
    assert_eq!((batch.state, batch.drops_done), (BatchState::Done, 40_000));
    let done = board.get(&format!("/batches/{id}")).await;
    assert!(done.text().contains("<a href=\"/batches/1/types/23\">sword</a>"));
    assert!(!done.text().contains("Cancel"));
    assert!(board.get("/").await.text().contains("<a href=\"/batches/1\">#1</a>"));

    let page = board.get("/batches/1/types/23").await;
    assert_eq!(page.status, StatusCode::OK);
    for piece in [
        "<b class=\"how-simulated\">simulated</b>",
        "<th scope=\"rowgroup\" class=\"name\">Affixes</th>",
        "<th scope=\"rowgroup\" class=\"name\">Number of affixes</th>",
        "of 10,000",
        "95 % interval",
        "src=\"/batches/1/types/23.svg?subject=affixes\"",
    ] {
        assert!(page.text().contains(piece), "no {piece}");
    }
    let chart = board.get("/batches/1/types/23.svg?subject=affixes").await;
    assert_eq!(
        chart.between("<title", "</title>").split_once('>').map(|title| title.1),
        Some("Sword: what great drops carry, most frequent first")
    );
    assert!(chart.text().contains("<desc"));
    assert!(chart.text().trim_end().ends_with("</svg>"));
    let dark = board.get("/batches/1/types/23.svg?subject=affixes&theme=dark").await;
    assert_ne!(chart.body, dark.body);

    let tally = board.get("/batches/1/tally.csv").await;
    assert_eq!(tally.header("content-disposition"), "attachment; filename=\"batch-1-tally.csv\"");
    let mut reader = csv::Reader::from_reader(tally.body.as_slice());
    let records: Vec<_> = reader.records().map(|record| record.expect("a record")).collect();
    let sum = |metric: &str, level: &str, quality: &str| -> u64 {
        let rows = records.iter().filter(|row| (&row[3], &row[0], &row[1]) == (metric, level, quality));
        rows.map(|row| row[7].parse::<u64>().expect("a count")).sum()
    };
    // Every drop is of one kind.
    for (level, quality) in [("1", "normal"), ("1", "great"), ("30", "normal"), ("30", "great")] {
        assert_eq!(sum("kind", level, quality), 10_000, "{level} {quality}");
    }
    assert!(records.iter().all(|row| &row[2] == "10000"));
}

#[tokio::test]
async fn the_same_seed_gives_the_same_numbers() {
    let board = Board::new().await;
    let form = "depths=5,50&drops=70000&good=on&great=on&seed=";
    for seed in ["11", "11", "12"] {
        board.start_batch(&format!("{form}{seed}")).await;
    }
    board.work();
    let mut tallies = Vec::new();
    for id in 1..=3 {
        board.finished(id).await;
        tallies.push(board.get(&format!("/batches/{id}/tally.csv")).await.body);
    }
    assert!(tallies[0] == tallies[1]);
    assert!(tallies[0] != tallies[2]);
}

#[tokio::test]
async fn an_interrupted_batch_is_resumed() {
    // Six cells of two shards each.
    let form = "depths=10,40,80&drops=130000&good=on&great=on&seed=5";
    let board = Board::new().await;
    let id = board.start_batch(form).await;
    let worker = board.work();
    board.first_shard(id).await;
    let board = board.restart(worker).await;
    let batch = board.store.batch(BatchId(id)).await.expect("an answer").expect("a batch");
    assert_eq!(batch.state, BatchState::Running);
    assert!(0 < batch.drops_done && batch.drops_done < 780_000, "{} drops", batch.drops_done);
    let kept = batch.drops_done;

    // The page already knows what was kept, and the new program goes on from there.
    let page = board.get(&format!("/batches/{id}")).await;
    assert_eq!(page.between("<span data-made>", "</span>").replace(',', ""), kept.to_string());
    board.work();
    assert_eq!(board.finished(id).await.drops_done, 780_000);
    let again = board.start_batch(form).await;
    board.finished(again).await;
    let resumed = board.get(&format!("/batches/{id}/tally.csv")).await;
    let uninterrupted = board.get(&format!("/batches/{again}/tally.csv")).await;
    assert!(resumed.text().len() > 1000 && resumed.body == uninterrupted.body);
}

#[tokio::test]
async fn batches_are_called_off() {
    let board = Board::new().await;
    let waiting = board.start_batch("depths=10&drops=100&seed=1&good=on").await;
    let answer = board.post(&format!("/batches/{waiting}/cancel"), "").await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/batches/1"));
    let page = board.get("/batches/1").await;
    assert!(page.text().contains("<span class=\"badge state-cancelled\">cancelled</span>"));
    assert!(!page.text().contains("Results by item type"));

    // 64 shards in each cell.
    let running = board.start_batch("depths=10,20,30&drops=5000000&seed=1&good=on&great=on").await;
    board.work();
    board.first_shard(running).await;
    assert_eq!(board.post(&format!("/batches/{running}/cancel"), "").await.status, StatusCode::SEE_OTHER);
    let batch = board.finished(running).await;
    assert_eq!(batch.state, BatchState::Cancelled);
    // The next one isn't held up.
    let next = board.start_batch("depths=10&drops=100&seed=1&good=on").await;
    assert_eq!(board.finished(next).await.state, BatchState::Done);

    for (path, said) in [
        ("/batches/1/tally.csv", "Batch 1 is cancelled; it has no numbers to show."),
        ("/batches/1/types/23", "Batch 1 is cancelled; it has no numbers to show."),
        ("/batches/2/types/23.csv", "Batch 2 is cancelled; it has no numbers to show."),
        ("/batches/2/types/23.svg", "Batch 2 is cancelled; it has no numbers to show."),
    ] {
        let answer = board.get(path).await;
        assert_eq!((answer.status, answer.lead()), (StatusCode::CONFLICT, said), "{path}");
    }
    let twice = board.post("/batches/1/cancel", "").await;
    assert_eq!((twice.status, twice.lead()), (StatusCode::CONFLICT, "batch 1 is cancelled"));
    let late = board.post(&format!("/batches/{next}/cancel"), "").await;
    assert_eq!((late.status, late.lead()), (StatusCode::CONFLICT, "batch 3 is done"));
}

/// Cancelled in the middle and continued, a batch counts what it counts undisturbed, to the byte.
#[tokio::test]
async fn a_cancelled_batch_is_continued() {
    // Six cells of two shards each.
    let form = "depths=10,40,80&drops=130000&good=on&great=on&seed=5";
    let board = Board::new().await;
    let id = board.start_batch(form).await;
    let page = format!("/batches/{id}");
    let early = board.post(&format!("{page}/continue"), "").await;
    assert_eq!((early.status, early.lead()), (StatusCode::CONFLICT, "batch 1 is queued"));
    board.work();
    board.first_shard(id).await;
    board.post(&format!("{page}/cancel"), "").await;
    assert_eq!(board.finished(id).await.state, BatchState::Cancelled);
    // What was under way when it was cancelled is stored before the next batch begins.
    let next = board.start_batch("depths=10&drops=100&seed=1&good=on").await;
    board.finished(next).await;
    let kept = board.store.batch(BatchId(id)).await.expect("an answer").expect("a batch").drops_done;
    assert!(0 < kept && kept < 780_000, "{kept} drops");
    let cancelled = board.get(&page).await;
    let said = cancelled.text().replace(',', "");
    assert!(said.contains(&format!("{kept} of 780000 drops are finished and kept.")), "{said}");
    assert!(said.contains(&format!("<form class=\"inline\" method=\"post\" action=\"{page}/continue\">")), "{said}");

    let answer = board.post(&format!("{page}/continue"), "").await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, page.as_str()));
    let batch = board.finished(id).await;
    assert_eq!((batch.state, batch.drops_done), (BatchState::Done, 780_000));
    let again = board.start_batch(form).await;
    board.finished(again).await;
    let continued = board.get(&format!("/batches/{id}/tally.csv")).await;
    let undisturbed = board.get(&format!("/batches/{again}/tally.csv")).await;
    assert!(continued.text().len() > 1000 && continued.body == undisturbed.body);
    let log = board.store.audit_log(None, 10).await.expect("the log");
    assert!(log.iter().any(|entry| entry.what == "continued a batch" && entry.about == "batch 1"), "{log:?}");
    assert!(!board.get(&page).await.text().contains("/continue"));
}

/// *Run again* leads to the form, filled in with the plan: sent as it is, it counts the same.
#[tokio::test]
async fn a_plan_is_run_again() {
    let board = Board::new().await;
    let id = board.start_batch("depths=1,5-15/5,40&drops=300&seed=77&normal=on&great=on&kind=23:11&full=on").await;
    board.work();
    board.finished(id).await;
    let page = board.get(&format!("/batches/{id}")).await;
    let link =
        format!("{STARTER}/batches/new?depths=1,5-15/5,40&drops=300&seed=77&kind=23:11&full=on&normal=on&great=on");
    let shown = link.replace('&', "&#38;");
    assert!(page.text().contains(&format!("<a class=\"button\" href=\"{shown}\">Run again</a>")), "{}", page.text());
    assert!(!page.text().contains("Run again on"), "there is no newer revision");
    let form = board.get(&link).await;
    for piece in [
        "name=\"depths\" value=\"1,5-15/5,40\"",
        "name=\"drops\" value=\"300\"",
        "name=\"seed\" value=\"77\"",
        "name=\"kind\" value=\"23:11\"",
        "name=\"normal\" checked>",
        "name=\"good\">",
        "name=\"great\" checked>",
        "name=\"full\" checked>",
    ] {
        assert!(form.text().contains(piece), "no {piece}");
    }
    let again = board.start_batch(link.split_once('?').expect("a query").1).await;
    board.finished(again).await;
    let plans = [id, again].map(BatchId);
    let [first, second] = [board.store.batch(plans[0]).await, board.store.batch(plans[1]).await];
    let plan =
        |batch: Result<Option<affixboard_store::Batch<_>>, DatabaseError>| batch.ok().flatten().map(|batch| batch.plan);
    assert_eq!(plan(first), plan(second));
}

#[tokio::test]
async fn progress_is_told_until_the_end() {
    let board = Board::new().await;
    board.start_batch("depths=10&drops=200&seed=1&good=on&great=on").await;
    let request = Request::get("/batches/1/events").body(Body::empty()).expect("a request");
    let response = board.respond(request).await;
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let mut events = response.into_body().into_data_stream();
    let mut next = async || {
        let event = events.next().await.map(|bytes| bytes.expect("an event").to_vec());
        event.map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
    };
    assert_eq!(next().await.as_deref(), Some("event: progress\ndata: 0 0 400\n\n"));
    board.work();
    board.finished(1).await;
    let rest = async {
        let mut last = None;
        while let Some(event) = next().await {
            last = Some(event);
        }
        last
    };
    assert_eq!(rest.await.as_deref(), Some("event: end\ndata: done\n\n"));
}

#[tokio::test]
async fn one_kind_on_its_own() {
    let board = Board::new().await;
    board.start_batch("depths=30&drops=2000&seed=1&great=on&kind=23:11").await;
    board.work();
    board.finished(1).await;
    let tally = board.get("/batches/1/tally.csv").await;
    let mut reader = csv::Reader::from_reader(tally.body.as_slice());
    for record in reader.records() {
        let record = record.expect("a record");
        let place = if &record[3] == "attempts" { ("", "") } else { ("23", "11") };
        assert_eq!((&record[4], &record[5]), place, "{record:?}");
    }
    let page = board.get("/batches/1/types/23?sval=11").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text());
    assert!(page.text().contains("depth 30 · great · one kind · 2,000 drops each"), "{}", page.text());
    assert_eq!(board.get("/batches/1/types/23.svg").await.status, StatusCode::OK);
    assert!(board.get(&format!("{STARTER}/types/23")).await.status.is_success());
}
