//! `affixboard ask`.

use super::program::{Home, starter};

fn ask(home: &Home, flags: &str, question: &str) -> super::program::Ran {
    let mut command = home.command(&format!("ask --files {} {flags}", starter("affix-branch")));
    super::program::Ran::of(&command.arg(question).output().expect("started"))
}

#[test]
fn an_answer_says_how_it_was_obtained_whatever_the_number_of_threads() {
    let home = Home::new();
    let flags = "--depth 30 --quality great --seed 7";
    let answers = ["1", "2", "3"]
        .map(|threads| ask(&home, &format!("{flags} --threads {threads}"), "tval:sword&theme:any").done());
    assert!(answers[0] == answers[1] && answers[0] == answers[2]);
    let lines: Vec<_> = answers[0].lines().collect();
    assert_eq!(lines[0], "tval:sword & theme:any");
    assert!(lines[1].ends_with(" % of great drops at level 30"), "{}", lines[1]);
    assert!(lines[2].starts_with("95 % interval "), "{}", lines[2]);
    assert!(lines[3].starts_with("counted: ") && lines[3].ends_with(" of 262,144 items of its kinds"), "{}", lines[3]);
    assert!(lines[4].ends_with(" of these items per drop, and special artifacts 0 %: computed"), "{}", lines[4]);
    assert!(
        lines[5].starts_with("seed 7, rules affix-branch ") && lines[5].contains("as coded, files "),
        "{}",
        lines[5]
    );
}

/// 20,000 items are less than the first look.
#[test]
fn no_more_items_are_drawn_than_asked_for() {
    let home = Home::new();
    let flags = "--depth 30 --quality great --items 20000 --target none --whole-drops --json";
    let answer = ask(&home, flags, "flag:RES_FIRE & to_hit>=5").done();
    assert!(answer.contains("\"items\":20000,") && answer.contains("\"drawn\":\"drops\""), "{answer}");
    assert!(answer.contains("\"question\":\"flag:RES_FIRE & to_hit>=5\""), "{answer}");
}

#[test]
fn mistakes_are_said_with_their_column() {
    let home = Home::new();
    let flags = "--depth 30 --quality great";
    for (question, parts) in [
        ("tval:swrd", &["QUESTION: column 1: found `swrd`; expected an item type, such as `sword`"][..]),
        ("tval:sword &", &["QUESTION: column 13: found the end; expected a condition"]),
    ] {
        ask(&home, flags, question).refused(2, parts);
    }
    ask(&home, "--depth 30 --quality superb", "theme:any")
        .refused(2, &["--quality: found `superb`; expected one of normal"]);
    ask(&home, "--depth 999 --quality great", "theme:any").refused(2, &["--depth: found 999; expected 0 to "]);
    ask(&home, "--depth 3 --quality great --target x", "theme:any")
        .refused(2, &["--target: expected 0.01% to 100%, or none"]);
}
