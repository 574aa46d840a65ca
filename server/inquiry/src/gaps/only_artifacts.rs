//! `only-artifacts`: item types whose good or great drops are never anything but artifacts, which is proven.

use std::collections::BTreeMap;

use super::{About, Finding, Gap, context::Context, dive::Dive};
use affixboard_model::{
    batch::{Cell, KeySpace, Metric},
    catalog::{Catalog, KindId},
    game::{Forge, Words, are_only_artifacts},
};

/// The item types and qualities of which it is proven at all depths so far.
pub(super) struct OnlyArtifacts(Vec<OfType>);

struct OfType {
    tval: u16,
    kinds: Vec<KindId>,
    /// The keys of the kinds.
    keys: Vec<u32>,
    quality: u8,
    holds: bool,
    /// Whether the kinds may drop in that quality at all, as far as is known.
    may_drop: bool,
}

impl OnlyArtifacts {
    pub(super) fn new(catalog: &Catalog, words: &Words, keys: &KeySpace) -> OnlyArtifacts {
        let types = catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
        let key_of = |key: u32| keys.key(key).kind.filter(|_| keys.key(key).metric == Metric::KIND);
        let of_kinds: BTreeMap<KindId, u32> =
            (0..keys.len() as u32).filter_map(|key| Some((key_of(key)?, key))).collect();
        let of_type = |tval: u16| {
            let kinds = catalog.kinds_of(tval);
            let keys: Vec<u32> = kinds.iter().filter_map(|kind| of_kinds.get(kind).copied()).collect();
            (1..words.qualities.len() as u8).map(move |quality| OfType {
                tval,
                kinds: kinds.clone(),
                keys: keys.clone(),
                quality,
                holds: true,
                may_drop: false,
            })
        };
        OnlyArtifacts(types.flat_map(|item_type| of_type(item_type.tval)).collect())
    }

    /// Asks for the proof at a depth.
    pub(super) fn add(&mut self, forge: &dyn Forge, depth: u32) {
        for one in self.0.iter_mut().filter(|one| one.holds) {
            let cell = Cell { depth, quality: one.quality, kind: None };
            one.holds = are_only_artifacts(forge, &one.kinds, &[cell]);
            if one.holds && !one.may_drop {
                let possible = forge.possible(cell);
                one.may_drop = one.keys.iter().any(|key| possible(*key));
            }
        }
    }

    /// One finding for each item type that may drop in such a quality at all, the same with a dive and without. A dive says how many
    /// items it touches.
    pub(super) fn run(&self, context: &Context<'_>, dive: Option<&Dive>, findings: &mut Vec<Finding>) {
        for item_type in &context.catalog.item_types {
            let is_it = |one: &&OfType| one.tval == item_type.tval && one.holds && one.may_drop;
            let proven: Vec<&OfType> = self.0.iter().filter(is_it).collect();
            let Some(first) = proven.first() else { continue };
            let qualities: Vec<u8> = proven.iter().map(|one| one.quality).collect();
            let words: Vec<&str> = qualities.iter().map(|at| context.words.qualities[usize::from(*at)]).collect();
            findings.push(Finding {
                items: dive.map(|dive| dive.items(&first.kinds, |_, quality| qualities.contains(&quality))),
                line: first.kinds.iter().find_map(|id| context.catalog.kind(*id).record),
                qualities,
                ..Finding::new(
                    Gap::OnlyArtifacts,
                    About::ItemType(item_type.tval),
                    format!("{} drops are only ever artifacts", words.join(" and ")),
                )
            });
        }
    }
}
