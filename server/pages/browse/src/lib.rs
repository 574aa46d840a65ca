//! Pages of what a game generates: its catalog, sheets and charts, batches, comparisons, single items, and questions.

#![expect(
    clippy::missing_errors_doc,
    reason = "an error of a page is the answer that its `Error` makes, with a status and a sentence"
)]
#![expect(clippy::unused_async, reason = "axum takes async functions as handlers, also where one waits for nothing")]

pub mod batches;
pub mod catalog;
pub mod compare;
pub mod conditioning;
pub mod entries;
pub mod explanations;
pub mod game_stats;
pub mod histories;
pub mod items;
pub mod origins;
pub mod own_counts;
pub mod profiles;
pub mod questions;
pub mod sensitivities;
pub mod sheets;
pub mod subjects;

use affixboard_shell::{
    Error, Frame, Html, State, comparand_address, error, extract, known_worths, links, multipart, page_cache, paths,
    respond, session,
};
