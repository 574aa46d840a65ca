//! `affixboard audit`.

use std::fmt::Write;

use super::program::{Home, Ran, reference, starter};

const HEADER: &str = "level,quality,n,metric,tval,sval,name,count";

/// The lines of the summary, of an audit that found nothing.
fn agreed(ran: Ran) -> Vec<String> {
    let text = ran.done();
    assert!(text.ends_with("\nno disagreement\n"), "{text}");
    text.lines().map(str::to_owned).collect()
}

/// The lines of the summary, of one that found something.
fn disagreed(ran: &Ran) -> Vec<String> {
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{}", ran.out);
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn drops_that_agree() {
    let home = Home::new();
    let rest = "--depths 5,30 --qualities normal,great --drops 100000 --seed 3";
    let run = |more: &str| home.run(&format!("audit --files {} {rest} {more}", starter("angband-3.5")));
    let lines = agreed(run("--threads 1 --out audit.csv"));
    assert!(lines[0].contains("/data/angband-3.5: angband-3.5, rules 1, as coded; "), "{lines:?}");
    assert_eq!(lines[1], "counted: generated 100000 drops in each of 4 cells, seed 3");
    for begins in [
        "compared: ",
        "largest error bound of a chance: 0",
        "false alarms: 0.1 % of audits in which all agrees",
        "smallest p of an entry after Holm: ",
        "all counts together, kinds, and drops without one: χ² ",
        "all counts together, numbers of egos by kind, and artifacts: χ² ",
        "all counts together, egos by kind: χ² ",
        "a chance of 10 % would disagree from 10.",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(begins)), "no {begins} in {lines:#?}");
    }
    let csv = std::fs::read_to_string(home.path("audit.csv")).expect("a table");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(
        reader.headers().expect("a header"),
        "level,quality,n,metric,tval,sval,name,count,expected,probability,error_bound,p_value,adjusted_p,disagrees"
            .split(',')
            .collect::<Vec<_>>()
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    assert!(lines.iter().any(|line| line.starts_with(&format!("compared: {} entries (", rows.len()))), "{lines:#?}");
    assert!(rows.iter().all(|row| &row[13] == "no" && &row[2] == "100000"));
    // Every drop has a kind or none, as counted and as expected.
    let sum = |column: usize| -> f64 {
        let of_cell = rows.iter().filter(|row| (&row[0], &row[1]) == ("5", "great"));
        let kinds = of_cell.filter(|row| ["kind", "failed"].contains(&&row[3]));
        kinds.map(|row| row[column].parse::<f64>().expect("a number")).sum()
    };
    assert!((sum(7) - 100_000.0).abs() < 1e-9 && (sum(8) - 100_000.0).abs() < 1e-6);
    // Neither threads nor where the table goes change anything.
    let to_output = run("--threads 3 --out -");
    assert!(to_output.out == csv && to_output.err.ends_with("\nno disagreement\n"), "{}", to_output.err);
}

/// Ten thousand great blades of level 10: a third are expected to be 'Cutter', one in 173 of the others "of Depths", and
/// none of them has no ego.
#[test]
fn what_is_planted_in_a_tally_is_found() {
    let home = Home::new();
    home.blades();
    let write = |rows: &[(&str, &str, u64)]| {
        let mut text = format!("{HEADER}\n");
        for (metric, name, count) in rows {
            writeln!(text, "10,great,10000,{metric},23,1,{name},{count}").expect("memory");
        }
        home.write("tally.csv", &text);
        home.run("audit --files edit --kind 23:1 --tally tally.csv")
    };
    let right = [
        ("kind", "Blade", 10_000),
        ("ego", "of Edges", 6510),
        ("affix", "of Depths", 51),
        ("artifact", "'Cutter'", 3439),
        ("attempts", "tries", 77_000),
    ];
    let lines = agreed(write(&right));
    assert!(lines.contains(&"counted: tally.csv, 1 cell".to_owned()), "{lines:#?}");
    assert!(lines.contains(&"compared: 4 entries (1 kind, 2 affix, 1 artifact)".to_owned()), "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with("not compared, for one drop can count") && line.ends_with("attempts"))
    );
    assert!(lines.contains(&"not compared, for the tally has none: naffixes, failed".to_owned()), "{lines:#?}");

    // "of Depths" three times as often, of which nothing else need know.
    let mut wrong = right;
    wrong[2].2 = 160;
    let lines = disagreed(&write(&wrong));
    assert!(lines.contains(&"1 entry disagrees".to_owned()), "{lines:#?}");
    let line = lines.iter().find(|line| line.starts_with("  depth 10 great: affix 23:1 of Depths: 160 of 10000"));
    assert!(line.expect("it").contains("expected 57.24; p "), "{lines:#?}");
    // What can't be, and what the files don't have.
    let impossible = [right[0], right[1], right[2], right[3], ("naffixes", "0", 1)];
    let lines = disagreed(&write(&impossible));
    assert!(
        lines.iter().any(|line| line.starts_with("  depth 10 great: naffixes 23:1 0: 1 of 10000, expected 0; p 0,")),
        "{lines:#?}"
    );
    let stranger = [right[0], right[1], right[2], right[3], ("affix", "of Dreams", 1)];
    let lines = disagreed(&write(&stranger));
    assert_eq!(
        lines.last().expect("a line"),
        "  line 6: affix 23:1 of Dreams: counted 1 times, and the files have no such entry"
    );
}

/// A tally that was made with one switch thrown doesn't agree with what is computed without it.
#[test]
fn a_thrown_switch_is_found() {
    let home = Home::new();
    let files = format!("--files {}", starter("angband-3.5"));
    let switch = "--as-documented ego-commonness";
    home.run(&format!(
        "batch {files} {switch} --depths 20,40 --qualities good,great --drops 100000 --seed 1 --tally tally.csv"
    ))
    .done();
    agreed(home.run(&format!("audit {files} {switch} --tally tally.csv")));
    let lines = disagreed(&home.run(&format!("audit {files} --tally tally.csv")));
    assert!(lines.iter().any(|line| line.starts_with("all counts together, egos") && line.ends_with(" DISAGREES")));
    assert!(
        lines.iter().filter(|line| line.starts_with("  depth ")).all(|line| line.contains(": affix ")),
        "{lines:#?}"
    );
    // One cell of it alone.
    disagreed(&home.run(&format!("audit {files} --tally tally.csv --depths 40 --qualities great")));
}

/// Angband 3.5.1 itself against what is computed from its files.
#[test]
fn the_originals_tally_agrees() {
    let Some(folder) = reference("angband-3.5") else { return };
    let home = Home::new();
    let mut tally = Vec::new();
    let file = std::fs::File::open(folder.join("tallies/full.csv.gz")).expect("a tally");
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut tally).expect("gzipped");
    std::fs::write(home.path("tally.csv"), tally).expect("written");
    let edit = folder.join("edit");
    let lines = agreed(home.run(&format!("audit --files {} --tally tally.csv --out audit.csv", edit.display())));
    assert!(lines.contains(&"counted: tally.csv, 42 cells".to_owned()), "{lines:#?}");
}

#[test]
fn wrong_usage_and_files_that_are_no_tally() {
    let home = Home::new();
    home.blades();
    for (rest, parts) in [
        ("--depths 5 --qualities good --drops 10", ["--seed <S>", "required"]),
        ("--tally x.csv --seed 1", ["--seed", "cannot be used with"]),
        ("--tally x.csv --false-alarms 2", ["'2'", "expected a number between 0 and 1, such as 0.001"]),
    ] {
        home.run(&format!("audit --files edit {rest}")).refused(2, &parts);
    }
    home.run("audit --files edit --tally none.csv").refused(1, &["can't read none.csv: "]);
    for (row, depths, message) in [
        (
            "10,great,5,kind,23,1,Blade,x",
            "",
            "can't read tally.csv: line 2: found `x`; expected a whole number from 0 to",
        ),
        ("10,great,5,kind,23,1,Blade,6", "", "line 2: found a count of 6; expected at most n, 5"),
        ("10,great,5,kind,23,1,Blade,5", "--depths 10,20", "it has no rows of level 20 and quality great"),
        (
            "10,great,5,kind,23,1,Blade,5\n10,great,5,kind,75,1,Brew,5",
            "",
            "at level 10 it counts 10 kinds of 5 drops: kinds that were made on their own have to be named with --kind",
        ),
    ] {
        home.write("tally.csv", &format!("{HEADER}\n{row}\n"));
        home.run(&format!("audit --files edit --tally tally.csv {depths}")).refused(1, &[message]);
    }
}
