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

/// A computed mean.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// The mean by the rules is at most so far from this one; 0 where only the last digits of a float may be wrong.
    pub bound: f64,
}

/// How often items of a kind have each of two affixes and both, of one drop of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Together {
    /// How likely a drop is of the kind and no artifact made before a kind was chosen: what [`crate::explain::Why`] is about.
    pub items: f64,
    /// How likely it is such an item and has the affix, of each of the two.
    pub each: [Mean; 2],
    /// How likely it is such an item and has both; where both are the same affix, how likely it has that.
    pub both: Mean,
}

/// Computing was told to stop before it was done, so that there are no chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A part of computing chances that can be done ahead, on any thread: computing them finds it done.
pub type Ahead<'a> = Box<dyn Fn() + Send + Sync + 'a>;
