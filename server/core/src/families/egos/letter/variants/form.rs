//! What a form of the files is.

use super::survey::Survey;
use crate::syntax::FileSpec;

/// A variant's form of the files.
pub(crate) struct Form {
    /// Whose form it is; empty where only names are the variant's own.
    pub(crate) of: &'static str,
    /// Limits, kinds, artifacts, egos.
    pub(crate) files: &'static [FileSpec; 4],
    /// Whether the egos of a file are in this form.
    pub(super) is_it: fn(&Survey) -> bool,
    /// Whether `X:` lines may have a slot or none.
    pub(crate) slots_vary: bool,
    /// An ego has room for so many item types.
    pub(crate) ego_places: usize,
    /// What the numbers of a kind's places mean.
    pub(crate) kind_places: KindPlaces,
    /// Which egos good and great drops never are.
    pub(crate) curses: CurseRule,
    /// How rarity becomes a weight.
    pub(crate) rarity: Rarity,
    /// Whether an ego's `max-level` is one above which it isn't drawn.
    pub(crate) last_level: bool,
    /// Whether index 0 is an entry like the others, of egos and artifacts.
    pub(crate) zero_is_used: bool,
    /// Whether bonuses and dice are written as the game has them, so that values can be rolled.
    pub(super) has_values: bool,
    /// What changes chances in its own program and isn't simulated.
    pub(super) not_simulated: &'static str,
}

/// What the places in an `A:` line of a kind are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KindPlaces {
    /// At most so many of `level/chance`: one in so many from that level on.
    OneIn(usize),
    /// `level/weight`: between two levels the weight goes straight from the one to the other.
    Weights {
        /// At most so many can be written.
        most: usize,
        /// The program looks at the first so many.
        used: usize,
        /// Whether a weight of 0 is one; else it counts as 1.
        zero: bool,
    },
    /// `weight:min to max`.
    Range,
}

/// Which egos are cursed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CurseRule {
    /// Those with one of these flags.
    pub(crate) flags: &'static [&'static str],
    /// Those that cost nothing.
    pub(crate) worthless: bool,
    /// Those whose `B:` or `C:` lines take something away.
    pub(crate) penalties: bool,
}

/// How an ego's rarity becomes its weight.
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
    /// What its lines are like, as far as they can differ.
    pub(super) fn lines(&self) -> String {
        let lines = self.files[3].directives.iter().filter(|line| matches!(line.tag, "X" | "W" | "C") && !line.ignored);
        let forms = lines.map(crate::syntax::DirectiveSpec::form);
        let places = format!("up to {} `T:` lines", self.ego_places);
        forms.chain([places]).collect::<Vec<_>>().join(", ")
    }
}
