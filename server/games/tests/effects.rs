//! Effects of affixes and egos by group.

use std::path::Path;

use affixboard_games as games;
use affixboard_model::{
    catalog::{AffixId, EffectGroup, EffectSet, flag_effects},
    game::Loaded,
};

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(crate::common::sources(&folder))
}

fn words(effects: &EffectSet) -> String {
    effects.iter().map(|(group, sign)| format!("{}{}", group.name(), sign.mark())).collect::<Vec<_>>().join(", ")
}

/// The effects of the affixes of these names, which must be the first of their name.
fn of(loaded: &Loaded, names: &[&str]) -> Vec<String> {
    let effects = loaded.affix_effects();
    let effect = |name: &&str| {
        let at = loaded.catalog.affixes.iter().position(|affix| affix.name == **name);
        words(&effects[at.unwrap_or_else(|| panic!("no {name}"))])
    };
    names.iter().map(effect).collect()
}

/// How many have an effect of a group.
fn count(effects: &[EffectSet], groups: &[EffectGroup]) -> usize {
    effects.iter().filter(|effects| groups.iter().any(|group| effects.has(*group))).count()
}

/// Every flag and modifier of every game that has affixes or egos is in a group.
#[test]
fn no_flag_is_without_a_group() {
    let mut games = 0;
    for game in games::ALL {
        let loaded = game.load(affixboard_model::text::SourceSet::new());
        let flags = loaded.model.flag_names();
        games += usize::from(!flags.is_empty());
        for flag in flags {
            assert!(flag_effects(flag).next().is_some(), "{}: {flag}", game.id());
        }
    }
    assert_eq!(games, 16, "two of affixes, fourteen of egos");
}

/// By the lines of `data/affix-branch/ego_item.txt`, by hand.
#[test]
fn affixes_of_the_affix_branch_by_hand() {
    let loaded = starter("affix-branch");
    let found = of(&loaded, &["Sure-Footed", "Durable", "of Speed", "Squeaking", "of Slow Descent", "of Resist Acid"]);
    let expected =
        ["armour +", "durability +", "speed +", "curses \u{2212}", "abilities +", "resistances +, durability +"];
    assert_eq!(found, expected);
    let effects = loaded.affix_effects();
    // Sharp, Weighted, Massive, Rusty, Heartseeking.
    assert_eq!(count(&effects, &[EffectGroup::Dice]), 5);
    // Reinforced, Lightened, Thickened, Tailored, Rust-Eaten, Weighted, Featherweight, Massive, Dense.
    assert_eq!(count(&effects, &[EffectGroup::Weight]), 9);
    // Of Speed, of Long Strides, Fleet.
    assert_eq!(count(&effects, &[EffectGroup::Speed]), 3);
}

/// Durable, Muffled, of Free Action, of Slow Descent, of Speed, Sure-Footed and Squeaking have lines for boots; of Long
/// Strides comes with the theme of Striding.
#[test]
fn affixes_of_boots_by_hand() {
    let loaded = starter("affix-branch");
    let catalog = &loaded.catalog;
    let ids = (0..catalog.affixes.len() as u32).map(AffixId);
    let mut found: Vec<&str> =
        ids.filter(|id| catalog.affix_comes_to(*id, 30, 3)).map(|id| catalog.affix(id).name.as_str()).collect();
    found.sort_unstable();
    let expected = [
        "Durable",
        "Muffled",
        "Squeaking",
        "Sure-Footed",
        "of Free Action",
        "of Long Strides",
        "of Slow Descent",
        "of Speed",
    ];
    assert_eq!(found, expected);
}

/// By the first records of each game's `ego_item.txt`: what `C:` lines add, flags, and the numbers that flags share.
#[test]
fn entries_of_other_games_by_hand() {
    for (game, names, expected) in [
        // C:-12:15+2d10:0:0:65:1:1:-18:12
        (
            "v4",
            &["Ogrish", "Dwarven"][..],
            &["to-hit \u{2212}, to-dam +, dice +, weight, other", "to-dam +, weight, other"][..],
        ),
        ("angband-3.0", &["of Resistance"], &["armour +, resistances +, durability +"]),
        // C:0:0:12:0 of a cursed ego.
        ("angband-3.1", &["of Old Rust"], &["armour \u{2212}, resistances \u{2212}, curses \u{2212}"]),
        // C:0:0:2+d6:d2 with STEALTH, FREE_ACT and resistances.
        (
            "angband-3.2",
            &["of the Border Watch", "of Old Rust"],
            &["armour +, resistances +, abilities +", "armour \u{2212}, resistances \u{2212}, curses \u{2212}"],
        ),
        ("angband-3.5", &["of Oiled Leather"], &["resistances +, durability +"]),
        ("angband-4.2", &["of the Salt Marsh"], &["resistances +, durability +"]),
    ] {
        assert_eq!(of(&starter(game), names), expected, "{game}");
    }
}

/// Of the affixes of boots two of one effect may be drawn for the same kind: Muffled (svals 1, 2 and 6) and of Free Action from
/// level 10, or of Slow Descent from level 10; of Speed has none, for of Long Strides comes with its theme only.
#[test]
fn affixes_of_the_same_effects_compete() {
    let loaded = starter("affix-branch");
    let (catalog, effects) = (&loaded.catalog, loaded.affix_effects());
    let by_index = |index| catalog.affix_by_index(index).expect("an affix");
    assert_eq!(catalog.competitors(by_index(84), &effects).iter().filter(|c| c.places.contains_key(&30)).count(), 0);
    let of_muffled: Vec<(&str, (u32, u32))> = catalog
        .competitors(by_index(17), &effects)
        .iter()
        .filter_map(|other| Some((catalog.affix(other.affix).name.as_str(), *other.places.get(&30)?)))
        .collect();
    assert_eq!(of_muffled, [("of Free Action", (10, 127)), ("of Slow Descent", (10, 127))]);
}
