//! The report of what a change of files does ([`EffectReport`]).

use affixboard_inquiry::gaps::{Search, find_proven};
use affixboard_model::{
    batch::{Cell, Metric},
    catalog::Sort,
    game::{Chance, Loaded},
    text::{Rule, Severity},
};
use affixboard_report::{
    effect_report::{ChangeMatrix, DropChange, EffectReport, EffectSide, FindingChange, FindingFate},
    entries::entry_changes,
    sheet::Method,
    sheets::{self, ChanceColumn, ChanceMeasure, EffectRow, GridCell, SheetError, SheetSection},
};

use super::{
    EffectScope, MatrixPlan, Touched, TouchedEntry, gap_changes,
    pools::{PoolChanges, pool_changes},
    remark_changes, sheet_of, subjects, touched,
};
use crate::library::OpenRevision;

/// What leads from one state of files to another of the same game, and what it does. `title`: what the change says it does; may be empty.
/// Gaps are looked for where a search is given.
///
/// # Errors
/// Fails where an item type of one side can't be shown.
pub fn report(
    (base, head): (&OpenRevision, &OpenRevision),
    title: &str,
    search: Option<&Search>,
) -> Result<EffectReport, SheetError> {
    let touched = touched(&base.loaded, &head.loaded);
    let gaps = search.map(|search| {
        let found = |loaded: &Loaded| find_proven(loaded, &*loaded.model.forge(), search);
        gap_changes((&base.loaded, &found(&base.loaded)), (&head.loaded, &found(&head.loaded)))
    });
    let side = |open: &OpenRevision| EffectSide {
        name: open.revision.title.clone(),
        files: open.content_hash().to_owned(),
        errors: open.loaded.count(Severity::Error),
        doubts: open.loaded.doubts(),
    };
    let changed = subjects(base, head);
    let types = base.loaded.catalog.item_types.iter().chain(&head.loaded.catalog.item_types);
    let PoolChanges { effect: mut pools, kinds, levels } = pool_changes(base, head, &touched)?;
    let (mut drops, matrix) = drops(base, head, &touched)?.unzip();
    let of_pools = pools.rows.iter_mut().chain(&mut pools.small);
    for row in drops.iter_mut().flatten().map(|change| &mut change.row).chain(of_pools) {
        row.is_indirect |= is_displaced(row, &touched);
    }
    let mut remarks = remark_changes(&base.loaded, &head.loaded, title);
    // A gap says it with its reason.
    let is_told = |remark: &FindingChange| {
        let new = gaps.iter().flatten().filter(|gap| gap.fate == FindingFate::New);
        remark.rule == Rule::NeverNow.name() && new.into_iter().any(|gap| gap.place == remark.place)
    };
    remarks.retain(|remark| !is_told(remark));
    Ok(EffectReport {
        sides: [side(base), side(head)],
        game: head.loaded.game.title(),
        rules: head.provenance(Method::Exact).rules(),
        words: head.loaded.game.words(),
        entries: entry_changes(&base.loaded, &head.loaded),
        remarks,
        gaps,
        balance: None,
        pools,
        kinds,
        pool_levels: levels,
        drops,
        matrix,
        subjects: changed.into_iter().map(|(rules, found)| (rules.spec().title.to_owned(), found)).collect(),
        types: types.map(|of_type| (of_type.tval, of_type.name.clone())).collect(),
    })
}

/// Whether a row's entry is as it was, and only others take its place; where no entry changes that can't be said.
fn is_displaced(row: &EffectRow, touched: &Touched) -> bool {
    let sorts = [
        (Metric::KIND, Sort::KIND),
        (Metric::AFFIX, Sort::AFFIX),
        (Metric::THEME, Sort::THEME),
        (Metric::ARTIFACT, Sort::ARTIFACT),
    ];
    let Some((_, sort)) = sorts.into_iter().find(|(metric, _)| metric.0 == row.metric) else { return false };
    let is_own = |entry: &TouchedEntry| entry.sort == sort && Some(entry.index) == row.index;
    row.index.is_some() && !touched.entries.is_empty() && !touched.entries.iter().any(is_own)
}

/// The changes of what items of the touched types carry, and where kinds or artifacts are touched, of how often each of these
/// drops; each at the quality and depth where it is largest, and the largest of all at each quality and depth. `None` where the
/// rules of either side compute none.
fn drops(
    base: &OpenRevision,
    head: &OpenRevision,
    touched: &Touched,
) -> Result<Option<(Vec<DropChange>, ChangeMatrix)>, SheetError> {
    let words = head.loaded.game.words();
    let is_there = |open: &OpenRevision, tval| open.loaded.catalog.item_type(tval).is_some();
    let in_both = |tval: &u16| is_there(base, *tval) && is_there(head, *tval);
    let types: Vec<u16> = touched.types.iter().copied().filter(in_both).collect();
    // A kind that drops more often takes from those of every type.
    let moves_all = touched.entries.iter().any(|entry| [Sort::KIND, Sort::ARTIFACT].contains(&entry.sort));
    let all = base.loaded.catalog.item_types.iter().map(|of_type| of_type.tval).filter(in_both);
    let all: Vec<u16> = all.filter(|_| moves_all).collect();
    if base.forge.exact().is_none() || head.forge.exact().is_none() {
        return Ok(None);
    }
    // What items carry takes long where it may be several affixes; which kinds and artifacts drop doesn't.
    let types: Vec<u16> = types.into_iter().filter(|_| words.one_affix).collect();
    let depths = MatrixPlan::new(words, 0, &[]).depths;
    let mut found: Vec<DropChange> = Vec::new();
    let mut matrix = ChangeMatrix { depths: depths.clone(), rows: Vec::new() };
    for (quality, word) in (0..).zip(words.qualities) {
        let chances = |open: &OpenRevision| -> Vec<Vec<Chance>> {
            let of = |depth: &u32| {
                let (cell, Some(exact)) = (Cell { depth: *depth, quality, kind: None }, open.forge.exact()) else {
                    return Vec::new();
                };
                if types.is_empty() {
                    exact.kinds_and_artifacts_while(cell, None, &|| true).unwrap_or_default()
                } else {
                    exact.chances(cell, None)
                }
            };
            if types.is_empty() && all.is_empty() { Vec::new() } else { depths.iter().map(of).collect() }
        };
        let (before, after) = (chances(base), chances(head));
        let carried = (ChanceMeasure::PerItem, &[SheetSection::Affixes, SheetSection::Themes][..]);
        let dropped = (ChanceMeasure::PerDrop, &[SheetSection::Artifacts, SheetSection::Kinds][..]);
        let mut row = vec![GridCell::NoNumbers; depths.len()];
        for (types, of_drops, what) in [(&types, false, carried), (&all, true, dropped)] {
            let mut pairs = Vec::new();
            for tval in types {
                let scope = EffectScope { tval: *tval, depth: 0, quality, affix_level: 0 };
                let sheet = |open: &OpenRevision, chances: &[Vec<Chance>]| {
                    let columns: Vec<_> = depths
                        .iter()
                        .zip(chances)
                        .map(|(depth, chances)| ChanceColumn { depth: *depth, chances: Some(chances), simulated: None })
                        .collect();
                    sheet_of(open, &scope, Method::Exact, &columns, what)
                };
                pairs.push((sheet(base, &before)?, sheet(head, &after)?));
            }
            let sides: Vec<_> = pairs.iter().map(|(before, after)| (before, after)).collect();
            for cells in sheets::effect_grid(&sides) {
                row = row.into_iter().zip(cells).map(|(known, cell)| larger(known, cell)).collect();
            }
            let effect = sheets::effect(&sides);
            let rows = effect.rows.into_iter().map(|row| (row, false));
            for (row, is_small) in rows.chain(effect.small.into_iter().map(|row| (row, true))) {
                keep_largest(&mut found, DropChange { quality: word, of_drops, row, is_small });
            }
        }
        matrix.rows.push((word, row));
    }
    // The last digits of floats are no difference.
    let size = |change: &DropChange| (change.row.size * 1e12).round();
    found.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.row.is_indirect.cmp(&b.row.is_indirect)));
    Ok(Some((found, matrix)))
}

/// The cell that says more: the larger change, else that some may change, else that none does.
fn larger(one: GridCell, other: GridCell) -> GridCell {
    let says = |cell: &GridCell| match cell {
        GridCell::NoNumbers => (0, 0.0),
        GridCell::Equal => (1, 0.0),
        GridCell::Open => (2, 0.0),
        GridCell::Largest(row) => (3, row.size),
    };
    let ((a, one_size), (b, other_size)) = (says(&one), says(&other));
    if a.cmp(&b).then(one_size.total_cmp(&other_size)).is_ge() { one } else { other }
}

/// Adds a change, but for one of the same row that is as large.
fn keep_largest(found: &mut Vec<DropChange>, change: DropChange) {
    let key = |row: &EffectRow| (row.metric, row.place, row.index, row.name.clone());
    match found.iter_mut().find(|known| key(&known.row) == key(&change.row)) {
        Some(known) if (known.is_small, -known.row.size) > (change.is_small, -change.row.size) => *known = change,
        Some(_) => {}
        None => found.push(change),
    }
}
