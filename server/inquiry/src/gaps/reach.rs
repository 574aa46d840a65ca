//! Possible results of generation over all depths of the dungeon and all drop qualities.

use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, Catalog, KindId, ThemeId},
    game::{Forge, Words},
};

/// The entries that may be generated. All others are proven impossible.
pub(super) struct Reachable {
    kinds: Vec<bool>,
    /// `[kind][affix]`; the inner list is empty for kinds without affixes.
    affixes: Vec<Vec<bool>>,
    /// `[kind][theme]`; likewise.
    themes: Vec<Vec<bool>>,
}

impl Reachable {
    /// Visits all depths, and calls `at_depth` at each: some forges cache the tables of the latest depths only, so all
    /// work of a depth should be done together.
    ///
    /// # Errors
    /// The first one of `at_depth`.
    pub(super) fn new<E>(
        catalog: &Catalog,
        words: &Words,
        forge: &dyn Forge,
        mut at_depth: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<Reachable, E> {
        let keys = forge.keys();
        let mut reached = Reachable {
            kinds: vec![false; catalog.kinds.len()],
            affixes: vec![Vec::new(); catalog.kinds.len()],
            themes: vec![Vec::new(); catalog.kinds.len()],
        };
        // Runs of keys of a kind and metric, each with a flag per key: is it known to be possible?
        let mut asked = Vec::new();
        let mut first = 0;
        while (first as usize) < keys.dense() {
            let (end, key) = (keys.run_end(first), keys.key(first));
            if [Metric::KIND, Metric::AFFIX, Metric::THEME].contains(&key.metric)
                && let Some(kind) = key.kind
            {
                asked.push((first..end, key, kind, vec![false; (end - first) as usize]));
            }
            first = end;
        }
        for depth in 1..=words.deepest {
            for quality in 0..words.qualities.len() as u8 {
                let cell = Cell { depth, quality, kind: None };
                for (run, _, _, possible) in asked.iter_mut().filter(|asked| asked.3.contains(&false)) {
                    forge.mark_possible(cell, std::slice::from_ref(run), possible);
                }
            }
            at_depth(depth)?;
        }
        for (_, Key { entry, .. }, kind, possible) in asked {
            match entry {
                Entry::Kind => reached.kinds[kind.at()] = possible.contains(&true),
                Entry::Affix(_) => reached.affixes[kind.at()] = possible,
                Entry::Theme(_) => reached.themes[kind.at()] = possible,
                _ => {}
            }
        }
        Ok(reached)
    }

    /// Whether a kind can be generated.
    pub(super) fn kind(&self, kind: KindId) -> bool {
        self.kinds[kind.at()]
    }

    /// Whether a kind can draw an affix.
    pub(super) fn affix_on(&self, affix: AffixId, kind: KindId) -> bool {
        self.affixes[kind.at()].get(affix.at()).copied().unwrap_or(false)
    }

    /// Whether a kind can draw any affix.
    pub(super) fn any_on(&self, kind: KindId) -> bool {
        self.affixes[kind.at()].contains(&true)
    }

    /// Whether any kind can draw an affix.
    pub(super) fn affix(&self, affix: AffixId) -> bool {
        self.affixes.iter().any(|of_kind| of_kind.get(affix.at()).copied().unwrap_or(false))
    }

    /// Whether a theme is legal on a kind somewhere that kind can draw one of its affixes.
    pub(super) fn theme_on(&self, theme: ThemeId, kind: KindId) -> bool {
        self.themes[kind.at()].get(theme.at()).copied().unwrap_or(false)
    }
}
