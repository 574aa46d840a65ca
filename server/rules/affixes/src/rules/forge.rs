//! The forge of the family: its tables and its queries.

use std::{marker::PhantomData, ops::Range, sync::Arc};

use super::{
    super::{Quirks, model::AffixModel},
    artifacts, budget,
    exact::{self, WantedChances},
    generation::Generation,
    keys, kind_tables, magic, properties, reach, tables, themes,
};
use affixboard_kin::effects::of_affix;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Entry, KeySpace},
    catalog::{AffixId, ArtifactId, Catalog, EffectSet, KindId, ThemeId},
    engine::{item::AffixEffect, random::Stream},
    explain::{Derivation, ThemeScore},
    game::{
        Appraisal, Cancelled, Chance, ExactChances, Explain, Forge, KindChances, KindSamples, Model, MonsterDrops,
        PairChance, ParallelTask, Pool, ThemeRules,
    },
};

/// The rules for one catalog.
pub(super) struct AffixForge<G> {
    pub(super) catalog: Arc<Catalog>,
    pub(super) keys: keys::AffixKeys,
    pub(super) kinds: Vec<KindForge>,
    pub(super) levels: tables::LevelTables<G>,
    pub(super) themes: themes::Themes,
    pub(super) tables: kind_tables::AffixKindTables,
    pub(super) magic: magic::MagicCache,
    pub(super) artifacts: artifacts::ArtifactTable,
    pub(super) properties: properties::PropertyRoller,
    pub(super) budgets: budget::Budgets,
    pub(super) reach: reach::AffixReachCache,
    pub(super) exact: exact::ExactCache,
    pub(super) quirks: Quirks,
    pub(super) rules: PhantomData<G>,
}

/// Per-kind data of the rules.
#[derive(Debug, Clone, Copy)]
pub(super) struct KindForge {
    /// Its kind class; kinds of a class share pools and themes.
    pub(super) class: u32,
    /// Its row among the keys of affixes; `None` if it can't have affixes.
    pub(super) row: Option<u32>,
    /// Has the flag GOOD: one step less.
    pub(super) flagged_good: bool,
}

impl<G: Generation> AffixForge<G> {
    pub(super) fn new(model: &AffixModel<G>, detail: Detail) -> AffixForge<G> {
        let catalog = Arc::clone(&model.catalog);
        let levels = tables::LevelTables::new(&catalog, model.spec, model.quirks);
        let keys = keys::AffixKeys::new(&catalog, model.spec, detail);
        let kinds = (0..catalog.kinds.len())
            .map(|at| KindForge {
                class: levels.class(at),
                row: keys.row(KindId(at as u32)),
                flagged_good: model.kinds[at].flagged_good,
            })
            .collect();
        let budgets = budget::Budgets::new(model);
        AffixForge {
            keys,
            kinds,
            levels,
            themes: themes::Themes::new(&catalog, model.quirks),
            tables: kind_tables::AffixKindTables::new(&catalog),
            magic: magic::MagicCache::default(),
            artifacts: artifacts::ArtifactTable::new(&catalog),
            properties: properties::PropertyRoller::new(model),
            reach: reach::AffixReachCache::unbounded(),
            exact: exact::ExactCache::new(model, &catalog, &budgets),
            budgets,
            catalog,
            quirks: model.quirks,
            rules: PhantomData,
        }
    }
}

impl<G: Generation> Model for AffixModel<G> {
    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge> {
        Arc::new(AffixForge::<G>::new(self, detail))
    }

    fn monster_drops(&self) -> Option<&dyn MonsterDrops> {
        Some(self.monsters.as_deref()?)
    }

    fn affix_effects(&self) -> Vec<EffectSet> {
        let of = |affix: &AffixEffect| {
            of_affix(affix, self.spec.flags, affix.min, |at| affix.pvals.get(at).and_then(|line| line.min))
        };
        self.affixes.iter().map(of).collect()
    }

    fn artifact_appraisal(&self, artifact: ArtifactId) -> Option<Appraisal> {
        let written = self.catalog.artifacts.get(artifact.at())?;
        let kind = self.catalog.find_kind(written.tval, written.sval)?;
        // Level and stream decide on charges alone, which no artifact has.
        let properties = properties::PropertyRoller::new(self);
        Some(properties.appraise_artifact(artifact, kind, 1, &Stream::seeded([1, 0, 0])))
    }

    fn flag_names(&self) -> Vec<&'static str> {
        self.spec.flags.iter().map(|flag| flag.name).collect()
    }
}

impl<G: Generation> Forge for AffixForge<G> {
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool> {
        let window = G::WINDOWS
            .iter()
            .position(|(lowest, highest)| *lowest == 0 && *highest == affix_level)
            .unwrap_or(highest_from_lowest::<G>());
        self.levels.pool(self.kinds[kind.at()].class, generation_level, window)
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        let reach = self.reach(cell);
        Box::new(move |key| self.may_occur(&reach, cell, key))
    }

    fn mark_possible(&self, cell: Cell, runs: &[Range<u32>], possible: &mut [bool]) {
        self.mark_runs(&self.reach(cell), cell, runs, possible);
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        // It is never told to end.
        let _ = self.run_cell(cell, drops, random, counts, &|| true);
    }

    fn run_while(
        &self,
        cell: Cell,
        drops: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        self.run_cell(cell, drops, random, counts, keep_going)
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

    fn explain(&self) -> Option<&dyn Explain> {
        Some(self)
    }

    fn themes(&self) -> Option<&dyn ThemeRules> {
        Some(self)
    }
}

impl<G: Generation> ExactChances for AffixForge<G> {
    fn chances_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        self.exact_cell(cell, kinds, WantedChances::All, keep_going)
    }

    fn kinds_and_artifacts_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        self.exact_cell(cell, kinds, WantedChances::KindsAndArtifacts, keep_going)
    }

    fn tasks(&self, cell: Cell, kinds: Option<&[KindId]>) -> Vec<ParallelTask<'_>> {
        self.tasks_of_cell(cell, kinds)
    }

    fn pair_while(
        &self,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled> {
        self.exact_pair(cell, kind, pair, keep_going)
    }
}

impl<G: Generation> KindChances for AffixForge<G> {
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64> {
        self.chances_of_kinds(Cell { depth, quality, kind: None })
    }
}

impl<G: Generation> Explain for AffixForge<G> {
    fn why(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation> {
        self.explain_entry(cell, kind, entry)
    }
}

impl<G: Generation> ThemeRules for AffixForge<G> {
    fn possible_themes(&self, kind: KindId, generation_level: u32) -> Vec<ThemeId> {
        let tables = self.levels.at(generation_level);
        tables.themes.at(self.kinds[kind.at()].class, generation_level).all().to_vec()
    }

    fn theme_score(&self, theme: ThemeId, affixes: &[AffixId]) -> Option<ThemeScore> {
        let slots: Vec<u16> = affixes.iter().map(|affix| affix.0 as u16).collect();
        self.themes.score_of(theme, &slots)
    }
}

/// The index of the widest window that begins at the lowest affix level.
fn highest_from_lowest<G: Generation>() -> usize {
    let from_lowest = G::WINDOWS.iter().zip(0..).filter(|(window, _)| window.0 == 0);
    from_lowest.max_by_key(|(window, _)| window.1).map_or(0, |(_, at)| at)
}
