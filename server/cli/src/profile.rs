//! `affixboard profile`: a drop profile of what the monsters of a folder's files leave.

use affixboard_inquiry::profile::MonsterDive;
use clap::Args;

use super::{
    failure::{Failure, Outcome},
    files::EditFiles,
    output,
};
use affixboard_service::monster_profile;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Profile {
    #[command(flatten)]
    files: EditFiles,
    /// Monsters that are met and killed at each depth
    #[arg(long, value_name = "N")]
    monsters: u32,
    /// The first depth
    #[arg(long, value_name = "DEPTH", default_value_t = 1)]
    first: u32,
    /// The last depth
    #[arg(long, value_name = "DEPTH")]
    last: u32,
    /// File of the profile, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl Profile {
    pub(super) fn run(&self) -> Outcome {
        let usage = |error: &dyn std::fmt::Display| Failure::usage(format!("--monsters, --first, --last: {error}"));
        let dive = MonsterDive::new(self.monsters, self.first, self.last).map_err(|error| usage(&error))?;
        let loaded = self.files.load()?;
        let text = monster_profile::text(&loaded, dive, "a folder of edit files")
            .map_err(|problem| Failure::from(anyhow::anyhow!("{problem}")))?;
        output::write_with(&self.out, |out| out.write_all(text.as_bytes()))?;
        Ok(0)
    }
}
