//! Items of some kinds made alone are as those among whole drops.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Entry, Metric, Shard, run_shard},
    catalog::KindId,
    game::Forge,
    stats::{holm, two_shares_p},
};

use crate::common;

/// Whole drops, and items made alone.
type Size = (u64, u64);

const USUAL: Size = (200_000, 70_000);
const LARGE: Size = (2_000_000, 700_000);
const SEED: u64 = 1;
/// The chance that a seed fails though all is well; the seed is fixed.
const FALSE_ALARM: f64 = 0.001;

/// Counts by key: of whole drops, and of items made alone.
type Both = [BTreeMap<u32, u64>; 2];

fn counted(forge: &dyn Forge, cell: Cell, kinds: &[KindId], (drops, items): Size) -> Both {
    let mut counts = Counts::new(forge.keys());
    let whole = run_shard(forge, &Shard { cell, piece: 0, drops }, SEED, &mut counts).counts;
    // A stream that the drops didn't have.
    let mut random = Shard { cell, piece: 7, drops: items }.stream(SEED);
    let sampler = forge.kind_samples().expect("samples").sampler(cell, kinds);
    sampler.run_while(items, &mut random, &mut counts, &|| true).expect("to the end");
    [whole.into_iter().collect(), counts.take().into_iter().collect()]
}

#[test]
fn items_made_alone_are_as_those_among_drops() {
    made_alone(&[("affix-branch", 23)], USUAL);
}

#[test]
fn items_of_v4_made_alone_are_as_those_among_drops() {
    made_alone(&[("v4", 23)], USUAL);
}

#[test]
fn soft_armour_made_alone_is_as_that_among_drops() {
    made_alone(&[("affix-branch", 36)], USUAL);
}

#[test]
#[ignore = "deep"]
fn items_made_alone_are_as_those_among_drops_deep() {
    made_alone(&[("affix-branch", 23), ("v4", 23), ("affix-branch", 36)], LARGE);
}

fn made_alone(types: &[(&str, u16)], size: Size) {
    for (name, tval) in types {
        let (name, tval) = (*name, *tval);
        let sources = common::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name));
        let loaded = games::nearest(&sources).expect("the game").load(sources);
        let forge = loaded.model.forge();
        let mut kinds = loaded.catalog.kinds_of(tval);
        kinds.sort_unstable();
        let (mut tests, mut p) = (Vec::new(), Vec::new());
        for quality in 0..3 {
            let cell = Cell { depth: 25, quality, kind: None };
            let [whole, alone] = counted(forge.as_ref(), cell, &kinds, size);
            let keys = forge.keys();
            let of = |counts: &BTreeMap<u32, u64>, metric: Metric| -> u64 {
                counts.iter().filter(|(key, _)| keys.key(**key).metric == metric).map(|(_, n)| n).sum()
            };
            assert_eq!(of(&alone, Metric::KIND), size.1, "{name} {quality}: all are of these kinds");
            assert_eq!(of(&alone, Metric::ARTIFACT), 0, "{name} {quality}: none is an artifact at once");
            let sampler = forge.kind_samples().expect("samples").sampler(cell, &kinds);
            let of_kind = |key: u32| keys.key(key).kind.is_some_and(|kind| kinds.contains(&kind));
            let is_artifact = |key: u32| match keys.key(key).entry {
                Entry::Artifact(id) => loaded.catalog.artifact(id).tval == tval,
                _ => false,
            };
            let sum = |of: &dyn Fn(u32) -> bool| whole.iter().filter(|one| of(*one.0)).map(|one| one.1).sum::<u64>();
            let artifacts = sum(&is_artifact);
            let items = sum(&|key| keys.key(key).metric == Metric::KIND && of_kind(key)) - artifacts;
            // Artifacts count under their kind too, and both with the same chance.
            let of_artifacts = sampler.artifacts_per_drop();
            let chance: f64 = of_artifacts.iter().filter(|one| is_artifact(one.0)).map(|one| one.1).sum();
            let both: f64 = of_artifacts.iter().map(|one| one.1).sum();
            assert!((both - 2.0 * chance).abs() < 1e-12, "{name} {quality}");
            let near = |count: u64, chance: f64| {
                let expected = chance * size.0 as f64;
                (expected - count as f64).abs() <= 5.0 * expected.sqrt()
            };
            assert!(near(artifacts, chance), "{name} {quality}: {artifacts} artifacts");
            // What the number of such items is among drops.
            assert!(near(items, sampler.items_per_drop()), "{name} {quality}: {items} items");
            let metrics = [Metric::AFFIX, Metric::THEME, Metric::NAFFIXES];
            for key in whole.keys().chain(alone.keys().filter(|key| !whole.contains_key(key))) {
                if !metrics.contains(&keys.key(*key).metric) || !of_kind(*key) {
                    continue;
                }
                let of = |counts: &BTreeMap<u32, u64>| counts.get(key).copied().unwrap_or(0);
                tests.push(format!("{quality}: {:?}", keys.key(*key)));
                p.push(two_shares_p((of(&whole), items), (of(&alone), size.1)));
            }
        }
        for (test, p) in tests.iter().zip(holm(&p)) {
            assert!(p >= FALSE_ALARM, "{name}: {test}: p {p}");
        }
        assert!(tests.len() > 50, "{name}: {}", tests.len());
    }
}

/// Where special artifacts are among the items: everything about the kinds and artifacts of a type.
fn with_special_artifacts(types: &[(u16, usize, usize)], size: Size) {
    let sources = common::sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband"));
    let loaded = games::nearest(&sources).expect("the game").load(sources);
    let forge = loaded.model.forge();
    let keys = forge.keys();
    for (tval, fewest, artifacts) in types.iter().copied() {
        let mut kinds = loaded.catalog.kinds_of(tval);
        kinds.sort_unstable();
        let (mut tests, mut p, mut found) = (Vec::new(), Vec::new(), 0);
        for quality in 0..3 {
            let cell = Cell { depth: 25, quality, kind: None };
            let [whole, alone] = counted(forge.as_ref(), cell, &kinds, size);
            let is_theirs = |key: &u32| match keys.key(*key) {
                key if key.kind.is_some() => key.kind.is_some_and(|kind| kinds.contains(&kind)),
                key => matches!(key.entry, Entry::Artifact(id) if loaded.catalog.artifact(id).tval == tval),
            };
            let items = |counts: &BTreeMap<u32, u64>| {
                let of_kinds = counts.iter().filter(|one| is_theirs(one.0) && keys.key(*one.0).metric == Metric::KIND);
                of_kinds.map(|one| one.1).sum::<u64>()
            };
            assert_eq!(items(&alone), size.1, "all are of these kinds");
            let sampler = forge.kind_samples().expect("samples").sampler(cell, &kinds);
            assert!(sampler.artifacts_per_drop().is_empty());
            let expected = sampler.items_per_drop() * size.0 as f64;
            assert!((expected - items(&whole) as f64).abs() <= 5.0 * expected.sqrt(), "{tval} {quality}: {expected}");
            let all: BTreeSet<u32> = whole.keys().chain(alone.keys()).copied().filter(&is_theirs).collect();
            found += all.iter().filter(|key| keys.key(**key).metric == Metric::ARTIFACT).count();
            for key in all {
                let of = |counts: &BTreeMap<u32, u64>| counts.get(&key).copied().unwrap_or(0);
                tests.push(format!("{quality}: {:?}", keys.key(key)));
                p.push(two_shares_p((of(&whole), items(&whole)), (of(&alone), size.1)));
            }
        }
        for (test, p) in tests.iter().zip(holm(&p)) {
            assert!(p >= FALSE_ALARM, "{tval}: {test}: p {p}");
        }
        assert!(tests.len() > fewest && found >= artifacts, "{tval}: {} and {found} artifacts", tests.len());
    }
}

/// Swords, and light sources: how many tests and artifacts there are at least.
const SWORDS: (u16, usize, usize) = (23, 50, 1);
const LIGHTS: (u16, usize, usize) = (39, 6, 2);

#[test]
fn swords_with_special_artifacts_are_as_those_among_drops() {
    with_special_artifacts(&[SWORDS], USUAL);
}

#[test]
fn lights_with_special_artifacts_are_as_those_among_drops() {
    with_special_artifacts(&[LIGHTS], USUAL);
}

#[test]
#[ignore = "deep"]
fn items_with_special_artifacts_are_as_those_among_drops_deep() {
    with_special_artifacts(&[SWORDS, LIGHTS], LARGE);
}
