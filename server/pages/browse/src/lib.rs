//! Pages of what a game generates: its catalog, sheets and charts, batches, comparisons, single items, and questions.

pub mod batches;
pub mod catalog;
pub mod compare;
pub mod conditioning;
pub mod entries;
pub mod explanations;
pub mod game_stats;
pub mod items;
pub mod origins;
pub mod profiles;
pub mod questions;
pub mod sensitivities;
pub mod sheets;
pub mod subjects;

use affixboard_shell::{
    Error, Frame, Html, State, comparand_address, error, extract, known_worths, links, multipart, page_cache, paths,
    respond, session,
};
