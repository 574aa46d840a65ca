//! Computed numbers with error bounds, and the arithmetic that keeps these bounds valid.

use std::ops::AddAssign;

use affixboard_model::game::Chance;

/// A computed number with its error bound: the number by the rules is in `mean ± bound`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Bounded {
    /// The number.
    pub mean: f64,
    /// The error bound; 0 means exact up to rounding of floats.
    pub bound: f64,
}

impl From<&Chance> for Bounded {
    fn from(chance: &Chance) -> Bounded {
        Bounded { mean: chance.mean, bound: chance.bound }
    }
}

/// The bound of a sum is the sum of the bounds.
impl AddAssign for Bounded {
    fn add_assign(&mut self, other: Bounded) {
        self.mean += other.mean;
        self.bound += other.bound;
    }
}

impl Bounded {
    /// The quotient with its error bound; `None` where `all` may be 0.
    pub fn share_of(self, all: Bounded) -> Option<Bounded> {
        let least = all.mean - all.bound;
        (least > 0.0).then(|| {
            let mean = self.mean / all.mean;
            // Of (a ± α) / (b ± β), the most is (a + α) / (b - β).
            Bounded { mean, bound: (self.bound + mean * all.bound) / least }
        })
    }

    /// The difference with its error bound; at least 0.
    pub(crate) fn minus(self, other: Bounded) -> Bounded {
        Bounded { mean: (self.mean - other.mean).max(0.0), bound: self.bound + other.bound }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_keep_their_bounds() {
        let of = |mean, bound| Bounded { mean, bound };
        assert_eq!(of(1.0, 0.0).share_of(of(4.0, 0.0)), Some(of(0.25, 0.0)));
        assert_eq!(of(1.0, 0.0).share_of(of(0.0, 0.5)), None);
        let share = of(1.0, 0.25).share_of(of(4.0, 0.5)).expect("a share");
        // At most 1.25 / 3.5, and at least 0.75 / 4.5.
        assert!(share.mean + share.bound >= 1.25 / 3.5 && share.mean - share.bound <= 0.75 / 4.5);
    }
}
