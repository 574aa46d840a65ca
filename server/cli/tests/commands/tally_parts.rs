//! `affixboard batch --shard` and `affixboard tally merge`: several machines make the tally of one.

use super::program::{Home, starter};

fn files(game: &str) -> String {
    format!("{}/data/{game}", env!("CARGO_MANIFEST_DIR"))
}

/// Runs all parts of a batch and returns their names, the last part first: the order of the files doesn't matter.
fn parts(home: &Home, batch: &str, of: u32) -> Vec<String> {
    let name = |number: u32| {
        let name = format!("part-{number}-of-{of}.csv");
        home.run(&format!("batch {batch} --shard {number}/{of} --tally {name}")).done();
        name
    };
    (1..=of).rev().map(name).collect()
}

/// Asserts that the parts of a batch are merged to the bytes of one run.
fn merged_as_one(batch: &str, of: &[u32], merge: &str) {
    let home = Home::new();
    let one = home.run(&format!("batch {batch} --tally -")).done();
    assert!(one.lines().count() > 5, "{one}");
    for of in of {
        let parts = parts(&home, batch, *of);
        let merged = home.run(&format!("tally merge {} --out - {merge}", parts.join(" "))).done();
        assert!(merged == one, "{of} parts of {batch}");
    }
}

#[test]
fn parts_of_drops_are_merged_to_one_run() {
    // 8 shards: 4 of each cell.
    let lists = "--depths 30 --qualities good,great --drops 200000 --seed 3";
    merged_as_one(&format!("--files {} {lists}", starter("angband-3.0")), &[1, 3], "");
}

/// More parts than shards, of another game.
#[test]
#[ignore = "deep"]
fn parts_of_drops_are_merged_to_one_run_deep() {
    // 16 shards: 4 of each cell.
    let lists = "--depths 5,30 --qualities good,great --drops 200000 --seed 3";
    merged_as_one(&format!("--files {} {lists}", starter("affix-branch")), &[1, 3, 17], "");
}

#[test]
fn more_parts_than_shards_are_merged_to_one_run() {
    let lists = "--depths 5 --qualities good,great --drops 900 --seed 3";
    merged_as_one(&format!("--files {} {lists}", starter("affix-branch")), &[5], "");
}

#[test]
fn parts_of_values_are_merged_to_one_run() {
    let lists = "--depths 30-31 --qualities normal,great --drops 70000 --seed 18446744073709551615 --detail full";
    merged_as_one(&format!("--files {} {lists}", starter("affix-branch")), &[3], "");
}

#[test]
fn parts_of_given_kinds_are_merged_to_one_run() {
    let lists = "--depths 20-22 --qualities great --drops 500 --seed 1 --kind 36:2 --kind 23:1 --as-documented all";
    merged_as_one(&format!("--files {} {lists}", starter("affix-branch")), &[4], "");
}

/// The sentence about files of another game is the last line of the tally.
#[test]
fn parts_of_foreign_files_are_merged_to_one_run() {
    let home = Home::new();
    let batch =
        format!("--files {} --game v4 --depths 20 --qualities great --drops 9 --seed 1", starter("affix-branch"));
    let one = home.run(&format!("batch {batch} --tally -")).noted();
    assert!(one.lines().last().is_some_and(|line| line.contains(",note,")), "{one}");
    let parts = [1, 2].map(|part| {
        home.run(&format!("batch {batch} --shard {part}/2 --tally part-{part}.csv")).noted();
        format!("part-{part}.csv")
    });
    let merged = home.run(&format!("tally merge {} --out -", parts.join(" "))).done();
    assert!(merged == one, "{merged}");
}

#[test]
fn parts_of_a_subject_are_merged_to_one_run() {
    // 2 pieces at each of 2 points.
    let monsters = "--subject monsters --depth 1-2 --experience 5 --drops 1100000 --seed 7";
    merged_as_one(&format!("--files {} {monsters}", files("nethack")), &[3, 5], "");
}

#[test]
fn parts_of_quantiles_are_merged_to_one_run() {
    let tree = files("unangband");
    let power = "--subject power --depth 10,30 --quality great --drops 300 --seed 1 --quantiles";
    merged_as_one(&format!("--files {tree} {power}"), &[3], &format!("--files {tree}"));
    let home = Home::new();
    let parts = parts(&home, &format!("--files {tree} {power}"), 2).join(" ");
    home.run(&format!("tally merge {parts} --out -")).refused(2, &["--files: these are parts of quantiles; expected"]);
    home.run(&format!("tally merge {parts} --out - --files {}", files("angband-3.0")))
        .refused(1, &["found the game angband-3.0; expected unangband"]);
    // A forged part has a point that there isn't.
    let part = std::fs::read_to_string(home.path("part-1-of-2.csv")).expect("a part");
    let forged = part.replace(",10 ", ",99999 ");
    assert!(forged != part);
    home.write("one.csv", &forged.replace("part,1,2", "part,1,1"));
    home.run(&format!("tally merge one.csv --out - --files {tree}")).refused(1, &["one.csv, line "]);
}

#[test]
fn what_does_not_belong_together_is_refused_and_nothing_is_written() {
    let home = Home::new();
    let batch =
        |more: &str| format!("batch --files {} --depths 5 --qualities good --drops 9 {more}", starter("affix-branch"));
    for (name, more) in [
        ("one.csv", "--seed 1 --shard 1/2"),
        ("two.csv", "--seed 1 --shard 2/2"),
        ("seed.csv", "--seed 2 --shard 2/2"),
        ("third.csv", "--seed 1 --shard 2/3"),
        ("documented.csv", "--seed 1 --shard 2/2 --as-documented all"),
        ("detail.csv", "--seed 1 --shard 2/2 --detail full"),
        ("quality.csv", "--seed 1 --shard 2/2 --kind 23:1"),
    ] {
        home.run(&batch(&format!("{more} --tally {name}"))).done();
    }
    let v4 = format!("batch --files {} --depths 5 --qualities good --drops 9 --seed 1 --shard 2/2", starter("v4"));
    home.run(&format!("{v4} --tally game.csv")).done();
    home.run(&batch("--seed 1 --tally whole.csv")).done();
    let two = std::fs::read_to_string(home.path("two.csv")).expect("a part");
    home.write("cut.csv", &two[..two.len() - 4]);
    home.write("short.csv", &two.replace("cell,0,0,", "cell,0,1,"));
    for (given, message) in [
        ("one.csv", "one.csv, line 2: found 1 of 2 parts; expected also part 2"),
        ("one.csv one.csv", "one.csv, line 2: found part 1/2, which is in one.csv too; expected each part once"),
        ("one.csv two.csv two.csv", "two.csv, line 2: found part 2/2, which is in two.csv too"),
        ("one.csv third.csv", "third.csv, line 2: found a number of parts of `3`; expected `2`, as in one.csv"),
        ("one.csv game.csv", "game.csv, line 3: found game `v4`; expected `affix-branch`, as in one.csv"),
        ("one.csv documented.csv", "documented.csv, line 6: found switches `as documented`; expected `as coded`"),
        ("one.csv detail.csv", "detail.csv, line 8: found detail `full`; expected `identity`, as in one.csv"),
        ("one.csv seed.csv", "seed.csv, line 11: found seed `2`; expected `1`, as in one.csv"),
        (
            "one.csv quality.csv",
            "quality.csv, line 16: found the cell `23:1,5,good`; expected `,5,good`, as in one.csv",
        ),
        ("one.csv whole.csv", "whole.csv: line 1, column 1: found `level`; expected `affixboard tally part`"),
        ("one.csv cut.csv", "cut.csv: line "),
        ("one.csv short.csv", "short.csv, line 16: found more drops of this cell than the 9 of the plan"),
        ("none.csv", "can't read none.csv: "),
    ] {
        home.run(&format!("tally merge {given} --out merged.csv")).refused(1, &[message]);
        assert!(!home.path("merged.csv").exists() && !home.path("merged.csv.part").exists(), "{given}");
    }
    home.run("tally merge one.csv two.csv --out merged.csv").done();
    let whole = std::fs::read(home.path("whole.csv")).expect("a tally");
    assert!(std::fs::read(home.path("merged.csv")).expect("a tally") == whole);
    for shard in ["0/2", "3/2", "2", "1/0", "x/y"] {
        home.run(&batch(&format!("--seed 1 --shard {shard} --tally -")))
            .refused(2, &["--shard: found `", shard, "expected a part such as 1/8"]);
    }
    home.run("tally merge --out -").refused(2, &["<PART>"]);
    home.run("tally merge one.csv two.csv").refused(2, &["--out <FILE>"]);
}

#[test]
#[ignore = "deep"]
fn parts_of_quantiles_are_merged_to_one_run_deep() {
    let tree = files("unangband");
    let power = "--subject power --depth 10,30 --quality great --drops 3000 --seed 1 --quantiles";
    merged_as_one(&format!("--files {tree} {power}"), &[1, 3], &format!("--files {tree}"));
}
