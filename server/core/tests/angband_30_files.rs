//! The files of Angband 3.0 and its variants: read whole, told from other games', counted, printed back.

mod common;

use affixboard_core::{
    catalog::Affix,
    games::{self, Loaded},
    syntax::document,
    text::{FileId, Rule, SourceSet},
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
    let text = String::from_utf8(file.text().to_vec()).expect("ASCII");
    text.lines().filter(|line| line.starts_with("N:") && !line.starts_with("N:0:")).count()
}

/// The numbers of egos, egos that can be drawn, and artifacts.
fn counts(loaded: &Loaded) -> (usize, usize, usize) {
    let catalog = &loaded.catalog;
    let drawn = |ego: &&Affix| ego.allocations.iter().any(|line| line.commonness > 0);
    (catalog.affixes.len(), catalog.affixes.iter().filter(drawn).count(), catalog.artifacts.len())
}

#[test]
fn files_of_3_0_load_without_errors() {
    let Some(loaded) = load("3.0.6") else { return };
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.catalog.kinds.len(), records(&loaded, "object.txt"));
    assert_eq!(counts(&loaded), (111, 109, 136));
    prints_back(&loaded.sources);
}

/// What each variant's folder gives: kinds, egos, egos that can be drawn, artifacts. Where `X:` or `W:` lines mean something
/// else, egos are passed over.
const VARIANTS: &[(&str, usize, (usize, usize, usize))] = &[
    ("DaJAngband", 534, (0, 0, 150)),
    ("EyAngband", 545, (150, 148, 159)),
    ("Jackband", 417, (113, 111, 135)),
    ("Kangband", 471, (112, 110, 132)),
    ("NPPAngband", 450, (116, 114, 136)),
    ("Sangband", 534, (111, 101, 136)),
    ("ToME", 674, (0, 0, 201)),
];

#[test]
fn variants_load_as_far_as_they_go_and_print_back() {
    let Some(folder) = common::reference("angband-3.0") else { return };
    let mut seen = 0;
    for entry in std::fs::read_dir(folder.join("variants")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let sources = common::sources(&path);
        prints_back(&sources);
        // Some kept the files of 2.9.
        if games::detect(&sources).expect("a game").id() == "angband-2.9" {
            continue;
        }
        assert_eq!(games::detect(&sources).expect("a game").id(), GAME, "{name}");
        let loaded = games::find(GAME).expect("the game").load(sources);
        assert_eq!(loaded.unreadable().count(), 0, "{name}");
        let known = VARIANTS.iter().find(|known| known.0 == name);
        if let Some((_, kinds, others)) = known {
            assert_eq!((loaded.catalog.kinds.len(), counts(&loaded)), (*kinds, *others), "{name}");
            seen += 1;
        }
        // A letter the tables don't have is reported once per file.
        let mut letters: Vec<_> = loaded
            .diagnostics
            .iter()
            .filter(|d| d.rule == Rule::UndefinedDirective && !d.file.contains("limits"))
            .map(|d| (d.file.as_str(), d.found.chars().nth("found `".len())))
            .collect();
        let all = letters.len();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), all, "{name}");
    }
    assert_eq!(seen, VARIANTS.len());
}

#[test]
fn files_of_other_games_are_left_to_them() {
    for (system, folder) in [
        ("affix-branch", "edit"),
        ("v4-final", "edit"),
        ("angband-3.5", "edit"),
        ("angband-4.2", "edit/4.2.5"),
        ("angband-4.2", "edit/4.2.6"),
    ] {
        let Some(root) = common::reference(system) else { continue };
        let sources = common::sources(&root.join(folder));
        assert_eq!(games::find(GAME).expect("the game").likeness(&sources), 0, "{system}/{folder}");
    }
}
