//! Properties that weapons and armor of `EvilHack` may have (artifact.c, `create_oprop`).

use affixboard_model::engine::dice::Dice;

use super::{
    super::program::Program,
    classes::{ARMOR, GEM, TOOL, WEAPON},
    enchantment::{Blessing, MadeObject, drawn_enchantment},
    model::ObjectKind,
};

/// The properties, in the order of their bits.
pub(super) const PROPERTIES: [&str; 12] = [
    "fire",
    "frost",
    "shock",
    "venom",
    "drain",
    "oilskin",
    "ESP",
    "searching",
    "warning",
    "excellence",
    "fumbling",
    "hunger",
];
/// Fire, of which nothing burns.
pub(super) const FIRE: usize = 0;
const DRAIN: usize = 4;
const OILSKIN: usize = 5;
const ESP: usize = 6;
/// `ARM_HELM`.
const HELMET: i64 = 2;
/// Fumbling and hunger curse.
const HARMFUL: usize = 10;

/// By which odds something has a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Odds {
    /// Half of the level's difficulty of 175.
    ByDifficulty,
    /// One in 150.
    OneIn150,
}

/// What properties a kind may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Properties {
    odds: Odds,
    /// One in ten of those.
    is_magic: bool,
    /// Those that it may have, by position in [`PROPERTIES`]; of cloth an oilskin, too.
    allowed: Vec<usize>,
    /// Whether one that is of cloth may be an oilskin.
    may_be_oilskin: bool,
}

impl Properties {
    /// Those of a kind; `None` where it has none.
    pub(super) fn of(kind: &ObjectKind) -> Option<Properties> {
        let symbol = kind.symbol();
        let is_barding = kind.class == TOOL && matches!(symbol.as_str(), "BARDING" | "SPIKED_BARDING");
        let is_bullet = kind.class == GEM && symbol == "SLING_BULLET";
        let is_body_part = matches!(symbol.as_str(), "WORM_TOOTH" | "UNICORN_HORN" | "CRYSKNIFE");
        let can_have = matches!(kind.class, WEAPON | ARMOR) || is_barding || is_bullet;
        if !can_have || kind.is_unique || is_body_part || symbol.contains("DRAGON_SCALE") {
            return None;
        }
        let is_weapon = kind.class == WEAPON;
        // What is shot or thrown has a skill below 0; what shoots it is no missile.
        let is_missile = is_bullet || is_weapon && kind.skill.value < 0;
        let is_launcher = matches!(symbol.as_str(), "BOW" | "SLING" | "CROSSBOW" | "YUMI")
            || symbol.ends_with("_BOW")
            || symbol.ends_with("_CROSSBOW");
        let is_allowed = |property: &usize| match *property {
            FIRE..DRAIN => !(is_weapon && is_launcher),
            DRAIN => !(is_weapon || is_missile),
            OILSKIN => false,
            ESP => !(is_missile || kind.class == ARMOR && kind.skill.value == HELMET),
            HARMFUL.. => kind.class == ARMOR,
            _ => !is_missile && !is_barding,
        };
        Some(Properties {
            odds: if is_weapon { Odds::ByDifficulty } else { Odds::OneIn150 },
            is_magic: kind.is_magic,
            allowed: (0..PROPERTIES.len()).filter(is_allowed).collect(),
            may_be_oilskin: kind.class == ARMOR && symbol != "OILSKIN_CLOAK",
        })
    }

    /// The chance that one that becomes no artifact has a property, on a level of that difficulty.
    pub(super) fn chance(&self, difficulty: i64) -> f64 {
        let chance = match self.odds {
            Odds::ByDifficulty => f64::from(parts(difficulty)) / 175.0,
            Odds::OneIn150 => 1.0 / 150.0,
        };
        if self.is_magic { chance / 10.0 } else { chance }
    }

    /// Whether one that is made has a property.
    pub(super) fn happens(&self, difficulty: i64, dice: &mut (impl Dice + ?Sized)) -> bool {
        let happens = match self.odds {
            Odds::ByDifficulty => dice.below(175) < parts(difficulty),
            Odds::OneIn150 => dice.one_in(150),
        };
        happens && (!self.is_magic || dice.one_in(10))
    }

    /// Those that one may have, each equally likely.
    pub(super) fn allowed(&self, is_cloth: bool) -> impl Iterator<Item = usize> {
        let oilskin = (is_cloth && self.may_be_oilskin).then_some(OILSKIN);
        self.allowed.iter().copied().chain(oilskin)
    }

    /// Gives one that is made a property, and returns it.
    pub(super) fn give(&self, made: &mut MadeObject, is_cloth: bool, dice: &mut (impl Dice + ?Sized)) -> usize {
        let count = self.allowed(is_cloth).count();
        let chosen = dice.below(count as u32) as usize;
        let property = self.allowed(is_cloth).nth(chosen).unwrap_or(FIRE);
        if property >= HARMFUL {
            made.blessing = Blessing::Cursed;
            made.enchantment = -drawn_enchantment(3, Program::EvilHack, dice);
        } else if dice.one_in(8) {
            made.blessing = made.blessing.maybe(8, dice);
            let enchantment = drawn_enchantment(3, Program::EvilHack, dice);
            made.enchantment = if made.blessing == Blessing::Cursed { -enchantment } else { enchantment };
        }
        property
    }
}

fn parts(difficulty: i64) -> u32 {
    (difficulty / 2).clamp(0, 175) as u32
}

/// How well a thing of `EvilHack` was forged (`mkobj_quality`): words, each with its part of 16.
pub(super) const FORGED: [(&str, u32); 3] = [("superior", 14), ("exceptional", 1), ("inferior", 1)];
/// The sum of the parts of [`FORGED`].
pub(super) const FORGED_PARTS: u32 = 16;
/// One in so many isn't of usual quality.
pub(super) const UNUSUAL: u32 = 80;

/// Whether how well it was forged is told of a kind.
pub(super) fn is_quality_told(kind: &ObjectKind) -> bool {
    matches!(kind.class, WEAPON | ARMOR)
}

/// Whether one of a kind and material can be forged well or badly.
pub(super) fn can_be_forged(kind: &ObjectKind, material: &str) -> bool {
    let is_body_part = matches!(kind.symbol().as_str(), "WORM_TOOTH" | "UNICORN_HORN" | "CRYSKNIFE");
    let is_metal = matches!(
        material,
        "iron" | "steel" | "copper" | "bronze" | "silver" | "gold" | "platinum" | "mithril" | "adamantine" | "gemstone"
    );
    !is_body_part && !kind.is_magic && is_metal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(class: u8, name: &str, skill: i64) -> ObjectKind {
        ObjectKind { class, name: name.to_owned(), skill: skill.into(), ..ObjectKind::default() }
    }

    #[test]
    fn what_a_kind_may_have() {
        let names = |kind: &ObjectKind, is_cloth: bool| {
            let properties = Properties::of(kind).expect("properties");
            properties.allowed(is_cloth).map(|at| PROPERTIES[at]).collect::<Vec<_>>().join(" ")
        };
        let sword = kind(WEAPON, "long sword", 9);
        assert_eq!(names(&sword, true), "fire frost shock venom ESP searching warning excellence");
        assert_eq!(names(&kind(WEAPON, "elven bow", 18), false), "ESP searching warning excellence");
        assert_eq!(names(&kind(WEAPON, "dart", -21), false), "fire frost shock venom");
        assert_eq!(names(&kind(GEM, "sling bullet", -19), false), "fire frost shock venom");
        let all_but_oilskin = "fire frost shock venom drain ESP searching warning excellence fumbling hunger";
        assert_eq!(names(&kind(ARMOR, "robe", 5), false), all_but_oilskin);
        assert_eq!(names(&kind(ARMOR, "robe", 5), true), format!("{all_but_oilskin} oilskin"));
        assert_eq!(names(&kind(ARMOR, "oilskin cloak", 5), true), all_but_oilskin);
        assert!(!names(&kind(ARMOR, "helmet", HELMET), false).contains("ESP"));
        for (class, name) in [(ARMOR, "red dragon scale mail"), (WEAPON, "crysknife"), (TOOL, "pick-axe"), (8, "water")]
        {
            assert_eq!(Properties::of(&kind(class, name, 0)), None, "{name}");
        }
    }

    #[test]
    fn weapons_have_them_by_depth() {
        let sword = Properties::of(&kind(WEAPON, "long sword", 9)).expect("properties");
        assert!((sword.chance(10) - 5.0 / 175.0).abs() < 1e-15 && sword.chance(1).abs() < 1e-15);
        let magic = Properties::of(&ObjectKind { is_magic: true, ..kind(ARMOR, "robe", 5) }).expect("properties");
        assert!((magic.chance(1) - 1.0 / 1500.0).abs() < 1e-15);
    }
}
