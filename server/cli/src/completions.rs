//! `affixboard completions`: what a shell runs to complete commands and flags.

use clap::{Args, Command};
use clap_complete::Shell;

use super::{described::described, failure::Outcome, output};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(&self, program: Command) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut described(program), "affixboard", &mut script);
        output::write("-", &script)?;
        Ok(0)
    }
}
