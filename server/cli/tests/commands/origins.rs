//! `affixboard origins`.

use super::program::{Home, Ran, starter};

fn origins(home: &Home, game: &str, flags: &str, question: &str) -> Ran {
    let mut command = home.command(&format!("origins --files {} {flags} --out -", starter(game)));
    Ran::of(&command.arg(question).output().expect("started"))
}

/// An artifact of one kind comes on that kind alone; the shares of a dive's cells and of monsters sum up to 1, and what each brings is
/// its drops times its chance.
#[test]
fn shares_sum_up() {
    let home = Home::new();
    let flags = "--depths 30 --qualities good,great --dive 12";
    let text = origins(&home, "angband-4.2", flags, "ego:#25").done();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0].join(","),
        "level,quality,way,index,name,drops,chance,chance_error_bound,brings,brings_error_bound,share,share_low,share_high,\
         drops_until_99"
    );
    let number = |text: &str| text.parse::<f64>().expect("a number");
    for (way, quality) in [("kind", "good"), ("kind", "great"), ("drop", "")] {
        let of: Vec<_> = rows.iter().filter(|row| row[2] == way && (quality.is_empty() || row[1] == quality)).collect();
        let sum: f64 = of.iter().map(|row| number(row[10])).sum();
        assert!(of.len() > 1 && (sum - 1.0).abs() < 1e-9, "{way} {quality}: {sum} of {}", of.len());
        assert!(of.iter().all(|row| row[10] == row[11] && row[10] == row[12]), "exact: {text}");
        assert!(of.iter().is_sorted_by(|one, two| number(one[10]) >= number(two[10])));
    }
    for row in rows.iter().filter(|row| row[2] == "drop") {
        assert!((number(row[5]) * number(row[6]) - number(row[8])).abs() < 1e-12, "{row:?}");
    }
    assert!(text.lines().last().is_some_and(|line| line.contains(",note,")), "{text}");
    assert_eq!(origins(&home, "angband-4.2", &format!("{flags} --threads 1"), "ego:#25").done(), text);
}

#[test]
fn what_cannot_be_computed_is_refused() {
    let home = Home::new();
    let cells = "--depths 30 --qualities great";
    origins(&home, "angband-4.2", cells, "flag:SEE_INVIS").refused(
        2,
        &["QUESTION: the rules can't compute its chances; expected one that docs/questions.md says is computed"],
    );
    origins(&home, "angband-4.2", cells, "tval:swrd").refused(2, &["QUESTION: column 1: found `swrd`"]);
    origins(&home, "angband-3.0", &format!("{cells} --monsters"), "artifact:any")
        .refused(2, &["--monsters: these files have no monsters that are read here"]);
}
