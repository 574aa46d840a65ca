//! A variant's form of the files: formats and rules.

use super::survey::Survey;
use affixboard_model::syntax::FileSpec;

/// A variant's form of the files.
pub(crate) struct Form {
    /// Name of the variant; empty if only names are its own.
    pub of: &'static str,
    /// Limits, kinds, artifacts, egos.
    pub files: &'static [FileSpec; 4],
    /// Whether the egos of a file are in this form.
    pub(super) is_it: fn(&Survey) -> bool,
    /// Whether `X:` lines may have a slot or none.
    pub slots_vary: bool,
    /// Maximum number of item types of an ego.
    pub ego_places: usize,
    /// Format of a kind's places.
    pub kind_places: KindPlaces,
    /// Criteria for cursed egos, which good and great drops never are.
    pub curses: CurseRule,
    /// Conversion of rarity to a weight.
    pub rarity: Rarity,
    /// Whether index 0 is an entry like the others, of egos and artifacts.
    pub zero_is_used: bool,
    /// Whether bonuses and dice are written as the game has them, so that values can be rolled.
    pub(super) has_values: bool,
    /// Rules of its own program that change chances and aren't simulated.
    pub(super) not_simulated: &'static str,
}

/// Format of the places in a kind's `A:` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KindPlaces {
    /// At most this many of `level/chance`: one in `chance` from that level on.
    OneIn(usize),
    /// `level/weight`: between two levels the weight goes straight from the one to the other.
    Weights {
        /// Maximum number in a file.
        most: usize,
        /// Number of places the program reads, from the first.
        used: usize,
        /// Whether a weight of 0 is one; else it counts as 1.
        zero: bool,
    },
    /// `weight:min to max`.
    Range,
}

/// Criteria for cursed egos. One is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurseRule {
    /// Those with one of these flags.
    pub flags: &'static [&'static str],
    /// Those that cost nothing.
    pub worthless: bool,
    /// Those whose `B:` or `C:` lines take something away.
    pub penalties: bool,
}

/// Conversion of an ego's rarity to its draw weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rarity {
    /// 100 / rarity.
    OneIn,
    /// It passes when rand0(the second) is not above the first (`make_ego_item` of `ToME`).
    UpTo,
    /// It passes when rand0(the second) is not below the first (`PernAngband`).
    From,
}

impl Form {
    /// Formats of its lines, as far as forms differ.
    pub(super) fn lines(&self) -> String {
        let lines = self.files[3].directives.iter().filter(|line| matches!(line.tag, "X" | "W" | "C") && !line.ignored);
        let forms = lines.map(affixboard_model::syntax::DirectiveSpec::form);
        let places = format!("up to {} `T:` lines", self.ego_places);
        forms.chain([places]).collect::<Vec<_>>().join(", ")
    }
}
