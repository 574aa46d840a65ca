//! The affix branch's own files: read whole, counted, printed back.

use crate::common::oracle::Oracle;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{Rule, Severity},
};

fn load() -> Option<Loaded> {
    let folder = crate::common::reference("affix-branch")?;
    let sources = crate::common::sources(&folder.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), "affix-branch");
    Some(game.load(sources))
}

#[test]
fn the_whole_edition_loads_without_errors_and_counts_as_the_files_do() {
    let Some(loaded) = load() else { return };
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let catalog = &loaded.catalog;
    // 135 entries, of which index 198 stands twice.
    assert_eq!(catalog.affixes.len(), 134);
    let twice: Vec<_> = loaded.diagnostics.iter().filter(|d| d.rule == Rule::DuplicateIndex).collect();
    assert_eq!(twice.len(), 1, "{twice:#?}");
    let span = twice[0].span.expect("a place");
    let position = loaded.sources.position(span);
    assert_eq!((twice[0].file.as_str(), twice[0].found.as_str()), ("ego_item.txt", "found index 198 a second time"));
    assert_eq!(loaded.sources.file(span.file).line(position.line), "N:198:suffix:of Disruption");
    let chaos = catalog.affix_by_index(198).expect("affix 198");
    assert_eq!(catalog.affix(chaos).name, "of Chaos");

    assert_eq!(catalog.themes.len(), 36);
    // The lost affix has one allocation of the file's 451.
    let lost = 451 - catalog.affixes.iter().map(|affix| affix.allocations.len()).sum::<usize>();
    let lines =
        String::from_utf8(loaded.sources.find("ego_item.txt").expect("the file").1.bytes().to_vec()).expect("UTF-8");
    let record = lines.split("\nN:").find(|record| record.starts_with("198:suffix:of Disruption")).expect("the record");
    assert_eq!(lost, record.matches("\nT:").count());
    assert_eq!(catalog.themes.iter().map(|theme| theme.allocations.len()).sum::<usize>(), 75);
    // 399 kinds with index 0, 140 artifacts with index 0 or without.
    assert_eq!(catalog.kinds.iter().filter(|kind| kind.record.is_some()).count(), 398);
    assert_eq!(catalog.artifacts.len(), 140);
}

#[test]
fn kinds_are_those_the_original_lists() {
    let Some(oracle) = Oracle::open("affix-branch", "affix-branch") else { return };
    oracle.kinds_are_the_originals();
}

#[test]
fn every_file_prints_back_byte_for_byte() {
    let Some(oracle) = Oracle::open("affix-branch", "affix-branch") else { return };
    oracle.files_print_back();
}

/// RULES of the affix branch, part 5: the pools of Soft Leather Armour (36:4) at level 20.
#[test]
fn pools_of_soft_leather_armour_at_level_20() {
    let Some(loaded) = load() else { return };
    let forge = loaded.model.forge();
    let kind = loaded.catalog.find_kind(36, 4).expect("the kind");
    let total = |tier| forge.pool(kind, 20, tier).total;
    assert_eq!([total(0), total(1), total(2)], [150, 238, 288]);
    let mut weights: Vec<_> = forge
        .pool(kind, 20, 0)
        .entries
        .iter()
        .map(|(id, weight)| (loaded.catalog.affix(*id).name.as_str(), *weight))
        .collect();
    weights.sort_unstable();
    let expected = [
        ("Damaged", 20),
        ("Durable", 10),
        ("Light", 20),
        ("Silk", 20),
        ("Tough", 50),
        ("of Craftsmanship", 20),
        ("of Vulnerability", 10),
    ];
    assert_eq!(weights, expected);
}
