//! `object_base.txt`: what all kinds of an item type share.

use std::collections::BTreeMap;

use super::{super::tables::OBJECT_FLAGS, item_types::ItemTypes, words};
use affixboard_kin::Reader;
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{Event, FileSpec, ParsedLine, colon::found},
    text::{Diagnostic, Rule},
};

/// The item types by tval.
#[derive(Debug, Default)]
pub(super) struct Bases(BTreeMap<u16, Base>);

/// Properties shared by all kinds of a type.
#[derive(Debug, Clone, Copy)]
struct Base {
    flags: FlagSet,
    /// Elements that don't harm them, as bits.
    ignores: u32,
    max_stack: i32,
}

/// Default maximum number of items in a stack.
const MAX_STACK: i32 = 40;

impl Bases {
    /// The kind flags of all kinds of a type. Its object flags have no effect: those of the kind overwrite them.
    pub(super) fn kind_flags(&self, tval: u16) -> FlagSet {
        self.0.get(&tval).map_or(0, |base| base.flags >> OBJECT_FLAGS << OBJECT_FLAGS)
    }

    /// The elements that do no harm to items of a type, as bits.
    pub(super) fn ignores(&self, tval: u16) -> u32 {
        self.0.get(&tval).map_or(0, |base| base.ignores)
    }

    /// Maximum number of items of a type in a stack.
    pub(super) fn max_stack(&self, tval: u16) -> i32 {
        self.0.get(&tval).map_or(MAX_STACK, |base| base.max_stack)
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
pub(super) fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, types: &ItemTypes) -> Bases {
    let mut bases = Bases::default();
    let mut state = State::Before;
    let mut max_stack = MAX_STACK;
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
        match (line.spec.tag, &state) {
            ("name", _) => match begin(&line, types, &bases) {
                Ok(tval) => {
                    diagnostics.extend(ItemTypes::remark(&line, tval));
                    bases.0.insert(tval, Base { flags: 0, ignores: 0, max_stack });
                    state = State::Open(tval);
                }
                Err(problem) => {
                    diagnostics.push(problem);
                    state = State::Skipping;
                }
            },
            ("default", _) => match line.bytes("label") {
                b"max-stack" => max_stack = line.int("value"),
                b"break-chance" => {}
                label => {
                    let expected = "expected break-chance or max-stack; the line is ignored";
                    diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
                }
            },
            (_, State::Before) => {
                let found = format!("found `{}:` before any record", line.spec.tag);
                let expected = "expected a `name:` line first; the line is ignored";
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            }
            (tag, State::Open(tval)) => {
                let Some(base) = bases.0.get_mut(tval) else { return };
                match tag {
                    "flags" => {
                        base.flags |= words::flags(&line, "flags", true, diagnostics);
                        base.ignores |= words::ignored_elements(&line, "flags");
                    }
                    "max-stack" => base.max_stack = line.int("number"),
                    _ => {}
                }
            }
            (_, State::Skipping) => {}
        }
    });
    bases
}

fn begin(line: &ParsedLine, types: &ItemTypes, bases: &Bases) -> Result<u16, Diagnostic> {
    let tval = types.read(line)?;
    if !bases.0.contains_key(&tval) {
        return Ok(tval);
    }
    let found = format!("found item type {} a second time", line.text("tval"));
    let expected = "expected each once; the first record is kept";
    Err(line.remark_at(Rule::DuplicateIndex, line.span, found, expected))
}
