//! `affixboard check`.

use serde_json::{Value, json};

use super::program::{Home, SMALL, reference, starter};

#[test]
fn files_without_a_fault() {
    let home = Home::new();
    home.small("", "", "");
    let summary = "Angband affix branch: 2 kinds, 1 affixes, 1 themes, 1 artifacts; 0 errors, 0 warnings\n";
    assert_eq!(home.run("check edit --no-gaps").done(), summary);
    assert_eq!(home.run("check edit --game affix-branch --format text --no-gaps").done(), summary);
    assert!(home.run(&format!("check {}", starter("affix-branch"))).done().contains("; 0 errors, 0 warnings, "));
}

#[test]
fn warnings_are_shown_and_allowed() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:300:");
    assert_eq!(
        home.run("check edit --no-gaps").done(),
        "warning[number-wraps]: 300 overflows a byte\n \
         --> object.txt:3:3\n  \
           |\n\
         3 | A:300:1 to 100\n  \
           |   ^^^ the game uses 44\n\
         \n\
         Angband affix branch: 2 kinds, 1 affixes, 1 themes, 1 artifacts; 0 errors, 1 warnings\n"
    );
}

#[test]
fn errors_give_1_and_name_the_place() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:x:");
    let ran = home.run("check edit --no-gaps");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    assert!(ran.out.starts_with("error[not-a-number]: found `x`\n --> object.txt:3:3\n"), "{}", ran.out);
    assert!(ran.out.ends_with("; 1 errors, 0 warnings\n"), "{}", ran.out);
}

/// The line is quoted around the place; line and column are those of the file.
#[test]
fn long_lines_are_quoted_in_part() {
    let home = Home::new();
    home.small("object.txt", "A:20:", &format!("F:{}\nA:20:", "X|".repeat(500)));
    let out = home.run("check edit --no-gaps").out;
    let remark = out.split("\n\n").find(|remark| remark.contains("object.txt:3:801\n")).expect("a remark");
    assert!(remark.starts_with("warning[invalid-flag]: found `X`\n --> object.txt:3:801\n"), "{remark}");
    assert!(!remark.contains(&"X|".repeat(200)), "{remark}");
    // A megabyte of it was a gigabyte of remarks.
    home.small("object.txt", "A:20:", &format!("F:{}\nA:20:", "ABCDEFGHIJ|".repeat(95_000)));
    let out = home.run("check edit --no-gaps").out;
    assert!(out.len() < 2_000_000, "{}", out.len());
    assert!(out.contains(" --> object.txt:3:999472\n"));
}

fn report(home: &Home, code: i32) -> Value {
    let ran = home.run("check edit --no-gaps --format json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{}", ran.out);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn json_for_programs() {
    let home = Home::new();
    home.small("", "", "");
    let clean = json!({
        "game": "Angband affix branch",
        "errors": 0,
        "warnings": 0,
        "gaps": null,
        "ignored": 0,
        "diagnostics": [],
        "findings": [],
    });
    assert_eq!(report(&home, 0), clean);

    home.small("object.txt", "A:20:", "A:300:");
    assert_eq!(report(&home, 0)["warnings"], 1);

    home.small("object.txt", "I:sword:1\nA:20:", "I:sword:1\nA:300:");
    home.write("edit/ego_item.txt", "N:1:prefix:Sharp\nT:sword:0:99:good:x:1 to 100\n");
    let expected = json!({
        "game": "Angband affix branch",
        "errors": 1,
        "warnings": 1,
        "gaps": null,
        "ignored": 0,
        "findings": [],
        "diagnostics": [
            {
                "rule": "number-wraps",
                "severity": "warning",
                "file": "object.txt",
                "line": 3,
                "column": 3,
                "found": "300 overflows a byte",
                "expected": "the game uses 44",
            },
            {
                "rule": "not-a-number",
                "severity": "error",
                "file": "ego_item.txt",
                "line": 2,
                "column": 19,
                "found": "found `x`",
                "expected": "expected a number for commonness; the line is ignored",
            },
        ],
    });
    assert_eq!(report(&home, 1), expected);
}

#[test]
fn files_that_cannot_be_read_at_all_are_errors_of_the_report() {
    let home = Home::new();
    for (bytes, rule) in [
        (None, "missing-file"),
        (Some(&b""[..]), "empty-file"),
        (Some(b"N:1\0"), "binary-file"),
        (Some(b"\xff\xfeN\0:"), "bad-encoding"),
    ] {
        home.small("", "", "");
        match bytes {
            None => std::fs::remove_file(home.path("edit/ego_item.txt")).expect("removed"),
            Some(bytes) => std::fs::write(home.path("edit/ego_item.txt"), bytes).expect("written"),
        }
        let ran = home.run("check edit");
        assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
        assert!(ran.out.starts_with(&format!("error[{rule}]: ego_item.txt: found ")), "{}", ran.out);
        let report = report(&home, 1);
        let diagnostic = &report["diagnostics"][0];
        assert_eq!(
            (&report["errors"], &diagnostic["rule"], &diagnostic["line"]),
            (&json!(1), &json!(rule), &json!(null))
        );
        assert_eq!(diagnostic["file"], "ego_item.txt");
    }
}

#[test]
fn folders_that_are_no_edition() {
    let home = Home::new();
    home.run("check none").refused(1, &["can't read none: "]);
    std::fs::create_dir_all(home.path("game/lib/edit")).expect("made");
    let hint = "found no edit files in game/lib/edit; expected some of object_base.txt, object.txt";
    home.run("check game").refused(1, &[hint]);
    std::fs::create_dir_all(home.path("empty")).expect("made");
    home.run("check empty").refused(1, &["found no edit files in empty; expected some of "]);
    // Files of no game that can be told.
    home.write("empty/object.txt", SMALL[1].1);
    home.run("check empty").refused(1, &["Name the game to read them as, if its rules will do: affix-branch"]);
}

/// Only what is new since other files is said, with what a reviewer would want to be told of the change.
#[test]
fn what_is_new_since_other_files() {
    let home = Home::new();
    home.small("", "", "");
    let before = std::fs::read_to_string(home.path("edit/ego_item.txt")).expect("written");
    std::fs::create_dir(home.path("before")).expect("made");
    for file in std::fs::read_dir(home.path("edit")).expect("a folder") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), home.path("before").join(file.file_name())).expect("copied");
    }
    let same = home.run("check edit --base before --strict").done();
    assert!(same.ends_with("; 0 errors, 0 warnings, 0 gaps\n") && same.lines().count() == 1, "{same}");
    assert!(before.contains(":10:1 to 127\n"), "{before}");
    home.write("edit/ego_item.txt", &before.replacen(":10:1 to 127\n", ":1:1 to 1\n", 1));
    let told = home.run("check edit --base before --no-gaps --title x");
    assert_eq!(told.code, Some(0), "{}", told.err);
    for said in [
        "warning[weight-jump]: found commonness 1 in place of 10\n",
        "warning[narrowed-to-level]: found levels 1 to 1\n",
    ] {
        assert!(told.out.contains(said), "no {said} in {}", told.out);
    }
    assert_eq!(home.run("check edit --base before --no-gaps --strict").code, Some(1));
    let effect = home.run("effect before edit --no-gaps --fail-on lint");
    assert!(effect.code == Some(1) && effect.out.contains("weight-jump"), "{}", effect.out);
    // What was there before fails no longer: a line with an error, a name that the game doesn't have.
    for folder in ["before", "edit"] {
        let broken = format!("{before}T:sword:0:99:good:often:1 to 127\nN:2:suffix:of Old\nF:OLD_NAME\n");
        home.write(&format!("{folder}/ego_item.txt"), &broken);
    }
    assert_eq!(home.run("check edit --no-gaps").code, Some(1));
    let old = home.run("check edit --base before --no-gaps --strict");
    assert!(old.code == Some(0) && old.out.ends_with("; 0 errors, 0 warnings\n"), "{}", old.out);
    home.run("check edit --title x").refused(2, &["--base <BASE>"]);
}

#[test]
fn wrong_usage_gives_2() {
    let home = Home::new();
    home.small("", "", "");
    home.run("check").refused(2, &["<DIR>", "Usage: affixboard check"]);
    home.run("check edit --format xml").refused(2, &["--format", "xml", "text, json"]);
    home.run("check edit --game moria").refused(2, &["--game: found the game `moria`; expected one of affix-branch"]);
    home.run("chekc edit").refused(2, &["chekc", "check"]);
}

#[test]
fn the_affix_branch_itself_has_warnings_but_no_errors() {
    let Some(folder) = reference("affix-branch") else { return };
    let home = Home::new();
    let out = home.run(&format!("check {}", folder.join("edit").display())).done();
    assert!(out.contains("warning[duplicate-index]"), "{out}");
    assert!(out.contains("\nAngband affix branch: ") && out.contains(" 134 affixes, 36 themes, "), "{out}");
    assert!(out.contains("; 0 errors, "), "{out}");
}

/// Its vaults have NUL bytes, at which its program ends the file; 227 fields name entries that don't exist.
#[test]
fn unangband_itself_has_warnings_but_no_errors() {
    let Some(folder) = reference("unangband") else { return };
    let home = Home::new();
    let out = home.run(&format!("check {}", folder.join("edit").display())).done();
    assert!(out.contains("warning[nul-byte]") && out.contains("warning[dangling-reference]"), "{out}");
    assert!(out.contains("\nUnangband: ") && out.contains("; 0 errors, "), "{out}");
}

/// Of great drops at 30 the ego is 21.0 % before and 31.5 % after: one test held and fails now, another failed all along.
#[test]
fn tests_that_held_before_are_named() {
    let home = Home::new();
    home.blades();
    std::fs::create_dir_all(home.path("before")).expect("made");
    for name in ["object.txt", "ego_item.txt", "artifact.txt"] {
        let text = std::fs::read_to_string(home.path(&format!("edit/{name}"))).expect("a file");
        home.write(&format!("before/{name}"), &text);
    }
    let egos = std::fs::read_to_string(home.path("edit/ego_item.txt")).expect("a file");
    let test = |name: &str, most: u32| {
        format!(
            "[[test]]\nname = \"{name}\"\nshare = 'ego:\"of Depths\"'\ndepths = 30\nqualities = \"great\"\nat-most = \"{most}%\"\n"
        )
    };
    home.write("edit/balance.toml", &(test("rare", 25) + &test("rarer", 10)));
    // Nothing changed: what fails failed before.
    let same = home.run("check edit --base before --no-gaps --balance");
    assert!(same.code == Some(0) && !same.out.contains("held before"), "{}", same.out);
    home.write("edit/ego_item.txt", &egos.replace("W:20:4:0:100", "W:20:2:0:100"));
    let told = home.run("check edit --base before --no-gaps --balance");
    assert!(told.code == Some(1) && told.out.ends_with("held before: rare\n"), "{}", told.out);
    let json = home.run("check edit --base before --no-gaps --balance --format json");
    let json: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["held_before"], serde_json::json!(["rare"]));
}
