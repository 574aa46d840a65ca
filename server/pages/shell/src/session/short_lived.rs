//! What is kept in memory for some minutes under a random token, such as whose password was right and who still owes a code. A
//! restart forgets it, and whoever it was begins anew.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Things kept at most; beyond it those that would end first go.
const MOST: usize = 10_000;

/// Things by their tokens, each with the time at which it ends, in milliseconds since 1970.
#[derive(Debug)]
pub struct ShortLived<T> {
    kept: Mutex<HashMap<String, (i64, T)>>,
    /// How long each is kept, in milliseconds.
    life: i64,
}

impl<T> ShortLived<T> {
    /// For things that are kept so many minutes.
    pub(crate) fn minutes(minutes: u32) -> ShortLived<T> {
        ShortLived { kept: Mutex::default(), life: i64::from(minutes) * 60_000 }
    }

    /// Keeps something from now on, in the place of what was there under that token.
    pub fn put(&self, token: String, thing: T, now_ms: i64) {
        let mut kept = self.kept();
        kept.insert(token, (now_ms + self.life, thing));
        if kept.len() > MOST {
            kept.retain(|_, (until, _)| *until > now_ms);
        }
        while kept.len() > MOST {
            let first = kept.iter().min_by_key(|(_, (until, _))| *until).map(|(token, _)| token.clone());
            first.map(|token| kept.remove(&token));
        }
    }

    /// Looks at something, or changes it.
    pub fn with<R>(&self, token: &str, now_ms: i64, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut kept = self.kept();
        let (until, thing) = kept.get_mut(token)?;
        // Where the clock was ahead when it was put, it ends no later than if it were put now.
        (now_ms < *until && *until <= now_ms + self.life).then(|| look(thing))
    }

    /// Takes something out: it is there for one only.
    pub fn take(&self, token: &str, now_ms: i64) -> Option<T> {
        let (until, thing) = self.kept().remove(token)?;
        (now_ms < until && until <= now_ms + self.life).then_some(thing)
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, (i64, T)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    #[test]
    fn things_end_with_their_time_and_are_taken_once() {
        let kept = ShortLived::minutes(5);
        kept.put("a".to_owned(), 1, NOW);
        assert_eq!(kept.with("a", NOW + 299_999, |thing| *thing), Some(1));
        assert_eq!(kept.with("a", NOW + 300_000, |thing| *thing), None);
        assert_eq!(kept.with("a", NOW - 1, |thing| *thing), None, "put while the clock was ahead");
        assert_eq!((kept.take("b", NOW), kept.take("a", NOW), kept.take("a", NOW)), (None, Some(1), None));
        kept.put("a".to_owned(), 1, NOW);
        assert_eq!(kept.take("a", NOW + 300_000), None);
    }

    #[test]
    fn memory_is_bounded() {
        let kept = ShortLived::minutes(5);
        for n in 0..MOST as i64 + 10 {
            kept.put(n.to_string(), n, NOW + n);
        }
        assert_eq!(kept.kept().len(), MOST);
        assert_eq!((kept.take("9", NOW + 10_000), kept.take("10", NOW + 10_000)), (None, Some(10)));
    }
}
