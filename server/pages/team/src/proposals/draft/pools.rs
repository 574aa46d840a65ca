//! What a line comes to: the share of its entry in the pool it competes in, and the pool's total commonness, at one level.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_model::{
    catalog::{Affix, AffixId, Allocation, KindId},
    game::Pool,
    text::{FileId, Span},
};
use affixboard_proposal::EntryLine;
use affixboard_report::significant_digits;

use affixboard_service::library::OpenRevision;

/// What a line comes to in its pool. Where the kinds that it is for have other pools, both are ranges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PoolShare {
    /// `1.6`, or `1.6–2.1`, in per cent.
    pub(super) share: String,
    /// `1,240`, or `940–1,240`.
    pub(super) total: String,
    /// The generation level: the one asked for, or the nearest that the line is for.
    pub(super) level: u32,
    /// Whether it is the one asked for.
    pub(super) is_asked: bool,
}

/// What lines come to, by file and first byte.
#[derive(Debug, Default)]
pub(super) struct PoolShares(BTreeMap<(FileId, u32), PoolShare>);

impl PoolShares {
    /// Of these lines, at a generation level.
    pub(super) fn of(open: &OpenRevision, lines: &[&EntryLine], level: u32) -> PoolShares {
        let of_affix = |(at, affix): (usize, &'_ Affix)| {
            let allocations = affix.allocations.iter().copied();
            allocations.map(|line| ((line.line.file, line.line.start), (AffixId(at as u32), line))).collect::<Vec<_>>()
        };
        let affixes = open.loaded.catalog.affixes.iter().enumerate();
        let allocations: BTreeMap<(FileId, u32), (AffixId, Allocation)> = affixes.flat_map(of_affix).collect();
        let mut pools = Pools { open, level, made: BTreeMap::new() };
        let share = |line: &&EntryLine| {
            if !line.directive.allocates {
                return None;
            }
            let Span { file, start, end } = line.span;
            // A line may begin with blanks.
            let (_, (affix, allocation)) = allocations.range((file, start)..(file, end.max(start))).next()?;
            Some(((file, start), pools.share(*affix, allocation)?))
        };
        PoolShares(lines.iter().filter_map(share).collect())
    }

    pub(super) fn get(&self, line: &EntryLine) -> Option<&PoolShare> {
        self.0.get(&(line.span.file, line.span.start))
    }
}

struct Pools<'a> {
    open: &'a OpenRevision,
    level: u32,
    /// By kind, generation level and affix level.
    made: BTreeMap<(KindId, u32, u8), Arc<Pool>>,
}

impl Pools<'_> {
    /// What an allocation comes to; `None` where it is for no kind that the files define, or for draws that there are none of.
    fn share(&mut self, affix: AffixId, allocation: &Allocation) -> Option<PoolShare> {
        let words = self.open.loaded.game.words();
        let level = self.level.clamp(allocation.min, allocation.max.max(allocation.min)).min(words.deepest);
        // The affix level that sheets of pools open at, where the line is drawn there; else the lowest that draws it.
        let draws = |at: &u8| words.draws(*at, allocation.affix_level);
        let affix_level =
            Some(words.usual_affix_level).filter(draws).or_else(|| (0..words.reachable_affix_levels).find(draws))?;
        let (mut shares, mut totals) = (Vec::new(), Vec::new());
        for (at, kind) in self.open.loaded.catalog.kinds.iter().enumerate() {
            if kind.record.is_none() || !allocation.covers(kind.tval, kind.sval) {
                continue;
            }
            let key = (KindId(at as u32), level, affix_level);
            let pool = self.made.entry(key).or_insert_with(|| self.open.forge.pool(key.0, level, affix_level));
            shares.push(pool.of(affix).1 * 100.0);
            totals.push(pool.total);
        }
        let least = shares.iter().copied().min_by(f64::total_cmp)?;
        let most = shares.iter().copied().max_by(f64::total_cmp)?;
        Some(PoolShare {
            share: range(&significant_digits(least, 3), &significant_digits(most, 3)),
            total: range(&totals.iter().min()?.to_string(), &totals.iter().max()?.to_string()),
            level,
            is_asked: level == self.level,
        })
    }
}

fn range(least: &str, most: &str) -> String {
    if least == most { least.to_owned() } else { format!("{least}–{most}") }
}
