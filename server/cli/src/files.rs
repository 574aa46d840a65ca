//! The edit files that commands without a database work on, and values of flags that depend on them.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use affixboard_inquiry::profile::Profile;
use affixboard_model::{
    batch::PlanError,
    catalog::Catalog,
    game::{Loaded, Switches},
    text::SourceSet,
};
use affixboard_store::{Revision, Store};
use anyhow::Context as _;

use super::failure::Failure;
use affixboard_service::{
    starter,
    upload::{self, UploadError},
};

/// The folder and game a command without a database works on.
#[derive(Debug, clap::Args)]
pub(super) struct EditFiles {
    /// Folder of edit files
    #[arg(long = "files", value_name = "DIR")]
    pub(super) folder: PathBuf,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Points of the rules to take as documented, not as coded: ids, all, or guide for what the game's guide says
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    as_documented: Vec<String>,
    /// Fail with code 1 where the numbers are not those of the files' own program: another game's files, or lines with errors
    #[arg(long)]
    strict: bool,
}

impl EditFiles {
    /// Those of a command that doesn't always need them.
    pub(super) fn new(folder: PathBuf, game: Option<String>, as_documented: Vec<String>) -> EditFiles {
        EditFiles { folder, game, as_documented, strict: false }
    }

    /// Reads the files, and says on standard error what numbers of them are worth where that isn't all; a game nobody knows is
    /// wrong usage.
    pub(super) fn load(&self) -> Result<Loaded, Failure> {
        let loaded = load(&self.folder, self.game.as_deref())?;
        if let Some(doubts) = loaded.doubts().filter(|_| self.strict) {
            return Err(Failure::Failed(anyhow::anyhow!("--strict: {doubts}")));
        }
        note_doubts(&loaded);
        if self.as_documented.is_empty() {
            return Ok(loaded);
        }
        let switches = Switches::parse(loaded.game, self.as_documented.iter().map(String::as_str))
            .map_err(|error| Failure::usage(format!("--as-documented: {error}")))?;
        Ok(loaded.game.load_switched(loaded.sources, switches))
    }
}

/// Says on standard error what numbers of these files are worth, where that isn't all.
pub(super) fn note_doubts(loaded: &Loaded) {
    if let Some(doubts) = loaded.doubts() {
        let _ = writeln!(std::io::stderr().lock(), "note: {doubts} `affixboard check` says more.");
    }
}

impl EditFiles {
    /// The same for commands about drops.
    pub(super) fn load_with_drops(&self) -> Result<Loaded, Failure> {
        let loaded = self.load()?;
        if loaded.catalog.item_types.is_empty() {
            let game = loaded.game.title();
            return Err(Failure::usage(format!("--files: {game} has no drops; expected the files of a game that has")));
        }
        Ok(loaded)
    }
}

pub(super) fn load(folder: &Path, game: Option<&str>) -> Result<Loaded, Failure> {
    upload::folder(folder, game).and_then(|sources| upload::load(sources, game)).map_err(refused)
}

/// Files that were read from elsewhere.
pub(super) fn load_sources(sources: SourceSet, game: Option<&str>) -> Result<Loaded, Failure> {
    upload::load(sources, game).map_err(refused)
}

/// How a command ends where files are refused. No wildcard: a new error has to be told apart first.
fn refused(error: UploadError) -> Failure {
    match error {
        UploadError::UnknownGame { .. } => Failure::usage(format!("--game: {error}")),
        UploadError::Io { .. }
        | UploadError::NoEditFiles { .. }
        | UploadError::NoTables
        | UploadError::FileTooLarge { .. }
        | UploadError::TotalTooLarge
        | UploadError::TooManyFiles
        | UploadError::TooManyParts
        | UploadError::TooManyRemarks { .. }
        | UploadError::TwoOfAName { .. }
        | UploadError::NameLeadsOut { .. }
        | UploadError::OddName { .. }
        | UploadError::BadArchive(_)
        | UploadError::ArchiveLies { .. }
        | UploadError::NoGame { .. }
        | UploadError::NothingRead { .. }
        | UploadError::Unreadable { .. } => Failure::from(error),
    }
}

/// Depths as a flag gives them.
pub(super) fn depths(flag: &str, text: &str, loaded: &Loaded) -> Result<Vec<u32>, Failure> {
    affixboard_model::batch::parse_depths(text, loaded.game.words().deepest).map_err(|error| plan_error(flag, &error))
}

pub(super) fn plan_error(flag: &str, error: &PlanError) -> Failure {
    Failure::usage(format!("{flag}: {error}"))
}

/// An item type by number or name.
pub(super) fn item_type(flag: &str, text: &str, catalog: &Catalog) -> Result<u16, Failure> {
    let number: Option<u16> = text.parse().ok();
    let found = catalog
        .item_types
        .iter()
        .find(|item_type| Some(item_type.tval) == number || item_type.name.eq_ignore_ascii_case(text));
    found.map(|item_type| item_type.tval).ok_or_else(|| {
        let names: Vec<_> = catalog.item_types.iter().map(|t| format!("{} ({})", t.name, t.tval)).collect();
        Failure::usage(format!("{flag}: found `{text}`; expected one of {}", names.join(", ")))
    })
}

/// The drop profile of a file, or the one that comes with the program.
pub(super) fn profile(file: Option<&Path>) -> Result<Profile, Failure> {
    let Some(path) = file else {
        return Ok(starter::profile().context("the profile that comes with the program can't be read")?);
    };
    let text = std::fs::read_to_string(path).with_context(|| format!("can't read {}", path.display()))?;
    Profile::parse(&text).map_err(|problems| {
        let lines: Vec<_> = problems.iter().map(|problem| format!("{}: {problem}", path.display())).collect();
        Failure::from(anyhow::anyhow!("the profile can't be read\n{}", lines.join("\n")))
    })
}

/// The folder or the revision that a command is about.
#[derive(Debug, clap::Args)]
pub(super) struct FilesOrRevision {
    /// Folder of edit files, or a source tree; without it an edition of the data folder
    #[arg(long, value_name = "DIR", conflicts_with = "edition", required_unless_present = "edition")]
    pub(super) files: Option<PathBuf>,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME", requires = "files")]
    pub(super) game: Option<String>,
    /// The edition, by its name in URLs
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
    /// Its revision, if not the newest
    #[arg(long, value_name = "N", requires = "edition")]
    revision: Option<u32>,
}

impl FilesOrRevision {
    /// The revision, where it is about none of a folder.
    pub(super) async fn find(&self, store: &Store) -> Result<Revision, Failure> {
        let (slug, number) = (self.edition.as_deref().unwrap_or_default(), self.revision);
        let revision = store.revision(slug, number).await.context("can't read the database")?;
        revision.ok_or_else(|| match number {
            Some(number) => Failure::usage(format!("--revision: found {number}; `{slug}` has no such revision")),
            None => Failure::usage(format!("--edition: found `{slug}`; there is no such edition")),
        })
    }
}
