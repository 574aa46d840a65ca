//! One literal case per remark that NarSil's files get.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 9] = [
    (
        "constants.txt",
        "world:dun-depth:20\nworld:max-depth:128\nobj-make:max-depth:100\nobj-make:great-obj:7\nobj-make:great-spec:7\n",
    ),
    ("slay.txt", "code:ORC_1\nname:orcs\nrace-flag:ORC\ndice:1\n"),
    ("brand.txt", "code:FIRE_1\nname:fire\ndice:1\n"),
    ("object_base.txt", "default:max-stack:9\nname:sword:Blade~\nflags:SHOW_DICE | HATES_ACID\n"),
    (
        "object.txt",
        "name:<heap>\n\nname:& Blade~\ntype:sword\ndepth:1\nalloc:1:1\nattack:0:1d5\ndefence:0:0d0\nvalues:STR[-1+m10]\n",
    ),
    (
        "special.txt",
        "name:of Edges\nalloc:2:0 to 9\ncost:100\nmax-attack:1\ntype:sword\nitem:sword:Blade\nslay:ORC_1\nability:Will:Hardiness\n",
    ),
    ("artefact.txt", "name:'Thorn'\nbase-object:sword:Blade\ndepth:2\nrarity:4\nflags:REGEN\nbrand:FIRE_1\n"),
    ("drop.txt", "name:not useless\nnot-base:sword\n"),
    ("object_property.txt", "name:might\ntype:stat\ncode:STR\n"),
];

/// The small edition with lines added to the end of one file, or without one.
fn with(file: &str, lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let added = if name == file { lines } else { "" };
        set.push(SourceFile::new(name, [text, added].concat().into_bytes()));
    }
    games::find("narsil").expect("the game").load(set)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "constants.txt",
        "world:depth:20\n",
        "constants.txt:6:7: undefined-directive: found `depth`; expected one of dun-depth, max-depth, day-length, dungeon-hgt, dungeon-wid, move-energy, flow-max; the line is ignored",
    ),
    (
        "constants.txt",
        "player:luck:20\n",
        "constants.txt:6:8: undefined-directive: found `luck`; expected one of max-sight, max-range, start-exp, ability-cost, stealth-bonus, regen-period; the line is ignored",
    ),
    (
        "constants.txt",
        "obj-make:great-obj:-1\n",
        "constants.txt:6:20: out-of-bounds: found -1; expected 0 or more; the line is ignored",
    ),
    (
        "constants.txt",
        "world:dun-depth:1001\n",
        "constants.txt:6:17: out-of-bounds: found 1001; expected 0 to 1000; the line is ignored",
    ),
    (
        "slay.txt",
        "dice:many\n",
        "slay.txt:5:6: not-a-number: found `many`; expected a number for dice; the line is ignored",
    ),
    (
        "object_base.txt",
        "default:colour:1\n",
        "object_base.txt:4:9: undefined-directive: found `colour`; expected break-chance or max-stack; the line is ignored",
    ),
    (
        "object_base.txt",
        "name:sword:Blade~\n",
        "object_base.txt:4:1: duplicate-index: found item type sword a second time; expected each once; the first record is kept",
    ),
    (
        "object_base.txt",
        "name:wand:Wand~\n",
        "object_base.txt:4:6: unrecognised-tval: found `wand`; expected an item type's name, such as soft armour; the line is ignored",
    ),
    (
        "object_base.txt",
        "slay:ORC_2\n",
        "object_base.txt:4:6: invalid-value: found `ORC_2`; expected a code of slay.txt; the line is ignored",
    ),
    (
        "object_base.txt",
        "smith-flags:SHOW_DICE\n",
        "object_base.txt:4:13: invalid-flag: found `SHOW_DICE`; expected the name of a flag other than those of kinds; it is ignored",
    ),
    (
        "object.txt",
        "type:scroll\n",
        "object.txt:10:6: unrecognised-tval: found `scroll`; expected an item type's name, such as soft armour; the line is ignored",
    ),
    (
        "object.txt",
        "type:29\n",
        "object.txt:10:6: unrecognised-tval: found `29`; expected an item type's name, such as soft armour; the line is ignored",
    ),
    (
        "object.txt",
        "alloc:128:1\n",
        "object.txt:10:7: out-of-bounds: found 128; expected 0 to 127 (below max-depth of the world); the line is ignored",
    ),
    (
        "object.txt",
        "alloc:1:101\n",
        "object.txt:10:9: never-drawn: found 101; expected a chance of 1 to 100, or the kind is never drawn there",
    ),
    ("object.txt", "alloc:1:-1\n", "object.txt:10:9: out-of-bounds: found -1; expected 0 or more; the line is ignored"),
    (
        "object.txt",
        "alloc:1\n",
        "object.txt:10:8: missing-field: found the end of the line; expected chance (a number) as in alloc:level:chance; the line is ignored",
    ),
    (
        "object.txt",
        "alloc:1:1\nalloc:1:1\nalloc:1:1\nalloc:1:1\nalloc:1:1\nalloc:1:1\n",
        "object.txt:15:1: too-many-entries: found `alloc:` line number 7; expected at most 6 in a record; the line is ignored",
    ),
    (
        "object.txt",
        "defence:0\n",
        "object.txt:10:10: missing-field: found the end of the line; expected protection (a random value such as 10+2d3M4) as in defence:evasion:protection; the line is ignored",
    ),
    (
        "object.txt",
        "attack:0:many\n",
        "object.txt:10:10: not-random: found `many`; expected a random value such as 10+2d3M4 for damage; the line is ignored",
    ),
    (
        "object.txt",
        "flags:IG_ACID | SLAY_ORC\n",
        "object.txt:10:17: invalid-flag: found `SLAY_ORC`; expected the name of a flag; it is ignored",
    ),
    (
        "object.txt",
        "values:RES_ELEC[1]\n",
        "object.txt:10:8: invalid-value: found `RES_ELEC[1]`; expected the name of a modifier, or RES_ and an element; it is ignored",
    ),
    (
        "object.txt",
        "values:STR\n",
        "object.txt:10:8: invalid-value: found `STR`; expected a name with a value in brackets and no blanks in it, such as STR[2]; it is ignored",
    ),
    (
        "object.txt",
        "brand:COLD_1\n",
        "object.txt:10:7: invalid-value: found `COLD_1`; expected a code of brand.txt; the line is ignored",
    ),
    (
        "object.txt",
        "special:many\n",
        "object.txt:10:9: not-random: found `many`; expected a number or dice such as 2, d4 or -1+m5; the line is ignored",
    ),
    (
        "object.txt",
        "level:5\n",
        "object.txt:10:1: undefined-directive: found `level`; expected one of name, type, pval, graphics, depth, weight, cost, alloc, attack, defence, flags, charges, effect, dice, expr, thrown-effect, thrown-dice, thrown-expr, msg, values, desc, slay, brand, special; the line is ignored",
    ),
    (
        "special.txt",
        "alloc:2:0-9\n",
        "special.txt:9:9: bad-range: found `0-9`; expected two numbers in the form `min to max`; the line is ignored",
    ),
    (
        "special.txt",
        "alloc:2:0 to 256\n",
        "special.txt:9:9: out-of-bounds: found 0 to 256; expected levels from 0 to 255; the line is ignored",
    ),
    (
        "special.txt",
        "alloc:2:101 to 200\n",
        "special.txt:9:9: out-of-bounds: found 101; expected a first level of at most 100, for the original crashes beyond; the line is ignored",
    ),
    (
        "special.txt",
        "alloc:-2:0 to 9\n",
        "special.txt:9:7: out-of-bounds: found -2; expected a commonness from 0 to 65535; the line is ignored",
    ),
    (
        "special.txt",
        "type:bow\n",
        "special.txt:9:6: invalid-value: found `bow`; expected an item type with kinds in object.txt; the line is ignored",
    ),
    (
        "special.txt",
        "item:sword:Lance\n",
        "special.txt:9:12: unrecognised-sval: found `Lance`; expected the name of a kind of this type in object.txt; the line is ignored",
    ),
    (
        "special.txt",
        "item:sword:2\n",
        "special.txt:9:12: unrecognised-sval: found `2`; expected the name of a kind of this type in object.txt; the line is ignored",
    ),
    (
        "special.txt",
        "max-pval:-1\n",
        "special.txt:9:10: out-of-bounds: found -1; expected 0 or more; the line is ignored",
    ),
    (
        "special.txt",
        "values:STR[d4]\n",
        "special.txt:9:8: invalid-value: found `STR[d4]`; expected a whole number in the brackets; it is ignored",
    ),
    (
        "special.txt",
        "ability:Will\n",
        "special.txt:9:13: missing-field: found the end of the line; expected ability (a word) as in ability:skill:ability; the line is ignored",
    ),
    (
        "special.txt",
        "name:of Nothing\nalloc:0:0 to 0\ntype:sword\n",
        "special.txt:11:1: never-drawn: found an ego of weight 0; expected a commonness over 0 or a rarity of 1 to 100, or by this game's rules it never comes",
    ),
    (
        "artefact.txt",
        "graphics:|:w\n",
        "artefact.txt:7:1: invalid-value: found `graphics:` of an artefact that has a kind's; expected it with special artefacts only; the line is ignored",
    ),
    (
        "artefact.txt",
        "base-object:sword:9\n",
        "artefact.txt:7:19: unrecognised-sval: found `9`; expected the number of a kind of this type, or a name; the line is ignored",
    ),
    (
        "artefact.txt",
        "base-object:sword:Gleam\nbase-object:sword:Glint\n",
        "artefact.txt:8:1: too-many-entries: found `base-object:` line number 2; expected at most 1 in a record; the line is ignored",
    ),
    (
        "artefact.txt",
        "rarity:-1\n",
        "artefact.txt:7:8: out-of-bounds: found -1; expected 1 or more; the line is ignored",
    ),
    (
        "artefact.txt",
        "flags:INSTA_ART\n",
        "artefact.txt:7:7: invalid-flag: found `INSTA_ART`; expected the name of a flag other than those of kinds; it is ignored",
    ),
    (
        "artefact.txt",
        "defence:0:0d0:0\n",
        "artefact.txt:7:15: surplus-field: found `0`; expected the line to end as in defence:evasion:protection; this is ignored",
    ),
    (
        "drop.txt",
        "name:nothing\n",
        "drop.txt:3:1: never-drawn: found a set that names no kinds; expected a base, an item or a not-base, for the original ends where it is asked for this one",
    ),
    (
        "drop.txt",
        "item:sword:Lance\n",
        "drop.txt:3:12: unrecognised-sval: found `Lance`; expected the name of a kind of this type in object.txt; the line is ignored",
    ),
    (
        "drop.txt",
        "base:bow\n",
        "drop.txt:3:6: invalid-value: found `bow`; expected an item type with kinds in object.txt; the line is ignored",
    ),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", "")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, lines)), [*expected], "{lines:?} in {file}");
    }
}

/// A line before any record belongs to none.
#[test]
fn lines_before_a_record_are_said() {
    for (name, _) in FILES.iter().filter(|file| file.0 != "constants.txt") {
        let mut set = SourceSet::new();
        for (file, text) in FILES {
            let first =
                if file == *name { "desc:early\nbreak:5\ndepth:5\ncost:5\ndice:5\nchest:1\nmsg:early\n" } else { "" };
            set.push(SourceFile::new(file, [first, text].concat().into_bytes()));
        }
        let said = remarks(&games::find("narsil").expect("the game").load(set));
        let before = said.iter().filter(|said| said.contains(": missing-record-header: ")).count();
        assert!(before >= 1, "{name}: {said:?}");
    }
}

/// The program takes the first kind for a heap of objects and never draws it.
#[test]
fn the_first_kind_is_never_drawn() {
    let mut set = SourceSet::new();
    for (file, text) in FILES {
        let text = text.replace("name:<heap>\n", "name:& Heap~\ntype:sword\nalloc:1:1\n");
        set.push(SourceFile::new(file, text.into_bytes()));
    }
    let loaded = games::find("narsil").expect("the game").load(set);
    let expected = "object.txt:3:1: never-drawn: found a place of the first kind; expected a heap of objects there, or a kind that \
                    nothing finds; it is never drawn";
    assert_eq!(remarks(&loaded), [expected]);
    assert!(loaded.catalog.kinds[0].allocations.is_empty());
}

/// Without its files the game says which are missing; that of properties may be.
#[test]
fn missing_files_are_said() {
    let files = SourceSet::new();
    let said = remarks(&games::find("narsil").expect("the game").load(files));
    let of = |rule: &str| -> Vec<_> {
        said.iter().filter(|said| said.contains(rule)).filter_map(|said| said.split(':').next()).collect()
    };
    let required =
        ["constants.txt", "slay.txt", "brand.txt", "object_base.txt", "object.txt", "special.txt", "drop.txt"];
    assert_eq!((of(": missing-file: "), of(": absent-file: ")), (required.to_vec(), vec!["artefact.txt"]));
}

/// A name that no kind has makes one for its artefact, which is special.
#[test]
fn artefacts_make_up_kinds() {
    let loaded = with("artefact.txt", "name:of Light\nbase-object:sword:Gleam\ngraphics:|:w\ndepth:3\nrarity:2\n");
    assert_eq!(remarks(&loaded), [""; 0]);
    let made = loaded.catalog.kinds.last().expect("a kind");
    // Its level is that of the artefact so far, its number follows an empty kind behind the last.
    assert_eq!((made.name.as_str(), made.sval, made.level, made.index, made.record), ("Gleam", 2, 0, 3, None));
    assert_eq!(made.flags, ["INSTA_ART", "SHOW_DICE"]);
    assert!(made.allocations.is_empty());
}
