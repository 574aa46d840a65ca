//! Intervals that hold with a stated chance for every sample size, for statements that must not be wrong by bad luck.

use super::chi_square_sf;

/// Halvings of a search for a number; more than a float has digits.
const HALVINGS: u32 = 80;

/// The interval of a share `count / n` that leaves out the true share with a probability of at most `wrong`, whatever `n` is: all
/// shares *p* with n · KL(count/n ‖ p) ≤ ln(2 / wrong).
///
/// The bound is that of Chernoff (1952) for the binomial distribution, once for each side; Hoeffding 1963, theorem 1, has it in this
/// form. It is wider than an interval of the same nominal size by a normal approximation, which may be wrong more often than it says.
/// (0, 1) if `n` is 0. A `count` over `n` counts as `n`.
pub fn sure_interval(count: u64, n: u64, wrong: f64) -> (f64, f64) {
    if n == 0 {
        return (0.0, 1.0);
    }
    let share = count.min(n) as f64 / n as f64;
    let most = (2.0 / wrong).ln() / n as f64;
    let is_within = |p: f64| divergence(share, p) <= most;
    let end = |mut inside: f64, mut outside: f64| {
        if is_within(outside) {
            return outside;
        }
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(inside, outside);
            if is_within(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        outside
    };
    (end(share, 0.0), end(share, 1.0))
}

/// Kullback and Leibler's divergence of the coin with chance `p` from the one with chance `q`, in nats.
fn divergence(q: f64, p: f64) -> f64 {
    let part = |q: f64, p: f64| if q == 0.0 { 0.0 } else { q * (q / p).ln() };
    part(q, p) + part(1.0 - q, 1.0 - p)
}

/// The number of standard deviations that a normal variable goes beyond, on either side, with probability `wrong`: 1.96 for 0.05.
/// 0 for a `wrong` of 1 and more.
pub fn normal_reach(wrong: f64) -> f64 {
    let (mut least, mut most) = (0.0, 40.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(least, most);
        if chi_square_sf(middle * middle, 1) > wrong {
            least = middle;
        } else {
            most = middle;
        }
    }
    least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found}, not {expected}");
    }

    /// Of nothing found n · −ln(1 − p) = ln(2 / wrong), so p = 1 − (wrong / 2)^(1/n).
    #[test]
    fn ends_that_have_a_formula() {
        for (n, wrong) in [(1_u64, 0.05_f64), (100, 0.05), (4096, 1e-6), (1_000_000, 1e-3)] {
            let most = 1.0 - (0.5 * wrong).powf(1.0 / n as f64);
            let (low, high) = sure_interval(0, n, wrong);
            assert_eq!(low.to_bits(), 0);
            near(high, most, 1e-12);
            let (low, high) = sure_interval(n, n, wrong);
            near(low, 1.0 - most, 1e-12);
            assert_eq!(high.to_bits(), 1.0_f64.to_bits());
        }
        assert_eq!(sure_interval(0, 0, 0.05), (0.0, 1.0));
    }

    /// Half of 100: KL(½ ‖ p) = −½ ln(4 p (1 − p)) = ln(40) / 100, so 4 p (1 − p) = 40^(−1/50).
    #[test]
    fn half_by_hand() {
        let product = 40_f64.powf(-1.0 / 50.0);
        let reach = 0.5 * (1.0 - product).sqrt();
        let (low, high) = sure_interval(50, 100, 0.05);
        near(low, 0.5 - reach, 1e-12);
        near(high, 0.5 + reach, 1e-12);
    }

    /// Every binomial distribution of up to 60 trials: the true share is left out no more often than said.
    #[test]
    fn it_is_never_wrong_more_often_than_said() {
        for n in [1_u64, 2, 5, 20, 60] {
            for wrong in [0.2_f64, 0.05, 0.001] {
                for p in (1..100).map(|per_cent| f64::from(per_cent) / 100.0) {
                    let mut chance = (1.0 - p).powi(n as i32);
                    let mut missed = 0.0;
                    for count in 0..=n {
                        let (low, high) = sure_interval(count, n, wrong);
                        if p < low || p > high {
                            missed += chance;
                        }
                        chance *= (n - count) as f64 / (count + 1) as f64 * p / (1.0 - p);
                    }
                    assert!(missed <= wrong, "{missed} of {n} trials at {p}, not {wrong}");
                }
            }
        }
    }

    /// Quantiles of the normal distribution from tables.
    #[test]
    fn known_quantiles() {
        for (wrong, reach) in [(0.05, 1.959_964), (0.01, 2.575_829), (0.001, 3.290_527), (1e-6, 4.891_638)] {
            near(normal_reach(wrong), reach, 1e-5);
        }
        near(normal_reach(1.0), 0.0, 1e-12);
    }
}
