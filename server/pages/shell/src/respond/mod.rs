//! Responses: rendered pages, prose, files, streams, progress. Knows nothing of the pages' contents.

pub mod assets;
pub mod choices;
pub mod editions_menu;
mod error_page;
mod frame;
mod header;
pub mod html;
pub mod markdown;
pub mod part;
pub mod png;
pub mod progress;
pub mod stream_body;
pub mod verdicts;
