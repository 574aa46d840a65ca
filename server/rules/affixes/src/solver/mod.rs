//! Exact distributions of an item's affixes and theme after each number of steps. docs/exact.md has the derivation.
//!
//! Forward dynamic programming. The state of an item is a multiset of affix classes ([`states`]) and an auxiliary state
//! ([`aux_state`]); what a step draws ([`outcomes`]) becomes transitions between states ([`transitions`]), one pass
//! over all states ([`forward`]) gives how many items are where after each step, and the results are read off it
//! ([`marginals`], [`affix_counts`], [`joint`]). What a state does not know is bounded ([`rollback_bound`]).
//!
//! All inputs are in [`SolverInput`], which the rules fill. Nothing here knows catalogs, compiled rules, cells, keys of
//! counts or threads.

mod affix_counts;
mod aux_state;
mod classes;
mod context;
mod forward;
mod joint;
mod last_step;
mod marginals;
mod outcomes;
mod rollback_bound;
mod state_space;
mod states;
mod theme_odds;
mod transitions;

pub(super) use aux_state::{AuxDeltas, PowerProfile};
pub(super) use context::{
    CatalogTables, DrawContext, LevelGroup, SolverInput, StepWeights, ThemeParts, ThemeTable, Watch,
};
pub(super) use joint::p_both;
pub(super) use marginals::ByStepCount;
pub(super) use rollback_bound::{CappedQuantities, DamageLimit, FULL, KindBounds, QuantityBounds, RollbackTables};
pub(super) use state_space::StateSpace;
