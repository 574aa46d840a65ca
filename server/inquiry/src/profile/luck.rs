//! How likely a number of finds is in a dive: whether it is a bug or bad luck.
//!
//! Drops are independent but for artifacts, which come once. The distribution of finds is built up drop by drop: the chance of *j*
//! artifacts and *k* other finds is what it was, times the chance that the drop is neither, and what leads to it from one artifact less
//! or one other find less. All terms are positive, so that small chances keep their digits.
//!
//! Of several artifacts the chance that the next drop is a new one depends on which were found, not on how many alone. Where *j* of
//! them were found, each is taken to be among them as if the artifacts were found or not independently of each other, each with the
//! chance that a dive so far has it (conditional Bernoulli sampling). That is exact for no find, for one artifact, and for artifacts
//! that are equally likely; of very unlike ones it was off by half a per cent at most.
//! An artifact that was found makes way for those that the program tries after it; that is left out.

use std::collections::BTreeMap;

use super::{Drops, Found, Known};
use affixboard_model::{catalog::ArtifactId, stats::CompensatedSum};

/// The drops of a depth and quality, and how likely one of them is a find.
#[derive(Debug, Clone, PartialEq)]
pub struct Finds {
    /// How many drops.
    pub drops: Drops,
    /// The chance that a drop is a find and no artifact.
    pub others: Known,
    /// The chance that it is this artifact, of each that would be a find, where it wasn't found before.
    pub artifacts: Vec<(ArtifactId, Known)>,
}

/// How likely a number of finds is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    /// Finds that are expected.
    pub expected: Known,
    /// Chance of so many or more.
    pub at_least: Known,
    /// Chance of so many or fewer.
    pub at_most: Known,
    /// Whether artifacts may be among the finds: they come once, and what they make way for is left out.
    pub has_artifacts: bool,
}

impl Luck {
    /// The most finds that can be asked about: each drop of the dive takes so many steps.
    pub const MOST: u32 = 100;

    /// Of `found` finds, at most [`Luck::MOST`], among the drops of cells.
    pub fn of(cells: &[Finds], found: u32) -> Luck {
        let found = found.min(Luck::MOST) as usize;
        let mut expected = [CompensatedSum::default(); 2];
        let mut once: BTreeMap<ArtifactId, Found> = BTreeMap::new();
        for Finds { drops, others, artifacts } in cells {
            expected[0].add(drops.mean() * others.value);
            expected[1].add(drops.mean() * others.bound);
            for (artifact, chance) in artifacts {
                once.entry(*artifact).or_default().add(*drops, chance.value, chance.bound);
            }
        }
        for found in once.values().map(Found::at_least_one) {
            expected[0].add(found.value);
            expected[1].add(found.bound);
        }
        // More chance of each drop means more finds, so that bounds of the chances give bounds of both.
        let artifacts: Vec<ArtifactId> = once.into_keys().collect();
        let ends = [0.0, -1.0, 1.0].map(|side| distribution(cells, &artifacts, side, found));
        let known = |of: fn(&[f64; 3]) -> f64| {
            let [value, one, other] = [0, 1, 2].map(|at| of(&ends[at]));
            Known { value, bound: (value - one).abs().max((other - value).abs()) }
        };
        let [value, bound] = expected.map(|sum| sum.value());
        Luck {
            expected: Known { value, bound },
            at_least: known(|[_, as_many, more]| as_many + more),
            at_most: known(|[fewer, as_many, _]| fewer + as_many),
            has_artifacts: !artifacts.is_empty(),
        }
    }
}

/// So many artifacts are told from other finds where there are both; what more of them are found counts like others, at the chance of
/// new ones by then. Each drop takes as many steps as there are numbers of both.
const MOST_AMONG_OTHERS: usize = 4;

/// Chances of fewer than `found` finds, of as many, and of more, where each chance is moved by its bound to one side.
fn distribution(cells: &[Finds], artifacts: &[ArtifactId], side: f64, found: usize) -> [f64; 3] {
    let chance = |known: &Known| (known.value + side * known.bound).clamp(0.0, 1.0);
    // `[artifacts][other finds]`, no more than `found` together.
    let has_others = cells.iter().any(|cell| chance(&cell.others) > 0.0);
    let most = if has_others { MOST_AMONG_OTHERS } else { found };
    let rows = artifacts.len().min(found).min(most) + 1;
    let columns = |row: usize| if has_others { found + 1 - row } else { 1 };
    let mut table: Vec<Vec<f64>> = (0..rows).map(|row| vec![0.0; columns(row)]).collect();
    table[0][0] = 1.0;
    let mut more = 0.0;
    // Of each artifact ln of the chance that the drops so far had it not.
    let mut not_yet = vec![0.0; artifacts.len()];
    for Finds { drops, others, artifacts: known } in cells {
        let others = chance(others);
        let mut each = vec![0.0; artifacts.len()];
        for (artifact, known) in known {
            if let Ok(at) = artifacts.binary_search(artifact) {
                each[at] = chance(known);
            }
        }
        if others <= 0.0 && each.iter().all(|chance| *chance <= 0.0) {
            continue;
        }
        let of_drops = |of: f64| each.iter().map(|chance| of * (-chance).ln_1p()).collect::<Vec<f64>>();
        // As if half of the cell's drops had been.
        let before = not_yet.iter().zip(of_drops(drops.mean() / 2.0)).map(|(not_yet, half)| -(not_yet + half).exp_m1());
        let new = chances_of_new(&each, &before.collect::<Vec<f64>>(), rows);
        let mut drop_one = |part: f64| {
            let others = others * part;
            for row in (0..rows).rev() {
                // In the last row one more is one of the others.
                let one_more = new[row] * part;
                let (down, across) = if row + 1 == rows { (0.0, others + one_more) } else { (one_more, others) };
                for at in (0..table[row].len()).rev() {
                    let before = table[row][at];
                    if row + at == found {
                        more += before * (down + across);
                    }
                    let mut chance = before * (1.0 - down - across).max(0.0);
                    if at > 0 {
                        chance += table[row][at - 1] * across;
                    }
                    if row > 0 {
                        chance += table[row - 1][at] * new[row - 1] * part;
                    }
                    table[row][at] = chance;
                }
            }
        };
        (0..drops.whole()).for_each(|_| drop_one(1.0));
        // A part of a drop is one that comes with that chance.
        drop_one(drops.fraction());
        for (sum, of_cell) in not_yet.iter_mut().zip(of_drops(drops.mean())) {
            *sum += of_cell;
        }
    }
    let as_many: f64 = table.iter().enumerate().filter_map(|(row, of_row)| of_row.get(found - row)).sum();
    let fewer: f64 = table.iter().enumerate().flat_map(|(row, of_row)| of_row.iter().take(found - row)).sum();
    [fewer, as_many, more]
}

/// The chance that a drop is an artifact that wasn't found, where 0, 1 … of them were. `had`: the chance of each that it was.
fn chances_of_new(each: &[f64], had: &[f64], numbers: usize) -> Vec<f64> {
    let all = of_number(had.iter().copied(), numbers);
    let mut new = vec![0.0; numbers];
    for (at, chance) in each.iter().enumerate().filter(|of| *of.1 > 0.0) {
        // Those dives in which the others are so many and this one is not among them.
        let others = had.iter().enumerate().filter(|of| of.0 != at).map(|of| *of.1);
        let without = of_number(others, numbers);
        for number in (0..numbers).filter(|number| all[*number] > 0.0) {
            new[number] += chance * (1.0 - had[at]) * without[number] / all[number];
        }
    }
    new
}

/// The chances of 0, 1 … of independent things.
fn of_number(had: impl Iterator<Item = f64>, numbers: usize) -> Vec<f64> {
    let mut chances = vec![0.0; numbers];
    chances[0] = 1.0;
    for had in had.filter(|had| *had > 0.0) {
        for number in (0..numbers).rev() {
            let one_less = if number > 0 { chances[number - 1] } else { 0.0 };
            chances[number] = chances[number] * (1.0 - had) + one_less * had;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drops(thousandths: u32) -> Drops {
        Drops::thousandths(thousandths).expect("few")
    }

    fn finds(drops: Drops, chance: f64, bound: f64) -> Finds {
        Finds { drops, others: Known { value: chance, bound }, artifacts: Vec::new() }
    }

    /// Drops that are each artifact with these chances.
    fn of_artifacts(drops: Drops, chances: &[f64]) -> Finds {
        let artifacts = (0..).map(ArtifactId).zip(chances).map(|(id, value)| (id, Known { value: *value, bound: 0.0 }));
        Finds { drops, others: Known { value: 0.0, bound: 0.0 }, artifacts: artifacts.collect() }
    }

    #[track_caller]
    fn near(known: Known, value: f64) {
        assert!((known.value - value).abs() <= 1e-12 * value.max(1e-3), "{known:?}, not {value}");
        assert!(known.bound.to_bits() == 0, "{known:?}");
    }

    /// Three coins: 1/8, 3/8, 3/8, 1/8.
    #[test]
    fn coins_by_hand() {
        for (found, at_least, at_most) in
            [(0, 1.0, 0.125), (1, 0.875, 0.5), (2, 0.5, 0.875), (3, 0.125, 1.0), (4, 0.0, 1.0)]
        {
            let luck = Luck::of(&[finds(drops(3000), 0.5, 0.0)], found);
            near(luck.expected, 1.5);
            near(luck.at_least, at_least);
            near(luck.at_most, at_most);
        }
    }

    /// One drop with ½, and half of a drop with ½: none ½ · ¾, one ½ · ¾ + ½ · ¼, two ½ · ¼.
    #[test]
    fn cells_and_parts_of_drops_by_hand() {
        let cells = [finds(drops(1000), 0.5, 0.0), finds(drops(500), 0.5, 0.0)];
        near(Luck::of(&cells, 0).at_most, 0.375);
        near(Luck::of(&cells, 1).at_most, 0.875);
        near(Luck::of(&cells, 2).at_least, 0.125);
        near(Luck::of(&cells, 2).expected, 0.75);
        near(Luck::of(&[], 0).at_least, 1.0);
    }

    /// Of a thousand drops with 10⁻⁹ each three are found with C(1000, 3) · 10⁻²⁷ = 1.661671·10⁻¹⁹, to a part in 10⁶.
    #[test]
    fn small_chances_keep_their_digits() {
        let luck = Luck::of(&[finds(drops(1_000_000), 1e-9, 0.0)], 3);
        assert!((luck.at_least.value / 1.661_67e-19 - 1.0).abs() < 2e-6, "{luck:?}");
    }

    /// One drop of 0.5 ± 0.1.
    #[test]
    fn bounds_are_carried_along() {
        let luck = Luck::of(&[finds(drops(1000), 0.5, 0.1)], 1);
        assert!((luck.at_least.bound - 0.1).abs() < 1e-12 && (luck.expected.bound - 0.1).abs() < 1e-12, "{luck:?}");
        let none = Luck::of(&[finds(drops(2000), 0.5, 0.1)], 0).at_most;
        // ¼; ends 0.16 and 0.36.
        assert!((none.value - 0.25).abs() < 1e-12 && (none.bound - 0.11).abs() < 1e-12, "{none:?}");
    }

    /// One artifact of every other drop: of three drops one in eight dives has none, and no dive has two.
    #[test]
    fn an_artifact_comes_once() {
        let cells = [of_artifacts(drops(3000), &[0.5])];
        near(Luck::of(&cells, 0).at_most, 0.125);
        near(Luck::of(&cells, 1).at_least, 0.875);
        near(Luck::of(&cells, 1).expected, 0.875);
        near(Luck::of(&cells, 2).at_least, 0.0);
    }

    /// Two that come with a quarter each: both in two drops in one dive of eight, one in five; with half of a drop more.
    #[test]
    fn two_artifacts_by_hand() {
        let two = of_artifacts(drops(2000), &[0.25, 0.25]);
        near(Luck::of(std::slice::from_ref(&two), 0).at_most, 0.25);
        near(Luck::of(std::slice::from_ref(&two), 2).at_least, 0.125);
        near(Luck::of(std::slice::from_ref(&two), 1).at_most, 0.875);
        near(Luck::of(std::slice::from_ref(&two), 3).at_least, 0.0);
        // 1/4 · 3/4 none; 1/8 + 5/8 · 1/8 both.
        let more = [two, of_artifacts(drops(500), &[0.25, 0.25])];
        near(Luck::of(&more, 0).at_most, 0.1875);
        near(Luck::of(&more, 2).at_least, 0.125 + 0.625 * 0.125);
        // With something else besides, a quarter: in two drops 1/16 is only that, twice; one in four of neither.
        let with = Finds { others: Known { value: 0.25, bound: 0.0 }, ..of_artifacts(drops(2000), &[0.25]) };
        near(Luck::of(std::slice::from_ref(&with), 0).at_most, 0.25);
        // Found twice: other twice 1/16, artifact and other in either order 2/16.
        near(Luck::of(std::slice::from_ref(&with), 2).at_least, 3.0 / 16.0);
    }

    /// More artifacts among other finds than are told apart: nothing of the distribution is lost.
    #[test]
    fn many_artifacts_among_other_finds() {
        let cells = [Finds { others: Known { value: 0.2, bound: 0.0 }, ..of_artifacts(drops(12_500), &[0.1; 6]) }];
        for found in 0..15 {
            let (here, next) = (Luck::of(&cells, found), Luck::of(&cells, found + 1));
            assert!((here.at_most.value + next.at_least.value - 1.0).abs() < 1e-12, "{found}: {here:?}, {next:?}");
        }
        // Of each drop 0.8 at first.
        near(Luck::of(&cells, 0).at_most, 0.2_f64.powi(12) * 0.6);
    }

    /// Artifacts of different chances, against all ways in which they can be found, set by set: within a per cent, where none
    /// are found to the last digit.
    #[test]
    fn unlike_artifacts_are_close_to_what_all_ways_give() {
        let by_depth =
            [(30, [0.02, 0.004, 0.001, 0.0]), (60, [0.01, 0.01, 0.002, 0.005]), (90, [0.0, 0.02, 0.02, 0.01])];
        let mut sets = [0.0; 16];
        sets[0] = 1.0;
        for (drops, chances) in by_depth {
            for _ in 0..drops {
                let before = sets;
                for (set, had) in before.iter().enumerate() {
                    for (at, chance) in chances.iter().enumerate().filter(|(at, _)| set & (1 << at) == 0) {
                        sets[set] -= had * chance;
                        sets[set | 1 << at] += had * chance;
                    }
                }
            }
        }
        let cells = by_depth.map(|(number, chances)| of_artifacts(drops(1000 * number), &chances));
        for found in 0..=4 {
            let at_least: f64 =
                sets.iter().enumerate().filter(|(set, _)| set.count_ones() >= found).map(|of| of.1).sum();
            let luck = Luck::of(&cells, found).at_least.value;
            assert!((luck / at_least - 1.0).abs() < 0.01, "{found}: {luck}, not {at_least}");
        }
        near(Luck::of(&cells, 0).at_most, sets[0]);
        near(Luck::of(&cells, 5).at_least, 0.0);
    }
}
