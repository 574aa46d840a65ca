//! `affixboard drops`.

use std::{collections::BTreeMap, path::Path, process::Command};

use super::program::{Home, Ran, say, starter};

fn ran(home: &Home, words: &str, last: Option<&str>) -> Ran {
    let mut command = home.command(words);
    Ran::of(&command.args(last).output().expect("started"))
}

/// By metric, tval, sval and name.
type Counted = BTreeMap<(String, String, String, String), u64>;

fn of_tally(text: &str) -> Counted {
    let mut counted = Counted::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records().map(|row| row.expect("a row")) {
        // Unangband's tallies have the number of an ego before its name, as all have that of an artifact.
        let name = row[6].split_once(':').map_or(&row[6], |(_, name)| name).to_owned();
        let key = |metric: &str| (metric.to_owned(), row[4].to_owned(), row[5].to_owned(), name.clone());
        let count: u64 = row[7].parse().expect("a count");
        match &row[3] {
            metric @ ("kind" | "affix" | "ego" | "theme") => *counted.entry(key(metric)).or_default() += count,
            "artifact" => {
                *counted.entry(("artifact".to_owned(), String::new(), String::new(), name)).or_default() += count;
            }
            "failed" => {
                *counted.entry(("failed".to_owned(), String::new(), String::new(), String::new())).or_default() +=
                    count;
            }
            _ => {}
        }
    }
    counted
}

fn of_drops(text: &str, affix: &str) -> (Counted, usize) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader.headers().expect("names").clone();
    let (mut counted, mut rows) = (Counted::new(), 0);
    for row in reader.records().map(|row| row.expect("a row")) {
        rows += 1;
        let field = |name: &str| names.iter().position(|one| one == name).map_or("", |at| &row[at]).to_owned();
        let mut add = |metric: &str, name: String, has_place: bool| {
            let place = |of: &str| if has_place { field(of) } else { String::new() };
            *counted.entry((metric.to_owned(), place("tval"), place("sval"), name)).or_default() += 1;
        };
        if field("kind").is_empty() && field("tval").is_empty() {
            add("failed", String::new(), false);
            continue;
        }
        add("kind", field("kind"), true);
        field("affixes").split('|').filter(|name| !name.is_empty()).for_each(|name| add(affix, name.to_owned(), true));
        Some(field("theme")).filter(|name| !name.is_empty()).into_iter().for_each(|name| add("theme", name, true));
        Some(field("artifact"))
            .filter(|name| !name.is_empty())
            .into_iter()
            .for_each(|name| add("artifact", name, false));
    }
    (counted, rows)
}

/// 140,000 drops are two pieces.
#[test]
fn they_are_the_drops_of_the_batch_with_that_seed() {
    let home = Home::new();
    for (game, affix, depths) in
        [("affix-branch", "affix", "5,30"), ("angband-3.0", "affix", "30"), ("unangband", "ego", "20")]
    {
        let files = format!("--files {} --depths {depths} --qualities great --drops 140000 --seed 5", starter(game));
        let tally = ran(&home, &format!("batch {files} --tally -"), None).done();
        let drops = ran(&home, &format!("drops {files} --out - --threads 2"), None).done();
        let (counted, rows) = of_drops(&drops, affix);
        assert_eq!(rows, 140_000 * depths.split(',').count(), "{game}");
        let expected = of_tally(&tally);
        let differing: Vec<_> =
            counted.keys().chain(expected.keys()).filter(|key| counted.get(*key) != expected.get(*key)).collect();
        assert!(differing.is_empty() && counted.len() > 50, "{game}: {differing:?}");
        assert_eq!(drops, ran(&home, &format!("drops {files} --out - --threads 1"), None).done(), "{game}");
    }
}

/// The program of docs/raw-drops.md, in the folder where its file is.
fn by_pandas(python: &Path, folder: &Path) -> String {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/raw-drops.md");
    let docs = std::fs::read_to_string(docs).expect("the page");
    let program = docs.split_once("```python\n").and_then(|(_, rest)| rest.split_once("```")).expect("a program").0;
    let output = Command::new(python).args(["-c", program]).current_dir(folder).output().expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

/// A Python with pandas.
fn python() -> Option<&'static Path> {
    let has_pandas = |python: &Path| {
        Command::new(python).args(["-c", "import pandas"]).output().is_ok_and(|output| output.status.success())
    };
    ["python3", "/usr/bin/python3"].into_iter().map(Path::new).find(|python| has_pandas(python))
}

#[test]
fn a_question_and_pandas_count_the_same() {
    let question = "tval:#23 & flag:RES_FIRE & to_hit>=5";
    let home = Home::new();
    for game in ["affix-branch", "angband-3.0"] {
        let cell = format!("--files {} --depths 30 --qualities great --seed 7", starter(game));
        let asked = format!("ask {cell} --drawn --whole-drops --target none --items 100000 --json");
        let answer = ran(&home, &asked, Some(question)).done();
        let answer: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        let met = answer["met"].as_u64().expect("a count");
        assert!(met > 20, "{game}: {met}");
        let found = ran(&home, &format!("drops {cell} --drops 100000 --out - --where"), Some(question)).done();
        assert_eq!(found.lines().count() as u64 - 1, met, "{game}");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("drops.csv");
        let said = ran(&home, &format!("drops {cell} --drops 100000 --out {}", file.display()), None).done();
        assert!(
            said.starts_with(&format!("rules {game} ")) && said.contains(", seed 7, drops_of_a_cell 100000"),
            "{said}"
        );
        match python() {
            None => say("skipped: no Python with pandas: what it counts is not held against a question"),
            Some(python) => assert_eq!(by_pandas(python, folder.path()), met.to_string(), "{game}"),
        }
    }
}

#[test]
fn what_cannot_be_written_is_said() {
    let home = Home::new();
    let cell = format!("--files {} --depths 30 --qualities great --seed 7 --out -", starter("affix-branch"));
    let refused = |flags: &str, last: Option<&str>, part: &str| {
        ran(&home, &format!("drops {cell} {flags}"), last).refused(2, &[part]);
    };
    refused("--drops 4194305", None, "--drops: found 4194305; expected at most 4194304, or --where");
    refused("--drops 67108865 --where theme:any", None, "--drops: found 67108865; expected at most 67108864");
    refused("--drops 10 --where", Some("tval:swrd"), "--where: column 1: found `swrd`; expected an item type");
    let nethack =
        format!("drops --files {} --depths 1 --qualities normal --seed 7 --drops 1 --out -", starter("nethack"));
    ran(&home, &nethack, None).refused(2, &["--files: NetHack has no drops; expected the files of a game that has"]);
}
