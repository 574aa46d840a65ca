//! A number over the revisions of an edition: a share that a question names, or the one that a balance test rests on.

mod request;
pub mod show;

pub(crate) use request::of_entry;
