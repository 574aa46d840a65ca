//! `affixboard tally best`.

use super::program::Home;

/// A die of 600 throws as to-hit: of the best of two P(≤ 4) is 16/36 and P(≤ 5) 25/36, so that the median is 5, nine in ten are
/// at most 6, and one in ten at most 2, for P(≤ 1) is 1/36 and P(≤ 2) 4/36.
#[test]
fn the_best_of_several_items_by_hand() {
    let home = Home::new();
    home.blades();
    let rows = (1..=6).map(|face| format!("10,great,1000,to_h,23,1,{face},100\n")).collect::<Vec<_>>().concat();
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
