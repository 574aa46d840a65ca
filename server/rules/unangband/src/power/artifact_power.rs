//! The power of an artifact (randart.c, `artifact_power`), and the flags that contradict others
//! (`remove_contradictory`).

use super::{
    super::{
        flags::{self as f},
        item::{ArtifactStats, KindStats},
        tables::tval,
    },
    INHIBITED, PowerTerms, SlayPowers, beyond, sign, worth,
};
use affixboard_model::engine::flags::FlagSet;

/// The flags of an artifact without those that contradict others.
pub fn without_contradictions(flags: FlagSet, pval: i32) -> FlagSet {
    let mut left = flags;
    let mut drop = |by: FlagSet, dropped: FlagSet| {
        if left & by != 0 {
            left &= !dropped;
        }
    };
    drop(f::AGGRAVATE, f::STEALTH);
    for (immune, resistant, hurt) in [
        (f::IM_ACID, f::RES_ACID, f::HURT_ACID),
        (f::IM_ELEC, f::RES_ELEC, f::HURT_ELEC),
        (f::IM_FIRE, f::RES_FIRE, f::HURT_FIRE),
        (f::IM_COLD, f::RES_COLD, f::HURT_COLD),
        (f::IM_POIS, f::RES_POIS, 0),
    ] {
        drop(immune, resistant);
        drop(immune | resistant, hurt);
    }
    drop(f::RES_LITE, f::HURT_LITE);
    drop(f::RES_WATER, f::HURT_WATER);
    if pval < 0 {
        for stat in [f::STR, f::INT, f::WIS, f::DEX, f::CON, f::CHR] {
            drop(stat, f::SUST_STR << stat.trailing_zeros());
        }
        drop(f::BLOWS, f::BLOWS);
    }
    drop(f::LIGHT_CURSE, f::BLESSED);
    drop(f::KILL_DRAGON, f::SLAY_DRAGON);
    drop(f::KILL_DEMON, f::SLAY_DEMON);
    drop(f::KILL_UNDEAD, f::SLAY_UNDEAD);
    drop(f::DRAIN_EXP, f::HOLD_LIFE);
    drop(f::DRAIN_HP, f::REGEN_HP);
    drop(f::DRAIN_MANA, f::REGEN_MANA);
    if flags & f::EVIL == 0 {
        drop(f::SLAY_NATURAL, f::ANIMAL);
        drop(f::SLAY_UNDEAD | f::KILL_UNDEAD, f::UNDEAD);
        drop(f::SLAY_DEMON | f::KILL_DEMON, f::DEMON);
        drop(f::SLAY_DRAGON | f::KILL_DRAGON, f::DRAGON);
        drop(f::SLAY_ORC, f::ORC | f::SLAY_ELF);
        drop(f::SLAY_TROLL, f::TROLL);
        drop(f::SLAY_GIANT, f::GIANT | f::SLAY_DWARF);
        drop(f::SLAY_MAN, f::MAN);
        drop(f::SLAY_ELF, f::ELF);
        drop(f::SLAY_DWARF, f::DWARF);
        drop(f::BRAND_HOLY, f::EVIL);
    }
    drop(f::BRAND_POIS, f::HURT_POIS);
    drop(f::BRAND_ACID, f::HURT_ACID);
    drop(f::BRAND_ELEC, f::HURT_ELEC);
    drop(f::BRAND_FIRE, f::HURT_FIRE);
    drop(f::BRAND_COLD, f::HURT_COLD);
    drop(f::BRAND_LITE, f::HURT_LITE);
    drop(f::UNCONTROLLED, f::ANCHOR);
    left
}

/// The power of an artifact of a kind, whose flags must be without contradictions, by its terms.
pub fn artifact_terms(artifact: &ArtifactStats, kind: &KindStats, slays: &SlayPowers) -> PowerTerms {
    let flags = artifact.flags;
    let base = match kind.tval {
        tval::BOW => bow(artifact, kind, slays),
        tval::DIGGING | tval::HAFTED | tval::POLEARM | tval::SWORD => melee(artifact, kind, slays),
        30..=38 => {
            let lighter = i64::from(kind.weight) - i64::from(artifact.weight);
            armor_gain(artifact, kind) + bonuses(artifact) + lighter.max(0) / 10 + 5
        }
        tval::LITE => 10 + bonuses(artifact),
        tval::RING | tval::AMULET => bonuses(artifact) + 1,
        _ => 0,
    };
    let (defence, weight) = defence(artifact);
    PowerTerms { base, defence, modifier: modifiers(artifact), abilities: abilities(flags), weight }
}

fn armor_gain(artifact: &ArtifactStats, kind: &KindStats) -> i64 {
    i64::from(artifact.armor_class) - i64::from(kind.armor_class)
}

fn bonuses(artifact: &ArtifactStats) -> i64 {
    let (to_hit, to_dam) = (i64::from(artifact.to_hit), i64::from(artifact.to_dam));
    sign(to_hit) * (to_hit.abs() * 2 / 3) + 2 * to_dam
}

/// A modifier that must be from 0 to `most`, where it has the flag; `None` where it is beyond.
fn modifier(artifact: &ArtifactStats, flag: FlagSet, most: i64) -> Option<i64> {
    match i64::from(artifact.pval) {
        _ if artifact.flags & flag == 0 => Some(0),
        pval if pval > most || pval < 0 => None,
        pval => Some(pval),
    }
}

fn bow(artifact: &ArtifactStats, kind: &KindStats, _: &SlayPowers) -> i64 {
    let (sval, to_hit, to_dam) = (i64::from(kind.sval), i64::from(artifact.to_hit), i64::from(artifact.to_dam));
    let one = match sval {
        2 => 11,
        12 | 13 | 22 | 23 | 24 => 12,
        _ => 0,
    };
    let mut p = one + if to_hit > 9 { (to_hit - 9) * 2 / 3 } else { 6 };
    match modifier(artifact, f::MIGHT, 3) {
        Some(might) => p *= sval % 10 + might,
        None => p += INHIBITED,
    }
    p += if to_dam > 9 { to_dam } else { 9 };
    match modifier(artifact, f::SHOTS, 3) {
        Some(shots) => p *= 1 + shots,
        None => p += INHIBITED,
    }
    p = beyond(p, one, one * (sval % 10));
    p += i64::from(artifact.weight < kind.weight);
    sign(p) * (p.abs() / 4) + 1
}

fn melee(artifact: &ArtifactStats, kind: &KindStats, slays: &SlayPowers) -> i64 {
    let (to_hit, to_dam) = (i64::from(artifact.to_hit), i64::from(artifact.to_dam));
    let double_dice = i64::from(artifact.dice) * (i64::from(artifact.sides) + 1);
    let kind_dice = i64::from(kind.dice) * (i64::from(kind.sides) + 1) / 2;
    let mut p = double_dice * slays.of(artifact.flags) / slays.total.max(1) / 2;
    p += if to_hit > 9 { to_hit * 2 / 3 } else { 6 };
    p += if to_dam > 9 { to_dam } else { 9 };
    match modifier(artifact, f::BLOWS, 3) {
        Some(0) => {}
        Some(blows) => p = sign(p) * (p.abs() * (5 + blows) / 5) + 5 * blows,
        None => p += INHIBITED,
    }
    p = beyond(p, kind_dice + 15, kind_dice + 15);
    p += armor_gain(artifact, kind) + 3;
    p + worth::count(&worth::MELEE, artifact.flags).1
}

/// What its bonus to armour class is worth, and what its weight takes off.
fn defence(artifact: &ArtifactStats) -> (i64, i64) {
    let (to_ac, weight) = (i64::from(artifact.to_ac), i64::from(artifact.weight));
    let over = |limit: i64| (to_ac - limit).max(0);
    let inhibited = |limit: i64| if to_ac > limit { INHIBITED } else { 0 };
    if matches!(artifact.tval, 30..=38) {
        let heavy = if weight >= 50 { weight / 50 } else { 0 };
        return (over(9) + over(19) + over(29) + inhibited(39), -heavy);
    }
    let heavy = if weight >= 100 { weight / 100 } else { 0 };
    (sign(to_ac) * (to_ac.abs() / 2) + over(9) + over(19) + inhibited(29), -heavy)
}

fn modifiers(artifact: &ArtifactStats) -> i64 {
    let pval = i64::from(artifact.pval);
    let speed = if artifact.flags & f::SPEED != 0 { 3 * pval * pval } else { 0 };
    worth::modifier(pval, artifact.flags) + speed
}

fn abilities(flags: FlagSet) -> i64 {
    // What is worth another number of points than on items.
    let changed = |flag: FlagSet, by: i64| if flags & flag != 0 { by } else { 0 };
    let (sustains, points) = worth::count(&worth::SUSTAINS, flags);
    let mut p = points + changed(f::SUST_CHR, -1) + (sustains - 1).max(0);
    let (immunities, points) = worth::count(&worth::IMMUNITIES, flags);
    p += points + changed(f::IM_POIS, -5) + worth::several_immunities(immunities);
    p += worth::count(&worth::ABILITIES, flags).1 + changed(f::FEATHER, -1) + changed(f::SLOW_DIGEST, -1);
    let (low, points) = worth::count(&worth::LOW_RESISTS, flags);
    p += points + 2 * (low + immunities - 1).max(0);
    let (high, points) = worth::count(&worth::HIGH_RESISTS, flags);
    p += points + 3 * (high - 1).max(0);
    p + worth::count(&worth::DRAWBACKS, flags).1 + changed(f::ANCHOR, 3) + changed(f::UNDEAD, -20)
}
