//! The values of Angband 4.2's items, and what given kinds become, against what the original made.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{LazyLock, Mutex},
};

use crate::common::values::{Row, ValueGate, check, ego_extra, number, place, place_of};
use affixboard_games as games;
use affixboard_model::{
    batch::{KeySpace, Metric},
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// Every modifier is a metric of its own, for an item can have several; so is every curse.
fn metric(prefix: &str, name: &str) -> &'static str {
    static KNOWN: LazyLock<Mutex<BTreeMap<String, &'static str>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().expect("nobody panics with it");
    let full = format!("{prefix}:{name}");
    known.entry(full.clone()).or_insert_with(|| String::leak(full))
}

const PLAIN: [&str; 7] = ["kind", "to_h", "to_d", "to_a", "dice", "ncurses", "power"];
const MODIFIERS: [&str; 16] = [
    "STR", "INT", "WIS", "DEX", "CON", "STEALTH", "SEARCH", "INFRA", "TUNNEL", "SPEED", "BLOWS", "SHOTS", "MIGHT",
    "LIGHT", "DAM_RED", "MOVES",
];

fn theirs([of, tval, sval, name]: [&str; 4]) -> Option<Row> {
    let item = place(tval, sval);
    match of {
        "number" => Some(("number", item, name.to_owned())),
        "ego" => Some(("ego", item, name.to_owned())),
        "artifact" => Some(("artifact", item, name.to_owned())),
        "curse" => Some((metric("curse", name), item, String::new())),
        "egoextra" => {
            let (ego, power) = name.split_once('|').expect("an ego and its power");
            Some(("egoextra", format!("{item} {ego}"), power.to_owned()))
        }
        _ => match of.strip_prefix("mod:") {
            Some(_) if name == "0" => None,
            Some(modifier) => Some((metric("mod", modifier), item, name.to_owned())),
            None => PLAIN.into_iter().find(|known| *known == of).map(|known| (known, item, name.to_owned())),
        },
    }
}

/// The metrics of the file of values.
fn values(keys: &KeySpace, key: u32, _: bool) -> Option<Row> {
    ours(keys, key).filter(|row| row.0.starts_with("mod:") || ["to_h", "to_d", "to_a", "dice"].contains(&row.0))
}

/// The metrics of the other files.
fn others(keys: &KeySpace, key: u32, fixed: bool) -> Option<Row> {
    let is_there = |metric: &str| match metric {
        // Given kinds have no piles, and the power of whole drops isn't in their file.
        "number" | "kind" => !fixed,
        "power" => fixed,
        "ego" | "artifact" | "egoextra" | "ncurses" => true,
        _ => metric.starts_with("curse:"),
    };
    ours(keys, key).filter(|row| is_there(row.0))
}

fn ours(keys: &KeySpace, key: u32) -> Option<Row> {
    let of = keys.key(key);
    let label = keys.label(key).1;
    if of.metric == Metric::ARTIFACT {
        let (tval, sval) = keys.label(key).0?;
        return Some(("artifact", place(tval, sval), label));
    }
    let (tval, sval) = place_of(keys, of)?;
    let item = place(tval, sval);
    match of.metric {
        Metric::EGO_EXTRA => {
            let (_, power) = ego_extra(keys, key);
            let ego = keys.affix_of(key).map(|ego| keys.catalog().affix(ego).name.clone()).expect("an ego");
            Some(("egoextra", format!("{item} {ego}"), power))
        }
        Metric::AFFIX => Some(("ego", item, label)),
        Metric::CURSE => Some((metric("curse", &label), item, String::new())),
        Metric::MODIFIER => {
            let (modifier, value) = label.split_once(' ').expect("a modifier and its value");
            Some((metric("mod", modifier), item, number(value).to_string()))
        }
        // Piles of one are not in their files.
        Metric::NUMBER => Some(("number", item, label)).filter(|row| row.2 != "1" && !row.2.ends_with(" 1")),
        Metric::TO_HIT | Metric::TO_DAM | Metric::TO_AC => Some((of.metric.0, item, number(&label).to_string())),
        _ => PLAIN.into_iter().find(|known| *known == of.metric.0).map(|known| (known, item, label)),
    }
}

fn load(with_artifacts: bool) -> Option<(PathBuf, Loaded)> {
    let folder = crate::common::reference("angband-4.2")?;
    let mut sources = crate::common::sources(&folder.join("edit/4.2.5"));
    if !with_artifacts {
        let mut others = SourceSet::new();
        for file in sources.files().iter().filter(|file| file.name() != "artifact.txt") {
            others.push(file.clone());
        }
        others.push(SourceFile::new("artifact.txt", b"name:of nothing\n".to_vec()));
        sources = others;
    }
    Some((folder, games::find("angband-4.2").expect("the game").load(sources)))
}

/// The gate over one of the original's files.
fn gate(file: &str, items: &'static str, levels: &[u32], times: u64) {
    // Values were taken of items that could not become artifacts.
    let Some((folder, loaded)) = load(file != "values") else { return };
    let (folder, loaded) = (folder.join("tallies"), loaded);
    let mut marks: Vec<&'static str> = MODIFIERS.iter().map(|name| metric("mod", name)).collect();
    marks.extend(["number", "ego", "artifact"]);
    marks.extend(curses(&loaded));
    check(&ValueGate {
        loaded: &loaded,
        files: &[folder.join(format!("{file}.csv.gz"))],
        fixed: file != "full",
        theirs,
        items,
        levels,
        ours: if file == "values" { values } else { others },
        marks: &marks,
        times,
        seed: 2025,
    });
}

fn curses(loaded: &Loaded) -> Vec<&'static str> {
    let (_, file) = loaded.sources.find("curse.txt").expect("the file");
    let text = String::from_utf8_lossy(file.bytes());
    text.lines().filter_map(|line| line.strip_prefix("name:")).map(|name| metric("curse", name)).collect()
}

#[test]
fn gate_of_values() {
    gate("values", "to_h", &[30], 1);
}

#[test]
fn gate_of_egos_artifacts_and_curses_of_given_kinds() {
    gate("fixed", "power", &[30], 1);
}

#[test]
fn gate_of_egos_artifacts_curses_and_piles_of_whole_drops() {
    gate("full", "kind", &[30], 1);
}

/// Every level of every file: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    gate("values", "to_h", &[], 10);
    gate("fixed", "power", &[], 1);
    gate("full", "kind", &[], 2);
}
