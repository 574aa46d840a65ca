//! The files of Angband 2.9 and of variants that kept them: read whole, told from 3.0's and others', counted, printed back.

use affixboard_games as games;
use affixboard_model::{
    catalog::{Affix, Catalog},
    game::{Game, Loaded},
    text::{SourceFile, SourceSet},
};

const GAME: &str = "angband-2.9";

/// The files of 2.9.1, detected and read.
fn load() -> Option<Loaded> {
    let sources = crate::common::sources(&crate::common::reference("angband-3.0")?.join("edit/2.9.1"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

/// Egos, egos that can be drawn, and artifacts.
fn counts(catalog: &Catalog) -> [usize; 3] {
    let drawn = |ego: &&Affix| ego.allocations.iter().any(|line| line.commonness > 0);
    [catalog.affixes.len(), catalog.affixes.iter().filter(drawn).count(), catalog.artifacts.len()]
}

#[test]
fn the_whole_edition_loads_without_errors_and_counts_as_the_originals_tables() {
    let Some(loaded) = load() else { return };
    // One X: line of theirs does have a number too many.
    let said: Vec<_> = loaded.diagnostics.iter().map(|d| format!("{}: {}", d.rule.name(), d.found)).collect();
    assert_eq!(said, ["surplus-field: found `:0`"]);
    assert_eq!(counts(&loaded.catalog), [92, 90, 113]);
    // The original's table of kinds has an entry per place that weighs something.
    let places = loaded.catalog.kinds.iter().flat_map(|kind| &kind.allocations);
    assert_eq!(places.filter(|place| place.commonness > 0).count(), 433);
    let cursed = |ego: &&Affix| ego.allocations.iter().any(|line| line.commonness > 0 && line.affix_level == 1);
    assert_eq!(loaded.catalog.affixes.iter().filter(cursed).count(), 15);
    assert_eq!(loaded.catalog.artifacts.iter().filter(|artifact| artifact.index < 16).count(), 12, "special ones");
    let amulets = loaded.catalog.kinds.iter().filter(|kind| kind.tval == 40 && kind.good);
    assert_eq!(amulets.map(|kind| kind.sval).collect::<Vec<_>>(), [8], "the Magi");
    crate::common::print_back(&loaded.sources);
}

#[test]
fn excellent_and_terrible_items_draw_apart() {
    let Some(loaded) = load() else { return };
    let (catalog, forge) = (&loaded.catalog, loaded.model.forge());
    let level = |ego: &Affix| ego.allocations.first().map(|line| line.affix_level);
    for ego in catalog.affixes.iter().filter(|ego| !ego.allocations.is_empty()) {
        assert_eq!(level(ego), Some(u8::from(ego.flags.contains(&"LIGHT_CURSE"))), "{}", ego.name);
    }
    let pool = |tval, sval, at, affix_level| -> Vec<(u32, u32)> {
        let kind = catalog.find_kind(tval, sval).expect("the kind");
        let pool = forge.pool(kind, at, affix_level);
        pool.entries.iter().map(|(id, weight)| (catalog.affix(*id).index, *weight)).collect()
    };
    // Excellent diggers have no choice, terrible ones nothing to choose from.
    assert_eq!(pool(20, 1, 0, 0), [(100, 100)]);
    assert_eq!(pool(20, 1, 127, 1), []);
    // Morgul (102) has level 127.
    assert_eq!((pool(23, 4, 126, 1), pool(23, 4, 127, 1)), (vec![], vec![(102, 100)]));
    assert!(pool(23, 4, 50, 0).iter().all(|ego| ego.0 != 102));
    // Lights are no egos.
    assert!(!catalog.item_type(39).expect("lights").takes_affixes);
}

#[test]
fn variants_that_kept_the_files_are_read_by_these_rules() {
    let Some(folder) = crate::common::reference("angband-3.0") else { return };
    for (name, kinds, others) in [("BEAngband", 435, [92, 90, 113]), ("Diabloband", 350, [105, 103, 112])] {
        let sources = crate::common::sources(&folder.join("variants").join(name));
        let game = games::nearest(&sources).expect("a game");
        assert_eq!(game.id(), GAME, "{name}");
        let loaded = game.load(sources);
        assert_eq!(loaded.unreadable().count(), 0, "{name}");
        assert_eq!((loaded.catalog.kinds.len(), counts(&loaded.catalog)), (kinds, others), "{name}");
        crate::common::print_back(&loaded.sources);
    }
}

/// The files of 2.9.1 with other names and other lines.
fn changed(loaded: &Loaded, names: &[(&str, &str)], line: fn(&str) -> String) -> SourceSet {
    let mut sources = SourceSet::new();
    for file in loaded.sources.files() {
        let name = names.iter().find(|name| name.0 == file.name()).map_or(file.name(), |name| name.1);
        let text = String::from_utf8_lossy(file.bytes());
        let lines: Vec<_> = text.lines().map(line).collect();
        sources.push(SourceFile::new(name, lines.join("\n").into_bytes()));
    }
    sources
}

#[test]
fn other_names_or_no_slots_make_it_3_0() {
    let Some(loaded) = load() else { return };
    let detected = |names, line| games::nearest(&changed(&loaded, names, line)).map(Game::id);
    assert_eq!(detected(&[("e_info.txt", "E_INFO.TXT")], str::to_owned), Some(GAME));
    // 2.9.3 has slots, but other names and the rules of 3.0.
    let names = [("k_info.txt", "object.txt"), ("a_info.txt", "artifact.txt"), ("e_info.txt", "ego_item.txt")];
    assert_eq!(detected(&names, str::to_owned), Some("angband-3.0"));
    let without_slot = |line: &str| match line.strip_prefix("X:").and_then(|rest| rest.split_once(':')) {
        Some((_, rest)) => format!("X:{rest}"),
        None => line.to_owned(),
    };
    assert_eq!(detected(&[], without_slot), Some("angband-3.0"));
}

#[test]
fn files_of_other_games_are_left_to_them() {
    let game = games::find(GAME).expect("the game");
    for (system, folder) in [
        ("affix-branch", "edit"),
        ("v4-final", "edit"),
        // Without places, egos are chosen in the program.
        ("angband-3.0", "edit/2.8.3"),
        ("angband-3.0", "edit/3.0.6"),
        ("angband-3.0", "variants/ToME"),
        ("angband-3.0", "variants/Kangband"),
        ("angband-3.5", "edit"),
        ("angband-4.2", "edit/4.2.5"),
    ] {
        let Some(root) = crate::common::reference(system) else { continue };
        assert_eq!(game.match_score(&crate::common::sources(&root.join(folder))), 0, "{system}/{folder}");
    }
}
