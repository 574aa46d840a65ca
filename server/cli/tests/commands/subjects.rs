//! `affixboard subjects`, and the commands that are about one.

use super::program::Home;

/// The starter tree, whose numbers the tests of pages work out by hand.
fn tree() -> String {
    format!("{}/data/nethack", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn subjects_are_listed_with_what_they_depend_on() {
    let home = Home::new();
    let listed = home.run(&format!("subjects --files {}", tree())).done();
    assert!(listed.starts_with("objects: Objects\n"), "{listed}");
    let lines: Vec<_> = listed.lines().skip_while(|line| !line.starts_with("monsters: Monsters")).collect();
    assert_eq!(lines[2], "  --depth  Depth: 1 to 60 (axis)");
    assert_eq!(lines[3], "  --experience  Hero's level: 1 to 30");
    assert!(lines[7].starts_with("  classes: a ants and other insects, d dogs, "), "{}", lines[7]);
    let drops = home.run(&format!("subjects --files {}/data/affix-branch", env!("CARGO_MANIFEST_DIR"))).done();
    assert!(drops.starts_with("drops: Drops\n") && drops.contains("--qualities  drop quality: normal, good, great"));
    let checked = home.run(&format!("check {}", tree())).done();
    assert!(
        checked.ends_with("4 dungeons, 15 special levels, 3 branches; 0 errors, 0 warnings, 1 gaps\n"),
        "{checked}"
    );
}

#[test]
fn monsters_are_computed_and_drawn() {
    let home = Home::new();
    let at = format!("--files {} --subject monsters --depth 1 --experience 1", tree());
    let exact = home.run(&format!("exact {at} --out -")).done();
    assert_eq!(
        exact,
        "branch,level,difficulty,ulevel,metric,monster_index,name,mean\n\
         The Long Stair,1,1,1,rndmonst,2,hound pup,0.75\n\
         The Long Stair,1,1,1,rndmonst,11,cellar rat,0.25\n"
    );
    let run = |more: &str| home.run(&format!("batch {at} --drops 3000000 --seed 7 --tally - {more}")).done();
    let tally = run("--threads 1");
    assert_eq!(tally, run("--threads 3"), "the same seed gives the same tally, whatever the threads");
    let counts: Vec<f64> = tally
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().expect("a count").parse().expect("a number"))
        .collect();
    assert_eq!(counts.iter().sum::<f64>().to_bits(), 3e6_f64.to_bits());
    // The standard deviation is 750; the seed is fixed, so that this is right always or never.
    assert!((counts[0] - 2.25e6).abs() < 4.0 * 750.0, "{tally}");
    assert!(tally.starts_with("branch,level,difficulty,ulevel,n,metric,monster_index,name,count\n"));
}

/// Of an ordinary place's objects 4 in 100 are wands, and 5 in 1000 of these are wands of wishing.
#[test]
fn objects_are_computed() {
    let home = Home::new();
    let exact = home.run(&format!("exact --files {} --subject objects --level 5 --out -", tree())).done();
    assert!(exact.starts_with("branch,level,quality,metric,tval,sval,name,mean\n"), "{exact}");
    let row =
        exact.lines().find(|line| line.starts_with("The Long Stair,5,normal,kind,11,") && line.contains(",wishing,"));
    let mean: f64 = row.expect("a row").rsplit(',').next().expect("a mean").parse().expect("a number");
    assert!((mean - 0.0002).abs() < 1e-12, "{mean}");
}

/// The library lies on levels 5 to 8, each equally likely.
#[test]
fn levels_lie_where_they_may() {
    let home = Home::new();
    let exact = home.run(&format!("exact --files {} --subject dungeon --out -", tree())).done();
    assert!(exact.starts_with("what,dungeon,name,variants,dlevel,depth,mean\n"), "{exact}");
    for depth in 5..9 {
        let row = format!("level,The Long Stair,library,0,{depth},{depth},");
        let mean = exact.lines().find_map(|line| line.strip_prefix(&row)).expect("a row");
        assert!((mean.parse::<f64>().expect("a number") - 0.25).abs() < 1e-12, "{mean}");
    }
    let tally = home.run(&format!("batch --files {} --subject dungeon --drops 1000 --seed 1 --tally -", tree())).done();
    assert!(tally.starts_with("n,what,dungeon,name,variants,dlevel,depth,count\n"), "{tally}");
    assert!(tally.contains("1000,branch_to,The Long Stair,The Pit,no_end1,"), "{tally}");
}

#[test]
fn wrong_conditions_are_wrong_usage() {
    let home = Home::new();
    let tree = tree();
    for (arguments, message) in [
        ("--subject none", "--subject: found `none`; expected one of objects, kinds, monsters, dungeon"),
        ("--subject monsters --depth 0", "--depth: found `0`; expected a number from 1 to 60"),
        ("--subject monsters --branch Hell", "--branch: found `Hell`; expected one of The Long Stair, The Pit, "),
        (
            "--subject monsters --quality normal",
            "--quality: monsters have no such condition; expected --depth, --experience, --branch, --entry, --alignment",
        ),
        (
            "--depths 1 --qualities normal",
            "--subject: these files of NetHack have no drops; expected one of objects, kinds, monsters, dungeon",
        ),
        ("--depths 1", "--qualities"),
        (
            "--subject objects --depths 12,45",
            "--depths: it is about drops, not about objects; expected --branch, --level, --quality",
        ),
        ("--subject dungeon --qualities good", "--qualities: it is about drops, not about dungeon; expected none"),
        ("--subject objects --tval 11", "--tval: it is about drops, not about objects; expected --"),
    ] {
        let ran = home.run(&format!("exact --files {tree} {arguments} --out -"));
        assert_eq!(ran.code, Some(2), "{arguments}: {}", ran.err);
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
}

/// What a game calls drops itself is asked for by that name. By hand: two dice of four sides sum to 2 to 5 in 10 of 16 ways.
#[test]
fn a_game_may_call_a_subject_drops() {
    let home = Home::new();
    let tree = format!("{}/data/imoria", env!("CARGO_MANIFEST_DIR"));
    let of = |subject: &str| {
        let out = home.path("chances.csv");
        home.run(&format!("exact --files {tree} --subject {subject} --level 0 --out {}", out.display())).done();
        std::fs::read_to_string(out).expect("a file")
    };
    assert!(of("gold").starts_with("level,metric,gold_index,name,subval,mean\n0,gold,0,& copper piece~,2,0.625\n"));
    let drops = of("drops");
    assert!(drops.starts_with("level,quality,metric,tval,sval,name,mean,error_bound\n"), "{drops}");
    assert!(drops.contains("\n0,normal,kind,1,1,& Cracked Mug~,0."), "{drops}");
}

/// Rings of Hard Blows get 5, 1d5 and up to 10 to damage, of which each is worth 2, and 2 more above 5: great ones have powers from
/// 14 to 70 in steps of 4. At depth 20 they are too shallow for boosts.
#[test]
fn quantiles_of_power_are_written() {
    let home = Home::new();
    let tree = format!("{}/data/unangband", env!("CARGO_MANIFEST_DIR"));
    let at = "--subject power --depth 20 --quality great --item 51 --drops 1000 --seed 1 --tally -";
    let table = home.run(&format!("batch --files {tree} {at} --quantiles")).done();
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("level,quality,item,metric,group,n,quantile,value,low,high,trials,seed,rules"));
    let of_all: Vec<Vec<&str>> = lines
        .filter(|line| line.starts_with("20,great,51,power,,1000,"))
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(of_all.iter().map(|row| row[6]).collect::<Vec<_>>(), ["10", "25", "50", "75", "90", "99"]);
    for row in &of_all {
        let numbers: Vec<i64> = [8, 7, 9].map(|at| row[at].parse().expect("a power")).to_vec();
        assert!(
            numbers.is_sorted() && numbers.iter().all(|power| (14..=70).contains(power) && (power + 10) % 4 == 0),
            "{row:?}"
        );
        assert_eq!(row[10..], ["1000", "1", "\"unangband 1", " as coded\""], "{row:?}");
    }
    assert!(table.contains("\n20,great,51,power,,,an ego has at most,30,,,1000,1,"), "{table}");
    assert!(table.contains("\n20,great,51,power_plain,ring,1000,50,"), "{table}");

    let counts = home.run(&format!("batch --files {tree} {at}")).done();
    assert!(counts.starts_with("level,quality,item,n,metric,tval,power,count\n20,great,51,1000,power,45,"), "{counts}");
    let exact = home.run(&format!("exact --files {tree} --subject power --out -"));
    assert!(
        exact.err.contains("chances of power are not computed; `affixboard batch` counts them instead"),
        "{}",
        exact.err
    );
    let none = home.run(&format!("batch --files {tree} --subject monsters --drops 9 --seed 1 --quantiles --tally -"));
    assert!(none.code == Some(2) && none.err.contains("--quantiles: monsters count no numbers"), "{}", none.err);
    let listed = home.run(&format!("subjects --files {tree}")).done();
    assert!(
        listed.contains("  --item  Item: 0 (as they drop), ") && listed.contains(" in all; as they drop, or "),
        "{listed}"
    );
}
