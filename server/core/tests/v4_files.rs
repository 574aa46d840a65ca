//! v4's own files: read whole, told from the affix branch's, counted, printed back.

mod common;

use affixboard_core::{
    games::{self, Loaded},
    syntax::document,
    text::{FileId, Severity},
};

fn load() -> Option<Loaded> {
    let folder = common::reference("v4-final")?;
    let sources = common::sources(&folder.join("edit"));
    let game = games::detect(&sources).expect("a game");
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
    let (Some(loaded), Some(folder)) = (load(), common::reference("v4-final")) else { return };
    let mut reader = csv::Reader::from_path(folder.join("kinds.csv")).expect("kinds.csv");
    let mut expected = Vec::new();
    for row in reader.records() {
        let row = row.expect("a row");
        let number = |at: usize| row[at].parse::<u32>().expect("a number");
        expected.push((number(0), number(1), number(3), row[4].to_owned(), number(5), number(6), number(7)));
    }
    let mut got: Vec<_> = loaded
        .catalog
        .kinds
        .iter()
        .map(|kind| {
            let (commonness, min, max) =
                kind.allocation.map_or((0, 0, 0), |line| (line.commonness, line.min, line.max));
            (kind.index, u32::from(kind.tval), u32::from(kind.sval), kind.name.clone(), commonness, min, max)
        })
        .collect();
    got.sort();
    expected.sort();
    for (got, expected) in got.iter().zip(&expected) {
        assert_eq!(got, expected);
    }
    assert_eq!(got.len(), expected.len());
}

#[test]
fn every_file_prints_back_byte_for_byte() {
    let Some(loaded) = load() else { return };
    for (at, file) in loaded.sources.files().iter().enumerate() {
        let pieces = document::parse(file, FileId(at as u16));
        assert!(document::print(file, &pieces) == file.bytes(), "{}", file.name());
    }
}
