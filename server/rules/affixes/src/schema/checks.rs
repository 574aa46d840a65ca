//! Checks of the whole catalog: allocations without effect, duplicate names.

use std::collections::BTreeMap;

use super::super::{AffixSpec, Generation};
use affixboard_model::{
    catalog::{Allocation, Catalog},
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// Adds warnings about the catalog as a whole.
pub(super) fn run<G: Generation>(
    spec: &AffixSpec,
    catalog: &Catalog,
    sources: &SourceSet,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut say = |rule, span: Span, found: String, expected: &str| {
        let file = sources.file(span.file).name().to_owned();
        diagnostics.push(Diagnostic { rule, file, span: Some(span), found, expected: expected.to_owned() });
    };
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    for affix in &catalog.affixes {
        if let Some(first) = names.insert(affix.name.to_lowercase(), affix.index) {
            names.insert(affix.name.to_lowercase(), first);
            let found = format!("found the name `{}` of affix {first} again", affix.name);
            say(Rule::DuplicateName, affix.record, found, "expected a name of its own, for themes go by name");
        }
        for (at, allocation) in affix.allocations.iter().enumerate() {
            if allocation.affix_level >= spec.game.words().reachable_affix_levels {
                let found = format!(
                    "found affix level {}",
                    spec.game.words().affix_levels[usize::from(allocation.affix_level)]
                );
                say(Rule::NeverDrawn, allocation.line, found, "no item ever draws at that level, so this never fires");
            }
            if allocation.commonness == 0 {
                let expected = "expected a positive one, or this never fires";
                say(Rule::NeverDrawn, allocation.line, "found commonness 0".to_owned(), expected);
            }
            if let Some(earlier) = affix.allocations[..at].iter().find(|earlier| hides::<G>(earlier, allocation)) {
                let line = sources.position(earlier.line).line;
                let found = format!("found an allocation that line {line} covers wholly");
                say(
                    Rule::HiddenAllocation,
                    allocation.line,
                    found,
                    "only the first that matches counts, so this never fires",
                );
            }
        }
    }
    let affixes = catalog.affixes.iter().flat_map(|affix| &affix.allocations);
    let themes = catalog.themes.iter().flat_map(|theme| &theme.allocations);
    for allocation in affixes.chain(themes) {
        if allocation.min > allocation.max || allocation.min_sval > allocation.max_sval {
            let (a, b) = if allocation.min > allocation.max {
                (allocation.min, allocation.max)
            } else {
                (u32::from(allocation.min_sval), u32::from(allocation.max_sval))
            };
            say(Rule::ReversedRange, allocation.line, format!("found {a} to {b}"), "nothing lies in that range");
        } else if !catalog.kinds.iter().any(|kind| allocation.covers(kind.tval, kind.sval)) {
            let found = format!(
                "found no kind of type {} with sval {} to {}",
                allocation.tval, allocation.min_sval, allocation.max_sval
            );
            say(Rule::RangeWithoutKind, allocation.line, found, "expected a range with a kind in it");
        }
    }
}

/// Whether the earlier line matches every item and level that the later one matches.
fn hides<G: Generation>(earlier: &Allocation, later: &Allocation) -> bool {
    // A window may exclude the lowest affix levels, so an earlier line of a lower affix level need not match.
    let levels_cover = if G::WINDOWS.iter().all(|window| window.0 == 0) {
        earlier.affix_level <= later.affix_level
    } else {
        earlier.affix_level == later.affix_level
    };
    levels_cover
        && earlier.tval == later.tval
        && earlier.min_sval <= later.min_sval
        && earlier.max_sval >= later.max_sval
        && earlier.min <= later.min
        && earlier.max >= later.max
}
