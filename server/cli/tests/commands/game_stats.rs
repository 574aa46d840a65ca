//! `affixboard game-stats`.

use std::collections::BTreeMap;

use super::program::{Home, Ran};
use crate::stats_database::{ROWS, TABLES, write};

impl Home {
    /// A database of statistics in the working folder, by these statements.
    fn statistics(&self, statements: &[&str]) {
        let path = self.path("stats.db");
        let _ = std::fs::remove_file(&path);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(write(&path, statements));
    }

    fn game_stats(&self, rest: &str) -> Ran {
        self.run(&format!("game-stats stats.db --files edit {rest} --out -"))
    }
}

/// The lines of a table by level, origin, metric and name.
fn rows(table: &str) -> BTreeMap<[String; 4], csv::StringRecord> {
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").iter().collect::<Vec<_>>().join(",");
    assert_eq!(header, "level,visits,origin,metric,tval,sval,name,count,per_visit,low,high,in_files");
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| ([0, 2, 3, 6].map(|at| row[at].to_owned()), row)).collect()
}

/// Intervals are halves of χ² quantiles over 200 visits: of 40, 28.58 to 54.47; of 60, 45.79 to 77.23; of 1, 0.0253 to 5.5716.
#[test]
fn objects_per_visit_by_hand() {
    let home = Home::new();
    home.blades();
    home.statistics(&[TABLES, ROWS]);
    let rows = rows(&home.game_stats("").done());
    let row = |level: &str, origin: &str, metric: &str, name: &str| {
        rows.get(&[level, origin, metric, name].map(str::to_owned)).unwrap_or_else(|| panic!("{level} {origin} {name}"))
    };
    for (level, origin, metric, name, place, count, low, high, in_files) in [
        ("5", "all", "type", "Sword", "23:", 40, 28.577, 54.469, "yes"),
        ("5", "FLOOR", "type", "Sword", "23:", 30, 20.241, 42.827, "yes"),
        ("5", "all", "kind", "Blade", "23:1", 40, 28.577, 54.469, "yes"),
        ("5", "all", "kind", "Brew", "75:1", 60, 45.786, 77.232, "yes"),
        ("5", "DROP", "kind", "Brew", "75:1", 20, 12.217, 30.888, "yes"),
        ("5", "all", "kind", "Lamp", "39:9", 1, 0.025_318, 5.571_643, "yes"),
        ("5", "all", "affix", "of Edges", "23:", 6, 2.2019, 13.059, "yes"),
        ("5", "all", "artifact", "of Light", ":", 1, 0.025_318, 5.571_643, "yes"),
        ("10", "all", "kind", "Spoon", "23:7", 3, 0.618_67, 8.7673, "no"),
        ("10", "VAULT", "affix", "of Edges", "23:", 20, 12.217, 30.888, "yes"),
        ("10", "all", "type", "Sword", "23:", 53, 39.701, 69.325, "yes"),
    ] {
        let row = row(level, origin, metric, name);
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        assert_eq!(
            (format!("{}:{}", &row[4], &row[5]).as_str(), &row[1], &row[11]),
            (place, "200", in_files),
            "{row:?}"
        );
        assert_eq!(&row[7], count.to_string(), "{row:?}");
        assert!((number(8) - f64::from(count) / 200.0).abs() < 1e-6, "{row:?}");
        assert!((number(9) * 200.0 - low).abs() < 1e-3 && (number(10) * 200.0 - high).abs() < 1e-3, "{row:?}");
    }
    // What was not found has no line.
    assert!(!rows.keys().any(|key| key[3] == "of Nowhere" || key[1] == "NONE"));
}

#[test]
fn what_does_not_fit_is_said() {
    let home = Home::new();
    home.blades();
    home.statistics(&[TABLES, ROWS]);
    let table = home.game_stats("").done();
    let notes: Vec<&str> = table.lines().filter(|line| line.contains(",note,")).collect();
    for told in [
        "counted by the game's program (4.2.x-by-hand, no selling), 200 visits of each of 2 levels; SHA-256 of the file ",
        "objects of a level come together",
        "kinds of the statistics not found in the files, by name: `Spoon` (3 counted)",
        "kinds with other numbers than in the files, matched by name: 3",
        "affixes of the statistics not found in the files, by name: `of Nowhere` (0 counted)",
        "the file says 201 runs and has 200 visits of a level: the program writes one run too many",
    ] {
        assert!(notes.iter().any(|note| note.contains(told)), "no {told:?} in {notes:#?}");
    }
    // An entry of the files that the program did not know, and one that is elsewhere there.
    home.statistics(&[
        TABLES,
        ROWS,
        "UPDATE object_info SET tval = 24, sval = 3 WHERE idx = 11; DELETE FROM artifacts; DELETE FROM artifact_info WHERE idx = 2;
         UPDATE obj_feelings SET count = 100 WHERE level = 10",
    ]);
    let table = home.game_stats("").done();
    for told in [
        "artifacts of the files that the program did not know, so that nothing is known of them: `'Cutter'`",
        "`Blade` 24:3 (23:1 in the files)",
        "levels were not made equally often: 100 to 200 times",
    ] {
        assert!(table.contains(told), "no {told:?} in {table}");
    }
    home.statistics(&[TABLES, ROWS, "UPDATE metadata SET value = 1 WHERE field = 'randarts'"]);
    let table = home.game_stats("").done();
    assert!(table.contains("artifacts were made at random in each run"), "{table}");
    assert!(rows(&table).values().all(|row| &row[3] != "artifact" || &row[11] == "no"), "{table}");
}

#[test]
fn levels_types_and_origins_are_chosen() {
    let home = Home::new();
    home.blades();
    home.statistics(&[TABLES, ROWS]);
    let of = |rest: &str| {
        let rows = rows(&home.game_stats(rest).done());
        let keys = rows.into_keys().filter(|key| key[2] != "note");
        keys.map(|[level, origin, metric, name]| format!("{level} {origin} {metric} {name}")).collect::<Vec<_>>()
    };
    assert_eq!(
        of("--levels 10 --tval potion"),
        ["10 FLOOR kind Brew", "10 FLOOR type Potion", "10 all kind Brew", "10 all type Potion"]
    );
    assert_eq!(
        of("--tval 23 --origin vault --levels 1-20"),
        ["10 VAULT affix of Edges", "10 VAULT kind Blade", "10 VAULT type Sword"]
    );
    home.game_stats("--tval spoon")
        .refused(2, &["--tval: found `spoon`; expected one of Sword (23), Light (39), Potion (75)"]);
    home.game_stats("--origin HEAVEN")
        .refused(2, &["--origin: found `HEAVEN`; expected one of NONE, FLOOR, VAULT, DROP"]);
    home.game_stats("--levels x").refused(2, &["--levels: found `x`"]);
}

#[test]
fn files_that_are_no_statistics_are_refused() {
    let home = Home::new();
    home.blades();
    home.write("stats.db", "N:1:& Blade~\n");
    home.game_stats("").refused(
        1,
        &[
            "stats.db can't be read as a game's statistics",
            "expected the database that the game's statistics front end writes",
        ],
    );
    home.statistics(&[TABLES, ROWS, "UPDATE consumables SET count = -5 WHERE level = 10"]);
    home.game_stats("").refused(1, &["table `consumables`, row 3, column `count`: found -5; expected a count"]);
}

/// Of great drops at level 10 all that are swords are blades, of which 1 − 0.9⁴ are 'Cutter'; of the others all are of Edges but
/// for a third of 67/2560, which are of Depths. 2 of 53 swords are 'Cutter', 20 of Edges, none of Depths.
#[test]
fn shares_beside_those_of_drops_by_hand() {
    let home = Home::new();
    home.blades();
    home.statistics(&[TABLES, ROWS]);
    let table = home.game_stats("--levels 10 --beside great --tval sword").done();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").iter().collect::<Vec<_>>().join(",");
    assert_eq!(
        header,
        "level,metric,tval,sval,name,count,objects,share,low,high,drop_share,error_bound,adjusted_p,differs"
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let (artifact, depths) = (1.0 - 0.9_f64.powi(4), 67.0 / 2560.0 / 3.0);
    for (metric, name, count, share, differs) in [
        ("kind", "Blade", 50, 1.0, "yes"),
        ("artifact", "'Cutter'", 2, artifact, "yes"),
        ("affix", "of Edges", 20, (1.0 - artifact) * (1.0 - depths), "yes"),
        ("affix", "of Depths", 0, (1.0 - artifact) * depths, "no"),
    ] {
        let row =
            rows.iter().find(|row| &row[1] == metric && &row[4] == name).unwrap_or_else(|| panic!("{name} {table}"));
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        assert_eq!((&row[0], &row[5], &row[6], &row[13]), ("10", count.to_string().as_str(), "53", differs), "{row:?}");
        assert!((number(10) - share).abs() < 1e-9 && number(11) < 1e-8, "{row:?}");
    }
    // Of 53 at a chance of 0.3439: P(X ≤ 2) is 1.06e-7, twice that, and of four tests the second or third smallest.
    let cutter = rows.iter().find(|row| &row[4] == "'Cutter'").expect("it");
    let p: f64 = cutter[12].parse().expect("a number");
    assert!((1e-7..1e-6).contains(&p), "{cutter:?}");
    for told in [
        "beside great drops made at the level: 3 of 4 differ",
        "in 0.001 of comparisons (exact binomial tests, Holm's correction",
        "why they may differ: levels mix normal, good and great drops",
    ] {
        assert!(table.contains(told), "no {told:?} in {table}");
    }
    home.game_stats("--beside superb").refused(2, &["--beside: found `superb`; expected one of normal,good,great"]);
}

/// 200 visits: kinds and egos of a level that are exactly what 3 normal and 1 great drop a visit give at level 10 in the mean, to
/// the whole number; those of level 5 are too few to tell qualities apart.
#[test]
fn a_profile_of_what_was_found() {
    let home = Home::new();
    home.blades();
    home.statistics(&[TABLES, ROWS]);
    let text = home.game_stats("--profile --levels 5").done();
    assert!(text.contains("on 0 of 1 levels; the others don't tell them apart"), "{text}");
    // 40 blades, 60 brews and a lamp in 200 visits: 101 / 200, and √101 / 200.
    assert!(text.lines().any(|line| line == "5: normal 0.505  # ± 0.050, all as normal"), "{text}");

    // Chances of the program for the counts that a mixture gives: this asks whether the mixture is found again, not what they are.
    let chances = |quality: &str| {
        let run = format!("exact --files edit --depths 10 --qualities {quality} --out -");
        let table = home.run(&run).done();
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let rows = reader.records().map(|row| row.expect("a row"));
        rows.map(|row| ((row[2].to_owned(), row[5].to_owned()), row[6].parse::<f64>().unwrap_or(0.0)))
            .collect::<BTreeMap<_, _>>()
    };
    let (normal, great) = (chances("normal"), chances("great"));
    let count = |metric: &str, name: &str| {
        let key = (metric.to_owned(), name.to_owned());
        let of = |chances: &BTreeMap<(String, String), f64>| chances.get(&key).copied().unwrap_or(0.0);
        (2e8 * (3.0 * of(&normal) + of(&great))).round() as u64
    };
    let rows = format!(
        "UPDATE obj_feelings SET count = 200000000; DELETE FROM consumables; DELETE FROM wearables_count; DELETE FROM wearables_egos;
         INSERT INTO consumables VALUES(10,{},10,1);
         INSERT INTO wearables_count VALUES(10,{},11,1),(10,{},12,1);
         INSERT INTO wearables_egos VALUES(10,{},11,1,6),(10,{},11,1,5)",
        count("kind", "Brew"),
        count("kind", "Blade"),
        count("kind", "Lamp"),
        count("affix", "of Edges"),
        count("affix", "of Depths")
    );
    home.statistics(&[TABLES, ROWS, "DELETE FROM obj_feelings WHERE feeling = 2; DELETE FROM artifacts", &rows]);
    let text = home.game_stats("--profile").done();
    assert!(text.contains("on 1 of 1 levels") && text.contains("On 0 of these 1 levels"), "{text}");
    let line = text.lines().find(|line| line.starts_with("10: ")).expect("a line");
    assert!(
        line.starts_with("10: normal 3, great 1  # ± 0.00") || line.starts_with("10: normal 3, good 0.00"),
        "{text}"
    );
    // It is read again.
    home.write("found.txt", &text);
    home.run("dive --files edit --profile found.txt --depths 10 --out -").done();
}
