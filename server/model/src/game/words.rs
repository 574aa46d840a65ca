//! The words of a game's players and what its pages and sheets offer.

use crate::catalog::Role;

/// The words a game's players use, for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// Word for an affix, singular.
    pub affix: &'static str,
    /// Word for an affix, plural.
    pub affixes: &'static str,
    /// Whether there are themes.
    pub has_themes: bool,
    /// The types of affixes, in the order they are offered.
    pub roles: &'static [Role],
    /// The affix levels in rising order; an [`crate::catalog::Allocation::affix_level`] is a position in it. Where
    /// there is one only, nobody is told of it.
    pub affix_levels: &'static [&'static str],
    /// Whether an item draws from the affix levels below its own too; else from its own only.
    pub affix_levels_add_up: bool,
    /// Label of the choice of affix levels.
    pub affix_level_label: &'static str,
    /// The least of them that an item draws up to; lines may be of lower ones.
    pub least_affix_level: u8,
    /// Number of affix levels an item can draw at; the others only exist in files.
    pub reachable_affix_levels: u8,
    /// The affix level sheets of pools open at: the highest that items draw up to without rare luck.
    pub usual_affix_level: u8,
    /// Note on this game's pools for sheets of pools; empty if a pool is just the entries an item draws from at its
    /// affix level.
    pub pool_note: &'static str,
    /// Whether an item carries one affix at most.
    pub one_affix: bool,
    /// Meaning of the number in an artifact's allocation.
    pub artifact_number: ArtifactNumber,
    /// Words for to-hit, to-dam and to-ac.
    pub bonuses: [&'static str; 3],
    /// The drop qualities, normal first.
    pub qualities: &'static [&'static str],
    /// The deepest level of the dungeon the sheets offer.
    pub deepest: u32,
    /// What tallies call things that pages call by name.
    pub tally: TallyWords,
}

/// The words of tallies, where a game's originals have others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TallyWords {
    /// The metric of affixes.
    pub affix: &'static str,
    /// Whether affixes and artifacts have their index before their name, as in `7:of Edges`, and what is counted over all
    /// kinds is of type and sval 0.
    pub is_numbered: bool,
}

impl TallyWords {
    /// Those of most games.
    pub const USUAL: TallyWords = TallyWords { affix: "affix", is_numbered: false };
}

impl Words {
    /// Whether affix levels say anything: where all are the same, pages and sheets leave them out.
    pub fn has_affix_levels(&self) -> bool {
        self.affix_levels.len() > 1
    }

    /// Whether an item that draws at an affix level draws entries of another.
    pub fn draws(&self, level: u8, other: u8) -> bool {
        if self.affix_levels_add_up { other <= level } else { other == level }
    }
}

/// Meaning of the number in an artifact's allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactNumber {
    /// Its weight among the artifacts that could be made.
    Weight,
    /// Chance per try, as one in `n`.
    OneIn,
    /// Chance per try, in per cent.
    PerCent,
}
