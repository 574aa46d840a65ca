//! Getting edit files in: from a folder, from several files, from a zip. All of it or none, with a clear reason.

mod archive;
mod folder;
mod import_impact;
mod includes;
mod other_tables;
mod program_lists;
mod readers;
mod tables;

pub use archive::archive;
pub use folder::folder;
pub use import_impact::{ImportImpact, PoolDrift, ProposalFit};
pub use program_lists::program_names;
pub use readers::{UploadReadError, UploadReaders};

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use affixboard_games as games;
use affixboard_model::{
    game::{Declaration, Loaded, NotDetected},
    syntax::FileSpec,
    text::{Diagnostic, SourceFile, SourceSet},
};
use thiserror::Error;

/// The largest file that is taken. The largest edit file known is under 1 MB.
pub const LARGEST_FILE: u64 = 8 << 20;
/// The most that is taken in all.
pub const LARGEST_TOTAL: u64 = 32 << 20;
/// The most files that are taken.
pub const MOST_FILES: usize = 400;
/// The most [`parts`] that are read. The largest known edit folder has 215,000.
pub const MOST_PARTS: usize = 500_000;
/// The most remarks that files may get: each is kept, stored and shown.
pub const MOST_REMARKS: usize = 100_000;

/// Why files can't be taken in. Nothing was kept.
#[derive(Debug, Error)]
pub enum UploadError {
    /// The folder isn't there or can't be read.
    #[error("can't read {path}")]
    Io {
        /// The path that was to be read.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Nothing in it is an edit file.
    #[error("found no edit files{hint}; expected some of {expected}, or C tables such as {tables}")]
    NoEditFiles {
        /// Text on where they may be instead; may be empty.
        hint: String,
        /// Names of edit files.
        expected: String,
        /// Names of C sources.
        tables: String,
    },
    /// Nothing in it is a table.
    #[error(
        "found no tables; expected files whose names end in .json, .jsonc, .toml, .yaml, .csv, .tsv, .txt, .c, .cpp or .rs and \
         that have some"
    )]
    NoTables,
    /// A file is too large.
    #[error("found {name} with more than {} MB; an edit file has at most that", LARGEST_FILE >> 20)]
    FileTooLarge {
        /// The file.
        name: String,
    },
    /// Together they are too large.
    #[error("found more than {} MB in all; expected the edit files of one edition", LARGEST_TOTAL >> 20)]
    TotalTooLarge,
    /// There are too many.
    #[error("found more than {MOST_FILES} files; expected the edit files of one edition")]
    TooManyFiles,
    /// They have too many lines and parts of lists, each of which may be remarked on.
    #[error("found more than {MOST_PARTS} lines and parts of lists in all; expected the edit files of one edition")]
    TooManyParts,
    /// There is too much to remark on.
    #[error("read as {game} they get {found} remarks; expected the edit files of a game, with at most {MOST_REMARKS}")]
    TooManyRemarks {
        /// The game.
        game: &'static str,
        /// Number of remarks.
        found: usize,
    },
    /// Two files have the same name.
    #[error("found two files named {name}; expected each edit file once")]
    TwoOfAName {
        /// The name.
        name: String,
    },
    /// A name in an archive or upload leads out of it.
    #[error("found the name `{name}`, which leads out of the archive; nothing of it is read")]
    NameLeadsOut {
        /// The name.
        name: String,
    },
    /// A name has a line end or another control character, with which it would not stay one line of a list.
    #[error(
        "found the name `{name}` with a control character or one that hides or turns others; nothing of it is read"
    )]
    OddName {
        /// The name, with a mark for each of them.
        name: String,
    },
    /// The archive can't be read.
    #[error("can't read the zip: {0}")]
    BadArchive(String),
    /// An archive's file unpacks to more than it says.
    #[error("found {name}, which unpacks to more than it says; nothing of it is read")]
    ArchiveLies {
        /// The file.
        name: String,
    },
    /// The game isn't one we know.
    #[error("found the game `{found}`; expected one of {expected}")]
    UnknownGame {
        /// The name that was asked for.
        found: String,
        /// The known names.
        expected: String,
    },
    /// The files are not a known game's.
    #[error("{why}. Nothing was read. Name the game to read them as, if its rules will do: {expected}")]
    NoGame {
        /// Why not.
        why: NotDetected,
        /// The known names.
        expected: String,
    },
    /// The files were read, but nothing of the game is in them.
    #[error("read as {game}, but found none of its entries; expected some in {expected}")]
    NothingRead {
        /// The game.
        game: &'static str,
        /// Its files.
        expected: String,
    },
    /// Files of the game are missing, empty or not text.
    #[error("not loaded as {game}: {}", reasons(problems))]
    Unreadable {
        /// The game.
        game: &'static str,
        /// The errors, each with its file.
        problems: Vec<Diagnostic>,
    },
}

fn reasons(problems: &[Diagnostic]) -> String {
    let reasons: Vec<_> = problems.iter().map(|problem| format!("{}: {}", problem.file, problem.message())).collect();
    reasons.join("; ")
}

fn game_ids() -> String {
    games::ALL.iter().chain([&&games::tables::GAME]).map(|game| game.id()).collect::<Vec<_>>().join(", ")
}

/// Files as they came: a path with `/` between its parts, and the bytes.
pub type Files = Vec<(String, Vec<u8>)>;

/// Whether a file is taken at all: edit files are text files, or have a name that some game knows.
fn is_taken(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    !name.starts_with('.') && (extension.eq_ignore_ascii_case("txt") || is_known(name) || name == Declaration::FILE)
}

/// Whether a file may be part of an edition of that game: it is taken, or is where one that is may include it.
pub fn may_be_needed(path: &str, game: Option<&str>) -> bool {
    if tables::are_wanted(game) {
        return tables::is_candidate(path);
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    is_taken(name) || includes::is_header(name)
}

/// The files that games read in several folders of a source tree.
fn tree_files() -> impl Iterator<Item = &'static FileSpec> {
    games::ALL.iter().flat_map(|game| game.files()).filter(|spec| !spec.folder.is_empty())
}

/// The names in lower case of files that are taken though they aren't text files by their name.
pub fn other_names() -> Vec<String> {
    let names = games::ALL.iter().flat_map(|game| game.files()).flat_map(FileSpec::names);
    let is_text = |name: &String| Path::new(name).extension().is_some_and(|extension| extension == "txt");
    let names: BTreeSet<String> = names.map(str::to_ascii_lowercase).filter(|name| !is_text(name)).collect();
    names.into_iter().collect()
}

/// The path at which a source tree begins that has this file where a game has it.
fn tree_root<'a>(folder: &'a str, name: &str) -> Option<&'a str> {
    let spec = tree_files().find(|spec| spec.is_named(name) && folder.ends_with(spec.folder))?;
    let root = folder.strip_suffix(spec.folder)?;
    (root.is_empty() || root.ends_with('/')).then_some(root)
}

/// Whether some game has an edit file of that name.
fn is_known(name: &str) -> bool {
    games::ALL.iter().any(|game| game.files().iter().any(|spec| spec.is_named(name)))
}

/// Whether a character makes a name look like another one or like several lines: control characters, ends of lines, and those that
/// turn the direction of writing or can't be seen.
fn is_odd(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The parts of a path; refused where it leads out of its folder.
fn checked_path(path: &str) -> Result<(&str, &str), UploadError> {
    let leads_out = path.starts_with('/')
        || path.contains(['\\', '\0'])
        || path.split('/').any(|part| part == "..")
        || path.as_bytes().get(1) == Some(&b':');
    // Nothing in it may look like a line of its own in a list or a log.
    let name = || path.replace(is_odd, "\u{fffd}").chars().take(80).collect();
    if leads_out {
        return Err(UploadError::NameLeadsOut { name: name() });
    }
    if path.contains(is_odd) {
        return Err(UploadError::OddName { name: name() });
    }
    Ok(path.rsplit_once('/').unwrap_or(("", path)))
}

/// Where a file belongs to: its folder, or the root of the source tree in whose folders a game has it. A root ends with a slash,
/// a folder doesn't.
fn place(folder: &str, name: &str) -> String {
    tree_root(folder, name).map_or_else(|| folder.to_owned(), |root| format!("{root}/"))
}

fn place_of_header(folder: &str) -> String {
    includes::root(folder).map_or_else(|| folder.to_owned(), |root| format!("{root}/"))
}

/// Of the paths of many files those whose files [`sources`] may take: the edit files of one place, and the headers beside them; of
/// tables without rules all that may have some.
pub fn chosen<'a>(paths: impl Iterator<Item = &'a str> + Clone, game: Option<&str>) -> Vec<String> {
    if tables::are_wanted(game) {
        return paths.filter(|path| tables::is_candidate(path)).map(str::to_owned).collect();
    }
    let parts = |path: &'a str| path.rsplit_once('/').unwrap_or(("", path));
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (folder, name) in paths.clone().map(parts).filter(|(_, name)| is_taken(name)) {
        *places.entry(place(folder, name)).or_default() += usize::from(is_known(name));
    }
    let best = places.into_iter().rev().max_by_key(|(_, known)| *known).filter(|(_, known)| *known > 0);
    let Some((best, _)) = best else { return Vec::new() };
    let belongs = |path: &&str| {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_header = includes::is_header(name) && place_of_header(folder) == best;
        is_header || is_taken(name) && place(folder, name) == best
    };
    paths.filter(belongs).map(str::to_owned).collect()
}

/// The files of the folder that has the most edit files of any known game, of files in several folders; or those of a source
/// tree, in whose folders a game has its files. Of tables without rules all files that have some.
///
/// # Errors
/// Fails if no file is an edit file, if a name leads out of its folder or comes twice, or if there is more than an
/// edition has.
pub fn sources(files: Files, game: Option<&str>) -> Result<SourceSet, UploadError> {
    if tables::are_wanted(game) {
        return tables::sources(files);
    }
    let other_tables = other_tables::hint(files.iter().map(|file| file.0.as_str()));
    let mut folders: BTreeMap<String, (usize, Files)> = BTreeMap::new();
    let mut headers: BTreeMap<String, Files> = BTreeMap::new();
    for (path, bytes) in files {
        let (folder, name) = checked_path(&path)?;
        // Without a declaration it holds settings, which are nobody else's business.
        if name == Declaration::FILE && !Declaration::is_one(&bytes) {
            continue;
        }
        if is_taken(name) {
            let entry = folders.entry(place(folder, name)).or_default();
            entry.0 += usize::from(is_known(name));
            entry.1.push((name.to_owned(), bytes));
        } else if includes::is_header(name) {
            headers.entry(place_of_header(folder)).or_default().push((name.to_owned(), bytes));
        }
    }
    // The first of several equally good ones, by name.
    let best = folders.into_iter().rev().max_by_key(|(_, entry)| entry.0).filter(|(_, entry)| entry.0 > 0);
    let Some((place, (_, mut files))) = best else {
        return Err(no_edit_files(other_tables));
    };
    includes::add(&mut files, headers.remove(&place).unwrap_or_default());
    files.sort();
    check_sizes(files.iter().map(|(name, bytes)| (name.as_str(), bytes.len() as u64)))?;
    let mut set = SourceSet::new();
    for (name, bytes) in files {
        if set.find(&name).is_some() {
            return Err(UploadError::TwoOfAName { name });
        }
        set.push(SourceFile::new(name, bytes));
    }
    Ok(set)
}

fn no_edit_files(hint: String) -> UploadError {
    // Those of one game only would tell nobody anything.
    let required =
        || games::ALL.iter().flat_map(|game| game.files()).filter(|spec| spec.required).map(|spec| spec.name);
    let is_common = |name: &str| required().filter(|known| *known == name).count() > 1;
    let mut names: Vec<&str> = Vec::new();
    for name in required().filter(|name| is_common(name)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let files = games::ALL.iter().flat_map(|game| game.files()).map(|spec| spec.name);
    let tables: BTreeSet<&str> =
        files.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "c")).collect();
    let tables: Vec<&str> = tables.into_iter().collect();
    UploadError::NoEditFiles { hint, expected: names.join(", "), tables: tables.join(", ") }
}

fn check_sizes<'a>(sizes: impl Iterator<Item = (&'a str, u64)>) -> Result<(), UploadError> {
    let (mut files, mut total) = (0, 0);
    for (name, size) in sizes {
        if size > LARGEST_FILE {
            return Err(UploadError::FileTooLarge { name: name.to_owned() });
        }
        files += 1;
        total += size;
    }
    if files > MOST_FILES {
        return Err(UploadError::TooManyFiles);
    }
    if total > LARGEST_TOTAL { Err(UploadError::TotalTooLarge) } else { Ok(()) }
}

/// Files of a game named in a refusal, at most.
const MOST_NAMED: usize = 4;

/// Whether no entry of the game was found, and nothing that is wrong with one either.
fn has_nothing(loaded: &Loaded) -> bool {
    let catalog = &loaded.catalog;
    catalog.kinds.iter().all(|kind| kind.record.is_none())
        && catalog.affixes.is_empty()
        && catalog.artifacts.is_empty()
        && loaded.model.entries().is_empty()
        && loaded.diagnostics.is_empty()
}

/// Number of lines in all files, and of further parts of their lists: as many remarks as there can be, about.
pub fn parts(sources: &SourceSet) -> usize {
    let of_file = |file: &SourceFile| file.bytes().iter().filter(|byte| matches!(byte, b'\n' | b'|' | b',')).count();
    sources.files().iter().map(of_file).sum()
}

/// Reads files as the named game, or as the one they look like. Files that are known to be another game's are read only
/// where a game is named.
///
/// # Errors
/// Fails if there is no such game, if none is named and the files are not a known game's, if the files can't be loaded as it
/// at all, or if they have too many lines or get too many remarks.
pub fn load(sources: SourceSet, game: Option<&str>) -> Result<Loaded, UploadError> {
    if parts(&sources) > MOST_PARTS {
        return Err(UploadError::TooManyParts);
    }
    let loaded = match game {
        Some(id) => games::find(id)
            .ok_or_else(|| UploadError::UnknownGame { found: id.to_owned(), expected: game_ids() })?
            .load(sources),
        None => games::read(sources).map_err(|why| UploadError::NoGame { why, expected: game_ids() })?,
    };
    if loaded.diagnostics.len() > MOST_REMARKS {
        return Err(UploadError::TooManyRemarks { game: loaded.game.title(), found: loaded.diagnostics.len() });
    }
    let problems: Vec<_> = loaded.unreadable().cloned().collect();
    if !problems.is_empty() {
        return Err(UploadError::Unreadable { game: loaded.game.title(), problems });
    }
    if has_nothing(&loaded) {
        let expected: Vec<&str> = loaded.game.files().iter().map(|spec| spec.name).take(MOST_NAMED).collect();
        return Err(UploadError::NothingRead { game: loaded.game.title(), expected: expected.join(", ") });
    }
    Ok(loaded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Files {
        names.iter().map(|name| ((*name).to_owned(), b"V:1\n".to_vec())).collect()
    }

    fn message(result: Result<SourceSet, UploadError>) -> String {
        result.expect_err("refused").to_string()
    }

    #[test]
    fn the_folder_with_the_most_edit_files_is_taken() {
        let set = sources(
            files(&[
                "game/readme.txt",
                "game/lib/edit/ego_item.txt",
                "game/lib/edit/object.txt",
                "game/lib/edit/monster.txt",
                "game/lib/edit/delete.me",
                "game/old/object.txt",
            ]),
            None,
        )
        .expect("taken");
        let names: Vec<_> = set.files().iter().map(SourceFile::name).collect();
        assert_eq!(names, ["ego_item.txt", "monster.txt", "object.txt"]);
    }

    #[test]
    fn the_paths_that_are_chosen_are_those_that_are_taken() {
        let trees: [&[&str]; 3] = [
            &["readme.txt", "lib/edit/object.txt", "lib/edit/ego_item.txt", "old/object.txt", "lib/edit/x.c"],
            &["n/src/objects.c", "n/src/allmain.c", "n/include/objclass.h", "n/dat/dungeon.def", "n/README.txt"],
            &["object.txt", "lib/limits.txt"],
        ];
        for tree in trees {
            let taken = sources(files(tree), None).expect("taken");
            let taken: Vec<&str> = taken.files().iter().map(SourceFile::name).collect();
            let mut chosen: Vec<String> = chosen(tree.iter().copied(), None);
            chosen.sort_by_key(|path| path.rsplit('/').next().unwrap_or_default().to_owned());
            let names: Vec<&str> = chosen.iter().map(|path| path.rsplit('/').next().unwrap_or_default()).collect();
            assert_eq!(names, taken, "{tree:?}");
        }
        assert!(chosen(["main.c", "notes.md"].into_iter(), None).is_empty());
    }

    /// Files with known names elsewhere in the tree are none of it.
    #[test]
    fn the_files_of_a_source_tree_are_taken_from_its_folders() {
        let set = sources(
            files(&[
                "NetHack/src/objects.c",
                "NetHack/src/monst.c",
                "NetHack/src/allmain.c",
                "NetHack/include/objclass.h",
                "NetHack/dat/dungeon.def",
                "NetHack/sys/share/color.h",
                "NetHack/README.txt",
            ]),
            None,
        )
        .expect("taken");
        let names: Vec<_> = set.files().iter().map(SourceFile::name).collect();
        assert_eq!(names, ["dungeon.def", "monst.c", "objclass.h", "objects.c"]);
        // The same from the tree itself.
        let set = sources(files(&["src/objects.c", "include/objclass.h", "readme.txt"]), None).expect("taken");
        assert_eq!(set.files().len(), 2);
        // Or all in one folder.
        let set = sources(files(&["x/objects.c", "x/objclass.h"]), None).expect("taken");
        assert_eq!(set.files().len(), 2);
    }

    #[test]
    fn what_is_refused_and_how_it_is_said() {
        assert_eq!(
            message(sources(files(&["notes.txt", "main.c"]), None)),
            "found no edit files; expected some of object_base.txt, object.txt, ego_item.txt, ego_themes.txt, artifact.txt, \
             constants.txt, slay.txt, brand.txt, curse.txt, class.txt, object_property.txt, player_timed.txt, k_info.txt, \
             a_info.txt, e_info.txt, artefact.txt, special.txt, or C tables such as monst.c, objects.c"
        );
        assert_eq!(
            message(sources(files(&["a/../../object.txt"]), None)),
            "found the name `a/../../object.txt`, which leads out of the archive; nothing of it is read"
        );
        assert_eq!(
            message(sources(files(&["C:\\object.txt"]), None)),
            "found the name `C:\\object.txt`, which leads out of the archive; nothing of it is read"
        );
        assert_eq!(
            message(sources(files(&["object.txt", "Object.txt"]), None)),
            "found two files named object.txt; expected each edit file once"
        );
        let large = vec![("object.txt".to_owned(), vec![b'#'; LARGEST_FILE as usize + 1])];
        assert_eq!(
            message(sources(large, None)),
            "found object.txt with more than 8 MB; an edit file has at most that"
        );
    }

    #[test]
    fn what_would_be_remarked_on_for_ever_is_refused() {
        let refused = |object: String| {
            let mut files = files(&["object_base.txt", "ego_item.txt", "ego_themes.txt", "artifact.txt"]);
            files.push(("object.txt".to_owned(), object.into_bytes()));
            load(sources(files, None).expect("taken"), Some("affix-branch")).expect_err("refused").to_string()
        };
        let many = "found more than 500000 lines and parts of lists in all; expected the edit files of one edition";
        assert_eq!(refused("F:X\n".repeat(500_001)), many);
        assert_eq!(refused(format!("F:{}\n", "X|".repeat(500_001))), many);
        let error = refused("F:X\n".repeat(100_001));
        assert!(error.starts_with("read as Angband affix branch they get 1000"), "{error}");
        assert!(error.ends_with(" remarks; expected the edit files of a game, with at most 100000"), "{error}");
    }

    #[test]
    fn a_game_that_lacks_a_file_is_not_loaded() {
        let set = sources(files(&["object.txt", "ego_themes.txt"]), None).expect("taken");
        let error = load(set, None).expect_err("refused").to_string();
        assert!(
            error.starts_with("not loaded as Angband affix branch: object_base.txt: found no such file;"),
            "{error}"
        );
        assert!(error.contains("ego_item.txt: found no such file;"), "{error}");
        let set = sources(files(&["object.txt"]), None).expect("taken");
        assert_eq!(
            load(set, Some("moria")).expect_err("refused").to_string(),
            format!("found the game `moria`; expected one of {}", game_ids())
        );
    }
}
