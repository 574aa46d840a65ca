//! Pages of a team's work: editions and their imports, drafts and proposals, balance tests, accounts, search, and help.

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
