//! What flags and `p1` mean, by sort of item (`item_guide.txt`, "flags and flags2" and "item p1 values"; of food, which the
//! guide has no table of, `eat` in eat.c).

use super::treasure::Treasure;

/// Sorts of items whose flags mean the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlagClass {
    /// What they are called, several of them.
    pub title: &'static str,
    /// The sorts.
    pub tvals: &'static [i64],
    /// What the bits of `flags` and `flags2` mean, from the lowest; empty where one is free.
    pub words: [&'static [&'static str]; 2],
    /// Bits that must not be used, in `flags` and `flags2`.
    pub refused: [u32; 2],
}

/// The highest bit, which programs of the time took for a sign.
const SIGN: u32 = 0x8000_0000;

/// All classes.
pub const CLASSES: [FlagClass; 9] = [
    FlagClass {
        title: "worn and wielded items",
        tvals: &[
            4, 6, 7, 10, 11, 12, 13, 15, 20, 21, 22, 23, 24, 25, 26, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 40, 45,
        ],
        words: [WORN, WORN_2],
        refused: [0; 2],
    },
    FlagClass { title: "potions", tvals: &[75, 76], words: [POTION, POTION_2], refused: [SIGN, 0] },
    FlagClass { title: "scrolls", tvals: &[70, 71], words: [SCROLL, SCROLL_2], refused: [SIGN, 0] },
    FlagClass { title: "wands", tvals: &[65], words: [WAND, &[]], refused: [0, u32::MAX] },
    FlagClass { title: "staffs", tvals: &[55], words: [STAFF, &[]], refused: [0, u32::MAX] },
    FlagClass { title: "chimes and horns", tvals: &[85, 86], words: [CHIME, &[]], refused: [0, u32::MAX] },
    FlagClass { title: "gems and usables", tvals: &[3, 5], words: [GEM, &[]], refused: [0, u32::MAX] },
    FlagClass { title: "chests", tvals: &[2], words: [CHEST, &[]], refused: [0, u32::MAX] },
    FlagClass { title: "food", tvals: &[80, 81], words: [FOOD, FOOD_2], refused: [0; 2] },
];

const WORN: &[&str] = &[
    "strength (p1)",
    "dexterity (p1)",
    "constitution (p1)",
    "intelligence (p1)",
    "wisdom (p1)",
    "charisma (p1)",
    "searching (p1)",
    "slow digestion",
    "stealth (p1)",
    "aggravates monsters",
    "teleports at random",
    "regeneration",
    "speed (p1)",
    "slays dragons (×4)",
    "slays monsters (×2)",
    "slays evil (×2)",
    "slays undead (×3)",
    "cold brand (×1.5)",
    "flame brand (×1.5)",
    "resists fire",
    "resists acid",
    "resists cold",
    "sustains a stat (p1)",
    "free action",
    "sees invisible",
    "resists lightning",
    "feather fall",
    "blinds",
    "makes afraid",
    "tunnels (50 × p1)",
    "infravision (p1)",
    "cursed",
];

const WORN_2: &[&str] = &[
    "slays demons (×3)",
    "soul sword",
    "slays what regenerates (×3)",
    "swimming (p1)",
    "magic proof",
    "disarming (p1)",
    "sharp: critical hits",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "bad repute",
    "hunger",
    "suppresses other worn gems",
    "carries more (p1)",
    "",
    "holding",
    "swallows what is put in",
    "sharp: destroys bags",
    "of the black market",
    "insured",
    "known to be cursed",
];

const POTION: &[&str] = &[
    "gain strength",
    "lose strength",
    "restore strength",
    "gain intelligence",
    "lose intelligence",
    "restore intelligence",
    "gain wisdom",
    "lose wisdom",
    "restore wisdom",
    "gain charisma",
    "lose charisma",
    "restore charisma",
    "cure 2d7",
    "cure 4d7",
    "cure 6d7",
    "cure 1000",
    "gain constitution",
    "gain experience",
    "sleep",
    "blindness",
    "confusion",
    "poison",
    "haste",
    "slowness",
    "detect creatures",
    "gain dexterity",
    "restore dexterity",
    "restore constitution",
    "cure blindness",
    "cure confusion",
    "cure poison",
];

const POTION_2: &[&str] = &[
    "lose experience",
    "salt water",
    "invulnerability",
    "heroism",
    "super-heroism",
    "remove fear",
    "restore level",
    "resist heat",
    "resist cold",
    "detect invisible",
    "slow poison",
    "cure poison",
    "restore mana",
    "infravision",
    "cure hallucination",
    "learning",
    "reduce petrification",
];

const SCROLL: &[&str] = &[
    "enchant weapon to hit",
    "enchant weapon to damage",
    "enchant armor",
    "identify",
    "remove curse",
    "light",
    "summon monster",
    "phase door",
    "teleport",
    "teleport level",
    "confuse monster",
    "magic mapping",
    "sleep monster",
    "rune of protection",
    "detect treasure",
    "detect objects",
    "detect traps",
    "detect secret doors",
    "mass genocide",
    "detect invisible",
    "aggravate monsters",
    "create traps",
    "destroy traps and doors",
    "create doors",
    "recharging",
    "genocide",
    "darkness",
    "protection from evil",
    "create food",
    "dispel creatures",
    "blank",
];

const SCROLL_2: &[&str] = &[
    "curse weapon",
    "*enchant armor*",
    "curse armor",
    "summon undead",
    "blessing",
    "holy chant",
    "holy prayer",
    "word of recall",
    "*destruction*",
    "wishing",
    "feign death",
    "make munchies",
    "*enchant weapon*",
];

const WAND: &[&str] = &[
    "line of light",
    "lightning bolt",
    "frost bolt",
    "fire bolt",
    "wall to mud",
    "polymorph monster",
    "heal monster",
    "haste monster",
    "slow monster",
    "confuse monster",
    "sleep monster",
    "drain life",
    "destroy doors and traps",
    "magic missile",
    "wall building",
    "clone monster",
    "teleport monster",
    "disarming",
    "lightning ball",
    "cold ball",
    "fire ball",
    "stinking cloud",
    "acid ball",
    "wonder",
    "probing",
];

const STAFF: &[&str] = &[
    "light",
    "detect doors and stairs",
    "detect traps",
    "detect treasure",
    "detect objects",
    "teleport",
    "earthquake",
    "summon monsters",
    "genocide",
    "*destruction*",
    "starlight",
    "haste monsters",
    "slow monsters",
    "sleep monsters",
    "cure light wounds",
    "detect invisible",
    "speed",
    "slowness",
    "mass polymorph",
    "remove curse",
    "detect evil",
    "curing",
    "dispel evil",
    "mass genocide",
    "darkness",
    "identify",
];

const CHIME: &[&str] = &[
    "light",
    "detect doors and stairs",
    "detect traps",
    "teleport",
    "earthquake",
    "summon monsters",
    "disarming",
    "aggravation",
    "slow monsters",
    "soothe monsters",
    "cure light wounds",
    "mass polymorph",
    "remove curse",
    "curing",
    "dispel evil",
    "darkness",
    "bubbles",
    "summon monsters, the other",
    "sleep monsters",
    "destroy area",
    "blast of cold",
    "blast of heat",
    "blast of gas",
    "word of recall",
    "chaos",
    "curse equipment",
    "valhalla",
    "tritons",
    "fog",
];

const GEM: &[&str] = &[
    "protection from evil",
    "dispel demons",
    "summon undead",
    "summon demon",
    "djinni in a bottle",
    "summon demons, stun",
    "create water",
    "destroy water",
    "summon many undead",
    "summon many demons",
    "restore all",
    "",
    "wizard light",
    "speed monsters a lot",
    "destroy money",
    "regain mana",
    "petrify, without effect",
    "hand grenade",
    "detect monsters",
    "dispel evil",
    "darkness",
    "acid ball",
    "detect invisible",
    "identify",
    "light",
    "summon monsters",
    "remove curse",
    "destroy area",
    "fast word of recall",
    "ring of fire",
    "lose experience, bad repute",
];

const CHEST: &[&str] = &[
    "locked",
    "",
    "",
    "",
    "poison needle (1d4)",
    "poison needle (1d6)",
    "gas trap",
    "explosion device",
    "summoning runes",
];

const FOOD: &[&str] = &[
    "poison",
    "blindness",
    "fear",
    "confusion",
    "hallucination",
    "cure poison",
    "cure blindness",
    "cure fear",
    "cure confusion",
    "lose strength",
    "lose constitution",
    "lose intelligence",
    "lose wisdom",
    "lose dexterity",
    "lose charisma",
    "restore strength",
    "restore constitution",
    "restore intelligence",
    "restore wisdom",
    "restore dexterity",
    "restore charisma",
    "cure 1d3",
    "cure 1d6",
    "cure 1d12",
    "cure 2d12",
    "cure 4d12",
    "damage 1d4",
    "damage 1d8",
    "cure hoarseness",
    "fill up",
    "sounds of eating",
];

/// Which sounds, where food makes any: the lowest of them.
const FOOD_2: &[&str] = &["crunchy", "liquid"];

impl FlagClass {
    /// The class of a sort of item; `None` where nothing is known of its flags.
    pub fn of(tval: i64) -> Option<&'static FlagClass> {
        CLASSES.iter().find(|class| class.tvals.contains(&tval))
    }

    /// What a bit means; empty where it is free or beyond what is known.
    pub fn word(&self, word: usize, bit: usize) -> &'static str {
        self.words[word].get(bit).copied().unwrap_or("")
    }
}

/// What the flags of a treasure mean, in the order of their bits; those without a meaning by their value.
pub fn powers(treasure: &Treasure) -> Vec<String> {
    let Some(class) = FlagClass::of(treasure.tval.value) else { return Vec::new() };
    let mut powers = Vec::new();
    for (word, value) in [treasure.flags.value as u32, treasure.flags2.value as u32].into_iter().enumerate() {
        for bit in (0..32).filter(|bit| value >> bit & 1 == 1) {
            let meaning = class.word(word, bit);
            let name = ["flags", "flags2"][word];
            powers.push(if meaning.is_empty() { format!("{name} 0x{:X}", 1_u32 << bit) } else { meaning.to_owned() });
        }
    }
    powers
}

/// What `p1` means for a sort of item; empty where it means nothing.
pub fn p1_meaning(tval: i64) -> &'static str {
    match tval {
        2 => "level of what is in it",
        3 | 5 | 55 | 60 | 65 | 85 | 86 => "charges",
        6 => "weight that it holds",
        15 => "turns of light left",
        20 => "1 a sling, 2 to 4 a bow, 5 and 6 a crossbow",
        21..=24 | 26 => "how much it changes stats, of special ones",
        25 => "extra digging",
        29 => "gems that it can hold",
        30 => "speed or stealth, of magic ones",
        31 => "strength, dexterity or disarming, of magic ones",
        32 => "stealth or charisma, of magic ones",
        33 => "a stat or infravision, of magic ones",
        37 => "enchantment, of the bracelet of warding",
        38 => "strength of a girdle, with what it lets carry",
        40 => "wisdom, charisma or searching",
        45 => "a stat, speed or searching",
        77 => "turns of light that it adds to a lantern",
        75 | 76 | 80 | 81 => "food",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guide's potion of flea bile, the shortsword's sharpness, a cursed ring, and a bit that means nothing.
    #[test]
    fn flags_mean_what_the_guide_says() {
        for (tval, flags, flags2, expected) in [
            (75, 0, 0x0000_4000, vec!["cure hallucination"]),
            (24, 0, 0x1000_0000, vec!["sharp: destroys bags"]),
            (24, 0x1000_0000, 0, vec!["makes afraid"]),
            (45, 0x8000_0600, 0, vec!["aggravates monsters", "teleports at random", "cursed"]),
            (65, 0x0100_0001, 0, vec!["line of light", "probing"]),
            (55, 0x0200_0000, 0, vec!["identify"]),
            (70, 0x4000_0000, 0x1000, vec!["blank", "*enchant weapon*"]),
            (86, 0x1000_0000, 0, vec!["fog"]),
            (3, 0x10, 0, vec!["djinni in a bottle"]),
            (2, 0x11, 0, vec!["locked", "poison needle (1d4)"]),
            (65, 0, 0x80, vec!["flags2 0x80"]),
            (77, 0x1, 0, Vec::new()),
        ] {
            let treasure =
                Treasure { tval: tval.into(), flags: flags.into(), flags2: flags2.into(), ..Treasure::default() };
            assert_eq!(powers(&treasure), expected, "{tval} {flags:x} {flags2:x}");
        }
        assert_eq!((p1_meaning(65), p1_meaning(34)), ("charges", ""));
    }

    /// What eat.c does with a bit is what the names of the tables' food say: mushrooms of Poison, Paranoia, Hallucination, Cure
    /// Confusion, Weakness, Restore Constitution, First-Aid and Restoring, Elvish Waybread, Smurfberries and Orca-Cola.
    #[test]
    fn flags_of_food_mean_what_eating_does() {
        let restoring = "cure blindness, restore strength, restore constitution, restore intelligence, restore wisdom, \
                         restore dexterity, restore charisma";
        for (tval, flags, flags2, expected) in [
            (80, 0x1, 0, "poison"),
            (80, 0x4, 0, "fear"),
            (80, 0x10, 0, "hallucination"),
            (80, 0x100, 0, "cure confusion"),
            (80, 0x0400_0200, 0, "lose strength, damage 1d4"),
            (80, 0x0001_0000, 0, "restore constitution"),
            (80, 0x0020_0000, 0, "cure 1d3"),
            (80, 0x001F_8040, 0, restoring),
            (80, 0x2180_0020, 0, "cure poison, cure 1d12, cure 2d12, fill up"),
            (80, 0x1040_0000, 0, "cure 1d6, cure hoarseness"),
            (81, 0x4000_0000, 0x2, "sounds of eating, liquid"),
        ] {
            let food =
                Treasure { tval: tval.into(), flags: flags.into(), flags2: flags2.into(), ..Treasure::default() };
            assert_eq!(powers(&food).join(", "), expected, "{flags:x} {flags2:x}");
        }
    }

    #[test]
    fn no_sort_is_of_two_classes_and_words_have_32_bits() {
        for (at, class) in CLASSES.iter().enumerate() {
            assert!(class.words.iter().all(|word| word.len() <= 32), "{}", class.title);
            for tval in class.tvals {
                let others = CLASSES[at + 1..].iter().filter(|other| other.tvals.contains(tval)).count();
                assert_eq!(others, 0, "{tval}");
            }
        }
    }
}
