//! The values of Sil-Q's items against what the original rolled.

use crate::common::values::{Row, ValueGate, check, number, place, place_of};
use affixboard_games as games;
use affixboard_model::batch::{KeySpace, Metric};

/// The original's file counts numbers past this as this.
const MOST: i32 = 139;

/// What is compared of dice: their number in the one gate, with all else, and their sides in the other.
#[derive(Clone, Copy, PartialEq)]
enum Dice {
    Number,
    Sides,
}

fn theirs(dice: Dice, [metric, tval, sval, name]: [&str; 4]) -> Option<Row> {
    let metrics: &[&str] = match dice {
        Dice::Number => &["kind", "att", "dd", "evn", "pd", "pval", "number"],
        Dice::Sides => &["kind", "ds", "ps"],
    };
    let metric = metrics.iter().find(|known| **known == metric)?;
    let name = if *metric == "kind" { "" } else { name };
    Some((metric, place(tval, sval), name.to_owned()))
}

fn ours(dice: Dice, keys: &KeySpace, key: u32) -> Option<Row> {
    let of = keys.key(key);
    let label = keys.label(key).1;
    let (tval, sval) = place_of(keys, of)?;
    let at = place(tval, sval);
    if of.metric == Metric::KIND {
        return Some(("kind", at, String::new()));
    }
    let (metric, name) = match (of.metric, dice) {
        (Metric::DICE | Metric::PROTECTION, _) => {
            let (count, sides) = label.split_once('d').expect("dice");
            match (of.metric == Metric::DICE, dice) {
                (true, Dice::Number) => ("dd", count.to_owned()),
                (true, Dice::Sides) => ("ds", sides.to_owned()),
                (false, Dice::Number) => ("pd", count.to_owned()),
                (false, Dice::Sides) => ("ps", sides.to_owned()),
            }
        }
        (_, Dice::Sides) => return None,
        (Metric::TO_HIT, _) => ("att", number(&label).to_string()),
        (Metric::TO_AC, _) => ("evn", number(&label).to_string()),
        (Metric::PVAL, _) => ("pval", number(&label).min(MOST).to_string()),
        (Metric::NUMBER, _) => ("number", number(&label).min(MOST).to_string()),
        _ => return None,
    };
    Some((metric, at, name))
}

fn gate(levels: &[u32], times: u64) {
    let Some(folder) = crate::common::reference("sil-q") else { return };
    let loaded = games::find("sil-q").expect("the game").load(crate::common::sources(&folder.join("edit")));
    let files = ["full", "full_bonus"].map(|file| folder.join(format!("tallies/{file}.csv.gz")));
    let gate = ValueGate {
        loaded: &loaded,
        files: &files,
        fixed: false,
        theirs: |row| theirs(Dice::Number, row),
        items: "kind",
        levels,
        ours: |keys, key, _| ours(Dice::Number, keys, key),
        marks: &[],
        times,
        seed: 2011,
    };
    check(&gate);
    check(&ValueGate {
        theirs: |row| theirs(Dice::Sides, row),
        ours: |keys, key, _| ours(Dice::Sides, keys, key),
        ..gate
    });
}

#[test]
fn gate_of_values_of_whole_drops() {
    gate(&[4, 15], 1);
}

/// Four drops of ours for one of the original's: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    gate(&[], 4);
}
