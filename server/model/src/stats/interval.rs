//! Confidence intervals of counted shares.

/// The standard normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of the share `count / n`, as probabilities; `z` is the normal quantile ([`Z95`]).
///
/// (0, 1) if `n` is 0. A `count` over `n` counts as `n`.
pub fn wilson(count: u64, n: u64, z: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (x, n) = (count.min(n) as f64, n as f64);
    let z2 = z * z;
    let middle = x + z2 / 2.0;
    let reach = z * (x * ((n - x) / n) + z2 / 4.0).sqrt();
    let width = n + z2;
    // For 0 and n the two terms are equal, but rounding could leave a difference.
    let low = if x == 0.0 { 0.0 } else { ((middle - reach) / width).max(0.0) };
    let high = if x >= n { 1.0 } else { ((middle + reach) / width).min(1.0) };
    (low, high)
}

/// The upper bound of a share with count 0 in `n`: the upper end of [`wilson`].
pub fn zero_upper(n: u64, z: f64) -> f64 {
    wilson(0, n, z).1
}

/// The interval of the difference of two shares, second less first, by Newcombe's hybrid of their [`wilson`] intervals
/// (Newcombe 1998, Statistics in Medicine 17, method 10). Shares are (count, n); (-1, 1) if either n is 0.
pub fn difference(first: (u64, u64), second: (u64, u64), z: f64) -> (f64, f64) {
    if first.1 == 0 || second.1 == 0 {
        return (-1.0, 1.0);
    }
    let share = |(count, n): (u64, u64)| count.min(n) as f64 / n as f64;
    let (p1, p2) = (share(first), share(second));
    let ((low1, high1), (low2, high2)) = (wilson(first.0, first.1, z), wilson(second.0, second.1, z));
    let between = p2 - p1;
    let low = between - (p2 - low2).hypot(high1 - p1);
    let high = between + (high2 - p2).hypot(p1 - low1);
    (low.max(-1.0), high.min(1.0))
}

/// The pooled two-proportion z statistic of two shares (count, n), second less first; 0 where it isn't defined.
pub fn two_shares_z(first: (u64, u64), second: (u64, u64)) -> f64 {
    let ((x1, n1), (x2, n2)) = ((first.0 as f64, first.1 as f64), (second.0 as f64, second.1 as f64));
    let pooled = (x1 + x2) / (n1 + n2);
    let deviation = (pooled * (1.0 - pooled) * (1.0 / n1 + 1.0 / n2)).sqrt();
    if deviation > 0.0 && deviation.is_finite() { (x2 / n2 - x1 / n1) / deviation } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out with 40 decimal digits from (x + z²/2 ± z·sqrt(x(n−x)/n + z²/4)) / (n + z²), apart from this program.
    #[test]
    fn known_intervals() {
        for ((count, n), (low, high)) in [
            ((0, 10), (0.0, 0.277_532_799_862_889_2)),
            ((10, 100), (0.055_229_137_060_675_1, 0.174_365_661_504_913_4)),
            ((5, 10), (0.236_593_090_512_564, 0.763_406_909_487_436)),
            ((10, 10), (0.722_467_200_137_110_8, 1.0)),
            ((1, 200_000), (8.826_233_199_317_76e-7, 2.832_410_980_122_6e-5)),
        ] {
            let found = wilson(count, n, Z95);
            assert!((found.0 - low).abs() < 1e-14 && (found.1 - high).abs() < 1e-14, "{count} of {n}: {found:?}");
        }
    }

    /// Newcombe 1998, table II: 56/70 less 48/80 is 0.2, by method 10 from 0.0524 to 0.3339; 9/10 less 3/10 from 0.1705
    /// to 0.8090; 10/10 less 0/10 from 0.6075 to 1.
    #[test]
    fn differences_of_the_literature() {
        for (second, first, (low, high)) in [
            ((56, 70), (48, 80), (0.0524, 0.3339)),
            ((9, 10), (3, 10), (0.1705, 0.8090)),
            ((10, 10), (0, 10), (0.6075, 1.0)),
        ] {
            let found = difference(first, second, Z95);
            assert!((found.0 - low).abs() < 5e-5 && (found.1 - high).abs() < 5e-5, "{second:?} {first:?}: {found:?}");
        }
        assert_eq!(difference((0, 0), (1, 2), Z95), (-1.0, 1.0));
    }

    /// 60 of 100 and 40 of 100: pooled 0.5, deviation sqrt(0.25 × 0.02), so 0.2 ÷ 0.0707.
    #[test]
    fn shares_apart() {
        assert!((two_shares_z((40, 100), (60, 100)) - 2.828_427).abs() < 1e-6);
        assert_eq!(
            [two_shares_z((0, 10), (0, 20)), two_shares_z((0, 0), (1, 2))].map(f64::to_bits),
            [0.0_f64.to_bits(); 2]
        );
    }

    #[test]
    fn nothing_seen() {
        assert_eq!(wilson(0, 0, Z95), (0.0, 1.0));
        assert_eq!(wilson(7, 5, Z95), wilson(5, 5, Z95));
        let z2 = Z95 * Z95;
        assert!((zero_upper(200_000, Z95) - z2 / (200_000.0 + z2)).abs() < 1e-18);
        assert_eq!(zero_upper(0, Z95).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn the_share_lies_within() {
        for n in [1, 2, 3, 10, 1000, 1_000_000_000] {
            for count in [0, 1, n / 3, n / 2, n - 1, n] {
                let share = count as f64 / n as f64;
                let (low, high) = wilson(count, n, Z95);
                assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high), "{count} of {n}");
            }
        }
    }
}
