//! The versions of an edition that a site has: a list in a file of its own, read when another one is added.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use affixboard_model::game::Loaded;
use affixboard_service::upload;

use crate::{
    address::{NAME, is_name},
    error::PublishError,
};

/// The list's file, in the edition's folder.
const FILE: &str = "versions.json";
/// The edit files of a version, in its folder.
const FILES: &str = "files.zip";

/// A version that a site has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownVersion {
    /// Its name, which is its folder's.
    pub name: String,
    /// The game's id.
    pub game: String,
    /// The game's title.
    pub game_title: String,
    /// The content hash of its files.
    pub hash: String,
    /// By which rules its numbers are, in words.
    pub rules: String,
    /// Number of errors in its files.
    pub errors: usize,
}

/// The versions of an edition, oldest first.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Versions {
    /// The edition's title.
    pub(crate) title: String,
    pub(crate) versions: Vec<KnownVersion>,
}

impl Versions {
    /// Reads those of an edition's folder; none where it has no list.
    pub(crate) fn read(folder: &Path) -> Result<Versions, PublishError> {
        let path = folder.join(FILE);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(Versions::default());
            }
            Err(error) => return Err(PublishError::Read { path, error }),
        };
        let unreadable = |why: String| PublishError::List { path: path.clone(), why };
        let versions: Versions = serde_json::from_slice(&bytes).map_err(|error| unreadable(error.to_string()))?;
        // Its names become paths, and whoever has the site may have written them.
        match versions.versions.iter().find(|version| !is_name(&version.name)) {
            Some(version) => Err(unreadable(format!("found the version `{}`; expected {NAME}", version.name))),
            None => Ok(versions),
        }
    }

    /// Makes room for a version among those that are kept, itself included, and gives the names of those that go. The newest one may be
    /// made again.
    pub(crate) fn make_room(&mut self, version: &str, keep: usize) -> Result<Vec<String>, PublishError> {
        if let Some(at) = self.versions.iter().position(|known| known.name == version) {
            let newest = &self.versions[self.versions.len() - 1].name;
            if at + 1 < self.versions.len() {
                return Err(PublishError::Older { version: version.to_owned(), newest: newest.clone() });
            }
            self.versions.pop();
        }
        let more = (self.versions.len() + 1).saturating_sub(keep.max(1));
        Ok(self.versions.drain(..more).map(|known| known.name).collect())
    }

    /// The files of the versions that there are, oldest first, as they lie in the edition's folder.
    pub(crate) fn files(&self, folder: &Path, game: &str) -> Result<Vec<Loaded>, PublishError> {
        let mut files = Vec::new();
        for known in &self.versions {
            if known.game != game {
                return Err(PublishError::OtherGame { found: known.game.clone(), expected: game.to_owned() });
            }
            let path = folder.join(&known.name).join(FILES);
            let bytes = fs::read(&path).map_err(|error| PublishError::Read { path, error })?;
            let earlier = |error| PublishError::EarlierFiles { version: known.name.clone(), error };
            let sources = upload::archive(&bytes, Some(game)).map_err(earlier)?;
            files.push(upload::load(sources, Some(game)).map_err(earlier)?);
        }
        Ok(files)
    }

    /// Writes the list, whole or not at all.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), PublishError> {
        let path = folder.join(FILE);
        let failed = |path: PathBuf| move |error| PublishError::Write { path, error };
        let mut bytes = serde_json::to_vec_pretty(self).map_err(PublishError::failed)?;
        bytes.push(b'\n');
        let half = folder.join(".versions.json");
        fs::write(&half, bytes).map_err(failed(half.clone()))?;
        fs::rename(&half, &path).map_err(failed(path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_and_the_newest_can_be_made_again() {
        // Names of the versions there are, the one that is made, how many are kept; those that remain beside it, those that go.
        let table = [
            ("", "1", 3, "", ""),
            ("1 2", "3", 3, "1 2", ""),
            ("1 2 3", "4", 3, "2 3", "1"),
            ("1 2 3", "3", 3, "1 2", ""),
            ("1 2 3", "4", 1, "", "1 2 3"),
            ("1 2 3", "4", 0, "", "1 2 3"),
        ];
        for (there, version, keep, remain, go) in table {
            let mut versions = versions(there);
            let gone = versions.make_room(version, keep).expect("the newest, or another");
            let remaining: Vec<_> = versions.versions.iter().map(|known| known.name.as_str()).collect();
            assert_eq!(
                (remaining.join(" "), gone.join(" ")),
                (remain.to_owned(), go.to_owned()),
                "{there} and {version}"
            );
        }
        let refused = versions("1 2").make_room("1", 3).expect_err("the second is compared with it");
        assert_eq!(
            refused.to_string(),
            "the version 1 is older than 2, which is compared with it; expected 2 again or a new name"
        );
    }

    fn versions(names: &str) -> Versions {
        let known = |name: &str| KnownVersion {
            name: name.to_owned(),
            game: "angband-4.2".to_owned(),
            game_title: "Angband 4.2".to_owned(),
            hash: "1234567".to_owned(),
            rules: "angband-4.2 1".to_owned(),
            errors: 0,
        };
        Versions { title: "Ours".to_owned(), versions: names.split_whitespace().map(known).collect() }
    }
}
