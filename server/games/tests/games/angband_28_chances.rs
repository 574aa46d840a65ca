//! Angband 2.8's egos, worked out by hand from the dice of its program (RULES 8; object2.c of 2.8.3, `a_m_aux_1` and
//! `a_m_aux_2`), against exact chances and against drops.

use crate::common::chances::{check, load, remarks};
use affixboard_model::{
    batch::{Cell, Entry, Metric},
    catalog::{AffixId, KindId},
    explain::{Derivation, ExplainedEntry, NeverDrawn},
    game::Loaded,
};

/// Kinds in this order: item type and sval. Two of soft armour: a robe and another.
const KINDS: [(u16, u16); 18] = [
    (16, 1),
    (17, 1),
    (18, 1),
    (19, 2),
    (20, 1),
    (21, 2),
    (22, 2),
    (23, 4),
    (30, 2),
    (31, 1),
    (32, 5),
    (33, 10),
    (34, 2),
    (35, 1),
    (36, 2),
    (36, 4),
    (37, 3),
    (38, 1),
];

/// An edition with a kind of each type and an ego of every index, called by it, but for those left out.
fn edition(without: &[u32]) -> [(&'static str, String); 3] {
    let kind = |(at, (tval, sval)): (usize, &(u16, u16))| {
        format!("N:{}:Kind {tval}:{sval}\nI:{tval}:{sval}:0\nW:1:0:12:20\nA:1/1\nP:0:1d4:0:0:0\n", at + 1)
    };
    let kinds: String = KINDS.iter().enumerate().map(kind).collect();
    // Levels and rarities that would keep an ego out, were they looked at.
    let ego = |index: u32| format!("N:{index}:Ego {index}\nX:24:10\nW:127:0:0:500\n");
    let egos: Vec<String> = (1..128).filter(|index| !without.contains(index)).map(ego).collect();
    [
        ("k_info.txt", format!("V:2.8.3\n{kinds}N:90:Lamp\nI:39:4:0\nW:1:0:10:9\n")),
        ("a_info.txt", "V:2.8.3\nN:1:of Light\nI:39:4:0\nW:1:1:10:10\n".to_owned()),
        ("e_info.txt", format!("V:2.8.3\n{}", egos.concat())),
    ]
}

fn small() -> Loaded {
    let files = edition(&[]);
    load("angband-2.8", &files.each_ref().map(|(name, text)| (*name, text.as_str())))
}

fn kind_of(tval: u16, sval: u16) -> u32 {
    KINDS.iter().position(|kind| *kind == (tval, sval)).expect("the kind") as u32
}

/// Checks how often each ego of the pairs (index, chance) comes on items of a kind, exactly and in four million items, and
/// that the exact chances of all egos sum to these.
#[track_caller]
fn check_egos(loaded: &Loaded, (depth, quality, kind): (u32, u8, u32), expected: &[(u32, f64)]) {
    let forge = loaded.model.forge();
    let cell = Cell { depth, quality, kind: Some(KindId(kind)) };
    let chances = forge.exact().expect("chances").chances(cell, None);
    let exact = |metric: Metric, name: &str| -> f64 {
        let is_it = |key: u32| forge.keys().key(key).metric == metric && forge.keys().label(key).1 == name;
        chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum()
    };
    let names: Vec<String> = expected.iter().map(|ego| format!("Ego {}", ego.0)).collect();
    for ((index, chance), name) in expected.iter().zip(&names) {
        let found = exact(Metric::AFFIX, name);
        assert!((found - chance).abs() < 1e-14, "{cell:?} {index}: {found}, expected {chance}");
    }
    let all: f64 = expected.iter().map(|ego| ego.1).sum();
    assert!((exact(Metric::NAFFIXES, "1") - all).abs() < 1e-12, "{cell:?}: {all} in all");
    assert!((exact(Metric::NAFFIXES, "0") - (1.0 - all)).abs() < 1e-12);
    let expected = expected.iter().zip(&names).map(|((_, chance), name)| ("affix", name.as_str(), *chance));
    check(loaded, (depth, quality, Some(kind)), &expected.collect::<Vec<_>>());
}

/// The 29 faces of the die of weapons: (index, faces, of what share of them).
const WEAPONS: &[(u32, f64)] = &[
    // Holy avenger, defender, melting, shocking, burning, freezing.
    (64, 1.0),
    (65, 1.0),
    (72, 1.0),
    (73, 1.0),
    (74, 1.0),
    (75, 1.0),
    // Two faces each, a fifth of them the stronger form: animals, dragons, evil, undead.
    (80, 1.6),
    (88, 0.4),
    (87, 1.6),
    (95, 0.4),
    (81, 1.6),
    (89, 0.4),
    (82, 1.6),
    (90, 0.4),
    // Three faces each: orcs, trolls, giants, demons. Their stronger forms never come.
    (84, 3.0),
    (85, 3.0),
    (86, 3.0),
    (83, 3.0),
    (92, 0.0),
    (93, 0.0),
    (94, 0.0),
    (91, 0.0),
    // Westernesse, blessed, extra attacks; and no Morgul.
    (68, 1.0),
    (66, 1.0),
    (69, 1.0),
    (102, 0.0),
];

#[test]
fn great_weapons_by_the_29_faces() {
    let loaded = small();
    assert!((WEAPONS.iter().map(|ego| ego.1).sum::<f64>() - 29.0).abs() < 1e-12);
    let expected: Vec<_> = WEAPONS.iter().map(|(ego, faces)| (*ego, faces / 29.0)).collect();
    for (depth, kind) in [(0, (23, 4)), (40, (23, 4)), (127, (23, 4)), (40, (22, 2)), (40, (21, 2))] {
        check_egos(&loaded, (depth, 2, kind_of(kind.0, kind.1)), &expected);
    }
}

/// Great items of every other type: (item type, sval), the number of faces, and those of each ego.
#[test]
fn great_items_by_their_dice() {
    let ammunition = [
        (112, 2.0),
        (113, 2.0),
        (114, 1.0),
        (115, 1.0),
        (116, 1.0),
        (117, 1.0),
        (118, 1.0),
        (119, 1.0),
        (122, 2.0),
        (123, 2.0),
        (124, 6.0),
    ];
    let body = [(4, 4.0), (5, 4.0), (6, 4.0), (7, 4.0), (8, 2.0), (9, 1.0), (11, 0.0)];
    let of = |faces: f64, egos: &[(u32, f64)]| -> Vec<(u32, f64)> {
        egos.iter().map(|(ego, of_them)| (*ego, of_them / faces)).collect()
    };
    // One robe in ten is of permanence; the others have the die of 19.
    let robe = [(11, 0.1)].into_iter().chain(of(19.0 / 0.9, &body[..6])).collect();
    let loaded = small();
    for (kind, expected) in [
        ((16, 1), of(20.0, &ammunition)),
        ((17, 1), of(20.0, &ammunition)),
        ((18, 1), of(20.0, &ammunition)),
        ((19, 2), of(10.0, &[(108, 1.0), (109, 1.0), (105, 4.0), (104, 4.0)])),
        ((20, 1), of(1.0, &[(100, 1.0)])),
        ((30, 2), of(24.0, &[(59, 1.0), (58, 4.0), (57, 8.0), (56, 11.0)])),
        ((31, 1), of(10.0, &[(48, 4.0), (49, 3.0), (50, 2.0), (51, 1.0)])),
        ((32, 5), of(14.0, &[(24, 2.0), (25, 2.0), (26, 2.0), (30, 2.0), (32, 2.0), (31, 4.0)])),
        ((33, 10), of(8.0, &[(27, 1.0), (28, 1.0), (33, 1.0), (34, 1.0), (29, 2.0), (30, 2.0)])),
        ((34, 2), of(10.0, &[(16, 1.0), (17, 3.0), (18, 2.0), (19, 3.0), (20, 1.0)])),
        ((35, 1), of(17.0, &[(40, 8.0), (41, 8.0), (42, 1.0)])),
        ((36, 2), robe),
        ((36, 4), of(19.0, &body)),
        ((37, 3), of(19.0, &body)),
        ((38, 1), of(19.0, &[(4, 0.0), (9, 0.0)])),
    ] {
        check_egos(&loaded, (25, 2, kind_of(kind.0, kind.1)), &expected);
    }
}

/// At level 30, 8 % are excellent and 4.8 % terrible.
#[test]
fn normal_items_are_excellent_or_terrible() {
    const EXCELLENT: f64 = 0.4 * 0.2;
    const TERRIBLE: f64 = 0.6 * 0.4 * 0.2;
    let loaded = small();
    let of = |excellent: &[(u32, f64)], terrible: &[(u32, f64)]| -> Vec<(u32, f64)> {
        let excellent = excellent.iter().map(|(ego, share)| (*ego, share * EXCELLENT));
        excellent.chain(terrible.iter().map(|(ego, share)| (*ego, share * TERRIBLE))).collect()
    };
    let third = 1.0 / 3.0;
    let helms = [(36, 2.0 / 7.0), (37, 2.0 / 7.0), (38, 1.0 / 7.0), (39, 1.0 / 7.0), (35, 1.0 / 7.0)];
    let seen = 1.0 / 7.0;
    let helm = [(24, seen), (25, seen), (26, seen), (30, seen), (32, seen), (31, 2.0 * seen)];
    let crown = [(27, 0.125), (28, 0.125), (33, 0.125), (34, 0.125), (29, 0.25), (30, 0.25)];
    let boots = [(59, 1.0 / 24.0), (58, 4.0 / 24.0), (57, third), (56, 11.0 / 24.0)];
    for (kind, expected) in [
        ((30, 2), of(&boots, &[(61, third), (62, third), (63, third)])),
        ((31, 1), of(&[(48, 0.4), (49, 0.3), (50, 0.2), (51, 0.1)], &[(55, 0.5), (54, 0.5)])),
        ((32, 5), of(&helm, &helms)),
        ((33, 10), of(&crown, &helms)),
        (
            (35, 1),
            of(&[(40, 8.0 / 17.0), (41, 8.0 / 17.0), (42, 1.0 / 17.0)], &[(46, third), (45, third), (44, third)]),
        ),
        // Of these no terrible one has an ego.
        ((20, 1), of(&[(100, 1.0)], &[])),
        ((19, 2), of(&[(108, 0.1), (109, 0.1), (105, 0.4), (104, 0.4)], &[])),
        ((34, 2), of(&[(16, 0.1), (17, 0.3), (18, 0.2), (19, 0.3), (20, 0.1)], &[])),
        ((38, 1), vec![]),
    ] {
        check_egos(&loaded, (30, 0, kind_of(kind.0, kind.1)), &expected);
    }
}

/// Terrible weapons are of Morgul (102), and ammunition of Backbiting (125), with the level in 128. The excellent ones have
/// the usual dice.
#[test]
fn terrible_weapons_by_the_level() {
    let loaded = small();
    // Level, per cent of excellent and of terrible items: 10 and 5 %, 11 and 5 %, 60 and 20 %, 75 and 20 %.
    for (level, excellent, terrible) in [
        (0, 0.1 * 0.05, 0.9 * 0.1 * 0.05),
        (1, 0.11 * 0.05, 0.89 * 0.11 * 0.05),
        (50, 0.12, 0.048),
        (127, 0.15, 0.0375),
    ] {
        let share = f64::from(level) / 128.0;
        let expected: Vec<_> = WEAPONS
            .iter()
            .map(|(ego, faces)| if *ego == 102 { (102, terrible * share) } else { (*ego, excellent * faces / 29.0) })
            .collect();
        check_egos(&loaded, (level, 0, kind_of(23, 4)), &expected);
        let ammunition =
            [(112, 2.0), (113, 2.0), (114, 1.0), (115, 1.0), (116, 1.0), (117, 1.0), (118, 1.0), (119, 1.0)];
        let brands = [(122, 2.0), (123, 2.0), (124, 6.0)];
        let die = ammunition.iter().chain(&brands).map(|(ego, faces)| (*ego, excellent * faces / 20.0));
        let expected: Vec<_> = die.chain([(125, terrible * share)]).collect();
        check_egos(&loaded, (level, 0, kind_of(18, 1)), &expected);
    }
    // Good and great drops are never terrible.
    for quality in [1, 2] {
        check(&loaded, (127, quality, Some(kind_of(23, 4))), &[("affix", "Ego 102", 0.0)]);
    }
}

/// An edition of one kind, with an artifact of it that passes one time in ten.
#[test]
fn artifacts_come_before_egos() {
    let [kinds, _, egos] = edition(&[]);
    let artifacts = "V:2.8.3\nN:16:'Cutter'\nI:23:4:0\nW:1:10:12:4000\nP:0:1d4:4:6:0\n";
    let loaded = load("angband-2.8", &[("k_info.txt", &kinds.1), ("a_info.txt", artifacts), ("e_info.txt", &egos.1)]);
    // Four tries of great drops; one of excellent items, which are 20 % of good ones at level 30.
    let four = 1.0 - 0.9_f64.powi(4);
    let expected = |made: f64, ego: f64| {
        [("artifact", "'Cutter'", made), ("affix", "Ego 64", ego / 29.0), ("affix", "Ego 83", ego * 3.0 / 29.0)]
    };
    let sword = Some(kind_of(23, 4));
    check(&loaded, (30, 2, sword), &expected(four, 1.0 - four));
    check(&loaded, (30, 1, sword), &expected(0.2 * 0.1, 0.2 * 0.9));
}

/// Egos that the lists name and the file lacks leave items without.
#[test]
fn what_the_file_lacks_is_said_and_is_none() {
    let files = edition(&[80, 83, 102, 126]);
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let expected = "e_info.txt:0: missing-entry: found no ego of indices 80, 83, 102; expected them, for the program's lists \
                    name them; items that would be one are none";
    assert_eq!(remarks("angband-2.8", &files), [expected]);
    let mut set = affixboard_model::text::SourceSet::new();
    for (name, text) in files {
        set.push(affixboard_model::text::SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let loaded = affixboard_games::find("angband-2.8").expect("the game").load(set);
    let left = WEAPONS.iter().filter(|ego| ![80, 83, 102].contains(&ego.0));
    let expected: Vec<_> = left.map(|(ego, faces)| (*ego, faces / 29.0)).collect();
    check_egos(&loaded, (30, 2, kind_of(23, 4)), &expected);
    // Lists of items that the files don't have are not asked for.
    let kinds = "V:2.8.3\nN:1:Bow\nI:19:2:0\nA:1/1\n";
    let egos = "V:2.8.3\nN:104:of A\nX:25:1\nW:0:0:0:1\nN:105:of B\nX:25:1\nW:0:0:0:1\nN:108:of C\nX:25:1\nW:0:0:0:1\n";
    let said = remarks(
        "angband-2.8",
        &[("k_info.txt", kinds), ("a_info.txt", "V:2.8.3\nN:16:'Bow'\nI:19:2:0\n"), ("e_info.txt", egos)],
    );
    let expected = "e_info.txt:0: missing-entry: found no ego of index 109; expected it, for the program's lists name it; items \
                    that would be one are none";
    assert_eq!(said, [expected]);
}

fn why(loaded: &Loaded, depth: u32, kind: u32, index: u32) -> Derivation {
    let forge = loaded.model.forge();
    let at = loaded.catalog.affixes.iter().position(|ego| ego.index == index).expect("the ego") as u32;
    let cell = Cell { depth, quality: 0, kind: Some(KindId(kind)) };
    forge.explain().expect("explanations").why(cell, KindId(kind), Entry::Affix(AffixId(at))).expect("a derivation")
}

#[test]
fn explanations_name_the_list() {
    let loaded = small();
    // Of each list: its name, and the weight of the ego among all faces.
    let lists = |depth, kind, index| -> Vec<(Option<&'static str>, u32, u32)> {
        let why = why(&loaded, depth, kind, index);
        why.first_draw_pools.iter().map(|place| (place.list, place.weight, place.pool.total)).collect()
    };
    let weapons = "excellent weapons: a die of 29, and 20 % of slays are the stronger form (a_m_aux_1)";
    let terrible = "terrible weapons: the level in 128 (a_m_aux_1)";
    // 12 % of items are excellent, 4.8 % terrible: the likelier comes first. Two faces are 10 of 145, four fifths of them 8.
    let sword = kind_of(23, 4);
    assert_eq!(lists(50, sword, 80), [(Some(weapons), 8, 145), (Some(terrible), 0, 128)]);
    assert_eq!(lists(50, sword, 102), [(Some(weapons), 0, 145), (Some(terrible), 50, 128)]);
    let robes = "excellent robes: 10 % are of Permanence, the others by the die of body armour (a_m_aux_2)";
    assert_eq!(lists(50, kind_of(36, 2), 11), [(Some(robes), 19, 190), (None, 0, 0)]);
    // The stronger slay of demons is on no list, and nothing is for dragon armour; lights aren't asked at all.
    let never = |kind, index| match why(&loaded, 50, kind, index).about {
        ExplainedEntry::Affix(about) => about.never,
        ExplainedEntry::Theme(_) => None,
    };
    assert_eq!(
        [(sword, 91), (sword, 80), (kind_of(38, 1), 9)].map(|(kind, ego)| never(kind, ego)),
        [Some(NeverDrawn::NotListed), None, Some(NeverDrawn::NotListed),]
    );
    // Nothing is drawn of 78 of 128 at level 50, for those of the 16.8 % that are terrible.
    let nothing = why(&loaded, 50, sword, 102).nothing;
    assert!((nothing - 0.048 / 0.168 * 78.0 / 128.0).abs() < 1e-12, "{nothing}");
}
