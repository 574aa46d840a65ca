//! Rate limits of sign-ins: a token bucket for each address and each name, in memory.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, PoisonError},
};

use affixboard_store::AccountId;

use affixboard_service::requester::whole_net;

/// Buckets in memory at most.
const MOST: usize = 10_000;

/// A limit: so many tries at once, and one more after each so many milliseconds.
#[derive(Debug, Clone, Copy)]
struct Limit {
    burst: i64,
    every: i64,
}

/// 20 at once, and then one in 15 seconds: several people may share an address.
const BY_ADDRESS: Limit = Limit { burst: 20, every: 15_000 };
/// 10 at once, and then one in 30 seconds.
const BY_NAME: Limit = Limit { burst: 10, every: 30_000 };
/// 10 codes at once, and then one in 5 minutes. Only who knows the account's password gives any, so that nobody else can use them
/// up; of a million codes three are good at any time.
const BY_ACCOUNT: Limit = Limit { burst: 10, every: 300_000 };

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Address(IpAddr),
    /// Of an address, for links to join.
    Join(IpAddr),
    Name(String),
    /// Of an account, for codes of its second factor.
    Codes(AccountId),
}

impl Key {
    fn limit(&self) -> Limit {
        match self {
            Key::Address(_) | Key::Join(_) => BY_ADDRESS,
            Key::Name(_) => BY_NAME,
            Key::Codes(_) => BY_ACCOUNT,
        }
    }
}

/// The buckets. Each is kept as the time at which it is full again, in milliseconds since 1970; those that are full are the
/// same as none.
#[derive(Debug, Default)]
pub struct Limits(Mutex<HashMap<Key, i64>>);

impl Limits {
    /// Takes a try from the buckets of an address, where it is known, and of a name.
    ///
    /// # Errors
    /// After how many seconds there is one again, where a bucket is empty; nothing is taken then.
    pub(crate) fn take(&self, address: Option<IpAddr>, name: Option<&str>, now_ms: i64) -> Result<(), u64> {
        let address = address.map(|address| Key::Address(whole_net(address)));
        let name = name.map(|name| Key::Name(name.trim().to_lowercase().chars().take(60).collect()));
        self.take_all(address.into_iter().chain(name), now_ms)
    }

    /// Takes a try of a link to join from the bucket of an address that is for these, where the address is known.
    ///
    /// # Errors
    /// After how many seconds there is one again.
    pub(crate) fn take_join(&self, address: Option<IpAddr>, now_ms: i64) -> Result<(), u64> {
        self.take_all(address.map(|address| Key::Join(whole_net(address))).into_iter(), now_ms)
    }

    /// Takes a try of a code from the bucket of an account.
    ///
    /// # Errors
    /// After how many seconds there is one again.
    pub(crate) fn take_code(&self, account: AccountId, now_ms: i64) -> Result<(), u64> {
        self.take_all([Key::Codes(account)].into_iter(), now_ms)
    }

    /// Fills that bucket again, for who gave a right code.
    pub fn fill_codes(&self, account: AccountId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&Key::Codes(account));
    }

    fn take_all(&self, keys: impl Iterator<Item = Key>, now_ms: i64) -> Result<(), u64> {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = Vec::new();
        for key in keys {
            let limit = key.limit();
            // No bucket is emptier than empty, also where the clock was ahead when it was taken from.
            let empty = now_ms + limit.burst * limit.every;
            let full_at = buckets.get(&key).map_or(now_ms, |full_at| (*full_at).clamp(now_ms, empty)) + limit.every;
            let wait = full_at - now_ms - limit.burst * limit.every;
            if wait > 0 {
                return Err(wait.unsigned_abs().div_ceil(1000));
            }
            taken.push((key, full_at));
        }
        buckets.extend(taken);
        if buckets.len() > MOST {
            buckets.retain(|_, full_at| *full_at > now_ms);
        }
        while buckets.len() > MOST {
            // The one from which least was taken.
            let fullest = buckets.iter().min_by_key(|bucket| *bucket.1).map(|bucket| bucket.0.clone());
            fullest.map(|key| buckets.remove(&key));
        }
        Ok(())
    }

    /// Fills the bucket of a name again, for who signed in.
    pub fn fill(&self, name: &str) {
        let key = Key::Name(name.trim().to_lowercase().chars().take(60).collect());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    fn at(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn tries_of_a_name_run_out_and_come_back() {
        let limits = Limits::default();
        // From everywhere: the name's own bucket.
        for n in 0..10 {
            assert_eq!(limits.take(Some(at(&format!("192.0.2.{n}"))), Some("Ann"), NOW), Ok(()));
        }
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some(" aNN"), NOW), Err(30));
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some("ann"), NOW + 29_001), Err(1));
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some("ann"), NOW + 30_000), Ok(()));
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some("ann"), NOW + 30_000), Err(30));
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some("bob"), NOW), Ok(()), "another's");
        limits.fill("ANN");
        assert_eq!(limits.take(Some(at("192.0.2.99")), Some("ann"), NOW), Ok(()));
    }

    #[test]
    fn a_clock_that_jumps_shuts_nobody_out() {
        const DAY: i64 = 86_400_000;
        let limits = Limits::default();
        for _ in 0..10 {
            assert_eq!(limits.take(None, Some("ann"), NOW), Ok(()));
        }
        // Back by a day: no longer than if it had been right. Ahead by a year: as if that time had passed.
        assert_eq!(limits.take(None, Some("ann"), NOW - DAY), Err(30));
        assert_eq!(limits.take(None, Some("ann"), NOW + 365 * DAY), Ok(()));
        assert_eq!(limits.take(None, Some("ann"), NOW), Err(30));
        assert_eq!(limits.take(None, Some("bob"), NOW), Ok(()));
    }

    #[test]
    fn tries_of_an_address_run_out_and_a_net_is_one_address() {
        let limits = Limits::default();
        for n in 0..20 {
            assert_eq!(limits.take(Some(at(&format!("2001:db8::{n}"))), Some(&format!("{n}")), NOW), Ok(()));
        }
        assert_eq!(limits.take(Some(at("2001:db8::ffff:1:2:3")), Some("x"), NOW), Err(15));
        assert_eq!(limits.take(Some(at("2001:db8:0:1::1")), Some("x"), NOW), Ok(()), "another net");
        assert_eq!(limits.take(Some(at("::ffff:192.0.2.1")), Some("x"), NOW), Ok(()));
        assert_eq!(limits.take(None, Some("x"), NOW), Ok(()), "nobody knows where from");
    }

    #[test]
    fn links_to_join_have_buckets_of_their_own() {
        let limits = Limits::default();
        let from = Some(at("192.0.2.1"));
        for _ in 0..20 {
            assert_eq!(limits.take_join(from, NOW), Ok(()));
        }
        assert_eq!(limits.take_join(from, NOW), Err(15));
        assert_eq!(limits.take(from, Some("ann"), NOW), Ok(()));
        assert_eq!(limits.take_join(Some(at("192.0.2.2")), NOW), Ok(()));
    }

    #[test]
    fn codes_have_a_bucket_for_each_account() {
        let limits = Limits::default();
        for _ in 0..10 {
            assert_eq!(limits.take_code(AccountId(1), NOW), Ok(()));
        }
        assert_eq!(limits.take_code(AccountId(1), NOW), Err(300));
        assert_eq!(limits.take_code(AccountId(2), NOW), Ok(()));
        assert_eq!(limits.take_code(AccountId(1), NOW + 300_000), Ok(()));
        limits.fill_codes(AccountId(1));
        assert_eq!(limits.take_code(AccountId(1), NOW), Ok(()));
    }

    #[test]
    fn a_refused_try_takes_nothing_and_memory_is_bounded() {
        let limits = Limits::default();
        for _ in 0..10 {
            limits.take(Some(at("192.0.2.1")), Some("ann"), NOW).expect("a try");
        }
        for _ in 0..50 {
            assert_eq!(limits.take(Some(at("192.0.2.1")), Some("ann"), NOW), Err(30));
        }
        for n in 0..10 {
            assert_eq!(
                limits.take(Some(at("192.0.2.1")), Some(&format!("{n}")), NOW),
                Ok(()),
                "the address's own are left"
            );
        }
        for n in 0..3 * MOST {
            limits.take(None, Some(&format!("name {n}")), NOW).expect("a try");
        }
        assert!(limits.0.lock().expect("the buckets").len() <= MOST);
        assert_eq!(limits.take(None, Some("ann"), NOW), Err(30), "those in need of it are kept");
    }
}
