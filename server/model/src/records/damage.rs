//! Damage that grows with a level, such as `3d4+(1d4+2)/5`: 3d4, and for every 5 levels 1d4 and 2 more.

use super::shape::number;

/// Dice and a constant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Roll {
    /// How many dice.
    pub dice: i64,
    /// Their sides.
    pub sides: i64,
    /// What is added.
    pub plus: i64,
}

/// Damage by level.
///
/// Source: Unangband 0.7.0-pre1, init1.c, `parse_s_info` for `B:` lines; spells2.c, `get_spell_damage` for what they mean.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Damage {
    /// At any level.
    pub base: Roll,
    /// What is gained by levels: dice and constant times the level, by `levels`, cut.
    pub gain: Roll,
    /// Levels for the gain; 0 where there is none.
    pub levels: i64,
}

/// The least, the mean and the greatest damage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DamageRange {
    /// The least.
    pub least: i64,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub greatest: i64,
}

impl Roll {
    /// Such as `3d4`, `3d4+2` or `2`.
    fn parse(text: &str) -> Option<Roll> {
        let (dice, plus) = match text.split_once('+') {
            Some((dice, plus)) => (dice, number(plus)?),
            None if text.contains('d') => (text, 0),
            None => return Some(Roll { plus: number(text)?, ..Roll::default() }),
        };
        let (dice, sides) = dice.split_once('d')?;
        Some(Roll { dice: number(dice)?, sides: number(sides)?, plus })
    }

    fn range(self, dice: i64, plus: i64) -> DamageRange {
        let sides = self.sides.max(0);
        let dice = if sides == 0 { 0 } else { dice.max(0) };
        DamageRange {
            least: dice + plus,
            mean: dice as f64 * (sides + 1) as f64 / 2.0 + plus as f64,
            greatest: dice * sides + plus,
        }
    }
}

impl Damage {
    /// Reads an expression; `None` of what is none. Numbers beyond a million are none either.
    pub fn parse(text: &str) -> Option<Damage> {
        let text: String = text.chars().filter(|letter| *letter != ' ').collect();
        if text.is_empty() || !text.chars().all(|letter| letter.is_ascii_digit() || "d+-/()".contains(letter)) {
            return None;
        }
        let damage = match text.split_once('/') {
            None => Damage { base: Roll::parse(text.trim_matches(['(', ')']))?, ..Damage::default() },
            Some((before, levels)) => {
                let (base, gain) = match before.split_once('(') {
                    Some((base, gain)) => (base.trim_end_matches('+'), gain.trim_end_matches(')')),
                    // Without brackets, what stands right before the stroke grows.
                    None => before.rsplit_once('+').unwrap_or(("", before)),
                };
                let base = if base.is_empty() { Roll::default() } else { Roll::parse(base)? };
                Damage { base, gain: Roll::parse(gain)?, levels: number(levels)? }
            }
        };
        let numbers = [damage.base.dice, damage.base.sides, damage.base.plus, damage.gain.dice, damage.gain.sides];
        let is_small = numbers.iter().chain(&[damage.gain.plus, damage.levels]).all(|one| one.abs() <= 1_000_000);
        is_small.then_some(damage)
    }

    /// Whether it is the same at every level.
    pub fn is_constant(&self) -> bool {
        self.levels <= 0
    }

    /// What it is at a level.
    pub fn at(&self, level: u32) -> DamageRange {
        let base = self.base.range(self.base.dice, self.base.plus);
        if self.is_constant() {
            return base;
        }
        let times = |number: i64| number * i64::from(level) / self.levels;
        let gain = self.gain.range(times(self.gain.dice), times(self.gain.plus));
        DamageRange {
            least: base.least + gain.least,
            mean: base.mean + gain.mean,
            greatest: base.greatest + gain.greatest,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, level: u32) -> (i64, String, i64) {
        let range = Damage::parse(text).expect("damage").at(level);
        (range.least, range.mean.to_string(), range.greatest)
    }

    /// The forms of RULES.md 3.9, worked out by hand.
    #[test]
    fn forms_by_hand() {
        assert_eq!(at("3d4", 1), (3, "7.5".to_owned(), 12));
        assert_eq!(at("12", 50), (12, "12".to_owned(), 12));
        assert_eq!(at("3d4+(1d4)/5", 4), (3, "7.5".to_owned(), 12));
        assert_eq!(at("3d4+(1d4)/5", 10), (5, "12.5".to_owned(), 20));
        // 1d2, and 3 more per 4 levels: the constant grows by 3 · 10 / 4, cut.
        assert_eq!(at("1d2+3/4", 10), (8, "8.5".to_owned(), 9));
        // Nothing at first: 1d2 + 3 per 4 levels, dice 10 / 4 = 2, constant 30 / 4 = 7.
        assert_eq!(at("(1d2+3)/4", 10), (9, "10".to_owned(), 11));
        assert_eq!(at("(1d2+3)/4", 1), (0, "0".to_owned(), 0));
        assert_eq!(at("2d6+5+(1d4+1)/2", 2), (2 + 5 + 2, "15.5".to_owned(), 12 + 5 + 5));
        assert!(Damage::parse("3d4+2").expect("damage").is_constant());
    }

    #[test]
    fn other_texts_are_none() {
        for text in ["", "x", "d", "3d", "1/x", "99999999d2", "1d2:3", "((", "/"] {
            assert_eq!(Damage::parse(text), None, "{text}");
        }
        // By nothing nothing grows.
        assert!(Damage::parse("1d4/0").expect("damage").is_constant());
    }
}
