//! Values and flags of drops, on editions small enough that what is counted of them follows from what drops are.

use std::{collections::BTreeMap, num::NonZeroU64};

use affixboard_games as games;
use affixboard_model::{
    batch::{Counts, Detail, Metric, Plan, run_shard},
    catalog::KindId,
    game::Switches,
    text::{SourceFile, SourceSet},
};

const ITEMS: u64 = 20_000;

/// What is counted of 20,000 items of the edition's first kind, at depth 30: by metric and name.
fn counted(game: &str, quality: u8, switches: &[&str], files: [(&str, &str); 3]) -> impl Fn(Metric, &str) -> u64 {
    let mut sources = SourceSet::new();
    let empty = [("ego_themes.txt", "N:1:suffix:of Nothing\n"), ("artifact.txt", "N:1:'Thorn'\nI:sword:1\n")];
    for (name, text) in files.into_iter().chain(empty) {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let game = games::find(game).expect("the game");
    let switches = Switches::parse(game, switches.iter().copied()).expect("known");
    let loaded = game.load_switched(sources, switches.clone());
    assert_eq!(loaded.diagnostics, []);
    let forge = loaded.model.forge_for(Detail::Full);
    let plan = Plan {
        target: None,
        depths: vec![30],
        qualities: vec![quality],
        kinds: vec![KindId(0)],
        drops: NonZeroU64::new(ITEMS).expect("positive"),
        seed: 1,
        switches,
        detail: Detail::Full,
    };
    let mut counts = Counts::new(forge.keys());
    let mut found: BTreeMap<(Metric, String), u64> = BTreeMap::new();
    for shard in plan.shards() {
        for (key, count) in run_shard(forge.as_ref(), &shard, plan.seed, &mut counts).counts {
            *found.entry((forge.keys().key(key).metric, forge.keys().label(key).1)).or_default() += count;
        }
    }
    move |metric, name| found.get(&(metric, name.to_owned())).copied().unwrap_or(0)
}

const BASE: (&str, &str) = ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\nN:ring:Ring~\nF:HATES_ELEC\n");
const DAGGER: (&str, &str) = ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nW:1:0:12:20\nP:0:1d4:0:0:0\n");
const BOTH: [&str; 2] = ["affix-branch", "v4"];

#[test]
fn values_follow_from_what_items_are() {
    // Each slot adds exactly 2 to to-dam, a strength of 1 and a flag; none of it is undone with 8 slots.
    let affixes =
        ("ego_item.txt", "N:1:suffix:of Edges\nC:0:2:0\nL:1:0:STR\nF:SEE_INVIS\nT:sword:0:99:good:5:1 to 255\n");
    for game in BOTH {
        for quality in 0..3 {
            let count = counted(game, quality, &[], [BASE, DAGGER, affixes]);
            assert_eq!(count(Metric::KIND, "Dagger"), ITEMS);
            for slots in 0..=8 {
                let items = count(Metric::NAFFIXES, &slots.to_string());
                assert_eq!(count(Metric::TO_DAM, &(2 * slots).to_string()), items, "{game} {quality}: {slots} slots");
                if slots > 0 {
                    assert_eq!(count(Metric::PVAL, &format!("STR {slots}")), items, "{game} {quality}: {slots} slots");
                }
            }
            let with = count(Metric::AFFIX, "of Edges");
            assert_eq!([count(Metric::FLAG, "SEE_INVIS"), count(Metric::FLAG, "STR")], [with, with]);
            assert!(with > 5_000, "{game} {quality}: {with}");
            // What nothing changes is as the kind has it, on every item.
            for (metric, name) in [
                (Metric::TO_HIT, "0"),
                (Metric::TO_AC, "0"),
                (Metric::AC, "0"),
                (Metric::WEIGHT, "12"),
                (Metric::DICE, "1d4"),
                (Metric::FLAG, "HATES_ACID"),
            ] {
                assert_eq!(count(metric, name), ITEMS, "{game} {quality}: {metric:?}");
            }
        }
    }
}

#[test]
fn rolled_values_have_their_distribution() {
    // One die of five in every slot, of which items of normal quality have none to two in the affix branch.
    let affixes = ("ego_item.txt", "N:1:suffix:of Edges\nC:d5:0:0\nT:sword:0:99:good:5:1 to 255\n");
    let count = counted("affix-branch", 0, &[], [BASE, DAGGER, affixes]);
    let [none, one, two] = ["0", "1", "2"].map(|slots| count(Metric::NAFFIXES, slots));
    assert_eq!(none + one + two, ITEMS);
    assert_eq!(count(Metric::TO_HIT, "0"), none);
    assert!([none, one, two].iter().all(|n| n.abs_diff(ITEMS / 3) < 340), "5 sd of thirds: {none} {one} {two}");
    // 1 only by one die; 6 to 10 only by two: 5, 4, 3, 2, 1 of 25. Fixed seed, 5 sd each.
    let near = |found: u64, n: u64, times: u64, of: u64| {
        let (mean, variance) =
            (n as f64 * times as f64 / of as f64, (n * times * (of - times)) as f64 / (of * of) as f64);
        assert!((found as f64 - mean).abs() < 5.0 * variance.sqrt(), "{found} against {mean}");
    };
    near(count(Metric::TO_HIT, "1"), one, 1, 5);
    for (sum, times) in [(6, 5), (7, 4), (8, 3), (9, 2), (10, 1)] {
        near(count(Metric::TO_HIT, &sum.to_string()), two, times, 25);
    }
    assert_eq!(count(Metric::TO_HIT, "11"), 0);
}

#[test]
fn dice_wrap_as_coded_only() {
    let kind = ("object.txt", "N:1:& Club~\nI:sword:1\nA:20:1 to 100\nP:0:2d1:0:0:0\n");
    let affixes = ("ego_item.txt", "N:1:suffix:of Rust\nC:0:0:0:0:0:0:-2\nT:sword:0:99:good:5:1 to 255\n");
    let coded = counted("affix-branch", 0, &[], [BASE, kind, affixes]);
    // Once: 1 − 2 is 255; twice: 253.
    let [once, twice] = ["1", "2"].map(|slots| coded(Metric::NAFFIXES, slots));
    assert_eq!([coded(Metric::DICE, "2d255"), coded(Metric::DICE, "2d253")], [once, twice]);
    let documented = counted("affix-branch", 0, &["dice-wrap"], [BASE, kind, affixes]);
    assert_eq!(documented(Metric::DICE, "2d1"), ITEMS);
}

#[test]
fn rings_of_speed_are_supercharged() {
    let kind = ("object.txt", "N:1:Speed\nI:ring:5\nA:20:1 to 100\nL:5:SPEED\nN:2:Dagger\nI:sword:1\n");
    let affixes = ("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\n");
    for game in BOTH {
        let count = counted(game, 0, &[], [BASE, kind, affixes]);
        let speeds: Vec<u64> = (5..40).map(|speed| count(Metric::PVAL, &format!("SPEED {speed}"))).collect();
        assert_eq!(speeds.iter().sum::<u64>(), ITEMS);
        // A half stays at 5, a quarter has one more …: 5 sd, fixed seed.
        for (extra, found) in (1..=4).zip(&speeds) {
            let share = 0.5_f64.powi(extra);
            let deviation = (ITEMS as f64 * share * (1.0 - share)).sqrt();
            assert!((*found as f64 - ITEMS as f64 * share).abs() < 5.0 * deviation, "{game}: {speeds:?}");
        }
    }
}

#[test]
fn themes_bring_their_values() {
    // Two steps of one affix make the theme certain; it adds its own affix, which fills no slot.
    let affixes = "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\nN:2:suffix:Else\nC:7:0:0\nF:FEATHER\n";
    let mut sources = SourceSet::new();
    for (name, text) in [
        BASE,
        DAGGER,
        ("ego_item.txt", affixes),
        ("ego_themes.txt", "N:1:suffix:of Cutting\nT:sword:0:99:1 to 255\nA:of Edges:25\nA:Else:0\n"),
        ("artifact.txt", "N:1:'Thorn'\nI:sword:1\n"),
    ] {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let loaded = games::find("affix-branch")
        .expect("the game")
        .load_switched(sources, Switches::kept(vec!["theme-score-byte".to_owned()]));
    let forge = loaded.model.forge_for(Detail::Full);
    let plan = Plan {
        target: None,
        depths: vec![30],
        qualities: vec![2],
        kinds: vec![KindId(0)],
        drops: NonZeroU64::new(ITEMS).expect("positive"),
        seed: 1,
        switches: loaded.switches.clone(),
        detail: Detail::Full,
    };
    let mut counts = Counts::new(forge.keys());
    let mut sums = [0; 3];
    for shard in plan.shards() {
        for (key, count) in run_shard(forge.as_ref(), &shard, plan.seed, &mut counts).counts {
            let (metric, label) = (forge.keys().key(key).metric, forge.keys().label(key).1);
            for (sum, wanted) in
                sums.iter_mut().zip([(Metric::THEME, "of Cutting"), (Metric::TO_HIT, "7"), (Metric::FLAG, "FEATHER")])
            {
                *sum += if (metric, label.as_str()) == wanted { count } else { 0 };
            }
        }
    }
    // 8 × 50² ÷ 25 is 800: a great item, which has three steps or more, has it always.
    assert_eq!(sums, [ITEMS; 3]);
}
