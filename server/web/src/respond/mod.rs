//! Responses: rendered pages, prose, files, streams, progress. Knows nothing of the pages' contents.

pub(super) mod assets;
pub(super) mod choices;
pub(super) mod editions_menu;
mod error_page;
mod frame;
mod header;
pub(super) mod html;
pub(super) mod markdown;
pub(super) mod part;
pub(super) mod png;
pub(super) mod progress;
pub(super) mod stream_body;
