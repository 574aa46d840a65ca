//! The affix branch's rules of generation, compiled for one catalog.
//!
//! Source of every rule: RULES of the affix branch, part 2 (the branch's object/obj-make.c); section numbers below are its.

mod artifacts;
mod budget;
mod drops;
mod keys;
mod kind_tables;
mod pools;
mod power;
mod properties;
mod reach;
mod themes;

use std::sync::Arc;

use super::model::AffixBranchModel;
use crate::{
    batch::{Cell, Counts, KeySpace},
    catalog::{Catalog, KindId},
    engine::random::Stream,
    games::{Forge, Pool},
};

pub use themes::theme_score;

/// Slots for affixes on an item (`MAX_AFFIXES`).
const SLOTS: usize = 8;

/// The rules for one catalog.
pub(super) struct AffixBranchForge {
    catalog: Arc<Catalog>,
    keys: keys::Keys,
    kinds: Vec<KindForge>,
    pools: pools::Pools,
    themes: themes::Themes,
    tables: kind_tables::KindTables,
    artifacts: artifacts::Artifacts,
    properties: properties::Properties,
    budgets: budget::Budgets,
    reach: reach::ReachCache,
}

/// What the rules look up for a kind.
#[derive(Debug, Clone, Copy)]
struct KindForge {
    /// Which kinds share its pools.
    pool_class: u32,
    /// Which kinds share its themes.
    theme_class: u32,
    /// Its row in the counts of affixes, where it has one.
    row: Option<u32>,
    /// Has the flag GOOD: one step less (2.4.2).
    flagged_good: bool,
}

impl AffixBranchForge {
    pub(super) fn new(model: &AffixBranchModel) -> AffixBranchForge {
        let catalog = Arc::clone(&model.catalog);
        let (pools, pool_classes) = pools::Pools::new(&catalog);
        let (themes, theme_classes) = themes::Themes::new(&catalog);
        let keys = keys::Keys::new(&catalog);
        let kinds = (0..catalog.kinds.len())
            .map(|at| KindForge {
                pool_class: pool_classes[at],
                theme_class: theme_classes[at],
                row: keys.row(KindId(at as u32)),
                flagged_good: model.kinds[at].flagged_good,
            })
            .collect();
        let tables = kind_tables::KindTables::new(&catalog);
        let artifacts = artifacts::Artifacts::new(&catalog);
        AffixBranchForge {
            keys,
            kinds,
            pools,
            themes,
            tables,
            artifacts,
            properties: properties::Properties::new(model, &catalog),
            budgets: budget::Budgets::new(model),
            reach: reach::ReachCache::default(),
            catalog,
        }
    }
}

impl Forge for AffixBranchForge {
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> &Pool {
        &self.pools.find(self.kinds[kind.at()].pool_class, generation_level, affix_level).pool
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn can_occur(&self, cell: Cell, key: u32) -> bool {
        self.may_occur(cell, key)
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        self.run_cell(cell, drops, random, counts);
    }
}

/// What good and great drops add to the level (2.1.1): nothing, 5, 10.
const LEVEL_BONUS: [u32; 3] = [0, 5, 10];
/// One in so many drops tries to be an artifact first (2.1.1).
const ARTIFACT_ODDS: [u32; 3] = [1000, 200, 20];
/// The random part of a good drop's level is at most this (2.1.1).
const LEVEL_M_BONUS: u32 = 5;
/// One in so many steps draws its affix at a boosted level (2.5.2, `GREAT_EGO`).
const GREAT_EGO: u32 = 20;
/// One in so many kinds is chosen at a boosted level (2.2, `GREAT_OBJ`).
const GREAT_OBJ: u32 = 20;
/// The deepest level, by which affix levels are boosted (2.5.2, `MAX_DEPTH`).
const MAX_DEPTH: u32 = 128;
/// The deepest level of the kind tables, by which kind levels are boosted (2.2, `MAX_O_DEPTH`).
const MAX_OBJECT_DEPTH: u32 = 100;

/// A level boosted by a roll of 1..=`most` (2.2, 2.5.2).
fn boosted(level: u32, most: u32, roll: u32) -> u32 {
    1 + level * most / roll
}
