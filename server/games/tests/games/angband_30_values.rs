//! The values of Angband 3.0's items against what the original rolled with a random generator that has no flaw.

use crate::common::values::{Row, ValueGate, check, ego_extra, number, place, place_of, random_power};
use affixboard_games as games;
use affixboard_model::batch::{KeySpace, Metric};

/// The original's files count pvals past this, which only fuel has, as this.
const MOST_PVAL: i32 = 400;

fn theirs([metric, tval, sval, name]: [&str; 4]) -> Option<Row> {
    let metric = match metric {
        "kind" | "cursed" | "broken" => {
            let metric = ["kind", "cursed", "broken"].into_iter().find(|known| *known == metric)?;
            return Some((metric, place(tval, sval), String::new()));
        }
        "xtra" => return Some(random_power(tval, sval, name)),
        "pval" => "pval",
        "to_h" => "to_h",
        "to_d" => "to_d",
        "to_a" => "to_a",
        "dd" => "dd",
        "number" => "number",
        _ => return None,
    };
    Some((metric, place(tval, sval), name.to_owned()))
}

fn ours(keys: &KeySpace, key: u32, fixed: bool) -> Option<Row> {
    let of = keys.key(key);
    let label = keys.label(key).1;
    if of.metric == Metric::EGO_EXTRA {
        let (ego, power) = ego_extra(keys, key);
        return Some(("xtra", ego.to_string(), power));
    }
    let (tval, sval) = place_of(keys, of)?;
    let metric = of.metric.0;
    if matches!(of.metric, Metric::KIND | Metric::CURSED | Metric::BROKEN) {
        return Some((metric, place(tval, sval), String::new()));
    }
    let name = match of.metric {
        Metric::TO_HIT | Metric::TO_DAM | Metric::TO_AC | Metric::NUMBER => number(&label).to_string(),
        Metric::PVAL => number(&label).min(MOST_PVAL).to_string(),
        Metric::DICE => {
            let dice = label.split('d').next().expect("dice").to_owned();
            return Some(("dd", at(tval, sval, fixed), dice));
        }
        _ => return None,
    };
    Some((metric, at(tval, sval, fixed), name))
}

/// The original's file of whole drops sums over the kinds of a type.
fn at(tval: u16, sval: u16, fixed: bool) -> String {
    if fixed { place(tval, sval) } else { place(tval, -1) }
}

fn gate(fixed: bool, levels: &[u32], times: u64) {
    let Some(folder) = crate::common::reference("angband-3.0") else { return };
    let loaded = games::find("angband-3.0").expect("the game").load(crate::common::sources(&folder.join("edit/3.0.6")));
    let files = if fixed { ["fixed", "fixed_bonus"] } else { ["full", "full_bonus"] };
    let files = files.map(|file| folder.join(format!("tallies-idealrng/{file}.csv.gz")));
    check(&ValueGate {
        loaded: &loaded,
        files: &files,
        fixed,
        theirs,
        items: "kind",
        levels,
        ours,
        marks: &["cursed", "broken"],
        times,
        seed: 2001,
    });
}

#[test]
fn gate_of_values_of_whole_drops() {
    gate(false, &[10, 30, 100], 1);
}

#[test]
fn gate_of_values_of_given_kinds() {
    gate(true, &[30], 1);
}

/// Twenty drops of ours for one of the original's: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    gate(false, &[], 20);
    gate(true, &[], 20);
}
