//! Parameters of the value rules, as the files give them: kinds, egos, artifacts, curses.

use super::{
    power::{CodeSet, Launcher, PowerItem},
    tables::{ELEMENTS, FLAGS, MODIFIERS},
};
use affixboard_kin::effects::{add_bonuses, span};
use affixboard_model::{
    catalog::{EffectGroup, EffectSet, EffectSign},
    engine::flags::{FlagSet, each},
    syntax::RandomValue,
};

/// A random value per modifier, a level per element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Properties {
    pub(super) modifiers: [RandomValue; MODIFIERS.len()],
    /// 1 resists, 3 is immune, -1 is vulnerable.
    pub(super) resistances: [i32; ELEMENTS.len()],
}

/// Curses by their place in the file, with their powers, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CurseSet(Vec<(usize, i32)>);

impl CurseSet {
    /// The power of a curse; `None` where it isn't there.
    pub(super) fn power(&self, curse: usize) -> Option<i32> {
        self.0.iter().find(|known| known.0 == curse).map(|known| known.1)
    }

    /// Sets the power of a curse.
    pub(super) fn set(&mut self, curse: usize, power: i32) {
        match self.0.iter_mut().find(|known| known.0 == curse) {
            Some(known) => known.1 = power,
            None => self.0.push((curse, power)),
        }
    }

    /// The curses, in the order they came.
    pub(super) fn each(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        self.0.iter().copied()
    }

    /// Number of curses.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes over those of another, with their powers.
    pub(super) fn extend(&mut self, other: &CurseSet) {
        other.each().for_each(|(curse, power)| self.set(curse, power));
    }
}

/// Base values of a kind's items, before magic.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct KindValues {
    pub(super) tval: u16,
    pub(super) ac: i32,
    /// In tenths of a pound.
    pub(super) weight: i32,
    pub(super) dice: i32,
    pub(super) sides: i32,
    /// To-hit, to-dam, to-ac.
    pub(super) bonuses: [RandomValue; 3],
    /// Object flags.
    pub(super) flags: FlagSet,
    pub(super) properties: Properties,
    pub(super) curses: CurseSet,
    /// Whether its speed grows as long as a coin falls so: the ring named Speed.
    pub(super) speed_grows: bool,
    /// Chance of a pile in per cent, and the pile's size.
    pub(super) pile: (i32, RandomValue),
    /// Maximum size of a pile.
    pub(super) max_stack: i32,
    /// In gold.
    pub(super) cost: i32,
    /// The power of what it does.
    pub(super) power: i32,
    /// Elements that do it no harm, as bits.
    pub(super) ignores: u32,
    pub(super) codes: CodeSet,
    /// Of launchers.
    pub(super) launcher: Launcher,
}

/// An artifact's own values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ArtifactValues {
    /// All but what its kind has too.
    pub(super) own: PowerItem,
    /// The power of its activation, where it has one.
    pub(super) activation: Option<i32>,
}

/// Effect of an ego on an item's values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct EgoValues {
    /// Added to to-hit, to-dam, to-ac.
    pub(super) bonuses: [RandomValue; 3],
    /// Minima of the bonuses afterwards.
    pub(super) least_bonuses: [Option<i32>; 3],
    /// Object flags it gives, kind flags that say which random power comes with it.
    pub(super) flags: FlagSet,
    /// Object flags it takes, also of its own.
    pub(super) flags_off: FlagSet,
    pub(super) properties: Properties,
    /// The least each modifier is afterwards.
    pub(super) least_modifiers: [i32; MODIFIERS.len()],
    pub(super) curses: CurseSet,
    pub(super) codes: CodeSet,
    /// Whether it can be activated.
    pub(super) is_activated: bool,
    /// The power of its activation, where the files have it.
    pub(super) activation: Option<i32>,
    /// Elements that do it no harm, as bits.
    pub(super) ignores: u32,
    /// Whether elements don't harm the item, and whether they do.
    pub(super) elements: [bool; 2],
}

impl EgoValues {
    /// Its effects by group. The flags that it takes from an item are none of them.
    pub(super) fn effects(&self) -> EffectSet {
        let mut effects = EffectSet::default();
        add_bonuses(&mut effects, self.bonuses, self.least_bonuses);
        for flag in each(self.flags & !self.flags_off) {
            effects.add_flag(FLAGS.get(flag as usize).copied().unwrap_or_default());
        }
        for ((name, value), min) in MODIFIERS.iter().zip(self.properties.modifiers).zip(self.least_modifiers) {
            let (least, most) = span(value);
            // Also without a line there is a minimum, of 0: what an ego takes off comes to nothing.
            if let Some(sign) = EffectSign::of_range(least.max(min), most.max(min)) {
                effects.add_flag_of(name, sign);
            }
        }
        for level in self.properties.resistances {
            effects.add_number(EffectGroup::Resistances, (level, level));
        }
        let codes = [(&self.codes.slays, EffectGroup::Slays), (&self.codes.brands, EffectGroup::Brands)];
        for (codes, group) in codes {
            if !codes.is_empty() {
                effects.add(group, EffectSign::Bonus);
            }
        }
        for (has, flag) in self.elements.into_iter().zip(["IGNORE_ACID", "HATES_ACID"]) {
            if has {
                effects.add_flag(flag);
            }
        }
        if self.is_activated {
            effects.add(EffectGroup::Abilities, EffectSign::Bonus);
        }
        if self.curses.len() > 0 {
            effects.add(EffectGroup::Curses, EffectSign::Drawback);
        }
        effects
    }
}

/// A property of an item that prevents a curse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// Any of these flags.
    Flags(FlagSet),
    /// Resistance to this element.
    Resistance(usize),
    /// Vulnerability to this element.
    Vulnerability(usize),
}

/// A curse that can come over items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Curse {
    pub(super) name: String,
    /// The item types it can strike.
    pub(super) tvals: Vec<u16>,
    /// Curses that can't strike an item which has this one.
    pub(super) conflicts: Vec<usize>,
    pub(super) obstacles: Vec<Obstacle>,
}

/// Flags by the sort that random powers are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sorts {
    pub(super) sustains: FlagSet,
    /// Protections and miscellaneous flags.
    pub(super) powers: FlagSet,
}
