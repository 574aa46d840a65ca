//! Statistics of games' own programs: kept whole, once for a revision, and gone with it.

use affixboard_inquiry::game_stats::{GameStats, StatsEntry, StatsKey};
use affixboard_store::{EditionId, GameStatsError, GameStatsId, NewGameStats, StatsFile, TooMany};

use crate::{
    fixture::NOW,
    proposals::{ANN, team},
};

/// Three objects of 7 visits of level 5.
pub(crate) fn small() -> StatsFile {
    let key = StatsKey { level: 5, origin: 1, entry: StatsEntry::Kind(4) };
    let stats = GameStats { visits: [(5, 7)].into(), counts: [(key, 3)].into(), ..GameStats::default() };
    StatsFile { sha256: "a".repeat(64), bytes: 100, stats }
}

#[tokio::test]
async fn what_was_stored_is_there() {
    let (_folder, store, base) = team().await;
    let new = |file, name| NewGameStats { revision: base.id, name, file, by: Some(ANN), now_ms: NOW };
    let file = small();
    let id = store.add_game_stats(new(&file, " my\nstats.db ")).await.expect("stored");
    assert_eq!(store.game_stats(id).await.expect("there"), file.stats);
    let lines = store.game_stats_lines(Some(base.edition_id)).await.expect("lines");
    let [line] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!((line.name.as_str(), line.visits, line.levels, line.objects), ("my stats.db", (7, 7), 1, 3));
    assert_eq!((line.slug.as_str(), line.revision_number), (base.slug.as_str(), base.number));
    assert_eq!(store.game_stats_line(id).await.expect("an answer").as_ref(), Some(line));
    assert!(store.game_stats_lines(Some(EditionId(99))).await.expect("lines").is_empty());

    let again = store.add_game_stats(new(&file, "again.db")).await.expect_err("the same file");
    assert!(matches!(again, GameStatsError::Again(of) if of == id), "{again}");
    store.delete_game_stats(id, Some(ANN), NOW).await.expect("deleted");
    assert!(matches!(store.game_stats(id).await, Err(GameStatsError::NotFound(_))));
    assert!(matches!(store.delete_game_stats(id, Some(ANN), NOW).await, Err(GameStatsError::NotFound(_))));
    // No number comes again.
    assert_eq!(store.add_game_stats(new(&file, "")).await.expect("stored"), GameStatsId(id.0 + 1));
    assert_eq!(store.game_stats_lines(None).await.expect("lines")[0].name, "statistics");
}

#[tokio::test]
async fn there_is_an_end_and_archived_editions_are_left_alone() {
    let (_folder, store, base) = team().await;
    let add = async |number: u32| {
        let file = StatsFile { sha256: format!("{number:064x}"), ..small() };
        store.add_game_stats(NewGameStats { revision: base.id, name: "s", file: &file, by: None, now_ms: NOW }).await
    };
    let first = add(0).await.expect("stored");
    store.set_archived(&base.slug, true, Some(ANN), NOW).await.expect("archived");
    assert!(matches!(add(1).await, Err(GameStatsError::Archived(_))));
    assert!(matches!(store.delete_game_stats(first, None, NOW).await, Err(GameStatsError::Archived(_))));
    store.set_archived(&base.slug, false, Some(ANN), NOW).await.expect("back");
    for number in 1..50 {
        add(number).await.expect("stored");
    }
    assert!(matches!(add(50).await, Err(GameStatsError::TooMany(TooMany { most: 50, .. }))));
}
