//! What a game's program would write otherwise, as a patch.

use std::path::PathBuf;

use affixboard_model::text::patch;
use affixboard_proposal::{apply, correction_changes};
use clap::Args;

use super::{
    failure::{Failure, Outcome},
    files::load,
    output,
};
use affixboard_service::proposals::download;

#[derive(Debug, Args)]
pub(super) struct Correct {
    /// Folder of edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// What to correct, by name
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Folder that the patch's paths begin with
    #[arg(long = "folder", value_name = "PATH")]
    prefix: Option<String>,
    /// Where the patch goes; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

impl Correct {
    pub(super) fn run(&self) -> Outcome {
        let loaded = load(&self.folder, self.game.as_deref())?;
        let corrections = loaded.model.corrections();
        let title = loaded.game.title();
        // The last is the most.
        let Some(all) = corrections.last() else {
            return Err(anyhow::anyhow!("nothing of these files is computed by {title} as it writes them").into());
        };
        let correction = match &self.only {
            None => all,
            Some(name) => corrections.iter().find(|known| known.name == name).ok_or_else(|| {
                let known: Vec<&str> = corrections.iter().map(|known| known.name).collect();
                Failure::usage(format!("--only: found `{name}`; expected one of {}", known.join(", ")))
            })?,
        };
        let changes = correction_changes(&loaded, correction).map_err(|error| anyhow::anyhow!("{error}"))?;
        let applied = apply(&loaded, &changes).map_err(|error| anyhow::anyhow!("{error}"))?;
        let prefix = download::folder(loaded.game, self.prefix.as_deref())
            .map_err(|problem| Failure::usage(format!("--folder: {problem}")))?;
        let path_of = |name: &str| format!("{prefix}{}", loaded.path_of(name));
        output::write(&self.out, &patch::between(&loaded.sources, &applied.sources, &path_of))?;
        Ok(0)
    }
}
