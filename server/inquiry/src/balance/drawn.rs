//! Drawing items for a test, and what is counted of them: integers alone, so that the order of the pieces doesn't matter.

use std::{collections::BTreeMap, sync::Arc};

use super::{EntrySort, Measure, MeasuredThing};
use crate::questions::{AskedCell, Question, draw_piece};
use affixboard_model::{
    batch::{Entry, ItemIdentity, LoggedItem},
    game::{Cancelled, Forge},
};

/// What was counted among drawn items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DrawnCounts {
    /// Items or drops drawn.
    pub items: u64,
    /// Those among which the rest is counted.
    pub among: u64,
    /// Those that are what is asked for.
    pub met: u64,
    /// Items by kind and entry.
    pub(super) things: BTreeMap<MeasuredThing, u64>,
    /// Items that have the number of a mean, its sum and the sum of its squares.
    numbers: (u64, i128, i128),
}

impl DrawnCounts {
    /// Adds those of another piece.
    pub fn merge(&mut self, other: &DrawnCounts) {
        self.items += other.items;
        self.among += other.among;
        self.met += other.met;
        for (thing, count) in &other.things {
            *self.things.entry(*thing).or_default() += count;
        }
        let (n, sum, squares) = other.numbers;
        self.numbers = (self.numbers.0 + n, self.numbers.1 + sum, self.numbers.2 + squares);
    }

    /// The mean and its standard error; `None` of fewer than two items.
    pub(super) fn mean(&self) -> Option<(f64, f64)> {
        let (count, sum, squares) = self.numbers;
        if count < 2 {
            return None;
        }
        let (n, sum_of) = (count as f64, sum as f64);
        // n Σx² − (Σx)² is exact in integers.
        let spread = (i128::from(count) * squares - sum * sum) as f64;
        let variance = spread.max(0.0) / (n * (n - 1.0));
        Some((sum_of / n, (variance / n).sqrt()))
    }

    fn add(&mut self, measure: &Measure, keys: &affixboard_model::batch::KeySpace, item: &LoggedItem) {
        let is_met = |question: &Arc<Question>| question.is_met_by(keys, item);
        if !measure.among().is_none_or(is_met) {
            return;
        }
        self.among += 1;
        match measure {
            Measure::Share { asked, .. } | Measure::Found { asked, .. } => self.met += u64::from(is_met(asked)),
            Measure::Each { sort, .. } => self.add_entries(*sort, false, item),
            Measure::Count { sort, per_kind, .. } => self.add_entries(*sort, *per_kind, item),
            Measure::Mean { of, .. } => {
                if let Some(number) = of.of(keys, item) {
                    let number = i128::from(number);
                    self.numbers = (self.numbers.0 + 1, self.numbers.1 + number, self.numbers.2 + number * number);
                }
            }
            Measure::Gaps { .. } => {}
        }
    }

    fn add_entries(&mut self, sort: EntrySort, per_kind: bool, item: &LoggedItem) {
        let kind = (per_kind || sort == EntrySort::Kind).then_some(item.kind);
        let mut add = |entry: Option<Entry>| *self.things.entry(MeasuredThing { kind, entry }).or_default() += 1;
        match sort {
            EntrySort::Affix => item.affixes.iter().for_each(|(id, _)| add(Some(Entry::Affix(*id)))),
            EntrySort::Theme => item.theme.into_iter().for_each(|id| add(Some(Entry::Theme(id)))),
            EntrySort::Artifact => item.artifact.into_iter().for_each(|id| add(Some(Entry::Artifact(id)))),
            EntrySort::Kind => add(None),
        }
    }
}

/// Draws a piece (seed, number, items) for a test and counts it.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all were drawn.
pub fn draw_cell(
    measure: &Measure,
    forge: &dyn Forge,
    asked: &AskedCell,
    piece: (u64, u32, u64),
    keep_going: &dyn Fn() -> bool,
) -> Result<DrawnCounts, Cancelled> {
    // Only of items that may count the values are rolled.
    let must_be: Option<Arc<Question>> = match (measure.among(), measure.asked()) {
        (Some(among), _) => Some(Arc::clone(among)),
        (None, asked) => asked.cloned(),
    };
    let wants = move |item: &ItemIdentity<'_>| must_be.as_ref().is_none_or(|question| question.may_be_met(item));
    let made = draw_piece(forge, asked, piece, (wants, measure.appraises()), keep_going)?;
    let mut counts = DrawnCounts { items: piece.2, ..DrawnCounts::default() };
    for item in &made {
        counts.add(measure, forge.keys(), item);
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 1, 2, 3, 6: mean 3, variance 14/3, standard error √(14/12); and in two pieces the same.
    #[test]
    fn a_mean_by_hand() {
        let of = |numbers: &[i128]| DrawnCounts {
            items: numbers.len() as u64,
            numbers: (numbers.len() as u64, numbers.iter().sum(), numbers.iter().map(|x| x * x).sum()),
            ..DrawnCounts::default()
        };
        let mut pieces = of(&[1, 6]);
        pieces.merge(&of(&[3, 2]));
        assert_eq!(pieces, of(&[1, 2, 3, 6]));
        let (mean, error) = pieces.mean().expect("four numbers");
        assert!((mean - 3.0).abs() < 1e-15 && (error - (14.0_f64 / 12.0).sqrt()).abs() < 1e-15, "{mean} {error}");
        assert_eq!(of(&[5]).mean(), None);
    }
}
