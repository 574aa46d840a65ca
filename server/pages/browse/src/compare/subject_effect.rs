//! The effect of a draft or proposal on what a game declares beside drops: the rows of each subject whose chances change.

use affixboard_model::game::SubjectRules;
use affixboard_report::{
    capitalised,
    sheet::Row,
    sheets::{EffectRow, SubjectEffect},
};

use super::effect_line::{EffectLine, line};
use crate::{links, sheets::view::heat::Heat};
use affixboard_service::{library::OpenRevision, proposals::effect};

/// Rows that are shown at once; more are folded.
const FIRST: usize = 12;
/// Rows on the page at most, for each subject.
const MOST: usize = 200;

/// What changes of a subject.
pub struct SubjectEffectView {
    /// The subject's.
    pub title: &'static str,
    /// The meaning of its numbers, in a sentence.
    pub about: String,
    /// The word for what a row stands at.
    pub axis: String,
    /// Its sheet, of the base.
    pub href: String,
    /// The first rows.
    pub rows: Vec<EffectLine>,
    /// More, behind a fold.
    pub folded: Vec<EffectLine>,
    /// How many more there are that the page leaves out.
    pub more: usize,
    /// How many rows stay as they are.
    pub unchanged: usize,
    /// All changes, where rows change at different places.
    pub changes: Option<Heat>,
}

/// The subjects that both sides have, and which change.
pub fn views(base: &OpenRevision, derived: &OpenRevision) -> Vec<SubjectEffectView> {
    let changed = effect::subjects(base, derived).into_iter();
    changed.map(|(rules, found)| view(base, derived, rules.as_ref(), &found)).collect()
}

fn view(
    base: &OpenRevision,
    derived: &OpenRevision,
    rules: &dyn SubjectRules,
    found: &SubjectEffect,
) -> SubjectEffectView {
    let spec = rules.spec();
    let shown = |row: &EffectRow| EffectLine {
        place: found.column(row).to_owned(),
        href: entry(derived, rules, row),
        about: found.metric_title(row).to_owned(),
        ..line(derived, row)
    };
    // What the entries themselves are comes first, then what is counted of them.
    let (own, others): (Vec<&EffectRow>, Vec<&EffectRow>) =
        found.effect.rows.iter().chain(&found.effect.small).partition(|row| row.index.is_some());
    let all = own.len() + others.len();
    let first = if own.is_empty() { others.len() } else { own.len() }.min(FIRST);
    let mut lines: Vec<EffectLine> = own.into_iter().chain(others).take(MOST).map(shown).collect();
    let folded = lines.split_off(lines.len().min(first));
    let places = if found.at.is_empty() { String::new() } else { format!(" {}.", found.at) };
    let about = match &found.axis {
        Some(axis) => format!("Each row where it changes most among these places, by {}.{places}", axis.to_lowercase()),
        None => String::new(),
    };
    let no_link = |_: &Row| String::new();
    SubjectEffectView {
        title: spec.title,
        about: format!("{} {about}", spec.doc),
        axis: found.axis.clone().unwrap_or_else(|| capitalised("depth")),
        href: links::subject(&base.revision, spec.name),
        more: all - lines.len() - folded.len(),
        rows: lines,
        folded,
        unchanged: found.effect.unchanged,
        changes: found.axis.is_none().then(|| Heat::new(&found.changes, &no_link)),
    }
}

/// The page of the entry that a row is about, as proposed.
fn entry(derived: &OpenRevision, rules: &dyn SubjectRules, row: &EffectRow) -> String {
    let is_it = |one: &&affixboard_model::game::SubjectRow| one.metric.0 == row.metric && one.label == row.name;
    let about = rules.rows().iter().find(is_it).and_then(|one| one.entry);
    let sort = about.and_then(|(sort, index)| Some((derived.loaded.sorts().get(usize::from(sort))?, index)));
    sort.map_or_else(String::new, |(sort, index)| links::sort_entry(&derived.revision, sort.name, index))
}
