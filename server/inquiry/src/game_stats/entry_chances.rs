//! Computed chances of one drop, summed as the game's statistics count: by kind, by item type, and by what objects of an item type
//! carry.

use std::collections::BTreeMap;

use crate::profile::Known;
use affixboard_model::{
    batch::{Entry, KeySpace, Metric},
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    game::Chance,
};

/// Chances of one drop of a level and quality. Bounds are sums of bounds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EntryChances {
    /// That it is of a kind.
    pub kinds: BTreeMap<KindId, Known>,
    /// That it is of an item type.
    pub types: BTreeMap<u16, Known>,
    /// The mean number of times that it is of the item type and carries the affix.
    pub affixes: BTreeMap<(u16, AffixId), Known>,
    /// That it is of the item type and has the theme.
    pub themes: BTreeMap<(u16, ThemeId), Known>,
    /// That it is the artifact, if none was made before.
    pub artifacts: BTreeMap<ArtifactId, Known>,
}

impl EntryChances {
    /// Sums chances of a cell as the game's statistics count: where an item may have an affix twice, they count both.
    pub fn new(chances: &[Chance], keys: &KeySpace) -> EntryChances {
        let affix = if keys.has(Metric::AFFIX_MULT) { Metric::AFFIX_MULT } else { Metric::AFFIX };
        EntryChances::of(chances, keys, affix)
    }

    /// The same, but an affix counts once however often an item has it: the chance that it does.
    pub fn of_drops(chances: &[Chance], keys: &KeySpace) -> EntryChances {
        EntryChances::of(chances, keys, Metric::AFFIX)
    }

    fn of(chances: &[Chance], keys: &KeySpace, affix: Metric) -> EntryChances {
        let catalog = keys.catalog();
        let mut found = EntryChances::default();
        for chance in chances {
            let key = keys.key(chance.key);
            let tval = key.kind.map(|kind| catalog.kind(kind).tval);
            match (key.metric, key.entry, key.kind, tval) {
                (Metric::KIND, _, Some(kind), Some(tval)) => {
                    add(found.kinds.entry(kind).or_insert(NONE), chance);
                    add(found.types.entry(tval).or_insert(NONE), chance);
                }
                (metric, Entry::Affix(id), _, Some(tval)) if metric == affix => {
                    add(found.affixes.entry((tval, id)).or_insert(NONE), chance);
                }
                (Metric::THEME, Entry::Theme(id), _, Some(tval)) => {
                    add(found.themes.entry((tval, id)).or_insert(NONE), chance);
                }
                (Metric::ARTIFACT, Entry::Artifact(id), _, _) => {
                    add(found.artifacts.entry(id).or_insert(NONE), chance);
                }
                _ => {}
            }
        }
        found
    }
}

const NONE: Known = Known { value: 0.0, bound: 0.0 };

fn add(to: &mut Known, chance: &Chance) {
    to.value += chance.mean;
    to.bound += chance.bound;
}
