//! Counts of teams' own programs: kept whole, once for a revision, with what they came to, and gone with it.

use affixboard_store::{EditionId, NewOwnCounts, OwnCountsError, OwnCountsId, OwnCountsOutcome, RevisionId, TooMany};

use crate::{
    fixture::NOW,
    proposals::{ANN, team},
};

/// Twenty drops of two cells.
pub(crate) fn small(revision: RevisionId, packed: &[u8]) -> NewOwnCounts<'_> {
    NewOwnCounts { revision, name: " my\ncounts.csv ", packed, objects: 20, cells: 2, by: Some(ANN), now_ms: NOW }
}

#[tokio::test]
async fn what_was_stored_is_there_with_what_it_came_to() {
    let (_folder, store, base) = team().await;
    let id = store.add_own_counts(small(base.id, b"packed")).await.expect("stored");
    assert_eq!(store.own_counts(id).await.expect("there"), b"packed");
    let lines = store.own_counts_lines(base.edition_id).await.expect("lines");
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!((line.name.as_str(), line.objects, line.cells, &line.outcome), ("my counts.csv", 20, 2, &None));
    assert_eq!((line.slug.as_str(), line.revision_number), (base.slug.as_str(), base.number));
    assert!(store.own_counts_lines(EditionId(99)).await.expect("lines").is_empty());

    let outcome =
        |agrees| OwnCountsOutcome { rules: "v4 9".to_owned(), agrees, comparisons: 7, disagreements: 1, held_at: NOW };
    for agrees in [false, true] {
        store.set_own_counts_outcome(id, &outcome(agrees)).await.expect("kept");
        let line = store.own_counts_line(id).await.expect("an answer").expect("there");
        assert_eq!(line.outcome, Some(outcome(agrees)));
    }

    let again = store.add_own_counts(small(base.id, b"packed")).await.expect_err("the same file");
    assert!(matches!(again, OwnCountsError::Again(of) if of == id), "{again}");
    store.delete_own_counts(id, Some(ANN), NOW).await.expect("deleted");
    assert!(matches!(store.own_counts(id).await, Err(OwnCountsError::NotFound(_))));
    assert!(matches!(store.delete_own_counts(id, Some(ANN), NOW).await, Err(OwnCountsError::NotFound(_))));
    store.set_own_counts_outcome(id, &outcome(true)).await.expect("nothing to keep it with");
    assert_eq!(store.own_counts_line(id).await.expect("an answer"), None);
    // No number comes again.
    let next = NewOwnCounts { name: "", ..small(base.id, b"packed") };
    assert_eq!(store.add_own_counts(next).await.expect("stored"), OwnCountsId(id.0 + 1));
    assert_eq!(store.own_counts_lines(base.edition_id).await.expect("lines")[0].name, "counts");
}

#[tokio::test]
async fn there_is_an_end_and_archived_editions_are_left_alone() {
    let (_folder, store, base) = team().await;
    let first = store.add_own_counts(small(base.id, &[0])).await.expect("stored");
    store.set_archived(&base.slug, true, Some(ANN), NOW).await.expect("archived");
    assert!(matches!(store.add_own_counts(small(base.id, &[1])).await, Err(OwnCountsError::Archived(_))));
    assert!(matches!(store.delete_own_counts(first, None, NOW).await, Err(OwnCountsError::Archived(_))));
    store.set_archived(&base.slug, false, Some(ANN), NOW).await.expect("back");
    for number in 1..50 {
        store.add_own_counts(small(base.id, &[number])).await.expect("stored");
    }
    let full = store.add_own_counts(small(base.id, &[50])).await;
    assert!(matches!(full, Err(OwnCountsError::TooMany(TooMany { most: 50, .. }))));
}
