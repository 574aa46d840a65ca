//! Limits: thresholds of the rules, and ignore patterns.

use std::{fmt, ops::RangeInclusive};

use super::Ignore;
use affixboard_model::game::Words;

/// Thresholds, range of levels and ignore patterns of a search for gaps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Limits {
    /// `few-affixes` reports item types with fewer different affixes than this at a level; from 0 (rule off) to
    /// [`Limits::MAX`].
    pub few_affixes: u32,
    /// `weak-theme` reports themes with a lower total weight than this; from 0 (rule off) to [`Limits::MAX`].
    pub theme_weight: u32,
    /// The first level to check; from 1.
    pub first: u32,
    /// The last level to check; at most [`Limits::MAX_DEPTH`]. Levels below the dungeon's deepest are skipped.
    pub last: u32,
    /// Patterns of findings to hide.
    pub ignore: Vec<Ignore>,
}

impl Default for Limits {
    /// Three affixes; weight 25, with which a theme is certain once all its affixes are present; the levels that sheets
    /// show.
    fn default() -> Limits {
        Limits { few_affixes: 3, theme_weight: 25, first: 1, last: 100, ignore: Vec::new() }
    }
}

/// A limit out of its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitError {
    /// Its name: `few-affixes`, `theme-weight`, `first-level` or `last-level`.
    pub name: &'static str,
    /// The given value.
    pub found: u32,
    /// Its minimum.
    pub least: u32,
    /// Its maximum.
    pub most: u32,
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LimitError { name, found, least, most } = self;
        write!(f, "{name}: found {found}; expected {least} to {most}")
    }
}

impl std::error::Error for LimitError {}

impl Limits {
    /// Maximum number of affixes and maximum weight.
    pub const MAX: u32 = 1000;
    /// The deepest level of any game.
    pub const MAX_DEPTH: u32 = 127;
    /// Maximum lines of an ignore list.
    pub const MAX_IGNORED: usize = 500;

    /// The levels to check in a game.
    pub(super) fn levels(&self, words: &Words) -> RangeInclusive<u32> {
        self.first..=self.last.min(words.deepest)
    }

    /// Checks that every limit is in its range.
    ///
    /// # Errors
    /// The first limit that is out of its range.
    pub fn check(&self) -> Result<(), LimitError> {
        let ranges = [
            ("few-affixes", self.few_affixes, 0, Limits::MAX),
            ("theme-weight", self.theme_weight, 0, Limits::MAX),
            ("first-level", self.first, 1, Limits::MAX_DEPTH),
            ("last-level", self.last, self.first.max(1), Limits::MAX_DEPTH),
        ];
        for (name, found, least, most) in ranges {
            if !(least..=most).contains(&found) {
                return Err(LimitError { name, found, least, most });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_ranges() {
        assert_eq!(Limits::default().check(), Ok(()));
        for (limits, message) in [
            (Limits { few_affixes: 1001, ..Limits::default() }, "few-affixes: found 1001; expected 0 to 1000"),
            (Limits { theme_weight: 2000, ..Limits::default() }, "theme-weight: found 2000; expected 0 to 1000"),
            (Limits { first: 0, ..Limits::default() }, "first-level: found 0; expected 1 to 127"),
            (Limits { first: 30, last: 20, ..Limits::default() }, "last-level: found 20; expected 30 to 127"),
            (Limits { last: 128, ..Limits::default() }, "last-level: found 128; expected 1 to 127"),
        ] {
            assert_eq!(limits.check().expect_err("refused").to_string(), message);
        }
    }
}
