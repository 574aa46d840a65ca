//! `only-artifacts`: item types whose good or great drops are never anything but artifacts, which is proven.

use super::{About, DiveItems, Finding, Gap, context::Context};
use affixboard_model::{
    batch::Cell,
    catalog::{Catalog, KindId},
    game::{Forge, Words, are_only_artifacts},
};

/// The item types and qualities of which it is proven at all depths so far.
pub(super) struct OnlyArtifacts(Vec<OfType>);

struct OfType {
    tval: u16,
    kinds: Vec<KindId>,
    quality: u8,
    holds: bool,
}

impl OnlyArtifacts {
    pub(super) fn new(catalog: &Catalog, words: &Words) -> OnlyArtifacts {
        let types = catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
        let of_type = |tval: u16| {
            let kinds = catalog.kinds_of(tval);
            (1..words.qualities.len() as u8).map(move |quality| OfType {
                tval,
                kinds: kinds.clone(),
                quality,
                holds: true,
            })
        };
        OnlyArtifacts(types.flat_map(|item_type| of_type(item_type.tval)).collect())
    }

    /// Asks for the proof at a depth.
    pub(super) fn add(&mut self, forge: &dyn Forge, depth: u32) {
        for one in self.0.iter_mut().filter(|one| one.holds) {
            let cell = Cell { depth, quality: one.quality, kind: None };
            one.holds = are_only_artifacts(forge, &one.kinds, &[cell]);
        }
    }

    /// One finding for each item type that drops in such a quality at all. `items`: how many a dive touches, where that is known.
    pub(super) fn run(
        &self,
        context: &Context<'_>,
        drops: impl Fn(&[KindId], u8) -> bool,
        items: impl Fn(&[KindId], &[u8]) -> Option<DiveItems>,
        findings: &mut Vec<Finding>,
    ) {
        for item_type in &context.catalog.item_types {
            let is_it = |one: &&OfType| one.tval == item_type.tval && one.holds && drops(&one.kinds, one.quality);
            let proven: Vec<&OfType> = self.0.iter().filter(is_it).collect();
            let Some(first) = proven.first() else { continue };
            let qualities: Vec<u8> = proven.iter().map(|one| one.quality).collect();
            let words: Vec<&str> = qualities.iter().map(|at| context.words.qualities[usize::from(*at)]).collect();
            findings.push(Finding {
                items: items(&first.kinds, &qualities),
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
