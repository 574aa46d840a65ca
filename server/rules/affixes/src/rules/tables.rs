//! Pools and legal themes by kind class, level and, in some games, depth.

use std::{collections::HashMap, marker::PhantomData, sync::Arc};

use super::{
    super::{AffixSpec, Quirks},
    generation::Generation,
    kind_classes::KindClass,
    pools::{self, Pools},
    themes::LegalThemes,
};
use affixboard_model::{
    catalog::{AffixId, Allocation, Catalog, Role, ThemeId},
    engine::single_flight::SingleFlight,
    game::Pool,
};

/// Number of depths whose tables are cached, in games whose tables depend on the depth.
const CACHED_DEPTHS: usize = 6;
/// Number of single pools that are cached: ten item types with three kind classes each, at 100 levels. A pool takes a few
/// kilobytes.
const CACHED_POOLS: usize = 3000;

/// (Kind class, level, window); the level is the depth too.
type SinglePoolKey = (u32, u32, usize);

/// The tables of one depth.
#[derive(Debug)]
pub(super) struct AtDepth {
    pub(super) pools: Pools,
    pub(super) themes: LegalThemes,
}

/// Lazily built tables by depth.
pub(super) struct LevelTables<G> {
    classes: Arc<[KindClass]>,
    class_of: Vec<u32>,
    /// Exclusive class by affix: an item has at most one affix of a class; 0 is not exclusive.
    exclusive: Arc<[u8]>,
    quirks: Quirks,
    /// By depth; of all depths where tables don't depend on it.
    by_depth: SingleFlight<Option<u32>, AtDepth>,
    /// Sheets of one item type need its pools at many depths, for which the tables of whole depths would be a waste.
    single: SingleFlight<SinglePoolKey, Pool>,
    rules: PhantomData<G>,
}

/// The exclusive class of a role.
fn exclusive(role: Option<Role>) -> u8 {
    match role {
        Some(Role::Make) => 1,
        Some(Role::Material) => 2,
        Some(Role::Quality) => 3,
        _ => 0,
    }
}

impl<G: Generation> LevelTables<G> {
    pub(super) fn new(catalog: &Catalog, spec: &AffixSpec, quirks: Quirks) -> LevelTables<G> {
        let mut classes = Vec::new();
        let mut known: HashMap<Vec<(bool, u32, u32)>, u32> = HashMap::new();
        let mut class_of = Vec::with_capacity(catalog.kinds.len());
        for kind in &catalog.kinds {
            let covering = |lines: &[Allocation]| -> Vec<Allocation> {
                lines.iter().filter(|line| line.covers(kind.tval, kind.sval)).copied().collect()
            };
            let affixes = catalog
                .affixes
                .iter()
                .zip(0..)
                .filter(|(affix, _)| affix.role != spec.unpickable || affix.role.is_none());
            let class = KindClass {
                affixes: affixes
                    .map(|(affix, at)| (AffixId(at), covering(&affix.allocations)))
                    .filter(|entry| !entry.1.is_empty())
                    .collect(),
                themes: catalog
                    .themes
                    .iter()
                    .zip(0..)
                    .map(|(theme, at)| (ThemeId(at), covering(&theme.allocations)))
                    .filter(|entry| !entry.1.is_empty())
                    .collect(),
            };
            let of_affixes =
                class.affixes.iter().flat_map(|(id, lines)| lines.iter().map(|line| (true, id.0, line.line.start)));
            let of_themes =
                class.themes.iter().flat_map(|(id, lines)| lines.iter().map(|line| (false, id.0, line.line.start)));
            let identity = of_affixes.chain(of_themes).collect();
            class_of.push(*known.entry(identity).or_insert_with(|| {
                classes.push(class);
                classes.len() as u32 - 1
            }));
        }
        let exclusive = catalog.affixes.iter().map(|affix| exclusive(affix.role)).collect();
        LevelTables {
            classes: classes.into(),
            class_of,
            exclusive,
            quirks,
            by_depth: SingleFlight::with_capacity(CACHED_DEPTHS),
            single: SingleFlight::with_capacity(CACHED_POOLS),
            rules: PhantomData,
        }
    }

    /// Number of kind classes.
    pub(super) fn classes(&self) -> usize {
        self.classes.len()
    }

    /// The kind class of a kind.
    pub(super) fn class(&self, kind: usize) -> u32 {
        self.class_of[kind]
    }

    /// Whether a kind class has an allocation of an affix that can be drawn.
    pub(super) fn is_drawn(&self, class: u32, affix: AffixId) -> bool {
        self.classes[class as usize].affixes.iter().any(|entry| entry.0 == affix)
    }

    /// The pool of a kind class at a window and a level, which is the depth too. If tables depend on the depth, only
    /// this pool is built.
    pub(super) fn pool(&self, class: u32, level: u32, window: usize) -> Arc<Pool> {
        if self.quirks.maximum_by_raised_level {
            return Arc::clone(&self.at(level).pools.find(class, level, window).pool);
        }
        let make = || {
            let of_class = &self.classes[class as usize];
            pools::one(of_class, (level, G::WINDOWS[window]), Some(level), self.quirks)
        };
        self.single.get((class, level, window), make)
    }

    /// The tables of a depth.
    pub(super) fn at(&self, depth: u32) -> Arc<AtDepth> {
        let depth = (!self.quirks.maximum_by_raised_level).then_some(depth);
        let make = || {
            let pools = Pools::new(&self.classes, G::WINDOWS, depth, &self.exclusive, self.quirks);
            AtDepth { pools, themes: LegalThemes::new(&self.classes, depth) }
        };
        self.by_depth.get(depth, make)
    }
}
