//! The forge: objects made one by one, and what can be made at all.

use std::sync::Arc;

use super::{
    super::{
        flags as f,
        item::{FIRST_NORMAL_ARTIFACT, MadeItem},
        model::UnangbandModel,
    },
    egos::GREAT_LEVELS,
    keys::ObjectKeys,
    kind_choice::{Wanted, boosted_levels},
    magic::GOOD_LEVELS,
    maker::{Bonuses, MOST_LEVEL, Maker},
    memo::PowerMemo,
    source::{ItemSource, quality_of},
};
use crate::{
    batch::{Cell, Counts, Entry, Key, KeySpace, Metric},
    catalog::{AffixId, ArtifactId, KindId},
    engine::{random::Stream, single_flight::SingleFlight},
    game::{Cancelled, ExactChances, Forge, KindChances, KindSamples, Pool},
};

/// The rules for one catalog.
pub(crate) struct UnangbandForge {
    source: ItemSource,
    keys: ObjectKeys,
    reach: SingleFlight<(u32, u8), Vec<bool>>,
}

impl UnangbandForge {
    pub(crate) fn new(model: &UnangbandModel) -> UnangbandForge {
        UnangbandForge {
            keys: ObjectKeys::new(model),
            source: ItemSource::new(model),
            reach: SingleFlight::unbounded(),
        }
    }

    pub(super) fn model(&self) -> &UnangbandModel {
        &self.source.model
    }

    /// The keys of batches, to count items under.
    pub(super) fn object_keys(&self) -> &ObjectKeys {
        &self.keys
    }

    /// What makes items.
    pub(super) fn source(&self) -> &ItemSource {
        &self.source
    }

    fn wanted(depth: u32, (good, great): (bool, bool)) -> Vec<(Wanted, u32)> {
        match (good, great) {
            (_, true) => vec![(Wanted::Great, 1)],
            (true, _) => vec![(Wanted::Good, 1)],
            _ => Wanted::all(depth).into_iter().collect(),
        }
    }

    fn base(depth: u32, good: bool) -> u32 {
        depth + if good { GOOD_LEVELS } else { 0 }
    }

    /// The kinds that a depth and quality can give, but for special artifacts; the last says whether there may be none.
    fn reach(&self, depth: u32, quality: u8) -> Arc<Vec<bool>> {
        self.reach.get((depth, quality), || {
            let asked = quality_of(quality);
            let mut kinds = vec![false; self.source.model.kinds.len() + 1];
            for (wanted, _) in UnangbandForge::wanted(depth, asked) {
                let table = self.source.kinds.get(wanted, depth);
                let (reachable, fails) = table.reachable(UnangbandForge::base(depth, asked.0));
                reachable.for_each(|kind| kinds[kind] = true);
                *kinds.last_mut().expect("one more") |= fails;
            }
            kinds
        })
    }

    fn special_of(&self, artifact: ArtifactId) -> Option<usize> {
        let stats = &self.source.model.artifacts[artifact.at()];
        if stats.index < FIRST_NORMAL_ARTIFACT { self.source.model.kind_of(stats) } else { None }
    }

    fn may_occur(&self, kinds: &[bool], cell: Cell, key: u32) -> bool {
        let Key { metric, kind, entry } = self.keys.space.key(key);
        let chosen = |kind: KindId| cell.kind.map_or_else(|| kinds[kind.at()], |only| only == kind);
        let specials = (0..self.source.model.artifacts.len() as u32).map(ArtifactId);
        let is_special = |kind: KindId| {
            cell.kind.is_none() && specials.clone().any(|special| self.special_of(special) == Some(kind.at()))
        };
        match (entry, kind) {
            (Entry::Affix(ego), Some(kind)) => chosen(kind) && self.may_be(cell, kind, ego),
            (Entry::Artifact(artifact), _) if cell.depth > 0 => {
                let about = self.source.model.catalog.artifact(artifact);
                let is_special = cell.kind.is_none() && self.special_of(artifact).is_some();
                let power = self.source.model.artifacts[artifact.at()].power;
                let depth = i64::from(cell.depth);
                let fits = self.source.model.artifacts[artifact.at()].index >= FIRST_NORMAL_ARTIFACT
                    && (depth..=2 * depth).contains(&power);
                let mut of_place = self.source.model.catalog.kinds_of(about.tval).into_iter();
                is_special
                    || (fits
                        && of_place.any(|kind| self.source.model.catalog.kind(kind).sval == about.sval && chosen(kind)))
            }
            (Entry::Artifact(_), _) => false,
            (_, Some(kind)) => chosen(kind) || is_special(kind),
            (_, None) if metric == Metric::FAILED => cell.kind.is_none() && kinds.last() == Some(&true),
            _ => true,
        }
    }

    /// Whether items of a kind can be an ego at a depth, as far as levels say.
    fn may_be(&self, cell: Cell, kind: KindId, ego: AffixId) -> bool {
        let (ego, kind) = (&self.source.model.egos[ego.at()], &self.source.model.kinds[kind.at()]);
        let deepest = boosted_levels(cell.depth + GREAT_LEVELS).keys().last().copied().unwrap_or(0);
        // Cursed items look down to 126 levels deeper.
        let level = deepest.max(cell.depth + MOST_LEVEL);
        ego.is_drawn() && ego.names(kind.tval, kind.sval) && ego.level <= level as i32
    }
}

/// Makes so many items of a kind, as in [`Cell::kind`]: with magic at a depth, normal, good or great (0 to 2).
pub fn sample_kind(
    model: &UnangbandModel,
    kind: usize,
    (depth, quality): (u32, u8),
    items: usize,
    random: &mut Stream,
) -> Vec<MadeItem> {
    let bonuses = Arc::new(Bonuses::new(depth.min(MOST_LEVEL)));
    let (good, great) = quality_of(quality);
    let mut maker = Maker { model, depth, bonuses: &bonuses, random, memo: PowerMemo::default() };
    let one = |_| {
        let mut item = maker.prepared(kind);
        maker.apply_magic(&mut item, good, great);
        item
    };
    (0..items).map(one).collect()
}

impl Forge for UnangbandForge {
    /// The egos that name a kind, from a level on: uncursed ones, or cursed ones. Which of them suit an item depends on
    /// its power.
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool> {
        let stats = &self.source.model.kinds[kind.at()];
        let egos = self.source.model.egos_of((stats.tval, stats.sval));
        let fits = |at: &usize| {
            let ego = &self.source.model.egos[*at];
            ego.level <= generation_level as i32 && (ego.flags & f::LIGHT_CURSE != 0) == (affix_level == 1)
        };
        let mut entries: Vec<(AffixId, u32)> = egos
            .filter(fits)
            .map(|at| (AffixId(at as u32), 100 / u32::from(self.source.model.egos[at].rarity.max(1))))
            .collect();
        entries.sort_by_key(|entry| entry.0);
        Arc::new(Pool::new(entries))
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        let kinds = self.reach(cell.depth, cell.quality);
        Box::new(move |key| self.may_occur(&kinds, cell, key))
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        // Never asked to stop, it goes on to the end.
        let _ = self.run_while(cell, drops, random, counts, &|| true);
    }

    fn run_while(
        &self,
        cell: Cell,
        drops: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        self.source.make_while(cell, drops, random, keep_going, &mut |item, _| self.keys.count(item, counts))
    }

    fn exact(&self) -> Option<&dyn ExactChances> {
        Some(self)
    }

    fn kind_chances(&self) -> Option<&dyn KindChances> {
        Some(self)
    }

    fn kind_samples(&self) -> Option<&dyn KindSamples> {
        Some(self)
    }
}

impl KindChances for UnangbandForge {
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64> {
        let asked = quality_of(quality);
        let wanted = UnangbandForge::wanted(depth, asked);
        let whole = f64::from(wanted.iter().map(|wanted| wanted.1).sum::<u32>());
        let mut kinds = vec![0.0; self.source.model.kinds.len()];
        for (wanted, weight) in wanted {
            let table = self.source.kinds.get(wanted, depth);
            table.add_chances(UnangbandForge::base(depth, asked.0), f64::from(weight) / whole, &mut kinds);
        }
        kinds
    }
}
