//! The values of Angband 2.9's items: marks and random powers against what 2.9.1 rolled, the rest on small editions, where
//! it follows from what the files say.

use std::{collections::BTreeMap, fmt::Display};

use crate::common::FEW_LEVELS;
use crate::common::values::{Row, ValueGate, check, ego_extra, place, place_of, random_power};
use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, KeySpace, Metric, Shard, run_shard},
    catalog::KindId,
    game::Loaded,
    text::{SourceFile, SourceSet},
};

fn theirs([metric, tval, sval, name]: [&str; 4]) -> Option<Row> {
    if metric == "xtra" {
        return Some(random_power(tval, sval, name));
    }
    let metric = ["kind", "cursed", "broken"].into_iter().find(|known| *known == metric)?;
    Some((metric, place(tval, sval), String::new()))
}

fn ours(keys: &KeySpace, key: u32, _: bool) -> Option<Row> {
    let of = keys.key(key);
    if of.metric == Metric::EGO_EXTRA {
        let (ego, power) = ego_extra(keys, key);
        return Some(("xtra", ego.to_string(), power));
    }
    let is_mark = matches!(of.metric, Metric::KIND | Metric::CURSED | Metric::BROKEN);
    let (tval, sval) = place_of(keys, of).filter(|_| is_mark)?;
    Some((of.metric.0, place(tval, sval), String::new()))
}

fn gate(levels: &[u32], times: u64) {
    let Some(folder) = crate::common::reference("angband-3.0") else { return };
    let loaded = games::find("angband-2.9").expect("the game").load(crate::common::sources(&folder.join("edit/2.9.1")));
    check(&ValueGate {
        loaded: &loaded,
        files: &[folder.join("tallies-2.9.1/full.csv.gz")],
        fixed: false,
        theirs,
        items: "kind",
        levels,
        ours,
        marks: &["cursed", "broken"],
        times,
        seed: 1999,
    });
}

#[test]
fn gate_of_values_of_whole_drops() {
    gate(FEW_LEVELS, 1);
}

/// Twenty drops of ours for one of the original's: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    gate(&[], 20);
}

const ITEMS: u64 = 60_000;
const DAGGER: &str = "I:23:2:0\nW:1:0:12:20\nA:1/1\nP:3:1d4:0:0:1\n";

/// What is counted of magic applied to the one kind of an edition at a depth.
fn count(kind: &str, ego: &str, depth: u32, quality: u8) -> BTreeMap<(Metric, String), u64> {
    let mut sources = SourceSet::new();
    for (name, text) in [
        ("k_info.txt", format!("V:2.9.1\nN:1:Thing\n{kind}")),
        ("a_info.txt", "V:2.9.1\nN:16:'Thorn'\nI:99:1:0\nW:127:255:10:10\n".to_owned()),
        ("e_info.txt", format!("V:2.9.1\n{ego}")),
    ] {
        sources.push(SourceFile::new(name, text.into_bytes()));
    }
    let loaded: Loaded = games::find("angband-2.9").expect("the game").load(sources);
    let forge = loaded.model.forge_for(Detail::Full);
    let mut counts = Counts::new(forge.keys());
    let cell = Cell { depth, quality, kind: Some(KindId(0)) };
    let tally = run_shard(forge.as_ref(), &Shard { cell, piece: 0, drops: ITEMS }, 1, &mut counts);
    let mut found = BTreeMap::new();
    for (key, count) in tally.counts {
        assert!(forge.can_occur(cell, key), "{:?}", forge.keys().label(key));
        *found.entry((forge.keys().key(key).metric, forge.keys().label(key).1)).or_default() += count;
    }
    found
}

fn of(found: &BTreeMap<(Metric, String), u64>, metric: Metric, name: impl Display) -> u64 {
    found.get(&(metric, name.to_string())).copied().unwrap_or(0)
}

#[test]
fn the_power_that_was_rolled_stays() {
    // Both fit any dagger; in 3.0 either would set the power of half of the excellent and half of the terrible ones.
    let egos = "N:1:of Edges\nX:24:0:0\nW:0:1:0:100\nT:23:0:9\n\
                N:2:of Rust\nX:24:0:0\nW:0:1:0:0\nT:23:0:9\nF:LIGHT_CURSE\n";
    let found = count(DAGGER, egos, 30, 0);
    let power = |power| of(&found, Metric::POWER, power);
    assert_eq!(of(&found, Metric::AFFIX, "of Edges"), power(2), "excellent");
    assert_eq!(of(&found, Metric::AFFIX, "of Rust"), power(-2), "terrible");
    // Level 30: 8 % and 4.8 %, 5 sd each. Only terrible ones are worth nothing; bad ones are cursed as well.
    assert!(power(2).abs_diff(4800) < 333 && power(-2).abs_diff(2880) < 262);
    assert_eq!(of(&found, Metric::BROKEN, "Thing"), power(-2));
    assert_eq!(of(&found, Metric::CURSED, "Thing"), power(-2) + power(-1));
    // Great drops are never terrible.
    assert_eq!(of(&count(DAGGER, egos, 30, 2), Metric::AFFIX, "of Edges"), ITEMS);
}

#[test]
fn cursed_egos_are_chosen_up_to_126_levels_deeper() {
    let egos = "N:2:of Barrows\nX:24:0:0\nW:127:1:0:0\nT:23:0:9\nF:LIGHT_CURSE\n";
    for (depth, share) in [(0, 0), (1, 1), (60, 60), (127, 127)] {
        let found = count(DAGGER, egos, depth, 0);
        let (terrible, with) = (of(&found, Metric::POWER, -2), of(&found, Metric::AFFIX, "of Barrows"));
        let (n, p) = (terrible as f64, f64::from(share) / 127.0);
        assert!(terrible > 0 && (with as f64 - n * p).abs() <= 5.0 * (n * p * (1.0 - p)).sqrt(), "{depth}: {with}");
    }
}

#[test]
fn excellent_diggers_are_ego_100_where_there_is_one() {
    let digger = "I:20:1:1\nW:1:0:12:20\nA:1/1\nP:0:1d1:0:0:0\n";
    // The one has all that a choice asks for, the other nothing of it.
    let other = "N:1:of Haste\nX:24:0:0\nW:0:1:0:100\nT:20:0:99\n";
    let digging = "N:100:of Digging\nX:24:4:0\nW:99:0:0:500\nC:0:0:0:5\nF:TUNNEL\n";
    let found = count(digger, &[other, digging].concat(), 5, 2);
    assert_eq!(of(&found, Metric::AFFIX, "of Digging"), ITEMS);
    let pvals: Vec<_> = (2..=6).map(|pval| of(&found, Metric::PVAL, pval)).collect();
    assert_eq!(pvals.iter().sum::<u64>(), ITEMS, "1 and a die of 5");
    assert!(pvals.iter().all(|count| count.abs_diff(ITEMS / 5) < 490), "5 sd: {pvals:?}");
    let found = count(digger, other, 5, 2);
    assert_eq!(of(&found, Metric::NAFFIXES, 0), ITEMS, "the index is set all the same");
}

#[test]
fn jewels_of_2_9_have_values_of_their_own() {
    let ego = "N:1:of Edges\nX:24:0:0\nW:0:1:0:100\nT:23:0:9\n";
    let jewel = |tval: u16, sval: u16, metric, values: std::ops::RangeInclusive<i32>| {
        let kind = format!("I:{tval}:{sval}:0\nW:1:0:2:20\nA:1/1\nP:0:0d0:0:0:0\n");
        // At level 127 the bonus of the level comes near its most; great jewels have no curse.
        let found = count(&kind, ego, 127, 2);
        let all: u64 = values.clone().map(|value| of(&found, metric, value)).sum();
        assert_eq!(all, ITEMS, "{tval}:{sval} {metric:?} in {values:?}");
        assert!(of(&found, metric, *values.end()) > 0, "{tval}:{sval} {metric:?}");
    };
    // The Magi: a die of 5 and up to 5.
    jewel(40, 8, Metric::PVAL, 1..=10);
    jewel(40, 8, Metric::TO_AC, 1..=10);
    // Damage, accuracy: 5, a die of 5 and up to 10. Slaying the same without the 5.
    jewel(45, 29, Metric::TO_DAM, 6..=20);
    jewel(45, 28, Metric::TO_HIT, 6..=20);
    jewel(45, 30, Metric::TO_HIT, 1..=15);
    jewel(45, 30, Metric::TO_DAM, 1..=15);
    // What came later stays as its kind is: lightning, telepathy, trickery.
    jewel(45, 38, Metric::TO_AC, 0..=0);
    jewel(40, 13, Metric::PVAL, 0..=0);
    jewel(40, 20, Metric::PVAL, 0..=0);
}
