//! A batch of the dashboard outlives the program, however that ends.

use affixboard_store::{BatchId, BatchState, Store};

use super::program::{Home, starter, until};

const DEPTHS: &str = "10,20,30,40,50,60";
const DROPS: u64 = 2_000_000;

#[test]
fn a_killed_program_finishes_its_batch_after_a_restart() {
    killed_and_finished(&format!("drops={DROPS}"), "");
}

/// The same of one with a target: what was asked for after a stage is asked for again, and not what comes after the next.
#[test]
fn a_killed_program_finishes_its_batch_with_a_target() {
    let until = "until=own&within=1.5&rows_from=1";
    killed_and_finished(&format!("{until}&at_most={DROPS}"), "--target 1.5% --rows-from 1%");
}

/// Kills the program while it runs a batch, starts it again, and compares the tally with that of the command line.
fn killed_and_finished(plan: &str, flags: &str) {
    let home = Home::new();
    let server = home.serve("");
    let form = format!("depths={DEPTHS}&{plan}&seed=42&great=on");
    let (status, answer) = server.post("/editions/affix-branch-starter/revisions/1/batches", &form);
    assert_eq!(status, 303, "{answer}");

    // As soon as the first shards are stored, there is something to resume from and much left to do.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let database = home.path("data/affixboard.db");
    let (store, done) = runtime.block_on(async {
        let store = Store::open(&database).await.expect("the database");
        loop {
            let batch = store.batch(BatchId(1)).await.expect("read").expect("batch 1");
            assert!(!batch.state.is_final(), "it should still run: {batch:?}");
            if batch.drops_done > 0 {
                break (store, batch.drops_done);
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    });
    assert!(done < 6 * DROPS);
    server.signal("KILL");
    assert_eq!(server.ended(), None);
    let batch = runtime.block_on(store.batch(BatchId(1))).expect("read").expect("batch 1");
    assert_eq!(batch.state, BatchState::Running, "it was killed in the middle");
    assert!(batch.drops_done >= done, "stored shards stay");
    runtime.block_on(store.close());

    let server = home.serve("");
    let resumed = until("the batch is done", || {
        let (status, tally) = server.get("/batches/1/tally.csv");
        (status == 200).then_some(tally)
    });
    let whole = home.run(&format!(
        "batch --files {} --depths {DEPTHS} --qualities great --drops {DROPS} --seed 42 --tally - {flags}",
        starter("affix-branch")
    ));
    assert!(whole.done() == resumed, "the tally is that of a batch that was never interrupted");
}

#[test]
fn a_stopped_program_keeps_what_was_made() {
    let home = Home::new();
    let server = home.serve("");
    let form = format!("depths={DEPTHS}&drops={DROPS}&seed=42&great=on");
    server.post("/editions/affix-branch-starter/revisions/1/batches", &form);
    until("drops were made", || {
        let page = server.get("/batches/1").1;
        let made = page.split("<span data-made>").nth(1).and_then(|rest| rest.split('<').next());
        made.is_some_and(|made| made != "0").then_some(())
    });
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let batch = runtime.block_on(async {
        let store = Store::open(&home.path("data/affixboard.db")).await.expect("the database");
        let batch = store.batch(BatchId(1)).await.expect("read").expect("batch 1");
        store.close().await;
        batch
    });
    assert_eq!(batch.state, BatchState::Running);
    assert!(batch.drops_done > 0 && batch.drops_done < 6 * DROPS, "{}", batch.drops_done);
}
