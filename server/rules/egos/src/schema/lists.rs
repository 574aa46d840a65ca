//! The program's lists of egos in the catalog ([`EgoList`]): allocations where no file has any, and what the lists name
//! in vain.

use std::collections::BTreeSet;

use super::super::{EgoList, EgoSpec};
use affixboard_model::{
    catalog::{Allocation, Catalog},
    text::{Diagnostic, Rule, SourceSet, Span},
};

/// Gives the egos of a game whose files don't say which items they are for the allocations of its lists: their weights on
/// the die, at all levels from the first at which it is rolled. Their lines are those that begin the egos' records. Lists
/// for items that the files don't have are left out.
pub(super) fn allocate(spec: &EgoSpec, sources: &SourceSet, catalog: &mut Catalog) {
    let lists: Vec<&EgoList> = used(spec, catalog).collect();
    let kinds = &catalog.kinds;
    for ego in &mut catalog.affixes {
        let of = |list: &EgoList| list.egos.iter().find(|listed| listed.0 == ego.index).map(|listed| listed.1);
        let named = lists.iter().filter_map(|list| of(list).map(|weight| (*list, weight)));
        let allocations = named.flat_map(|(list, weight)| {
            let line = first_line(sources, ego.record);
            let of_type = move |tval: &u16| allocation(spec, list, *tval, weight, line);
            list.tvals.iter().map(of_type)
        });
        let has_kind = |line: &Allocation| kinds.iter().any(|kind| line.covers(kind.tval, kind.sval));
        ego.allocations = allocations.filter(has_kind).collect();
    }
}

fn allocation(spec: &EgoSpec, list: &EgoList, tval: u16, weight: u32, line: Span) -> Allocation {
    let (min_sval, max_sval) = list.svals();
    let is_of = |(power, _): &(i8, bool)| (*power < 0) == list.terrible;
    let affix_level = spec.affix_levels.iter().position(is_of).unwrap_or(0) as u8;
    let (min, max) = (list.first_level(), spec.game.words().deepest);
    Allocation { tval, min_sval, max_sval, affix_level, commonness: weight, min, max, line }
}

/// The line that begins a record.
fn first_line(sources: &SourceSet, record: Span) -> Span {
    let Span { start, end, .. } = record;
    let text = &sources.file(record.file).text()[start as usize..end as usize];
    let length = text.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(text.len());
    Span { end: start + length as u32, ..record }
}

/// The remark that the file of egos lacks some that the lists name. Of a file without any other remarks say enough.
pub(super) fn missing(spec: &EgoSpec, sources: &SourceSet, catalog: &Catalog) -> Option<Diagnostic> {
    let file = catalog.affixes.first()?.record.file;
    let named: BTreeSet<u32> = used(spec, catalog).flat_map(|list| list.egos).map(|ego| ego.0).collect();
    let is_there = |index: &u32| catalog.affixes.iter().any(|ego| ego.index == *index);
    let missing: Vec<String> = named.iter().filter(|index| !is_there(index)).map(ToString::to_string).collect();
    if missing.is_empty() {
        return None;
    }
    let (indices, each) = if missing.len() == 1 { ("index", "it") } else { ("indices", "them") };
    Some(Diagnostic {
        rule: Rule::MissingEntry,
        file: sources.file(file).name().to_owned(),
        span: None,
        found: format!("found no ego of {indices} {}", missing.join(", ")),
        expected: format!("expected {each}, for the program's lists name {each}; items that would be one are none"),
    })
}

/// The lists that are for items of these files.
fn used<'a>(spec: &'a EgoSpec, catalog: &'a Catalog) -> impl Iterator<Item = &'static EgoList> + 'a {
    spec.ego_lists.iter().filter(|list| {
        catalog.kinds.iter().any(|kind| {
            spec.wearable.contains(&kind.tval)
                && spec.ego_list(kind, list.terrible).is_some_and(|used| used.name == list.name)
        })
    })
}
