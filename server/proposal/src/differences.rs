//! The differences between two versions of the files, as changes of lines where possible.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{
    apply::apply,
    change::{Anchor, Change, EditOp, RecordPosition},
    fields,
    line::{RecordLine, RecordText, records, records_in_place},
    rows,
    whole_records::{self, WholeRecord},
};
use affixboard_model::{
    catalog::same_entries,
    game::Loaded,
    text::{Charset, EditError, Encoding, FileId, LineEnd, SourceFile, SourceSet, Span, WriteOptions, decode},
};

/// The differences from one version to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    /// Changes of editable lines, by file and position in the earlier version.
    pub changes: Vec<Change>,
    /// All other differences; empty if the changes lead to the later version byte for byte.
    pub others: Vec<OtherDifference>,
}

/// A difference that can't be expressed as changes of editable lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OtherDifference {
    /// Only the later version has the file.
    FileAdded(String),
    /// Only the earlier version has the file.
    FileRemoved(String),
    /// Lines of a record, or outside of all records.
    Lines {
        /// The file's name.
        file: String,
        /// The record's header line, of the later version if it has the record; `None` outside of records and in files
        /// that the game doesn't read.
        header: Option<String>,
        /// Number of lines that only the earlier version has.
        removed_lines: u32,
        /// Number of lines that only the later version has.
        added_lines: u32,
    },
}

/// The differences from `before` to `after`.
///
/// # Errors
/// If a file of the earlier version can't be edited.
pub fn differences(before: &Loaded, after: &Loaded) -> Result<Differences, EditError> {
    let (old, new) = (records(before), records(after));
    let mut found = between([before, after], [&old, &new], Known::ByName)?;
    // Entries that are called by their place have other names once one above them is gone or came: then they are known by what
    // they say.
    if !found.others.is_empty() && old.len() != new.len() {
        let by_text = between([before, after], [&old, &new], Known::ByText)?;
        if length(&by_text) < length(&found) {
            found = by_text;
        }
    }
    // Where the line that begins a record can be changed, its entry may have another number and name, or be none any more:
    // then it is known by its place. The reading that says it with less is taken.
    let places = |records: &[RecordText]| -> Vec<_> {
        records.iter().map(|record| (record.file, record.place, record.key())).collect()
    };
    let has_such_lines = before.files().iter().any(|spec| spec.every_line);
    if !has_such_lines || places(&old) == places(&new) {
        return Ok(found);
    }
    let Some(placed) = records_in_place(before, &old, after) else { return Ok(found) };
    let in_place = between([before, after], [&old, &placed], Known::ByName)?;
    Ok(if length(&in_place) < length(&found) { in_place } else { found })
}

/// How much the differences say, the unsaid first.
fn length(differences: &Differences) -> (usize, usize) {
    (differences.others.len(), differences.changes.len())
}

/// What an entry is known by in both versions, before its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    ByName,
    ByText,
}

/// The differences between these records of two versions.
fn between(
    [before, after]: [&Loaded; 2],
    [old, new]: [&[RecordText]; 2],
    known: Known,
) -> Result<Differences, EditError> {
    let mixed_line_ends =
        [before, after].map(|loaded| -> Vec<bool> { loaded.sources.files().iter().map(has_mixed_line_ends).collect() });
    let mut changes: Vec<((FileId, u32), Vec<Change>)> = Vec::new();
    for sort in before.entry_sorts() {
        let of = |records: &[RecordText]| -> Vec<usize> {
            records.iter().enumerate().filter(|(_, record)| record.sort == sort).map(|(at, _)| at).collect()
        };
        let (old_at, new_at) = (of(old), of(new));
        let same = same_records([before, after], [old, new], [&old_at, &new_at], known);
        changes.extend(entries_that_come_and_go([before, after], [old, new], [&old_at, &new_at], &same));
        for (later, earlier) in new_at.iter().zip(same) {
            let Some(earlier) = earlier else { continue };
            let (old, new) = (&old[old_at[earlier]], &new[*later]);
            let mixed_line_ends =
                mixed_line_ends[0][usize::from(old.file.0)] || mixed_line_ends[1][usize::from(new.file.0)];
            let pair = Pair { before, after, old, new, mixed_line_ends };
            let found = pair.changes();
            if !found.is_empty() {
                changes.push(((pair.old.file, pair.old.lines[0].span.start), found));
            }
        }
    }
    changes.sort_by_key(|(place, _)| *place);
    let changes: Vec<Change> = changes.into_iter().flat_map(|(_, changes)| changes).collect();
    let made = apply(before, &changes)?.sources;
    Ok(Differences { changes, others: others(&made, after) })
}

/// For each later record of a sort the position in `old_at` of the earlier one that it is. Of several of one name those that read
/// the same are: where numbers are places, as in 4.2, all below an entry that goes get others.
fn same_records(
    [before, after]: [&Loaded; 2],
    [old, new]: [&[RecordText]; 2],
    [old_at, new_at]: [&[usize]; 2],
    known: Known,
) -> Vec<Option<usize>> {
    let mut of_name: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
    for (side, (records, all)) in [(old, old_at), (new, new_at)].into_iter().enumerate() {
        for (place, at) in all.iter().enumerate() {
            let name = if known == Known::ByText { "" } else { records[*at].name.as_str() };
            of_name.entry(name).or_default()[side].push(place);
        }
    }
    let mut same: Vec<Option<usize>> = vec![None; new_at.len()];
    let mut is_taken = vec![false; old_at.len()];
    for [earlier, later] in of_name.into_values().filter(|[earlier, later]| earlier.len() > 1 || later.len() > 1) {
        let mut texts: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
        for place in earlier {
            texts.entry(old[old_at[place]].whole_text(before)).or_default().push_back(place);
        }
        for place in later {
            let text = new[new_at[place]].whole_text(after);
            if let Some(earlier) = texts.get_mut(&text).and_then(VecDeque::pop_front) {
                (same[place], is_taken[earlier]) = (Some(earlier), true);
            }
        }
    }
    let rest =
        |length: usize, is_left: &dyn Fn(usize) -> bool| (0..length).filter(|at| is_left(*at)).collect::<Vec<_>>();
    let old_rest = rest(old_at.len(), &|at| !is_taken[at]);
    let new_rest = rest(new_at.len(), &|at| same[at].is_none());
    let found = same_entries(&keys(old, old_at, &old_rest), &keys(new, new_at, &new_rest));
    for (place, found) in new_rest.iter().zip(found) {
        same[*place] = found.map(|at| old_rest[at]);
    }
    same
}

/// Name and number of some of the records at these positions.
fn keys<'a>(records: &'a [RecordText], all: &[usize], rest: &[usize]) -> Vec<(&'a str, u32)> {
    rest.iter().map(|place| &records[all[*place]]).map(|record| (record.name.as_str(), record.index)).collect()
}

/// The entries that only one of two versions has, of one sort; `same` has for each later record the earlier one that it is, by
/// position in `at`. An entry comes after the one above it that both have, or before the first that both have; rows that aren't one
/// list on one line are left out.
fn entries_that_come_and_go(
    [before, after]: [&Loaded; 2],
    [old, new]: [&[RecordText]; 2],
    [old_at, new_at]: [&[usize]; 2],
    same: &[Option<usize>],
) -> Vec<((FileId, u32), Vec<Change>)> {
    let place = |record: &RecordText| (record.file, record.lines[0].span.start);
    let change = |record: &RecordText, op| {
        let anchor = Anchor {
            file: before.sources.file(record.file).name().to_owned(),
            sort: record.sort,
            index: record.index,
            name: record.name.clone(),
            directive: if record.is_row() { rows::ROW } else { whole_records::RECORD }.to_owned(),
            ordinal: 0,
        };
        Change { anchor, op, writing: WriteOptions::default() }
    };
    let is_whole = |record: &RecordText, text: &str| !record.is_row() || record.is_whole_row() && rows::is_row(text);
    let mut changes = Vec::new();
    let mut later: Vec<(usize, Option<usize>)> = new_at.iter().copied().zip(same.iter().copied()).collect();
    later.sort_by_key(|(at, _)| place(&new[*at]));
    // The last one that both have, in the later version and in the earlier; and those of its file that came before the first.
    let mut above: Option<(usize, usize)> = None;
    let mut first: Vec<usize> = Vec::new();
    for (at, earlier) in later {
        let record = &new[at];
        if above.is_some_and(|above| new[above.0].file != record.file) {
            above = None;
        }
        first.retain(|other| new[*other].file == record.file);
        match (earlier, above) {
            (Some(earlier), _) => {
                let below = &old[old_at[earlier]];
                for at in first.drain(..).filter(|at| !new[*at].is_row()) {
                    let now = new[at].whole_text(after);
                    let op = EditOp::Insert { after: None, now, place: Some(RecordPosition::above_all()) };
                    changes.push((place(below), vec![change(below, op)]));
                }
                above = Some((at, old_at[earlier]));
            }
            (None, Some((new_above, old_above))) => {
                let now = record.whole_text(after);
                if is_whole(record, &now) {
                    let above = &old[old_above];
                    let position = (!record.is_row()).then(|| {
                        let start = WholeRecord::of(record, after.sources.file(record.file)).span.start;
                        whole_records::place([above, &new[new_above]], start, |span| {
                            after.sources.text(span).into_owned()
                        })
                    });
                    let op = EditOp::Insert { after: None, now, place: position.flatten() };
                    changes.push((place(above), vec![change(above, op)]));
                }
            }
            (None, None) => first.push(at),
        }
    }
    let stays: BTreeSet<usize> = same.iter().flatten().map(|earlier| old_at[*earlier]).collect();
    for record in old_at.iter().filter(|at| !stays.contains(at)).map(|at| &old[*at]) {
        let was = record.whole_text(before);
        if is_whole(record, &was) {
            changes.push((place(record), vec![change(record, EditOp::Remove { was })]));
        }
    }
    changes
}

/// The changes that revert `changes`, which were made to `base`.
///
/// # Errors
/// If a file can't be edited.
pub fn revert(base: &Loaded, changes: &[Change]) -> Result<Vec<Change>, EditError> {
    let applied = apply(base, changes)?;
    let after = base.game.load_switched(applied.sources, base.switches.clone());
    differences(&after, base).map(|differences| differences.changes)
}

/// A record in two versions.
struct Pair<'a> {
    before: &'a Loaded,
    after: &'a Loaded,
    old: &'a RecordText,
    new: &'a RecordText,
    /// Whether either file has different line endings.
    mixed_line_ends: bool,
}

impl Pair<'_> {
    fn old_text(&self, line: &RecordLine) -> String {
        self.before.sources.text(line.span).into_owned()
    }

    fn new_text(&self, line: &RecordLine) -> String {
        self.after.sources.text(line.span).into_owned()
    }

    /// The changes of the record's lines, in order.
    ///
    /// Non-editable lines that both versions have divide the record into hunks, and editable lines are compared within
    /// a hunk, so that inserted lines get the position that they have in the later version.
    fn changes(&self) -> Vec<Change> {
        if self.old.is_row() || self.new.is_row() {
            return self.numbers();
        }
        let others = |record: &RecordText| -> Vec<usize> {
            // Headers (line 0) always correspond, even if their texts differ.
            (1..record.lines.len()).filter(|at| record.lines[*at].directive.is_none()).collect()
        };
        let (old_others, new_others) = (others(self.old), others(self.new));
        let old_texts: Vec<_> = old_others.iter().map(|at| self.old_text(&self.old.lines[*at])).collect();
        let new_texts: Vec<_> = new_others.iter().map(|at| self.new_text(&self.new.lines[*at])).collect();
        let mut hunks = Vec::new();
        let (mut old_at, mut new_at) = (0, 0);
        for op in capture_diff_slices(Algorithm::Myers, &old_texts, &new_texts) {
            let DiffOp::Equal { old_index, new_index, len } = op else { continue };
            for step in 0..len {
                let (old_end, new_end) = (old_others[old_index + step], new_others[new_index + step]);
                hunks.push((old_at..old_end, new_at..new_end));
                (old_at, new_at) = (old_end, new_end);
            }
        }
        hunks.push((old_at..self.old.lines.len(), new_at..self.new.lines.len()));
        let hunks = hunks.into_iter().flat_map(|(old, new)| self.hunk(old, new));
        self.header().into_iter().chain(hunks).collect()
    }

    /// The change of the line that begins the record, where it can be changed.
    fn header(&self) -> Option<Change> {
        let (old, new) = (self.old.lines.first()?, self.new.lines.first()?);
        let is_editable = old.directive.is_some() && new.directive.is_some();
        (is_editable && self.old_text(old) != self.new_text(new)).then(|| self.replaced(0, 0))
    }

    /// The changed numbers of a row that have a place in both versions.
    fn numbers(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for (gone, line) in self.old.lines.iter().enumerate() {
            let Some(directive) = line.directive.filter(|_| self.old.is_row() && self.new.is_row()) else { continue };
            if let Some(come) = self.new.of_directive(directive.tag).next()
                && self.old_text(line) != self.new_text(&self.new.lines[come])
            {
                changes.push(self.replaced(gone, come));
            }
        }
        changes
    }

    /// The changes of a hunk, whose ranges begin with a line that both versions have.
    fn hunk(&self, old: std::ops::Range<usize>, new: std::ops::Range<usize>) -> Vec<Change> {
        let lines = |record: &RecordText, range: &std::ops::Range<usize>| -> Vec<usize> {
            range.clone().filter(|at| *at > 0 && record.lines[*at].directive.is_some()).collect()
        };
        let (old_lines, new_lines) = (lines(self.old, &old), lines(self.new, &new));
        let mut old_texts: Vec<_> = old_lines.iter().map(|at| self.old_key(&self.old.lines[*at])).collect();
        let new_texts: Vec<_> = new_lines.iter().map(|at| self.new_key(&self.new.lines[*at])).collect();
        // What is the last line of a file without an ending may have any in the other version: it gets one from what comes below.
        if let Some(last) = old_texts.last_mut().filter(|last| last.1.is_none())
            && let Some(other) = new_texts.iter().rev().find(|other| other.0 == last.0)
        {
            last.1 = other.1;
        }
        let mut changes = Vec::new();
        for op in capture_diff_slices(Algorithm::Myers, &old_texts, &new_texts) {
            if matches!(op, DiffOp::Equal { .. }) {
                continue;
            }
            let (gone, come) = (&old_lines[op.old_range()], &new_lines[op.new_range()]);
            let pairs = gone.iter().zip(come).take_while(|(gone, come)| self.is_replaced(**gone, **come)).count();
            for (gone, come) in gone.iter().zip(come).take(pairs) {
                changes.push(self.replaced(*gone, *come));
            }
            changes.extend(gone[pairs..].iter().map(|line| self.removed(*line)));
            // Pure insertions come after the removed lines, else after the line before.
            let before = op.old_range().start.checked_sub(1).map(|at| old_lines[at]);
            let above = gone.last().copied().or(before).unwrap_or(old.start);
            changes.extend(come[pairs..].iter().map(|line| self.inserted(*line, above)));
        }
        match self.in_place(&old_lines, &new_lines) {
            Some(in_place) if in_place.len() < changes.len() => in_place,
            _ => changes,
        }
    }

    /// A line as it is compared: in files with different line endings the ending is part of it.
    fn old_key(&self, line: &RecordLine) -> (String, Option<LineEnd>) {
        (self.old_text(line), line.end(self.old_file()).filter(|_| self.mixed_line_ends))
    }

    fn new_key(&self, line: &RecordLine) -> (String, Option<LineEnd>) {
        (self.new_text(line), line.end(self.new_file()).filter(|_| self.mixed_line_ends))
    }

    /// The changes of lines that stay where they are, where there are as many of the same sorts in the same order.
    fn in_place(&self, old: &[usize], new: &[usize]) -> Option<Vec<Change>> {
        let fits = old.len() == new.len() && old.iter().zip(new).all(|(gone, come)| self.is_replaced(*gone, *come));
        let differs = |(gone, come): &(&usize, &usize)| {
            self.old_text(&self.old.lines[**gone]) != self.new_text(&self.new.lines[**come])
        };
        let replaced = |(gone, come): (&usize, &usize)| self.replaced(*gone, *come);
        fits.then(|| old.iter().zip(new).filter(differs).map(replaced).collect())
    }

    /// Whether a replacement, which keeps the line ending, can express this pair of lines.
    fn is_replaced(&self, gone: usize, come: usize) -> bool {
        let (old, new) = (&self.old.lines[gone], &self.new.lines[come]);
        old.directive.map(|directive| directive.tag) == new.directive.map(|directive| directive.tag)
            && (!self.mixed_line_ends || old.end(self.old_file()) == new.end(self.new_file()))
    }

    fn old_file(&self) -> &SourceFile {
        self.before.sources.file(self.old.file)
    }

    fn new_file(&self) -> &SourceFile {
        self.after.sources.file(self.new.file)
    }

    fn anchor(&self, directive: &str, ordinal: u32) -> Anchor {
        Anchor {
            file: self.old_file().name().to_owned(),
            sort: self.old.sort,
            index: self.old.index,
            name: self.old.name.clone(),
            directive: directive.to_owned(),
            ordinal,
        }
    }

    fn anchor_of(&self, line: usize) -> Anchor {
        let tag = self.old.lines[line].directive.map_or("", |directive| directive.tag);
        self.anchor(tag, self.old.ordinal(line))
    }

    fn replaced(&self, gone: usize, come: usize) -> Change {
        let (was, now) = (self.old_text(&self.old.lines[gone]), self.new_text(&self.new.lines[come]));
        let writing = WriteOptions { line_end: None, charset: self.charset(come) };
        Change { anchor: self.anchor_of(gone), op: EditOp::Replace { was, now }, writing }
    }

    fn removed(&self, gone: usize) -> Change {
        let was = self.old_text(&self.old.lines[gone]);
        Change { anchor: self.anchor_of(gone), op: EditOp::Remove { was }, writing: WriteOptions::default() }
    }

    fn inserted(&self, come: usize, above: usize) -> Change {
        let line = &self.new.lines[come];
        let now = self.new_text(line);
        let tag = line.directive.map_or("", |directive| directive.tag);
        let after = self.old.last_of_directive(tag, above);
        let ordinal = after.map_or(0, |line| self.old.ordinal(line));
        let place = RecordPosition { line: above as u32, above: self.old_text(&self.old.lines[above]) };
        let after = after.map(|line| self.old_text(&self.old.lines[line]));
        // Below a last line without an ending the one that is written stands before the new line.
        let own = || line.end(self.new_file()).filter(|_| self.old.lines[above].end(self.old_file()).is_some());
        let end = || own().or_else(|| self.new.lines[come - 1].end(self.new_file()));
        let line_end = if self.mixed_line_ends { end() } else { None };
        let op = EditOp::Insert { after, now, place: Some(place) };
        Change {
            anchor: self.anchor(tag, ordinal),
            op,
            writing: WriteOptions { line_end, charset: self.charset(come) },
        }
    }

    /// The charset of a later line, if it differs from that of the earlier file.
    fn charset(&self, come: usize) -> Option<Charset> {
        let Span { start, end, .. } = self.new.lines[come].span;
        let (old, new) = (self.old_file(), self.new_file());
        let bytes = &new.text()[start as usize..end as usize];
        if bytes.is_ascii() || new.encoding() != Encoding::Bytes || old.encoding() != Encoding::Bytes {
            return None;
        }
        let charset = Charset::of(bytes);
        (charset != Charset::of(old.text())).then_some(charset)
    }
}

fn has_mixed_line_ends(file: &SourceFile) -> bool {
    let text = file.text();
    let mut ends = (0..text.len()).filter(|at| text[*at] != b'\n' || *at == 0 || text[at - 1] != b'\r');
    let mut ends = ends.by_ref().filter_map(|at| LineEnd::at(text, at));
    ends.next().is_some_and(|first| ends.any(|end| end != first))
}

/// The differences that remain after all changes of editable lines were applied.
fn others(before: &SourceSet, after: &Loaded) -> Vec<OtherDifference> {
    let mut others = Vec::new();
    for file in before.files() {
        let Some((_, later)) = after.sources.find(file.name()) else {
            others.push(OtherDifference::FileRemoved(file.name().to_owned()));
            continue;
        };
        if file.bytes() != later.bytes() {
            others.extend(other_lines(file, later, after));
        }
    }
    let added_lines = after.sources.files().iter().filter(|file| before.find(file.name()).is_none());
    others.extend(added_lines.map(|file| OtherDifference::FileAdded(file.name().to_owned())));
    others
}

fn other_lines(before: &SourceFile, after: &SourceFile, loaded: &Loaded) -> Vec<OtherDifference> {
    fn lines(file: &SourceFile) -> Vec<&[u8]> {
        file.text().split_inclusive(|byte| *byte == b'\n').collect()
    }
    let spec = loaded.files().iter().find(|spec| spec.is_named(after.name()));
    // The record header above each line.
    let headers = |lines: &[&[u8]]| -> Vec<Option<String>> {
        let mut header = None;
        let text = |line: &[u8]| decode(line.trim_ascii()).into_owned();
        let is_header = |line: &[u8]| {
            spec.is_some_and(|spec| {
                !spec.header.is_empty() && fields::tag(spec.notation, line) == Some(spec.header.as_bytes())
            })
        };
        lines
            .iter()
            .map(|line| {
                if is_header(line) {
                    header = Some(text(line));
                }
                header.clone()
            })
            .collect()
    };
    let (old, new) = (lines(before), lines(after));
    let (old_headers, new_headers) = (headers(&old), headers(&new));
    let mut counts: Vec<(Option<String>, u32, u32)> = Vec::new();
    let mut count = |header: &Option<String>, removed_lines: u32, added_lines: u32| match counts
        .iter_mut()
        .find(|(known, ..)| known == header)
    {
        Some(known) => (known.1, known.2) = (known.1 + removed_lines, known.2 + added_lines),
        None => counts.push((header.clone(), removed_lines, added_lines)),
    };
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            old_headers[op.old_range()].iter().for_each(|header| count(header, 1, 0));
            new_headers[op.new_range()].iter().for_each(|header| count(header, 0, 1));
        }
    }
    if counts.is_empty() {
        // The text is the same, in another encoding.
        counts.push((None, before.line_count(), after.line_count()));
    }
    let file = || after.name().to_owned();
    counts
        .into_iter()
        .map(|(header, removed_lines, added_lines)| OtherDifference::Lines {
            file: file(),
            header,
            removed_lines,
            added_lines,
        })
        .collect()
}
