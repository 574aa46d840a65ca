//! The exact binomial test.

use std::f64::consts::PI;

use super::gamma::{STIRLING_FROM, correction};

/// The two-sided p-value of `count` successes in `n` independent draws that succeed with probability `p`: twice the
/// exact probability of a count as far out or further, on the side where it lies; 1 at most. Right to about 1e-12 of
/// its value.
///
/// 1 if `n` is 0 or `p` is NaN. A `count` over `n` counts as `n`, a `p` outside of 0 to 1 as the nearer end.
pub fn binomial_p(count: u64, n: u64, p: f64) -> f64 {
    if n == 0 || p.is_nan() {
        return 1.0;
    }
    let (count, p) = (count.min(n), p.clamp(0.0, 1.0));
    // The tail on the count's own side is the smaller one: the other is at least a half, because a binomial median is
    // at most one whole number from the mean.
    let tail = if count as f64 >= n as f64 * p { upper(count, n, p) } else { upper(n - count, n, 1.0 - p) };
    (2.0 * tail).min(1.0)
}

/// P(X ≥ k) for k not below the mean, which is the regularised incomplete beta function `I_p(k, n − k + 1)`, as a sum.
/// Its terms are positive and decreasing, so nothing cancels.
pub(super) fn upper(k: u64, n: u64, p: f64) -> f64 {
    if k == 0 || p >= 1.0 {
        return 1.0;
    }
    let (odds, n_f) = (p / (1.0 - p), n as f64);
    let (mut term, mut sum, mut at) = (1.0, 1.0, k as f64);
    while at < n_f && term > sum * f64::EPSILON * 0.5 {
        term *= (n_f - at) / (at + 1.0) * odds;
        sum += term;
        at += 1.0;
    }
    (mass(k, n, p) * sum).min(1.0)
}

/// P(X = k), after Loader (2000), "Fast and accurate computation of binomial probabilities", which avoids large
/// logarithms that would cancel.
fn mass(k: u64, n: u64, p: f64) -> f64 {
    let q = 1.0 - p;
    if p <= 0.0 {
        return if k == 0 { 1.0 } else { 0.0 };
    }
    let (k_f, n_f, rest) = (k as f64, n as f64, (n - k) as f64);
    if k == 0 {
        return (n_f * (-p).ln_1p()).exp();
    }
    if k == n {
        return (n_f * p.ln()).exp();
    }
    let exponent = beyond_stirling(n_f)
        - beyond_stirling(k_f)
        - beyond_stirling(rest)
        - deviance(k_f, n_f * p)
        - deviance(rest, n_f * q);
    exponent.exp() * (n_f / (2.0 * PI * k_f * rest)).sqrt()
}

/// ln x! less Stirling's ln(√(2πx) (x/e)^x), for whole x from 1 on.
fn beyond_stirling(x: f64) -> f64 {
    if x >= STIRLING_FROM {
        return correction(x);
    }
    let (mut factorial, mut factor) = (1.0_f64, 1.0);
    while factor < x {
        factor += 1.0;
        factorial *= factor;
    }
    factorial.ln() - ((x + 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln())
}

/// x ln(x / mean) + mean − x, without cancellation for x close to the mean.
fn deviance(x: f64, mean: f64) -> f64 {
    if (x - mean).abs() >= 0.1 * (x + mean) {
        return x * (x / mean).ln() + mean - x;
    }
    let ratio = (x - mean) / (x + mean);
    let (mut sum, mut power) = ((x - mean) * ratio, 2.0 * x * ratio);
    for odd in (3_u32..200).step_by(2) {
        power *= ratio * ratio;
        let more = sum + power / f64::from(odd);
        if more.to_bits() == sum.to_bits() {
            break;
        }
        sum = more;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tails summed apart from this program, in fractions or with 60 decimal digits.
    #[test]
    fn known_tails() {
        for ((count, n, p), tail) in [
            ((8, 10, 0.5), 0.054_687_5),
            ((2, 10, 0.5), 0.054_687_5),
            ((5, 100, 0.01), 0.003_432_321_587_754_515),
            ((0, 100, 0.01), 0.366_032_341_273_229_5),
            ((20, 100, 0.4), 1.641_187_790_212_211_5e-5),
            ((5, 1_000_000_000, 1e-9), 0.003_659_846_804_351_047),
            ((3300, 1_000_000, 0.003), 3.483_164_530_192_725e-8),
            ((2700, 1_000_000, 0.003), 1.287_769_246_849_288_4e-8),
            ((51_500, 200_000, 0.25), 5.889_494_078_391_473e-15),
        ] {
            let found = binomial_p(count, n, p);
            assert!((found - 2.0 * tail).abs() < 2e-12 * tail, "{count} of {n} at {p}: {found:e}");
        }
        // A tail of over a half.
        assert_eq!(binomial_p(6000, 20_000, 0.3).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn ends() {
        for ((count, n, p), value) in [
            ((0, 0, 0.3), 1.0),
            ((0, 10, 0.0), 1.0),
            ((1, 10, 0.0), 0.0),
            ((10, 10, 1.0), 1.0),
            ((9, 10, 1.0), 0.0),
            ((12, 10, 0.5), 2.0 / 1024.0),
            ((3, 10, f64::NAN), 1.0),
            ((3, 10, -1.0), 0.0),
        ] {
            let found = binomial_p(count, n, p);
            assert!((found - value).abs() < 1e-15, "{count} of {n} at {p}: {found}");
        }
    }

    /// The probabilities of all counts sum to one, also of many draws.
    #[test]
    fn all_counts() {
        for (n, p) in [(1, 0.3), (17, 0.01), (400, 0.5), (3000, 0.999)] {
            let sum: f64 = (0..=n).map(|k| mass(k, n, p)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{n} {p}: {sum}");
        }
    }
}
