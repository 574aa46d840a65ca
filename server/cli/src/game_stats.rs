//! `affixboard game-stats`: what the game's own statistics front end counted on whole levels, beside a folder of edit files.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    num::NonZeroUsize,
    path::PathBuf,
};

use affixboard_inquiry::{
    game_stats::{self, EntryChances, FoundTable, Matched, Origins, level_drops, shares_beside, stats_profile_text},
    profile::QUALITIES,
};
use affixboard_model::{batch::Cell, game::Loaded};
use affixboard_report::format::{self, StatsChoice};
use affixboard_store::{StatsFile, read_game_stats};
use anyhow::Context;
use clap::Args;

use super::{
    audit::probability,
    batch::scheduler,
    exact::not_computed,
    failure::{Failure, Outcome},
    files::{EditFiles, depths},
    output, progress,
};
use affixboard_service::compute::{CellParts, Priority};

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
    /// Only objects of this origin, such as FLOOR or `DROP_VAULT`; may be repeated [default: each by itself, and all]
    #[arg(long, value_name = "NAME")]
    origin: Vec<String>,
    /// Instead of objects per visit, shares within item types beside those of drops of this quality
    #[arg(long, value_name = "QUALITY", conflicts_with = "profile")]
    beside: Option<String>,
    /// How likely a comparison may mark something where objects are independent drops of the quality
    #[arg(long, value_name = "P", default_value_t = 0.001, value_parser = probability)]
    false_alarms: f64,
    /// Instead of a table, a drop profile of what was found
    #[arg(long)]
    profile: bool,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the table or profile, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

/// What the command works on.
struct Read {
    loaded: Loaded,
    stats: game_stats::GameStats,
    matched: Matched,
    choice: StatsChoice,
    notes: Vec<String>,
}

impl GameStats {
    pub(super) fn run(&self) -> Outcome {
        let read = self.read()?;
        match &self.beside {
            Some(quality) => self.write_beside(&read, quality),
            None if self.profile => self.write_profile(&read),
            None => {
                let of = (&read.stats, &read.matched, read.loaded.catalog.as_ref());
                output::write_with(&self.out, |out| format::game_stats_csv(out, of, &read.choice, &read.notes))?;
                Ok(0)
            }
        }
    }

    fn read(&self) -> Result<Read, Failure> {
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
        notes.extend(loaded.doubts());
        Ok(Read { loaded, stats, matched, choice, notes })
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

    fn write_beside(&self, read: &Read, quality: &str) -> Outcome {
        let known = read.loaded.game.words().qualities;
        let at = known.iter().position(|name| name.eq_ignore_ascii_case(quality)).ok_or_else(|| {
            Failure::usage(format!("--beside: found `{quality}`; expected one of {}", known.join(",")))
        })?;
        let levels = read.choice.levels(&read.stats);
        let chances = self.chances(read, &levels, &[at as u8])?;
        let found = self.found(read);
        let mut shares = shares_beside(
            &read.stats,
            (&read.matched, &read.loaded.catalog),
            &found,
            &levels,
            |level| chances.get(&(level, at as u8)),
            read.loaded.game.words().one_affix,
        );
        shares.retain(|beside| read.choice.tvals.is_empty() || read.choice.tvals.contains(&beside.tval));
        let mut notes = format::shares_beside_notes(&shares, self.false_alarms, known[at]);
        notes.extend(read.notes.iter().cloned());
        let of = (&read.stats, &read.matched, read.loaded.catalog.as_ref());
        output::write_with(&self.out, |out| format::shares_beside_csv(out, of, &shares, self.false_alarms, &notes))?;
        Ok(0)
    }

    fn write_profile(&self, read: &Read) -> Outcome {
        let levels = read.choice.levels(&read.stats);
        let qualities: Vec<u8> = (0..QUALITIES.len() as u8).collect();
        let chances = self.chances(read, &levels, &qualities)?;
        let found = self.found(read);
        let files = (&read.matched, read.loaded.catalog.as_ref());
        let chances_of = |level, quality| chances.get(&(level, quality));
        let one_affix = read.loaded.game.words().one_affix;
        let drops = level_drops(&read.stats, files, &found, &levels, chances_of, one_affix);
        let text = stats_profile_text(&drops, &read.notes).map_err(|problem| anyhow::anyhow!("{problem}"))?;
        output::write(&self.out, text.as_bytes())?;
        Ok(0)
    }

    /// The objects of all chosen origins.
    fn found(&self, read: &Read) -> FoundTable {
        let some = self.origin.iter().filter_map(|name| read.stats.origin(name)).collect::<BTreeSet<u32>>();
        FoundTable::new(&read.stats, &if some.is_empty() { Origins::All } else { Origins::Some(some) })
    }

    /// Computed chances by level and quality.
    fn chances(
        &self,
        read: &Read,
        levels: &[u32],
        qualities: &[u8],
    ) -> Result<BTreeMap<(u32, u8), EntryChances>, Failure> {
        let loaded = &read.loaded;
        let cells: Vec<Cell> = affixboard_model::batch::cells(levels, qualities, &[]).collect();
        let (forge, scheduler) = (loaded.model.forge(), scheduler(self.threads)?);
        let parts = CellParts::new(loaded, &cells, None);
        let mut found = BTreeMap::new();
        let mut refused = false;
        let computed = progress::shown(parts.total(), "pieces", |progress| {
            let mut computing = parts.compute(&scheduler, Priority::Batch, 0, &forge, progress);
            while let Some((cell, chances)) = computing.wait_next().map_err(io::Error::other)? {
                let Some(chances) = chances else {
                    refused = true;
                    return Err(io::Error::other("not computed"));
                };
                found.insert((cell.depth, cell.quality), EntryChances::new(&chances, forge.keys()));
            }
            Ok(())
        });
        if refused {
            return Err(not_computed(loaded));
        }
        computed?;
        Ok(found)
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
