//! Downloads of a proposal: the folder that patches name, and zips; the same for pages and commands.

use std::io::{Cursor, Write as _};

use affixboard_core::game::{Game, Loaded};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

/// The longest path of a folder, in bytes.
const LONGEST: usize = 200;

/// A folder as patches name it, empty or with a slash at its end: the one asked for, else where the game's sources have their
/// edit files.
///
/// # Errors
/// If it is no relative path: a text of what was expected.
pub fn folder(game: &Game, asked: Option<&str>) -> Result<String, String> {
    let folder = asked.unwrap_or(game.folder()).trim().trim_end_matches('/');
    let is_path = folder.len() <= LONGEST
        && !folder.starts_with('/')
        && !folder.contains(['\\', '\0', '\n', '\r'])
        && folder.split('/').all(|part| part != ".." && (folder.is_empty() || !part.is_empty()));
    if !is_path {
        let found: String = folder.chars().take(60).collect();
        return Err(format!("found `{found}`; expected a path within the game's sources, such as {}", game.folder()));
    }
    Ok(if folder.is_empty() { String::new() } else { format!("{folder}/") })
}

/// The files as a zip, byte for byte, in the folders of the game's source tree where these are several.
///
/// # Errors
/// Fails if there are more than a zip can hold.
pub fn zipped(loaded: &Loaded) -> Result<Vec<u8>, ZipError> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for file in loaded.sources.files() {
        writer.start_file(loaded.path_of(file.name()), SimpleFileOptions::default())?;
        writer.write_all(file.bytes())?;
    }
    Ok(writer.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use affixboard_core::games;

    use super::*;

    #[test]
    fn patches_are_of_the_folder_of_the_games_sources() {
        let of = |game: &str, asked| folder(games::find(game).expect("the game"), asked);
        assert_eq!(of("affix-branch", None), Ok("lib/edit/".to_owned()));
        assert_eq!(of("angband-4.2", None), Ok("lib/gamedata/".to_owned()));
        assert_eq!(of("angband-4.2", Some(" mine/ ")), Ok("mine/".to_owned()));
        assert_eq!(of("angband-4.2", Some("")), Ok(String::new()));
        for bad in ["/etc", "../up", "a//b", "a\\b", "a\nb"] {
            assert!(of("v4", Some(bad)).is_err(), "{bad:?}");
        }
    }
}
