//! Whose share of something limited a request takes. `web/extract.rs` finds it out.

use std::net::IpAddr;

use affixboard_store::AccountId;

use super::session::sign_in_limits::whole_net;

/// Who sends a request, as far as it counts for limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Requester {
    /// Somebody with an account, from wherever they come.
    Account(AccountId),
    /// Somebody without one, by the address or, of IPv6, the net of 64 bits; `None` where it isn't known.
    Net(Option<IpAddr>),
}

impl Requester {
    /// Of an account, where there is one, or of an address.
    pub(super) fn new(account: Option<AccountId>, address: Option<IpAddr>) -> Requester {
        account.map_or_else(|| Requester::Net(address.map(whole_net)), Requester::Account)
    }
}
