//! `no-affix` and `kind-out-of-reach`: kinds with empty pools at some levels, and kinds that are never generated.

use std::collections::BTreeMap;

use super::{
    About, Finding, Gap,
    context::{Context, affix_levels, is_found, runs},
};
use affixboard_model::catalog::{KindAllocation, KindId};

type Runs = Vec<(u32, u32)>;

pub(super) fn run(context: &Context<'_>, findings: &mut Vec<Finding>) {
    without_affix(context, findings);
    never_made(context, findings);
}

/// One finding per group of kinds of an item type with the same gap.
fn without_affix(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for (tval, mut kinds) in context.drawn_kinds() {
        let affix = context.words.affix;
        let never: Vec<KindId> = kinds.extract_if(.., |id| !context.reached.any_on(*id)).collect();
        let finding = |what: String, kinds: Vec<KindId>| Finding {
            line: kinds.first().and_then(|id| context.catalog.kind(*id).record),
            kinds,
            ..Finding::new(Gap::NoAffix, About::ItemType(tval), what)
        };
        if !never.is_empty() {
            findings.push(finding(format!("never any {affix}"), never));
        }
        // Runs of levels with empty pools, by affix level.
        let mut groups: BTreeMap<Vec<(u8, Runs)>, Vec<KindId>> = BTreeMap::new();
        for id in kinds {
            let found: Vec<u32> =
                context.limits.levels(context.words).filter(|level| is_found(context.catalog, id, *level)).collect();
            let empty = |affix_level| {
                let is_empty = |level: &&u32| context.drawn.pool(id, **level, affix_level).entries.is_empty();
                found.iter().filter(is_empty).copied().collect::<Vec<_>>()
            };
            let by_level: Vec<(u8, Vec<u32>)> = affix_levels(context.words)
                .map(|affix_level| (affix_level, empty(affix_level)))
                .filter(|gap| !gap.1.is_empty())
                .collect();
            if by_level.is_empty() {
                continue;
            }
            let signature = by_level.into_iter().map(|(affix_level, levels)| (affix_level, runs(levels))).collect();
            groups.entry(signature).or_default().push(id);
        }
        for (signature, kinds) in groups {
            // One finding per group of affix levels with the same gap.
            let mut by_levels: Vec<(Runs, Vec<u8>)> = Vec::new();
            for (affix_level, levels) in signature {
                match by_levels.iter_mut().find(|known| known.0 == levels) {
                    Some((_, affix_levels)) => affix_levels.push(affix_level),
                    None => by_levels.push((levels, vec![affix_level])),
                }
            }
            for (levels, affix_levels) in by_levels {
                findings.push(Finding {
                    levels,
                    affix_levels: if context.words.has_affix_levels() { affix_levels } else { Vec::new() },
                    ..finding(format!("no {affix}"), kinds.clone())
                });
            }
        }
    }
}

fn never_made(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let of_files = (0..).map(KindId).zip(&context.catalog.kinds).filter(|(_, kind)| kind.record.is_some());
    let mut groups: BTreeMap<(u16, &str), Vec<KindId>> = BTreeMap::new();
    for (id, kind) in of_files.filter(|(id, _)| !context.reached.kind(*id)) {
        groups.entry((kind.tval, why_never(&kind.allocations))).or_default().push(id);
    }
    for ((tval, what), mut kinds) in groups {
        kinds.sort_by_key(|id| (context.catalog.kind(*id).sval, *id));
        let first = kinds.first().map(|id| context.catalog.kind(*id));
        let line = first.and_then(|kind| kind.allocations.first().map(|line| line.line).or(kind.record));
        findings.push(Finding { kinds, line, ..Finding::new(Gap::KindOutOfReach, About::ItemType(tval), what) });
    }
}

fn why_never(lines: &[KindAllocation]) -> &'static str {
    if lines.is_empty() {
        "never dropped: no allocation, and no artifact of that kind is made"
    } else if lines.iter().all(|line| line.commonness == 0) {
        "never dropped: commonness 0, and no artifact of that kind is made"
    } else {
        "never dropped: no drop chooses its kind at such a level, and no artifact of that kind is made"
    }
}
