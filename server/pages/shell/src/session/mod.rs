//! Sessions: the viewer of a request, passwords with their limits, and forms sent after a session ended. And light or dark, which a
//! browser keeps without a session.

pub mod begun_sign_in;
pub mod choose_scheme;
pub mod cookies;
pub mod expired_form;
pub mod half_session;
pub mod nav_badge;
pub mod passwords;
pub mod scheme;
pub(super) mod short_lived;
pub(super) mod sign_in_limits;
pub mod viewer;
