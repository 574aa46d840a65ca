//! `few-affixes` and `no-great-affix`: item types with little to draw.

use std::collections::BTreeSet;

use super::{
    About, Finding, Gap,
    context::{Context, is_found, runs},
};
use affixboard_model::catalog::{AffixId, Kind, KindId};

/// The affix level that `no-great-affix` is about, in games that have one of that name.
const GREAT: &str = "great";

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for (tval, kinds) in context.drawn_kinds() {
        few(context, tval, &kinds, findings);
        without_great(context, tval, &kinds, findings);
    }
}

/// Levels with empty pools are left to `no-affix`.
fn few(context: &Context<'_>, tval: u16, kinds: &[KindId], findings: &mut Vec<Finding>) {
    let words = context.words;
    let affix_level = words.usual_affix_level;
    let number = |level| {
        let found = kinds.iter().filter(|id| is_found(context.catalog, **id, level));
        let pools = found.map(|id| context.drawn.pool(*id, level, affix_level));
        pools.flat_map(|pool| pool.entries.iter().map(|entry| entry.0).collect::<Vec<_>>()).collect::<BTreeSet<_>>()
    };
    let mut by_number: Vec<(usize, Vec<u32>)> = Vec::new();
    for level in context.limits.levels(words) {
        let number = number(level).len();
        if number == 0 || number >= context.limits.few_affixes as usize {
            continue;
        }
        match by_number.iter_mut().find(|known| known.0 == number) {
            Some((_, levels)) => levels.push(level),
            None => by_number.push((number, vec![level])),
        }
    }
    for (number, levels) in by_number {
        let what =
            if number == 1 { format!("only 1 {}", words.affix) } else { format!("only {number} {}", words.affixes) };
        findings.push(Finding {
            levels: runs(levels),
            affix_levels: if words.has_affix_levels() { vec![affix_level] } else { Vec::new() },
            line: kinds.first().and_then(|id| context.catalog.kind(*id).record),
            ..Finding::new(Gap::FewAffixes, About::ItemType(tval), what)
        });
    }
}

fn without_great(context: &Context<'_>, tval: u16, kinds: &[KindId], findings: &mut Vec<Finding>) {
    let words = context.words;
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels).min(words.affix_levels.len())];
    let Some(great) = reachable.iter().position(|word| *word == GREAT) else { return };
    let great = great as u8;
    let levels = context.limits.levels(words).filter(|level| {
        let mut found = kinds.iter().filter(|id| is_found(context.catalog, **id, *level)).peekable();
        let draws_great = |id: &KindId| {
            let pool = context.drawn.pool(*id, *level, great);
            pool.entries.iter().any(|entry| is_of(context, entry.0, context.catalog.kind(*id), *level, great))
        };
        found.peek().is_some() && !found.any(draws_great)
    });
    let levels = runs(levels);
    if !levels.is_empty() {
        findings.push(Finding {
            levels,
            affix_levels: vec![great],
            line: kinds.first().and_then(|id| context.catalog.kind(*id).record),
            ..Finding::new(Gap::NoGreatAffix, About::ItemType(tval), format!("no {GREAT} {}", words.affix))
        });
    }
}

/// Whether the first allocation that matches has exactly this affix level.
fn is_of(context: &Context<'_>, affix: AffixId, kind: &Kind, level: u32, affix_level: u8) -> bool {
    let lines = &context.catalog.affix(affix).allocations;
    let first = lines.iter().find(|line| line.matches(kind.tval, kind.sval, level, affix_level));
    first.is_some_and(|line| line.affix_level == affix_level)
}
