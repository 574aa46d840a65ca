//! Checks across all files: allocations that can never fire, artifacts of no kind.

use affixboard_model::{
    catalog::Catalog,
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// The line of an ego's record that says how often it comes, for all item types at once.
fn weight_line(sources: &SourceSet, record: Span) -> Option<Span> {
    let text = &sources.file(record.file).text()[record.start as usize..record.end as usize];
    let (mut start, mut found) = (record.start, None);
    for line in text.split(|byte| *byte == b'\n') {
        let content = line.trim_ascii_end();
        // Of several the last counts.
        if content.starts_with(b"W:") {
            found = Some(Span { file: record.file, start, end: start + content.len() as u32 });
        }
        start += line.len() as u32 + 1;
    }
    found
}

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
    }
    for ego in &catalog.affixes {
        let zeros = || ego.allocations.iter().filter(|allocation| allocation.commonness == 0);
        let expected = "expected a commonness over 0 or a rarity of 1 to 100, or by this game's rules it never comes";
        // Where all are, they have it from one line.
        let is_whole = zeros().count() == ego.allocations.len();
        let line = is_whole.then(|| weight_line(sources, ego.record)).flatten();
        let lines = line.map_or_else(|| zeros().map(|zero| zero.line).collect(), |line| vec![line]);
        let lines = if zeros().next().is_some() { lines } else { Vec::new() };
        for line in lines {
            say(Rule::NeverDrawn, line, "found an ego of weight 0".to_owned(), expected);
        }
    }
    for artifact in &catalog.artifacts {
        if catalog.find_kind(artifact.tval, artifact.sval).is_none() {
            let found = format!("found no kind of type {} with sval {}", artifact.tval, artifact.sval);
            say(Rule::NeverDrawn, artifact.record, found, "expected the kind the artifact is, or it is never made");
        }
    }
}
