//! Names and numbers in fields: item types, flags, indices, numbers that the programs keep in a byte.

pub use crate::lookup::byte;
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{ParsedLine, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The names a game's program knows without its files.
#[derive(Debug)]
pub struct BuiltInNames {
    /// Item types: number and names, the first being the one shown.
    pub tvals: &'static [(u8, &'static [&'static str])],
    /// Object flags in the program's order, at most 128. Of two of one name the first is meant.
    pub flags: &'static [&'static str],
}

impl BuiltInNames {
    /// The name shown for an item type.
    pub fn tval(&self, tval: u16) -> String {
        let known = self.tvals.iter().find(|entry| u16::from(entry.0) == tval);
        known.map_or_else(|| format!("type {tval}"), |entry| entry.1[0].to_owned())
    }

    /// The set with the flag of that name; empty where there is none.
    pub fn flag(&self, name: &str) -> FlagSet {
        self.flags.iter().position(|known| *known == name).map_or(0, |at| 1 << at)
    }

    /// The names of a set of flags, in the program's order.
    pub fn of_flags(&self, set: FlagSet) -> Vec<&'static str> {
        affixboard_model::engine::flags::each(set).filter_map(|flag| self.flags.get(flag as usize).copied()).collect()
    }

    /// Flags by name. An unknown one costs itself, not its neighbours.
    pub fn flags(&self, line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
        let mut set = 0;
        for (name, span) in flag_words(line, field, diagnostics) {
            let flag = self.flag(&name);
            if flag == 0 {
                diagnostics.push(no_flag(line, span, &name));
            }
            set |= flag;
        }
        set
    }
}

/// The words of a list of flags, with their places. Says so where the list begins with what parts words: the original's loop ends a
/// name there before any has begun.
pub fn flag_words(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<(String, Span)> {
    if line.bytes(field).first().is_some_and(|first| matches!(first, b' ' | b'|')) {
        let expected = "expected the name of a flag right after the colon; what follows is read all the same";
        diagnostics.push(line.remark(Rule::InvalidFlag, field, found(line.bytes(field)), expected));
    }
    line.flags(field)
}

/// That a word is no flag's name.
pub fn no_flag(line: &ParsedLine, place: Span, name: &str) -> Diagnostic {
    line.remark_at(Rule::InvalidFlag, place, found(name.as_bytes()), "expected the name of a flag; it is ignored")
}

/// The same for a field of that name.
pub fn byte_of(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> u8 {
    byte(line, field, line.int(field), diagnostics)
}

/// As C's `atoi`: what isn't a number is 0, and that is said, as is what follows a number.
pub fn atoi(line: &ParsedLine, field: &str, text: &[u8], diagnostics: &mut Vec<Diagnostic>) -> i32 {
    let number = decimal_number(text);
    let value = number.map_or(0, |number| number.value);
    if number.is_none_or(|number| text[number.length..].iter().any(|b| *b != b' ')) {
        let expected = format!("expected a number alone; it is read as {value}");
        diagnostics.push(line.remark(Rule::NumberMisread, field, found(text), expected));
    }
    value
}

/// Refuses one entry more than the original has room for.
///
/// # Errors
/// Fails where there are `most` of them.
pub fn check_capacity(line: &ParsedLine, have: usize, most: usize) -> Result<(), Diagnostic> {
    if have < most {
        return Ok(());
    }
    let found = format!("found `{}:` line number {}", line.spec.tag, have + 1);
    let expected = format!("expected at most {most} in a record; the line is ignored");
    Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected))
}
