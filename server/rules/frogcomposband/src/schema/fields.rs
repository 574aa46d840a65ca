//! Fields that several files have.

use super::super::tables::{CURSES, FLAGS, TVALS};
use affixboard_kin::letter::{
    BuiltInNames,
    lookup::{self, byte_of, flag_words, no_flag},
};
use affixboard_model::{
    syntax::{ParsedLine, c_number::decimal_number, colon::found},
    text::{Diagnostic, Rule},
};

/// The names that the program knows without its files; its flags are more than a set of that sort has room for.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &[] };

/// The deepest level: what is drawn from a level on is drawn down to this one.
pub(crate) const DEEPEST: u32 = 127;

/// Adds the flags of an `F:` line to those of a record, each once, in the program's order.
pub(super) fn add_flags(flags: &mut Vec<&'static str>, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    let place = |name: &str| FLAGS.iter().position(|known| *known == name);
    for (name, span) in flag_words(line, "flags", diagnostics) {
        match place(&name) {
            Some(at) if !flags.contains(&FLAGS[at]) => flags.push(FLAGS[at]),
            Some(_) => {}
            None => diagnostics.push(no_flag(line, span, &name)),
        }
    }
    flags.sort_by_key(|flag| place(flag));
}

/// Whether a flag curses what has it.
pub(super) fn is_cursed(flags: &[&str]) -> bool {
    flags.iter().any(|flag| CURSES.contains(flag))
}

/// A number that the program keeps in a byte.
pub(super) fn byte(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> u32 {
    byte_of(line, field, diagnostics).into()
}

/// A number that the program keeps in 16 bits: it wraps around, with a remark.
pub(super) fn short(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> i32 {
    let value = line.int(field);
    let wrapped = i32::from(value as i16);
    if wrapped != value {
        let (found, uses) = (format!("{value} overflows 16 bits"), format!("the game uses {wrapped}"));
        diagnostics.push(line.remark(Rule::NumberWraps, field, found, uses));
    }
    wrapped
}

/// Item type and number of an `I:` line.
pub(super) fn place(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> (u8, u8) {
    (byte_of(line, "tval", diagnostics), byte_of(line, "sval", diagnostics))
}

/// Dice of a `P:` line.
///
/// # Errors
/// Fails where the field is no dice such as 2d5.
pub(super) fn dice(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<[u8; 2], Diagnostic> {
    let text = line.bytes("dice");
    let numbers = decimal_number(text).and_then(|dice| {
        let sides = text[dice.length..].strip_prefix(b"d").and_then(decimal_number)?;
        Some([dice.value, sides.value])
    });
    let numbers = numbers.ok_or_else(|| {
        line.remark(Rule::NotRandom, "dice", found(text), "expected dice such as 2d5; the line is ignored")
    })?;
    Ok(numbers.map(|number| lookup::byte::<u8>(line, "dice", number, diagnostics)))
}

/// The multiplier of a bow: `x3.25` is 325. Of the part behind the point the program reads a whole number.
///
/// # Errors
/// Fails where the field is no multiplier.
pub(super) fn multiplier(line: &ParsedLine) -> Result<i32, Diagnostic> {
    let text = line.bytes("dice");
    let read = || {
        let whole = text.strip_prefix(b"x")?;
        let times = decimal_number(whole)?;
        let part = decimal_number(whole[times.length..].strip_prefix(b".")?)?;
        times.value.checked_mul(100)?.checked_add(part.value)
    };
    read().ok_or_else(|| {
        let expected = "expected a multiplier with two digits behind the point, such as x3.25; the line is ignored";
        line.remark(Rule::NotANumber, "dice", found(text), expected)
    })
}
