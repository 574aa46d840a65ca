//! `theme-out-of-reach` and `weak-theme`.

use super::{About, Finding, Gap, context::Context};
use affixboard_model::catalog::{AffixId, KindId, Theme, ThemeId, ThemePart};

/// Maximum number of affixes of an item, in any game.
const SLOTS: u32 = 8;
/// Factor of a theme's score: factor × (weight present)² ÷ total weight, in units of 0.5 %.
const SCORE: u32 = 8;
/// The score that makes a theme certain: 100 %.
const CERTAIN: u32 = 200;

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for (id, theme) in (0..).map(ThemeId).zip(&context.catalog.themes) {
        // Placeholder records without lines.
        if theme.allocations.is_empty() && theme.parts.is_empty() {
            continue;
        }
        out_of_reach(context, id, theme, findings);
        weak(context, id, theme, findings);
    }
}

fn out_of_reach(context: &Context<'_>, id: ThemeId, theme: &Theme, findings: &mut Vec<Finding>) {
    let about = |what: &str| Finding::new(Gap::ThemeOutOfReach, About::Theme(id), what);
    if theme.allocations.is_empty() {
        findings.push(Finding {
            line: Some(theme.record),
            ..about("never comes: it has no line that says on what it may")
        });
    }
    for line in &theme.allocations {
        let mut covered = context.catalog.kinds_of(line.tval);
        covered.retain(|id| line.covers(line.tval, context.catalog.kind(*id).sval) && context.is_drawn(*id));
        let mut groups: Vec<(&str, Vec<KindId>)> = Vec::new();
        for kind in covered {
            let Some(why) = why_not(context, id, theme, kind) else { continue };
            match groups.iter_mut().find(|known| known.0 == why) {
                Some((_, kinds)) => kinds.push(kind),
                None => groups.push((why, vec![kind])),
            }
        }
        for (why, kinds) in groups {
            let line = Some(line.line);
            findings.push(Finding { line, tval: Some(context.catalog.kind(kinds[0]).tval), kinds, ..about(why) });
        }
    }
}

/// The reason why a kind never gets a theme, as a phrase; `None` if it may.
fn why_not(context: &Context<'_>, id: ThemeId, theme: &Theme, kind: KindId) -> Option<&'static str> {
    let can_be_drawn = |part: &&ThemePart| context.reached.affix_on(part.affix, kind);
    let drawn: Vec<&ThemePart> = theme.parts.iter().filter(can_be_drawn).collect();
    if drawn.is_empty() {
        return Some("never comes: none of its affixes can be drawn there");
    }
    if drawn.iter().all(|part| part.weight == 0) {
        return Some("never comes: the only ones of its affixes that can be drawn there have weight 0");
    }
    // Upper bound of the weight present: all slots filled with the heaviest affix.
    let weight_of =
        |affix: AffixId| theme.parts.iter().filter(|part| part.affix == affix).map(|part| part.weight).sum::<u32>();
    let most = drawn.iter().map(|part| weight_of(part.affix)).max().unwrap_or(0).saturating_mul(SLOTS);
    if u64::from(SCORE) * u64::from(most) * u64::from(most) < u64::from(theme.total_weight()) {
        return Some("never comes: those of its affixes that can be drawn there score less than half a per cent");
    }
    let may_come = context.reached.theme_on(id, kind);
    (!may_come).then_some("never comes: its levels are none at which items there draw an affix")
}

fn weak(context: &Context<'_>, id: ThemeId, theme: &Theme, findings: &mut Vec<Finding>) {
    let total = theme.total_weight();
    if total >= context.limits.theme_weight {
        return;
    }
    // Score with each affix once: 8 × total² ÷ total. Above certain, some games wrap it around.
    let half_per_cent = total.saturating_mul(SCORE);
    let what = if half_per_cent >= CERTAIN {
        format!("has weights that come to {total}")
    } else {
        let per_cent = half_per_cent / 2;
        format!(
            "has weights that come to {total}: with each of its affixes once, {per_cent} % where no other theme is legal"
        )
    };
    let line = theme.parts.first().map_or(theme.record, |part| part.line);
    findings.push(Finding { line: Some(line), ..Finding::new(Gap::WeakTheme, About::Theme(id), what) });
}
