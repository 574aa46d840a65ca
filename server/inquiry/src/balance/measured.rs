//! What was measured: ranges that true numbers are in.

use std::collections::BTreeMap;

use super::{DrawnCounts, Measure};
use crate::questions::AskedCell;
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::KindId,
    game::Mean,
    stats::{normal_reach, sure_interval},
};

/// A range that a true number is in, and the best guess of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrueRange {
    /// The least it can be.
    pub low: f64,
    /// The best guess.
    pub value: f64,
    /// The most it can be.
    pub high: f64,
}

impl TrueRange {
    /// A number that is known.
    pub fn known(value: f64) -> TrueRange {
        TrueRange { low: value, value, high: value }
    }

    /// What two ranges of the same number say together. Where they contradict each other, which only bad luck can bring about, the
    /// narrower one counts.
    fn and(self, other: TrueRange) -> TrueRange {
        let narrower = if self.high - self.low <= other.high - other.low { self } else { other };
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        if low > high { narrower } else { TrueRange { low, high, value: narrower.value.clamp(low, high) } }
    }

    /// The share of a part in a whole.
    #[must_use]
    pub fn of(self, whole: TrueRange) -> TrueRange {
        let over = |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 1.0 };
        let low = if whole.high > 0.0 { (self.low / whole.high).clamp(0.0, 1.0) } else { 0.0 };
        let high = over(self.high, whole.low);
        TrueRange { low, high, value: if whole.value > 0.0 { over(self.value, whole.value) } else { low } }
    }
}

impl From<Mean> for TrueRange {
    fn from(Mean { mean, bound }: Mean) -> TrueRange {
        TrueRange { low: (mean - bound).max(0.0), value: mean.max(0.0), high: mean + bound }
    }
}

/// How a number was obtained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// Computed from the rules, with the error bound of the range.
    Computed,
    /// Counted among drawn items.
    Counted {
        /// Items drawn.
        drawn: u64,
        /// Those among which it was counted.
        among: u64,
    },
    /// Nothing could be measured yet.
    Unknown,
}

/// What a number is about, where that isn't all drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MeasuredThing {
    /// The kind.
    pub kind: Option<KindId>,
    /// The entry.
    pub entry: Option<Entry>,
}

impl MeasuredThing {
    /// All drops.
    pub const ALL: MeasuredThing = MeasuredThing { kind: None, entry: None };
}

/// A measured number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// Where; `None` for what is found in a whole dive or said of the files.
    pub cell: Option<Cell>,
    /// Of what.
    pub thing: MeasuredThing,
    /// The range that it is in.
    pub range: TrueRange,
    /// How it was obtained.
    pub basis: Basis,
}

/// What is known of one cell of a test.
#[derive(Debug, Clone, PartialEq)]
pub struct CellMeasures {
    /// The cell.
    pub cell: Cell,
    /// The numbers, by what they are about.
    pub numbers: BTreeMap<MeasuredThing, (TrueRange, Basis)>,
    /// How items are drawn where that is needed.
    pub asked: AskedCell,
    /// The things that can occur at most, of a count: for each kind, or for all.
    pub(super) possible: BTreeMap<MeasuredThing, u64>,
}

impl CellMeasures {
    /// Its numbers.
    pub fn measured(&self) -> impl Iterator<Item = Measured> + '_ {
        let cell = Some(self.cell);
        self.numbers.iter().map(move |(thing, (range, basis))| Measured {
            cell,
            thing: *thing,
            range: *range,
            basis: *basis,
        })
    }

    /// With what was drawn. Each range may be wrong with a probability of `wrong`.
    #[must_use]
    pub fn with_drawn(&self, measure: &Measure, drawn: &DrawnCounts, wrong: f64) -> CellMeasures {
        let mut all = self.clone();
        let basis = Basis::Counted { drawn: drawn.items, among: drawn.among };
        let mut put = |thing: MeasuredThing, range: TrueRange| {
            let known = all.numbers.entry(thing).or_insert((range, basis));
            let both = known.0.and(range);
            let is_narrower = both.high - both.low < known.0.high - known.0.low || known.1 == Basis::Unknown;
            *known = (both, if is_narrower { basis } else { known.1 });
        };
        let share = |count: u64, of: u64| {
            let (low, high) = sure_interval(count, of, wrong);
            TrueRange { low, high, value: count as f64 / of.max(1) as f64 }
        };
        match measure {
            // What is computed of each artifact can't be told from what was drawn of all.
            Measure::Found { .. } if self.numbers.len() > 1 => {}
            Measure::Share { among: None, .. } | Measure::Found { .. } => {
                // Of items that are drawn alone to all drops.
                let of_drops = |share: f64| self.asked.items_per_drop * share + self.asked.special;
                let TrueRange { low, value, high } = share(drawn.met, drawn.items);
                let range = TrueRange { low: of_drops(low), value: of_drops(value), high: of_drops(high) };
                put(MeasuredThing::ALL, range);
            }
            Measure::Share { among: Some(_), .. } => put(MeasuredThing::ALL, share(drawn.met, drawn.among)),
            Measure::Each { among, .. } => {
                let of = if among.is_some() { drawn.among } else { drawn.items };
                let seen: Vec<MeasuredThing> = drawn.things.keys().chain(self.numbers.keys()).copied().collect();
                for thing in seen {
                    put(thing, share(drawn.things.get(&thing).copied().unwrap_or(0), of));
                }
            }
            Measure::Count { per_kind, .. } => {
                let mut seen: BTreeMap<MeasuredThing, u64> = BTreeMap::new();
                for thing in drawn.things.keys() {
                    let of = MeasuredThing { kind: thing.kind.filter(|_| *per_kind), entry: None };
                    *seen.entry(of).or_default() += 1;
                }
                let places: Vec<MeasuredThing> = seen.keys().chain(self.possible.keys()).copied().collect();
                for thing in places {
                    let count = seen.get(&thing).copied().unwrap_or(0);
                    let most = self.possible.get(&thing).copied().unwrap_or(count).max(count);
                    put(thing, TrueRange { low: count as f64, value: count as f64, high: most as f64 });
                }
            }
            Measure::Mean { .. } => {
                if let Some((mean, error)) = drawn.mean() {
                    let reach = normal_reach(wrong) * error;
                    put(MeasuredThing::ALL, TrueRange { low: mean - reach, value: mean, high: mean + reach });
                }
            }
            Measure::Gaps { .. } => {}
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, value: f64, high: f64) -> TrueRange {
        TrueRange { low, value, high }
    }

    #[test]
    fn two_ranges_together() {
        assert_eq!(range(0.0, 0.3, 0.5).and(range(0.2, 0.25, 0.3)), range(0.2, 0.25, 0.3));
        assert_eq!(range(0.0, 0.1, 0.4).and(range(0.2, 0.4, 0.9)), range(0.2, 0.2, 0.4));
        // A contradiction: the narrower counts.
        assert_eq!(range(0.0, 0.1, 0.2).and(range(0.5, 0.7, 0.9)), range(0.0, 0.1, 0.2));
    }

    #[test]
    fn a_part_of_a_whole() {
        // 0.1 to 0.2 of 0.4 to 0.8: 1/8 to 1/2.
        assert_eq!(range(0.1, 0.15, 0.2).of(range(0.4, 0.5, 0.8)), range(0.125, 0.3, 0.5));
        // A whole that may be nothing says nothing of the most.
        assert_eq!(range(0.0, 0.0, 0.1).of(range(0.0, 0.0, 0.5)), range(0.0, 0.0, 1.0));
        assert_eq!(TrueRange::known(0.0).of(TrueRange::known(0.0)), range(0.0, 0.0, 1.0));
    }
}
