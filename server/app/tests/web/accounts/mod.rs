//! Tests of `web/accounts/`.

pub(crate) mod sign_in;
