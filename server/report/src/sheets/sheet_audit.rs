//! The audit of a sheet of chances: its computed numbers held against the counts of simulated drops.

use affixboard_model::stats::known_share_p;

use super::chance_column::ChanceColumn;
use crate::{
    bounded::Bounded,
    sheet::{Cell, Overlay, Sheet, Value},
    wording::thousands,
};

/// The probability that a sheet without errors has a mark.
const FALSE_ALARMS: f64 = 0.001;
/// Counts within so many standard deviations of the computed number are likely enough: their p-value is above 0.001.
const NEAR: f64 = 3.0;

/// The audit of a sheet's cells, one by one.
///
/// A cell disagrees where the exact binomial test, for the probability within the error bound that fits the count best, has
/// a p-value below the level: [`FALSE_ALARMS`] over the number of cells that the sheet may have (Bonferroni's correction).
/// What cannot occur and was counted disagrees for certain.
pub(super) struct SheetAudit {
    level: f64,
    /// By column, the number of simulated drops; `None` where there are none or nothing is computed.
    drops: Vec<Option<u64>>,
    /// Number of items that were made, over these columns.
    made: u64,
}

impl SheetAudit {
    /// The audit of a sheet of at most so many cells.
    pub(super) fn new(cells: usize, columns: &[ChanceColumn<'_>]) -> SheetAudit {
        let drops = |column: &ChanceColumn<'_>| column.chances.and(column.simulated).map(|simulated| simulated.drops);
        let compared = columns.iter().filter_map(|column| column.chances.and(column.simulated));
        SheetAudit {
            level: FALSE_ALARMS / cells.max(1) as f64,
            drops: columns.iter().map(drops).collect(),
            made: compared.map(|simulated| simulated.made).sum(),
        }
    }

    /// Holds a number per drop against the count in its column, and marks its cell where the two disagree. The value is the
    /// count in the cell's own measure.
    pub(super) fn hold(&self, cell: &mut Cell, column: usize, computed: Bounded, (count, counted): (u64, Value)) {
        let Some(drops) = self.drops[column] else { return };
        let (low, high) = (computed.mean - computed.bound, computed.mean + computed.bound);
        if !is_far(count, drops, low, high) || known_share_p((count, drops), low.max(0.0), high.min(1.0)) >= self.level
        {
            return;
        }
        if let Value::Simulated { .. } = cell.value {
            cell.detail = Some("the computed number is another".to_owned());
        }
        cell.overlay = Some(Box::new(Overlay { counted, discrepant: true }));
    }

    /// What it found in the cells that are on the sheet.
    pub(super) fn of(&self, sheet: &Sheet) -> AuditCounts {
        let mut counts = AuditCounts { made: self.made, ..AuditCounts::default() };
        for row in sheet.rows.iter().chain(&sheet.totals) {
            for (cell, drops) in row.cells.iter().zip(&self.drops) {
                counts.compared += u64::from(drops.is_some());
                counts.disagreements += u64::from(drops.is_some() && cell.is_discrepant());
            }
        }
        counts
    }
}

/// What the audit of a sheet found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct AuditCounts {
    /// Number of items that were simulated, over all columns.
    pub(super) made: u64,
    /// Number of cells held against them.
    pub(super) compared: u64,
    /// Number of cells that disagree.
    pub(super) disagreements: u64,
}

impl AuditCounts {
    /// Adds what was found in another part of the sheet, with the same drops.
    pub(super) fn add(&mut self, other: AuditCounts) {
        self.made = self.made.max(other.made);
        self.compared += other.compared;
        self.disagreements += other.disagreements;
    }

    /// What it found, in a sentence; `None` where nothing was held against drops.
    pub(super) fn note(&self) -> Option<String> {
        if self.compared == 0 {
            return None;
        }
        let (made, compared) = (thousands(self.made), thousands(self.compared));
        Some(match self.disagreements {
            0 => format!(
                "Checked against {made} simulated items: none of {compared} computed numbers is further from its count than \
                 chance explains. Of sheets without errors one in 1,000 would have a mark."
            ),
            some => format!(
                "≠ marks {} of {compared} computed numbers: in {made} simulated items they were counted more or less often \
                 than chance and error bounds explain. One of the two is wrong; please report it. Of sheets without errors one \
                 in 1,000 has a mark.",
                thousands(some)
            ),
        })
    }
}

/// Whether a count is so far from what a probability between `low` and `high` gives that its p-value is worth computing.
fn is_far(count: u64, drops: u64, low: f64, high: f64) -> bool {
    let (count, drops) = (count as f64, drops as f64);
    let reach = |p: f64| NEAR * (drops * p.max(0.0)).sqrt();
    count < drops * low - reach(low) || count > drops * high + reach(high)
}
