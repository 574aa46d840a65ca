//! The cache itself: pages by what they were made of.

use affixboard_store::{AccountId, Role};
use axum::{body::Bytes, http::HeaderMap};

use crate::session::scheme::Scheme;
use affixboard_service::byte_cache::{ByteCache, CacheCounts, byte_cache, counts};

/// The size of the cache, in bytes.
const CACHE_BYTES: u64 = 64 << 20;
/// The bytes of one page, about.
const USUAL_BYTES: u64 = 16 << 10;
/// The pages. One that became old is never asked for again, and makes room.
pub(crate) struct PageCache(pub(super) ByteCache<PageKey, Answer>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PageKey {
    pub(super) address: String,
    /// Who the page was made for.
    pub(super) reader: Reader,
    /// Light or dark: pages are written so.
    pub(super) scheme: Scheme,
    pub(super) is_compressed: bool,
    /// What it says of an outage.
    pub(super) outage: &'static str,
    /// The version of the database that it was made of ([`affixboard_store::Store::version`]).
    pub(super) version: i64,
}

/// Whose page it is. A page has its reader's name on it and offers what they may do, so that accounts don't share pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reader {
    /// Whoever isn't signed in.
    Anyone,
    /// Who is.
    Person(AccountId, Role),
    /// A program, whose token can have less than its account.
    Program(AccountId, Role),
}

impl PageCache {
    /// How many pages there are, and how often they were of use.
    pub(crate) fn counts(&self) -> CacheCounts {
        counts(&self.0)
    }
}

impl Default for PageCache {
    fn default() -> PageCache {
        PageCache(byte_cache(CACHE_BYTES, USUAL_BYTES, bytes_of))
    }
}

fn bytes_of(key: &PageKey, answer: &Answer) -> u64 {
    (size_of::<PageKey>() + size_of::<Answer>() + key.address.len() + answer.body.len()) as u64
}

#[derive(Clone)]
pub(super) struct Answer {
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}
