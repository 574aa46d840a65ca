//! The matrix of an effect as its page writes it: the largest change of an item type by drop quality and depth, each a link
//! to what changes there.

use affixboard_model::game::Words;
use affixboard_report::{
    palette,
    sheet::Direction,
    sheets::{EffectRow, GridCell},
};

use affixboard_service::proposals::effect::{EffectMatrix, EffectScope};

/// The largest changes by drop quality and depth.
pub(crate) struct MatrixView {
    pub(crate) depths: Vec<u32>,
    /// The richest drops first.
    pub(crate) rows: Vec<MatrixRow>,
    /// Number of cells whose numbers get no closer, and of all.
    pub(crate) last: usize,
    pub(crate) total: usize,
}

pub(crate) struct MatrixRow {
    pub(crate) quality: &'static str,
    pub(crate) cells: Vec<MatrixCell>,
}

pub(crate) struct MatrixCell {
    /// Its colour.
    pub(crate) class: &'static str,
    pub(crate) text: String,
    pub(crate) hint: String,
    pub(crate) href: String,
    /// Whether it is the one whose rows are shown.
    pub(crate) is_shown: bool,
}

impl MatrixView {
    pub(super) fn new(
        matrix: &EffectMatrix,
        words: &Words,
        shown: &EffectScope,
        href: &dyn Fn(u8, u32) -> String,
    ) -> MatrixView {
        let rows = matrix.cells.iter().enumerate().rev().map(|(at, row)| {
            let word = words.qualities.get(at).copied().unwrap_or_default();
            let quality = at as u8;
            let cells = matrix.depths.iter().zip(row).map(|(depth, cell)| {
                let (class, text, says) = told(cell.as_ref());
                MatrixCell {
                    class,
                    text,
                    hint: format!("{word} drops, depth {depth}: {says}"),
                    href: href(quality, *depth),
                    is_shown: (quality, *depth) == (shown.quality, shown.depth),
                }
            });
            MatrixRow { quality: word, cells: cells.collect() }
        });
        MatrixView { depths: matrix.depths.clone(), rows: rows.collect(), last: matrix.last, total: matrix.total() }
    }

    pub(crate) fn is_final(&self) -> bool {
        self.last == self.total
    }
}

/// The class, the text and the meaning of a cell.
fn told(cell: Option<&GridCell>) -> (&'static str, String, String) {
    let plain = |text: &str, says: &str| ("same", text.to_owned(), says.to_owned());
    match cell {
        None => plain("…", "not computed yet"),
        Some(GridCell::NoNumbers) => ("no", "–".to_owned(), "no such items drop".to_owned()),
        Some(GridCell::Equal) => plain("=", "nothing changes"),
        Some(GridCell::Open) => plain("?", "no change is certain"),
        Some(GridCell::Largest(row)) => {
            (colour(row), row.points.clone(), format!("most of all {}, {}", row.name, row.hint))
        }
    }
}

/// The class of a change in the stylesheet.
fn colour(row: &EffectRow) -> &'static str {
    const UP: [&str; palette::CHANGE_BINS as usize] = ["up1", "up2", "up3", "up4", "up5", "up6"];
    const DOWN: [&str; palette::CHANGE_BINS as usize] = ["down1", "down2", "down3", "down4", "down5", "down6"];
    let of = match row.direction {
        Direction::Up => UP,
        Direction::Down => DOWN,
        Direction::Unclear => return "same",
    };
    usize::from(row.strength).checked_sub(1).and_then(|at| of.get(at)).copied().unwrap_or("same")
}

/// Where something changes, for a cell in which nothing does.
pub(crate) struct Elsewhere {
    /// `normal drops at depth 30`.
    pub(crate) place: String,
    /// `of Fire ▲ +2.3 points, × 2.39`.
    pub(crate) change: String,
    pub(crate) href: String,
}

impl Elsewhere {
    pub(super) fn of_drops(words: &Words, (quality, depth): (u8, u32), row: &EffectRow, href: String) -> Elsewhere {
        let word = words.qualities.get(usize::from(quality)).copied().unwrap_or_default();
        Elsewhere { place: format!("{word} drops at depth {depth}"), change: change(row), href }
    }

    pub(super) fn of_pools(name: &str, row: &EffectRow, href: String) -> Elsewhere {
        Elsewhere { place: format!("pools of {name} at level {}", row.depth), change: change(row), href }
    }
}

fn change(row: &EffectRow) -> String {
    format!("{} {} points, {}", row.name, row.points, row.ratio)
}
