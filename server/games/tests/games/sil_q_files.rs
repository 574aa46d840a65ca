//! Sil-Q's own files: read whole, told from other games', counted, printed back.

use std::collections::BTreeMap;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::Affix,
    game::{Game, Loaded},
    text::{Severity, SourceFile, SourceSet},
};

const GAME: &str = "sil-q";

fn load() -> Option<Loaded> {
    let sources = crate::common::sources(&crate::common::reference(GAME)?.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

#[test]
fn the_whole_edition_loads_without_errors_and_counts_as_the_originals_tables() {
    let Some(loaded) = load() else { return };
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    for remark in &loaded.diagnostics {
        *said.entry(format!("{}: {}", remark.file, remark.rule.name())).or_default() += 1;
    }
    // Nine `P:` lines end in a number too many; fourteen artefacts stand for what smiths make.
    let expected =
        [("artefact.txt: never-drawn", 14), ("artefact.txt: surplus-field", 4), ("object.txt: surplus-field", 5)];
    assert_eq!(said.iter().map(|(rule, count)| (rule.as_str(), *count)).collect::<Vec<_>>(), expected);
    let catalog = &loaded.catalog;
    // RULES 1.3 to 1.5.
    // One record is of index 0, which means none.
    assert_eq!(catalog.kinds.len(), 195);
    assert_eq!(catalog.kinds.iter().map(|kind| kind.allocations.len()).sum::<usize>(), 214);
    assert_eq!(catalog.affixes.len(), 73);
    assert_eq!(catalog.artifacts.len(), 122);
    let with = |flag: &str| -> Vec<u32> {
        catalog.affixes.iter().filter(|ego| ego.flags.contains(&flag)).map(|ego| ego.index).collect()
    };
    assert_eq!(with("LIGHT_CURSE"), [28, 49, 126, 135]);
    crate::common::print_back(&loaded.sources);
}

#[test]
fn specials_end_at_the_depth_and_begin_at_the_level() {
    let Some(loaded) = load() else { return };
    let of_brethil = loaded.catalog.affixes.iter().find(|ego| ego.index == 4).expect("of Brethil");
    let lines: Vec<_> = of_brethil
        .allocations
        .iter()
        .map(|line| (line.tval, line.min_sval, line.max_sval, line.commonness, line.min, line.max))
        .collect();
    // `W:6:10:0:1000`, a weight of 100 / 10, no last level.
    assert_eq!(lines, [(36, 4, 7, 10, 6, 20), (30, 0, 1, 10, 6, 20), (31, 0, 1, 10, 6, 20)]);
    let last = |ego: &Affix| ego.allocations.first().map(|line| line.max);
    assert!(loaded.catalog.affixes.iter().any(|ego| last(ego).is_some_and(|last| last < 20)));
}

#[test]
fn artefacts_of_monsters_come_from_no_drop() {
    let Some(loaded) = load() else { return };
    let never: Vec<u32> = loaded
        .catalog
        .artifacts
        .iter()
        .filter(|artifact| artifact.index >= 20 && artifact.allocations.is_empty())
        .map(|artifact| artifact.index)
        .collect();
    // RULES 1.5: those with INSTA_ART.
    assert!([32, 74, 86, 137, 138].iter().all(|index| never.contains(index)), "{never:?}");
    assert!((175..=198).all(|index| never.contains(&index) || !has(&loaded, index)), "{never:?}");
}

fn has(loaded: &Loaded, index: u32) -> bool {
    loaded.catalog.artifacts.iter().any(|artifact| artifact.index == index)
}

#[test]
fn files_of_other_games_are_left_to_them() {
    let game = games::find(GAME).expect("the game");
    for (system, folder) in [
        ("angband-3.0", "edit/3.0.6"),
        ("angband-3.0", "edit/2.9.1"),
        ("angband-3.0", "variants/ToME"),
        ("angband-3.5", "edit"),
        ("angband-4.2", "edit/4.2.5"),
        ("v4-final", "edit"),
    ] {
        let Some(root) = crate::common::reference(system) else { continue };
        assert_eq!(game.match_score(&crate::common::sources(&root.join(folder))), 0, "{system}/{folder}");
    }
}

/// The starter edition says what its comments say: where a special begins and ends, and what good drops leave out.
#[test]
fn the_starter_is_clean_and_has_what_its_comments_say() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/sil-q");
    let loaded = games::find(GAME).expect("the game").load(crate::common::sources(&folder));
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() >= 80 && catalog.affixes.len() >= 40 && catalog.artifacts.len() >= 25);
    let forge = loaded.model.forge();
    let share = |name: &str, (tval, sval), depth, quality| -> f64 {
        let ego = catalog.affixes.iter().position(|ego| ego.name == name).expect("the special");
        let kind = catalog.find_kind(tval, sval).expect("the kind");
        let cell = Cell { depth, quality, kind: Some(kind) };
        let chances = forge.exact().expect("a closed form").chances(cell, None);
        let is_it = |key: u32| matches!(forge.keys().key(key).entry, Entry::Affix(id) if id.0 as usize == ego);
        chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum()
    };
    // "of the Ford (last 9) is never found at 10, of the Deep Forge (first 14) now and then at 8."
    assert!(share("of the Ford", (23, 7), 9, 0) > 0.0);
    assert!(share("of the Ford", (23, 7), 10, 0) == 0.0);
    let forged = |depth| share("of the Deep Forge", (37, 4), depth, 0);
    assert!(forged(8) > 0.0 && forged(8) < forged(14));
    // "Value 0: normal drops only."
    assert!(share("of Draughts", (35, 1), 5, 0) > 0.0);
    assert!(share("of Draughts", (35, 1), 5, 1) == 0.0);
    // "For diggers none fits before 8": at 8 an iron spade draws the one of the salt mines.
    let pool = |level| forge.pool(catalog.find_kind(20, 1).expect("the spade"), level, 0).entries.len();
    assert_eq!((pool(7), pool(8)), (0, 1));
}

/// Sil 1.3's lines are the same, and a team's own flags and letters stay without taking the lines' meaning.
#[test]
fn files_with_names_of_a_team_s_own_are_read_as_these() {
    let egos_text = "V:1.3.0\nN:1:of Edges\nW:3:4:11:1000\nC:1:0:0:0:0:1:0\nT:23:0:99\nB:7/1\nF:OWN_ONE | OWN_TWO\n\
                     N:2:of Rust\nW:3:4:0:0\nC:0:0:0:0:0:0:0\nT:23:0:99\nF:OWN_THREE\nY:own\n";
    let objects = "V:1.3.0\nN:1:& Dagger~\nG:|:w1\nI:23:4:0\nW:1:0:12:20\nA:1/1\nP:1:1d4:0:0d0\n";
    let artifacts = "V:1.3.0\nN:19:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:0:0d0\n\
                     N:20:'Bud'\nI:23:4:0\nW:5:10:12:4000\n";
    let limits = "V:1.3.0\nM:K:10\nM:E:10\nM:A:20:180:1:50\n";
    let mut set = SourceSet::new();
    for (name, text) in
        [("object.txt", objects), ("artefact.txt", artifacts), ("special.txt", egos_text), ("limits.txt", limits)]
    {
        set.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    assert_eq!(games::nearest(&set).map(Game::id), Some(GAME));
    let loaded = games::find(GAME).expect("the game").load(set);
    assert_eq!(loaded.count(Severity::Error), 0, "{:?}", crate::common::remarks(&loaded));
    assert!(loaded.foreign.is_some(), "names of its own are said");
    let lines: Vec<_> = loaded
        .catalog
        .affixes
        .iter()
        .map(|ego| (ego.name.as_str(), ego.allocations[0].commonness, ego.allocations[0].min, ego.allocations[0].max))
        .collect();
    assert_eq!(lines, [("of Edges", 25, 3, 11), ("of Rust", 25, 3, 20)]);
    // What costs nothing is in the pool of normal drops alone.
    let dagger = loaded.catalog.find_kind(23, 4).expect("the dagger");
    let pool = |level, of| loaded.model.forge().pool(dagger, level, of).entries.len();
    assert_eq!([pool(5, 0), pool(5, 1), pool(12, 0), pool(12, 1)], [2, 1, 1, 0]);
    // 'Thorn' is special, 'Bud' is found on daggers.
    let forge = loaded.model.forge();
    let artifacts = |kind| -> usize {
        let chances = forge.exact().expect("a closed form").chances(Cell { depth: 10, quality: 3, kind }, None);
        chances.iter().filter(|chance| matches!(forge.keys().key(chance.key).entry, Entry::Artifact(_))).count()
    };
    assert_eq!([artifacts(Some(dagger)), artifacts(None)], [1, 2]);
}
