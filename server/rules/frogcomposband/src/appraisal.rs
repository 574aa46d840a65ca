//! What plain items and artifacts cost, as far as that is known without making one.

use super::{
    flags::{Flag, named as f},
    items::{self, roles_of},
    price::{PricedItem, price},
    roles::EgoRole,
    stats::{FrogArtifact, FrogKind},
    tables::{artifact as made, tval},
};
use affixboard_model::game::{Appraisal, Worth};

/// Artifacts that get flags in the hands of a human warrior, as drops here are made for one (`random_artifact_resistance`).
const FOR_WARRIORS: [(u32, &[Flag]); 5] = [
    (made::TWILIGHT, &[f::AGGRAVATE, f::TY_CURSE]),
    (made::STORMBRINGER, &[f::AGGRAVATE, f::DRAIN_EXP]),
    (made::DESTROYER, &[f::DEC_BLOWS, f::AGGRAVATE, f::DRAIN_EXP, f::TY_CURSE]),
    (made::STONE_MASK, &[f::VULN_LITE]),
    (made::MURAMASA, &[f::NO_MAGIC]),
];
/// Flags that stand for random ones.
const RANDOM: [Flag; 3] = [f::XTRA_POWER, f::XTRA_H_RES, f::XTRA_RES_OR_POWER];

/// An artifact as it is made. A harp has half of its modifier, rounded up, for those who are no bards.
pub(crate) fn artifact_item(artifact: &FrogArtifact, kind: &FrogKind) -> PricedItem {
    let for_warriors = FOR_WARRIORS.iter().find(|known| known.0 == artifact.index);
    let mut flags = kind.flags.and(&artifact.flags);
    flags.add_all(for_warriors.map_or(&[], |known| known.1));
    let halved = if roles_of(kind) == [EgoRole::Harp] { artifact.pval / 2 } else { 0 };
    PricedItem {
        artifact: artifact.index,
        pval: artifact.pval - halved,
        bonuses: artifact.bonuses,
        armor_class: artifact.armor_class,
        dice: artifact.dice,
        multiplier: artifact.multiplier,
        weight: artifact.weight,
        flags,
        activation: artifact.activation.or(kind.activation),
        is_perma_cursed: flags.has(f::PERMA_CURSE) || artifact.index == made::DESTROYER,
        ..PricedItem::default()
    }
}

/// Whether each one of an artifact has other properties.
pub(crate) fn varies(artifact: &FrogArtifact) -> bool {
    matches!(artifact.index, made::TERROR_MASK | made::BLOODY_MOON)
        || RANDOM.iter().any(|flag| artifact.flags.has(*flag))
}

/// What an artifact costs; `None` where it has random properties.
pub(crate) fn of_artifact(artifact: &FrogArtifact, kind: &FrogKind) -> Option<Appraisal> {
    if varies(artifact) { None } else { price(&artifact_item(artifact, kind), kind).map(priced) }
}

/// Whether plain items of a kind have random properties: modifiers of harps, elven cloaks and black clothes, what dragons' things
/// resist, capacities of quivers.
fn plain_varies(kind: &FrogKind) -> bool {
    roles_of(kind) == [EgoRole::Harp]
        || items::is_of_dragons(kind)
        || items::has_random_modifier(kind)
        || kind.tval == tval::QUIVER
}

/// What a plain item of a kind costs, without magic; `None` where each has other properties.
pub(crate) fn of_plain(kind: &FrogKind) -> Option<Appraisal> {
    if plain_varies(kind) { None } else { price(&PricedItem::plain(kind), kind).map(priced) }
}

pub(crate) fn priced(price: Worth) -> Appraisal {
    Appraisal { power: None, price: Some(price) }
}
