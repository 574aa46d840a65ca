//! `affixboard game-stats`: what the game's own statistics front end counted on whole levels, beside a folder of edit files.

use std::{collections::BTreeSet, path::PathBuf};

use affixboard_core::game_stats::{self, Matched, Origins};
use affixboard_report::format::{self, StatsChoice};
use affixboard_store::{StatsFile, read_game_stats};
use anyhow::Context;
use clap::Args;

use super::{
    failure::{Failure, Outcome},
    files::{EditFiles, depths},
    output,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct GameStats {
    /// The database that the game's statistics front end wrote
    #[arg(value_name = "FILE")]
    database: PathBuf,
    #[command(flatten)]
    files: EditFiles,
    /// Dungeon levels, such as 1,5,10-20 [default: all that were visited]
    #[arg(long, value_name = "LIST")]
    levels: Option<String>,
    /// Only this item type, by the program's number or name; may be repeated
    #[arg(long, value_name = "TVAL|NAME")]
    tval: Vec<String>,
    /// Only objects of this origin, such as FLOOR or DROP_VAULT; may be repeated [default: each by itself, and all]
    #[arg(long, value_name = "NAME")]
    origin: Vec<String>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl GameStats {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let StatsFile { sha256, stats, .. } = runtime
            .block_on(read_game_stats(&self.database))
            .with_context(|| format!("{} can't be read as a game's statistics", self.database.display()))?;
        let matched = Matched::new(&stats, &loaded.catalog);
        let levels = match &self.levels {
            Some(list) => depths("--levels", list, &loaded)?.into_iter().collect(),
            None => BTreeSet::new(),
        };
        let tvals = self.tval.iter().map(|text| item_type(text, &stats)).collect::<Result<_, _>>()?;
        let choice = StatsChoice { levels, tvals, origins: self.origins(&stats)? };
        let mut notes = format::stats_notes(&stats, &matched, &sha256);
        notes.extend(loaded.foreign_sentence());
        output::write_with(&self.out, |out| {
            format::game_stats_csv(out, (&stats, &matched, &loaded.catalog), &choice, &notes)
        })?;
        Ok(0)
    }

    /// The groups of origins that the table has.
    fn origins(&self, stats: &game_stats::GameStats) -> Result<Vec<(String, Origins)>, Failure> {
        let one = |number: u32| Origins::Some(BTreeSet::from([number]));
        if self.origin.is_empty() {
            let seen: BTreeSet<u32> = stats.counts.keys().map(|key| key.origin).collect();
            let each = stats.origins.iter().filter(|origin| seen.contains(origin.0));
            let each = each.map(|(number, name)| (name.clone(), one(*number)));
            return Ok(std::iter::once(("all".to_owned(), Origins::All)).chain(each).collect());
        }
        let find = |name: &String| {
            let number = stats.origin(name).ok_or_else(|| {
                let known: Vec<&str> = stats.origins.values().map(String::as_str).collect();
                Failure::usage(format!("--origin: found `{name}`; expected one of {}", known.join(", ")))
            })?;
            Ok((stats.origins.get(&number).cloned().unwrap_or_default(), one(number)))
        };
        self.origin.iter().map(find).collect()
    }
}

/// An item type of the statistics by number or name.
fn item_type(text: &str, stats: &game_stats::GameStats) -> Result<u32, Failure> {
    let known: BTreeSet<u32> = stats.kinds.values().map(|kind| kind.tval).collect();
    let number: Option<u32> = text.parse().ok();
    let is_it = |tval: &&u32| Some(**tval) == number || stats.type_name(**tval).eq_ignore_ascii_case(text);
    known.iter().find(is_it).copied().ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|tval| format!("{} ({tval})", stats.type_name(*tval))).collect();
        Failure::usage(format!("--tval: found `{text}`; expected one of {}", names.join(", ")))
    })
}
