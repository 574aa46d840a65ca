//! `affixboard sensitivity`.

use super::program::{Home, starter};

/// Each line of the table as fields; no field of these has a comma.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().map(|line| line.split(',').collect()).collect()
}

/// Of an ego of swords: one more of its own commonness raises its share, one more of others' lowers it.
#[test]
fn own_lines_raise_a_share_and_others_lower_it() {
    let home = Home::new();
    let command = format!(
        "sensitivity ego:#25 --among tval:sword --files {} --depths 30 --qualities great --lines 12 --out -",
        starter("angband-4.2")
    );
    let text = home.run(&command).done();
    let rows = rows(&text);
    assert_eq!(rows[0].join(","), "level,quality,file,line,entry,step,was,now,before,after,change,error_bound");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let steps: Vec<_> = rows[1..].iter().filter(|row| row[0] == "30").collect();
    assert!((2..=12).contains(&steps.len()), "{text}");
    for row in &steps {
        assert!((number(row[9]) - number(row[8]) - number(row[10])).abs() < 1e-15, "{row:?}");
        assert!(row[6] != row[7] && row[11] == "0", "{row:?}");
    }
    let sizes: Vec<f64> = steps.iter().map(|row| number(row[10]).abs()).collect();
    assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]), "{sizes:?}");
    assert!(steps.iter().any(|row| number(row[10]) > 0.0) && steps.iter().any(|row| number(row[10]) < 0.0), "{text}");
    assert!(text.ends_with(",note,,,,,,\n") && text.contains("\"rules angband-4.2 "), "{text}");
    assert_eq!(home.run(&format!("{command} --threads 1")).done(), text);
}

#[test]
fn what_is_not_computed_is_refused() {
    let home = Home::new();
    let of = |question: &str| {
        format!("sensitivity {question} --files {} --depths 30 --qualities great --out -", starter("affix-branch"))
    };
    home.run(&of("flag:RES_FIRE")).refused(2, &["QUESTION: the rules can't compute this share"]);
    home.run(&of("affix:Shrp")).refused(2, &["QUESTION: column 1: found `Shrp`"]);
}
