//! Sums that keep the digits of small terms beside large ones.

/// A sum with the part that rounding would lose carried along (Neumaier's variant of Kahan's): its error doesn't grow with
/// the number of terms.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        if sum.is_finite() {
            self.lost += if self.sum.abs() >= term.abs() { (self.sum - sum) + term } else { (term - sum) + self.sum };
        }
        self.sum = sum;
    }

    /// The sum so far.
    pub fn value(&self) -> f64 {
        if self.sum.is_finite() { self.sum + self.lost } else { self.sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
        let mut sum = Sum::default();
        terms.into_iter().for_each(|term| sum.add(term));
        sum.value()
    }

    #[test]
    fn small_terms_are_not_lost() {
        assert_eq!(sum([1.0, 1e100, 1.0, -1e100]).to_bits(), 2.0_f64.to_bits());
        assert_eq!(sum(std::iter::repeat_n(0.1, 10_000)).to_bits(), 1000.0_f64.to_bits());
        assert_eq!(sum([]).to_bits(), 0.0_f64.to_bits());
        assert_eq!(sum([1.0, f64::NEG_INFINITY, -2.0]).to_bits(), f64::NEG_INFINITY.to_bits());
    }
}
