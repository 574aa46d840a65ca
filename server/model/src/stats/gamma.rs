//! The regularised incomplete gamma function.

use std::f64::consts::PI;

/// ln Γ(x) for x > 0, by the recurrence up to [`STIRLING_FROM`] and Stirling's series from there: full double
/// precision.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut product) = (x, 1.0);
    while x < STIRLING_FROM {
        product *= x;
        x += 1.0;
    }
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * PI).ln() + correction(x) - product.ln()
}

/// Stirling's series has full precision from here on.
pub(super) const STIRLING_FROM: f64 = 16.0;

/// ln Γ(x) minus Stirling's formula, for x from [`STIRLING_FROM`] on.
pub(super) fn correction(x: f64) -> f64 {
    /// B₂ₖ / (2k (2k − 1)).
    const SERIES: [f64; 7] =
        [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0, 1.0 / 156.0];
    let inverse_square = 1.0 / (x * x);
    SERIES.iter().rev().fold(0.0, |sum, term| sum * inverse_square + term) / x
}

/// Γ(a, x) / Γ(a), the upper tail, for a > 0; 1 for x ≤ 0.
///
/// Right to about 1e-12 of its value for a up to a few hundred: the series below `a + 1`, the continued fraction above.
pub(super) fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    if x.is_infinite() {
        return 0.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 { 1.0 - front * series(a, x) } else { front * fraction(a, x) }.clamp(0.0, 1.0)
}

/// Both expansions need about √a terms; this is enough for any test's a.
const MAX_TERMS: u32 = 1_000_000;

/// Σ xⁿ / (a (a+1) … (a+n)).
fn series(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    for n in 1..MAX_TERMS {
        term *= x / (a + f64::from(n));
        sum += term;
        if term < sum * f64::EPSILON * 0.5 {
            break;
        }
    }
    sum
}

/// Legendre's continued fraction, evaluated forwards (Lentz).
fn fraction(a: f64, x: f64) -> f64 {
    /// Stands in for a zero denominator.
    const TINY: f64 = 1e-300;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut partial = x + 1.0 - a;
    let mut upper = 1.0 / TINY;
    let mut lower = 1.0 / not_zero(partial);
    let mut value = lower;
    for n in 1..MAX_TERMS {
        let n = f64::from(n);
        let numerator = -n * (n - a);
        partial += 2.0;
        lower = 1.0 / not_zero(numerator * lower + partial);
        upper = not_zero(partial + numerator / upper);
        let step = upper * lower;
        value *= step;
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials() {
        for (x, value) in
            [(0.5, PI.sqrt()), (1.0, 1.0), (5.0, 24.0), (11.0, 3_628_800.0), (21.0, 2_432_902_008_176_640_000.0)]
        {
            assert!((ln_gamma(x) - f64::ln(value)).abs() < 1e-13 * f64::ln(value).abs().max(1.0), "{x}");
        }
    }

    /// For whole a the tail is a Poisson sum: e^-x Σ_{k<a} x^k / k!.
    #[test]
    fn whole_a_is_a_poisson_sum() {
        for a in [1_u32, 2, 5, 20, 60, 200] {
            for x in [0.01, 0.5, 1.0, 4.5, 19.0, 21.5, 70.0, 180.0, 260.0] {
                let (mut term, mut sum) = (f64::exp(-x), 0.0);
                for k in 0..a {
                    sum += term;
                    term *= x / f64::from(k + 1);
                }
                let found = upper_gamma(f64::from(a), x);
                assert!((found - sum).abs() < 2e-12 * sum.max(1e-3), "a {a}, x {x}: {found} for {sum}");
            }
        }
    }
}
