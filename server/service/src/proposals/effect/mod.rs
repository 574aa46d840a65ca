//! Effects of changes that are not merged: the item types and entries they touch, an estimate from the pools at once, the
//! exact difference, remarks and gaps that appear or vanish.
//!
//! Everything here compares an [`OpenRevision`] with one that was derived from it; it knows neither drafts nor pages.

mod matrix;
mod pools;
mod remarks;
mod report;
mod subjects;
mod touched;

pub use affixboard_report::effect_report::{FindingChange, FindingFate};
pub use matrix::{EffectMatrix, MatrixPlan};
pub use remarks::{gap_changes, new_remarks, remark_changes};
pub use report::report;
pub use subjects::subjects;
pub use touched::{Touched, TouchedEntry, touched};

use affixboard_model::{
    batch::Metric,
    catalog::Allocation,
    game::{Loaded, Words},
};
use affixboard_report::{
    sheet::{Method, Sheet},
    sheets::{
        self, AvailabilityParams, ChanceColumn, ChanceMeasure, ChanceParams, Effect, Filter, PoolMeasure, RowOrder,
        SheetError, SheetSection,
    },
};

use crate::{compute::CellNumbers, library::OpenRevision};

/// The item type and the conditions of drops for which an effect is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectScope {
    /// The item type.
    pub tval: u16,
    /// The depth; of an estimate the generation level.
    pub depth: u32,
    /// The drop quality: a position in the game's qualities.
    pub quality: u8,
    /// The affix level that items draw at; used by estimates only.
    pub affix_level: u8,
}

impl EffectScope {
    /// The default scope for an item type, where its changes show best: the middle of the levels of its first
    /// allocation that changes, an affix level that draws it, and the richest drops.
    pub fn usual(base: &OpenRevision, derived: &OpenRevision, tval: u16) -> EffectScope {
        let words = derived.loaded.game.words();
        let changed = touched::first_change(&base.loaded, &derived.loaded, tval);
        let (min, max) = changed.as_ref().map_or((1, words.deepest), |line| (line.min, line.max));
        let (min, max) = (min.clamp(1, words.deepest), max.clamp(1, words.deepest));
        EffectScope {
            tval,
            depth: min.midpoint(max.max(min)),
            quality: words.richest as u8,
            affix_level: changed.as_ref().map_or(words.usual_affix_level, |line| level_for(words, line)),
        }
    }
}

/// The affix level at which an allocation is drawn: the usual one where that does, else the lowest that does.
fn level_for(words: &Words, line: &Allocation) -> u8 {
    let usual = words.usual_affix_level;
    let mut others = words.least_affix_level..words.reachable_affix_levels;
    if words.draws(usual, line.affix_level) {
        return usual;
    }
    others.find(|level| words.draws(*level, line.affix_level)).unwrap_or(usual)
}

/// The estimate: how the pools of an item type change at a generation level. It has affixes or egos only.
///
/// # Errors
/// Fails if one of the revisions has no such item type.
pub fn estimate(base: &OpenRevision, derived: &OpenRevision, scope: &EffectScope) -> Result<Effect, SheetError> {
    let sheet = |open: &OpenRevision| pools(open, scope, None, &[scope.depth]);
    Ok(sheets::effect(&[(&sheet(base)?, &sheet(derived)?)]))
}

/// Changes in the pools of all touched item types, each row at the one of every fifth level where it changes most.
///
/// # Errors
/// Fails if one of the revisions has no such item type.
pub fn overall(base: &OpenRevision, derived: &OpenRevision, touched: &Touched) -> Result<Effect, SheetError> {
    estimate_overall(base, derived, &types_with_pools(base, derived, touched), &pool_depths(derived))
}

/// The touched item types that have pools on both sides.
fn types_with_pools(base: &OpenRevision, derived: &OpenRevision, touched: &Touched) -> Vec<u16> {
    let has_pools = |tval: &u16| [base, derived].iter().all(|open| has_pools(&open.loaded, *tval));
    touched.types.iter().copied().filter(has_pools).collect()
}

/// Every fifth level of a deep dungeon.
fn pool_depths(open: &OpenRevision) -> Vec<u32> {
    let words = open.loaded.game.words();
    let step = words.depth_step(20);
    (step..=words.deepest).step_by(step as usize).collect()
}

/// The same over several item types and levels, each row where it changes most.
///
/// # Errors
/// Fails if one of the revisions has no such item type.
pub fn estimate_overall(
    base: &OpenRevision,
    derived: &OpenRevision,
    types: &[u16],
    depths: &[u32],
) -> Result<Effect, SheetError> {
    let mut sheets = Vec::new();
    for tval in types {
        let scope = EffectScope::usual(base, derived, *tval);
        sheets.push((pools(base, &scope, None, depths)?, pools(derived, &scope, None, depths)?));
    }
    Ok(sheets::effect(&sheets.iter().map(|(before, after)| (before, after)).collect::<Vec<_>>()))
}

/// The pools of an item type, or of one of its kinds.
fn pools(open: &OpenRevision, scope: &EffectScope, sval: Option<u16>, depths: &[u32]) -> Result<Sheet, SheetError> {
    let params = AvailabilityParams {
        tval: scope.tval,
        sval,
        affix_level: scope.affix_level,
        depths: depths.to_vec(),
        measure: PoolMeasure::Chance,
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let words = open.loaded.game.words();
    sheets::availability(&open.loaded.catalog, open.forge.as_ref(), words, open.provenance(Method::Exact), &params)
}

/// The difference of what items of the type carry, from the numbers of both sides at the scope's place: of affixes or egos,
/// themes, artifacts and kinds.
///
/// # Errors
/// Fails if one of the revisions has no such item type.
pub fn difference(
    (base, before): (&OpenRevision, &CellNumbers),
    (derived, after): (&OpenRevision, &CellNumbers),
    scope: &EffectScope,
) -> Result<Effect, SheetError> {
    let sheet = |open: &OpenRevision, numbers: &CellNumbers| {
        chance_sheet(open, scope, numbers.method(), &[numbers.column(scope.depth)])
    };
    Ok(sheets::effect(&[(&sheet(base, before)?, &sheet(derived, after)?)]))
}

/// The sheet of what items of the scope's type carry, of drops of its quality, with these columns.
fn chance_sheet(
    open: &OpenRevision,
    scope: &EffectScope,
    method: Method,
    columns: &[ChanceColumn<'_>],
) -> Result<Sheet, SheetError> {
    let sections = [SheetSection::Affixes, SheetSection::Themes, SheetSection::Artifacts, SheetSection::Kinds];
    sheet_of(open, scope, method, columns, (ChanceMeasure::PerItem, &sections))
}

/// The same of these sections, in shares of items of the type or of all drops.
fn sheet_of(
    open: &OpenRevision,
    scope: &EffectScope,
    method: Method,
    columns: &[ChanceColumn<'_>],
    (measure, sections): (ChanceMeasure, &[SheetSection]),
) -> Result<Sheet, SheetError> {
    let params = ChanceParams {
        tval: scope.tval,
        sval: None,
        quality: scope.quality,
        measure,
        sections: sections.iter().copied().filter(|section| open.forge.keys().has(section.metric())).collect(),
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let words = open.loaded.game.words();
    sheets::chances(&open.loaded.catalog, open.forge.as_ref(), words, open.provenance(method), columns, &params)
}

/// Whether a row of an effect is of affixes or egos, which have a table; the others are told in a list.
pub fn is_of_affix(metric: &str) -> bool {
    metric == Metric::AFFIX.0
}

/// The item types of which there is an estimate.
pub fn has_pools(loaded: &Loaded, tval: u16) -> bool {
    loaded.catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes)
}
