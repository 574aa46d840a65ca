//! `affixboard dive`.

use super::program::{Home, starter};

/// By hand: of great drops at depth 10 all are blades but 0.4 %, which are the lamp. Of 2 drops and one in every other
/// dive the lamp is expected 2.5 · 0.004 times, and at least once but for 0.996² · 0.998; no blade comes with a chance of
/// 0.004² · 0.502.
#[test]
fn what_a_dive_finds_by_hand() {
    let home = Home::new();
    home.blades();
    home.write("profile.txt", "# ours\n10: great 2.5\n40: normal 3\n");
    let run = |rest: &str| home.run(&format!("dive --files edit --profile profile.txt {rest} --out -")).done();
    let table = run("--depths 5,10,20");
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header: Vec<_> = reader.headers().expect("a header").iter().map(str::to_owned).collect();
    assert_eq!(header[..5], ["level", "metric", "tval", "sval", "name"]);
    assert_eq!(header[5..], ["expected", "error_bound", "at_least_one", "at_least_one_error_bound"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    // Nothing drops down to 5, and what drops at 10 is all there is down to 20.
    assert!(rows.iter().all(|row| &row[0] == "10" || &row[0] == "20"));
    for depth in ["10", "20"] {
        for (metric, name, expected, at_least_one) in [
            ("kind", "Lamp", 0.01, 1.0 - 0.996 * 0.996 * 0.998),
            // It comes once.
            ("artifact", "of Light", 1.0 - 0.996 * 0.996 * 0.998, 1.0 - 0.996 * 0.996 * 0.998),
            ("kind", "Blade", 2.49, 1.0 - 0.004 * 0.004 * 0.502),
        ] {
            let is_it = |row: &&csv::StringRecord| &row[0] == depth && &row[1] == metric && &row[4] == name;
            let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{depth} {metric} {name}"));
            let number = |at: usize| row[at].parse::<f64>().expect("a number");
            assert!((number(5) - expected).abs() < 1e-14 && (number(7) - at_least_one).abs() < 1e-14, "{row:?}");
            assert_eq!((number(6).to_bits(), number(8).to_bits()), (0, 0), "{row:?}");
        }
    }
    let lamps = run("--depths 10 --tval 39 --threads 2");
    assert_eq!(lamps.lines().count(), 3, "{lamps}");
    assert!(run("--depths 5").lines().count() == 1, "a header alone");
}

#[test]
fn the_profile_that_comes_with_the_program_is_the_default() {
    let home = Home::new();
    let table = home.run(&format!("dive --files {} --depths 5 --tval 45 --out -", starter("angband-3.5"))).done();
    assert!(table.lines().count() > 3, "{table}");
}

#[test]
fn profiles_that_cannot_be_read() {
    let home = Home::new();
    home.blades();
    home.write("bad.txt", "10 great 2\n11: fine 3\n");
    let dive = |rest: &str| home.run(&format!("dive --files edit --out - {rest}"));
    dive("--depths 10 --profile bad.txt").refused(
        1,
        &[
            "the profile can't be read",
            "bad.txt: line 1, column 4: found `great`; expected `:` behind the depths",
            "bad.txt: line 2, column 5: found `fine`; expected normal, good or great",
        ],
    );
    dive("--depths 10 --profile none.txt").refused(1, &["can't read none.txt"]);
    dive("--depths x").refused(2, &["--depths: found `x`"]);
    dive("--depths 10 --tval spoon").refused(2, &["--tval: found `spoon`"]);
}

/// By hand: of two great drops at depth 10 each is a blade with 99.6 % and else the lamp; 1 − 0.9⁴ of the blades are 'Cutter'. So
/// 34.25 % of drops are, and 56.8 % of dives have it.
#[test]
fn the_first_depth_of_a_find_by_hand() {
    let home = Home::new();
    home.blades();
    home.write("profile.txt", "10: great 2\n");
    let table = home.run("dive --files edit --profile profile.txt --depths 12 --first-found --out -").done();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").iter().collect::<Vec<_>>().join(",");
    assert_eq!(
        header,
        "metric,tval,sval,name,first_10,first_10_earliest,first_10_latest,first_50,first_50_earliest,first_50_latest,first_90,\
         first_90_earliest,first_90_latest,never,never_error_bound"
    );
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let cutter = 0.996 * (1.0 - 0.9_f64.powi(4));
    for (metric, name, first, never) in [
        ("kind", "Blade", ["10", "10", "10"], 0.004 * 0.004),
        ("kind", "Lamp", ["", "", ""], 0.996 * 0.996),
        ("artifact", "'Cutter'", ["10", "10", ""], (1.0 - cutter) * (1.0 - cutter)),
    ] {
        let row =
            rows.iter().find(|row| &row[0] == metric && &row[3] == name).unwrap_or_else(|| panic!("{name} {table}"));
        for (at, depth) in first.iter().enumerate() {
            assert!((0..3).all(|side| &row[4 + 3 * at + side] == *depth), "{row:?}");
        }
        assert!((row[13].parse::<f64>().expect("a number") - never).abs() < 1e-12, "{row:?}");
    }
}
