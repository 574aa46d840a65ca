//! What becomes of a treasure when it is found: magic, special names, curses, charges and traps (treasure.c,
//! `magic_treasure`).
//!
//! The rules are written once and followed in two ways, by drawing and by going through all that can happen
//! ([`affixboard_model::engine::dice`]).

mod ammo;
mod amount;
mod armor;
mod charges;
mod chests;
mod counted;
mod jewelry;
mod made;
mod means;
mod rolls;
mod rows;
mod usables;
mod values;
mod weapons;
mod worn;

pub(super) use counted::{CountedTreasures, Counting, DrawnTreasure, metric_title};
pub(super) use rolls::Circumstances;

use super::treasure::Treasure;
use affixboard_model::engine::dice::{self, Dice};
use amount::Amount;
use armor::Replaced;
use charges::Charges;
use made::{MadeTreasure, NumberField};
use rolls::Rolls;
use worn::{Belt, Helm};

/// The rule that a treasure follows: what its row says, as far as the rule asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Making {
    /// It stays as it is.
    Untouched,
    /// Shields and armor; what it may be replaced by.
    Armor(Option<Replaced>),
    /// Weapons that strike.
    Weapon { is_of_99: bool },
    /// Bows, crossbows and slings.
    Bow,
    /// Picks and shovels.
    Digger,
    /// Gloves and gauntlets.
    Gloves { are_of_cloth: bool },
    /// Boots.
    Boots { are_sandals: bool },
    /// Helms, with the table's `p1`.
    Helm(Helm, i64),
    /// Belts, with the table's `p1`.
    Belt(Belt, i64),
    /// Cloaks.
    Cloak,
    /// Rings, by subval.
    Ring(i64),
    /// Amulets, by subval.
    Amulet(i64),
    /// Lamps and torches that burn for at most so many turns.
    Light(u32),
    /// What has charges.
    Charges(Charges),
    /// Chests; a body has been looted.
    Chest { is_body: bool },
    /// Ammunition; bolts and arrows can be magic, the others only cursed.
    Ammo { can_be_magic: bool },
    /// An eyeball that may be another one.
    Eyeball,
    /// Miscellaneous usables, by subval, with the table's `p1`.
    Usable(i64, i64),
}

/// The largest `p1` that draws depend on: each number up to it can come up.
pub(super) const MOST_P1: i64 = 65_535;

/// Whether what becomes of a treasure is followed: of a light and a crucifix each number up to the table's can come up.
pub(super) fn is_followed(treasure: &Treasure) -> bool {
    let is_drawn = match treasure.tval.value {
        3 => matches!(treasure.subval.value, 16..=18),
        15 => treasure.subval.value % 2 != 0,
        _ => false,
    };
    !is_drawn || (0..=MOST_P1).contains(&treasure.p1.value)
}

/// Whether two of a treasure may differ in their bonuses, besides how many there are. Missiles get subvals of their own.
pub(super) fn can_differ(treasure: &Treasure) -> bool {
    let making = Making::of(treasure);
    let ways = making.ways(&Circumstances::EVERYTHING);
    let numbers = |made: &MadeTreasure| made.numbers()[..NumberField::Number as usize].to_vec();
    let can_vary = ways.len() > 1 || numbers(&ways[0].0).iter().any(|one| one.values().len() > 1);
    can_vary && !matches!(making, Making::Ammo { .. } | Making::Eyeball)
}

/// The routine of the original that completes a treasure as it is found; empty where it stays as its row says.
pub(super) fn completed_by(treasure: &Treasure) -> &'static str {
    match Making::of(treasure) {
        Making::Untouched => "",
        Making::Armor(_) => "mt__armor_and_shields",
        Making::Weapon { .. } => "mt__weapons",
        Making::Bow => "mt__bows_and_slings",
        Making::Digger => "mt__pick_or_shovel",
        Making::Gloves { .. } => "mt__gloves_and_gauntlets",
        Making::Boots { .. } => "mt__boots",
        Making::Helm(..) => "mt__helms",
        Making::Belt(..) => "mt__belt",
        Making::Cloak => "mt__cloak",
        Making::Ring(_) => "mt__ring",
        Making::Amulet(_) => "mt__amulet",
        Making::Light(_) => "mt__lamp_or_torch",
        Making::Charges(_) => match treasure.tval.value {
            5 => "mt__gems",
            55 => "mt__staff",
            65 => "mt__wand",
            85 => "mt__chime",
            _ => "mt__horn",
        },
        Making::Chest { .. } => "mt__chest",
        Making::Ammo { .. } => "mt__ammo",
        Making::Eyeball => "mt__food",
        Making::Usable(..) => "mt__misc_usable",
    }
}

/// How many subvals of a sort of item with charges get some; `None` of other sorts.
pub(super) fn charged_subvals(tval: i64) -> Option<i64> {
    charges::subvals(tval)
}

impl Making {
    /// The rule of a treasure.
    fn of(treasure: &Treasure) -> Making {
        if !is_followed(treasure) {
            return Making::Untouched;
        }
        let (tval, subval, p1) = (treasure.tval.value, treasure.subval.value, treasure.p1.value);
        match tval {
            2 => Making::Chest { is_body: subval == 5 },
            3 => Making::Usable(subval, p1),
            10 | 13 => Making::Ammo { can_be_magic: false },
            11 | 12 => Making::Ammo { can_be_magic: true },
            15 if subval % 2 != 0 => Making::Light(u32::try_from(p1).unwrap_or(0)),
            20 => Making::Bow,
            21..=24 | 26 => Making::Weapon { is_of_99: subval == 99 },
            25 => Making::Digger,
            30 => Making::Boots { are_sandals: subval == 4 },
            31 => Making::Gloves { are_of_cloth: subval == 5 },
            32 => Making::Cloak,
            33 => Making::Helm(Helm::of(subval), p1),
            34..=36 => Making::Armor(Replaced::of(tval, subval)),
            38 => Making::Belt(Belt::of(subval), p1),
            40 => Making::Amulet(subval),
            45 => Making::Ring(subval),
            80 if subval == usables::EYEBALL => Making::Eyeball,
            _ => Charges::of(tval, subval).map_or(Making::Untouched, Making::Charges),
        }
    }

    /// Makes one.
    fn make(self, at: &Circumstances, dice: &mut dyn Dice) -> MadeTreasure {
        let rolls = &mut Rolls::new(at, dice);
        let mut made = MadeTreasure::UNTOUCHED;
        match self {
            Making::Untouched => {}
            Making::Armor(replaced) => armor::armor(&mut made, replaced, rolls),
            Making::Weapon { is_of_99 } => weapons::weapon(&mut made, is_of_99, rolls),
            Making::Bow => weapons::bow(&mut made, rolls),
            Making::Digger => weapons::digger(&mut made, rolls),
            Making::Gloves { are_of_cloth } => worn::gloves(&mut made, are_of_cloth, rolls),
            Making::Boots { are_sandals } => worn::boots(&mut made, are_sandals, rolls),
            Making::Helm(helm, p1) => worn::helm(&mut made, helm, p1, rolls),
            Making::Belt(belt, p1) => worn::belt(&mut made, belt, p1, rolls),
            Making::Cloak => worn::cloak(&mut made, rolls),
            Making::Ring(subval) => jewelry::ring(&mut made, subval, rolls),
            Making::Amulet(subval) => jewelry::amulet(&mut made, subval, rolls),
            Making::Light(turns) => made.p1 = Amount::dice(1, turns),
            Making::Charges(charges) => made.p1 = charges.amount(at.is_forced),
            Making::Chest { is_body } => chests::chest(&mut made, is_body, at.level, rolls),
            Making::Ammo { can_be_magic } => ammo::ammo(&mut made, can_be_magic, rolls),
            Making::Eyeball => usables::eyeball(&mut made, rolls),
            Making::Usable(subval, p1) => usables::usable(&mut made, subval, p1, rolls),
        }
        made
    }

    /// All that can be made, with the chances, rising.
    fn ways(self, at: &Circumstances) -> Vec<(MadeTreasure, f64)> {
        dice::chances(|dice| self.make(at, dice))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::levels::Difficulty, *};

    const AT_30: Circumstances = Circumstances { level: 30, difficulty: Difficulty::USUAL, is_forced: false };

    /// How likely it is that what is made is so.
    fn share(making: Making, at: &Circumstances, is_so: impl Fn(&MadeTreasure) -> bool) -> f64 {
        let ways = making.ways(at);
        assert!((ways.iter().map(|way| way.1).sum::<f64>() - 1.0).abs() < 1e-12, "{making:?}");
        ways.iter().filter(|(made, _)| is_so(made)).map(|way| way.1).sum()
    }

    #[track_caller]
    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    /// RULES § 4: a Longsword at level 30, where magic has 38 of 150, a special name 3 and a curse 31.
    #[test]
    fn a_longsword_at_level_30() {
        let sword = Making::Weapon { is_of_99: false };
        let (magic, special) = (38.0 / 150.0, 3.0 / 150.0);
        assert_near(share(sword, &AT_30, |made| made.is_cursed), (1.0 - magic) * 31.0 / 150.0);
        assert_near(share(sword, &AT_30, |made| made.suffixes == ["(WB)", ""]), magic * special * 0.6 * 0.25);
        assert_near(share(sword, &AT_30, |made| made.suffixes == ["(HA)", ""]), magic * special * 0.15 * 0.2);
        assert_near(share(sword, &AT_30, |made| made.suffix() == "(WB) (HA)"), magic * special * 0.05 * 0.25 * 0.2);
        let forced = Circumstances { is_forced: true, ..AT_30 };
        assert_near(share(sword, &forced, |made| made.suffixes[0].is_empty()), 1.0 - special);
        assert_near(share(sword, &forced, |made| made.is_cursed), 0.0);
    }

    /// RULES § 3.4 and § 3.6 at level 30: each a product of the chances in its sentence.
    #[test]
    fn special_names_by_hand() {
        let (magic, special, cursed) = (38.0 / 150.0, 3.0 / 150.0, 31.0 / 150.0);
        let good = magic * special;
        let bad = (1.0 - magic) * cursed;
        let girdle = Making::Belt(Belt::Girdle, 0);
        let plate = Making::Armor(Some(Replaced::Plate));
        let replaced = magic + (1.0 - magic) / 5.0;
        let bow = |made: &MadeTreasure| made.price.plus == 300_000;
        for (making, name, expected) in [
            (Making::Armor(None), "(RL)", good * 3.0 / 9.0),
            (Making::Bow, "of Criticals", good),
            (Making::Gloves { are_of_cloth: true }, "of the Hive", good / 10.0),
            (Making::Gloves { are_of_cloth: true }, "of Ogre Power", good * 0.9 * 2.0 / 5.0),
            (Making::Gloves { are_of_cloth: false }, "of Weakness", bad * special / 3.0),
            (Making::Boots { are_sandals: false }, "of Slow descent", magic * (1.0 - special)),
            (Making::Boots { are_sandals: true }, "of Dryadkind", good * 11.0 / 16.0 / 6.0),
            (Making::Boots { are_sandals: false }, "of Great Mass", bad / 3.0),
            (Making::Helm(Helm::Heavy, 0), "of the Magi", good / 6.0),
            (Making::Helm(Helm::Other, 0), "of **TOTAL DOOM**", bad * special / 15.0),
            (girdle, "of Titan Strength", good / 48.0),
            (girdle, "of Storm Giant Strength", good * 2.0 / 48.0),
            (girdle, "of Hill Giant Strength", good * 5.0 / 16.0),
            (Making::Cloak, "of Elvenkind", good / 9.0),
            (Making::Ammo { can_be_magic: true }, "of Slaying", good * 3.0 / 10.0),
            (Making::Chest { is_body: false }, "^ (Poison Needle)", 2.0 / 30.0),
            (Making::Chest { is_body: false }, "^ (Multiple Traps)", 20.0 / 30.0),
            (Making::Usable(15, 0), "from a Dragon", good / 4.0),
        ] {
            let found = share(making, &AT_30, |made| made.suffix() == name);
            assert!((found - expected).abs() < 1e-12, "{name}: {found} {expected}");
        }
        assert_near(share(Making::Bow, &AT_30, bow), good);
        assert_near(share(plate, &AT_30, |made| made.replacement.is_some()), replaced);
        let mithril = replaced * (special + (1.0 - special) / 5.0);
        assert_near(share(plate, &AT_30, |made| made.replacement == Some(17)), mithril / 3.0);
        assert_near(share(Making::Eyeball, &AT_30, |made| made.replacement == Some(18)), good * cursed);
        // Bolts and arrows are never cursed.
        assert_near(share(Making::Ammo { can_be_magic: true }, &AT_30, |made| made.is_cursed), 0.0);
        assert_near(share(Making::Ammo { can_be_magic: false }, &AT_30, |made| made.is_cursed), cursed);
        // At level 0 the die of a chest's trap comes up 0.
        let at_0 = Circumstances { level: 0, ..AT_30 };
        let chest = Making::Chest { is_body: false };
        assert_near(share(chest, &at_0, |made| made.suffix() == "^ (Poison Needle)"), 1.0);
        assert_near(
            share(Making::Ring(7), &AT_30, |made| made.p1 == Amount::Known(2)),
            (1.0 - cursed) * special / 100.0,
        );
    }
}
