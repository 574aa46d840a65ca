//! The gate of values: bonuses, dice, pvals, marks and random powers against what the original program rolled.
//!
//! Each metric of a cell is one two-sample χ² test: of the items of one kind (or item type, where the original's file sums
//! over kinds) and their values, given how many such items there were, with the χ² of all kinds added up. All p-values
//! together are corrected after Holm and must look uniform, as in [`super::gate`].

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
    num::NonZeroU64,
    path::PathBuf,
};

use affixboard_model::{
    batch::{CellTally, Counts, Detail, Key, KeySpace, Plan, Tally, run_shard},
    catalog::KindId,
    game::{Loaded, Switches},
    stats::{chi_square_sf, holm, two_sample_chi_square},
};

use super::gate::{FALSE_ALARM, kolmogorov};

/// What a count is about: metric, the items it is among, what it is.
pub type Row = (&'static str, String, String);
/// Counts by metric and items, then name.
type Counted = BTreeMap<(&'static str, String), BTreeMap<String, u64>>;

/// What is compared.
pub struct ValueGate<'a> {
    pub loaded: &'a Loaded,
    /// The original's tallies, with the same cells.
    pub files: &'a [PathBuf],
    /// Apply magic to given kinds instead of whole drops.
    pub fixed: bool,
    /// What a row of theirs is about (metric, tval, sval, name); `None` for what isn't compared.
    pub theirs: fn([&str; 4]) -> Option<Row>,
    /// The metric whose rows say how many items there are.
    pub items: &'static str,
    /// Only these levels; none: all.
    pub levels: &'a [u32],
    /// What a count of ours is about: its key, whether kinds were given.
    pub ours: fn(&KeySpace, u32, bool) -> Option<Row>,
    /// Metrics that only some items have, in which the others count too: of all items in the metric of items.
    pub marks: &'a [&'static str],
    /// Our drops for one of theirs.
    pub times: u64,
    pub seed: u64,
}

/// Item type and sval of a kind, or what stands for all kinds of a type.
pub fn place(tval: impl Display + Copy, sval: impl Display + Copy) -> String {
    format!("{tval}:{sval}")
}

/// The item type and sval of a key's kind.
pub fn place_of(keys: &KeySpace, Key { kind, .. }: Key) -> Option<(u16, u16)> {
    kind.map(|kind| (keys.catalog().kind(kind).tval, keys.catalog().kind(kind).sval))
}

/// The number a label says, which may be of all beyond.
pub fn number(label: &str) -> i32 {
    label.trim_start_matches(|c: char| !c.is_ascii_digit() && c != '-').parse().expect("a number")
}

/// What a key of [`affixboard_model::batch::Metric::EGO_EXTRA`] is of: the ego's index, and its random power.
pub fn ego_extra(keys: &KeySpace, key: u32) -> (u32, String) {
    let catalog = keys.catalog();
    let ego = catalog.affix(keys.affix_of(key).expect("an ego"));
    let label = keys.label(key).1;
    let word = label.strip_prefix(&format!("{}: ", ego.name)).expect("the ego's name");
    (ego.index, word.to_owned())
}

/// The random powers of each sort in the order of 2.9 and 3.0 (RULES of Angband 3.0, 6, Finish).
const RANDOM_POWERS: [&[&str]; 3] = [
    &["SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "SUST_CHR"],
    &[
        "RES_POIS",
        "RES_FEAR",
        "RES_LITE",
        "RES_DARK",
        "RES_BLIND",
        "RES_CONFU",
        "RES_SOUND",
        "RES_SHARD",
        "RES_NEXUS",
        "RES_NETHR",
        "RES_CHAOS",
        "RES_DISEN",
    ],
    &["SLOW_DIGEST", "FEATHER", "LITE", "REGEN", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE"],
];

/// What a row of such a random power is about: the ego's index, the sort and the number of the power.
pub fn random_power(ego: &str, sort: &str, power: &str) -> Row {
    let sort: usize = sort.parse().expect("a sort");
    let power = RANDOM_POWERS[sort - 1][power.parse::<usize>().expect("a power")];
    ("xtra", ego.to_owned(), power.to_owned())
}

/// Runs the gate and prints what it found; panics where the original and we disagree.
pub fn check(gate: &ValueGate<'_>) {
    let (drops, oracle) = read(gate);
    let words = gate.loaded.game.words();
    let mut tests: Vec<(f64, String)> = Vec::new();
    for ((depth, quality), theirs) in &oracle {
        let at = words.qualities.iter().position(|name| name == quality).expect("a quality") as u8;
        let ours = generate(gate, *depth, at, drops[&(*depth, quality.clone())], theirs);
        compare(gate, &format!("{depth} {quality}"), &ours, theirs, &mut tests);
    }
    let p: Vec<f64> = tests.iter().map(|test| test.0).collect();
    let corrected = holm(&p);
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    println!("{} cells, {} tests; the worst:", oracle.len(), tests.len());
    for at in order.iter().take(12) {
        println!("  p {:.2e}  after Holm {:.3}  {}", p[*at], corrected[*at], tests[*at].1);
    }
    let mut sorted = p.clone();
    sorted.sort_by(f64::total_cmp);
    let (distance, ks) = kolmogorov(&sorted);
    println!("{} p-values; distance from uniform {distance:.4}, p {ks:.3}", p.len());
    let failed: Vec<_> = order.iter().filter(|at| corrected[**at] < FALSE_ALARM).map(|at| &tests[*at].1).collect();
    assert!(failed.is_empty(), "the original and we disagree: {failed:#?}");
    assert!(ks >= FALSE_ALARM, "the p-values are not uniform: distance {distance:.4}");
}

type Cells<T> = BTreeMap<(u32, String), T>;

/// The drops of each cell of whole drops, and its counts.
fn read(gate: &ValueGate<'_>) -> (Cells<u64>, Cells<Counted>) {
    let (mut drops, mut cells) = (Cells::new(), Cells::<Counted>::new());
    for path in gate.files {
        let file = std::fs::File::open(path).expect("a tally");
        let mut reader = csv::Reader::from_reader(flate2::read::GzDecoder::new(file));
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).expect("a row") {
            if !super::is_at(gate.levels, &record[0]) {
                continue;
            }
            let number = |at: usize| record[at].parse::<u64>().expect("a number");
            let cell = (number(0) as u32, record[1].to_owned());
            let Some((metric, of, name)) = (gate.theirs)([&record[3], &record[4], &record[5], &record[6]]) else {
                continue;
            };
            drops.insert(cell.clone(), number(2));
            *cells.entry(cell).or_default().entry((metric, of)).or_default().entry(name).or_default() += number(7);
        }
    }
    (drops, cells)
}

fn generate(gate: &ValueGate<'_>, depth: u32, quality: u8, drops: u64, theirs: &Counted) -> Counted {
    let forge = gate.loaded.model.forge_for(Detail::Full);
    let catalog = &gate.loaded.catalog;
    // How many of which kinds.
    let mut plans: BTreeMap<u64, Vec<KindId>> = BTreeMap::new();
    if gate.fixed {
        let of_kinds: BTreeMap<&str, u64> = theirs
            .iter()
            .filter(|(row, _)| row.0 == gate.items)
            .map(|(row, counts)| (row.1.as_str(), counts.values().sum()))
            .collect();
        let mut known = BTreeSet::new();
        for (kind, id) in catalog.kinds.iter().zip((0..).map(KindId)) {
            let place = place(kind.tval, kind.sval);
            if let Some(items) = of_kinds.get(place.as_str()).filter(|_| known.insert(place.clone())) {
                plans.entry(*items).or_default().push(id);
            }
        }
        assert_eq!(known.len(), of_kinds.len(), "kinds");
    } else {
        plans.insert(drops, Vec::new());
    }
    let mut counted = Counted::new();
    let mut counts = Counts::new(forge.keys());
    for (drops, kinds) in plans {
        let plan = Plan {
            target: None,
            depths: vec![depth],
            qualities: vec![quality],
            kinds,
            drops: NonZeroU64::new(drops * gate.times).expect("positive"),
            seed: gate.seed,
            switches: Switches::coded(),
            detail: Detail::Full,
        };
        let mut tally = Tally::default();
        for shard in plan.shards() {
            tally.add(shard.cell, &run_shard(forge.as_ref(), &shard, plan.seed, &mut counts));
        }
        for (cell, CellTally { counts, .. }) in &tally.cells {
            for (key, count) in counts {
                assert!(forge.can_occur(*cell, *key), "{:?} was counted", forge.keys().label(*key));
                if let Some((metric, of, name)) = (gate.ours)(forge.keys(), *key, gate.fixed) {
                    *counted.entry((metric, of)).or_default().entry(name).or_default() += count;
                }
            }
        }
    }
    counted
}

/// The tests of a metric added up.
#[derive(Default)]
struct Sum {
    statistic: f64,
    dof: u32,
    /// Each with its p-value and what it is among.
    parts: Vec<(f64, String)>,
}

fn compare(gate: &ValueGate<'_>, cell: &str, ours: &Counted, theirs: &Counted, tests: &mut Vec<(f64, String)>) {
    let all: BTreeSet<_> = ours.keys().chain(theirs.keys()).collect();
    let mut sums: BTreeMap<&str, Sum> = BTreeMap::new();
    let nothing = BTreeMap::new();
    for (metric, of) in all.into_iter().filter(|row| row.0 != "kind") {
        let of_side = |side: &Counted| -> (BTreeMap<String, u64>, u64) {
            let counts = side.get(&(*metric, of.clone())).unwrap_or(&nothing).clone();
            let all = if gate.marks.contains(metric) { side.get(&(gate.items, of.clone())) } else { None };
            let n = all.unwrap_or(&counts).values().sum();
            (counts, n)
        };
        let ((a, n), (b, m)) = (of_side(ours), of_side(theirs));
        let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
        let column = |side: &BTreeMap<String, u64>| -> Vec<u64> {
            names.iter().map(|name| side.get(*name).copied().unwrap_or(0)).collect()
        };
        // What only one side made is too rare to compare, or a difference that the counts of kinds show.
        let Some(test) = two_sample_chi_square(&column(&a), n, &column(&b), m) else { continue };
        let sum = sums.entry(metric).or_default();
        (sum.statistic, sum.dof) = (sum.statistic + test.statistic, sum.dof + test.dof);
        sum.parts.push((test.p, of.clone()));
    }
    for (metric, Sum { statistic, dof, mut parts }) in sums {
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        if dof > 0 {
            let worst: Vec<String> = parts.iter().take(3).map(|(p, of)| format!("{of} {p:.0e}")).collect();
            let name =
                format!("{cell} {metric} ({} samples, χ² {statistic:.1}/{dof}; {})", parts.len(), worst.join(", "));
            tests.push((chi_square_sf(statistic, dof), name));
        }
    }
}
