//! What must add up of what is computed of affixes and themes, on the starter editions and the games' own files.

use std::{collections::BTreeMap, path::Path};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry, Metric},
    catalog::{KindId, Role},
    game::Loaded,
};

const LAST_DIGITS: f64 = 1e-12;

fn near(a: f64, b: f64, bound: f64) -> bool {
    (a - b).abs() <= bound + LAST_DIGITS
}

/// `kinds`: those asked about; all where there are none.
fn adds_up(loaded: &Loaded, depth: u32, quality: u8, kinds: Option<&[KindId]>) {
    let (forge, catalog) = (loaded.model.forge(), &loaded.catalog);
    let keys = forge.keys();
    let chances = forge.exact().expect("chances").chances(Cell { depth, quality, kind: None }, kinds);
    let mut made = 0.0;
    // Per kind and metric; of artifacts per kind.
    let mut sums: BTreeMap<(KindId, Metric), (f64, f64)> = BTreeMap::new();
    let mut once: BTreeMap<(KindId, Entry), f64> = BTreeMap::new();
    for chance in &chances {
        let key = keys.key(chance.key);
        assert!(chance.mean >= 0.0 && chance.bound >= 0.0, "{key:?}: {chance:?}");
        if key.metric == Metric::KIND || key.metric == Metric::FAILED {
            made += chance.mean;
        }
        let kind = match key.entry {
            Entry::Artifact(id) => catalog.find_kind(catalog.artifact(id).tval, catalog.artifact(id).sval),
            _ => key.kind,
        };
        let Some(kind) = kind else { continue };
        let sum = sums.entry((kind, key.metric)).or_default();
        *sum = (sum.0 + chance.mean, sum.1 + chance.bound);
        if key.metric == Metric::AFFIX {
            once.insert((kind, key.entry), chance.mean);
        }
        if key.metric == Metric::AFFIX_MULT {
            let had = once.get(&(kind, key.entry)).copied().unwrap_or(0.0);
            let Entry::Affix(affix) = key.entry else { continue };
            assert!(had <= chance.mean + chance.bound + LAST_DIGITS, "{key:?}: {had} once, {} in all", chance.mean);
            if matches!(catalog.affix(affix).role, Some(Role::Make | Role::Material | Role::Quality)) {
                assert!(near(had, chance.mean, 0.0), "{key:?}: {had} once, {} in all", chance.mean);
            }
        }
    }
    if kinds.is_none() {
        assert!(near(made, 1.0, 0.0), "{made}");
    }
    let sum = |kind: KindId, metric| sums.get(&(kind, metric)).copied().unwrap_or((0.0, 0.0));
    for kind in sums.keys().filter(|place| place.1 == Metric::NAFFIXES).map(|place| place.0) {
        let (numbers, bound) = sum(kind, Metric::NAFFIXES);
        let items = sum(kind, Metric::KIND).0 - sum(kind, Metric::ARTIFACT).0;
        assert!(near(numbers, items, bound), "{}: {numbers} ± {bound} for {items}", catalog.kind(kind).name);
        let (slots, levels) = (sum(kind, Metric::AFFIX_MULT).0, sum(kind, Metric::AFFIX_LEVEL).0);
        assert!(near(slots, levels, 0.0), "{}: {slots}, {levels}", catalog.kind(kind).name);
    }
}

#[test]
fn the_starter_editions() {
    for game in ["affix-branch", "v4"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
        let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
        for (depth, quality) in [(0, 0), (1, 0)] {
            adds_up(&loaded, depth, quality, None);
        }
    }
}

#[test]
fn the_games_own_files() {
    for (system, game) in [("affix-branch", "affix-branch"), ("v4-final", "v4")] {
        let Some(folder) = crate::common::reference(system) else { return };
        let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder.join("edit")));
        let types = [30, 36];
        let of = |tval: u16| types.contains(&tval);
        let kinds: Vec<KindId> =
            (0..).map(KindId).zip(&loaded.catalog.kinds).filter(|kind| of(kind.1.tval)).map(|kind| kind.0).collect();
        for (depth, quality) in [(0, 0), (30, 0)] {
            adds_up(&loaded, depth, quality, Some(&kinds));
        }
    }
}
