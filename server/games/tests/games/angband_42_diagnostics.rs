//! One literal case per limit of Angband 4.2: a line in, a message with its place out, and the rest still loads.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
pub(super) const FILES: [(&str, &str); 11] = [
    ("constants.txt", "world:max-depth:128\nobj-make:max-depth:100\nobj-make:great-obj:20\nobj-make:great-ego:20\n"),
    ("object_base.txt", "name:sword:Sword~\nflags:HATES_ACID | SHOW_DICE\n"),
    ("slay.txt", "code:EVIL_2\nrace-flag:EVIL\n"),
    ("brand.txt", "code:FIRE_2\nname:fire\n"),
    ("curse.txt", "name:talking\ntype:sword\n"),
    ("object.txt", "name:& Dagger~\ntype:sword\nalloc:20:1 to 100\n"),
    ("ego_item.txt", "name:of Edges\nalloc:10:1 to 100\ntype:sword\n"),
    (
        "class.txt",
        "name:Scholar\nmagic:1:300:1\nbook:magic book:town:[Sparks]:1:arcane\nbook-properties:25:40:1 to 100\n",
    ),
    ("artifact.txt", "name:'Thorn'\nbase-object:sword:Dagger\nalloc:10:5 to 100\n"),
    ("object_property.txt", "name:kept strength\ntype:flag\nsubtype:sustain\ncode:SUST_STR\n"),
    ("player_timed.txt", "name:POISONED\nfail:2:POIS\n"),
];

pub(super) fn load(files: &[(&str, Vec<u8>)]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, bytes) in files {
        set.push(SourceFile::new(*name, bytes.clone()));
    }
    games::find("angband-4.2").expect("the game").load(set)
}

/// The small edition with text before and after that of one file.
fn with(file: &str, before: &str, after: &str) -> Loaded {
    assert!(FILES.iter().any(|known| known.0 == file), "{file}");
    let files = FILES.map(|(name, text)| {
        let text = if name == file { format!("{before}{text}{after}") } else { text.to_owned() };
        (name, text.into_bytes())
    });
    load(&files)
}

/// File, added lines, the remarks expected.
const CASES: &[(&str, &str, &[&str])] = &[
    ("constants.txt", "", &[]),
    (
        "constants.txt",
        "obj-make:great-things:20\n",
        &["constants.txt:5:10: undefined-directive: found `great-things`; expected one of max-depth, great-obj, \
           great-ego, fuel-torch, fuel-lamp, default-lamp; the line is ignored"],
    ),
    (
        "constants.txt",
        "obj-make:great-ego:-1\n",
        &["constants.txt:5:20: out-of-bounds: found -1; expected 0 or more; the line is ignored"],
    ),
    (
        "constants.txt",
        "world:max-depth:1001\n",
        &["constants.txt:5:17: out-of-bounds: found 1001; expected 0 to 1000; the line is ignored"],
    ),
    (
        "constants.txt",
        "monsters:max:3\n",
        &["constants.txt:5:1: undefined-directive: found `monsters`; expected one of world, obj-make, level-max, \
           mon-gen, mon-play, dun-gen, carry-cap, store, player, melee-critical, melee-critical-level, \
           ranged-critical, ranged-critical-level, o-melee-critical, o-melee-critical-level, o-ranged-critical, \
           o-ranged-critical-level; the line is ignored"],
    ),
    (
        "object_base.txt",
        "name:sabre:Sabre~\nflags:NONSENSE\n",
        &[
            "object_base.txt:3:6: own-type: found `sabre`; expected an item type that the program knows; this one is the \
             files' own: its items are made, and no rule speaks of them",
            "object_base.txt:4:7: invalid-flag: found `NONSENSE`; expected the name of a flag; it is ignored",
        ],
    ),
    (
        "object_base.txt",
        "name:9 sabres:Sabre~\n",
        &["object_base.txt:3:6: unrecognised-tval: found `9 sabres`; expected an item type's name, such as soft \
           armour; the line is ignored"],
    ),
    (
        "object_base.txt",
        "name:sword:Sword~\n",
        &["object_base.txt:3:1: duplicate-index: found item type sword a second time; expected each once; the \
           first record is kept"],
    ),
    (
        "object_base.txt",
        "default:colour:3\n",
        &["object_base.txt:3:9: undefined-directive: found `colour`; expected break-chance or max-stack; the line \
           is ignored"],
    ),
    (
        "object_base.txt",
        "flags:GOOD | SHARPISH | IG_FIRE\n",
        &["object_base.txt:3:14: invalid-flag: found `SHARPISH`; expected the name of a flag; it is ignored"],
    ),
    (
        "slay.txt",
        "base:spider\n",
        &["slay.txt:3:1: invalid-value: found `base:` beside the other of race-flag and base; expected one of the \
           two; the line is ignored"],
    ),
    (
        "curse.txt",
        "flags:AGGRAVATE | GOOD\nconflict-flags:HATES_ACID\n",
        &[
            "curse.txt:3:19: invalid-flag: found `GOOD`; expected the name of a flag other than those of kinds; it \
           is ignored",
            "curse.txt:4:16: invalid-flag: found `HATES_ACID`; expected the name of a flag other than those of \
           kinds and elements; it is ignored",
        ],
    ),
    (
        "curse.txt",
        "values:STR[-3] | DEX[d2]\n",
        &["curse.txt:3:18: invalid-value: found `DEX[d2]`; expected a whole number in the brackets; it is ignored"],
    ),
    // The program compares names, and looks none up.
    ("curse.txt", "conflict:whispering\n", &[]),
    (
        "object.txt",
        "Flags:GOOD\n",
        &["object.txt:4:1: undefined-directive: found `Flags`; expected one of name, type, graphics, level, \
           weight, cost, power, alloc, attack, armor, charges, pile, flags, values, slay, brand, curse, pval, \
           time, effect, effect-yx, dice, expr, msg, vis-msg, desc; the line is ignored"],
    ),
    (
        "object.txt",
        "alloc:20\n",
        &["object.txt:4:9: missing-field: found the end of the line; expected depths (text) as in \
           alloc:commonness:depths; the line is ignored"],
    ),
    (
        "object.txt",
        "values:\n",
        &["object.txt:4:8: missing-field: found the end of the line; expected values (text) as in values:values; \
           the line is ignored"],
    ),
    (
        "object.txt",
        "flags:\ndesc:\n",
        &[
            "object.txt:4:7: missing-field: found the end of the line; expected flags (text) as in flags:flags; the \
           line is ignored",
            "object.txt:5:6: missing-field: found the end of the line; expected text (text) as in desc:text; the \
           line is ignored",
        ],
    ),
    (
        "object.txt",
        "level:deep\n",
        &["object.txt:4:7: not-a-number: found `deep`; expected a number for level; the line is ignored"],
    ),
    (
        "object.txt",
        "level:10abc\nweight:010\n",
        &[
            "object.txt:4:7: number-misread: found `10abc`; expected a number alone for level; it is read as 10",
            "object.txt:5:8: number-misread: found `010`; a leading 0 means base 8: it is read as 8",
        ],
    ),
    (
        "object.txt",
        "attack:1d4:d4+1:0\n",
        &["object.txt:4:12: not-random: found `d4+1`; expected a random value such as 10+2d3M4 for to-hit; the \
           line is ignored"],
    ),
    (
        "object.txt",
        "attack:1d4:2147483648:0\n",
        &["object.txt:4:12: not-random: found `2147483648`; expected a random value such as 10+2d3M4 for to-hit; \
           the line is ignored"],
    ),
    (
        "object.txt",
        "attack:1d4:0:M3d4\n",
        &["object.txt:4:14: not-random: found `M3d4`; expected a random value such as 10+2d3M4 for to-dam; the \
           line is ignored"],
    ),
    (
        "object.txt",
        "armor:5: d4\n",
        &["object.txt:4:9: not-random: found ` d4`; expected a random value such as 10+2d3M4 for to-ac; the line \
           is ignored"],
    ),
    ("object.txt", "attack:1d4:-2d4:3\narmor:2:0\n", &[]),
    (
        "object.txt",
        "alloc:20:1 to 100 x\n",
        &["object.txt:4:10: bad-range: found `1 to 100 x`; expected two numbers in the form `min to max` and \
           nothing else; the line is ignored"],
    ),
    (
        "object.txt",
        "alloc:20:1to100\n",
        &["object.txt:4:10: bad-range: found `1to100`; expected two numbers in the form `min to max` and nothing \
           else; the line is ignored"],
    ),
    (
        "object.txt",
        "alloc:-1:1 to 100\n",
        &["object.txt:4:7: out-of-bounds: found -1; expected a commonness from 0 to 65535; the line is ignored"],
    ),
    // Kinds have no bounds.
    ("object.txt", "alloc:20:40 to 300\n", &[]),
    ("object.txt", "alloc:20:40 to 4\n", &[]),
    // Only in small letters are the two spellings one.
    (
        "object.txt",
        "name:Odd Mail~\ntype:Soft Armour\n",
        &["object.txt:5:6: unrecognised-tval: found `Soft Armour`; expected an item type's name, such as soft \
           armour; the line is ignored"],
    ),
    ("object.txt", "name:Odd Mail~\ntype:SOFT armour\n", &[]),
    (
        "object.txt",
        "name:Odd Thing~\ntype:9x\n",
        &["object.txt:5:6: unrecognised-tval: found `9x`; expected an item type's name, such as soft armour; the \
           line is ignored"],
    ),
    (
        "object.txt",
        "flags:GOOD | SHARPISH\n",
        &["object.txt:4:14: invalid-flag: found `SHARPISH`; expected the name of a flag; it is ignored"],
    ),
    // 4.2.0's, which no later program knows.
    ("object.txt", "flags:SPELLS_OK\n", &[]),
    (
        "object.txt",
        "values:STR[5M3]\n",
        &["object.txt:4:8: invalid-value: found `STR[5M3]`; expected a number or dice in the brackets, such as \
           -2, d4, 2+d3 or 2+d3M4; it is ignored"],
    ),
    (
        "object.txt",
        "values:STR[] | DEX[+2] | CON[d4+2]\n",
        &[
            "object.txt:4:8: invalid-value: found `STR[]`; expected a number or dice in the brackets, such as -2, \
           d4, 2+d3 or 2+d3M4; it is ignored",
            "object.txt:4:16: invalid-value: found `DEX[+2]`; expected a number or dice in the brackets, such as \
           -2, d4, 2+d3 or 2+d3M4; it is ignored",
            "object.txt:4:26: invalid-value: found `CON[d4+2]`; expected a number or dice in the brackets, such as \
           -2, d4, 2+d3 or 2+d3M4; it is ignored",
        ],
    ),
    (
        "object.txt",
        "values:STR[2\n",
        &["object.txt:4:8: invalid-value: found `STR[2`; expected a name with a value in brackets and no blanks \
           in it, such as STR[2]; it is ignored"],
    ),
    (
        "object.txt",
        "values:STR[1 + d2]\n",
        &[
            "object.txt:4:8: invalid-value: found `STR[1`; expected a name with a value in brackets and no blanks \
           in it, such as STR[2]; it is ignored",
            "object.txt:4:14: invalid-value: found `+`; expected a name with a value in brackets and no blanks in \
           it, such as STR[2]; it is ignored",
            "object.txt:4:16: invalid-value: found `d2]`; expected a name with a value in brackets and no blanks in \
           it, such as STR[2]; it is ignored",
        ],
    ),
    (
        "object.txt",
        "values:str[2] | RES_ROCK[1]\n",
        &[
            "object.txt:4:8: invalid-value: found `str[2]`; expected the name of a modifier, or RES_ and an \
           element; it is ignored",
            "object.txt:4:17: invalid-value: found `RES_ROCK[1]`; expected the name of a modifier, or RES_ and an \
           element; it is ignored",
        ],
    ),
    (
        "object.txt",
        "values:RES_ACID[d4] | RES_FIRE[0x2]\n",
        &[
            "object.txt:4:8: invalid-value: found `RES_ACID[d4]`; expected a whole number in the brackets; it is \
           ignored",
            "object.txt:4:23: invalid-value: found `RES_FIRE[0x2]`; expected a whole number in the brackets; it is \
           ignored",
        ],
    ),
    // Read, whatever they look like.
    ("object.txt", "values:RES_ACID[+1] | RES_FIRE[] | STR[-5+1d4]xyz\n", &[]),
    (
        "object.txt",
        "slay:ORC_3\nbrand:ICE\ncurse:whispering:20\n",
        &[
            "object.txt:4:6: invalid-value: found `ORC_3`; expected a code of slay.txt; the line is ignored",
            "object.txt:5:7: invalid-value: found `ICE`; expected a code of brand.txt; the line is ignored",
            "object.txt:6:7: invalid-value: found `whispering`; expected the name of a curse of curse.txt; the line \
           is ignored",
        ],
    ),
    (
        "object.txt",
        "pile:50:2d6:9\n",
        &["object.txt:4:13: surplus-field: found `9`; expected the line to end as in pile:chance:number; this is \
           ignored"],
    ),
    (
        "ego_item.txt",
        "alloc:10:101 to 127\n",
        &["ego_item.txt:4:10: out-of-bounds: found 101; expected a first level of at most 100, for the original \
           crashes beyond; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "alloc:10:1 to 256\n",
        &["ego_item.txt:4:10: out-of-bounds: found 1 to 256; expected levels from 0 to 255; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "alloc:-1:1 to 100\n",
        &["ego_item.txt:4:7: out-of-bounds: found -1; expected a commonness from 0 to 65535; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "alloc:0:1 to 100\n",
        &["ego_item.txt:3:1: never-drawn: found an ego of weight 0; expected a commonness over 0 or a rarity of \
           1 to 100, or by this game's rules it never comes"],
    ),
    // The first level is soft, so that such an ego comes at times.
    ("ego_item.txt", "alloc:10:60 to 40\n", &[]),
    (
        "ego_item.txt",
        "type:other book\n",
        &["ego_item.txt:4:6: invalid-value: found `other book`; expected an item type with kinds in object.txt; \
           the line is ignored"],
    ),
    (
        "ego_item.txt",
        "item:sword:99\n",
        &["ego_item.txt:4:12: unrecognised-sval: found `99`; expected the name of a kind of this type in \
           object.txt; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "item:sword:1x\n",
        &["ego_item.txt:4:12: unrecognised-sval: found `1x`; expected the name of a kind of this type in \
           object.txt; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "item:sword:Butter Knife\n",
        &["ego_item.txt:4:12: unrecognised-sval: found `Butter Knife`; expected the name of a kind of this type \
           in object.txt; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "item:sword:& Dagger~\n",
        &["ego_item.txt:4:12: unrecognised-sval: found `& Dagger~`; expected the name of a kind of this type in \
           object.txt; the line is ignored"],
    ),
    ("ego_item.txt", "item:sword:dagger\nitem:sword:1\n", &[]),
    (
        "ego_item.txt",
        "item:magic book:[Sparks]\n",
        &["ego_item.txt:4:17: unrecognised-sval: found `[Sparks]`; expected the name of a kind of this type in \
           object.txt; the line is ignored"],
    ),
    (
        "ego_item.txt",
        "flags-off:GOOD\nflags:\nflags-off:\n",
        &["ego_item.txt:4:11: invalid-flag: found `GOOD`; expected the name of a flag other than those of kinds \
           and elements; it is ignored"],
    ),
    (
        "ego_item.txt",
        "min-values:STR[1] | RES_ACID[1] | DEX[d2]\n",
        &[
            "ego_item.txt:4:21: invalid-value: found `RES_ACID[1]`; expected a modifier, for resistances have no \
           least value; it is ignored",
            "ego_item.txt:4:35: invalid-value: found `DEX[d2]`; expected a whole number in the brackets; it is \
           ignored",
        ],
    ),
    (
        "ego_item.txt",
        "combat:d4:d4\n",
        &["ego_item.txt:4:13: missing-field: found the end of the line; expected to-ac (a random value such as \
           10+2d3M4) as in combat:to-hit:to-dam:to-ac; the line is ignored"],
    ),
    (
        "class.txt",
        "book:magic book:town:[Smoke]:1:arcane\n",
        &["class.txt:5:1: too-many-entries: found book number 2; expected at most 1, as the class's `magic:` line \
           says; the line is ignored"],
    ),
    (
        "class.txt",
        "magic:1:300:2\n",
        &["class.txt:5:1: too-many-entries: found a second `magic:` line; expected one for each class; the line \
           is ignored"],
    ),
    (
        "class.txt",
        "name:Vicar\nbook:prayer book:town:[Bell]:1:divine\nbook-properties:1:-5:nonsense\n",
        &["class.txt:6:1: too-many-entries: found book number 1; expected at most 0, as the class's `magic:` line \
           says; the line is ignored"],
    ),
    (
        "class.txt",
        "name:Vicar\nbook-properties:25:40:1 to 100\n",
        &["class.txt:6:1: missing-record-header: found `book-properties:` before any book of the class; expected \
           a `book:` line first; the line is ignored"],
    ),
    (
        "class.txt",
        "name:Vicar\nmagic:1:300:1\nbook:hymn book:town:[Bell]:1:divine\nbook-properties:25:40:1 to 9\n",
        &["class.txt:7:6: unrecognised-tval: found `hymn book`; expected an item type's name, such as soft \
           armour; the line is ignored"],
    ),
    (
        "class.txt",
        "book-properties:1:30:400\n",
        &[
            "class.txt:5:1: not-simulated: found three numbers; expected the levels it is found at, as `min to max`; the \
           book is found nowhere",
        ],
    ),
    (
        "class.txt",
        "name:Vicar\nmagic:1:300:-1\n",
        &["class.txt:6:13: not-a-number: found `-1`; expected books to be 0 or more; the line is ignored"],
    ),
    (
        "class.txt",
        "name:Vicar\nmagic:1:300:1\nbook:prayer book:town:[Bell]:1\n",
        &["class.txt:7:31: missing-field: found the end of the line; expected realm (text) as in \
           book:tval:quality:name:spells:realm; the line is ignored"],
    ),
    (
        "artifact.txt",
        "flags:SEE_INVIS | GOOD\n",
        &["artifact.txt:4:19: invalid-flag: found `GOOD`; expected the name of a flag other than those of kinds; \
           it is ignored"],
    ),
    (
        "artifact.txt",
        "graphics:~:y\n",
        &["artifact.txt:4:1: invalid-value: found `graphics:` of an artifact that has a kind's; expected it with \
           artifacts only whose kind is made up for them; the line is ignored"],
    ),
    ("artifact.txt", "name:of Wren\nbase-object:light:Everlamp\ngraphics:~:y\nalloc:10:1 to 60\n", &[]),
    (
        "artifact.txt",
        "base-object:sword:99\n",
        &["artifact.txt:1:1: never-drawn: found no kind of type 9 with sval 99; expected the kind the artifact \
           is, or it is never made"],
    ),
    // A name that no kind has makes one, whatever it begins with.
    ("artifact.txt", "base-object:sword:1x\n", &[]),
    (
        "artifact.txt",
        "name:of Nobody\nalloc:10:1 to 60\n",
        &["artifact.txt:4:1: never-drawn: found no kind of type 0 with sval 0; expected the kind the artifact is, \
           or it is never made"],
    ),
    // A chance in per cent that is never, and one that is always.
    ("artifact.txt", "alloc:-1:5 to 100\nalloc:101:5 to 100\n", &[]),
    (
        "artifact.txt",
        "attack:1d4:d4:0\n",
        &["artifact.txt:4:12: not-a-number: found `d4`; expected a number for to-hit; the line is ignored"],
    ),
    (
        "artifact.txt",
        "values:STR[d2] | RES_ACID[1]\n",
        &["artifact.txt:4:8: invalid-value: found `STR[d2]`; expected a whole number in the brackets; it is \
           ignored"],
    ),
    (
        "object_property.txt",
        "type:thing\n",
        &[
            "object_property.txt:5:6: invalid-flag: found `thing`; expected one of stat, mod, flag, ignore, resistance, \
           vulnerability, immunity; the line is ignored",
        ],
    ),
    (
        "object_property.txt",
        "subtype:odd\n",
        &[
            "object_property.txt:5:9: invalid-flag: found `odd`; expected one of sustain, protection, misc ability, light, \
           melee, bad, dig, throw, curse-only; the line is ignored",
        ],
    ),
    (
        "object_property.txt",
        "code:SHARPISH\nname:odd\ncode:STR\n",
        &[
            "object_property.txt:5:6: own-code: found `SHARPISH`; expected a code that the program knows; object_property.txt has it, so it is kept, without effect here",
            "object_property.txt:7:1: missing-record-header: found `code:` before `type:`; expected the type first; the line is ignored",
        ],
    ),
    (
        "player_timed.txt",
        "fail:1:SHARPISH\nfail:2:FREE_ACT\nfail:6:ACID\n",
        &[
            "player_timed.txt:3:8: invalid-flag: found `SHARPISH`; expected the name of an object flag; the line is ignored",
            "player_timed.txt:4:8: invalid-flag: found `FREE_ACT`; expected the name of an element; the line is ignored",
            "player_timed.txt:5:6: invalid-value: found 6; expected 1 to 5; the line is ignored",
        ],
    ),
    (
        "ego_item.txt",
        "alloc:10:5 to 5\n",
        &["ego_item.txt:4:10: one-level: found `5 to 5`; expected a range of levels; it comes at this one alone"],
    ),
    // The sword that it comes on has no stealth of its own.
    (
        "ego_item.txt",
        "values:STEALTH[-2]\n",
        &["ego_item.txt:4:8: value-raised: found `STEALTH[-2]`; expected a lower one in `min-values`: without it the \
           least is 0, and the value is raised to the least"],
    ),
    ("ego_item.txt", "values:STEALTH[-2]\nmin-values:STEALTH[-2]\n", &[]),
    (
        "object_property.txt",
        "kind:flag\n",
        &["object_property.txt:5:1: undefined-directive: found `kind`; expected one of name, type, subtype, code, \
           id-type, power, mult, type-mult, adjective, neg-adjective, msg, bindui, desc; the line is ignored"],
    ),
    (
        "player_timed.txt",
        "fail:2\n",
        &["player_timed.txt:3:7: missing-field: found the end of the line; expected flag (a word) as in \
           fail:code:flag; the line is ignored"],
    ),
];

#[test]
fn each_case_gives_its_remarks() {
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, "", lines)), *expected, "{file}: {lines}");
    }
}

#[test]
fn lines_before_any_record() {
    for (file, line, header) in [
        ("object_base.txt", "flags:SHOW_DICE\n", "name"),
        ("slay.txt", "name:evil\n", "code"),
        ("brand.txt", "verb:burn\n", "code"),
        ("curse.txt", "type:sword\n", "name"),
        ("object.txt", "type:sword\n", "name"),
        ("ego_item.txt", "type:sword\n", "name"),
        ("class.txt", "magic:1:300:1\n", "name"),
        ("artifact.txt", "cost:5\n", "name"),
        ("object_property.txt", "type:flag\n", "name"),
        ("player_timed.txt", "fail:2:POIS\n", "name"),
    ] {
        let tag = line.split(':').next().unwrap_or_default();
        let expected = format!(
            "{file}:1:1: missing-record-header: found `{tag}:` before any record; expected a `{header}:` line first; the \
             line is ignored"
        );
        assert_eq!(remarks(&with(file, line, "")), [expected]);
    }
    // Defaults come before the first record.
    assert_eq!(remarks(&with("object_base.txt", "default:max-stack:30\n", "")), [""; 0]);
}

/// What is refused is gone, what is read is there.
#[test]
fn the_rest_still_loads() {
    let kind_names = |loaded: &Loaded, tval| -> Vec<(u16, String)> {
        let kinds = loaded.catalog.kinds.iter().filter(|kind| kind.tval == tval);
        kinds.map(|kind| (kind.sval, kind.name.clone())).collect()
    };
    // A second type of a record uses up an sval of each.
    let loaded = with("object.txt", "", "name:Twin~\ntype:sword\ntype:sword\n");
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(kind_names(&loaded, 9), [(1, "Dagger".to_owned()), (3, "Twin".to_owned())]);
    // Of a bad line nothing is kept, of a bad value or flag that alone is lost.
    let loaded = with("ego_item.txt", "", "name:of Points\nalloc:200:101 to 127\ntype:sword\nflags:GOODISH | GOOD\n");
    let rules: Vec<_> = loaded.diagnostics.iter().map(|d| d.rule.name()).collect();
    assert_eq!(rules, ["variant-form", "out-of-bounds", "never-drawn", "invalid-flag"]);
    let egos: Vec<_> = loaded.catalog.affixes.iter().map(|ego| (ego.index, ego.allocations[0].commonness)).collect();
    assert_eq!(egos, [(0, 10), (1, 0)]);
    assert_eq!(loaded.catalog.affixes[1].flags, ["GOOD"]);
    // A class's surplus book is no kind; one that another class has already is that kind.
    let books =
        "book:magic book:town:[Smoke]:1:arcane\nname:Vicar\nmagic:1:300:1\nbook:magic book:town:[Sparks]:1:arcane\n";
    let loaded = with("class.txt", "", books);
    assert_eq!(remarks(&loaded).len(), 1);
    assert_eq!(kind_names(&loaded, 30), [(1, "[Sparks]".to_owned())]);
    // Two artifacts of a kind that neither file has share it.
    let loaded = with(
        "artifact.txt",
        "",
        "name:of Wren\nbase-object:light:Everlamp\nname:of Aldo\nbase-object:light:everlamp\n",
    );
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(kind_names(&loaded, 19), [(1, "Everlamp".to_owned())]);
}

#[test]
fn files_that_are_not_there() {
    for (name, _) in FILES {
        let others = FILES.iter().filter(|file| file.0 != name);
        let others: Vec<_> = others.map(|(name, text)| (*name, text.as_bytes().to_vec())).collect();
        let missing = if matches!(name, "curse.txt" | "artifact.txt" | "player_timed.txt") {
            format!(
                "{name}:-: absent-file: found no such file; expected it beside the other edit files; it is read as if it were \
                 empty"
            )
        } else {
            format!(
                "{name}:-: missing-file: found no such file; expected it beside the other edit files; the game can't be \
                 loaded without it"
            )
        };
        let found = remarks(&load(&others));
        assert_eq!(found[0], missing);
        // What was named is named in vain.
        let more = if name == "object.txt" {
            &[
                "ego_item.txt:3:6: invalid-value: found `sword`; expected an item type with kinds in object.txt; the line is \
               ignored",
            ][..]
        } else {
            &[]
        };
        assert_eq!(found[1..], *more);
    }
}

/// The program reads 1023 bytes, and the rest as a line of its own.
#[test]
fn lines_that_are_cut() {
    let found = remarks(&with("object.txt", "", &format!("desc:{}\n", "x".repeat(1100))));
    let [cut, rest] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(
        cut,
        "object.txt:4:1: line-cut: found a line over 1023 bytes; expected a shorter one; what follows byte 1023 is read as a \
         line of its own"
    );
    assert!(rest.starts_with("object.txt:4:1024: not-a-line: found `xxxx"), "{rest}");
}

#[test]
fn more_records_than_a_byte_numbers() {
    for (file, record) in [("slay.txt", "code:S"), ("brand.txt", "code:B"), ("curse.txt", "name:c")] {
        let more: Vec<String> = (2..=255).map(|number| format!("{record}{number}\n")).collect();
        // Each record is one line, but for the first.
        let expected = format!(
            "{file}:256:1: too-many-entries: found record number 255; expected at most 254; this and all further ones are \
             ignored"
        );
        assert_eq!(remarks(&with(file, "", &more.concat())), [expected]);
    }
}
