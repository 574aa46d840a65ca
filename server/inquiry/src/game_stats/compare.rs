//! Objects on levels beside drops of one quality: which share of the objects of an item type is what.

use super::{EntryChances, FoundEntry, FoundTable, GameStats, Matched, StatsEntry};
use crate::profile::Known;
use affixboard_model::{
    catalog::Catalog,
    stats::{holm, known_share_p},
};

/// A share among the objects of an item type on a level, beside the share that one drop has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShareBeside {
    /// The level.
    pub level: u32,
    /// The entry, by the program's numbers.
    pub entry: StatsEntry,
    /// Item type, by the program's number.
    pub tval: u32,
    /// How many of how many objects of the item type, over all visits.
    pub found: (u64, u64),
    /// The same share of drops: the chance of the entry divided by that of the item type.
    pub drops: Known,
    /// The p-value of the count if the objects were independent drops of that quality, with Holm's correction for all shares that
    /// are compared; `None` where objects may count several times, so that the count is not one of successes.
    pub p: Option<f64>,
}

impl ShareBeside {
    /// The share that was found.
    pub fn share(&self) -> f64 {
        self.found.0 as f64 / self.found.1 as f64
    }
}

/// Compares all shares of entries that the files have, within item types of which something was found and that drop at all.
/// `chances` gives those of a level; levels without them are left out. `one_affix`: whether an item carries one affix at most.
///
/// If objects on levels were independent drops of the quality, a level of 5 % for [`ShareBeside::p`] would mark anything at all in
/// 5 % of such comparisons, whatever their size (Holm's family-wise rate).
pub fn shares_beside<'a>(
    stats: &GameStats,
    (matched, catalog): (&Matched, &Catalog),
    found: &FoundTable,
    levels: &[u32],
    chances: impl Fn(u32) -> Option<&'a EntryChances>,
    one_affix: bool,
) -> Vec<ShareBeside> {
    let mut shares = Vec::new();
    let mut tested = Vec::new();
    for level in levels {
        let Some(chances) = chances(*level) else { continue };
        for entry in found.0.keys() {
            let FoundEntry::Entry(entry) = *entry else { continue };
            let Some((tval, chance)) = chance_of(entry, stats, matched, catalog, chances) else { continue };
            let Some(own) = matched.types.get(&tval) else { continue };
            let all = chances.types.get(own).copied().filter(|all| all.value > all.bound);
            let of = |entry| found.cell(stats, entry, *level).map_or(0, |cell| cell.count);
            let counts = (of(FoundEntry::Entry(entry)), of(FoundEntry::Type(tval)));
            let Some(all) = all.filter(|_| counts.1 > 0 && (counts.0 > 0 || chance.value > 0.0)) else { continue };
            let least = ((chance.value - chance.bound) / (all.value + all.bound)).max(0.0);
            let most = (chance.value + chance.bound) / (all.value - all.bound);
            let value = chance.value / all.value;
            // The sums of both differ by rounding where an item type has one kind only.
            let bound = (value - least).max(most - value).max(ROUNDING * value);
            let is_counted_once = one_affix || !matches!(entry, StatsEntry::Affix { .. });
            if is_counted_once {
                tested.push((shares.len(), known_share_p(counts, value - bound, (value + bound).min(1.0))));
            }
            let drops = Known { value, bound };
            shares.push(ShareBeside { level: *level, entry, tval, found: counts, drops, p: None });
        }
    }
    let p: Vec<f64> = tested.iter().map(|tested| tested.1).collect();
    for ((at, _), p) in tested.iter().zip(holm(&p)) {
        if let Some(share) = shares.get_mut(*at) {
            share.p = Some(p);
        }
    }
    shares
}

const ROUNDING: f64 = 1e-9;

/// Item type and chance of an entry that the files have; a chance of 0 where drops are never that.
fn chance_of(
    entry: StatsEntry,
    stats: &GameStats,
    matched: &Matched,
    catalog: &Catalog,
    chances: &EntryChances,
) -> Option<(u32, Known)> {
    let own = |tval: u32| matched.types.get(&tval).copied();
    let (tval, chance) = match entry {
        StatsEntry::Kind(index) => {
            let tval = stats.kinds.get(&index)?.tval;
            // A kind of another item type than in the files would be held against the wrong type.
            let id = matched.kinds.get(&index).filter(|id| own(tval) == Some(catalog.kind(**id).tval))?;
            (tval, chances.kinds.get(id))
        }
        StatsEntry::Affix { tval, index } => (tval, chances.affixes.get(&(own(tval)?, *matched.affixes.get(&index)?))),
        StatsEntry::Theme { tval, index } => (tval, chances.themes.get(&(own(tval)?, *matched.themes.get(&index)?))),
        StatsEntry::Artifact(index) => {
            let id = matched.artifacts.get(&index)?;
            let of_type = catalog.artifact(*id).tval;
            let tval = *matched.types.iter().find(|(_, own)| **own == of_type)?.0;
            (tval, chances.artifacts.get(id))
        }
    };
    Some((tval, chance.copied().unwrap_or(Known { value: 0.0, bound: 0.0 })))
}
