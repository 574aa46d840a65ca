//! What an edition's team calls a gap.

use affixboard_inquiry::gaps::Limits;
use affixboard_store::{EditionId, GapLimitsError};

use crate::fixture::{NOW, check_integrity, import, raw, rows, small, store};

#[tokio::test]
async fn limits_are_kept_per_edition_and_the_usual_ones_are_not() {
    let (folder, store) = store().await;
    let edition = import(&store, &small()).await.revision.edition_id;
    assert_eq!(store.gap_limits(edition).await.expect("an answer"), Limits::default());

    let limits = Limits {
        few_affixes: 5,
        theme_weight: 0,
        first: 10,
        last: 10,
        ignore: ["no-affix:Ring of Power", "weak-theme"].map(|text| text.parse().expect("a pattern")).to_vec(),
    };
    store.set_gap_limits(edition, &limits, None, NOW).await.expect("stored");
    assert_eq!(store.gap_limits(edition).await.expect("an answer"), limits);
    assert_eq!(store.gap_limits(EditionId(99)).await.expect("an answer"), Limits::default());

    let other = Limits { few_affixes: 7, ..limits };
    store.set_gap_limits(edition, &other, None, NOW).await.expect("stored");
    assert_eq!(store.gap_limits(edition).await.expect("an answer"), other);
    assert_eq!(rows(folder.path(), "gap_limits").await, 1);

    store.set_gap_limits(edition, &Limits::default(), None, NOW).await.expect("stored");
    assert_eq!(rows(folder.path(), "gap_limits").await, 0);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn limits_out_of_range_are_refused_and_change_nothing() {
    let (folder, store) = store().await;
    let edition = import(&store, &small()).await.revision.edition_id;
    let ignore = vec!["weak-theme:x".parse().expect("a pattern"); Limits::MAX_IGNORED + 1];
    for (limits, message) in [
        (Limits { last: 128, ..Limits::default() }, "last-level: found 128; expected 1 to 127"),
        (Limits { few_affixes: 1001, ..Limits::default() }, "few-affixes: found 1001; expected 0 to 1000"),
        (Limits { ignore, ..Limits::default() }, "ignore: found 501 lines of 6512 bytes"),
    ] {
        let refused = store.set_gap_limits(edition, &limits, None, NOW).await.expect_err("refused");
        assert!(matches!(refused, GapLimitsError::BadLimits(_)), "{refused:?}");
        assert!(refused.to_string().starts_with(message), "{refused}");
    }
    // An edition that isn't there has no limits.
    let few = Limits { few_affixes: 1, ..Limits::default() };
    let refused = store.set_gap_limits(EditionId(99), &few, None, NOW).await.expect_err("refused");
    assert!(matches!(refused, GapLimitsError::Database(_)), "{refused:?}");
    assert_eq!(rows(folder.path(), "gap_limits").await, 0);
}

#[tokio::test]
async fn patterns_this_program_does_not_know_hide_nothing() {
    let (folder, store) = store().await;
    let edition = import(&store, &small()).await.revision.edition_id;
    let insert =
        "INSERT INTO gap_limits VALUES (?1, 3, 25, 1, 100, 'of-another-version:x' || char(10) || 'weak-theme', 0)";
    sqlx::query(insert).bind(edition.0).execute(&mut raw(folder.path()).await).await.expect("stored");
    let limits = store.gap_limits(edition).await.expect("an answer");
    assert_eq!(limits.ignore, ["weak-theme".parse().expect("a pattern")]);
}
