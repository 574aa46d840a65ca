//! What games' own programs counted on levels: sent to a revision, shown as a sheet, and beside drops.

pub mod beside;
pub mod list;
pub mod pair;
pub(super) mod profile;
mod query;
pub(super) mod rows;
pub mod show;
