//! The effect of a proposal in short: each row's number now and as proposed, the largest changes first.

use affixboard_model::batch::Entry;

use super::compare::{RowPair, change, has_same_allocations, mark_significant, match_rows};
use crate::sheet::{Cell, Direction, HowCounts, Measure, Row, Sheet, Value};

/// Relative changes below this are listed apart, as small.
const SMALL: f64 = 0.05;

/// The changes between pairs of sheets.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effect {
    /// Rows that change, the largest change first.
    pub rows: Vec<EffectRow>,
    /// Rows that change by less than 5 % of their number now, or whose error bounds don't exclude that they stay equal.
    pub small: Vec<EffectRow>,
    /// Number of rows that don't change.
    pub unchanged: usize,
    /// Numbers of cells on both sides by how they are known.
    pub how: HowCounts,
}

/// A row that changes, in the column where it changes most.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectRow {
    /// The metric, as in [`crate::sheet::Row::metric`].
    pub metric: &'static str,
    /// Item type (tval), and kind (sval) in rows about one.
    pub place: (u16, Option<u16>),
    /// The catalog entry, in the files as proposed if these have it.
    pub entry: Option<Entry>,
    /// The file's serial number.
    pub index: Option<u32>,
    /// The entry's name.
    pub name: String,
    /// The column's depth or level: the first of those where it changes most.
    pub depth: u32,
    /// Whether it changes alike in all columns, of which there are several.
    pub is_everywhere: bool,
    /// The number now, with its unit: `4.10 %`; a dash where it cannot occur.
    pub now: String,
    /// The number as proposed, in the same form.
    pub proposed: String,
    /// The change as sheets of changes write it, in percentage points: `▲ +1.6`.
    pub points: String,
    /// How many times as much it is, `× 1.23`; `new` and `gone` where one side cannot occur, `may be equal` where error
    /// bounds don't exclude that.
    pub ratio: String,
    /// The colour class of the change, from 1 to [`CHANGE_BINS`](crate::palette::CHANGE_BINS); 0 where it isn't significant.
    pub strength: u8,
    /// The change in words, in percentage points, with its exactness.
    pub hint: String,
    /// The direction of the change.
    pub direction: Direction,
    /// The absolute change in the sheet's measure; probabilities from 0 to 1.
    pub size: f64,
    /// `size` divided by the largest one, from 0 to 1.
    pub bar: f64,
    /// Whether the affix has the same lines on both sides, so that only its competitors changed.
    pub is_indirect: bool,
}

/// The changes of each pair of sheets (before, after), all together. Rows are matched as in
/// [`compare()`](super::compare()), in the columns both have; totals are left out.
pub fn effect(sides: &[(&Sheet, &Sheet)]) -> Effect {
    let mut effect = Effect::default();
    for sheet in sides.iter().flat_map(|(before, after)| [before, after]) {
        effect.how += sheet.how_counts().unwrap_or_default();
    }
    let pairs = changed_pairs(sides).into_iter().map(|(_, pair)| pair);
    for pair in pairs {
        match pair.row() {
            None => effect.unchanged += 1,
            Some((row, is_small)) => if is_small { &mut effect.small } else { &mut effect.rows }.push(row),
        }
    }
    let largest = effect.rows.iter().chain(&effect.small).map(|row| row.size).fold(0.0, f64::max);
    for rows in [&mut effect.rows, &mut effect.small] {
        // Of two that change by as much but for the last digits, the one whose own lines changed comes first.
        let size = |row: &EffectRow| (row.size * 1e12).round();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.is_indirect.cmp(&b.is_indirect)));
        for row in rows {
            row.bar = if largest > 0.0 { row.size / largest } else { 0.0 };
        }
    }
    effect
}

/// The matched rows of each pair of sheets, with the position of their pair. Counted changes are tested together.
pub(super) fn changed_pairs<'a>(sides: &[(&'a Sheet, &'a Sheet)]) -> Vec<(usize, ChangedPair<'a>)> {
    let mut pairs: Vec<(usize, ChangedPair<'a>)> = Vec::new();
    for (at, (before, after)) in sides.iter().copied().enumerate() {
        pairs.extend(match_rows(before, after).into_iter().map(|pair| (at, ChangedPair::new(before, after, pair))));
    }
    let tests: Vec<Option<f64>> = pairs.iter().flat_map(|(_, pair)| &pair.cells).map(|cell| cell.p).collect();
    mark_significant(pairs.iter_mut().flat_map(|(_, pair)| &mut pair.cells).map(|cell| &mut cell.changed), &tests);
    pairs
}

/// A matched pair of rows with its changes.
pub(super) struct ChangedPair<'a> {
    after: &'a Sheet,
    pair: RowPair<'a>,
    pub(super) cells: Vec<ChangedCell>,
}

/// The change in a column.
pub(super) struct ChangedCell {
    pub(super) depth: u32,
    pub(super) changed: Cell,
    /// The p-value of a counted change.
    p: Option<f64>,
    was: Option<Cell>,
    is: Option<Cell>,
}

impl<'a> ChangedPair<'a> {
    fn new(before: &Sheet, after: &'a Sheet, pair: RowPair<'a>) -> ChangedPair<'a> {
        let cell = |row: Option<&Row>, at: usize| row.and_then(|row| row.cells.get(at)).cloned();
        let cells = after.columns.iter().enumerate().filter_map(|(at, column)| {
            let from = before.columns.iter().position(|other| other.depth == column.depth)?;
            let (was, is) = (cell(pair.0, from), cell(pair.1, at));
            let (changed, p) = change(was.clone(), is.clone());
            Some(ChangedCell { depth: column.depth, changed, p, was, is })
        });
        ChangedPair { after, pair, cells: cells.collect() }
    }

    /// The row in the column where it changes most, significant changes first, and whether it is small; `None` where nothing
    /// changes.
    fn row(&self) -> Option<(EffectRow, bool)> {
        let changes = self.cells.iter().filter(|cell| cell.size() > 0.0);
        // The last digits of floats are no difference: of what changes as much the first is shown.
        let key = |cell: &ChangedCell| (cell.changed.is_significant(), (cell.size() * 1e12).round());
        let largest = changes.rev().max_by(|a, b| {
            let (a, b) = (key(a), key(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        })?;
        self.row_at(largest)
    }

    /// The row in one of its columns, and whether its change is small; `None` where it doesn't change there.
    pub(super) fn row_at(&self, cell: &ChangedCell) -> Option<(EffectRow, bool)> {
        let (first, second) = self.pair;
        let like = second.or(first)?;
        if !cell.may_change() {
            return None;
        }
        let ChangedCell { depth, changed, was, is, .. } = cell;
        let Value::Change { before: one, after: other, counted, .. } = changed.value else { return None };
        let (is_significant, measure) = (changed.is_significant(), self.after.measure);
        let ratio = match (one > 0.0, other > 0.0) {
            _ if !is_significant && counted => "may be chance".to_owned(),
            (false, _) => "new".to_owned(),
            (_, false) => "gone".to_owned(),
            _ if !is_significant => "may be equal".to_owned(),
            _ => changed.ratio().unwrap_or_default(),
        };
        let found = EffectRow {
            metric: like.metric,
            place: like.place,
            entry: second.and(like.entry),
            index: like.index,
            name: like.name.clone(),
            depth: *depth,
            is_everywhere: self.cells.len() > 1 && self.cells.iter().all(|other| other.is_like(cell)),
            now: text(was.as_ref(), measure),
            proposed: text(is.as_ref(), measure),
            points: changed.text(measure),
            ratio,
            strength: changed.strength(),
            hint: self.after.describe(changed),
            direction: changed.direction()?,
            size: cell.size(),
            bar: 0.0,
            is_indirect: has_same_allocations(self.pair),
        };
        Some((found, !is_significant || cell.size() / one < SMALL))
    }
}

impl ChangedCell {
    /// Whether it changes from the same to the same, but for the last digits.
    fn is_like(&self, other: &ChangedCell) -> bool {
        let ends = |cell: &ChangedCell| match cell.changed.value {
            Value::Change { before, after, .. } => Some([before, after].map(|end| (end * 1e12).round().to_bits())),
            _ => None,
        };
        ends(self).is_some() && ends(self) == ends(other)
    }

    /// The absolute change; 0 where it isn't known.
    fn size(&self) -> f64 {
        self.changed.number().map_or(0.0, f64::abs)
    }

    /// Whether it changes, or may do so for all that is known. The last digits of floats are no change.
    pub(super) fn may_change(&self) -> bool {
        let Value::Change { low, high, .. } = self.changed.value else { return false };
        self.size() > 0.0 && (self.changed.is_significant() || low.to_bits() != high.to_bits())
    }
}

/// A cell's number with its unit.
fn text(cell: Option<&Cell>, measure: Measure) -> String {
    match cell {
        None => "–".to_owned(),
        Some(cell) if cell.value == Value::Impossible => "–".to_owned(),
        Some(cell) => {
            let unit = if measure.is_probability() { " %" } else { "" };
            format!("{}{unit}", cell.text_with_bound(measure))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    type Cells = [Value; 2];

    fn sheet(rows: &[(&str, u32, Cells)]) -> Sheet {
        let rows = rows.iter().map(|(name, index, cells)| testing::row("Affixes", "affix", *index, name, cells));
        Sheet { rows: rows.collect(), totals: Vec::new(), ..testing::sheet() }
    }

    fn shown(rows: &[EffectRow]) -> Vec<String> {
        let line = |row: &EffectRow| {
            let EffectRow { name, depth, now, proposed, points, ratio, bar, strength, .. } = row;
            format!("{name} at {depth}: {now} to {proposed}, {points}, {ratio}, class {strength}, {bar:.3}")
        };
        rows.iter().map(line).collect()
    }

    /// By hand: 20 of 100 to 10 of 90 is 11.1 %, 44 % less and 8.9 points; 40 of 100 to 40 of 90 is 44.4 %, 11 % more and half
    /// as many points, 4.4.
    #[test]
    fn the_largest_change_comes_first_and_what_stays_is_counted() {
        let exact = Value::exactly;
        let none = Value::Impossible;
        let before = sheet(&[
            ("of Sight", 1, [exact(0.4), exact(0.5)]),
            ("Sharp", 2, [exact(0.2), exact(0.2)]),
            ("Same", 3, [exact(0.25), none]),
            ("Gone", 4, [exact(0.001), none]),
            ("Little", 5, [exact(0.1), exact(0.1)]),
        ]);
        let after = sheet(&[
            ("of Sight", 1, [exact(4.0 / 9.0), exact(0.5)]),
            ("Sharp", 2, [exact(1.0 / 9.0), exact(0.2)]),
            ("Same", 3, [exact(0.25 + 1e-16), none]),
            ("New", 9, [none, exact(0.032)]),
            ("Little", 5, [exact(0.1), exact(0.104)]),
        ]);
        let effect = effect(&[(&before, &after)]);
        assert_eq!(
            shown(&effect.rows),
            [
                "Sharp at 1: 20.0 % to 11.1 %, ▼ −8.9, × 0.556, class 4, 1.000",
                "of Sight at 1: 40.0 % to 44.4 %, ▲ +4.4, × 1.11, class 2, 0.500",
                "New at 5: – to 3.20 %, ▲ +3.2, new, class 6, 0.360",
                "Gone at 1: 0.100 % to –, ▼ −0.10, gone, class 6, 0.011",
            ]
        );
        assert_eq!(shown(&effect.small), ["Little at 5: 10.0 % to 10.4 %, ▲ +0.40, × 1.04, class 1, 0.045"]);
        assert_eq!(effect.unchanged, 1);
        assert!(
            effect.rows[0].hint.starts_with("20.0 % before, 11.1 % after: −8.89 points"),
            "{}",
            effect.rows[0].hint
        );
        assert_eq!(super::effect(&[(&before, &before)]), Effect { unchanged: 5, ..Effect::default() });
    }

    /// 1 % ± 0.3 against 0.5 % ± 0.3 may be equal: it is folded, with its bounds.
    #[test]
    fn what_bounds_leave_open_is_folded() {
        let exact = |mean| Value::Exact { mean, bound: 0.003 };
        let before = sheet(&[("Sharp", 2, [exact(0.01), Value::Impossible])]);
        let after = sheet(&[("Sharp", 2, [exact(0.005), Value::Impossible])]);
        let effect = effect(&[(&before, &after)]);
        assert!(effect.rows.is_empty());
        assert!(effect.small[0].hint.ends_with("may be equal"), "{}", effect.small[0].hint);
        assert_eq!(effect.small[0].ratio, "may be equal");
    }

    /// 24.7 % and 23.1 % would both be written `20 %` with the one digit that is sure.
    #[test]
    fn numbers_that_are_not_sure_say_how_sure_they_are() {
        let text = |mean, bound| text(Some(&Cell::from(Value::Exact { mean, bound })), Measure::PerDrop);
        assert_eq!(text(0.247, 0.0052), "24.7 ± 0.6 %");
        assert_eq!(text(0.231, 0.006), "23.1 ± 0.6 %");
        assert_eq!(text(0.231, 0.000_06), "23.1 %", "three digits are sure");
        assert_eq!(text(0.0412, 0.004), "4.1 ± 0.4 %");
        assert_eq!(text(0.001, 0.002), "< 0.3 %", "none is");
        assert_eq!(text(0.5, 0.05), "50 ± 5 %");
    }
}
