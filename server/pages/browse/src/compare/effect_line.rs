//! A row of an effect as its page writes it.

use affixboard_model::batch::Entry;
use affixboard_report::{sheet::Direction, sheets::EffectRow};

use crate::links;
use affixboard_service::library::OpenRevision;

/// A row.
pub struct EffectLine {
    /// Of the entry.
    pub name: String,
    /// Its page; empty where it has none.
    pub href: String,
    /// Sort and place, for rows outside of the table.
    pub place: String,
    /// What is counted, in rows of subjects.
    pub about: String,
    /// Before the change, with its unit.
    pub now: String,
    /// After it.
    pub proposed: String,
    /// With its arrow.
    pub change: String,
    /// How many times as much it is, or another word for the change.
    pub ratio: String,
    /// `up`, `down`, or nothing.
    pub class: &'static str,
    /// How both were obtained.
    pub hint: String,
    /// Start of the bar, on a scale from 0 to 100 with no change at 50; the next field is its length.
    pub bar_from: String,
    /// Its length.
    pub bar_width: String,
    /// Only what it competes with changed.
    pub is_displaced: bool,
}

/// A row of an effect, with the link of its entry in the changed revision.
pub fn line(derived: &OpenRevision, row: &EffectRow) -> EffectLine {
    let class = match row.direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Unclear => "",
    };
    let width = row.bar * 50.0;
    let revision = &derived.revision;
    let href = match (row.entry, row.index) {
        (Some(Entry::Affix(_)), Some(index)) => links::affix(revision, index),
        (Some(Entry::Theme(_)), Some(index)) => links::theme(revision, index),
        (Some(Entry::Artifact(_)), Some(index)) => links::artifact(revision, index),
        (Some(Entry::Kind), Some(index)) => links::kind(revision, index),
        _ => String::new(),
    };
    EffectLine {
        name: row.name.clone(),
        href,
        place: String::new(),
        about: String::new(),
        now: row.now.clone(),
        proposed: row.proposed.clone(),
        change: row.points.clone(),
        ratio: row.ratio.clone(),
        class,
        hint: row.hint.clone(),
        bar_from: format!("{:.1}", if row.direction == Direction::Down { 50.0 - width } else { 50.0 }),
        bar_width: format!("{width:.1}"),
        is_displaced: row.is_indirect,
    }
}
