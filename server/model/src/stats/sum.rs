//! Compensated summation.

/// A running sum whose rounding error doesn't grow with the number of terms (Neumaier's variant of Kahan's summation).
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct CompensatedSum {
    sum: f64,
    compensation: f64,
}

impl CompensatedSum {
    /// Adds a term.
    pub fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        if sum.is_finite() {
            self.compensation +=
                if self.sum.abs() >= term.abs() { (self.sum - sum) + term } else { (term - sum) + self.sum };
        }
        self.sum = sum;
    }

    /// The sum so far.
    pub fn value(&self) -> f64 {
        if self.sum.is_finite() { self.sum + self.compensation } else { self.sum }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: impl IntoIterator<Item = f64>) -> f64 {
        let mut sum = CompensatedSum::default();
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
