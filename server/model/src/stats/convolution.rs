//! Sums of numbers that don't depend on each other.

/// The chances of the sum of two numbers, each given by the chances of 0, 1, 2 …
pub fn convolved(one: &[f64], other: &[f64]) -> Vec<f64> {
    if one.is_empty() || other.is_empty() {
        return Vec::new();
    }
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (a, left) in one.iter().enumerate() {
        for (b, right) in other.iter().enumerate() {
            sums[a + b] += left * right;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A coin, and a die of three sides from 1 on.
    #[test]
    fn a_coin_and_a_die() {
        let third = 1.0 / 3.0;
        let found = convolved(&[0.5, 0.5], &[0.0, third, third, third]);
        for (found, expected) in found.iter().zip([0.0, 1.0 / 6.0, third, third, 1.0 / 6.0]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        assert_eq!((found.len(), convolved(&[], &[1.0])), (5, Vec::new()));
    }
}
