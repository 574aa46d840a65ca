//! `affixboard exact`: compute chances from a folder of edit files.

use std::num::NonZeroUsize;

use affixboard_core::{catalog::KindId, games::Loaded};
use affixboard_report::format::ChancesCsv;
use clap::Args;

use super::{Failure, Files, Outcome, batch::pool, cells::CellFlags, item_type, output, progress};
use crate::jobs::Pieces;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Exact {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    cells: CellFlags,
    /// Only the kinds of this item type, by number or name; may be repeated
    #[arg(long, value_name = "TVAL|NAME", conflicts_with = "kind")]
    tval: Vec<String>,
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
        let cells = self.cells.parse(&loaded)?.list()?;
        let types = self.tval.iter().map(|text| item_type("--tval", text, &loaded.catalog));
        let types: Vec<u16> = types.collect::<Result<_, _>>()?;
        let kinds = (!types.is_empty()).then(|| kinds_of(&types, &loaded));
        let forge = loaded.model.forge();
        let pool = pool(self.threads)?;
        let mut refused = false;
        let written = output::write_with(&self.out, |out| {
            let mut table = ChancesCsv::begin(out, forge.keys(), loaded.game.words())?;
            let pieces = Pieces::new(&loaded, &cells, kinds.as_deref());
            progress::shown(pieces.total(), "pieces", |progress| {
                pieces.compute((&pool, 0), forge.as_ref(), progress, &|| false, &mut |cell, chances| {
                    let Some(chances) = chances else {
                        refused = true;
                        return Err(std::io::Error::other("not computed"));
                    };
                    table.add(cell, &chances, |tval| types.is_empty() || tval.is_some_and(|tval| types.contains(&tval)))
                })
            })?;
            table.end()
        });
        if refused {
            return Err(not_computed(&loaded));
        }
        written?;
        Ok(0)
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
