//! Asking a question of the items of drops, piece by piece. Which thread runs which piece doesn't matter.

use std::sync::Arc;

use super::{Question, resolve::Facts};
use affixboard_model::{
    batch::{Cell, Counts, Entry, ItemIdentity, LoggedItem, Metric, Shard, log_shard_while},
    catalog::KindId,
    engine::random::Stream,
    game::{Cancelled, Forge},
};

/// The third number of the streams of items of given kinds, apart from those of batches and of single drops.
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
            match question.is_met(&Facts::of_artifact(id)) {
                Some(true) => asked.special += chance,
                Some(false) => {}
                None => return AskedCell::whole(cell),
            }
        }
        asked
    }
}

/// The number of items of a piece that are what is asked for. Whole drops are those of the batch with that seed, piece by piece.
///
/// Only of items whose kind, affixes, theme and artifact leave the question open the values are rolled, for which the forge must
/// count values ([`affixboard_model::batch::Detail::Full`]).
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all were drawn.
pub fn ask_piece(
    question: &Arc<Question>,
    forge: &dyn Forge,
    asked: &AskedCell,
    place: (u64, u32, u64),
    keep_going: &dyn Fn() -> bool,
) -> Result<u64, Cancelled> {
    let asked_of = Arc::clone(question);
    let wants = move |item: &ItemIdentity<'_>| asked_of.may_be_met(item);
    let made = draw_piece(forge, asked, place, (wants, question.appraises), keep_going)?;
    Ok(made.iter().filter(|item| question.is_met_by(forge.keys(), item)).count() as u64)
}

/// The items of a piece (seed, number, items) that are wanted; where it is said so, with what the game thinks of each.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all were drawn.
pub fn draw_piece(
    forge: &dyn Forge,
    asked: &AskedCell,
    (seed, piece, items): (u64, u32, u64),
    (wants, appraises): (impl Fn(&ItemIdentity<'_>) -> bool + Send + Sync + 'static, bool),
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<LoggedItem>, Cancelled> {
    if let Some((kinds, of)) = asked.kinds.as_ref().zip(forge.kind_samples()) {
        let mut counts = Counts::new(forge.keys()).with_log(wants, appraises);
        let place = (u64::from(asked.cell.depth) << 8) | u64::from(asked.cell.quality);
        let mut random = Stream::seeded([seed, place, OF_QUESTIONS]).jumped(piece);
        of.sampler(asked.cell, kinds).run_while(items, &mut random, &mut counts, keep_going)?;
        Ok(counts.take_items())
    } else {
        let shard = Shard { cell: asked.cell, piece, drops: items };
        log_shard_while(forge, &shard, seed, wants, appraises, keep_going)
    }
}
