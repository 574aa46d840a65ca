//! `affixboard exact`.

use std::collections::BTreeMap;

use super::program::{Home, reference, starter};

/// Probability and error bound by level, quality, metric, tval, sval and name.
type Rows = BTreeMap<[String; 6], (f64, f64)>;

fn rows(csv: &str) -> Rows {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header, ["level", "quality", "metric", "tval", "sval", "name", "probability", "error_bound"]);
    let mut rows = Rows::new();
    for record in reader.records() {
        let record = record.expect("a row");
        if &record[2] == "note" {
            continue;
        }
        let label = std::array::from_fn(|at| record[at].to_owned());
        let number = |at: usize| record[at].parse::<f64>().expect("a number");
        assert!(rows.insert(label, (number(6), number(7))).is_none(), "each row once");
    }
    rows
}

#[track_caller]
fn check(rows: &Rows, expected: &[([&str; 6], f64)]) {
    let names = |label: &[String; 6]| label.join(",");
    let found: Vec<_> = rows.keys().map(names).collect();
    let mut wanted: Vec<_> = expected.iter().map(|row| row.0.join(",")).collect();
    wanted.sort();
    let mut sorted = found;
    sorted.sort();
    assert_eq!(sorted, wanted);
    for (label, chance) in expected {
        let (found, bound) = rows[&label.map(str::to_owned)];
        assert!((found - chance).abs() < 1e-14, "{label:?}: {found} for {chance}");
        assert_eq!(bound.to_bits(), 0.0_f64.to_bits(), "{label:?}");
    }
}

/// One of 20 choices of an ego at level 10 is made deeper, at 1 + 1280 ÷ r: for r up to 67 of 128 that is where "of Depths"
/// weighs 25 beside 50.
const DEPTHS: f64 = 67.0 / 2560.0 / 3.0;
/// One of four tries makes an artifact of 10 per cent.
const CUTTER: f64 = 0.3439;

#[test]
fn chances_worked_out_by_hand() {
    let home = Home::new();
    home.blades();
    let run = |rest: &str| rows(&home.run(&format!("exact --files edit --depths 10 {rest} --out -")).done());
    // Great drops have a special artifact of 40 per cent, two levels too deep, once in ten of their tries, which is once in
    // ten drops; else a great blade.
    let of = |metric, tval, sval, name| ["10", "great", metric, tval, sval, name];
    let (special, blade) = (0.004, 0.996);
    check(
        &run("--qualities great"),
        &[
            (of("kind", "23", "1", "Blade"), blade),
            (of("kind", "39", "9", "Lamp"), special),
            (of("artifact", "39", "9", "of Light"), special),
            (of("artifact", "23", "1", "'Cutter'"), blade * CUTTER),
            (of("naffixes", "23", "1", "1"), blade * (1.0 - CUTTER)),
            (of("affix", "23", "1", "of Depths"), blade * (1.0 - CUTTER) * DEPTHS),
            (of("affix", "23", "1", "of Edges"), blade * (1.0 - CUTTER) * (1.0 - DEPTHS)),
        ],
    );
    check(
        &run("--qualities great --tval 39"),
        &[(of("kind", "39", "9", "Lamp"), special), (of("artifact", "39", "9", "of Light"), special)],
    );
    check(
        &run("--qualities great --kind 23:1"),
        &[
            (of("kind", "23", "1", "Blade"), 1.0),
            (of("artifact", "23", "1", "'Cutter'"), CUTTER),
            (of("naffixes", "23", "1", "1"), 1.0 - CUTTER),
            (of("affix", "23", "1", "of Depths"), (1.0 - CUTTER) * DEPTHS),
            (of("affix", "23", "1", "of Edges"), (1.0 - CUTTER) * (1.0 - DEPTHS)),
        ],
    );
}

/// Weights of 1 and 3, and 3 to 5 steps: of n all draw one of them alone in 1 of 4ⁿ, the other in 3ⁿ of 4ⁿ.
#[test]
fn two_affixes_together() {
    let home = Home::new();
    let sharp = "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 127\n";
    let two = "N:1:prefix:Sharp\nT:sword:0:99:good:1:0 to 255\nN:2:suffix:of Edges\nT:sword:0:99:good:3:0 to 255\n";
    home.small("ego_item.txt", sharp, two);
    let run = |rest: &str| rows(&home.run(&format!("exact --files edit --qualities great {rest} --out -")).done());
    let over = |of: &dyn Fn(i32) -> f64| 0.25 * of(3) + 0.5 * of(4) + 0.25 * of(5);
    let (sharp, edges) = (|n: i32| 1.0 - 0.75_f64.powi(n), |n: i32| 1.0 - 0.25_f64.powi(n));
    for pair in ["Sharp 2", "sharp 2", "1 2"] {
        let found = run(&format!("--depths 0 --kind 23:1 --together {pair}"));
        let expected = [
            ("affix", "Sharp", over(&sharp)),
            ("affix", "of Edges", over(&edges)),
            ("affix_pair", "Sharp + of Edges", over(&|n| sharp(n) + edges(n) - 1.0)),
        ];
        assert_eq!(found.len(), expected.len());
        for (metric, name, chance) in expected {
            let (mean, bound) = found[&["0", "great", metric, "23", "1", name].map(str::to_owned)];
            assert!((mean - chance).abs() < 1e-14 && bound < 1e-14, "{name}: {mean} ± {bound} for {chance}");
        }
    }
    // Of drops each kind has its lines, as much as without the pair.
    let (pairs, all) = (run("--depths 1,30 --together 1 2"), run("--depths 1,30"));
    assert_eq!(pairs.len(), 2 * 2 * 3);
    for (label, chance) in pairs.iter().filter(|row| row.0[2] == "affix") {
        let (mean, bound) = all[label];
        assert!((chance.0 - mean).abs() < 1e-15 && (chance.1 - bound).abs() < 1e-15, "{label:?}");
    }
    let refused = |pair: &str, parts: &[&str]| {
        home.run(&format!("exact --files edit --depths 1 --qualities good {pair} --out -")).refused(2, parts);
    };
    refused("--together Sharp Blunt", &["--together: found `Blunt`", "expected the name or index of an affix"]);
    refused("--together Sharp", &["--together", "2 values"]);
    refused("--together 1 2 --together 2 1", &["--together", "multiple times"]);
}

/// An item has one ego at most, which is said with a line.
#[test]
fn two_egos_are_never_together() {
    let home = Home::new();
    home.blades();
    let pair = "--depths 10 --qualities great --kind 23:1 --together 1 2";
    let found = rows(&home.run(&format!("exact --files edit {pair} --out -")).done());
    let of = |metric, name| ["10", "great", metric, "23", "1", name];
    check(
        &found,
        &[
            (of("affix", "of Depths"), (1.0 - CUTTER) * DEPTHS),
            (of("affix", "of Edges"), (1.0 - CUTTER) * (1.0 - DEPTHS)),
            (of("affix_pair", "of Edges + of Depths"), 0.0),
        ],
    );
}

/// Depths share what is computed of places, but in which order they come to it, and whether they do, shows in no digit.
#[test]
fn affixes_are_the_same_whatever_was_computed_before() {
    let home = Home::new();
    let run = |cells: &str| {
        let files = starter("affix-branch");
        home.run(&format!("exact --files {files} --tval 36 --depths {cells} --out -")).done()
    };
    let one = run("10-30/5 --qualities good,great --threads 1");
    assert!(one == run("10-30/5 --qualities good,great --threads 3"), "1 and 3 threads differ");
    let alone = run("20 --qualities great --threads 1");
    let lines: Vec<&str> = alone.lines().filter(|line| line.starts_with("20,great,")).collect();
    let among: Vec<&str> = one.lines().filter(|line| line.starts_with("20,great,")).collect();
    assert!(lines.len() > 50 && lines == among, "one cell and that cell among others differ");
}

/// Rows come as in the tally of the same cells, whatever the threads, and every drop has a kind or none.
#[test]
fn rows_are_sorted_and_named_as_those_of_a_tally() {
    let home = Home::new();
    let cells = format!("--files {} --depths 5,20-30/5 --qualities good,normal", starter("angband-3.5"));
    let one = home.run(&format!("exact {cells} --threads 1 --out -")).done();
    assert!(one == home.run(&format!("exact {cells} --threads 3 --out -")).done(), "1 and 3 threads differ");
    let tally = home.run(&format!("batch {cells} --drops 30000 --seed 1 --tally -")).done();
    let labels = |csv: &str, columns: [usize; 6]| -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let label = |row: csv::StringRecord| columns.iter().map(|at| row[*at].to_owned()).collect();
        reader.records().map(|row| label(row.expect("a row"))).collect()
    };
    let mut computed = labels(&one, [0, 1, 2, 3, 4, 5]).into_iter();
    for row in labels(&tally, [0, 1, 3, 4, 5, 6]) {
        assert!(computed.any(|label| label == row), "{row:?} is not there, or not in this order");
    }
    let mut sums: BTreeMap<[String; 2], f64> = BTreeMap::new();
    for (label, (chance, _)) in rows(&one).iter().filter(|row| ["kind", "failed"].contains(&row.0[2].as_str())) {
        *sums.entry([label[0].clone(), label[1].clone()]).or_default() += chance;
    }
    assert_eq!(sums.len(), 8);
    assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-12), "{sums:?}");
}

/// The numbers of an independent program, to the ten digits it prints.
#[test]
fn an_independent_program_has_the_same_numbers() {
    let Some(folder) = reference("angband-3.0") else { return };
    let home = Home::new();
    let edit = folder.join("edit/3.0.6");
    let cells = "--game angband-3.0 --depths 1-100 --qualities great --tval ring";
    let ours = home.run(&format!("exact --files {} {cells} --out -", edit.display())).done();
    let ours = rows(&ours);
    let file = std::fs::File::open(folder.join("exact/full_exact.csv.gz")).expect("a table");
    let mut compared = 0;
    for record in csv::Reader::from_reader(flate2::read::GzDecoder::new(file)).records() {
        let record = record.expect("a row");
        if (&record[1], &record[2], &record[3]) != ("great", "kind", "45") {
            continue;
        }
        let theirs: f64 = record[6].parse().expect("a number");
        // Their names of kinds are as in the file.
        let is_it = |label: &[String; 6]| (0..5).all(|at| label[at] == record[at]);
        let mine: f64 = ours.iter().filter(|row| is_it(row.0)).map(|row| row.1.0).sum();
        assert!((mine - theirs).abs() <= 6e-10 * theirs, "{record:?}: {mine}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

/// Of Unangband's drops that have no magic, limits alone are known: these are no chances.
#[test]
fn what_only_limits_are_known_of_is_left_out_and_counted() {
    let home = Home::new();
    let files = starter("unangband");
    let found = home.run(&format!("exact --files {files} --depths 20 --qualities normal --out -")).done();
    let mut reader = csv::Reader::from_reader(found.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let (note, rows) = rows.split_last().expect("rows");
    assert_eq!(&note[2], "note");
    assert!(note[5].contains(" chances are left out, of which only limits are known (") && note[5].contains("ego "));
    let number = |row: &csv::StringRecord, at: usize| row[at].parse::<f64>().expect("a number");
    assert!(!rows.is_empty() && rows.iter().all(|row| number(row, 7) == 0.0 || number(row, 7) < number(row, 6)));
}

#[test]
fn a_kind_is_named_by_numbers_name_or_index() {
    let home = Home::new();
    let files = starter("angband-3.5");
    let of = |kind: &str| {
        let run = home.run(&format!("exact --files {files} --depths 5 --qualities good --out - --kind {kind}"));
        (run.code, run.out, run.err)
    };
    let by_numbers = of("23:1");
    assert_eq!(by_numbers.0, Some(0), "{}", by_numbers.2);
    let row = by_numbers.1.lines().find(|row| row.contains(",kind,")).expect("the kind");
    let name = row.split(',').nth(5).expect("a name").to_owned();
    for text in [format!("sword:{name}"), format!("23:{}", name.to_lowercase()), name] {
        assert_eq!(of(&text).1, by_numbers.1, "{text}");
    }
    assert_eq!(of("none:4").0, Some(2));
}

#[test]
fn wrong_usage_gives_2_and_says_what_was_expected() {
    let home = Home::new();
    home.blades();
    for (rest, parts) in [
        ("--depths x --qualities good", ["--depths: found `x`", "expected depths such as `1,5,10-20`"]),
        ("--depths 5 --qualities superb", ["--qualities: found `superb`", "expected some of normal,good,great"]),
        (
            "--depths 5 --qualities good --kind 23",
            ["--kind: found `23`", "expected a kind of these files as TVAL:SVAL"],
        ),
        ("--depths 5 --qualities good --tval 99", ["--tval: found `99`", "sword (23)"]),
        ("--depths 5 --qualities good --tval 23 --kind 23:1", ["--tval", "cannot be used with '--kind"]),
    ] {
        home.run(&format!("exact --files edit {rest} --out out.csv")).refused(2, &parts);
    }
    assert!(!home.path("out.csv").exists());
}
