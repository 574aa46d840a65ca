//! Lines without effect: those that diagnostics report already, and those below the deepest level (`beyond-depth`).

use super::{About, Finding, Gap, context::Context};
use affixboard_model::{
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    text::Span,
};

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let lines = lines(context);
    for remark in &context.loaded.diagnostics {
        let (Some(gap), Some(span)) = (Gap::of_remark(remark.rule), remark.span) else { continue };
        // `names` checks these for all sorts, not only affixes.
        if gap == Gap::DuplicateName {
            continue;
        }
        let Some(line) = lines.iter().find(|line| line.span == span) else { continue };
        let what = format!("{}; {}", remark.found, remark.expected);
        findings.push(Finding {
            tval: line.tval,
            line: Some(span),
            is_remark: true,
            ..Finding::new(gap, line.about, what)
        });
    }
    let deepest = context.words.deepest;
    for line in lines.iter().filter(|line| line.min.is_some_and(|min| min > deepest)) {
        let min = line.min.unwrap_or_default();
        let what = format!(
            "begins at level {min}, and the dungeon ends at {deepest}: only a boosted level, where there is one, comes there"
        );
        let (tval, span) = (line.tval, Some(line.span));
        findings.push(Finding { tval, line: span, ..Finding::new(Gap::BeyondDepth, line.about, what) });
    }
}

/// A line of an entry, or its whole record.
struct Line {
    about: About,
    span: Span,
    tval: Option<u16>,
    /// Its first level; `None` for records.
    min: Option<u32>,
}

/// All allocations and the records they belong to.
fn lines(context: &Context<'_>) -> Vec<Line> {
    let catalog = context.catalog;
    let mut lines = Vec::new();
    let mut add = |about, span, tval, min| lines.push(Line { about, span, tval, min });
    for (id, affix) in (0..).map(AffixId).zip(&catalog.affixes) {
        add(About::Affix(id), affix.record, None, None);
        affix.allocations.iter().for_each(|line| add(About::Affix(id), line.line, Some(line.tval), Some(line.min)));
    }
    for (id, theme) in (0..).map(ThemeId).zip(&catalog.themes) {
        add(About::Theme(id), theme.record, None, None);
        theme.allocations.iter().for_each(|line| add(About::Theme(id), line.line, Some(line.tval), Some(line.min)));
    }
    for (id, kind) in (0..).map(KindId).zip(&catalog.kinds) {
        kind.record.into_iter().for_each(|record| add(About::Kind(id), record, Some(kind.tval), None));
        kind.allocations.iter().for_each(|line| add(About::Kind(id), line.line, Some(kind.tval), Some(line.min)));
    }
    for (id, artifact) in (0..).map(ArtifactId).zip(&catalog.artifacts) {
        let (about, tval) = (About::Artifact(id), Some(artifact.tval));
        add(about, artifact.record, tval, None);
        artifact.allocations.iter().for_each(|line| add(about, line.line, tval, Some(line.min)));
    }
    lines
}
