//! What a step of one line moves: pools, and drops.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{LineStep, StepOf};
use crate::{game_stats::EntryChances, profile::Known};
use affixboard_model::{
    batch::{Cell, KeySpace},
    catalog::{AffixId, Allocation, Catalog, KindId, Sort},
    game::{Cancelled, Chance, Forge, Loaded, Mean, Pool},
};
use affixboard_proposal::{EntryLine, entry_lines};

/// Changes by less than this part of the larger chance are the rounding of floats.
const ROUNDING: f64 = 1e-12;

/// Where chances move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum MovedPlace {
    /// A draw from a pool.
    Pool {
        /// The item type.
        tval: u16,
        /// Its kinds with this pool, rising.
        kinds: Vec<KindId>,
        /// First and last generation level.
        levels: (u32, u32),
        /// The affix level of the item, an index into `Words::affix_levels`: of those that items draw at.
        affix_level: u8,
        /// The sum of the pool's weights before and after.
        totals: (u32, u32),
    },
    /// A drop that is of an item type.
    Drop {
        /// The depth and quality.
        cell: Cell,
        /// The item type.
        tval: u16,
    },
}

/// An entry whose chance moves.
#[derive(Debug, Clone, PartialEq)]
pub struct MovedEntry {
    /// Its sort.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Whether the line is its own.
    pub is_own: bool,
    /// Its weight in the pool before and after; 0 of drops.
    pub weights: (u32, u32),
    /// Its chance per draw from the pool, or per drop, before.
    pub before: Mean,
    /// The same after.
    pub after: Mean,
}

impl MovedEntry {
    /// The change, with the bound of its error: that of both chances.
    pub fn change(&self) -> Mean {
        Mean { mean: self.after.mean - self.before.mean, bound: self.before.bound + self.after.bound }
    }
}

/// A place with the entries whose chances move there: the line's own first, then by the size of the change.
#[derive(Debug, Clone, PartialEq)]
pub struct MovedCell {
    /// Where.
    pub place: MovedPlace,
    /// Which.
    pub entries: Vec<MovedEntry>,
}

impl MovedCell {
    /// The size of the largest change.
    pub fn largest(&self) -> f64 {
        self.entries.iter().map(|entry| entry.change().mean.abs()).fold(0.0, f64::max)
    }

    fn new(place: MovedPlace, mut entries: Vec<MovedEntry>) -> Option<MovedCell> {
        let is_more_than_rounding = |entry: &MovedEntry| {
            entry.change().mean.abs() > ROUNDING * entry.before.mean.abs().max(entry.after.mean.abs())
        };
        entries.retain(is_more_than_rounding);
        entries.sort_by(|one, two| {
            let sizes = two.change().mean.abs().total_cmp(&one.change().mean.abs());
            two.is_own.cmp(&one.is_own).then(sizes).then((one.sort, one.index).cmp(&(two.sort, two.index)))
        });
        (!entries.is_empty()).then_some(MovedCell { place, entries })
    }
}

/// A step's files before and after, with their rules.
#[derive(Clone, Copy)]
pub struct SteppedFiles<'a> {
    /// The step.
    pub step: &'a LineStep,
    /// The files without it.
    pub before: &'a Loaded,
    /// Their rules.
    pub forge: &'a dyn Forge,
    /// The files with it.
    pub after: &'a Loaded,
    /// Their rules.
    pub changed: &'a dyn Forge,
}

/// The line of a file that can be changed.
pub fn line_at(loaded: &Loaded, file: &str, number: u32) -> Option<EntryLine> {
    let is_it = |line: &EntryLine| line.file == file && loaded.sources.position(line.span).line == number;
    entry_lines(loaded).into_iter().find(is_it)
}

impl StepOf {
    /// All steps.
    pub const ALL: [StepOf; 4] = [StepOf::Commonness, StepOf::Rarity, StepOf::FirstLevel, StepOf::LastLevel];

    /// The step's name on the command line and in addresses.
    pub fn name(self) -> &'static str {
        match self {
            StepOf::Commonness => "commonness",
            StepOf::Rarity => "rarity",
            StepOf::FirstLevel => "first-level",
            StepOf::LastLevel => "last-level",
        }
    }
}

/// The kinds whose items a line is about, rising; `None` where it may be of all, as lines of kinds and artifacts are, which others
/// compete with.
pub fn kinds_of_line(loaded: &Loaded, line: &EntryLine) -> Option<Vec<KindId>> {
    let catalog = &loaded.catalog;
    let allocations: &[Allocation] = if line.sort == Sort::AFFIX {
        &catalog.affix(catalog.affix_by_index(line.index)?).allocations
    } else if line.sort == Sort::THEME {
        &catalog.theme(catalog.theme_by_index(line.index)?).allocations
    } else {
        return None;
    };
    let is_its = |of: &&Allocation| (of.line.file, of.line.start) == (line.span.file, line.span.start);
    let own: Vec<&Allocation> = allocations.iter().filter(is_its).collect();
    // Other lines, such as those with the rarity of an ego, are for all of its items.
    let own = if own.is_empty() { allocations.iter().collect() } else { own };
    let covered = |kind: &KindId| {
        let kind = catalog.kind(*kind);
        own.iter().any(|of| of.covers(kind.tval, kind.sval))
    };
    Some((0..).map(KindId).take(catalog.kinds.len()).filter(covered).collect())
}

/// The pools that a step of an affix's line moves, the largest change first: kinds with the same pools, and levels after each other,
/// together. What is drawn from pools is known in closed form, so that bounds are 0. Empty for lines of other sorts, which are in no
/// pool.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn moved_pools(files: SteppedFiles<'_>, keep_going: &dyn Fn() -> bool) -> Result<Vec<MovedCell>, Cancelled> {
    let SteppedFiles { step, before, forge, after, changed } = files;
    if step.line.sort != Sort::AFFIX {
        return Ok(Vec::new());
    }
    let kinds: BTreeSet<KindId> =
        [before, after].into_iter().filter_map(|of| kinds_of_line(of, &step.line)).flatten().collect();
    let words = before.game.words();
    let mut found: BTreeMap<PoolKey, Vec<KindId>> = BTreeMap::new();
    for kind in kinds {
        if !keep_going() {
            return Err(Cancelled);
        }
        let tval = before.catalog.kind(kind).tval;
        for affix_level in words.least_affix_level..words.reachable_affix_levels {
            for (levels, pools) in runs(words.deepest, |level| {
                (forge.pool(kind, level, affix_level), changed.pool(kind, level, affix_level))
            }) {
                let key =
                    PoolKey { tval, affix_level, levels, entries: pools.clone().map(|pool| pool.entries.clone()) };
                found.entry(key).or_default().push(kind);
            }
        }
    }
    let mut cells: Vec<MovedCell> = Vec::new();
    for (PoolKey { tval, affix_level, levels, .. }, kinds) in found {
        let pools = [forge, changed].map(|forge| forge.pool(kinds[0], levels.0, affix_level));
        let totals = (pools[0].total, pools[1].total);
        let place = MovedPlace::Pool { tval, kinds, levels, affix_level, totals };
        cells.extend(MovedCell::new(place, pool_entries(&before.catalog, &step.line, &pools)));
    }
    sort(&mut cells);
    Ok(cells)
}

/// What makes pools of several kinds one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PoolKey {
    tval: u16,
    affix_level: u8,
    levels: (u32, u32),
    entries: [Vec<(AffixId, u32)>; 2],
}

/// First and last of a run of levels, and their two pools.
type PoolRun = ((u32, u32), [Arc<Pool>; 2]);

/// The runs of levels with the same two pools, where these differ.
fn runs(deepest: u32, pools: impl Fn(u32) -> (Arc<Pool>, Arc<Pool>)) -> Vec<PoolRun> {
    let mut found: Vec<PoolRun> = Vec::new();
    for level in 0..=deepest {
        let (before, after) = pools(level);
        if Arc::ptr_eq(&before, &after) || before == after {
            continue;
        }
        match found.last_mut() {
            Some((levels, same)) if levels.1 + 1 == level && same[0] == before && same[1] == after => levels.1 = level,
            _ => found.push(((level, level), [before, after])),
        }
    }
    found
}

fn pool_entries(catalog: &Catalog, line: &EntryLine, pools: &[Arc<Pool>; 2]) -> Vec<MovedEntry> {
    let all: BTreeSet<AffixId> = pools.iter().flat_map(|pool| pool.entries.iter().map(|entry| entry.0)).collect();
    let exact = |mean: f64| Mean { mean, bound: 0.0 };
    let of = |id: AffixId| {
        let (affix, [before, after]) = (catalog.affix(id), [0, 1].map(|at| pools[at].of(id)));
        MovedEntry {
            sort: Sort::AFFIX,
            index: affix.index,
            name: affix.name.clone(),
            is_own: line.index == affix.index,
            weights: (before.0, after.0),
            before: exact(before.1),
            after: exact(after.1),
        }
    };
    all.into_iter().map(of).collect()
}

/// What a step moves of the drops of a cell, by item type, from the chances of its files before and after; changes as small as rounding
/// are left out.
pub fn moved_drops(
    line: &EntryLine,
    cell: Cell,
    before: (&[Chance], &KeySpace),
    after: (&[Chance], &KeySpace),
) -> Vec<MovedCell> {
    let catalog = before.1.catalog();
    let [before, after] = [before, after].map(|(chances, keys)| EntryChances::of_drops(chances, keys));
    let mut types: BTreeMap<u16, Vec<MovedEntry>> = BTreeMap::new();
    let mut add = |tval: u16, sort: Sort, (index, name): (u32, &str), [before, after]: [Mean; 2]| {
        types.entry(tval).or_default().push(MovedEntry {
            sort,
            index,
            name: name.to_owned(),
            is_own: (sort, index) == (line.sort, line.index),
            weights: (0, 0),
            before,
            after,
        });
    };
    for (id, means) in both(&before.kinds, &after.kinds) {
        let kind = catalog.kind(id);
        add(kind.tval, Sort::KIND, (kind.index, &kind.name), means);
    }
    for ((tval, id), means) in both(&before.affixes, &after.affixes) {
        let affix = catalog.affix(id);
        add(tval, Sort::AFFIX, (affix.index, &affix.name), means);
    }
    for ((tval, id), means) in both(&before.themes, &after.themes) {
        let theme = catalog.theme(id);
        add(tval, Sort::THEME, (theme.index, &theme.name), means);
    }
    for (id, means) in both(&before.artifacts, &after.artifacts) {
        let artifact = catalog.artifact(id);
        add(artifact.tval, Sort::ARTIFACT, (artifact.index, &artifact.name), means);
    }
    types.into_iter().filter_map(|(tval, entries)| MovedCell::new(MovedPlace::Drop { cell, tval }, entries)).collect()
}

/// The chances of each before and after, 0 where there is none.
fn both<Id: Copy + Ord>(before: &BTreeMap<Id, Known>, after: &BTreeMap<Id, Known>) -> Vec<(Id, [Mean; 2])> {
    let ids: BTreeSet<Id> = before.keys().chain(after.keys()).copied().collect();
    let mean = |of: &BTreeMap<Id, Known>, id: Id| {
        of.get(&id).map_or(Mean::default(), |Known { value, bound }| Mean { mean: *value, bound: *bound })
    };
    ids.into_iter().map(|id| (id, [mean(before, id), mean(after, id)])).collect()
}

/// The largest change first.
pub fn sort(cells: &mut [MovedCell]) {
    cells.sort_by(|one, two| two.largest().total_cmp(&one.largest()).then_with(|| one.place.cmp(&two.place)));
}
