//! Computed chances and how computing them is spread over threads and cancelled.

/// The computed mean count of one key per drop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// A position in the forge's [`crate::batch::KeySpace`].
    pub key: u32,
    /// Mean count per drop: a probability where a drop counts at most once, else an expected number.
    pub mean: f64,
    /// Largest distance of the true mean from `mean`; 0 where only rounding of floats is possible.
    pub bound: f64,
}

impl Chance {
    /// A mean without error but for the rounding of floats.
    pub fn exactly(key: u32, mean: f64) -> Chance {
        Chance { key, mean, bound: 0.0 }
    }

    /// Means without error of the keys from 0 on; those that are 0 are left out.
    pub fn of_means(means: impl IntoIterator<Item = f64>) -> Vec<Chance> {
        let means = (0..).zip(means).filter(|(_, mean)| *mean > 0.0);
        means.map(|(key, mean)| Chance::exactly(key, mean)).collect()
    }
}

/// A computed mean with a bound of its error.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Largest distance of the true mean from `mean`; 0 where only rounding of floats is possible.
    pub bound: f64,
}

impl Mean {
    /// Whether it tells how large the true mean is: its bound is under half of it, or both are 0.
    pub fn is_told(&self) -> bool {
        2.0 * self.bound < self.mean || (self.mean, self.bound) == (0.0, 0.0)
    }
}

/// The joint chance of two affixes on items of a kind, per drop of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairChance {
    /// Probability that a drop is of the kind and no special artifact: the items that [`crate::explain::Derivation`] is
    /// about.
    pub items: f64,
    /// Probability that it is such an item and has the affix, of each of the two.
    pub each: [Mean; 2],
    /// Probability that it is such an item and has both; of twice the same affix, that it has this one.
    pub both: Mean,
}

/// Error of a computation that was told to end before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cancelled;

/// A part of computing chances that may run on any thread before it is needed, as long as its argument returns true. Its
/// result stays in the forge's cache, unless it ended early.
pub type ParallelTask<'a> = Box<dyn Fn(&dyn Fn() -> bool) + Send + Sync + 'a>;
