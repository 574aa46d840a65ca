//! Batches that count what turns up of a subject.

use std::num::NonZeroU64;

use affixboard_model::{
    batch::{BatchPlan, Cell, CellTally, Shard, SubjectPlan, Tally},
    game::Point,
};
use affixboard_store::{
    Batch, BatchError, BatchFilter, BatchId, BatchState, NewBatch, RevisionId, Store, StoredKey, StoredSubjectKey,
    TallyKeys,
};

use crate::fixture::{NOW, check_integrity, import, keys, plan, rows, small, store};

/// Monsters at depths 5 and 9 for a hero of level 8, as many as two pieces and a bit of each.
pub(crate) fn monsters() -> SubjectPlan {
    SubjectPlan {
        subject: "monsters".to_owned(),
        points: vec![Point::of(&[5, 8, 0, 0]), Point::of(&[9, 8, -1, 0])],
        trials: NonZeroU64::new((2 << 20) + 7).expect("positive"),
        seed: u64::MAX,
    }
}

pub(crate) async fn create(store: &Store, revision: RevisionId, plan: &SubjectPlan) -> Result<BatchId, BatchError> {
    store.create_batch(NewBatch { revision, rules_version: 1, plan: plan.into(), by: None, now_ms: NOW }).await
}

/// What a shard might have counted: key 3, once in ten or so.
pub(crate) fn counted(shard: &Shard) -> (Shard, CellTally) {
    (*shard, CellTally { drops: shard.drops, counts: vec![(3, shard.drops / 10 + 1)] })
}

pub(crate) fn dictionary() -> [StoredSubjectKey; 1] {
    let columns = ["11", "cellar rat"].map(str::to_owned).to_vec();
    [StoredSubjectKey { key: 3, metric: "rndmonst".to_owned(), name: "cellar rat".to_owned(), columns }]
}

#[tokio::test]
async fn a_batch_of_a_subject_is_kept_run_resumed_and_done() {
    let (folder, store) = store().await;
    let revision = import(&store, &small()).await.revision;
    let plan = monsters();
    let id = create(&store, revision.id, &plan).await.expect("a batch");
    let batch = store.claim_next_batch(NOW + 1).await.expect("an answer").expect("a batch");
    assert_eq!((batch.id, &batch.plan), (id, &BatchPlan::Subject(plan.clone())));

    let all: Vec<_> = plan.shards().map(|shard| counted(&shard)).collect();
    assert_eq!(
        all.iter().map(|(shard, _)| shard.drops).collect::<Vec<_>>(),
        [1 << 20, 1 << 20, 7, 1 << 20, 1 << 20, 7]
    );
    store.save_shards(id, &all[..4]).await.expect("saved");
    store.close().await;
    drop(store);
    let store = Store::open(&folder.path().join("a.db")).await.expect("the same database");
    assert_eq!(store.requeue_interrupted().await.expect("an answer"), 1);
    let batch = store.claim_next_batch(NOW + 2).await.expect("an answer").expect("a batch");
    assert_eq!((batch.plan.total_trials(), batch.drops_done), (2 * ((2 << 20) + 7), (3 << 20) + 7));
    let finished = store.finished_shards(id).await.expect("shards");
    assert_eq!(finished.shards, all[..4].iter().map(|(shard, _)| *shard).collect::<Vec<_>>());

    let mut tally = finished.tally;
    for (shard, piece) in &all[4..] {
        tally.add(shard.cell, piece);
    }
    // Keys of drops explain nothing here, and without its points it isn't whole.
    let of_drops = StoredKey::of_tally(&keys(), &tally);
    for (tally, keys) in [
        (&tally, TallyKeys::Drops(&of_drops)),
        (&tally, TallyKeys::Subject(&[])),
        (&Tally::default(), TallyKeys::Subject(&dictionary())),
    ] {
        let refused = store.finish_batch(id, tally, keys, NOW + 3).await.expect_err("refused");
        assert!(matches!(refused, BatchError::IncompleteTally { .. }), "{refused}");
    }
    store.finish_batch(id, &tally, TallyKeys::Subject(&dictionary()), NOW + 3).await.expect("done");
    assert_eq!(store.tally(id).await.expect("a tally"), tally);
    let second = &tally.cells[&Cell { depth: 1, quality: 0, kind: None }];
    assert_eq!((second.drops, second.counts.as_slice()), ((2 << 20) + 7, &[(3, 2 * 104_858 + 1)][..]));
    assert_eq!((rows(folder.path(), "subject_keys").await, rows(folder.path(), "tally_keys").await), (1, 0));
    assert_eq!(rows(folder.path(), "shards").await, 0);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn batches_of_drops_and_of_subjects_are_listed_apart_and_together() {
    let (_folder, store) = store().await;
    let revision = import(&store, &small()).await.revision.id;
    let drops = plan(&[5], &[], 10);
    let of_drops = NewBatch { revision, rules_version: 1, plan: (&drops).into(), by: None, now_ms: NOW };
    store.create_batch(of_drops).await.expect("a batch");
    create(&store, revision, &monsters()).await.expect("a batch");
    create(&store, revision, &SubjectPlan { subject: "objects".to_owned(), ..monsters() }).await.expect("a batch");
    let ids = |batches: &[Batch<BatchPlan>]| batches.iter().map(|batch| batch.id.0).collect::<Vec<_>>();
    assert_eq!(ids(&store.batches(BatchFilter::Revision(revision), 9).await.expect("batches")), [3, 2, 1]);
    let found = store.drop_batches(BatchFilter::All, 1).await.expect("batches");
    assert_eq!(found.iter().map(|batch| (batch.id.0, &batch.plan)).collect::<Vec<_>>(), [(1, &drops)]);
    let found = store.subject_batches(revision, "monsters", 9).await.expect("batches");
    assert_eq!(found.iter().map(|batch| (batch.id.0, &batch.plan)).collect::<Vec<_>>(), [(2, &monsters())]);
    assert_eq!(found[0].state, BatchState::Queued);
}

#[tokio::test]
async fn plans_that_cannot_be_run_are_refused() {
    let (folder, store) = store().await;
    let revision = import(&store, &small()).await.revision.id;
    let twice = vec![Point::of(&[5, 8, 0, 0]); 2];
    for (plan, why) in [
        (SubjectPlan { subject: String::new(), ..monsters() }, "it has no subject or no points"),
        (SubjectPlan { points: Vec::new(), ..monsters() }, "it has no subject or no points"),
        (SubjectPlan { points: twice, ..monsters() }, "a point is in it twice"),
        (SubjectPlan { trials: NonZeroU64::MAX, ..monsters() }, "it makes too many trials"),
    ] {
        let refused = create(&store, revision, &plan).await.expect_err("refused").to_string();
        assert_eq!(refused, format!("the plan can't be run: {why}"));
    }
    assert_eq!(rows(folder.path(), "batches").await, 0);
}
