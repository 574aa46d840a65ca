//! The workers that said something lately.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use super::messages::Hello;

/// Who said nothing for so long isn't there.
const GONE: Duration = Duration::from_secs(15);
/// Who was gone for so long isn't shown.
const FORGOTTEN: Duration = Duration::from_mins(10);
/// Workers that are remembered at most, as anybody who reaches the queue may say something.
const MOST: usize = 2000;
/// The longest text of a worker that is kept, in characters.
const LONGEST: usize = 300;

/// A worker as it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenWorker {
    /// Its name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// Threads that run shards.
    pub threads: u32,
    /// Parcels that it has now.
    pub under_way: u32,
    /// Parcels done since it began.
    pub parcels: u64,
    /// Shards done since it began.
    pub shards: u64,
    /// Drops made since it began.
    pub drops: u64,
    /// Cells of sheets computed since it began.
    pub cells: u64,
    /// Why it can't work on what is in the queue.
    pub refuses: Option<String>,
    /// Whether it is there.
    pub is_here: bool,
    /// Time since it last said something.
    pub silent: Duration,
}

/// All workers that were seen.
#[derive(Debug, Default)]
pub struct WorkersSeen(Mutex<BTreeMap<String, (Instant, Hello)>>);

impl WorkersSeen {
    /// Notes what a worker said of itself.
    pub(super) fn note(&self, now: Instant, mut hello: Hello) {
        for text in [&mut hello.id, &mut hello.name, &mut hello.version] {
            cut(text);
        }
        hello.refuses.iter_mut().for_each(cut);
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|_, (when, _)| now.duration_since(*when) < FORGOTTEN);
        if seen.len() < MOST || seen.contains_key(&hello.id) {
            seen.insert(hello.id.clone(), (now, hello));
        }
    }

    /// The workers, by name; those that are gone for minutes are left out.
    pub fn all(&self) -> Vec<SeenWorker> {
        self.at(Instant::now())
    }

    fn at(&self, now: Instant) -> Vec<SeenWorker> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = seen.values().filter(|(when, _)| now.duration_since(*when) < FORGOTTEN);
        let mut workers: Vec<_> = recent
            .map(|(when, hello)| {
                let silent = now.duration_since(*when);
                SeenWorker {
                    name: hello.name.clone(),
                    version: hello.version.clone(),
                    threads: hello.threads,
                    under_way: hello.under_way,
                    parcels: hello.parcels,
                    shards: hello.shards,
                    drops: hello.drops,
                    cells: hello.cells,
                    refuses: hello.refuses.clone(),
                    is_here: !hello.leaves && silent < GONE,
                    silent,
                }
            })
            .collect();
        workers.sort_by(|left, right| left.name.cmp(&right.name));
        workers
    }
}

fn cut(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
    }
    text.retain(|character| !character.is_control());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello(id: &str) -> Hello {
        Hello {
            id: id.to_owned(),
            name: format!("host {id}\n{}", "x".repeat(400)),
            version: "1".to_owned(),
            threads: 2,
            under_way: 1,
            parcels: 3,
            shards: 4,
            drops: 5,
            cells: 6,
            refuses: None,
            leaves: false,
        }
    }

    #[test]
    fn who_says_nothing_is_gone_and_then_forgotten() {
        let (seen, begun) = (WorkersSeen::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        seen.note(begun, hello("b"));
        seen.note(after(10), hello("a"));
        seen.note(after(12), Hello { leaves: true, ..hello("c") });
        let here = |at| seen.at(at).iter().map(|worker| worker.is_here).collect::<Vec<_>>();
        assert_eq!(here(after(14)), [true, true, false]);
        assert_eq!(here(after(20)), [true, false, false]);
        assert_eq!(here(after(605)), [false, false]);
        let name = &seen.at(begun)[0].name;
        assert!(name.starts_with("host axxx") && name.len() < 301, "{name}");
    }

    #[test]
    fn no_more_are_remembered_than_are_good() {
        let (seen, now) = (WorkersSeen::default(), Instant::now());
        (0..MOST + 10).for_each(|at| seen.note(now, hello(&at.to_string())));
        assert_eq!(seen.at(now).len(), MOST);
    }
}
