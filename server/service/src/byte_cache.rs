//! Caches bounded by the bytes of what they hold.

use std::hash::Hash;

use quick_cache::{
    DefaultHashBuilder, OptionsBuilder, Weighter,
    sync::{Cache, DefaultLifecycle},
};

/// A cache that drops what was used least recently when it holds more bytes than it may.
pub type ByteCache<K, V> = Cache<K, V, BytesOf<K, V>>;

/// Number of bytes of an entry.
#[derive(Debug)]
pub struct BytesOf<K, V>(fn(&K, &V) -> u64);

impl<K, V> Clone for BytesOf<K, V> {
    fn clone(&self) -> Self {
        BytesOf(self.0)
    }
}

impl<K, V> Weighter<K, V> for BytesOf<K, V> {
    fn weight(&self, key: &K, value: &V) -> u64 {
        (self.0)(key, value)
    }
}

/// What a cache holds, and how often it was of use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheCounts {
    /// Entries.
    pub entries: u64,
    /// Bytes of all entries, about.
    pub bytes: u64,
    /// Number of times that something was found.
    pub hits: u64,
    /// Number of times that something wasn't.
    pub misses: u64,
}

/// The counts of a cache.
pub fn counts<K: Eq + Hash, V: Clone>(cache: &ByteCache<K, V>) -> CacheCounts {
    CacheCounts { entries: cache.len() as u64, bytes: cache.weight(), hits: cache.hits(), misses: cache.misses() }
}

/// An empty cache of so many bytes, of entries with about `usual` bytes each.
pub fn byte_cache<K: Eq + Hash, V: Clone>(bytes: u64, usual: u64, bytes_of: fn(&K, &V) -> u64) -> ByteCache<K, V> {
    // In one shard, so that the whole room is for whichever entries are used.
    let options = OptionsBuilder::new()
        .shards(1)
        .estimated_items_capacity((bytes / usual) as usize)
        .weight_capacity(bytes)
        .build()
        .expect("sizes are given");
    Cache::with_options(options, BytesOf(bytes_of), DefaultHashBuilder::default(), DefaultLifecycle::default())
}
