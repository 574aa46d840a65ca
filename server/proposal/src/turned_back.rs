//! Whether later files still have what changes made, or read as if those had never been made: an import of an older checkout
//! undoes what was merged since, and nothing in it says so.

use super::{
    apply::entries_of,
    change::{Change, EditOp},
    line::{RecordText, records},
};
use affixboard_model::game::Loaded;

/// Files that have changes, and other files that may lack them.
pub struct TurnedBack<'a> {
    had: Version<'a>,
    has: Version<'a>,
}

/// Files and the records of their entries.
struct Version<'a> {
    loaded: &'a Loaded,
    records: Vec<RecordText>,
}

impl<'a> TurnedBack<'a> {
    /// Compares `has` with files that had the changes.
    pub fn new(had: &'a Loaded, has: &'a Loaded) -> TurnedBack<'a> {
        TurnedBack { had: Version::new(had), has: Version::new(has) }
    }

    /// For each change whether it is in the one version, and turned back in the other: a line that was replaced or removed is
    /// there again, a new line is gone, or its whole entry is. A line that reads otherwise than before and after the change
    /// was changed further, and nothing is turned back.
    pub fn of(&self, changes: &[Change]) -> Vec<bool> {
        let [had, has] = [&self.had, &self.has].map(|version| entries_of(version.loaded, &version.records, changes));
        let places = had.iter().zip(&has).map(|(had, has)| [had, has].map(|found| found.map(|(record, _)| record)));
        changes.iter().zip(places).map(|(change, [had, has])| self.is_turned_back(change, changes, had, has)).collect()
    }

    /// One of `changes`, of the records at these positions.
    fn is_turned_back(&self, change: &Change, changes: &[Change], had: Option<usize>, has: Option<usize>) -> bool {
        if change.is_of_whole_entry() {
            let [had, has] = [&self.had, &self.has].map(|version| version.whole_entries(change));
            return lacks(&had, &has, change.now().map(str::trim)) || lacks(&has, &had, change.was().map(str::trim));
        }
        let Some(had) = had else { return false };
        let had = self.had.lines(had, &change.anchor.directive);
        let Some(has) = has else { return change.now().is_some_and(|now| count(&had, now) > 0) };
        let has = self.has.lines(has, &change.anchor.directive);
        match &change.op {
            EditOp::Replace { was, now } => lacks(&had, &has, Some(now)) && lacks(&has, &had, Some(was)),
            EditOp::Remove { was } => lacks(&has, &had, Some(was)),
            EditOp::Insert { now, .. } => {
                // Where as many other lines came as went, it may be one of these now; lines that these changes took away and
                // that are there again are none of them.
                let place = |of: &Change| (of.anchor.sort, of.anchor.index);
                let is_here =
                    |of: &Change| place(of) == place(change) && of.anchor.directive == change.anchor.directive;
                let is_back = |line: &String| changes.iter().any(|of| of.was() == Some(line) && is_here(of));
                let came = more(&has, &had, |line| !is_back(line));
                lacks(&had, &has, Some(now)) && came < more(&had, &has, |_| true)
            }
        }
    }
}

/// Whether changes that files once had may be turned back in them, as far as that is seen without the files that had them: a
/// quick look that rules out most.
pub fn may_be_turned_back(changes: &[Change], has: &Loaded) -> bool {
    let version = Version::new(has);
    let entries = entries_of(has, &version.records, changes);
    changes.iter().zip(entries).any(|(change, entry)| {
        let lines = match entry {
            _ if change.is_of_whole_entry() => version.whole_entries(change),
            Some((record, _)) => version.lines(record, &change.anchor.directive),
            None => return change.now().is_some(),
        };
        let is_whole = change.is_of_whole_entry();
        let is_there =
            |text: Option<&str>| text.is_some_and(|text| count(&lines, if is_whole { text.trim() } else { text }) > 0);
        match change.op {
            EditOp::Replace { .. } => !is_there(change.now()) && is_there(change.was()),
            EditOp::Insert { .. } => !is_there(change.now()),
            EditOp::Remove { .. } => is_there(change.was()),
        }
    })
}

impl<'a> Version<'a> {
    fn new(loaded: &'a Loaded) -> Version<'a> {
        Version { loaded, records: records(loaded) }
    }

    /// The lines of a record's directive.
    fn lines(&self, record: usize, directive: &str) -> Vec<String> {
        let record = &self.records[record];
        let text = |line: usize| self.loaded.sources.text(record.lines[line].span).into_owned();
        record.of_directive(directive).map(text).collect()
    }

    /// The entries of the sort that a change is about, as a whole.
    fn whole_entries(&self, change: &Change) -> Vec<String> {
        let records = self.records.iter().filter(|record| record.sort == change.anchor.sort);
        records.map(|record| record.whole_text(self.loaded).trim().to_owned()).collect()
    }
}

fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| *line == text).count()
}

/// Number of such lines that the first list has and the second hasn't, or not as often.
fn more(lines: &[String], others: &[String], is_such: impl Fn(&String) -> bool) -> usize {
    let mut left: Vec<&String> = others.iter().collect();
    let mut more = 0;
    for line in lines {
        match left.iter().position(|other| *other == line) {
            Some(at) => drop(left.swap_remove(at)),
            None => more += usize::from(is_such(line)),
        }
    }
    more
}

/// Whether the second list has a line fewer times than the first.
fn lacks(more: &[String], fewer: &[String], text: Option<&str>) -> bool {
    text.is_some_and(|text| count(fewer, text) < count(more, text))
}
