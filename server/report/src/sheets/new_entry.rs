//! How often a new entry comes, and what it displaces.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::Metric,
    game::{Cancelled, DimensionValues, Loaded, Point, SubjectRow, SubjectRules},
};

use super::subject::means_at;
use crate::significant_digits;

/// Columns of the chances along a dimension of numbers.
const COLUMNS: usize = 11;
/// Columns along a dimension of names, each of which says something of its own.
const NAMES: usize = 24;
/// Rows that are shown as displaced.
const DISPLACED: usize = 8;

/// What a new entry does to the first subject that counts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntryEffect {
    /// The subject's title, and that of the dimension along its columns.
    pub subject: &'static str,
    /// The dimension.
    pub axis: &'static str,
    /// The values of that dimension.
    pub columns: Vec<String>,
    /// How often it comes there, in per cent.
    pub chances: Vec<String>,
    /// The value at which it comes most often.
    pub most: String,
    /// What comes less often there, most first: its name, and the per cent before and after.
    pub displaced: Vec<(String, String, String)>,
}

/// The effect of an entry that only the later files have: a position in the game's sorts, and its index. `None` where no subject
/// with dimensions counts it.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was computed.
pub fn new_entry_effect(
    before: &Loaded,
    after: &Loaded,
    entry: (u8, u32),
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<NewEntryEffect>, Cancelled> {
    let name = after.model.entries().iter().find(|one| (one.sort, one.index) == entry).map(|one| one.name.as_str());
    let found = after.model.subjects().iter().find_map(|rules| Some((rules, own_row(rules.as_ref(), entry, name?)?)));
    let Some((rules, row)) = found else { return Ok(None) };
    let spec = rules.spec();
    let old = before.model.subjects().iter().find(|other| other.spec().name == spec.name);
    let (Some(axis), Some(old)) = (spec.dimensions.first(), old) else { return Ok(None) };
    let values: Vec<i32> = match &axis.values {
        DimensionValues::Names(names) => (0..names.len().min(NAMES) as i32).collect(),
        DimensionValues::Numbered(_) => axis.usual(),
        DimensionValues::Numbers { usual, .. } => {
            usual.iter().step_by(usual.len().div_ceil(COLUMNS).max(1)).copied().collect()
        }
    };
    let points: Vec<Point> = values.into_iter().map(|value| Point::of(&[value])).collect();
    let own = &rules.rows()[row].columns;
    let means = kinds_at(rules.as_ref(), &points, keep_going)?;
    let chances: Vec<f64> = means.iter().map(|kinds| kinds.get(own).map_or(0.0, |kind| kind.1)).collect();
    let Some(most) = (0..chances.len()).max_by(|one, other| chances[*one].total_cmp(&chances[*other])) else {
        return Ok(None);
    };
    let was = kinds_at(old.as_ref(), &points[most..=most], keep_going)?.remove(0);
    let is = &means[most];
    let less = was.into_iter().map(|(columns, (label, was))| (label, was, is.get(&columns).map_or(0.0, |kind| kind.1)));
    let mut less: Vec<(String, f64, f64)> = less.filter(|(_, was, is)| is < was).collect();
    less.sort_by(|one, other| (other.1 - other.2).total_cmp(&(one.1 - one.2)));
    let percent = |share: f64| significant_digits(share * 100.0, 3);
    let columns: Vec<String> = points.iter().map(|point| axis.label(point.0[0])).collect();
    Ok(Some(NewEntryEffect {
        subject: spec.title,
        axis: axis.title,
        chances: chances.into_iter().map(percent).collect(),
        most: columns[most].clone(),
        displaced: less.into_iter().take(DISPLACED).map(|(name, was, is)| (name, percent(was), percent(is))).collect(),
        columns,
    }))
}

/// The row of an entry. One with the name and columns of another of its sort has none of its own.
fn own_row(rules: &dyn SubjectRules, entry: (u8, u32), name: &str) -> Option<usize> {
    let kinds = || rules.rows().iter().enumerate().filter(|(_, row)| row.metric == Metric::KIND);
    let is_like = |row: &SubjectRow| row.label == name && row.entry.is_some_and(|other| other.0 == entry.0);
    let own = kinds().find(|(_, row)| row.entry == Some(entry)).or_else(|| kinds().find(|(_, row)| is_like(row)));
    own.map(|(at, _)| at)
}

/// Kinds by the columns of their rows: the name and the mean.
type Kinds = BTreeMap<Vec<String>, (String, f64)>;

fn kinds_at(
    rules: &dyn SubjectRules,
    points: &[Point],
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<Kinds>, Cancelled> {
    let kinds = |means: Vec<affixboard_model::game::Chance>| {
        let rows = means.into_iter().map(|one| (&rules.rows()[one.key as usize], one.mean));
        let kinds = rows.filter(|(row, _)| row.metric == Metric::KIND);
        kinds.map(|(row, mean)| (row.columns.clone(), (row.label.clone(), mean))).collect()
    };
    Ok(means_at(rules, points.iter().copied(), keep_going)?.into_iter().map(kinds).collect())
}
