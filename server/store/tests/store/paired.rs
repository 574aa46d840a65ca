//! Paired batches, as they were asked for.

use affixboard_model::batch::{Detail, Plan};
use affixboard_store::{AccountId, NewPaired, PairedBatchError, Store};

use crate::{
    accounts::first,
    fixture::{NOW, check_integrity, import, plan, rows, small, store},
};

fn whole_drops() -> Plan {
    Plan { target: None, detail: Detail::Identity, ..plan(&[5, 20], &[], 1000) }
}

#[tokio::test]
async fn what_was_asked_for_outlives_a_restart() {
    let (folder, store) = store().await;
    let base = import(&store, &small()).await.revision;
    let ann = first(&store).await;
    let plan = whole_drops();
    let new = NewPaired {
        base: base.id,
        side: "draft:v4",
        changes: "change one",
        rules_version: 7,
        plan: &plan,
        by: Some(ann),
        now_ms: NOW,
    };
    assert_eq!(store.create_paired(new).await.expect("kept"), 1);
    assert_eq!(store.create_paired(NewPaired { by: None, side: "proposal:1.2", ..new }).await.expect("kept"), 2);
    store.stop_paired(2, None, NOW).await.expect("noted");
    store.close().await;
    let store = Store::open(&folder.path().join("a.db")).await.expect("opened again");
    let line = store.paired(1).await.expect("an answer").expect("it");
    assert_eq!((line.slug.as_str(), line.base_number, line.side.as_str()), ("v4", 1, "draft:v4"));
    assert_eq!((line.changes.as_str(), line.rules_version, line.by), ("change one", 7, Some(AccountId(1))));
    assert_eq!((line.plan, line.is_stopped), (plan.clone(), false));
    let line = store.paired(2).await.expect("an answer").expect("it");
    assert_eq!((line.side.as_str(), line.by, line.is_stopped), ("proposal:1.2", None, true));
    assert_eq!(store.paired(3).await.expect("an answer"), None);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn what_cannot_be_run_is_refused_and_the_oldest_are_forgotten() {
    let (folder, store) = store().await;
    let base = import(&store, &small()).await.revision;
    let plan = whole_drops();
    let new = NewPaired {
        base: base.id,
        side: "draft:v4",
        changes: "",
        rules_version: 1,
        plan: &plan,
        by: None,
        now_ms: NOW,
    };
    for bad in [
        Plan { depths: Vec::new(), ..plan.clone() },
        Plan { target: None, detail: Detail::Full, ..plan.clone() },
        Plan { target: None, kinds: vec![affixboard_model::catalog::KindId(0)], ..plan.clone() },
    ] {
        assert!(matches!(
            store.create_paired(NewPaired { plan: &bad, ..new }).await,
            Err(PairedBatchError::BadPlan(_))
        ));
    }
    for number in 1..=1002 {
        assert_eq!(store.create_paired(new).await.expect("kept"), number);
    }
    assert_eq!(rows(folder.path(), "paired_batches").await, 1000);
    assert!(store.paired(2).await.expect("an answer").is_none() && store.paired(3).await.expect("an answer").is_some());
}
