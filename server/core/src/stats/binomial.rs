//! How far a count may lie from what is expected.

/// At most so likely is it that of `n` independent tries, each a success with probability `p`, as many succeed as `count` or
/// a number still further from `n * p` on the same side: Chernoff's bound, exp(−n · D), where D is the divergence of
/// `count / n` from `p`. 1 where nothing can be said. A `count` over `n` counts as `n`.
///
/// It is a true upper bound for every n, so it never speaks too early; a normal approximation does where few are expected.
pub fn binomial_tail_bound(count: u64, n: u64, p: f64) -> f64 {
    if n == 0 || !(0.0..=1.0).contains(&p) {
        return 1.0;
    }
    let share = count.min(n) as f64 / n as f64;
    let part = |a: f64, b: f64| if a > 0.0 { a * (a / b).ln() } else { 0.0 };
    let divergence = part(share, p) + part(1.0 - share, 1.0 - p);
    (-(n as f64) * divergence.max(0.0)).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: none of 100 at 1/10 is 0.9^100, all of 3 at 1/2 are 1/8; 8 of 10 at 1/2: D = 0.8 ln 1.6 + 0.2 ln 0.4 =
    /// 0.192745, so exp(−1.92745) = 0.14552, where the tail itself is 56/1024 = 0.0547.
    #[test]
    fn by_hand() {
        for (count, n, p, bound) in [
            (0, 100, 0.1, 0.9_f64.powi(100)),
            (3, 3, 0.5, 0.125),
            (8, 10, 0.5, 0.145_519),
            (2, 10, 0.5, 0.145_519),
            (5, 10, 0.5, 1.0),
            (0, 10, 0.0, 1.0),
            (1, 10, 0.0, 0.0),
            (9, 10, 1.0, 0.0),
            (10, 10, 1.0, 1.0),
            (0, 0, 0.5, 1.0),
            (1, 2, f64::NAN, 1.0),
        ] {
            let found = binomial_tail_bound(count, n, p);
            assert!((found - bound).abs() < 1e-6, "{count} of {n} at {p}: {found}");
        }
    }

    /// Against tails that are summed term by term.
    #[test]
    fn it_is_never_below_the_tail() {
        for n in [1_u64, 7, 40] {
            for p in [0.01, 0.3, 0.5, 0.97] {
                let mut terms = vec![(1.0_f64 - p).powi(n as i32)];
                for k in 0..n {
                    let last = terms[k as usize];
                    terms.push(last * p / (1.0 - p) * (n - k) as f64 / (k + 1) as f64);
                }
                for count in 0..=n {
                    let (below, above) = terms.split_at(count as usize);
                    let tail = if count as f64 > n as f64 * p {
                        above.iter().sum::<f64>()
                    } else {
                        below.iter().sum::<f64>() + above[0]
                    };
                    assert!(binomial_tail_bound(count, n, p) >= tail * (1.0 - 1e-9), "{count} of {n} at {p}");
                }
            }
        }
    }
}
