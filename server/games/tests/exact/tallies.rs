//! What is computed of affixes and themes against what the original programs counted: of a thousand such tests where all is
//! right one fails. The counts are fixed, so that it does so never or always.

use std::collections::BTreeMap;

use crate::common::oracle::Oracle;
use affixboard_inquiry::audit::COMPARED;
use affixboard_model::{
    batch::{Cell, Metric},
    catalog::KindId,
    stats::{binomial_p, holm},
};

const FALSE_ALARM: f64 = 0.001;

type Label = (String, String, String, String);

/// Compares what items of these types carry in these cells, entry by entry, in whole drops.
fn agrees(system: &str, game: &str, tvals: &[u16], cells: &[(u32, &str)]) {
    let Some(oracle) = Oracle::open(system, game) else { return };
    let catalog = &oracle.loaded.catalog;
    let forge = oracle.loaded.model.forge();
    let kinds: Vec<KindId> =
        (0..).map(KindId).zip(&catalog.kinds).filter(|kind| tvals.contains(&kind.1.tval)).map(|kind| kind.0).collect();
    let levels: Vec<u32> = cells.iter().map(|cell| cell.0).collect();
    let tally = crate::common::tally_at(&oracle.tallies.join("full.csv.gz"), &levels);
    let mut tests: Vec<(f64, String)> = Vec::new();
    for (depth, quality) in cells {
        let (drops, rows) = &tally[&(*depth, (*quality).to_owned())];
        let at = oracle.loaded.game.words().qualities.iter().position(|name| name == quality).expect("a quality");
        let cell = Cell { depth: *depth, quality: at as u8, kind: None };
        let keys = forge.keys();
        // Entries of one name are one row: some themes and kinds share theirs.
        let mut computed: BTreeMap<Label, (f64, f64)> = BTreeMap::new();
        for chance in forge.exact().expect("chances").chances(cell, Some(&kinds)) {
            let metric = keys.key(chance.key).metric;
            if !COMPARED.contains(&metric) {
                continue;
            }
            let (place, name) = keys.label(chance.key);
            let (tval, sval) = place.map_or_else(Default::default, |(t, s)| (t.to_string(), s.to_string()));
            let sums = computed.entry((metric.0.to_owned(), tval, sval, name)).or_default();
            *sums = (sums.0 + chance.mean, sums.1 + chance.bound);
        }
        for (label, count) in rows {
            let is_asked = label.1.parse().is_ok_and(|tval| tvals.contains(&tval));
            let is_compared = COMPARED.iter().any(|metric| metric.0 == label.0) && label.0 != Metric::FAILED.0;
            assert!(!(is_asked && is_compared) || computed.contains_key(label), "{label:?} counted {count} times");
        }
        for (label, (chance, bound)) in computed {
            let count = rows.get(&label).copied().unwrap_or(0);
            let share = count as f64 / *drops as f64;
            let nearest = share.clamp((chance - bound).max(0.0), (chance + bound).min(1.0));
            let p = if nearest.to_bits() == share.to_bits() { 1.0 } else { binomial_p(count, *drops, nearest) };
            let expected = chance * *drops as f64;
            tests.push((p, format!("{depth} {quality} {label:?}: {count} for {expected:.1} of {drops}")));
        }
    }
    let p: Vec<f64> = tests.iter().map(|test| test.0).collect();
    let adjusted = holm(&p);
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let found: Vec<_> = order.iter().filter(|at| adjusted[**at] < FALSE_ALARM).map(|at| &tests[*at].1).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Cloaks, shields, helms, gloves, boots, soft armour.
const ARMOUR: [u16; 6] = [30, 31, 32, 34, 35, 36];

#[test]
fn the_affix_branch() {
    agrees("affix-branch", "affix-branch", &ARMOUR, &[(5, "normal"), (40, "good")]);
    agrees("affix-branch", "affix-branch", &[35, 36], &[(90, "great")]);
}

#[test]
#[ignore = "deep"]
fn the_affix_branch_deep() {
    let cells = [1, 5, 20, 40, 100].map(|depth| [(depth, "normal"), (depth, "good")]).concat();
    agrees("affix-branch", "affix-branch", &ARMOUR, &cells);
    agrees("affix-branch", "affix-branch", &[35, 36], &[(30, "great"), (90, "great")]);
}

/// Launchers, which one theme is always undone for, and ammunition.
#[test]
fn launchers_and_ammunition() {
    let cells = [20, 60, 100].map(|depth| (depth, "normal"));
    agrees("affix-branch", "affix-branch", &[17, 18, 19], &cells);
}

#[test]
fn v4() {
    let cells = [1, 20, 60].map(|depth| (depth, "normal"));
    agrees("v4-final", "v4", &[30, 35, 36], &cells);
}
