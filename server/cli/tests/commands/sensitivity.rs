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

/// Pools of 100 and 1 by one more of the first: of the blade's edition, where swords have two egos.
#[test]
fn what_a_line_moves_is_said_of_pools_and_of_drops() {
    let home = Home::new();
    let pools = home.run(&format!("sensitivity --line ego_item.txt:{} --files {} --out -", 3, starter("affix-branch")));
    pools.refused(2, &["--line: found `ego_item.txt:3`; expected a line of the edit files that can be changed"]);
    let files = starter("affix-branch");
    let text = std::fs::read_to_string(std::path::Path::new(&files).join("ego_item.txt")).expect("the file");
    let number = 1 + text.lines().position(|line| line.starts_with("T:")).expect("an allocation");
    let command = format!("sensitivity --line ego_item.txt:{number} --files {files} --lines 3 --out -");
    let text = home.run(&command).done();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let pools: Vec<_> = rows.iter().filter(|row| &row[0] == "per draw").collect();
    assert!(!pools.is_empty(), "{text}");
    for row in &pools {
        let number = |at: usize| row[at].parse::<f64>().expect("a number");
        let (weight, total) = (number(11), number(12));
        let own = if &row[10] == "yes" { total } else { 0.0 };
        let change = (own - weight) / (total * (total + 1.0));
        assert!((number(17) - change).abs() < 1e-12 && &row[18] == "0", "{row:?}");
        assert!((number(15) - weight / total).abs() < 1e-12, "{row:?}");
    }
    assert!(
        rows.iter().any(|row| row[19].starts_with(&format!("ego_item.txt:{number}, commonness + 1: T:"))),
        "{text}"
    );
    assert!(rows.iter().any(|row| row[19].starts_with("rules affix-branch ")), "{text}");
    let text = home.run(&format!("{command} --depths 30 --qualities great")).done();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
    let drops: Vec<_> = rows.iter().filter(|row| &row[0] == "per drop").collect();
    assert!(drops.iter().any(|row| &row[10] == "yes" && row[17].parse::<f64>().expect("a number") > 0.0), "{text}");
    assert!(drops.iter().any(|row| &row[10] == "no" && row[17].starts_with('-')), "{text}");
}

#[test]
fn lines_without_a_step_are_refused() {
    let home = Home::new();
    let of = |flags: &str| format!("sensitivity --files {} --out - {flags}", starter("affix-branch"));
    home.run(&of("--line 120")).refused(2, &["--line: found `120`; expected FILE:LINE, such as ego_item.txt:120"]);
    home.run(&of("--line ego_item.txt:120 affix:Sharp")).refused(2, &["cannot be used with"]);
    home.run(&of("--line ego_item.txt:120 --depths 3")).refused(2, &["--qualities"]);
    home.run(&of("affix:Sharp")).refused(2, &["--depths"]);
}
