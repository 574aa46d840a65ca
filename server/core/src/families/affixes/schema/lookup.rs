//! Names in fields: item types, flags, affix levels, roles, effects, bytes.

use super::super::{Quirks, Spec};
use crate::{
    catalog::{Allocation, KindAllocation, Role},
    engine::flags::{self, FlagSet},
    syntax::{ParsedLine, c_number::c_number, colon::found},
    text::{Diagnostic, Rule, Span},
};

/// The name shown for a tval.
pub(super) fn tval_name(spec: &Spec, tval: u16) -> String {
    let known = spec.tvals.iter().find(|entry| u16::from(entry.0) == tval);
    known.map_or_else(|| format!("type {tval}"), |entry| entry.1[0].to_owned())
}

/// An item type: any text that starts with a digit is a number, anything else must be one of the program's names.
pub(super) fn tval(
    spec: &Spec,
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
    let known = spec.tvals.iter().find(|entry| entry.1.iter().any(|known| known.eq_ignore_ascii_case(&name)));
    known.map(|entry| u16::from(entry.0)).ok_or_else(|| {
        let expected = "expected an item type's number or name, such as 36 or soft armour; the line is ignored";
        line.remark(Rule::UnrecognisedTval, field, found(text), expected)
    })
}

/// A number the original keeps in a byte: it wraps around, and that is said.
pub(super) fn byte(line: &ParsedLine, field: &str, value: i32, diagnostics: &mut Vec<Diagnostic>) -> u16 {
    let wrapped = value as u8;
    if i32::from(wrapped) != value {
        let expected = format!("expected 0 to 255: the original keeps it in a byte and reads {wrapped}");
        diagnostics.push(line.remark(Rule::NumberWraps, field, format!("found {value}"), expected));
    }
    u16::from(wrapped)
}

/// More than any edition's commonness, so that sums of them stay within 32 bits.
const MOST_COMMONNESS: i32 = 65_535;

/// Commonness: a byte in the original, which wraps around; as documented, the number itself.
fn commonness(quirks: Quirks, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> u32 {
    let value = line.int("commonness");
    if quirks.commonness_is_byte {
        u32::from(byte(line, "commonness", value, diagnostics))
    } else {
        value.clamp(0, MOST_COMMONNESS) as u32
    }
}

/// A `min to max` field whose bounds must be 0 to 255.
pub(super) fn bounded_range(line: &ParsedLine, field: &str) -> Result<(u32, u32), Diagnostic> {
    let (min, max) = line.range(field)?;
    if let (Ok(min), Ok(max)) = (u8::try_from(min), u8::try_from(max)) {
        return Ok((u32::from(min), u32::from(max)));
    }
    let expected = "expected levels from 0 to 255; the line is ignored";
    Err(line.remark(Rule::OutOfBounds, field, format!("found {min} to {max}"), expected))
}

/// The line kinds (`A:`) and artifacts have: commonness and levels.
pub(super) fn kind_allocation(
    quirks: Quirks,
    line: &ParsedLine,
    bounded: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<KindAllocation, Diagnostic> {
    let (min, max) = if bounded {
        bounded_range(line, "depths")?
    } else {
        // Unlike the other files, object.txt's levels are not checked: they wrap.
        let (min, max) = line.range("depths")?;
        let mut wrap = |value| u32::from(byte(line, "depths", value, diagnostics));
        (wrap(min), wrap(max))
    };
    let commonness = commonness(quirks, line, diagnostics);
    Ok(KindAllocation { commonness, min, max, line: line.span })
}

/// The `T:` line of affixes (with level and commonness) and themes (without).
pub(super) fn allocation(
    spec: &Spec,
    quirks: Quirks,
    line: &ParsedLine,
    of_affix: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Allocation, Diagnostic> {
    let tval = tval(spec, line, "tval", diagnostics)?;
    let (affix_level, commonness) =
        if of_affix { (affix_level(spec, line)?, commonness(quirks, line, diagnostics)) } else { (0, 0) };
    let (min, max) = bounded_range(line, "depths")?;
    let min_sval = byte(line, "min-sval", line.int("min-sval"), diagnostics);
    let max_sval = byte(line, "max-sval", line.int("max-sval"), diagnostics);
    Ok(Allocation { tval, min_sval, max_sval, affix_level, commonness, min, max, line: line.span })
}

fn affix_level(spec: &Spec, line: &ParsedLine) -> Result<u8, Diagnostic> {
    let names = spec.words.affix_levels;
    let text = line.text("level");
    let level = names
        .iter()
        .zip(1..)
        .position(|(name, number)| name.eq_ignore_ascii_case(&text) || text == i32::to_string(&number));
    level.map(|level| level as u8).ok_or_else(|| {
        let expected = format!("expected an affix level: {}; the line is ignored", names.join(", "));
        line.remark(Rule::InvalidValue, "level", found(line.bytes("level")), expected)
    })
}

/// An affix's type, by word or number.
pub(super) fn role(spec: &Spec, line: &ParsedLine) -> Result<Role, Diagnostic> {
    let text = line.text("type");
    let at = (1..)
        .zip(spec.roles)
        .find(|(number, (word, _))| word.eq_ignore_ascii_case(&text) || text == i32::to_string(number));
    at.map(|(_, (_, role))| *role).ok_or_else(|| {
        let words: Vec<_> = spec.roles.iter().map(|role| role.0).collect();
        let expected = format!("expected {}; the whole record is ignored", words.join(" or "));
        line.remark(Rule::InvalidValue, "type", found(line.bytes("type")), expected)
    })
}

/// Flags by name. An unknown one costs itself, not its neighbours.
pub(super) fn flags(spec: &Spec, line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
    let find = |name: &str| Some(flags::named(spec.flags, name) & !1).filter(|set| *set != 0);
    named(line, field, "flag", diagnostics, find).into_iter().fold(0, |set, flag| set | flag)
}

/// The names of a set of flags, in the program's order.
pub(super) fn flag_names(spec: &Spec, set: FlagSet) -> Vec<&'static str> {
    flags::each(set).map(|flag| spec.flags[flag as usize].name).collect()
}

/// All flags of the flag types named.
pub(super) fn flag_types(spec: &Spec, line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
    let find = |name: &str| spec.flag_types.iter().find(|known| known.0 == name).map(|known| known.1);
    let types = named(line, field, "flag type", diagnostics, find);
    flags::all(spec.flags, |flag| types.contains(&flag.kind))
}

fn named<T>(
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
pub(super) fn effect(spec: &Spec, line: &ParsedLine) -> Result<i64, Diagnostic> {
    let name = line.text("effect");
    let known = spec.effects.iter().skip(1).find(|known| known.0 == name);
    known.map(|known| i64::from(known.1)).ok_or_else(|| {
        let expected = "expected the name of an effect; the line is ignored";
        line.remark(Rule::UnknownEffect, "effect", found(name.as_bytes()), expected)
    })
}

/// A record's serial number.
pub(super) fn index(line: &ParsedLine) -> Result<u32, Diagnostic> {
    let index = line.int("index");
    // The original allocates an array as long as the highest index; this bound is ours and far above any edition's.
    u32::try_from(index).ok().filter(|index| *index <= 100_000).ok_or_else(|| {
        let expected = "expected an index from 0 to 100000; the whole record is ignored";
        line.remark(Rule::OutOfBounds, "index", format!("found {index}"), expected)
    })
}

/// Refuses one entry more than the original has room for.
pub(super) fn room(line: &ParsedLine, have: usize, most: usize) -> Result<(), Diagnostic> {
    if have < most {
        return Ok(());
    }
    let found = format!("found `{}:` line number {}", line.spec.tag, have + 1);
    let expected = format!("expected at most {most} in a record; the line is ignored");
    Err(line.remark_at(Rule::TooManyEntries, line.span, found, expected))
}
