//! `affixboard completions`: what a shell runs to complete commands and flags.

use clap::Args;
use clap_complete::Shell;

use super::{described::command_line, failure::Outcome, output};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command_line(), "affixboard", &mut script);
        output::write("-", &script)?;
        Ok(0)
    }
}
