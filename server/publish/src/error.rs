//! Why nothing is published.

use std::{io, path::PathBuf};

use affixboard_service::upload::UploadError;
use affixboard_store::OpenError;

use crate::address::NAME;

/// Why nothing was published. The site is as it was.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// The edition's name can't be one.
    #[error("{0}")]
    Name(String),
    /// The version's name can't be one.
    #[error("found the version `{0}`; expected {NAME}")]
    VersionName(String),
    /// It would take the place of a version that isn't the newest.
    #[error(
        "the version {version} is older than {newest}, which is compared with it; expected {newest} again or a new name"
    )]
    Older {
        /// The version's name.
        version: String,
        /// The newest version's.
        newest: String,
    },
    /// Two versions have the same files.
    #[error("the files are those of the version {0} already")]
    SameFiles(String),
    /// The edition is one of another game.
    #[error("the site's edition has files of {found}, these are of {expected}")]
    OtherGame {
        /// The game of what the site has.
        found: String,
        /// That of the new files.
        expected: String,
    },
    /// The list of versions can't be read.
    #[error("{path}: {why}", path = path.display())]
    List {
        /// Its file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// An earlier version's files can't be read.
    #[error("the files of the version {version}: {error}")]
    EarlierFiles {
        /// The version's name.
        version: String,
        /// Why.
        error: UploadError,
    },
    /// A file can't be read.
    #[error("can't read {path}: {error}", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file can't be written.
    #[error("can't write {path}: {error}", path = path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// There is no room for the database that pages are made of, or no thread.
    #[error("can't compute pages: {0}")]
    Temporary(io::Error),
    /// That database can't be made.
    #[error(transparent)]
    Database(#[from] OpenError),
    /// A page can't be made.
    #[error("the page {address} can't be made: {status}")]
    Refused {
        /// Its address on a dashboard.
        address: String,
        /// The answer's status.
        status: u16,
    },
    /// A fault of ours.
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

impl PublishError {
    /// A fault of ours.
    pub(crate) fn failed(error: impl std::error::Error + Send + Sync + 'static) -> PublishError {
        PublishError::Failed(Box::new(error))
    }
}
