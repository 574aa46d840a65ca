//! What games think that items are worth, of items of the starter editions.

use std::{collections::BTreeMap, path::Path};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Entry, Key, Metric},
    catalog::{ArtifactId, KindId},
    engine::random::Stream,
    game::Appraisal,
};

/// The games whose items are appraised here.
const GAMES: [&str; 7] =
    ["angband-2.8", "angband-2.9", "angband-3.0", "angband-3.5", "angband-4.2", "frogcomposband", "unangband"];

/// Those of them that compute power, too.
const POWERED: [&str; 3] = ["angband-3.5", "angband-4.2", "unangband"];

/// By metric, kind and, but for values, entry.
type Counted = BTreeMap<(&'static str, Option<KindId>, Option<Entry>), u64>;

/// The appraisals of drops made one by one, none of one that came to nothing, and what is counted of them: by key what they are,
/// by metric and kind how many values they have, for values themselves are rolled otherwise where single items are noted.
fn appraised(game: &str, quality: u8, drops: u64, wanted: bool) -> (Vec<Appraisal>, Counted) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
    let forge = loaded.model.forge_for(Detail::Full);
    let plain = Counts::new(forge.keys());
    let mut counts = if wanted { plain.with_log(|_| true, true) } else { plain };
    let mut random = Stream::seeded([29, 0, u64::from(quality)]);
    let cell = Cell { depth: 30, quality, kind: None };
    for _ in 0..drops {
        forge.run(cell, 1, &mut random, &mut counts);
    }
    let items = counts.take_items();
    let values = items.iter().flat_map(|item| &item.values).map(|key| (*key, 1));
    let mut counted = BTreeMap::new();
    for (key, count) in counts.take().into_iter().chain(values) {
        let Key { metric, kind, entry } = forge.keys().key(key);
        let once = [Metric::TO_HIT, Metric::TO_DAM, Metric::TO_AC, Metric::AC, Metric::WEIGHT, Metric::DICE];
        let entry = if Metric::VALUES.contains(&metric) { None } else { Some(entry) };
        if entry.is_some() || once.contains(&metric) {
            *counted.entry((metric.0, kind, entry)).or_default() += count;
        }
    }
    (items.into_iter().map(|item| item.appraisal).collect(), counted)
}

/// Looking at items changes neither them nor their counts, and none is looked at where nobody asks.
#[test]
fn appraising_changes_nothing() {
    for game in GAMES {
        for quality in 0..3 {
            let (appraisals, counts) = appraised(game, quality, 500, true);
            let (none, same) = appraised(game, quality, 500, false);
            assert!(none.is_empty(), "{game}");
            assert_eq!(counts, same, "{game} {quality}");
            assert!(appraisals.len() > 300 && appraisals.len() <= 500, "{game} {quality}: {}", appraisals.len());
            let priced = appraisals.iter().filter_map(|one| one.price.as_ref());
            assert!(priced.clone().all(|price| price.total() >= 0), "{game} {quality}");
            assert!(priced.filter(|price| price.total() > 0).count() > 100, "{game} {quality}");
            let powers = appraisals.iter().filter(|one| one.power.is_some()).count();
            assert_eq!(powers > 50, POWERED.contains(&game), "{game} {quality}: {powers}");
        }
    }
}

/// Of an armour of the affix branch's starter edition, by hand (reference RULES 2.8, and its tables of flags):
/// `P:8:0d0:0:0:12` with a weight of 60, two low resistances, and +2 to dexterity and stealth.
#[test]
fn an_artifact_as_it_is_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/affix-branch");
    let loaded = games::find("affix-branch").expect("the game").load(crate::common::sources(&folder));
    let at = loaded.catalog.artifacts.iter().position(|artifact| artifact.index == 20).expect("of Wrenwick");
    let found = loaded.model.artifact_appraisal(ArtifactId(at as u32)).expect("an appraisal");
    let power = found.power.expect("power");
    let mut terms: Vec<(&str, i64)> = power.terms.iter().map(|term| (term.what.as_ref(), term.points)).collect();
    terms.sort_unstable();
    let mut expected = [
        // 1, and 8 × (750 × 20 / 60 = 250) / 100.
        ("armour 8", 21),
        ("to-ac +12", 12),
        ("RES_ACID", 5),
        ("RES_ELEC", 6),
        ("IGNORE_ACID", 3),
        ("IGNORE_ELEC", 1),
        ("IGNORE_FIRE", 3),
        ("IGNORE_COLD", 1),
        // Two points of 8 each; together they count 44 of at least 70 that give more.
        ("DEX +2", 16),
        ("STEALTH +2", 16),
        // Two of five: their square.
        ("2 low resistances", 4),
    ];
    expected.sort_unstable();
    assert_eq!(terms, expected);
    // 88 × 88 + 5 × 88.
    assert_eq!((power.total(), found.price.expect("a price").total()), (88, 8184));
}

#[test]
fn every_artifact_of_games_with_affixes_has_its_power() {
    for game in ["affix-branch", "v4"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
        let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
        for at in 0..loaded.catalog.artifacts.len() {
            let found = loaded.model.artifact_appraisal(ArtifactId(at as u32)).expect("an appraisal");
            assert!(found.power.is_some() && found.price.is_some(), "{game}: {}", loaded.catalog.artifacts[at].name);
        }
    }
}
