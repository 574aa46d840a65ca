//! Batches with a target on pages: the form, its estimate, what a batch came to, and the order of those that wait.

use affixboard_store::{BatchId, BatchState};
use axum::http::StatusCode;

use crate::support::{Board, STARTER};

#[tokio::test]
async fn the_form_has_targets_by_what_they_are_for() {
    let board = Board::new().await;
    let page = board.get(&format!("{STARTER}/batches/new")).await;
    let said = page.text();
    for (id, target) in [
        ("quick", "every row of at least 1 % within ± 20 % of its value"),
        ("decision", "every row of at least 0.5 % within ± 10 % of its value"),
        ("record", "every row of at least 0.1 % within ± 2 % of its value"),
    ] {
        assert!(said.contains(&format!("name=\"until\" value=\"{id}\"")) && said.contains(target), "{id}");
    }
    assert!(said.contains("name=\"until\" value=\"\" checked"), "without a target where nothing is said");
    let action = &format!("{STARTER}/batches");
    for (form, problem) in [
        ("until=soon", "Until: found `soon`; expected one of quick, decision, record, own."),
        ("until=own&within=x&rows_from=1", "Within: found `x`; expected a percentage such as 2 or 0.1."),
        ("until=own&within=2&rows_from=-1", "Rows from: found `-1`; expected a percentage such as 2 or 0.1."),
        ("until=own&within=2&rows_from=60", "found `60 %`; expected rows from 0.001 % to 50 %"),
        ("until=quick&at_most=many", "At most: found `many`; expected a whole number."),
        ("until=quick&at_most=100", "found `100`; expected at least 4096 drops per cell with a target"),
    ] {
        let at_most = if form.contains("at_most") { "" } else { "&at_most=100000" };
        let answer = board.post(action, &format!("depths=10&good=on&seed=1&drops=5&{form}{at_most}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{form}");
        assert!(answer.text().contains(problem), "{form}: {}", answer.lead());
    }
}

#[tokio::test]
async fn what_a_batch_takes_is_estimated_before_it_is_started() {
    let board = Board::new().await;
    let action = &format!("{STARTER}/batches");
    let form = "depths=10-60/10&good=on&great=on&seed=1&drops=1000";
    let fixed = board.post(action, &format!("{form}&estimate=on")).await;
    assert_eq!(fixed.status, StatusCode::OK);
    let said = fixed.text();
    assert!(said.contains("About 12,000 drops in 12 cells, a few seconds of computing if nothing else runs"), "{said}");
    assert!(said.contains("An estimate by 12 of these cells."), "{said}");
    let quick = board.post(action, &format!("{form}&until=quick&at_most=1000000&estimate=on")).await;
    let said = quick.text();
    assert!(said.contains("name=\"until\" value=\"quick\" checked") && said.contains(" drops in 12 cells, "), "{said}");
    assert!(board.store.batches(affixboard_store::BatchFilter::All, 5).await.expect("an answer").is_empty());
}

#[tokio::test]
async fn a_batch_with_a_target_says_what_it_came_to() {
    let board = Board::new().await;
    let form = "depths=10,40&good=on&seed=3&until=own&within=20&rows_from=2&at_most=20000";
    let id = board.start_batch(form).await;
    let page = format!("/batches/{id}");
    let waiting = board.get(&page).await;
    let said = waiting.text();
    assert!(
        said.contains("until every row of at least 2 % within ± 20 % of its value, at most 20,000 drops each"),
        "{said}"
    );
    assert!(said.contains("of at most 40,000 drops"), "{said}");
    board.work();
    let batch = board.finished(id).await;
    assert_eq!(batch.state, BatchState::Done);
    let drops = board.store.drops_of_cells(BatchId(id)).await.expect("drops");
    assert!(drops.iter().all(|drops| [4096, 8192, 16_384].contains(drops)), "{drops:?}");
    assert_eq!(batch.drops_done, drops.iter().sum::<u64>());
    let done = board.get(&page).await;
    assert!(done.text().contains(" of 2 cells stopped early, as they met the target."), "{}", done.text());
    // The same plan on the command line has the same drops; the file says what was asked for and reached.
    let tally = board.get(&format!("{page}/tally.csv")).await;
    let lines: Vec<&str> = tally.text().lines().collect();
    assert!(lines[1].contains("note,0,0,\"until every row of at least 2 % within ± 20 %"), "{}", lines[1]);
    assert!(lines[2].starts_with(&format!("10,good,{},note,0,0,", drops[0])), "{}", lines[2]);
    // Its plan again.
    let again = format!("{STARTER}/batches/new?depths=10,40&at_most=20000&until=own&within=20&rows_from=2&seed=3");
    assert!(done.text().contains(&again.replace('&', "&#38;")), "{}", done.text());
    assert_eq!(board.get(&format!("{page}/types/23")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn waiting_batches_change_places() {
    let board = Board::new().await;
    for seed in 1..=3 {
        board.start_batch(&format!("depths=10&drops=100&seed={seed}&good=on")).await;
    }
    assert!(board.get("/batches/3").await.text().contains("action=\"/batches/3/move\""));
    let moved = board.post("/batches/3/move", "to=first").await;
    assert_eq!((moved.status, moved.header("location")), (StatusCode::SEE_OTHER, "/batches/3"));
    assert_eq!(board.post("/batches/1/move", "to=last").await.status, StatusCode::SEE_OTHER);
    board.work();
    let mut ended = Vec::new();
    for id in 1..=3 {
        let batch = board.finished(id).await;
        ended.push((batch.started_at, id));
    }
    ended.sort_unstable();
    // Times are in milliseconds, so that two may be equal; the first and the last are told apart by their batches between.
    let starts = |id| ended.iter().find(|found| found.1 == id).expect("it").0;
    assert!(starts(3) <= starts(2) && starts(2) <= starts(1), "{ended:?}");
    let late = board.post("/batches/1/move", "to=first").await;
    assert_eq!((late.status, late.lead()), (StatusCode::CONFLICT, "batch 1 is done"));
    let log = board.store.audit_log(None, 10).await.expect("the log");
    assert!(log.iter().any(|entry| entry.what == "moved a batch" && entry.about == "batch 3"), "{log:?}");
}
