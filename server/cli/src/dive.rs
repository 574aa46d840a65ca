//! `affixboard dive`: what the drops of a profile come to, computed from a folder of edit files.

use std::{collections::BTreeMap, io, num::NonZeroUsize, path::PathBuf};

use affixboard_inquiry::profile::{Drops, FirstFinds, Found, Known};
use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    game::{Chance, Loaded},
};
use affixboard_report::format::{DiveCsv, FirstFoundCsv};
use clap::Args;

use super::{
    batch::scheduler,
    exact::{kinds_of, not_computed},
    failure::Outcome,
    files::{EditFiles, depths, item_type, profile},
    output, progress,
};
use affixboard_service::compute::{CellParts, Priority};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Dive {
    #[command(flatten)]
    files: EditFiles,
    /// File of the drop profile [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// How deep the dive goes, such as 10,30,50
    #[arg(long, value_name = "LIST")]
    depths: String,
    /// Only the kinds of this item type, by number or name; may be repeated
    #[arg(long, value_name = "TVAL|NAME")]
    tval: Vec<String>,
    /// Instead of what is found down to each depth, the first depth with a find: by which 10, 50 and 90 % of dives have one
    #[arg(long)]
    first_found: bool,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

/// The cells of a dive, with their drops, of some kinds.
struct Cells<'a> {
    loaded: &'a Loaded,
    drops: &'a [(Cell, Drops)],
    kinds: Option<&'a [KindId]>,
}

impl Dive {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let depths = depths("--depths", &self.depths, &loaded)?;
        let profile = profile(self.profile.as_deref())?;
        let deepest = depths.last().copied().unwrap_or_default();
        let drops: Vec<_> = profile.cells().filter(|(cell, _)| cell.depth <= deepest).collect();
        let types = self.tval.iter().map(|text| item_type("--tval", text, &loaded.catalog));
        let types: Vec<u16> = types.collect::<Result<_, _>>()?;
        let kinds = (!types.is_empty()).then(|| kinds_of(&types, &loaded));
        let is_wanted = |tval: Option<u16>| types.is_empty() || tval.is_some_and(|tval| types.contains(&tval));
        let forge = loaded.model.forge();
        let dive = Cells { loaded: &loaded, drops: &drops, kinds: kinds.as_deref() };
        let mut refused = false;
        let written = output::write_with(&self.out, |out| {
            if self.first_found {
                return self.first_found(&dive, out, is_wanted, &mut refused);
            }
            let mut table = DiveCsv::begin(out, forge.keys(), loaded.game.words(), loaded.doubts())?;
            let mut found: BTreeMap<u32, Found> = BTreeMap::new();
            let mut columns = depths.iter().copied().peekable();
            self.follow(&dive, &mut refused, |cell, drops, chances| {
                while let Some(depth) = columns.next_if(|depth| *depth < cell.depth) {
                    table.add(depth, &found, is_wanted)?;
                }
                for chance in chances {
                    found.entry(chance.key).or_default().add(drops, chance.mean, chance.bound);
                }
                Ok(())
            })?;
            for depth in columns {
                table.add(depth, &found, is_wanted)?;
            }
            table.end()
        });
        if refused {
            return Err(not_computed(&loaded));
        }
        written?;
        Ok(0)
    }

    /// Computes the chances of the cells one after another; `refused` where there are none.
    fn follow(
        &self,
        dive: &Cells<'_>,
        refused: &mut bool,
        mut step: impl FnMut(Cell, Drops, Vec<Chance>) -> io::Result<()>,
    ) -> io::Result<()> {
        let cells: Vec<Cell> = dive.drops.iter().map(|(cell, _)| *cell).collect();
        let scheduler = scheduler(self.threads).map_err(io::Error::other)?;
        let forge = dive.loaded.model.forge();
        let parts = CellParts::new(dive.loaded, &cells, dive.kinds);
        let mut drops = dive.drops.iter();
        progress::shown(parts.total(), "pieces", |progress| {
            let mut computing = parts.compute(&scheduler, Priority::Batch, 0, &forge, progress);
            while let Some((cell, chances)) = computing.wait_next().map_err(io::Error::other)? {
                let (Some(chances), Some((_, drops))) = (chances, drops.next()) else {
                    *refused = true;
                    return Err(io::Error::other("not computed"));
                };
                step(cell, *drops, chances)?;
            }
            Ok(())
        })
    }

    /// Writes the first depths at which things are found.
    fn first_found(
        &self,
        dive: &Cells<'_>,
        out: &mut dyn io::Write,
        is_wanted: impl Fn(Option<u16>) -> bool,
        refused: &mut bool,
    ) -> io::Result<()> {
        let forge = dive.loaded.model.forge();
        let mut dives = FirstFinds::new();
        self.follow(dive, refused, |cell, drops, chances| {
            let known = |chance: Chance| (chance.key, Known { value: chance.mean, bound: chance.bound });
            dives.add(cell.depth, drops, chances.into_iter().map(known));
            Ok(())
        })?;
        let mut table = FirstFoundCsv::begin(out, forge.keys(), dive.loaded.game.words(), dive.loaded.doubts())?;
        for (key, first) in dives.finish() {
            table.add(key, &first, &is_wanted)?;
        }
        table.end()
    }
}
