//! NetHack's rules against what the original program made.

use affixboard_model::game::{Point, SubjectRules};
use affixboard_nethack::{
    branch::Branch,
    monsters::{Monsters, difficulty},
};

use crate::common::{
    nethack, reference,
    subject_gate::{self, Whole},
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

fn subject(folder: &std::path::Path) -> Monsters {
    let monsters: Vec<_> = nethack::monsters(folder).into_iter().map(|(monster, _)| monster).collect();
    Monsters::new(&monsters, Branch::usual())
}

/// Every point of the tallies: 213 of branch, depth and experience, and those that were held out.
#[test]
fn gate_of_monsters() {
    let Some(folder) = reference("nethack") else { return };
    let rules = subject(&folder);
    let points = subject_gate::tally(&folder.join("tallies/monsters.csv.gz"), 4);
    let branch = &rules.spec().dimensions[2];
    let point_of = |columns: &[String]| {
        let number = |at: usize| columns[at].parse::<i32>().expect("a number");
        let (depth, difficulty) = (number(1), number(2));
        // In what leads up the difficulty tells the depth of the entry.
        let entry = if depth == difficulty { 0 } else { (difficulty - depth) / 2 + depth - 1 };
        Point::of(&[depth, number(3), branch.parse(&columns[0]).expect("a branch"), entry])
    };
    let found = subject_gate::exact(&rules, &points, &point_of, Whole::Trials);
    found.print("monsters");
    let all: Vec<Point> = points.keys().map(|columns| point_of(columns)).step_by(20).collect();
    subject_gate::drawn(&rules, &all, 200_000, 2011, Whole::Trials).print("drawn");
}
