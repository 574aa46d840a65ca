//! Computed chances, as a forge gives them.

/// How often a drop is counted under a key, on average, computed from the rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// The key.
    pub key: u32,
    /// The mean of the count of one drop: a probability where a drop counts once at most, else an expected number.
    pub mean: f64,
    /// The mean by the rules is at most so far from this one; 0 where only the last digits of a float may be wrong.
    pub bound: f64,
}

impl Chance {
    /// One of which only the last digits can be wrong.
    pub fn exactly(key: u32, mean: f64) -> Chance {
        Chance { key, mean, bound: 0.0 }
    }
}
