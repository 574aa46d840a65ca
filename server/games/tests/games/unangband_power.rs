//! The power of drops by depth: of rings of the starter edition worked out by hand, and of whole drops against what the original
//! program made.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_games as games;
use affixboard_model::{
    batch::{Counts, Metric},
    engine::{m_bonus, random::Stream},
    game::{Point, RowNumber, SubjectRules},
    stats::{chi_square_sf, holm, two_sample_chi_square},
};
use affixboard_unangband::load;

use crate::common::{FEW_LEVELS, reference, subject_gate};

const NORMAL: i32 = 0;
const GREAT: i32 = 2;

fn of(loaded: &affixboard_model::game::Loaded, subject: &str) -> Arc<dyn SubjectRules> {
    let subjects = loaded.model.subjects();
    Arc::clone(subjects.iter().find(|one| one.spec().name == subject).expect("a subject"))
}

/// A subject of the starter edition.
pub(super) fn of_starter(subject: &str) -> Arc<dyn SubjectRules> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband");
    of(&games::find("unangband").expect("the game").load(crate::common::sources(&folder)), subject)
}

/// How often each number was counted, by metric.
pub(super) fn drawn(
    rules: &dyn SubjectRules,
    point: Point,
    trials: u64,
    seed: u64,
) -> BTreeMap<&'static str, BTreeMap<i64, u64>> {
    let mut counts = Counts::of_keys(rules.rows().len());
    let mut random = Stream::seeded([seed, 0, 0]);
    rules.sample(point, trials, &mut random, &mut counts, &|| true).expect("not cancelled");
    let mut found: BTreeMap<&'static str, BTreeMap<i64, u64>> = BTreeMap::new();
    for (key, count) in counts.take() {
        let power = rules.number(key).expect("a power").value();
        *found.entry(rules.rows()[key as usize].metric.0).or_default().entry(power).or_default() += count;
    }
    found
}

/// `m_bonus` at level 20, with the chance of each bonus.
fn bonuses(most: u32) -> Vec<(i64, f64)> {
    let weights = m_bonus::distribution(most, 20);
    let whole: u64 = weights.iter().sum();
    (0..).zip(weights).map(|(bonus, weight)| (bonus, weight as f64 / whole as f64)).collect()
}

/// A number from 1 to `sides`, and a bonus on it.
fn die_and_bonus(sides: i64, most: u32) -> Vec<(i64, f64)> {
    let with = |(bonus, chance): (i64, f64)| (1..=sides).map(move |die| (die + bonus, chance / sides as f64));
    bonuses(most).into_iter().flat_map(with).collect()
}

/// Rings at level 20, which no artifact is made of, and which is not deep enough for boosts but for those of Shelter, which are
/// of level 15; of these only turned ones can grow, which great ones never are. Great ones are never turned. Of
/// normal ones 36 % are better, of the other 64 % 36 % are worse, and half of what is left: 23.04 % + 20.48 %.
#[test]
fn rings_by_hand() {
    const TURNED: f64 = 0.4352;
    let rules = of_starter("power");
    let damage = |t: i64| if t > 0 { 2 * t + 2 * (t - 5) } else { 2 * t };
    // To damage 5 and 1d5 and up to 10: twice that, and twice what is above 5.
    let hard_blows: Vec<(i64, f64)> = die_and_bonus(5, 10).into_iter().map(|(t, p)| (5 + t, p)).collect();
    let great = |of: &dyn Fn(i64) -> i64, made: &[(i64, f64)]| -> Vec<(i64, f64)> {
        made.iter().map(|(t, chance)| (of(*t), *chance)).collect()
    };
    let normal = |of: &dyn Fn(i64) -> i64, made: &[(i64, f64)]| -> Vec<(i64, f64)> {
        let both = |(t, chance): &(i64, f64)| [(of(*t), chance * (1.0 - TURNED)), (of(-*t), chance * TURNED)];
        made.iter().flat_map(both).collect()
    };
    // To hit, which counts two thirds; to armour class, a half and all above 9 and above 19.
    let aim = |t: i64| t.signum() * (t.abs() * 2 / 3);
    let shelter = |t: i64| t / 2 + (t - 9).max(0) + (t - 19).max(0);
    // Speed 1d3 and up to 5: three times its square, also of slowness.
    let hurry = |t: i64| 3 * t * t;
    let speeds = die_and_bonus(3, 5);
    let cases = [
        ("Hard Blows, great", 51, GREAT, great(&damage, &hard_blows)),
        ("Hard Blows, normal", 51, NORMAL, normal(&damage, &hard_blows)),
        ("True Aim, great", 50, GREAT, great(&aim, &hard_blows)),
        ("True Aim, normal", 50, NORMAL, normal(&aim, &hard_blows)),
        ("Shelter, great", 43, GREAT, great(&shelter, &hard_blows)),
        ("Hurry, great", 53, GREAT, great(&hurry, &speeds)),
    ];
    let mut p = Vec::new();
    for (name, kind, quality, chances) in &cases {
        let mut expected: BTreeMap<i64, f64> = BTreeMap::new();
        for (power, chance) in chances {
            *expected.entry(*power).or_default() += chance;
        }
        let point = Point::of(&[20, *quality, *kind]);
        assert_eq!(rules.check(point), Ok(()), "{name}");
        let mut counted = drawn(rules.as_ref(), point, 40_000, 7);
        let plain = counted.remove("power_plain").expect("rings without ego");
        assert_eq!(counted.remove("power"), Some(plain.clone()), "{name}");
        assert!(counted.is_empty(), "{name}: {counted:?}");
        assert!(plain.keys().all(|power| expected.contains_key(power)), "{name}: {plain:?}");
        let pairs: Vec<(u64, f64)> = expected
            .iter()
            .map(|(power, chance)| (plain.get(power).copied().unwrap_or(0), chance * 40_000.0))
            .collect();
        let (statistic, freedom) = subject_gate::chi_square(&pairs, 40_000);
        p.push(chi_square_sf(statistic, freedom));
    }
    let corrected = holm(&p);
    for ((case, p), corrected) in cases.iter().zip(&p).zip(corrected) {
        assert!(corrected >= subject_gate::FALSE_ALARM, "{}: p {p:e}", case.0);
    }
}

/// At depth 30: an ego has 10 to 30, a great one chooses at level 40, where a worn one has at least half; a random flag makes an
/// item at most a quarter of the level, the best ten more.
#[test]
fn limits_by_hand() {
    let rules = of_starter("power");
    let limits = |quality: i32, metric: &'static str| -> Vec<i64> {
        rules.limits(Point::of(&[30, quality]), Metric(metric)).into_iter().map(|limit| limit.1).collect()
    };
    assert_eq!(limits(NORMAL, "power"), [10, 30, 30, 60]);
    assert_eq!(limits(NORMAL, "power_ego"), [10, 10, 30, 45]);
    assert_eq!(limits(GREAT, "power_ego"), [13, 20, 40, 45]);
    assert_eq!(limits(NORMAL, "power_magic"), [7, 17]);
    assert_eq!(limits(GREAT, "power_artifact"), [30, 60]);
    assert_eq!(limits(NORMAL, "power_plain"), Vec::<i64>::new());
}

/// Each row is of one power; the first and the last of all beyond. Kinds are told by number and name.
#[test]
fn rows_and_dimensions() {
    let rules = of_starter("power");
    let rows = rules.rows();
    let of_power = |power: &str| {
        let at = rows.iter().position(|row| row.columns == ["45", power]).expect("a row of rings");
        (rules.number(at as u32).expect("a power"), rows[at].label.as_str())
    };
    assert_eq!(of_power("-100"), (RowNumber::AtMost(-100), "below 0"));
    assert_eq!(of_power("14"), (RowNumber::Exactly(14), "10 to 19"));
    assert_eq!(of_power("250"), (RowNumber::AtLeast(250), "200 and more"));
    let item = &rules.spec().dimensions[2];
    assert_eq!((item.parse("hard blows"), item.parse("51"), item.usual()), (Ok(51), Ok(51), vec![0]));
    assert_eq!(
        rules.check(Point::of(&[20, 0, 1])).map_err(|why| why.contains("has the number 1")),
        Err(true),
        "a loose rock has no power"
    );
    assert_eq!(rules.point_columns(Point::of(&[20, 2, 51])), ["20", "great", "51"]);
}

#[test]
fn gate_of_power() {
    check_power(FEW_LEVELS);
}

/// All 42 points.
#[test]
#[ignore = "deep"]
fn gate_of_power_deep() {
    check_power(&[]);
}

/// Whole drops at the points of the original's tally at some levels (none: all): how many are egos, have a random flag, are artifacts; and the power of
/// the artifacts, whose powers are those of the running program. False alarms: Holm over all tests at 0.1 %.
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn check_power(levels: &[u32]) {
    const DRAWN: u64 = 100_000;
    let Some(folder) = reference("unangband") else { return };
    let sources = super::unangband_files::sources(&folder);
    let (model, _) = load::read(&sources);
    let rules = of(&games::find("unangband").expect("the game").load(sources), "power");
    let powers: BTreeMap<u32, i64> = model.artifacts.iter().map(|artifact| (artifact.index, artifact.power)).collect();
    let mut tests: Vec<(String, f64, u32, f64)> = Vec::new();
    let mut artifacts = 0;
    let points = subject_gate::tally_at(&folder.join("tallies/full.csv.gz"), 2, levels);
    let all_tests = 2 * points.len();
    for (at, (columns, theirs)) in (0..).zip(points) {
        let quality = ["normal", "good", "great"].iter().position(|name| *name == columns[1]).expect("a quality");
        let point = Point::of(&[columns[0].parse().expect("a depth"), quality as i32]);
        let ours = drawn(rules.as_ref(), point, DRAWN, 3000 + at);
        let of_ours = |metric: &str| ours.get(metric).map_or(0, |powers| powers.values().sum::<u64>());
        let total = |name: &str| {
            let is_it = |row: &&(String, Vec<String>)| row.0 == "total" && row.1[2] == name;
            theirs.rows.keys().find(is_it).map_or(0, |row| theirs.rows[row])
        };
        let sorts = [("power_ego", "ego"), ("power_magic", "magic_item"), ("power_artifact", "artifact")];
        let (mine, other): (Vec<u64>, Vec<u64>) =
            sorts.iter().map(|(ours, theirs)| (of_ours(ours), total(theirs))).unzip();
        let mut test = |what: &str, mine: &[u64], other: &[u64]| {
            let found = two_sample_chi_square(mine, DRAWN, other, theirs.trials).expect("counts");
            tests.push((format!("{columns:?} {what}"), found.statistic, found.dof, found.p));
        };
        test("sorts", &mine, &other);
        let mut of_power: BTreeMap<i64, [u64; 2]> = BTreeMap::new();
        for ((metric, row), count) in theirs.rows.iter().filter(|((metric, _), _)| metric == "artifact") {
            let index = row[2].split(':').next().and_then(|index| index.parse().ok());
            let power = index.and_then(|index: u32| powers.get(&index)).unwrap_or_else(|| panic!("{metric} {row:?}"));
            of_power.entry((*power).clamp(-100, 250)).or_default()[1] += count;
        }
        for (power, count) in ours.get("power_artifact").into_iter().flatten() {
            of_power.entry(*power).or_default()[0] += count;
            artifacts += count;
        }
        let (mine, other): (Vec<u64>, Vec<u64>) = of_power.values().map(|[mine, other]| (*mine, *other)).unzip();
        test("power of artifacts", &mine, &other);
    }
    let corrected = holm(&tests.iter().map(|test| test.3).collect::<Vec<_>>());
    let worst = (0..tests.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    let sums = tests.iter().fold((0.0, 0), |sum, test| (sum.0 + test.1, sum.1 + test.2));
    println!(
        "power of drops: {artifacts} artifacts, χ² {:.0} of {}, smallest after Holm {}",
        sums.0, sums.1, corrected[worst]
    );
    assert_eq!(tests.len(), all_tests);
    assert!([18, 84].contains(&all_tests), "{all_tests}");
    assert!(corrected[worst] >= subject_gate::FALSE_ALARM, "{:?}", tests[worst]);
}

/// The mean power of items of given kinds, 3,000 of each, against the original's means: each hundredth of the 3,570 points of its
/// tally. What no item may have is worth 20,000 more, so that points with such items are left out. Holm at 0.1 %.
#[test]
fn gate_of_mean_power() {
    let Some(folder) = reference("unangband") else { return };
    let loaded = games::find("unangband").expect("the game").load(super::unangband_files::sources(&folder));
    let rules = of(&loaded, "power");
    let file = std::fs::File::open(folder.join("tallies/fixed-mods.csv.gz")).expect("a tally");
    let mut reader = csv::Reader::from_reader(flate2::read::GzDecoder::new(file));
    let (mut p, mut names) = (Vec::new(), Vec::new());
    for (at, row) in reader.records().enumerate().filter(|(at, _)| at % 100 == 50) {
        let row = row.expect("a row");
        let number = |column: usize| row[column].parse::<f64>().expect("a number");
        let quality = ["normal", "good", "great"].iter().position(|name| *name == &row[1]).expect("a quality");
        let kinds = &loaded.catalog.kinds;
        let is_it = |kind: &&affixboard_model::catalog::Kind| {
            (f64::from(kind.tval), f64::from(kind.sval)) == (number(3), number(4)) && kind.name == row[5]
        };
        let kind = kinds.iter().find(is_it).unwrap_or_else(|| panic!("{row:?}"));
        let point = Point::of(&[number(0) as i32, quality as i32, kind.index as i32]);
        if rules.check(point).is_err() || number(12).abs() > 60.0 {
            continue;
        }
        let counted = drawn(rules.as_ref(), point, 3000, 4000 + at as u64);
        let powers = &counted["power"];
        let n: u64 = powers.values().sum();
        assert_eq!(n, 3000, "{row:?}");
        if powers.contains_key(&250) || powers.contains_key(&-100) {
            continue;
        }
        let sum = |of: &dyn Fn(f64) -> f64| {
            powers.iter().map(|(power, count)| of(*power as f64) * *count as f64).sum::<f64>()
        };
        let mean = sum(&|power| power) / 3000.0;
        let variance = sum(&|power| (power - mean).powi(2)) / 2999.0;
        if variance == 0.0 || powers.values().max().is_some_and(|most| 3000 - most < 10) {
            continue;
        }
        // The tally is rounded to four digits, and has no variances; ours are taken for both.
        let z = ((mean - number(12)).abs() - 0.00005).max(0.0) / (2.0 * variance / 3000.0).sqrt();
        p.push(chi_square_sf(z * z, 1));
        names.push(format!("{row:?}: {mean}"));
    }
    assert!(p.len() >= 15, "{}", p.len());
    let corrected = holm(&p);
    let worst = (0..p.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    assert!(corrected[worst] >= subject_gate::FALSE_ALARM, "{}", names[worst]);
}
