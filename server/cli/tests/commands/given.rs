//! `affixboard given`.

use super::program::{Home, Ran, starter};

fn given(home: &Home, game: &str, flags: &str, condition: &str) -> Ran {
    let mut command = home.command(&format!("given --files {} {flags} --out -", starter(game)));
    Ran::of(&command.arg(condition).output().expect("started"))
}

/// An ego's kinds are computed and sum up to all of its items; nothing need be drawn for them.
#[test]
fn what_the_rules_tell_is_computed() {
    let home = Home::new();
    let text = given(&home, "angband-4.2", "--depths 30 --qualities great --sorts kind,affix", "ego:#25").done();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0].join(","),
        "level,quality,sort,index,name,given,given_low,given_high,given_method,given_count,given_of,\
         without,without_low,without_high,without_method,without_count,without_of,lift,lift_low,lift_high,drops_until_99"
    );
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let kinds: Vec<_> = rows.iter().filter(|row| row[2] == "kind").collect();
    let sum: f64 = kinds.iter().map(|row| number(row[5])).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    for row in &kinds {
        assert!(row[8] == "computed" && row[14] == "computed" && row[5] == row[6] && row[5] == row[7], "{row:?}");
        if !row[17].is_empty() {
            assert!(
                (number(row[5]) / number(row[11]) - number(row[17])).abs() < 1e-9 * number(row[17]).max(1.0),
                "{row:?}"
            );
        }
    }
    let lifts: Vec<f64> = rows[1..].iter().filter(|row| !row[17].is_empty()).map(|row| number(row[17])).collect();
    assert!(lifts.is_sorted_by(|one, two| one >= two), "{lifts:?}");
    // Nothing was drawn, so that the only note is about the files.
    assert_eq!(text.lines().filter(|line| line.contains(",note,")).count(), 1, "{text}");
}

#[test]
fn a_drawn_table_does_not_depend_on_threads() {
    let home = Home::new();
    let flags = "--depths 5 --qualities good --drawn --keep 200 --items 16384 --seed 7";
    let tables = ["1", "2", "3"].map(|threads| {
        given(&home, "affix-branch", &format!("{flags} --threads {threads}"), "tval:sword & affixes>=2").done()
    });
    assert!(tables[0] == tables[1] && tables[0] == tables[2]);
    assert!(tables[0].contains("seed 7") && tables[0].contains(" drawn fulfil the condition"), "{}", tables[0]);
    assert!(tables[0].lines().any(|line| line.starts_with("5,good,flag,,")), "{}", tables[0]);
    assert!(!tables[0].contains("computed"));
}

#[test]
fn mistakes_name_the_flag() {
    let home = Home::new();
    let cells = "--depths 30 --qualities great";
    for (flags, condition, part) in [
        ("", "tval:swrd", "CONDITION: column 1: found `swrd`; expected an item type, such as `sword`"),
        ("--among tval:swrd", "theme:any", "--among: column 1: found `swrd`; expected an item type"),
        ("--sorts affix,size", "theme:any", "--sorts: found `size`; expected some of kind,affix,theme,artifact,flag"),
        ("--items 7", "theme:any", "--items: expected 4096 to 1000000000"),
    ] {
        given(&home, "affix-branch", &format!("{cells} {flags}"), condition).refused(2, &[part]);
    }
    given(&home, "nethack", "--depths 1 --qualities normal", "theme:any")
        .refused(2, &["--files: NetHack has no drops; expected the files of a game that has"]);
}
