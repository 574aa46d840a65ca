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

/// A die of 600 throws as to-hit: of the best of two P(≤ 4) is 16/36 and P(≤ 5) 25/36, so that the median is 5, nine in ten are
/// at most 6, and one in ten at most 2, for P(≤ 1) is 1/36 and P(≤ 2) 4/36.
#[test]
fn the_best_of_several_items_by_hand() {
    let home = Home::new();
    home.blades();
    let rows: String = (1..=6).map(|face| format!("10,great,1000,to_h,23,1,{face},100\n")).collect();
    let head = "level,quality,n,metric,tval,sval,name,count\n";
    home.write("tally.csv", &format!("{head}10,great,1000,kind,23,1,Blade,600\n{rows}10,great,1000,to_h,39,9,0,400\n"));
    let best = |rest: &str| home.run(&format!("tally best tally.csv --files edit {rest} --out -"));
    let table = best("--metric to_h --tval sword --of 1,2").done();
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "level,quality,metric,tval,items,best_of,best_10,best_10_low,best_10_high,best_50,best_50_low,best_50_high,best_90,\
         best_90_low,best_90_high"
    );
    let value = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[..6].join(","), [6, 9, 12].map(|at| fields[at].to_owned()))
    };
    let expected = |values: [&str; 3]| values.map(str::to_owned);
    assert_eq!(value(lines[1]), ("10,great,to_h,23,600,1".to_owned(), expected(["1", "3", "6"])));
    assert_eq!(value(lines[2]), ("10,great,to_h,23,600,2".to_owned(), expected(["2", "5", "6"])));
    assert_eq!(lines.len(), 3, "the lamp is no sword: {table}");

    best("--metric to_h --of 0").refused(2, &["--of: found 0; expected numbers from 1 to 1000000"]);
    best("--metric luck --of 2").refused(2, &["--metric: found `luck`; expected one of to_h, "]);
    best("--metric to_d --of 2").refused(1, &["tally.csv has no `to_d` of such items"]);
    home.write("tally.csv", &format!("{head}10,great,1000,to_h,23,1,six,100\n"));
    best("--metric to_h --of 2").refused(1, &["line 2: found `six`; expected a whole number of an item"]);
}
