//! Tests of `web/accounts/`.

mod audit_log;
mod second_factor;
pub(crate) mod sign_in;
