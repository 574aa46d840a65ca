//! The editions that are measured: the one that ships, and the original's own.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// Their names in the figures.
pub(crate) const ALL: [&str; 2] = ["starter", "original"];

/// A file's name and bytes.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// The files of an edition ("v4" is v4's own), or `None` (said loudly) where the reference data is absent, as in a user's clone.
pub(crate) fn files(edition: &str) -> Option<Files> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = match edition {
        "starter" => root.join("data/affix-branch"),
        _ => std::env::var_os("AFFIXBOARD_REFERENCE")
            .map_or_else(|| root.join("../shared/reference"), PathBuf::from)
            .join(match edition {
                "v4" => "v4-final/edit",
                "angband-2.9" => "angband-3.0/edit/2.9.1",
                "angband-3.0" => "angband-3.0/edit/3.0.6",
                "angband-3.5" => "angband-3.5/edit",
                "sil-q" => "sil-q/edit",
                "frogcomposband" => "frogcomposband/edit",
                "angband-4.2" => "angband-4.2/edit/4.2.5",
                _ => "affix-branch/edit",
            }),
    };
    if !folder.is_dir() {
        let message = "skipped: no reference data (AFFIXBOARD_REFERENCE names the folder)";
        let _ = writeln!(std::io::stderr(), "\n*** {message} ***\n");
        return None;
    }
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, std::fs::read(path).expect("a readable file"))
    };
    Some(paths.iter().map(read).collect())
}

/// The files, not yet read.
pub(crate) fn sources(files: &[(String, Vec<u8>)]) -> SourceSet {
    let mut set = SourceSet::new();
    for (name, bytes) in files {
        set.push(SourceFile::new(name.as_str(), bytes.clone()));
    }
    set
}

/// The files, read as the game they are of.
pub(crate) fn load(sources: SourceSet) -> Loaded {
    games::nearest(&sources).expect("the game").load(sources)
}
