//! Gaps in `affixboard check`.

use serde_json::{Value, json};

use super::program::{Home, starter};

/// What the small edition lacks.
const GAPS: &str = "\
gap[few-affixes]: sword: only 1 affix at levels 1-100 (affix level up to: uber)
 --> object.txt:1:1
  |
1 | N:1:& Dagger~
  | ^^^^^^^^^^^^^

gap[no-great-affix]: sword: no great affix at levels 1-100
 --> object.txt:1:1
  |
1 | N:1:& Dagger~
  | ^^^^^^^^^^^^^

";
const COUNTS: &str = "Angband affix branch: 2 kinds, 1 affixes, 1 themes, 1 artifacts; 0 errors, 0 warnings";

#[test]
fn gaps_are_shown_and_allowed() {
    let home = Home::new();
    home.small("", "", "");
    assert_eq!(home.run("check edit").done(), format!("{GAPS}{COUNTS}, 2 gaps\n"));
    assert_eq!(home.run("check edit --no-gaps").done(), format!("{COUNTS}\n"));
    let out = home.run(&format!("check {}", starter("affix-branch"))).done();
    assert!(out.contains("; 0 errors, 0 warnings, ") && out.ends_with(" gaps\n"), "{out}");
}

#[test]
fn gaps_can_fail() {
    let home = Home::new();
    home.small("", "", "");
    let ran = home.run("check edit --fail-on-gaps");
    assert_eq!((ran.code, ran.err.as_str(), ran.out), (Some(1), "", format!("{GAPS}{COUNTS}, 2 gaps\n")));
    let fine = "check edit --fail-on-gaps --ignore no-great-affix:SWORD --few-affixes 1";
    assert_eq!(home.run(fine).done(), format!("{COUNTS}, 0 gaps (1 ignored)\n"));
    let levels = "check edit --few-affixes 0 --first-level 20 --last-level 30";
    let out = home.run(levels).done();
    assert!(out.contains("at levels 20-30\n") && out.ends_with(", 1 gaps\n"), "{out}");
}

#[test]
fn a_file_says_what_a_gap_is() {
    let home = Home::new();
    home.small("", "", "");
    // The dashboard's settings may stand in the same file.
    let text = "log = \"info\"\n[gaps]\nfew-affixes = 1\nlast-level = 10\nignore = [\"weak-theme\"]\nfail = true\n";
    home.write("edit/affixboard.toml", text);
    let ran = home.run("check edit");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.contains("at levels 1-10\n") && ran.out.ends_with(", 1 gaps\n"), "{}", ran.out);
    // A flag wins, and what it ignores is ignored besides.
    assert_eq!(home.run("check edit --ignore no-great-affix").done(), format!("{COUNTS}, 0 gaps (1 ignored)\n"));
    let out = home.run("check edit --ignore no-great-affix --few-affixes 2 --last-level 5");
    assert!(out.out.contains("only 1 affix at levels 1-5 "), "{}", out.out);

    home.write("other.toml", "[gaps]\nfew-affixes = 0\nignore = [\"no-great-affix\"]\n");
    assert_eq!(home.run("check edit --gaps-file other.toml").done(), format!("{COUNTS}, 0 gaps (1 ignored)\n"));
}

#[test]
fn mistakes_are_named_with_their_place() {
    let home = Home::new();
    home.small("", "", "");
    for (text, parts) in [
        ("[gaps]\nfew-affixes = \"x\"\n", &["edit/affixboard.toml:2:15: invalid type: string \"x\", expected u32"][..]),
        (
            "[gaps]\nignore = [\n  \"no-affix\",\n  \"no-afix\",\n]\n",
            &["affixboard.toml:", "found `no-afix`; expected `rule`"],
        ),
        ("[gaps]\nfew = 1\n", &["edit/affixboard.toml:2:1: unknown field `few`, expected one of `few-affixes`"]),
        ("[gap]\n", &["edit/affixboard.toml:1:2: unknown field `gap`"]),
        ("[gaps\n", &["edit/affixboard.toml:1:6: "]),
        ("[gaps]\nlast-level = 128\n", &["in edit/affixboard.toml: last-level: found 128; expected 1 to 127"]),
    ] {
        home.write("edit/affixboard.toml", text);
        home.run("check edit").refused(1, parts);
        // Nothing is read that isn't asked for.
        home.run("check edit --no-gaps").done();
    }
    std::fs::remove_file(home.path("edit/affixboard.toml")).expect("removed");
    home.run("check edit --gaps-file none.toml").refused(1, &["can't read none.toml"]);
    home.run("check edit --last-level 0").refused(2, &["--last-level: found 0; expected 1 to 127"]);
    home.run("check edit --ignore no-afix")
        .refused(2, &["--ignore", "found `no-afix`; expected `rule` or `rule:name`"]);
    home.run("check edit --no-gaps --fail-on-gaps").refused(2, &["--no-gaps", "--fail-on-gaps"]);
}

fn report(home: &Home, arguments: &str) -> Value {
    serde_json::from_str(&home.run(&format!("check edit --format json {arguments}")).done()).expect("JSON")
}

#[test]
fn json_for_programs() {
    let home = Home::new();
    home.small("", "", "");
    let mut found = report(&home, "--ignore few-affixes");
    // All swords are about the half of what drops here, and how many these are is simulated.
    let items = found["findings"][0].as_object_mut().and_then(|finding| finding.remove("items_a_dive"));
    let items: Vec<f64> = serde_json::from_value(items.expect("items")).expect("three numbers");
    assert!(items.len() == 3 && items[1] <= items[0] && items[0] <= items[2] && items[1] > 100.0, "{items:?}");
    let expected = json!({
        "game": "Angband affix branch",
        "errors": 0,
        "warnings": 0,
        "gaps": 1,
        "ignored": 1,
        "diagnostics": [],
        "findings": [{
            "rule": "no-great-affix",
            "severity": "gap",
            "file": "object.txt",
            "line": 1,
            "about": "item type",
            "name": "sword",
            "index": null,
            "item_type": "sword",
            "kinds": [],
            "levels": "1-100",
            "affix_levels": ["great"],
            "qualities": [],
            "shares": [],
            "found": "no great affix",
        }],
    });
    assert_eq!(found, expected);
    assert_eq!(report(&home, "--no-gaps")["gaps"], Value::Null);
}

/// What a line is a gap for and a warning, is said once, and can be ignored.
#[test]
fn warnings_that_are_gaps_are_said_once() {
    let home = Home::new();
    home.small("ego_item.txt", "T:sword:0:", "T:sword:7:9:uber:5:101 to 110\nT:sword:0:");
    let quiet = "check edit --few-affixes 0 --ignore no-great-affix";
    let out = home.run(quiet).done();
    assert_eq!(out.matches("range-without-kind").count(), 1, "{out}");
    assert!(out.ends_with("; 0 errors, 1 warnings, 0 gaps (1 ignored)\n"), "{out}");
    assert_eq!(home.run(&format!("{quiet} --fail-on-gaps")).code, Some(1));
    let out = home.run(&format!("{quiet} --ignore range-without-kind:Sharp --fail-on-gaps")).done();
    assert_eq!(out, format!("{COUNTS}, 0 gaps (2 ignored)\n"));
}

/// With an error, lines are left out, and gaps are those of what could be read.
#[test]
fn gaps_are_looked_for_beside_errors() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:x:");
    let ran = home.run("check edit --fail-on-gaps");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.contains("gap[") && ran.out.ends_with(" gaps in what could be read\n"), "{}", ran.out);
}
