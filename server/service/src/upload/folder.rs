//! A folder of edit files on this machine.

use std::path::Path;

use affixboard_model::text::SourceSet;

use super::{
    Files, LARGEST_FILE, MOST_FILES, UploadError, includes, is_taken, no_edit_files, other_tables, sources, tables,
    tree_files,
};

/// Folders of a game's checkout that hold its edit files.
const USUAL_PLACES: [&str; 3] = ["lib/edit", "lib/gamedata", "edit"];

/// Reads the edit files of a folder, or those of a source tree in the folders where a game has them; of tables without rules all
/// files that have some.
///
/// # Errors
/// Fails if the folder can't be read, or holds no edit files, or more than an edition has.
pub fn folder(path: &Path, game: Option<&str>) -> Result<SourceSet, UploadError> {
    if tables::are_wanted(game) {
        return tables::folder(path);
    }
    let place = USUAL_PLACES.iter().map(|place| path.join(place)).find(|place| place.is_dir());
    match (files_in(path), place) {
        (Err(UploadError::NoEditFiles { .. }), Some(place)) => files_in(&place),
        (read, _) => read,
    }
}

/// Those of this folder, or of a tree whose files lie in several.
fn files_in(path: &Path) -> Result<SourceSet, UploadError> {
    let io = |source| UploadError::Io { path: path.display().to_string(), source };
    let mut files = Files::new();
    // Of files that aren't taken.
    let mut names = Vec::new();
    for entry in std::fs::read_dir(path).map_err(io)? {
        let entry = entry.map_err(io)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !is_taken(&name) {
            names.push(name);
            continue;
        }
        let metadata = std::fs::metadata(entry.path()).map_err(io)?;
        if !metadata.is_file() {
            continue;
        }
        if metadata.len() > LARGEST_FILE {
            return Err(UploadError::FileTooLarge { name });
        }
        if files.len() == MOST_FILES {
            return Err(UploadError::TooManyFiles);
        }
        files.push((name, read(&entry.path())?));
    }
    // A source tree has its files in folders of it.
    for spec in tree_files() {
        let file = path.join(spec.folder).join(spec.name);
        match std::fs::metadata(&file) {
            Ok(found) if found.is_file() && found.len() > LARGEST_FILE => {
                return Err(UploadError::FileTooLarge { name: spec.name.to_owned() });
            }
            Ok(found) if found.is_file() => files.push((format!("{}/{}", spec.folder, spec.name), read(&file)?)),
            _ => {}
        }
    }
    // Its headers, of which those that its files include are read.
    for (folder, place) in includes::FOLDERS.iter().map(|name| (*name, path.join(name))).chain([("", path.to_owned())])
    {
        let Ok(entries) = std::fs::read_dir(&place) else { continue };
        for entry in entries {
            let entry = entry.map_err(io)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_small = entry.metadata().is_ok_and(|found| found.is_file() && found.len() <= LARGEST_FILE);
            if is_small && includes::is_header(&name) && !is_taken(&name) {
                let full = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                files.push((full, read(&entry.path())?));
            }
        }
    }
    sources(files, None).map_err(|error| match error {
        UploadError::NoEditFiles { .. } => {
            no_edit_files(format!(" in {}{}", path.display(), other_tables::hint(names.iter().map(String::as_str))))
        }
        other => other,
    })
}

fn read(file: &Path) -> Result<Vec<u8>, UploadError> {
    std::fs::read(file).map_err(|source| UploadError::Io { path: file.display().to_string(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_checkout_the_edit_folder_is_read() {
        let root = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(root.path().join("lib/edit")).expect("made");
        let message = folder(root.path(), None).expect_err("refused").to_string();
        let edit = root.path().join("lib/edit");
        assert!(message.contains(&format!(" in {}", edit.display())), "{message}");
        let missing = folder(&root.path().join("none"), None).expect_err("refused").to_string();
        assert!(missing.starts_with("can't read "), "{missing}");
        std::fs::write(edit.join("object.txt"), "V:1\n").expect("written");
        assert_eq!(folder(&edit, None).expect("taken").files().len(), 1);
        assert_eq!(folder(root.path(), None).expect("taken").files().len(), 1);
    }
}
