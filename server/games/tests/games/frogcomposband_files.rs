//! frogcomposband's own files: read whole, told from other games', counted, printed back.

use affixboard_games as games;
use affixboard_model::{catalog::Affix, game::Loaded};

const GAME: &str = "frogcomposband";

fn load() -> Option<Loaded> {
    let sources = crate::common::sources(&crate::common::reference(GAME)?.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

/// RULES 1.2 to 1.4: so many records, 492 pairs of level and chance, four of a chance above 100.
#[test]
fn the_whole_edition_loads_without_errors_and_counts_as_the_original() {
    let Some(loaded) = load() else { return };
    let mut said: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    for remark in &loaded.diagnostics {
        *said.entry(format!("{}: {}", remark.file, remark.rule.name())).or_default() += 1;
    }
    // A T-shirt, a robe, a can and a photograph are never found; a `W:` line has a number too many.
    let expected = [("a_info.txt: surplus-field", 1), ("k_info.txt: never-drawn", 4)];
    assert_eq!(said.iter().map(|(rule, count)| (rule.as_str(), *count)).collect::<Vec<_>>(), expected);
    let catalog = &loaded.catalog;
    // Index 0 is the first of the 537.
    assert_eq!(catalog.kinds.len(), 536);
    let pairs = || catalog.kinds.iter().flat_map(|kind| &kind.allocations);
    assert_eq!((pairs().count(), pairs().filter(|pair| pair.commonness == 0).count()), (492, 4));
    assert_eq!(catalog.affixes.len(), 160);
    assert_eq!(catalog.artifacts.len(), 392);
    let never = catalog.affixes.iter().filter(|ego| ego.allocations.is_empty()).map(|ego| ego.index);
    assert_eq!(never.collect::<Vec<_>>(), [103, 210, 211, 260]);
    let dropped = catalog.artifacts.iter().filter(|artifact| !artifact.allocations.is_empty());
    assert_eq!(dropped.count(), 26 + 283);
    crate::common::print_back(&loaded.sources);
}

#[test]
fn roles_become_the_svals_that_take_an_ego() {
    let Some(loaded) = load() else { return };
    let lines = |index: u32| -> Vec<(u16, u16, u16)> {
        let ego = loaded.catalog.affixes.iter().find(|ego| ego.index == index).expect("an ego");
        ego.allocations.iter().map(|line| (line.tval, line.min_sval, line.max_sval)).collect()
    };
    // Lances; long bows; metal-shod and mithril-shod boots.
    assert_eq!(
        [lines(24), lines(164), lines(147)],
        [vec![(22, 20, 20), (22, 29, 29)], vec![(19, 13, 13)], vec![(30, 5, 6)]]
    );
    // Sharpness: polearms but the scythe, swords but those that never are egos.
    let sharp = lines(2);
    assert!(sharp.iter().all(|line| [22, 23].contains(&line.0)), "{sharp:?}");
    assert!(!sharp.iter().any(|line| (line.0, line.1..=line.2).1.contains(&50) && line.0 == 22), "{sharp:?}");
    let first = |ego: &Affix| ego.allocations.first().map(|line| (line.commonness, line.min, line.max));
    let of = |index: u32| loaded.catalog.affixes.iter().find(|ego| ego.index == index).and_then(first);
    // `W:0:60:8` and `W:50:*:8`.
    assert_eq!([of(4), of(5)], [Some((1250, 0, 60)), Some((1250, 50, 127))]);
}
