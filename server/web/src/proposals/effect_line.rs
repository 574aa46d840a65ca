//! A row of an effect as its page writes it.

use affixboard_model::batch::Entry;
use affixboard_report::{sheet::Direction, sheets::EffectRow};

use crate::links;
use affixboard_service::library::OpenRevision;

/// A row.
pub(crate) struct EffectLine {
    pub(crate) name: String,
    pub(crate) href: String,
    /// Sort and place, for rows outside of the table.
    pub(crate) place: String,
    /// What is counted, in rows of subjects.
    pub(crate) about: String,
    pub(crate) now: String,
    pub(crate) proposed: String,
    /// With its arrow.
    pub(crate) change: String,
    /// How many times as much it is, or another word for the change.
    pub(crate) ratio: String,
    /// `up`, `down`, or nothing.
    pub(crate) class: &'static str,
    pub(crate) hint: String,
    /// Start of the bar, on a scale from 0 to 100 with no change at 50; the next field is its length.
    pub(crate) bar_from: String,
    pub(crate) bar_width: String,
    /// Only what it competes with changed.
    pub(crate) is_displaced: bool,
}

pub(super) fn line(derived: &OpenRevision, row: &EffectRow) -> EffectLine {
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
