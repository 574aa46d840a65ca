//! A file that is being sent, on the disk until it was read.

use std::{
    io::{self, Write},
    path::Path,
};

use tempfile::NamedTempFile;

use super::{
    error::StatsFileError,
    file::{StatsFile, read_game_stats},
};

/// A file of statistics that is being sent. It is gone when this is dropped.
#[derive(Debug)]
pub struct StatsUpload(NamedTempFile);

impl StatsUpload {
    /// An empty file on the disk of a folder.
    ///
    /// # Errors
    /// Fails where the file can't be made.
    pub fn new_in(folder: &Path) -> io::Result<StatsUpload> {
        NamedTempFile::new_in(folder).map(StatsUpload)
    }

    /// Adds some bytes.
    ///
    /// # Errors
    /// Fails where they can't be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Reads what was sent. It reads the file through on the calling thread.
    ///
    /// # Errors
    /// [`StatsFileError`].
    pub async fn read(self) -> Result<StatsFile, StatsFileError> {
        read_game_stats(self.0.path()).await
    }
}
