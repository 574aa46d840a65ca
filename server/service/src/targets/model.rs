//! Places as sums of the weights of lines.

use std::collections::BTreeMap;

use affixboard_inquiry::sensitivity::first_draws;
use affixboard_model::{
    catalog::{AffixId, Allocation, KindId, Sort},
    game::{Forge, Loaded, Pool},
};
use affixboard_proposal::EntryLine;

use super::types::{ShareTarget, TargetPlace};

/// A line whose commonness is a weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WeightLine {
    /// Its position among the lines of the edition's entries.
    pub(super) at: usize,
    /// Its commonness.
    pub(super) commonness: u32,
    /// Its affix.
    pub(super) owner: AffixId,
    /// Its first and last level.
    pub(super) levels: (u32, u32),
}

/// The weight of an affix in a pool: of lines, and of what lines don't say.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PoolTerm {
    /// Positions of lines.
    pub(super) lines: Vec<usize>,
    /// Weight that stays as it is.
    pub(super) constant: u32,
    /// Lines that would be in the pool, and alone, if their levels were others; with those of `lines`. Empty where levels stay.
    pub(super) movable: Vec<usize>,
}

/// A pool, as often as it is drawn from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeightedPool {
    /// The share of draws that are made from it.
    pub(super) chance: f64,
    /// Its level, where it is one.
    pub(super) level: u32,
    /// By affix.
    pub(super) terms: BTreeMap<AffixId, PoolTerm>,
}

/// Places, and the lines that their weights come from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PoolModel {
    pub(super) lines: Vec<WeightLine>,
    /// By place: the pools, whose chances sum to 1.
    pub(super) places: Vec<Vec<WeightedPool>>,
    /// Whether the shares at all places are weights over their sum, and nothing else.
    pub(super) is_exact: bool,
}

/// A pool of the rules and what it is for.
struct PoolOf<'a> {
    pool: &'a Pool,
    kind: KindId,
    level: u32,
    affix_level: u8,
}

impl PoolModel {
    /// The places of a target.
    pub(super) fn new(target: &ShareTarget, loaded: &Loaded, forge: &dyn Forge, lines: &[EntryLine]) -> PoolModel {
        let of_affix = lines_of_affixes(loaded, lines);
        let mut model = PoolModel { lines: Vec::new(), places: Vec::new(), is_exact: true };
        for place in &target.places {
            let pools = match place {
                TargetPlace::Pool(place) => {
                    let pool = forge.pool(place.kind, place.level, place.affix_level);
                    model.is_exact &= pool.chances.is_none();
                    let (kind, level, affix_level) = (place.kind, place.level, place.affix_level);
                    let moves = target.moves_levels.then_some(target.affix);
                    let of = PoolOf { pool: &pool, kind, level, affix_level };
                    vec![WeightedPool { chance: 1.0, level, terms: model.terms(loaded, &of_affix, &of, moves) }]
                }
                TargetPlace::Drops { cell, among } => {
                    model.is_exact = false;
                    let kinds = among.as_ref().and_then(|among| among.kinds());
                    let draws = first_draws(forge, *cell, target.affix, kinds.as_deref());
                    model.drops(loaded, &of_affix, &draws)
                }
            };
            model.places.push(pools);
        }
        model
    }

    /// The pools of first draws of kinds, equal ones as one.
    fn drops(
        &mut self,
        loaded: &Loaded,
        of_affix: &AffixLines<'_>,
        draws: &[(f64, affixboard_model::explain::Derivation)],
    ) -> Vec<WeightedPool> {
        let mut by_terms: BTreeMap<Vec<(AffixId, PoolTerm)>, f64> = BTreeMap::new();
        for (chance, of) in draws {
            for first in &of.first_draw_pools {
                let (level, affix_level) = (first.levels.0, first.affix_levels.1);
                let of = PoolOf { pool: &first.pool, kind: of.kind, level, affix_level };
                let terms = self.terms(loaded, of_affix, &of, None).into_iter().collect();
                *by_terms.entry(terms).or_default() += chance * first.chance;
            }
        }
        let sum: f64 = by_terms.values().sum();
        let pool = |(terms, chance): (Vec<_>, f64)| WeightedPool {
            chance: chance / sum,
            level: 0,
            terms: terms.into_iter().collect(),
        };
        if sum > 0.0 { by_terms.into_iter().map(pool).collect() } else { Vec::new() }
    }

    fn terms(
        &mut self,
        loaded: &Loaded,
        of_affix: &AffixLines<'_>,
        of: &PoolOf<'_>,
        moves: Option<AffixId>,
    ) -> BTreeMap<AffixId, PoolTerm> {
        let (catalog, words) = (&loaded.catalog, loaded.game.words());
        let kind = catalog.kind(of.kind);
        let is_for_kind = |allocation: &&Allocation| {
            allocation.covers(kind.tval, kind.sval) && words.draws(of.affix_level, allocation.affix_level)
        };
        let at_level = |allocation: &&Allocation| (allocation.min..=allocation.max).contains(&of.level);
        let mut terms: BTreeMap<AffixId, PoolTerm> = BTreeMap::new();
        let in_pool = of.pool.entries.iter().map(|entry| entry.0).chain(moves);
        for affix in in_pool {
            if terms.contains_key(&affix) {
                continue;
            }
            let weight = of.pool.of(affix).0;
            let own = of_affix.get(&affix).map_or(&[][..], Vec::as_slice);
            let for_kind: Vec<&Allocation> = catalog.affix(affix).allocations.iter().filter(is_for_kind).collect();
            let mut matching: Vec<&Allocation> = for_kind.iter().copied().filter(at_level).collect();
            // In some games an entry comes at times where it is less deep than its line says.
            if matching.is_empty() && weight > 0 {
                matching.clone_from(&for_kind);
            }
            let sum: u32 = matching.iter().map(|of| of.commonness).sum();
            // Where several lines match, some games add them up and some take the first.
            let counted = if sum == weight { matching.as_slice() } else { &matching[..matching.len().min(1)] };
            let found: Option<Vec<WeightLine>> = counted.iter().map(|of| line_of(own, affix, of)).collect();
            let mut term = match found {
                Some(found) if found.iter().map(|of| of.commonness).sum::<u32>() == weight => {
                    PoolTerm { lines: found.into_iter().map(|of| self.line(of)).collect(), ..PoolTerm::default() }
                }
                // Its weight comes from elsewhere and stays as it is.
                _ => PoolTerm { constant: weight, ..PoolTerm::default() },
            };
            // One line alone gives the weight at any level, so that it doesn't matter what the game does with several.
            if moves == Some(affix) && term.constant == 0 && matching.len() <= 1 {
                let movable: Option<Vec<WeightLine>> = for_kind.iter().map(|of| line_of(own, affix, of)).collect();
                let has_own_line = |lines: &Vec<WeightLine>| {
                    lines.iter().all(|line| lines.iter().filter(|other| other.at == line.at).count() == 1)
                };
                term.movable = movable.filter(has_own_line).into_iter().flatten().map(|line| self.line(line)).collect();
            }
            terms.insert(affix, term);
        }
        terms
    }

    fn line(&mut self, of: WeightLine) -> usize {
        self.lines.iter().position(|line| line.at == of.at).unwrap_or_else(|| {
            self.lines.push(of);
            self.lines.len() - 1
        })
    }
}

/// The lines with a commonness of each affix, with their positions.
type AffixLines<'a> = BTreeMap<AffixId, Vec<(usize, &'a EntryLine, u32)>>;

fn lines_of_affixes<'a>(loaded: &Loaded, lines: &'a [EntryLine]) -> AffixLines<'a> {
    let mut of_affix = AffixLines::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.sort == Sort::AFFIX) {
        if let (Some(commonness), Some(affix)) = (commonness(line), loaded.catalog.affix_by_index(line.index)) {
            of_affix.entry(affix).or_default().push((at, line, commonness));
        }
    }
    of_affix
}

/// The line of an allocation.
fn line_of(own: &[(usize, &EntryLine, u32)], owner: AffixId, of: &Allocation) -> Option<WeightLine> {
    let is_it =
        |line: &&(usize, &EntryLine, u32)| (line.1.span.file, line.1.span.start) == (of.line.file, of.line.start);
    // Where an allocation is no line of its own, an entry has one line with a commonness for all.
    let found = own.iter().find(is_it).or(if let [one] = own { Some(one) } else { None })?;
    Some(WeightLine { at: found.0, commonness: found.2, owner, levels: (of.min, of.max) })
}

/// The number of a line with a commonness.
fn commonness(line: &EntryLine) -> Option<u32> {
    let field = line.fields().into_iter().find(|field| field.spec.name == "commonness")?;
    field.text?.trim().parse().ok()
}
