//! `affixboard ask`.

use super::program::{Home, starter};

fn ask_of(home: &Home, game: &str, flags: &str, question: &str) -> super::program::Ran {
    let mut command = home.command(&format!("ask --files {} {flags}", starter(game)));
    super::program::Ran::of(&command.arg(question).output().expect("started"))
}

fn ask(home: &Home, flags: &str, question: &str) -> super::program::Ran {
    ask_of(home, "affix-branch", flags, question)
}

#[test]
fn an_answer_says_how_it_was_obtained_whatever_the_number_of_threads() {
    let home = Home::new();
    let flags = "--depths 30 --qualities great --seed 7 --drawn";
    let answers = ["1", "2", "3"]
        .map(|threads| ask(&home, &format!("{flags} --threads {threads}"), "tval:sword&theme:any").done());
    assert!(answers[0] == answers[1] && answers[0] == answers[2]);
    let lines: Vec<_> = answers[0].lines().collect();
    assert_eq!(lines[0], "tval:sword & theme:any");
    assert!(lines[1].ends_with(" % of great drops at level 30"), "{}", lines[1]);
    assert!(
        lines[2].starts_with("one is found within ") && lines[2].ends_with(" drops in 99 % of tries"),
        "{}",
        lines[2]
    );
    assert!(lines[3].starts_with("95 % interval "), "{}", lines[3]);
    assert!(lines[4].starts_with("counted: ") && lines[4].ends_with(" items of its kinds"), "{}", lines[4]);
    assert!(lines[5].ends_with(" of these items per drop, and special artifacts 0 %: computed"), "{}", lines[5]);
    assert!(
        lines[6].starts_with("seed 7, rules affix-branch ") && lines[6].contains("as coded, files "),
        "{}",
        lines[6]
    );
}

/// 20,000 items are less than the first look.
#[test]
fn no_more_items_are_drawn_than_asked_for() {
    let home = Home::new();
    let flags = "--depths 30 --qualities great --items 20000 --target none --whole-drops --json";
    let answer = ask(&home, flags, "flag:RES_FIRE & to_hit>=5").done();
    assert!(answer.contains("\"items\":20000,") && answer.contains("\"drawn\":\"drops\""), "{answer}");
    assert!(answer.contains("\"question\":\"flag:RES_FIRE & to_hit>=5\""), "{answer}");
}

#[test]
fn mistakes_are_said_with_their_column() {
    let home = Home::new();
    let flags = "--depths 30 --qualities great";
    for (question, parts) in [
        ("tval:swrd", &["QUESTION: column 1: found `swrd`; expected an item type, such as `sword`"][..]),
        ("tval:sword &", &["QUESTION: column 13: found the end; expected a condition"]),
    ] {
        ask(&home, flags, question).refused(2, parts);
    }
    ask(&home, "--depths 30 --qualities superb", "theme:any")
        .refused(2, &["--qualities: found `superb`; expected some of normal"]);
    ask(&home, "--depths 999 --qualities great", "theme:any")
        .refused(2, &["--depths: found `999`; expected depths from 0 to "]);
    ask(&home, "--depths 3 --qualities great --target x", "theme:any")
        .refused(2, &["--target: expected 0.01% to 100%, or none"]);
}

#[test]
fn several_cells_are_asked_one_after_the_other() {
    let home = Home::new();
    let flags = "--depths 10,30 --qualities good,great --kind 23:4 --json --items 1000 --target none";
    let answers = ask(&home, flags, "to_hit>=5").done();
    let cells: Vec<_> = answers
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|answer| format!("{} {} {} {}", answer["depth"], answer["quality"], answer["kind"], answer["items"]))
        .collect();
    let expected = [(10, "good"), (10, "great"), (30, "good"), (30, "great")];
    assert_eq!(cells, expected.map(|(depth, quality)| format!("{depth} \"{quality}\" \"23:4\" 1000")));
    let answers = ask(&home, "--depths 10,30 --qualities great --items 1000 --target none --drawn", "theme:any").done();
    let headings: Vec<_> = answers.lines().filter(|line| line.contains(" great drops at level ")).collect();
    assert!(headings.len() == 2 && headings[1].ends_with("level 30") && answers.contains("\n\n"), "{answers}");
}

#[test]
fn what_the_rules_tell_is_computed() {
    let home = Home::new();
    let answer = ask_of(&home, "angband-3.0", "--depths 30 --qualities great", "artifact:any").done();
    assert!(answer.contains("\ncomputed: exact\nrules angband-3.0 "), "{answer}");
    let answer = ask_of(&home, "angband-3.0", "--depths 30 --qualities great --json", "artifact:any").done();
    let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!((&answer["method"], &answer["error_bound"]), (&"computed".into(), &0.0.into()));
    let nothing = ask(&home, "--depths 30 --qualities great --items 1000", "to_hit>=99").done();
    assert!(nothing.contains("\n0 % of great drops") && !nothing.contains("within"), "{nothing}");
}

#[test]
fn games_without_drops_have_no_answers() {
    let home = Home::new();
    ask_of(&home, "nethack", "--depths 1 --qualities normal", "theme:any")
        .refused(2, &["--files: NetHack has no drops; expected the files of a game that has"]);
}
