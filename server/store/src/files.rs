//! Files beside the database: for our user alone on Unix; elsewhere the system's defaults hold.

use std::{
    ffi::OsString,
    fs::{File, OpenOptions},
    io,
    path::{Path, PathBuf},
};

/// Creates an empty file for our user alone; one that is there stays as it is.
///
/// # Errors
/// As [`OpenOptions::open`].
pub fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        other => other.map(drop),
    }
}

/// Waits until the content of a file is on the disk.
pub(crate) fn sync_file(path: &Path) -> io::Result<()> {
    // Windows wants the right to write for it.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

/// Waits until the names in a file's folder are on the disk, where a system knows of that.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

/// The path with something behind the file's name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Removes a file; none there is fine.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
