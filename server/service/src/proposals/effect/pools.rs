//! Changes of pools by the kinds whose pools they are: a line may be about some kinds of its item type only, and of the type as a whole
//! a sheet shows the kind that is likeliest.

use affixboard_model::{
    catalog::{Kind, Sort},
    game::Loaded,
};
use affixboard_report::{
    sheet::Sheet,
    sheets::{self, Effect, SheetError},
};

use super::{EffectScope, Touched, pool_depths, pools, touched::LineFacts, types_with_pools};
use crate::library::OpenRevision;

/// Groups of kinds of an item type that are told apart at most; the largest.
const MOST_GROUPS: usize = 4;

/// Changes in pools, with the names of the kinds that have one of their own and the level that items of each type draw at.
#[derive(Debug, Default)]
pub(super) struct PoolChanges {
    pub(super) effect: Effect,
    pub(super) kinds: Vec<((u16, u16), String)>,
    pub(super) levels: Vec<(u16, &'static str)>,
}

/// Kinds that the same lines apply to, on either side.
struct KindGroup {
    lines: [Vec<LineFacts>; 2],
    kinds: Vec<(u16, String)>,
}

/// The changes, each at the one of every fifth level where it is largest.
///
/// # Errors
/// Fails if one of the revisions has no such item type.
pub(super) fn pool_changes(
    base: &OpenRevision,
    derived: &OpenRevision,
    touched: &Touched,
) -> Result<PoolChanges, SheetError> {
    let (depths, words) = (pool_depths(derived), derived.loaded.game.words());
    let mut changes = PoolChanges::default();
    let mut pairs: Vec<(Sheet, Sheet)> = Vec::new();
    for tval in types_with_pools(base, derived, touched) {
        let scope = EffectScope::usual(base, derived, tval);
        if words.reachable_affix_levels > 1 && !words.one_affix {
            changes.levels.push((tval, words.affix_levels[usize::from(scope.affix_level)]));
        }
        let groups = groups(&base.loaded, &derived.loaded, tval);
        let are_alike = groups.len() < 2;
        let mut changed: Vec<&KindGroup> = groups.iter().filter(|group| group.lines[0] != group.lines[1]).collect();
        changed.sort_by_key(|group| std::cmp::Reverse(group.kinds.len()));
        changed.truncate(MOST_GROUPS);
        let mut svals = Vec::new();
        for group in changed.into_iter().filter(|_| !are_alike) {
            let Some((sval, name)) = group.kinds.first() else { continue };
            let name = match group.kinds.len() {
                1 => name.clone(),
                2 => format!("{name} and another"),
                number => format!("{name} and {} others", number - 1),
            };
            changes.kinds.push(((tval, *sval), name));
            svals.push(Some(*sval));
        }
        if svals.is_empty() {
            svals.push(None);
        }
        for sval in svals {
            pairs.push((pools(base, &scope, sval, &depths)?, pools(derived, &scope, sval, &depths)?));
        }
    }
    changes.effect = sheets::effect(&pairs.iter().map(|(before, after)| (before, after)).collect::<Vec<_>>());
    Ok(changes)
}

/// The kinds of an item type that both sides have, by the lines of affixes that apply to them.
fn groups(base: &Loaded, derived: &Loaded, tval: u16) -> Vec<KindGroup> {
    let mut groups: Vec<KindGroup> = Vec::new();
    let is_written = |kind: &&Kind| kind.tval == tval && kind.record.is_some();
    for kind in derived.catalog.kinds.iter().filter(is_written) {
        if !base.catalog.kinds.iter().filter(is_written).any(|other| other.sval == kind.sval) {
            continue;
        }
        let lines = [base, derived].map(|loaded| {
            let of_kind = |line: &LineFacts| line.sort == Sort::AFFIX && line.covers(kind.sval);
            LineFacts::of_type(&loaded.catalog, tval).into_iter().filter(of_kind).collect::<Vec<_>>()
        });
        match groups.iter_mut().find(|group| group.lines == lines) {
            Some(group) => group.kinds.push((kind.sval, kind.name.clone())),
            None => groups.push(KindGroup { lines, kinds: vec![(kind.sval, kind.name.clone())] }),
        }
    }
    groups
}
