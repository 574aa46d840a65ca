//! Joint questions about the drops of a revision.

mod conditions;
pub mod luck;
pub mod show;
