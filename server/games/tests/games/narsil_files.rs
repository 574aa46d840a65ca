//! NarSil's files and its starter edition: read whole, told from other games', counted, printed back.

use std::collections::BTreeMap;

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Entry},
    game::{Game, Loaded},
    text::{Severity, SourceFile, SourceSet},
};

use crate::common;

const GAME: &str = "narsil";

fn load() -> Option<Loaded> {
    let sources = common::sources(&common::reference(GAME)?.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

#[test]
fn the_whole_edition_loads_without_errors_and_is_counted() {
    let Some(loaded) = load() else { return };
    let mut said: BTreeMap<String, usize> = BTreeMap::new();
    for remark in &loaded.diagnostics {
        assert_ne!(remark.severity(), Severity::Error, "{remark:?}");
        *said.entry(format!("{}: {}", remark.file, remark.rule.name())).or_default() += 1;
    }
    // `defence:0:0d0:0` of one artefact.
    assert_eq!(said.into_iter().collect::<Vec<_>>(), [("artefact.txt: surplus-field".to_owned(), 1)]);
    assert!(loaded.foreign.is_none());
    let catalog = &loaded.catalog;
    // 146 records, and 8 kinds that artefacts make up.
    assert_eq!(catalog.kinds.len(), 146 + 8);
    let alloc = |kind: &&affixboard_model::catalog::Kind| !kind.allocations.is_empty();
    assert_eq!(catalog.kinds.iter().filter(alloc).count(), 136);
    assert_eq!(catalog.kinds.iter().map(|kind| kind.allocations.len()).sum::<usize>(), 203);
    assert_eq!(catalog.affixes.len(), 53);
    assert_eq!(catalog.affixes.iter().map(|ego| ego.allocations.len()).sum::<usize>(), 137);
    assert_eq!(catalog.affixes.iter().filter(|ego| ego.flags.contains(&"CURSED")).count(), 4);
    // Eight are for monsters alone.
    assert_eq!(catalog.artifacts.len(), 93);
    assert_eq!(catalog.artifacts.iter().filter(|artifact| artifact.allocations.is_empty()).count(), 8);
    // All but three skeletons are drawn by good drops.
    let drawn = |kind: &&affixboard_model::catalog::Kind| kind.good && !kind.allocations.is_empty();
    assert_eq!(catalog.kinds.iter().filter(drawn).count(), 133);
    common::print_back(&loaded.sources);
}

fn starter(game: &str) -> SourceSet {
    common::sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game))
}

#[test]
fn its_files_and_those_of_other_games_are_told_apart() {
    let game = games::find(GAME).expect("the game");
    for other in games::ALL {
        let files = starter(other.id());
        assert_eq!(games::nearest(&files).map(Game::id) == Some(GAME), other.id() == GAME, "{other:?}");
        assert_eq!(game.match_score(&files) > 0, other.id() == GAME, "{other:?}");
    }
    // A folder of Sil-Q's files has special.txt and artefact.txt too; one of 4.2's has keyword lines.
    for (system, folder) in
        [("sil-q", "edit"), ("angband-4.2", "edit/4.2.5"), ("faangband", "edit"), ("angband-3.0", "variants/ToME")]
    {
        let Some(root) = common::reference(system) else { continue };
        assert_eq!(game.match_score(&common::sources(&root.join(folder))), 0, "{system}/{folder}");
    }
}

/// The starter edition says what its comments say: where a special begins and ends, what weighs what, and what good drops
/// leave out.
#[test]
fn the_starter_is_clean_and_has_what_its_comments_say() {
    let loaded = games::find(GAME).expect("the game").load(starter(GAME));
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    common::print_back(&loaded.sources);
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() >= 60 && catalog.affixes.len() >= 30 && catalog.artifacts.len() >= 20);
    let forge = loaded.model.forge();
    let kind = |name: &str| {
        let at = catalog.kinds.iter().position(|kind| kind.name == name).expect("the kind");
        affixboard_model::catalog::KindId(at as u32)
    };
    let share = |name: &str, of: &str, depth, quality| -> f64 {
        let ego = catalog.affixes.iter().position(|ego| ego.name == name).expect("the special");
        let cell = Cell { depth, quality, kind: Some(kind(of)) };
        let chances = forge.exact().expect("a closed form").chances(cell, None);
        let is_it = |key: u32| matches!(forge.keys().key(key).entry, Entry::Affix(id) if id.0 as usize == ego);
        chances.iter().filter(|chance| is_it(chance.key)).map(|chance| chance.mean).sum()
    };
    // "of the Ford (last 9) is never found at 10, of the Deep Forge (first 14) now and then at 8."
    assert!(share("of the Ford", "War Sword", 9, 0) > 0.0);
    assert!(share("of the Ford", "War Sword", 10, 0) == 0.0);
    let forged = |depth| share("of the Deep Forge", "Mail Shirt", depth, 0);
    assert!(forged(8) > 0.0 && forged(8) < forged(14));
    // "cost 0: normal drops only"; "CURSED: normal drops only".
    for name in ["of Draughts", "of Furs"] {
        assert_eq!(share(name, "Cloak", 5, 1) > 0.0, name == "of Furs");
        assert!(share(name, "Cloak", 5, 0) > 0.0);
    }
    assert!(share("of Night Terrors", "Skullcap", 5, 0) > 0.0 && share("of Night Terrors", "Skullcap", 5, 2) == 0.0);
    // "(Thirsting) of weight 1 is one in eleven of a war sword at depth 12, where others of weight 10 fit."
    let pool = forge.pool(kind("War Sword"), 12, 0);
    assert_eq!((pool.total, pool.entries.iter().map(|entry| entry.1).min()), (11, Some(1)));
    // "For diggers none fits before 6."
    let diggers = |level| forge.pool(kind("Spade"), level, 0).entries.len();
    assert_eq!((diggers(5), diggers(6)), (0, 1));
    // "NO_RANDOM: a monster carries it, no drop does."
    let kept = catalog.artifacts.iter().find(|artifact| artifact.name == "of the Under-King").expect("the artefact");
    assert!(kept.allocations.is_empty());
}

/// The rules are those of the constants in the files.
#[test]
fn constants_are_read_from_the_files() {
    let mut files = SourceSet::new();
    for file in starter(GAME).files() {
        let text = String::from_utf8(file.bytes().to_vec()).expect("text");
        files.push(SourceFile::new(file.name(), text.replace("great-spec:7", "great-spec:1").into_bytes()));
    }
    let loaded = games::find(GAME).expect("the game").load(files);
    let constants = loaded.model.constants();
    let value = |name: &str| constants.iter().find(|constant| constant.name == name).map(|constant| constant.value);
    assert_eq!((value("kind-boost-one-in"), value("ego-boost-one-in")), (Some(7), Some(1)));
    assert_eq!((value("fine-chance"), value("special-chance")), (Some(2), Some(2)));
    assert_eq!((value("artifact-tries"), value("good-great-artifact-tries")), (Some(2), Some(8)));
}
