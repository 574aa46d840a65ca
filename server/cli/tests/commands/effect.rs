//! `affixboard effect`.

use std::process::Command;

use super::program::Home;
use crate::fixtures::has_git;

/// The blade's edition twice, in `edit` and in `new`, and one line of the second changed.
fn changed(home: &Home, file: &str, from: &str, to: &str) {
    home.blades();
    std::fs::create_dir_all(home.path("new")).expect("made");
    for name in ["object.txt", "ego_item.txt", "artifact.txt"] {
        let text = std::fs::read_to_string(home.path(&format!("edit/{name}"))).expect("a file");
        let text = if name == file { text.replacen(from, to, 1) } else { text };
        home.write(&format!("new/{name}"), &text);
    }
    let text = std::fs::read_to_string(home.path(&format!("new/{file}"))).expect("a file");
    assert!(text.contains(to), "{text}");
}

/// Of blades at level 20 and deeper *of Edges* weighs 50 and *of Depths* 25, as 100 by rarity: rarity 2 makes both 50. Great
/// blades are an artifact in one of 0.3439, so that of all 0.6561 share the egos.
#[test]
fn a_rarity_moves_two_egos() {
    let home = Home::new();
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:2:0:100");
    let text = home.run("effect edit new --no-gaps").done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Angband 3.2: edit to new");
    assert_eq!(lines[1], "1 entry changes (2 lines).");
    // In pools: 25 of 75 becomes 50 of 100.
    let moves = |name: &str, place: &str, shares: &str| {
        let found = lines.iter().find(|line| line.starts_with(&format!("  ego {name}, {place}"))).expect(name);
        assert!(found.contains(shares), "{found}");
    };
    moves("of Depths", "pool of sword at level ", ": 33.3 % to 50.0 % (× 1.50)");
    moves("of Edges", "pool of sword at level ", ", displaced: 66.7 % to 50.0 % (× 0.750)");
    // Of great blades 0.6561 are no artifact.
    moves("of Depths", "sword, great drops at ", ": 21.9 % to 32.8 % (× 1.50)");
    assert!(text.contains("\n  ego 2 of Depths, changed, ego_item.txt:"), "{text}");
    assert!(text.contains("\n    - W:20:4:0:100\n    + W:20:2:0:100\n"), "{text}");
    assert!(
        text.contains("\nExact, each at the place where it changes most. Rules angband-3.2 1, as coded; files "),
        "{text}"
    );
    assert_eq!(home.run("effect edit new --no-gaps").done(), text, "the same inputs give the same bytes");
    let same = home.run("effect edit edit").done();
    assert_eq!(same, "Angband 3.2: edit to edit\nThe files are the same: no share moves.\n");
}

#[test]
fn it_fails_on_what_is_asked_for() {
    let home = Home::new();
    // Without a weight the ego never comes, which is remarked on.
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:0:0:100");
    let fails = |on: &str| home.run(&format!("effect edit new --format json --out report.json --fail-on {on}")).code;
    assert_eq!(["lint", "5%", "90%", "error"].map(fails), [Some(1), Some(1), Some(0), Some(0)]);
    let report = std::fs::read_to_string(home.path("report.json")).expect("written");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!(report["entries"][0]["lines"], serde_json::json!(["-W:20:4:0:100", "+W:20:0:0:100"]));
    assert_eq!(report["remarks"][0]["fate"], "new");
    let gone = report["drops"].as_array().expect("drops").iter().find(|row| row["name"] == "of Depths");
    assert_eq!(gone.expect("the ego")["change"], "gone");
    for (flags, part) in [
        ("edit", "HEAD: expected the files after"),
        ("edit new --fail-on many", "found `many`; expected points such as 5%, gap, lint, error or balance"),
        ("edit new --fail-on balance", "--fail-on: found `balance` without --balance"),
        ("edit new --no-gaps --fail-on gap", "--fail-on: found `gap` beside --no-gaps"),
    ] {
        let ran = home.run(&format!("effect {flags}"));
        assert_eq!(ran.code, Some(2), "{flags}: {}", ran.err);
        assert!(ran.err.contains(part), "{flags}: {}", ran.err);
    }
    home.run("effect edit none").refused(1, &["none"]);
}

/// Of great drops 21.0 % are that ego before, 31.5 % after.
#[test]
fn balance_tests_that_break_are_told_first() {
    let home = Home::new();
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:2:0:100");
    home.write(
        "new/balance.toml",
        "[[test]]\nname = \"depths are rare\"\nshare = 'ego:\"of Depths\"'\ndepths = 30\nqualities = \"great\"\n\
         at-most = \"30%\"\n",
    );
    let ran = home.run("effect edit new --no-gaps --balance --fail-on balance");
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.contains("Of 1 balance test 1 fail, 1 of them since this change."), "{}", ran.out);
    assert!(ran.out.contains("\n  depths are rare: holds before, fails now; "), "{}", ran.out);
}

/// A name from the files is no markup and mentions nobody; the comment fits.
#[test]
fn markdown_keeps_names_in_code() {
    let home = Home::new();
    changed(&home, "ego_item.txt", "N:2:of Depths\nX:5:0\nW:20:4", "N:2:of `@all` | <b>[x](y)\nX:5:0\nW:20:2");
    let text = home.run("effect edit new --format md --no-gaps").done();
    assert!(text.len() <= 60_000 && text.starts_with("### Effect on Angband 3.2\n\n`edit` → `new`: "), "{text}");
    let table = text.split("<details>").next().expect("a table");
    for line in table.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(line.replace("\\|", "").matches('|').count(), 6, "five cells: {line}");
        let outside: String = line.split('`').step_by(2).collect();
        assert!(!outside.contains('@') && !outside.contains('<') && !outside.contains('['), "{line}");
    }
    assert!(table.contains("`of '@all' \\| <b>[x](y)`"), "{table}");
    let html = home.run("effect edit new --format html --no-gaps").done();
    assert!(html.starts_with("<!doctype html>") && html.contains("of `@all` | &lt;b&gt;[x](y)"), "{html}");
    assert!(!html.contains("<b>[") && html.contains("default-src 'none'"), "{html}");
    // Its lines are in a fence that the backticks of the name don't end.
    let fenced = text.split("```diff\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("a diff");
    assert!(fenced.contains("+N:2:of `@all` | <b>[x](y)"), "{fenced}");
}

#[test]
fn revisions_of_a_repository_are_read_without_a_checkout() {
    if !has_git() {
        return;
    }
    let home = Home::new();
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:2:0:100");
    let git = |arguments: &[&str]| {
        let ran = Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"])
            .args(arguments)
            .current_dir(home.path("repository"))
            .env("HOME", home.path("."))
            .output()
            .expect("git");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    std::fs::create_dir_all(home.path("repository/lib/edit")).expect("made");
    git(&["init", "-q"]);
    home.write("repository/README.txt", "A game.\n");
    for folder in ["edit", "new"] {
        for name in ["object.txt", "ego_item.txt", "artifact.txt"] {
            let text = std::fs::read_to_string(home.path(&format!("{folder}/{name}"))).expect("a file");
            home.write(&format!("repository/lib/edit/{name}"), &text);
        }
        git(&["add", "."]);
        git(&["commit", "-q", "-m", folder]);
    }
    // What lies in the working tree doesn't matter.
    std::fs::remove_dir_all(home.path("repository/lib")).expect("removed");
    let folders = home.run("effect edit new --no-gaps").done();
    let rest = |text: &str| text.split_once('\n').expect("lines").1.to_owned();
    for asked in ["HEAD~1..HEAD", "HEAD~1 HEAD", "HEAD~1 main --path lib/edit"] {
        let found = home.run(&format!("effect --git repository --no-gaps {asked}")).done();
        assert_eq!(rest(&found), rest(&folders), "{asked}");
    }
    home.run("effect --git repository HEAD~1 --upload-pack=x").refused(2, &[]);
    home.run("effect --git repository HEAD~1 nowhere").refused(1, &["found no commit `nowhere`"]);
    home.run("effect --git edit HEAD~1 HEAD").refused(1, &["found no commit `HEAD~1` in edit"]);
}

/// Brew weighs 41 of 101 in the place of 40 of 100.
#[test]
fn what_moves_little_is_no_nothing() {
    let home = Home::new();
    changed(&home, "object.txt", "A:40:0 to 100", "A:41:0 to 100");
    let text = home.run("effect edit new --no-gaps").done();
    assert_eq!(text.lines().nth(1), Some("1 entry changes (2 lines)."), "{text}");
    assert!(text.contains("  3 change by less than 5 % of the number\n"), "{text}");
    assert!(!text.contains("What moves\n  kind"), "{text}");
    // Twice as likely: of normal drops 80 of 140.
    changed(&home, "object.txt", "A:40:0 to 100", "A:80:0 to 100");
    let text = home.run("effect edit new --no-gaps").done();
    let line = text.lines().find(|line| line.starts_with("  kind Brew, of all normal drops at "));
    assert!(line.is_some_and(|line| line.contains(": 40.0 % to 57.1 % (× 1.43)")), "{text}");
    assert!(text.contains("\n  kind Blade, of all normal drops at "), "{text}");
}

/// Numbers of files that are not the game's own are never called exact, and what isn't looked at isn't said to stay.
#[test]
fn what_is_not_known_is_not_claimed() {
    let home = Home::new();
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:2:0:100\nF:UNHEARD_OF");
    let ran = home.run("effect edit new --no-gaps");
    assert!(ran.code == Some(0) && ran.err.starts_with("note: Made by "), "{}", ran.err);
    assert!(ran.out.contains("\nComputed, each at ") && !ran.out.contains("Exact"), "{}", ran.out);
    changed(&home, "ego_item.txt", "V:3.0.11\n", "V:3.0.11\n# Nothing\n");
    let text = home.run("effect edit new --no-gaps").done();
    assert!(
        text.contains(
            "\nNo entry changes, but other lines of the files do; what they do to shares is not looked at here."
        ),
        "{text}"
    );
}

/// As tests of continuous integration: what is asked for fails, what else is new is skipped, so that it is seen.
#[test]
fn a_change_as_tests() {
    let home = Home::new();
    changed(&home, "ego_item.txt", "W:20:4:0:100", "W:20:0:0:100");
    let said = |on: &str| {
        let found = home.run(&format!("effect edit new --no-gaps --format junit --fail-on {on}"));
        (found.code, found.out)
    };
    let (code, text) = said("lint,5%");
    assert_eq!(code, Some(1));
    assert!(
        text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"affixboard effect\">\n"),
        "{text}"
    );
    for part in [
        "<testsuite name=\"change\" tests=\"2\" failures=\"1\" skipped=\"0\" errors=\"0\">",
        "<testcase name=\"lines left out for errors\" classname=\"change\"/>",
        "<testcase name=\"no share changes by 5 points\" classname=\"change\">",
        "<failure message=\"a share changes by 33.333 points\"/>",
        "<testsuite name=\"remarks\" tests=\"1\" failures=\"1\" skipped=\"0\" errors=\"0\">",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("name=\"gaps\"") && !text.contains("name=\"balance\""), "{text}");
    let (code, text) = said("90%");
    assert_eq!(code, Some(0));
    assert!(
        text.contains("<testsuite name=\"remarks\" tests=\"1\" failures=\"0\" skipped=\"1\" errors=\"0\">"),
        "{text}"
    );
    let sarif: serde_json::Value =
        serde_json::from_str(&home.run("effect edit new --no-gaps --format sarif").done()).expect("JSON");
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1, "{sarif}");
    assert_eq!(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "ego_item.txt");
    assert!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64() > Some(0), "{sarif}");
    let same = home.run("effect edit edit --format junit").done();
    assert!(same.contains("<testcase name=\"no new remarks\" classname=\"remarks\"/>"), "{same}");
    assert!(same.contains("<testcase name=\"no new gaps\" classname=\"gaps\"/>"), "{same}");
}
