//! Game statistics as a table of counts: objects on levels, in so many visits.

use super::{CountKey, CountTable, Counted};
use crate::game_stats::{GameStats, StatsEntry};

/// Everything that the program counted, of all origins or of the one with that name. Entries of several item types have the type
/// before their name. An object on a level isn't quite independent of the others there: intervals of common things are too narrow.
pub fn counts_of_stats(title: &str, stats: &GameStats, origin: Option<&str>) -> CountTable {
    let mut table = CountTable { title: title.to_owned(), ..CountTable::default() };
    let origin = origin.map(|name| stats.origin(name));
    for (key, more) in &stats.counts {
        let Some(visits) = stats.visits.get(&key.level) else { continue };
        if origin.is_some_and(|origin| origin != Some(key.origin)) {
            continue;
        }
        let name = stats.name(key.entry);
        let name = match (key.entry, stats.tval(key.entry)) {
            (StatsEntry::Artifact(_), _) | (_, None) => name,
            (_, Some(tval)) => format!("{}: {name}", stats.type_name(tval)),
        };
        let of = CountKey {
            place: String::new(),
            level: key.level,
            quality: String::new(),
            what: key.entry.sort_name().to_owned(),
            name,
        };
        let row = table.rows.entry(of).or_insert(Counted::Rate { count: 0, n: *visits });
        if let Counted::Rate { count, .. } = row {
            *count = count.saturating_add(*more);
        }
    }
    table
}
