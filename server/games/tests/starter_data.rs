//! The editions that ship: clean, large enough to show something, and with the cases the format's authors wrote about.

use std::path::Path;

use affixboard_games as games;
use affixboard_inquiry::profile::Profile;
use affixboard_model::{
    batch::{Cell, Metric},
    catalog::{Affix, Catalog, KindId, Theme},
    game::{Chance, Loaded},
};

fn load(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    let loaded = games::find(game).expect("the game").load(crate::common::sources(&folder));
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    loaded
}

fn affix<'a>(catalog: &'a Catalog, name: &str) -> &'a Affix {
    catalog.affixes.iter().find(|affix| affix.name == name).expect("the affix")
}

fn theme<'a>(catalog: &'a Catalog, name: &str) -> &'a Theme {
    catalog.themes.iter().find(|theme| theme.name == name).expect("the theme")
}

/// The kinds of a type that some allocation of an affix covers.
fn affixes_of(catalog: &Catalog, tval: u16) -> usize {
    let covers = |affix: &&Affix| {
        affix
            .allocations
            .iter()
            .any(|line| catalog.kinds.iter().any(|kind| kind.tval == tval && line.covers(tval, kind.sval)))
    };
    catalog.affixes.iter().filter(covers).count()
}

#[test]
fn the_affix_branch_starter_is_large_enough() {
    let loaded = load("affix-branch");
    let catalog = &loaded.catalog;
    let defined: Vec<_> = catalog.kinds.iter().filter(|kind| kind.record.is_some()).collect();
    assert!(defined.len() >= 130);
    for tval in (16..=23).chain(30..=40).chain([45, 55, 65, 66, 70, 75]) {
        assert!(defined.iter().any(|kind| kind.tval == tval), "no kind of type {tval}");
    }
    assert!(defined.iter().any(|kind| kind.flags.contains(&"GOOD")));
    assert!(catalog.affixes.len() >= 90);
    let allocations: Vec<_> = catalog.affixes.iter().flat_map(|affix| &affix.allocations).collect();
    assert!(allocations.len() >= 260);
    for level in 0..3 {
        assert!(allocations.iter().any(|line| line.affix_level == level), "no allocation of affix level {level}");
    }
    assert!(catalog.themes.len() >= 20);
    assert!(catalog.artifacts.len() >= 40);
    assert!(catalog.artifacts.iter().filter(|artifact| artifact.allocations.len() > 1).count() >= 3);
}

#[test]
fn soft_armour_has_an_affix_that_is_great_at_first_and_good_later() {
    let loaded = load("affix-branch");
    let lines = |affix: &Affix| -> Vec<(u8, u32, u32)> {
        affix
            .allocations
            .iter()
            .filter(|line| line.tval == 36)
            .map(|line| (line.affix_level, line.min, line.max))
            .collect()
    };
    assert!(loaded.catalog.affixes.iter().any(|affix| lines(affix) == [(1, 1, 25), (0, 26, 100)]));
}

#[test]
fn themes_of_the_guide() {
    let loaded = load("affix-branch");
    let catalog = &loaded.catalog;
    let weights = |name| -> Vec<u32> { theme(catalog, name).parts.iter().map(|part| part.weight).collect() };
    let mut resistance = weights("of Resistance");
    resistance.sort_unstable();
    assert_eq!(resistance, [2, 4, 7, 7, 7, 7]);
    assert_eq!(weights("of True Sight"), [100, 100]);
    assert!(theme(catalog, "of True Sight").allocations.iter().all(|line| line.tval == 39));
    assert!(weights("Blessed").contains(&0));
    let permanence = &theme(catalog, "of Permanence").allocations;
    let kinds: Vec<_> = catalog
        .kinds
        .iter()
        .filter(|kind| permanence.iter().any(|line| line.covers(kind.tval, kind.sval)))
        .map(|kind| kind.name.as_str())
        .collect();
    assert_eq!(kinds, ["Robe"]);
    assert!(affix(catalog, "of Resist Fire").allocations.iter().any(|line| line.tval == 36));
}

#[test]
fn some_types_have_few_affixes_and_one_shield_has_none() {
    let loaded = load("affix-branch");
    let catalog = &loaded.catalog;
    let swords = affixes_of(catalog, 23);
    for tval in [19, 30, 31, 35] {
        let few = affixes_of(catalog, tval);
        assert!((1..=swords / 4).contains(&few), "type {tval} has {few} affixes, swords {swords}");
    }
    let forge = loaded.model.forge();
    let has_none = |kind: &KindId| (0..256).all(|level| (0..3).all(|tier| forge.pool(*kind, level, tier).total == 0));
    let bare: Vec<_> =
        catalog.kinds_of(34).into_iter().filter(has_none).map(|kind| catalog.kind(kind).name.clone()).collect();
    assert_eq!(bare, ["Mithril Shield"]);
}

#[test]
fn the_v4_starter_is_clean_and_uses_what_v4_added() {
    let loaded = load("v4");
    let catalog = &loaded.catalog;
    for role in loaded.game.words().roles {
        assert!(catalog.affixes.iter().any(|affix| affix.role == Some(*role)), "no {}", role.name());
    }
    assert!(catalog.themes.iter().flat_map(|theme| &theme.parts).any(|part| part.chance < 100));
    assert!(catalog.kinds.len() >= 100 && catalog.artifacts.len() >= 25);
}

#[test]
fn the_angband_3_5_starter_is_clean_and_has_what_3_5_reads_in_a_way_of_its_own() {
    let loaded = load("angband-3.5");
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() >= 100 && catalog.affixes.len() >= 40 && catalog.artifacts.len() >= 20);
    assert!(catalog.artifacts.iter().filter(|artifact| artifact.index < 16).count() >= 4);
    for tval in (16..=23).chain(30..=40).chain([45]) {
        assert!(affixes_of(catalog, tval) > 0, "no ego of type {tval}");
    }
    // A curse keeps an ego from being made, and so do levels that are left out, but for level 0.
    let cursed = |ego: &&Affix| ego.flags.iter().any(|flag| flag.ends_with("_CURSE"));
    assert!(catalog.affixes.iter().filter(cursed).count() >= 3);
    assert!(affix(catalog, "of the First Spade").allocations.iter().all(|line| (line.min, line.max) == (0, 0)));
    let switch = loaded.game.switches().first().expect("the switch");
    let differ = loaded.game.touched(&loaded.sources, switch).len();
    assert!((30..catalog.affixes.len()).contains(&differ), "{differ} egos whose commonness and rarity disagree");
    // In pools with their full weight, though usual from deeper down on only.
    let forge = loaded.model.forge();
    let boots = catalog.find_kind(30, 2).expect("boots");
    let names = |level| -> Vec<&str> {
        forge.pool(boots, level, 0).entries.iter().map(|(id, _)| catalog.affix(*id).name.as_str()).collect()
    };
    assert!(!names(39).contains(&"of the Long Mile") && names(40).contains(&"of the Long Mile"));
}

#[test]
fn the_angband_4_2_starter_is_clean_and_has_what_4_2_reads_in_a_way_of_its_own() {
    let loaded = load("angband-4.2");
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() >= 100 && catalog.affixes.len() >= 40 && catalog.artifacts.len() >= 20);
    // Everything that can be worn, and ammunition.
    for tval in 2..=21 {
        assert!(affixes_of(catalog, tval) > 0, "no ego of type {tval}");
    }
    // Books are kinds that classes make: a dozen, each realm's from the dungeon good.
    for tval in 30..=33 {
        let books: Vec<_> = catalog.kinds.iter().filter(|kind| kind.tval == tval).collect();
        assert_eq!(books.iter().map(|book| book.good).collect::<Vec<_>>(), [false, false, true], "type {tval}");
        assert!(books.iter().all(|book| !book.allocations.is_empty()));
    }
    // Special artifacts: some of kinds from object.txt, some of kinds that the artifacts' file makes up.
    let special: Vec<_> = catalog.kinds.iter().filter(|kind| kind.flags.contains(&"INSTA_ART")).collect();
    assert_eq!(special.iter().filter(|kind| kind.record.is_some()).count(), 2);
    assert_eq!(special.iter().filter(|kind| kind.record.is_none()).count(), 3);
    for flag in ["RAND_SUSTAIN", "RAND_POWER", "RAND_BASE_RES", "RAND_HI_RES", "RAND_RES_POWER"] {
        assert!(catalog.affixes.iter().any(|ego| ego.flags.contains(&flag)), "no ego of {flag}");
    }
    // One kind of a type only: `item` lines.
    let covered = |name: &str| -> Vec<&str> {
        let lines = &affix(catalog, name).allocations;
        let kinds = catalog.kinds.iter().filter(|kind| lines.iter().any(|line| line.covers(kind.tval, kind.sval)));
        kinds.map(|kind| kind.name.as_str()).collect()
    };
    assert_eq!(covered("of Quiet Study"), ["Robe"]);
    assert_eq!(covered("of the Yew Row"), ["Long Bow", "Composite Bow"]);
    // A soft minimum and a hard maximum.
    let forge = loaded.model.forge();
    let boots = catalog.kinds.iter().find(|kind| kind.name == "Pair of Leather Boots").expect("boots");
    let boots = catalog.find_kind(boots.tval, boots.sval).expect("boots");
    let names = |level| -> Vec<&str> {
        forge.pool(boots, level, 0).entries.iter().map(|(id, _)| catalog.affix(*id).name.as_str()).collect()
    };
    assert_eq!(names(1), ["of the Carpet", "of the Post Road"]);
    assert_eq!(names(75), ["of the Carpet", "of the Post Road"]);
    assert_eq!(names(76), ["of the Post Road"]);
}

/// One small edition in the formats of several versions: the same items in each.
/// A ring of pewter at level 1 has a potential of 45 to 54, of 494 at most after four curses: six egos have no threshold.
#[test]
fn the_faangband_starter_is_clean_and_its_plainest_ring_is_one_of_six_egos() {
    let loaded = load("faangband");
    let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
    assert!(catalog.artifacts.iter().filter(|artifact| (22..=24).contains(&artifact.tval)).count() >= 2, "devices");
    let [pewter] = catalog.kinds_named("ring:Pewter")[..] else { panic!("one ring of pewter") };
    let cell = Cell { depth: 1, quality: 0, kind: Some(pewter) };
    let chances = forge.exact().expect("chances").chances(cell, None);
    let is_ego = |chance: &&Chance| forge.keys().key(chance.key).metric == Metric::AFFIX;
    let egos: Vec<f64> = chances.iter().filter(is_ego).map(|chance| chance.mean).collect();
    assert_eq!(egos.len(), 6);
    assert!(egos.iter().all(|chance| (chance - 1.0 / 6.0).abs() < 1e-12), "{egos:?}");
}

#[test]
fn the_small_starters_have_the_same_items() {
    let names = |game: &str| -> (Vec<String>, Vec<String>, Vec<String>) {
        let catalog = load(game).catalog;
        (
            catalog.kinds.iter().map(|kind| kind.name.clone()).collect(),
            catalog.affixes.iter().map(|ego| ego.name.clone()).collect(),
            catalog.artifacts.iter().map(|artifact| artifact.name.clone()).collect(),
        )
    };
    let small = names("angband-3.4");
    assert!(small.0.len() >= 40 && small.1.len() >= 20 && small.2.len() >= 8);
    for game in ["angband-3.3", "angband-3.2", "angband-3.1"] {
        assert_eq!(names(game), small, "{game}");
    }
}

/// Sheets ask about whole runs of keys; the answers must be those about each key.
#[test]
fn runs_of_keys_are_as_possible_as_each_key() {
    for game in [
        "affix-branch",
        "v4",
        "angband-2.8",
        "angband-2.9",
        "angband-3.1",
        "angband-3.5",
        "angband-4.2",
        "sil-q",
        "narsil",
        "frogcomposband",
    ] {
        let loaded = load(game);
        let forge = loaded.model.forge();
        let keys = forge.keys();
        let all = (0..keys.len() as u32).collect::<Vec<_>>();
        let group = |key: &u32| (keys.key(*key).metric, keys.key(*key).kind);
        let runs: Vec<_> =
            all.chunk_by(|a, b| group(a) == group(b)).map(|run| run[0]..run[run.len() - 1] + 1).collect();
        for (depth, quality, kind) in [(0, 0, None), (30, 1, None), (127, 2, None), (30, 2, Some(KindId(0)))] {
            let cell = Cell { depth, quality, kind };
            for run in &runs {
                let mut marked = vec![false; run.len()];
                forge.mark_possible(cell, std::slice::from_ref(run), &mut marked);
                let asked: Vec<bool> = run.clone().map(|key| forge.can_occur(cell, key)).collect();
                assert_eq!(marked, asked, "{game} {cell:?} {:?}", keys.key(run.start));
                // Not from the beginning, and with what was known before.
                let Some(rest) = run.clone().nth(1).map(|second| second..run.end) else { continue };
                let mut marked = vec![false; rest.len()];
                marked[0] = true;
                forge.mark_possible(cell, &[rest], &mut marked);
                assert!(marked[0] && marked[1..] == asked[2..]);
            }
        }
    }
}

/// The edition of egos has what the original patch's documentation showed, and entries that never come.
#[test]
fn the_egos_of_the_patch_are_where_its_documentation_put_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/angband-3.0");
    let loaded = games::find("angband-3.0").expect("the game").load(crate::common::sources(&folder));
    // Two egos are there to weigh nothing.
    let rules: Vec<_> = loaded.diagnostics.iter().map(|remark| remark.rule.name()).collect();
    assert_eq!(rules, ["never-drawn"; 2], "{:#?}", loaded.diagnostics);
    let catalog = &loaded.catalog;
    let types = |name: &str| -> Vec<u16> {
        let lines = catalog.affixes.iter().filter(|ego| ego.name == name).flat_map(|ego| &ego.allocations);
        lines.map(|line| line.tval).collect()
    };
    let (gloves, soft, hard, dragon) = (31, 36, 37, 38);
    for (name, expected) in [
        ("of Leprousness", vec![soft]),
        ("of Acid Immunity", vec![soft, hard]),
        ("of Immunity", vec![dragon]),
        ("of Peace", vec![gloves]),
        ("of Silk Embroidery", vec![gloves]),
    ] {
        assert_eq!(types(name), expected, "{name}");
    }
    assert_eq!(types("of Battlecrys").len(), 3);
    // Rarity is not chance: two gloves' egos of different rarity on one kind.
    let forge = loaded.model.forge();
    let kind = catalog.kinds_of(gloves)[0];
    let pool = forge.pool(kind, 50, 0);
    assert!(pool.entries.len() > 3 && pool.total == pool.entries.iter().map(|entry| entry.1).sum::<u32>());
    assert!(forge.pool(kind, 50, 1).total < pool.total, "without the cursed ones");
}

#[test]
fn the_angband_2_9_starter_is_clean_and_keeps_excellent_and_terrible_items_apart() {
    let loaded = load("angband-2.9");
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() >= 100 && catalog.affixes.len() >= 50 && catalog.artifacts.len() >= 20);
    let forge = loaded.model.forge();
    let pool = |tval, level, affix_level| -> Vec<&str> {
        let kinds = catalog.kinds_of(tval).into_iter();
        let pools = kinds.map(|kind| forge.pool(kind, level, affix_level));
        let mut egos: Vec<_> = pools.flat_map(|pool| pool.entries.clone()).map(|entry| entry.0).collect();
        egos.sort_unstable();
        egos.dedup();
        egos.into_iter().map(|ego| catalog.affix(ego).name.as_str()).collect()
    };
    for tval in [16, 17, 18, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37] {
        let (excellent, terrible) = (pool(tval, 127, 0), pool(tval, 127, 1));
        assert!(!excellent.is_empty() && !terrible.is_empty(), "type {tval}");
        assert!(excellent.iter().all(|ego| !terrible.contains(ego)), "type {tval}");
    }
    assert_eq!((pool(20, 0, 0), pool(20, 29, 1)), (vec!["of Digging"], vec![]));
    assert_eq!(pool(23, 126, 1), [""; 0]);
    assert_eq!(pool(23, 127, 1), ["of Barrows"]);
    assert_eq!(pool(39, 127, 0), [""; 0], "lights");
}

/// The edition of lists has the items of the one after it, and every ego that the lists name but no more than three others.
#[test]
fn the_angband_2_8_starter_is_clean_and_can_be_laid_beside_2_9s() {
    let (old, new) = (load("angband-2.8").catalog, load("angband-2.9").catalog);
    let names = |catalog: &Catalog| -> Vec<String> { catalog.kinds.iter().map(|kind| kind.name.clone()).collect() };
    assert_eq!(names(&old), names(&new));
    let artifacts =
        |catalog: &Catalog| -> Vec<String> { catalog.artifacts.iter().map(|artifact| artifact.name.clone()).collect() };
    assert_eq!(artifacts(&old), artifacts(&new));
    let unlisted = old.affixes.iter().filter(|ego| ego.allocations.is_empty());
    assert_eq!(unlisted.map(|ego| ego.index).collect::<Vec<_>>(), [91, 126]);
    let both = old.affixes.iter().filter(|ego| new.affixes.iter().any(|other| other.name == ego.name));
    assert!(both.count() >= 30);
    for tval in (16..=23).chain(30..=37) {
        assert!(affixes_of(&old, tval) > 0, "no ego of type {tval}");
    }
    assert_eq!([38, 39].map(|tval| affixes_of(&old, tval)), [0, 0], "dragon armour and lights");
}

/// The drop profile that ships: mostly normal drops, some good, few great. Totals by hand from its lines.
#[test]
fn the_drop_profile_is_a_whole_dive() {
    let text = include_str!("../../../data/profiles/dive.txt");
    let profile = Profile::parse(text).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(profile.text(), text);
    assert_eq!(profile.totals().map(|drops| drops.to_string()), ["2967", "584.9", "96.05"]);
    let depths: Vec<_> = profile.depth_ranges().iter().map(|stretch| (stretch.first, stretch.last)).collect();
    assert_eq!(depths, [(1, 4), (5, 9), (10, 19), (20, 29), (30, 39), (40, 59), (60, 79), (80, 98)]);
}
