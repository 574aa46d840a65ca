//! Collecting lines into records that begin with an `N:` line.

use super::{LetterReader, lookup};
use affixboard_model::{
    syntax::{Event, FileSpec, ParsedLine},
    text::{Diagnostic, Rule, Span},
};

/// Maximum number of records in a file. Real files have a quarter of it, and the counters of a batch grow with kinds
/// times egos.
const MOST_RECORDS: usize = 2000;
/// Indices end here where the edition sets no lower limit.
const MOST_INDICES: u32 = 100_000;

/// One record of a file in the letter notation: serial number, position and contents.
pub struct LetterRecord<T> {
    /// Serial number.
    pub index: u32,
    /// Span from its header line to the last line read of it.
    pub span: Span,
    /// What was read of it.
    pub body: T,
}

/// Rules for reading the records of a file.
pub struct Rules {
    /// Indices are below this, if the edition sets such a limit.
    pub limit: Option<u32>,
    /// Whether index 0 is one like the others; else it means "none", and its record is passed over.
    pub zero: bool,
    /// Directives without which nothing is known of a record: where such a line can't be read, neither can the record.
    pub vital: &'static [&'static str],
    /// Whether a record of the index of the one before is more of that. Else it is refused.
    pub amends: bool,
    /// Whether `*` is the index after the one before.
    pub counts_up: bool,
}

impl Rules {
    /// Rules for records that have an index each, from 1 on, below a limit where there is one.
    pub const fn below(limit: Option<u32>) -> Rules {
        Rules { limit, zero: false, vital: &[], amends: false, counts_up: false }
    }
}

enum State {
    /// No header yet.
    Before,
    /// The last header, or a line that the record needs, couldn't be read: lines are skipped.
    Skipping,
    Open,
}

/// A problem with a line: it drops the line, or the whole record.
pub enum Fault {
    /// Drops the line.
    Line(Diagnostic),
    /// Drops the record.
    Record(Diagnostic),
}

impl From<Diagnostic> for Fault {
    fn from(problem: Diagnostic) -> Fault {
        Fault::Line(problem)
    }
}

/// The records of a file in rising order of their indices.
///
/// `begin` makes a body from a header line, `add` puts a further line into it (a header too, where it amends a record);
/// what either returns as an error is reported and costs the record or the line.
pub fn collect<T>(
    reader: &mut LetterReader<'_>,
    spec: &'static FileSpec,
    rules: &Rules,
    mut begin: impl FnMut(&ParsedLine) -> T,
    mut add: impl FnMut(&mut T, &ParsedLine, &mut Vec<Diagnostic>) -> Result<(), Fault>,
) -> Vec<LetterRecord<T>> {
    let mut all: Vec<LetterRecord<T>> = Vec::new();
    let mut state = State::Before;
    // Refused records count here too: what follows them must come after them.
    let mut last: Option<u32> = None;
    reader.read(spec, &mut |event, diagnostics| {
        let line = match event {
            Event::Line(line) => line,
            Event::Broken(broken) => {
                if broken.tag == spec.header {
                    state = State::Skipping;
                } else if rules.vital.contains(&broken.tag) && matches!(state, State::Open) {
                    // The reader has just said what is wrong with the line; the record goes with it.
                    if let Some(said) = diagnostics.last_mut() {
                        said.expected = said.expected.replace("the line is ignored", "the whole record is ignored");
                    }
                    all.pop();
                    state = State::Skipping;
                }
                return;
            }
        };
        if line.spec.tag == "V" {
            return;
        }
        if line.spec.tag == spec.header {
            match index(&line, &mut last, rules, all.len(), diagnostics) {
                Ok(index) if all.last().is_some_and(|record| record.index == index) => {
                    let expected = "expected each index once: the original takes this for more of the same record, and \
                                    adds the name to the first";
                    let found = format!("found {index} a second time");
                    diagnostics.push(line.remark(Rule::DuplicateIndex, "index", found, expected));
                    state = State::Open;
                }
                Ok(index) => {
                    all.push(LetterRecord { index, span: line.span, body: begin(&line) });
                    state = State::Open;
                    return;
                }
                Err(problem) => {
                    diagnostics.push(problem);
                    state = State::Skipping;
                    return;
                }
            }
        }
        match (&state, all.last_mut()) {
            (State::Open, Some(record)) => {
                record.span = record.span.to(line.span);
                match add(&mut record.body, &line, diagnostics) {
                    Ok(()) => {}
                    Err(Fault::Line(problem)) => diagnostics.push(problem),
                    Err(Fault::Record(problem)) => {
                        diagnostics.push(problem);
                        all.pop();
                        state = State::Skipping;
                    }
                }
            }
            (State::Skipping, _) => {}
            _ => {
                let found = format!("found `{}:` before any record", line.spec.tag);
                let expected = format!("expected an `{}:` line first; the line is ignored", spec.header);
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            }
        }
    });
    all.retain(|record| rules.zero || record.index > 0);
    all
}

/// A record's serial number: greater than that of the record before (or the same, where that amends it), below the
/// limit.
fn index(
    line: &ParsedLine,
    last: &mut Option<u32>,
    rules: &Rules,
    have: usize,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u32, Diagnostic> {
    let text = line.bytes("index");
    let value = if rules.counts_up && text == b"*" {
        last.map_or(1, |last| last as i32 + 1)
    } else {
        lookup::atoi(line, "index", text, diagnostics)
    };
    let follows = |index: u32, last: u32| index > last || (rules.amends && index == last);
    let index = u32::try_from(value).ok().filter(|index| last.is_none_or(|last| follows(*index, last)));
    let Some(index) = index else {
        let expected = match last {
            Some(last) if rules.amends => format!("expected an index of {last} or more; the whole record is ignored"),
            Some(last) => format!("expected an index greater than {last}; the whole record is ignored"),
            None => "expected 0 or more; the whole record is ignored".to_owned(),
        };
        return Err(line.remark(Rule::NonSequentialIndex, "index", format!("found {value}"), expected));
    };
    let most = rules.limit.map_or(MOST_INDICES, |limit| limit.min(MOST_INDICES));
    if index >= most {
        let expected = format!("expected an index below {most}; the whole record is ignored");
        return Err(line.remark(Rule::TooManyEntries, "index", format!("found {index}"), expected));
    }
    *last = Some(index);
    if have >= MOST_RECORDS {
        let found = format!("found more than {MOST_RECORDS} records");
        let expected = format!("expected at most {MOST_RECORDS}; the whole record is ignored");
        return Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected));
    }
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::BuiltInNames;
    use affixboard_model::{
        syntax::{
            FieldKind::{Rest, Word},
            Notation,
            spec::{directive, field},
        },
        text::{SourceFile, SourceSet},
    };

    static FILE: FileSpec = FileSpec {
        name: "things.txt",
        folder: "",
        aliases: &[],
        notation: Notation::Letter,
        required: true,
        header: "N",
        directives: &[
            directive("V", &[field("version", Rest)], ""),
            directive("N", &[field("index", Word), field("name", Rest)], ""),
            directive("D", &[field("text", Rest)], ""),
        ],
        every_line: false,
        size: "",
        may_lack: false,
    };

    /// Index and text of each record, and the ids of the diagnostics.
    fn read(text: &str, amends: bool) -> (Vec<(u32, String)>, Vec<&'static str>) {
        static NAMES: BuiltInNames = BuiltInNames { tvals: &[], flags: &[] };
        let mut sources = SourceSet::new();
        sources.push(SourceFile::new("things.txt", text.as_bytes().to_vec()));
        let mut reader = LetterReader::new(&NAMES, &sources);
        let rules = Rules { amends, ..Rules::below(None) };
        let add = |body: &mut String, line: &ParsedLine, _: &mut Vec<Diagnostic>| {
            *body += &line.text(if line.spec.tag == "N" { "name" } else { "text" });
            Ok(())
        };
        let records = collect(&mut reader, &FILE, &rules, |line| line.text("name"), add);
        let said = reader.diagnostics.iter().map(|said| said.rule.name()).collect();
        (records.into_iter().map(|record| (record.index, record.body)).collect(), said)
    }

    #[test]
    fn an_index_that_comes_again_amends_or_is_refused() {
        let text = "V:1\nN:1:a\nD:b\nN:1:c\nD:d\nN:0:e\nN:1:f\nN:2:g\n";
        let texts = |texts: [(u32, &str); 2]| texts.map(|(index, text)| (index, text.to_owned())).to_vec();
        let (records, said) = read(text, true);
        assert_eq!(records, texts([(1, "abcdf"), (2, "g")]));
        assert_eq!(said, ["duplicate-index", "non-sequential-index", "duplicate-index"]);
        let (records, said) = read(text, false);
        assert_eq!(records, texts([(1, "ab"), (2, "g")]));
        assert_eq!(said, ["non-sequential-index"; 3]);
    }
}
