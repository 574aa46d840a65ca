//! `affixboard beside`.

use super::program::Home;

/// 36 of 40 for 16 of 80 is 4.5 times, from 2.94 to 7.15 (Koopman 1984); a table of another order, with tabs.
#[test]
fn tables_stand_beside_the_first() {
    let home = Home::new();
    home.write("old.csv", "level,what,name,count,n\n5,kind,& Dagger~,16,80\n5,kind,Mace,8,80\n");
    home.write("new.tsv", "depth\tname\tn\tcount\n5\tDagger\t40\t36\n5\tWhip\t40\t4\n");
    let text = home.run("beside old.csv new.tsv").done();
    assert!(text.starts_with("beside old.csv\n2 numbers, 1 of them differ"), "{text}");
    assert!(text.contains("* 5 kind Dagger: 36 of 40 in new.tsv, 4.500 times (2.9"), "{text}");
    let table = home.run("beside old.csv new.tsv --out -").done();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(
        rows[0],
        "level,place,quality,what,name,table,count,n,share,low,high,ratio,ratio_low,ratio_high,adjusted_p"
    );
    assert_eq!(rows.len(), 7, "{table}");
    assert!(rows[1].starts_with("5,,,kind,Dagger,old.csv,16,80,0.2,") && rows[1].ends_with(",,,,"), "{table}");
    // What was never counted in the first has no ratio; what isn't in the second has been counted 0 times.
    assert!(rows[4].starts_with("5,,,kind,Mace,new.tsv,0,40,0.0,") || rows[4].contains(",0,40,0,"), "{table}");
    assert!(rows[6].starts_with("5,,,kind,Whip,new.tsv,4,40,0.1,") && rows[6].ends_with(",,,,"), "{table}");
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

/// Of 400 and 100 runs: 0.20 ± 0.40 and 0.40 ± 0.60 a run is twice as many. What a run never has isn't written.
#[test]
fn runs_of_crawls_objstat_stand_beside_each_other() {
    let home = Home::new();
    let head = "Item\tLevel\tNum\tNumVault\tNumMin\tNumMax\tNumSD\n";
    for (run, iterations, row) in [("old", 400, "0.20\t0.02\t0\t2\t0.40"), ("new", 100, "0.40\t0.02\t0\t3\t0.60")] {
        std::fs::create_dir_all(home.path(run)).expect("made");
        home.write(&format!("{run}/objstat_Wands.tsv"), &format!("{head}wand of flame\tD:05\t{row}\n"));
        home.write(&format!("{run}/objstat_Info.tsv"), &format!("Number of iterations: {iterations}\n"));
    }
    home.write("old/objstat_Monsters.tsv", "Monster\tLevel\tNum\tNumSD\norc\tOrc:1\t12.50\t3.00\n");
    let text = home.run("beside old new").done();
    // Errors of 0.0202 and 0.0601: on the logarithm 0.101 and 0.150 make 0.181, so that 95 % are a factor of 1.426.
    assert!(text.contains(" D:5 item wand of flame: 0.4 a run of 100 in new, 2.000 times (1.40"), "{text}");
    assert_eq!(
        home.run("beside old/objstat_Wands.tsv new/objstat_Wands.tsv").done(),
        text.replace("old\n", "old/objstat_Wands.tsv\n").replace("in new,", "in new/objstat_Wands.tsv,")
    );
    home.write("objstat_Wands.tsv", head);
    home.run("beside old objstat_Wands.tsv").refused(2, &["--iterations: expected it"]);
    std::fs::create_dir_all(home.path("none")).expect("made");
    home.run("beside old none").refused(1, &["none: found no table of objstat"]);
}
