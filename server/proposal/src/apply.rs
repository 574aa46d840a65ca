//! Applies changes to the files they were made for, or to later versions of them.

use std::collections::BTreeSet;

use super::{
    change::{Anchor, Change, Conflict, EditOp, Outcome, Reason, Refusal},
    fields,
    line::{RecordLine, RecordText, records},
    rows,
    whole_records::{self, WholeRecord},
};
use affixboard_model::{
    catalog::same_entries,
    game::Loaded,
    syntax::{
        DirectiveSpec,
        c_number::{CNumber, c_number},
        line::MAX_LENGTH,
    },
    text::{Diagnostic, Edit, EditError, SourceFile, SourceSet, Span, edit},
};

/// Files with changes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The files. Changes that didn't fit are left out completely.
    pub sources: SourceSet,
    /// The outcome of each change, in the order of the changes.
    pub outcomes: Vec<Outcome>,
    /// The span of each change's line in these files; `None` for removals and for changes that were not applied.
    pub places: Vec<Option<Span>>,
}

impl Applied {
    /// Whether all changes are in the files.
    pub fn is_whole(&self) -> bool {
        self.outcomes.iter().all(Outcome::fits)
    }

    /// The diagnostics about a change's line; `loaded` is these files, loaded.
    pub fn diagnostics_of<'a>(&self, change: usize, loaded: &'a Loaded) -> Vec<&'a Diagnostic> {
        let Some(Some(place)) = self.places.get(change) else { return Vec::new() };
        let is_there = |span: Span| span.file == place.file && place.start <= span.start && span.end <= place.end;
        loaded.diagnostics.iter().filter(|diagnostics_of| diagnostics_of.span.is_some_and(is_there)).collect()
    }
}

/// Applies changes as far as they fit. Each finds its line by entry and text; if the line isn't there, the change is a
/// conflict and has no effect.
///
/// # Errors
/// If a file can't be edited at all. Errors of a single change are its outcome.
pub fn apply(base: &Loaded, changes: &[Change]) -> Result<Applied, EditError> {
    let records = records(base);
    let mut plan =
        Resolver { base, records: &records, claimed: BTreeSet::new(), removed: BTreeSet::new(), gone: BTreeSet::new() };
    let found: Vec<Result<Target, Outcome>> = plan.find(changes);
    let mut edits: Vec<Edit> = Vec::new();
    let (mut outcomes, mut owners) = (Vec::with_capacity(changes.len()), Vec::new());
    for (at, (change, target)) in changes.iter().zip(&found).enumerate() {
        let outcome = match target {
            Err(outcome) => outcome.clone(),
            Ok(target) => match plan.edit(change, target) {
                Ok(edit) => {
                    owners.push((at, edits.len()));
                    edits.push(edit);
                    if target.is_moved { Outcome::Moved } else { Outcome::Applied }
                }
                Err(refusal) => Outcome::Refused(refusal),
            },
        };
        outcomes.push(outcome);
    }
    let (sources, spans) = edit::apply_with_spans(&base.sources, &edits)?;
    let mut places = vec![None; changes.len()];
    for (change, edit) in owners {
        places[change] = changes[change].now().map(|_| line_in(&sources, spans[edit]));
    }
    Ok(Applied { sources, outcomes, places })
}

/// The span of an inserted line without its line ending, which is before or after it.
fn line_in(sources: &SourceSet, span: Span) -> Span {
    let text = &sources.file(span.file).text()[span.start as usize..span.end as usize];
    let is_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
    let before = text.iter().take_while(is_end).count() as u32;
    let after = text.iter().rev().take_while(is_end).count() as u32;
    Span { start: (span.start + before).min(span.end), end: span.end.saturating_sub(after).max(span.start), ..span }
}

/// The line that a change replaces or removes, or below which it inserts one.
struct Target {
    record: usize,
    line: usize,
    is_moved: bool,
}

struct Resolver<'a> {
    base: &'a Loaded,
    records: &'a [RecordText],
    /// Lines (record, line) that another change is about.
    claimed: BTreeSet<(usize, usize)>,
    /// Lines (record, line) that are removed.
    removed: BTreeSet<(usize, usize)>,
    /// Records that are removed as a whole.
    gone: BTreeSet<usize>,
}

impl Resolver<'_> {
    /// Finds the line of each change. Changes whose lines didn't move go first, so that each of several equal lines is
    /// found by its own change.
    fn find(&mut self, changes: &[Change]) -> Vec<Result<Target, Outcome>> {
        let entries = entries_of(self.base, self.records, changes);
        let mut found: Vec<Option<Result<Target, Outcome>>> = changes.iter().map(|_| None).collect();
        // Of a record that goes no line can be changed.
        for (at, change) in changes.iter().enumerate() {
            if let Some((record, is_other)) = entries[at].filter(|_| change.anchor.directive == whole_records::RECORD) {
                found[at] = Some(self.whole_target(change, record, is_other));
            }
        }
        for in_place in [true, false] {
            for (at, change) in changes.iter().enumerate() {
                if found[at].is_some() {
                    continue;
                }
                found[at] = match entries[at] {
                    None => Some(Err(conflict(Reason::EntryGone, None))),
                    Some((record, is_other)) => self.target(change, record, is_other, in_place),
                };
            }
        }
        let lost = |target: Option<_>| target.unwrap_or_else(|| Err(conflict(Reason::LineChanged, None)));
        found.into_iter().map(lost).collect()
    }

    fn target(
        &mut self,
        change: &Change,
        at: usize,
        is_other: bool,
        in_place: bool,
    ) -> Option<Result<Target, Outcome>> {
        let records = self.records;
        let record = &records[at];
        let Anchor { directive, ordinal, .. } = &change.anchor;
        if self.gone.contains(&at) {
            return Some(Err(conflict(Reason::DuplicateChange, None)));
        }
        if record.directive(directive).is_none() {
            let expected = directive.clone();
            return Some(Err(Outcome::Refused(Refusal::WrongDirective { expected })));
        }
        if record.is_header(directive) && !matches!(change.op, EditOp::Replace { .. }) {
            return Some(Err(Outcome::Refused(Refusal::HeaderStays)));
        }
        if record.is_row() && directive == rows::ROW {
            return Some(self.row_target(change, at, is_other));
        }
        if record.is_row() && !matches!(change.op, EditOp::Replace { .. }) {
            return Some(Err(Outcome::Refused(Refusal::OnlyReplaced)));
        }
        let own: Vec<usize> = record.of_directive(directive).collect();
        let place = (*ordinal as usize).checked_sub(1).and_then(|at| own.get(at)).copied();
        let is = || place.map(|line| self.text(record, line));
        let reads = |line: usize, text: &str| self.text(record, line) == text;
        match &change.op {
            EditOp::Insert { after: None, place, .. } => {
                let first = own.first().copied();
                let above = place.as_ref().and_then(|place| self.above(record, place, None, first));
                let line = above.or_else(|| first.map(|line| line - 1)).unwrap_or_else(|| record.last_read());
                Some(Ok(Target { record: at, line, is_moved: is_other }))
            }
            EditOp::Insert { after: Some(after), place: wanted, .. } => {
                let anchor = place.filter(|line| reads(*line, after));
                let anchor = anchor.or_else(|| nearest(&own, *ordinal, |line| reads(line, after)));
                let Some(line) = anchor else { return Some(Err(conflict(Reason::LineChanged, is()))) };
                let next = own.iter().copied().find(|other| *other > line);
                let above = wanted.as_ref().and_then(|place| self.above(record, place, Some(line), next));
                let is_moved = is_other || Some(line) != place;
                Some(Ok(Target { record: at, line: above.unwrap_or(line), is_moved }))
            }
            EditOp::Replace { was, .. } | EditOp::Remove { was } => {
                let is_free = |line: usize| !self.claimed.contains(&(at, line));
                let here = place.filter(|line| reads(*line, was));
                if in_place {
                    let line = here.filter(|line| is_free(*line))?;
                    return Some(Ok(self.claim(change, at, line, is_other)));
                }
                if let Some(line) = nearest(&own, *ordinal, |line| is_free(line) && reads(line, was)) {
                    return Some(Ok(self.claim(change, at, line, true)));
                }
                if own.iter().any(|line| reads(*line, was)) {
                    return Some(Err(conflict(Reason::DuplicateChange, is())));
                }
                let is_done = |now: &str| own.iter().any(|line| is_free(*line) && reads(*line, now));
                if change.now().is_some_and(is_done) {
                    return Some(Err(Outcome::AlreadyApplied));
                }
                Some(Err(conflict(Reason::LineChanged, is())))
            }
        }
    }

    /// The row that another one comes after, whatever it reads, or that goes as it was.
    fn row_target(&mut self, change: &Change, at: usize, is_other: bool) -> Result<Target, Outcome> {
        let record = &self.records[at];
        let text = |record| self.text(record, 0);
        match &change.op {
            EditOp::Insert { now, .. } => {
                // The next row of the table has it already where somebody else put it there.
                let place = |record: &RecordText| (record.file, record.lines[0].span.start);
                let later =
                    self.records.iter().filter(|other| other.sort == record.sort && place(other) > place(record));
                if later.min_by_key(|other| place(other)).is_some_and(|next| text(next) == now.trim()) {
                    return Err(Outcome::AlreadyApplied);
                }
                Ok(Target { record: at, line: 0, is_moved: is_other })
            }
            EditOp::Remove { was } if text(record) == *was => Ok(self.claim(change, at, 0, is_other)),
            EditOp::Remove { .. } => Err(conflict(Reason::LineChanged, Some(text(record)))),
            EditOp::Replace { .. } => Err(Outcome::Refused(Refusal::OnlyReplaced)),
        }
    }

    /// The record that another one comes after, whatever it reads, or that goes as it was.
    fn whole_target(&mut self, change: &Change, at: usize, is_other: bool) -> Result<Target, Outcome> {
        let record = &self.records[at];
        if record.is_row() {
            let expected = rows::ROW.to_owned();
            return Err(Outcome::Refused(Refusal::WrongDirective { expected }));
        }
        match &change.op {
            EditOp::Insert { now, place: Some(place), .. } if place.is_above_all() => {
                let before = at.checked_sub(1).map(|at| &self.records[at]).filter(|other| other.file == record.file);
                if before.is_some_and(|other| other.whole_text(self.base).trim() == now.trim()) {
                    return Err(Outcome::AlreadyApplied);
                }
                Ok(Target { record: at, line: 0, is_moved: is_other })
            }
            EditOp::Insert { now, place, .. } => {
                // The next record has it already where somebody else put it there.
                let next = self.records.get(at + 1).filter(|next| next.file == record.file);
                if next.is_some_and(|next| next.whole_text(self.base).trim() == now.trim()) {
                    return Err(Outcome::AlreadyApplied);
                }
                let last = record.last_read();
                let above = place.as_ref().and_then(|place| self.above(record, place, Some(last), None));
                Ok(Target { record: at, line: above.unwrap_or(last), is_moved: is_other })
            }
            EditOp::Remove { was } => {
                let is = record.whole_text(self.base);
                // Blank lines around it may have come or gone.
                if is.trim() != was.trim() {
                    return Err(conflict(Reason::LineChanged, Some(is)));
                }
                if !self.gone.insert(at) {
                    return Err(conflict(Reason::DuplicateChange, Some(is)));
                }
                Ok(Target { record: at, line: 0, is_moved: is_other })
            }
            EditOp::Replace { .. } => Err(Outcome::Refused(Refusal::OnlyReplaced)),
        }
    }

    fn claim(&mut self, change: &Change, record: usize, line: usize, is_moved: bool) -> Target {
        self.claimed.insert((record, line));
        if matches!(change.op, EditOp::Remove { .. }) {
            self.removed.insert((record, line));
        }
        Target { record, line, is_moved }
    }

    /// The line above `place`: the one with the same text that stands nearest to it, if any is within `after..before`.
    fn above(
        &self,
        record: &RecordText,
        place: &super::RecordPosition,
        after: Option<usize>,
        before: Option<usize>,
    ) -> Option<usize> {
        let within = after.unwrap_or(0)..before.unwrap_or(record.lines.len()).min(record.lines.len());
        let fitting = within.filter(|line| self.text(record, *line) == place.above);
        fitting.min_by_key(|line| line.abs_diff(place.line as usize))
    }

    fn text(&self, record: &RecordText, line: usize) -> String {
        self.base.sources.text(record.lines[line].span).into_owned()
    }

    fn edit(&self, change: &Change, target: &Target) -> Result<Edit, Refusal> {
        let record = &self.records[target.record];
        let file = self.base.sources.file(record.file);
        let line = record.lines[target.line];
        let is_whole = |line: &RecordLine| line.next > line.span.end || line.next as usize == file.text().len();
        if let Some(now) = change.now() {
            let Some(directive) = record.directive(&change.anchor.directive) else {
                return Err(Refusal::WrongDirective { expected: change.anchor.directive.clone() });
            };
            check(record, directive, now)?;
        }
        let edit =
            |start, end, text: String| Edit { span: Span { start, end, ..line.span }, text, writing: change.writing };
        let is_whole_record = change.anchor.directive == whole_records::RECORD;
        let made = match &change.op {
            EditOp::Remove { .. } if is_whole_record => {
                let whole = WholeRecord::of(record, file);
                let Span { start, end, .. } = whole.span;
                if whole.next == end && start > 0 {
                    // The file ends without a line ending; keep it so.
                    let above =
                        file.text()[..start as usize].strip_suffix(b"\n").unwrap_or(&file.text()[..start as usize]);
                    let above = above.strip_suffix(b"\r").unwrap_or(above);
                    edit(above.len() as u32, end, String::new())
                } else {
                    edit(start, whole.next, String::new())
                }
            }
            EditOp::Insert { now, place: Some(place), .. } if is_whole_record && place.is_above_all() => {
                let Span { start, .. } = WholeRecord::of(record, file).span;
                edit(start, start, format!("{now}\n"))
            }
            EditOp::Insert { now, .. } if record.is_row() => {
                let (at, text) = rows::insertion(file.text(), line.span, now);
                edit(at, at, text)
            }
            EditOp::Remove { .. } if record.is_row() => {
                let (start, end) = rows::removal(file.text(), line.span);
                edit(start, end, String::new())
            }
            EditOp::Replace { now, .. } => edit(line.span.start, line.span.end, now.clone()),
            EditOp::Remove { .. } if self.is_tail(target.record, target.line, file) => {
                // The file ends without a line ending; keep it so.
                edit(record.lines[target.line - 1].span.end, line.span.end, String::new())
            }
            EditOp::Remove { .. } => edit(line.span.start, line.next, String::new()),
            EditOp::Insert { now, .. } => {
                // A line over the original's buffer is read as several pieces; insert after the last one.
                let mut rest = record.lines.iter().enumerate().skip(target.line);
                let (at, line) = rest.find(|(_, line)| is_whole(line)).unwrap_or((target.line, &line));
                let is_last = at + 1 == record.lines.len();
                let is_open = line.next == line.span.end;
                if is_open || (!is_last && self.is_tail(target.record, at + 1, file)) {
                    edit(line.span.end, line.span.end, format!("\n{now}"))
                } else {
                    edit(line.next, line.next, format!("{now}\n"))
                }
            }
        };
        // Checked here, so that one line that can't be encoded doesn't prevent the others.
        edit::writable(file, &made).map_err(Refusal::Edit)?;
        Ok(made)
    }

    /// Whether all lines from this one to the end of the file are removed, and the file ends without a line ending.
    fn is_tail(&self, record: usize, line: usize, file: &SourceFile) -> bool {
        let lines: &[RecordLine] = &self.records[record].lines;
        lines.last().is_some_and(|last| last.span.end == last.next && last.next as usize == file.text().len())
            && (line..lines.len()).all(|line| self.removed.contains(&(record, line)))
    }
}

/// The record of each change's entry, and whether its serial number or name has changed.
pub(super) fn entries_of(base: &Loaded, records: &[RecordText], changes: &[Change]) -> Vec<Option<(usize, bool)>> {
    let mut found = vec![None; changes.len()];
    for sort in base.entry_sorts() {
        let here: Vec<usize> =
            records.iter().enumerate().filter(|(_, record)| record.sort == sort).map(|(at, _)| at).collect();
        let mut wanted: Vec<(&str, u32)> = changes
            .iter()
            .filter(|change| change.anchor.sort == sort)
            .map(|change| (change.anchor.name.as_str(), change.anchor.index))
            .collect();
        wanted.sort_unstable();
        wanted.dedup();
        let keys: Vec<(&str, u32)> = here.iter().map(|at| (records[*at].name.as_str(), records[*at].index)).collect();
        let same = same_entries(&keys, &wanted);
        for (change, home) in changes.iter().zip(&mut found).filter(|(change, _)| change.anchor.sort == sort) {
            let key = (change.anchor.name.as_str(), change.anchor.index);
            let Ok(at) = wanted.binary_search(&key) else { continue };
            *home = same[at].map(|at| (here[at], keys[at] != key));
        }
    }
    found
}

/// Checks that `now` is a single line of the directive, or a whole record where it stands for one.
fn check(record: &RecordText, directive: &DirectiveSpec, now: &str) -> Result<(), Refusal> {
    if directive.tag == whole_records::RECORD && !record.is_row() {
        return whole_records::check(record, now);
    }
    if now.contains(['\n', '\r']) {
        return Err(Refusal::MultipleLines);
    }
    if directive.tag == rows::ROW && record.is_row() {
        return if rows::is_row(now) { Ok(()) } else { Err(Refusal::NoRow) };
    }
    if record.is_row() {
        return if is_number(now) { Ok(()) } else { Err(Refusal::NoNumber) };
    }
    if fields::tag(record.spec.notation, now.as_bytes()) != Some(directive.tag.as_bytes()) {
        return Err(Refusal::WrongDirective { expected: directive.tag.to_owned() });
    }
    // A tab is four columns at most.
    if now.len() + 3 * now.matches('\t').count() > MAX_LENGTH {
        return Err(Refusal::TooLong);
    }
    Ok(())
}

/// Whether a text is an integer of C, with or without a sign and the suffix of a `long`, that an `int` of 32 bits holds.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let digits = digits.strip_suffix(['L', 'l']).unwrap_or(digits);
    let is_whole = |number: CNumber| number.length == digits.len() && !number.overflow;
    digits.starts_with(|first: char| first.is_ascii_digit()) && c_number(digits.as_bytes()).is_some_and(is_whole)
}

/// Of the lines that fit, the one whose ordinal is nearest to `ordinal`.
fn nearest(own: &[usize], ordinal: u32, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let fitting = own.iter().enumerate().filter(|(_, line)| fits(**line));
    fitting.min_by_key(|(at, _)| (*at as u32 + 1).abs_diff(ordinal)).map(|(_, line)| *line)
}

fn conflict(reason: Reason, is: Option<String>) -> Outcome {
    Outcome::Conflict(Conflict { reason, is })
}
