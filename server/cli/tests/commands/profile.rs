//! `affixboard profile`.

use super::program::{Home, starter};

/// By hand: the rat is the only race that comes, for the last one of a file is never drawn. It leaves one object, at depth 1 of
/// level 1 and at depth 2 of level (1 + 2) / 2 = 1: of 10 rats at each depth 20 objects of level 1.
#[test]
fn a_profile_as_monsters_come_by_hand() {
    let home = Home::new();
    std::fs::create_dir_all(home.path("edit")).expect("made");
    for file in std::fs::read_dir(starter("affix-branch")).expect("the folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
        home.write(&format!("edit/{name}"), &std::fs::read_to_string(&path).expect("text"));
    }
    home.write("edit/monster_base.txt", "N:rodent\nF:ANIMAL\n");
    home.write(
        "edit/monster.txt",
        "N:0:player\nN:1:rat\nT:rodent\nW:1:1:0:1\nF:DROP_1 | ONLY_ITEM\nN:2:last\nT:rodent\nW:100:1:0:1\n",
    );
    let text = home.run("profile --files edit --monsters 10 --last 2 --out -").done();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines, ["1: normal 20"], "{text}");
    assert!(text.contains("10 monsters at each depth from 1 to 2") && text.contains("rules version"), "{text}");
    // It is a profile.
    home.run("profile --files edit --monsters 10 --last 2 --out monsters.txt").done();
    home.run("dive --files edit --profile monsters.txt --depths 2 --out -").done();
}

#[test]
fn what_has_no_profile_is_refused() {
    let home = Home::new();
    let files = starter("affix-branch");
    let run = |rest: &str| home.run(&format!("profile --files {files} --out - {rest}"));
    run("--monsters 10 --last 5").refused(1, &["has no monsters that are read here"]);
    run("--monsters 0 --last 5").refused(2, &["found 0 monsters at each depth; expected 1 to 10000"]);
    run("--monsters 1 --first 9 --last 5").refused(2, &["found depths 9 to 5"]);
    run("--monsters 1 --last 500").refused(2, &["expected depths that rise, from 0 to 127"]);
}
