//! What all pages share: sessions and roles, the state of the program, errors, addresses and links, templates, and what an
//! answer passes on its way: connections, caches, metrics.

#![expect(
    clippy::missing_errors_doc,
    reason = "an error of a page is the answer that its `Error` makes, with a status and a sentence"
)]
#![expect(clippy::unused_async, reason = "axum takes async functions as handlers, also where one waits for nothing")]

pub mod arriving_body;
pub mod at_base;
pub mod comparand_address;
pub mod connections;
pub mod draft_turns;
pub mod entry_names;
pub mod error;
pub mod extract;
pub mod known_worths;
pub mod large_answers;
pub mod links;
pub mod metrics;
pub mod multipart;
pub mod outage;
pub mod page_cache;
pub mod paths;
pub mod proxies;
pub mod ready;
pub mod request_id;
pub mod respond;
pub mod security;
pub mod session;
pub mod state;
pub mod store_error;
pub mod uploads;
pub mod working_body;
pub mod wrapped_body;

pub use error::Error;
pub use respond::html::{Frame, Html};
pub use state::State;
