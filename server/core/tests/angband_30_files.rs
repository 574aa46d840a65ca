//! The files of Angband 3.0, 2.9 and their variants: read whole, told from other games', counted, printed back.

mod common;

use std::path::Path;

use affixboard_core::{
    games::{self, Loaded},
    syntax::document,
    text::{FileId, Rule, Severity, SourceSet},
};

const GAME: &str = "angband-3.0";

/// A version's own files, detected and read.
fn load(version: &str) -> Option<Loaded> {
    let folder = common::reference("angband-3.0")?;
    let sources = common::sources(&folder.join("edit").join(version));
    let game = games::detect(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

fn prints_back(sources: &SourceSet) {
    for (at, file) in sources.files().iter().enumerate() {
        let pieces = document::parse(file, FileId(at as u16));
        assert!(document::print(file, &pieces) == file.bytes(), "{}", file.name());
    }
}

/// Records of any index but 0, counted in the text.
fn records(loaded: &Loaded, name: &str) -> usize {
    let (_, file) = loaded.sources.find(name).expect("the file");
    let text = String::from_utf8(file.bytes().to_vec()).expect("ASCII");
    text.lines().filter(|line| line.starts_with("N:") && !line.starts_with("N:0:")).count()
}

/// The numbers of entries the original's tables have: kinds with places, egos, egos that can be drawn, artifacts.
fn counts(loaded: &Loaded) -> (usize, usize, usize, usize) {
    let catalog = &loaded.catalog;
    let drawn = |ego: &&affixboard_core::catalog::Affix| ego.allocations.iter().any(|line| line.commonness > 0);
    let places = catalog.kinds.iter().filter(|kind| !kind.allocations.is_empty()).count();
    (places, catalog.affixes.len(), catalog.affixes.iter().filter(drawn).count(), catalog.artifacts.len())
}

#[test]
fn files_of_3_0_load_without_errors() {
    let Some(loaded) = load("3.0.6") else { return };
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.catalog.kinds.len(), records(&loaded, "object.txt"));
    let (_, egos, drawn, artifacts) = counts(&loaded);
    assert_eq!((egos, drawn, artifacts), (111, 109, 136));
    prints_back(&loaded.sources);
}

#[test]
fn files_of_2_9_load_without_errors() {
    let Some(loaded) = load("2.9.1") else { return };
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.catalog.kinds.len(), records(&loaded, "k_info.txt"));
    let (_, egos, drawn, artifacts) = counts(&loaded);
    assert_eq!((egos, drawn, artifacts), (92, 90, 113));
    prints_back(&loaded.sources);
}
