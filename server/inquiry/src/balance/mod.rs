//! Balance tests: what a team wants of its game's items, said as statements that a program checks.
//!
//! A [`BalanceTest`] is measured cell by cell. What the rules compute is tried first ([`compute_cell`]); where that leaves the
//! statement open, items are drawn piece by piece ([`draw_cell`]) and the two are put together ([`CellMeasures::with_drawn`]).
//! [`judge()`] says whether the statement holds, fails or is undecided.
//!
//! Every measured number is a range that the true number is in: certainly where it is computed, else but for a stated chance of being
//! wrong, which is shared out among all ranges of a file of tests. So a verdict is never a matter of one lucky draw.
//! docs/balance-tests.md has the language.

mod compute;
mod drawn;
mod judge;
mod measured;
mod test;

pub use compute::compute_cell;
pub use drawn::{DrawnCounts, draw_cell};
pub use judge::{BalanceVerdict, JudgedTest, judge};
pub use measured::{Basis, CellMeasures, Measured, MeasuredThing, TrueRange};
pub use test::{BalanceLimits, BalanceTest, EntrySort, Measure, Trend};
