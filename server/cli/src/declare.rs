//! `affixboard declare`: a declaration of what a folder has that its game doesn't.

use std::path::{Path, PathBuf};

use affixboard_model::game::Declaration;
use clap::Args;

use super::{
    failure::Outcome,
    files::{load, note_doubts},
    output,
};
use affixboard_service::upload::program_names;

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
        let text = [&lists_note(&declaration, &self.folder), &*declaration.to_toml(loaded.game)].concat();
        output::write(&self.out, text.as_bytes())?;
        Ok(0)
    }
}

/// Which of the names the program's own lists don't have, where the folder is part of a source tree.
fn lists_note(declaration: &Declaration, folder: &Path) -> String {
    let Some(known) = program_names(folder) else { return String::new() };
    match declaration.beyond(&known).join(", ") {
        none if none.is_empty() => {
            "# All flags, modifiers and item types are in the program's own lists (list-*.h).\n".to_owned()
        }
        beyond => format!("# Not in the program's own lists (list-*.h), so perhaps misspelt: {beyond}.\n"),
    }
}
