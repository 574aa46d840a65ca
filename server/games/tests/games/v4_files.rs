//! v4's own files: read whole, told from the affix branch's, counted, printed back.

use crate::common::oracle::Oracle;
use affixboard_games as games;
use affixboard_model::{game::Loaded, text::Severity};

fn load() -> Option<Loaded> {
    let folder = crate::common::reference("v4-final")?;
    let sources = crate::common::sources(&folder.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), "v4");
    Some(game.load(sources))
}

#[test]
fn the_whole_edition_loads_without_errors() {
    let Some(loaded) = load() else { return };
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let text = |name| {
        let (_, file) = loaded.sources.find(name).expect("the file");
        String::from_utf8(file.bytes().to_vec()).expect("UTF-8")
    };
    // Records but those of index 0, and T: lines, counted in the text.
    let records = |text: &str| text.lines().filter(|line| line.starts_with("N:") && !line.starts_with("N:0:")).count();
    let lines = |text: &str, tag: &str| text.lines().filter(|line| line.starts_with(tag)).count();
    let catalog = &loaded.catalog;
    let (affixes, themes) = (text("ego_item.txt"), text("ego_themes.txt"));
    assert_eq!(catalog.affixes.len(), records(&affixes));
    assert_eq!(catalog.affixes.iter().map(|affix| affix.allocations.len()).sum::<usize>(), lines(&affixes, "T:"));
    assert_eq!(catalog.themes.len(), records(&themes));
    assert_eq!(catalog.themes.iter().map(|theme| theme.allocations.len()).sum::<usize>(), lines(&themes, "T:"));
    assert_eq!(catalog.themes.iter().map(|theme| theme.parts.len()).sum::<usize>(), lines(&themes, "A:"));
    assert_eq!(catalog.artifacts.len(), records(&text("artifact.txt")));
}

#[test]
fn kinds_are_those_the_original_lists() {
    let Some(oracle) = Oracle::open("v4-final", "v4") else { return };
    oracle.kinds_are_the_originals();
}

#[test]
fn every_file_prints_back_byte_for_byte() {
    let Some(oracle) = Oracle::open("v4-final", "v4") else { return };
    oracle.files_print_back();
}
