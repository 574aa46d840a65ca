//! `affixboard sheet`.

use super::program::{Home, starter};

/// An edition whose sheets can be worked out by hand.
fn edition() -> Home {
    let home = Home::new();
    home.small("", "", "");
    home.write(
        "edit/ego_item.txt",
        "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\n\n\
         N:2:suffix:of Slaying\nT:sword:2:2:great:30:20 to 100\n",
    );
    home
}

#[test]
fn commonness_and_pool() {
    let home = edition();
    let sheet = |rest: &str| home.run(&format!("sheet --files edit {rest} --out -")).done();
    assert_eq!(
        sheet("--type 23 --sval 2 --measure commonness --depths 10,20,30-40/10"),
        "section,name,index,role,level,allocations,10,20,30,40\r\n\
         total,affixes in pool,,,,,1,2,2,2\r\n\
         total,total commonness,,,,,10,40,40,40\r\n\
         ,Sharp,1,prefix,good,10 @ 1-100,10,10,10,10\r\n\
         ,of Slaying,2,suffix,great,30 @ 20-100,,30,30,30\r\n"
    );
    assert_eq!(
        sheet("--type 23 --sval 2 --measure pool --depths 10,20"),
        "section,name,index,role,level,allocations,10,20\r\n\
         total,affixes in pool,,,,,1,2\r\n\
         total,total commonness,,,,,10,40\r\n\
         ,Sharp,1,prefix,good,10 @ 1-100,1,0.25\r\n\
         ,of Slaying,2,suffix,great,30 @ 20-100,,0.75\r\n"
    );
    let good = "section,name,index,role,level,allocations,20\r\n\
                total,affixes in pool,,,,,1\r\n\
                total,total commonness,,,,,10\r\n\
                ,Sharp,1,prefix,good,10 @ 1-100,10\r\n";
    assert_eq!(sheet("--type 23 --sval 2 --affix-level good --measure commonness --depths 20"), good);
    assert_eq!(sheet("--type 23 --sval 1 --measure commonness --depths 20"), good);
}

#[test]
fn types_by_number_and_by_name_and_into_a_file() {
    let home = Home::new();
    let sheet =
        |rest: &str| home.run(&format!("sheet --files {} --measure pool {rest}", starter("affix-branch"))).done();
    let by_number = sheet("--type 23 --out -");
    assert_eq!(by_number, sheet("--type sword --out -"));
    assert_eq!(by_number, sheet("--type Sword --out -"));
    let header = by_number.lines().next().expect("a header");
    assert!(header.starts_with("section,name,index,role,level,allocations,1,5,10,") && header.ends_with(",95,100"));
    assert_eq!(sheet("--type sword --out sheet.csv"), "");
    assert_eq!(std::fs::read_to_string(home.path("sheet.csv")).expect("a sheet"), by_number);
    assert!(!home.path("sheet.csv.part").exists());
    assert!(by_number != sheet("--type sword --affix-level good --out -"));
}

/// A sheet of several has the lines of each, behind another section.
#[test]
fn several_types_in_one_sheet() {
    let home = Home::new();
    let sheet = |rest: &str| {
        home.run(&format!("sheet --files {} {rest} --measure pool --depths 20 --out -", starter("affix-branch")))
    };
    let lines = |text: &str| -> Vec<String> {
        let lines = text.lines().skip(1).filter_map(|line| line.split_once(','));
        lines.map(|(_, rest)| rest.to_owned()).collect()
    };
    let (sword, bow) = (sheet("--type sword").done(), sheet("--type bow").done());
    let together = sheet("--type bow,23").done();
    assert_eq!(lines(&together), [lines(&bow), lines(&sword)].concat());
    let sections: Vec<&str> = together.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(
        (sections[..3].join("/"), *sections.last().expect("a line")),
        ("Bow: total/Bow: total/Bow".to_owned(), "Sword")
    );
    assert_eq!(sheet("--type sword,23").done(), sword);
    assert!(sheet("--type all").done().contains("\r\nCloak: total,affixes in pool,"));
    sheet("--type sword,gun").refused(2, &["--type: found `gun`; expected one of "]);
    sheet("--type all --sval 2").refused(2, &["--sval: a kind belongs to one item type"]);
}

#[test]
fn every_format_of_pages() {
    let home = edition();
    let sheet = |format: &str| {
        let rest = format!("--type 23 --sval 2 --measure pool --depths 10,20 --format {format} --out sheet");
        home.run(&format!("sheet --files edit {rest}")).done();
        std::fs::read(home.path("sheet")).expect("a sheet")
    };
    assert_eq!(sheet("excel.csv").strip_prefix(b"\xef\xbb\xbf"), Some(sheet("csv").as_slice()));
    assert!(sheet("long.csv").starts_with(b"level,quality,affix_level,tval,sval,metric,measure,name,"));
    assert!(sheet("xlsx").starts_with(b"PK"));
    assert!(sheet("json").starts_with(b"{\"shape\":1,\"title\":\"Long Sword"));
    home.run("sheet --files edit --type 23 --measure pool --format xls --out -").refused(2, &["--format", "xlsx"]);
}

#[test]
fn what_does_not_exist_gives_2_and_lists_what_does() {
    let home = edition();
    let usual = [("--type", "23"), ("--measure", "pool"), ("--out", "-")];
    for (flag, value, parts) in [
        ("--type", "gun", &["--type: found `gun`; expected one of ", "sword (23)"][..]),
        ("--type", "99", &["--type: found `99`; expected one of ", "sword (23)"]),
        ("--sval", "99", &["no kind 99", "1 Dagger, 2 Long Sword"]),
        ("--affix-level", "best", &["--affix-level: found `best`; expected one of good, great, uber"]),
        ("--depths", "300", &["--depths: found `300`; expected depths from 0 to 127"]),
        ("--measure", "odds", &["--measure", "odds", "commonness, pool"]),
        ("--sval", "-1", &["-1"]),
    ] {
        let mut arguments: Vec<_> = usual.into_iter().filter(|pair| pair.0 != flag).collect();
        arguments.push((flag, value));
        let rest: Vec<_> = arguments.iter().map(|(flag, value)| format!("{flag} {value}")).collect();
        home.run(&format!("sheet --files edit {}", rest.join(" "))).refused(2, parts);
    }
    home.run("sheet --files edit").refused(2, &["--type", "--measure", "--out"]);
    home.run("sheet --files none --type 23 --measure pool --out -").refused(1, &["can't read none: "]);
}
