//! A plan that is divided among processes, and their parts put together.

use super::program::{Home, starter};

/// Runs a plan in so many parts and puts them together.
fn in_parts(home: &Home, arguments: &str, of: u32) -> String {
    let parts: Vec<_> = (1..=of).map(|part| format!("{part}-of-{of}.part")).collect();
    for (part, file) in (1..).zip(&parts) {
        home.run(&format!("batch {arguments} --shard {part}/{of} --tally {file}")).done();
    }
    home.run(&format!("tally merge {} --tally -", parts.join(" "))).done()
}

#[test]
fn parts_come_to_the_tally_of_one_process() {
    let home = Home::new();
    let (ours, nethack) = (starter("affix-branch"), starter("nethack"));
    for (arguments, parts) in [
        (format!("--files {ours} --depths 5,30 --qualities normal,great --drops 200000 --seed 3"), [2, 3].as_slice()),
        (format!("--files {ours} --depths 30 --qualities good --drops 150000 --seed 3 --detail full"), &[1, 3, 7]),
        (format!("--files {ours} --depths 9 --qualities great --drops 9000 --seed 3 --kind 23:11 --kind 23:12"), &[5]),
        (format!("--files {nethack} --subject monsters --depth 1,2 --experience 1 --drops 1200000 --seed 3"), &[2]),
    ] {
        let whole = home.run(&format!("batch {arguments} --tally -")).done();
        for of in parts {
            assert!(in_parts(&home, &arguments, *of) == whole, "{arguments} in {of} parts");
        }
    }
}

#[test]
fn parts_that_are_no_whole_are_refused_and_nothing_is_written() {
    let home = Home::new();
    let plan = format!("--files {} --depths 5 --qualities great --drops 200000", starter("affix-branch"));
    for (name, seed, part) in [("a", 3, "1/2"), ("b", 3, "2/2"), ("other", 4, "2/2")] {
        home.run(&format!("batch {plan} --seed {seed} --shard {part} --tally {name}")).done();
    }
    let text = std::fs::read_to_string(home.path("b")).expect("a part");
    home.write("short", &text[..text.len() / 2]);
    home.write("none", "level,quality,n\n");
    for (files, parts) in [
        ("a", &["found 1 of 2 parts; expected also 2"][..]),
        ("a a", &["a: line 1: found part 1 of 2; expected each once"]),
        ("a other", &["other: line 1: found a part of `affix-branch rules ", "seed 4`; expected one of `", "seed 3`"]),
        ("a short", &["short: line ", "; expected "]),
        ("a none", &["none: line 1: found ", "expected the head of a part"]),
        ("a nowhere", &["can't read nowhere"]),
    ] {
        for target in ["-", "whole.csv"] {
            home.run(&format!("tally merge {files} --tally {target}")).refused(1, parts);
        }
        assert!(!home.path("whole.csv").exists(), "{files}");
    }
    home.run(&format!("batch {plan} --seed 3 --shard 3/2 --tally x"))
        .refused(2, &["--shard", "expected a part and their number"]);
}
