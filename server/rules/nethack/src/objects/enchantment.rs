//! What an object of a kind is like: enchantment or charges, curse, quantity, and whether it becomes an artifact
//! (mkobj.c, `mksobj`).

use std::ops::RangeInclusive;

use super::{
    classes::{AMULET, ARMOR, FOOD, GEM, POTION, RING, SCROLL, SPELLBOOK, TOOL, WAND, WEAPON},
    model::ObjectKind,
};
use affixboard_model::engine::dice::Dice;

/// `NODIR` among the directions of wands.
const NO_DIRECTION: i64 = 1;

/// Where enchantments end.
const MOST_ENCHANTMENT: i16 = 5;

/// An enchantment (`rne(3)`) for a hero below experience level 15, for whom it ends at [`MOST_ENCHANTMENT`].
fn drawn_enchantment(dice: &mut (impl Dice + ?Sized)) -> i16 {
    let mut enchantment = 1;
    while enchantment < MOST_ENCHANTMENT && dice.one_in(3) {
        enchantment += 1;
    }
    enchantment
}

/// Whether an object is blessed or cursed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Blessing {
    /// Blessed.
    Blessed,
    /// Neither.
    #[default]
    Uncursed,
    /// Cursed.
    Cursed,
}

impl Blessing {
    /// All, in the order of tallies.
    pub(super) const ALL: [Blessing; 3] = [Blessing::Blessed, Blessing::Uncursed, Blessing::Cursed];

    /// The word in tallies.
    pub(super) fn name(self) -> &'static str {
        match self {
            Blessing::Blessed => "blessed",
            Blessing::Uncursed => "uncursed",
            Blessing::Cursed => "cursed",
        }
    }

    /// `blessorcurse(n)`: with 1/n it is one or the other, if it isn't already.
    fn maybe(self, n: u32, dice: &mut (impl Dice + ?Sized)) -> Blessing {
        if self == Blessing::Uncursed && dice.one_in(n) {
            return if dice.one_in(2) { Blessing::Blessed } else { Blessing::Cursed };
        }
        self
    }
}

/// An object as it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MadeObject {
    /// Whether it is blessed or cursed.
    pub(super) blessing: Blessing,
    /// `spe`: the enchantment or the charges.
    pub(super) enchantment: i16,
    /// How many.
    pub(super) quantity: u8,
    /// Whether it is poisoned.
    pub(super) is_poisoned: bool,
    /// Which of its kind's artifacts it became, by position among them.
    pub(super) artifact: Option<u8>,
}

/// How many come at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    One,
    /// 2 with one in six.
    OftenOne,
    /// 1 or 2.
    OneOrTwo,
    /// 6 to 11.
    Heap,
}

impl Quantity {
    fn draw(self, dice: &mut (impl Dice + ?Sized)) -> u8 {
        match self {
            Quantity::One => 1,
            Quantity::OftenOne => 1 + u8::from(dice.one_in(6)),
            Quantity::OneOrTwo => dice.one_to(2) as u8,
            Quantity::Heap => 6 + dice.below(6) as u8,
        }
    }
}

/// The rule that a kind follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Making {
    /// Weapons.
    Weapon {
        /// They come in heaps and may be poisoned.
        is_missile: bool,
    },
    /// Armour.
    Armor {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// Rings with an enchantment.
    ChargedRing,
    /// Other rings.
    Ring {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// Amulets.
    Amulet {
        /// Nine of ten are cursed.
        is_harmful: bool,
    },
    /// The wand of nothing, of which the game decides as it begins whether it has as many charges as those with a
    /// direction.
    WandOfNothing,
    /// Candles.
    Candle,
    /// All others.
    Plain(Plain),
}

/// What the rules of all others differ by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plain {
    /// The least charges, and how many numbers they may be.
    charges: (i16, u32),
    /// `blessorcurse` by so many; 0 never.
    blessed_or_cursed: u32,
    quantity: Quantity,
    is_always_cursed: bool,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { charges: (0, 1), blessed_or_cursed: 0, quantity: Quantity::One, is_always_cursed: false }
    }
}

/// The skills of weapons that come in heaps (`is_multigen`): from shuriken to arrows. Versions number skills otherwise.
pub(super) fn missiles(kinds: &[ObjectKind]) -> RangeInclusive<i64> {
    let skill = |name: &str| kinds.iter().find(|kind| kind.name == name).map(|kind| kind.skill.value);
    match (skill("shuriken"), skill("arrow")) {
        (Some(shuriken), Some(arrow)) => shuriken..=arrow,
        _ => RangeInclusive::new(1, 0),
    }
}

impl Making {
    /// The rule of a kind. `missiles`: [`missiles`] of its table.
    pub(super) fn of(kind: &ObjectKind, missiles: &RangeInclusive<i64>) -> Making {
        let symbol = kind.symbol();
        let plain =
            |blessed_or_cursed, charges| Making::Plain(Plain { charges, blessed_or_cursed, ..Plain::default() });
        match (kind.class, symbol.as_str()) {
            (WEAPON, _) => Making::Weapon { is_missile: missiles.contains(&kind.skill.value) },
            (ARMOR, symbol) => Making::Armor {
                is_harmful: ["FUMBLE_BOOTS", "LEVITATION_BOOTS", "HELM_OF_OPPOSITE_ALIGNMENT", "GAUNTLETS_OF_FUMBLING"]
                    .contains(&symbol),
            },
            (RING, _) if kind.is_charged => Making::ChargedRing,
            (RING, symbol) => Making::Ring {
                is_harmful: ["TELEPORTATION", "POLYMORPH", "AGGRAVATE_MONSTER", "HUNGER"].contains(&symbol),
            },
            (AMULET, symbol) => Making::Amulet {
                is_harmful: ["AMULET_OF_STRANGULATION", "AMULET_OF_CHANGE", "AMULET_OF_RESTFUL_SLEEP"]
                    .contains(&symbol),
            },
            (SCROLL, "MAIL") => plain(0, (0, 1)),
            (POTION | SCROLL, _) => plain(4, (0, 1)),
            (SPELLBOOK, _) => plain(17, (0, 1)),
            (WAND, "WISHING") => plain(17, (1, 3)),
            (WAND, "NOTHING") => Making::WandOfNothing,
            (WAND, _) => plain(17, if kind.direction.value == NO_DIRECTION { (11, 5) } else { (4, 5) }),
            (TOOL, symbol) => tool(symbol),
            (FOOD, symbol) => Making::Plain(food(symbol)),
            (GEM, symbol) => Making::Plain(gem(symbol)),
            _ => plain(0, (0, 1)),
        }
    }

    /// In how many of these one becomes an artifact, where there is one of its kind.
    fn artifact_odds(self) -> Option<u32> {
        match self {
            Making::Weapon { .. } => Some(20),
            Making::Armor { .. } => Some(40),
            _ => None,
        }
    }

    /// Makes one. `artifacts`: how many artifacts it can become, 0 where none is wanted.
    pub(super) fn make(self, artifacts: u32, dice: &mut (impl Dice + ?Sized)) -> MadeObject {
        let mut made = MadeObject {
            blessing: Blessing::Uncursed,
            enchantment: 0,
            quantity: 1,
            is_poisoned: false,
            artifact: None,
        };
        match self {
            Making::Weapon { is_missile } => {
                if is_missile {
                    made.quantity = Quantity::Heap.draw(dice);
                }
                if dice.one_in(11) {
                    made.enchant(dice);
                } else if dice.one_in(10) {
                    made.spoil(dice);
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
                made.is_poisoned = is_missile && dice.one_in(100);
            }
            Making::Armor { is_harmful } => {
                if !dice.one_in(10) && (is_harmful || dice.one_in(11)) {
                    made.spoil(dice);
                } else if dice.one_in(10) {
                    made.enchant(dice);
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
            }
            Making::ChargedRing => made.charge_ring(dice),
            Making::Ring { is_harmful } => {
                if !dice.one_in(10) && (is_harmful || dice.one_in(9)) {
                    made.blessing = Blessing::Cursed;
                }
            }
            Making::Amulet { is_harmful } => {
                if is_harmful && !dice.one_in(10) {
                    made.blessing = Blessing::Cursed;
                } else {
                    made.blessing = made.blessing.maybe(10, dice);
                }
            }
            Making::WandOfNothing => {
                let least = if dice.one_in(2) { 11 } else { 4 };
                made.enchantment = least + dice.below(5) as i16;
                made.blessing = made.blessing.maybe(17, dice);
            }
            Making::Candle => {
                made.enchantment = 1;
                made.quantity = 1 + if dice.one_in(2) { dice.below(7) as u8 } else { 0 };
                made.blessing = made.blessing.maybe(5, dice);
            }
            Making::Plain(rule) => {
                made.quantity = rule.quantity.draw(dice);
                made.enchantment = rule.charges.0 + dice.below(rule.charges.1) as i16;
                if rule.is_always_cursed {
                    made.blessing = Blessing::Cursed;
                } else if rule.blessed_or_cursed > 0 {
                    made.blessing = made.blessing.maybe(rule.blessed_or_cursed, dice);
                }
            }
        }
        // Without a candidate the object stays what it is.
        if artifacts > 0 && self.artifact_odds().is_some_and(|odds| dice.one_in(odds)) {
            made.artifact = Some(dice.below(artifacts) as u8);
        }
        made
    }
}

impl MadeObject {
    /// Enchanted, and half of the time blessed.
    fn enchant(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.enchantment = drawn_enchantment(dice);
        if !dice.one_in(2) {
            self.blessing = Blessing::Blessed;
        }
    }

    /// Cursed, with an enchantment below 0.
    fn spoil(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.blessing = Blessing::Cursed;
        self.enchantment = -drawn_enchantment(dice);
    }

    /// A ring with an enchantment. One below 0 curses even what was blessed.
    fn charge_ring(&mut self, dice: &mut (impl Dice + ?Sized)) {
        self.blessing = self.blessing.maybe(3, dice);
        if !dice.one_in(10) {
            let is_above = match self.blessing {
                Blessing::Blessed if !dice.one_in(10) => true,
                Blessing::Cursed if !dice.one_in(10) => false,
                _ => dice.one_in(2),
            };
            self.enchantment = if is_above { drawn_enchantment(dice) } else { -drawn_enchantment(dice) };
        }
        if self.enchantment == 0 {
            self.enchantment = dice.below(4) as i16 - dice.below(3) as i16;
        }
        if self.enchantment < 0 && !dice.one_in(5) {
            self.blessing = Blessing::Cursed;
        }
    }
}

fn tool(symbol: &str) -> Making {
    let (blessed_or_cursed, charges) = match symbol {
        "TALLOW_CANDLE" | "WAX_CANDLE" => return Making::Candle,
        "BRASS_LANTERN" | "OIL_LAMP" => (5, (1, 1)),
        "MAGIC_LAMP" => (2, (1, 1)),
        "EXPENSIVE_CAMERA" | "TINNING_KIT" | "MAGIC_MARKER" => (0, (30, 70)),
        "CAN_OF_GREASE" => (10, (1, 25)),
        "CRYSTAL_BALL" => (2, (1, 5)),
        "HORN_OF_PLENTY" | "BAG_OF_TRICKS" => (0, (1, 20)),
        "FIGURINE" => (4, (0, 1)),
        "MAGIC_FLUTE" | "MAGIC_HARP" | "FROST_HORN" | "FIRE_HORN" | "DRUM_OF_EARTHQUAKE" => (0, (4, 5)),
        "BELL_OF_OPENING" => (0, (3, 1)),
        _ => (0, (0, 1)),
    };
    Making::Plain(Plain { charges, blessed_or_cursed, ..Plain::default() })
}

fn food(symbol: &str) -> Plain {
    let quantity = match symbol {
        "CORPSE" | "MEAT_RING" => Quantity::One,
        "KELP_FROND" => Quantity::OneOrTwo,
        symbol if symbol.starts_with("GLOB_OF_") => Quantity::One,
        _ => Quantity::OftenOne,
    };
    Plain { quantity, blessed_or_cursed: if symbol == "TIN" { 10 } else { 0 }, ..Plain::default() }
}

fn gem(symbol: &str) -> Plain {
    let quantity = match symbol {
        "LOADSTONE" | "LUCKSTONE" => Quantity::One,
        "ROCK" => Quantity::Heap,
        _ => Quantity::OftenOne,
    };
    Plain { quantity, is_always_cursed: symbol == "LOADSTONE", ..Plain::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::engine::dice::chances;

    /// The share of what is made that is so.
    fn share(making: Making, artifacts: u32, is_so: impl Fn(&MadeObject) -> bool) -> f64 {
        let all = chances(|dice| making.make(artifacts, dice));
        assert!((all.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
        all.iter().filter(|(made, _)| is_so(made)).map(|(_, chance)| chance).sum()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn one_in_so_many_is_blessed_or_cursed_and_half_of_these_each() {
        let found = chances(|dice| Blessing::Uncursed.maybe(10, dice));
        assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), Blessing::ALL);
        for (one, expected) in found.iter().zip([0.05, 0.9, 0.05]) {
            assert_near(one.1, expected);
        }
        assert_eq!(chances(|dice| Blessing::Cursed.maybe(2, dice)), [(Blessing::Cursed, 1.0)]);
    }

    #[test]
    fn weapons_are_enchanted_spoilt_or_plain() {
        let weapon = Making::Weapon { is_missile: false };
        assert_near(share(weapon, 0, |made| made.enchantment > 0), 1.0 / 11.0);
        assert_near(share(weapon, 0, |made| made.enchantment < 0), 1.0 / 11.0);
        assert_near(share(weapon, 0, |made| made.enchantment == -5), 1.0 / 11.0 / 81.0);
        // 1/22 enchanted, and one in twenty of the 9/11 that are neither.
        assert_near(share(weapon, 0, |made| made.blessing == Blessing::Blessed), 1.0 / 22.0 + 9.0 / 11.0 / 20.0);
        assert_near(share(weapon, 0, |made| made.artifact.is_some()), 0.0);
        assert_near(share(weapon, 4, |made| made.artifact == Some(3)), 1.0 / 80.0);
        assert_near(share(Making::Weapon { is_missile: true }, 0, |made| made.quantity == 11), 1.0 / 6.0);
        assert_near(share(Making::Weapon { is_missile: true }, 0, |made| made.is_poisoned), 0.01);
    }

    #[test]
    fn harmful_things_are_mostly_cursed() {
        let cursed = |made: &MadeObject| made.blessing == Blessing::Cursed;
        assert_near(share(Making::Ring { is_harmful: true }, 0, cursed), 0.9);
        assert_near(share(Making::Ring { is_harmful: false }, 0, cursed), 0.1);
        assert_near(share(Making::Amulet { is_harmful: true }, 0, cursed), 0.905);
        assert_near(share(Making::Amulet { is_harmful: false }, 0, cursed), 0.05);
        assert_near(share(Making::Armor { is_harmful: true }, 0, |made| made.enchantment < 0), 0.9);
        // A ring with an enchantment of 0: one in ten not enchanted, and a quarter of these stay at 0.
        assert_near(share(Making::ChargedRing, 0, |made| made.enchantment == 0), 0.025);
    }
}
