//! How often slays and brands hit, weighted by the power of monsters.

use super::super::flags::{self, SLAYS};
use affixboard_model::engine::flags::FlagSet;

/// What slays look at in a race of monsters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SlayTarget {
    /// Its power.
    pub power: i64,
    /// Which factors hold for it, as bits in the order in which later ones override earlier ones.
    pub rules: u32,
}

/// The powers of slays and brands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SlayPowers {
    /// Sum of the powers of all races.
    pub total: i64,
    /// Of items with one slay alone, in the order of the slays' bits.
    pub single: [i64; SLAYS.len()],
    /// Races, as far as slays tell them apart: rules that hold, and the sum of their powers.
    targets: Vec<SlayTarget>,
}

/// How slays multiply damage, in the order in which later ones override earlier ones: the slay and its factor.
const RULES: [(FlagSet, i64); 22] = [
    // Against armoured races, then against those that aren't.
    (flags::BRAND_ACID, 2),
    (flags::BRAND_HOLY, 3),
    (flags::BRAND_LITE, 3),
    (flags::BRAND_DARK, 3),
    (flags::BRAND_ACID, 3),
    (flags::BRAND_ELEC, 3),
    (flags::BRAND_FIRE, 3),
    (flags::BRAND_COLD, 3),
    (flags::BRAND_POIS, 3),
    (flags::SLAY_UNDEAD, 3),
    (flags::SLAY_DEMON, 3),
    (flags::SLAY_DRAGON, 3),
    (flags::SLAY_NATURAL, 4),
    (flags::SLAY_ORC, 4),
    (flags::SLAY_TROLL, 4),
    (flags::SLAY_GIANT, 4),
    (flags::SLAY_MAN, 4),
    (flags::SLAY_ELF, 4),
    (flags::SLAY_DWARF, 4),
    (flags::KILL_DRAGON, 5),
    (flags::KILL_DEMON, 5),
    (flags::KILL_UNDEAD, 5),
];

/// How slays multiply damage: those of [`SlayTarget::rules`], in order.
pub(crate) fn slay_rules() -> &'static [(FlagSet, i64)] {
    &RULES
}

impl SlayPowers {
    /// The powers against these races.
    pub fn new(races: impl IntoIterator<Item = SlayTarget>) -> SlayPowers {
        let mut by_rules = std::collections::BTreeMap::new();
        for race in races {
            *by_rules.entry(race.rules).or_insert(0) += race.power;
        }
        let targets = by_rules.into_iter().map(|(rules, power)| SlayTarget { power, rules });
        let mut powers = SlayPowers { targets: targets.collect(), ..SlayPowers::default() };
        powers.total = powers.of(0);
        powers.single = SLAYS.map(|slay| powers.of(slay));
        powers
    }

    /// The power of these flags' slays: each race's power times the factor that holds for it, 1 where none does
    /// (`slay_power`).
    pub fn of(&self, flags: FlagSet) -> i64 {
        let factor = |target: &SlayTarget| {
            let holds = (0..).zip(RULES).filter(|(at, rule)| target.rules >> at & 1 == 1 && rule.0 & flags != 0);
            holds.last().map_or(1, |(_, rule)| rule.1)
        };
        self.targets.iter().map(|target| target.power * factor(target)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_slays_override_earlier_ones() {
        let rule = |slay: FlagSet| {
            let at = RULES.iter().position(|rule| rule.0 == slay).expect("a rule");
            1 << at
        };
        // A dragon that fire burns, of power 10, and a bat of power 1.
        let dragon = SlayTarget {
            power: 10,
            rules: rule(flags::BRAND_FIRE) | rule(flags::SLAY_DRAGON) | rule(flags::KILL_DRAGON),
        };
        let powers = SlayPowers::new([dragon, SlayTarget { power: 1, rules: rule(flags::SLAY_NATURAL) }]);
        assert_eq!(powers.total, 11);
        assert_eq!(powers.of(flags::BRAND_FIRE), 31);
        assert_eq!(powers.of(flags::KILL_DRAGON | flags::BRAND_FIRE), 51);
        assert_eq!(powers.of(flags::SLAY_NATURAL | flags::SLAY_DRAGON), 34);
        assert_eq!(powers.single[0], 14);
    }
}
