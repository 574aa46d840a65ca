//! Who can read the data folder. On Unix what we create is for our user alone; elsewhere the system's defaults hold.

use std::{fs::DirBuilder, io, path::Path};

/// Creates a folder, and those above it that are missing, for our user alone.
pub(super) fn create_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A sentence for the folder and for the database in it, where others can read them.
#[cfg(unix)]
pub(super) fn warnings(folder: &Path, database: &Path) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt;

    let open_to_others = |path: &Path| {
        let mode = path.metadata().ok()?.permissions().mode() & 0o777;
        (mode & 0o077 != 0).then_some(mode)
    };
    let Some(mode) = open_to_others(folder) else {
        // Nobody else gets to the files.
        return Vec::new();
    };
    let shown = folder.display();
    let mut warnings = vec![format!(
        "other users of this machine can look into the data folder {shown} (mode {mode:o}); `chmod 700 {shown}` ends that"
    )];
    if let Some(mode) = open_to_others(database) {
        let shown = database.display();
        warnings.push(format!(
            "other users of this machine can read the database {shown} (mode {mode:o}), password hashes included; \
             `chmod 600 {shown}*` ends that"
        ));
    }
    warnings
}

#[cfg(not(unix))]
pub(super) fn warnings(_folder: &Path, _database: &Path) -> Vec<String> {
    Vec::new()
}

#[cfg(all(test, unix))]
mod tests {
    use std::{
        fs::{self, Permissions},
        os::unix::fs::PermissionsExt,
    };

    use affixboard_store::create_private;

    use super::*;

    #[test]
    fn what_is_created_is_for_us_alone_and_what_was_open_is_told() {
        let home = tempfile::tempdir().expect("a folder");
        let folder = home.path().join("a/b");
        let file = folder.join("c.db");
        create_private_folder(&folder).expect("made");
        create_private(&file).expect("made");
        let mode = |path: &Path| fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!([mode(&home.path().join("a")), mode(&folder), mode(&file)], [0o700, 0o700, 0o600]);
        assert_eq!(warnings(&folder, &file), [""; 0]);

        let set = |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
        set(&file, 0o644);
        assert_eq!(warnings(&folder, &file), [""; 0], "nobody gets to it");
        set(&folder, 0o755);
        let told = warnings(&folder, &file);
        assert_eq!(told.len(), 2);
        assert!(told[0].contains("(mode 755)") && told[1].contains("(mode 644)"), "{told:?}");
        fs::write(&file, "kept").expect("written");
        create_private(&file).expect("there");
        assert_eq!(fs::read_to_string(&file).expect("text"), "kept");
    }
}
