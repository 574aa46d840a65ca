//! Fields that several files have.

use super::super::tables::{FLAGS, MOST_TVAL, TRAITS, TVALS};
use affixboard_kin::letter::{BuiltInNames, lookup};
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{ParsedLine, c_number::c_number, colon::found},
    text::{Diagnostic, Rule},
};

/// The names that the program knows without its files.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };

/// The deepest level: what is drawn from a level on is drawn down to this one.
pub(super) const DEEPEST: u32 = 127;

/// An item type: a number from 0 to 101, or a name.
pub(super) fn tval(
    names: &BuiltInNames,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u8, Diagnostic> {
    let text = line.bytes("tval");
    if text.first().is_some_and(u8::is_ascii_digit) {
        let number = c_number(text).map_or(0, |number| number.value);
        if (0..=MOST_TVAL).contains(&number) {
            return Ok(lookup::byte(line, "tval", number, diagnostics));
        }
        let expected = format!("expected an item type from 0 to {MOST_TVAL}; the line is ignored");
        return Err(line.remark(Rule::UnrecognisedTval, "tval", found(text), expected));
    }
    let name = line.text("tval");
    let known = names.tvals.iter().find(|known| known.1.iter().any(|known| known.eq_ignore_ascii_case(&name)));
    known.map(|known| known.0).ok_or_else(|| {
        let expected = "expected an item type's number or name, such as 36 or Soft Armor; the line is ignored";
        line.remark(Rule::UnrecognisedTval, "tval", found(text), expected)
    })
}

/// Flags of all six sets by name. An unknown one costs itself.
pub(super) fn flags(names: &BuiltInNames, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> (FlagSet, u64) {
    let (mut flags, mut traits) = (0, 0);
    for (name, span) in line.flags("flags") {
        let flag = names.flag(&name);
        match TRAITS.iter().position(|known| *known == name) {
            _ if flag != 0 => flags |= flag,
            Some(at) => traits |= 1 << at,
            None => {
                let expected = "expected the name of a flag; it is ignored";
                diagnostics.push(line.remark_at(Rule::InvalidFlag, span, found(name.as_bytes()), expected));
            }
        }
    }
    (flags, traits)
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

/// A number that the program keeps in a byte.
pub(super) fn byte(line: &ParsedLine, field: &str, diagnostics: &mut Vec<Diagnostic>) -> i32 {
    i32::from(lookup::byte_of(line, field, diagnostics))
}

/// Draw weight of a rarity: 100 by it, cut; 0 of 0 and above 100.
pub(super) fn weight(rarity: u8) -> u32 {
    100_u32.checked_div(u32::from(rarity)).unwrap_or(0)
}

/// Armour class, dice and bonuses of a `P:` line: to-hit, to-dam, to-ac, armour class, dice, sides.
pub(super) fn combat(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> [i32; 6] {
    let [to_hit, to_dam, to_ac, ac] = ["to-hit", "to-dam", "to-ac", "ac"].map(|field| short(line, field, diagnostics));
    let dice = line.random("dice");
    let mut byte_of = |value: i32| lookup::byte::<i32>(line, "dice", value, diagnostics);
    [to_hit, to_dam, to_ac, ac, byte_of(dice.dice), byte_of(dice.sides)]
}
