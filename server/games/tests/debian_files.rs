//! The edit files of Debian's package `angband`, where it puts them: told for a game's, read without errors, printed back.
//!
//! Whatever version the package is of: bookworm's is 3.5.1. `.ci/run` installs it, and then a missing package is a failure.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    process::Command,
};

use affixboard_games as games;
use affixboard_model::text::Severity;

/// Set where the package must be there.
const REQUIRED: &str = "AFFIXBOARD_DEBIAN";

/// The folder in which the installed package has its egos and its kinds. Only dpkg knows: it has been another one in every
/// few releases.
fn installed() -> Option<PathBuf> {
    let output = Command::new("dpkg-query").args(["--listfiles", "angband", "angband-data"]).output().ok()?;
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let files: BTreeSet<&Path> = listed.lines().map(Path::new).collect();
    let folders = files.iter().filter(|file| file.ends_with("ego_item.txt")).filter_map(|file| file.parent());
    folders
        .filter(|folder| files.contains(folder.join("object.txt").as_path()))
        .find(|folder| folder.is_dir())
        .map(Path::to_path_buf)
}

#[test]
fn the_files_of_the_installed_package_load_and_print_back() {
    let Some(folder) = installed() else {
        assert!(std::env::var_os(REQUIRED).is_none(), "{REQUIRED} is set, but Debian's angband is not installed");
        crate::common::say_skipped("Debian's angband is not installed");
        return;
    };
    let sources = crate::common::sources(&folder);
    let game =
        games::nearest(&sources).unwrap_or_else(|| panic!("no game has files like those in {}", folder.display()));
    let loaded = game.load(sources);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{game:?}: {errors:#?}");
    let catalog = &loaded.catalog;
    assert!(catalog.kinds.len() > 300 && catalog.affixes.len() > 80 && catalog.artifacts.len() > 100, "{game:?}");
    crate::common::print_back(&loaded.sources);
}
