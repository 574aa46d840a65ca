//! What teams' own programs counted of drops: sent to a revision, held against its chances, and kept with what that came to.

pub mod list;
mod rows;
pub mod show;
