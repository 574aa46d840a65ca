//! The forge: objects made one by one, and what can be made at all.

use std::sync::Arc;

use super::{
    super::{
        flags as f,
        item::{FIRST_NORMAL_ARTIFACT, MadeItem},
        model::UnangbandModel,
        power::appraise,
    },
    egos::GREAT_LEVELS,
    keys::ObjectKeys,
    kind_choice::{Wanted, boosted_levels, deepest_boosted},
    magic::GOOD_LEVELS,
    maker::{Bonuses, MOST_LEVEL, Maker},
    memo::PowerMemo,
    source::{ItemSource, quality_of},
};
use affixboard_model::{
    batch::{Cell, Counts, Entry, ItemIdentity, Key, KeySpace, Metric},
    catalog::{AffixId, ArtifactId, KindId},
    engine::{random::Stream, single_flight::SingleFlight},
    game::{Cancelled, ExactChances, Forge, KindChances, KindSamples, Pool},
};

/// The rules for one catalog.
pub(crate) struct UnangbandForge {
    source: ItemSource,
    keys: ObjectKeys,
    /// By artifact: the kinds of its type and sval.
    places: Vec<Vec<KindId>>,
    /// By kind: whether it is that of a special artifact.
    is_special: Vec<bool>,
    reach: SingleFlight<(u32, u8), Reach>,
}

/// What a depth and quality can give, but for special artifacts.
struct Reach {
    /// By kind.
    kinds: Vec<bool>,
    /// Whether there may be no kind.
    may_fail: bool,
    /// The deepest level of egos.
    ego_level: u32,
}

impl UnangbandForge {
    pub(crate) fn new(model: &UnangbandModel) -> UnangbandForge {
        let places = model.catalog.artifacts.iter().map(|artifact| {
            let of_type = model.catalog.kinds_of(artifact.tval).into_iter();
            of_type.filter(|kind| model.catalog.kind(*kind).sval == artifact.sval).collect()
        });
        let mut is_special = vec![false; model.kinds.len()];
        let specials = model.artifacts.iter().filter(|artifact| artifact.index < FIRST_NORMAL_ARTIFACT);
        specials.filter_map(|special| model.kind_of(special)).for_each(|kind| is_special[kind] = true);
        UnangbandForge {
            keys: ObjectKeys::new(model),
            source: ItemSource::new(model),
            places: places.collect(),
            is_special,
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

    fn reach(&self, depth: u32, quality: u8) -> Arc<Reach> {
        self.reach.get((depth, quality), || {
            let asked = quality_of(quality);
            // Cursed items look down to 126 levels deeper.
            let ego_level = deepest_boosted(depth + GREAT_LEVELS).max(depth + MOST_LEVEL);
            let mut reach = Reach { kinds: vec![false; self.source.model.kinds.len()], may_fail: false, ego_level };
            for (wanted, _) in UnangbandForge::wanted(depth, asked) {
                let table = self.source.kinds.get(wanted, depth);
                let (reachable, fails) = table.reachable(UnangbandForge::base(depth, asked.0));
                reachable.for_each(|kind| reach.kinds[kind] = true);
                reach.may_fail |= fails;
            }
            reach
        })
    }

    /// By kind, the chance that a drop which is no special artifact is of it; of other item types than those wanted, some of
    /// that or none.
    pub(super) fn chances_of_types(&self, depth: u32, quality: u8, is_wanted: impl Fn(u8) -> bool) -> Vec<f64> {
        let asked = quality_of(quality);
        let choices = UnangbandForge::wanted(depth, asked);
        let whole = f64::from(choices.iter().map(|choice| choice.1).sum::<u32>());
        let mut kinds = vec![0.0; self.source.model.kinds.len()];
        let levels = boosted_levels(UnangbandForge::base(depth, asked.0));
        for (choice, weight) in choices {
            if let Wanted::Type(tval) = choice
                && !is_wanted(tval)
            {
                continue;
            }
            let table = self.source.kinds.get(choice, depth);
            table.add_chances(&levels, f64::from(weight) / whole, &mut kinds);
        }
        kinds
    }

    /// The kinds that an artifact can be of: those of its type and sval.
    pub(super) fn kinds_of_artifact(&self, artifact: ArtifactId) -> &[KindId] {
        &self.places[artifact.at()]
    }

    fn may_occur(&self, reach: &Reach, cell: Cell, key: u32) -> bool {
        let Key { metric, kind, entry } = self.keys.space.key(key);
        let chosen = |kind: KindId| cell.kind.map_or_else(|| reach.kinds[kind.at()], |only| only == kind);
        match (entry, kind) {
            (Entry::Affix(ego), Some(kind)) => chosen(kind) && self.may_be(reach, kind, ego),
            (Entry::Artifact(artifact), _) if cell.depth > 0 => {
                let stats = &self.source.model.artifacts[artifact.at()];
                if stats.index < FIRST_NORMAL_ARTIFACT {
                    return cell.kind.is_none() && self.source.model.kind_of(stats).is_some();
                }
                let depth = i64::from(cell.depth);
                let mut kinds = self.kinds_of_artifact(artifact).iter();
                (depth..=2 * depth).contains(&stats.power) && kinds.any(|kind| chosen(*kind))
            }
            (Entry::Artifact(_), _) => false,
            (_, Some(kind)) => chosen(kind) || (cell.kind.is_none() && self.is_special[kind.at()]),
            (_, None) if metric == Metric::FAILED => cell.kind.is_none() && reach.may_fail,
            _ => true,
        }
    }

    /// Notes an object, if it is wanted.
    #[cold]
    pub(super) fn log(&self, item: &MadeItem, counts: &mut Counts) {
        let kind = KindId(item.kind as u32);
        let ego = item.ego.map(|ego| AffixId(ego as u32));
        let identity = match item.artifact {
            Some(artifact) => ItemIdentity::of_artifact(kind, ArtifactId(artifact as u32)),
            None => ItemIdentity::with_affixes(kind, ego.as_slice(), None),
        };
        if counts.wants(&identity) {
            let appraisal = counts.wants_appraisals().then(|| appraise(self.model(), item));
            counts.log(&identity, self.keys.values_of(item), appraisal);
        }
    }

    /// Whether items of a kind can be an ego, as far as levels say.
    fn may_be(&self, reach: &Reach, kind: KindId, ego: AffixId) -> bool {
        let (ego, kind) = (&self.source.model.egos[ego.at()], &self.source.model.kinds[kind.at()]);
        ego.level <= reach.ego_level as i32 && ego.is_drawn() && ego.names(kind.tval, kind.sval)
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
        let reach = self.reach(cell.depth, cell.quality);
        Box::new(move |key| self.may_occur(&reach, cell, key))
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
        self.source.make_while(cell, drops, random, keep_going, &mut |item, _| {
            self.keys.count(item, counts);
            if let Some(item) = item.filter(|_| counts.has_log()) {
                self.log(item, counts);
            }
        })
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
        self.chances_of_types(depth, quality, |_| true)
    }
}
