//! Groups of effects that designers use, and whether an effect helps.

/// A group of effects, in the order in which pages list them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EffectGroup {
    /// To-hit; finesse in v4.
    ToHit,
    /// To-dam; prowess in v4.
    ToDam,
    /// Number of dice or their sides.
    Dice,
    /// Blows, shots, might, and what else a blow does.
    Attacks,
    /// Slays and executions of kinds of monsters.
    Slays,
    /// Brands of elements.
    Brands,
    /// To-ac and base armour class.
    Armour,
    /// Weight.
    Weight,
    /// Resistances, immunities, protections; vulnerabilities are drawbacks of this group.
    Resistances,
    /// Stats and their sustains.
    Stats,
    /// Speed and moves.
    Speed,
    /// Stealth, light, telepathy and other abilities.
    Abilities,
    /// What elements do to the item itself.
    Durability,
    /// Curses and what is as bad.
    Curses,
    /// Everything else, such as how the item is shown.
    Other,
}

impl EffectGroup {
    /// All groups, in order.
    pub const ALL: [EffectGroup; 15] = [
        EffectGroup::ToHit,
        EffectGroup::ToDam,
        EffectGroup::Dice,
        EffectGroup::Attacks,
        EffectGroup::Slays,
        EffectGroup::Brands,
        EffectGroup::Armour,
        EffectGroup::Weight,
        EffectGroup::Resistances,
        EffectGroup::Stats,
        EffectGroup::Speed,
        EffectGroup::Abilities,
        EffectGroup::Durability,
        EffectGroup::Curses,
        EffectGroup::Other,
    ];

    /// The name in addresses and files, the same in all games: lower case and hyphens.
    pub fn name(self) -> &'static str {
        match self {
            EffectGroup::ToHit => "to-hit",
            EffectGroup::ToDam => "to-dam",
            EffectGroup::Dice => "dice",
            EffectGroup::Attacks => "attacks",
            EffectGroup::Slays => "slays",
            EffectGroup::Brands => "brands",
            EffectGroup::Armour => "armour",
            EffectGroup::Weight => "weight",
            EffectGroup::Resistances => "resistances",
            EffectGroup::Stats => "stats",
            EffectGroup::Speed => "speed",
            EffectGroup::Abilities => "abilities",
            EffectGroup::Durability => "durability",
            EffectGroup::Curses => "curses",
            EffectGroup::Other => "other",
        }
    }

    /// The group of that name.
    pub fn find(name: &str) -> Option<EffectGroup> {
        EffectGroup::ALL.into_iter().find(|group| group.name() == name)
    }

    /// What belongs to it, in a phrase.
    pub fn doc(self) -> &'static str {
        match self {
            EffectGroup::ToHit => "the bonus to hit, or a minimum of it",
            EffectGroup::ToDam => "the bonus to damage, or a minimum of it",
            EffectGroup::Dice => "number of damage dice, or their sides",
            EffectGroup::Attacks => "blows, shots, might, and what else a blow does",
            EffectGroup::Slays => "more damage to some monsters",
            EffectGroup::Brands => "damage of an element",
            EffectGroup::Armour => "the bonus to armour class, a minimum of it, or the base armour class",
            EffectGroup::Weight => "weight of the item; whether more is good or bad is for the designer to say",
            EffectGroup::Resistances => "resistances, immunities and protections; vulnerabilities are drawbacks",
            EffectGroup::Stats => "stats and their sustains",
            EffectGroup::Speed => "speed of the player",
            EffectGroup::Abilities => "stealth, light, seeing, telepathy and the like",
            EffectGroup::Durability => "elements that harm the item, or don't",
            EffectGroup::Curses => "curses, aggravation, drains and what is as bad",
            EffectGroup::Other => "balance and heft, fuel, how the item is shown or known",
        }
    }
}

/// Whether an effect helps the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EffectSign {
    /// It helps.
    Bonus,
    /// It harms.
    Drawback,
    /// It may do both.
    Mixed,
    /// The files don't tell.
    Unknown,
}

impl EffectSign {
    /// The sign of a number between `least` and `most`; `None` where it is always 0.
    pub fn of_range(least: i32, most: i32) -> Option<EffectSign> {
        match (least < 0, most > 0) {
            (true, true) => Some(EffectSign::Mixed),
            (true, false) => Some(EffectSign::Drawback),
            (false, true) => Some(EffectSign::Bonus),
            (false, false) => None,
        }
    }

    /// The mark behind a group's name; empty where the sign is not known.
    pub fn mark(self) -> &'static str {
        match self {
            EffectSign::Bonus => " +",
            EffectSign::Drawback => " \u{2212}",
            EffectSign::Mixed => " ±",
            EffectSign::Unknown => "",
        }
    }

    /// The sign of two effects of one group.
    pub(super) fn and(self, other: EffectSign) -> EffectSign {
        match (self, other) {
            (one, two) if one == two => one,
            (EffectSign::Unknown, EffectSign::Bonus | EffectSign::Drawback)
            | (EffectSign::Bonus | EffectSign::Drawback, EffectSign::Unknown) => EffectSign::Unknown,
            _ => EffectSign::Mixed,
        }
    }
}
