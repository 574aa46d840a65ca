//! `affixboard declare`: a declaration of what a folder has that its game doesn't.

use std::path::PathBuf;

use affixboard_model::game::Declaration;
use clap::Args;

use super::{
    failure::Outcome,
    files::{load, note_doubts},
    output,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Declare {
    /// The folder with the edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The game whose rules they are read by, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// What the team calls its own game
    #[arg(long, value_name = "NAME", default_value = "")]
    name: String,
    /// Where to write the declaration; - is standard output
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: String,
}

impl Declare {
    pub(super) fn run(&self) -> Outcome {
        let loaded = load(&self.folder, self.game.as_deref())?;
        note_doubts(&loaded);
        let declaration = Declaration::of_unknown(&loaded, &self.name);
        output::write(&self.out, declaration.to_toml(loaded.game).as_bytes())?;
        Ok(0)
    }
}
