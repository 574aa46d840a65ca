//! `object_base.txt`: what all kinds of an item type share.

use std::collections::{BTreeMap, btree_map::Entry};

use super::{codes::Codes, words};
use affixboard_kin::Reader;
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{Event, FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// The kind flags of all kinds of an item type. Other flags of a type have no effect: those of the kind overwrite them.
#[derive(Debug, Default)]
pub(super) struct Bases(BTreeMap<u16, FlagSet>);

impl Bases {
    pub(super) fn kind_flags(&self, tval: u16) -> FlagSet {
        self.0.get(&tval).copied().unwrap_or(0)
    }
}

enum State {
    /// No record yet.
    Before,
    /// The last record couldn't be read, or repeats one: its lines are skipped.
    Skipping,
    Open(u16),
}

/// The item types. Of two records for one the first stays.
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, codes: &Codes) -> Bases {
    let mut bases = Bases::default();
    let mut state = State::Before;
    reader.read(spec, &mut |event, diagnostics| {
        let line = match event {
            Event::Line(line) => line,
            Event::Broken(broken) => {
                if broken.tag == spec.header {
                    state = State::Skipping;
                }
                return;
            }
        };
        let problem = match (line.spec.tag, &state) {
            ("name", _) => match begin(&line, &mut bases) {
                Ok(tval) => {
                    state = State::Open(tval);
                    None
                }
                Err(problem) => {
                    state = State::Skipping;
                    Some(problem)
                }
            },
            ("default", _) => default(&line).err(),
            (_, State::Before) => {
                let found = format!("found `{}:` before any record", line.spec.tag);
                let expected = "expected a `name:` line first; the line is ignored";
                Some(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected))
            }
            (_, State::Open(tval)) => add(&mut bases, *tval, &line, codes, diagnostics).err(),
            (_, State::Skipping) => None,
        };
        diagnostics.extend(problem);
    });
    bases
}

fn begin(line: &ParsedLine, bases: &mut Bases) -> Result<u16, Diagnostic> {
    let tval = words::tval(line)?;
    if let Entry::Vacant(place) = bases.0.entry(tval) {
        place.insert(0);
        return Ok(tval);
    }
    let found = format!("found item type {} a second time", line.text("tval"));
    let expected = "expected each once; the first record is kept";
    Err(line.remark_at(Rule::DuplicateIndex, line.span, found, expected))
}

fn default(line: &ParsedLine) -> Result<(), Diagnostic> {
    let label = line.bytes("label");
    if matches!(label, b"break-chance" | b"max-stack") {
        return Ok(());
    }
    let expected = "expected break-chance or max-stack; the line is ignored";
    Err(line.remark(Rule::UndefinedDirective, "label", found(label), expected))
}

fn add(
    bases: &mut Bases,
    tval: u16,
    line: &ParsedLine,
    codes: &Codes,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<(), Diagnostic> {
    codes.check(line)?;
    match line.spec.tag {
        "flags" => {
            let flags = words::flags(line, true, diagnostics) & words::KIND_FLAGS;
            *bases.0.entry(tval).or_default() |= flags;
        }
        "smith-flags" => {
            words::flags(line, false, diagnostics);
        }
        "smith-values" => {
            words::values(line, words::Allowed::Numbers, diagnostics);
        }
        _ => {}
    }
    Ok(())
}
