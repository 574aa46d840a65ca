//! `affixboard check --balance`.

use serde_json::Value;

use super::program::{Home, Ran, starter};

/// The check of a starter edition with these tests.
fn check(home: &Home, game: &str, tests: &str, flags: &str) -> Ran {
    home.write("tests.toml", tests);
    home.run(&format!("check {} --no-gaps --balance=tests.toml {flags}", starter(game)))
}

/// Each test's verdict, in the order of the file.
fn verdicts(report: &Value) -> Vec<&str> {
    let tests = report["balance"]["tests"].as_array().expect("tests");
    tests.iter().map(|test| test["verdict"].as_str().expect("a verdict")).collect()
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {} {}", ran.out, ran.err))
}

/// A statement of every kind with a limit that holds and one that doesn't, both far from the numbers of any game. Those about affixes
/// are written so that drops are made for them, which takes less time than computing whole cells in a debug build.
const STATEMENTS: [(&str, &str, &str); 9] = [
    ("share = \"artifact:any\"\ndepths = 20\nqualities = \"good\"", "at-most = \"50%\"", "at-least = \"50%\""),
    (
        "share = \"affixes>=1 | affixes>=2\"\ndepths = \"1,40\"\nqualities = \"normal\"",
        "trend = \"rises\"",
        "trend = \"falls\"",
    ),
    ("each = \"kind\"\ndepths = 20\nqualities = \"good\"", "at-most = \"90%\"", "at-most = \"0.01%\""),
    ("count = \"kind\"\ndepths = 20\nqualities = \"good\"", "at-least = 2", "at-most = 1"),
    (
        "count = \"affix\"\namong = \"affixes>=0\"\nper = \"kind\"\ndepths = 20\nqualities = \"great\"",
        "at-most = 1000",
        "at-least = 1000",
    ),
    ("mean = \"affixes\"\ndepths = 20\nqualities = \"good\"", "at-most = 10", "at-least = 10"),
    ("found = \"affixes>=1 | affixes>=2\"\nby = 20", "at-most = 20", "at-least = 20"),
    ("found-once = \"affixes>=1 | affixes>=2\"\nby = 20", "at-least = \"1%\"", "at-most = \"1%\""),
    ("gaps = \"any\"", "at-most = 10000", "at-least = 10000"),
];

/// The games whose files drop items, one of each family at least.
const GAMES: [&str; 6] = ["affix-branch", "v4", "angband-3.0", "angband-3.5", "angband-4.2", "unangband"];

#[test]
fn every_kind_of_statement_holds_and_fails_in_every_family() {
    let home = Home::new();
    let head = "drops = 16384\ndive = \"5: good 4, great 2\"\n";
    let file = |limit: fn(&(&str, &str, &str)) -> String| {
        let tests = STATEMENTS.iter().map(|of| format!("[[test]]\n{}\n{}\n", of.0, limit(of)));
        format!("{head}{}", tests.collect::<String>())
    };
    let (holds, fails) = (file(|of| of.1.to_owned()), file(|of| of.2.to_owned()));
    for game in GAMES {
        let ran = check(&home, game, &holds, "--format json");
        assert_eq!(verdicts(&json(&ran)), ["holds"; STATEMENTS.len()], "{game} {ran:?}");
        assert_eq!(ran.code, Some(0), "{game}");
        let ran = check(&home, game, &fails, "--format json");
        assert_eq!(verdicts(&json(&ran)), ["fails"; STATEMENTS.len()], "{game} {ran:?}");
        assert_eq!(ran.code, Some(1), "{game}");
    }
}

/// Of great drops at 40 exactly 5 % are artifacts, which the rules compute; as `a | a` it is drawn.
#[test]
fn what_is_undecided_is_decided_with_more_drops() {
    let home = Home::new();
    let test = |limit: &str| {
        format!("[[test]]\nshare = \"artifact:any | artifact:any\"\ndepths = 40\nqualities = \"great\"\n{limit}\n")
    };
    let exact =
        "[[test]]\nshare = \"artifact:any\"\ndepths = 40\nqualities = \"great\"\nat-most = 0.05\nat-least = 0.05\n";
    assert_eq!(verdicts(&json(&check(&home, "affix-branch", exact, "--format json"))), ["holds"]);
    for (limit, verdict, code) in [("at-most = \"6%\"", "holds", 0), ("at-least = \"6%\"", "fails", 1)] {
        let few = check(&home, "affix-branch", &test(limit), "--format json --drops 4096");
        assert_eq!((verdicts(&json(&few)), few.code), (vec!["undecided"], Some(0)), "{few:?}");
        let times = json(&few)["balance"]["tests"][0]["more_drops"].as_f64().expect("a number");
        assert!((1.0..60.0).contains(&times), "{times}");
        let strict = check(&home, "affix-branch", &test(limit), "--drops 4096 --fail-on-undecided");
        assert_eq!(strict.code, Some(1));
        assert!(strict.out.contains("\n  undecided: about "), "{}", strict.out);
        let many = check(&home, "affix-branch", &test(limit), "--format json --drops 262144");
        assert_eq!((verdicts(&json(&many)), many.code), (vec![verdict], Some(code)), "{many:?}");
    }
}

/// `Balanced` has about 18 % of great long swords; with ten times the commonness it has more.
#[test]
fn a_changed_line_makes_a_test_fail() {
    let home = Home::new();
    let folder = home.path("edit");
    std::fs::create_dir_all(&folder).expect("made");
    for file in std::fs::read_dir(starter("affix-branch")).expect("listed") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), folder.join(file.file_name())).expect("copied");
    }
    home.write(
        "edit/balance.toml",
        "[[test]]\nname = \"Balanced swords\"\nshare = \"affix:Balanced\"\namong = 'kind:\"Long Sword\"'\ndepths = 20\n\
         qualities = \"great\"\nat-most = \"25%\"\n",
    );
    let ran = home.run("check edit --no-gaps --balance");
    assert!(ran.code == Some(0) && ran.out.contains("\nholds: Balanced swords\n --> edit/balance.toml:1\n"), "{ran:?}");
    let name = home.path("edit/ego_item.txt");
    let before = std::fs::read_to_string(&name).expect("read");
    let at = before.find(":Balanced\n").expect("the entry");
    let (head, entry) = before.split_at(at);
    let line = entry.lines().find(|line| line.starts_with("T:sword:")).expect("a line");
    let mut fields: Vec<String> = line.split(':').map(str::to_owned).collect();
    fields[5] = (10 * fields[5].parse::<u32>().expect("a commonness")).to_string();
    std::fs::write(&name, format!("{head}{}", entry.replacen(line, &fields.join(":"), 1))).expect("written");
    let ran = home.run("check edit --no-gaps --balance");
    assert!(ran.code == Some(1) && ran.out.contains("\nfails: Balanced swords\n"), "{ran:?}");
}

#[test]
fn verdicts_do_not_depend_on_threads() {
    let home = Home::new();
    let tests = "seed = 9\ndrops = 16384\n[[test]]\nmean = \"power\"\ndepths = \"10,40\"\nqualities = \"good,great\"\n\
                 trend = \"rises\"\n[[test]]\nshare = \"flag:RES_FIRE & to_hit>=3\"\namong = \"tval:sword\"\ndepths = 30\n\
                 at-most = \"1%\"\n";
    let reports =
        ["1", "2", "3"].map(|threads| check(&home, "affix-branch", tests, &format!("--threads {threads}")).out);
    assert!(reports[0] == reports[1] && reports[0] == reports[2], "{reports:?}");
    assert!(reports[0].contains(", seed 9, at most 16,384 drops of a cell;"), "{}", reports[0]);
    let other = check(&home, "affix-branch", tests, "--seed 10").out;
    assert!(other != reports[0] && other.contains(", seed 10, "), "{other}");
}

#[test]
fn mistakes_are_said_with_their_place() {
    let home = Home::new();
    let test = |lines: &str| format!("[[test]]\n{lines}\n");
    let (share, at) = ("share = \"theme:any\"", "depths = 5\nat-most = 0.5");
    for (tests, problem) in [
        ("drops = 0".to_owned(), "1:9: found 0; expected 1 to 1073741824 drops"),
        ("wrong-at-most = 2".to_owned(), "1:17: expected a chance from 1e-12 to 0.5, such as 0.001 or 0.1%"),
        ("dive = \"x\"".to_owned(), "1:8: in the drop profile: line 1, column 1: "),
        ("tests = 1".to_owned(), "1:1: unknown field `tests`, expected one of "),
        ("[[test]".to_owned(), "1:8: "),
        (
            test("at-most = 1"),
            "1:1: found no key for what is measured; expected one of share, each, count, mean, found, ",
        ),
        (test("share = \"theme:any\"\neach = \"affix\""), "3:8: found `each` beside `share`; expected one of them"),
        (test(&format!("{share}\ndepths = 5")), "1:1: found no limit; expected `at-least`, `at-most` or `trend`"),
        (test(&format!("{share}\nat-most = 0.5")), "1:1: found no `depths`; expected some, such as \"10-30/5\""),
        (test(&format!("{share}\ndepths = 500\nat-most = 1")), "3:10: found `500`; expected depths from 0 to 127"),
        (test(&format!("{share}\ndepths = \"\"\nat-most = 1")), "3:10: found ``; expected at least one depth"),
        (
            test(&format!("{share}\ndepths = 5\nat-most = \"120%\"")),
            "4:11: found `120 %`; expected 0% to 100%, or a number ",
        ),
        (
            test(&format!("{share}\n{at}\nat-least = \"60%\"")),
            "4:11: found less than `at-least`; expected as much or more",
        ),
        (
            test(&format!("{share}\n{at}\nqualities = \"superb\"")),
            "5:13: found `superb`; expected some of normal, good, great",
        ),
        (test(&format!("{share}\n{at}\ntrend = \"grows\"")), "5:9: found `grows`; expected rises or falls"),
        (
            test(&format!("{share}\n{at}\nper = \"kind\"")),
            "5:7: found `per` in a test of `share`; expected it with `count`",
        ),
        (
            test(&format!("{share}\n{at}\nby = 5")),
            "5:6: found `by` in a test of `share`; expected it with `found`, `found-once`",
        ),
        (
            test("share = \"tval:swrd\"\ndepths = 5\nat-most = 1"),
            "2:9: in the question, column 1: found `swrd`; expected an item ",
        ),
        (
            test("each = \"monster\"\ndepths = 5\nat-most = 1"),
            "2:8: found `monster`; expected one of affix, ego, theme, artifact, kind",
        ),
        (test("mean = \"luck\"\ndepths = 5\nat-most = 1"), "2:8: found `luck`; expected one of the words for numbers"),
        (test("gaps = \"holes\"\nat-most = 1"), "2:8: found `holes`; expected the name of a gap, or any"),
        (test("found = \"theme:any\"\nby = 200\nat-least = 1"), "3:6: found 200; expected a depth to 127"),
    ] {
        check(&home, "affix-branch", &tests, "").refused(1, &[&format!("error: tests.toml:{problem}")]);
    }
    home.run(&format!("check {} --balance=none.toml", starter("affix-branch"))).refused(1, &["can't read none.toml"]);
    home.run(&format!("check {} --seed 3", starter("affix-branch"))).refused(2, &["--balance"]);
}

/// NetHack's files drop nothing by depth and quality.
#[test]
fn games_without_drops_have_gaps_alone() {
    let home = Home::new();
    let gaps = "[[test]]\ngaps = \"any\"\nat-most = 1000\n";
    assert_eq!(verdicts(&json(&check(&home, "nethack", gaps, "--format json"))), ["holds"]);
    let share = "[[test]]\nshare = \"theme:any\"\ndepths = 5\nat-most = 1\n";
    check(&home, "nethack", share, "")
        .refused(1, &["tests.toml:2:9: found `share`; expected `gaps`: ", " has no drops"]);
}

/// Files with errors have other numbers than their game would give.
#[test]
fn files_with_errors_are_not_tested() {
    let home = Home::new();
    home.small("object.txt", "A:20:", "A:x:");
    home.write("edit/balance.toml", "[[test]]\ngaps = \"any\"\nat-most = 0\n");
    let ran = home.run("check edit --balance");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.ends_with("\nbalance tests are not run: lines with errors are left out\n"), "{}", ran.out);
    assert_eq!(json(&home.run("check edit --balance --format json"))["balance"], Value::Null);
}

/// What a game's own continuous integration shows.
#[test]
fn reports_for_other_programs() {
    let home = Home::new();
    let tests = "[[test]]\nname = \"few <artifacts>\"\nshare = \"artifact:any\"\ndepths = 40\nqualities = \"great\"\n\
                 at-most = \"1%\"\n[[test]]\ngaps = \"any\"\nat-most = 1000\n";
    let ran = check(&home, "affix-branch", tests, "--format junit");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for part in [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"affixboard check\">",
        "<testsuite name=\"balance\" tests=\"2\" failures=\"1\" skipped=\"0\" errors=\"0\">",
        "<testcase name=\"few &lt;artifacts&gt;\" classname=\"balance\" file=\"tests.toml\" line=\"1\">",
        "great drops at 40: 5.000 %, exact",
        "<testcase name=\"gaps: at most 1000\" classname=\"balance\" file=\"tests.toml\" line=\"7\"/>",
    ] {
        assert!(ran.out.contains(part), "no {part} in {}", ran.out);
    }
    let report = json(&check(&home, "affix-branch", tests, "--format sarif"));
    assert_eq!(report["version"], "2.1.0");
    let result = &report["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&"balance-fails".into(), &"error".into()));
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "tests.toml");
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 1);
    // Remarks about the files are in both, and files that can't be read.
    home.small("object.txt", "A:20:", "A:x:");
    let junit = home.run("check edit --no-gaps --format junit");
    assert!(junit.code == Some(1) && junit.out.contains("<testcase name=\"object.txt:3:3 not-a-number\""), "{junit:?}");
    let sarif = json(&home.run("check edit --no-gaps --format sarif"));
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "not-a-number");
    std::fs::remove_file(home.path("edit/object.txt")).expect("removed");
    for format in ["junit", "sarif"] {
        let ran = home.run(&format!("check edit --game affix-branch --format {format}"));
        assert!(ran.code == Some(1) && ran.out.contains("object.txt"), "{ran:?}");
    }
}
