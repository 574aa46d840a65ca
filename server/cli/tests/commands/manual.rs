//! The manual pages: there is one for each command, with all its flags, and `man` and `groff` have nothing to say about them.

use std::{collections::BTreeSet, process::Command};

use super::program::{Home, needs};

/// The text of a page as a reader sees it, in columns wide enough that nothing is broken.
fn shown(page: &std::path::Path) -> String {
    let output = Command::new("man")
        .args(["--warnings", "--no-hyphenation", "--no-justification", "-l"])
        .arg(page)
        .env("MANWIDTH", "2000")
        .env("MANROFFOPT", "-c")
        .env("PAGER", "cat")
        .env("LC_ALL", "C.UTF-8")
        .output()
        .expect("man");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", page.display());
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_command_has_a_page_without_mistakes() {
    if !needs(&["man", "groff"]) {
        return;
    }
    let home = Home::new();
    assert_eq!(home.run("man --dir pages/man1").done(), "");
    let files = std::fs::read_dir(home.path("pages/man1")).expect("a folder");
    let names: BTreeSet<_> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).collect();
    for name in &names {
        let page = home.path(&format!("pages/man1/{name}"));
        let checked =
            Command::new("groff").args(["-man", "-ww", "-z", "-K", "utf8"]).arg(&page).output().expect("groff");
        assert_eq!((checked.status.code(), String::from_utf8_lossy(&checked.stderr).as_ref()), (Some(0), ""), "{name}");
        // affixboard-tally-merge.1 is about `affixboard tally merge`, but game-stats is one word.
        let command = name.trim_start_matches("affixboard").trim_start_matches('-').trim_end_matches(".1");
        let words = if command == "game-stats" { command.to_owned() } else { command.replace('-', " ") };
        let text = shown(&page);
        let help = home.run(&format!("{words} --help")).done();
        let own = help.split("\nSettings:\n").next().filter(|_| !words.is_empty()).unwrap_or(&help);
        for line in own.lines().map(str::trim_start).filter(|line| line.starts_with("--")) {
            let flag = line.split([' ', '=', '[']).next().unwrap_or(line);
            assert!(text.contains(&format!("\n       {flag}")), "{name} lacks {flag}\n{text}");
        }
        assert!(text.contains(&format!("\nNAME\n       {} - ", name.trim_end_matches(".1"))), "{text}");
        assert_eq!(home.run(&format!("man {words}")).done(), std::fs::read_to_string(&page).expect("read"), "{name}");
    }
    let program = shown(&home.path("pages/man1/affixboard.1"));
    for below in names.iter().filter(|name| name.matches('-').count() == 1) {
        assert!(program.contains(&format!("{}(1)", below.trim_end_matches(".1"))), "affixboard.1 lacks {below}");
    }
    assert!(program.contains("AFFIXBOARD_DATA_DIR"), "{program}");
    // 28 commands, three of which have 4, 2 and 0 of their own, and the program.
    for name in ["affixboard.1", "affixboard-serve.1", "affixboard-game-stats.1", "affixboard-proposal-create.1"] {
        assert!(names.contains(name), "{name} is missing");
    }
    assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
}

#[test]
fn a_page_of_no_command_is_refused() {
    let home = Home::new();
    home.run("man chekc").refused(2, &["found `chekc`", "expected serve, check, "]);
    home.run("man check it").refused(2, &["found `it`", "expected no further command"]);
    home.run("man check --dir pages").refused(2, &["--dir"]);
}
