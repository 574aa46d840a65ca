//! `too-rare`: allocations that a whole dive hardly ever has an item by.
//!
//! Counters don't know which of an entry's lines an item came by, so a line is held against all items of the entry that it
//! could have made: the line's own are at most as many.

use std::collections::BTreeSet;

use super::{
    About, DiveItems, Finding, Gap,
    context::Context,
    dive::{Watched, WatchedEntry},
};
use affixboard_model::{
    catalog::{AffixId, Allocation, ArtifactId, Catalog, KindAllocation, KindId, ThemeId},
    stats::WeightedSum,
    text::Span,
};

/// Fewer items a dive than this are too rare: one in 100 dives.
pub const RARE: f64 = 0.01;

/// Lines that could have made the same items.
pub(super) struct RareLines {
    about: About,
    tval: u16,
    /// The first of them.
    line: Span,
}

/// Lines with a commonness above 0, each with what is to be counted for it.
pub(super) fn lines(catalog: &Catalog) -> Vec<(RareLines, Watched)> {
    let mut lines = Vec::new();
    let mut add = |about, tval, line, entry, covered_by| {
        let watched = Watched { entry, covered_by, sum: WeightedSum::default() };
        lines.push((RareLines { about, tval, line }, watched));
    };
    for (id, affix) in (0..).map(AffixId).zip(&catalog.affixes) {
        let may_fire = |line: &&Allocation| line.commonness > 0 && line.min <= line.max;
        for line in by_kinds(affix.allocations.iter().filter(may_fire)) {
            add(About::Affix(id), line.tval, line.line, WatchedEntry::Affix(id), Some(line));
        }
    }
    for (id, theme) in (0..).map(ThemeId).zip(&catalog.themes) {
        // A theme's lines have no commonness.
        for line in by_kinds(theme.allocations.iter().filter(|line| line.min <= line.max)) {
            add(About::Theme(id), line.tval, line.line, WatchedEntry::Theme(id), Some(line));
        }
    }
    let may_fire = |line: &&KindAllocation| line.commonness > 0 && line.min <= line.max;
    for (id, kind) in (0..).map(KindId).zip(&catalog.kinds) {
        if let Some(line) = kind.allocations.iter().find(may_fire) {
            add(About::Kind(id), kind.tval, line.line, WatchedEntry::Kind(id), None);
        }
    }
    for (id, artifact) in (0..).map(ArtifactId).zip(&catalog.artifacts) {
        if let Some(line) = artifact.allocations.iter().find(may_fire) {
            add(About::Artifact(id), artifact.tval, line.line, WatchedEntry::Artifact(id), None);
        }
    }
    lines
}

/// The first line of each range of kinds.
fn by_kinds<'a>(lines: impl Iterator<Item = &'a Allocation>) -> impl Iterator<Item = Allocation> {
    let mut known = BTreeSet::new();
    lines.copied().filter(move |line| known.insert((line.tval, line.min_sval, line.max_sval)))
}

/// Findings of lines that are possible, as far as is known, and rare beyond doubt.
pub(super) fn run<'a>(
    context: &Context<'_>,
    lines: impl Iterator<Item = (&'a RareLines, &'a Watched)>,
    findings: &mut Vec<Finding>,
) {
    for (lines, watched) in lines {
        let items = DiveItems::of(&watched.sum);
        let is_simulated = watched.sum.counts().1 > 0;
        if is_simulated && items.high < RARE && is_possible(context, lines.about, watched.covered_by) {
            let what = format!("comes less than once in {} dives", (1.0 / RARE).round());
            findings.push(Finding {
                tval: Some(lines.tval),
                line: Some(lines.line),
                items: Some(items),
                ..Finding::new(Gap::TooRare, lines.about, what)
            });
        }
    }
}

/// Whether other rules don't say already that it never comes.
fn is_possible(context: &Context<'_>, about: About, covered_by: Option<Allocation>) -> bool {
    let (catalog, reached) = (context.catalog, &context.reached);
    let is_covered = |id: &KindId| {
        let kind = catalog.kind(*id);
        covered_by.is_some_and(|line| line.covers(kind.tval, kind.sval))
    };
    let mut covered = (0..catalog.kinds.len() as u32).map(KindId).filter(is_covered);
    match about {
        About::Affix(id) => covered.any(|kind| reached.affix_on(id, kind)),
        About::Theme(id) => covered.any(|kind| reached.theme_on(id, kind)),
        About::Kind(id) => reached.kind(id),
        About::Artifact(_) | About::ItemType(_) | About::Entry(..) => true,
    }
}
