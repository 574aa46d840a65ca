//! Whether a test holds, by what was measured.

use super::{BalanceLimits, BalanceTest, Basis, CellMeasures, Measure, Measured, MeasuredThing, Trend, TrueRange};
use std::collections::BTreeMap;

use crate::profile::{Found, Known};
use affixboard_model::batch::Entry;

/// What is found of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BalanceVerdict {
    /// It is true.
    Holds,
    /// Ranges are too wide to tell.
    Undecided,
    /// It is not true.
    Fails,
}

impl BalanceVerdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            BalanceVerdict::Holds => "holds",
            BalanceVerdict::Undecided => "undecided",
            BalanceVerdict::Fails => "fails",
        }
    }
}

/// A verdict with the numbers it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTest {
    /// The verdict.
    pub verdict: BalanceVerdict,
    /// How far the number nearest to a limit is inside, at least, where it holds; below 0 by how much the worst is outside, at least,
    /// where it fails. `None` where it is undecided, and where nothing was measured.
    pub margin: Option<f64>,
    /// The numbers with the verdict on each, the worst first.
    pub numbers: Vec<(BalanceVerdict, Measured)>,
    /// About how many times as many drops would decide it; `None` where that isn't known or needed.
    pub more_drops: Option<f64>,
}

/// Rounding of floats, as a part of a limit, by which a number on it may lie outside.
const ROUNDING: f64 = 1e-12;

/// A number with the room it has to its limits: at least, at best guess, at most.
struct Room {
    measured: Measured,
    least: f64,
    guess: f64,
    most: f64,
    /// What may be lacking by rounding alone.
    rounding: f64,
}

impl Room {
    fn of(measured: Measured, limits: BalanceLimits) -> Option<Room> {
        let TrueRange { low, value, high } = measured.range;
        let below = limits.at_most.map(|at_most| (at_most - high, at_most - value, at_most - low));
        let above = limits.at_least.map(|at_least| (low - at_least, value - at_least, high - at_least));
        let (least, guess, most) = match (below, above) {
            (None, None) => return None,
            (Some(one), None) | (None, Some(one)) => one,
            (Some(one), Some(two)) => (one.0.min(two.0), one.1.min(two.1), one.2.min(two.2)),
        };
        let largest = limits.at_least.unwrap_or(0.0).abs().max(limits.at_most.unwrap_or(0.0).abs());
        Some(Room { measured, least, guess, most, rounding: ROUNDING * largest })
    }

    /// Of a number after the one before it.
    fn of_step(before: &Measured, measured: Measured, trend: Trend) -> Room {
        let (lower, upper) = match trend {
            Trend::Rises => (before.range, measured.range),
            Trend::Falls => (measured.range, before.range),
        };
        Room {
            measured,
            least: upper.low - lower.high,
            guess: upper.value - lower.value,
            most: upper.high - lower.low,
            rounding: ROUNDING * lower.value.abs(),
        }
    }

    fn verdict(&self) -> BalanceVerdict {
        if self.least >= -self.rounding {
            BalanceVerdict::Holds
        } else if self.most < -self.rounding {
            BalanceVerdict::Fails
        } else {
            BalanceVerdict::Undecided
        }
    }

    /// How many times as many drops would make the range narrow enough; `None` of computed numbers, and of those on the limit.
    fn more_drops(&self) -> Option<f64> {
        let Basis::Counted { .. } = self.measured.basis else { return None };
        let width = (self.most - self.least) / 2.0;
        let more = (width / self.guess.abs()).powi(2);
        more.is_finite().then_some(more.max(1.0))
    }
}

/// The verdict on a test by the measures of its cells, and the gaps found in the files.
pub fn judge(test: &BalanceTest, cells: &[CellMeasures], gaps: Option<u64>) -> JudgedTest {
    let measured: Vec<Measured> = match &test.measure {
        Measure::Found { at_least_one, dive, .. } => {
            let mut found: BTreeMap<MeasuredThing, Found> = BTreeMap::new();
            let mut basis = Basis::Computed;
            for cell in cells {
                for measured in cell.measured() {
                    let TrueRange { low, value, high } = measured.range;
                    let drops = dive.drops(cell.cell.depth, cell.cell.quality);
                    let found = found.entry(measured.thing).or_default();
                    found.add(drops, value, (value - low).max(high - value));
                    basis = worse(basis, measured.basis);
                }
            }
            // An artifact comes once: it is expected as often as a dive finds it at all.
            let known = found.iter().map(|(thing, found)| match thing.entry {
                Some(Entry::Artifact(_)) => found.at_least_one(),
                _ if *at_least_one => found.at_least_one(),
                _ => found.expected(),
            });
            let none = Known { value: 0.0, bound: 0.0 };
            let sum = known.fold(none, |sum, one| Known { value: sum.value + one.value, bound: sum.bound + one.bound });
            vec![Measured { cell: None, thing: MeasuredThing::ALL, range: range_of(sum), basis }]
        }
        Measure::Gaps { .. } => {
            let range = gaps.map(|gaps| TrueRange::known(gaps as f64));
            range
                .into_iter()
                .map(|range| Measured { cell: None, thing: MeasuredThing::ALL, range, basis: Basis::Computed })
                .collect()
        }
        _ => cells.iter().flat_map(CellMeasures::measured).collect(),
    };
    let mut rooms: Vec<Room> = measured.iter().filter_map(|measured| Room::of(*measured, test.limits)).collect();
    if let Some(trend) = test.trend {
        let place = |of: &Measured| of.cell.map(|cell| (cell.quality, of.thing, cell.depth));
        let mut by_depth: Vec<&Measured> = measured.iter().collect();
        by_depth.sort_by_key(|of| place(of));
        let same =
            |one: &Measured, two: &Measured| place(one).map(|of| (of.0, of.1)) == place(two).map(|of| (of.0, of.1));
        let steps = by_depth.windows(2).filter(|pair| same(pair[0], pair[1]));
        rooms.extend(steps.map(|pair| Room::of_step(pair[0], *pair[1], trend)));
    }
    // A number that isn't known has no guess.
    rooms.sort_by(|one, two| two.verdict().cmp(&one.verdict()).then(one.guess.total_cmp(&two.guess)));
    let verdict = rooms.first().map_or(BalanceVerdict::Holds, Room::verdict);
    let margin = match verdict {
        BalanceVerdict::Holds => rooms.iter().map(|room| room.least).reduce(f64::min).map(|least| least.max(0.0)),
        BalanceVerdict::Fails => rooms.iter().map(|room| room.most).reduce(f64::min),
        BalanceVerdict::Undecided => None,
    };
    let undecided = || rooms.iter().filter(|room| room.verdict() == BalanceVerdict::Undecided);
    let more_drops = match verdict {
        BalanceVerdict::Undecided => undecided().map(Room::more_drops).collect::<Option<Vec<f64>>>(),
        _ => None,
    };
    JudgedTest {
        verdict,
        margin,
        more_drops: more_drops.and_then(|all| all.into_iter().reduce(f64::max)),
        numbers: rooms.iter().map(|room| (room.verdict(), room.measured)).collect(),
    }
}

fn range_of(Known { value, bound }: Known) -> TrueRange {
    TrueRange { low: (value - bound).max(0.0), value, high: value + bound }
}

/// The basis of a sum: that of its least certain part.
fn worse(one: Basis, two: Basis) -> Basis {
    match (one, two) {
        (Basis::Unknown, _) | (_, Basis::Unknown) => Basis::Unknown,
        (Basis::Counted { drawn, among }, Basis::Counted { drawn: more, among: more_among }) => {
            Basis::Counted { drawn: drawn + more, among: among + more_among }
        }
        (counted @ Basis::Counted { .. }, Basis::Computed) | (Basis::Computed, counted) => counted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::batch::Cell;

    fn measured(depth: u32, (low, value, high): (f64, f64, f64)) -> Measured {
        Measured {
            cell: Some(Cell { depth, quality: 2, kind: None }),
            thing: MeasuredThing::ALL,
            range: TrueRange { low, value, high },
            basis: Basis::Counted { drawn: 4096, among: 4096 },
        }
    }

    #[test]
    fn room_by_hand() {
        let limits = |at_least, at_most| BalanceLimits { at_least, at_most };
        for (range, limits, verdict) in [
            ((0.1, 0.15, 0.2), limits(None, Some(0.2)), BalanceVerdict::Holds),
            ((0.1, 0.15, 0.2), limits(None, Some(0.12)), BalanceVerdict::Undecided),
            ((0.1, 0.15, 0.2), limits(None, Some(0.09)), BalanceVerdict::Fails),
            ((0.1, 0.15, 0.2), limits(Some(0.1), None), BalanceVerdict::Holds),
            ((0.1, 0.15, 0.2), limits(Some(0.12), None), BalanceVerdict::Undecided),
            ((0.1, 0.15, 0.2), limits(Some(0.21), None), BalanceVerdict::Fails),
            ((0.1, 0.15, 0.2), limits(Some(0.05), Some(0.3)), BalanceVerdict::Holds),
            ((0.1, 0.15, 0.2), limits(Some(0.05), Some(0.08)), BalanceVerdict::Fails),
            // On the limit, but for rounding; of nothing at all there is none.
            (
                (0.300_000_000_000_000_04, 0.300_000_000_000_000_04, 0.300_000_000_000_000_04),
                limits(None, Some(0.3)),
                BalanceVerdict::Holds,
            ),
            ((1e-14, 1e-14, 1e-14), limits(None, Some(0.0)), BalanceVerdict::Fails),
        ] {
            let room = Room::of(measured(1, range), limits).expect("limits");
            assert_eq!(room.verdict(), verdict, "{range:?} {limits:?}");
        }
        assert!(Room::of(measured(1, (0.0, 0.0, 0.0)), BalanceLimits::default()).is_none());
        // 0.15 is 0.03 off 0.12 and known to 0.05: (5/3)² times as many.
        let room = Room::of(measured(1, (0.1, 0.15, 0.2)), limits(None, Some(0.12))).expect("limits");
        assert!((room.more_drops().expect("counted") - 25.0 / 9.0).abs() < 1e-9);
    }

    #[test]
    fn steps_by_hand() {
        let step = |before, after, trend| Room::of_step(&measured(1, before), measured(2, after), trend).verdict();
        assert_eq!(step((1.0, 1.5, 2.0), (2.0, 2.5, 3.0), Trend::Rises), BalanceVerdict::Holds);
        assert_eq!(step((1.0, 1.5, 2.0), (1.9, 2.5, 3.0), Trend::Rises), BalanceVerdict::Undecided);
        assert_eq!(step((1.0, 1.5, 2.0), (0.0, 0.5, 0.9), Trend::Rises), BalanceVerdict::Fails);
        assert_eq!(step((1.0, 1.5, 2.0), (0.0, 0.5, 0.9), Trend::Falls), BalanceVerdict::Holds);
        // Equal numbers neither rise nor fall, which is allowed either way.
        assert_eq!(step((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), Trend::Rises), BalanceVerdict::Holds);
        assert_eq!(step((1.0, 1.0, 1.0), (1.0, 1.0, 1.0), Trend::Falls), BalanceVerdict::Holds);
    }
}
