//! Checks across all files: allocations that can never fire, artifacts of no kind.

use affixboard_model::{
    catalog::Catalog,
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// Adds warnings about the catalog as a whole.
pub fn run(catalog: &Catalog, sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) {
    let mut say = |rule, span: Span, found: String, expected: &str| {
        let file = sources.file(span.file).name().to_owned();
        diagnostics.push(Diagnostic { rule, file, span: Some(span), found, expected: expected.to_owned() });
    };
    let name_nothing = catalog.affixes.iter().all(|ego| ego.allocations.is_empty());
    if let ([first, _, ..], true) = (&catalog.affixes[..], name_nothing) {
        let expected = "expected egos to name the items they come on; as it is, none is ever made";
        say(
            Rule::NeverDrawn,
            first.record,
            format!("found {} egos that name no items", catalog.affixes.len()),
            expected,
        );
    }
    for allocation in catalog.affixes.iter().flat_map(|ego| &ego.allocations) {
        let (tval, min, max) = (allocation.tval, allocation.min_sval, allocation.max_sval);
        if min > max {
            say(Rule::ReversedRange, allocation.line, format!("found {min} to {max}"), "nothing lies in that range");
        } else if !catalog.kinds.iter().any(|kind| allocation.covers(kind.tval, kind.sval)) {
            let found = format!("found no kind of type {tval} with sval {min} to {max}");
            say(Rule::RangeWithoutKind, allocation.line, found, "expected a range with a kind in it");
        }
        if allocation.commonness == 0 {
            let expected = "expected a commonness over 0 or a rarity of 1 to 100, or this never fires";
            say(Rule::NeverDrawn, allocation.line, "found an ego of weight 0".to_owned(), expected);
        }
    }
    for artifact in &catalog.artifacts {
        if catalog.find_kind(artifact.tval, artifact.sval).is_none() {
            let found = format!("found no kind of type {} with sval {}", artifact.tval, artifact.sval);
            say(Rule::NeverDrawn, artifact.record, found, "expected the kind the artifact is, or it is never made");
        }
    }
}
