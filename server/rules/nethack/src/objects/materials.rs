//! What objects are made of where that is drawn (mkobj.c, `init_obj_material` of xNetHack and `EvilHack`).

use std::collections::BTreeMap;

use affixboard_model::engine::dice::Dice;

use super::{
    super::{program::Program, words},
    classes::{AMULET, ARMOR, TOOL, WEAPON},
    model::ObjectKind,
};

/// Parts of a whole, and the material of each; the empty one is the kind's own.
type Parts = &'static [(u32, &'static str)];

/// What objects of a kind are made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Materials {
    /// Parts of [`Self::whole`], by [`words::material_code`], those above 0.
    pub(super) parts: Vec<(u32, u8)>,
    /// The sum of all parts.
    pub(super) whole: u32,
    /// The kind's own.
    pub(super) own: u8,
}

impl Materials {
    /// Those of a kind, in hell or elsewhere.
    ///
    /// `names`: the materials that the tree's headers have; `digging`: the skill of what digs.
    pub(super) fn of(
        kind: &ObjectKind,
        program: Program,
        names: &BTreeMap<i64, &'static str>,
        digging: Option<i64>,
        is_in_hell: bool,
    ) -> Materials {
        let own = names.get(&kind.material.value).copied().unwrap_or_default();
        let code = |name: &str| words::material_code(name);
        let Some(list) = list(kind, program, own) else {
            return Materials { parts: vec![(1, code(own))], whole: 1, own: code(own) };
        };
        let is_elven = program == Program::XNetHack && kind.symbol().starts_with("ELVEN_");
        let is_dug_with = matches!(kind.class, WEAPON | TOOL) && Some(kind.skill.value) == digging
            || program == Program::XNetHack && kind.symbol() == "GRAPPLING_HOOK";
        let stays = |name: &str| {
            name.is_empty()
                || !names.values().any(|known| *known == name)
                || is_dug_with && matches!(name, "plastic" | "glass")
                || matches!(kind.class, WEAPON | ARMOR) && name == "paper"
                || is_elven && name == "iron"
                || program == Program::XNetHack && is_in_hell && name == "silver"
        };
        let mut parts: BTreeMap<u8, u32> = BTreeMap::new();
        for (part, name) in list {
            *parts.entry(code(if stays(name) { own } else { name })).or_default() += part;
        }
        let whole = parts.values().sum();
        Materials { parts: parts.into_iter().map(|(code, part)| (part, code)).collect(), whole, own: code(own) }
    }

    /// The chance of each.
    pub(super) fn chances(&self) -> impl Iterator<Item = (u8, f64)> {
        self.parts.iter().map(|(part, code)| (*code, f64::from(*part) / f64::from(self.whole)))
    }

    /// One that is drawn.
    pub(super) fn draw(&self, dice: &mut (impl Dice + ?Sized)) -> u8 {
        let mut left = if self.whole > 1 { dice.below(self.whole) } else { 0 };
        for (part, code) in &self.parts {
            if left < *part {
                return *code;
            }
            left -= part;
        }
        self.own
    }
}

fn list(kind: &ObjectKind, program: Program, own: &str) -> Option<Parts> {
    let symbol = kind.symbol();
    match program {
        Program::NetHack36 | Program::NetHack37 => None,
        Program::XNetHack => xnethack::list(kind, &symbol, own),
        Program::EvilHack => evilhack::list(kind, &symbol, own),
    }
}

/// Whether something was made by orcs, by its name.
fn is_orcish(symbol: &str) -> bool {
    symbol.starts_with("ORCISH_") || symbol == "URUK_HAI_SHIELD"
}

mod xnethack {
    use super::{AMULET, ARMOR, ObjectKind, Parts, TOOL, WEAPON, is_orcish};

    const METAL: Parts = &[
        (75, ""),
        (6, "iron"),
        (6, "wood"),
        (5, "copper"),
        (2, "silver"),
        (1, "mithril"),
        (1, "gold"),
        (1, "bone"),
        (1, "glass"),
        (1, "platinum"),
        (1, "plastic"),
    ];
    const WOOD: Parts = &[(80, "wood"), (10, "mineral"), (5, "iron"), (3, "bone"), (1, "copper"), (1, "silver")];
    const CLOTH: Parts = &[(80, "cloth"), (10, "leather"), (7, "plastic"), (3, "paper")];
    const LEATHER: Parts = &[(76, "leather"), (17, "cloth"), (7, "plastic")];
    const DWARVISH: Parts =
        &[(85, "iron"), (10, "mithril"), (2, "copper"), (1, "silver"), (1, "gold"), (1, "platinum")];
    const ORCISH: Parts = &[(60, ""), (20, "iron"), (8, "bone"), (7, "wood"), (5, "mineral")];
    const ELVEN: Parts = &[(60, ""), (20, "wood"), (10, "copper"), (5, "mithril"), (3, "silver"), (2, "gold")];
    const SHINY: Parts = &[
        (30, "silver"),
        (22, "copper"),
        (12, "gold"),
        (12, "iron"),
        (10, "glass"),
        (7, "mithril"),
        (5, "metal"),
        (2, "platinum"),
    ];
    const RESONANT: Parts =
        &[(55, ""), (25, "copper"), (6, "silver"), (5, "iron"), (5, "mithril"), (3, "gold"), (1, "platinum")];
    const HORN: Parts = &[(70, "bone"), (10, "copper"), (8, "mithril"), (5, "wood"), (5, "silver"), (2, "gold")];
    const STATUE: Parts = &[(95, "mineral"), (4, "copper"), (1, "gold")];
    const FIGURINE: Parts = &[
        (40, "mineral"),
        (30, "wood"),
        (10, "bone"),
        (5, "plastic"),
        (5, "glass"),
        (5, "metal"),
        (4, "copper"),
        (1, "gold"),
    ];
    const ELVEN_HELM: Parts = &[(70, "leather"), (20, "copper"), (10, "wood")];
    const BOW: Parts = &[
        (75, "wood"),
        (7, "iron"),
        (5, "mithril"),
        (4, "copper"),
        (4, "bone"),
        (2, "silver"),
        (2, "plastic"),
        (1, "gold"),
    ];

    #[cfg(test)]
    pub(super) const ALL: [Parts; 14] = [
        METAL, WOOD, CLOTH, LEATHER, DWARVISH, ORCISH, ELVEN, SHINY, RESONANT, HORN, STATUE, FIGURINE, ELVEN_HELM, BOW,
    ];

    /// The list that a kind is drawn from (`material_list`).
    pub(super) fn list(kind: &ObjectKind, symbol: &str, own: &str) -> Option<Parts> {
        match symbol {
            "BULLWHIP"
            | "WORM_TOOTH"
            | "CRYSKNIFE"
            | "ELVEN_BOOTS"
            | "LEATHER_DRUM"
            | "DRUM_OF_EARTHQUAKE"
            | "LAND_MINE"
            | "TOWEL"
            | "MUMMY_WRAPPING"
            | "AMULET_OF_YENDOR"
            | "CHEAP_PLASTIC_IMITATION_OF_THE_AMULET_OF_YENDOR" => None,
            "SHIELD_OF_REFLECTION" => Some(SHINY),
            "BOW" | "ORCISH_BOW" | "YUMI" | "BOOMERANG" => Some(BOW),
            "ELVEN_HELM" => Some(ELVEN_HELM),
            "BELL" | "BUGLE" | "LANTERN" | "OIL_LAMP" | "MAGIC_LAMP" | "PEA_WHISTLE" | "MAGIC_WHISTLE"
            | "MUNDANE_FLUTE" | "MAGIC_FLUTE" | "MUNDANE_HARP" | "MAGIC_HARP" => Some(RESONANT),
            "TOOLED_HORN" | "FIRE_HORN" | "FROST_HORN" | "HORN_OF_PLENTY" => Some(HORN),
            "STATUE" => Some(STATUE),
            "FIGURINE" => Some(FIGURINE),
            _ if own != "cloth" && symbol.starts_with("ELVEN_") => Some(ELVEN),
            // Its list of what dwarves make has no boots.
            "DWARVISH_BOOTS" => Some(METAL),
            _ if own != "cloth" && symbol.starts_with("DWARVISH_") => Some(DWARVISH),
            _ if own != "cloth" && is_orcish(symbol) => Some(ORCISH),
            _ if kind.class == AMULET => Some(SHINY),
            _ if !matches!(kind.class, WEAPON | ARMOR | TOOL) => None,
            _ => match own {
                "iron" | "metal" => Some(METAL),
                "wood" => Some(WOOD),
                "cloth" => Some(CLOTH),
                "leather" => Some(LEATHER),
                _ => None,
            },
        }
    }
}

mod evilhack {
    use super::{AMULET, ARMOR, ObjectKind, Parts, TOOL, WEAPON, is_orcish};

    const METAL: Parts = &[
        (600, ""),
        (50, "iron"),
        (50, "steel"),
        (50, "bronze"),
        (50, "bone"),
        (50, "wood"),
        (40, "silver"),
        (40, "copper"),
        (30, "mithril"),
        (10, "gold"),
        (10, "glass"),
        (10, "mineral"),
        (10, "platinum"),
    ];
    const WOOD: Parts = &[
        (800, "wood"),
        (80, "mineral"),
        (30, "iron"),
        (20, "steel"),
        (20, "mithril"),
        (20, "bone"),
        (10, "bronze"),
        (10, "copper"),
        (10, "silver"),
    ];
    const CLOTH: Parts = &[(800, "cloth"), (190, "leather"), (9, "dragon hide"), (1, "spider silk")];
    const LEATHER: Parts = &[(860, "leather"), (130, "cloth"), (9, "dragon hide"), (1, "spider silk")];
    const DWARVISH: Parts = &[
        (600, "iron"),
        (200, "steel"),
        (150, "mithril"),
        (30, "silver"),
        (10, "gold"),
        (8, "platinum"),
        (2, "adamantine"),
    ];
    const DWARVISH_WEAPON: Parts =
        &[(500, "iron"), (250, "steel"), (200, "mithril"), (48, "gemstone"), (2, "adamantine")];
    const ELVEN: Parts = &[(600, ""), (200, "wood"), (100, "copper"), (50, "mithril"), (30, "silver"), (20, "gold")];
    const ELVEN_WEAPON: Parts = &[(500, "wood"), (250, "copper"), (200, "mithril"), (50, "silver")];
    const ELVEN_HELM_BOOTS: Parts = &[(900, "leather"), (90, "cloth"), (10, "dragon hide")];
    const ORCISH: Parts = &[(600, "iron"), (200, "bone"), (100, "bronze"), (100, "mineral")];
    const SHINY: Parts = &[
        (500, ""),
        (200, "silver"),
        (150, "gold"),
        (40, "copper"),
        (30, "mithril"),
        (30, "steel"),
        (30, "bronze"),
        (10, "platinum"),
        (10, "adamantine"),
    ];
    const RESONANT: Parts = &[
        (550, ""),
        (100, "copper"),
        (100, "bronze"),
        (60, "silver"),
        (50, "iron"),
        (50, "steel"),
        (50, "mithril"),
        (30, "gold"),
        (10, "platinum"),
    ];
    const HORN: Parts =
        &[(600, "bone"), (100, "copper"), (100, "bronze"), (80, "mithril"), (50, "wood"), (50, "silver"), (20, "gold")];
    const FLUTE: Parts =
        &[(600, "wood"), (100, "bone"), (100, "bronze"), (80, "mithril"), (50, "copper"), (50, "silver"), (20, "gold")];
    const BAG: Parts = &[(930, "cloth"), (60, "leather"), (10, "dragon hide")];
    const BOW: Parts = &[
        (750, "wood"),
        (70, "iron"),
        (70, "bone"),
        (40, "mithril"),
        (20, "copper"),
        (20, "bronze"),
        (20, "silver"),
        (10, "gold"),
    ];
    const ROD: Parts = &[(900, "gemstone"), (40, "gold"), (30, "silver"), (30, "platinum")];
    const BULLET: Parts = &[
        (600, "iron"),
        (150, "steel"),
        (100, "mithril"),
        (50, "silver"),
        (40, "copper"),
        (40, "bronze"),
        (10, "gold"),
        (10, "platinum"),
    ];
    const BRACERS: Parts = &[
        (500, "leather"),
        (160, "iron"),
        (100, "bone"),
        (50, "mineral"),
        (40, "steel"),
        (40, "wood"),
        (20, "mithril"),
        (20, "silver"),
        (20, "copper"),
        (20, "bronze"),
        (20, "gold"),
        (10, "dragon hide"),
    ];
    const BARDING: Parts = &[
        (400, ""),
        (125, "leather"),
        (100, "iron"),
        (65, "steel"),
        (50, "bronze"),
        (50, "bone"),
        (50, "wood"),
        (40, "silver"),
        (40, "copper"),
        (20, "gold"),
        (20, "platinum"),
        (15, "mithril"),
        (15, "adamantine"),
        (10, "dragon hide"),
    ];

    #[cfg(test)]
    pub(super) const ALL: [Parts; 19] = [
        METAL,
        WOOD,
        CLOTH,
        LEATHER,
        DWARVISH,
        DWARVISH_WEAPON,
        ELVEN,
        ELVEN_WEAPON,
        ELVEN_HELM_BOOTS,
        ORCISH,
        SHINY,
        RESONANT,
        HORN,
        FLUTE,
        BAG,
        BOW,
        ROD,
        BULLET,
        BRACERS,
    ];
    #[cfg(test)]
    pub(super) const OF_HORSES: Parts = BARDING;

    /// What is always of its own material (`material_list`). Of traps only those that can be laid are; none comes at random.
    const NEVER: [&str; 38] = [
        "BULLWHIP",
        "WORM_TOOTH",
        "CRYSKNIFE",
        "STAFF_OF_DIVINATION",
        "STAFF_OF_HEALING",
        "STAFF_OF_HOLINESS",
        "STAFF_OF_MATTER",
        "STAFF_OF_ESCAPE",
        "STAFF_OF_WAR",
        "STAFF_OF_EVOCATION",
        "ASHWOOD_STAFF",
        "GRAPPLING_HOOK",
        "IRON_SAFE",
        "CRYSTAL_CHEST",
        "HIDDEN_CHEST",
        "MAGIC_KEY",
        "LEATHER_DRUM",
        "DRUM_OF_EARTHQUAKE",
        "LAND_MINE",
        "BEARTRAP",
        "TOWEL",
        "BLINDFOLD",
        "LEASH",
        "SADDLE",
        "TRAP_KIT",
        "TINNING_KIT",
        "MUMMY_WRAPPING",
        "OILSKIN_SACK",
        "BAG_OF_TREASURE",
        "BAG_OF_DEVOURING",
        "OILSKIN_CLOAK",
        "RUNED_BRACERS",
        "BLACKSMITH_HAMMER",
        "AMULET_OF_YENDOR",
        "CHEAP_PLASTIC_IMITATION_OF_THE_AMULET_OF_YENDOR",
        "SLEEPING_GAS_TRAP",
        "MAGIC_TRAP",
        "POLYMORPH_TRAP",
    ];

    /// The list that a kind is drawn from (`material_list`).
    pub(super) fn list(kind: &ObjectKind, symbol: &str, own: &str) -> Option<Parts> {
        match symbol {
            _ if NEVER.contains(&symbol) => None,
            // Drow gear is of its own material.
            _ if symbol.starts_with("DARK_ELVEN_") => None,
            "SHIELD_OF_REFLECTION" | "BARDING_OF_REFLECTION" | "SHIELD_OF_LIGHT" | "SHIELD_OF_MOBILITY" => Some(SHINY),
            "BOW" | "YUMI" | "BOOMERANG" => Some(BOW),
            "ELVEN_HELM" | "ELVEN_BOOTS" => Some(ELVEN_HELM_BOOTS),
            "DWARVISH_SPEAR" | "DWARVISH_SHORT_SWORD" | "DWARVISH_MATTOCK" | "DWARVISH_BEARDED_AXE" => {
                Some(DWARVISH_WEAPON)
            }
            "ELVEN_SPEAR" | "ELVEN_DAGGER" | "ELVEN_SHORT_SWORD" | "ELVEN_BROADSWORD" | "ELVEN_LONG_SWORD" => {
                Some(ELVEN_WEAPON)
            }
            "CHEST" | "LARGE_BOX" => Some(WOOD),
            "LOCK_PICK" | "TIN_OPENER" | "STETHOSCOPE" => Some(METAL),
            "BELL" | "BUGLE" | "LANTERN" | "OIL_LAMP" | "MAGIC_LAMP" | "PEA_WHISTLE" | "MAGIC_WHISTLE" | "HARP"
            | "MAGIC_HARP" => Some(RESONANT),
            "SKELETON_KEY" | "TOOLED_HORN" | "FIRE_HORN" | "FROST_HORN" | "HORN_OF_PLENTY" => Some(HORN),
            "FLUTE" | "PAN_FLUTE" | "MAGIC_FLUTE" => Some(FLUTE),
            "SACK" | "BAG_OF_HOLDING" | "BAG_OF_TRICKS" => Some(BAG),
            "ROD" => Some(ROD),
            "SLING_BULLET" => Some(BULLET),
            "BRACERS" => Some(BRACERS),
            "BARDING" | "SPIKED_BARDING" => Some(BARDING),
            _ if own != "cloth" && symbol.starts_with("ELVEN_") => Some(ELVEN),
            _ if own != "cloth" && symbol.starts_with("DWARVISH_") => Some(DWARVISH),
            _ if own != "cloth" && is_orcish(symbol) => Some(ORCISH),
            _ if kind.class == AMULET => Some(SHINY),
            _ if !matches!(kind.class, WEAPON | ARMOR | TOOL) => None,
            _ => match own {
                "iron" | "steel" => Some(METAL),
                "wood" => Some(WOOD),
                "cloth" => Some(CLOTH),
                "leather" => Some(LEATHER),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_of_a_hundred_and_of_a_thousand() {
        for (lists, whole) in
            [(&xnethack::ALL[..], 100), (&evilhack::ALL[..], 1000), (&[evilhack::OF_HORSES][..], 1000)]
        {
            for list in lists {
                assert_eq!(list.iter().map(|part| part.0).sum::<u32>(), whole, "{list:?}");
                let codes = list.iter().filter(|part| !part.1.is_empty()).map(|part| words::material_code(part.1));
                assert!(codes.into_iter().all(|code| code > 0), "{list:?}");
            }
        }
    }

    #[test]
    fn what_makes_no_sense_stays_as_it_is() {
        let names = words::materials(&BTreeMap::new());
        let kind = |class: u8, name: &str, material: i64, skill: i64| ObjectKind {
            class,
            name: name.to_owned(),
            material: material.into(),
            skill: skill.into(),
            ..ObjectKind::default()
        };
        let part = |kind: &ObjectKind, is_in_hell: bool, name: &str| {
            let materials = Materials::of(kind, Program::XNetHack, &names, Some(4), is_in_hell);
            let code = words::material_code(name);
            materials.parts.iter().find(|part| part.1 == code).map_or(0, |part| part.0)
        };
        let sword = kind(WEAPON, "long sword", 11, 8);
        assert_eq!(
            (part(&sword, false, "iron"), part(&sword, false, "silver"), part(&sword, false, "glass")),
            (81, 2, 1)
        );
        assert_eq!((part(&sword, true, "iron"), part(&sword, true, "silver")), (83, 0));
        let pick = kind(TOOL, "pick-axe", 11, 4);
        assert_eq!(
            (part(&pick, false, "iron"), part(&pick, false, "glass"), part(&pick, false, "plastic")),
            (83, 0, 0)
        );
        let cloak = kind(ARMOR, "cloak of protection", 6, 5);
        assert_eq!((part(&cloak, false, "cloth"), part(&cloak, false, "paper")), (83, 0));
        let potion = kind(8, "water", 19, 0);
        assert_eq!(part(&potion, false, "glass"), 1);
    }
}
