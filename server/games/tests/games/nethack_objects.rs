//! NetHack's random objects against what the original program made.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::Path,
};

use affixboard_model::{
    batch::Metric,
    engine::random::Stream,
    game::{Point, SubjectRules},
    stats::{chi_square_sf, holm},
};
use affixboard_nethack::{
    Program,
    branch::Branch,
    checks,
    objects::{EachKind, ObjectKind, ObjectTable, Objects, has_own_sums, probabilities},
};

use crate::common::{
    nethack, reference,
    subject_gate::{self, CountedPoint, Whole},
};

fn subject(folder: &Path) -> Objects {
    let monsters: Vec<_> = nethack::monsters(folder).into_iter().map(|(monster, _)| monster).collect();
    let program = Program::NetHack36;
    Objects::new(&nethack::objects(folder), &monsters, Branch::of(&[], program), program)
}

fn point_of(rules: &Objects, columns: &[String]) -> Point {
    let of = |at: usize| rules.spec().dimensions[at].parse(&columns[at]).expect("a value");
    Point::of(&[of(0), of(1), of(2), 0])
}

/// Both tallies: 27 points of place, depth and quality.
fn tallies(folder: &Path) -> BTreeMap<Vec<String>, CountedPoint> {
    let mut points = subject_gate::tally(&folder.join("tallies/full.csv.gz"), 3);
    points.extend(subject_gate::tally(&folder.join("tallies/full-rogue.csv.gz"), 3));
    assert_eq!(points.len(), 27);
    points
}

#[test]
fn gate_of_objects() {
    let Some(folder) = reference("nethack") else { return };
    let rules = subject(&folder);
    let points = tallies(&folder);
    let found = subject_gate::exact(&rules, &points, &|columns| point_of(&rules, columns), Whole::Class("class"));
    found.print("objects");
}

/// Programs that sum each class's chances themselves: 3.7, and two variants. For each a false alarm has the chance that every
/// gate has; the counts that are held out are read by nobody.
#[test]
fn gate_of_objects_where_classes_have_sums_of_their_own() {
    // What the program counted and nothing is told of here: names that good weapons are given.
    let all: [(_, _, _, &[&str]); 3] = [
        (Program::NetHack37, "nethack-3.7", 28, &[]),
        (Program::XNetHack, "xnethack", 29, &["named"]),
        (Program::EvilHack, "evilhack", 28, &["oprop_count"]),
    ];
    for (program, folder, rings, untold) in all {
        let Some(folder) = reference(folder) else { continue };
        let mut table = nethack::objects(&folder);
        add_materials(&mut table, program);
        assert!(has_own_sums(&table.kinds), "{program:?}");
        assert_eq!(checks::objects(&table.kinds), [], "{program:?}");
        let monsters = nethack::monsters_as_given(&folder);
        let rules = Objects::new(&table, &monsters, Branch::of(&[], program), program);
        let mut points = subject_gate::tally(&folder.join("tallies/full.csv.gz"), 3);
        let told: BTreeSet<(&str, &str)> =
            rules.rows().iter().map(|row| (row.metric.0, row.columns[0].as_str())).collect();
        let mut dropped = BTreeSet::new();
        for point in points.values_mut() {
            add_rings_without_enchantment(point);
            name_properties(point);
            point.rows.retain(|(metric, row), _| {
                let is_told = told.contains(&(metric, row[0].as_str()));
                if !is_told {
                    dropped.insert(metric.clone());
                }
                is_told
            });
        }
        assert_eq!(dropped.iter().collect::<Vec<_>>(), untold, "{program:?}");
        assert!(points.len() >= 6, "{program:?}");
        let of = |columns: &[String]| point_of(&rules, columns);
        subject_gate::exact(&rules, &points, &of, Whole::Class("class")).print(&format!("{program:?}"));
        // Three in a hundred are rings, each of them as many.
        let point = Point::of(&[0, 5, 0]);
        let chances = rules.exact(point).into_iter().filter(|chance| chance.mean > 0.0);
        let of_rings: Vec<f64> = chances
            .filter(|chance| {
                let row = &rules.rows()[chance.key as usize];
                row.metric == Metric::KIND && row.columns[0] == "4"
            })
            .map(|chance| chance.mean)
            .collect();
        assert_eq!(of_rings.len(), rings, "{program:?}");
        assert!(of_rings.iter().all(|mean| (mean - 0.03 / rings as f64).abs() < 1e-12), "{program:?}: {of_rings:?}");
        let drawn = subject_gate::drawn(&rules, &[point], 400_000, 2021, Whole::Class("class"));
        drawn.print(&format!("{program:?}"));
        contents_are_as_often_as_counted(&rules, &points);
    }
}

/// Materials by number (objclass.h of `EvilHack`), and of artifacts those that aren't their base's (artilist.h): the facts don't
/// have them.
fn add_materials(table: &mut ObjectTable, program: Program) {
    let names = [
        "",
        "liquid",
        "wax",
        "veggy",
        "flesh",
        "paper",
        "cloth",
        "spider silk",
        "leather",
        "wood",
        "bone",
        "dragon hide",
        "iron",
        "steel",
        "copper",
        "bronze",
        "silver",
        "gold",
        "platinum",
        "mithril",
        "adamantine",
        "plastic",
        "glass",
        "gemstone",
        "mineral",
    ];
    let of_artifacts: &[(&str, &str)] = match program {
        Program::NetHack36 | Program::NetHack37 => return,
        Program::XNetHack => &[
            ("Mirror Brand", "glass"),
            ("Demonbane", "silver"),
            ("Werebane", "silver"),
            ("Grayswandir", "silver"),
            ("Sunsword", "gold"),
        ],
        Program::EvilHack => {
            table.materials = names.iter().enumerate().skip(1).map(|(number, name)| (number as i64, *name)).collect();
            &[
                ("Stormbringer", "steel"),
                ("Orcrist", "mithril"),
                ("Sting", "mithril"),
                ("Frost Brand", "steel"),
                ("Fire Brand", "steel"),
                ("Dragonbane", "dragon hide"),
                ("Demonbane", "silver"),
                ("Werebane", "silver"),
                ("Grayswandir", "silver"),
                ("Vorpal Blade", "steel"),
                ("Sunsword", "gemstone"),
                ("Dirge", "mithril"),
                ("Luck Blade", "steel"),
                ("Secespita", "copper"),
                ("Butcher", "bone"),
                ("Dramborleg", "mithril"),
                ("Glamdring", "mithril"),
                ("Shadowblade", "adamantine"),
                ("Gauntlets of Purity", "silver"),
                ("Ashmar", "mithril"),
                ("Hammer of the Gods", "silver"),
                ("Tempest", "iron"),
                ("Dichotomy", "gemstone"),
                ("Harbinger", "steel"),
                ("The Sword of Annihilation", "steel"),
            ]
        }
    };
    // xNetHack's materials have the numbers of 3.6.
    let of_36 = [("silver", 14), ("gold", 15), ("glass", 19)];
    for (name, material) in of_artifacts {
        let artifact = table.artifacts.iter_mut().find(|artifact| artifact.name == *name).expect("the artifact");
        let number = match program {
            Program::EvilHack => names.iter().position(|name| name == material).map(|at| at as i64),
            _ => of_36.iter().find(|one| one.0 == *material).map(|one| one.1),
        };
        artifact.material = number.expect("a material").into();
    }
}

/// Our names of materials, and of what `EvilHack`'s tallies number: properties by bits, qualities by numbers.
fn name_properties(point: &mut CountedPoint) {
    let properties = [
        "fire",
        "frost",
        "shock",
        "venom",
        "drain",
        "oilskin",
        "ESP",
        "searching",
        "warning",
        "excellence",
        "fumbling",
        "hunger",
    ];
    let qualities = ["usual", "inferior", "superior", "exceptional"];
    let rows = std::mem::take(&mut point.rows).into_iter().filter_map(|((metric, mut row), count)| {
        let named = match metric.as_str() {
            // Looks of others are dealt out in each game, with their materials, or there is nothing to choose.
            "material" | "kind_material" if !matches!(row[0].as_str(), "2" | "3" | "6" | "13") => return None,
            "material" | "kind_material" => {
                let own = [
                    ("stone", "mineral"),
                    ("wooden", "wood"),
                    ("organic", "veggy"),
                    ("dragonhide", "dragon hide"),
                    ("crystal", "gemstone"),
                ];
                if let Some((_, name)) = own.iter().find(|(other, _)| *other == row[2]) {
                    (*name).clone_into(&mut row[2]);
                }
                metric.as_str()
            }
            "oprop" => {
                let bit = i64::from_str_radix(row[2].trim_start_matches("0x"), 16).expect("bits").trailing_zeros();
                properties[bit as usize].clone_into(&mut row[2]);
                "property"
            }
            // Of others there is only the usual one.
            "forged_qual" if !matches!(row[0].as_str(), "2" | "3") => return None,
            "forged_qual" => {
                let quality = row[2].parse::<usize>().expect("a number");
                qualities[quality].clone_into(&mut row[2]);
                "quality"
            }
            other => other,
        };
        Some(((named.to_owned(), row), count))
    });
    point.rows = rows.collect();
}

/// These tallies have enchantments of the rings that can have one; here others are +0.
fn add_rings_without_enchantment(point: &mut CountedPoint) {
    for blessing in ["blessed", "cursed", "uncursed"] {
        let row = |name: &str| vec!["4".to_owned(), "-1".to_owned(), name.to_owned()];
        let of = |metric: &str, name: &str| (metric.to_owned(), row(name));
        let all = point.rows.get(&of("buc", blessing)).copied().unwrap_or(0);
        let is_so = |name: &str| name.split_once('/').is_some_and(|(_, other)| other == blessing);
        let enchanted =
            point.rows.iter().filter(|((metric, row), _)| metric == "spe_buc" && row[0] == "4" && is_so(&row[2]));
        let others = all - enchanted.map(|(_, count)| count).sum::<u64>();
        *point.rows.entry(of("spe", "+0")).or_default() += others;
        *point.rows.entry(of("spe_buc", &format!("+0/{blessing}"))).or_default() += others;
    }
}

/// Objects of each kind, 4,000 of each by the original; poison wasn't counted.
#[test]
fn gate_of_each_kind_of_37() {
    for (program, folder) in [(Program::NetHack37, "nethack-3.7"), (Program::XNetHack, "xnethack")] {
        let Some(folder) = reference(folder) else { continue };
        let counted = subject_gate::tally(&folder.join("tallies/fixed.csv.gz"), 3);
        let [(_, counted)]: [_; 1] = Vec::from_iter(counted).try_into().expect("one point");
        let mut table = nethack::objects(&folder);
        // Coins, rocks, chains, venoms and novels weren't made; and how many charges the wand of nothing has was decided a few
        // times only.
        let was_made = |kind: &ObjectKind| counted.rows.keys().any(|(_, row)| row[1] == kind.index.to_string());
        table.kinds.retain(|kind| kind.name != "nothing" && was_made(kind));
        assert!(table.kinds.len() > 350, "{}", table.kinds.len());
        let rules = EachKind::new(&table, program).expect("the subject");
        let point = as_told(&rules, &counted);
        let points = BTreeMap::from([(vec!["normal".to_owned()], point)]);
        let of = |_: &[String]| Point::of(&[0]);
        let found = subject_gate::exact_without(&rules, &points, &of, Whole::Named, &["poisoned"]);
        found.print(&format!("{program:?}"));
        subject_gate::drawn(&rules, &[Point::of(&[0]), Point::of(&[1])], 2000, 2037, Whole::Named).print("drawn");
    }
}

/// What was counted of each kind, by our metrics: their tallies have blessing and enchantment together, blessing alone where
/// the enchantment means something else, and quantities of what comes together.
fn as_told(rules: &EachKind, counted: &CountedPoint) -> CountedPoint {
    let mut told = CountedPoint { trials: counted.trials, rows: BTreeMap::new() };
    let rows: BTreeSet<(&str, &[String])> =
        rules.rows().iter().map(|row| (row.metric.0, row.columns.as_slice())).collect();
    let kinds: BTreeSet<(&str, &str)> = rows.iter().map(|(_, row)| (row[0].as_str(), row[1].as_str())).collect();
    let has = |metric: &str, row: &[String]| rows.iter().any(|(own, other)| *own == metric && other[..2] == row[..2]);
    let mut several: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for ((metric, row), count) in &counted.rows {
        if !kinds.contains(&(&row[0], &row[1])) {
            continue;
        }
        let mut add = |metric: &str, what: &str| {
            let row = vec![row[0].clone(), row[1].clone(), what.to_owned()];
            if has(metric, &row) {
                *told.rows.entry((metric.to_owned(), row)).or_default() += count;
            }
        };
        match metric.as_str() {
            "spe_buc" | "buc" => {
                let (enchantment, blessing) = row[2].split_once('/').unwrap_or(("+0", &row[2]));
                add("buc", blessing);
                add("spe", enchantment);
                add("spe_buc", &format!("{enchantment}/{blessing}"));
            }
            "artifact" => add("artifact", &row[2]),
            "quan" => {
                add("quan", &row[2]);
                *several.entry((&row[0], &row[1])).or_default() += count;
            }
            _ => {}
        }
    }
    for (metric, row) in &rows {
        if *metric == "quan" && row[2] == "1" {
            let several = several.get(&(row[0].as_str(), row[1].as_str())).copied().unwrap_or(0);
            told.rows.insert(((*metric).to_owned(), row.to_vec()), counted.trials - several);
        }
    }
    told
}

#[test]
fn drawn_objects_are_as_often_as_computed() {
    let Some(folder) = reference("nethack") else { return };
    let rules = subject(&folder);
    let [branches, ..] = rules.spec().dimensions.as_slice() else { panic!("dimensions") };
    let places = ["The Dungeons of Doom", "Gehennom", "(rogue level)", "(container)"];
    let points: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(at, place)| Point::of(&[branches.parse(place).expect("a place"), 7, at as i32 % 2]))
        .collect();
    subject_gate::drawn(&rules, &points, 400_000, 2012, Whole::Class("class")).print("drawn");
}

/// Objects of each kind, 20,000 of each by the original: 426 kinds, those too that never come at random.
#[test]
fn gate_of_each_kind() {
    let Some(folder) = reference("nethack") else { return };
    let rules = EachKind::new(&nethack::objects(&folder), Program::NetHack36).expect("the subject");
    let counted = subject_gate::tally(&folder.join("tallies/fixed.csv.gz"), 3);
    // At other places only what is in corpses, boxes and the like was counted too, which isn't computed.
    let first = ["The Dungeons of Doom", "1", "normal"].map(str::to_owned).to_vec();
    let mut point = counted.into_iter().find(|(columns, _)| *columns == first).expect("the first place").1;
    let is_computed = |metric: &str| rules.exact_metrics().iter().any(|computed| computed.0 == metric);
    // Of a coin alone there is always one; how much money lies somewhere is said by what puts it there.
    let is_money = |metric: &str, row: &[String]| metric == "quan" && row[0] == "12";
    point.rows.retain(|(metric, row), _| is_computed(metric) && !is_money(metric, row));
    let points = BTreeMap::from([(vec!["normal".to_owned()], point)]);
    let found = subject_gate::exact(&rules, &points, &|_| Point::of(&[0]), Whole::Named);
    found.print("each kind");
    subject_gate::drawn(&rules, &[Point::of(&[0]), Point::of(&[1])], 2000, 2026, Whole::Named).print("drawn");
}

/// What lies in containers isn't computed, so it is drawn and held against what was counted.
///
/// What one box holds comes together, so that the number of things varies more than their sorts do. The sorts of what is no
/// corpse are held against each other as two samples. How many there are, of corpses and of others, is held against the mean
/// of batches of our own, with the variance that these show.
#[test]
fn drawn_contents_are_as_often_as_counted() {
    let Some(folder) = reference("nethack") else { return };
    let p = contents_are_as_often_as_counted(&subject(&folder), &tallies(&folder));
    assert!(p > 50, "{p}");
}

/// Returns the number of tests.
fn contents_are_as_often_as_counted(rules: &Objects, points: &BTreeMap<Vec<String>, CountedPoint>) -> usize {
    const BATCHES: usize = 100;
    let corpse = &rules.rows().iter().find(|row| row.metric.0 == "content_kind" && row.columns[2] == "corpse");
    let corpse = corpse.expect("a corpse").columns.join(",");
    let mut p = Vec::new();
    for (at, (columns, counted)) in points.iter().enumerate() {
        let point = point_of(rules, columns);
        let original = contents(counted);
        let mut ours: BTreeMap<String, u64> = BTreeMap::new();
        let mut totals: [Vec<f64>; 2] = Default::default();
        let mut random = Stream::seeded([2013, at as u64, 0]);
        for _ in 0..BATCHES {
            let batch = contents(&subject_gate::draw(rules, point, counted.trials / BATCHES as u64, &mut random));
            for (of, totals) in split(&batch, &corpse).into_iter().zip(&mut totals) {
                totals.push(of as f64);
            }
            for (name, count) in batch {
                *ours.entry(name).or_default() += count;
            }
        }
        if original.is_empty() {
            assert!(ours.is_empty(), "{columns:?}: {ours:?}");
            continue;
        }
        for (of, totals) in split(&original, &corpse).into_iter().zip(&totals) {
            let count = BATCHES as f64;
            let mean = totals.iter().sum::<f64>() / count;
            let variance = totals.iter().map(|total| (total - mean).powi(2)).sum::<f64>() / (count - 1.0);
            // The sum of the batches and what was counted vary alike.
            let z = (of as f64 - count * mean) / (2.0 * count * variance).sqrt();
            p.push((format!("{columns:?}: {of} for {}", count * mean), chi_square_sf(z * z, 1)));
        }
        let (statistic, freedom) = two_samples(&original, &ours, &corpse);
        p.push((format!("{columns:?}: χ² {statistic} of {freedom}"), chi_square_sf(statistic, freedom)));
    }
    let corrected = holm(&p.iter().map(|one| one.1).collect::<Vec<_>>());
    let worst = (0..p.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    assert!(corrected[worst] >= subject_gate::FALSE_ALARM, "{:?}", p[worst]);
    p.len()
}

/// What was counted in containers, by kind.
fn contents(counted: &CountedPoint) -> BTreeMap<String, u64> {
    let of_contents = counted.rows.iter().filter(|((metric, _), _)| metric == "content_kind");
    of_contents.map(|((_, row), count)| (row.join(","), *count)).collect()
}

/// How many corpses and how many others.
fn split(contents: &BTreeMap<String, u64>, corpse: &str) -> [u64; 2] {
    let all: u64 = contents.values().sum();
    let corpses = contents.get(corpse).copied().unwrap_or(0);
    [corpses, all - corpses]
}

/// χ² of two samples of what is no corpse, and its degrees of freedom; what is rare is taken together.
fn two_samples(one: &BTreeMap<String, u64>, other: &BTreeMap<String, u64>, corpse: &str) -> (f64, u32) {
    let names = one.keys().chain(other.keys()).filter(|name| *name != corpse);
    let names: BTreeSet<_> = names.collect();
    let mut few = (0, 0);
    let mut classes = Vec::new();
    for name in names {
        let pair = (one.get(name).copied().unwrap_or(0), other.get(name).copied().unwrap_or(0));
        if pair.0 + pair.1 < 20 {
            few = (few.0 + pair.0, few.1 + pair.1);
        } else {
            classes.push(pair);
        }
    }
    classes.push(few);
    classes.retain(|pair| pair.0 + pair.1 > 0);
    let sum = |of: fn(&(u64, u64)) -> u64| classes.iter().map(of).sum::<u64>() as f64;
    let (all, share) = (sum(|pair| pair.0 + pair.1), sum(|pair| pair.0) / sum(|pair| pair.0 + pair.1));
    assert!(all > 0.0);
    let of = |pair: &(u64, u64)| {
        let both = (pair.0 + pair.1) as f64;
        (pair.0 as f64 - both * share).powi(2) / (both * share * (1.0 - share))
    };
    (classes.iter().map(of).sum(), classes.len() as u32 - 1)
}

#[test]
fn chances_of_gems_are_those_of_the_program() {
    let Some(folder) = reference("nethack") else { return };
    let kinds = nethack::objects(&folder).kinds;
    let mut text = String::new();
    let file = std::fs::File::open(folder.join("tallies/gemprob.csv.gz")).expect("a tally");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut compared = 0;
    for record in csv::Reader::from_reader(text.as_bytes()).deserialize() {
        let (ledger, index, name, expected): (i64, u16, String, i64) = record.expect("a row");
        let at = kinds.iter().position(|kind| kind.index == index).expect("a gem");
        assert_eq!((kinds[at].name.as_str(), probabilities(&kinds, ledger)[at]), (name.as_str(), expected), "{ledger}");
        compared += 1;
    }
    assert_eq!(compared, 33 * 22);
}

/// 4 % of objects are wands, and 5 of 1000 wands are of wishing.
#[test]
fn a_wand_of_wishing_is_one_object_in_five_thousand() {
    let Some(folder) = reference("nethack") else { return };
    let rules = subject(&folder);
    let row = |metric: &str, name: &str| {
        rules.rows().iter().position(|row| row.metric.0 == metric && row.columns[2] == name).expect("a row") as u32
    };
    let mean = |point: Point, key: u32| {
        let all = rules.exact(point);
        all.iter().find(|chance| chance.key == key).map_or(0.0, |chance| chance.mean)
    };
    let wishing = row("kind", "wishing");
    assert!((mean(Point::of(&[0, 10, 0, 0]), wishing) - 0.0002).abs() < 1e-15);
    assert!((mean(Point::of(&[1, 40, 0, 0]), wishing) - 0.0004).abs() < 1e-15);
    // One weapon in 100 is an elven dagger, and one of these in 20 becomes Sting.
    let sting = row("artifact", "Sting");
    assert!((mean(Point::of(&[0, 10, 0, 0]), sting) - 0.1 * 0.01 / 20.0).abs() < 1e-15);
    assert!(mean(Point::of(&[0, 10, 1, 0]), sting).abs() < 1e-15);
}

#[test]
fn remarks_on_the_games_own_tables() {
    let Some(folder) = reference("nethack") else { return };
    assert_eq!(checks::objects(&nethack::objects(&folder).kinds), []);
    let monsters: Vec<_> = nethack::monsters(&folder).into_iter().map(|(monster, _)| monster).collect();
    // Soldiers come after doppelgangers, ghouls after ettin zombies: the game's own table doesn't rise everywhere.
    let said: Vec<String> =
        checks::monsters(&monsters, Program::NetHack36).iter().map(|remark| format!("{remark:?}")).collect();
    let expected = [
        "found wolf of difficulty 6 after large dog of difficulty 7",
        "found steam vortex of difficulty 9 after energy vortex of difficulty 10",
        "found ghoul of difficulty 5 after ettin zombie of difficulty 7",
        "found soldier of difficulty 8 after doppelganger of difficulty 11",
        "found lieutenant of difficulty 12 after nurse of difficulty 13",
        "found incubus of difficulty 8 after horned devil of difficulty 9",
        "found sandestin of difficulty 15 after pit fiend of difficulty 16",
    ];
    assert_eq!(said.len(), expected.len(), "{said:?}");
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.contains("ClassOrder") && said.contains(expected), "{expected}: {said}");
    }
}
