//! What an edition's team wants of its items.

use affixboard_store::{BalanceTests, BalanceTestsError, EditionId};

use crate::fixture::{NOW, check_integrity, import, rows, small, store};

#[tokio::test]
async fn tests_are_kept_per_edition_until_they_are_emptied() {
    let (folder, store) = store().await;
    let edition = import(&store, &small()).await.revision.edition_id;
    assert_eq!(store.balance_tests(edition).await.expect("an answer"), BalanceTests::default());
    let tests = BalanceTests { text: "[[test]]\ngaps = \"any\"\nat-most = 0 # none\n".to_owned(), holds_merge: true };
    store.set_balance_tests(edition, &tests, None, NOW).await.expect("stored");
    assert_eq!(store.balance_tests(edition).await.expect("an answer"), tests);
    assert_eq!(store.balance_tests(EditionId(99)).await.expect("an answer"), BalanceTests::default());
    let other = BalanceTests { holds_merge: false, ..tests };
    store.set_balance_tests(edition, &other, None, NOW).await.expect("stored");
    assert_eq!(store.balance_tests(edition).await.expect("an answer"), other);
    assert_eq!(rows(folder.path(), "balance_tests").await, 1);
    store.set_balance_tests(edition, &BalanceTests::default(), None, NOW).await.expect("stored");
    assert_eq!(rows(folder.path(), "balance_tests").await, 0);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn what_is_too_long_or_of_no_edition_is_refused_and_changes_nothing() {
    let (folder, store) = store().await;
    let edition = import(&store, &small()).await.revision.edition_id;
    let long = BalanceTests { text: "#".repeat(262_145), holds_merge: false };
    let refused = store.set_balance_tests(edition, &long, None, NOW).await.expect_err("refused");
    assert_eq!(refused.to_string(), "found 262145 bytes; expected at most 262144");
    let longest = BalanceTests { text: "ö".repeat(131_072), holds_merge: false };
    store.set_balance_tests(edition, &longest, None, NOW).await.expect("stored");
    let refused = store.set_balance_tests(EditionId(99), &longest, None, NOW).await.expect_err("refused");
    assert!(matches!(refused, BalanceTestsError::Database(_)), "{refused:?}");
    store.set_archived("ours", true, None, NOW).await.ok();
    assert_eq!(rows(folder.path(), "balance_tests").await, 1);
}
