//! `affixboard publish`: an edition's pages as a site of plain files.

use std::{io::IsTerminal as _, path::PathBuf, sync::Arc, time::Duration};

use affixboard_model::{game::Loaded, text::Severity};
use affixboard_publish::{Order, PublishError, publish};
use affixboard_store::content_hash;
use anyhow::Context as _;
use clap::Args;
use indicatif::ProgressBar;

use super::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::{FilesOrRevision, load, note_doubts},
    output,
};
use affixboard_service::{
    config::Settings,
    data_folder::DataFolder,
    library::{Library, Reading},
};

/// Time between two turns of the wheel that shows that it goes on.
const TURN: Duration = Duration::from_millis(100);

/// The module's file beside the program.
const MODULE: &str = "affixboard-live.wasm";
/// The first bytes of every module.
const MAGIC: &[u8] = b"\0asm";

/// The command.
#[derive(Debug, Args)]
pub(super) struct Publish {
    #[command(flatten)]
    of: FilesOrRevision,
    /// Folder of the site; what it has of other editions and versions stays
    #[arg(long, value_name = "SITE")]
    out: PathBuf,
    /// The edition's name in the site's addresses: letters a-z, digits and - [default: the edition's, or the game's]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The edition's name on pages [default: the edition's, or the game's]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The version's name, such as 4.2.6 [default: the revision, or the first letters of the files' hash]
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    /// So many versions of the edition are kept, the newest ones
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    keep: u32,
    /// Where the site will be, so that tables say where they are from
    #[arg(long, value_name = "URL", value_parser = url)]
    url: Option<String>,
    /// The rules as a WebAssembly module, with which readers change numbers and see what that does [default: affixboard-live.wasm beside the program, if it is there]
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// An address of a folder.
fn url(text: &str) -> Result<String, String> {
    let is_web = ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    let is_plain =
        text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#' | b'"' | b'<' | b'>'));
    if is_web && is_plain {
        Ok(format!("{}/", text.trim_end_matches('/')))
    } else {
        Err("expected an address such as https://team.example/items/".to_owned())
    }
}

/// What is published, with the names that it has where none are given.
struct Source {
    loaded: Loaded,
    name: String,
    title: String,
    version: String,
}

impl Publish {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let source = match &self.of.files {
            Some(folder) => of_files(load(folder, self.of.game.as_deref())?),
            None => runtime.block_on(self.of_edition(settings))?,
        };
        note_doubts(&source.loaded);
        let errors = source.loaded.count(Severity::Error);
        let Source { loaded, name, title, version } = source;
        let name = self.name.clone().unwrap_or(name);
        let version = self.version.clone().unwrap_or(version);
        let rules = self.rules()?;
        let order = Order {
            rules: rules.as_deref(),
            site: &self.out,
            slug: &name,
            title: self.title.as_deref().unwrap_or(&title),
            version: &version,
            loaded,
            keep: usize::try_from(self.keep).unwrap_or(usize::MAX),
            url: self.url.as_deref().unwrap_or_default(),
        };
        let wheel = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        wheel.enable_steady_tick(TURN);
        let written = runtime.block_on(publish(settings, order, &mut |file| wheel.set_message(file.to_owned())));
        wheel.finish_and_clear();
        let written = written.map_err(refused)?;
        let (pages, files, bytes) = (written.pages, written.files, written.bytes);
        let text = format!("published {name} {version}: {pages} pages, {files} other files, {bytes} bytes\n");
        output::write("-", text.as_bytes())?;
        Ok(u8::from(errors > 0))
    }

    /// The module with the rules.
    fn rules(&self) -> Result<Option<Vec<u8>>, Failure> {
        let beside = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(MODULE)));
        let Some(path) = self.rules.clone().or_else(|| beside.filter(|path| path.is_file())) else { return Ok(None) };
        let bytes = std::fs::read(&path).with_context(|| format!("can't read {}", path.display()))?;
        if bytes.starts_with(MAGIC) {
            Ok(Some(bytes))
        } else {
            Err(Failure::usage(format!("--rules: {} is no WebAssembly module", path.display())))
        }
    }

    async fn of_edition(&self, settings: &Settings) -> Result<Source, Failure> {
        let store = DataFolder::for_command(settings)?.open().await?;
        let source = async {
            let revision = self.of.find(&store).await?;
            let library = Library::new(Arc::clone(&scheduler(None)?));
            let (name, title) = (revision.slug.clone(), revision.title.clone());
            let version = format!("r{}", revision.number);
            let open = library.open(&store, revision, Reading::default()).await.context("can't read the revision")?;
            let loaded = open.loaded.game.load_switched(open.loaded.sources.clone(), open.loaded.switches.clone());
            Ok(Source { loaded, name, title, version })
        }
        .await;
        store.close().await;
        source
    }
}

fn of_files(loaded: Loaded) -> Source {
    let (id, title) = (loaded.game.id(), loaded.game.title());
    let is_plain = |character: char| character.is_ascii_alphanumeric();
    let name = id.replace(|character| !is_plain(character), "-");
    let version = content_hash(&loaded).chars().take(7).collect();
    Source { loaded, name, title: title.to_owned(), version }
}

/// How the command ends where nothing was published. No wildcard: a new error has to be told apart first.
fn refused(error: PublishError) -> Failure {
    match error {
        PublishError::Name(_) => Failure::usage(format!("--name: {error}")),
        PublishError::VersionName(_) | PublishError::Older { .. } => Failure::usage(format!("--version: {error}")),
        PublishError::SameFiles(_)
        | PublishError::OtherGame { .. }
        | PublishError::List { .. }
        | PublishError::EarlierFiles { .. }
        | PublishError::Read { .. }
        | PublishError::Write { .. }
        | PublishError::Temporary(_)
        | PublishError::Database(_)
        | PublishError::Refused { .. }
        | PublishError::Failed(_) => Failure::from(error),
    }
}
