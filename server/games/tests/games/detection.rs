//! Which folders are read as which game's, which are refused, and which are marked as not that game's own.

use affixboard_games as games;
use affixboard_model::game::NotDetected;

/// What becomes of a folder.
#[derive(Debug, PartialEq, Eq)]
enum Read {
    /// It is read as the game's own.
    As(&'static str),
    /// It is read by the rules of a game whose own it isn't.
    Marked(&'static str),
    /// It is refused unless a game is named; most like the game's.
    Refused(&'static str),
    /// It is refused, for it is like no game's.
    Unknown,
}
use Read::{As, Marked, Refused, Unknown};

/// Every folder of edit files.
const FOLDERS: &[(&str, &str, Read)] = &[
    ("affix-branch", "edit", As("affix-branch")),
    ("v4-final", "edit", As("v4")),
    ("angband-4.2", "edit/4.2.5", As("angband-4.2")),
    ("angband-4.2", "edit/4.2.6", As("angband-4.2")),
    ("angband-3.5", "edit", As("angband-3.5")),
    ("angband-3.0", "edit/3.0.6", As("angband-3.0")),
    ("angband-3.0", "edit/2.9.1", As("angband-2.9")),
    ("angband-3.0", "edit/2.8.3", As("angband-2.8")),
    // Nothing in these files differs from those of the game they began as.
    ("angband-3.0", "variants/BEAngband", As("angband-2.9")),
    ("angband-3.0", "variants/Jackband", As("angband-3.2")),
    // Some names or lines of their own.
    ("angband-3.0", "variants/Kangband", Marked("angband-3.0")),
    ("angband-3.0", "variants/NPPAngband", Marked("angband-3.0")),
    ("angband-3.0", "variants/Diabloband", Marked("angband-2.9")),
    // Egos of these are chosen by other rules than Angband's.
    ("angband-3.0", "variants/DaJAngband", Refused("angband-3.0")),
    ("angband-3.0", "variants/EyAngband", Refused("angband-3.0")),
    ("angband-3.0", "variants/Sangband", Refused("angband-3.0")),
    ("angband-3.0", "variants/ToME", Refused("angband-3.0")),
    ("sil-q", "edit", As("sil-q")),
    ("narsil", "edit", As("narsil")),
    ("frogcomposband", "edit", As("frogcomposband")),
    // A game of its own.
    ("unangband", "edit", As("unangband")),
    // Its file of levels alone.
    ("nethack", "edit", As("nethack")),
];

#[test]
fn every_folder_is_read_marked_or_refused() {
    for (system, folder, expected) in FOLDERS {
        let Some(root) = crate::common::reference(system) else { continue };
        let read = games::read(crate::common::sources(&root.join(folder)));
        let got = match &read {
            Ok(loaded) if loaded.foreign.is_some() => Marked(loaded.game.id()),
            Ok(loaded) => As(loaded.game.id()),
            Err(NotDetected::Foreign { game, .. }) => Refused(game.id()),
            Err(NotDetected::Unknown) => Unknown,
        };
        assert_eq!(got, *expected, "{system}/{folder}");
    }
}
