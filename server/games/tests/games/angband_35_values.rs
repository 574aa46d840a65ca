//! The values of Angband 3.5's items against what the original rolled: powers, piles, the random powers of egos, and the
//! bonuses that RULES has worked out.

use crate::common::FEW_LEVELS;
use crate::common::values::{Row, ValueGate, check, ego_extra, number, place, place_of};
use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, KeySpace, Metric, Shard, run_shard},
    catalog::KindId,
    game::Loaded,
    text::{SourceFile, SourceSet},
};

fn load() -> Option<(std::path::PathBuf, Loaded)> {
    let folder = crate::common::reference("angband-3.5")?;
    let loaded = games::find("angband-3.5").expect("the game").load(crate::common::sources(&folder.join("edit")));
    Some((folder, loaded))
}

fn theirs([metric, tval, sval, name]: [&str; 4]) -> Option<Row> {
    let of = place(tval, sval);
    Some(match metric {
        "kind" => ("kind", of, String::new()),
        "number" => ("number", of, name.to_owned()),
        // Artifacts have a power of their own.
        "power" => ("power", of, name.replace('3', "artifact")),
        // Ego's index and name, and the power that came.
        "egoextra" => {
            let (ego, power) = name.split_once('|').expect("an ego and a power");
            let (index, _) = ego.split_once(' ').expect("an index and a name");
            ("egoextra", format!("{of} {index}"), power.to_owned())
        }
        _ => return None,
    })
}

fn ours(keys: &KeySpace, key: u32, fixed: bool) -> Option<Row> {
    let of = keys.key(key);
    let (tval, sval) = place_of(keys, of)?;
    let label = keys.label(key).1;
    let at = place(tval, sval);
    Some(match of.metric {
        Metric::KIND => ("kind", at, String::new()),
        // The original's file has piles only, and powers of given kinds.
        Metric::NUMBER if !fixed && number(&label) != 1 => ("number", at, number(&label).to_string()),
        Metric::POWER if fixed => ("power", at, label),
        Metric::EGO_EXTRA => {
            let (ego, power) = ego_extra(keys, key);
            ("egoextra", format!("{} {ego}", if fixed { at } else { place("", "") }), power)
        }
        _ => return None,
    })
}

fn gate(fixed: bool, levels: &[u32], times: u64) {
    let Some((folder, loaded)) = load() else { return };
    let file = folder.join(if fixed { "tallies/fixed.csv.gz" } else { "tallies/full.csv.gz" });
    check(&ValueGate {
        loaded: &loaded,
        files: &[file],
        fixed,
        theirs,
        items: "kind",
        levels,
        ours,
        marks: &["number"],
        times,
        seed: 2013,
    });
}

#[test]
fn gate_of_values_of_whole_drops() {
    gate(false, FEW_LEVELS, 1);
}

#[test]
fn gate_of_values_of_given_kinds() {
    gate(true, FEW_LEVELS, 1);
}

/// Shares of daggers by to-hit at level 30, good, where none becomes an artifact (RULES 5).
#[test]
fn to_hit_of_daggers_is_as_worked_out() {
    let Some(folder) = crate::common::reference("angband-3.5") else { return };
    let mut sources = SourceSet::new();
    for file in crate::common::sources(&folder.join("edit")).files() {
        let never_made = b"N:16:'Thorn'\nI:sword:1\n".as_slice();
        let bytes = if file.name() == "artifact.txt" { never_made } else { file.bytes() };
        sources.push(SourceFile::new(file.name(), bytes.to_vec()));
    }
    let loaded = games::find("angband-3.5").expect("the game").load(sources);
    let dagger = loaded.catalog.kinds.iter().position(|kind| kind.name == "Dagger").expect("a dagger") as u32;
    let forge = loaded.model.forge_for(Detail::Full);
    let cell = Cell { depth: 30, quality: 1, kind: Some(KindId(dagger)) };
    let shard = Shard { cell, piece: 0, drops: 4_000_000 };
    let tally = run_shard(forge.as_ref(), &shard, 2013, &mut Counts::new(forge.keys()));
    for (to_hit, share) in [("1", 0.0258), ("2", 0.1044), ("3", 0.1433), ("4", 0.1625), ("5", 0.1762)] {
        let is_it = |key: u32| forge.keys().key(key).metric == Metric::TO_HIT && forge.keys().label(key).1 == to_hit;
        let found = tally.counts.iter().find(|(key, _)| is_it(*key)).map_or(0.0, |(_, count)| *count as f64 / 4e6);
        // 5 sd, and the digits left out.
        let error = 5.0 * (share * (1.0_f64 - share) / 4e6).sqrt() + 0.000_05;
        assert!((found - share).abs() < error, "{to_hit}: {found} against {share}");
    }
}

/// Twenty drops of ours for one of the original's: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    gate(false, &[], 20);
    gate(true, &[], 20);
}
