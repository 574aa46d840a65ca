//! Values in brackets: `STR[2+d3] | RES_ACID[1]`.

pub(super) use super::super::value_data::Properties;

use super::super::tables::{ELEMENTS, MODIFIERS};
use affixboard_kin::brackets::{FORM, dice, split, whole};
use affixboard_model::{
    syntax::{ParsedLine, RandomValue, colon::found},
    text::{Diagnostic, Rule},
};

/// The values a field accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Allowed {
    /// Modifiers with dice, resistances.
    Dice,
    /// Modifiers and resistances as plain numbers.
    Numbers,
    /// Modifiers as plain numbers.
    Modifiers,
}

/// Reads the field `values` into `into`. A value that can't be read costs itself, not its neighbours.
pub(super) fn read(line: &ParsedLine, allowed: Allowed, into: &mut Properties, diagnostics: &mut Vec<Diagnostic>) {
    for (text, span) in line.flags("values") {
        let read = one(&text, allowed, into);
        if let Err(expected) = read {
            let expected = format!("expected {expected}; it is ignored");
            diagnostics.push(line.remark_at(Rule::InvalidValue, span, found(text.as_bytes()), expected));
        }
    }
}

fn one(text: &str, allowed: Allowed, into: &mut Properties) -> Result<(), &'static str> {
    let (name, value) = split(text).ok_or(FORM)?;
    let number = |value: &str| whole(value).ok_or("a whole number in the brackets");
    if let Some(at) = MODIFIERS.iter().position(|known| *known == name) {
        into.modifiers[at] = match allowed {
            Allowed::Dice => {
                dice(value.as_bytes()).ok_or("a number or dice in the brackets, such as -2, d4, 2+d3 or 2+d3M4")?
            }
            _ => RandomValue::fixed(number(value)?),
        };
        return Ok(());
    }
    let element = name.strip_prefix("RES_").and_then(|name| ELEMENTS.iter().position(|known| *known == name));
    match element {
        Some(_) if allowed == Allowed::Modifiers => Err("a modifier, for resistances have no least value"),
        Some(at) => {
            into.resistances[at] = number(value)?;
            Ok(())
        }
        None => Err("the name of a modifier, or RES_ and an element"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn value(base: i32, dice: i32, sides: i32, m_bonus: i32) -> RandomValue {
        RandomValue { base, dice, sides, m_bonus }
    }

    #[test]
    fn names_and_numbers() {
        let read = |text: &str, allowed| {
            let mut values = Properties::default();
            one(text, allowed, &mut values).map(|()| values)
        };
        let values = read("STR[2]xyz", Allowed::Dice).expect("text behind the brackets is not looked at");
        assert_eq!(values.modifiers[0], value(2, 0, 0, 0));
        let resistance = |text: &str| read(text, Allowed::Dice).map(|values| values.resistances[0]);
        assert_eq!(resistance("RES_ACID[-1]"), Ok(-1));
        assert_eq!(resistance("RES_ACID[+2]"), Ok(2));
        assert_eq!(resistance("RES_ACID[]"), Ok(0));
        for text in
            ["RES_ACID[d4]", "RES_ACID[0x2]", "RES_ACID[2 ]", "RES_ROCK[1]", "STR", "STR[2", "str[2]", "Strength[1]"]
        {
            assert!(read(text, Allowed::Dice).is_err(), "{text}");
        }
        assert!(read("STR[d2]", Allowed::Numbers).is_err());
        assert!(read("RES_ACID[1]", Allowed::Modifiers).is_err());
    }
}
