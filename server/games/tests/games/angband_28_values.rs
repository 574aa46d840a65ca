//! The values of Angband 2.8's items where they aren't those of 2.9: the random powers that the program gives by index, the
//! price of armour. On small editions, where it follows from what the files say.

use std::collections::BTreeMap;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Metric, Shard, run_shard},
    catalog::KindId,
    game::Loaded,
    text::{SourceFile, SourceSet},
};

const ITEMS: u64 = 60_000;

/// The one kind of an edition with an ego of every index; of some with more lines.
fn load(kind: &str, more: &[(u32, &str)]) -> Loaded {
    let egos = (1..128).map(|index| {
        let more = more.iter().find(|more| more.0 == index).map_or("", |more| more.1);
        format!("N:{index}:Ego {index}\nX:24:10\nW:0:0:0:500\n{more}")
    });
    let egos: String = egos.collect();
    let mut sources = SourceSet::new();
    for (name, text) in [
        ("k_info.txt", format!("V:2.8.3\nN:1:Thing\n{kind}")),
        ("a_info.txt", "V:2.8.3\nN:16:'Thorn'\nI:99:1:0\nW:127:255:10:10\n".to_owned()),
        ("e_info.txt", format!("V:2.8.3\n{egos}")),
    ] {
        sources.push(SourceFile::new(name, text.into_bytes()));
    }
    games::find("angband-2.8").expect("the game").load(sources)
}

/// What is counted of magic applied to it at a depth.
fn count(loaded: &Loaded, depth: u32, quality: u8) -> BTreeMap<(Metric, String), u64> {
    let forge = loaded.model.forge_for(Detail::Full);
    let cell = Cell { depth, quality, kind: Some(KindId(0)) };
    let shard = Shard { cell, piece: 0, drops: ITEMS };
    let mut found = BTreeMap::new();
    for (key, count) in run_shard(forge.as_ref(), &shard, 1, &mut Counts::new(forge.keys())).counts {
        assert!(forge.can_occur(cell, key), "{:?}", forge.keys().label(key));
        *found.entry((forge.keys().key(key).metric, forge.keys().label(key).1)).or_default() += count;
    }
    found
}

/// The egos of great items that have random powers, each with the number of different ones.
fn random_powers(kind: &str) -> Vec<(String, usize)> {
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for ((metric, name), _) in count(&load(kind, &[]), 30, 2) {
        if metric == Metric::EGO_EXTRA {
            *found.entry(name.rsplit_once(": ").expect("ego and power").0.to_owned()).or_default() += 1;
        }
    }
    found.into_iter().collect()
}

/// Six sustains for holy avengers (64) and defenders (65), twelve high resistances for elvenkind (9), permanence (11) and Aman
/// (42), eight abilities for blessed weapons (66) and crowns of the Magi (27). Some 2,000 items of each have all of them: that
/// one of twelve is missing is less likely than 1e-70.
#[test]
fn random_powers_go_by_index() {
    let kind = |tval: u16, sval: u16| format!("I:{tval}:{sval}:0\nW:1:0:12:20\nA:1/1\nP:3:1d4:0:0:1\n");
    for (tval, sval, expected) in [
        (23, 4, vec![("Ego 64", 6), ("Ego 65", 6), ("Ego 66", 8)]),
        (36, 2, vec![("Ego 11", 12), ("Ego 9", 12)]),
        (37, 3, vec![("Ego 9", 12)]),
        (35, 1, vec![("Ego 42", 12)]),
        (33, 10, vec![("Ego 27", 8)]),
        (32, 5, vec![]),
        (30, 2, vec![]),
        (19, 2, vec![]),
    ] {
        let expected: Vec<_> = expected.into_iter().map(|(ego, powers)| (ego.to_owned(), powers)).collect();
        assert_eq!(random_powers(&kind(tval, sval)), expected, "{tval}:{sval}");
    }
}

/// Bonuses come by the power, and then what the ego takes away of terrible items.
#[test]
fn terrible_weapons_lose_what_the_ego_has() {
    let morgul = (102, "C:0:0:4:0\nF:LIGHT_CURSE\n");
    let found = count(&load("I:23:4:0\nW:1:0:12:20\nA:1/1\nP:3:1d4:0:0:0\n", &[morgul]), 127, 0);
    let of = |metric, name: &str| found.get(&(metric, name.to_owned())).copied().unwrap_or(0);
    let with = of(Metric::AFFIX, "Ego 102");
    assert!(with > 1500, "{with}");
    // All that lose to-ac are of Morgul, 1 to 4 each as often: 5 sd.
    let lost: Vec<u64> = (-4..=-1).map(|lost| of(Metric::TO_AC, &lost.to_string())).collect();
    assert_eq!(lost.iter().sum::<u64>(), with);
    assert!(
        lost.iter().all(|count| (*count as f64 - with as f64 / 4.0).abs() < 5.0 * (with as f64 * 3.0 / 16.0).sqrt())
    );
}

/// 300 for the kind, of which -2 to-hit takes 200 off; each point of to-ac is 100. In 2.9 the -2 cost nothing.
#[test]
fn armour_pays_for_its_own_to_hit() {
    let kind = "I:37:3:0\nW:1:0:220:300\nA:1/1\nP:10:1d4:-2:0:0\n";
    let price = |id: &str, ego: &str| {
        let mut sources = SourceSet::new();
        let version = if id == "angband-2.8" { "2.8.3" } else { "2.9.1" };
        for (name, text) in [
            ("k_info.txt", format!("V:{version}\nN:1:Mail\n{kind}")),
            ("a_info.txt", format!("V:{version}\nN:16:'Thorn'\nI:99:1:0\nW:127:255:10:10\n")),
            ("e_info.txt", format!("V:{version}\n{ego}")),
        ] {
            sources.push(SourceFile::new(name, text.into_bytes()));
        }
        let loaded = games::find(id).expect("the game").load(sources);
        let forge = loaded.model.forge_for(Detail::Full);
        let mut counts = Counts::new(forge.keys()).with_log(|_| true, true);
        // At level 0 nine of ten normal items have no magic at all.
        let cell = Cell { depth: 0, quality: 0, kind: Some(KindId(0)) };
        run_shard(forge.as_ref(), &Shard { cell, piece: 0, drops: 100 }, 1, &mut counts);
        let prices = counts.take_items().into_iter().filter_map(|item| item.appraisal.price);
        let mut totals: Vec<i64> = prices.map(|price| price.total()).collect();
        totals.sort_unstable();
        totals[totals.len() / 2]
    };
    assert_eq!(price("angband-2.8", "N:4:of A\nX:30:1\nW:0:0:0:1\n"), 100);
    assert_eq!(price("angband-2.9", "N:4:of A\nX:30:1:0\nW:0:1:0:1\nT:37:0:99\n"), 300);
}
