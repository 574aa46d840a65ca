//! Rolling the properties of items: what kinds bring, what affixes and themes change (2.3, 2.6, 2.5.8).

use super::{
    super::{
        model::AffixBranchModel,
        tables::{ELEMENTS, FLAGS, SLAYS},
    },
    power::{PVALS, Power},
};
use crate::{
    catalog::{Catalog, ThemeId},
    engine::{
        flags::{self, FlagType},
        item::{AffixEffect, Bonuses, CleanUp, Item, KindEffect},
        random::Stream,
    },
};

/// What the rules need to roll properties.
#[derive(Debug)]
pub(super) struct Properties {
    kinds: Vec<KindEffect>,
    affixes: Vec<AffixEffect>,
    /// By theme: the affixes of its lines.
    themes: Vec<Vec<u16>>,
    bonuses: Bonuses,
    clean_up: CleanUp,
    pub(super) power: Power,
}

/// An item's properties with the stream they are rolled from.
#[derive(Debug, Clone)]
pub(super) struct Rolled {
    pub(super) item: Item<PVALS>,
    pub(super) random: Stream,
}

impl Properties {
    pub(super) fn new(model: &AffixBranchModel, catalog: &Catalog) -> Properties {
        let kinds: Vec<KindEffect> = model.kinds.iter().map(|kind| kind.effect.clone()).collect();
        let affixes = model.affixes.clone();
        let of_kinds = kinds.iter().flat_map(|kind| kind.bonus.iter().chain(kind.pvals.iter().map(|line| &line.value)));
        let of_affixes =
            affixes.iter().flat_map(|affix| affix.bonus.iter().chain(affix.pvals.iter().map(|line| &line.value)));
        let bonuses = Bonuses::new(of_kinds.chain(of_affixes));
        let themes =
            catalog.themes.iter().map(|theme| theme.parts.iter().map(|part| part.affix.0 as u16).collect()).collect();
        Properties { kinds, affixes, themes, bonuses, clean_up: clean_up(), power: Power::new() }
    }

    /// An item of a kind, prepared at a level.
    pub(super) fn prepare(&self, kind: usize, level: u32, mut random: Stream) -> Rolled {
        let item = Item::prepare(&self.kinds[kind], level, &self.bonuses, &mut random);
        Rolled { item, random }
    }

    /// Applies an affix.
    pub(super) fn apply(&self, rolled: &mut Rolled, affix: usize, level: u32) {
        rolled.item.apply(&self.affixes[affix], level, &self.clean_up, &self.bonuses, &mut rolled.random);
    }

    /// Applies a theme to an item that has these affixes: those it lacks, and further mentions of one in any case.
    pub(super) fn apply_theme(&self, rolled: &mut Rolled, theme: ThemeId, slots: &[u16], level: u32) {
        let parts = &self.themes[theme.at()];
        for (at, affix) in parts.iter().enumerate() {
            let is_first_mention = at == 0 || parts[at - 1] != *affix;
            if !(is_first_mention && slots.contains(affix)) {
                self.apply(rolled, usize::from(*affix), level);
            }
        }
    }
}

fn clean_up() -> CleanUp {
    let named = |name: &str| flags::named(FLAGS, name);
    // Two slays for the same trait: the one with the smaller multiplier goes.
    let slays = SLAYS.iter().flat_map(|weaker| {
        SLAYS
            .iter()
            .filter(move |stronger| (stronger.1, stronger.3) == (weaker.1, weaker.3) && stronger.2 > weaker.2)
            .map(move |stronger| (named(weaker.0), named(stronger.0)))
    });
    let elements = ELEMENTS.iter().map(|(resist, others)| {
        let (immune, vulnerable) = others.map_or((0, 0), |(immune, vulnerable)| (named(immune), named(vulnerable)));
        [named(resist), immune, vulnerable]
    });
    let kept = [FlagType::Slay, FlagType::Brand, FlagType::Kill, FlagType::Ignore, FlagType::Hates, FlagType::Int];
    CleanUp {
        slays: slays.collect(),
        elements: elements.collect(),
        ammunition_keeps: flags::all(FLAGS, |flag| kept.contains(&flag.kind)),
        ammunition_loses_pvals: true,
    }
}
