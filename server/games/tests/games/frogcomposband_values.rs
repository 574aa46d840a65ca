//! Values and prices of frogcomposband's items against those of the original.
//!
//! `frogcomposband_values.csv.gz` counts what the original's own program made, compiled with a small main function and another
//! generator of random numbers in place of its own, for a human warrior: 8000 items of each of [`KINDS`] in each of [`CELLS`], by
//! `object_prep` and `apply_magic`, without artifacts and random artifacts; by item type, level, quality (1: good and great) and ego
//! (0: none), those with at least 400 items. Of wands, staffs and rods ([`DEVICES`]) it made 24,000 of
//! each and counts prices alone. The entry of a price is its class ([`class`]), that of a flag its number; flags are those
//! that neither kind nor ego has.

use std::{collections::BTreeMap, io::Read};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, LoggedItem},
    engine::random::Stream,
    game::{Forge, Loaded},
    stats::{holm, two_sample_chi_square, two_shares_p},
};

use crate::common::{gate::FALSE_ALARM, reference};

/// Item type and number of the kinds.
#[rustfmt::skip]
const KINDS: [(u16, u16); 57] = [
    (23, 4), (23, 17), (23, 20), (23, 31), (23, 33), (23, 35), (21, 2), (21, 8), (21, 21), (22, 20), (22, 29), (22, 2),
    (20, 1), (20, 7), (19, 2), (19, 13), (19, 24), (19, 70), (17, 1), (16, 1), (18, 1), (38, 12), (38, 16), (38, 18),
    (38, 1), (37, 1), (37, 4), (37, 15), (36, 1), (36, 2), (36, 4), (36, 13), (34, 2), (34, 4), (34, 6), (34, 10),
    (33, 10), (33, 11), (32, 1), (32, 2), (32, 5), (32, 8), (32, 10), (31, 1), (31, 2), (31, 6), (35, 1), (35, 2),
    (35, 7), (30, 2), (30, 4), (30, 5), (30, 6), (39, 0), (39, 1), (39, 2), (46, 0),
];
/// Those of which prices alone are held, three times as many items, in finer classes.
const DEVICES: [(u16, u16); 3] = [(65, 0), (55, 0), (66, 0)];
/// Levels, and whether drops are good and great.
const CELLS: [(u32, u8); 4] = [(10, 1), (40, 1), (90, 1), (40, 0)];

/// Item type, level, whether great, ego.
type Group = (u16, u32, u8, u32);
/// By metric and entry.
type Entries = BTreeMap<(String, String), u64>;

/// The class of a price: two for each power of 2, or eight.
fn class(price: i64, of_each: u32) -> u32 {
    let (bits, more) = (i64::BITS - price.leading_zeros(), of_each.ilog2());
    of_each * bits + if bits > more { (price >> (bits - 1 - more)) as u32 & (of_each - 1) } else { 0 }
}

/// The original's counts, by group, with the number of items.
fn table(flags: &[&str]) -> BTreeMap<Group, (u64, Entries)> {
    let mut text = String::new();
    let bytes = include_bytes!("frogcomposband_values.csv.gz");
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).expect("gzipped CSV");
    let mut groups: BTreeMap<Group, (u64, Entries)> = BTreeMap::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")) {
        let number = |column: usize| row[column].parse::<u32>().expect("a number");
        let group = (number(0) as u16, number(1), number(2) as u8, number(3));
        let count = u64::from(number(6));
        let (items, entries) = groups.entry(group).or_default();
        match &row[4] {
            "n" => *items = count,
            "flag" => drop(entries.insert(("flag".to_owned(), flags[number(5) as usize].to_owned()), count)),
            metric => drop(entries.insert((metric.to_owned(), row[5].to_owned()), count)),
        }
    }
    groups
}

fn counted(loaded: &Loaded, forge: &dyn Forge, items: u64, seed: u64) -> BTreeMap<Group, (u64, Entries)> {
    let mut groups: BTreeMap<Group, (u64, Entries)> = BTreeMap::new();
    for (at, (level, is_great)) in (0..).zip(CELLS) {
        let mut random = Stream::seeded([2107, seed, at]);
        for (tval, sval) in KINDS.into_iter().chain(DEVICES) {
            let items = if is_device(tval) { 3 * items } else { items };
            let kind = loaded.catalog.find_kind(tval, sval).expect("a kind");
            let cell = Cell { depth: level, quality: 2 * is_great, kind: Some(kind) };
            let mut counts = Counts::new(forge.keys()).with_log(|_| true, true);
            forge.run(cell, items, &mut random, &mut counts);
            for item in counts.take_items() {
                note(loaded, forge, &item, (level, is_great), &mut groups);
            }
        }
    }
    groups
}

fn is_device(tval: u16) -> bool {
    DEVICES.iter().any(|device| device.0 == tval)
}

fn note(
    loaded: &Loaded,
    forge: &dyn Forge,
    item: &LoggedItem,
    (level, is_great): (u32, u8),
    groups: &mut BTreeMap<Group, (u64, Entries)>,
) {
    // Random artifacts have no values.
    let tval = loaded.catalog.kind(item.kind).tval;
    if item.artifact.is_some() || (item.values.is_empty() && !is_device(tval)) {
        return;
    }
    let ego = item.affixes.first().map_or(0, |ego| loaded.catalog.affix(ego.0).index);
    let (items, entries) = groups.entry((tval, level, is_great, ego)).or_default();
    *items += 1;
    for key in &item.values {
        let metric = forge.keys().key(*key).metric.0.to_owned();
        *entries.entry((metric, forge.keys().label(*key).1)).or_default() += 1;
    }
    let price = item
        .appraisal
        .price
        .as_ref()
        .map(|price| class(price.total(), if is_device(tval) { 8 } else { 2 }).to_string());
    if let Some(price) = price {
        *entries.entry(("price".to_owned(), price)).or_default() += 1;
    }
}

/// Holds `items` of ours of each kind and cell against the original's, by a χ² test of each metric but flags, of which each is a test;
/// corrected after Holm.
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn gate(items: u64, seed: u64) {
    let Some(folder) = reference("frogcomposband") else { return };
    let loaded = games::find("frogcomposband").expect("the game").load(crate::common::sources(&folder.join("edit")));
    let forge = loaded.model.forge_for(Detail::Full);
    let ours = counted(&loaded, forge.as_ref(), items, seed);
    let nothing = (0, Entries::new());
    let mut tests: Vec<(String, f64)> = Vec::new();
    let mut sums: BTreeMap<String, (f64, u32)> = BTreeMap::new();
    for (group, (theirs_of, theirs)) in table(&loaded.model.flag_names()) {
        let (ours_of, ours) = ours.get(&group).unwrap_or(&nothing);
        let mut keys: Vec<&(String, String)> = theirs.keys().chain(ours.keys()).collect();
        keys.sort_unstable();
        keys.dedup();
        let count = |entries: &Entries, key: &(String, String)| entries.get(key).copied().unwrap_or(0);
        for of_metric in keys.chunk_by(|one, other| one.0 == other.0) {
            let metric = &of_metric[0].0;
            let pairs = of_metric.iter().map(|key| (count(ours, key), count(&theirs, key)));
            let (a, b): (Vec<u64>, Vec<u64>) = pairs.unzip();
            if metric == "flag" {
                for ((key, a), b) in of_metric.iter().zip(a).zip(b) {
                    tests.push((
                        format!("{group:?} {}: {a} and {b}", key.1),
                        two_shares_p((a, *ours_of), (b, theirs_of)),
                    ));
                }
                continue;
            }
            if let Some(found) = two_sample_chi_square(&a, *ours_of, &b, theirs_of) {
                tests.push((format!("{group:?} {metric}: {a:?} and {b:?} of {of_metric:?}"), found.p));
                let of = if is_device(group.0) { "price of devices" } else { metric };
                let sum = sums.entry(of.to_owned()).or_default();
                *sum = (sum.0 + found.statistic, sum.1 + found.dof);
            }
        }
    }
    let corrected = holm(&tests.iter().map(|test| test.1).collect::<Vec<_>>());
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|one, other| tests[*one].1.total_cmp(&tests[*other].1));
    println!("{} tests, smallest p after Holm {:.3}; {sums:?}", tests.len(), corrected[order[0]]);
    let failed: Vec<String> = order
        .iter()
        .take_while(|at| corrected[**at] < FALSE_ALARM)
        .map(|at| format!("{} (p {:.1e})", tests[*at].0, tests[*at].1))
        .collect();
    assert!(failed.is_empty(), "{} of {}:\n{}", failed.len(), tests.len(), failed.join("\n"));
}

#[test]
fn values_and_prices_are_distributed_as_the_originals() {
    gate(500, 1);
}

/// As many items as the original made.
#[test]
#[ignore = "deep"]
fn values_and_prices_are_distributed_as_the_originals_deep() {
    gate(8000, 2);
}
