//! Tests of `web/accounts/`.

mod audit_log;
mod proxy_user;
mod second_factor;
pub(crate) mod sign_in;
