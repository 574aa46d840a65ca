//! Changes applied to files: those they were made for, or others that have moved on since.

use std::collections::BTreeSet;

use super::{
    change::{Act, Anchor, Change, Conflict, Outcome, Reason, Refusal},
    fields,
    line::{Physical, Record, Records},
};
use crate::{
    catalog::{Sort, same_entries},
    game::Loaded,
    syntax::{DirectiveSpec, line::LONGEST},
    text::{Diagnostic, Edit, EditError, SourceFile, SourceSet, Span, edit},
};

/// Files with changes applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The files. Nothing of a change that didn't fit is in them.
    pub sources: SourceSet,
    /// What became of each change.
    pub outcomes: Vec<Outcome>,
    /// Where each change's line stands in these files; none of those that were not applied or removed theirs.
    pub places: Vec<Option<Span>>,
}

impl Applied {
    /// Whether all changes are in the files.
    pub fn is_whole(&self) -> bool {
        self.outcomes.iter().all(Outcome::fits)
    }

    /// What the reader of these files, loaded, says about a change's line.
    pub fn said<'a>(&self, change: usize, loaded: &'a Loaded) -> Vec<&'a Diagnostic> {
        let Some(Some(place)) = self.places.get(change) else { return Vec::new() };
        let is_there = |span: Span| span.file == place.file && place.start <= span.start && span.end <= place.end;
        loaded.diagnostics.iter().filter(|said| said.span.is_some_and(is_there)).collect()
    }
}

/// Applies changes as far as they fit. Each finds its line by entry and text; where that isn't there, the change is a
/// conflict and the files stay as they are in that place.
///
/// # Errors
/// Where a file can't be edited at all; what is wrong with a single change is its outcome.
pub fn apply(base: &Loaded, changes: &[Change]) -> Result<Applied, EditError> {
    let records = Records::of(base);
    let mut plan = Plan { base, records: &records, claimed: BTreeSet::new(), removed: BTreeSet::new() };
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
    let (sources, spans) = edit::placed(&base.sources, &edits)?;
    let mut places = vec![None; changes.len()];
    for (change, edit) in owners {
        places[change] = changes[change].now().map(|_| line_in(&sources, spans[edit]));
    }
    Ok(Applied { sources, outcomes, places })
}

/// The line within what was put into a file, which has a line end on one side where a line was inserted.
fn line_in(sources: &SourceSet, span: Span) -> Span {
    let text = &sources.file(span.file).text()[span.start as usize..span.end as usize];
    let is_end = |byte: &&u8| matches!(byte, b'\n' | b'\r');
    let before = text.iter().take_while(is_end).count() as u32;
    let after = text.iter().rev().take_while(is_end).count() as u32;
    Span { start: (span.start + before).min(span.end), end: span.end.saturating_sub(after).max(span.start), ..span }
}

/// The line of a record that a change is about; of one to be inserted the line above it.
struct Target {
    record: usize,
    line: usize,
    is_moved: bool,
}

struct Plan<'a> {
    base: &'a Loaded,
    records: &'a [Record],
    /// Lines that a change is about already.
    claimed: BTreeSet<(usize, usize)>,
    /// Lines that are removed.
    removed: BTreeSet<(usize, usize)>,
}

impl Plan<'_> {
    /// Finds the line of each change. Lines in their old places are taken first, so that equal lines find their own.
    fn find(&mut self, changes: &[Change]) -> Vec<Result<Target, Outcome>> {
        let homes = self.homes(changes);
        let mut found: Vec<Option<Result<Target, Outcome>>> = changes.iter().map(|_| None).collect();
        for in_place in [true, false] {
            for (at, change) in changes.iter().enumerate() {
                if found[at].is_some() {
                    continue;
                }
                found[at] = match homes[at] {
                    None => Some(Err(conflict(Reason::EntryGone, None))),
                    Some((record, is_other)) => self.target(change, record, is_other, in_place),
                };
            }
        }
        let lost = |target: Option<_>| target.unwrap_or_else(|| Err(conflict(Reason::LineChanged, None)));
        found.into_iter().map(lost).collect()
    }

    /// The record of each change's entry, and whether it has another serial number or name now.
    fn homes(&self, changes: &[Change]) -> Vec<Option<(usize, bool)>> {
        let mut homes = vec![None; changes.len()];
        for sort in Sort::ALL {
            let here: Vec<usize> =
                self.records.iter().enumerate().filter(|(_, record)| record.sort == sort).map(|(at, _)| at).collect();
            let mut wanted: Vec<(&str, u32)> = changes
                .iter()
                .filter(|change| change.anchor.sort == sort)
                .map(|change| (change.anchor.name.as_str(), change.anchor.index))
                .collect();
            wanted.sort_unstable();
            wanted.dedup();
            let keys: Vec<(&str, u32)> =
                here.iter().map(|at| (self.records[*at].name.as_str(), self.records[*at].index)).collect();
            let same = same_entries(&keys, &wanted);
            for (change, home) in changes.iter().zip(&mut homes).filter(|(change, _)| change.anchor.sort == sort) {
                let key = (change.anchor.name.as_str(), change.anchor.index);
                let Ok(at) = wanted.binary_search(&key) else { continue };
                *home = same[at].map(|at| (here[at], keys[at] != key));
            }
        }
        homes
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
        if record.directive(directive).is_none() {
            let expected = directive.clone();
            return Some(Err(Outcome::Refused(Refusal::OtherLine { expected })));
        }
        let own: Vec<usize> = record.of_directive(directive).collect();
        let place = (*ordinal as usize).checked_sub(1).and_then(|at| own.get(at)).copied();
        let is = || place.map(|line| self.text(record, line));
        let reads = |line: usize, text: &str| self.text(record, line) == text;
        match &change.act {
            Act::Insert { after: None, place, .. } => {
                let first = own.first().copied();
                let above = place.as_ref().and_then(|place| self.above(record, place, None, first));
                let line = above.or_else(|| first.map(|line| line - 1)).unwrap_or_else(|| record.last_read());
                Some(Ok(Target { record: at, line, is_moved: is_other }))
            }
            Act::Insert { after: Some(after), place: wanted, .. } => {
                let anchor = place.filter(|line| reads(*line, after));
                let anchor = anchor.or_else(|| nearest(&own, *ordinal, |line| reads(line, after)));
                let Some(line) = anchor else { return Some(Err(conflict(Reason::LineChanged, is()))) };
                let next = own.iter().copied().find(|other| *other > line);
                let above = wanted.as_ref().and_then(|place| self.above(record, place, Some(line), next));
                let is_moved = is_other || Some(line) != place;
                Some(Ok(Target { record: at, line: above.unwrap_or(line), is_moved }))
            }
            Act::Replace { was, .. } | Act::Remove { was } => {
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
                    return Some(Err(conflict(Reason::Twice, is())));
                }
                let is_done = |now: &str| own.iter().any(|line| is_free(*line) && reads(*line, now));
                if change.now().is_some_and(is_done) {
                    return Some(Err(Outcome::Already));
                }
                Some(Err(conflict(Reason::LineChanged, is())))
            }
        }
    }

    fn claim(&mut self, change: &Change, record: usize, line: usize, is_moved: bool) -> Target {
        self.claimed.insert((record, line));
        if matches!(change.act, Act::Remove { .. }) {
            self.removed.insert((record, line));
        }
        Target { record, line, is_moved }
    }

    /// The line above a place, where it is as it was and lies between two lines of the directive.
    fn above(
        &self,
        record: &Record,
        place: &super::Place,
        after: Option<usize>,
        before: Option<usize>,
    ) -> Option<usize> {
        let line = place.line as usize;
        let is_between = after.is_none_or(|after| after <= line) && before.is_none_or(|before| line < before);
        (line < record.physical.len() && is_between && self.text(record, line) == place.above).then_some(line)
    }

    fn text(&self, record: &Record, line: usize) -> String {
        self.base.sources.text(record.physical[line].span).into_owned()
    }

    fn edit(&self, change: &Change, target: &Target) -> Result<Edit, Refusal> {
        let record = &self.records[target.record];
        let file = self.base.sources.file(record.file);
        let line = record.physical[target.line];
        let is_whole = |line: &Physical| line.next > line.span.end || line.next as usize == file.text().len();
        if let Some(now) = change.now() {
            let Some(directive) = record.directive(&change.anchor.directive) else {
                return Err(Refusal::OtherLine { expected: change.anchor.directive.clone() });
            };
            check(record, directive, now)?;
        }
        let edit =
            |start, end, text: String| Edit { span: Span { start, end, ..line.span }, text, writing: change.writing };
        let made = match &change.act {
            Act::Replace { now, .. } => edit(line.span.start, line.span.end, now.clone()),
            Act::Remove { .. } if self.is_tail(target.record, target.line, file) => {
                // The file ends without a line end, and shall do so still.
                edit(record.physical[target.line - 1].span.end, line.span.end, String::new())
            }
            Act::Remove { .. } => edit(line.span.start, line.next, String::new()),
            Act::Insert { now, .. } => {
                // Past the pieces of a line that is read as several.
                let mut rest = record.physical.iter().enumerate().skip(target.line);
                let (at, line) = rest.find(|(_, line)| is_whole(line)).unwrap_or((target.line, &line));
                let is_last = at + 1 == record.physical.len();
                let is_open = line.next == line.span.end;
                if is_open || (!is_last && self.is_tail(target.record, at + 1, file)) {
                    edit(line.span.end, line.span.end, format!("\n{now}"))
                } else {
                    edit(line.next, line.next, format!("{now}\n"))
                }
            }
        };
        // Whatever can't be written is told here, so that one line doesn't cost the others.
        edit::writable(file, &made).map_err(Refusal::Edit)?;
        Ok(made)
    }

    /// Whether from this line on all are removed, to the end of a file that ends without a line end.
    fn is_tail(&self, record: usize, line: usize, file: &SourceFile) -> bool {
        let physical: &[Physical] = &self.records[record].physical;
        physical.last().is_some_and(|last| last.span.end == last.next && last.next as usize == file.text().len())
            && (line..physical.len()).all(|line| self.removed.contains(&(record, line)))
    }
}

/// Whether text is one line of the directive.
fn check(record: &Record, directive: &DirectiveSpec, now: &str) -> Result<(), Refusal> {
    if now.contains(['\n', '\r']) {
        return Err(Refusal::SeveralLines);
    }
    if fields::tag(record.spec.notation, now.as_bytes()) != Some(directive.tag.as_bytes()) {
        return Err(Refusal::OtherLine { expected: directive.tag.to_owned() });
    }
    // A tab is four columns at most.
    if now.len() + 3 * now.matches('\t').count() > LONGEST {
        return Err(Refusal::TooLong);
    }
    Ok(())
}

/// Of lines that fit, the one whose place among the lines of the directive is nearest to where it was.
fn nearest(own: &[usize], ordinal: u32, fits: impl Fn(usize) -> bool) -> Option<usize> {
    let fitting = own.iter().enumerate().filter(|(_, line)| fits(**line));
    fitting.min_by_key(|(at, _)| (*at as u32 + 1).abs_diff(ordinal)).map(|(_, line)| *line)
}

fn conflict(reason: Reason, is: Option<String>) -> Outcome {
    Outcome::Conflict(Conflict { reason, is })
}
