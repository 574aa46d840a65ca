//! Attempts at an ego: the chances in our pools against those an independent program worked out.

use std::{collections::BTreeMap, io::Read, path::Path};

use affixboard_model::{catalog::KindId, game::Loaded};

/// The table is written to nine digits, and rounded: half of the last is up to 5e-9 of a number.
const ROUNDING: f64 = 5.001e-9;

/// Every probability of an ego given that an item of a kind tries for one, `level,tval,sval,name,prob`, gzipped.
///
/// One attempt in 20 is made at a boosted level: `1 + level × 128 ÷ roll`, rolls being 1 to 128, no deeper than `deepest`.
pub fn check(loaded: &Loaded, path: &Path, deepest: u32) {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a table of probabilities");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut expected: BTreeMap<(u32, u16, u16), BTreeMap<String, f64>> = BTreeMap::new();
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        let record = record.expect("a row");
        let number = |at: usize| record[at].parse::<u32>().expect("a number");
        let egos = expected.entry((number(0), number(1) as u16, number(2) as u16)).or_default();
        *egos.entry(record[3].to_owned()).or_default() += record[4].parse::<f64>().expect("a probability");
    }
    let (forge, catalog) = (loaded.model.forge(), &loaded.catalog);
    let (mut compared, mut worst) = (0, 0.0_f64);
    for ((level, tval, sval), expected) in &expected {
        let kind = catalog.find_kind(*tval, *sval).expect("a kind");
        let mut got: BTreeMap<String, f64> = BTreeMap::new();
        let mut add = |level: u32, share: f64, kind: KindId| {
            let pool = forge.pool(kind, level, 0);
            for (at, (ego, _)) in pool.entries.iter().enumerate() {
                *got.entry(catalog.affix(*ego).name.clone()).or_default() += share * pool.chance(at);
            }
        };
        add(*level, 19.0 / 20.0, kind);
        for roll in 1..=128 {
            add((1 + level * 128 / roll).min(deepest), 1.0 / 20.0 / 128.0, kind);
        }
        for name in expected.keys().chain(got.keys()) {
            let [mine, theirs] = [&got, expected].map(|egos| egos.get(name).copied().unwrap_or(0.0));
            let difference = (mine - theirs).abs() / theirs.max(mine);
            worst = worst.max(difference);
            assert!(difference < ROUNDING, "level {level}, {tval}:{sval} {name}: {mine} for {theirs}");
        }
        compared += expected.len();
    }
    println!("{compared} probabilities agree; the largest relative difference is {worst:.1e}");
    assert!(compared > 10_000);
}
