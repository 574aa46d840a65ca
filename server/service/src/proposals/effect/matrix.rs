//! Where an item type changes: the largest change of its drops at each drop quality and depth.

use std::sync::Arc;

use affixboard_model::game::Words;
use affixboard_report::{
    sheet::Method,
    sheets::{EffectRow, GridCell, SheetError, effect_grid},
};

use super::{EffectScope, chance_sheet};
use crate::{
    compute::{CellNumbers, CellRequest, TypeCell},
    library::OpenRevision,
};

/// Depths of every matrix, in hundredths of the dungeon.
const HUNDREDTHS: [u32; 9] = [5, 10, 20, 30, 40, 50, 60, 80, 100];

/// The cells of a matrix: an item type at some depths, at each drop quality.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixPlan {
    /// The item type.
    pub tval: u16,
    /// The depths, rising.
    pub depths: Vec<u32>,
    /// Number of drop qualities.
    pub qualities: u8,
}

/// The largest changes by drop quality and depth.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectMatrix {
    /// The depths, rising.
    pub depths: Vec<u32>,
    /// `[quality][depth]`; `None` where numbers aren't known yet.
    pub cells: Vec<Vec<Option<GridCell>>>,
    /// Number of cells whose numbers get no closer.
    pub last: usize,
}

impl MatrixPlan {
    /// Of an item type: the usual depths, and others that matter to what changes.
    pub fn new(words: &Words, tval: u16, others: &[u32]) -> MatrixPlan {
        let all = words.depths_at(&HUNDREDTHS).into_iter().chain(others.iter().copied());
        let mut depths: Vec<u32> = all.filter(|depth| (1..=words.deepest).contains(depth)).collect();
        depths.sort_unstable();
        depths.dedup();
        MatrixPlan { tval, depths, qualities: words.qualities.len() as u8 }
    }

    /// What is computed, `[quality][depth][base, derived]` in a row; the richest drops first.
    pub fn requests(&self, sides: &[Arc<OpenRevision>; 2]) -> Vec<CellRequest> {
        let mut requests = Vec::new();
        for quality in (0..self.qualities).rev() {
            for depth in &self.depths {
                let at = TypeCell { depth: *depth, quality, tval: self.tval };
                requests.extend(sides.iter().map(|open| (Arc::clone(open), at)));
            }
        }
        requests
    }

    /// The matrix of what is known of the [`requests`](MatrixPlan::requests), in their order.
    ///
    /// # Errors
    /// Fails if one of the revisions has no such item type.
    pub fn matrix(
        &self,
        [base, derived]: [&OpenRevision; 2],
        known: &[CellNumbers],
    ) -> Result<EffectMatrix, SheetError> {
        let pairs: Vec<&[CellNumbers]> = known.chunks_exact(2).collect();
        let rows: Vec<&[&[CellNumbers]]> = pairs.chunks(self.depths.len().max(1)).collect();
        let mut sheets = Vec::new();
        // From the plainest drops on, as positions in the game's qualities rise.
        for (quality, row) in (0..self.qualities).zip(rows.iter().rev()) {
            let scope = EffectScope { tval: self.tval, depth: 0, quality, affix_level: 0 };
            let sheet = |open: &OpenRevision, side: usize| {
                let columns: Vec<_> =
                    self.depths.iter().zip(*row).map(|(depth, pair)| pair[side].column(*depth)).collect();
                chance_sheet(open, &scope, pair_method(row, side), &columns)
            };
            sheets.push((sheet(base, 0)?, sheet(derived, 1)?));
        }
        let grid = effect_grid(&sheets.iter().map(|(before, after)| (before, after)).collect::<Vec<_>>());
        let cells = grid.into_iter().zip(rows.iter().rev()).map(|(cells, row)| {
            let has_numbers = |side: &CellNumbers| side.chances.is_some() || side.simulated.is_some();
            let of_pair = |(cell, pair): (GridCell, &&[CellNumbers])| pair.iter().all(has_numbers).then_some(cell);
            cells.into_iter().zip(*row).map(of_pair).collect()
        });
        let is_last = |pair: &&&[CellNumbers]| pair.iter().all(CellNumbers::is_final);
        Ok(EffectMatrix {
            depths: self.depths.clone(),
            cells: cells.collect(),
            last: pairs.iter().filter(is_last).count(),
        })
    }
}

/// The method of a row's sheet.
fn pair_method(row: &[&[CellNumbers]], side: usize) -> Method {
    row.first().map_or(Method::Exact, |pair| pair[side].method())
}

impl EffectMatrix {
    /// Number of cells.
    pub fn total(&self) -> usize {
        self.cells.iter().map(Vec::len).sum()
    }

    /// Whether each cell has its last numbers.
    pub fn is_final(&self) -> bool {
        self.last == self.total()
    }

    /// The drop quality, depth and row of the largest change among these drop qualities and depths; of equal ones that of
    /// richer drops, and then at the lesser depth.
    pub fn largest(&self, is_wanted: impl Fn(u8, u32) -> bool) -> Option<(u8, u32, &EffectRow)> {
        let mut largest: Option<(u8, u32, &EffectRow)> = None;
        for (quality, row) in self.cells.iter().enumerate().rev() {
            let quality = quality as u8;
            for (depth, cell) in self.depths.iter().zip(row) {
                let Some(found) = cell.as_ref().and_then(GridCell::largest) else { continue };
                // The last digits of floats are no difference.
                let is_larger = largest.is_none_or(|(.., known)| found.size > known.size * (1.0 + 1e-9));
                if is_larger && is_wanted(quality, *depth) {
                    largest = Some((quality, *depth, found));
                }
            }
        }
        largest
    }
}
