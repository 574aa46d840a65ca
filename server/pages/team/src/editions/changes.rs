//! The changes a revision brought: changed entries, merged proposals that it undid, open ones that it touches, and how far pools
//! drifted. The same of files that are not imported yet.

use affixboard_report::{
    capitalised,
    entries::ChangeKind,
    sheet::{Direction, Method},
    sheets::EffectRow,
};
use affixboard_store::Proposal;
use askama::Template;
use axum::extract::State as Extracted;

use crate::{
    Error, Frame, Html, State,
    comparand_address::of_revision,
    extract::Path,
    links::{self, Query},
    respond::html::Section,
};
use affixboard_service::{library::Undone, upload::ImportImpact};

/// Entries named at most.
const MOST_ENTRIES: usize = 200;

/// What `editions/changes.html` shows.
#[derive(Template)]
#[template(path = "editions/changes.html")]
pub struct ChangesPage {
    frame: Frame,
    title: String,
    /// The comparison with the revision before.
    compare: String,
    /// The change as lines with their sign.
    lines: String,
    impact: ImpactView,
}

/// The impact of importing files, as pages show it.
pub(super) struct ImpactView {
    /// The files: `r3`, `these files`.
    pub(super) label: String,
    pub(super) before: String,
    /// The word for numbers that are known to the last digit.
    pub(super) exact: &'static str,
    pub(super) undone: Vec<UndoneView>,
    /// Numbers of changed entries, by type of change; empty if none changed.
    pub(super) counts: String,
    pub(super) entries: Vec<EntryView>,
    /// Number of changed entries that are not shown.
    pub(super) more: usize,
    pub(super) proposals: Vec<FitView>,
    pub(super) drift: Vec<DriftView>,
    /// The rules of these numbers.
    pub(super) rules: String,
}

/// A merged proposal that is undone.
pub(super) struct UndoneView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) href: String,
    /// Number of its lines that are turned back, of all: `2 of 3 lines`.
    pub(super) lines: String,
}

impl UndoneView {
    pub(super) fn new((proposal, undone): &(Proposal, Undone)) -> UndoneView {
        UndoneView {
            id: proposal.id.to_string(),
            title: proposal.title.clone(),
            href: links::proposal(proposal.id),
            lines: match (undone.lines, undone.of) {
                (1, 1) => "its only line".to_owned(),
                (lines, of) if lines == of => format!("all {of} lines"),
                (lines, of) => format!("{lines} of {of} lines"),
            },
        }
    }
}

pub(super) struct EntryView {
    pub(super) what: String,
    pub(super) name: String,
    /// Link to its page; empty where there is none.
    pub(super) href: String,
    pub(super) became: &'static str,
    /// Numbers of lines added and removed.
    pub(super) lines: String,
}

pub(super) struct FitView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) href: String,
    pub(super) told: String,
    pub(super) has_conflicts: bool,
    pub(super) conflicts: Vec<(String, String)>,
}

pub(super) struct DriftView {
    pub(super) name: String,
    /// The comparison of its sheets; empty where there is none.
    pub(super) href: String,
    /// The affix level that items draw at; empty in games where all are the same.
    pub(super) level: String,
    pub(super) rows: Vec<DriftRow>,
    pub(super) more: usize,
}

pub(super) struct DriftRow {
    pub(super) name: String,
    pub(super) depth: u32,
    pub(super) before: String,
    pub(super) after: String,
    pub(super) change: String,
    pub(super) hint: String,
    pub(super) class: &'static str,
}

/// Answers `GET /editions/{slug}/revisions/{number}/changes`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<ChangesPage>, Error> {
    let revision = state.revision(&slug, Some(number)).await?;
    let impact = ImportImpact::of(&state.store, &state.library, revision).await?;
    let first = || Error::not_found(format!("r{number} is the first revision of {slug}: there is nothing before it."));
    Ok(Html(view(&impact.ok_or_else(first)?)))
}

fn drift_row(row: &EffectRow) -> DriftRow {
    let class = match row.direction {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Unclear => "",
    };
    DriftRow {
        name: row.name.clone(),
        depth: row.depth,
        before: row.now.clone(),
        after: row.proposed.clone(),
        change: row.points.clone(),
        hint: row.hint.clone(),
        class,
    }
}

fn view(impact: &ImportImpact) -> ChangesPage {
    let (before, after) = (&impact.before.revision, &impact.after.revision);
    let sides = sides(impact);
    ChangesPage {
        frame: Frame::open(format!("What r{} changed", after.number), Section::Compare, &impact.after),
        title: format!("{}, since r{}", after.title, before.number),
        compare: sides.on(&links::compare()),
        lines: sides.on(&links::compared_lines()),
        impact: ImpactView::new(impact, true),
    }
}

fn sides(impact: &ImportImpact) -> Query {
    let (before, after) = (&impact.before.revision, &impact.after.revision);
    Query::default().set("from", of_revision(before)).set("to", of_revision(after))
}

impl ImpactView {
    /// Of a stored revision, whose entries and sheets have pages, or of files that are none yet.
    pub(super) fn new(impact: &ImportImpact, is_stored: bool) -> ImpactView {
        let (before, after) = (&impact.before.revision, &impact.after.revision);
        let sides = sides(impact);
        let words = impact.after.loaded.game.words();
        let count = |became: ChangeKind| {
            let count = impact.entries.iter().filter(|entry| entry.became == became).count();
            (count > 0).then(|| format!("{count} {}", became.word()))
        };
        let counts: Vec<_> = ChangeKind::ALL.into_iter().filter_map(count).collect();
        let entries = impact.entries.iter().take(MOST_ENTRIES).map(|entry| {
            let is_there = is_stored && entry.became != ChangeKind::Removed;
            let came = entry.lines.iter().filter(|line| line.is_added).count();
            EntryView {
                what: capitalised(entry.sort.word(words)),
                name: entry.name.clone(),
                href: if is_there { links::entry(after, entry.sort, entry.index) } else { String::new() },
                became: entry.became.word(),
                lines: format!("+{came} −{}", entry.lines.len() - came),
            }
        });
        let proposals = impact.proposals.iter().map(|fit| FitView {
            id: fit.proposal.id.to_string(),
            title: fit.proposal.title.clone(),
            href: links::proposal(fit.proposal.id),
            told: fit.told(),
            has_conflicts: !fit.conflicts.is_empty(),
            conflicts: fit.conflicts.clone(),
        });
        let drift = impact.drift.iter().map(|drift| DriftView {
            name: capitalised(&drift.name),
            href: if is_stored { sides.on(&links::compared(drift.tval)) } else { String::new() },
            more: drift.changed - drift.rows.len(),
            level: if words.has_affix_levels() {
                let level = words.affix_levels.get(usize::from(drift.affix_level)).copied().unwrap_or_default();
                format!("{} {level}", words.affix_level_label.to_lowercase())
            } else {
                String::new()
            },
            rows: drift.rows.iter().map(drift_row).collect(),
        });
        ImpactView {
            label: if is_stored { format!("r{}", after.number) } else { "these files".to_owned() },
            before: format!("r{}", before.number),
            exact: if impact.after.loaded.doubts().is_none() { "exact" } else { "computed" },
            undone: impact.undone.iter().map(UndoneView::new).collect(),
            counts: counts.join(", "),
            more: impact.entries.len().saturating_sub(MOST_ENTRIES),
            entries: entries.collect(),
            proposals: proposals.collect(),
            drift: drift.collect(),
            rules: impact.after.provenance(Method::Exact).rules(),
        }
    }
}
