//! Asking a question of items that are drawn one by one. Which thread runs which piece doesn't matter.

use super::{Question, resolve::Facts};
use crate::{
    batch::{Cell, Counts, Entry, Metric},
    catalog::KindId,
    engine::random::Stream,
    game::{Cancelled, Forge},
};

/// Items of a piece.
pub const PIECE: u64 = 1 << 16;
/// Items between two questions whether to go on.
const STRETCH: u64 = 64;
/// Apart from the third number of the streams of batches and of single drops.
const OF_QUESTIONS: u64 = 1 << 62;

/// Where items are drawn, and what is known without drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedCell {
    /// The cell.
    pub cell: Cell,
    /// The kinds that alone are drawn; `None`: whole drops.
    pub kinds: Option<Vec<KindId>>,
    /// Items that are drawn per drop; 1 where whole drops are.
    pub items_per_drop: f64,
    /// Chance per drop of special artifacts that are what is asked for, which are not drawn where kinds are.
    pub special: f64,
}

impl AskedCell {
    /// Of whole drops.
    pub fn whole(cell: Cell) -> AskedCell {
        AskedCell { cell, kinds: None, items_per_drop: 1.0, special: 0.0 }
    }

    /// How a question is asked of a cell: of items of its kinds alone, where it names some and the rules can draw them alone.
    /// Special artifacts are not among these; where what they are doesn't tell whether they are asked for, whole drops are drawn.
    pub fn new(question: &Question, forge: &dyn Forge, cell: Cell) -> AskedCell {
        let whole = AskedCell::whole(cell);
        let (Some(kinds), Some(samples)) = (question.kinds(), forge.kind_samples()) else { return whole };
        if cell.kind.is_some() || kinds.is_empty() {
            return whole;
        }
        let sampler = samples.sampler(cell, &kinds);
        let mut asked = AskedCell { items_per_drop: sampler.items_per_drop(), kinds: Some(kinds), ..whole };
        let keys = forge.keys();
        for &(key, chance) in sampler.artifacts_per_drop() {
            let key = keys.key(key);
            // The artifact's own key; that of its kind is another.
            let (Metric::ARTIFACT, Entry::Artifact(id)) = (key.metric, key.entry) else { continue };
            match question.is_met(keys, &Facts::of_artifact(id)) {
                Some(true) => asked.special += chance,
                Some(false) => {}
                None => return AskedCell::whole(cell),
            }
        }
        asked
    }
}

/// The number of items of a piece that are what is asked for. `counts` is scratch space for the forge's keys, which should count
/// values ([`crate::batch::Detail::Full`]).
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all were drawn.
pub fn ask_piece(
    question: &Question,
    forge: &dyn Forge,
    asked: &AskedCell,
    (seed, piece, items): (u64, u32, u64),
    keep_going: &dyn Fn() -> bool,
) -> Result<u64, Cancelled> {
    let keys = forge.keys();
    let mut counts = Counts::new(keys);
    if question.appraises {
        counts = counts.with_appraisals();
    }
    let place = (u64::from(asked.cell.depth) << 8) | u64::from(asked.cell.quality);
    let kind = asked.cell.kind.map_or(0, |kind| u64::from(kind.0) + 1);
    let mut random = Stream::seeded([seed, place, OF_QUESTIONS | kind]).jumped(piece);
    let sampler = asked.kinds.as_ref().zip(forge.kind_samples()).map(|(kinds, of)| of.sampler(asked.cell, kinds));
    let mut met = 0;
    for item in 0..items {
        if item.is_multiple_of(STRETCH) && !keep_going() {
            return Err(Cancelled);
        }
        match &sampler {
            Some(sampler) => sampler.run_while(1, &mut random, &mut counts, keep_going)?,
            None => forge.run(asked.cell, 1, &mut random, &mut counts),
        }
        let appraisal = question.appraises.then(|| counts.take_appraisals().pop().unwrap_or_default());
        let facts = Facts::of(keys, &counts.take(), appraisal);
        met += u64::from(facts.is_item() && question.is_met(keys, &facts) == Some(true));
    }
    Ok(met)
}
