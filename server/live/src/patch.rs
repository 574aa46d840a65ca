//! Edits as a unified diff, with the paths that a download of the dashboard has.

use affixboard_model::{game::Game, text::patch::between};
use serde::Serialize;

use crate::{edition::Sides, failure::Failure};

/// The longest path of a folder, in bytes.
const LONGEST: usize = 200;

/// A patch. JSON has no bytes: of files that aren't UTF-8 each character stands for the byte of its code.
#[derive(Serialize)]
pub(crate) struct PatchAnswer {
    text: String,
    encoding: &'static str,
}

/// The patch from the files that were opened to the edited ones; empty where nothing differs.
///
/// # Errors
/// If the folder is no relative path.
pub(crate) fn patch(sides: &Sides, asked: Option<&str>) -> Result<PatchAnswer, Failure> {
    let before = &sides.before.loaded;
    let folder = folder(before.game, asked)?;
    let path_of = |name: &str| format!("{folder}{}", before.path_of(name));
    let bytes = between(&before.sources, &sides.last().loaded.sources, &path_of);
    Ok(match String::from_utf8(bytes) {
        Ok(text) => PatchAnswer { text, encoding: "utf-8" },
        Err(error) => {
            let text = error.into_bytes().into_iter().map(char::from).collect();
            PatchAnswer { text, encoding: "bytes" }
        }
    })
}

/// The folder as paths begin with it: empty, or with a slash at its end.
fn folder(game: &Game, asked: Option<&str>) -> Result<String, Failure> {
    let folder = asked.unwrap_or(game.folder()).trim().trim_end_matches('/');
    let is_path = folder.len() <= LONGEST
        && !folder.starts_with('/')
        && !folder.contains(['\\', '\0', '\n', '\r'])
        && folder.split('/').all(|part| part != ".." && (folder.is_empty() || !part.is_empty()));
    if !is_path {
        let expected = format!("a path within the game's sources, such as {}", game.folder());
        return Err(Failure::of_field("folder", folder, expected));
    }
    Ok(if folder.is_empty() { String::new() } else { format!("{folder}/") })
}

#[cfg(test)]
mod tests {
    use affixboard_games as games;

    use super::*;

    #[test]
    fn paths_begin_with_the_folder_of_the_games_sources() {
        let of =
            |game: &str, asked| folder(games::find(game).expect("the game"), asked).map_err(|failure| failure.message);
        assert_eq!(of("affix-branch", None), Ok("lib/edit/".to_owned()));
        assert_eq!(of("affix-branch", Some(" mine/ ")), Ok("mine/".to_owned()));
        assert_eq!(of("affix-branch", Some("")), Ok(String::new()));
        for bad in ["/etc", "../up", "a//b", "a\\b", "a\nb"] {
            assert!(of("v4", Some(bad)).is_err(), "{bad:?}");
        }
    }
}
