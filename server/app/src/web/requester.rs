//! Who sends a request, as far as it counts for limits.

use std::{convert::Infallible, net::IpAddr};

use affixboard_store::AccountId;
use axum::{extract::FromRequestParts, http::request::Parts};

use super::{
    State,
    extract::Client,
    session::{sign_in_limits::whole_net, viewer::Viewer},
};

/// Whose share of something limited a request takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Requester {
    /// Somebody with an account, from wherever they come.
    Account(AccountId),
    /// Somebody without one, by the address or, of IPv6, the net of 64 bits; `None` where it isn't known.
    Net(Option<IpAddr>),
}

impl FromRequestParts<State> for Requester {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Requester, Infallible> {
        if let Some(account) = parts.extensions.get::<Viewer>().and_then(Viewer::by) {
            return Ok(Requester::Account(account));
        }
        let Client(address) = Client::of(parts, state);
        Ok(Requester::Net(address.map(whole_net)))
    }
}
