//! The random power of an ego (obj-make.c, `ego_apply_magic`; RULES 2.8).

use super::super::{
    tables::{ELEMENTS, FLAGS},
    value_data::{EgoValues, KindValues, Sorts},
};
use affixboard_model::engine::{
    flags::{FlagSet, each},
    random::Stream,
};

/// Base elements come first, then high ones.
const BASE: std::ops::Range<usize> = 0..4;
const HIGH: std::ops::Range<usize> = 4..13;
/// Labels of the random resistances.
const RESISTANCES: [&str; 13] = [
    "RES_ACID",
    "RES_ELEC",
    "RES_FIRE",
    "RES_COLD",
    "RES_POIS",
    "RES_LIGHT",
    "RES_DARK",
    "RES_SOUND",
    "RES_SHARD",
    "RES_NEXUS",
    "RES_NETHER",
    "RES_CHAOS",
    "RES_DISEN",
];

/// A random power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    /// None that the item would not have without it.
    None,
    /// A flag.
    Flag(u32),
    /// Resistance to an element.
    Resistance(usize),
}

impl Extra {
    /// The power as it shows on an item with these flags and resistances from its kind and ego: none if they give it
    /// already or the ego takes it.
    pub(super) fn on_top_of(self, (flags, resistances): (FlagSet, &[i32; ELEMENTS.len()]), ego: &EgoValues) -> Extra {
        match self {
            Extra::Flag(flag) if (flags | ego.flags_off) & (1 << flag) != 0 => Extra::None,
            // A level of 1, unless the ego gives as much or more.
            Extra::Resistance(element) if resistances[element] >= 1 => Extra::None,
            extra => extra,
        }
    }
}

/// The candidates for random powers.
#[derive(Debug)]
pub(super) struct Extras {
    sorts: Sorts,
    /// The flags among them, lowest first.
    flags: Vec<u32>,
    /// Flags of an ego that select the type of its random power.
    sustain: FlagSet,
    power: FlagSet,
    base_resistance: FlagSet,
    high_resistance: FlagSet,
    resistance_or_power: FlagSet,
}

impl Extras {
    pub(super) fn new(sorts: Sorts) -> Extras {
        let flag = |name: &str| FLAGS.iter().position(|known| *known == name).map_or(0, |at| 1 << at);
        Extras {
            sorts,
            flags: each(sorts.sustains | sorts.powers).collect(),
            sustain: flag("RAND_SUSTAIN"),
            power: flag("RAND_POWER"),
            base_resistance: flag("RAND_BASE_RES"),
            high_resistance: flag("RAND_HI_RES"),
            resistance_or_power: flag("RAND_RES_POWER"),
        }
    }

    /// The names of all there can be.
    pub(super) fn words(&self) -> Vec<&'static str> {
        let flags = self.flags.iter().map(|flag| FLAGS[*flag as usize]);
        ["(none)"].into_iter().chain(flags).chain(RESISTANCES).collect()
    }

    /// Number of names.
    pub(super) fn width(&self) -> u32 {
        (1 + self.flags.len() + RESISTANCES.len()) as u32
    }

    /// The place of a power's name.
    pub(super) fn word(&self, extra: Extra) -> u32 {
        match extra {
            Extra::None => 0,
            Extra::Flag(flag) => 1 + self.flags.partition_point(|known| *known < flag) as u32,
            Extra::Resistance(element) => (1 + self.flags.len() + element) as u32,
        }
    }

    /// Chooses a random power that the kind itself lacks; `None` where the ego has none to give.
    pub(super) fn choose(&self, kind: &KindValues, ego: &EgoValues, luck: &mut Stream) -> Option<Extra> {
        let has = |flag: FlagSet| ego.flags & flag != 0;
        let pick = if has(self.resistance_or_power) { luck.one_to(3) } else { 0 };
        let flag = |sort: FlagSet, luck: &mut Stream| {
            let open = sort & !kind.flags;
            let chosen = (open != 0).then(|| each(open).nth(luck.below(open.count_ones()) as usize)).flatten();
            chosen.map_or(Extra::None, Extra::Flag)
        };
        let resistance = |among: std::ops::Range<usize>, luck: &mut Stream| {
            let open = || among.clone().filter(|element| kind.properties.resistances[*element] == 0);
            let number = open().count() as u32;
            let chosen = (number > 0).then(|| open().nth(luck.below(number) as usize)).flatten();
            chosen.map_or(Extra::None, Extra::Resistance)
        };
        if has(self.sustain) {
            Some(flag(self.sorts.sustains, luck))
        } else if has(self.power) || pick == 1 {
            Some(flag(self.sorts.powers, luck))
        } else if has(self.base_resistance) || pick > 1 {
            Some(resistance(BASE, luck))
        } else if has(self.high_resistance) {
            Some(resistance(HIGH, luck))
        } else {
            None
        }
    }
}
