//! Each point where a program departs from what its authors wrote: as coded by default, as documented where its switch is
//! thrown, on an edition small enough to say what must happen; and what the switches touch in the games' own files.

use std::num::NonZeroU64;

use affixboard_games as games;
use affixboard_model::{
    batch::{Counts, Detail, Metric, Plan, run_shard},
    catalog::KindId,
    game::{Loaded, Switches, Touched},
    text::{SourceFile, SourceSet},
};

/// A small edition: files by name, those given replacing the plain ones.
fn load(game: &str, switches: &[&str], files: &[(&str, &str)]) -> Loaded {
    let plain = [
        ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n"),
        ("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\n"),
        ("ego_themes.txt", "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\n"),
        ("artifact.txt", "N:1:'Thorn'\nI:sword:1\nA:10:5 to 100\n"),
    ];
    let mut sources = SourceSet::new();
    for (name, text) in plain {
        let text = files.iter().find(|file| file.0 == name).map_or(text, |file| file.1);
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let game = games::find(game).expect("the game");
    let switches = Switches::parse(game, switches.iter().copied()).expect("known switches");
    let loaded = game.load_switched(sources, switches);
    let unexpected =
        loaded.diagnostics.iter().find(|remark| !matches!(remark.rule.name(), "duplicate-index" | "number-wraps"));
    assert_eq!(unexpected, None);
    loaded
}

/// How often a name was counted under a metric in 20,000 great drops at depth 30, all kinds together.
fn counted(loaded: &Loaded, metric: Metric, name: &str) -> u64 {
    counted_at(loaded, 30, metric, name)
}

fn counted_at(loaded: &Loaded, depth: u32, metric: Metric, name: &str) -> u64 {
    counted_of(loaded, depth, Vec::new(), metric, name)
}

/// Of whole drops, or of given kinds.
fn counted_of(loaded: &Loaded, depth: u32, kinds: Vec<KindId>, metric: Metric, name: &str) -> u64 {
    let forge = loaded.model.forge();
    let plan = Plan {
        target: None,
        depths: vec![depth],
        qualities: vec![2],
        kinds,
        drops: NonZeroU64::new(20_000).expect("positive"),
        seed: 1,
        switches: loaded.switches.clone(),
        detail: Detail::Identity,
    };
    let mut counts = Counts::new(forge.keys());
    let mut sum = 0;
    for shard in plan.shards() {
        for (key, count) in run_shard(forge.as_ref(), &shard, plan.seed, &mut counts).counts {
            let is_it = forge.keys().key(key).metric == metric && forge.keys().label(key).1 == name;
            assert!(forge.can_occur(shard.cell, key), "{:?} was counted", forge.keys().label(key));
            sum += if is_it { count } else { 0 };
        }
    }
    sum
}

/// What is counted as coded and with only that switch thrown.
fn both(game: &str, switch: &str, files: &[(&str, &str)], metric: Metric, name: &str) -> [u64; 2] {
    [&[][..], &[switch]].map(|switches| counted(&load(game, switches, files), metric, name))
}

const BOTH: [&str; 2] = ["affix-branch", "v4"];

#[test]
fn theme_scores_wrap_at_256() {
    // Two affixes of weight 16 each: 8 × 32² ÷ 32 is 256, so 0 in a byte.
    let affixes =
        "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\nN:2:suffix:of Points\nT:sword:0:99:good:5:1 to 255\n";
    let themes = "N:1:suffix:of Cutting\nT:sword:0:99:1 to 255\nA:of Edges:16\nA:of Points:16\n";
    let files = [("ego_item.txt", affixes), ("ego_themes.txt", themes)];
    for game in BOTH {
        let count = |switches: &[&str]| counted(&load(game, switches, &files), Metric::THEME, "of Cutting");
        // Both affixes are needed, and together they always wrap to nothing, or else are always enough.
        assert_eq!(count(&["one-affix-theme"]), 0, "{game}");
        let documented = count(&["one-affix-theme", "theme-score-byte"]);
        // All but those whose steps all gave the same affix: with at least 3 steps at most 1 in 4 (a great drop of the
        // affix branch has 3 or more, v4's 2 or more, of which few have only 2).
        assert!(documented > 14_000, "{game}: {documented}");
    }
}

#[test]
fn the_code_for_no_minimum_is_not_that_of_the_files() {
    let files = [("ego_item.txt", "N:1:suffix:of Power\nC:0:d5:0\nM:255:0:255\nT:sword:0:99:good:5:1 to 255\n")];
    let count = |metric| both("affix-branch", "no-minimum", &files, metric, "of Power");
    let ([coded, documented], [undone, undone_documented]) = (count(Metric::AFFIX), count(Metric::ROLLBACK_AFFIX));
    assert!(coded == 0 && undone > 40_000, "to-hit 255 is undone every time: {coded}, {undone}");
    assert!(documented > 15_000 && undone_documented == 0, "{documented}, {undone_documented}");
    // v4's code is that of its files.
    let v4 = counted(&load("v4", &[], &files), Metric::AFFIX, "of Power");
    assert!(v4 > 15_000, "{v4}");
}

#[test]
fn commonness_is_a_byte() {
    let files = [
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:300:1 to 100\n"),
        ("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:257:1 to 255\n"),
        ("artifact.txt", "N:1:'Thorn'\nI:sword:1\nA:400:5 to 100\n"),
    ];
    for game in BOTH {
        for (switches, expected) in [(&[][..], [44, 1, 144]), (&["commonness-byte"], [300, 257, 400])] {
            let catalog = load(game, switches, &files).catalog;
            let kind = catalog.kinds[0].allocations[0].commonness;
            let found =
                [kind, catalog.affixes[0].allocations[0].commonness, catalog.artifacts[0].allocations[0].commonness];
            assert_eq!(found, expected, "{game} {switches:?}");
        }
    }
}

#[test]
fn the_second_record_of_an_index_is_lost() {
    let affixes =
        "N:3:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\nN:3:suffix:of Points\nT:sword:0:99:good:5:1 to 255\n";
    for game in BOTH {
        let names = |switches: &[&str]| -> Vec<(u32, String)> {
            let catalog = load(game, switches, &[("ego_item.txt", affixes)]).catalog;
            catalog.affixes.iter().map(|affix| (affix.index, affix.name.clone())).collect()
        };
        assert_eq!(names(&[]), [(3, "of Edges".to_owned())]);
        assert_eq!(names(&["lost-record"]), [(3, "of Edges".to_owned()), (4, "of Points".to_owned())]);
    }
}

#[test]
fn one_affix_can_be_enough_for_a_theme() {
    // Twice of Edges: 8 × 20² ÷ 20 is 160, so 80 %.
    let twice = "N:1:suffix:of Cutting\nT:sword:0:99:1 to 255\nA:of Edges:10\nA:Else:10\n";
    // Two lines for it: once is enough, and it is the only step's.
    let two_lines = "N:1:suffix:of Cutting\nT:sword:0:99:1 to 255\nA:of Edges:10\nA:of Edges:10\n";
    let affixes = "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 255\nN:2:suffix:Else\n";
    for game in BOTH {
        for themes in [twice, two_lines] {
            let files = [("ego_item.txt", affixes), ("ego_themes.txt", themes)];
            let [coded, documented] = both(game, "one-affix-theme", &files, Metric::THEME, "of Cutting");
            assert!(coded > 10_000 && documented == 0, "{game}: {coded} against {documented}");
        }
    }
}

#[test]
fn steps_that_add_nothing_look_for_a_theme() {
    // The affixes end at the last level a great drop has without luck; the theme begins where luck alone leads.
    let affixes = "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 45\nN:2:suffix:Else\n";
    let themes = "N:1:suffix:of Cutting\nT:sword:0:99:100 to 255\nA:of Edges:10\nA:Else:0\n";
    let files = [("ego_item.txt", affixes), ("ego_themes.txt", themes)];
    let [coded, documented] = both("affix-branch", "theme-without-affix", &files, Metric::THEME, "of Cutting");
    assert!(coded > 100 && documented == 0, "{coded} against {documented}");
    // v4 holds last levels against the depth, so there the lowest affix level does it: artifacts are luck alone.
    let affixes = "N:1:make:of Edges\nT:sword:0:99:great:5:1 to 255\nN:2:suffix:Else\n";
    let themes = "N:1:suffix:of Cutting\nT:sword:0:99:1 to 255\nA:of Edges:5\nA:of Edges:5\n";
    let files = [("ego_item.txt", affixes), ("ego_themes.txt", themes)];
    let [coded, documented] = both("v4", "theme-without-affix", &files, Metric::THEME, "of Cutting");
    // One make, 8 × 10² ÷ 10 = 80: 40 % after its own step, and again after each step that finds no second make.
    assert!(coded > documented + documented / 4 && documented > 1000, "{coded} against {documented}");
}

#[test]
fn only_the_first_fitting_allocation_counts() {
    let files = [("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 50\nT:sword:1:1:good:20:40 to 255\n")];
    for game in BOTH {
        let weights = |switches: &[&str]| {
            let forge = load(game, switches, &files).model.forge();
            let levels = [30, 45, 60].map(|level| forge.pool(KindId(0), level, 2).total);
            if game == "v4" { [levels[1], levels[1], levels[2]] } else { levels }
        };
        if game == "v4" {
            assert_eq!((weights(&[]), weights(&["first-allocation"])), ([5, 5, 20], [25, 25, 20]));
        } else {
            assert_eq!((weights(&[]), weights(&["first-allocation"])), ([5, 5, 20], [5, 25, 20]));
        }
    }
}

#[test]
fn last_levels_are_held_against_the_raised_level() {
    // Great drops of depth 30 draw at 40 and deeper.
    let files = [("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:5:1 to 39\n")];
    let [coded, documented] = both("affix-branch", "boosted-maximum", &files, Metric::AFFIX, "of Edges");
    assert!(coded == 0 && documented > 15_000, "{coded} against {documented}");
    let deeper = counted_at(&load("affix-branch", &["boosted-maximum"], &files), 40, Metric::AFFIX, "of Edges");
    assert_eq!(deeper, 0, "the dungeon level itself is past the last level");
    assert!(counted(&load("v4", &[], &files), Metric::AFFIX, "of Edges") > 15_000, "v4's own rule");
}

#[test]
fn good_and_great_drops_get_their_magic_deeper() {
    // From level 40: as documented only the one step in 20 that is boosted gets there.
    let files = [("ego_item.txt", "N:1:suffix:of Edges\nT:sword:0:99:good:5:40 to 255\n")];
    for game in BOTH {
        let [coded, documented] = both(game, "raised-level", &files, Metric::AFFIX, "of Edges");
        assert!(coded > 15_000 && (1..6_000).contains(&documented), "{game}: {coded} against {documented}");
    }
}

#[test]
fn launchers_are_not_good_drops() {
    let files = [
        ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\nN:bow:Bow~\nF:HATES_ACID\n"),
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nN:2:& Sling~\nI:bow:2\nA:20:1 to 100\n"),
    ];
    for game in BOTH {
        let [coded, documented] = both(game, "launchers-not-good", &files, Metric::KIND, "Sling");
        assert!(coded == 0 && documented > 8_000, "{game}: {coded} against {documented}");
    }
}

/// The rest of the dice switch is in `engine/item.rs`; dice alone never decide what an item carries.
#[test]
fn dice_below_zero_wrap() {
    let files = [
        ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\nP:0:1d1:0:0:0\n"),
        ("ego_item.txt", "N:1:suffix:of Rust\nC:0:0:0:0:0:0:-2\nT:sword:0:99:good:5:1 to 255\n"),
    ];
    let loaded = load("affix-branch", &[], &files);
    let touched = touched(&loaded, "dice-wrap");
    assert_eq!(lines(&touched), ["1 of Rust: Dagger 1d1 → 1d255 | at least 1d1"]);
}

/// Weights of 100 ÷ 50 and 100 ÷ 2 as coded; the commonness says the opposite.
#[test]
fn an_egos_commonness_is_never_used() {
    let egos = "N:1:of Edges\nW:0:50:0:0\nA:50:1 to 127\nT:sword:0:99\nN:2:of Points\nW:0:2:0:0\nA:2:1 to 127\nT:sword:0:99\n\
                N:3:of Rust\nW:0:0:0:0\nA:1:1 to 127\n";
    let files =
        [("ego_item.txt", egos), ("ego_themes.txt", ""), ("artifact.txt", "N:16:'Thorn'\nI:sword:1\nA:0:5 to 100\n")];
    let [coded, documented] = both("angband-3.5", "ego-commonness", &files, Metric::AFFIX, "of Edges");
    // One in 26 against 25 in 26 of all that aren't boosted out of range (nearly all of 20,000).
    assert!((500..1000).contains(&coded) && (18_000..19_500).contains(&documented), "{coded} against {documented}");
    let touched = touched(&load("angband-3.5", &[], &files), "ego-commonness");
    assert_eq!(
        lines(&touched),
        [
            "1 of Edges: weight 2 (100 ÷ rarity 50) | commonness 50",
            "2 of Points: weight 50 (100 ÷ rarity 2) | commonness 2",
            "3 of Rust: weight 0 | commonness 1",
        ]
    );
}

/// In 3.3 and 3.4 an ego's `A:` line counts for nothing at all: neither its commonness nor its levels, which are two switches.
#[test]
fn ego_levels() {
    // At depth 30: of Edges is usual from 60 on only, one in ten that is; of Points ends at 20; of Knots comes at its
    // first level and all deeper ones either way.
    let egos = "V:1.0.0\nN:1:of Edges\nW:0:2:0:0\nA:50:60 to 100\nT:sword:0:99\n\
                N:2:of Points\nW:0:2:0:0\nA:2:1 to 20\nT:sword:0:99\n\
                N:3:of Knots\nW:5:2:0:0\nA:50:5 to 127\nT:sword:0:99\n";
    let files =
        [("ego_item.txt", egos), ("ego_themes.txt", ""), ("artifact.txt", "N:16:'Thorn'\nI:sword:1\nA:0:5 to 100\n")];
    for game in ["angband-3.3", "angband-3.4"] {
        // A third each of 20,000; as documented of Points never comes but where a level isn't boosted past 20: never.
        let [coded, documented] = both(game, "ego-levels", &files, Metric::AFFIX, "of Points");
        assert!((6_300..7_000).contains(&coded) && documented == 0, "{coded} against {documented}");
        // One in ten of the choices at level 30 has it as one of two, and so has a fifth of the 5 % that are boosted to
        // levels from 60 to 100.
        let [_, documented] = both(game, "ego-levels", &files, Metric::AFFIX, "of Edges");
        assert!((950..1_250).contains(&documented), "{documented}");
        let loaded = load(game, &[], &files);
        assert_eq!(
            lines(&touched(&loaded, "ego-levels")),
            [
                "1 of Edges: from level 0 | usual from level 60, up to 100",
                "2 of Points: from level 0 | usual from level 1, up to 20",
            ]
        );
        assert_eq!(
            lines(&touched(&loaded, "ego-commonness")),
            ["2 of Points: weight 50 (100 ÷ rarity 2) | commonness 2",]
        );
        let [coded, documented] = both(game, "ego-commonness", &files, Metric::AFFIX, "of Edges");
        // 50 of 150 against 50 of 102.
        assert!((6_300..7_000).contains(&coded) && (9_500..10_100).contains(&documented), "{coded}, {documented}");
    }
}

/// NarSil draws specials by the number that their file calls a rarity, where Sil divides 100 by it.
#[test]
fn a_rarity_is_a_weight() {
    let specials = "name:of Edges\nalloc:1:0 to 0\ncost:9\ntype:sword\nname:of Points\nalloc:4:0 to 0\ncost:9\ntype:sword\n\
                    name:of Knots\nalloc:10:0 to 0\ncost:9\n";
    let files = [
        ("constants.txt", "world:dun-depth:20\nworld:max-depth:128\nobj-make:max-depth:100\n"),
        ("slay.txt", "code:ORC_1\n"),
        ("brand.txt", "code:FIRE_1\n"),
        ("object_base.txt", "name:sword:Sword~\n"),
        ("object.txt", "name:<heap>\nname:& Dagger~\ntype:sword\nalloc:1:1\n"),
        ("special.txt", specials),
        ("artefact.txt", "name:'Thorn'\nbase-object:sword:Thorn\n"),
        ("drop.txt", "name:not useless\nnot-base:sword\n"),
    ];
    let game = games::find("narsil").expect("the game");
    let load = |switches: &[&str]| {
        let mut sources = SourceSet::new();
        for (name, text) in files {
            sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
        }
        let switches = Switches::parse(game, switches.iter().copied()).expect("known switches");
        let loaded = game.load_switched(sources, switches);
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
        loaded
    };
    let weights = |loaded: &Loaded| -> Vec<u32> {
        let pool = loaded.model.forge().pool(KindId(1), 5, 0);
        pool.entries.iter().map(|entry| entry.1).collect()
    };
    let coded = load(&[]);
    assert_eq!(weights(&coded), [1, 4]);
    assert_eq!(weights(&load(&["rarity-as-weight"])), [100, 25]);
    assert_eq!(
        lines(&touched(&coded, "rarity-as-weight")),
        ["0 of Edges: weight 1 | weight 100 (100 ÷ rarity 1)", "1 of Points: weight 4 | weight 25 (100 ÷ rarity 4)",]
    );
}

fn touched(loaded: &Loaded, switch: &str) -> Vec<Touched> {
    let switch = loaded.game.switches().iter().find(|known| known.id == switch).expect("a switch");
    loaded.game.touched(&loaded.sources, switch)
}

fn lines(touched: &[Touched]) -> Vec<String> {
    touched
        .iter()
        .map(|entry| format!("{} {}: {} | {}", entry.index, entry.name, entry.coded, entry.documented))
        .collect()
}

fn own_files(system: &str, game: &str) -> Option<Loaded> {
    let folder = crate::common::reference(system)?;
    Some(games::find(game).expect("the game").load(crate::common::sources(&folder.join("edit"))))
}

/// Lines of what a switch touches, by the names of its entries.
fn touched_lines(loaded: &Loaded, switch: &str, names: &[&str]) -> Vec<String> {
    let touched = touched(loaded, switch);
    lines(&touched).into_iter().filter(|line| names.iter().any(|name| line.contains(name))).collect()
}

/// What the presets throw, and why: each switch of the affix branch, whether as the guide says it is as documented, and
/// words of the reasons for as documented and for the guide.
///
/// The guide is what RULES of the affix branch, part 4, has in the column "Guide says". It holds a switch if one of these
/// lines is true only with the switch thrown: True Sight automatic; one affix is never enough; artifact scale 1000; maces of
/// Disruption; bows of Lothlórien. What part 4 calls true of the program, or doesn't have, is no such line.
const PRESETS: [(&str, bool, &str, &str); 11] = [
    ("theme-score-byte", true, "ego_themes.txt, “percent chance", "“of True Sight” certain"),
    ("no-minimum", true, "ego_item.txt, “the value of 255", "bows can be “of Lothlórien”"),
    ("commonness-byte", true, "artifact.txt, “the relative chance", "on a scale of 1000"),
    ("lost-record", true, "“the serial number must increase", "maces can be “of Disruption”"),
    (
        "one-affix-theme",
        true,
        "ego_themes.txt, “when an item acquires any two",
        "one affix is never enough for a theme",
    ),
    (
        "theme-without-affix",
        false,
        "ego_themes.txt, “when an item acquires any two",
        "a comment in ego_themes.txt does",
    ),
    (
        "first-allocation",
        false,
        "ego_item.txt, “you can specify multiple",
        "says nothing of it; a comment in ego_item.txt",
    ),
    ("boosted-maximum", false, "ego_item.txt, “max depth is the deepest", "a comment in ego_item.txt"),
    ("raised-level", false, "only that levels are “depths”", "doesn't say whether the level is raised"),
    ("dice-wrap", false, "nowhere; that a result of exactly 0", "says nothing of it; only the code"),
    ("launchers-not-good", false, "nowhere; earlier versions", "says nothing of it; only earlier versions"),
];

#[test]
fn each_switch_says_which_presets_throw_it_and_why() {
    let game = games::find("affix-branch").expect("the game");
    let presets: Vec<_> = game.presets().map(|preset| (preset.id, preset.title)).collect();
    assert_eq!(presets, [("coded", "as coded"), ("documented", "as documented"), ("guide", "as the guide says")]);
    assert_eq!(game.switches().len(), PRESETS.len());
    for (switch, (id, in_guide, written, told)) in game.switches().iter().zip(PRESETS) {
        assert_eq!(switch.id, id);
        let stances: Vec<_> = game.presets().map(|preset| preset.stance(switch)).collect();
        let thrown: Vec<_> = stances.iter().map(|stance| stance.is_thrown).collect();
        assert_eq!(thrown, [false, true, in_guide], "{id}");
        for (stance, (begin, words)) in
            stances.iter().zip([("Code: ", ""), ("Written: ", written), ("The guide ", told)])
        {
            assert!(stance.why.starts_with(begin) && stance.why.contains(words), "{id}: {}", stance.why);
        }
        assert_eq!(stances[2].why.starts_with("The guide says: "), in_guide, "{id}: {}", stances[2].why);
    }
    let guide = Switches::parse(game, ["guide"]).expect("a preset");
    assert_eq!(guide.ids(), ["theme-score-byte", "no-minimum", "commonness-byte", "lost-record", "one-affix-theme"]);
    // No other game has a guide.
    for game in games::ALL.iter().filter(|game| game.id() != "affix-branch") {
        assert_eq!(game.presets().map(|preset| preset.id).collect::<Vec<_>>(), ["coded", "documented"], "{game:?}");
    }
}

/// What the guide tells of a launcher and of a mace: by it, and only by it and as documented, there are both.
#[test]
fn what_the_guide_tells_of_is_there_as_the_guide_says() {
    let Some(coded) = own_files("affix-branch", "affix-branch") else { return };
    let game = coded.game;
    let guide = Switches::parse(game, ["guide"]).expect("a preset");
    let guide = game.load_switched(coded.sources.clone(), guide);
    // A long bow, and a mace.
    for ((tval, sval), metric, name) in
        [((19, 13), Metric::THEME, "of Lothlórien"), ((21, 10), Metric::AFFIX, "of Disruption")]
    {
        let count = |loaded: &Loaded| {
            let kind = loaded.catalog.find_kind(tval, sval).expect("a kind");
            counted_of(loaded, 80, vec![kind], metric, name)
        };
        assert_eq!(count(&coded), 0, "{name}");
        assert!(count(&guide) > 0, "{name}");
    }
}

/// Figures from RULES of the affix branch, parts 3 and 4.
#[test]
fn what_the_switches_touch_in_the_affix_branch() {
    let Some(loaded) = own_files("affix-branch", "affix-branch") else { return };
    assert_eq!(
        touched_lines(&loaded, "theme-score-byte", &["Resistance", "True Sight", "Blessed"]),
        [
            "1 of Resistance: 8 % with all its affixes; wraps from weight 33 of 34 | certain with all its affixes",
            "34 of True Sight: 32 % with all its affixes; wraps from weight 80 of 200 | certain with all its affixes",
            "35 Blessed: 32 % with all its affixes; wraps from weight 80 of 200 | certain with all its affixes",
        ]
    );
    assert_eq!(
        lines(&touched(&loaded, "no-minimum")),
        ["104 of Accuracy: min-to-dam 255 | no min-to-dam", "105 of Power: min-to-hit 255 | no min-to-hit"]
    );
    let commonness = lines(&touched(&loaded, "commonness-byte"));
    assert_eq!(commonness.len(), 11, "eleven shipped artifacts: {commonness:#?}");
    for (wrapped, written, times) in [(144, 400, 5), (44, 300, 3), (24, 280, 1), (244, 500, 1), (124, 380, 1)] {
        let end = format!(": commonness {wrapped} | commonness {written}");
        assert_eq!(commonness.iter().filter(|line| line.ends_with(&end)).count(), times, "{end}");
    }
    assert_eq!(lines(&touched(&loaded, "lost-record")), ["207 of Disruption: doesn't exist | exists, with index 207"]);
    let alone: Vec<_> =
        lines(&touched(&loaded, "one-affix-theme")).into_iter().filter(|line| line.contains(" alone ")).collect();
    assert_eq!(
        alone,
        [
            "13 of Power: of Strength alone 8 % | no chance",
            "14 of Thievery: of Agility alone 10 % | no chance",
            "21 of Fury: of Strength alone 9.5 % | no chance",
            "30 of Earthquakes: of Strength alone 3 %, of Digging alone 3 % | no chance",
            "31 of Lothlórien: of Agility alone 4 % | no chance",
            "33 of Buckland: of Agility alone 10 % | no chance",
        ]
    );
    let twice = touched_lines(&loaded, "one-affix-theme", &["1 of Resistance:"]);
    assert!(twice[0].contains("of Resist Acid twice 23 %"), "{twice:?}");
    assert_eq!(
        lines(&touched(&loaded, "first-allocation")),
        ["34 of Regeneration: commonness 10 at levels 15 to 100 | commonness 20 at levels 15 to 100"]
    );
    assert_eq!(
        lines(&touched(&loaded, "dice-wrap")),
        ["132 Rusty: Great Hammer 8d1 → 8d255 | at least 1d1", "154 Broken: Great Hammer 8d1 → 7d255 | at least 1d1"]
    );
    let launchers: Vec<_> = touched(&loaded, "launchers-not-good").into_iter().map(|entry| entry.name).collect();
    assert_eq!(launchers, ["Sling", "Short Bow", "Long Bow", "Light Crossbow", "Heavy Crossbow"]);
    for whole in ["boosted-maximum", "raised-level", "theme-without-affix"] {
        assert_eq!(touched(&loaded, whole), [], "{whole} is about the rules as a whole");
    }
}

/// Figures from RULES of v4, sections 2 and 8.
#[test]
fn what_the_switches_touch_in_v4() {
    let Some(loaded) = own_files("v4-final", "v4") else { return };
    assert_eq!(
        touched_lines(&loaded, "theme-score-byte", &["True Sight", "Blessed", "Holy Avenger"]),
        [
            "17 (Holy Avenger): certain with all its affixes; wraps from weight 43 of 57 | certain with all its affixes",
            "35 Blessed: 32 % with all its affixes; wraps from weight 80 of 200 | certain with all its affixes",
        ],
        "only True Sight was repaired"
    );
    let commonness = lines(&touched(&loaded, "commonness-byte"));
    assert_eq!(commonness.iter().filter(|line| line.ends_with(": commonness 232 | commonness 1000")).count(), 10);
    assert_eq!(lines(&touched(&loaded, "lost-record")), [""; 0]);
    let lone = lines(&touched(&loaded, "one-affix-theme"));
    assert!(lone.iter().any(|line| line == "13 of Power: of Strength alone 8 % | no chance"), "{lone:#?}");
    // Makes, materials and qualities come once at most, and the null affix never.
    assert!(
        !lone.iter().any(|line| ["Null", "Reinforced", "Silver"].iter().any(|name| line.contains(name))),
        "{lone:#?}"
    );
    assert!(!loaded.game.switches().iter().any(|switch| switch.id == "no-minimum"), "its code agrees with its files");
}

/// Figures from RULES of 3.5, part 3.
#[test]
fn what_the_switch_touches_in_3_5() {
    let Some(loaded) = own_files("angband-3.5", "angband-3.5") else { return };
    assert_eq!(touched(&loaded, "ego-commonness").len(), 94);
    assert_eq!(
        touched_lines(&loaded, "ego-commonness", &["of Slay Orc"]),
        ["84 of Slay Orc: weight 16 (100 ÷ rarity 6) | commonness 150"]
    );
}
