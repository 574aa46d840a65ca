//! Egos: Angband from 2.9 to today and the many variants between. An item has one ego at most, drawn by rarity among
//! those that name its type; artifacts are tried one after the other.
//!
//! A game of this family reads its files into an [`EgoModel`]; the rules (`rules`) know the files no more. Where
//! games differ is a [`EgoSpec`].

pub mod angband_28;
pub mod angband_29;
pub mod angband_30;
pub mod angband_31;
pub mod angband_32;
pub mod angband_33;
pub mod angband_34;
pub mod angband_35;
pub mod colon;
mod designed;
mod fine_or_special;
pub mod letter;
mod lists;
mod model;
pub mod narsil;
mod numbers;
pub mod powers;
mod rules;
pub mod schema;
pub mod sil_q;
mod spec;
pub mod values;

pub use designed::DesignedEgos;
pub use lists::EgoList;
pub use model::{ArtifactRules, EgoKindRules, EgoModel, EgoRules, KindLine, Odds};
pub use numbers::EgoNumbers;
pub use spec::{
    Boost, DropQuality, EgoChoice, EgoSpec, Failure, GOOD, GREAT, Magic, NORMAL, PowerOutcome, PowerWeight,
    USUAL_DROPS, UnusableReroll,
};
