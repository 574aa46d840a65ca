//! One literal case per remark that frogcomposband's files get and those of its kin don't.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Entry, Metric},
    catalog::KindId,
    engine::random::Stream,
    game::Loaded,
    stats::binomial_p,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 4] = [
    ("misc.txt", "K:50\nA:50\nE:50\nWX:99\n"),
    (
        "k_info.txt",
        "N:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:0:5:10\nP:0:1d5:0:0:0\nA:1/1:10/1\nM:5:1d4\nF:THROWING\n\
         N:*:& Sling~\nI:19:2:0\nW:1:0:0:5:10\nP:0:x2.00:0:0:0\nA:1/1\n",
    ),
    ("a_info.txt", "N:20:'Thorn'\nI:23:4:0\nW:2:4:5:5000\nP:1:1d6:1:0:0\nF:SLAY_ORC\n"),
    ("e_info.txt", "V:1\nN:1:of Edges\nT:WEAPON | DIGGER |\nW:2:*:4\nC:1:-2:0:3\nF:VORPAL\n"),
];

/// The small edition with lines added to the end of one file.
fn with(file: &str, lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let added = if name == file { lines } else { "" };
        set.push(SourceFile::new(name, [text, added].concat().into_bytes()));
    }
    games::find("frogcomposband").expect("the game").load(set)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "e_info.txt",
        "T:SWORD\n",
        "e_info.txt:7:3: invalid-flag: found `SWORD`; expected one of AMMO, WEAPON, SHIELD, BOW, RING, AMULET, LITE, BODY_ARMOR, \
         CLOAK, HELMET, GLOVES, BOOTS, DIGGER, CROWN, HARP, ROBE, SPECIAL, DEVICE, DRAGON_ARMOR, QUIVER; it is ignored",
    ),
    (
        "e_info.txt",
        "W:2:4\n",
        "e_info.txt:7:6: missing-field: found the end of the line; expected rarity (a number) as in W:min-level:max-level:rarity; \
         the line is ignored",
    ),
    (
        "e_info.txt",
        "W:2:deep:4\n",
        "e_info.txt:7:5: number-misread: found `deep`; expected a number alone; it is read as 0",
    ),
    (
        "k_info.txt",
        "P:0:x3:0:0:0\n",
        "k_info.txt:14:5: not-a-number: found `x3`; expected a multiplier with two digits behind the point, such as x3.25; the line \
         is ignored",
    ),
    (
        "k_info.txt",
        "A:1/101\n",
        "k_info.txt:14:3: never-drawn: found `1/101`; expected a chance of 1 to 100, or the kind is never drawn there",
    ),
    (
        "k_info.txt",
        "W:1:0:5:10\n",
        "k_info.txt:14:11: missing-field: found the end of the line; expected cost (a number) as in \
         W:level:extra:max-level:weight:cost; the line is ignored",
    ),
    (
        "k_info.txt",
        "F: SPEED\n",
        "k_info.txt:14:3: invalid-flag: found ` SPEED`; expected the name of a flag right after the colon; what follows is read all \
         the same",
    ),
    (
        "a_info.txt",
        "P:0:five:0:0:0\n",
        "a_info.txt:6:5: not-random: found `five`; expected dice such as 2d5; the line is ignored",
    ),
    ("misc.txt", "K:-1\n", "misc.txt:5:3: invalid-value: found -1; expected 0 or more; the line is ignored"),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", "")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, lines)), [*expected], "{lines:?} in {file}");
    }
}

/// `*` is the index after the last, also after one that was given.
#[test]
fn indices_count_up() {
    let loaded = with("k_info.txt", "N:*:& Mace~\nI:21:5:0\nN:9:& Whip~\nI:21:3:0\nN:*:& Club~\nI:21:2:0\n");
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!(loaded.catalog.kinds.iter().map(|kind| kind.index).collect::<Vec<_>>(), [1, 2, 3, 9, 10]);
}

/// Of two `T:` lines both count; of a second `A:` line only what stands in it.
#[test]
fn roles_add_up_and_places_do_not() {
    let loaded = with("e_info.txt", "T:BOW\n");
    let types: Vec<u16> = loaded.catalog.affixes[0].allocations.iter().map(|line| line.tval).collect();
    assert_eq!(types, [19, 23]);
    let loaded = with("k_info.txt", "A:7/2\n");
    let places: Vec<_> = loaded.catalog.kinds[1].allocations.iter().map(|line| (line.min, line.commonness)).collect();
    assert_eq!(places, [(7, 50)]);
}

/// A team's own numbers: the weight of a class, and how many items are great.
#[test]
fn numbers_of_the_rules_are_declared() {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        set.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    let text =
        "[game]\nname = \"Ours\"\nbase = \"frogcomposband\"\n[rules]\nweight-of-bows = 195\nmost-great-chance = 40\n";
    set.push(SourceFile::new("affixboard.toml", text.as_bytes().to_vec()));
    let loaded = games::find("frogcomposband").expect("the game").load(set);
    assert_eq!(remarks(&loaded), [""; 0]);
    let value = |name: &str| loaded.model.constants().iter().find(|known| known.name == name).map(|known| known.value);
    assert_eq!([value("weight-of-bows"), value("most-great-chance")], [Some(195), Some(40)]);
    // Swords and slings are as likely then.
    let chances = loaded.model.forge().kind_chances().expect("chances").kind_chances(5, 0);
    assert!((chances[0] - chances[1]).abs() < 1e-12 && chances[0] > 0.0, "{chances:?}");
}

/// The edition with its egos as PosChengband has them: the role stands in the line that begins one.
fn of_one_role(lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in &FILES[1..3] {
        set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    let egos =
        format!("V:3.0.0\nN:164:BOW:of the Test\nW:0:40:1\nN:200:WEAPON:of Burning\nW:20:*:2\nC:3:3:0:0\n{lines}");
    set.push(SourceFile::new("e_info.txt", egos.into_bytes()));
    set.push(SourceFile::new("misc.txt", b"M:T:7\nM:WX:99\nM:K:50\nM:E:201\n".to_vec()));
    assert_eq!(games::nearest(&set).expect("a game").id(), "frogcomposband");
    games::find("frogcomposband").expect("the game").load(set)
}

/// Its numbers of egos mean others: 164 is no bow of Lothlorien, so a sling takes it.
#[test]
fn egos_of_one_role_are_read_and_said_to_be_another_programs() {
    let loaded = of_one_role("");
    assert_eq!(
        remarks(&loaded),
        [
            "e_info.txt:-: variant-form: found egos with their role in the `N:` line, as PosChengband has them: which items refuse \
          which egos isn't known; expected the files of frogcomposband: its rules make drops of these tables, so numbers differ \
          from those of the variant's own program"
        ]
    );
    let lines = |at: usize| -> Vec<(u16, u16, u32, u32)> {
        let lines = loaded.catalog.affixes[at].allocations.iter();
        lines.map(|line| (line.tval, line.min_sval, line.min, line.max)).collect()
    };
    assert_eq!([lines(0), lines(1)], [vec![(19, 2, 0, 40)], vec![(23, 4, 20, 127)]]);
    assert!(loaded.foreign.as_ref().is_some_and(|foreign| !foreign.must_be_named()));
    let line = loaded.files().iter().find(|file| file.name == "e_info.txt").and_then(|file| file.directives.get(1));
    assert_eq!(line.map(affixboard_model::syntax::DirectiveSpec::form).as_deref(), Some("N:index:roles:name"));
}

/// The size of the array (201) and an unknown role: an ego that names no items.
#[test]
fn limits_with_labels_behind_the_letter_count() {
    let loaded = of_one_role("N:201:WEAPON:of Nothing\nW:0:*:1\n");
    assert_eq!(
        remarks(&loaded)[1..],
        ["e_info.txt:7:3: too-many-entries: found 201; expected an index below 201; the whole record is ignored"]
    );
}

/// At depth 0 the program makes no artifact, special or not; at its own level one great dagger in four is one at each of four tries.
#[test]
fn no_artifact_is_made_in_town() {
    let loaded = with("none.txt", "");
    let forge = loaded.model.forge();
    let artifact = |depth| -> f64 {
        let cell = Cell { depth, quality: 2, kind: Some(KindId(0)) };
        let chances = forge.exact().expect("computed").chances(cell, None);
        let is_artifact = |key| forge.keys().key(key).metric == Metric::ARTIFACT;
        chances.iter().filter(|chance| is_artifact(chance.key)).map(|chance| chance.mean).sum()
    };
    assert!(artifact(0) == 0.0 && (artifact(2) - (1.0 - 0.75_f64.powi(4))).abs() < 1e-12, "{}", artifact(2));
}

/// At level 30 of daggers 40 % are good, of these 20 % great; of the others (40 + 2) / 3 = 14 % are bad, of these 20 % terrible,
/// and a third of the rest stays so: 0.08 great, 0.0224 bad, 0.0168 terrible. One strong dagger in 34 and one sling in 17 is a
/// random artifact. A bad dagger of +2 isn't cursed where both rolls are 1 and both bonuses 0, which they are in 17.4 %.
#[test]
fn curses_by_hand() {
    let blade =
        "N:*:& Blade~\nI:23:5:0\nW:1:0:0:5:10\nP:0:1d5:2:0:0\nA:1/1\nN:*:& Figurine~\nI:8:0:0\nW:1:0:0:5:10\nA:1/1\n";
    let woe = "N:21:'Woe'\nI:19:2:0\nW:2:4:5:5000\nP:0:x2.00:0:0:0\nF:CURSED\n";
    let doom = "N:2:of Doom\nT:BOW\nW:0:*:1\nF:HEAVY_CURSE\n";
    for (file, lines, kind, expected) in [
        ("k_info.txt", "", "Dagger", [0.0224, 0.0168 * 33.0 / 34.0, 0.0]),
        ("k_info.txt", blade, "Blade", [0.0224 * (1.0 - 0.174 * 0.174 / 25.0), 0.0168 * 33.0 / 34.0, 0.0]),
        ("k_info.txt", blade, "Figurine", [1.0 / 6.0, 0.0, 0.0]),
        // No ego, no curse of one.
        ("k_info.txt", "", "Sling", [0.0224, 0.0, 0.0]),
        ("e_info.txt", doom, "Sling", [0.0224, 0.0968 * 16.0 / 17.0, 0.0]),
        ("a_info.txt", woe, "Sling", [0.0224, 0.0, 0.08 / 4.0]),
    ] {
        let loaded = with(file, lines);
        let place = loaded.catalog.kinds.iter().position(|known| known.name == kind).expect("the kind") as u32;
        let forge = loaded.model.forge();
        let cell = Cell { depth: 30, quality: 0, kind: Some(KindId(place)) };
        let mut found = [0.0; 3];
        let mut counts = Counts::new(forge.keys());
        let drops = 20_000;
        forge.run(cell, drops, &mut Stream::seeded([7, 0, 0]), &mut counts);
        let counted = counts.take();
        for chance in forge.exact().expect("computed").chances(cell, None) {
            let key = forge.keys().key(chance.key);
            let (Metric::CURSED_ITEMS, Entry::Fixed(what)) = (key.metric, key.entry) else { continue };
            found[what as usize] = chance.mean;
            let seen = counted.iter().find(|counted| counted.0 == chance.key).map_or(0, |counted| counted.1);
            assert!(binomial_p(seen, drops, chance.mean) > 1e-4, "{kind}: {seen} of {}", chance.mean);
        }
        let apart = found.iter().zip(expected).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        assert!(apart < 1e-6, "{kind}: {found:?} for {expected:?}");
    }
}
