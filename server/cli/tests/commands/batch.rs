//! `affixboard batch`.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader, Read},
    process::Stdio,
    time::Duration,
};

use super::program::{Home, Ran, reference, starter};

/// The form of issue 2 on the starter edition.
fn batch(rest: &str) -> String {
    format!("batch --files {} {rest}", starter("affix-branch"))
}

/// Count by metric, tval, sval and name.
type Rows = BTreeMap<[String; 4], u64>;

/// The rows of a tally by level and quality, and the number of drops of each.
fn cells(csv: impl Read) -> BTreeMap<(u32, String), (u64, Rows)> {
    let mut cells = BTreeMap::<_, (u64, Rows)>::new();
    let mut reader = csv::Reader::from_reader(csv);
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header, ["level", "quality", "n", "metric", "tval", "sval", "name", "count"]);
    for record in reader.deserialize() {
        let (level, quality, n, metric, tval, sval, name, count): (
            u32,
            String,
            u64,
            String,
            String,
            String,
            String,
            u64,
        ) = record.expect("a row");
        let cell = cells.entry((level, quality)).or_default();
        cell.0 = n;
        let again = cell.1.insert([metric, tval, sval, name], count);
        assert!(again.is_none(), "each row once");
    }
    cells
}

#[test]
fn a_tally_of_the_small_edition() {
    let home = Home::new();
    home.small("", "", "");
    let rest = "--depths 5,19-20 --qualities normal,good --drops 20000 --seed 7 --tally -";
    let cells = cells(home.run(&format!("batch --files edit {rest}")).done().as_bytes());
    let keys: Vec<_> = cells.keys().map(|key| (key.0, key.1.as_str())).collect();
    let (normal, good) = ("normal", "good");
    assert_eq!(keys, [(5, good), (5, normal), (19, good), (19, normal), (20, good), (20, normal)]);
    let count = |quality: &str, metric: &str, sval: &str, name: &str| {
        let tval = if sval.is_empty() { "" } else { "23" };
        let rows = &cells[&(20, quality.to_owned())].1;
        rows.get(&[metric, tval, sval, name].map(str::to_owned)).copied().unwrap_or(0)
    };
    for quality in [normal, good] {
        assert_eq!(cells[&(20, quality.to_owned())].0, 20_000);
        let kinds = count(quality, "kind", "1", "Dagger") + count(quality, "kind", "2", "Long Sword");
        let failed = count(quality, "failed", "", "no kind at this level");
        assert_eq!(kinds + failed, 20_000, "every drop is a kind or none");
    }
    for (quality, metric, sval, name) in [
        (normal, "kind", "1", "Dagger"),
        (normal, "kind", "2", "Long Sword"),
        (normal, "affix", "1", "Sharp"),
        (normal, "affix_mult", "2", "Sharp"),
        (normal, "affix_level", "2", "good"),
        (normal, "theme", "2", "of Cutting"),
        (normal, "naffixes", "1", "0"),
        (normal, "naffixes", "2", "1"),
        (good, "artifact", "1", "'Thorn'"),
    ] {
        assert!(count(quality, metric, sval, name) > 0, "no {quality} {metric} {sval} {name}");
    }
}

#[test]
fn the_seed_alone_decides() {
    let home = Home::new();
    let run = |seed: u64, threads: u32| {
        home.run(&batch(&format!(
            "--depths 5,30 --qualities good,great --drops 200000 --seed {seed} --threads {threads} --tally -"
        )))
        .done()
    };
    let one = run(3, 1);
    assert!(one == run(3, 4), "1 and 4 threads differ");
    assert!(one != run(4, 1), "another seed gives other drops");
}

#[test]
fn points_of_the_rules_as_documented() {
    let home = Home::new();
    let run = |switches: &str| {
        home.run(&batch(&format!("--depths 30 --qualities great --drops 20000 --seed 3 --tally - {switches}"))).done()
    };
    let coded = run("");
    assert!(coded != run("--as-documented all"), "the raised level alone changes it");
    assert_eq!(
        run("--as-documented theme-score-byte,raised-level"),
        run("--as-documented raised-level --as-documented theme-score-byte")
    );
    assert_eq!(coded, run("--as-documented lost-record"), "no record of this edition is lost");
    // What the guide says is these points.
    let guide = run("--as-documented guide");
    assert!(guide != coded);
    assert_eq!(guide, run("--as-documented theme-score-byte,no-minimum,commonness-byte,lost-record,one-affix-theme"));
    let v4 = "--depths 30 --qualities great --drops 1 --seed 3 --tally - --as-documented guide";
    home.run(&format!("batch --files {} {v4}", starter("v4"))).refused(
        2,
        &["--as-documented: rule switches of v4: found `guide`; expected `all` or some of theme-score-byte, "],
    );
    let wrong = home.run(&batch("--depths 30 --qualities great --drops 1 --seed 3 --tally - --as-documented nonsense"));
    wrong.refused(2, &["--as-documented: rule switches of affix-branch: found `nonsense`; expected `all`, `guide` or some of theme-score-byte"]);
}

#[test]
fn the_order_and_repetition_of_lists_do_not_matter() {
    let home = Home::new();
    let run = |lists: &str| home.run(&batch(&format!("{lists} --drops 300 --seed 1 --tally -"))).done();
    let plain = run("--depths 10,15,20 --qualities normal,good");
    assert_eq!(plain, run("--depths 20,10-20/5,10 --qualities Good,normal,good"));
}

#[test]
fn only_some_kinds() {
    let home = Home::new();
    let rest = "--depths 20 --qualities great --drops 500 --seed 1 --tally - --kind 36:2 --kind 23:1";
    let cells = cells(home.run(&batch(rest)).done().as_bytes());
    let (n, rows) = &cells[&(20, "great".to_owned())];
    assert_eq!(*n, 500);
    let kinds: Vec<_> =
        rows.iter().filter(|(row, _)| row[0] == "kind").map(|(row, n)| (&row[1], &row[2], *n)).collect();
    let text = |text: &str| text.to_owned();
    assert_eq!(kinds, [(&text("23"), &text("1"), 500), (&text("36"), &text("2"), 500)]);
    let places: BTreeSet<_> = rows.keys().filter(|row| row[0] != "attempts").map(|row| [&row[1], &row[2]]).collect();
    assert_eq!(places, BTreeSet::from([[&text("23"), &text("1")], [&text("36"), &text("2")]]));
}

#[test]
fn no_word_on_standard_error_where_it_is_no_terminal() {
    let home = Home::new();
    // Long enough for a progress bar to show.
    home.run(&batch("--depths 1-30 --qualities great --drops 50000 --seed 1 --tally tally.csv")).done();
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let home = Home::new();
    let rest = "--depths 5 --qualities good --drops 1000 --seed 1 --tally";
    assert_eq!(home.run(&batch(&format!("{rest} tally.csv"))).done(), "");
    let whole = home.run(&batch(&format!("{rest} -"))).done();
    let files = || -> BTreeSet<_> {
        std::fs::read_dir(home.path("")).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect()
    };
    assert_eq!(files(), BTreeSet::from(["tally.csv".into()]));
    assert_eq!(std::fs::read_to_string(home.path("tally.csv")).expect("a tally"), whole);

    // A batch that is ended before its time leaves what was there.
    let long = batch("--depths 1-100 --qualities great --drops 100000000 --seed 1 --tally tally.csv");
    let mut child = home.command(&long).stderr(Stdio::null()).spawn().expect("started");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(child.try_wait().expect("a state"), None, "it should still be at work");
    child.kill().expect("killed");
    child.wait().expect("ended");
    assert_eq!(files(), BTreeSet::from(["tally.csv".into()]));
    assert_eq!(std::fs::read_to_string(home.path("tally.csv")).expect("a tally"), whole);

    home.run(&batch(&format!("{rest} none/tally.csv"))).refused(1, &["can't write none/tally.csv: "]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = Home::new();
    // Far more than a pipe holds.
    let long = batch("--depths 1-20 --qualities good --drops 1000 --seed 1 --tally -");
    let mut child = home.command(&long).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("started");
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    assert_eq!(first, "level,quality,n,metric,tval,sval,name,count\n");
    let ran = Ran::of(&child.wait_with_output().expect("ended"));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn wrong_usage_gives_2_and_says_what_was_expected() {
    let home = Home::new();
    let usual = [("--depths", "5"), ("--qualities", "good"), ("--drops", "10"), ("--seed", "1"), ("--tally", "-")];
    for (flag, value, found, expected) in [
        ("--depths", "x", "`x`", "expected depths such as `1,5,10-20`"),
        ("--depths", "5,20-10", "`20-10`", "expected a range that ends after it begins"),
        ("--depths", "500", "`500`", "expected depths from 0 to 127"),
        ("--depths", ",", "`,`", "expected at least one depth"),
        ("--qualities", "good,superb", "`superb`", "expected some of normal,good,great"),
        (
            "--kind",
            "23",
            "`23`",
            "expected a kind of these files as TVAL:SVAL, TYPE:NAME, NAME or #INDEX, such as 23:12",
        ),
        ("--kind", "23:250", "`23:250`", "expected a kind of these files as TVAL:SVAL"),
        ("--drops", "0", "'0'", "zero"),
        ("--drops", "many", "'many'", "digit"),
        ("--seed", "x", "'x'", "digit"),
        ("--threads", "0", "'0'", "zero"),
        ("--drops", "1000000001", "`1000000001`", "expected at most 1000000000 drops per cell"),
    ] {
        let mut arguments: Vec<_> = usual.into_iter().filter(|pair| pair.0 != flag).collect();
        arguments.push((flag, value));
        let rest: Vec<_> = arguments.iter().map(|(flag, value)| format!("{flag} {value}")).collect();
        let ran = home.run(&batch(&rest.join(" ")));
        // The largest number of drops belongs to the whole plan, so that message names the batch.
        let named = if value == "1000000001" { "batch" } else { flag };
        ran.refused(2, &[named, found, expected]);
    }
    for flag in usual.map(|pair| pair.0) {
        let rest: Vec<_> =
            usual.into_iter().filter(|pair| pair.0 != flag).map(|(flag, value)| format!("{flag} {value}")).collect();
        home.run(&batch(&rest.join(" "))).refused(2, &[&format!("{flag} <")]);
    }
    home.run("batch --files none --depths 5 --qualities good --drops 10 --seed 1 --tally -")
        .refused(1, &["can't read none: "]);
}

/// The two can be laid side by side: what is common in the original's tally is a row of ours, and the other way round.
#[test]
fn rows_are_named_as_in_the_tallies_of_the_original() {
    let Some(folder) = reference("affix-branch") else { return };
    let home = Home::new();
    let arguments = format!(
        "batch --files {} --depths 15 --qualities normal,good,great --drops 200000 --seed 1 --tally -",
        folder.join("edit").display()
    );
    let ours = cells(home.run(&arguments).done().as_bytes());
    let file = std::fs::File::open(folder.join("tallies/full.csv.gz")).expect("a tally");
    let theirs = cells(flate2::read::GzDecoder::new(file));
    for ((level, quality), (n, ours)) in &ours {
        let (m, theirs) = &theirs[&(*level, quality.clone())];
        assert_eq!((n, m), (&200_000, &200_000));
        // 50 of 200,000 on one side and none on the other doesn't happen by chance. Left out is what counts a fault of the
        // C program that we don't have.
        let common = |rows: &Rows| -> Vec<[String; 4]> {
            let common = rows.iter().filter(|(row, n)| **n >= 50 && row[3] != "ability_power negative index");
            common.map(|(row, _)| row.clone()).collect()
        };
        let missing: Vec<_> = common(theirs).into_iter().filter(|row| !ours.contains_key(row)).collect();
        assert!(missing.is_empty(), "{level} {quality}: only the original has {missing:?}");
        let surplus: Vec<_> = common(ours).into_iter().filter(|row| !theirs.contains_key(row)).collect();
        assert!(surplus.is_empty(), "{level} {quality}: only we have {surplus:?}");
    }
}

/// A file that took the place of `/dev/null` would break every program of the machine.
#[cfg(unix)]
#[test]
fn a_pipe_is_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;

    let home = Home::new();
    let pipe = home.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).expect("the tally")
    });
    home.run(&batch("--depths 5 --qualities good --drops 10 --seed 1 --tally pipe")).done();
    assert!(reader.join().expect("read").starts_with("level,quality,n,metric,tval,sval,name,count\n"));
    assert!(std::fs::metadata(&pipe).expect("it").file_type().is_fifo());
}

/// The columns and names of the original's own tallies of Unangband.
#[test]
fn unangbands_tallies_have_the_originals_columns() {
    let Some(folder) = reference("unangband") else { return };
    let home = Home::new();
    let files = folder.join("edit");
    for (options, header, row) in [
        ("--depths 5 --qualities great", "level,quality,n,metric,tval,sval,name,count\n", "\n5,great,2000,ego,"),
        ("--subject monsters --depth 1", "level,n,name,count\n", "\n1,2000,15:Grey mold,"),
    ] {
        let run =
            format!("batch --files {} --game unangband {options} --drops 2000 --seed 7 --tally -", files.display());
        let out = home.run(&run).done();
        assert!(out.starts_with(header) && out.contains(row), "{out}");
    }
}

/// A batch with a target makes as many drops of each cell as it takes, says so in its file, and doesn't depend on threads.
#[test]
fn drops_are_made_until_a_target_is_met() {
    let home = Home::new();
    let files = starter("angband-3.0");
    let kinds = "--depths 10,30 --qualities great --kind 36:2 --seed 9 --tally -";
    let run = |more: &str| home.run(&format!("batch --files {files} {kinds} {more}")).done();
    let one = run("--target 5% --rows-from 1% --drops 1000000 --threads 1");
    assert!(one == run("--target 5.00 --rows-from 1 --drops 1000000 --threads 3"));
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(
        lines[1],
        "0,,0,note,0,0,\"until every row of at least 1 % within ± 5 % of its value (95 % interval), at most 1000000 drops in \
         each cell\",0"
    );
    let notes: Vec<&str> = lines[2..].iter().filter(|line| line.contains(",note,")).copied().collect();
    // The drops are those that the core's own test of this plan finds.
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(
        notes[0].starts_with("10,great,4096,note,36,2,reached: the widest of these rows is within ± "),
        "{notes:?}"
    );
    assert!(
        notes[1].starts_with("30,great,32768,note,36,2,reached: the widest of these rows is within ± "),
        "{notes:?}"
    );
    assert!(lines.iter().filter(|line| line.starts_with("30,")).all(|line| line.starts_with("30,great,32768,")));
    // Too few drops for it; the default is 0.1 %.
    let short = run("--target 2% --drops 100000");
    assert!(short.contains("until every row of at least 0.1 % within ± 2 % of its value"), "{short}");
    assert!(short.contains("\n30,great,65536,note,36,2,not reached: the widest of these rows is within ± "), "{short}");
    // An audit reads it, cell by cell with as many drops as there are.
    let drops =
        "--depths 10,30 --qualities great --seed 9 --target 20% --rows-from 2% --drops 100000 --tally whole.csv";
    home.run(&format!("batch --files {files} {drops}")).done();
    let audit = home.run(&format!("audit --files {files} --tally whole.csv"));
    assert_eq!(audit.code, Some(0), "{}{}", audit.out, audit.err);
    for (more, problem) in [
        ("--target 2x --drops 9000", "--target: found `2x`; expected a percentage such as 2% or 0.1%"),
        ("--target 2 --rows-from -1 --drops 9000", "'-1'"),
        ("--target 60% --drops 9000", "found `60 %`; expected a target from 0.1 % to 50 %"),
        ("--target 2% --drops 1000", "found `1000`; expected at least 4096 drops per cell with a target"),
        ("--rows-from 1% --drops 9000", "--target <PERCENT>"),
        ("--target 2% --drops 9000 --shard 1/2", "'--shard <I/N>'"),
        ("--target 2% --drops 9000 --subject power", "'--subject <NAME>'"),
    ] {
        home.run(&format!("batch --files {files} {kinds} {more}")).refused(2, &[problem]);
    }
}
