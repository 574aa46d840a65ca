//! Unangband's files, and everything that the program computes of them before anything is made: power above all.

use std::{collections::BTreeMap, path::Path};

use affixboard_games as games;
use affixboard_model::{
    engine::flags::FlagSet,
    text::{Rule, Severity, SourceSet},
};
use affixboard_unangband::{
    item::{MadeItem, RandomFlag},
    load,
    model::UnangbandModel,
    monsters::templates::RaceTemplate,
    power::item_power,
};

use crate::common::reference;

/// The original's files.
pub(super) fn sources(folder: &Path) -> SourceSet {
    crate::common::sources(&folder.join("edit"))
}

fn original(folder: &Path) -> UnangbandModel {
    let sources = sources(folder);
    let (model, diagnostics) = load::read(&sources);
    let errors: Vec<_> = diagnostics.iter().filter(|said| said.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    model
}

/// Rows of a table of the running program, by column.
fn rows(folder: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader =
        csv::ReaderBuilder::new().flexible(true).from_path(folder.join("dumps").join(name)).expect("facts");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> i64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

fn flags(row: &BTreeMap<String, String>, sets: std::ops::RangeInclusive<u32>) -> FlagSet {
    let first = *sets.start();
    sets.fold(0, |flags, set| flags | ((number(row, &format!("flags{set}")) as u32 as FlagSet) << (32 * (set - first))))
}

#[test]
fn the_folder_is_told_from_other_games() {
    let Some(folder) = reference("unangband") else { return };
    let loaded = games::read(sources(&folder)).expect("a game");
    assert_eq!(loaded.game.id(), "unangband");
    assert!(loaded.foreign.is_none(), "{:?}", loaded.foreign);
}

#[test]
fn monsters_have_their_power() {
    let Some(folder) = reference("unangband") else { return };
    let model = original(&folder);
    let facts = rows(&folder, "monsters.csv");
    let mut wrong = Vec::new();
    for row in &facts {
        let race = &model.races[number(row, "r_idx") as usize];
        let has = |name: &str| i64::from(race.flags.names().contains(&name));
        let found = [race.level, race.rarity, race.group, race.experience, race.power, has("UNIQUE"), has("GUARDIAN")];
        let expected = ["level", "rarity", "grp_idx", "mexp", "power", "unique", "guardian"].map(|of| number(row, of));
        if found != expected {
            wrong.push(format!("{} {}: {found:?}, expected {expected:?}", race.index, race.name));
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), facts.len());
    assert_eq!(facts.len(), 1377);
}

#[test]
fn slays_have_their_power() {
    let Some(folder) = reference("unangband") else { return };
    let model = original(&folder);
    let facts = rows(&folder, "slays.csv");
    assert_eq!(facts.len(), 33);
    // Bits beyond the 21 slays stand for nothing.
    for row in facts.into_iter().filter(|row| number(row, "bit") < 21) {
        let power = match number(&row, "bit") {
            -1 => model.slays.total,
            bit => model.slays.single[bit as usize],
        };
        assert_eq!(power, number(&row, "slay_power"), "{row:?}");
    }
}

#[test]
fn kinds_egos_and_artifacts_are_the_programs() {
    let Some(folder) = reference("unangband") else { return };
    let model = original(&folder);
    let mut compared = [0; 3];
    for row in rows(&folder, "kinds.csv").iter().filter(|row| !row["name"].is_empty()) {
        let index = number(row, "k_idx");
        let kind = model.kinds.iter().find(|kind| i64::from(kind.index) == index).expect("the kind");
        let places: Vec<(u8, u8)> = (1..=4)
            .map(|at| (number(row, &format!("l{at}")) as u8, number(row, &format!("c{at}")) as u8))
            .filter(|place| place.1 > 0)
            .collect();
        assert_eq!((kind.places.as_slice(), kind.flags), (places.as_slice(), flags(row, 1..=4)), "{index}");
        let found = [
            i64::from(kind.tval),
            i64::from(kind.sval),
            kind.pval.into(),
            kind.charges.into(),
            kind.level.into(),
            kind.weight.into(),
            kind.cost.into(),
            kind.to_hit.into(),
            kind.to_dam.into(),
            kind.to_ac.into(),
            kind.armor_class.into(),
            kind.dice.into(),
            kind.sides.into(),
        ];
        let columns =
            ["tval", "sval", "pval", "charges", "level", "weight", "cost", "to_h", "to_d", "to_a", "ac", "dd", "ds"];
        assert_eq!(found, columns.map(|column| number(row, column)), "{index}");
        // What flags of sets 5 and 6 imply is for the display, but for these.
        let traits = flags(row, 5..=6) as u64;
        for trait_of_rules in [1_u64 << 4, 1 << 21, 1 << 42] {
            assert_eq!(kind.traits & trait_of_rules, traits & trait_of_rules, "{index} {}", row["name"]);
        }
        compared[0] += 1;
    }
    for row in rows(&folder, "egos.csv").iter().filter(|row| !row["name"].is_empty()) {
        let index = number(row, "e_idx");
        let ego = model.egos.iter().find(|ego| i64::from(ego.index) == index).expect("the ego");
        let places: Vec<(u8, u8, u8)> = (1..=3)
            .map(|at| ["t", "min", "max"].map(|of| number(row, &format!("{of}{at}")) as u8))
            .filter(|place| place[0] > 0)
            .map(|[tval, min, max]| (tval, min, max))
            .collect();
        assert_eq!((ego.places.as_slice(), ego.flags), (places.as_slice(), flags(row, 1..=4)), "{index}");
        let found = [i64::from(ego.slot), ego.extra.into(), ego.level.into(), ego.rarity.into(), ego.slay_power];
        let columns = ["slot", "xtra", "level", "rarity", "slay_power"];
        assert_eq!(found, columns.map(|column| number(row, column)), "{index}");
        let most = ["max_to_h", "max_to_d", "max_to_a", "max_pval"].map(|column| number(row, column));
        assert_eq!(ego.most.map(i64::from), most, "{index}");
        compared[1] += 1;
    }
    let mut wrong = Vec::new();
    for row in rows(&folder, "artifacts.csv").iter().filter(|row| !row["name"].is_empty()) {
        let index = number(row, "a_idx");
        let artifact = model.artifacts.iter().find(|artifact| i64::from(artifact.index) == index).expect("it");
        if (artifact.flags, artifact.power) != (flags(row, 1..=4), number(row, "power")) {
            let (more, less) = (artifact.flags & !flags(row, 1..=4), flags(row, 1..=4) & !artifact.flags);
            wrong.push(format!(
                "{index} {}: {} {} more {more:x} less {less:x}",
                row["name"], artifact.power, row["power"]
            ));
        }
        compared[2] += 1;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(compared, [971, 92, 136]);
}

#[test]
fn items_have_their_power() {
    let Some(folder) = reference("unangband") else { return };
    let model = original(&folder);
    let file = std::fs::File::open(folder.join("dumps/object-samples.csv.gz")).expect("facts");
    let mut reader = csv::Reader::from_reader(flate2::read::GzDecoder::new(file));
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for row in reader.deserialize() {
        let row: BTreeMap<String, String> = row.expect("a row");
        if number(&row, "name1") != 0 {
            continue;
        }
        let kind = number(&row, "k_idx");
        let kind = model.kinds.iter().position(|known| i64::from(known.index) == kind).expect("the kind");
        let ego = number(&row, "name2");
        let extra = (number(&row, "xtra1") as u8, number(&row, "xtra2") as u8);
        let [to_hit, to_dam, to_ac, pval, armor_class, dice, sides, weight] =
            ["to_h", "to_d", "to_a", "pval", "ac", "dd", "ds", "weight"].map(|column| number(&row, column) as i32);
        let item = MadeItem {
            to_hit,
            to_dam,
            to_ac,
            pval,
            armor_class,
            dice,
            sides,
            weight,
            ego: model.egos.iter().position(|known| i64::from(known.index) == ego && ego > 0),
            extra: (extra.0 > 0).then_some(RandomFlag { group: extra.0, at: extra.1 }),
            ..MadeItem::plain(kind, &model.kinds[kind])
        };
        let power = item_power(&item, &model.kinds[kind], item.ego.map(|ego| &model.egos[ego]), &model.slays);
        compared += 1;
        if power != number(&row, "power") {
            wrong.push(format!("{power}, expected {row:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {compared}: {:#?}", wrong.len(), &wrong[..wrong.len().min(12)]);
    assert!(compared > 2000, "{compared}");
}

/// The 25 files of the folder, each with the number of its entries as grep counts their headers in it.
#[test]
fn every_file_is_read_without_an_error() {
    let Some(folder) = reference("unangband") else { return };
    let sources = sources(&folder);
    let loaded = games::find("unangband").expect("the game").load(sources.clone());
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|said| said.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // What is remarked, by rule: in the second last line of vault 102 the file has NUL bytes.
    let count = |rule: Rule| loaded.diagnostics.iter().filter(|said| said.rule == rule).count();
    assert_eq!((count(Rule::DanglingReference), count(Rule::NulByte), count(Rule::PowerBeyondLevel)), (227, 1, 2));
    assert_eq!(loaded.files().len(), 25);
    for spec in loaded.files() {
        let (_, file) = spec.find(&sources).unwrap_or_else(|| panic!("{}", spec.name));
        let header = format!("{}:", spec.header);
        let lines = file.text().split(|byte| *byte == b'\n');
        let headers = lines.filter(|line| line.starts_with(header.as_bytes())).count();
        let entries: usize = loaded
            .entry_sorts()
            .map(|sort| loaded.entry_records(sort))
            .map(|records| records.iter().filter(|record| sources.file(record.span.file).name() == spec.name).count())
            .sum();
        assert_eq!(entries, headers, "{}", spec.name);
    }
    crate::common::print_back(&sources);
    // By hand: what `grep -c '^N:'` says of some.
    let count = |name: &str| {
        let sort = loaded.entry_sort(name).expect("a sort");
        loaded.entry_records(sort).len()
    };
    assert_eq!((count("spells"), count("classes"), count("races"), count("flavours")), (640, 13, 37, 619));
    assert_eq!((count("features"), count("rooms"), count("histories"), count("words")), (1001, 888, 328, 601));
    assert_eq!((count("limits"), count("prices"), count("styles"), count("owners")), (30, 26, 178, 57));
}

/// Level, rarity and experience of each race as the program writes them where it is compiled to write its own files
/// (`ALLOW_TEMPLATES_OUTPUT`), what it notes in `C:` lines, and the power it has by then: as that program, run on these
/// files, has them in memory.
#[test]
fn monsters_get_the_lines_that_the_program_writes() {
    let Some(folder) = reference("unangband") else { return };
    let model = original(&folder);
    let of = |index: usize| {
        let one = &model.templates[index];
        ([one.level, one.rarity, one.experience], one.calculated, one.power)
    };
    for (index, line, calculated, power) in [
        (0, [0, 1, 0], [1, 0, 0], 1),
        (1, [0, 3, 0], [3, 0, 1], 4),
        (15, [1, 3, 3], [0, 0, 0], 5),
        (20, [3, 1, 1], [0, 0, 0], 1),
        (46, [3, 4, 16], [5, 7, 12], 14),
        (52, [9, 5, 41], [14, 54, 84], 21),
        (75, [5, 2, 6], [0, 0, 0], 3),
        (127, [12, 3, 34], [0, 0, 0], 5),
        (244, [23, 4, 170], [0, 0, 0], 10),
        (283, [12, 4, 40], [0, 0, 0], 14),
        (343, [5, 7, 100], [13, 46, 120], 70),
        (347, [40, 5, 2700], [0, 0, 0], 22),
        (358, [21, 3, 120], [0, 0, 0], 7),
        (620, [4, 6, 47], [10, 23, 58], 45),
        (715, [60, 25, 4_100_000], [59, 3_100_000, 3_000_000], 4536),
        (717, [60, 21, 4_100_000], [59, 1_800_000, 1_800_000], 2592),
        (751, [13, 5, 43], [0, 0, 0], 29),
        (1016, [25, 4, 200], [0, 0, 0], 10),
        (1172, [6, 1, 4], [0, 0, 0], 1),
        (1211, [36, 4, 820], [0, 0, 0], 12),
        (1344, [1, 5, 4], [0, 0, 0], 31),
        (1368, [59, 22, 310_000], [59, 2_000_000, 2_000_000], 2900),
        (1373, [3, 2, 3], [0, 0, 0], 3),
    ] {
        assert_eq!(of(index), (line, calculated, power), "race {index}");
    }
    // Of all: sums, and sums of each times its index.
    assert_eq!(model.templates.len(), 1377);
    let sums = |number: fn(&RaceTemplate) -> i64| {
        let numbers = || model.templates.iter().map(number);
        (numbers().sum::<i64>(), (0_i64..).zip(numbers()).map(|(index, number)| index * number).sum::<i64>())
    };
    let numbers: [fn(&RaceTemplate) -> i64; 7] = [
        |one| one.level,
        |one| one.rarity,
        |one| one.experience,
        |one| one.calculated[0],
        |one| one.calculated[1],
        |one| one.calculated[2],
        |one| one.power,
    ];
    let expected = [
        (30_647, 21_956_760),
        (5978, 4_204_964),
        (43_838_580, 34_257_233_422),
        (5632, 3_464_933),
        (26_562_688, 20_825_097_494),
        (26_359_247, 20_689_217_870),
        (72_095, 54_915_323),
    ];
    assert_eq!(numbers.map(sums), expected);
}

/// Of its own file, the program would write 28 levels and 26 experiences of 32 races otherwise, and of `C:` lines the
/// numbers of 8 races.
#[test]
fn stale_lines_of_monsters_are_told() {
    let Some(folder) = reference("unangband") else { return };
    let (_, diagnostics) = load::read(&sources(&folder));
    let stale: Vec<_> = diagnostics.iter().filter(|said| said.rule == Rule::StaleTemplate).collect();
    let of = |begin: &str| stale.iter().filter(|said| said.found.starts_with(begin)).count();
    let own = of("found the experience at its own level ");
    assert_eq!((of("found the level "), of("found the experience ") - own), (28, 26));
    assert_eq!((of("found the computed level "), of("found the computed experience "), own), (3, 8, 5));
    let last: Vec<&str> =
        stale.iter().map(|said| said.found.as_str()).filter(|found| found.contains("rarities")).collect();
    assert_eq!(last.len(), 1);
    assert!(last[0].starts_with("found 1235 rarities that the program would write otherwise, the first "), "{last:?}");
}
