//! The rules of generation, compiled for one catalog.
//!
//! Drops are independent, and what becomes of each is decided by few draws of small odds. So it isn't drawn for each,
//! but for all of a shard at once how many come to what ([`affixboard_model::engine::multinomial`]): exact binomial draws, one
//! after the other where the program rolls one after the other.
//!
//! Section numbers in comments are those of the RULES of Angband 3.0.

mod artifacts;
mod drops;
mod egos;
mod evaluator;
mod forge;
mod item;
mod keys;
mod kinds;
mod pools;
mod reach;
mod values;
mod why;
