//! Small inputs from reports of teams, kept outside of the project beside the originals' counts: what `check` says of each.

use super::program::{Home, Ran, reference};

fn check(name: &str, flags: &str) -> Option<Ran> {
    let folder = reference(&format!("../cases/{name}"))?;
    Some(Home::new().run(&format!("check {} {flags}", folder.display())))
}

/// Name of the case, flags, exit code, what is said, and what isn't.
type Said = (&'static str, &'static str, i32, &'static [&'static str], &'static [&'static str]);

const CHECKED: &[Said] = &[
    ("nh-class-total", "--no-gaps", 0, &["; 0 errors, 0 warnings"], &["class-sum"]),
    // Headers are those that the tables include, whatever their names.
    ("header-not-in-list", "--no-gaps", 0, &["; 0 errors, 0 warnings"], &["unknown-constant"]),
    ("nh-dungeon-64", "--no-gaps", 0, &["5 dungeons, 60 special levels", "; 0 errors"], &["too-many-entries"]),
    (
        "nh-class-inversion",
        "--no-gaps",
        0,
        &["warning[class-order]: found small kobold of difficulty 2 after kobold chief of difficulty 3\n"],
        &[],
    ),
    (
        "no-themes-yet",
        "--no-gaps",
        0,
        &["absent-file", " 0 themes, 68 artifacts; 0 errors, 1 warnings"],
        &["missing-file"],
    ),
    ("own-flag-declared", "--no-gaps", 0, &["warning[own-code]: found `", "; 0 errors, "], &["error["]),
    (
        "rarity-zero",
        "--no-gaps",
        0,
        &["warning[never-drawn]: found an ego of weight 0", "or by this game's rules it never comes"],
        &["this never fires"],
    ),
    ("value-never-negative", "--no-gaps", 0, &["warning[value-raised]: found `LIGHT[-2]`"], &[]),
    ("artifact-one-level", "--no-gaps", 0, &["warning[one-level]: found `40 to 40`"], &[]),
    ("errors-block-gaps", "", 0, &["; 0 errors, 2 warnings, ", "\ngap["], &[]),
    ("one-new-flag", "--no-gaps", 0, &["warning[variant-form]", "warning[invalid-flag]", "; 0 errors"], &["error["]),
    ("one-new-flag", "--no-gaps --strict", 1, &["warning[invalid-flag]"], &["error["]),
];

#[test]
fn cases_are_checked_as_they_should_be() {
    for (name, flags, code, said, unsaid) in CHECKED {
        let Some(ran) = check(name, flags) else { return };
        assert_eq!((ran.code, ran.err.as_str()), (Some(*code), ""), "{name}: {}", ran.out);
        for piece in *said {
            assert!(ran.out.contains(piece), "{name}: no {piece:?} in {}", ran.out);
        }
        for piece in *unsaid {
            assert!(!ran.out.contains(piece), "{name}: {piece:?} in {}", ran.out);
        }
    }
}

/// One remark for an ego, at the line that is at fault.
#[test]
fn an_ego_that_never_comes_is_told_once() {
    let Some(ran) = check("rarity-zero", "--no-gaps") else { return };
    let remarks = ran.out.matches("found an ego of weight 0").count();
    let at_weight =
        ran.out.split("\n\n").filter(|remark| remark.contains("| W:") && remark.contains("weight 0")).count();
    assert!(remarks > 0 && remarks == at_weight, "{remarks} remarks, {at_weight} at their W: lines: {}", ran.out);
}

/// Numbers of files that are another program's, or that have errors, are not given without a word.
#[test]
fn commands_say_what_their_numbers_are_worth() {
    let foreign =
        "note: Made by the rules of Angband 3.0 from files that are not its own, so these are not the numbers of";
    let unknown = "note: Made by the rules of Angband 4.2 from files that are not its own, so these are not the numbers of their own \
         program: found what Angband 4.2 doesn't have: the directive rating.";
    for (name, said) in [("foreign-silent-cli", foreign), ("errors-block-gaps", unknown)] {
        let Some(folder) = reference(&format!("../cases/{name}")) else { return };
        let files = format!("--files {}", folder.display());
        for command in [
            format!("exact {files} --depths 10 --qualities great --out exact.csv"),
            format!("batch {files} --depths 10 --qualities great --drops 1000 --seed 1 --tally batch.csv"),
        ] {
            let home = Home::new();
            let ran = home.run(&command);
            assert_eq!(ran.code, Some(0), "{command}: {}", ran.err);
            assert!(ran.err.starts_with(said), "{command}: {}", ran.err);
            let strict = home.run(&format!("{command} --strict"));
            assert_eq!(strict.code, Some(1), "{command}");
            assert!(strict.err.starts_with("error: --strict: Made "), "{}", strict.err);
        }
    }
}

#[test]
fn what_can_not_be_read_is_refused_by_its_name() {
    for (name, flags, parts) in [
        (
            "forced-game-nothing-read",
            "--game imoria",
            &["read as iMoria, but found none of its entries; expected some in "][..],
        ),
        ("moria-cpp-refused", "", &["data_treasure.cpp (C++)", "or C tables such as monst.c, objects.c"]),
        ("jsonc-refused", "", &["EgoDefinitions.jsonc (JSONC)", "not read yet", "named as the game `tables`"]),
    ] {
        let Some(ran) = check(name, flags) else { return };
        ran.refused(1, parts);
    }
}

/// What no game's rules read is browsed as tables.
#[test]
fn refused_trees_are_read_as_tables() {
    for (name, said) in [("moria-cpp-refused", "game objects"), ("jsonc-refused", "ego")] {
        let Some(ran) = check(name, "--game tables") else { return };
        assert_eq!(ran.code, Some(0), "{name}: {}", ran.err);
        assert!(ran.out.contains("Tables without rules: ") && ran.out.contains(said), "{}", ran.out);
    }
}

/// What a folder has of its own is declared with one command, and then nothing is left to say of it.
#[test]
fn a_folder_declares_its_own_flags() {
    let Some(folder) = reference("../cases/one-new-flag") else { return };
    let home = Home::new();
    let ours = home.path("ours");
    std::fs::create_dir(&ours).expect("made");
    for file in std::fs::read_dir(&folder).expect("a folder") {
        let file = file.expect("a file");
        std::fs::write(ours.join(file.file_name()), std::fs::read(file.path()).expect("read")).expect("written");
    }
    let check = || home.run("check ours --no-gaps --strict");
    assert_eq!(check().code, Some(1));
    home.run("declare ours --name Ours --out ours/affixboard.toml");
    let declared = check();
    assert!(declared.out.contains("; 0 errors, ") && !declared.out.contains("invalid-flag"), "{}", declared.out);
    assert_eq!(declared.code, Some(0));
    let numbers = home.run("exact --files ours --depths 10 --qualities great --tval 23 --out -");
    assert!(numbers.err.contains("with 1 declared difference of Ours: 1 name without effect here"), "{}", numbers.err);
    assert!(numbers.out.lines().last().is_some_and(|line| line.contains(",note,")), "{}", numbers.out);
}

#[test]
fn the_rules_of_a_game_are_written_as_a_declaration() {
    let home = Home::new();
    let rules = home.run("rules --game angband-4.2").done();
    assert!(
        rules.contains("base = \"angband-4.2\"\n") && rules.contains("\nspecial-artifact-one-in = 1000\n"),
        "{rules}"
    );
    assert!(rules.contains("\nego-boost-one-in = 16\n"), "{rules}");
    home.run("rules --game nethack").refused(1, &["no number of the rules of NetHack can be declared"]);
    home.run("rules --game none").refused(2, &["--game: found `none`; expected one of affix-branch, "]);
}
