//! Steps that are rolled back: what is computed bounds those that it doesn't follow, and agrees with what is made within that.

use std::collections::BTreeMap;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Metric, Shard, run_shard},
    catalog::{Catalog, KindId},
};

/// So many items are made of each kind and cell.
const ITEMS: u64 = 60_000;
/// A count further from what is computed than so many standard deviations, and the bound, is wrong.
const FURTHEST: f64 = 5.0;
/// Counts of fewer expected items are not compared.
const LEAST: f64 = 20.0;

/// What of the original's causes is followed where affixes cause it: all that lift to-hit or multiply, and speed.
const FOLLOWED: [&str; 5] = ["to_h", "blows", "shots", "might", "stat_total"];
/// To-dam that an affix lifts counts on launchers with extra shots or might.
const FOLLOWED_OF_LAUNCHERS: &str = "to_d";
/// And by themes: "of Lothlórien", which is rolled back always (RULES, part 3, 1).
const FOLLOWED_OF_THEMES: [&str; 2] = ["to_h", "to_d"];

/// Kinds (type, number), depths and drop qualities.
const CASES: [((u16, u16), u32, u8); 12] = [
    ((23, 7), 40, 2),
    ((23, 14), 60, 2),
    ((23, 4), 30, 1),
    ((21, 15), 55, 2),
    ((22, 23), 90, 2),
    ((22, 4), 100, 1),
    ((20, 3), 50, 2),
    ((19, 2), 60, 0),
    ((19, 24), 90, 2),
    ((36, 4), 40, 2),
    ((30, 2), 95, 2),
    ((35, 3), 60, 2),
];

fn kind(catalog: &Catalog, (tval, sval): (u16, u16)) -> KindId {
    let at = catalog.kinds.iter().position(|kind| (kind.tval, kind.sval) == (tval, sval));
    KindId(at.unwrap_or_else(|| panic!("kind {tval}:{sval}")) as u32)
}

#[test]
fn steps_are_rolled_back_no_more_often_than_the_bound() {
    let Some(folder) = crate::common::reference("affix-branch") else { return };
    let loaded = games::find("affix-branch").expect("the game").load(crate::common::sources(&folder.join("edit")));
    let forge = loaded.model.forge();
    let keys = forge.keys();
    let mut wrong = Vec::new();
    for (of, depth, quality) in CASES {
        let kind = kind(&loaded.catalog, of);
        let cell = Cell { depth, quality, kind: Some(kind) };
        let chances = forge.exact().expect("chances").chances(cell, Some(&[kind]));
        let mut counts = Counts::new(keys);
        let made: BTreeMap<u32, u64> =
            run_shard(forge.as_ref(), &Shard { cell, piece: 0, drops: ITEMS }, 94, &mut counts)
                .counts
                .into_iter()
                .collect();
        let n = ITEMS as f64;
        let is_left = |key: u32| {
            let cause = keys.label(key).1;
            let followed = match keys.key(key).metric {
                Metric::ROLLBACK_CAUSE => &FOLLOWED[..],
                Metric::ROLLBACK_THEME_CAUSE => &FOLLOWED_OF_THEMES[..],
                _ => return false,
            };
            !(followed.contains(&cause.as_str()) || of.0 == 19 && cause == FOLLOWED_OF_LAUNCHERS)
        };
        let rolled_back: u64 = made.iter().filter(|count| is_left(*count.0)).map(|count| count.1).sum();
        // The bound of any theme's chance is that on steps rolled back, and what else is left out.
        let themes = chances.iter().filter(|chance| keys.key(chance.key).metric == Metric::THEME);
        let bound = themes.map(|chance| chance.bound).fold(0.0, f64::max);
        if rolled_back as f64 - FURTHEST * (rolled_back as f64).sqrt() > n * bound {
            wrong.push(format!("{of:?} at {depth}, {quality}: {rolled_back} rolled back, bound {bound:e}"));
        }
        let counted = |metric| metric != Metric::AFFIX_MULT && metric != Metric::AFFIX_LEVEL;
        for chance in chances.iter().filter(|chance| counted(keys.key(chance.key).metric) && chance.mean * n >= LEAST) {
            let count = made.get(&chance.key).copied().unwrap_or(0) as f64;
            let far = (count - chance.mean * n).abs() - chance.bound * n;
            if far > FURTHEST * (chance.mean * n).sqrt() {
                wrong.push(format!("{of:?} at {depth}, {quality}: {:?} {count}, {chance:?}", keys.label(chance.key)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
