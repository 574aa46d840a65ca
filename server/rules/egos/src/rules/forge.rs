//! The forge of the family: its tables and its queries.

use std::sync::Arc;

use super::{
    super::{EgoModel, EgoNumbers, EgoSpec, Failure, values::Counted},
    artifacts,
    egos::{self, DrawLevel},
    evaluator::ChanceVector,
    item::EgoItemClass,
    keys, kinds, reach,
    values::Made,
};
use affixboard_model::{
    batch::{Cell, Counts, Detail, Entry, KeySpace, RowCounts, RowKeys},
    catalog::{AffixId, ArtifactId, EffectSet, KindId, SortEntry},
    engine::{
        evaluator::{Evaluator, ExactEvaluator},
        random::Stream,
    },
    explain::Derivation,
    game::{
        Appraisal, Cancelled, Chance, ExactChances, Explain, Forge, KindChances, Mean, Model, MonsterDrops, PairChance,
        Pool, RuleConstant,
    },
    syntax::FileSpec,
};

/// The rules for one catalog.
pub(super) struct EgoForge {
    pub(super) spec: &'static EgoSpec,
    pub(super) numbers: EgoNumbers,
    pub(super) keys: keys::EgoKeys,
    pub(super) kinds: kinds::EgoKindTables,
    pub(super) artifacts: artifacts::EgoArtifacts,
    pub(super) egos: egos::Egos,
    pub(super) reach: reach::EgoReachCache,
}

impl EgoForge {
    pub(super) fn new(model: &EgoModel, detail: Detail) -> EgoForge {
        EgoForge {
            spec: model.spec,
            numbers: model.numbers,
            keys: keys::EgoKeys::new(model, detail),
            kinds: kinds::EgoKindTables::new(model),
            artifacts: artifacts::EgoArtifacts::new(model),
            egos: egos::Egos::new(model),
            reach: reach::EgoReachCache::unbounded(),
        }
    }
}

impl EgoForge {
    /// Sum of the chances of all exclusive outcomes of a cell: each drop has a kind, or one reason for having none.
    fn of_all_drops(&self, cell: Cell, chances: &ChanceVector) -> f64 {
        if let Some(kind) = cell.kind {
            return chances.0[self.keys.kind(kind) as usize];
        }
        let kinds = (0..self.kinds.kinds() as u32).map(|kind| self.keys.kind(KindId(kind)));
        let special = (self.spec.special_failure == Failure::Nothing).then(|| self.keys.failed_special());
        kinds.chain([self.keys.failed()]).chain(special).map(|key| chances.0[key as usize]).sum()
    }
}

impl EgoForge {
    /// Probability that a drop is a special artifact of a kind.
    fn special_of(&self, cell: Cell, kind: KindId) -> f64 {
        let mut special = 0.0;
        let odds = self.numbers.special_odds(self.spec.quality(cell.quality));
        let tries = ExactEvaluator.pass(1.0, (1, odds));
        let add = |_, made: KindId, chance: f64| special += if made == kind { chance } else { 0.0 };
        self.artifacts.try_special(cell.depth, tries, &mut ExactEvaluator, add);
        special
    }
}

impl Model for EgoModel {
    fn constants(&self) -> Vec<RuleConstant> {
        self.numbers.declarable(self.spec)
    }

    fn files(&self) -> Option<&'static [FileSpec]> {
        // The game's own begin with these, and have those of monsters too.
        (!self.spec.game.files().starts_with(self.files)).then_some(self.files)
    }

    fn monster_drops(&self) -> Option<&dyn MonsterDrops> {
        Some(self.monsters.as_deref()?)
    }

    fn has_values(&self) -> bool {
        self.values.is_some()
    }

    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }

    fn affix_effects(&self) -> Vec<EffectSet> {
        self.effects.clone()
    }

    fn artifact_appraisal(&self, artifact: ArtifactId) -> Option<Appraisal> {
        let rules = self.values.as_ref()?;
        let kind = self.artifacts.get(artifact.0 as usize)?.kind?;
        let mut space = KeySpace::new(Arc::clone(&self.catalog));
        let keys = RowKeys::push(&mut space, &[kind].into_iter().collect(), rules.blocks());
        let mut appraisal = None;
        let counts = &mut RowCounts::new(&keys);
        rules.artifacts(kind, artifact, 1, &mut Counted::with_appraisal(&keys, counts, &mut appraisal));
        appraisal
    }

    fn flag_names(&self) -> Vec<&'static str> {
        self.flag_names.clone()
    }

    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge> {
        Arc::new(EgoForge::new(self, detail))
    }
}

impl Forge for EgoForge {
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool> {
        let Some((power, good)) = self.spec.affix_levels.get(usize::from(affix_level)).copied() else {
            return Arc::default();
        };
        let level = DrawLevel { level: generation_level, depth: generation_level };
        self.egos.pool(kind, level, EgoItemClass { power, good })
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        let reach = self.reach(cell);
        Box::new(move |key| self.may_occur(&reach, cell, key))
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let made =
            &mut Made::new((cell.depth, cell.kind.is_none()), self.keys.values.as_ref(), &self.egos, random, counts);
        self.follow(cell, drops, random, made);
    }

    fn exact(&self) -> Option<&dyn ExactChances> {
        Some(self)
    }

    fn kind_chances(&self) -> Option<&dyn KindChances> {
        Some(self)
    }

    fn explain(&self) -> Option<&dyn Explain> {
        Some(self)
    }
}

impl ExactChances for EgoForge {
    fn chances_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        if !keep_going() {
            return Err(Cancelled);
        }
        let mut chances = ChanceVector(vec![0.0; self.keys.space.dense()]);
        self.follow(cell, 1.0, &mut ExactEvaluator, &mut chances);
        debug_assert!((self.of_all_drops(cell, &chances) - 1.0).abs() < 1e-12, "{cell:?}");
        let is_asked_for = |key: &u32| match (kinds, self.keys.space.key(*key).kind) {
            (Some(kinds), Some(kind)) => kinds.binary_search(&kind).is_ok(),
            _ => true,
        };
        let all = (0..).zip(chances.0).filter(|chance| chance.1 > 0.0 && is_asked_for(&chance.0));
        Ok(all.map(|(key, chance)| Chance::exactly(key, chance)).collect())
    }

    /// An item has one ego at most, so that none has two.
    fn pair_while(
        &self,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled> {
        if cell.kind.is_some_and(|given| given != kind) {
            return Ok(None);
        }
        let chances = self.chances_while(cell, Some(&[kind]), keep_going)?;
        let of = |key: u32| chances.iter().find(|chance| chance.key == key).map_or(0.0, |chance| chance.mean);
        let special = if cell.kind.is_some() { 0.0 } else { self.special_of(cell, kind) };
        let row = self.keys.row(kind);
        let each = pair.map(|ego| Mean { mean: row.map_or(0.0, |row| of(self.keys.ego(row, ego))), bound: 0.0 });
        Ok(Some(PairChance {
            items: (of(self.keys.kind(kind)) - special).max(0.0),
            each,
            both: if pair[0] == pair[1] { each[0] } else { Mean::default() },
        }))
    }
}

impl KindChances for EgoForge {
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64> {
        let quality = self.spec.quality(quality);
        let base = self.numbers.kind_level(depth, quality);
        let mut kinds = vec![0.0; self.kinds.kinds()];
        self.kinds.choose(base, quality.table, 1.0, &mut ExactEvaluator, &mut kinds);
        kinds
    }
}

impl Explain for EgoForge {
    fn why(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation> {
        self.explain_entry(cell, kind, entry)
    }
}
