//! The number of items that findings touch over a dive, by which they are put in order.

use super::{About, Finding, context::Context, dive::Dive};
use affixboard_model::{
    catalog::{Allocation, KindId},
    game::Cancelled,
};

/// Fills in the numbers that rules left open: of the items a dive drops of the kinds that a finding is about, at the depths
/// of its levels; as long as `keep_going` returns true.
///
/// # Errors
/// [`Cancelled`] if it returned false.
pub(super) fn count(
    context: &Context<'_>,
    dive: &Dive,
    findings: &mut [Finding],
    keep_going: &dyn Fn() -> bool,
) -> Result<(), Cancelled> {
    for finding in findings.iter_mut().filter(|finding| finding.items.is_none()) {
        let kinds = kinds(context, finding);
        if kinds.is_empty() {
            continue;
        }
        let levels = &finding.levels;
        let is_asked = |depth: u32| levels.is_empty() || levels.iter().any(|run| (run.0..=run.1).contains(&depth));
        finding.items = Some(dive.items(&kinds, |depth, _| is_asked(depth)));
        if !keep_going() {
            return Err(Cancelled);
        }
    }
    Ok(())
}

/// The kinds that a finding is about; none where it is about no items of a kind.
fn kinds(context: &Context<'_>, finding: &Finding) -> Vec<KindId> {
    let catalog = context.catalog;
    if !finding.kinds.is_empty() {
        return finding.kinds.clone();
    }
    match finding.about {
        About::ItemType(tval) => catalog.kinds_of(tval),
        About::Kind(id) => vec![id],
        About::Affix(id) => covered(context, finding, &catalog.affix(id).allocations),
        About::Theme(id) => covered(context, finding, &catalog.theme(id).allocations),
        About::Artifact(_) | About::Entry(..) => Vec::new(),
    }
}

/// The kinds that the finding's line covers; of all lines where it is about the entry as a whole.
fn covered(context: &Context<'_>, finding: &Finding, lines: &[Allocation]) -> Vec<KindId> {
    let is_of_one = lines.iter().any(|line| Some(line.line) == finding.line);
    let lines = lines.iter().filter(|line| !is_of_one || Some(line.line) == finding.line);
    let of_line = |line: &Allocation| {
        let (line, catalog) = (*line, context.catalog);
        let kinds = catalog.kinds_of(line.tval).into_iter();
        kinds.filter(move |id| line.covers(line.tval, catalog.kind(*id).sval))
    };
    let mut kinds: Vec<KindId> = lines.flat_map(of_line).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
