//! The dashboard: requests in, pages out. Pages show what `report` built and `store` kept; they compute nothing.

mod assets;
mod error;
mod html;
mod links;
mod pages;
mod router;
mod security;
mod sheet_view;
mod state;

pub use router::router;
pub use state::State;

use error::Error;
use html::{Frame, Html};
