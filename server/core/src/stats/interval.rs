//! Intervals for a share that was counted.

/// The standard normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of the share `count / n`, as probabilities; `z` is the normal quantile ([`Z95`]).
///
/// Of nothing (`n` 0) nothing is known: (0, 1). A `count` over `n` counts as `n`.
pub fn wilson(count: u64, n: u64, z: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let (x, n) = (count.min(n) as f64, n as f64);
    let z2 = z * z;
    let middle = x + z2 / 2.0;
    let reach = z * (x * ((n - x) / n) + z2 / 4.0).sqrt();
    let width = n + z2;
    // At the ends the two terms are equal but need not cancel in floating point.
    let low = if x == 0.0 { 0.0 } else { ((middle - reach) / width).max(0.0) };
    let high = if x >= n { 1.0 } else { ((middle + reach) / width).min(1.0) };
    (low, high)
}

/// The upper bound of a share of which none was seen in `n`: the upper end of [`wilson`].
pub fn zero_upper(n: u64, z: f64) -> f64 {
    wilson(0, n, z).1
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
