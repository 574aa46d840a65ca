//! What else a revision's items carry that fulfil a condition.

pub(crate) mod request;
pub mod show;
