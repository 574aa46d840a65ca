//! Pages of a team's work: editions and their imports, drafts and proposals, balance tests, accounts, search, and help.

#![expect(
    clippy::missing_errors_doc,
    reason = "an error of a page is the answer that its `Error` makes, with a status and a sentence"
)]
#![expect(clippy::unused_async, reason = "axum takes async functions as handlers, also where one waits for nothing")]

pub mod accounts;
pub mod balance;
pub mod editions;
pub mod find;
pub mod help;
pub mod proposals;

use affixboard_browse::{batches, catalog, compare, sensitivities, sheets};
use affixboard_shell::{
    Error, Frame, Html, State, comparand_address, entry_names, extract, links, multipart, page_cache, paths, respond,
    session, uploads,
};
