//! Differences between the files of two revisions, entry by entry: entries added and removed, and the changed lines of
//! others.

use std::{collections::HashMap, fmt::Write as _};

use affixboard_model::{
    catalog::{EntryRecord, SortEntry, same_entries},
    game::Loaded,
    text::{LineChange, SourceSet, Span, line_changes},
};

pub use affixboard_model::catalog::Sort;

/// The sort of change to an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// Only the later files have it.
    Added,
    /// Only the earlier files have it.
    Removed,
    /// Both have it, with other lines.
    Changed,
}

impl ChangeKind {
    /// All sorts of change.
    pub const ALL: [ChangeKind; 3] = [ChangeKind::Added, ChangeKind::Removed, ChangeKind::Changed];

    /// The word on pages and in files.
    pub fn word(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Changed => "changed",
        }
    }
}

/// A changed entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryChange {
    /// The sort of entry.
    pub sort: Sort,
    /// Its name, in the later files if these have it.
    pub name: String,
    /// Its serial number there.
    pub index: u32,
    /// The sort of change.
    pub became: ChangeKind,
    /// File and number of its first line there.
    pub place: (String, u32),
    /// Its changed lines; all lines of an added or removed entry.
    pub lines: Vec<LineChange>,
}

/// The changed entries from `before` to `after`: by sort, then in the order of the later files' serial numbers, removed
/// entries at the end of their sort.
///
/// Entries are matched by serial number and name, else by name, else by serial number.
pub fn entry_changes(before: &Loaded, after: &Loaded) -> Vec<EntryChange> {
    let apart = [numbers_apart(before), numbers_apart(after)];
    let of_sort = |sort| {
        let (old, new) = (before.entry_records(sort), after.entry_records(sort));
        changes(sort, (&old, &before.sources, &apart[0]), (&new, &after.sources, &apart[1]))
    };
    after.entry_sorts_with(before).flat_map(of_sort).collect()
}

/// Numbers of entries that stand elsewhere than their record, as lines, by the record's place: tables without rules have them.
type NumbersApart = HashMap<Span, String>;

fn numbers_apart(loaded: &Loaded) -> NumbersApart {
    let mut apart = NumbersApart::new();
    for entry in loaded.model.entries() {
        let SortEntry { sort, record: Some(record), fields, .. } = entry else { continue };
        let columns = loaded.sorts().get(usize::from(*sort)).map_or(&[][..], |spec| spec.fields);
        for (column, field) in columns.iter().zip(fields) {
            let is_apart = |site: Span| site.file != record.file || site.start < record.start || site.end > record.end;
            if field.site.is_some_and(is_apart) {
                let lines = apart.entry(*record).or_default();
                // Writing to a string can't fail.
                let _ = write!(lines, "\n{}: {}", column.title, field.value.text());
            }
        }
    }
    apart
}

/// The changed entries of a sort: records, files and numbers apart before and after.
fn changes(
    sort: Sort,
    before: (&[EntryRecord<'_>], &SourceSet, &NumbersApart),
    after: (&[EntryRecord<'_>], &SourceSet, &NumbersApart),
) -> Vec<EntryChange> {
    let mut all = Vec::new();
    let (old, new) = (before.0, after.0);
    let earlier: Vec<_> = old.iter().map(EntryRecord::key).collect();
    let later: Vec<_> = new.iter().map(EntryRecord::key).collect();
    let same = same_entries(&earlier, &later);
    let mut is_there = vec![false; old.len()];
    let text = |record: &EntryRecord<'_>, of: &SourceSet, apart: &NumbersApart| {
        of.text(record.span).trim_end().to_owned() + apart.get(&record.span).map_or("", String::as_str)
    };
    for (record, same) in new.iter().zip(same) {
        let now = text(record, after.1, after.2);
        let then = same.map(|at| {
            is_there[at] = true;
            text(&old[at], before.1, before.2)
        });
        let became = if then.is_some() { ChangeKind::Changed } else { ChangeKind::Added };
        if then.as_ref() != Some(&now) {
            let lines = line_changes(then.as_deref().unwrap_or_default(), &now);
            all.push(change(sort, record, after.1, became, lines));
        }
    }
    for (record, _) in old.iter().zip(is_there).filter(|(_, is_there)| !is_there) {
        let lines = line_changes(&text(record, before.1, before.2), "");
        all.push(change(sort, record, before.1, ChangeKind::Removed, lines));
    }
    all
}

fn change(
    sort: Sort,
    record: &EntryRecord<'_>,
    of: &SourceSet,
    became: ChangeKind,
    lines: Vec<LineChange>,
) -> EntryChange {
    EntryChange {
        sort,
        name: record.name.to_owned(),
        index: record.index,
        became,
        place: (of.file(record.span.file).name().to_owned(), of.position(record.span).line),
        lines,
    }
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        catalog::{Affix, Catalog, Role},
        text::{FileId, SourceFile, Span},
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
        let [before, after] = [&old, &new].map(|catalog| catalog.entry_records(Sort::AFFIX));
        let none = NumbersApart::new();
        let shown: Vec<String> = changes(Sort::AFFIX, (&before, &old_text, &none), (&after, &new_text, &none))
            .iter()
            .map(|change| {
                let line = |line: &LineChange| format!("{}{}", if line.is_added { '+' } else { '-' }, line.text);
                let lines: Vec<String> = change.lines.iter().map(line).collect();
                let (name, (_, place)) = (&change.name, &change.place);
                format!("{name} {} {} at {place}: {}", change.index, change.became.word(), lines.join(" "))
            })
            .collect();
        assert_eq!(
            shown,
            [
                "Sharp 1 changed at 1: -T:20 +T:25",
                "Renamed 5 changed at 8: -N:5:Old +N:5:Renamed",
                "New 7 added at 11: +N:7:New +T:5",
                "Moved 8 changed at 14: -N:3:Moved +N:8:Moved",
                "Gone 2 removed at 5: -N:2:Gone -T:1",
            ]
        );
        assert!(changes(Sort::AFFIX, (&before, &old_text, &none), (&before, &old_text, &none)).is_empty());
    }
}
