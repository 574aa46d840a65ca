//! Accounts: signing in, joining, people, and the log of what was done.

pub(super) mod account;
pub(super) mod audit_log;
mod audit_target;
pub(super) mod join;
pub(super) mod people;
pub(super) mod second_factor;
pub(super) mod sign_in;
pub(super) mod sign_in_by;
pub(super) mod sign_in_code;
