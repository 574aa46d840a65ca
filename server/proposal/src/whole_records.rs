//! Records of lines that come and go as a whole: their text, and where a new one goes.

use super::{
    change::{RecordPosition, Refusal},
    fields,
    line::RecordText,
};
use affixboard_model::{
    game::Loaded,
    syntax::{DirectiveSpec, FieldKind, FieldSpec, line::MAX_LENGTH, spec},
    text::{SourceFile, Span},
};

/// The name by which changes call a record as a whole.
pub(super) const RECORD: &str = "record";

const FIELDS: &[FieldSpec] = &[spec::field("lines", FieldKind::Rest)];
const DIRECTIVE: DirectiveSpec = spec::directive(RECORD, FIELDS, "all lines of the entry");

/// What stands for a record among directives.
pub(super) fn directive() -> &'static DirectiveSpec {
    const { &DIRECTIVE }
}

/// A record as a whole: the blank lines above it, and its lines down to the last that is read. Comments below belong to what
/// comes next, as people write them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WholeRecord {
    /// From the first blank line above it to the end of its last line, without that line's ending.
    pub(super) span: Span,
    /// The same with the line ending.
    pub(super) next: u32,
}

impl WholeRecord {
    pub(super) fn of(record: &RecordText, file: &SourceFile) -> WholeRecord {
        let text = file.text();
        let header = record.lines[0].span;
        let last = record.lines[record.last_read()];
        let mut start = header.start as usize;
        // A line above that has nothing but blanks goes with it.
        while let Some(end) = text[..start].strip_suffix(b"\n").or_else(|| text[..start].strip_suffix(b"\r")) {
            let end = if text[..start].ends_with(b"\r\n") { &end[..end.len() - 1] } else { end };
            let line = end.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
            if !end[line..].iter().all(|byte| matches!(byte, b' ' | b'\t')) {
                break;
            }
            start = line;
        }
        let span = Span { start: start as u32, end: last.span.end, ..header };
        WholeRecord { span, next: last.next }
    }

    /// Its text, with a line feed between lines.
    pub(super) fn text(&self, loaded: &Loaded) -> String {
        loaded.sources.text(self.span).replace("\r\n", "\n").replace('\r', "\n")
    }
}

/// Checks that a text is one record of a file: it begins with the line that begins one, has it once, and each line is one.
pub(super) fn check(record: &RecordText, now: &str) -> Result<(), Refusal> {
    let spec = record.spec;
    if now.contains(['\r', '\0']) {
        return Err(Refusal::MultipleLines);
    }
    let mut lines = now.split('\n').skip_while(|line| line.trim().is_empty());
    let is_header = |line: &str| fields::tag(spec.notation, line.as_bytes()) == Some(spec.header.as_bytes());
    let begins = lines.next().is_some_and(is_header);
    let ends = now.split('\n').next_back().is_some_and(|line| fields::tag(spec.notation, line.as_bytes()).is_some());
    if !begins || !ends || lines.any(is_header) {
        return Err(Refusal::NoRecord { header: spec.header.to_owned() });
    }
    // A tab is four columns at most.
    if now.split('\n').any(|line| line.len() + 3 * line.matches('\t').count() > MAX_LENGTH) {
        return Err(Refusal::TooLong);
    }
    Ok(())
}

/// Where in the record above it a record of a later version begins: below its last line that is read, or below a comment that
/// follows that. The line is counted as in the earlier version of the record above; `None` for the usual place.
pub(super) fn place(
    [old_above, new_above]: [&RecordText; 2],
    start: u32,
    text: impl Fn(Span) -> String,
) -> Option<RecordPosition> {
    let last = new_above.last_read();
    let above = new_above.lines.iter().rposition(|line| line.next <= start)?;
    let beyond = above.checked_sub(last).filter(|beyond| *beyond > 0)?;
    let line = (old_above.last_read() + beyond) as u32;
    Some(RecordPosition { line, above: text(new_above.lines[above].span) })
}
