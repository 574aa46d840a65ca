//! What can be made at all: over all depths of the dungeon and all drop qualities.

use crate::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, Catalog, KindId, ThemeId},
    game::{Forge, Words},
};

/// What can be made at all. What isn't here is proven never to come.
pub(super) struct Reached {
    kinds: Vec<bool>,
    /// By kind, then affix; empty for kinds that take none.
    affixes: Vec<Vec<bool>>,
    /// By kind, then theme.
    themes: Vec<Vec<bool>>,
}

impl Reached {
    /// Goes through all depths, and at each does something else, too: in some games the tables of a depth are made anew when
    /// others were asked for since.
    pub(super) fn new(catalog: &Catalog, words: &Words, forge: &dyn Forge, mut at_depth: impl FnMut(u32)) -> Reached {
        let keys = forge.keys();
        let mut reached = Reached {
            kinds: vec![false; catalog.kinds.len()],
            affixes: vec![Vec::new(); catalog.kinds.len()],
            themes: vec![Vec::new(); catalog.kinds.len()],
        };
        // Runs of keys that are asked about, each with what is known of it.
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
            at_depth(depth);
        }
        for (_, Key { entry, .. }, kind, possible) in asked {
            match entry {
                Entry::Kind => reached.kinds[kind.at()] = possible.contains(&true),
                Entry::Affix(_) => reached.affixes[kind.at()] = possible,
                Entry::Theme(_) => reached.themes[kind.at()] = possible,
                _ => {}
            }
        }
        reached
    }

    /// Whether a kind can be made.
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

    /// Whether a theme is legal on a kind where one of its affixes can be drawn.
    pub(super) fn theme_on(&self, theme: ThemeId, kind: KindId) -> bool {
        self.themes[kind.at()].get(theme.at()).copied().unwrap_or(false)
    }
}
