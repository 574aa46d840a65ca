//! Sampled items come as often as in batches.

use std::{collections::BTreeMap, path::Path};

use crate::common::per_game::each_game;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Entry, ItemSearch, Metric, SampledItem, Shard, run_shard, sample_items},
    game::Loaded,
};

const SEED: u64 = 23;

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

fn search(depth: u32, quality: u8, items: usize, most_drops: u64) -> ItemSearch {
    let cell = Cell { depth, quality, kind: None };
    ItemSearch { cell, tval: None, with: None, seed: SEED, items, most_drops }
}

/// Counts of the items by metric and entry, as a tally has them.
fn added(items: &[SampledItem]) -> BTreeMap<(&'static str, Option<u32>, Entry), u64> {
    let mut sums = BTreeMap::new();
    let mut add = |metric: Metric, kind: Option<u32>, entry: Entry, count: u32| {
        *sums.entry((metric.0, kind, entry)).or_default() += u64::from(count);
    };
    for item in items {
        let kind = Some(item.kind.0);
        add(Metric::KIND, kind, Entry::Kind, 1);
        if let Some(id) = item.artifact {
            add(Metric::ARTIFACT, None, Entry::Artifact(id), 1);
        }
        if let Some(id) = item.theme {
            add(Metric::THEME, kind, Entry::Theme(id), 1);
        }
        for (affix, slots) in &item.affixes {
            assert!(*slots > 0);
            add(Metric::AFFIX, kind, Entry::Affix(*affix), 1);
        }
    }
    sums
}

/// Kinds, affixes, slots, themes and artifacts of sampled items come as often as in a batch with another seed. Each pair of counts
/// is tested by the normal distance of two Poisson counts at 1 % over all (Bonferroni), so that of a hundred runs with other
/// seeds one would fail; counts of fewer than 25 in both are left out, for which that distance isn't normal.
fn come_as_often_as_in_a_batch(id: &str) {
    let game = games::find(id).expect("the game");
    let loaded = starter(game.id());
    let forge = loaded.model.forge_for(Detail::Full);
    let keys = forge.keys();
    if keys.is_empty() {
        return;
    }
    let drops = if game.id() == "affix-branch" { 100_000 } else { 10_000 };
    let depth = 30.min(game.words().deepest);
    let qualities = 0..game.words().qualities.len() as u8;
    let (mut compared, mut worst) = (0, (0.0, String::new()));
    for quality in qualities {
        let shard = Shard { cell: Cell { depth, quality, kind: None }, piece: 0, drops };
        let tally = run_shard(&*forge, &shard, SEED + 1, &mut Counts::new(keys));
        let sample = sample_items(&*forge, &search(depth, quality, usize::MAX, drops), &|| true).expect("items");
        assert_eq!(sample.drops, drops, "{}", game.id());
        let mut counts: BTreeMap<_, [u64; 2]> = BTreeMap::new();
        for (row, count) in added(&sample.items) {
            counts.entry(row).or_default()[0] += count;
        }
        for (key, count) in &tally.counts {
            let key = keys.key(*key);
            let known = [Metric::KIND, Metric::ARTIFACT, Metric::AFFIX, Metric::THEME];
            if known.contains(&key.metric) {
                counts.entry((key.metric.0, key.kind.map(|kind| kind.0), key.entry)).or_default()[1] += count;
            }
        }
        for (row, [one, other]) in counts.into_iter().filter(|(_, pair)| pair.iter().max() >= Some(&25)) {
            let distance = (one as f64 - other as f64).abs() / ((one + other) as f64).sqrt();
            compared += 1;
            if distance > worst.0 {
                worst = (distance, format!("{quality}: {row:?}: {one} and {other}"));
            }
        }
    }
    assert!(compared >= 20, "{}: {compared}", game.id());
    // 4.9 is the normal distance of 1 % over 10,000 comparisons; there are fewer.
    assert!(worst.0 < 4.9 && compared < 10_000, "{}: {worst:?} of {compared}", game.id());
}

each_game!(mod they_come_as_often_as_in_a_batch: come_as_often_as_in_a_batch);

/// What is looked for is found where it drops, with the same values whichever way it is asked for.
#[test]
fn a_search_finds_what_dropped() {
    let loaded = starter("affix-branch");
    let forge = loaded.model.forge_for(Detail::Full);
    let all = sample_items(&*forge, &search(30, 2, usize::MAX, 20_000), &|| true).expect("items").items;
    let catalog = &loaded.catalog;
    let is_sword = |item: &&SampledItem| catalog.kind(item.kind).tval == 23;
    let swords: Vec<SampledItem> = all.iter().filter(is_sword).take(20).cloned().collect();
    let found = sample_items(&*forge, &ItemSearch { tval: Some(23), ..search(30, 2, 20, 20_000) }, &|| true);
    let found = found.expect("items");
    assert_eq!(found.items, swords);
    assert_eq!(found.drops, swords[19].drop, "it stops with the last one");
    let entry = swords.iter().find_map(|sword| sword.affixes.first()).expect("one with an affix").0;
    let with = ItemSearch { tval: Some(23), with: Some(Entry::Affix(entry)), ..search(30, 2, 3, 20_000) };
    let expected: Vec<SampledItem> = all
        .iter()
        .filter(is_sword)
        .filter(|item| item.affixes.iter().any(|(id, _)| *id == entry))
        .take(3)
        .cloned()
        .collect();
    assert_eq!(sample_items(&*forge, &with, &|| true).expect("items").items, expected);
    let has_dice = |sword: &SampledItem| sword.values.iter().any(|(metric, _)| *metric == Metric::DICE);
    // Artifacts have the values of their file.
    assert!(swords.iter().all(|sword| sword.artifact.is_some() || has_dice(sword)), "{swords:?}");
    assert!(sample_items(&*forge, &search(30, 2, 20, 20_000), &|| false).is_err(), "called off");
}
