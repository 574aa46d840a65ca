//! A proposal as text.

use std::fmt::Write as _;

use affixboard_proposal::{Change, Outcome as Became};
use affixboard_report::sheets::SubjectEffect;
use affixboard_store::Store;
use clap::Args;

use super::which::{Opened, Which};
use crate::{failure::Outcome, output};
use affixboard_service::{
    clock,
    proposals::effect::{self, Touched},
};

/// Maximum number of differences listed, the largest.
const LARGEST: usize = 10;

#[derive(Debug, Args)]
pub(super) struct Show {
    #[command(flatten)]
    which: Which,
}

impl Show {
    pub(super) async fn run(&self, store: &Store) -> Outcome {
        let opened = self.which.open(store).await?;
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = head(&mut text, &opened);
        let _ = lines(&mut text, &opened);
        let _ = effect_of(&mut text, &opened);
        let verdicts = store.verdicts(opened.proposal.id).await?;
        text += "\nVerdicts\n";
        for verdict in &verdicts {
            let outdated = if verdict.is_outdated { ", outdated" } else { "" };
            let (what, name, revision) = (verdict.judgement.name(), &verdict.name, verdict.revision);
            let _ = writeln!(text, "  {what} by {name} on revision {revision}{outdated}");
        }
        if verdicts.is_empty() {
            text += "  none\n";
        }
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}

fn head(text: &mut String, opened: &Opened) -> std::fmt::Result {
    let (proposal, revision) = (&opened.proposal, &opened.revision);
    writeln!(text, "proposal {}: {}", proposal.id, proposal.title)?;
    writeln!(
        text,
        "{}, revision {} of {}, for {} r{}",
        proposal.state, revision.number, proposal.revision, proposal.slug, revision.base_number
    )?;
    let author = proposal.author_name.as_deref().unwrap_or("nobody with an account");
    writeln!(text, "by {author}, {}", clock::shown(proposal.created_at))?;
    writeln!(
        text,
        "{} of {} approvals, {} requests for changes",
        proposal.approvals, proposal.required_approvals, proposal.objections
    )?;
    if !proposal.description.trim().is_empty() {
        writeln!(text, "\n{}", proposal.description.trim())?;
    }
    Ok(())
}

fn lines(text: &mut String, opened: &Opened) -> std::fmt::Result {
    writeln!(text, "\nLines")?;
    let words = opened.base.loaded.game.words();
    let outcomes = opened.changed.derived.as_ref().map_or(&[][..], |derived| &derived.applied.outcomes);
    let mut before: Option<&Change> = None;
    for (at, change) in opened.changes.iter().enumerate() {
        let anchor = &change.anchor;
        let is_same =
            before.is_some_and(|before| (before.anchor.sort, before.anchor.index) == (anchor.sort, anchor.index));
        if !is_same {
            writeln!(text, "  {} {} {}, {}", anchor.sort.word(words), anchor.index, anchor.name, anchor.file)?;
        }
        before = Some(change);
        if let Some(was) = change.was() {
            writeln!(text, "    - {}", change.readable(was))?;
        }
        if let Some(now) = change.now() {
            writeln!(text, "    + {}", change.readable(now))?;
        }
        match outcomes.get(at) {
            Some(Became::Conflict(conflict)) => writeln!(text, "      conflict: {}", conflict.reason.explain())?,
            Some(Became::Refused(refusal)) => writeln!(text, "      refused: {refusal}")?,
            _ => {}
        }
    }
    Ok(())
}

/// The rows of a subject that change most.
fn of_subject(text: &mut String, title: &str, found: &SubjectEffect) -> std::fmt::Result {
    let axis = found.axis.as_deref().unwrap_or("Depth").to_lowercase();
    let at = if found.at.is_empty() { String::new() } else { format!("; {}", found.at) };
    writeln!(text, "  {title}, the largest differences first (exact, each at the {axis} where it differs most{at}):")?;
    for row in found.effect.rows.iter().chain(&found.effect.small).take(LARGEST) {
        let place = match found.column(row) {
            "every" => format!("every {axis}"),
            label => format!("{axis} {label}"),
        };
        let (metric, name, change) = (found.metric_title(row), &row.name, &row.ratio);
        writeln!(text, "    {metric} {name} at {place}: {} to {} ({change})", row.now, row.proposed)?;
    }
    let more = (found.effect.rows.len() + found.effect.small.len()).saturating_sub(LARGEST);
    if more > 0 {
        writeln!(text, "    and {more} more; {} don't change", found.effect.unchanged)?;
    }
    Ok(())
}

fn effect_of(text: &mut String, opened: &Opened) -> std::fmt::Result {
    let (base, changed) = (&opened.base, &opened.changed);
    let touched = effect::touched(&base.loaded, &changed.loaded);
    let Touched { types, entries } = &touched;
    let catalog = &changed.loaded.catalog;
    let name = |tval: u16| catalog.item_type(tval).map_or_else(|| tval.to_string(), |found| found.name.clone());
    let names: Vec<_> = types.iter().map(|tval| name(*tval)).collect();
    writeln!(text, "\nEffect")?;
    let subjects = effect::subjects(base, changed);
    for (rules, found) in &subjects {
        of_subject(text, rules.spec().title, found)?;
    }
    if types.is_empty() {
        let has_rules = base.loaded.model.has_rules();
        let said = if has_rules { "nothing means anything else" } else { "not computed: no rules are known" };
        return if subjects.is_empty() { writeln!(text, "  {said}") } else { Ok(()) };
    }
    let entry = if entries.len() == 1 { "entry" } else { "entries" };
    writeln!(text, "  {} {entry} on {}", entries.len(), names.join(", "))?;
    let Ok(found) = effect::overall(base, changed, &touched) else { return Ok(()) };
    if !found.rows.is_empty() {
        writeln!(
            text,
            "  shares of pools, the largest differences first (exact, each at the one of every fifth level where it differs most):"
        )?;
    }
    for row in found.rows.iter().take(LARGEST) {
        let displaced = if row.is_indirect { ", displaced" } else { "" };
        let of = name(row.place.0);
        let level = if row.is_everywhere { "every level".to_owned() } else { format!("level {}", row.depth) };
        writeln!(
            text,
            "    {} on {of} at {level}: {} to {} ({}{displaced})",
            row.name, row.now, row.proposed, row.ratio
        )?;
    }
    let more = found.rows.len().saturating_sub(LARGEST) + found.small.len();
    if more > 0 {
        writeln!(text, "    and {more} more; {} don't change", found.unchanged)?;
    }
    Ok(())
}
