//! Values in brackets, `STR[2+d3] | RES_ACID[1]`, as the programs of keyword lines read them.

use affixboard_model::syntax::{
    RandomValue,
    c_number::{c_number, decimal_number},
};

/// What is said of text that isn't a name with a value in brackets.
pub const FORM: &str = "a name with a value in brackets and no blanks in it, such as STR[2]";

/// The name before the brackets, and the text in them. Text after them is ignored.
pub fn split(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('[')?;
    Some((name, rest.split_once(']')?.0))
}

/// `strtol` in base 10 with nothing behind it; nothing at all is 0.
pub fn whole(text: &str) -> Option<i32> {
    if text.is_empty() {
        return Some(0);
    }
    let number = decimal_number(text.as_bytes()).filter(|number| !number.overflow)?;
    (number.length == text.len()).then_some(number.value)
}

/// A part of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    Number(i32),
    Minus,
    Plus,
    D,
    M,
    And,
}

/// Longer texts are refused (z-dice.c).
const LONGEST: usize = 39;
const LONGEST_NUMBER: usize = 16;
/// As many dice as elsewhere; the original has no limit and would roll them one by one.
const MOST_DICE: i32 = 1000;

/// Dice as the program reads them in brackets (z-dice.c, `dice_parse_string`): unlike elsewhere, a leading minus
/// belongs to the number behind it alone.
pub fn dice(text: &[u8]) -> Option<RandomValue> {
    use Token::{And, D, M, Minus, Number, Plus};
    if text.len() > LONGEST {
        return None;
    }
    if let Some(name) = text.strip_prefix(b"$") {
        // A variable that nothing sets.
        return name.iter().all(u8::is_ascii_uppercase).then(RandomValue::default);
    }
    let tokens = tokens(text)?;
    let bonus = |rest: &[Token]| match rest {
        [] => Some(0),
        [M, Number(bonus)] | [And, M, Number(bonus)] => Some(*bonus),
        _ => None,
    };
    let rolled = |base: i32, dice: i32, sides: i32, rest: &[Token]| {
        let m_bonus = bonus(rest)?;
        // Less than one die is accepted and adds nothing.
        let dice = dice.max(0);
        (dice <= MOST_DICE).then_some(RandomValue { base, dice, sides, m_bonus })
    };
    let (sign, tokens) = match tokens.split_first() {
        Some((Minus, rest)) => (-1, rest),
        _ => (1, &tokens[..]),
    };
    match tokens {
        [Number(base)] => Some(RandomValue::fixed(sign * base)),
        [Number(base), Plus, M, Number(m_bonus)] => {
            Some(RandomValue { m_bonus: *m_bonus, ..RandomValue::fixed(sign * base) })
        }
        [Number(base), Plus, D, Number(sides), rest @ ..] => rolled(sign * base, 1, *sides, rest),
        [Number(base), Plus, Number(number), D, Number(sides), rest @ ..] => rolled(sign * base, *number, *sides, rest),
        // The minus makes it no die at all.
        [D, Number(sides), rest @ ..] => rolled(0, i32::from(sign > 0), *sides, rest),
        [Number(number), D, Number(sides), rest @ ..] => rolled(0, sign * number, *sides, rest),
        [M, Number(m_bonus)] if sign > 0 => Some(RandomValue { m_bonus: *m_bonus, ..RandomValue::default() }),
        _ => None,
    }
}

/// The parts of dice; other small letters and signs are skipped, other capitals refused.
fn tokens(text: &[u8]) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut digits = Vec::new();
    let flush = |digits: &mut Vec<u8>, tokens: &mut Vec<Token>| {
        if digits.is_empty() {
            return Some(());
        }
        let number = c_number(digits).filter(|number| !number.overflow)?;
        tokens.push(Token::Number(number.value));
        let fits = digits.len() <= LONGEST_NUMBER;
        digits.clear();
        fits.then_some(())
    };
    for byte in text {
        let token = match byte {
            b'0'..=b'9' => {
                digits.push(*byte);
                continue;
            }
            b'-' => Token::Minus,
            b'+' => Token::Plus,
            b'd' => Token::D,
            b'm' | b'M' => Token::M,
            b'&' => Token::And,
            b'A'..=b'Z' => return None,
            _ => continue,
        };
        flush(&mut digits, &mut tokens)?;
        tokens.push(token);
    }
    flush(&mut digits, &mut tokens)?;
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn value(base: i32, dice: i32, sides: i32, m_bonus: i32) -> RandomValue {
        RandomValue { base, dice, sides, m_bonus }
    }

    #[test]
    fn names_and_texts() {
        assert_eq!(split("STR[2]xyz"), Some(("STR", "2")));
        assert_eq!(split("STR[]"), Some(("STR", "")));
        assert_eq!([split("STR"), split("STR[2"), split("STR]2[")], [None; 3]);
    }

    #[test]
    fn dice_in_brackets() {
        for (text, expected) in [
            ("2", value(2, 0, 0, 0)),
            ("-4", value(-4, 0, 0, 0)),
            ("d2", value(0, 1, 2, 0)),
            ("4+M6", value(4, 0, 0, 6)),
            ("M5", value(0, 0, 0, 5)),
            ("2+2d3M4", value(2, 2, 3, 4)),
            ("2d4&M3", value(0, 2, 4, 3)),
            ("2d4m3", value(0, 2, 4, 3)),
            // The minus belongs to the base alone.
            ("-5+1d4", value(-5, 1, 4, 0)),
            ("-3+d2", value(-3, 1, 2, 0)),
            // Accepted, and no die at all.
            ("-d4", value(0, 0, 4, 0)),
            ("-3d4", value(0, 0, 4, 0)),
            // Other characters are skipped; a leading zero means base 8.
            ("2d4abc", value(0, 2, 4, 0)),
            ("x5", value(5, 0, 0, 0)),
            ("2.5", value(25, 0, 0, 0)),
            ("010", value(8, 0, 0, 0)),
            ("$B", value(0, 0, 0, 0)),
        ] {
            assert_eq!(dice(text.as_bytes()), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_dice_in_brackets() {
        for text in ["5M3", "5+3", "5+", "5d", "d", "1-2", "--5", "d4+2", "3d4+1", "", "+2", "2D4", "5X"] {
            assert_eq!(dice(text.as_bytes()), None, "{text}");
        }
    }
}
