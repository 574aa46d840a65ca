//! What steps change of the first draw of items, in closed form, and ranks of steps by it.

use std::collections::{BTreeMap, BTreeSet};

use super::{LineStep, StepOf, line_steps};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{AffixId, Allocation, ArtifactId, Catalog, KindAllocation, KindId, Sort},
    explain::{Derivation, FirstDrawPool},
    game::{Forge, Loaded, Pool},
    text::FileId,
};
use affixboard_proposal::{EntryLine, entry_lines};

/// Kinds whose first draws are looked at, the likeliest ones.
const KINDS: usize = 8;

/// A step with its rank.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedStep {
    /// The step.
    pub step: LineStep,
    /// About what it changes of the number per drop, by first draws alone; for the order, not to be shown as a number of drops.
    pub rank: f64,
}

/// The first draws of items of a kind in a cell.
#[derive(Debug)]
pub struct EntryDraws<'a> {
    catalog: &'a Catalog,
    derivation: Derivation,
    affix: AffixId,
    /// Allocations of affixes by the place of their line.
    lines: &'a AllocationLines,
}

/// Affix and allocation by the file and the first byte of the line.
type AllocationLines = BTreeMap<(FileId, u32), (AffixId, Allocation)>;

impl EntryDraws<'_> {
    /// What one more of a line's commonness changes of the chance that the first draw gives the affix: exact up to rounding.
    pub fn per_commonness(&self, owner: AffixId, place: (FileId, u32)) -> f64 {
        let of_pool = |pool: &FirstDrawPool| {
            if !self.counts(pool, owner, place) {
                return 0.0;
            }
            let (total, weight) = (f64::from(pool.pool.total), f64::from(pool.pool.of(self.affix).0));
            let own = if owner == self.affix { total } else { 0.0 };
            pool.chance * (own - weight) / (total * (total + 1.0))
        };
        self.derivation.first_draw_pools.iter().map(of_pool).sum()
    }

    /// About what a level more of a line's range changes of it: what its weight changes of the draws at that level.
    fn per_level(&self, owner: AffixId, allocation: &Allocation, level: u32) -> f64 {
        let kind = self.catalog.kind(self.derivation.kind);
        if !allocation.covers(kind.tval, kind.sval) {
            return 0.0;
        }
        let share = self.derivation.levels.iter().find(|of| of.level == level).map_or(0.0, |of| of.chance);
        let pools = self.derivation.first_draw_pools.iter().filter(|of| (of.levels.0..=of.levels.1).contains(&level));
        let at_level: f64 = pools.clone().map(|of| of.chance).sum();
        let of_pool = |of: &FirstDrawPool| {
            let (total, weight) = (f64::from(of.pool.total), f64::from(of.pool.of(self.affix).0));
            let more = f64::from(allocation.commonness);
            let own = if owner == self.affix { more } else { 0.0 };
            of.chance / at_level * ((weight + own) / (total + more).max(1.0) - weight / total.max(1.0))
        };
        if at_level > 0.0 { share * pools.map(of_pool).sum::<f64>() } else { 0.0 }
    }

    /// Whether a line's commonness is in a pool's weight.
    fn counts(&self, pool: &FirstDrawPool, owner: AffixId, place: (FileId, u32)) -> bool {
        let at = (self.derivation.kind, pool.levels.0, pool.affix_levels.1);
        counts((self.catalog, self.lines), &pool.pool, at, owner, place)
    }
}

/// Whether the commonness of a line of an affix is in the weight that it has in the pool of a kind, level and affix level.
fn counts(
    (catalog, lines): (&Catalog, &AllocationLines),
    pool: &Pool,
    (kind, level, affix_level): (KindId, u32, u8),
    owner: AffixId,
    place: (FileId, u32),
) -> bool {
    let (in_pool, _) = pool.of(owner);
    if in_pool == 0 {
        return false;
    }
    let kind = catalog.kind(kind);
    let matches = |of: &Allocation| of.matches(kind.tval, kind.sval, level, affix_level);
    // Lines that aren't allocations, such as those with the rarity of an ego, are for all of its items.
    let Some((_, allocation)) = lines.get(&place) else { return true };
    let matching: Vec<&Allocation> = catalog.affix(owner).allocations.iter().filter(|of| matches(of)).collect();
    let sum: u32 = matching.iter().map(|of| of.commonness).sum();
    let all_count = matching.len() < 2 || sum == in_pool;
    matches(allocation) && (all_count || matching.first().is_some_and(|first| *first == allocation))
}

fn allocation_lines(catalog: &Catalog) -> AllocationLines {
    (0..)
        .map(AffixId)
        .zip(&catalog.affixes)
        .flat_map(|(id, affix)| affix.allocations.iter().map(move |of| ((of.line.file, of.line.start), (id, *of))))
        .collect()
}

/// The steps of affixes' lines that move an affix's chance in the pool of a kind, level and affix level, most first. The rank of a
/// commonness is what it changes of the chance, exact up to rounding where the chance is the weight over the sum.
pub fn ranked_pool_steps(loaded: &Loaded, forge: &dyn Forge, at: (KindId, u32, u8), affix: AffixId) -> Vec<RankedStep> {
    let (catalog, (kind, level, affix_level)) = (&loaded.catalog, at);
    let (lines, pool, kind) = (allocation_lines(catalog), forge.pool(kind, level, affix_level), catalog.kind(kind));
    let (total, weight) = (f64::from(pool.total), f64::from(pool.of(affix).0));
    let mut found = Vec::new();
    for line in entry_lines(loaded).into_iter().filter(|line| line.sort == Sort::AFFIX) {
        let Some(owner) = catalog.affix_by_index(line.index) else { continue };
        let place = (line.span.file, line.span.start);
        let is_own = owner == affix;
        for step in line_steps(&line) {
            let per_one = || {
                let own = if is_own { total } else { 0.0 };
                let is_in = counts((catalog, &lines), &pool, at, owner, place);
                if is_in { (own - weight) / (total * (total + 1.0)) } else { 0.0 }
            };
            let begins_here = |allocation: &Allocation| {
                let is_next = match step.of {
                    StepOf::FirstLevel => allocation.min == level + 1,
                    _ => allocation.max + 1 == level,
                };
                is_next && allocation.covers(kind.tval, kind.sval) && allocation.affix_level <= affix_level
            };
            let rank = match step.of {
                StepOf::Commonness => per_one(),
                // A rarity has the other sign; how much it weighs differs between games.
                StepOf::Rarity => -per_one(),
                StepOf::FirstLevel | StepOf::LastLevel => {
                    let own = lines.get(&place).map(|of| vec![of.1]);
                    let all = own.unwrap_or_else(|| catalog.affix(owner).allocations.clone());
                    all.iter().find(|of| begins_here(of)).map_or(0.0, |allocation| {
                        let more = f64::from(allocation.commonness);
                        let own = if is_own { more } else { 0.0 };
                        (weight + own) / (total + more).max(1.0) - weight / total.max(1.0)
                    })
                }
            };
            if rank != 0.0 {
                found.push(RankedStep { step, rank });
            }
        }
    }
    found.sort_by(|one, two| two.rank.abs().total_cmp(&one.rank.abs()));
    found
}

/// The steps of all lines that may move the share of an entry among items of some kinds, or of all, most first: those of its own
/// lines, then those of lines that it competes with.
pub fn ranked_steps(
    loaded: &Loaded,
    forge: &dyn Forge,
    cell: Cell,
    entries: &[Entry],
    kinds: Option<&[KindId]>,
) -> Vec<RankedStep> {
    let catalog = &loaded.catalog;
    let lines = allocation_lines(catalog);
    let kinds = likeliest_kinds(forge, cell, kinds);
    let mut draws: Vec<(f64, EntryDraws<'_>)> = Vec::new();
    for entry in entries {
        let Entry::Affix(affix) = *entry else { continue };
        let of = draws_of(forge, cell, affix, &kinds).into_iter();
        draws.extend(of.map(|(chance, derivation)| (chance, EntryDraws { catalog, derivation, affix, lines: &lines })));
    }
    let mut found = Vec::new();
    let all = entry_lines(loaded);
    // Where a game has both, it reads a commonness and draws by the rarity.
    let by_rarity: BTreeSet<(Sort, u32)> =
        all.iter().filter(|line| has_rarity(line)).map(|line| (line.sort, line.index)).collect();
    for line in all {
        if by_rarity.contains(&(line.sort, line.index))
            && !has_rarity(&line)
            && !lines.contains_key(&(line.span.file, line.span.start))
        {
            continue;
        }
        let place = (line.span.file, line.span.start);
        let owner = (line.sort == Sort::AFFIX).then(|| catalog.affix_by_index(line.index)).flatten();
        for step in line_steps(&line) {
            let rank = match owner {
                Some(owner) => draws.iter().map(|(chance, of)| chance * rank(of, owner, place, step.of)).sum(),
                None => rank_of_other(catalog, cell, entries, &kinds, &step),
            };
            if rank != 0.0 {
                found.push(RankedStep { step, rank });
            }
        }
    }
    found.sort_by(|one, two| two.rank.abs().total_cmp(&one.rank.abs()));
    found
}

/// The first draws of items of the eight likeliest of some kinds, or of all: the chance of the kind per drop, and how an affix comes
/// about on it. Empty where a game doesn't say how its numbers come about.
pub fn first_draws(forge: &dyn Forge, cell: Cell, affix: AffixId, kinds: Option<&[KindId]>) -> Vec<(f64, Derivation)> {
    draws_of(forge, cell, affix, &likeliest_kinds(forge, cell, kinds))
}

fn draws_of(forge: &dyn Forge, cell: Cell, affix: AffixId, kinds: &[(KindId, f64)]) -> Vec<(f64, Derivation)> {
    let Some(explain) = forge.explain() else { return Vec::new() };
    let of = |(kind, chance): &(KindId, f64)| Some((*chance, explain.why(cell, *kind, Entry::Affix(affix))?));
    kinds.iter().filter_map(of).collect()
}

fn has_rarity(line: &EntryLine) -> bool {
    line.directive.allocates && line.directive.fields.iter().any(|field| field.name == "rarity")
}

fn rank(draws: &EntryDraws<'_>, owner: AffixId, place: (FileId, u32), of: StepOf) -> f64 {
    match of {
        StepOf::Commonness => draws.per_commonness(owner, place),
        // A rarity has the other sign; how much it weighs differs between games.
        StepOf::Rarity => -draws.per_commonness(owner, place),
        StepOf::FirstLevel | StepOf::LastLevel => {
            let allocation = draws.lines.get(&place).map(|of| of.1).or_else(|| {
                let all = &draws.catalog.affix(owner).allocations;
                all.iter().find(|of| draws.covers(of)).copied()
            });
            allocation.map_or(0.0, |allocation| {
                let level = match of {
                    StepOf::FirstLevel => allocation.min.checked_sub(1),
                    _ => allocation.max.checked_add(1),
                };
                level.map_or(0.0, |level| draws.per_level(owner, &allocation, level))
            })
        }
    }
}

impl EntryDraws<'_> {
    fn covers(&self, allocation: &Allocation) -> bool {
        let kind = self.catalog.kind(self.derivation.kind);
        allocation.covers(kind.tval, kind.sval)
    }
}

/// Factors of the weights of lines of artifacts and kinds, own and others: below what affixes have, which is per drop as well.
const OWN: f64 = 1e-3;
const OTHERS: f64 = 1e-9;

/// Lines of artifacts and kinds: those of what is asked for, and of others that they compete with at this depth.
fn rank_of_other(catalog: &Catalog, cell: Cell, entries: &[Entry], kinds: &[(KindId, f64)], step: &LineStep) -> f64 {
    let is_near = |of: &KindAllocation| match step.of {
        StepOf::FirstLevel => of.min.checked_sub(1).is_some_and(|level| level.abs_diff(cell.depth) <= 5),
        StepOf::LastLevel => (of.max + 1).abs_diff(cell.depth) <= 5,
        StepOf::Commonness | StepOf::Rarity => (of.min..=of.max).contains(&cell.depth),
    };
    let weight = |all: &[KindAllocation]| {
        let near = all.iter().any(is_near);
        f64::from(u8::from(near)) * all.iter().map(|of| f64::from(of.commonness.max(1))).sum::<f64>()
    };
    if step.line.sort == Sort::ARTIFACT {
        let Some(id) = catalog.artifact_by_index(step.line.index) else { return 0.0 };
        let artifacts: Vec<ArtifactId> =
            entries.iter().filter_map(|entry| if let Entry::Artifact(id) = entry { Some(*id) } else { None }).collect();
        if artifacts.is_empty() {
            return 0.0;
        }
        let own = if artifacts.contains(&id) { OWN } else { -OTHERS };
        return own * weight(&catalog.artifact(id).allocations);
    }
    if step.line.sort == Sort::KIND {
        let Some(id) = catalog.kind_by_index(step.line.index) else { return 0.0 };
        let is_own = kinds.iter().any(|(kind, _)| *kind == id);
        return if is_own { OWN } else { -OTHERS } * weight(&catalog.kind(id).allocations) * OWN;
    }
    0.0
}

/// The likeliest of these kinds, or of all, with their chances per drop.
fn likeliest_kinds(forge: &dyn Forge, cell: Cell, kinds: Option<&[KindId]>) -> Vec<(KindId, f64)> {
    if let Some(kind) = cell.kind {
        return vec![(kind, 1.0)];
    }
    let Some(chances) = forge.kind_chances() else { return Vec::new() };
    let chances = chances.kind_chances(cell.depth, cell.quality);
    let is_asked_for = |kind: &KindId| kinds.is_none_or(|kinds| kinds.contains(kind));
    let all = (0..).map(KindId).zip(chances).filter(|(kind, chance)| *chance > 0.0 && is_asked_for(kind));
    let mut all: Vec<(KindId, f64)> = all.collect();
    all.sort_by(|one, two| two.1.total_cmp(&one.1));
    all.truncate(KINDS);
    all
}
