//! Sessions: the viewer of a request, passwords with their limits, and forms sent after a session ended. And light or dark, which a
//! browser keeps without a session.

pub(super) mod begun_sign_in;
pub(super) mod choose_scheme;
pub(super) mod cookies;
pub(super) mod expired_form;
pub(super) mod half_session;
pub(super) mod nav_badge;
pub(super) mod passwords;
pub(super) mod scheme;
pub(super) mod short_lived;
pub(super) mod sign_in_limits;
pub(super) mod viewer;
