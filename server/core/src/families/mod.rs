//! Families: what games that descend from one another share. A game is a family's specification filled in; games still
//! never see each other.

pub(crate) mod affixes;
pub(crate) mod common;
pub(crate) mod egos;
pub(crate) mod sources;
