//! Files of variants on the command line: checked, imported, drawn from.

use super::program::Home;

/// Writes a folder of files in the form of `DaJAngband`.
fn dajangband(home: &Home) {
    std::fs::create_dir_all(home.path("edit")).expect("made");
    for (name, text) in [
        ("object.txt", "V:1.0.0\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\n"),
        ("artifact.txt", "V:1.0.0\nN:20:'Thorn'\nI:23:4:0\nW:5:60:10:12:4000\nP:0:1d6:0:0:0\n"),
        ("ego_item.txt", "V:1.0.0\nN:1:of Edges\nW:5:45:3:3:0:500\nC:6:6:0:9:0\nT:23:0:99\nR:1:2\n"),
    ] {
        home.write(&format!("edit/{name}"), text);
    }
}

#[test]
fn a_variant_is_checked_imported_and_drawn_from() {
    let home = Home::new();
    dajangband(&home);
    let exact = "exact --files edit --depths 10 --qualities great --out -";
    for command in ["check edit", "import edit --edition daj", exact] {
        home.run(command).refused(
            1,
            &[
                "the files look most like those of Angband 3.0, but are not its own: found the ego format of DaJAngband: ",
                "; rules of their own program that Angband 3.0 lacks: an ego's max-level (deeper it is passed over 58 to 98 % of the time), ",
                "Nothing was read. Name the game to read them as, if its rules will do: affix-branch, ",
            ],
        );
    }
    let ran = home.run("check edit --game angband-3.0");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(
        ran.out.contains("warning[variant-form]: ego_item.txt: found the ego format of DaJAngband: "),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("warning[not-simulated]: found `R`\n --> ego_item.txt:6:1\n"), "{}", ran.out);
    assert!(
        ran.out.ends_with("Angband 3.0: 1 kinds, 1 egos, 1 artifacts; 0 errors, 2 warnings, 3 gaps\n"),
        "{}",
        ran.out
    );
    let ran = home.run("import edit --game angband-3.0 --edition daj");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let batch = "batch --files edit --game angband-3.0 --depths 10 --qualities great --drops 100 --seed 1 --tally -";
    let tally = home.run(batch).noted();
    assert!(tally.contains("10,great,100,kind,23,4,Dagger,100\n"), "{tally}");
    assert!(tally.contains(",affix,23,4,of Edges,"), "{tally}");
    // What files say of numbers that are not the variant's own.
    let sentence = "Made by the rules of Angband 3.0 from files that are not its own, so these are not the numbers of their own \
                    program: found the ego format of DaJAngband: ";
    assert!(tally.lines().last().expect("a line").starts_with(&format!("0,,0,note,,,\"{sentence}")), "{tally}");
    for (command, start) in [
        ("exact --files edit --game angband-3.0 --depths 10 --qualities great --out -", "0,,note,,,\""),
        ("dive --files edit --game angband-3.0 --depths 10 --out -", "0,note,,,\""),
        ("sheet --files edit --game angband-3.0 --type 23 --measure pool --out -", "note,\""),
        ("sheet --files edit --game angband-3.0 --type 23 --measure pool --format long.csv --out -", ",,,,,note,,\""),
    ] {
        let written = home.run(command).noted();
        let last = written.lines().last().expect("a line");
        assert!(last.starts_with(&format!("{start}{sentence}")), "{command}: {written}");
        assert!(!written.contains("exact"), "{command}: {written}");
    }
    home.run(&format!("{batch} --detail full")).refused(2, &["--detail", "values of these files are not simulated"]);
}
