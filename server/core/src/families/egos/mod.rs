//! Egos: Angband from 2.9 to today and the many variants between. An item has one ego at most, drawn by rarity among
//! those that name its type; artifacts are tried one after the other.
//!
//! A game of this family reads its files into an [`EgoModel`]; the rules ([`rules`]) know the files no more. Where
//! games differ is a [`EgoSpec`].

pub(crate) mod colon;
pub(crate) mod letter;
mod lists;
mod model;
pub(crate) mod powers;
mod rules;
pub(crate) mod schema;
mod spec;
pub(crate) mod values;
mod words;

pub(crate) use lists::EgoList;
pub(crate) use model::{ArtifactRules, EgoKindRules, EgoModel, EgoRules, KindLine, Odds};
pub(crate) use spec::{Boost, EgoChoice, EgoSpec, Failure, PowerWeight, UnusableReroll};
pub(crate) use words::{WORDS, WORDS_WITH_TERRIBLE};
