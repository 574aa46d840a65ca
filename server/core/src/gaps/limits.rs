//! What the rules are to call a gap.

use std::{fmt, ops::RangeInclusive};

use super::Ignore;
use crate::game::Words;

/// From what on something is a gap, and what is passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// An item type with fewer different affixes than this at a level has few; from 0 (no such rule) to
    /// [`Limits::MOST`].
    pub few_affixes: u32,
    /// A theme whose weights come to less than this in all is weak; from 0 (no such rule) to [`Limits::MOST`].
    pub theme_weight: u32,
    /// The first level looked at; from 1.
    pub first: u32,
    /// The last level looked at; at most [`Limits::DEEPEST`]. Levels deeper than the dungeon's are left out.
    pub last: u32,
    /// What isn't shown.
    pub ignore: Vec<Ignore>,
}

impl Default for Limits {
    /// Three affixes; a weight of 25, from which on a theme is certain with all its affixes; the levels that sheets show.
    fn default() -> Limits {
        Limits { few_affixes: 3, theme_weight: 25, first: 1, last: 100, ignore: Vec::new() }
    }
}

/// A limit that isn't in its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLimit {
    /// Which: `few-affixes`, `theme-weight`, `first-level` or `last-level`.
    pub name: &'static str,
    /// What was given.
    pub found: u32,
    /// The least it may be.
    pub least: u32,
    /// The most it may be.
    pub most: u32,
}

impl fmt::Display for BadLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadLimit { name, found, least, most } = self;
        write!(f, "{name}: found {found}; expected {least} to {most}")
    }
}

impl std::error::Error for BadLimit {}

impl Limits {
    /// The most that a number of affixes or a weight may be.
    pub const MOST: u32 = 1000;
    /// The last level there is, in any game.
    pub const DEEPEST: u32 = 127;
    /// So many lines an ignore list may have.
    pub const MOST_IGNORED: usize = 500;

    /// The levels looked at in a game: those that its dungeon has.
    pub(super) fn levels(&self, words: &Words) -> RangeInclusive<u32> {
        self.first..=self.last.min(words.deepest)
    }

    /// Whether every limit is in its range.
    ///
    /// # Errors
    /// The first that isn't.
    pub fn check(&self) -> Result<(), BadLimit> {
        let ranges = [
            ("few-affixes", self.few_affixes, 0, Limits::MOST),
            ("theme-weight", self.theme_weight, 0, Limits::MOST),
            ("first-level", self.first, 1, Limits::DEEPEST),
            ("last-level", self.last, self.first.max(1), Limits::DEEPEST),
        ];
        for (name, found, least, most) in ranges {
            if !(least..=most).contains(&found) {
                return Err(BadLimit { name, found, least, most });
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
