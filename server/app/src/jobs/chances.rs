//! Computing the chances of whole cells in parallel, in pieces, so that how far it is moves and cores share a long cell.

use std::collections::BTreeMap;

use affixboard_core::{
    batch::Cell,
    catalog::KindId,
    game::{Chance, Forge, Loaded},
};

use super::{Progress, in_order};

/// Cells whose chances are to be computed, in pieces: where items carry several affixes, each item type of a cell is one,
/// for that is what takes long. Where they carry one at most, a cell is followed at one stroke, and is one piece.
pub struct Pieces {
    groups: Vec<Group>,
    pieces: Vec<Piece>,
}

/// Kinds that are computed together, rising; all where there are none.
type Group = Option<Vec<KindId>>;

/// A part of the chances of a cell.
struct Piece {
    cell: Cell,
    /// Which of the groups.
    group: usize,
    /// Whether it has what is no kind's as well.
    is_first: bool,
    is_last: bool,
}

impl Pieces {
    /// Those of the cells, for these kinds, which must rise; for all kinds where there are none.
    pub fn new(loaded: &Loaded, cells: &[Cell], kinds: Option<&[KindId]>) -> Pieces {
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
        let mut pieces = Vec::new();
        for cell in cells {
            // The first group has what all others have.
            let of_cell = if cell.kind.is_some() || groups.len() == 1 { 0..1 } else { 1..groups.len() };
            let (first, last) = (of_cell.start, of_cell.end - 1);
            let piece = |group| Piece { cell: *cell, group, is_first: group == first, is_last: group == last };
            pieces.extend(of_cell.map(piece));
        }
        Pieces { groups, pieces }
    }

    /// How many pieces there are: each counts as done when it is computed.
    pub fn total(&self) -> u64 {
        self.pieces.len() as u64
    }

    /// How many pieces so many of the first cells are.
    pub fn of_cells(&self, cells: usize) -> usize {
        let ends = (1..).zip(&self.pieces).filter(|piece| piece.1.is_last).map(|piece| piece.0);
        std::iter::once(0).chain(ends).nth(cells).unwrap_or(self.pieces.len())
    }

    /// Computes the chances on the pool but for so many of the first cells, and hands those of each cell to `take` on this thread, in the order of the cells;
    /// `None` where the rules can't be followed. `is_stopped` is asked before each piece.
    ///
    /// True if all cells were taken, false if it was stopped before.
    ///
    /// # Errors
    /// The first one of `take`, which ends the work.
    pub fn compute<E>(
        &self,
        (pool, skipped): (&rayon::ThreadPool, usize),
        forge: &dyn Forge,
        progress: &Progress,
        is_stopped: &(dyn Fn() -> bool + Sync),
        take: &mut dyn FnMut(Cell, Option<Vec<Chance>>) -> Result<(), E>,
    ) -> Result<bool, E> {
        let work = |piece: &Piece| {
            let mut chances = forge.exact().map(|exact| exact.chances(piece.cell, self.groups[piece.group].as_deref()));
            if let Some(chances) = chances.as_mut().filter(|_| !piece.is_first) {
                // What is no kind's comes with each piece.
                chances.retain(|chance| forge.keys().key(chance.key).kind.is_some());
            }
            progress.add(1);
            chances
        };
        let mut whole: Option<Vec<Chance>> = None;
        in_order(pool, &self.pieces[self.of_cells(skipped)..], is_stopped, &work, &mut |piece, chances| {
            whole = if piece.is_first { chances } else { whole.take().zip(chances).map(joined) };
            if !piece.is_last {
                return Ok(());
            }
            let whole = whole.take().map(|mut whole| {
                whole.sort_unstable_by_key(|chance| chance.key);
                whole
            });
            take(piece.cell, whole)
        })
    }
}

fn joined((mut whole, more): (Vec<Chance>, Vec<Chance>)) -> Vec<Chance> {
    whole.extend(more);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starter;

    /// Pieces and what they come to, against the rules followed at one stroke.
    #[test]
    fn pieces_are_the_whole() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
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
                let pieces = Pieces::new(loaded, cells, wanted);
                assert_eq!(pieces.total(), if types { groups } else { cells.len() as u64 }, "{slug}");
                let (progress, mut taken) = (Progress::default(), Vec::new());
                let all = pieces.compute((&pool, 0), forge.as_ref(), &progress, &|| false, &mut |cell, chances| {
                    taken.push((cell, chances.expect("chances")));
                    Ok::<_, ()>(())
                });
                assert_eq!((all, progress.done()), (Ok(true), pieces.total()));
                let whole: Vec<_> =
                    cells.iter().map(|cell| (*cell, forge.exact().expect("chances").chances(*cell, wanted))).collect();
                assert!(taken == whole, "{slug}");
            }
        }
    }
}
