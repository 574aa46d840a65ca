//! `affixboard beside`.

use super::program::Home;

/// 36 of 40 for 16 of 80 is 4.5 times, from 2.94 to 7.15 (Koopman 1984); a table of another order, with tabs.
#[test]
fn tables_stand_beside_the_first() {
    let home = Home::new();
    home.write("old.csv", "level,what,name,count,n\n5,kind,& Dagger~,16,80\n5,kind,Mace,8,80\n");
    home.write("new.tsv", "depth\tname\tn\tcount\n5\tDagger\t40\t36\n5\tWhip\t40\t4\n");
    let text = home.run("beside old.csv new.tsv").done();
    assert!(text.starts_with("beside old.csv\n2 shares, 1 of them differ"), "{text}");
    assert!(text.contains("* 5 kind Dagger: 36 of 40 in new.tsv, 4.500 times (2.9"), "{text}");
    let table = home.run("beside old.csv new.tsv --out -").done();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "level,quality,what,name,table,count,n,share,low,high,ratio,ratio_low,ratio_high,adjusted_p");
    assert_eq!(rows.len(), 7, "{table}");
    assert!(rows[1].starts_with("5,,kind,Dagger,old.csv,16,80,0.2,") && rows[1].ends_with(",,,,"), "{table}");
    // What was never counted in the first has no ratio; what isn't in the second has been counted 0 times.
    assert!(rows[4].starts_with("5,,kind,Mace,new.tsv,0,40,0.0,") || rows[4].contains(",0,40,0,"), "{table}");
    assert!(rows[6].starts_with("5,,kind,Whip,new.tsv,4,40,0.1,") && rows[6].ends_with(",,,,"), "{table}");
}

/// A tally of ours beside what is computed: of so many drops nothing differs; with another weight the dagger does.
#[test]
fn tables_stand_beside_computed_chances() {
    let home = Home::new();
    let files = format!("{}/data/frogcomposband", env!("CARGO_MANIFEST_DIR"));
    home.run(&format!(
        "batch --files {files} --depths 5,30 --qualities normal,great --drops 20000 --seed 7 --tally tally.csv"
    ))
    .done();
    let text = home.run(&format!("beside tally.csv --files {files}")).done();
    assert!(text.starts_with("beside computed: rules frogcomposband 1, as coded\n"), "{text}");
    assert!(text.contains(" 0 of them differ"), "{text}");
    home.write("own.csv", "level,quality,name,count,n\n5,normal,Dagger,400,20000\n");
    let text = home.run(&format!("beside own.csv --files {files}")).done();
    assert!(text.contains("* 5 normal kind Dagger: 400 of 20000 in own.csv, "), "{text}");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let home = Home::new();
    home.write("one.csv", "level,name,count\n5,Dagger,1\n");
    home.write("bad.csv", "level,name,count\n5,Dagger,many\n");
    home.write("fine.csv", "level,quality,name,count,n\n5,fine,Dagger,1,2\n");
    let files = format!("{}/data/frogcomposband", env!("CARGO_MANIFEST_DIR"));
    home.run("beside one.csv").refused(2, &["TABLE: found one; expected two or more, or --files with one"]);
    home.run("beside one.csv bad.csv")
        .refused(1, &["bad.csv: line 2: found `many`; expected a whole number from 0 to"]);
    home.run(&format!("beside fine.csv --files {files}"))
        .refused(2, &["found the quality `fine`; expected normal, good, great, floor"]);
}
