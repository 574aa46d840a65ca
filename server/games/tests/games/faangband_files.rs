//! FAangband's files: read whole, told from other games', counted.

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry, Metric},
    game::Loaded,
    text::Severity,
};

use crate::common;

const RING: u16 = 21;
const AMULET: u16 = 20;

fn load() -> Option<Loaded> {
    let sources = common::sources(&common::reference("faangband")?.join("edit"));
    assert_eq!(games::nearest(&sources).expect("a game").id(), "faangband");
    Some(games::faangband::GAME.load(sources))
}

/// What is refused, refused of 4.2's own files too.
#[test]
fn its_files_load_without_errors_and_are_its_own() {
    let Some(loaded) = load() else { return };
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|said| said.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(loaded.doubts(), None);
    // One ego of commonness 0 with three places, egos and artifacts of one level, and `armor:0:0]`.
    let rules = loaded.diagnostics.iter().map(|said| said.rule.name());
    let number = |rule| rules.clone().filter(|known| *known == rule).count();
    assert_eq!([number("never-drawn"), number("one-level"), number("number-misread")], [3, 8, 1]);
    assert_eq!(loaded.diagnostics.len(), 12, "{:#?}", loaded.diagnostics);
    let catalog = &loaded.catalog;
    // 363 kinds in object.txt, 20 books, 18 made for artifacts, of which 12 are devices.
    let counts = [catalog.kinds.len(), catalog.affixes.len(), catalog.artifacts.len()];
    assert_eq!(counts, [363 + 20 + 18, 134, 126]);
    let devices = catalog.artifacts.iter().filter(|artifact| (22..=24).contains(&artifact.tval));
    let named = devices.filter(|artifact| {
        catalog.find_kind(artifact.tval, artifact.sval).is_some_and(|kind| catalog.kind(kind).name == artifact.name)
    });
    assert_eq!(named.count(), 12, "each is the only item of a kind of its own name");
}

/// RULES 3: of rings and amulets each is an ego, of those whose threshold its potential passes.
#[test]
fn every_ring_and_amulet_is_an_ego() {
    let Some(loaded) = load() else { return };
    let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
    let of = |depth: u32, tval: u16| {
        let cell = Cell { depth, quality: 0, kind: None };
        let (mut items, mut egos, mut names) = (0.0, 0.0, Vec::new());
        for chance in forge.exact().expect("chances").chances(cell, None) {
            let key = forge.keys().key(chance.key);
            if key.kind.is_none_or(|kind| catalog.kind(kind).tval != tval) {
                continue;
            }
            match (key.metric, key.entry) {
                (Metric::KIND, _) => items += chance.mean,
                (Metric::AFFIX, Entry::Affix(ego)) => {
                    egos += chance.mean;
                    names.push(catalog.affix(ego).name.clone());
                }
                _ => {}
            }
        }
        names.sort_unstable();
        names.dedup();
        (items, egos, names)
    };
    for depth in [1, 20, 60] {
        for tval in [RING, AMULET] {
            let (items, egos, _) = of(depth, tval);
            // Artifacts are the others: few.
            assert!(egos > 0.0 && egos <= items + 1e-12 && egos > 0.9 * items, "{depth} {tval}: {egos} of {items}");
        }
    }
    assert_eq!(of(100, RING).2.len(), 13);
    assert_eq!(of(100, AMULET).2.len(), 12);
}
