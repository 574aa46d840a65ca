//! The keys that can occur in a cell. "Impossible" is proven from the rules; "possible" is an upper bound.

use std::sync::Arc;

use super::{
    forge::EgoForge,
    item::{EGO_POWER, EgoItemClass},
    keys,
};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, ArtifactId, KindId},
    engine::single_flight::SingleFlight,
};

/// All entries possible at a depth and drop quality.
#[derive(Debug)]
pub(super) struct EgoReach {
    /// Kinds that can be chosen.
    kinds: Vec<bool>,
    /// Special artifacts that can be made, and their kinds.
    special: Vec<(ArtifactId, KindId)>,
    /// Items that choose egos, and the levels at which they do.
    choices: Vec<(EgoItemClass, Vec<u32>)>,
    fails: bool,
}

/// Reaches by depth and quality, computed when first asked for.
pub(super) type EgoReachCache = SingleFlight<(u32, u8), EgoReach>;

impl EgoForge {
    pub(super) fn reach(&self, cell: Cell) -> Arc<EgoReach> {
        self.reach.get((cell.depth, cell.quality), || self.compute_reach(cell))
    }

    fn compute_reach(&self, cell: Cell) -> EgoReach {
        let asked = self.spec.quality(cell.quality);
        let mut kinds = vec![false; self.kinds.kinds()];
        let mut fails = false;
        let mut qualities: Vec<_> =
            [Some(asked), self.spec.special_failure.becomes(asked)].into_iter().flatten().collect();
        qualities.dedup();
        for quality in &qualities {
            for (level, _) in self.kinds.levels(self.numbers.kind_level(cell.depth, *quality)) {
                let mut is_empty = true;
                for kind in self.kinds.at(level, quality.table) {
                    kinds[kind.at()] = true;
                    is_empty = false;
                }
                fails |= is_empty || self.kinds.can_give_up(level, quality.table);
            }
        }
        let items = qualities.into_iter().flat_map(|quality| {
            let outcomes = self.numbers.outcomes(quality, cell.depth, self.kinds.most_more_egos()).into_iter();
            outcomes
                .filter(|outcome| outcome.power.abs() >= EGO_POWER)
                .map(move |outcome| EgoItemClass { power: outcome.power, good: quality.is_better() })
        });
        let levels = |item| self.egos.levels(cell.depth, item).into_iter().map(|level| level.0).collect();
        let choices = items.map(|item| (item, levels(item))).collect();
        EgoReach { kinds, special: self.artifacts.special_at(cell.depth).collect(), choices, fails }
    }

    /// Whether a key can be counted in a cell; `false` is a proof that it can't.
    pub(super) fn may_occur(&self, reach: &EgoReach, cell: Cell, key: u32) -> bool {
        let Key { metric, kind, entry } = self.keys.space.key(key);
        let chosen = |kind: KindId| cell.kind.map_or_else(|| reach.kinds[kind.at()], |only| only == kind);
        let is_special = |kind| cell.kind.is_none() && reach.special.iter().any(|special| special.1 == kind);
        match (entry, kind) {
            (Entry::Fixed(number), Some(kind)) if metric == Metric::NAFFIXES => {
                chosen(kind) && (number == 0 || self.ego_may_occur(reach, cell.depth, kind, None))
            }
            // Values too, some of which artifacts have as well: what a kind's items can have is not looked into.
            (Entry::Kind | Entry::Fixed(_), Some(kind)) => chosen(kind) || is_special(kind),
            (Entry::Affix(ego), Some(kind)) => chosen(kind) && self.ego_may_occur(reach, cell.depth, kind, Some(ego)),
            (Entry::Artifact(artifact), _) => {
                let catalog = self.keys.space.catalog();
                let special = || reach.special.iter().any(|special| special.0 == artifact);
                let is_made = |kind: &KindId| {
                    chosen(*kind) && self.artifacts.of_kind(*kind, cell.depth).any(|made| made == artifact)
                };
                let about = catalog.artifact(artifact);
                (cell.kind.is_none() && special()) || catalog.find_kind(about.tval, about.sval).iter().any(is_made)
            }
            (Entry::Fixed(keys::FAILED_SPECIAL), None) if metric == Metric::FAILED => cell.kind.is_none(),
            _ => metric != Metric::FAILED || (cell.kind.is_none() && reach.fails),
        }
    }

    fn ego_may_occur(&self, reach: &EgoReach, depth: u32, kind: KindId, ego: Option<AffixId>) -> bool {
        if self.egos.are_designed(kind) {
            let pool = self.egos.designed_pool(kind, depth);
            return pool.entries.iter().any(|(known, _)| ego.is_none_or(|ego| ego == *known));
        }
        reach.choices.iter().any(|(item, levels)| self.egos.can_be(kind, ego, depth, levels, *item))
    }
}
