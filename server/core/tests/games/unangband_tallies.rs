//! Unangband's rules against what the original program made.

use affixboard_core::{
    game::{Point, SubjectRules as _},
    games::{
        self,
        unangband::{
            model,
            monsters::{encounters::Encounters, subject::Monsters},
        },
    },
};

use crate::common::{
    gate::{self, Gate, Metrics},
    reference,
    subject_gate::{self, Whole},
};

/// `total` and `xtra1` are sums of the others; `racial` is a part of `magic_item`.
const METRICS: Metrics = Metrics {
    exclusive: &["kind", "artifact", "ego", "magic_item", "racial", "ego_xtra", "cursed", "broken", "xtra1"],
    single: &[("total", 1.0)],
    // By randart.c, which makes names for random artifacts at a character's birth.
    renamed: &[("13:of Power 'The One Ring'", "13:of Power (The One Ring)")],
};

fn check(file: &str, fixed: bool, times: u64) {
    let Some(folder) = reference("unangband") else { return };
    let loaded = games::find("unangband").expect("the game").load(super::unangband_files::sources(&folder));
    let oracle = folder.join("tallies").join(file);
    gate::check(&Gate { loaded: &loaded, oracle: &oracle, fixed, times, seed: 2020, metrics: &METRICS });
}

#[test]
fn gate_of_whole_drops() {
    check("full.csv.gz", false, 1);
}

#[test]
fn gate_of_given_kinds() {
    check("fixed.csv.gz", true, 1);
}

/// Every level of both tallies: monsters as deep as the level, and those that levels are filled with.
#[test]
fn gate_of_monsters() {
    let Some(folder) = reference("unangband") else { return };
    let (model, _) = model::read(&super::unangband_files::sources(&folder));
    let rules = Monsters::new(&model.races);
    for (file, filled) in [("monsters.csv.gz", 1), ("monsters-depth.csv.gz", 0)] {
        let points = subject_gate::tally_of(&folder.join("tallies").join(file), 1, Some("monster"));
        assert_eq!(points.len(), 14);
        let point_of = |columns: &[String]| Point::of(&[columns[0].parse().expect("a level"), filled]);
        subject_gate::exact(&rules, &points, &point_of, Whole::Trials).print(file);
        let all: Vec<Point> = points.keys().map(|columns| point_of(columns)).collect();
        subject_gate::drawn(&rules, &all, 200_000, 2020, Whole::Trials).print("drawn");
    }
    let encounters = Encounters::new(&model.races);
    let all: Vec<Point> = [1, 2, 5, 20, 60, 127].map(|depth| Point::of(&[depth, 0])).to_vec();
    for metric in ["sort", "symbol", "company", "things"] {
        assert!(encounters.exact_metrics().iter().any(|known| known.0 == metric));
    }
    assert!(all.iter().all(|point| encounters.check(*point).is_ok()));
}
