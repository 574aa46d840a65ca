//! The steps of docs/your-own-game.md, on a fork that is made of a starter edition.

use std::fmt::Write;

use super::program::{Home, Ran, starter};

/// The fork: a flag, an item type, a line and two numbers of its own.
fn fork(home: &Home, folder: &str) {
    std::fs::create_dir_all(home.path(folder)).expect("made");
    for file in std::fs::read_dir(starter("angband-4.2")).expect("the starter") {
        let file = file.expect("a file");
        let mut text = std::fs::read_to_string(file.path()).expect("text");
        match file.file_name().to_str() {
            Some("object_base.txt") => text += "\nname:horn:Horn~\ngraphics:umber\nflags:HATES_FIRE\n",
            Some("object.txt") => {
                text += "\nname:& War Horn~\ntype:horn\ngraphics:?:u\nlevel:5\nweight:40\ncost:90\nalloc:40:5 to 100\n\
                         flags:LOUD\ndesc:It is heard from afar.\n";
            }
            Some("ego_item.txt") => {
                text = text.replacen("\nalloc:60:1 to 45\n", "\nalloc:60:1 to 45\nlore:Of the sea.\n", 1);
            }
            _ => {}
        }
        home.write(&format!("{folder}/{}", file.file_name().to_string_lossy()), &text);
    }
}

/// What the fork's own program does otherwise, which its files don't say.
const THEIRS: &str = "[game]\nbase = \"angband-4.2\"\n[rules]\ngood-levels = 20\nspecial-artifact-one-in = 100\n";

/// The first number that is found to be another: its name and value.
fn clearest(ran: &Ran) -> Option<(String, u32)> {
    let line = ran.out.lines().find(|line| line.contains(" fits best, not "))?;
    let (name, rest) = line.trim_start().split_once(": ")?;
    Some((name.to_owned(), rest.split(' ').next()?.parse().ok()?))
}

#[test]
fn from_a_forks_folder_to_a_checked_edition() {
    let home = Home::new();
    // As a source tree, with the lists of its program.
    fork(&home, "game/lib/gamedata");
    std::fs::create_dir(home.path("game/src")).expect("made");
    home.write("game/src/list-tvals.h", "TV(HORN, \"horn\", 0)\n");
    home.write("game/src/list-kind-flags.h", "KF(LOUD, \"\")\n");
    // What the program made, counted.
    fork(&home, "program");
    home.write("program/affixboard.toml", THEIRS);
    let cells = "--depths 30 --qualities normal,good --drops 300000 --seed 1";
    home.run(&format!("batch --files program {cells} --tally counts.csv")).noted();

    // 1: the files as they are, from the tree.
    let first = home.run("check game --no-gaps --strict");
    assert_eq!(first.code, Some(1), "{}", first.err);
    for said in [
        "warning[own-type]: found `horn`",
        "warning[invalid-flag]: found `LOUD`",
        "warning[undefined-directive]: found `lore`",
    ] {
        assert!(first.out.contains(said), "no {said} in {}", first.out);
    }
    assert!(first.out.contains("; 0 errors, 4 warnings"), "{}", first.out);

    // 2: what is meant.
    home.run("declare game --name Ours --out game/lib/gamedata/affixboard.toml").noted();
    let mut declaration = std::fs::read_to_string(home.path("game/lib/gamedata/affixboard.toml")).expect("written");
    assert_eq!(
        declaration,
        "# All flags, modifiers and item types are in the program's own lists (list-*.h).\n\
         # What these files have that Angband 4.2 doesn't. It is kept and shown, and has no effect on numbers.\n\
         # Take out what is misspelt.\n\n[game]\nname = \"Ours\"\nbase = \"angband-4.2\"\n\n[names]\nflags = [\"LOUD\"]\n\
         item-types = [\"horn\"]\n\n[lines]\n\"ego_item.txt\" = [\"lore\"]\n"
    );
    let second = home.run("check game --no-gaps --strict");
    assert!(second.code == Some(0) && second.out.contains("; 0 errors, 0 warnings"), "{}", second.out);

    // 3: held against their own counts, number by number.
    let mut found = Vec::new();
    declaration += "\n[rules]\n";
    for _ in 0..2 {
        let (name, value) =
            clearest(&home.run("hold --files game --counts counts.csv --fit")).expect("a number is another");
        writeln!(declaration, "{name} = {value}").expect("memory");
        home.write("game/lib/gamedata/affixboard.toml", &declaration);
        found.push((name, value));
    }
    let held = home.run("hold --files game --counts counts.csv");
    assert!(held.code == Some(0) && held.out.contains("\nno disagreement\n"), "{}", held.out);
    found.sort();
    let [(deeper, levels), (special, odds)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((deeper.as_str(), *levels, special.as_str()), ("good-levels", 20, "special-artifact-one-in"));
    assert!(odds.abs_diff(100) < 12, "{odds}");

    // 4: and what numbers say then.
    let numbers = home.run("exact --files game --depths 10 --qualities great --tval sword --out -");
    let said = "note: Made by the rules of Angband 4.2 with 5 declared differences of Ours: 2 names and 1 directive without effect here; \
                good-levels 20, special-artifact-one-in ";
    assert!(numbers.err.starts_with(said), "{}", numbers.err);
}
