//! `affixboard import`.

use super::program::Home;

#[test]
fn new_identical_and_changed_files() {
    let home = Home::new();
    home.small("", "", "");
    let import = "import edit --edition ours --data-dir data";
    let first = home.run(import).done();
    assert!(first.starts_with("imported ours r1 (") && first.ends_with("): 0 errors, 0 warnings\n"), "{first}");
    let same = home.run(import).done();
    assert!(same.starts_with("nothing new: ours r1 (") && same.ends_with(") has the same files\n"), "{same}");
    assert_eq!(hash(&first), hash(&same));

    home.small("object.txt", "A:20:", "A:300:");
    let second = home.run(import).done();
    assert!(second.starts_with("imported ours r2 (") && second.ends_with("): 0 errors, 1 warnings\n"), "{second}");
    assert_ne!(hash(&first), hash(&second));

    // Another edition begins anew, also with files that are known.
    let other = home.run("import edit --edition theirs --data-dir data --game affix-branch").done();
    assert!(other.starts_with("imported theirs r1 ("), "{other}");
    assert_eq!(hash(&second), hash(&other));
}

/// What stands in the brackets.
fn hash(line: &str) -> &str {
    line.split(['(', ')']).nth(1).expect("a hash in brackets")
}

#[test]
fn files_with_errors_are_imported_and_give_1() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:x:");
    let ran = home.run("import edit --edition ours --data-dir data");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.starts_with("imported ours r1 (") && ran.out.ends_with("): 1 errors, 0 warnings\n"), "{}", ran.out);
}

#[test]
fn what_cannot_be_imported_leaves_nothing() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    std::fs::remove_file(home.path("edit/ego_item.txt")).expect("removed");
    let refusal = "not loaded as Angband affix branch: ego_item.txt: found no such file";
    home.run("import edit --edition ours --data-dir data").refused(1, &[refusal]);
    home.run("import none --edition ours --data-dir data").refused(1, &["can't read none: "]);
    home.small("", "", "");
    let same = home.run("import edit --edition ours --data-dir data").done();
    assert!(same.starts_with("nothing new: ours r1 ("), "{same}");
    // A folder for the data that can't be made.
    home.run("import edit --edition ours --data-dir edit/object.txt").refused(1, &["edit/object.txt"]);
}

#[test]
fn wrong_usage_gives_2() {
    let home = Home::new();
    home.small("", "", "");
    for slug in ["Ours", "our_s", "-ours", &"a".repeat(65)] {
        home.run(&format!("import edit --edition={slug} --data-dir data"))
            .refused(2, &["--edition", &format!("`{slug}`"), "expected 1 to 64 of a-z, 0-9 and -"]);
    }
    home.run("import edit --data-dir data").refused(2, &["--edition <NAME>"]);
    home.run("import edit --edition ours --game moria --data-dir data")
        .refused(2, &["--game: found the game `moria`; expected one of affix-branch"]);
    let ran = home.run("import edit --edition ours --data-dir data").done();
    assert!(ran.starts_with("imported ours r1 ("), "{ran}");
}
