//! NarSil's chances on a small edition, worked out by hand and by a program of their own, against what its rules make.

use crate::common::chances::{check, load, pool};
use affixboard_model::{batch::Cell, catalog::KindId, game::Loaded};

const GAME: &str = "narsil";

/// A small edition: boosts of kinds end at 6 and at 5, those of specials at 5 and at 4.
const FILES: &[(&str, &str)] = &[
    (
        "constants.txt",
        "world:dun-depth:5\nworld:max-depth:6\nobj-make:max-depth:5\nobj-make:great-obj:7\nobj-make:great-spec:7\n",
    ),
    ("slay.txt", "code:ORC_1\nname:orcs\n"),
    ("brand.txt", "code:FIRE_1\nname:fire\n"),
    (
        "object_base.txt",
        "name:sword:Sword~\nname:potion:Potion~\nname:skeleton:Skeleton~\nname:light:Light~\nname:ring:Ring~\n",
    ),
    (
        "object.txt",
        "name:<heap>\n\
         name:& Blade~\ntype:sword\ndepth:1\nalloc:0:1\nalloc:4:2\n\
         name:& Brew~\ntype:potion\ndepth:3\nalloc:3:1\n\
         name:& Skeleton~\ntype:skeleton\ndepth:1\nalloc:0:2\n\
         name:& Lamp~\ntype:light\ndepth:2\nalloc:2:4\n",
    ),
    (
        "special.txt",
        "name:of Edges\nalloc:3:0 to 0\ncost:100\ntype:sword\n\
         name:of Depths\nalloc:1:4 to 0\ncost:100\nitem:sword:Blade\nitem:light:Lamp\n\
         name:of Shallows\nalloc:2:0 to 2\ncost:100\ntype:sword\n\
         name:of Rust\nalloc:2:0 to 0\ncost:0\ntype:sword\n",
    ),
    (
        "artefact.txt",
        "name:of Light\nbase-object:ring:Gleam\ndepth:4\nrarity:5\n\
         name:'Cutter'\nbase-object:sword:Blade\ndepth:3\nrarity:10\n\
         name:'Second'\nbase-object:sword:Blade\ndepth:1\nrarity:2\n\
         name:'Kept'\nbase-object:sword:Blade\ndepth:1\nrarity:1\nflags:NO_RANDOM\n",
    ),
    ("drop.txt", "name:not useless\nnot-base:skeleton\n"),
];

const BLADE: u32 = 1;
const LAMP: u32 = 4;

const NORMAL: u8 = 0;
const GOOD: u8 = 1;
const GREAT: u8 = 2;
const BOTH: u8 = 3;
const NOT_USELESS: u8 = 4;

/// A chance as computed, over all kinds.
fn chance(loaded: &Loaded, (depth, quality, kind): (u32, u8, Option<u32>), metric: &str, name: &str) -> f64 {
    let forge = loaded.model.forge();
    let cell = Cell { depth, quality, kind: kind.map(KindId) };
    let chances = forge.exact().expect("a closed form").chances(cell, None);
    let is_it = |key: u32| forge.keys().key(key).metric.0 == metric && forge.keys().label(key).1 == name;
    chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum()
}

/// Compares chances with those computed, to twelve digits, and with what four million drops give: further off than five
/// standard deviations is wrong, which happens by chance in one comparison of 1.7 million; the seed is fixed.
#[track_caller]
fn agree(loaded: &Loaded, cell: (u32, u8, Option<u32>), expected: &[(&str, &str, f64)]) {
    for (metric, name, expected) in expected {
        let found = chance(loaded, cell, metric, name);
        assert!((found - expected).abs() <= 1e-12, "{cell:?}: {metric} {name} {found}, expected {expected}");
    }
    // Whether magic can make something of items of a kind is not looked into.
    let counted: Vec<_> = expected.iter().filter(|row| row.0 != "magic" || row.2 > 0.0).copied().collect();
    check(loaded, cell, &counted);
}

/// The chance that the best of up to three draws is of a level at or below which the share `f` of the weights is: one draw in
/// 40 of 100 cases, two in 50, three in 10.
fn best(f: f64) -> f64 {
    0.4 * f + 0.5 * f.powi(2) + 0.1 * f.powi(3)
}

/// Drops at depth 2 choose at level 2 in six cases of seven. The others take the lesser of two levels from 3 to 6: of 16
/// pairs it is 3 in 7, 4 in 5, 5 in 3 and 6 in 1, which becomes 5.
///
/// Weights at level 2: Blade and Skeleton from level 0, 100 and 50; Lamp from level 2, 25. From 3 on Brew besides, 100; from
/// 4 on Blade once more, 50.
#[test]
fn kinds_at_depth_2_by_hand() {
    let loaded = load(GAME, FILES);
    let at = |level: f64, third: f64, fourth: f64| {
        6.0 / 7.0 * level + 1.0 / 7.0 * (7.0 / 16.0 * third + 9.0 / 16.0 * fourth)
    };
    let (two, three, four) = (best(150.0 / 175.0), best(150.0 / 275.0), best(150.0 / 325.0));
    let blade = at(two * 2.0 / 3.0, three * 2.0 / 3.0, four * 2.0 / 3.0 + 1.0 - best(275.0 / 325.0));
    let skeleton = at(two / 3.0, three / 3.0, four / 3.0);
    let lamp = at(1.0 - two, best(175.0 / 275.0) - three, best(175.0 / 325.0) - four);
    let brew = at(0.0, 1.0 - best(175.0 / 275.0), best(275.0 / 325.0) - best(175.0 / 325.0));
    assert!((blade + skeleton + lamp + brew - 1.0).abs() < 1e-12);
    // One drop in a thousand tries of Light first: its level is two too high, one in four, and then one in five.
    let light = 0.001 / 4.0 / 5.0;
    let rest = 1.0 - light;
    agree(
        &loaded,
        (2, NORMAL, None),
        &[
            ("kind", "Blade", rest * blade),
            ("kind", "Skeleton", rest * skeleton),
            ("kind", "Lamp", rest * lamp),
            ("kind", "Brew", rest * brew),
            ("kind", "Gleam", light),
            ("artifact", "of Light", light),
        ],
    );
}

/// Other drops than normal ones have no skeletons. Good and great ones choose three levels deeper: at depth 2 at level 5, and
/// no boost changes that, for 5 is the deepest.
#[test]
fn better_drops_are_of_the_same_kinds_three_levels_deeper() {
    let loaded = load(GAME, FILES);
    // Weights 100 from level 0, 25 from 2, 100 from 3, 50 from 4, of 275.
    let (zero, two, three) = (best(100.0 / 275.0), best(125.0 / 275.0), best(225.0 / 275.0));
    let light = 0.1 / 4.0 / 5.0;
    for quality in [GOOD, GREAT, BOTH] {
        let expected = [
            ("kind", "Blade", (1.0 - light) * (zero + 1.0 - three)),
            ("kind", "Lamp", (1.0 - light) * (two - zero)),
            ("kind", "Brew", (1.0 - light) * (three - two)),
            ("kind", "Skeleton", 0.0),
            ("artifact", "of Light", light),
        ];
        agree(&loaded, (2, quality, None), &expected);
    }
    agree(&loaded, (2, NOT_USELESS, None), &[("kind", "Skeleton", 0.0), ("artifact", "of Light", 0.001 / 20.0)]);
}

/// Shares of the specials of blades at depth 2. In six cases of seven the draw is at level 2; else at the lesser of two from 3
/// to 5: of 9 pairs it is 3 in 5, 4 in 3 and 5 in 1, which becomes 4. So of Depths takes part in 4 of 63 draws.
fn of_blades(in_all: [f64; 4]) -> [f64; 4] {
    let of = |at: usize, deep: bool| {
        let weights = [in_all[0], if deep { in_all[1] } else { 0.0 }, in_all[2], in_all[3]];
        weights[at] / weights.iter().sum::<f64>()
    };
    [0, 1, 2, 3].map(|at| 59.0 / 63.0 * of(at, false) + 4.0 / 63.0 * of(at, true))
}

/// At depth 2 four of a hundred are fine and four special. One try makes 'Cutter' with 1/2 × 1/10, for its level is one too
/// high, else 'Second' with 1/2: 0.05, 0.475, and none with 0.475. 'Kept' is made by none.
#[test]
fn blades_at_depth_2_by_hand() {
    let loaded = load(GAME, FILES);
    let cell = |quality| (2, quality, Some(BLADE));
    let outcomes = |tried: [f64; 3], tries: [i32; 2], specials: [f64; 4]| {
        // Chances of special items without and with fineness, and of those that are great by a good and great drop.
        let [special, both, _] = tried;
        let none: f64 = 0.475;
        let made = |left: f64, tries: i32| left * (1.0 - none.powi(tries));
        let (special_left, both_left) = (special * none.powi(tries[0]), both * none.powi(tries[1]));
        let artifacts = made(special, tries[0]) + made(both, tries[1]);
        let mut expected = vec![
            ("artifact", "'Cutter'", artifacts * 0.05 / 0.525),
            ("artifact", "'Second'", artifacts * 0.475 / 0.525),
            ("artifact", "'Kept'", 0.0),
            ("magic", "special", special_left),
            ("magic", "special and fine", both_left),
        ];
        let names = ["of Edges", "of Depths", "of Shallows", "of Rust"];
        expected.extend(
            names.into_iter().zip(specials).map(|(name, share)| ("affix", name, (special_left + both_left) * share)),
        );
        expected
    };
    let (all, uncursed) = (of_blades([3.0, 1.0, 2.0, 2.0]), of_blades([3.0, 1.0, 2.0, 0.0]));
    // Two tries of special items.
    let mut normal = outcomes([0.04 * 0.96, 0.04 * 0.04, 0.0], [2, 2], all);
    normal.extend([("magic", "plain", 0.96 * 0.96), ("magic", "fine", 0.96 * 0.04)]);
    agree(&loaded, cell(NORMAL), &normal);
    agree(&loaded, cell(NOT_USELESS), &normal);
    // Half are fine for certain, and special in 4 of 100; half special for certain, and fine in 4 of 100.
    let mut good = outcomes([0.5 * 0.96, 0.5 * 0.04 + 0.5 * 0.04, 0.0], [2, 2], uncursed);
    good.extend([("magic", "plain", 0.0), ("magic", "fine", 0.5 * 0.96)]);
    agree(&loaded, cell(GOOD), &good);
    // Both for certain; great alone tries artefacts as any special item does, good and great eight times.
    agree(&loaded, cell(GREAT), &outcomes([0.0, 1.0, 0.0], [0, 2], uncursed));
    agree(&loaded, cell(BOTH), &outcomes([0.0, 1.0, 0.0], [0, 8], uncursed));
}

/// Lamps are never fine, and plain where no special fits: at depth 2 in 59 of 63 cases.
#[test]
fn lamps_are_special_or_plain() {
    let loaded = load(GAME, FILES);
    let special = 4.0 / 63.0;
    for (quality, chance) in [(NORMAL, 0.04), (GOOD, 0.52), (GREAT, 1.0), (BOTH, 1.0)] {
        let expected = [
            ("affix", "of Depths", chance * special),
            ("magic", "special", chance * special),
            ("magic", "plain", 1.0 - chance * special),
            ("magic", "fine", 0.0),
        ];
        agree(&loaded, (2, quality, Some(LAMP)), &expected);
    }
}

/// of Shallows ends at depth 2, whatever the level of the draw; 'Cutter' is at its level at 3.
#[test]
fn last_levels_are_held_against_the_depth() {
    let loaded = load(GAME, FILES);
    for quality in [NORMAL, GOOD, GREAT, BOTH] {
        check(&loaded, (3, quality, Some(BLADE)), &[("affix", "of Shallows", 0.0)]);
    }
    let weights = |pool: Vec<(String, u32)>| pool.into_iter().map(|entry| entry.1).collect::<Vec<_>>();
    assert_eq!(weights(pool(&loaded, BLADE, 2, 0)), [3, 2, 2]);
    assert_eq!(weights(pool(&loaded, BLADE, 2, 1)), [3, 2]);
    assert_eq!(weights(pool(&loaded, BLADE, 4, 0)), [3, 1, 2]);
}

/// Whole drops at depth 3, from a program that counts with fractions, written from the rules and apart from Affixboard. It goes
/// through every level, pair of levels, number of draws, roll of magic and try in turn.
const AT_DEPTH_3: &[(u8, &str, &str, f64)] = &[
    (NORMAL, "artifact", "of Light", 0.000_1),
    (NORMAL, "artifact", "'Cutter'", 0.002_455_996_926_29),
    (NORMAL, "artifact", "'Second'", 0.011_051_986_168_3),
    (NORMAL, "affix", "of Edges", 0.002_008_957_091_68),
    (NORMAL, "affix", "of Depths", 0.000_905_367_157_945),
    (NORMAL, "affix", "of Rust", 0.001_339_304_727_78),
    (NORMAL, "kind", "Blade", 0.282_298_497_275),
    (NORMAL, "kind", "Brew", 0.497_706_758_975),
    (NORMAL, "kind", "Skeleton", 0.123_796_149_606),
    (NORMAL, "kind", "Lamp", 0.096_098_594_143_9),
    (NORMAL, "kind", "Gleam", 0.000_1),
    (NORMAL, "magic", "fine", 0.015_921_635_246_3),
    (NORMAL, "magic", "plain", 0.344_713_844_1),
    (NORMAL, "magic", "special and fine", 0.000_205_795_604_513),
    (NORMAL, "magic", "special", 0.004_047_833_372_89),
    (GOOD, "artifact", "of Light", 0.01),
    (GOOD, "artifact", "'Cutter'", 0.038_012_169_421_5),
    (GOOD, "artifact", "'Second'", 0.171_054_762_397),
    (GOOD, "affix", "of Edges", 0.051_190_033_574_4),
    (GOOD, "affix", "of Depths", 0.007_752_833_899_05),
    (GOOD, "kind", "Blade", 0.494_628_099_174),
    (GOOD, "kind", "Brew", 0.418_016_528_926),
    (GOOD, "kind", "Lamp", 0.077_355_371_900_8),
    (GOOD, "kind", "Gleam", 0.01),
    (GOOD, "magic", "fine", 0.232_475_206_612),
    (GOOD, "magic", "plain", 0.071_498_465_171_2),
    (GOOD, "magic", "special and fine", 0.006_009_731_404_96),
    (GOOD, "magic", "special", 0.052_933_136_068_4),
    (GREAT, "artifact", "of Light", 0.01),
    (GREAT, "artifact", "'Cutter'", 0.071_721_074_380_2),
    (GREAT, "artifact", "'Second'", 0.322_744_834_711),
    (GREAT, "affix", "of Edges", 0.096_584_969_008_3),
    (GREAT, "affix", "of Depths", 0.014_627_988_488_8),
    (GREAT, "kind", "Blade", 0.494_628_099_174),
    (GREAT, "kind", "Brew", 0.418_016_528_926),
    (GREAT, "kind", "Lamp", 0.077_355_371_900_8),
    (GREAT, "kind", "Gleam", 0.01),
    (GREAT, "magic", "plain", 0.066_304_604_486_4),
    (GREAT, "magic", "special and fine", 0.100_162_190_083),
    (GREAT, "magic", "special", 0.011_050_767_414_4),
    (BOTH, "artifact", "of Light", 0.01),
    (BOTH, "artifact", "'Cutter'", 0.089_781_159_240_5),
    (BOTH, "artifact", "'Second'", 0.404_015_216_582),
    (BOTH, "affix", "of Edges", 0.000_802_018_945_543),
    (BOTH, "affix", "of Depths", 0.011_080_471_819_8),
    (BOTH, "kind", "Blade", 0.494_628_099_174),
    (BOTH, "kind", "Brew", 0.418_016_528_926),
    (BOTH, "kind", "Lamp", 0.077_355_371_900_8),
    (BOTH, "kind", "Gleam", 0.01),
    (BOTH, "magic", "plain", 0.066_304_604_486_4),
    (BOTH, "magic", "special and fine", 0.000_831_723_350_933),
    (BOTH, "magic", "special", 0.011_050_767_414_4),
    (NOT_USELESS, "artifact", "of Light", 0.000_1),
    (NOT_USELESS, "artifact", "'Cutter'", 0.002_748_376_412_17),
    (NOT_USELESS, "artifact", "'Second'", 0.012_367_693_854_8),
    (NOT_USELESS, "affix", "of Edges", 0.002_248_117_749_96),
    (NOT_USELESS, "affix", "of Depths", 0.000_983_145_675_54),
    (NOT_USELESS, "affix", "of Rust", 0.001_498_745_166_64),
    (NOT_USELESS, "kind", "Blade", 0.315_905_334_733),
    (NOT_USELESS, "kind", "Brew", 0.579_956_141_502),
    (NOT_USELESS, "kind", "Lamp", 0.104_038_523_766),
    (NOT_USELESS, "kind", "Gleam", 0.000_1),
    (NOT_USELESS, "magic", "fine", 0.017_817_060_878_9),
    (NOT_USELESS, "magic", "plain", 0.382_280_718_761),
    (NOT_USELESS, "magic", "special and fine", 0.000_230_294_989_02),
    (NOT_USELESS, "magic", "special", 0.004_499_713_603_12),
];

#[test]
fn whole_drops_at_depth_3() {
    let loaded = load(GAME, FILES);
    for (quality, metric, name, expected) in AT_DEPTH_3 {
        let cell = (3, *quality, None);
        let found = chance(&loaded, cell, metric, name);
        assert!((found / expected - 1.0).abs() < 1e-10, "{cell:?}: {metric} {name} {found}, expected {expected}");
    }
    for quality in [NORMAL, GOOD, GREAT, BOTH, NOT_USELESS] {
        let of_quality: Vec<_> =
            AT_DEPTH_3.iter().filter(|row| row.0 == quality).map(|row| (row.1, row.2, row.3)).collect();
        assert!(of_quality.len() >= 12);
        check(&loaded, (3, quality, None), &of_quality);
    }
}

/// Without a set “not useless” good and great drops draw from those of their own names, and where these are missing too from
/// everything.
#[test]
fn drops_without_the_usual_set() {
    let with = |drops: &'static str| -> Loaded {
        let files: Vec<_> =
            FILES.iter().map(|file| if file.0 == "drop.txt" { ("drop.txt", drops) } else { *file }).collect();
        load(GAME, &files)
    };
    let loaded = with("name:good\nbase:sword\nbase:light\nname:great\nbase:sword\n");
    for (quality, lamps, bones) in
        [(NORMAL, true, true), (NOT_USELESS, true, true), (GOOD, true, false), (BOTH, false, false)]
    {
        let cell = (2, quality, None);
        assert_eq!(chance(&loaded, cell, "kind", "Lamp") > 0.0, lamps, "{quality}");
        assert_eq!(chance(&loaded, cell, "kind", "Skeleton") > 0.0, bones, "{quality}");
    }
    assert!((chance(&loaded, (2, GREAT, None), "kind", "Blade") - (1.0 - 0.1 / 20.0)).abs() < 1e-12);
    let loaded = with("name:chest\nbase:light\n");
    assert!(chance(&loaded, (2, BOTH, None), "kind", "Skeleton") > 0.0);
}
