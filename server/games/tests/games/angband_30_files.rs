//! The files of Angband 3.0: read whole, told from other games', counted, printed back.

use affixboard_games as games;
use affixboard_model::{catalog::Affix, game::Loaded};

const GAME: &str = "angband-3.0";

/// A version's own files, detected and read.
fn load(version: &str) -> Option<Loaded> {
    let folder = crate::common::reference("angband-3.0")?;
    let sources = crate::common::sources(&folder.join("edit").join(version));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
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
    crate::common::print_back(&loaded.sources);
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
        let Some(root) = crate::common::reference(system) else { continue };
        let sources = crate::common::sources(&root.join(folder));
        assert_eq!(games::find(GAME).expect("the game").match_score(&sources), 0, "{system}/{folder}");
    }
}
