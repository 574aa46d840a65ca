//! Unangband's rules against what the original program made.

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry, RowLabel},
    engine::random::Stream,
    game::Point,
    stats::{chi_square_sf, holm},
};
use affixboard_unangband::{
    load,
    monsters::{encounters::Encounters, subject::LevelMonsters},
};

use crate::common::{
    FEW_LEVELS,
    gate::{self, Gate, Metrics},
    reference,
    subject_gate::{self, Whole},
};

/// `total` and `xtra1` are sums of the others; `racial` is a part of `magic_item`.
const METRICS: Metrics = Metrics {
    exclusive: &["kind", "artifact", "ego", "magic_item", "racial", "ego_xtra", "cursed", "broken", "xtra1"],
    single: &[("total", 1.0)],
    // By randart.c, which makes names for random artifacts at a character's birth.
    egos: false,
    renamed: &[("13:of Power 'The One Ring'", "13:of Power (The One Ring)")],
};

fn check(file: &str, fixed: bool, levels: &[u32], times: u64) {
    let Some(folder) = reference("unangband") else { return };
    let loaded = games::find("unangband").expect("the game").load(super::unangband_files::sources(&folder));
    let oracle = folder.join("tallies").join(file);
    gate::check(&Gate { loaded: &loaded, oracle: &oracle, levels, fixed, times, seed: 2020, metrics: &METRICS });
}

#[test]
fn gate_of_whole_drops() {
    check("full.csv.gz", false, FEW_LEVELS, 1);
}

#[test]
fn gate_of_given_kinds() {
    check("fixed.csv.gz", true, FEW_LEVELS, 1);
}

/// All levels.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    check("full.csv.gz", false, &[], 1);
}

#[test]
#[ignore = "deep"]
fn gate_of_given_kinds_deep() {
    check("fixed.csv.gz", true, &[], 1);
}

/// Both tallies: monsters as deep as the level, and those that levels are filled with; of ours as many of each `step`th level.
fn monsters(step: usize, trials: u64) {
    let Some(folder) = reference("unangband") else { return };
    let (model, _) = load::read(&super::unangband_files::sources(&folder));
    let rules = LevelMonsters::new(&model.races);
    for (file, filled) in [("monsters.csv.gz", 1), ("monsters-depth.csv.gz", 0)] {
        let points = subject_gate::tally_of(&folder.join("tallies").join(file), 1, Some("monster"));
        assert_eq!(points.len(), 14);
        let point_of = |columns: &[String]| Point::of(&[columns[0].parse().expect("a level"), filled]);
        subject_gate::exact(&rules, &points, &point_of, Whole::Trials).print(file);
        let all: Vec<Point> = points.keys().map(|columns| point_of(columns)).step_by(step).collect();
        subject_gate::drawn(&rules, &all, trials, 2020, Whole::Trials).print("drawn");
    }
    let encounters = Encounters::new(&model.races);
    let all: Vec<Point> =
        [1, 2, 5, 20, 60, 127].map(|depth| Point::of(&[depth, 0])).into_iter().step_by(step.min(2)).collect();
    // Drawn against computed: each metric is a part of all monsters.
    subject_gate::drawn(&encounters, &all, trials, 2021, Whole::Trials).print("encounters drawn");
}

#[test]
fn gate_of_monsters() {
    monsters(4, 50_000);
}

#[test]
#[ignore = "deep"]
fn gate_of_monsters_deep() {
    monsters(1, 1_000_000);
}

/// Each 17th row of the tally, so that all depths, qualities and kinds come.
#[test]
fn gate_of_bonuses_and_power() {
    check_bonuses_and_power(17);
}

/// All rows.
#[test]
#[ignore = "deep"]
fn all_bonuses_and_power_deep() {
    check_bonuses_and_power(1);
}

/// Mean bonuses, dice and power of 85 kinds at 14 depths and three qualities, 3,000 items each, of each `step`th row. The tally
/// has no variances; ours are taken for both. False alarms: Holm over all comparisons at 0.1 %.
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn check_bonuses_and_power(step: usize) {
    let Some(folder) = reference("unangband") else { return };
    let (model, _) = load::read(&super::unangband_files::sources(&folder));
    let file = std::fs::File::open(folder.join("tallies/fixed-mods.csv.gz")).expect("a tally");
    let mut reader = csv::Reader::from_reader(flate2::read::GzDecoder::new(file));
    let (mut p_values, mut names, mut squares) = (Vec::new(), Vec::new(), 0.0);
    for (at, row) in reader.records().enumerate() {
        let row = row.expect("a row");
        if at % step != 0 {
            continue;
        }
        let number = |column: usize| row[column].parse::<f64>().expect("a number");
        let (depth, n) = (number(0) as u32, number(2));
        let quality = ["normal", "good", "great"].iter().position(|name| *name == &row[1]).expect("a quality");
        let place = (number(3) as u16, number(4) as u16);
        let kinds = model.catalog.kinds.iter().enumerate();
        let mut named = kinds.filter(|(_, kind)| (kind.tval, kind.sval) == place && kind.name == row[5]);
        let (kind, _) = named.next().unwrap_or_else(|| panic!("{row:?}"));
        let mut random = Stream::seeded([2022, at as u64, 0]);
        let items = games::unangband::sample_kind(&model, kind, (depth, quality as u8), 3000, &mut random);
        let values: [Vec<f64>; 7] = [
            items.iter().map(|item| f64::from(item.to_hit)).collect(),
            items.iter().map(|item| f64::from(item.to_dam)).collect(),
            items.iter().map(|item| f64::from(item.to_ac)).collect(),
            items.iter().map(|item| f64::from(item.pval)).collect(),
            items.iter().map(|item| f64::from(item.dice)).collect(),
            items.iter().map(|item| f64::from(item.sides)).collect(),
            // What no item may have is worth 20,000 more: some items of 3,000 would drown the others.
            items.iter().map(|item| (model.power(item) as f64 + 10_000.0).rem_euclid(20_000.0) - 10_000.0).collect(),
        ];
        let columns = ["to-hit", "to-dam", "to-ac", "pval", "dice", "sides", "power"];
        for (of, (name, values)) in columns.iter().zip(&values).enumerate() {
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
            // What comes less than ten times in 3,000 is not normal enough to be judged.
            let most = values.iter().fold(0_u32, |most, value| most + u32::from((value - values[0]).abs() > 0.0));
            if variance == 0.0 || most < 10 {
                continue;
            }
            let mut apart = mean - number(6 + of);
            if *name == "power" {
                // In theirs each of them adds this much to the mean.
                apart -= (apart * n / 20_000.0).round() * 20_000.0 / n;
            }
            // The tally is rounded to four digits.
            let z = (apart.abs() - 0.00005).max(0.0) / (variance / count + variance / n).sqrt();
            squares += z * z;
            p_values.push(chi_square_sf(z * z, 1));
            names.push(format!("{row:?} {name}: {mean}"));
        }
    }
    let corrected = holm(&p_values);
    let worst = (0..corrected.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    println!(
        "{} means, sum of z² {squares:.0}, smallest p {:e}, after Holm {}",
        p_values.len(),
        p_values[worst],
        corrected[worst]
    );
    assert!(corrected[worst] >= subject_gate::FALSE_ALARM, "{}", names[worst]);
}

#[test]
fn gate_of_computed_kinds() {
    check_computed_kinds(FEW_LEVELS);
}

/// All 42 points.
#[test]
#[ignore = "deep"]
fn gate_of_computed_kinds_deep() {
    check_computed_kinds(&[]);
}

/// Computed chances of kinds, of nothing at all, and of special artifacts at the points of some levels (none: all), against what
/// was counted. False alarms: Holm over all tests at 0.1 %.
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn check_computed_kinds(levels: &[u32]) {
    let Some(folder) = reference("unangband") else { return };
    let loaded = games::find("unangband").expect("the game").load(super::unangband_files::sources(&folder));
    let forge = loaded.model.forge();
    let (exact, keys) = (forge.exact().expect("chances"), forge.keys());
    let mut tests = Vec::new();
    let points = subject_gate::tally_at(&folder.join("tallies/full.csv.gz"), 2, levels);
    let all_tests = 2 * points.len();
    for (columns, counted) in points {
        let quality = loaded.game.words().qualities.iter().position(|name| *name == columns[1]).expect("a quality");
        let cell = Cell { depth: columns[0].parse().expect("a depth"), quality: quality as u8, kind: None };
        let (mut kinds, mut specials) = (Vec::new(), Vec::new());
        for chance in exact.chances(cell, None) {
            let about = RowLabel::new(cell, chance.key, keys, loaded.game.words()).expect("a row");
            let (tval, sval) = about.place.unwrap_or_default();
            let special = match keys.key(chance.key).entry {
                Entry::Artifact(id) => loaded.catalog.artifact(id).index < 16,
                _ => false,
            };
            let of = if about.metric == "kind" {
                &mut kinds
            } else if special {
                &mut specials
            } else {
                continue;
            };
            assert!(chance.bound == 0.0, "{columns:?}: {about:?}");
            let name =
                METRICS.renamed.iter().find(|renamed| renamed.0 == about.name).map_or(about.name, |one| one.1.into());
            let row = (about.metric.to_owned(), vec![tval.to_string(), sval.to_string(), name]);
            of.push((counted.rows.get(&row).copied().unwrap_or(0), chance.mean * counted.trials as f64));
        }
        let all: u64 = counted.rows.iter().filter(|row| row.0.0 == "kind").map(|row| row.1).sum();
        assert_eq!(kinds.iter().map(|pair| pair.0).sum::<u64>(), all, "{columns:?}: kinds without a chance");
        tests.push((format!("{columns:?} kinds"), subject_gate::chi_square(&kinds, counted.trials)));
        tests.push((format!("{columns:?} special artifacts"), subject_gate::chi_square(&specials, counted.trials)));
    }
    let p: Vec<f64> = tests.iter().map(|(_, (statistic, freedom))| chi_square_sf(*statistic, *freedom)).collect();
    let corrected = holm(&p);
    let worst = (0..p.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    let sum = |word: &str| {
        let of = tests.iter().filter(|test| test.0.ends_with(word));
        of.fold((0.0, 0), |sum, test| (sum.0 + test.1.0, sum.1 + test.1.1))
    };
    println!("kinds {:?}, specials {:?}, smallest after Holm {}", sum("kinds"), sum("artifacts"), corrected[worst]);
    assert_eq!(tests.len(), all_tests);
    assert!([18, 84].contains(&all_tests), "{all_tests}");
    assert!(corrected[worst] >= subject_gate::FALSE_ALARM, "{:?}: p {:e}", tests[worst], p[worst]);
}
