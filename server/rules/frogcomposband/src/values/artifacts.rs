//! What is random of artifacts (`random_artifact_resistance`, `get_bloody_moon_flags`; artifact.c).

use super::{
    super::{
        appraisal::artifact_item,
        flags::{Flag, named as f},
        price::PricedItem,
        stats::FrogArtifact,
        tables::artifact::{BLOODY_MOON, TERROR_MASK},
    },
    working::Working,
};

const OF_THE_MOON: [Flag; 26] = [
    f::SLAY_EVIL,
    f::SLAY_GOOD,
    f::SLAY_LIVING,
    f::SLAY_DRAGON,
    f::SLAY_DEMON,
    f::SLAY_UNDEAD,
    f::SLAY_ANIMAL,
    f::SLAY_HUMAN,
    f::SLAY_TROLL,
    f::SLAY_GIANT,
    f::KILL_DRAGON,
    f::KILL_DEMON,
    f::KILL_UNDEAD,
    f::KILL_ANIMAL,
    f::KILL_HUMAN,
    f::KILL_TROLL,
    f::KILL_GIANT,
    f::BRAND_ACID,
    f::BRAND_ELEC,
    f::BRAND_FIRE,
    f::BRAND_COLD,
    f::BRAND_POIS,
    f::BRAND_CHAOS,
    f::BRAND_VAMP,
    f::BRAND_MANA,
    f::VORPAL,
];
const STATS: [Flag; 6] = [f::STR, f::INT, f::WIS, f::DEX, f::CON, f::CHR];

/// An artifact of the kind that is worked on.
pub(super) fn made(artifact: &FrogArtifact, mut working: Working<'_>) -> PricedItem {
    let has = |flag| artifact.flags.has(flag);
    if artifact.index == BLOODY_MOON {
        working.bloody_moon();
    }
    let is_terror = artifact.index == TERROR_MASK;
    let mut has_power = is_terror || has(f::XTRA_POWER);
    let mut resists = is_terror || has(f::XTRA_H_RES);
    if has(f::XTRA_RES_OR_POWER) {
        let is_resistance = working.one_in(2);
        resists |= is_resistance;
        has_power |= !is_resistance;
    }
    if has_power {
        working.one_ability();
    }
    if resists {
        working.one_high_resistance();
    }
    let item = artifact_item(artifact, working.kind);
    PricedItem { flags: item.flags.and(&working.item.flags), ..item }
}

impl Working<'_> {
    fn bloody_moon(&mut self) {
        let rolls = self.one_to(2) + self.one_to(2);
        (0..rolls).for_each(|_| self.one_of(&OF_THE_MOON));
        let rolls = self.one_to(2);
        (0..rolls).for_each(|_| self.one_resistance());
        for _ in 0..2 {
            let at = self.below(11) as usize;
            match STATS.get(at) {
                Some(stat) => self.add(*stat),
                None => self.one_ability(),
            }
        }
    }
}
