//! iMoria's tables, and which treasure and money is found, against the compiled program.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use affixboard_games as games;
use affixboard_imoria::{
    FILES,
    drops::TreasureDrops,
    gold::{self, Gold},
    levels::{Difficulty, TreasureLevels},
    magic::{self, MagicChances},
    tables::{self, GOLD, OBJECTS, STOCK, TABLES, YUMS},
    treasure::Treasure,
    treasure_kinds::TreasureKinds,
};
use affixboard_model::{
    catalog::EntryValue,
    engine::random::Stream,
    game::{Point, SubjectRules},
    stats::chi_square_sf,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{Change, EntryLine, apply, differences, entry_lines};

use crate::common::{
    FEW_LEVELS, reference, remarks, remarks_of, say_skipped,
    subject_gate::{self, Whole},
};

/// The variable with a source tree of iMoria.
const TREE: &str = "AFFIXBOARD_IMORIA";

/// The rows of each table as the compiled program has them.
pub(super) fn facts(folder: &Path) -> BTreeMap<String, Vec<Treasure>> {
    let mut reader = csv::Reader::from_path(folder.join("facts/treasure.csv")).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let mut tables: BTreeMap<String, Vec<Treasure>> = BTreeMap::new();
    for row in reader.records() {
        let row = row.expect("a row");
        let text = |name: &str| {
            let at = header.iter().position(|column| column == name).expect("the column");
            row[at].to_owned()
        };
        let mut treasure = Treasure {
            index: text("index").parse().expect("an index"),
            name: text("name"),
            damage: text("damage"),
            ..Treasure::default()
        };
        for (field, _, number) in treasure.numbers() {
            *number = number_of(field, &text(field)).into();
        }
        tables.entry(text("array")).or_default().push(treasure);
    }
    tables
}

/// A number of the facts: decimal, hexadecimal, or a character.
fn number_of(field: &str, text: &str) -> i64 {
    if field == "tchar" {
        return match (text.strip_prefix("\\x"), text.as_bytes()) {
            (Some(digits), _) => i64::from_str_radix(digits, 16).expect("a character"),
            (None, [only]) => i64::from(*only),
            (None, [b'\\', escaped]) => i64::from(*escaped),
            (None, _) => 0,
        };
    }
    match text.strip_prefix("0x") {
        Some(digits) => i64::from_str_radix(digits, 16).expect("a number"),
        None => text.parse().unwrap_or_else(|_| panic!("{field}: {text}")),
    }
}

/// The files of a folder.
pub(super) fn files_of(folder: &Path) -> SourceSet {
    let mut sources = SourceSet::new();
    for file in FILES {
        sources.push(SourceFile::new(file.name, std::fs::read(folder.join(file.name)).expect("a file")));
    }
    sources
}

/// A real source tree; without one this is said loudly.
fn source_tree() -> Option<SourceSet> {
    let tree = std::env::var_os(TREE).map(PathBuf::from);
    if tree.is_none() {
        say_skipped(&format!("no iMoria sources (set {TREE} to a source tree)"));
    }
    tree.map(|tree| files_of(&tree))
}

/// All rows of all tables, field by field.
#[test]
fn the_tables_are_those_of_the_compiled_program() {
    let Some(folder) = reference("imoria") else { return };
    let Some(sources) = source_tree() else { return };
    let mut diagnostics = Vec::new();
    let read = tables::read(&sources, &mut diagnostics);
    assert_eq!(remarks_of(&sources, &diagnostics), Vec::<String>::new());
    let facts = facts(&folder);
    assert_eq!(facts.len(), TABLES.len());
    let mut compared = 0;
    for (name, expected) in &facts {
        let found = read.rows(name);
        assert_eq!(found.len(), expected.len(), "{name}");
        for (found, expected) in found.iter().zip(expected) {
            let (mut found, mut expected) = (found.clone(), expected.clone());
            assert_eq!((found.index, &found.name, &found.damage), (expected.index, &expected.name, &expected.damage));
            let at = format!("{name} {} {}", found.index, found.name);
            for ((field, _, found), (_, _, expected)) in found.numbers().into_iter().zip(expected.numbers()) {
                assert_eq!(found.value, expected.value, "{at}: {field}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 752 * 14);
}

/// What a source tree's checks say: 21 rows have a pair that other items have (RULES § 1.2 names the pairs), and nothing
/// else. Lists are those of the program.
#[test]
fn a_source_tree_is_checked_and_its_lists_are_those_of_the_program() {
    let Some(folder) = reference("imoria") else { return };
    let Some(sources) = source_tree() else { return };
    let lists = tables::read(&sources, &mut Vec::new()).lists;
    let csv = |name: &str| csv::Reader::from_path(folder.join("facts").join(name)).expect("facts");
    for (name, found) in [("store_choice.csv", &lists.choices), ("player_init.csv", &lists.kits)] {
        let mut compared = 0;
        for row in csv(name).records() {
            let [list, slot, index] =
                [0, 1, 2].map(|at| row.as_ref().expect("a row")[at].parse::<i64>().expect("a number"));
            assert_eq!(found[list as usize][slot as usize].index, index, "{name} {list} {slot}");
            compared += 1;
        }
        assert_eq!(compared, found.iter().map(Vec::len).sum::<usize>());
    }
    let most: Vec<i64> = csv("owners.csv").records().map(|row| row.expect("a row")[2].parse().expect("gold")).collect();
    assert_eq!(lists.owners.iter().map(|owner| owner.most).collect::<Vec<_>>(), most);
    assert_eq!(lists.owners[0].shop(), "General Store");

    let loaded = games::find("imoria").expect("the game").load(sources);
    let said = remarks(&loaded);
    assert!(said.iter().all(|one| one.contains(": pair-used-twice: ")), "{said:#?}");
    // By the facts: rows with a pair whose first row has another name or other flags.
    let mut expected = 0;
    for name in [OBJECTS, STOCK, YUMS] {
        let mut first: BTreeMap<(i64, i64), Treasure> = BTreeMap::new();
        for row in facts(&folder).remove(name).expect("the table").into_iter().skip(1) {
            let means = |one: &Treasure| (one.name.clone(), one.flags.value, one.flags2.value);
            let other = first.entry((row.tval.value, row.subval.value)).or_insert_with(|| row.clone());
            expected += usize::from(means(other) != means(&row));
        }
    }
    assert_eq!(said.len(), expected);
}

/// `t_level`, the running count of treasures by level.
#[test]
fn treasures_are_counted_by_level_as_the_program_does() {
    let Some(folder) = reference("imoria") else { return };
    let levels = TreasureLevels::new(&facts(&folder)[OBJECTS]);
    let mut reader = csv::Reader::from_path(folder.join("facts/t_level.csv")).expect("facts");
    let mut compared = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        assert_eq!(levels.count(row[0].parse().expect("a level")).to_string(), row[1], "level {}", &row[0]);
        compared += 1;
    }
    assert_eq!(compared, 257);
}

/// The columns of a gzipped table.
fn table(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(flate2::read::GzDecoder::new(std::fs::File::open(path).expect("a file")));
    let header = reader.headers().expect("a header").clone();
    let row = |row: csv::StringRecord| {
        header.iter().map(str::to_owned).zip(row.iter().map(str::to_owned)).collect::<BTreeMap<_, _>>()
    };
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

/// RULES § 3.1, worked out: the Longsword at level 30.
#[test]
fn a_longsword_at_level_30_by_hand() {
    let Some(folder) = reference("imoria") else { return };
    let objects = &facts(&folder)[OBJECTS];
    let levels = TreasureLevels::new(objects);
    let chances = levels.chances(30, Difficulty::USUAL, 3);
    let of_level = chances.iter().filter(|(at, _)| objects[*at].level.value == 12).map(|(_, chance)| *chance);
    let cube = |share: f64| share * share * share;
    let mix = |deep: f64| (cube(224.0 / deep) - cube(206.0 / deep)) / 18.0;
    let expected = 29.0 / 30.0 * mix(344.0) + 1.0 / 30.0 * mix(473.0);
    assert_eq!(of_level.clone().count(), 18);
    assert!(of_level.into_iter().all(|chance| (chance - expected).abs() < 1e-12));
}

/// The table and its replacements.
fn tables_of(folder: &Path) -> [Vec<Treasure>; 2] {
    let mut facts = facts(folder);
    [OBJECTS, YUMS].map(|name| facts.remove(name).expect("the table"))
}

/// The point of a level and a quality.
fn level_and_quality(columns: &[String]) -> Point {
    Point::of(&[columns[0].parse().expect("a level"), i32::from(columns[1] == "forced")])
}

/// What treasures are worth: the original's tallies don't have it.
const VALUES: [&str; 2] = ["value", "value_by_tval"];

/// Which treasure, and what becomes of it: 500,000 at each of 15 levels, with magic forced and not.
#[test]
fn gate_of_treasures() {
    let Some(folder) = reference("imoria") else { return };
    let [objects, replacements] = tables_of(&folder);
    let rules = TreasureDrops::new(&objects, &replacements);
    let points = subject_gate::tally(&folder.join("tallies/full.csv.gz"), 2);
    assert_eq!(points.len(), 30);
    subject_gate::exact_without(&rules, &points, &level_and_quality, Whole::Trials, &VALUES).print("treasures");
    let drawn = [(0, 0, 0), (7, 1, 1), (40, 0, 2), (256, 0, 3), (100, 1, 4)];
    let drawn = drawn.map(|(level, quality, difficulty)| Point::of(&[level, quality, difficulty]));
    subject_gate::drawn(&rules, &drawn, 400_000, 2027, Whole::Trials).print("drawn");
}

#[test]
fn gate_of_each_kind() {
    check_each_kind(FEW_LEVELS);
}

/// All 15 levels.
#[test]
#[ignore = "deep"]
fn gate_of_each_kind_deep() {
    check_each_kind(&[]);
}

/// What becomes of each kind, 10,000 of each at some levels (none: all), with magic forced and not.
fn check_each_kind(levels: &[u32]) {
    let Some(folder) = reference("imoria") else { return };
    let [objects, replacements] = tables_of(&folder);
    let rules = TreasureKinds::new(&objects, &replacements);
    let mut points = subject_gate::tally_at(&folder.join("tallies/fixed.csv.gz"), 2, levels);
    assert_eq!(points.len(), if levels.is_empty() { 30 } else { 2 * levels.len() });
    // How long lights burn is no row.
    let is_turns = |(metric, row): &(String, Vec<String>)| metric == "p1" && row[0] == "15";
    let mut turns: BTreeMap<(Vec<String>, String), BTreeMap<i64, u64>> = BTreeMap::new();
    for (columns, point) in &mut points {
        for ((_, row), count) in point.rows.extract_if(.., |key, _| is_turns(key)) {
            let of_light = turns.entry((columns.clone(), row[1].clone())).or_default();
            *of_light.entry(row[2].parse::<i64>().expect("turns") / 1000).or_default() += count;
        }
    }
    let tests = turns.iter().map(|((_, subval), counted)| {
        let is_light =
            |object: &&Treasure| (object.tval.value, object.subval.value.to_string()) == (15, subval.clone());
        let most = objects.iter().find(is_light).expect("a light").p1.value;
        let all = counted.values().sum::<u64>() as f64;
        let mut expected: BTreeMap<i64, f64> = BTreeMap::new();
        // Each number of turns below the table's is as likely; those above 14,999 were counted as that.
        for turns in 1..most {
            *expected.entry(turns.min(14_999) / 1000).or_default() += all / (most - 1) as f64;
        }
        chi_square(&expected, counted)
    });
    judge("lights", tests);
    subject_gate::exact_without(&rules, &points, &level_and_quality, Whole::Named, &VALUES)
        .print("treasures of each kind");
    let drawn = [(3, 0, 2), (60, 0, 0), (30, 1, 4)];
    let drawn = drawn.map(|(level, quality, difficulty)| Point::of(&[level, quality, difficulty]));
    subject_gate::drawn(&rules, &drawn, 10_000, 2028, Whole::Named).print("drawn of each kind");
}

/// χ² and degrees of freedom of counts against expectations; what is expected fewer than five times is taken together.
fn chi_square<K: Ord + std::fmt::Debug>(expected: &BTreeMap<K, f64>, counted: &BTreeMap<K, u64>) -> (f64, u32) {
    assert!(counted.keys().all(|key| expected.contains_key(key)), "{counted:?}");
    let (mut few, mut statistic, mut rows) = ((0.0, 0.0), 0.0, 0);
    let mut add = |count: f64, mean: f64| {
        statistic += (count - mean) * (count - mean) / mean;
        rows += 1;
    };
    for (key, mean) in expected {
        let count = counted.get(key).copied().unwrap_or(0) as f64;
        if *mean < 5.0 {
            few = (few.0 + count, few.1 + mean);
        } else {
            add(count, *mean);
        }
    }
    if few.1 >= 5.0 {
        add(few.0, few.1);
    }
    (statistic, rows - 1)
}

/// Panics where the sums of tests, which don't depend on each other, are larger than chance explains.
#[track_caller]
fn judge(what: &str, tests: impl Iterator<Item = (f64, u32)>) {
    let (statistic, freedom) = tests.fold((0.0, 0), |sum, test| (sum.0 + test.0, sum.1 + test.1));
    let p = chi_square_sf(statistic, freedom);
    assert!(p >= subject_gate::FALSE_ALARM, "{what}: χ² {statistic} of {freedom}, p {p}");
}

/// The level of what is chosen, with one try, three and six.
#[test]
fn gate_of_tries() {
    let Some(folder) = reference("imoria") else { return };
    let objects = &facts(&folder)[OBJECTS];
    let levels = TreasureLevels::new(objects);
    let mut cells: BTreeMap<(i64, u32), (u64, BTreeMap<i64, u64>)> = BTreeMap::new();
    for row in table(&folder.join("tallies/select.csv.gz")) {
        let number = |name: &str| row[name].parse::<i64>().expect("a number");
        let cell = cells.entry((number("level"), number("tries") as u32)).or_default();
        cell.0 = number("n") as u64;
        cell.1.insert(number("object_level"), number("count") as u64);
    }
    let tests = cells.iter().map(|((level, tries), (trials, counted))| {
        let mut expected: BTreeMap<i64, f64> = BTreeMap::new();
        for (at, chance) in levels.chances(*level, Difficulty::USUAL, *tries) {
            *expected.entry(objects[at].level.value).or_default() += chance * *trials as f64;
        }
        chi_square(&expected, counted)
    });
    judge("tries", tests);
}

/// By name and subval.
type CountedMoney = BTreeMap<(String, i64), u64>;

/// Sorts of money that have one name and subval are counted together: the original tells them by how much there was, which
/// overlaps.
#[test]
fn gate_of_gold() {
    let Some(folder) = reference("imoria") else { return };
    let gold = &facts(&folder)[GOLD];
    let rules = Gold::new(gold);
    let mut cells: BTreeMap<i32, (u64, CountedMoney)> = BTreeMap::new();
    for row in table(&folder.join("tallies/gold.csv.gz")) {
        let number = |name: &str| row[name].parse::<i64>().expect("a number");
        let cell = cells.entry(number("level") as i32).or_default();
        cell.0 = number("n") as u64;
        *cell.1.entry((row["name"].clone(), number("subval"))).or_default() += number("count") as u64;
    }
    assert_eq!(cells.len(), 15);
    let tests = cells.iter().map(|(level, (trials, counted))| {
        let mut expected: BTreeMap<(String, i64), f64> = BTreeMap::new();
        for chance in rules.exact(Point::of(&[*level, 0])) {
            let money = &gold[chance.key as usize];
            *expected.entry((money.name.clone(), money.subval.value)).or_default() += chance.mean * *trials as f64;
        }
        chi_square(&expected, counted)
    });
    judge("gold", tests);
    let drawn = [0, 7, 40, 256].map(|level| Point::of(&[level, level % 5]));
    subject_gate::drawn(&rules, &drawn, 400_000, 2028, Whole::Trials).print("drawn");
}

/// How many coins a find has, by the sum of them: of so many finds the mean is normal, with the variance of a die. Sorts with
/// one name and subval were told by the number they had, so that only the others are held against their row.
#[test]
fn coins_of_a_find_are_as_many_as_the_program_made() {
    let Some(folder) = reference("imoria") else { return };
    let gold = &facts(&folder)[GOLD];
    let mut found: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for row in table(&folder.join("tallies/gold.csv.gz")) {
        let number = |name: &str| row[name].parse::<f64>().expect("a number");
        let sum = found.entry(number("gold_index") as usize).or_default();
        *sum = (sum.0 + number("count"), sum.1 + number("sum_number"));
    }
    let is_alone = |at: usize| {
        let same = |other: &&Treasure| (&other.name, &other.subval.value) == (&gold[at].name, &gold[at].subval.value);
        gold.iter().filter(same).count() == 1
    };
    let alone = found.iter().filter(|(at, _)| is_alone(**at));
    let tests: Vec<(f64, u32)> = alone
        .map(|(at, (finds, sum))| {
            let (least, most) = gold::coins(gold[*at].number.value);
            let (mean, sides) = ((least + most) as f64 / 2.0, (most - least + 1) as f64);
            let variance = (sides * sides - 1.0) / 12.0;
            ((sum / finds - mean).powi(2) / variance * finds, 1)
        })
        .collect();
    assert_eq!(tests.len(), 13);
    judge("coins", tests.into_iter());
}

/// Every chance and spread of the program, at all difficulties and levels.
#[test]
fn magic_special_names_curses_and_spreads_are_the_programs() {
    let Some(folder) = reference("imoria") else { return };
    let rows = table(&folder.join("tallies/chances.csv.gz"));
    for row in &rows {
        let number = |name: &str| row[name].parse::<i64>().expect("a number");
        let difficulty = Difficulty::ALL[number("difficulty") as usize - 1];
        let level = number("level");
        let [free, forced] = [false, true].map(|forced| MagicChances::at(level, difficulty, forced));
        let found = [free.magic, free.special, free.cursed, forced.cursed].map(i64::from);
        let expected = ["chance", "special", "cursed", "cursed_forced"].map(number);
        assert_eq!(found, expected, "{row:?}");
        assert_eq!(magic::spread(level, difficulty), number("stddev_uncapped"), "{row:?}");
    }
    assert_eq!(rows.len(), 645);
}

/// Bonuses, drawn as the program draws them: each cell as two samples.
#[test]
fn gate_of_bonuses() {
    const DRAWS: u64 = 400_000;
    let Some(folder) = reference("imoria") else { return };
    let mut cells: BTreeMap<[i64; 3], BTreeMap<i64, u64>> = BTreeMap::new();
    for row in table(&folder.join("tallies/m_bonus.csv.gz")) {
        let number = |name: &str| row[name].parse::<i64>().expect("a number");
        assert_eq!(number("n") as u64, DRAWS);
        let cell = cells.entry(["level", "base", "max_std"].map(number)).or_default();
        cell.insert(number("value"), number("count") as u64);
    }
    let tests = cells.iter().zip(0..).map(|(([level, base, most], counted), seed)| {
        let mut random = Stream::seeded([2029, seed, 0]);
        let spread = magic::spread(*level, Difficulty::USUAL);
        let mut ours: BTreeMap<i64, u64> = BTreeMap::new();
        for _ in 0..DRAWS {
            *ours.entry(magic::bonus(*base, *most, spread, &mut random)).or_default() += 1;
        }
        let (mut few, mut statistic, mut rows) = ((0, 0), 0.0, 0);
        let values: std::collections::BTreeSet<i64> = counted.keys().chain(ours.keys()).copied().collect();
        let mut add = |one: u64, other: u64| {
            let (one, other) = (one as f64, other as f64);
            statistic += (one - other) * (one - other) / (one + other);
            rows += 1;
        };
        for value in values {
            let of = |cell: &BTreeMap<i64, u64>| cell.get(&value).copied().unwrap_or(0);
            let (one, other) = (of(counted), of(&ours));
            if one + other < 20 { few = (few.0 + one, few.1 + other) } else { add(one, other) }
        }
        if few.0 + few.1 >= 20 {
            add(few.0, few.1);
        }
        (statistic, rows - 1)
    });
    judge("bonuses", tests);
}

/// The starter tree: each number that can be changed, 1 larger, is that when read again, and the trees differ by it alone.
#[test]
fn every_number_of_the_starter_tree_can_be_changed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/imoria");
    let base = games::find("imoria").expect("the game").load(files_of(&folder));
    assert_eq!(remarks(&base), Vec::<String>::new());
    let larger = |line: &EntryLine| {
        // A larger table has another row, which is no number of this one.
        let number: i64 = line.text.parse().ok().filter(|_| line.sort.name() != "sizes")?;
        Some(Change::replace(line, (number + 1).to_string()))
    };
    let changes: Vec<Change> = entry_lines(&base).iter().filter_map(larger).collect();
    // 73 entries; sorts and flags are names, and some are hexadecimal.
    assert!(changes.len() > 73 * 9, "{}", changes.len());
    let applied = apply(&base, &changes).expect("files");
    assert!(applied.is_whole());
    let after = base.game.load(applied.sources);
    // They come in the order of the file.
    let found = differences(&base, &after).expect("files").changes;
    assert!(found.len() == changes.len() && changes.iter().all(|change| found.contains(change)));
    for (old, new) in base.model.entries().iter().zip(after.model.entries()).filter(|(old, _)| old.sort != 4) {
        for (old, new) in old.fields.iter().zip(&new.fields) {
            if let (EntryValue::Number(old), EntryValue::Number(new), Some(_)) = (&old.value, &new.value, old.site) {
                assert_eq!(*new, old + 1);
            }
        }
    }
}
