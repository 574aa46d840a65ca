//! A joint question's answer by depth, computed where the rules tell it, else counted among drawn items.

use std::{num::NonZeroU64, sync::Arc};

use affixboard_inquiry::questions::{AskedCell, Expr, Question, ask_piece, parse};
use affixboard_model::{
    batch::{Cell, Detail, Plan},
    game::{Cancelled, Forge, Mean, Switches},
    stats::{Z95, wilson},
};
use serde::Serialize;

use crate::{
    edition::{Edition, Sides},
    failure::Failure,
    request::QuestionRequest,
    sheets::{levels, quality},
    simulate,
};

/// Items drawn of each cell unless others are asked for.
const USUAL_ITEMS: u64 = 1 << 18;
/// Kinds whose chances are computed; those of more can take long.
const MOST_COMPUTED_KINDS: usize = 64;
/// A computed answer is taken whose bound is at most this part of it.
const WITHIN: f64 = 0.05;

/// The answers of both sides.
#[derive(Serialize)]
pub(crate) struct QuestionAnswers {
    /// The question, as it is written in one way.
    text: String,
    before: Vec<LevelAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<LevelAnswer>>,
}

/// The share of a level's drops that are what is asked for.
#[derive(Serialize)]
struct LevelAnswer {
    level: u32,
    share: f64,
    low: f64,
    high: f64,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_bound: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    met: Option<u64>,
}

/// What is asked of each side.
struct Asking {
    expr: Expr,
    levels: Vec<u32>,
    quality: u8,
    items: NonZeroU64,
    seed: u64,
}

/// Asks both sides.
///
/// # Errors
/// If the question can't be read or names what isn't there.
pub(crate) fn question(sides: &Sides, request: &QuestionRequest) -> Result<QuestionAnswers, Failure> {
    let loaded = &sides.before.loaded;
    let words = loaded.game.words();
    if words.qualities.is_empty() || loaded.catalog.item_types.is_empty() {
        return Err(Failure::new(format!("{} has no drops to ask about", loaded.game.title())));
    }
    let few = request.levels.clone().unwrap_or_else(|| words.few_depths());
    let levels = levels(words, Some(&few))?;
    let asking = Asking {
        expr: parse(&request.text).map_err(|error| of_question(&error))?,
        quality: quality(words, request.quality.as_ref())?,
        items: simulate::drops(request.items.unwrap_or(USUAL_ITEMS), levels.len())?,
        seed: request.seed.0,
        levels,
    };
    let after = sides.after.as_ref().map(|after| asking.of_edition(after)).transpose()?;
    Ok(QuestionAnswers { before: asking.of_edition(&sides.before)?, after, text: asking.expr.to_string() })
}

fn of_question(error: &affixboard_inquiry::questions::QuestionError) -> Failure {
    Failure {
        message: error.to_string(),
        column: Some(error.column as u32),
        found: Some(error.found.clone()),
        expected: Some(error.expected.clone()),
        ..Failure::default()
    }
}

impl Asking {
    fn of_edition(&self, edition: &Edition) -> Result<Vec<LevelAnswer>, Failure> {
        let full = edition.full();
        let question = Question::of(&self.expr, &edition.loaded, full.keys()).map_err(|error| of_question(&error))?;
        let forge = if question.needs_values { full } else { &edition.forge };
        let question = Arc::new(question);
        let called_off = |_: Cancelled| Failure::new("called off");
        self.levels.iter().map(|level| self.of_level(&question, forge.as_ref(), *level).map_err(called_off)).collect()
    }

    fn of_level(&self, question: &Arc<Question>, forge: &dyn Forge, level: u32) -> Result<LevelAnswer, Cancelled> {
        let cell = Cell { depth: level, quality: self.quality, kind: None };
        let is_quick = question.kinds().is_some_and(|kinds| kinds.len() <= MOST_COMPUTED_KINDS);
        let computed = if is_quick { question.computed(forge, cell, &|| true)? } else { None };
        if let Some(Mean { mean, bound }) = computed.filter(|mean| mean.bound <= mean.mean * WITHIN) {
            let (low, high) = ((mean - bound).max(0.0), mean + bound);
            let (method, error_bound) = ("computed", Some(bound));
            return Ok(LevelAnswer { level, share: mean, low, high, method, error_bound, items: None, met: None });
        }
        let asked = AskedCell::new(question, forge, cell);
        let plan = Plan {
            depths: vec![level],
            qualities: vec![self.quality],
            kinds: Vec::new(),
            drops: self.items,
            target: None,
            seed: self.seed,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let (mut items, mut met) = (0, 0);
        for shard in plan.shards() {
            met += ask_piece(question, forge, &asked, (self.seed, shard.piece, shard.drops), &|| true)?;
            items += shard.drops;
        }
        let (low, high) = wilson(met, items, Z95);
        let of_drops = |share: f64| asked.items_per_drop * share + asked.special;
        Ok(LevelAnswer {
            level,
            share: of_drops(met as f64 / items as f64),
            low: of_drops(low),
            high: of_drops(high),
            method: "simulated",
            error_bound: None,
            items: Some(items),
            met: Some(met),
        })
    }
}
