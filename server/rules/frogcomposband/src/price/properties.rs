//! Prices of what items of several types can have: abilities, modifiers, speed, auras.

use super::{
    super::flags::{Flag, FlagBits, named as f},
    item::PricedItem,
    running::{Running, Scores, cut},
};

/// Abilities by group; of several in a group each costs more (`_abilities_q`).
const ABILITIES: [&[(Flag, i32)]; 5] = [
    &[
        (f::THROWING, 100),
        (f::WARNING, 100),
        (f::LITE, 100),
        (f::DARKNESS, 100),
        (f::SLOW_DIGEST, 100),
        (f::SEE_INVIS, 500),
        (f::FREE_ACT, 750),
    ],
    &[
        (f::ESP_ORC, 500),
        (f::ESP_TROLL, 500),
        (f::ESP_GIANT, 500),
        (f::ESP_GOOD, 500),
        (f::ESP_ANIMAL, 600),
        (f::ESP_UNDEAD, 600),
        (f::ESP_DEMON, 600),
        (f::ESP_DRAGON, 700),
        (f::ESP_HUMAN, 700),
        (f::ESP_NONLIVING, 1500),
        (f::ESP_LIVING, 1500),
    ],
    &[
        (f::SUST_STR, 1000),
        (f::SUST_INT, 1000),
        (f::SUST_WIS, 1000),
        (f::SUST_DEX, 1000),
        (f::SUST_CHR, 1000),
        (f::SUST_CON, 1000),
    ],
    &[
        (f::LEVITATION, 1800),
        (f::HOLD_LIFE, 1000),
        (f::REGEN, 1000),
        (f::EASY_SPELL, 2000),
        (f::REGEN_MANA, 5000),
        (f::LORE2, 5000),
    ],
    &[
        (f::ESP_UNIQUE, 5000),
        (f::REFLECT, 5000),
        (f::NIGHT_VISION, 6000),
        (f::ESP_EVIL, 3000),
        (f::DEC_MANA, 9000),
        (f::TELEPATHY, 10_000),
    ],
];

/// What abilities cost.
pub(super) fn abilities(flags: &FlagBits) -> Option<i64> {
    let mut sum = 0.0;
    for group in ABILITIES {
        sum = Scores::new(flags).add_all(sum, group)?;
    }
    cut(sum)
}

/// What keeps magic, teleporting and summoning off costs on jewels, lights and quivers.
pub(super) fn hindrances(flags: &FlagBits, is_quiver: bool) -> i64 {
    let mut sum = 0;
    for (flag, gold) in [(f::NO_MAGIC, 7000), (f::NO_TELE, 5000), (f::NO_SUMMON, 20_000)] {
        let counts = flags.has(flag) && !(is_quiver && flag == f::NO_SUMMON);
        sum += if counts { gold } else { 0 };
    }
    sum
}

/// Auras (`_aura_p`).
const AURAS: [(Flag, i32); 5] =
    [(f::AURA_FIRE, 1452), (f::AURA_COLD, 1452), (f::AURA_ELEC, 1694), (f::AURA_SHARDS, 2420), (f::AURA_REVENGE, 6050)];

/// Adds what auras cost.
pub(super) fn add_auras(sum: &mut Running, flags: &FlagBits) -> Option<()> {
    let mut scores = Scores::new(flags);
    let mut auras = 0;
    for (flag, score) in AURAS {
        auras = cut(auras as f64 + scores.score(flag, score)?)?;
    }
    sum.add("auras", auras);
    Some(())
}

/// The gold of each flag that the modifier strengthens, to be multiplied; of the groups some take off (`_stats_q`).
const MODIFIED: [(bool, &[(Flag, i32)]); 4] = [
    (true, &[(f::STR, 400), (f::INT, 333), (f::WIS, 333), (f::DEX, 367), (f::CON, 433), (f::CHR, 267)]),
    (
        false,
        &[
            (f::DEC_STR, 400),
            (f::DEC_INT, 333),
            (f::DEC_WIS, 333),
            (f::DEC_DEX, 367),
            (f::DEC_CON, 433),
            (f::DEC_CHR, 267),
        ],
    ),
    (
        true,
        &[
            (f::MAGIC_MASTERY, 1000),
            (f::MAGIC_RESISTANCE, 1000),
            (f::STEALTH, 300),
            (f::SPELL_CAP, 666),
            (f::SPELL_POWER, 1666),
            (f::LIFE, 1000),
        ],
    ),
    (
        false,
        &[
            (f::DEC_MAGIC_MASTERY, 1000),
            (f::DEC_STEALTH, 300),
            (f::DEC_SPELL_CAP, 666),
            (f::DEC_SPELL_POWER, 1666),
            (f::DEC_LIFE, 1000),
        ],
    ),
];

/// Adds what stats and skills cost with the modifier.
pub(super) fn add_modified(sum: &mut Running, item: &PricedItem) -> Option<()> {
    let pval = item.pval.clamp(-10, 10);
    let times = pval * (pval + 1) / 2 + pval;
    let mut gold = 0;
    let mut scores = Scores::new(&item.flags);
    for (adds, group) in MODIFIED {
        scores = Scores::new(&item.flags);
        for (flag, each) in group {
            let score = scores.score(*flag, each * times)?;
            gold = cut(gold as f64 + if adds { score } else { -score })?;
        }
    }
    let slowness = scores.score(f::DEC_SPEED, 1000 * pval * pval)?;
    gold = cut(gold as f64 - slowness)?;
    sum.add("stats and skills", gold);
    Some(())
}

/// Adds what speed costs (`_speed_p`).
pub(super) fn add_speed(sum: &mut Running, item: &PricedItem) {
    if item.flags.has(f::SPEED) {
        let pval = i64::from(item.pval);
        sum.add("speed", 1000 * pval + 500 * pval * pval.abs());
    }
}

/// Adds what searching, infravision and, at `digging` for each point, digging cost.
pub(super) fn add_searching(sum: &mut Running, item: &PricedItem, digging: i64) {
    let each = [(f::SEARCH, 200), (f::INFRA, 400), (f::TUNNEL, digging)];
    let gold: i64 = each.into_iter().filter(|(flag, _)| item.flags.has(*flag)).map(|(_, gold)| gold).sum();
    sum.add("searching, infravision, digging", gold * i64::from(item.pval));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str], pval: i32) -> PricedItem {
        PricedItem { flags: FlagBits::of_names(names), pval, ..PricedItem::default() }
    }

    /// +3 counts 3 × 4 / 2 + 3 = 9 times. Strength 9 × 400 = 3600, and constitution 9 × 433 × 1.12 = 4364.64, each cut.
    #[test]
    fn stats_by_hand() {
        let gold = |item: &PricedItem| {
            let mut sum = Running::default();
            add_modified(&mut sum, item)?;
            sum.worth().map(|worth| worth.total())
        };
        assert_eq!(gold(&of(&["STR", "CON"], 3)), Some(7964));
        // −3 counts 3 × 2 / 2 − 3 = 0 times, −4 as 4 × 3 / 2 − 4 = 2 times; −2 as −1 times, which is no number there.
        assert_eq!([-2, -3, -4].map(|pval| gold(&of(&["STR"], pval))), [None, Some(0), Some(800)]);
        // Slowness counts with what is undone of skills: 1000 × 4 × 1.12 after 300 × 5.
        assert_eq!(gold(&of(&["DEC_STEALTH", "DEC_SPEED"], 2)), Some(-5980));
    }

    #[test]
    fn speed_and_digging_by_hand() {
        let gold = |item: &PricedItem, digging| {
            let mut sum = Running::default();
            add_speed(&mut sum, item);
            add_searching(&mut sum, item, digging);
            sum.total()
        };
        assert_eq!(gold(&of(&["SPEED"], 10), 0), 60_000);
        assert_eq!(gold(&of(&["SPEED"], -3), 0), -7500);
        assert_eq!(gold(&of(&["TUNNEL", "INFRA"], 2), 800), 2400);
    }

    /// 1000 and 1120 for sustains; free action after seeing the invisible: 500 + 840.
    #[test]
    fn abilities_by_hand() {
        let flags = FlagBits::of_names(&["SUST_STR", "SUST_CON", "SEE_INVIS", "FREE_ACT"]);
        assert_eq!(abilities(&flags), Some(3460));
        assert_eq!(hindrances(&FlagBits::of_names(&["NO_SUMMON", "NO_TELE"]), false), 25_000);
        assert_eq!(hindrances(&FlagBits::of_names(&["NO_SUMMON", "NO_TELE"]), true), 5000);
    }
}
