//! Tests of `web/accounts/`.

mod audit_log;
pub(crate) mod sign_in;
