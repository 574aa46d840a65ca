//! Words in fields: item types, flags, values in brackets.

use super::super::tables::{FLAGS, MODIFIERS, NAMES, OBJECT_FLAGS, VALUES};
use affixboard_kin::{
    brackets::{FORM, dice, split, whole},
    lookup::{named, whole_number},
};
use affixboard_model::{
    engine::flags::FlagSet,
    syntax::{ParsedLine, RandomValue, colon::found},
    text::{Diagnostic, Rule},
};

/// The flags of kinds alone.
pub(super) const KIND_FLAGS: FlagSet = !0 << OBJECT_FLAGS;

/// An item type (obj-tval.c, `tval_find_idx`): a name in any case, or a number where it starts with digits.
pub(super) fn tval(line: &ParsedLine) -> Result<u16, Diagnostic> {
    let text = line.bytes("tval");
    let known = if text.first().is_some_and(u8::is_ascii_digit) {
        whole_number(text).and_then(|number| NAMES.tvals.iter().find(|known| i32::from(known.0) == number))
    } else {
        // Only in small letters.
        let name = line.text("tval").replacen("armour", "armor", 1);
        NAMES.tvals.iter().find(|known| known.1[0].eq_ignore_ascii_case(&name))
    };
    known.map(|known| u16::from(known.0)).ok_or_else(|| {
        let expected = "expected an item type's name, such as soft armour; the line is ignored";
        line.remark(Rule::UnrecognisedTval, "tval", found(text), expected)
    })
}

/// Flags of the line, those of kinds where `with_kind_flags`. An unknown one costs itself, not its neighbours.
pub(super) fn flags(line: &ParsedLine, with_kind_flags: bool, diagnostics: &mut Vec<Diagnostic>) -> FlagSet {
    let (known, what) =
        if with_kind_flags { (FLAGS, "flag") } else { (&FLAGS[..OBJECT_FLAGS], "flag other than those of kinds") };
    let find = |name: &str| known.iter().position(|known| is_called(known, name)).map(|at| 1 << at);
    named(line, "flags", what, diagnostics, find).into_iter().fold(0, |set, flag| set | flag)
}

/// Whether a word stands for a flag. Of flags of elements the program compares only as many letters as the word has before
/// its first underscore (datafile.c, `grab_element_flag`), so that `IG_ACID` passes too.
fn is_called(flag: &str, word: &str) -> bool {
    let is_short_for = |what: &str, element: &str| {
        let of_element = |(own, own_element): (&str, &str)| {
            matches!(own, "IGNORE" | "HATES") && own.starts_with(what) && own_element == element
        };
        flag.split_once('_').is_some_and(of_element)
    };
    flag == word || word.split_once('_').is_some_and(|(what, element)| is_short_for(what, element))
}

/// The values that modifiers accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Dice too.
    Dice,
    /// Plain numbers.
    Numbers,
}

/// The values of the line, by name. One that can't be read costs itself, not its neighbours.
pub(super) fn values(
    line: &ParsedLine,
    allowed: Allowed,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(&'static str, RandomValue)> {
    let mut values = Vec::new();
    for (text, span) in line.flags("values") {
        match value(&text, allowed) {
            Ok(value) => values.push(value),
            Err(expected) => {
                let expected = format!("expected {expected}; it is ignored");
                diagnostics.push(line.remark_at(Rule::InvalidValue, span, found(text.as_bytes()), expected));
            }
        }
    }
    values
}

fn value(text: &str, allowed: Allowed) -> Result<(&'static str, RandomValue), &'static str> {
    let (name, value) = split(text).ok_or(FORM)?;
    let names = "the name of a modifier, or RES_ and an element";
    let at = VALUES.iter().position(|known| *known == name).ok_or(names)?;
    let value = if at < MODIFIERS && allowed == Allowed::Dice {
        dice(value.as_bytes()).ok_or("a number or dice in the brackets, such as -2, d4, 2+d3 or -1+m5")?
    } else {
        RandomValue::fixed(whole(value).ok_or("a whole number in the brackets")?)
    };
    Ok((VALUES[at], value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_of_elements_are_known_by_the_letters_that_are_compared() {
        let of = |word: &str| FLAGS.iter().find(|flag| is_called(flag, word)).copied();
        assert_eq!([of("IG_ACID"), of("H_DARK"), of("_FIRE")], ["IGNORE_ACID", "HATES_DARK", "IGNORE_FIRE"].map(Some));
        assert_eq!([of("IGNORED_ACID"), of("SUST_ACID"), of("RES_ACID"), of("ACID"), of("HATES_ROCK")], [None; 5]);
        assert_eq!(of("SUST_STR"), Some("SUST_STR"));
    }

    #[test]
    fn values_by_hand() {
        let of = |text, allowed| value(text, allowed).map(|(name, value)| (name, value.base, value.m_bonus));
        assert_eq!(of("CON[-1+m10]", Allowed::Dice), Ok(("CON", -1, 10)));
        assert_eq!(of("RES_POIS[-1]", Allowed::Dice), Ok(("RES_POIS", -1, 0)));
        for (text, allowed) in [
            ("CON[d4]", Allowed::Numbers),
            ("RES_POIS[d4]", Allowed::Dice),
            ("BLOWS[1]", Allowed::Dice),
            ("CON", Allowed::Dice),
        ] {
            assert!(value(text, allowed).is_err(), "{text}");
        }
    }
}
