//! The exact gate: our rules against probabilities worked out without simulation by an independent program.
//!
//! In every cell the kinds of drops, and what of each kind they became (an ego, an artifact or neither), are one χ² test of
//! fit each; entries of fewer than ten expected drops count together. All p-values are corrected after Holm, and must look
//! uniform besides. What is never expected must not come at all. Seeds are fixed, so a false alarm comes never or always:
//! the chance that a seed gives one is [`FALSE_ALARM`] for each of the two checks.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    num::NonZeroU64,
    path::{Path, PathBuf},
};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Entry, KeySpace, Metric, Plan, run_shard},
    catalog::KindId,
    game::{Loaded, Switches},
    stats::{chi_square_sf, holm},
};

use super::{
    gate::{FALSE_ALARM, kolmogorov},
    p_values::Found,
};

/// Least number of drops expected for an entry of its own.
const LEAST: f64 = 10.0;

/// Drops of a cell, and items of a given kind in one, in the gates that the games' pages have the figures of.
const USUAL_SIZE: [u64; 2] = [400_000, 20_000];
/// What magic makes of items, in the words of the tables and in ours.
const MAGIC: [(&str, &str); 4] =
    [("plain", "plain"), ("fine", "fine"), ("special", "special"), ("special_fine", "special and fine")];
/// What of an expected number can be the rounding of the table alone.
const ROUNDING: f64 = 1e-3;

/// What is compared.
pub struct Exact<'a> {
    pub loaded: &'a Loaded,
    /// `level,quality,metric,tval,sval,name,prob`, gzipped.
    pub path: &'a Path,
    /// Only these levels; none: all.
    pub levels: &'a [u32],
    /// Apply magic to given kinds instead of whole drops.
    pub fixed: bool,
    /// Our drops for each cell, and kind where kinds are given.
    pub drops: u64,
    pub seed: u64,
}

/// An original whose probabilities are known.
pub struct Original {
    /// The game's id.
    pub game: &'static str,
    /// The reference folder that has it.
    pub reference: &'static str,
    /// Its edit files in there.
    pub edit: &'static str,
    /// The tables of its probabilities.
    pub exact: &'static str,
    pub seed: u64,
}

impl Original {
    /// The reference folder, and the game with the original's files; `None` (said loudly) where there is no reference data.
    pub fn load(&self) -> Option<(PathBuf, Loaded)> {
        let folder = super::reference(self.reference)?;
        let loaded = games::find(self.game).expect("the game").load(super::sources(&folder.join(self.edit)));
        Some((folder, loaded))
    }

    /// Runs the gate with one of its tables at some levels (none: all), where there is reference data.
    pub fn check(&self, file: &str, fixed: bool, levels: &[u32], drops: u64) {
        let Some((folder, loaded)) = self.load() else { return };
        let path = &folder.join(self.exact).join(file);
        check(&Exact { loaded: &loaded, path, levels, fixed, drops, seed: self.seed });
    }

    /// What our rules compute is what one of its tables says at some levels (none: all), where there is reference data.
    pub fn equal(&self, file: &str, fixed: bool, levels: &[u32]) {
        let Some((folder, loaded)) = self.load() else { return };
        equal(&loaded, &folder.join(self.exact).join(file), fixed, levels);
    }
}

/// What a row is about: item type, sval and the entry's index (or its name, where the file has no indices).
type Name = (String, String, String);
/// What is expected and found of the entries of one sample, and of all of them together.
#[derive(Default)]
struct Sample {
    entries: Vec<(f64, u64)>,
    prob: f64,
    found: u64,
}

type Cells = BTreeMap<(u32, String), BTreeMap<(String, Name), f64>>;

fn read(path: &Path, levels: &[u32]) -> Cells {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a table of probabilities");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut cells = Cells::new();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).expect("a row") {
        if !super::is_at(levels, &record[0]) {
            continue;
        }
        let cell = cells.entry((record[0].parse().expect("a level"), record[1].to_owned())).or_default();
        let prob: f64 = record[6].parse().expect("a probability");
        let is_of_kinds = &record[2] == "kind" || MAGIC.iter().any(|magic| magic.0 == &record[2]);
        let name = if is_of_kinds { String::new() } else { record[5].to_owned() };
        *cell.entry((record[2].to_owned(), (record[3].to_owned(), record[4].to_owned(), name))).or_default() += prob;
    }
    for cell in cells.values_mut() {
        for metric in ["ego", "artifact"] {
            let indexed = format!("{metric}_idx");
            if cell.keys().any(|key| key.0 == indexed) {
                cell.retain(|key, _| key.0 != metric);
            }
        }
    }
    cells
}

/// Whether a game tells what magic makes of items.
fn counts_magic(keys: &KeySpace) -> bool {
    (0..keys.len() as u32).any(|key| keys.key(key).metric == Metric::MAGIC)
}

/// Whether a row is one that we count: what magic makes is told by some games, of items that can be egos alone.
fn is_counted(loaded: &Loaded, counts_magic: bool, (metric, (tval, ..)): &(String, Name)) -> bool {
    let takes_affixes = || {
        let tval = tval.parse().expect("an item type");
        loaded.catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes)
    };
    !MAGIC.iter().any(|magic| magic.0 == metric) || (counts_magic && takes_affixes())
}

/// Runs the gate and prints what it found; panics where the probabilities and we disagree.
pub fn check(exact: &Exact<'_>) {
    let mut cells = read(exact.path, exact.levels);
    let mut tests: Vec<(f64, String)> = Vec::new();
    let counts_magic = counts_magic(exact.loaded.model.forge().keys());
    for ((depth, quality), expected) in &mut cells {
        expected.retain(|row, _| is_counted(exact.loaded, counts_magic, row));
        compare(exact, *depth, quality, expected, &mut tests);
    }
    let p: Vec<f64> = tests.iter().map(|test| test.0).collect();
    let corrected = holm(&p);
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    println!("{} cells, {} tests; the worst:", cells.len(), tests.len());
    for at in order.iter().take(12) {
        println!("  p {:.2e}  after Holm {:.3}  {}", p[*at], corrected[*at], tests[*at].1);
    }
    let mut sorted = p.clone();
    sorted.sort_by(f64::total_cmp);
    let (distance, ks) = kolmogorov(&sorted);
    let game = exact.loaded.game;
    let found = Found {
        game: game.id(),
        rules_version: game.rules_version(),
        what: if exact.fixed { "given kinds" } else { "whole drops" },
        cells: cells.len(),
        tests: tests.len(),
        // Some levels are no figures of the page.
        times: if exact.levels.is_empty() { exact.drops / USUAL_SIZE[usize::from(exact.fixed)] } else { 0 },
        seed: exact.seed,
        smallest: order.first().map_or((1.0, 1.0), |at| (p[*at], corrected[*at])),
        exact: &sorted,
        kolmogorov: (distance, ks),
    };
    println!("{} p-values; distance from uniform {distance:.4}, p {ks:.3}", p.len());
    let failed: Vec<_> = order.iter().filter(|at| corrected[**at] < FALSE_ALARM).map(|at| &tests[*at].1).collect();
    assert!(failed.is_empty(), "the probabilities and we disagree: {failed:#?}");
    assert!(ks >= FALSE_ALARM, "the p-values are not uniform:\n{}", found.table());
    found.write();
}

fn compare(
    exact: &Exact<'_>,
    depth: u32,
    quality: &str,
    expected: &BTreeMap<(String, Name), f64>,
    tests: &mut Vec<(f64, String)>,
) {
    let by_index = expected.keys().any(|key| key.0.ends_with("_idx"));
    let counted = count(exact, depth, quality, by_index, expected);
    let magic = MAGIC.map(|magic| magic.0);
    let metrics: &[&[&str]] =
        if exact.fixed { &[&["ego", "artifact"]] } else { &[&["kind"], &["ego", "artifact"], &magic] };
    for metrics in metrics {
        // Given kinds are a sample each; of whole drops all are one.
        let mut samples: BTreeMap<Name, Sample> = BTreeMap::new();
        let is_it = |metric: &str| metrics.contains(&metric.trim_end_matches("_idx"));
        for ((metric, name), prob) in expected.iter().filter(|entry| is_it(&entry.0.0)) {
            let found = counted.get(&(metric.trim_end_matches("_idx").to_owned(), name.clone())).copied().unwrap_or(0);
            let sample = if exact.fixed { (name.0.clone(), name.1.clone(), String::new()) } else { Name::default() };
            let sample = samples.entry(sample).or_default();
            sample.entries.push((prob * exact.drops as f64, found));
            sample.prob += prob;
            sample.found += found;
        }
        for ((metric, name), found) in &counted {
            let known = expected.contains_key(&(metric.clone(), name.clone()))
                || expected.contains_key(&(format!("{metric}_idx"), name.clone()));
            assert!(known || !is_it(metric), "{depth} {quality}: {found} of {metric} {name:?}, which can't be");
        }
        for (name, Sample { mut entries, prob, found }) in samples {
            let name = format!("{depth} {quality} {metrics:?} {name:?}");
            // Neither. What is listed may be as rare as it will.
            let neither = ((1.0 - prob).max(0.0) * exact.drops as f64, exact.drops - found);
            assert!(neither.0 > ROUNDING || neither.1 == 0, "{name}: {} of what can't be", neither.1);
            entries.push(neither);
            tests.extend(fit(&entries).map(|p| (p, name)));
        }
    }
}

/// How likely counts at least as far from what is expected are; `None` where all but all is one thing, which tells nothing.
fn fit(entries: &[(f64, u64)]) -> Option<f64> {
    let mut rare = (0.0, 0);
    let (mut chi2, mut classes) = (0.0, 0);
    let mut add = |expected: f64, found: u64| {
        chi2 += (found as f64 - expected).powi(2) / expected;
        classes += 1;
    };
    for (expected, found) in entries {
        if *expected >= LEAST {
            add(*expected, *found);
        } else {
            rare = (rare.0 + expected, rare.1 + found);
        }
    }
    if rare.0 >= LEAST {
        add(rare.0, rare.1);
    }
    (classes >= 2).then(|| chi_square_sf(chi2, classes - 1))
}

/// What we count in a cell, in the names of the table.
fn count(
    exact: &Exact<'_>,
    depth: u32,
    quality: &str,
    by_index: bool,
    expected: &BTreeMap<(String, Name), f64>,
) -> BTreeMap<(String, Name), u64> {
    let (loaded, catalog) = (exact.loaded, &exact.loaded.catalog);
    let forge = loaded.model.forge();
    let words = loaded.game.words();
    let quality = words.qualities.iter().position(|name| *name == quality).expect("a quality") as u8;
    let of = |id: KindId| (catalog.kind(id).tval.to_string(), catalog.kind(id).sval.to_string());
    let places: BTreeSet<(&str, &str)> = expected.keys().map(|(_, name)| (name.0.as_str(), name.1.as_str())).collect();
    let wanted = |id: &KindId| {
        let (tval, sval) = of(*id);
        places.contains(&(tval.as_str(), sval.as_str()))
    };
    let mut kinds: Vec<KindId> = (0..catalog.kinds.len() as u32).map(KindId).collect();
    if exact.fixed {
        kinds.retain(wanted);
    } else {
        kinds.clear();
    }
    let plan = Plan {
        target: None,
        depths: vec![depth],
        qualities: vec![quality],
        kinds,
        drops: NonZeroU64::new(exact.drops).expect("positive"),
        seed: exact.seed,
        switches: Switches::coded(),
        detail: Detail::Identity,
    };
    let mut counts = Counts::new(forge.keys());
    let mut counted: BTreeMap<(String, Name), u64> = BTreeMap::new();
    for shard in plan.shards() {
        for (key, count) in run_shard(forge.as_ref(), &shard, plan.seed, &mut counts).counts {
            assert!(forge.can_occur(shard.cell, key), "{:?} was counted", forge.keys().label(key));
            if let Some(row) = row(forge.keys(), key, by_index) {
                *counted.entry(row).or_default() += count;
            }
        }
    }
    counted
}

/// What a key is in the names of the table: metric, and what it is about.
fn row(keys: &KeySpace, key: u32, by_index: bool) -> Option<(String, Name)> {
    let (place, catalog) = (keys.key(key), keys.catalog());
    let (tval, sval) = keys.label(key).0.map_or_else(Default::default, |(t, s)| (t.to_string(), s.to_string()));
    let name = |index: u32, name: &str| if by_index { index.to_string() } else { name.to_owned() };
    let (metric, name) = match place.entry {
        Entry::Fixed(at) if place.metric == Metric::MAGIC => {
            let label = keys.label(key).1;
            let magic = MAGIC.iter().find(|magic| magic.1 == label).unwrap_or_else(|| panic!("{at}: {label}"));
            (magic.0, String::new())
        }
        Entry::Kind if place.metric == Metric::KIND => ("kind", String::new()),
        Entry::Affix(id) if place.metric == Metric::AFFIX => {
            ("ego", name(catalog.affix(id).index, &catalog.affix(id).name))
        }
        Entry::Artifact(id) => ("artifact", name(catalog.artifact(id).index, &catalog.artifact(id).name)),
        _ => return None,
    };
    Some((metric.to_owned(), (tval, sval, name)))
}

/// The tables are written to nine digits at least, and rounded: half of the last is up to 5e-9 of a number.
const LAST_DIGIT: f64 = 5.001e-9;

/// Every chance that our rules compute is that of the table, to the digits it has; what the table leaves out can't be.
pub fn equal(loaded: &Loaded, path: &Path, fixed: bool, levels: &[u32]) {
    let (forge, catalog) = (loaded.model.forge(), &loaded.catalog);
    let counts_magic = counts_magic(forge.keys());
    let (mut compared, mut worst) = (0, 0.0_f64);
    for ((depth, quality), expected) in &read(path, levels) {
        let by_index = expected.keys().any(|key| key.0.ends_with("_idx"));
        let at = loaded.game.words().qualities.iter().position(|name| name == quality).expect("a quality") as u8;
        let mut kinds: Vec<Option<KindId>> = vec![None];
        if fixed {
            // Of two kinds of one item type and sval the table means the first.
            let places: BTreeSet<_> =
                expected.keys().filter(|row| !row.0.starts_with("artifact")).map(|row| (&row.1.0, &row.1.1)).collect();
            let find = |(tval, sval): &(&String, &String)| catalog.find_kind(tval.parse().ok()?, sval.parse().ok()?);
            kinds = places.iter().map(|place| Some(find(place).expect("a kind"))).collect();
        }
        let mut got: BTreeMap<(String, Name), f64> = BTreeMap::new();
        for kind in kinds {
            let chances =
                forge.exact().expect("a closed form").chances(Cell { depth: *depth, quality: at, kind }, None);
            for chance in chances {
                if let Some(row) = row(forge.keys(), chance.key, by_index).filter(|row| !fixed || row.0 != "kind") {
                    *got.entry(row).or_default() += chance.mean;
                }
            }
        }
        for ((metric, name), theirs) in expected.iter().filter(|row| row.1 > &0.0) {
            let is_known = ["kind", "ego", "artifact"].contains(&metric.trim_end_matches("_idx"))
                || MAGIC.iter().any(|magic| magic.0 == metric);
            if !is_known || !is_counted(loaded, counts_magic, &(metric.clone(), name.clone())) {
                continue;
            }
            let row = (metric.trim_end_matches("_idx").to_owned(), name.clone());
            let mine = got.remove(&row).unwrap_or(0.0);
            let difference = (mine - theirs).abs() / theirs;
            worst = worst.max(difference);
            assert!(difference < LAST_DIGIT, "{depth} {quality} {row:?}: {mine} for {theirs}");
            compared += 1;
        }
        assert!(got.is_empty(), "{depth} {quality}: the table leaves out {got:?}");
    }
    println!("{compared} probabilities agree; the largest relative difference is {worst:.1e}");
}
