//! What modifiers and flags are worth, for items as for artifacts.

use super::{
    super::flags::{self as f},
    INHIBITED,
};
use affixboard_model::engine::flags::FlagSet;

/// Flags with the points that each is worth. Powers are asked for by the hundred for each item, so only flags that are there are
/// looked at.
pub(super) struct FlagWorth {
    all: FlagSet,
    points: [i16; FlagSet::BITS as usize],
}

impl FlagWorth {
    pub(super) const fn of<const N: usize>(worth: [(FlagSet, i16); N]) -> FlagWorth {
        let (mut all, mut points) = (0, [0; FlagSet::BITS as usize]);
        let mut at = 0;
        while at < N {
            let (flag, worth) = worth[at];
            assert!(all & flag == 0, "a flag twice");
            all |= flag;
            points[flag.trailing_zeros() as usize] = worth;
            at += 1;
        }
        FlagWorth { all, points }
    }
}

/// How many of these flags there are, and what they are worth together.
pub(super) fn count(worth: &FlagWorth, flags: FlagSet) -> (i64, i64) {
    let mut left = flags & worth.all;
    let (count, mut points) = (i64::from(left.count_ones()), 0);
    while left != 0 {
        points += i64::from(worth.points[left.trailing_zeros() as usize]);
        left &= left - 1;
    }
    (count, points)
}

/// What so many immunities are worth beyond each alone.
pub(super) fn several_immunities(immunities: i64) -> i64 {
    match immunities {
        ..=1 => 0,
        2 => 15,
        3 => 60,
        _ => 60 + INHIBITED,
    }
}

/// All flags whose modifiers are worth something, of items.
pub(super) const MODIFIERS: FlagSet = f::REGEN_HP
    | f::REGEN_MANA
    | f::STATS
    | f::LITE
    | f::SAVE
    | f::STEALTH
    | f::DEVICE
    | f::TUNNEL
    | f::SEARCH
    | f::INFRA
    | f::SPEED;

/// What a modifier is worth for those flags that count, but for speed.
pub(super) fn modifier(pval: i64, counted: FlagSet) -> i64 {
    if pval < 0 {
        return count(&PENALTIES, counted).1 * pval;
    }
    if pval == 0 {
        return 0;
    }
    let square = pval * pval;
    let worth = [
        (f::REGEN_HP, 3 * square),
        (f::STR | f::DEX | f::CON | f::REGEN_MANA, 2 * square),
        (f::INT | f::WIS | f::LITE, square),
        (f::CHR | f::SAVE | f::STEALTH, 1 + square / 2),
        (f::DEVICE, 1 + square / 3),
        (f::TUNNEL | f::SEARCH, 1 + square / 4),
    ];
    worth.into_iter().map(|(flags, points)| points * i64::from((counted & flags).count_ones())).sum()
}

/// All flags that are worth something themselves, of items.
pub(super) const ALL: FlagSet =
    SUSTAINS.all | IMMUNITIES.all | ABILITIES.all | LOW_RESISTS.all | HIGH_RESISTS.all | DRAWBACKS.all;

/// What each point below 0 costs.
static PENALTIES: FlagWorth = FlagWorth::of([
    (f::STR, 4),
    (f::INT, 2),
    (f::WIS, 2),
    (f::DEX, 4),
    (f::CON, 4),
    (f::CHR, 1),
    (f::SAVE, 1),
    (f::DEVICE, 1),
    (f::STEALTH, 2),
    (f::TUNNEL, 1),
    (f::SEARCH, 1),
    (f::INFRA, 1),
    (f::REGEN_HP, 6),
    (f::REGEN_MANA, 4),
    (f::LITE, 3),
]);

/// What only counts on what one hits with.
pub(super) static MELEE: FlagWorth = FlagWorth::of([(f::BLESSED, 1), (f::VAMP_HP, 25), (f::VAMP_MANA, 14)]);

pub(super) static SUSTAINS: FlagWorth = FlagWorth::of([
    (f::SUST_STR, 5),
    (f::SUST_INT, 2),
    (f::SUST_WIS, 2),
    (f::SUST_DEX, 4),
    (f::SUST_CON, 3),
    (f::SUST_CHR, 2),
]);

pub(super) static IMMUNITIES: FlagWorth =
    FlagWorth::of([(f::IM_ACID, 17), (f::IM_ELEC, 22), (f::IM_FIRE, 22), (f::IM_COLD, 17), (f::IM_POIS, 22)]);

pub(super) static ABILITIES: FlagWorth = FlagWorth::of([
    (f::FEATHER, 2),
    (f::SEE_INVIS, 4),
    (f::ESP_ORC, 3),
    (f::ESP_TROLL, 3),
    (f::ESP_GIANT, 3),
    (f::ESP_DEMON, 4),
    (f::ESP_UNDEAD, 5),
    (f::ESP_DRAGON, 5),
    (f::ESP_NATURE, 4),
    (f::TELEPATHY, 18),
    (f::SLOW_DIGEST, 2),
]);

pub(super) static LOW_RESISTS: FlagWorth =
    FlagWorth::of([(f::RES_ACID, 2), (f::RES_ELEC, 3), (f::RES_FIRE, 3), (f::RES_COLD, 3)]);

/// Those of which several are worth more than their sum.
pub(super) static HIGH_RESISTS: FlagWorth = FlagWorth::of([
    (f::FREE_ACT, 7),
    (f::HOLD_LIFE, 6),
    (f::RES_POIS, 14),
    (f::RES_LITE, 3),
    (f::RES_DARK, 8),
    (f::RES_BLIND, 8),
    (f::RES_CONFU, 12),
    (f::RES_SOUND, 7),
    (f::RES_SHARD, 4),
    (f::RES_NEXUS, 5),
    (f::RES_NETHR, 10),
    (f::RES_CHAOS, 10),
    (f::RES_DISEN, 10),
    (f::RES_DISEASE, 10),
    (f::RES_WATER, 5),
]);

pub(super) static DRAWBACKS: FlagWorth = FlagWorth::of([
    (f::UNCONTROLLED, -40),
    (f::DRAIN_EXP, -20),
    (f::DRAIN_HP, -20),
    (f::DRAIN_MANA, -10),
    (f::AGGRAVATE, -15),
    (f::LIGHT_CURSE, -1),
    (f::HEAVY_CURSE, -4),
    (f::HURT_LITE, -30),
    (f::HURT_WATER, -30),
    (f::HUNGER, -15),
    (f::ANCHOR, -4),
    (f::SILENT, -20),
    (f::STATIC, -15),
    (f::WINDY, -15),
    (f::ANIMAL, -5),
    (f::EVIL, -5),
    (f::UNDEAD, -10),
    (f::DEMON, -10),
    (f::ORC, -3),
    (f::TROLL, -3),
    (f::GIANT, -5),
    (f::DRAGON, -10),
    (f::MAN, -3),
    (f::DWARF, -3),
    (f::ELF, -3),
    (f::HURT_POIS, -50),
    (f::HURT_ACID, -30),
    (f::HURT_ELEC, -40),
    (f::HURT_FIRE, -40),
    (f::HURT_COLD, -40),
]);
