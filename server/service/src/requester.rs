//! Whose share of something limited is taken: who sends a request, and for whom something is computed.
//!
//! While a request is answered its requester is a value of the task, so that whatever is computed for it counts as theirs
//! without being handed on. Tasks that are started meanwhile have it where they were made by [`inherited`].

use std::{
    net::{IpAddr, Ipv6Addr},
    pin::Pin,
    task::{Context, Poll},
};

use affixboard_store::AccountId;

/// Who sends a request, as far as it counts for limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Requester {
    /// Somebody with an account, from wherever they come.
    Account(AccountId),
    /// Somebody without one, by the address or, of IPv6, the net of 64 bits; `None` where it isn't known.
    Net(Option<IpAddr>),
}

tokio::task_local! {
    static CURRENT: Requester;
}

impl Requester {
    /// Of an account, where there is one, or of an address.
    pub fn new(account: Option<AccountId>, address: Option<IpAddr>) -> Requester {
        account.map_or_else(|| Requester::Net(address.map(whole_net)), Requester::Account)
    }

    /// The one for whom the present task works; `None` for the program's own work.
    pub fn current() -> Option<Requester> {
        CURRENT.try_with(|requester| *requester).ok()
    }
}

/// Work for a requester, wherever it is polled. Its type is erased, so that a task that is started with it is compiled once per
/// result, not once per work.
pub struct WorkFor<'a, T> {
    requester: Option<Requester>,
    work: Pin<Box<dyn Future<Output = T> + Send + 'a>>,
}

/// Work for that requester.
pub fn work_for<'a, T>(requester: Requester, work: impl Future<Output = T> + Send + 'a) -> WorkFor<'a, T> {
    WorkFor { requester: Some(requester), work: Box::pin(work) }
}

/// Work for the requester of the present task, also where it is done by another task.
pub fn inherited<'a, T>(work: impl Future<Output = T> + Send + 'a) -> WorkFor<'a, T> {
    WorkFor { requester: Requester::current(), work: Box::pin(work) }
}

impl<T> Future for WorkFor<'_, T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        match self.requester {
            Some(requester) => CURRENT.sync_scope(requester, || self.work.as_mut().poll(context)),
            None => self.work.as_mut().poll(context),
        }
    }
}

/// Does something for that requester.
pub fn do_for<T>(requester: Requester, something: impl FnOnce() -> T) -> T {
    CURRENT.sync_scope(requester, something)
}

/// The address by which a client counts: one household or server has a whole net of 64 bits of IPv6.
pub fn whole_net(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.into(),
            None => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tasks_that_are_started_work_for_the_same_requester() {
        let somebody = Requester::Account(AccountId(7));
        assert_eq!(Requester::current(), None);
        let (inherits, other) = work_for(somebody, async {
            let inherits = tokio::spawn(inherited(async { Requester::current() }));
            let other = tokio::spawn(async { Requester::current() });
            (inherits.await.expect("no panic"), other.await.expect("no panic"))
        })
        .await;
        assert_eq!((inherits, other), (Some(somebody), None));
    }
}
