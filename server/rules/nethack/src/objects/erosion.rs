//! How rusty, burnt, rotten or corroded an object is as it is made (mkobj.c, `mkobj_erosions`). Before 3.7 none was.

use affixboard_model::engine::dice::{self, Dice};

use super::{
    super::program::Program,
    classes::{ARMOR, TOOL, WEAPON},
    model::ObjectKind,
};

/// `FIRE_RES`: the property of what doesn't burn.
const FIRE_RESISTANCE: i64 = 1;

// Materials (objclass.h).
const LIQUID: i64 = 1;
const WOOD: i64 = 8;
const DRAGON_HIDE: i64 = 10;
const IRON: i64 = 11;
const COPPER: i64 = 13;
const PLASTIC: i64 = 18;
const GLASS: i64 = 19;

/// What has happened to an object.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Erosion {
    /// `oeroded`: burnt, rusty or cracked, 0 to 3.
    first: u8,
    /// `oeroded2`: rotten or corroded, 0 to 3.
    second: u8,
    /// `oerodeproof`: that it never will be.
    is_proof: bool,
    /// `greased`.
    is_greased: bool,
}

/// The most that any is.
const MOST: u8 = 3;

impl Erosion {
    /// One number for each, in the order of tallies.
    pub(super) fn code(self) -> usize {
        let flags = usize::from(self.is_proof) * 2 + usize::from(self.is_greased);
        usize::from(self.first) * 16 + usize::from(self.second) * 4 + flags
    }

    /// That of a [`Self::code`].
    pub(super) fn of_code(code: usize) -> Erosion {
        let (first, second) = ((code / 16) as u8 & MOST, (code / 4) as u8 & MOST);
        Erosion { first, second, is_proof: code & 2 != 0, is_greased: code & 1 != 0 }
    }

    /// As tallies name it: `1/0` is rusty and not corroded.
    pub(super) fn name(self) -> String {
        let proof = if self.is_proof { "/proof" } else { "" };
        let greased = if self.is_greased { "/greased" } else { "" };
        format!("{}/{}{proof}{greased}", self.first, self.second)
    }
}

/// How objects of a kind that is no artifact are eroded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Eroding {
    /// It can burn, rust or crack.
    first: bool,
    /// It can rot or corrode.
    second: bool,
}

impl Eroding {
    /// Whether erosion is told of a kind.
    pub(super) fn is_told(kind: &ObjectKind, program: Program) -> bool {
        // xNetHack's depends on materials, which are drawn there.
        program == Program::NetHack37
            && match kind.class {
                WEAPON | ARMOR => true,
                TOOL => kind.skill.value != 0,
                _ => false,
            }
    }

    /// What can happen to a kind of which it is told.
    pub(super) fn of(kind: &ObjectKind) -> Eroding {
        if matches!(kind.name.as_str(), "worm tooth" | "unicorn horn") {
            return Eroding { first: false, second: false };
        }
        let material = kind.material.value;
        let is_organic = material <= WOOD && material != LIQUID;
        let burns = (is_organic || material == PLASTIC) && kind.property.value != FIRE_RESISTANCE;
        let cracks = material == GLASS && kind.class == ARMOR;
        Eroding {
            first: burns || material == IRON || cracks,
            second: is_organic || matches!(material, DRAGON_HIDE | COPPER | IRON),
        }
    }

    fn draw(self, dice: &mut (impl Dice + ?Sized)) -> Erosion {
        let mut erosion = Erosion::default();
        if !(self.first || self.second) {
            return erosion;
        }
        if dice.one_in(100) {
            erosion.is_proof = true;
        } else {
            let mut degree = |can_be: bool| {
                if !(can_be && dice.one_in(80)) {
                    return 0;
                }
                let mut degree = 1;
                while degree < MOST && dice.one_in(9) {
                    degree += 1;
                }
                degree
            };
            erosion.first = degree(self.first);
            erosion.second = degree(self.second);
        }
        erosion.is_greased = dice.one_in(1000);
        erosion
    }

    /// One that is drawn, as [`Erosion::code`].
    pub(super) fn drawn(self, dice: &mut (impl Dice + ?Sized)) -> usize {
        self.draw(dice).code()
    }

    /// All that there are, with the chances.
    pub(super) fn chances(self) -> Vec<(usize, f64)> {
        let chances = dice::chances(|dice| self.draw(dice));
        chances.into_iter().map(|(erosion, chance)| (erosion.code(), chance)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(class: u8, material: i64, property: i64) -> ObjectKind {
        ObjectKind { class, material: material.into(), property: property.into(), ..ObjectKind::default() }
    }

    #[test]
    fn what_can_happen_to_a_material() {
        for (kind, first, second) in [
            (kind(WEAPON, IRON, 0), true, true),
            (kind(WEAPON, WOOD, 0), true, true),
            (kind(WEAPON, COPPER, 0), false, true),
            (kind(ARMOR, GLASS, 0), true, false),
            (kind(WEAPON, GLASS, 0), false, false),
            (kind(ARMOR, DRAGON_HIDE, 0), false, true),
            (kind(ARMOR, WOOD, FIRE_RESISTANCE), false, true),
            (kind(ARMOR, 17, 0), false, false),
        ] {
            assert_eq!(Eroding::of(&kind), Eroding { first, second }, "{kind:?}");
        }
    }

    /// By hand: 99 of 100 are not proof, and of these one in 80 is eroded by one degree or more.
    #[test]
    fn iron_rusts_and_corrodes_each_by_itself() {
        let chances = Eroding { first: true, second: true }.chances();
        assert!((chances.iter().map(|one| one.1).sum::<f64>() - 1.0).abs() < 1e-15);
        let of =
            |name: &str| chances.iter().find(|one| Erosion::of_code(one.0).name() == name).map_or(0.0, |one| one.1);
        let (none, one) = (79.0 / 80.0, 1.0 / 80.0);
        for (name, expected) in [
            ("0/0", 0.99 * none * none * 0.999),
            ("0/0/proof", 0.01 * 0.999),
            ("0/0/proof/greased", 0.01 * 0.001),
            ("1/0", 0.99 * one * 8.0 / 9.0 * none * 0.999),
            ("0/3", 0.99 * none * one / 81.0 * 0.999),
            ("2/1/greased", 0.99 * (one * 8.0 / 81.0) * (one * 8.0 / 9.0) * 0.001),
        ] {
            assert!((of(name) - expected).abs() < 1e-15, "{name}: {} {expected}", of(name));
        }
        assert_eq!(Eroding { first: false, second: false }.chances(), [(0, 1.0)]);
    }

    #[test]
    fn codes_are_read_back() {
        for code in 0..64 {
            assert_eq!(Erosion::of_code(code).code(), code);
        }
    }
}
