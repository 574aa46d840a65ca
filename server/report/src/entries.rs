//! What changed in the files from one revision to another, entry by entry: what came, what went, and which lines of the
//! others changed.

use std::collections::{BTreeMap, VecDeque};

use affixboard_core::{
    catalog::Catalog,
    games::{Loaded, Words},
    text::{SourceSet, Span},
};

use crate::lines::{LineChange, line_changes};

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Became {
    /// Only the later files have it.
    Added,
    /// Only the earlier files have it.
    Removed,
    /// Both have it, with other lines.
    Changed,
}

impl Became {
    /// All of it.
    pub const ALL: [Became; 3] = [Became::Added, Became::Removed, Became::Changed];

    /// The word on pages and in files.
    pub fn word(self) -> &'static str {
        match self {
            Became::Added => "added",
            Became::Removed => "removed",
            Became::Changed => "changed",
        }
    }
}

/// A sort of entries with a record each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// Affixes or egos.
    Affix,
    /// Themes.
    Theme,
    /// Artifacts.
    Artifact,
    /// Kinds.
    Kind,
}

impl Sort {
    /// All of them, in the order in which their changes are told.
    pub const ALL: [Sort; 4] = [Sort::Affix, Sort::Theme, Sort::Artifact, Sort::Kind];

    /// The game's word for one.
    pub fn word(self, words: &Words) -> &'static str {
        match self {
            Sort::Affix => words.affix,
            Sort::Theme => "theme",
            Sort::Artifact => "artifact",
            Sort::Kind => "kind",
        }
    }
}

/// An entry that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryChange {
    /// What it is.
    pub sort: Sort,
    /// Its name, in the later files where these have it.
    pub name: String,
    /// Its serial number there.
    pub index: u32,
    /// What became of it.
    pub became: Became,
    /// File and number of its first line there.
    pub place: (String, u32),
    /// Its lines that changed; of what came or went all.
    pub lines: Vec<LineChange>,
}

/// One side's record of an entry.
struct Record<'a> {
    name: &'a str,
    index: u32,
    span: Span,
}

/// What changed from `before` to `after`, by sort and in the order of the later files' serial numbers, with what went at the
/// end of its sort.
///
/// Entries are the same that have the same serial number and name, else the same name, else the same serial number.
pub fn entry_changes(before: &Loaded, after: &Loaded) -> Vec<EntryChange> {
    changes((&before.catalog, &before.sources), (&after.catalog, &after.sources))
}

fn changes(before: (&Catalog, &SourceSet), after: (&Catalog, &SourceSet)) -> Vec<EntryChange> {
    let mut all = Vec::new();
    for sort in Sort::ALL {
        let (old, new) = (records(sort, before.0), records(sort, after.0));
        let same = matched(&old, &new);
        let mut is_there = vec![false; old.len()];
        let text = |record: &Record<'_>, of: &SourceSet| of.text(record.span).trim_end().to_owned();
        for (record, same) in new.iter().zip(same) {
            let now = text(record, after.1);
            let then = same.map(|at| {
                is_there[at] = true;
                text(&old[at], before.1)
            });
            let became = if then.is_some() { Became::Changed } else { Became::Added };
            if then.as_ref() != Some(&now) {
                let lines = line_changes(then.as_deref().unwrap_or_default(), &now);
                all.push(change(sort, record, after.1, became, lines));
            }
        }
        for (record, _) in old.iter().zip(is_there).filter(|(_, is_there)| !is_there) {
            let lines = line_changes(&text(record, before.1), "");
            all.push(change(sort, record, before.1, Became::Removed, lines));
        }
    }
    all
}

fn change(sort: Sort, record: &Record<'_>, of: &SourceSet, became: Became, lines: Vec<LineChange>) -> EntryChange {
    EntryChange {
        sort,
        name: record.name.to_owned(),
        index: record.index,
        became,
        place: (of.file(record.span.file).name().to_owned(), of.position(record.span).line),
        lines,
    }
}

fn records(sort: Sort, catalog: &Catalog) -> Vec<Record<'_>> {
    match sort {
        Sort::Affix => {
            let of = catalog.affixes.iter();
            of.map(|affix| Record { name: &affix.name, index: affix.index, span: affix.record }).collect()
        }
        Sort::Theme => {
            let of = catalog.themes.iter();
            of.map(|theme| Record { name: &theme.name, index: theme.index, span: theme.record }).collect()
        }
        Sort::Artifact => {
            let of = catalog.artifacts.iter();
            of.map(|artifact| Record { name: &artifact.name, index: artifact.index, span: artifact.record }).collect()
        }
        // Kinds without a record are made up for artifacts.
        Sort::Kind => {
            let of = catalog.kinds.iter().filter_map(|kind| Some((kind, kind.record?)));
            of.map(|(kind, span)| Record { name: &kind.name, index: kind.index, span }).collect()
        }
    }
}

/// By which records are held together: name and serial number, or one of them.
type Key = (Option<String>, Option<u32>);

/// For each later record which earlier one is the same.
fn matched(old: &[Record<'_>], new: &[Record<'_>]) -> Vec<Option<usize>> {
    let mut found: Vec<Option<usize>> = vec![None; new.len()];
    let mut is_taken = vec![false; old.len()];
    let keys: [fn(&Record<'_>) -> Key; 3] = [
        |record| (Some(record.name.to_owned()), Some(record.index)),
        |record| (Some(record.name.to_owned()), None),
        |record| (None, Some(record.index)),
    ];
    for key in keys {
        let mut left: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
        for (at, record) in old.iter().enumerate().filter(|(at, _)| !is_taken[*at]) {
            left.entry(key(record)).or_default().push_back(at);
        }
        for (record, found) in new.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            *found = left.get_mut(&key(record)).and_then(VecDeque::pop_front);
            if let Some(at) = *found {
                is_taken[at] = true;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use affixboard_core::{
        catalog::{Affix, Role},
        text::{FileId, SourceFile},
    };

    use super::*;

    /// A file of records `N:index:name` with their lines.
    fn edition(records: &[(u32, &str, &str)]) -> (Catalog, SourceSet) {
        let (mut text, mut catalog) = (String::new(), Catalog::default());
        for (index, name, lines) in records {
            let start = text.len() as u32;
            text.extend(["N:", &index.to_string(), ":", name, "\n", lines, "\n\n"]);
            catalog.affixes.push(Affix {
                index: *index,
                name: (*name).to_owned(),
                role: Some(Role::Prefix),
                flags: Vec::new(),
                allocations: Vec::new(),
                record: Span { file: FileId(0), start, end: text.len() as u32 },
            });
        }
        let mut sources = SourceSet::new();
        sources.push(SourceFile::new("ego_item.txt".to_owned(), text.into_bytes()));
        (catalog, sources)
    }

    #[test]
    fn what_came_went_and_changed() {
        let (old, old_text) = edition(&[
            (1, "Sharp", "T:20\nF:A"),
            (2, "Gone", "T:1"),
            (3, "Moved", "T:2"),
            (4, "Same", "T:9"),
            (5, "Old", "T:3"),
        ]);
        let (new, new_text) = edition(&[
            (1, "Sharp", "T:25\nF:A"),
            (4, "Same", "T:9"),
            (5, "Renamed", "T:3"),
            (7, "New", "T:5"),
            (8, "Moved", "T:2"),
        ]);
        let told: Vec<String> = changes((&old, &old_text), (&new, &new_text))
            .iter()
            .map(|change| {
                let line = |line: &LineChange| format!("{}{}", if line.is_added { '+' } else { '-' }, line.text);
                let lines: Vec<String> = change.lines.iter().map(line).collect();
                let (name, (_, place)) = (&change.name, &change.place);
                format!("{name} {} {} at {place}: {}", change.index, change.became.word(), lines.join(" "))
            })
            .collect();
        assert_eq!(
            told,
            [
                "Sharp 1 changed at 1: -T:20 +T:25",
                "Renamed 5 changed at 8: -N:5:Old +N:5:Renamed",
                "New 7 added at 11: +N:7:New +T:5",
                "Moved 8 changed at 14: -N:3:Moved +N:8:Moved",
                "Gone 2 removed at 5: -N:2:Gone -T:1",
            ]
        );
        assert!(changes((&old, &old_text), (&old, &old_text)).is_empty());
    }
}
