//! Intervals of the mean of a Poisson count.

use super::{Z95, gamma::upper_gamma};

/// From this count on the cube-root approximation stands in for the exact interval: its ends are right to 1e-6 of their value.
const APPROXIMATE_FROM: u64 = 400;

/// The 95 % interval of the mean of a Poisson distribution of which `count` was seen: Garwood's (Biometrika 28, 1936), whose ends
/// are the 2.5 % quantile of the gamma distribution with shape `count` and the 97.5 % quantile of the one with shape `count` + 1.
/// It misses the mean with at most 5 %.
///
/// Right to 1e-9 below 400, and to 1e-6 of the value from there on, where Wilson and Hilferty's cube root is used.
pub fn poisson_interval(count: u64) -> (f64, f64) {
    let low = if count == 0 { 0.0 } else { gamma_quantile(count, 0.975) };
    (low, gamma_quantile(count + 1, 0.025))
}

/// The point above which the gamma distribution with that shape and scale 1 has probability `upper`: 0.975 or 0.025.
fn gamma_quantile(shape: u64, upper: f64) -> f64 {
    let a = shape as f64;
    let z = if upper > 0.5 { -Z95 } else { Z95 };
    let cube_root = 1.0 - 1.0 / (9.0 * a) + z / (3.0 * a.sqrt());
    let guess = a * cube_root * cube_root * cube_root;
    if shape >= APPROXIMATE_FROM {
        return guess;
    }
    // The tail falls with its point: halve the range around the guess until only rounding is left.
    let (mut low, mut high) = ((guess * 0.5).max(0.0), guess * 1.5 + 1.0);
    while upper_gamma(a, low) < upper && low > 1e-12 {
        low *= 0.5;
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if upper_gamma(a, middle) > upper {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of χ²(0.025; 2k) and of χ²(0.975; 2k + 2), from tables and by halving ranges of summed Poisson chances.
    #[test]
    fn ends_of_tables() {
        for (count, low, high) in [
            (0, 0.0, 3.688_879),
            (1, 0.025_318, 5.571_643),
            (2, 0.242_209, 7.224_688),
            (5, 1.623_486, 11.668_332),
            (10, 4.795_389, 18.390_356),
            (50, 37.110_964, 65.918_767),
            (100, 81.363_991, 121.626_794),
        ] {
            let found = poisson_interval(count);
            assert!((found.0 - low).abs() < 1e-4 && (found.1 - high).abs() < 1e-4, "{count}: {found:?}");
        }
        // No event: −ln 0.025.
        assert!((poisson_interval(0).1 + 0.025_f64.ln()).abs() < 1e-9);
    }

    /// The ends leave 2.5 % on their side, also where they are approximate.
    #[test]
    fn ends_leave_their_tails() {
        for count in [1_u64, 3, 30, 399, 400, 401, 1000, 20_000, 1_000_000] {
            let (low, high) = poisson_interval(count);
            let a = count as f64;
            let (below, above) = (1.0 - upper_gamma(a, low), upper_gamma(a + 1.0, high));
            let slack = if count + 1 < APPROXIMATE_FROM { 1e-9 } else { 1e-5 };
            assert!((below - 0.025).abs() < slack && (above - 0.025).abs() < slack, "{count}: {below} {above}");
        }
    }

    /// Of the Poisson distributions with these means the interval holds the mean with at least 95 %, summed over all counts.
    #[test]
    fn intervals_hold_the_mean() {
        for mean in [0.1, 0.7, 2.0, 5.5, 20.0, 90.0] {
            let (mut p, mut held) = (f64::exp(-mean), 0.0);
            for count in 0..300_u32 {
                let (low, high) = poisson_interval(count.into());
                held += if (low..=high).contains(&mean) { p } else { 0.0 };
                p *= mean / f64::from(count + 1);
            }
            assert!(held >= 0.95, "{mean}: {held}");
        }
    }
}
