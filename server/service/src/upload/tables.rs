//! Files that are read as tables without rules: those of a tree that have a table, by their paths in it, and the headers that
//! sources among them include.

use std::{collections::BTreeSet, path::Path};

use affixboard_games::tables::{self, Notation};
use affixboard_model::{
    game::Declaration,
    text::{SourceFile, SourceSet},
};

use super::{Files, LARGEST_FILE, UploadError, check_sizes, checked_path, includes};

/// Folders of what others wrote or programs made.
const PASSED_OVER: [&str; 3] = ["node_modules", "target", "vendor"];
/// Folders within each other that are looked into.
const DEEPEST: usize = 12;
/// Entries of folders that are looked at.
const MOST_ENTRIES: usize = 20_000;
/// What is read of a folder to look for tables.
const MOST_READ: u64 = 256 << 20;

/// Whether somebody asked for tables without rules.
pub(super) fn are_wanted(game: Option<&str>) -> bool {
    game == Some(tables::GAME.id)
}

/// Whether a file may have a table, or be what a table needs.
pub(super) fn is_candidate(path: &str) -> bool {
    let is_hidden = |part: &str| part.starts_with('.') || PASSED_OVER.contains(&part);
    let name = path.rsplit('/').next().unwrap_or(path);
    !path.split('/').any(is_hidden) && (Notation::of(name).is_some() || name == Declaration::FILE)
}

/// The files with tables among those that were sent: by their paths in the folder that all of them lie in.
///
/// # Errors
/// As [`in_root`], and if a name leads out of its folder.
pub(super) fn sources(files: Files) -> Result<SourceSet, UploadError> {
    for (path, _) in &files {
        checked_path(path)?;
    }
    let root = files.first().and_then(|(path, _)| Some(format!("{}/", path.split_once('/')?.0)));
    let skipped =
        root.filter(|root| files.iter().all(|(path, _)| path.starts_with(root.as_str()))).map_or(0, |root| root.len());
    in_root(files.into_iter().map(|(mut path, bytes)| (path.split_off(skipped), bytes)).collect())
}

/// The files with tables among these, by their paths.
///
/// # Errors
/// Fails if none has one, if a name comes twice, or if there is more than an edition has.
fn in_root(files: Files) -> Result<SourceSet, UploadError> {
    let mut candidates = Files::new();
    for (path, bytes) in files {
        if is_candidate(&path) {
            candidates.push((path, bytes));
        }
    }
    let mut taken = Files::new();
    let mut headers = Files::new();
    for (path, bytes) in candidates {
        if path == Declaration::FILE {
            if Declaration::is_one(&bytes) {
                taken.push((path, bytes));
            }
        } else if Notation::of(&path) == Some(Notation::Header) {
            headers.push((path, bytes));
        } else if tables::has_table(&path, &bytes) {
            taken.push((path, bytes));
        }
    }
    if taken.iter().all(|(path, _)| path == Declaration::FILE) {
        return Err(UploadError::NoTables);
    }
    includes::add(&mut taken, headers);
    taken.sort();
    check_sizes(taken.iter().map(|(name, bytes)| (name.as_str(), bytes.len() as u64)))?;
    let mut names = BTreeSet::new();
    let mut set = SourceSet::new();
    for (name, bytes) in taken {
        if !names.insert(name.to_ascii_lowercase()) {
            return Err(UploadError::TwoOfAName { name });
        }
        set.push(SourceFile::new(name, bytes));
    }
    Ok(set)
}

/// Reads the files with tables of a folder and those in it.
///
/// # Errors
/// As [`in_root`], and if the folder can't be read or is too large.
pub(super) fn folder(root: &Path) -> Result<SourceSet, UploadError> {
    let mut files = Files::new();
    let (mut entries, mut read) = (0, 0);
    let mut folders = vec![(root.to_owned(), String::new(), 0)];
    while let Some((folder, path, depth)) = folders.pop() {
        let io = |source| UploadError::Io { path: folder.display().to_string(), source };
        for entry in std::fs::read_dir(&folder).map_err(io)? {
            let entry = entry.map_err(io)?;
            entries += 1;
            if entries > MOST_ENTRIES {
                return Err(UploadError::TooManyFiles);
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let here = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            let kind = entry.file_type().map_err(io)?;
            if kind.is_dir() && depth < DEEPEST && !name.starts_with('.') && !PASSED_OVER.contains(&name.as_str()) {
                folders.push((entry.path(), here, depth + 1));
            } else if kind.is_file() && is_candidate(&here) {
                let size = entry.metadata().map_err(io)?.len();
                read += size;
                if size > LARGEST_FILE {
                    continue;
                }
                if read > MOST_READ {
                    return Err(UploadError::TotalTooLarge);
                }
                files.push((here, std::fs::read(entry.path()).map_err(io)?));
            }
        }
    }
    in_root(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(files: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let set = sources(files).map_err(|error| error.to_string())?;
        Ok(set.files().iter().map(|file| file.name().to_owned()).collect())
    }

    #[test]
    fn files_with_tables_and_their_headers_are_taken() {
        let found = taken(&[
            ("game/src/data.cpp", "#include \"types.h\"\nThing things[2] = {{\"a\", 1}, {\"b\", 2}};\n"),
            ("game/src/main.cpp", "int main() { return 0; }\n"),
            ("game/src/types.h", "struct Thing { const char *name; int level; };\n"),
            ("game/src/unused.h", ""),
            ("game/lib/items.jsonc", "{\"items\": [{\"id\": 1}, {\"id\": 2}] /* two */}"),
            ("game/README.md", "a: b\n"),
            ("game/.github/work.yml", "a: {b: 1}\n"),
            ("game/affixboard.toml", "[game]\nbase = \"tables\"\n"),
        ]);
        let expected = ["affixboard.toml", "lib/items.jsonc", "src/data.cpp", "src/types.h"];
        assert_eq!(found, Ok(expected.map(str::to_owned).to_vec()));
    }

    #[test]
    fn what_is_refused() {
        let refused = taken(&[("main.cpp", "int main() { return 0; }\n")]).expect_err("refused");
        assert!(refused.starts_with("found no tables; expected files whose names end in"), "{refused}");
        assert!(taken(&[("../a.csv", "a,b\n1,2\n")]).expect_err("refused").contains("leads out"));
        let twice = taken(&[("a.csv", "a,b\n1,2\n"), ("A.csv", "a,b\n1,2\n")]).expect_err("refused");
        assert_eq!(twice, "found two files named a.csv; expected each edit file once");
    }
}
