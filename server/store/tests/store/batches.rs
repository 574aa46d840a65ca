//! Batches: the way through their states, resuming, and tallies.

use std::collections::BTreeSet;

use affixboard_model::batch::{BatchPlan, CellTally, Plan, Shard, Tally, Target};
use affixboard_store::{
    Batch, BatchError, BatchFilter, BatchId, BatchState, NewBatch, QueueEnd, RevisionId, Store, StoredKey, TallyKeys,
};

use crate::{
    fixture::{NOW, check_integrity, counted, execute, import, keys, plan, rows, small, store},
    proposals::{ANN, BOB, team},
};

async fn create(store: &Store, revision: RevisionId, plan: &Plan) -> Result<BatchId, BatchError> {
    store.create_batch(NewBatch { revision, rules_version: 3, plan: plan.into(), by: None, now_ms: NOW + 1 }).await
}

/// A store with a revision and a batch of 16 shards that was claimed.
async fn running() -> (tempfile::TempDir, Store, Batch) {
    let (folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    create(&store, revision.id, &plan(&[1, 30], &[], 200_000)).await.expect("a batch");
    let batch = store.claim_next_batch(NOW + 2).await.expect("an answer").expect("a batch");
    (folder, store, batch.of_drops().expect("drops"))
}

pub(crate) fn results(plan: &Plan) -> Vec<(Shard, CellTally)> {
    plan.shards().map(|shard| (shard, counted(&shard))).collect()
}

pub(crate) fn total(results: &[(Shard, CellTally)]) -> Tally {
    let mut tally = Tally::default();
    for (shard, counts) in results {
        tally.add(shard.cell, counts);
    }
    tally
}

async fn state(store: &Store, id: BatchId) -> BatchState {
    store.batch(id).await.expect("an answer").expect("a batch").state
}

#[tokio::test]
async fn a_batch_waits_runs_survives_a_restart_and_is_done() {
    let (folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let plan = plan(&[1, 30], &[], 200_000);
    let id = create(&store, revision.id, &plan).await.expect("a batch");
    let queued = store.batch(id).await.expect("an answer").expect("a batch");
    assert_eq!((queued.state, queued.drops_done, queued.rules_version), (BatchState::Queued, 0, 3));
    assert_eq!((queued.revision, queued.revision_number, queued.slug.as_str()), (revision.id, 1, "v4"));
    assert_eq!((queued.game.as_str(), &queued.plan), ("affix-branch", &BatchPlan::Drops(plan.clone())));
    assert_eq!((queued.created_at, queued.started_at, queued.finished_at), (NOW + 1, None, None));

    let claimed = store.claim_next_batch(NOW + 2).await.expect("an answer").expect("a batch");
    assert_eq!((claimed.id, claimed.state, claimed.started_at), (id, BatchState::Running, Some(NOW + 2)));
    assert_eq!(store.claim_next_batch(NOW + 3).await.expect("an answer"), None);

    let all = results(&plan);
    assert_eq!(all.len(), 16);
    store.save_shards(id, &all[..7]).await.expect("saved");
    store.save_shards(id, &all[5..7]).await.expect("saved again");
    store.close().await;
    drop(store);

    let store = Store::open(&folder.path().join("a.db")).await.expect("the same database");
    assert_eq!(store.requeue_interrupted().await.expect("an answer"), 1);
    let queued = store.batch(id).await.expect("an answer").expect("a batch");
    let drops: u64 = all[..7].iter().map(|(shard, _)| shard.drops).sum();
    assert_eq!((queued.state, queued.drops_done), (BatchState::Queued, drops));
    let claimed = store.claim_next_batch(NOW + 9).await.expect("an answer").expect("a batch");
    assert_eq!((claimed.id, claimed.started_at), (id, Some(NOW + 2)));

    let finished = store.finished_shards(id).await.expect("shards");
    assert_eq!(finished.shards, all[..7].iter().map(|(shard, _)| *shard).collect::<Vec<_>>());
    assert_eq!(finished.tally, total(&all[..7]));
    let done: BTreeSet<_> = finished.shards.iter().map(|shard| (shard.cell, shard.piece)).collect();
    let rest: Vec<_> = all.iter().filter(|(shard, _)| !done.contains(&(shard.cell, shard.piece))).cloned().collect();
    store.save_shards(id, &rest).await.expect("saved");

    let tally = store.finished_shards(id).await.expect("shards").tally;
    assert_eq!(tally, total(&all));
    let dictionary = StoredKey::of_tally(&keys(), &tally);
    store.finish_batch(id, &tally, TallyKeys::Drops(&dictionary), NOW + 10).await.expect("done");

    let batch = store.batch(id).await.expect("an answer").expect("a batch");
    assert_eq!((batch.state, batch.drops_done, batch.finished_at), (BatchState::Done, 800_000, Some(NOW + 10)));
    assert_eq!(store.tally(id).await.expect("a tally"), tally);
    assert_eq!(store.tally_keys(id).await.expect("keys"), dictionary);
    assert_eq!(dictionary.iter().map(|key| key.key).collect::<Vec<_>>(), [0, 2, 3, 4, 5, 6, 7]);
    assert_eq!(dictionary[3].name, "Nain é");
    assert_eq!(rows(folder.path(), "shards").await, 0);
    assert_eq!(store.finished_shards(id).await.expect("shards").shards, []);

    let some = store.tally_for(id, 2, &[30, 99]).await.expect("a tally");
    let cells: Vec<_> = some.cells.keys().map(|cell| (cell.depth, cell.quality)).collect();
    assert_eq!(cells, [(30, 2)]);
    assert!(some.cells.iter().all(|(cell, counts)| tally.cells[cell] == *counts));
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn cells_of_single_kinds_are_kept_apart() {
    let (_folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let plan = plan(&[5], &[0, 1], 1000);
    let id = create(&store, revision.id, &plan).await.expect("a batch");
    store.claim_next_batch(NOW).await.expect("an answer").expect("a batch");
    let all = results(&plan);
    store.save_shards(id, &all).await.expect("saved");
    let finished = store.finished_shards(id).await.expect("shards");
    assert_eq!(finished.shards, plan.shards().collect::<Vec<_>>());
    let dictionary = StoredKey::of_tally(&keys(), &finished.tally);
    store.finish_batch(id, &finished.tally, TallyKeys::Drops(&dictionary), NOW).await.expect("done");
    assert_eq!(store.tally(id).await.expect("a tally"), total(&all));
}

#[tokio::test]
async fn batches_are_called_off_while_they_wait_or_run() {
    let (folder, store, running) = running().await;
    let waiting = create(&store, running.revision, &plan(&[1], &[], 10)).await.expect("a batch");
    let all = results(&running.plan);
    assert_eq!(store.save_shards(running.id, &all[..2]).await.expect("saved"), BatchState::Running);
    for id in [running.id, waiting] {
        store.cancel_batch(id, None, NOW + 5).await.expect("cancelled");
        assert_eq!(state(&store, id).await, BatchState::Cancelled);
    }
    assert_eq!(store.claim_next_batch(NOW).await.expect("an answer"), None);
    assert_eq!(store.requeue_interrupted().await.expect("an answer"), 0);

    let tally = total(&all);
    let dictionary = StoredKey::of_tally(&keys(), &tally);
    for refused in [
        store.finish_batch(running.id, &tally, TallyKeys::Drops(&dictionary), NOW).await,
        store.fail_batch(running.id, "late", NOW).await,
        store.cancel_batch(running.id, None, NOW).await,
        store.tally(running.id).await.map(|_| ()),
    ] {
        let refused = refused.expect_err("refused");
        assert_eq!(refused.to_string(), format!("batch {} is cancelled", running.id));
    }
    assert_eq!(rows(folder.path(), "tallies").await, 0);
}

/// What is finished when a batch is cancelled is kept, what was under way then too, and it goes on from there.
#[tokio::test]
async fn a_cancelled_batch_is_continued() {
    let (folder, store, running) = running().await;
    let id = running.id;
    let all = results(&running.plan);
    store.save_shards(id, &all[..2]).await.expect("saved");
    store.cancel_batch(id, None, NOW + 5).await.expect("cancelled");
    assert_eq!(store.save_shards(id, &all[1..3]).await.expect("saved"), BatchState::Cancelled);
    assert_eq!(rows(folder.path(), "shards").await, 3);

    store.continue_batch(id, None, NOW + 6).await.expect("continued");
    let drops: u64 = all[..3].iter().map(|(shard, _)| shard.drops).sum();
    let queued = store.batch(id).await.expect("an answer").expect("a batch");
    assert_eq!((queued.state, queued.drops_done, queued.finished_at), (BatchState::Queued, drops, None));
    let twice = store.continue_batch(id, None, NOW + 6).await.expect_err("refused");
    assert_eq!(twice.to_string(), format!("batch {id} is queued"));
    assert_eq!(store.claim_next_batch(NOW + 7).await.expect("an answer").map(|batch| batch.id), Some(id));
    assert_eq!(store.finished_shards(id).await.expect("shards").tally, total(&all[..3]));
    store.save_shards(id, &all[3..]).await.expect("saved");
    let tally = store.finished_shards(id).await.expect("shards").tally;
    let dictionary = StoredKey::of_tally(&keys(), &tally);
    store.finish_batch(id, &tally, TallyKeys::Drops(&dictionary), NOW + 8).await.expect("done");
    assert_eq!(store.tally(id).await.expect("a tally"), total(&all));
    assert_eq!(rows(folder.path(), "shards").await, 0);
    for refused in [store.continue_batch(id, None, NOW).await, store.save_shards(id, &all).await.map(|_| ())] {
        assert_eq!(refused.expect_err("refused").to_string(), format!("batch {id} is done"));
    }
    check_integrity(folder.path()).await;
}

/// Earlier programs dropped the shards of what was cancelled, but not the number of its drops.
#[tokio::test]
async fn a_batch_without_its_shards_begins_anew() {
    let (folder, store, running) = running().await;
    store.save_shards(running.id, &results(&running.plan)[..2]).await.expect("saved");
    store.cancel_batch(running.id, None, NOW).await.expect("cancelled");
    execute(folder.path(), "DELETE FROM shards").await;
    store.continue_batch(running.id, None, NOW).await.expect("continued");
    assert_eq!(store.batch(running.id).await.expect("an answer").expect("a batch").drops_done, 0);
}

#[tokio::test]
async fn a_failure_is_told_and_final() {
    let (_folder, store, running) = running().await;
    let waiting = create(&store, running.revision, &plan(&[1], &[], 10)).await.expect("a batch");
    let refused = store.fail_batch(waiting, "not begun", NOW).await.expect_err("refused");
    assert!(matches!(refused, BatchError::WrongState { state: BatchState::Queued, .. }));
    store.fail_batch(running.id, "the rules changed", NOW + 7).await.expect("failed");
    let batch = store.batch(running.id).await.expect("an answer").expect("a batch");
    assert_eq!((batch.state, batch.finished_at), (BatchState::Failed, Some(NOW + 7)));
    assert_eq!(batch.error.as_deref(), Some("the rules changed"));
    assert!(store.cancel_batch(running.id, None, NOW).await.is_err());
}

#[tokio::test]
async fn what_there_is_not_is_said_so() {
    let (_folder, store) = store().await;
    let none = BatchId(42);
    assert_eq!(store.batch(none).await.expect("an answer"), None);
    for refused in [
        store.cancel_batch(none, None, NOW).await,
        store.fail_batch(none, "", NOW).await,
        store.save_shards(none, &[]).await.map(|_| ()),
        store.continue_batch(none, None, NOW).await,
        store.finish_batch(none, &Tally::default(), TallyKeys::Drops(&[]), NOW).await,
        store.tally(none).await.map(|_| ()),
        store.tally_for(none, 0, &[1]).await.map(|_| ()),
    ] {
        assert!(matches!(refused, Err(BatchError::NotFound(BatchId(42)))), "{refused:?}");
    }
    let refused = create(&store, RevisionId(9), &plan(&[1], &[], 1)).await.expect_err("refused");
    assert!(matches!(refused, BatchError::NoSuchRevision(RevisionId(9))));
}

#[tokio::test]
async fn plans_that_can_not_be_run_are_refused() {
    let (folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let good = plan(&[1], &[0, 1], 10);
    for bad in [
        plan(&[], &[], 10),
        plan(&[5, 1], &[], 10),
        plan(&[5, 5], &[], 10),
        plan(&[1], &[0, 2], 10),
        plan(&[1], &[], Plan::MAX_DROPS + 1),
        Plan { target: None, qualities: vec![], ..good.clone() },
    ] {
        let refused = create(&store, revision.id, &bad).await.expect_err("refused");
        assert!(matches!(refused, BatchError::BadPlan(_)), "{bad:?}");
    }
    assert_eq!(rows(folder.path(), "batches").await, 0);
    create(&store, revision.id, &good).await.expect("a batch");
}

#[tokio::test]
async fn a_tally_with_a_hole_is_refused_and_the_batch_runs_on() {
    let (folder, store, batch) = running().await;
    let whole = total(&results(&batch.plan));
    let dictionary = StoredKey::of_tally(&keys(), &whole);
    let mut no_cell = whole.clone();
    no_cell.cells.pop_last();
    let few_drops = total(&results(&batch.plan)[1..]);
    for (tally, dictionary) in [(&no_cell, &dictionary[..]), (&few_drops, &dictionary), (&whole, &dictionary[1..])] {
        let refused =
            store.finish_batch(batch.id, tally, TallyKeys::Drops(dictionary), NOW).await.expect_err("refused");
        assert!(matches!(refused, BatchError::IncompleteTally { .. }), "{refused}");
    }
    assert_eq!((rows(folder.path(), "tallies").await, state(&store, batch.id).await), (0, BatchState::Running));
    store.finish_batch(batch.id, &whole, TallyKeys::Drops(&dictionary), NOW).await.expect("done");
}

#[tokio::test]
async fn the_oldest_is_claimed_first_and_by_one_only() {
    let (_folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    for _ in 0..5 {
        create(&store, revision.id, &plan(&[1], &[], 10)).await.expect("a batch");
    }
    let first = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch");
    assert_eq!(first.id, BatchId(1));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.claim_next_batch(NOW).await.expect("an answer").map(|batch| batch.id.0) })
        })
        .collect();
    let mut claimed = Vec::new();
    for task in tasks {
        claimed.extend(task.await.expect("no panic"));
    }
    claimed.sort_unstable();
    assert_eq!(claimed, [2, 3, 4, 5]);
}

#[tokio::test]
async fn lists_are_newest_first_and_can_be_narrowed() {
    let (_folder, store) = store().await;
    let first = import(&store, &small()).await.revision;
    let second = import(&store, &crate::fixture::large(1)).await.revision;
    for revision in [first.id, second.id, first.id] {
        create(&store, revision, &plan(&[1], &[], 10)).await.expect("a batch");
    }
    for (filter, limit, expected) in [
        (BatchFilter::All, 10, &[3, 2, 1][..]),
        (BatchFilter::All, 2, &[3, 2]),
        (BatchFilter::Revision(first.id), 10, &[3, 1]),
        (BatchFilter::Edition(first.edition_id), 10, &[3, 2, 1]),
        (BatchFilter::Revision(RevisionId(77)), 10, &[]),
    ] {
        let ids: Vec<_> = store.batches(filter, limit).await.expect("batches").iter().map(|batch| batch.id.0).collect();
        assert_eq!(ids, expected, "{filter:?}");
    }
}

#[tokio::test]
async fn damaged_counts_are_an_error() {
    let (folder, store, batch) = running().await;
    store.save_shards(batch.id, &results(&batch.plan)[..1]).await.expect("saved");
    execute(folder.path(), "UPDATE shards SET counts = x'05'").await;
    let damaged = store.finished_shards(batch.id).await.expect_err("an error");
    assert!(matches!(damaged, BatchError::DamagedCounts { .. }), "{damaged}");
}

#[tokio::test]
async fn old_batches_go_with_their_tallies_and_no_others() {
    let (folder, store, batch) = running().await;
    let all = results(&batch.plan);
    let dictionary = StoredKey::of_tally(&keys(), &total(&all));
    store.finish_batch(batch.id, &total(&all), TallyKeys::Drops(&dictionary), NOW + 10).await.expect("done");
    assert_eq!(
        store.remove_old_batches(NOW + 11, NOW + 20).await.expect("an answer"),
        0,
        "its number may not come again"
    );
    let queued = create(&store, batch.revision, &plan(&[1], &[], 10)).await.expect("a batch");
    assert_eq!(store.remove_old_batches(NOW + 10, NOW + 20).await.expect("an answer"), 0, "it ended just then");
    assert_eq!(store.remove_old_batches(NOW + 11, NOW + 20).await.expect("an answer"), 1);
    assert_eq!(store.batch(batch.id).await.expect("an answer"), None);
    assert_eq!((rows(folder.path(), "tallies").await, rows(folder.path(), "tally_keys").await), (0, 0));
    assert_eq!(state(&store, queued).await, BatchState::Queued, "what waits is kept however long it waits");
    assert_eq!(store.remove_old_batches(NOW + 11, NOW + 20).await.expect("an answer"), 0);
    let last = store.audit_log(None, 1).await.expect("the log");
    assert_eq!((last[0].what.as_str(), last[0].about.as_str(), last[0].by), ("removed old batches", "1 batches", None));
    assert_eq!(last[0].from.as_deref(), Some("batch 1"));
    check_integrity(folder.path()).await;
}

/// An account has so many batches in the queue at most; those of others, and those that ended, don't count.
#[tokio::test]
async fn an_account_has_so_many_batches_in_the_queue() {
    let (folder, store, _) = team().await;
    let revision = import(&store, &small()).await.revision;
    let plan = plan(&[1], &[], 1);
    let create = async |by| {
        store
            .create_batch(NewBatch { revision: revision.id, rules_version: 3, plan: (&plan).into(), by, now_ms: NOW })
            .await
    };
    for _ in 0..20 {
        create(Some(ANN)).await.expect("a batch");
    }
    let refused = create(Some(ANN)).await.expect_err("the twenty-first");
    assert_eq!(refused.to_string(), "there are 20 batches of yours in the queue, which is the most there can be");
    assert_eq!(rows(folder.path(), "batches").await, 20);
    create(Some(BOB)).await.expect("another's batch");
    create(None).await.expect("nobody's batch");
    store.cancel_batch(BatchId(1), Some(BOB), NOW).await.expect("cancelled");
    create(Some(ANN)).await.expect("a batch in its place");
    let running = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch");
    assert!(matches!(create(Some(ANN)).await, Err(BatchError::TooMany(_))), "the running one counts");
    store.fail_batch(running.id, "why", NOW).await.expect("failed");
    // There is room for one: of two that belong together neither is made.
    let new = || NewBatch { revision: revision.id, rules_version: 3, plan: (&plan).into(), by: Some(ANN), now_ms: NOW };
    let before = rows(folder.path(), "batches").await;
    assert!(matches!(store.create_two_batches([new(), new()]).await, Err(BatchError::TooMany(_))));
    assert_eq!(rows(folder.path(), "batches").await, before);
    create(Some(ANN)).await.expect("a batch in its place");
    for id in [3, 4] {
        store.cancel_batch(BatchId(id), Some(ANN), NOW).await.expect("cancelled");
    }
    let [first, second] = store.create_two_batches([new(), new()]).await.expect("room for two");
    assert_eq!(second.0, first.0 + 1);
    assert_eq!(rows(folder.path(), "batches").await, before + 3);
}

#[tokio::test]
async fn waiting_batches_are_moved() {
    let (_folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(create(&store, revision.id, &plan(&[1], &[], 10)).await.expect("a batch"));
    }
    store.move_batch(ids[2], QueueEnd::First, None, NOW).await.expect("moved");
    store.move_batch(ids[0], QueueEnd::Last, None, NOW).await.expect("moved");
    store.move_batch(ids[3], QueueEnd::First, None, NOW).await.expect("moved");
    let mut order = Vec::new();
    while let Some(batch) = store.claim_next_batch(NOW).await.expect("an answer") {
        let error = store.move_batch(batch.id, QueueEnd::First, None, NOW).await.expect_err("it runs");
        assert!(matches!(error, BatchError::WrongState { state: BatchState::Running, .. }), "{error}");
        store.cancel_batch(batch.id, None, NOW).await.expect("cancelled");
        order.push(batch.id);
    }
    assert_eq!(order, [ids[3], ids[2], ids[1], ids[0]]);
    let error = store.move_batch(BatchId(99), QueueEnd::Last, None, NOW).await.expect_err("there is none");
    assert!(matches!(error, BatchError::NotFound(BatchId(99))), "{error}");
}

/// With a target a cell has as many drops as one of its stages ends with.
#[tokio::test]
async fn a_batch_with_a_target_is_kept_with_whole_stages() {
    let (_folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let plan = Plan { target: Some(Target { within: 200, rows_from: 1000 }), ..plan(&[1], &[], 70_000) };
    let id = create(&store, revision.id, &plan).await.expect("a batch");
    let claimed = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch");
    assert_eq!(claimed.plan, BatchPlan::Drops(plan.clone()));
    // Two cells: one after its first stage, one after its third.
    let cells: Vec<_> = plan.cells().collect();
    let made = plan.shards().filter(|shard| shard.cell == cells[1] && shard.piece < 3 || shard.piece == 0);
    let made: Vec<(Shard, CellTally)> = made.map(|shard| (shard, counted(&shard))).collect();
    store.save_shards(id, &made).await.expect("saved");
    let finished = store.finished_shards(id).await.expect("shards");
    assert_eq!(finished.shards.len(), 4);
    let drops: Vec<u64> = finished.tally.cells.values().map(|cell| cell.drops).collect();
    assert_eq!(drops, [4096, 16_384]);
    let dictionary = StoredKey::of_tally(&keys(), &finished.tally);
    let mut odd = finished.tally.clone();
    odd.cells.get_mut(&cells[0]).expect("the cell").drops = 5000;
    let error = store.finish_batch(id, &odd, TallyKeys::Drops(&dictionary), NOW).await.expect_err("no stage");
    assert!(matches!(error, BatchError::IncompleteTally { .. }), "{error}");
    store.finish_batch(id, &finished.tally, TallyKeys::Drops(&dictionary), NOW).await.expect("done");
    assert_eq!(store.tally(id).await.expect("a tally"), finished.tally);
    assert_eq!(store.batch(id).await.expect("an answer").expect("a batch").drops_done, 20_480);
}
