//! Conversion of field values: names of item types, flags and effects, serial numbers, bytes.

use super::Vocabulary;
use affixboard_model::{
    engine::flags::{self, FlagSet},
    syntax::{
        ParsedLine,
        c_number::{c_number, decimal_number},
        colon::found,
    },
    text::{Diagnostic, Rule, Span},
};

/// The display name of a tval.
pub fn tval_name(words: &Vocabulary, tval: u16) -> String {
    let known = words.tvals.iter().find(|entry| u16::from(entry.0) == tval);
    known.map_or_else(|| format!("type {tval}"), |entry| entry.1[0].to_owned())
}

/// An item type: any text that starts with a digit is a number, anything else must be one of the program's names.
///
/// # Errors
/// Fails where it is no name that the program knows.
pub fn tval(
    words: &Vocabulary,
    line: &ParsedLine,
    field: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u16, Diagnostic> {
    let text = line.bytes(field);
    if text.first().is_some_and(u8::is_ascii_digit) {
        let number = c_number(text).map_or(0, |number| number.value);
        return Ok(byte(line, field, number, diagnostics));
    }
    let name = line.text(field);
    let known = words.tvals.iter().find(|entry| entry.1.iter().any(|known| known.eq_ignore_ascii_case(&name)));
    known.map(|entry| u16::from(entry.0)).ok_or_else(|| {
        let expected = "expected an item type's number or name, such as 36 or soft armour; the line is ignored";
        line.remark(Rule::UnrecognisedTval, field, found(text), expected)
    })
}

/// A number that the original stores in a byte: wraps around, with a diagnostic.
pub fn byte<N: From<u8>>(line: &ParsedLine, field: &str, value: i32, diagnostics: &mut Vec<Diagnostic>) -> N {
    let wrapped = value as u8;
    if i32::from(wrapped) != value {
        let (found, uses) = (format!("{value} overflows a byte"), format!("the game uses {wrapped}"));
        diagnostics.push(line.remark(Rule::NumberWraps, field, found, uses));
    }
    wrapped.into()
}

/// A `min to max` field whose bounds must be 0 to 255.
///
/// # Errors
/// Fails where it is no range, or a bound is beyond 255.
pub fn bounded_range(line: &ParsedLine, field: &str) -> Result<(u32, u32), Diagnostic> {
    let (min, max) = line.range(field)?;
    if let (Ok(min), Ok(max)) = (u8::try_from(min), u8::try_from(max)) {
        return Ok((u32::from(min), u32::from(max)));
    }
    let expected = "expected levels from 0 to 255; the line is ignored";
    Err(line.remark(Rule::OutOfBounds, field, format!("found {min} to {max}"), expected))
}

/// A set of flags by name. Unknown names are reported and skipped.
pub fn flags(words: &Vocabulary, line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
    let find = |name: &str| Some(flags::named(words.flags, name) & !1).filter(|set| *set != 0);
    named(line, field, "flag", diagnostics, find).into_iter().fold(0, |set, flag| set | flag)
}

/// The names of a set of flags, in the program's order.
pub fn flag_names(words: &Vocabulary, set: FlagSet) -> Vec<&'static str> {
    flags::each(set).map(|flag| words.flags[flag as usize].name).collect()
}

/// The entries named by a list in a field. Unknown names are reported and skipped.
pub fn named<T>(
    line: &ParsedLine,
    field: &str,
    what: &str,
    diagnostics: &mut Vec<Diagnostic>,
    find: impl Fn(&str) -> Option<T>,
) -> Vec<T> {
    let mut known = Vec::new();
    for (name, span) in line.flags(field) {
        match find(&name) {
            Some(entry) => known.push(entry),
            None => diagnostics.push(unknown(line, span, &name, what)),
        }
    }
    known
}

fn unknown(line: &ParsedLine, span: Span, name: &str, what: &str) -> Diagnostic {
    let expected = format!("expected the name of a {what}; it is ignored");
    line.remark_at(Rule::InvalidFlag, span, found(name.as_bytes()), expected)
}

/// The power of an effect. The first in the program's table is not accepted.
///
/// # Errors
/// Fails where the program knows no such effect, or it is the first.
pub fn effect(words: &Vocabulary, line: &ParsedLine) -> Result<i64, Diagnostic> {
    let name = line.text("effect");
    let known = words.effects.iter().skip(1).find(|known| known.0 == name);
    known.map(|known| i64::from(known.1)).ok_or_else(|| {
        let expected = "expected the name of an effect; the line is ignored";
        line.remark(Rule::UnknownEffect, "effect", found(name.as_bytes()), expected)
    })
}

/// A record's serial number.
///
/// # Errors
/// Fails where it is not from 0 to 100,000.
pub fn index(line: &ParsedLine) -> Result<u32, Diagnostic> {
    let index = line.int("index");
    // The original allocates an array as long as the highest index; this bound is ours and far above any edition's.
    u32::try_from(index).ok().filter(|index| *index <= 100_000).ok_or_else(|| {
        let expected = "expected an index from 0 to 100000; the whole record is ignored";
        line.remark(Rule::OutOfBounds, "index", format!("found {index}"), expected)
    })
}

/// An error if the original's array of `most` entries is full.
///
/// # Errors
/// Fails where the array is full.
pub fn check_capacity(line: &ParsedLine, have: usize, most: usize) -> Result<(), Diagnostic> {
    if have < most {
        return Ok(());
    }
    let found = format!("found `{}:` line number {}", line.spec.tag, have + 1);
    let expected = format!("expected at most {most} in a record; the line is ignored");
    Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected))
}

/// A number in base 10 with nothing but blanks behind it.
pub fn whole_number(text: &[u8]) -> Option<i32> {
    let number = decimal_number(text).filter(|number| !number.overflow)?;
    text[number.length..].iter().all(u8::is_ascii_whitespace).then_some(number.value)
}

/// Levels from `alloc:` as written (init.c, `grab_int_range`): `MIN to MAX` with blanks about the word, nothing after
/// it.
///
/// # Errors
/// Fails where the text has another form.
pub fn levels(line: &ParsedLine) -> Result<(i32, i32), Diagnostic> {
    let levels = line.range("depths")?;
    let text = line.bytes("depths");
    let behind = decimal_number(text).map_or(text, |number| &text[number.length..]);
    let after_word = behind.trim_ascii_start().strip_prefix(b"to").unwrap_or_default();
    let parted = behind.first().is_some_and(u8::is_ascii_whitespace);
    let parted = parted && after_word.first().is_some_and(u8::is_ascii_whitespace);
    let after = decimal_number(after_word).map_or(after_word, |number| &after_word[number.length..]);
    if parted && after.iter().all(u8::is_ascii_whitespace) {
        return Ok(levels);
    }
    let expected = "expected two numbers in the form `min to max` and nothing else; the line is ignored";
    Err(line.remark(Rule::BadRange, "depths", found(text), expected))
}

/// A weight, which may not be negative.
///
/// # Errors
/// Fails where it is negative, or more than any edition's.
pub fn commonness(line: &ParsedLine) -> Result<u32, Diagnostic> {
    /// More than any edition's, so that sums of them stay within 32 bits.
    const MOST: u32 = 65_535;
    let commonness = line.int("commonness");
    u32::try_from(commonness).ok().filter(|known| *known <= MOST).ok_or_else(|| {
        let expected = format!("expected a commonness from 0 to {MOST}; the line is ignored");
        line.remark(Rule::OutOfBounds, "commonness", format!("found {commonness}"), expected)
    })
}
