//! How rusty, burnt, rotten or corroded an object is as it is made (mkobj.c, `mkobj_erosions`). Before 3.7 none was.

use affixboard_model::engine::dice::{self, Dice};

use super::{
    super::program::Program,
    classes::{ARMOR, TOOL, WEAPON},
    model::ObjectKind,
};

/// `FIRE_RES`: the property of what doesn't burn.
const FIRE_RESISTANCE: i64 = 1;

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
    /// Anything can happen to it.
    can_be: bool,
    /// It can burn, rust or crack.
    first: bool,
    /// It can rot or corrode.
    second: bool,
}

impl Eroding {
    /// Whether erosion is told of a kind.
    pub(super) fn is_told(kind: &ObjectKind, program: Program) -> bool {
        program != Program::NetHack36
            && match kind.class {
                WEAPON | ARMOR => true,
                TOOL => kind.skill.value != 0,
                _ => false,
            }
    }

    /// What can happen to one of a kind and material. `is_fiery`: it has the property of fire.
    pub(super) fn of(kind: &ObjectKind, material: &str, is_fiery: bool, program: Program) -> Eroding {
        let is_evil = program == Program::EvilHack;
        let is_body_part =
            matches!(kind.name.as_str(), "worm tooth" | "unicorn horn") || is_evil && kind.name == "crysknife";
        let is_organic =
            matches!(material, "wax" | "veggy" | "flesh" | "paper" | "cloth" | "spider silk" | "leather" | "wood");
        let is_bone = material == "bone" && program != Program::NetHack37;
        let burns =
            (is_organic || is_bone || material == "plastic") && kind.property.value != FIRE_RESISTANCE && !is_fiery;
        let cracks = material == "glass"
            && match program {
                Program::NetHack36 | Program::EvilHack => false,
                Program::NetHack37 => kind.class == ARMOR,
                Program::XNetHack => matches!(kind.class, WEAPON | ARMOR),
            };
        let rots = is_organic && !(is_evil && material == "spider silk") || material == "dragon hide" && !is_evil;
        let corrodes = match material {
            "copper" | "iron" => true,
            "silver" => program == Program::XNetHack,
            "bronze" => is_evil,
            _ => false,
        };
        let first = burns || material == "iron" || cracks;
        let second = rots || corrodes;
        // EvilHack's glass is proof or greased, though nothing happens to it here.
        let can_be = first || second || is_evil && material == "glass";
        Eroding { can_be: can_be && !is_body_part, first, second }
    }

    fn draw(self, dice: &mut (impl Dice + ?Sized)) -> Erosion {
        let mut erosion = Erosion::default();
        if !self.can_be {
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

    fn kind(class: u8, property: i64) -> ObjectKind {
        ObjectKind { class, property: property.into(), ..ObjectKind::default() }
    }

    #[test]
    fn what_can_happen_to_a_material() {
        use Program::{EvilHack, NetHack37, XNetHack};
        for (program, class, material, property, expected) in [
            (NetHack37, WEAPON, "iron", 0, [true, true, true]),
            (NetHack37, WEAPON, "wood", 0, [true, true, true]),
            (NetHack37, WEAPON, "copper", 0, [true, false, true]),
            (NetHack37, WEAPON, "silver", 0, [false, false, false]),
            (NetHack37, WEAPON, "bone", 0, [false, false, false]),
            (NetHack37, ARMOR, "glass", 0, [true, true, false]),
            (NetHack37, WEAPON, "glass", 0, [false, false, false]),
            (NetHack37, ARMOR, "dragon hide", 0, [true, false, true]),
            (NetHack37, ARMOR, "wood", FIRE_RESISTANCE, [true, false, true]),
            (NetHack37, ARMOR, "mithril", 0, [false, false, false]),
            (XNetHack, WEAPON, "silver", 0, [true, false, true]),
            (XNetHack, WEAPON, "bone", 0, [true, true, false]),
            (XNetHack, WEAPON, "glass", 0, [true, true, false]),
            (EvilHack, ARMOR, "spider silk", 0, [true, true, false]),
            (EvilHack, ARMOR, "dragon hide", 0, [false, false, false]),
            (EvilHack, WEAPON, "bronze", 0, [true, false, true]),
            (EvilHack, WEAPON, "glass", 0, [true, false, false]),
        ] {
            let [can_be, first, second] = expected;
            let found = Eroding::of(&kind(class, property), material, false, program);
            assert_eq!(found, Eroding { can_be, first, second }, "{program:?} {class} {material} {property}");
        }
        let found = Eroding::of(&kind(WEAPON, 0), "wood", true, EvilHack);
        assert_eq!(found, Eroding { can_be: true, first: false, second: true });
    }

    /// By hand: 99 of 100 are not proof, and of these one in 80 is eroded by one degree or more.
    #[test]
    fn iron_rusts_and_corrodes_each_by_itself() {
        let chances = Eroding { can_be: true, first: true, second: true }.chances();
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
        assert_eq!(Eroding { can_be: false, first: false, second: false }.chances(), [(0, 1.0)]);
    }

    #[test]
    fn codes_are_read_back() {
        for code in 0..64 {
            assert_eq!(Erosion::of_code(code).code(), code);
        }
    }
}
