//! Who asks: the viewer of a request, signing in with a password, and forms of a session that ended.

pub(super) mod expired_form;
pub(super) mod nav_badge;
pub(super) mod passwords;
pub(super) mod sign_in_limits;
pub(super) mod viewer;
