//! Level-dependent bonuses (Angband 3.x, z-rand.c: `m_bonus`, `simulate_division`, `Rand_normal`).

use super::{alias::AliasTable, normal_table};

/// Higher levels count as this one.
const MAX_LEVEL: u32 = 127;
/// The level at which the mean bonus would be `max`.
const FULL: u32 = 128;

/// The distribution of `m_bonus(max, level)`: integer weights of the values 0..=max, which sum to 2^25. Exact: it
/// counts the roll's 32768 steps, its sign and the two fractions that are rounded at random.
pub fn distribution(max: u32, level: u32) -> Vec<u64> {
    let mut weights = vec![0; max as usize + 1];
    for (mean, mean_weight) in divided(max * level.min(MAX_LEVEL), FULL) {
        for (deviation, deviation_weight) in divided(max, 4) {
            let weight = mean_weight * deviation_weight;
            let mut add = |value: i64, n: u64| weights[value.clamp(0, i64::from(max)) as usize] += weight * n;
            if deviation < 1 {
                add(i64::from(mean), 2 * 32_768);
                continue;
            }
            for (step, rolls) in normal_table::steps() {
                let offset = i64::from(deviation) * step / 64;
                add(i64::from(mean) - offset, rolls);
                add(i64::from(mean) + offset, rolls);
            }
        }
    }
    weights
}

/// `simulate_division`: the quotient, one more with the chance of the remainder; weights sum to the divisor.
fn divided(a: u32, b: u32) -> impl Iterator<Item = (u32, u64)> {
    [(a / b, u64::from(b - a % b)), (a / b + 1, u64::from(a % b))].into_iter().filter(|part| part.1 > 0)
}

/// A table to draw the bonus from.
pub fn table(max: u32, level: u32) -> Option<AliasTable> {
    AliasTable::new(
        distribution(max, level).into_iter().enumerate().map(|(value, weight)| (value as u32, weight as u32)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RULES of the affix branch, "Random values": figures measured on the original, three digits.
    #[test]
    fn equals_the_figures_measured_on_the_original() {
        let shares = |level| -> Vec<f64> {
            let weights = distribution(5, level);
            assert_eq!(weights.iter().sum::<u64>(), 1 << 25);
            weights.iter().map(|w| *w as f64 / f64::from(1 << 25)).collect()
        };
        for (level, expected) in
            [(30, [0.174, 0.525, 0.220, 0.056, 0.017, 0.008]), (100, [0.007, 0.015, 0.049, 0.184, 0.559, 0.185])]
        {
            for (share, figure) in shares(level).into_iter().zip(expected) {
                assert!((share - figure).abs() < 0.0015, "level {level}: {share} against {figure}");
            }
        }
    }

    #[test]
    fn small_maxima_round_without_a_roll_most_of_the_time() {
        // max 1 at level 64: mean is 0 or 1 with equal chance; sd is 0 (3 in 4) or 1 (1 in 4).
        let weights = distribution(1, 64);
        assert_eq!(weights.iter().sum::<u64>(), 1 << 25);
        assert_eq!(weights[0], weights[1], "symmetric about one half");
        assert_eq!(distribution(0, 50), [1 << 25]);
    }
}
