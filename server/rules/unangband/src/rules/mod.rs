//! How an object is made: which kind, what magic makes of it, which ego, artifact or random flag.
//!
//! Source: Unangband 0.7.0-pre1, `object2.c`. All draws are made one by one, as the program makes them.

mod artifacts;
mod boost;
mod drop_numbers;
mod egos;
mod exact;
mod forge;
mod jewels;
mod keys;
mod kind_choice;
mod kind_samples;
mod magic;
mod magic_items;
mod maker;
mod memo;
mod piles;
mod power_of_drops;
mod source;

pub(super) use forge::UnangbandForge;
pub use forge::sample_kind;
pub(super) use kind_choice::may_be_good;

use super::model::UnangbandModel;

/// What is counted of drops one by one: their power, and how many lie together.
pub(super) fn numbers_of_drops(model: &UnangbandModel) -> impl Iterator<Item = drop_numbers::DropNumbers> {
    let of: [Box<dyn drop_numbers::ItemNumbers>; 2] = [Box::new(power_of_drops::Powers), Box::new(piles::Piles)];
    of.into_iter().filter_map(|of| drop_numbers::DropNumbers::new(model, of))
}
