//! `affixboard luck`.

use super::program::Home;

/// Of the blade's edition: one special artifact among drops, whose chance is small, so that none is the rule.
#[test]
fn finds_are_held_against_their_chances() {
    let home = Home::new();
    home.blades();
    home.write("dive.txt", "10: normal 20, good 5\n");
    let luck =
        |found: &str| home.run(&format!("luck kind:Brew --files edit --profile dive.txt --by 10 {found}")).done();
    let text = luck("--found 100");
    assert!(text.starts_with("kind:Brew: 100 found in a dive to 10, "), "{text}");
    // There are 25 drops.
    assert!(text.contains("\nat least 100: 0 % of dives\nat most 100: 100 % of dives\n"), "{text}");
    assert!(
        text.contains(
            "\nEven among 7 things that one might have asked about, any one so far off has a chance of 0 % at most."
        ),
        "{text}"
    );
    assert!(text.contains("\ncomputed: rules angband-3.2 ") && text.ends_with(", profile dive.txt\n"), "{text}");
    let text = luck("--found 5 --looked-at 1000");
    assert!(
        text.contains(
            "\nAmong 1,000 things that one might have asked about, one so far off is no surprise: no sign of a bug.\n"
        ),
        "{text}"
    );
    for threads in ["1", "2"] {
        assert_eq!(luck(&format!("--found 5 --looked-at 1000 --threads {threads}")), text);
    }
}

/// All lamps are the artifact, so that no dive has two, and as many are expected as dives find it; of both artifacts no dive has
/// three.
#[test]
fn an_artifact_is_not_found_twice() {
    let home = Home::new();
    home.blades();
    home.write("dive.txt", "10: great 100\n");
    let luck = |question: &str, found: u32| {
        let flags = format!("--files edit --profile dive.txt --by 10 --found {found} --looked-at 1");
        home.run(&format!("luck {question} {flags}")).done()
    };
    let twice = luck("kind:Lamp", 2);
    assert!(twice.contains("\nat least 2: 0 % of dives\nat most 2: 100 % of dives\n"), "{twice}");
    // 1 − 0.996¹⁰⁰ = 0.3302.
    let once = luck("kind:Lamp", 1);
    assert!(once.contains("found in a dive to 10, 0.330 expected\nat least 1: 33.0 % of dives\n"), "{once}");
    let three = luck("artifact:any", 3);
    assert!(three.contains("\nat least 3: 0 % of dives\n"), "{three}");
}

#[test]
fn mistakes_are_told() {
    let home = Home::new();
    home.blades();
    home.write("bad.txt", "10: normal many\n");
    for (flags, code, part) in [
        ("kind:Brew --found 101 --by 10", 2, "--found: found 101; expected 0 to 100"),
        ("kind:Brw --found 1 --by 10", 2, "QUESTION: column 1: found `Brw`; expected a kind"),
        ("kind:Brew --found 1 --by 0", 2, "--by: found 0; expected a depth with drops of the profile"),
        ("kind:Brew --found 1 --by 10 --profile none.txt", 1, "can't read none.txt"),
        ("kind:Brew --found 1 --by 10 --profile bad.txt", 1, "bad.txt: line 1, column "),
        ("kind:Brew|egos>=2 --found 1 --by 10", 2, "QUESTION: the rules can't compute it"),
    ] {
        home.run(&format!("luck --files edit {flags}")).refused(code, &[part]);
    }
}
