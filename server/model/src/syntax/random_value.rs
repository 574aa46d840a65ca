//! Random values: `10+2d3M4` is 10, plus two three-sided dice, plus an m-bonus of at most 4.

use std::fmt;

/// A random value. All parts but the base are non-negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct RandomValue {
    /// The fixed part; negative where the whole was negated.
    pub base: i32,
    /// Number of dice.
    pub dice: i32,
    /// Number of sides of each die.
    pub sides: i32,
    /// Maximum of the level-dependent bonus (`m_bonus`).
    pub m_bonus: i32,
}

/// Values with more dice are refused. The original has no such limit and would roll them one by one.
const MAX_DICE: i32 = 1000;
/// Number of characters that are read; the rest is ignored (affix branch, RULES: "Random values").
const MAX_LENGTH: usize = 47;

impl RandomValue {
    /// A value without randomness.
    pub const fn fixed(base: i32) -> RandomValue {
        RandomValue { base, dice: 0, sides: 0, m_bonus: 0 }
    }

    /// Reads the grammar `[-][B][+][NdS][Mm]`; `None` where the text has another shape.
    ///
    /// A leading minus negates the whole: the base becomes `-B - m - N*(S+1)` and the dice stay positive,
    /// so that `-d5` is uniform on -5..=-1.
    pub fn parse(text: &[u8]) -> Option<RandomValue> {
        let text = &text[..text.len().min(MAX_LENGTH)];
        let (negative, mut rest) = match text.strip_prefix(b"-") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut value = RandomValue::default();
        let (first, after) = digits(rest)?;
        let mut dice = Some(first).filter(|_| after.first() == Some(&b'd'));
        if let (Some(base), None) = (first, dice) {
            value.base = base;
            rest = after;
            match rest.strip_prefix(b"+") {
                None if rest.is_empty() => return Some(value.negated_if(negative)),
                None => return None,
                Some(more) => {
                    let (number, after) = digits(more)?;
                    dice = Some(number).filter(|_| after.first() == Some(&b'd'));
                    rest = more;
                    if number.is_some() && dice.is_none() {
                        return None;
                    }
                }
            }
        }
        if let Some(number) = dice {
            value.dice = number.unwrap_or(1);
            if value.dice > MAX_DICE {
                return None;
            }
            let (_, after) = digits(rest)?;
            let (sides, after) = digits(after.strip_prefix(b"d")?)?;
            value.sides = sides?;
            rest = after;
        }
        match rest.strip_prefix(b"M") {
            Some(more) => {
                let (bonus, after) = digits(more)?;
                value.m_bonus = bonus?;
                rest = after;
            }
            None if dice.is_none() => return None,
            None => {}
        }
        rest.is_empty().then(|| value.negated_if(negative))
    }

    fn negated_if(self, negative: bool) -> RandomValue {
        let swing = self.dice.saturating_mul(self.sides.saturating_add(1));
        let base = if negative { (-self.base).saturating_sub(self.m_bonus).saturating_sub(swing) } else { self.base };
        RandomValue { base, ..self }
    }

    /// The game's "minimise" evaluation: base plus one per die (even for dice without sides).
    pub fn minimum(self) -> i32 {
        self.base.saturating_add(self.dice)
    }

    /// The highest possible value.
    pub fn maximum(self) -> i32 {
        self.base.saturating_add(self.dice.saturating_mul(self.sides)).saturating_add(self.m_bonus)
    }
}

impl fmt::Display for RandomValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dice = self.dice != 0 && self.sides != 0;
        if self.base != 0 || (!dice && self.m_bonus == 0) {
            write!(f, "{}", self.base)?;
            if dice || self.m_bonus != 0 {
                write!(f, "+")?;
            }
        }
        if dice {
            if self.dice != 1 {
                write!(f, "{}", self.dice)?;
            }
            write!(f, "d{}", self.sides)?;
        }
        if self.m_bonus != 0 {
            write!(f, "M{}", self.m_bonus)?;
        }
        Ok(())
    }
}

/// Leading decimal digits (inner `None` if there are none) and the rest of the text; outer `None` on overflow.
fn digits(text: &[u8]) -> Option<(Option<i32>, &[u8])> {
    let length = text.iter().take_while(|b| b.is_ascii_digit()).count();
    if length == 0 {
        return Some((None, text));
    }
    let number = std::str::from_utf8(&text[..length]).ok()?.parse().ok()?;
    Some((Some(number), &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "what parse gives")]
    const fn value(base: i32, dice: i32, sides: i32, m_bonus: i32) -> Option<RandomValue> {
        Some(RandomValue { base, dice, sides, m_bonus })
    }

    #[test]
    fn the_eleven_shapes_of_the_grammar() {
        for (text, expected) in [
            ("7", value(7, 0, 0, 0)),
            ("2d3", value(0, 2, 3, 0)),
            ("d3", value(0, 1, 3, 0)),
            ("M4", value(0, 0, 0, 4)),
            ("2d3M4", value(0, 2, 3, 4)),
            ("d3M4", value(0, 1, 3, 4)),
            ("10+2d3", value(10, 2, 3, 0)),
            ("10+d3", value(10, 1, 3, 0)),
            ("10+M4", value(10, 0, 0, 4)),
            ("10+2d3M4", value(10, 2, 3, 4)),
            ("10+d3M4", value(10, 1, 3, 4)),
            // A leading minus negates the whole.
            ("-5", value(-5, 0, 0, 0)),
            ("-d5", value(-6, 1, 5, 0)),
            ("-2+d3", value(-6, 1, 3, 0)),
            ("-M4", value(-4, 0, 0, 4)),
        ] {
            assert_eq!(RandomValue::parse(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn other_shapes_are_not_random_values() {
        for text in [
            "",
            "-",
            "x",
            "d",
            "2d",
            "3+",
            "3+4",
            "2d3+M4",
            "1+-2",
            "+3",
            "3 ",
            "M",
            "2d3M",
            "d3d4",
            "5M4",
            "99999999999",
        ] {
            assert_eq!(RandomValue::parse(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn ranges_and_the_minimum_the_game_uses() {
        let read = |text: &str| RandomValue::parse(text.as_bytes()).expect("a random value");
        assert_eq!((read("10+2d3M4").minimum(), read("10+2d3M4").maximum()), (12, 20));
        assert_eq!((read("-d5").minimum(), read("-d5").maximum()), (-5, -1));
        assert_eq!((read("-2+d3").minimum(), read("-2+d3").maximum()), (-5, -3));
        assert_eq!(read("10+M4").minimum(), 10);
    }

    #[test]
    fn display_writes_what_parse_reads() {
        for text in ["7", "0", "2d3", "d3", "M4", "2d3M4", "d3M4", "10+2d3", "10+d3", "10+M4", "10+2d3M4", "-5"] {
            assert_eq!(RandomValue::parse(text.as_bytes()).expect("a random value").to_string(), text);
        }
    }
}
