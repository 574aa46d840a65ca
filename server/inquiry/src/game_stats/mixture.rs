//! How many drops of each quality would give what was found on a level.
//!
//! Counts of disjoint outcomes *j* over *V* visits are taken as independent and Poisson, with means
//!
//! ```text
//! μ_j = V · Σ_q n_q · p_jq        n_q drops of quality q per visit, of which p_jq are j
//! ```
//!
//! and the *n* that make them most likely are found by expectation and maximisation (Dempster, Laird and Rubin 1977; for sums of
//! Poisson counts Shepp and Vardi 1982), whose steps keep every `n_q` ≥ 0. Standard errors are those of the inverse Fisher
//! information `I_qr` = V · `Σ_j` `p_jq` `p_jr` / `Σ_s` `n_s` `p_js`.

use std::collections::BTreeMap;

use super::{EntryChances, FoundEntry, FoundTable, GameStats, Matched, StatsEntry};
use crate::profile::QUALITIES;
use affixboard_model::{catalog::Catalog, stats::chi_square_sf};

/// Number of drop qualities.
const N: usize = QUALITIES.len();
/// Steps of the maximisation at most.
const MOST_STEPS: u32 = 20_000;
/// A mixture is told apart where no standard error is larger than this share of all drops.
const LARGEST_ERROR: f64 = 0.1;

/// Drops of each quality that a level's objects are made of, if they were made like drops at that level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QualityMix {
    /// Objects per visit that are of item types which drop.
    pub objects: f64,
    /// Drops per visit by quality.
    pub drops: [f64; N],
    /// Standard errors of these; infinite where counts don't tell qualities apart.
    pub errors: [f64; N],
    /// The p-value of Pearson's χ² test of the counts against the mixture: small where a level's objects are not made like drops at
    /// that level alone, whatever their quality.
    pub fit: f64,
}

impl QualityMix {
    /// Whether the counts tell the qualities apart, well enough for a profile.
    pub fn is_told_apart(&self) -> bool {
        let all: f64 = self.drops.iter().sum();
        self.errors.iter().all(|error| *error <= LARGEST_ERROR * all)
    }
}

/// A disjoint outcome: its count, and its chance by quality.
pub type QualityOutcome = (u64, [f64; N]);

/// The disjoint outcomes of a level. Of games whose items carry one affix at most: each kind of item types that carry none, and of the
/// others each affix and the rest. Of other games: each kind.
pub fn outcomes(
    stats: &GameStats,
    (matched, catalog): (&Matched, &Catalog),
    found: &FoundTable,
    level: u32,
    chances: [&EntryChances; N],
    one_affix: bool,
) -> Vec<QualityOutcome> {
    let count = |entry| found.cell(stats, entry, level).map_or(0, |cell| cell.count);
    let by_quality = |of: &dyn Fn(&EntryChances) -> f64| chances.map(of);
    let mut outcomes = Vec::new();
    // What an item type has left when its affixes are taken away.
    let mut rest: BTreeMap<u32, QualityOutcome> = BTreeMap::new();
    for (tval, own) in &matched.types {
        let chance = by_quality(&|chances| chances.types.get(own).map_or(0.0, |known| known.value));
        if chance.iter().any(|chance| *chance > 0.0) {
            rest.insert(*tval, (count(FoundEntry::Type(*tval)), chance));
        }
    }
    let is_carrier = |own: &u16| chances.iter().any(|chances| chances.affixes.keys().any(|(of, _)| of == own));
    for entry in found.0.keys() {
        let FoundEntry::Entry(entry) = *entry else { continue };
        let Some(tval) = stats.tval(entry) else { continue };
        let Some(own) = matched.types.get(&tval) else { continue };
        let chance = match entry {
            StatsEntry::Affix { index, .. } if one_affix => {
                let Some(id) = matched.affixes.get(&index) else { continue };
                by_quality(&|chances| chances.affixes.get(&(*own, *id)).map_or(0.0, |known| known.value))
            }
            StatsEntry::Kind(index) if !one_affix || !is_carrier(own) => {
                let Some(id) = matched.kinds.get(&index).filter(|id| catalog.kind(**id).tval == *own) else { continue };
                by_quality(&|chances| chances.kinds.get(id).map_or(0.0, |known| known.value))
            }
            _ => continue,
        };
        let counted = count(FoundEntry::Entry(entry));
        if let Some((left, rest)) = rest.get_mut(&tval) {
            *left = left.saturating_sub(counted);
            for (rest, chance) in rest.iter_mut().zip(chance) {
                *rest = (*rest - chance).max(0.0);
            }
            outcomes.push((counted, chance));
        }
    }
    outcomes.extend(rest.into_values());
    // What no drop can be says nothing of qualities, nor does what is left by rounding.
    outcomes.retain(|(_, chances)| chances.iter().any(|chance| *chance > 1e-12));
    outcomes
}

/// The most likely mixture; `None` without visits, objects or chances.
pub fn quality_mix(outcomes: &[QualityOutcome], visits: u64) -> Option<QualityMix> {
    let total: u64 = outcomes.iter().map(|outcome| outcome.0).sum();
    let shares: [f64; N] = std::array::from_fn(|q| outcomes.iter().map(|outcome| outcome.1[q]).sum());
    if total == 0 || visits == 0 || shares.iter().any(|share| *share <= 0.0) {
        return None;
    }
    let objects = total as f64 / visits as f64;
    let mut drops: [f64; N] = std::array::from_fn(|q| objects / (N as f64 * shares[q]));
    for _ in 0..MOST_STEPS {
        let mut sums = [0.0; N];
        for (count, chances) in outcomes.iter().filter(|outcome| outcome.0 > 0) {
            let mean: f64 = drops.iter().zip(chances).map(|(drops, chance)| drops * chance).sum();
            if mean > 0.0 {
                for (sum, chance) in sums.iter_mut().zip(chances) {
                    *sum += *count as f64 * chance / mean;
                }
            }
        }
        let next: [f64; N] = std::array::from_fn(|q| drops[q] * sums[q] / (visits as f64 * shares[q]));
        let moved = next.iter().zip(&drops).map(|(next, drops)| (next - drops).abs()).fold(0.0, f64::max);
        drops = next;
        if moved < 1e-10 * objects {
            break;
        }
    }
    let errors = standard_errors(outcomes, &drops, visits);
    Some(QualityMix { objects, drops, errors, fit: fit(outcomes, &drops, visits) })
}

/// Square roots of the diagonal of the inverse information.
fn standard_errors(outcomes: &[QualityOutcome], drops: &[f64; N], visits: u64) -> [f64; N] {
    let mut information = [[0.0; N]; N];
    for (_, chances) in outcomes {
        let mean: f64 = drops.iter().zip(chances).map(|(drops, chance)| drops * chance).sum();
        // An outcome that the mixture never has would have infinite weight; it was never counted either.
        if mean > 1e-15 {
            for (row, left) in information.iter_mut().zip(chances) {
                for (cell, right) in row.iter_mut().zip(chances) {
                    *cell += visits as f64 * left * right / mean;
                }
            }
        }
    }
    inverse_diagonal(information).map_or([f64::INFINITY; N], |diagonal| diagonal.map(f64::sqrt))
}

/// The diagonal of a symmetric matrix's inverse; `None` where rows depend on each other.
fn inverse_diagonal(matrix: [[f64; N]; N]) -> Option<[f64; N]> {
    let mut rows = matrix;
    let mut inverse: [[f64; N]; N] =
        std::array::from_fn(|row| std::array::from_fn(|column| f64::from(u8::from(row == column))));
    for at in 0..N {
        let pivot = rows[at][at];
        if pivot <= 1e-9 * matrix[at][at] || pivot <= 0.0 {
            return None;
        }
        for column in 0..N {
            rows[at][column] /= pivot;
            inverse[at][column] /= pivot;
        }
        for row in (0..N).filter(|row| *row != at) {
            let factor = rows[row][at];
            for column in 0..N {
                rows[row][column] -= factor * rows[at][column];
                inverse[row][column] -= factor * inverse[at][column];
            }
        }
    }
    Some(std::array::from_fn(|at| inverse[at][at].max(0.0)))
}

/// Pearson's χ² of the counts against the mixture; those expected less than five times are taken together.
fn fit(outcomes: &[QualityOutcome], drops: &[f64; N], visits: u64) -> f64 {
    let (mut statistic, mut cells, mut rare) = (0.0, 0_u32, (0.0, 0.0));
    let mut add = |count: f64, expected: f64| {
        statistic += (count - expected) * (count - expected) / expected;
        cells += 1;
    };
    for (count, chances) in outcomes {
        let expected = visits as f64 * drops.iter().zip(chances).map(|(drops, chance)| drops * chance).sum::<f64>();
        if expected >= 5.0 {
            add(*count as f64, expected);
        } else {
            rare = (rare.0 + *count as f64, rare.1 + expected);
        }
    }
    if rare.1 >= 5.0 {
        add(rare.0, rare.1);
    }
    let fitted = drops.iter().filter(|drops| **drops > 0.0).count() as u32;
    chi_square_sf(statistic, cells.saturating_sub(fitted))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three outcomes, each of one quality: 100, 20 and 5 of 10 visits are 10, 2 and ½ drops, whose errors are √n / √V: of a Poisson
    /// count k over V visits √k / V.
    #[test]
    fn qualities_that_share_nothing() {
        let outcomes = [(100, [1.0, 0.0, 0.0]), (20, [0.0, 1.0, 0.0]), (5, [0.0, 0.0, 1.0])];
        let mix = quality_mix(&outcomes, 10).expect("a mixture");
        for (q, (drops, error)) in
            [(10.0, 1.0), (2.0, 20.0_f64.sqrt() / 10.0), (0.5, 5.0_f64.sqrt() / 10.0)].iter().enumerate()
        {
            assert!((mix.drops[q] - drops).abs() < 1e-6 && (mix.errors[q] - error).abs() < 1e-6, "{mix:?}");
        }
        assert!((mix.objects - 12.5).abs() < 1e-12 && (mix.fit - 1.0).abs() < 1e-9, "{mix:?}");
        assert!(mix.is_told_apart(), "no error is more than a tenth of 12.5");
    }

    /// 6 normal, 3 good and 1 great drops a visit over 1,000 visits: counts are exactly what these give, so that these are found.
    #[test]
    fn a_mixture_is_taken_apart() {
        let chances = [[0.7, 0.3, 0.1], [0.2, 0.5, 0.2], [0.1, 0.2, 0.7]];
        let count = |[a, b, c]: [f64; 3]| (1000.0 * (6.0 * a + 3.0 * b + c)).round() as u64;
        let outcomes: Vec<QualityOutcome> = chances.iter().map(|chances| (count(*chances), *chances)).collect();
        assert_eq!(outcomes.iter().map(|outcome| outcome.0).collect::<Vec<_>>(), [5200, 2900, 1900]);
        let mix = quality_mix(&outcomes, 1000).expect("a mixture");
        for (found, drops) in mix.drops.iter().zip([6.0, 3.0, 1.0]) {
            assert!((found - drops).abs() < 1e-4, "{mix:?}");
        }
        // As many outcomes as qualities: the inverse information is A⁻¹ diag(μ) A⁻ᵀ / V with μ = 5.2, 2.9, 1.9, and A⁻¹ is
        // the matrix below divided by 18.
        let inverse = [[31.0, -19.0, 1.0], [-12.0, 48.0, -12.0], [-1.0, -11.0, 29.0]];
        for (row, error) in inverse.iter().zip(mix.errors) {
            let variance: f64 =
                row.iter().zip([5.2, 2.9, 1.9]).map(|(cell, mean)| (cell / 18.0) * (cell / 18.0) * mean).sum();
            assert!((error - (variance / 1000.0).sqrt()).abs() < 1e-4, "{error} {variance}");
        }
    }

    /// Good and great drops that are the same can't be told apart, and one quality alone is told as such.
    #[test]
    fn equal_qualities_are_not_told_apart() {
        let outcomes = [(600, [0.8, 0.2, 0.2]), (400, [0.2, 0.8, 0.8])];
        let mix = quality_mix(&outcomes, 100).expect("a mixture");
        assert!(!mix.is_told_apart() && mix.errors[0].is_infinite(), "{mix:?}");
        assert_eq!(quality_mix(&[], 100), None);
        assert_eq!(quality_mix(&[(0, [1.0, 1.0, 1.0])], 100), None);
        assert_eq!(quality_mix(&[(5, [1.0, 1.0, 1.0])], 0), None);
    }
}
