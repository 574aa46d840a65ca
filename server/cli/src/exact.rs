//! `affixboard exact`: compute chances from a folder of edit files.

use std::{io, num::NonZeroUsize, sync::Arc};

use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::Loaded,
};
use affixboard_report::format::{ChancesCsv, PairsCsv};
use clap::Args;

use super::{
    batch::scheduler,
    cells::CellFlags,
    failure::{Failure, Outcome},
    files::{EditFiles, item_type},
    output, progress,
    subjects::SubjectFlags,
};
use affixboard_service::compute::{CellParts, Priority, par_map_ordered};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Exact {
    #[command(flatten)]
    files: EditFiles,
    #[command(flatten)]
    cells: CellFlags,
    #[command(flatten)]
    subject: SubjectFlags,
    /// Only the kinds of this item type, by number or name; may be repeated
    #[arg(long, value_name = "TVAL|NAME", conflicts_with = "kind")]
    tval: Vec<String>,
    /// Only how often items have both of two affixes, by name or index: of each kind, each of the two and both
    #[arg(long, value_name = "AFFIX", num_args = 2, action = clap::ArgAction::Set)]
    together: Vec<String>,
    /// Threads [default: all cores]; the chances don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the chances, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl Exact {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let mut of_drops = self.cells.given();
        of_drops.extend((!self.tval.is_empty()).then_some("--tval"));
        of_drops.extend((!self.together.is_empty()).then_some("--together"));
        if let Some(chosen) = self.subject.parse(&loaded, &of_drops)? {
            return chosen.exact(&scheduler(self.threads)?, &self.out);
        }
        let cells = self.cells.parse(&loaded)?.list()?;
        let types = self.tval.iter().map(|text| item_type("--tval", text, &loaded.catalog));
        let types: Vec<u16> = types.collect::<Result<_, _>>()?;
        let kinds = (!types.is_empty()).then(|| kinds_of(&types, &loaded));
        if let [a, b] = self.together.as_slice() {
            let pair = [affix(a, &loaded)?, affix(b, &loaded)?];
            return self.pairs(&loaded, &cells, kinds, pair);
        }
        let forge = loaded.model.forge();
        let scheduler = scheduler(self.threads)?;
        let mut refused = false;
        let written = output::write_with(&self.out, |out| {
            let mut table = ChancesCsv::begin(out, forge.keys(), loaded.game.words(), loaded.doubts())?;
            let parts = CellParts::new(&loaded, &cells, kinds.as_deref());
            progress::shown(parts.total(), "pieces", |progress| {
                let mut computing = parts.compute(&scheduler, Priority::Batch, 0, &forge, progress);
                while let Some((cell, chances)) = computing.wait_next().map_err(io::Error::other)? {
                    let Some(chances) = chances else {
                        refused = true;
                        return Err(io::Error::other("not computed"));
                    };
                    let is_wanted =
                        |tval: Option<u16>| types.is_empty() || tval.is_some_and(|tval| types.contains(&tval));
                    table.add(cell, &chances, is_wanted)?;
                }
                Ok(())
            })?;
            table.end()
        });
        if refused {
            return Err(not_computed(&loaded));
        }
        written?;
        Ok(0)
    }

    /// Writes how often items have both of two affixes.
    fn pairs(&self, loaded: &Loaded, cells: &[Cell], kinds: Option<Vec<KindId>>, pair: [AffixId; 2]) -> Outcome {
        let (forge, catalog) = (loaded.model.forge(), &loaded.catalog);
        let scheduler = scheduler(self.threads)?;
        let kinds = kinds.unwrap_or_else(|| (0..catalog.kinds.len() as u32).map(KindId).collect());
        let of_cell = |cell: &Cell| -> Vec<(Cell, KindId)> {
            let kinds = cell.kind.as_ref().map_or(kinds.as_slice(), std::slice::from_ref);
            kinds.iter().map(|kind| (*cell, *kind)).collect()
        };
        let pieces: Vec<(Cell, KindId)> = cells.iter().flat_map(of_cell).collect();
        let mut refused = false;
        let written = output::write_with(&self.out, |out| {
            let mut table = PairsCsv::begin(out, catalog, loaded.game.words(), pair, loaded.doubts())?;
            progress::shown(pieces.len() as u64, "pieces", |progress| {
                let progress = Arc::clone(progress);
                let compute = move |(cell, kind), _: &_| {
                    let found = forge.exact().and_then(|exact| exact.pair(cell, kind, pair));
                    progress.add(1);
                    (cell, kind, found)
                };
                let mut computing = par_map_ordered(&scheduler, Priority::Batch, pieces.into_iter(), compute);
                while let Some(result) = computing.wait_next() {
                    let (cell, kind, Some(found)) = result.map_err(io::Error::other)? else {
                        refused = true;
                        return Err(io::Error::other("not computed"));
                    };
                    table.add(cell, kind, &found)?;
                }
                Ok(())
            })?;
            table.end()
        });
        if refused {
            return Err(not_computed(loaded));
        }
        written?;
        Ok(0)
    }
}

/// Reads a value of `--together`.
fn affix(text: &str, loaded: &Loaded) -> Result<AffixId, Failure> {
    let catalog = &loaded.catalog;
    let expected = |what: &str| Failure::usage(format!("--together: found `{text}`; expected {what}"));
    if let Some(found) = text.parse().ok().and_then(|index| catalog.affix_by_index(index)) {
        return Ok(found);
    }
    let named = (0..).map(AffixId).zip(&catalog.affixes).filter(|affix| affix.1.name.eq_ignore_ascii_case(text));
    match named.collect::<Vec<_>>().as_slice() {
        [(found, _)] => Ok(*found),
        [] => Err(expected(&format!("the name or index of an {} of these files", loaded.game.words().affix))),
        several => {
            let indices: Vec<_> = several.iter().map(|(_, affix)| affix.index.to_string()).collect();
            Err(expected(&format!("an index, for several have that name: {}", indices.join(", "))))
        }
    }
}

/// The kinds of some item types, rising.
pub(super) fn kinds_of(types: &[u16], loaded: &Loaded) -> Vec<KindId> {
    let kinds = (0..).map(KindId).zip(&loaded.catalog.kinds);
    kinds.filter(|(_, kind)| types.contains(&kind.tval)).map(|(id, _)| id).collect()
}

/// The rules of a game can't be computed.
pub(super) fn not_computed(loaded: &Loaded) -> Failure {
    let title = loaded.game.title();
    Failure::Failed(anyhow::anyhow!("chances of {title} are not computed; `affixboard batch` counts them instead"))
}
