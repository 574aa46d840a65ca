//! Names of the numbers in the tables: classes, materials, flags.

use std::collections::BTreeMap;

use super::program::Program;

/// Object classes by number: the symbol and the plural (drawing.c, `def_oc_syms`).
pub(super) const OBJECT_CLASSES: [(char, &str); 18] = [
    (' ', "any"),
    (']', "strange objects"),
    (')', "weapons"),
    ('[', "armor"),
    ('=', "rings"),
    ('"', "amulets"),
    ('(', "tools"),
    ('%', "food"),
    ('!', "potions"),
    ('?', "scrolls"),
    ('+', "spellbooks"),
    ('/', "wands"),
    ('$', "coins"),
    ('*', "gems and stones"),
    ('`', "boulders and statues"),
    ('0', "iron balls"),
    ('_', "chains"),
    ('.', "venoms"),
];

/// Monster classes by number: the symbol and the plural (drawing.c, `def_monsyms`).
pub(super) const MONSTER_CLASSES: [(char, &str); 61] = [
    (' ', "none"),
    ('a', "ants and other insects"),
    ('b', "blobs"),
    ('c', "cockatrices"),
    ('d', "dogs"),
    ('e', "eyes and spheres"),
    ('f', "cats"),
    ('g', "gnomes' kin and gremlins"),
    ('h', "dwarves and other humanoids"),
    ('i', "imps and minor demons"),
    ('j', "jellies"),
    ('k', "kobolds"),
    ('l', "leprechauns"),
    ('m', "mimics"),
    ('n', "nymphs"),
    ('o', "orcs"),
    ('p', "piercers"),
    ('q', "quadrupeds"),
    ('r', "rodents"),
    ('s', "spiders and centipedes"),
    ('t', "trappers and lurkers"),
    ('u', "unicorns and horses"),
    ('v', "vortices"),
    ('w', "worms"),
    ('x', "xan and grid bugs"),
    ('y', "lights"),
    ('z', "zruties"),
    ('A', "angelic beings"),
    ('B', "bats and birds"),
    ('C', "centaurs"),
    ('D', "dragons"),
    ('E', "elementals and stalkers"),
    ('F', "fungi"),
    ('G', "gnomes"),
    ('H', "giants"),
    ('I', "unseen"),
    ('J', "jabberwocks"),
    ('K', "Keystone Kops"),
    ('L', "liches"),
    ('M', "mummies"),
    ('N', "nagas"),
    ('O', "ogres"),
    ('P', "puddings"),
    ('Q', "quantum mechanics"),
    ('R', "rust monsters and disenchanters"),
    ('S', "snakes"),
    ('T', "trolls"),
    ('U', "umber hulks"),
    ('V', "vampires"),
    ('W', "wraiths"),
    ('X', "xorns"),
    ('Y', "apelike creatures"),
    ('Z', "zombies"),
    ('@', "humans and elves"),
    (' ', "ghosts"),
    ('\'', "golems"),
    ('&', "major demons"),
    (';', "sea monsters"),
    (':', "lizards"),
    ('~', "long worm tails"),
    (']', "mimics of the unknown"),
];

/// `EvilHack`'s classes from the first number on that others have for something else (monsym.h).
const EVILHACK_CLASSES: [(char, &str); 5] =
    [('#', "ents"), ('{', "plants"), ('8', "orbs"), ('~', "long worm tails"), (']', "mimics of the unknown")];
const FIRST_OF_EVILHACK: u8 = 59;

/// The symbol and the plural of a class of monsters; `None` where the program has none of that number.
pub(super) fn monster_class(program: Program, class: u8) -> Option<(char, &'static str)> {
    let own = class.checked_sub(FIRST_OF_EVILHACK).filter(|_| program == Program::EvilHack);
    match own {
        Some(at) => EVILHACK_CLASSES.get(usize::from(at)).copied(),
        None => MONSTER_CLASSES.get(usize::from(class)).copied(),
    }
}

/// The title of a class of monsters.
pub(super) fn monster_class_title(program: Program, class: u8) -> String {
    title(monster_class(program, class), class)
}

/// The title of a class of objects: its symbol and its plural.
pub(super) fn class_title(class: u8) -> String {
    title(OBJECT_CLASSES.get(usize::from(class)).copied(), class)
}

fn title(words: Option<(char, &str)>, class: u8) -> String {
    match words {
        Some((' ', plural)) => plural.to_owned(),
        Some((symbol, plural)) => format!("{symbol} {plural}"),
        None => format!("class {class}"),
    }
}

/// Materials by number (objclass.h).
pub(super) const MATERIALS: [&str; 22] = [
    "",
    "liquid",
    "wax",
    "veggy",
    "flesh",
    "paper",
    "cloth",
    "leather",
    "wood",
    "bone",
    "dragon hide",
    "iron",
    "metal",
    "copper",
    "silver",
    "gold",
    "platinum",
    "mithril",
    "plastic",
    "glass",
    "gemstone",
    "mineral",
];

/// Constants of materials that programs have besides (xNetHack, `EvilHack`).
const OTHER_MATERIALS: [&str; 4] = ["spider silk", "steel", "bronze", "adamantine"];

/// Materials by number as a table's headers have them; those of 3.6 where they are no enumeration there.
pub(super) fn materials(constants: &BTreeMap<String, i64>) -> BTreeMap<i64, &'static str> {
    let constant = |name: &str| constants.get(&name.to_uppercase().replace(' ', "_")).copied();
    let usual = || MATERIALS.iter().enumerate().skip(1);
    if constant(MATERIALS[1]).is_none() {
        return usual().map(|(at, name)| (at as i64, *name)).collect();
    }
    let all = usual().map(|(_, name)| *name).chain(OTHER_MATERIALS);
    all.filter_map(|name| Some((constant(name)?, name))).collect()
}

/// The number of a material here, whatever it is in a tree; 0 of what is none.
pub(super) fn material_code(name: &str) -> u8 {
    MATERIALS.iter().chain(&OTHER_MATERIALS).position(|other| *other == name).unwrap_or(0) as u8
}

/// The material of a [`material_code`].
pub(super) fn material_name(code: u8) -> &'static str {
    MATERIALS.iter().chain(&OTHER_MATERIALS).nth(usize::from(code)).copied().unwrap_or_default()
}

/// How a monster is made (`G_` flags, monflag.h).
pub(super) const GENERATION: [(i64, &str); 8] = [
    (0x1000, "UNIQ"),
    (0x0800, "NOHELL"),
    (0x0400, "HELL"),
    (0x0200, "NOGEN"),
    (0x0080, "SGROUP"),
    (0x0040, "LGROUP"),
    (0x0020, "GENO"),
    (0x0010, "NOCORPSE"),
];

/// Resistances (`MR_` flags), as far as monsters of the table have them.
pub(super) const RESISTANCES: [(i64, &str); 8] = [
    (0x01, "FIRE"),
    (0x02, "COLD"),
    (0x04, "SLEEP"),
    (0x08, "DISINT"),
    (0x10, "ELEC"),
    (0x20, "POISON"),
    (0x40, "ACID"),
    (0x80, "STONE"),
];

/// `M1_`, `M2_` and `M3_` flags; each bit once.
pub(super) const MONSTER_FLAGS: [&[(i64, &str)]; 3] = [
    &[
        (0x1, "FLY"),
        (0x2, "SWIM"),
        (0x4, "AMORPHOUS"),
        (0x8, "WALLWALK"),
        (0x10, "CLING"),
        (0x20, "TUNNEL"),
        (0x40, "NEEDPICK"),
        (0x80, "CONCEAL"),
        (0x100, "HIDE"),
        (0x200, "AMPHIBIOUS"),
        (0x400, "BREATHLESS"),
        (0x800, "NOTAKE"),
        (0x1000, "NOEYES"),
        (0x2000, "NOHANDS"),
        (0x4000, "NOLIMBS"),
        (0x8000, "NOHEAD"),
        (0x1_0000, "MINDLESS"),
        (0x2_0000, "HUMANOID"),
        (0x4_0000, "ANIMAL"),
        (0x8_0000, "SLITHY"),
        (0x10_0000, "UNSOLID"),
        (0x20_0000, "THICK_HIDE"),
        (0x40_0000, "OVIPAROUS"),
        (0x80_0000, "REGEN"),
        (0x100_0000, "SEE_INVIS"),
        (0x200_0000, "TPORT"),
        (0x400_0000, "TPORT_CNTRL"),
        (0x800_0000, "ACID"),
        (0x1000_0000, "POIS"),
        (0x2000_0000, "CARNIVORE"),
        (0x4000_0000, "HERBIVORE"),
        (0x8000_0000, "METALLIVORE"),
    ],
    &[
        (0x1, "NOPOLY"),
        (0x2, "UNDEAD"),
        (0x4, "WERE"),
        (0x8, "HUMAN"),
        (0x10, "ELF"),
        (0x20, "DWARF"),
        (0x40, "GNOME"),
        (0x80, "ORC"),
        (0x100, "DEMON"),
        (0x200, "MERC"),
        (0x400, "LORD"),
        (0x800, "PRINCE"),
        (0x1000, "MINION"),
        (0x2000, "GIANT"),
        (0x4000, "SHAPESHIFTER"),
        (0x1_0000, "MALE"),
        (0x2_0000, "FEMALE"),
        (0x4_0000, "NEUTER"),
        (0x8_0000, "PNAME"),
        (0x10_0000, "HOSTILE"),
        (0x20_0000, "PEACEFUL"),
        (0x40_0000, "DOMESTIC"),
        (0x80_0000, "WANDER"),
        (0x100_0000, "STALK"),
        (0x200_0000, "NASTY"),
        (0x400_0000, "STRONG"),
        (0x800_0000, "ROCKTHROW"),
        (0x1000_0000, "GREEDY"),
        (0x2000_0000, "JEWELS"),
        (0x4000_0000, "COLLECT"),
        (0x8000_0000, "MAGIC"),
    ],
    &[
        (0x1, "WANTSAMUL"),
        (0x2, "WANTSBELL"),
        (0x4, "WANTSBOOK"),
        (0x8, "WANTSCAND"),
        (0x10, "WANTSARTI"),
        (0x40, "WAITFORU"),
        (0x80, "CLOSE"),
        (0x100, "INFRAVISION"),
        (0x200, "INFRAVISIBLE"),
        (0x400, "DISPLACES"),
    ],
];

/// How monsters attack (`AT_`, monattk.h).
const ATTACKS: [(i64, &str); 17] = [
    (0, "passive"),
    (1, "claw"),
    (2, "bite"),
    (3, "kick"),
    (4, "butt"),
    (5, "touch"),
    (6, "sting"),
    (7, "hug"),
    (10, "spit"),
    (11, "engulf"),
    (12, "breath"),
    (13, "explode"),
    (14, "explode when killed"),
    (15, "gaze"),
    (16, "tentacles"),
    (254, "weapon"),
    (255, "spell"),
];

/// What attacks do (`AD_`, monattk.h).
const DAMAGES: [(i64, &str); 50] = [
    (0, "physical"),
    (1, "magic missile"),
    (2, "fire"),
    (3, "cold"),
    (4, "sleep"),
    (5, "disintegration"),
    (6, "shock"),
    (7, "poison"),
    (8, "acid"),
    (9, "special 1"),
    (10, "special 2"),
    (11, "blind"),
    (12, "stun"),
    (13, "slow"),
    (14, "paralyse"),
    (15, "drain life"),
    (16, "drain energy"),
    (17, "hurt legs"),
    (18, "petrify"),
    (19, "stick"),
    (20, "steal gold"),
    (21, "steal item"),
    (22, "seduce"),
    (23, "teleport"),
    (24, "rust"),
    (25, "confuse"),
    (26, "digest"),
    (27, "heal"),
    (28, "wrap"),
    (29, "lycanthropy"),
    (30, "drain dexterity"),
    (31, "drain constitution"),
    (32, "drain intelligence"),
    (33, "disease"),
    (34, "decay"),
    (35, "seduction"),
    (36, "hallucination"),
    (37, "death"),
    (38, "pestilence"),
    (39, "famine"),
    (40, "slime"),
    (41, "disenchant"),
    (42, "corrode"),
    (240, "clerical spell"),
    (241, "mage spell"),
    (242, "any breath"),
    (252, "steal the Amulet"),
    (253, "curse"),
    (43, "polymorph"),
    (-1, "any"),
];

/// An attack in words: `2d4 bite (poison)`.
pub(super) fn attack(sort: i64, damage: i64, dice: i64, sides: i64) -> String {
    let sort = named(&ATTACKS, sort);
    let damage = if damage == 0 { String::new() } else { format!(" ({})", named(&DAMAGES, damage)) };
    format!("{dice}d{sides} {sort}{damage}")
}

fn named(names: &[(i64, &str)], number: i64) -> String {
    names.iter().find(|(known, _)| *known == number).map_or_else(|| number.to_string(), |(_, name)| (*name).to_owned())
}

/// The names of the bits that are set, `bits` being each bit once; bits without a name as a hexadecimal number.
pub(super) fn flags(bits: &[(i64, &str)], value: i64) -> String {
    let named = bits.iter().filter(|(bit, _)| value & bit != 0);
    let mut names: Vec<String> = named.clone().map(|(_, name)| (*name).to_owned()).collect();
    let rest = named.fold(value, |rest, (bit, _)| rest & !bit);
    if rest != 0 {
        names.push(format!("{rest:#x}"));
    }
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words() {
        assert_eq!(attack(2, 7, 2, 4), "2d4 bite (poison)");
        assert_eq!(attack(254, 0, 1, 8), "1d8 weapon");
        assert_eq!(attack(99, 98, 0, 0), "0d0 99 (98)");
        assert_eq!(flags(&GENERATION, 0x00a0), "SGROUP GENO");
        assert_eq!(flags(&GENERATION, 0x2010), "NOCORPSE 0x2000");
        assert_eq!(monster_class_title(Program::NetHack36, 30), "D dragons");
        assert_eq!(monster_class_title(Program::NetHack37, 54), "ghosts");
        assert_eq!(monster_class_title(Program::NetHack36, 59), "~ long worm tails");
        assert_eq!(monster_class_title(Program::EvilHack, 59), "# ents");
        assert_eq!(monster_class_title(Program::EvilHack, 62), "~ long worm tails");
        assert_eq!(monster_class_title(Program::NetHack36, 61), "class 61");
        assert_eq!(class_title(99), "class 99");
    }

    #[test]
    fn materials_are_those_of_the_headers() {
        let of = |constants: &[(&str, i64)], number: i64| {
            let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
            materials(&constants).get(&number).copied()
        };
        assert_eq!((of(&[], 11), of(&[], 21), of(&[], 22)), (Some("iron"), Some("mineral"), None));
        let own = [("LIQUID", 1), ("SPIDER_SILK", 7), ("DRAGON_HIDE", 11), ("IRON", 12), ("STEEL", 13)];
        let found = [1, 7, 11, 12, 13, 2].map(|number| of(&own, number));
        assert_eq!(
            found,
            [Some("liquid"), Some("spider silk"), Some("dragon hide"), Some("iron"), Some("steel"), None]
        );
    }
}
