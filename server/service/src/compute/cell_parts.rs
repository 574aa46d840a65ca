//! Computing the chances of whole cells in parallel, in parts, so that progress moves and cores share a long cell.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    game::{Cancelled, Chance, Forge, Loaded},
};
use thiserror::Error;

use super::{OrderedMap, Priority, Progress, Scheduler, TaskError, par_map_ordered};

/// Cells whose chances are to be computed, in parts: where items carry several affixes, each item type of a cell is one,
/// for that is what takes long. Where they carry one at most, a cell is followed at one stroke, and is one part.
pub struct CellParts {
    groups: Arc<[Group]>,
    parts: Vec<Part>,
}

/// Kinds that are computed together, rising; all where there are none.
type Group = Option<Vec<KindId>>;

/// A part of the chances of a cell.
#[derive(Debug, Clone, Copy)]
struct Part {
    cell: Cell,
    /// Index into the groups of kinds.
    group: usize,
    /// Whether it has what is no kind's as well.
    is_first: bool,
    is_last: bool,
}

impl CellParts {
    /// Those of the cells, for these kinds, which must rise; for all kinds where there are none.
    pub fn new(loaded: &Loaded, cells: &[Cell], kinds: Option<&[KindId]>) -> CellParts {
        let together = kinds.map(<[KindId]>::to_vec);
        let mut groups: Vec<Group> = vec![together];
        if !loaded.game.words().one_affix {
            let catalog = &loaded.catalog;
            let all: Vec<KindId> = (0..).map(KindId).zip(&catalog.kinds).map(|kind| kind.0).collect();
            let mut types: BTreeMap<u16, Vec<KindId>> = BTreeMap::new();
            for kind in kinds.unwrap_or(&all) {
                types.entry(catalog.kind(*kind).tval).or_default().push(*kind);
            }
            groups.extend(types.into_values().map(Some));
        }
        let mut parts = Vec::new();
        for cell in cells {
            // The first group has what all others have.
            let of_cell = if cell.kind.is_some() || groups.len() == 1 { 0..1 } else { 1..groups.len() };
            let (first, last) = (of_cell.start, of_cell.end - 1);
            let part = |group| Part { cell: *cell, group, is_first: group == first, is_last: group == last };
            parts.extend(of_cell.map(part));
        }
        CellParts { groups: groups.into(), parts }
    }

    /// Number of parts; each counts as done when it is computed.
    pub fn total(&self) -> u64 {
        self.parts.len() as u64
    }

    /// Number of parts of the first `cells` cells.
    pub fn of_cells(&self, cells: usize) -> usize {
        let ends = (1..).zip(&self.parts).filter(|part| part.1.is_last).map(|part| part.0);
        std::iter::once(0).chain(ends).nth(cells).unwrap_or(self.parts.len())
    }

    /// Begins to compute the chances of the cells but for so many of the first ones. `progress` counts the parts.
    pub fn compute(
        &self,
        scheduler: &Arc<Scheduler>,
        priority: Priority,
        skipped: usize,
        forge: &Arc<dyn Forge>,
        progress: &Arc<Progress>,
    ) -> CellChances {
        let (forge, groups, progress) = (Arc::clone(forge), Arc::clone(&self.groups), Arc::clone(progress));
        let parts: Vec<Part> = self.parts[self.of_cells(skipped)..].to_vec();
        let results = par_map_ordered(scheduler, priority, parts.into_iter(), move |part: Part, cancel| {
            let keep_going = || !cancel.is_cancelled();
            let kinds = groups[part.group].as_deref();
            let mut chances =
                forge.exact().map(|exact| exact.chances_while(part.cell, kinds, &keep_going)).transpose()?;
            if let Some(chances) = chances.as_mut().filter(|_| !part.is_first) {
                // Every part contains the chances without a kind; they are kept of the first only.
                chances.retain(|chance| forge.keys().key(chance.key).kind.is_some());
            }
            progress.add(1);
            Ok((part, chances))
        });
        CellChances { results, whole: None }
    }
}

/// A part with its chances; `None` where the rules can't be followed.
type PartResult = (Part, Option<Vec<Chance>>);

/// The chances of cells that are being computed. Dropping it cancels the computing.
pub struct CellChances {
    results: OrderedMap<Part, Result<PartResult, Cancelled>>,
    /// The chances so far of the cell whose parts are being merged.
    whole: Option<Vec<Chance>>,
}

/// A cell with its chances by rising key; `None` where the rules can't be followed.
pub type CellResult = (Cell, Option<Vec<Chance>>);

impl CellChances {
    /// The next cell, in the order of the cells; `None` after the last. `is_stopped` is asked before each part.
    ///
    /// # Errors
    /// Fails if it was stopped, or if a computation failed.
    pub async fn next(&mut self, is_stopped: impl Fn() -> bool) -> Result<Option<CellResult>, CellError> {
        loop {
            if is_stopped() {
                return Err(CellError::Stopped);
            }
            let Some(result) = self.results.next().await else { return Ok(None) };
            // Who waits calls nothing off: the program stops.
            if let Some(cell) = self.add(result?.map_err(|_| CellError::Stopped)?) {
                return Ok(Some(cell));
            }
        }
    }

    /// The same for a thread that is no thread of the scheduler or of the asynchronous runtime, and without a stop.
    ///
    /// # Errors
    /// Fails if a computation failed.
    pub fn wait_next(&mut self) -> Result<Option<CellResult>, TaskError> {
        while let Some(result) = self.results.wait_next() {
            if let Some(cell) = self.add(result?.map_err(|_| TaskError::ShutDown)?) {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }

    fn add(&mut self, (part, chances): PartResult) -> Option<CellResult> {
        self.whole = if part.is_first { chances } else { self.whole.take().zip(chances).map(joined) };
        part.is_last.then(|| {
            let whole = self.whole.take().map(|mut whole| {
                whole.sort_unstable_by_key(|chance| chance.key);
                whole
            });
            (part.cell, whole)
        })
    }
}

/// Why there are no more cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum CellError {
    /// It was stopped.
    #[error("computing chances was stopped")]
    Stopped,
    /// It failed.
    #[error(transparent)]
    Failed(#[from] TaskError),
}

fn joined((mut whole, more): (Vec<Chance>, Vec<Chance>)) -> Vec<Chance> {
    whole.extend(more);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starter;

    /// Parts and what they come to, against the rules followed at one stroke.
    #[test]
    fn parts_are_the_whole() {
        let scheduler = Scheduler::new(2).expect("threads");
        for (slug, types) in [("affix-branch-starter", true), ("angband-3-0-starter", false)] {
            let all = starter::all();
            let loaded = &all.iter().find(|starter| starter.slug == slug).expect("it").loaded;
            let forge = loaded.model.forge();
            let kinds = loaded.catalog.kinds_of(36);
            let of_kind = Cell { depth: 5, quality: 1, kind: Some(kinds[0]) };
            let cells = [Cell { depth: 1, quality: 0, kind: None }, Cell { depth: 1, quality: 1, kind: None }, of_kind];
            let mut some = [kinds, loaded.catalog.kinds_of(30), loaded.catalog.kinds_of(75)].concat();
            some.sort_unstable();
            for (wanted, cells, groups) in [(None, &cells[2..], 1), (Some(some.as_slice()), &cells[..], 7)] {
                let parts = CellParts::new(loaded, cells, wanted);
                assert_eq!(parts.total(), if types { groups } else { cells.len() as u64 }, "{slug}");
                let (progress, mut taken) = (Arc::default(), Vec::new());
                let mut computing = parts.compute(&scheduler, Priority::Batch, 0, &forge, &progress);
                while let Some((cell, chances)) = computing.wait_next().expect("no panic") {
                    taken.push((cell, chances.expect("chances")));
                }
                assert_eq!(progress.done(), parts.total());
                let whole: Vec<_> =
                    cells.iter().map(|cell| (*cell, forge.exact().expect("chances").chances(*cell, wanted))).collect();
                assert!(taken == whole, "{slug}");
            }
        }
    }
}
