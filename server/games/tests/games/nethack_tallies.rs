//! NetHack's rules against what the original program made.

use std::{collections::BTreeMap, path::Path};

use affixboard_model::game::{Point, SubjectRules};
use affixboard_nethack::{
    Program,
    branch::{Alignment, Branch, Realm},
    monsters::{Monsters, difficulty},
};

use crate::common::{
    nethack, reference,
    subject_gate::{self, CountedPoint, Whole},
};

#[test]
fn difficulties_are_those_of_the_compiled_program() {
    let Some(folder) = reference("nethack") else { return };
    let monsters = nethack::monsters(&folder);
    assert_eq!(monsters.len(), 382);
    let wrong: Vec<_> = monsters
        .iter()
        .map(|(monster, expected)| (&monster.name, difficulty(monster), *expected))
        .filter(|(_, computed, expected)| computed != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn subject(folder: &Path) -> Monsters {
    let monsters: Vec<_> = nethack::monsters(folder).into_iter().map(|(monster, _)| monster).collect();
    Monsters::new(&monsters, Branch::of(&[], Program::NetHack36), Program::NetHack36)
}

/// Every point of the tallies: 213 of branch, depth and experience, and those that were held out.
#[test]
fn gate_of_monsters() {
    let Some(folder) = reference("nethack") else { return };
    let rules = subject(&folder);
    let points = subject_gate::tally(&folder.join("tallies/monsters.csv.gz"), 4);
    let point_of = |columns: &[String]| point_of(&rules, columns);
    let found = subject_gate::exact(&rules, &points, &point_of, Whole::Trials);
    found.print("monsters");
    let all: Vec<Point> = points.keys().map(|columns| point_of(columns)).step_by(20).collect();
    subject_gate::drawn(&rules, &all, 200_000, 2011, Whole::Trials).print("drawn");
}

fn point_of(rules: &Monsters, columns: &[String]) -> Point {
    let number = |at: usize| columns[at].parse::<i32>().expect("a number");
    let (depth, difficulty) = (number(1), number(2));
    // In what leads up the difficulty tells the depth of the entry.
    let entry = if depth == difficulty { 0 } else { (difficulty - depth) / 2 + depth - 1 };
    let branch = rules.spec().dimensions[2].parse(&columns[0]).expect("a branch");
    let temperature = columns.get(4).map_or(0, |temperature| match temperature.as_str() {
        "0" => 1,
        "1" => 2,
        "-1" => 3,
        other => panic!("temperature {other}"),
    });
    Point::of(&[depth, number(3), branch, entry, 0, temperature])
}

/// The tallies of 3.7 and what is made of it, whose last column is the temperature.
fn with_temperatures(path: &Path) -> BTreeMap<Vec<String>, CountedPoint> {
    let mut points: BTreeMap<Vec<String>, CountedPoint> = BTreeMap::new();
    for record in subject_gate::records(path, &[]) {
        let [branch, level, difficulty, experience, trials, metric, index, name, count, temperature] = &record[..]
        else {
            panic!("{record:?}");
        };
        let columns = [branch, level, difficulty, experience, temperature].map(String::clone).to_vec();
        let point = points.entry(columns).or_default();
        point.trials = trials.parse().expect("trials");
        point.rows.insert((metric.clone(), vec![index.clone(), name.clone()]), count.parse().expect("a count"));
    }
    points
}

/// 13 points each of two programs in which warm and cold levels prefer who doesn't mind, and dungeons have no alignment.
#[test]
fn gate_of_monsters_of_37() {
    for (program, folder) in [(Program::NetHack37, "nethack-3.7"), (Program::XNetHack, "xnethack")] {
        let Some(folder) = reference(folder) else { continue };
        let rules = Monsters::new(&nethack::monsters_as_given(&folder), Branch::of(&[], program), program);
        let points = with_temperatures(&folder.join("tallies/monsters.csv.gz"));
        assert_eq!(points.len(), 13);
        let found = subject_gate::exact(&rules, &points, &|columns| point_of(&rules, columns), Whole::Trials);
        found.print(&format!("{program:?}"));
        let all: Vec<Point> = points.keys().map(|columns| point_of(&rules, columns)).collect();
        subject_gate::drawn(&rules, &all, 200_000, 2037, Whole::Trials).print("drawn");
    }
}

/// `EvilHack`: its realms have monsters of their own, and those that look like heroes come in one choice of three.
#[test]
fn gate_of_monsters_of_evilhack() {
    let Some(folder) = reference("evilhack") else { return };
    let program = Program::EvilHack;
    let realm = |name: &str, alignment, realm| Branch { name: name.to_owned(), alignment, realm, ..Branch::default() };
    let mut branches = Branch::of(&[], program);
    branches.extend([
        realm("Goblin Town", Alignment::Chaotic, Realm::GoblinTown),
        realm("The Ice Queen's Realm", Alignment::None, Realm::IceQueen),
        realm("Vecna's Domain", Alignment::Chaotic, Realm::Any),
        Branch { leads_up: true, ..realm("Purgatory", Alignment::Neutral, Realm::Purgatory) },
    ]);
    let rules = Monsters::new(&nethack::monsters_as_given(&folder), branches, program);
    let mut points = subject_gate::tally(&folder.join("tallies/monsters.csv.gz"), 4);
    for (columns, mut point) in subject_gate::tally(&folder.join("tallies/monsters-realms.csv.gz"), 4) {
        // Some games that were counted had it a little higher, so that monsters of difficulty 7 came; 48 begins at 8.
        if columns[0] == "Purgatory" {
            let easy = ["horse", "stag", "creeping mound", "twig blight"];
            point.rows.retain(|(_, row), _| !easy.contains(&row[1].as_str()));
            point.trials = point.rows.values().sum();
        }
        points.insert(columns, point);
    }
    assert_eq!(points.len(), 14);
    let found = subject_gate::exact(&rules, &points, &|columns| point_of(&rules, columns), Whole::Trials);
    found.print(&format!("{program:?}"));
    let all: Vec<Point> = points.keys().map(|columns| point_of(&rules, columns)).collect();
    subject_gate::drawn(&rules, &all, 200_000, 2038, Whole::Trials).print("drawn");
}
