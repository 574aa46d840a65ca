//! `affix-out-of-reach`: affixes and egos that no item can have.

use super::{About, Finding, Gap, context::Context};
use affixboard_model::catalog::{AffixId, KindId, Theme, ThemeId};

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let themes = || (0..).map(ThemeId).zip(&context.catalog.themes);
    for (id, affix) in (0..).map(AffixId).zip(&context.catalog.affixes) {
        if context.reached.affix(id) {
            continue;
        }
        let names = |theme: &Theme| theme.parts.iter().any(|part| part.affix == id && part.chance > 0);
        if themes().any(|(theme_id, theme)| names(theme) && comes(context, theme_id)) {
            continue;
        }
        let is_named = themes().any(|(_, theme)| names(theme));
        let what = match (affix.allocations.is_empty(), is_named) {
            (true, false) if context.words.has_themes => "is on no item: it has no allocation, and no theme brings it",
            (true, false) => "is on no item: it has no allocation",
            (true, true) => "is on no item: it has no allocation, and the themes that bring it never come",
            (false, _) => "is on no item: none of its allocations can fire",
        };
        let line = affix.allocations.first().map_or(affix.record, |line| line.line);
        findings.push(Finding { line: Some(line), ..Finding::new(Gap::AffixOutOfReach, About::Affix(id), what) });
    }
}

/// Whether any kind can get the theme.
fn comes(context: &Context<'_>, id: ThemeId) -> bool {
    (0..context.catalog.kinds.len() as u32).map(KindId).any(|kind| context.reached.theme_on(id, kind))
}
