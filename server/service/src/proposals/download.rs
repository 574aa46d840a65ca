//! Downloads of a proposal: patches, the folder that they name, and zips; the same for pages and commands.

use std::io::{Cursor, Write as _};

use affixboard_model::{
    game::{Game, Loaded},
    text::{
        mail::{PatchMail, mail},
        patch,
    },
};
use affixboard_store::{Proposal, ProposalRevision};
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use crate::clock;

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

/// The patch between two versions of an edition's files, with paths in `folder` as [`folder`] gives it.
pub fn patch(before: &Loaded, after: &Loaded, folder: &str) -> Vec<u8> {
    patch::between(&before.sources, &after.sources, &|name| format!("{folder}{}", before.path_of(name)))
}

/// The patch of a proposal's revision as a mail for `git am`, with its author, title and description.
pub fn patch_mail(
    proposal: &Proposal,
    revision: &ProposalRevision,
    (before, after): (&Loaded, &Loaded),
    folder: &str,
) -> Vec<u8> {
    let about = format!(
        "Proposal {} of {} on Affixboard, revision {}, made for r{}.",
        proposal.id, proposal.edition_title, revision.number, revision.base_number
    );
    let words = PatchMail {
        author: proposal.author_name.as_deref().unwrap_or("somebody here"),
        date: &clock::rfc2822(revision.created_at),
        title: &proposal.title,
        about: &about,
        message: &proposal.description,
        hint: &where_to_apply(folder),
        signature: concat!("affixboard ", env!("CARGO_PKG_VERSION")),
    };
    mail(words, &patch(before, after, folder))
}

/// Where a patch is to be applied, for git says nothing where it leaves files out.
fn where_to_apply(folder: &str) -> String {
    let paths = if folder.is_empty() { "the files themselves".to_owned() } else { format!("`{folder}`") };
    format!(
        "Its paths begin at the root of the game's repository, with {paths}. Apply it there: git am FILE\n\
         Where the game is a folder of a larger repository: git am --directory=GAME FILE\n\
         Run in a folder, `git apply` leaves out what is not below that folder, says nothing and exits with 0.\n\
         `git apply -v` and `git status` tell whether anything was applied."
    )
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
    use affixboard_games as games;

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
