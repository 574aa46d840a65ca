//! Intervals of ratios of shares.

/// The interval of the ratio of two shares (count, n), second by first, by inverting the score test (Koopman 1984, Biometrics
/// 40); (0, ∞) if either n is 0 or both counts are.
pub fn ratio(first: (u64, u64), second: (u64, u64), z: f64) -> (f64, f64) {
    let [(x1, n1), (x2, n2)] = [first, second].map(|(count, n)| (count.min(n) as f64, n as f64));
    if n1 == 0.0 || n2 == 0.0 || x1 + x2 == 0.0 {
        return (0.0, f64::INFINITY);
    }
    let fits = |ratio: f64| score((x1, n1), (x2, n2), ratio) <= z * z;
    // The ratio that fits best; of a count of 0 a half stands in.
    let best = (x2.max(0.5) / n2) / (x1.max(0.5) / n1);
    let end = |by: f64| {
        let mut outside = best;
        while fits(outside) {
            outside *= by;
            if !(1e-12..=1e12).contains(&outside) {
                return if by < 1.0 { 0.0 } else { f64::INFINITY };
            }
        }
        let mut inside = outside / by;
        for _ in 0..60 {
            let middle = (inside * outside).sqrt();
            *(if fits(middle) { &mut inside } else { &mut outside }) = middle;
        }
        inside
    };
    let low = if x2 == 0.0 { 0.0 } else { end(0.5) };
    let high = if x1 == 0.0 { f64::INFINITY } else { end(2.0) };
    (low, high)
}

/// The score statistic of the second share being `ratio` times the first: χ² of the counts around the likeliest shares with that
/// ratio.
fn score((x1, n1): (f64, f64), (x2, n2): (f64, f64), ratio: f64) -> f64 {
    // The share p of the first that makes the counts likeliest solves a p² − b p + c = 0.
    let (a, c) = ((n1 + n2) * ratio, x1 + x2);
    let b = ratio * (n2 + x1) + n1 + x2;
    let p = 2.0 * c / (b + (b * b - 4.0 * a * c).max(0.0).sqrt());
    let part = |x: f64, n: f64, p: f64| {
        let variance = n * p * (1.0 - p);
        if variance > 0.0 {
            (x - n * p).powi(2) / variance
        } else if (x - n * p).abs() < 1e-9 {
            0.0
        } else {
            f64::INFINITY
        }
    };
    part(x1, n1, p) + part(x2, n2, (p * ratio).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    /// Koopman 1984: 36 of 40 by 16 of 80 is 4.5, from 2.94 to 7.15.
    #[test]
    fn the_ratio_of_the_literature() {
        let (low, high) = ratio((16, 80), (36, 40), Z95);
        assert!((low - 2.94).abs() < 0.005 && (high - 7.15).abs() < 0.005, "{low} {high}");
        // The other way round it is its reciprocal.
        let (from, to) = ratio((36, 40), (16, 80), Z95);
        assert!((from * high - 1.0).abs() < 1e-9 && (to * low - 1.0).abs() < 1e-9, "{from} {to}");
    }

    #[test]
    fn counts_of_0_bound_one_side() {
        let (low, high) = ratio((10, 100), (0, 100), Z95);
        assert!(low == 0.0 && high > 0.0 && high < 1.0, "{high}");
        let (low, high) = ratio((0, 100), (10, 100), Z95);
        assert!(low > 1.0 && high == f64::INFINITY, "{low}");
        assert_eq!([ratio((0, 5), (0, 5), Z95), ratio((1, 0), (1, 5), Z95)], [(0.0, f64::INFINITY); 2]);
    }

    /// All of both: only 1 fits well.
    #[test]
    fn shares_of_all_have_a_ratio_near_1() {
        let (low, high) = ratio((50, 50), (50, 50), Z95);
        assert!(low < 1.0 && low > 0.9 && high > 1.0 && high < 1.1, "{low} {high}");
    }
}
