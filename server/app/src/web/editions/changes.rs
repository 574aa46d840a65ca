//! The changes a revision brought: changed entries, open proposals that touch them, and batches whose fit drifted.

use affixboard_report::{
    capitalised,
    entries::ChangeKind,
    sheet::{Direction, Method},
    sheets::EffectRow,
};
use askama::Template;
use axum::extract::State as Extracted;

use crate::{
    upload::ImportImpact,
    web::{
        Error, Frame, Html, State,
        compare::address::of_revision,
        extract::Path,
        links::{self, Query},
        respond::html::Section,
    },
};

/// Entries named at most.
const MOST_ENTRIES: usize = 200;

#[derive(Template)]
#[template(path = "editions/changes.html")]
pub(crate) struct ChangesPage {
    frame: Frame,
    title: String,
    label: String,
    before: String,
    /// The comparison with the revision before.
    compare: String,
    /// The change as lines with their sign.
    lines: String,
    /// Numbers of changed entries, by type of change; empty if none changed.
    counts: String,
    entries: Vec<EntryView>,
    /// Number of changed entries that are not shown.
    more: usize,
    proposals: Vec<FitView>,
    drift: Vec<DriftView>,
    /// The rules of these numbers.
    rules: String,
}

struct EntryView {
    what: String,
    name: String,
    /// Link to its page; empty where the entry is gone.
    href: String,
    became: &'static str,
    /// Numbers of lines added and removed.
    lines: String,
}

struct FitView {
    id: String,
    title: String,
    href: String,
    told: String,
    has_conflicts: bool,
    conflicts: Vec<(String, String)>,
}

struct DriftView {
    name: String,
    /// The comparison of its sheets.
    href: String,
    /// The affix level that items draw at; empty in games where all are the same.
    level: String,
    rows: Vec<DriftRow>,
    more: usize,
}

struct DriftRow {
    name: String,
    depth: u32,
    before: String,
    after: String,
    change: String,
    hint: String,
    class: &'static str,
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<ChangesPage>, Error> {
    let revision = state.revision(&slug, Some(number)).await?;
    let impact = ImportImpact::of(&state.store, &state.library, revision).await?;
    let first = || Error::not_found(format!("r{number} is the first revision of {slug}: there is nothing before it."));
    Ok(Html(view(&impact.ok_or_else(first)?)))
}

fn drift_row(row: &EffectRow) -> DriftRow {
    let (arrow, class) = match row.direction {
        Direction::Up => ("▲ ", "up"),
        Direction::Down => ("▼ ", "down"),
        Direction::Unclear => ("", ""),
    };
    DriftRow {
        name: row.name.clone(),
        depth: row.depth,
        before: row.now.clone(),
        after: row.proposed.clone(),
        change: format!("{arrow}{}", row.change),
        hint: row.hint.clone(),
        class,
    }
}

fn view(impact: &ImportImpact) -> ChangesPage {
    let (before, after) = (&impact.before.revision, &impact.after.revision);
    let sides = Query::default().set("from", of_revision(before)).set("to", of_revision(after));
    let words = impact.after.loaded.game.words();
    let count = |became: ChangeKind| {
        let count = impact.entries.iter().filter(|entry| entry.became == became).count();
        (count > 0).then(|| format!("{count} {}", became.word()))
    };
    let counts: Vec<_> = ChangeKind::ALL.into_iter().filter_map(count).collect();
    let entries = impact.entries.iter().take(MOST_ENTRIES).map(|entry| {
        let is_there = entry.became != ChangeKind::Removed;
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
        href: sides.on(&links::compared(drift.tval)),
        more: drift.changed - drift.rows.len(),
        level: if words.has_affix_levels() {
            let level = words.affix_levels.get(usize::from(drift.affix_level)).copied().unwrap_or_default();
            format!("{} {level}", words.affix_level_label.to_lowercase())
        } else {
            String::new()
        },
        rows: drift.rows.iter().map(drift_row).collect(),
    });
    ChangesPage {
        frame: Frame::open(format!("What r{} changed", after.number), Section::Sheets, &impact.after),
        title: after.title.clone(),
        label: format!("r{}", after.number),
        before: format!("r{}", before.number),
        compare: sides.on(&links::compare()),
        lines: sides.on(&links::compared_lines()),
        counts: counts.join(", "),
        more: impact.entries.len().saturating_sub(MOST_ENTRIES),
        entries: entries.collect(),
        proposals: proposals.collect(),
        drift: drift.collect(),
        rules: impact.after.provenance(Method::Exact).rules(),
    }
}
