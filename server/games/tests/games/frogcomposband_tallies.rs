//! frogcomposband against the exact probabilities of an independent program, and against what the original generated.

use std::{collections::BTreeMap, io::Read};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry, KeySpace, Metric},
    game::{Forge, Loaded},
    stats::{chi_square_sf, holm, known_share_p},
};

use crate::common::{gate::FALSE_ALARM, reference};

/// Item type, number, and index (of egos and artifacts) or place (of what devices do).
type Name = (u16, u16, u32);
/// By metric and name.
type Rows = BTreeMap<(&'static str, Name), f64>;
/// Whether a row is one of some that exclude each other.
type IsOfGroup<'a> = &'a dyn Fn(&(&'static str, Name)) -> bool;

/// The metrics of the tables that are compared.
const METRICS: [&str; 10] =
    ["kind", "plain", "ego_idx", "artifact_idx", "randart", "device", "jewel_magic", "none", "cursed", "ego_cursed"];
/// Rings and amulets: what magic makes of them is measured, not computed.
const JEWELS: [u16; 2] = [40, 45];
/// The tables are written to ten digits.
const LAST_DIGIT: f64 = 5.1e-10;

/// The original's files, and the program's numbers of what devices do by item type and name.
struct Original {
    folder: std::path::PathBuf,
    loaded: Loaded,
    effects: BTreeMap<(u16, String), u16>,
}

fn load() -> Option<Original> {
    let folder = reference("frogcomposband")?;
    let sources = crate::common::sources(&folder.join("edit"));
    let loaded = games::find("frogcomposband").expect("the game").load(sources);
    let mut effects = BTreeMap::new();
    let mut table = csv::Reader::from_path(folder.join("facts/device_effects.csv")).expect("a table");
    for row in table.records().map(|row| row.expect("a row")) {
        let number = |column: usize| row[column].parse::<u16>().expect("a number");
        let (tval, name) = (number(1), row[3].to_owned());
        // Two of staffs have one name; ours says of the second from which level on it comes.
        let second = format!("{name} (from level {})", &row[4]);
        let name = if effects.contains_key(&(tval, name.clone())) { second } else { name };
        effects.insert((tval, name), number(2));
    }
    Some(Original { folder, loaded, effects })
}

/// The rows of a gzipped table, by level and quality, as (trials, metric, name, value); `columns` are those of item type, sval,
/// name and value.
fn table(path: &std::path::Path, columns: [usize; 4], metric: usize) -> BTreeMap<(u32, String), (f64, Rows)> {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a table");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut cells: BTreeMap<(u32, String), (f64, Rows)> = BTreeMap::new();
    for row in csv::Reader::from_reader(text.as_bytes()).records() {
        let row = row.expect("a row");
        let Some(metric) = METRICS.into_iter().find(|known| *known == &row[metric]) else { continue };
        let place = |column: usize| row[column].parse::<i32>().map_or(0, |number| number.max(0) as u16);
        let [tval, sval, name, value] = columns;
        let index = row[name].split(':').next().and_then(|index| index.parse().ok()).unwrap_or(0);
        let cell = cells.entry((row[0].parse().expect("a level"), row[1].to_owned())).or_default();
        cell.0 = row[2].parse().unwrap_or(1.0);
        let index = if metric.ends_with("_idx") { index } else { 0 };
        *cell.1.entry((metric, (place(tval), place(sval), index))).or_default() +=
            row[value].parse::<f64>().expect("a number");
    }
    cells
}

/// What a key is in the tables: one of the exact ones tells of jewels only that they are magic, tallies what they are.
fn row(original: &Original, keys: &KeySpace, key: u32, of_jewels: bool) -> Option<(&'static str, Name)> {
    let (of, catalog) = (keys.key(key), &original.loaded.catalog);
    let place = of.kind.map_or((0, 0), |kind| (catalog.kind(kind).tval, catalog.kind(kind).sval));
    let row = |metric, index| Some((metric, (place.0, place.1, index)));
    let is_jewel = JEWELS.contains(&place.0);
    match (of.metric, of.entry) {
        (Metric::KIND, _) => row("kind", 0),
        (Metric::FAILED, _) => row("none", 0),
        (Metric::MAGIC, Entry::Fixed(0)) => row("plain", 0),
        (Metric::MAGIC, Entry::Fixed(_)) if is_jewel && !of_jewels => row("jewel_magic", 0),
        (Metric::MAGIC, Entry::Fixed(2)) => row("randart", 0),
        (Metric::AFFIX, Entry::Affix(ego)) if !is_jewel || of_jewels => row("ego_idx", catalog.affix(ego).index),
        (_, Entry::Artifact(id)) => {
            let artifact = catalog.artifact(id);
            Some(("artifact_idx", (artifact.tval, artifact.sval, artifact.index)))
        }
        (Metric("device"), Entry::Fixed(_)) => {
            let index = original.effects.get(&(place.0, keys.label(key).1)).expect("an effect");
            Some(("device", (place.0, *index, 0)))
        }
        _ => None,
    }
}

fn chances(original: &Original, forge: &dyn Forge, (level, quality): (u32, &str), of_jewels: bool) -> Rows {
    let at = original.loaded.game.words().qualities.iter().position(|name| *name == quality).expect("a quality") as u8;
    let cell = Cell { depth: level, quality: at, kind: None };
    let mut rows = Rows::new();
    for chance in forge.exact().expect("computed").chances(cell, None) {
        if let Some(row) = row(original, forge.keys(), chance.key, of_jewels) {
            *rows.entry(row).or_default() += chance.mean;
        }
    }
    rows
}

/// Every chance is that of the table, to the digits it has; what the table leaves out can't be. Of kinds that can be no ego we
/// don't count what is plain.
#[test]
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn computed_chances_are_the_exact_ones() {
    let Some(original) = load() else { return };
    let Original { folder, loaded, .. } = &original;
    let forge = loaded.model.forge();
    let (mut compared, mut worst) = (0, 0.0_f64);
    for ((level, quality), (_, expected)) in table(&folder.join("exact/full_exact.csv.gz"), [3, 4, 5, 6], 2) {
        let mut got = chances(&original, &*forge, (level, &quality), false);
        // The table of the floor doesn't tell what devices do.
        if !expected.keys().any(|row| row.0 == "device") {
            got.retain(|row, _| row.0 != "device");
        }
        let mut bad = Vec::new();
        for (row, theirs) in expected.iter().filter(|row| *row.1 > 0.0) {
            let kind = loaded.catalog.find_kind(row.1.0, row.1.1);
            if row.0 == "plain" && !kind.is_some_and(|kind| forge.keys().has_of(Metric::MAGIC, kind)) {
                continue;
            }
            let mine = got.remove(row).unwrap_or(0.0);
            let difference = (mine - theirs).abs() / theirs;
            worst = worst.max(difference);
            if difference > LAST_DIGIT {
                bad.push(format!("{level} {quality} {row:?}: {mine} for {theirs}"));
            }
            compared += 1;
        }
        assert!(bad.is_empty(), "{} of {}: {:#?}", bad.len(), expected.len(), &bad[..bad.len().min(30)]);
        // What a hundred attempts leave is below what a table can write.
        got.retain(|_, chance| *chance > 1e-30);
        assert!(got.is_empty(), "{level} {quality}: the table leaves out {got:?}");
    }
    assert!(compared > 100_000, "{compared}");
    println!("{compared} probabilities agree; the largest relative difference is {worst:.1e}");
}

/// Least number expected for an entry of its own.
const LEAST: f64 = 10.0;

/// χ² and degrees of freedom of counts that exclude each other, held against what is expected; what is rare counts together, and
/// what is neither. What can't be must not be.
fn fit(expected: &Rows, counted: &Rows, trials: f64, is_it: IsOfGroup<'_>) -> (f64, u32) {
    let (mut chi2, mut classes, mut rare, mut all) = (0.0, 0, (0.0, 0.0), (0.0, 0.0));
    let mut add = |expected: f64, found: f64| {
        chi2 += (found - expected).powi(2) / expected;
        classes += 1;
    };
    for (row, chance) in expected.iter().filter(|row| is_it(row.0)) {
        let (wanted, found) = (chance * trials, counted.get(row).copied().unwrap_or(0.0));
        all = (all.0 + wanted, all.1 + found);
        if wanted >= LEAST {
            add(wanted, found);
        } else {
            rare = (rare.0 + wanted, rare.1 + found);
        }
    }
    for (row, found) in counted.iter().filter(|row| is_it(row.0)) {
        assert!(expected.get(row).is_some_and(|chance| *chance > 0.0), "{found} of {row:?}, which can't be");
    }
    for (wanted, found) in [rare, (trials - all.0, trials - all.1)] {
        if wanted >= LEAST {
            add(wanted, found);
        }
    }
    (chi2, classes.max(1) - 1)
}

/// Kinds, what became of items, and what devices do, in every cell of the tally. False alarms: Holm over all tests, at 0.1 %.
#[test]
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn gate_of_whole_drops() {
    let Some(original) = load() else { return };
    let Original { folder, loaded, .. } = &original;
    let forge = loaded.model.forge();
    let groups: [(&str, IsOfGroup<'_>); 4] = [
        ("kinds", &|row| ["kind", "none"].contains(&row.0)),
        ("what became of items", &|row| {
            ["ego_idx", "artifact_idx", "randart"].contains(&row.0) && !JEWELS.contains(&row.1.0)
        }),
        ("what became of jewels", &|row| {
            ["ego_idx", "artifact_idx", "randart", "plain"].contains(&row.0) && JEWELS.contains(&row.1.0)
        }),
        ("what devices do", &|row| row.0 == "device"),
    ];
    let mut tests = Vec::new();
    let mut sums = [(0.0, 0); 4];
    for ((level, quality), (trials, counted)) in table(&folder.join("tallies/full.csv.gz"), [4, 5, 6, 7], 3) {
        if !loaded.game.words().qualities.contains(&quality.as_str()) {
            continue;
        }
        let expected = chances(&original, &*forge, (level, &quality), true);
        for ((name, is_it), sum) in groups.iter().zip(&mut sums) {
            let (chi2, freedom) = fit(&expected, &counted, trials, is_it);
            *sum = (sum.0 + chi2, sum.1 + freedom);
            if freedom > 0 {
                tests.push((chi_square_sf(chi2, freedom), format!("{level} {quality} {name}: {chi2:.1} of {freedom}")));
            }
        }
    }
    for ((name, _), (chi2, freedom)) in groups.iter().zip(sums) {
        println!("{name}: chi square {chi2:.1} of {freedom}");
    }
    let corrected = holm(&tests.iter().map(|test| test.0).collect::<Vec<_>>());
    let mut found: Vec<_> = corrected.iter().zip(&tests).map(|(p, test)| (*p, test.0, &test.1)).collect();
    found.sort_by(|one, other| one.1.total_cmp(&other.1));
    found.iter().take(12).for_each(|test| println!("{test:?}"));
    println!("{} tests", found.len());
    assert!(found.iter().all(|test| test.0 >= FALSE_ALARM), "{:?}", found[0]);
}

/// What is computed of curses in a cell: of egos, of what is neither ego nor random artifact, and the chances of random artifacts.
fn curses(original: &Original, forge: &dyn Forge, (level, quality): (u32, &str)) -> [Rows; 3] {
    let at = original.loaded.game.words().qualities.iter().position(|name| *name == quality).expect("a quality") as u8;
    let mut rows = [Rows::new(), Rows::new(), Rows::new()];
    for chance in forge.exact().expect("computed").chances(Cell { depth: level, quality: at, kind: None }, None) {
        let key = forge.keys().key(chance.key);
        let (group, metric) = match (key.metric, key.entry) {
            (Metric::CURSED_ITEMS, Entry::Fixed(1)) => (0, "ego_cursed"),
            (Metric::CURSED_ITEMS, _) => (1, "cursed"),
            (Metric::MAGIC, Entry::Fixed(2)) => (2, "randart"),
            _ => continue,
        };
        let kind = original.loaded.catalog.kind(key.kind.expect("counted by kind"));
        *rows[group].entry((metric, (kind.tval, kind.sval, 0))).or_default() += chance.mean;
    }
    rows
}

/// What is counted as cursed and is no ego.
fn no_egos(counted: &Rows) -> Rows {
    let mut left = Rows::new();
    for ((metric, name), count) in counted {
        match *metric {
            "cursed" => *left.entry(("cursed", *name)).or_default() += count,
            "ego_cursed" => *left.entry(("cursed", *name)).or_default() -= count,
            _ => {}
        }
    }
    left
}

/// Cursed egos, and what else is cursed, in every cell of the tally, rings aside. The original counts cursed random artifacts with
/// the latter, which isn't computed: of kinds that can be some, counts must lie between none of them cursed and all. False alarms as
/// above.
#[test]
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn gate_of_curses() {
    let Some(original) = load() else { return };
    let Original { folder, loaded, .. } = &original;
    let forge = loaded.model.forge();
    let mut tests = Vec::new();
    let mut sums = [(0.0, 0); 3];
    // By quality: the least, the most and what was counted of all that is cursed and no ego.
    let mut within: BTreeMap<String, [f64; 3]> = BTreeMap::new();
    for ((level, quality), (trials, counted)) in table(&folder.join("tallies/full.csv.gz"), [4, 5, 6, 7], 3) {
        if !loaded.game.words().qualities.contains(&quality.as_str()) {
            continue;
        }
        let [egos, others, random] = curses(&original, &*forge, (level, &quality));
        let is_ring = |name: Name| name.0 == JEWELS[1];
        let is_jewel = |row: &(&'static str, Name)| JEWELS.contains(&row.1.0);
        let can_be_random = |name: Name| random.contains_key(&("randart", name));
        let left = no_egos(&counted);
        let groups: [(&str, &Rows, &Rows, IsOfGroup<'_>); 3] = [
            ("cursed egos", &egos, &counted, &|row| row.0 == "ego_cursed" && !is_jewel(row)),
            ("cursed amulets", &egos, &counted, &|row| row.0 == "ego_cursed" && is_jewel(row) && !is_ring(row.1)),
            ("others", &others, &left, &|row| !can_be_random(row.1) && others.contains_key(row)),
        ];
        for ((name, expected, counted, is_it), sum) in groups.into_iter().zip(&mut sums) {
            let (chi2, freedom) = fit(expected, counted, trials, is_it);
            *sum = (sum.0 + chi2, sum.1 + freedom);
            if freedom > 0 {
                tests.push((chi_square_sf(chi2, freedom), format!("{level} {quality} {name}: {chi2:.1} of {freedom}")));
            }
        }
        // By kind, by item type and all.
        let mut ranges: BTreeMap<String, [f64; 3]> = BTreeMap::new();
        let names: std::collections::BTreeSet<Name> =
            [&left, &others].iter().flat_map(|rows| rows.keys()).map(|row| row.1).collect();
        for name in names.into_iter().filter(|name| !is_ring(*name)) {
            let of = |rows: &Rows, metric| rows.get(&(metric, name)).copied().unwrap_or(0.0);
            let low = of(&others, "cursed");
            let (high, found) = (low + of(&random, "randart"), of(&left, "cursed"));
            assert!(high > 0.0 || found == 0.0, "{level} {quality}: {found} cursed of {name:?}, which can't be");
            for group in [format!("{}:{}", name.0, name.1), format!("type {}", name.0), "all".to_owned()] {
                let range = ranges.entry(group).or_default();
                *range = [range[0] + low, range[1] + high, range[2] + found];
            }
        }
        let all = ranges["all"];
        let sum = within.entry(quality.clone()).or_default();
        *sum = [sum[0] + all[0] * trials, sum[1] + all[1] * trials, sum[2] + all[2]];
        for (group, [low, high, found]) in ranges {
            let p = known_share_p((found as u64, trials as u64), low, high);
            tests.push((p, format!("{level} {quality} {group}: {found} for {} to {}", low * trials, high * trials)));
        }
    }
    for (name, (chi2, freedom)) in ["egos", "amulets", "others"].iter().zip(sums) {
        println!("cursed {name}: chi square {chi2:.1} of {freedom}");
    }
    for (quality, [low, high, found]) in within {
        println!("{quality}: {found} cursed but no egos, between {low:.0} and {high:.0}");
    }
    let corrected = holm(&tests.iter().map(|test| test.0).collect::<Vec<_>>());
    let mut found: Vec<_> = corrected.iter().zip(&tests).map(|(p, test)| (*p, test.0, &test.1)).collect();
    found.sort_by(|one, other| one.1.total_cmp(&other.1));
    found.iter().take(12).for_each(|test| println!("{test:?}"));
    println!("{} tests", found.len());
    assert!(found.len() > 8_000 && found.iter().all(|test| test.0 >= FALSE_ALARM), "{:?}", found[0]);
}

/// Weapons, bows and armour of normal drops that are cursed and no egos, random artifacts included: those of power -2 are all cursed,
/// of the others as many of an item type as great drops of the level show. False alarms as above.
#[test]
#[expect(clippy::print_stdout, reason = "figures for the page of the game")]
fn gate_of_curses_with_random_artifacts() {
    let Some(original) = load() else { return };
    let forge = original.loaded.model.forge();
    let cells = table(&original.folder.join("tallies/full.csv.gz"), [4, 5, 6, 7], 3);
    let of_type = |rows: &Rows, metric: &str, tval: u16| -> f64 {
        rows.iter().filter(|row| row.0.0 == metric && row.0.1.0 == tval).map(|row| row.1).sum()
    };
    let (mut tests, mut chi2) = (Vec::new(), 0.0);
    let (mut all, mut all_found) = (0.0, 0.0);
    for ((level, _), (trials, normal)) in cells.iter().filter(|cell| cell.0.1 == "normal") {
        let (great_trials, great) = &cells[&(*level, "great".to_owned())];
        let [_, others, random] = curses(&original, &*forge, (*level, "normal"));
        let [_, great_others, _] = curses(&original, &*forge, (*level, "great"));
        let (left, great_left) = (no_egos(normal), no_egos(great));
        // Chances of good, great and bad as in the program: of strong items those that are terrible.
        let good = f64::from((level + 10).min(75)) / 100.0;
        let bad = (1.0 - good) * f64::from((level + 10).min(75).div_ceil(3)) / 100.0;
        let terrible = bad / (bad + good);
        let (mut expected, mut found) = (0.0, 0.0);
        for tval in (19..=23).chain(30..=38) {
            let made = of_type(great, "randart", tval).max(1.0);
            let cursed = of_type(&great_left, "cursed", tval) - of_type(&great_others, "cursed", tval) * great_trials;
            let share = terrible + (1.0 - terrible) * (cursed / made).clamp(0.0, 1.0);
            expected += trials * (of_type(&others, "cursed", tval) + of_type(&random, "randart", tval) * share);
            found += of_type(&left, "cursed", tval);
        }
        chi2 += (found - expected).powi(2) / expected;
        (all, all_found) = (all + expected, all_found + found);
        tests.push(known_share_p((found as u64, *trials as u64), expected / trials, expected / trials));
    }
    let least = holm(&tests).into_iter().fold(1.0, f64::min);
    println!("{all_found} cursed for {all:.0}; chi square {chi2:.1} of {}; smallest p after Holm {least}", tests.len());
    assert!(tests.len() == 14 && least >= FALSE_ALARM, "{tests:?}");
}
