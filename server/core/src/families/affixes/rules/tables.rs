//! Pools and legal themes by kind class, level and, in some games, depth.

use std::{
    collections::{HashMap, VecDeque},
    marker::PhantomData,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{
    super::{AffixSpec, Quirks},
    generation::Generation,
    kind_classes::KindClass,
    pools::{self, Pools},
    single_pools::SinglePools,
    themes::LegalThemes,
};
use crate::{
    catalog::{AffixId, Allocation, Catalog, Role, ThemeId},
    game::Pool,
};

/// Number of depths whose tables are cached, in games whose tables depend on the depth.
const CACHED_DEPTHS: usize = 6;

/// The tables of one depth.
#[derive(Debug)]
pub(super) struct AtDepth {
    pub(super) pools: Pools,
    pub(super) themes: LegalThemes,
}

/// Lazily built tables by depth.
pub(super) struct LevelTables<G> {
    classes: Vec<KindClass>,
    class_of: Vec<u32>,
    /// Exclusive class by affix: an item has at most one affix of a class; 0 is not exclusive.
    exclusive: Arc<[u8]>,
    quirks: Quirks,
    cached: Mutex<VecDeque<CachedTables>>,
    single: SinglePools,
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
            classes,
            class_of,
            exclusive,
            quirks,
            cached: Mutex::default(),
            single: SinglePools::default(),
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
            Arc::new(AtDepth { pools, themes: LegalThemes::new(&self.classes, depth) })
        };
        // Built outside of the lock, so that threads at different depths don't wait for each other.
        Arc::clone(self.slot(depth).get_or_init(make))
    }

    /// The cache slot of a depth's tables.
    fn slot(&self, depth: Option<u32>) -> Arc<OnceLock<Arc<AtDepth>>> {
        let mut cached = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = cached.iter().find(|known| known.0 == depth) {
            return Arc::clone(&known.1);
        }
        let slot = Arc::default();
        cached.push_front((depth, Arc::clone(&slot)));
        cached.truncate(CACHED_DEPTHS);
        slot
    }
}

/// A depth, and the cell of its tables.
type CachedTables = (Option<u32>, Arc<OnceLock<Arc<AtDepth>>>);
