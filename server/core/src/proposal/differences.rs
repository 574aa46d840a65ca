//! What leads from one version of the files to another, as changes of lines as far as these go, and what else differs.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{
    apply::apply,
    change::{Act, Anchor, Change, Place},
    fields,
    line::{Physical, Record, Records},
};
use crate::{
    catalog::{Sort, same_entries},
    game::Loaded,
    text::{Charset, EditError, Encoding, FileId, LineEnd, SourceFile, SourceSet, Span, Writing, decode},
};

/// What leads from one version to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differences {
    /// Changes of lines that people propose changes of, by file and place in the earlier version.
    pub changes: Vec<Change>,
    /// What else differs: nothing, where the changes make the later version byte for byte.
    pub others: Vec<Other>,
}

/// What differs and can't be said as changes of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Other {
    /// Only the later version has the file.
    FileCame(String),
    /// Only the earlier version has the file.
    FileWent(String),
    /// Lines of a record, or outside of all records.
    Lines {
        /// The file's name.
        file: String,
        /// The first line of the record, in the later version where that has it; none outside of all records, and in files
        /// that the game doesn't read.
        header: Option<String>,
        /// How many lines only the earlier version has.
        went: u32,
        /// How many lines only the later version has.
        came: u32,
    },
}

/// What leads from `before` to `after`.
///
/// # Errors
/// Where a file of the earlier version can't be edited.
pub fn differences(before: &Loaded, after: &Loaded) -> Result<Differences, EditError> {
    let (old, new) = (Records::of(before), Records::of(after));
    let several_ends =
        [before, after].map(|loaded| -> Vec<bool> { loaded.sources.files().iter().map(has_several_ends).collect() });
    let mut changes: Vec<((FileId, u32), Vec<Change>)> = Vec::new();
    for sort in Sort::ALL {
        let of = |records: &[Record]| -> Vec<usize> {
            records.iter().enumerate().filter(|(_, record)| record.sort == sort).map(|(at, _)| at).collect()
        };
        let (old_at, new_at) = (of(&old), of(&new));
        let old_keys: Vec<_> = old_at.iter().map(|at| (old[*at].name.as_str(), old[*at].index)).collect();
        let new_keys: Vec<_> = new_at.iter().map(|at| (new[*at].name.as_str(), new[*at].index)).collect();
        for (later, earlier) in new_at.iter().zip(same_entries(&old_keys, &new_keys)) {
            let Some(earlier) = earlier else { continue };
            let (old, new) = (&old[old_at[earlier]], &new[*later]);
            let ends_differ = several_ends[0][usize::from(old.file.0)] || several_ends[1][usize::from(new.file.0)];
            let pair = Pair { before, after, old, new, ends_differ };
            let found = pair.changes();
            if !found.is_empty() {
                changes.push(((pair.old.file, pair.old.physical[0].span.start), found));
            }
        }
    }
    changes.sort_by_key(|(place, _)| *place);
    let changes: Vec<Change> = changes.into_iter().flat_map(|(_, changes)| changes).collect();
    let made = apply(before, &changes)?.sources;
    Ok(Differences { changes, others: others(&made, after) })
}

/// The changes that undo others, which were made to these files.
///
/// # Errors
/// Where a file can't be edited.
pub fn revert(base: &Loaded, changes: &[Change]) -> Result<Vec<Change>, EditError> {
    let applied = apply(base, changes)?;
    let after = base.game.load_switched(applied.sources, base.switches.clone());
    differences(&after, base).map(|differences| differences.changes)
}

/// A record in two versions.
struct Pair<'a> {
    before: &'a Loaded,
    after: &'a Loaded,
    old: &'a Record,
    new: &'a Record,
    /// Whether the lines of either file end in several ways.
    ends_differ: bool,
}

impl Pair<'_> {
    fn old_text(&self, line: &Physical) -> String {
        self.before.sources.text(line.span).into_owned()
    }

    fn new_text(&self, line: &Physical) -> String {
        self.after.sources.text(line.span).into_owned()
    }

    /// The changes of the record's lines, in order.
    ///
    /// All other lines that both versions have divide the record into stretches, and lines are compared within these: so
    /// they come to stand where the later version has them.
    fn changes(&self) -> Vec<Change> {
        let others = |record: &Record| -> Vec<usize> {
            // Headers belong together whatever they say.
            (1..record.physical.len()).filter(|at| record.physical[*at].directive.is_none()).collect()
        };
        let (old_others, new_others) = (others(self.old), others(self.new));
        let old_texts: Vec<_> = old_others.iter().map(|at| self.old_text(&self.old.physical[*at])).collect();
        let new_texts: Vec<_> = new_others.iter().map(|at| self.new_text(&self.new.physical[*at])).collect();
        let mut stretches = Vec::new();
        let (mut old_at, mut new_at) = (0, 0);
        for op in capture_diff_slices(Algorithm::Myers, &old_texts, &new_texts) {
            let DiffOp::Equal { old_index, new_index, len } = op else { continue };
            for step in 0..len {
                let (old_end, new_end) = (old_others[old_index + step], new_others[new_index + step]);
                stretches.push((old_at..old_end, new_at..new_end));
                (old_at, new_at) = (old_end, new_end);
            }
        }
        stretches.push((old_at..self.old.physical.len(), new_at..self.new.physical.len()));
        stretches.into_iter().flat_map(|(old, new)| self.stretch(old, new)).collect()
    }

    /// The changes between two lines that both versions have, the first of which begins the ranges.
    fn stretch(&self, old: std::ops::Range<usize>, new: std::ops::Range<usize>) -> Vec<Change> {
        let lines = |record: &Record, range: &std::ops::Range<usize>| -> Vec<usize> {
            range.clone().filter(|at| record.physical[*at].directive.is_some()).collect()
        };
        let (old_lines, new_lines) = (lines(self.old, &old), lines(self.new, &new));
        // Where lines end in several ways, how one ends is part of it.
        let ends_differ = self.ends_differ;
        let key = |text, line: &Physical, file| (text, ends_differ.then(|| line.end(file)));
        let old_key = |line: &Physical| key(self.old_text(line), line, self.old_file());
        let new_key = |line: &Physical| key(self.new_text(line), line, self.new_file());
        let old_texts: Vec<_> = old_lines.iter().map(|at| old_key(&self.old.physical[*at])).collect();
        let new_texts: Vec<_> = new_lines.iter().map(|at| new_key(&self.new.physical[*at])).collect();
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
            // Where lines come that replace none: after those that went, else after the line before.
            let before = op.old_range().start.checked_sub(1).map(|at| old_lines[at]);
            let above = gone.last().copied().or(before).unwrap_or(old.start);
            changes.extend(come[pairs..].iter().map(|line| self.inserted(*line, above)));
        }
        changes
    }

    /// Whether a line can take another's place, which keeps the line end.
    fn is_replaced(&self, gone: usize, come: usize) -> bool {
        let (old, new) = (&self.old.physical[gone], &self.new.physical[come]);
        old.directive.map(|directive| directive.tag) == new.directive.map(|directive| directive.tag)
            && (!self.ends_differ || old.end(self.old_file()) == new.end(self.new_file()))
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
        let tag = self.old.physical[line].directive.map_or("", |directive| directive.tag);
        self.anchor(tag, self.old.ordinal(line))
    }

    fn replaced(&self, gone: usize, come: usize) -> Change {
        let (was, now) = (self.old_text(&self.old.physical[gone]), self.new_text(&self.new.physical[come]));
        let writing = Writing { line_end: None, charset: self.charset(come) };
        Change { anchor: self.anchor_of(gone), act: Act::Replace { was, now }, writing }
    }

    fn removed(&self, gone: usize) -> Change {
        let was = self.old_text(&self.old.physical[gone]);
        Change { anchor: self.anchor_of(gone), act: Act::Remove { was }, writing: Writing::default() }
    }

    fn inserted(&self, come: usize, above: usize) -> Change {
        let line = &self.new.physical[come];
        let now = self.new_text(line);
        let tag = line.directive.map_or("", |directive| directive.tag);
        let after = self.old.of_directive(tag).take_while(|other| *other <= above).last();
        let ordinal = after.map_or(0, |line| self.old.ordinal(line));
        let place = Place { line: above as u32, above: self.old_text(&self.old.physical[above]) };
        let after = after.map(|line| self.old_text(&self.old.physical[line]));
        let end = || line.end(self.new_file()).or_else(|| self.new.physical[come - 1].end(self.new_file()));
        let line_end = if self.ends_differ { end() } else { None };
        let act = Act::Insert { after, now, place: Some(place) };
        Change { anchor: self.anchor(tag, ordinal), act, writing: Writing { line_end, charset: self.charset(come) } }
    }

    /// How a later line is written, where that isn't as its earlier file is.
    fn charset(&self, come: usize) -> Option<Charset> {
        let Span { start, end, .. } = self.new.physical[come].span;
        let (old, new) = (self.old_file(), self.new_file());
        let bytes = &new.text()[start as usize..end as usize];
        if bytes.is_ascii() || new.encoding() != Encoding::Bytes || old.encoding() != Encoding::Bytes {
            return None;
        }
        let charset = Charset::of(bytes);
        (charset != Charset::of(old.text())).then_some(charset)
    }
}

fn has_several_ends(file: &SourceFile) -> bool {
    let text = file.text();
    let mut ends = (0..text.len()).filter(|at| text[*at] != b'\n' || *at == 0 || text[at - 1] != b'\r');
    let mut ends = ends.by_ref().filter_map(|at| LineEnd::at(text, at));
    ends.next().is_some_and(|first| ends.any(|end| end != first))
}

/// What differs between two versions, whose lines that people propose changes of are the same as far as can be.
fn others(before: &SourceSet, after: &Loaded) -> Vec<Other> {
    let mut others = Vec::new();
    for file in before.files() {
        let Some((_, later)) = after.sources.find(file.name()) else {
            others.push(Other::FileWent(file.name().to_owned()));
            continue;
        };
        if file.bytes() != later.bytes() {
            others.extend(other_lines(file, later, after));
        }
    }
    let came = after.sources.files().iter().filter(|file| before.find(file.name()).is_none());
    others.extend(came.map(|file| Other::FileCame(file.name().to_owned())));
    others
}

fn other_lines(before: &SourceFile, after: &SourceFile, loaded: &Loaded) -> Vec<Other> {
    fn lines(file: &SourceFile) -> Vec<&[u8]> {
        file.text().split_inclusive(|byte| *byte == b'\n').collect()
    }
    let spec = loaded.files().iter().find(|spec| spec.is_named(after.name()));
    // The header above each line.
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
    let mut count =
        |header: &Option<String>, went: u32, came: u32| match counts.iter_mut().find(|(known, ..)| known == header) {
            Some(known) => (known.1, known.2) = (known.1 + went, known.2 + came),
            None => counts.push((header.clone(), went, came)),
        };
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        if !matches!(op, DiffOp::Equal { .. }) {
            old_headers[op.old_range()].iter().for_each(|header| count(header, 1, 0));
            new_headers[op.new_range()].iter().for_each(|header| count(header, 0, 1));
        }
    }
    if counts.is_empty() {
        // The same text in another encoding.
        counts.push((None, before.line_count(), after.line_count()));
    }
    let file = || after.name().to_owned();
    counts.into_iter().map(|(header, went, came)| Other::Lines { file: file(), header, went, came }).collect()
}
