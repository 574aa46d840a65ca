//! Accounts: signing in, joining, people, and the log of what was done.

pub mod account;
pub mod audit_log;
mod audit_target;
pub mod join;
pub mod people;
pub mod second_factor;
pub mod sign_in;
pub mod sign_in_by;
pub mod sign_in_code;
