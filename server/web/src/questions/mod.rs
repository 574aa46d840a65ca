//! Joint questions about the drops of a revision.

mod conditions;
pub(crate) mod luck;
pub(crate) mod show;
