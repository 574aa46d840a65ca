//! `affixboard history` and `affixboard bisect`.

use std::{fmt::Write as _, process::Command};

use super::program::Home;
use crate::fixtures::has_git;

/// A repository with so many commits to the blade's edition: each changes a comment, one the rarity of *of Depths* from 4 to 2,
/// one leaves nothing that can be read.
fn repository(home: &Home, commits: usize, moved: usize, broken: usize) {
    home.blades();
    let edit = |name: &str| std::fs::read_to_string(home.path(&format!("edit/{name}"))).expect("a file");
    let (objects, egos, artifacts) = (edit("object.txt"), edit("ego_item.txt"), edit("artifact.txt"));
    let mut stream = String::new();
    for number in 0..commits {
        let egos = if number >= moved { egos.replace("W:20:4:0:100", "W:20:2:0:100") } else { egos.clone() };
        let egos = if number == broken { "N:nothing\n".to_owned() } else { format!("{egos}# {number}\n") };
        let message = if number == moved { "Make depths likelier" } else { "=Say something" };
        let time = 1_700_000_000 + 86_400 * number;
        let _ = write!(
            stream,
            "commit refs/heads/main\nmark :{}\ncommitter A B <a@example.org> {time} +0000\ndata {}\n{message}\n",
            number + 1,
            message.len()
        );
        if number > 0 {
            let _ = writeln!(stream, "from :{number}");
        }
        for (name, text) in [("object.txt", &objects), ("ego_item.txt", &egos), ("artifact.txt", &artifacts)] {
            let _ = write!(stream, "M 100644 inline lib/edit/{name}\ndata {}\n{text}\n", text.len());
        }
        stream.push('\n');
    }
    home.write("stream", &stream);
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(home.path(".")).env("HOME", home.path("."));
        if arguments.contains(&"fast-import") {
            command.stdin(std::fs::File::open(home.path("stream")).expect("the stream"));
        }
        let ran = command.output().expect("git");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    git(&["-c", "init.defaultBranch=main", "init", "-q", "--bare", "game.git"]);
    git(&["-C", "game.git", "fast-import", "--quiet"]);
}

const TESTS: &str =
    "[[test]]\nname = \"rare\"\nshare = 'ego:\"of Depths\"'\ndepths = 30\nqualities = \"great\"\nat-most = \"25%\"\n";

/// Of great drops 0.96 · 0.6561 are blades without an artifact, of which one in three, then one in two is the ego.
#[test]
fn a_thousand_commits_are_halved() {
    if !has_git() {
        return;
    }
    let home = Home::new();
    repository(&home, 1000, 617, 500);
    let range = "--git game.git --range main~999..main --depth 30 --quality great";
    let found = home.run(&format!("bisect ego:#2 {range}")).done();
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].ends_with(" 2025-07-23 A B: Make depths likelier"), "{found}");
    assert_eq!(lines[1], "  20.9952 % before, 31.4928 % with it");
    // The first, and log2 of all; the one in the middle can't be read.
    let states = lines[2].split_once(" states computed, 1 skipped").expect("states").0;
    let states: usize = states.rsplit(' ').next().expect("a number").parse().expect("a number");
    assert!(states <= 1 + 10 + 1, "{found}");
    assert!(lines[2].contains("affixboard effect --git game.git "), "{found}");
    let same = home.run("bisect ego:#2 --git game.git --range main~9..main --depth 30 --quality great");
    assert!(same.code == Some(1) && same.out.ends_with(": it doesn't differ\n"), "{}", same.out);
}

/// A repository whose settings would run a program for each signed commit.
#[cfg(unix)]
#[test]
fn nothing_of_the_repository_is_run() {
    use std::{io::Write as _, os::unix::fs::PermissionsExt as _, process::Stdio};

    if !has_git() {
        return;
    }
    let home = Home::new();
    repository(&home, 2, 1, 9);
    let git = |arguments: &[&str], input: &str| {
        let mut child = Command::new("git")
            .args(["-C", "game.git"])
            .args(arguments)
            .current_dir(home.path("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("git");
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
        let ran = child.wait_with_output().expect("git");
        assert!(ran.status.success());
        String::from_utf8(ran.stdout).expect("UTF-8")
    };
    let commit = git(&["cat-file", "commit", "main"], "");
    let (head, message) = commit.split_once("\n\n").expect("a commit");
    let signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n aaaa\n -----END PGP SIGNATURE-----";
    let signed = git(&["hash-object", "-t", "commit", "-w", "--stdin"], &format!("{head}\n{signature}\n\n{message}"));
    git(&["update-ref", "refs/heads/main", signed.trim()], "");
    home.write("run", &format!("#!/bin/sh\ntouch {}\n", home.path("ran").display()));
    std::fs::set_permissions(home.path("run"), std::fs::Permissions::from_mode(0o755)).expect("set");
    let run = home.path("run").display().to_string();
    for (name, value) in [("log.showSignature", "true"), ("gpg.program", &run), ("core.fsmonitor", &run)] {
        git(&["config", name, value], "");
    }
    // These settings do what they are for.
    git(&["log", "-1", "main"], "");
    assert!(home.path("ran").exists());
    std::fs::remove_file(home.path("ran")).expect("removed");
    let range = "ego:#2 --git game.git --range main~1..main --depth 30 --quality great";
    assert!(home.run(&format!("history {range}")).done().contains("2 commits that touch the files"));
    home.run(&format!("bisect {range}")).done();
    home.run("effect --git game.git main~1..main --no-gaps").done();
    assert!(!home.path("ran").exists());
}

#[test]
fn a_history_has_what_moves_and_what_is_not_read() {
    if !has_git() {
        return;
    }
    let home = Home::new();
    repository(&home, 12, 7, 4);
    home.write("balance.toml", TESTS);
    let range = "ego:#2 --git game.git --range main~11..main --depth 30 --quality great";
    let text = home.run(&format!("history {range}")).done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "ego:#2, great drops at level 30");
    assert!(lines[1].starts_with("2023-11-14 ") && lines[1].ends_with("  20.9952 %  =Say something"), "{text}");
    assert!(lines[2].starts_with("2023-11-18 ") && lines[2].contains("  –  =Say something: "), "{text}");
    assert!(lines[3].ends_with("  31.4928 % (× 1.500)  Make depths likelier"), "{text}");
    assert_eq!(lines[4], "12 commits that touch the files, 12 states; 9 don't move it");
    let csv = home.run(&format!("history {range} --format csv")).done();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 12);
    assert_eq!((&rows[0][3], &rows[0][7], &rows[0][9]), ("'=Say something", "computed", ""));
    assert!(rows[4][4].is_empty() && !rows[4][10].is_empty());
    let svg = home.run(&format!("history {range} --format svg")).done();
    assert!(svg.starts_with("<svg ") && svg.contains("commit, from 2023-11-14 to 2023-11-25"), "{svg}");
    // The same share as a balance test has it, which holds until then.
    let test = "--balance balance.toml --test rare --git game.git --range main~11..main";
    let text = home.run(&format!("history {test}")).done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "balance test rare");
    assert!(lines[1].ends_with("  20.9952 %, holds  =Say something"), "{text}");
    assert!(lines[3].ends_with("  31.4928 % (× 1.500), fails  Make depths likelier"), "{text}");
    assert!(home.run(&format!("history {test} --format svg")).done().contains("at most 25 %"));
    let found = home.run(&format!("bisect {test}")).done();
    assert!(found.lines().next().is_some_and(|line| line.ends_with("A B: Make depths likelier")), "{found}");
    home.run(&format!("history {}", test.replace("test rare", "test none")))
        .refused(1, &["found no balance test `none`"]);
    for (flags, part) in [
        ("ego:#2 --git game.git --range main --depth 30 --quality great", "--range: found `main`; expected two"),
        ("--git game.git --range main~1..main", "<QUESTION>"),
        ("ego:#2 --test rare --balance balance.toml --git game.git --range a..b", "cannot be used with"),
        ("ego: --git game.git --range main~1..main --depth 30 --quality great", "QUESTION: column "),
    ] {
        home.run(&format!("history {flags}")).refused(2, &[part]);
    }
    home.run("history ego:#2 --git game.git --range main~1..main --depth 30 --quality fine")
        .refused(1, &["quality: found `fine`; expected one of normal, good, great"]);
}

/// What a run computed is there for the next; what can't be read is computed again.
#[test]
fn numbers_are_kept_in_a_folder() {
    if !has_git() {
        return;
    }
    let home = Home::new();
    repository(&home, 12, 7, 4);
    let asked = |range: &str| {
        format!("bisect ego:#2 --git game.git --range {range} --depth 30 --quality great --cache kept/numbers")
    };
    let states = |text: &str| {
        let before = text.split_once(" states computed").expect("states").0;
        before.rsplit(' ').next().and_then(|number| number.parse::<usize>().ok()).expect("a number")
    };
    let first = home.run(&asked("main~11..main")).done();
    let again = home.run(&asked("main~11..main")).done();
    assert!(states(&first) >= 4 && states(&again) == 0, "{first}{again}");
    assert_eq!(first.lines().take(2).collect::<Vec<_>>(), again.lines().take(2).collect::<Vec<_>>());
    let files =
        || std::fs::read_dir(home.path("kept/numbers")).expect("a folder").map(|file| file.expect("a file").path());
    assert_eq!(files().count(), states(&first));
    for file in files() {
        std::fs::write(file, "{}").expect("written");
    }
    assert_eq!(states(&home.run(&asked("main~11..main")).done()), states(&first));
    // Of other drops it is another number.
    assert_eq!(states(&home.run(&asked("main~11..main").replace("30", "31")).done()), states(&first));
}
