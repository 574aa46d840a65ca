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
    /// The richest of them, by position: what views of one quality open at.
    pub richest: usize,
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

    /// The last level that views show unless others are asked for: of deep dungeons the hundredth.
    pub fn last_shown(&self) -> u32 {
        self.deepest.min(100)
    }

    /// The levels between two columns where a view has about so many of them; 1 or more.
    pub fn depth_step(&self, columns: u32) -> u32 {
        self.last_shown().div_ceil(columns.max(1)).max(1)
    }

    /// A list of depths of the whole dungeon, about so many: `1,5-100/5` of a deep one is 21.
    pub fn depth_list(&self, columns: u32) -> String {
        let (last, step) = (self.last_shown(), self.depth_step(columns));
        if step == 1 { format!("1-{last}") } else { format!("1,{step}-{}/{step}", last / step * step) }
    }

    /// The depths of most sheets.
    pub fn usual_depths(&self) -> String {
        self.depth_list(20)
    }

    /// Depths at some hundredths of the dungeon that views show, each once, rising.
    pub fn depths_at(&self, hundredths: &[u32]) -> Vec<u32> {
        let last = self.last_shown();
        let mut depths: Vec<u32> = hundredths.iter().map(|part| (last * part / 100).max(1)).collect();
        depths.dedup();
        depths
    }

    /// Three depths, for questions that are asked of few: `10,30,50` of a deep dungeon.
    pub fn few_depths(&self) -> String {
        self.depths_at(&[10, 30, 50]).iter().map(u32::to_string).collect::<Vec<_>>().join(",")
    }

    /// The depth that views of one depth open at: 30 of a deep dungeon.
    pub fn usual_depth(&self) -> u32 {
        (self.last_shown() * 3 / 10).max(1)
    }

    /// The richest of some drop qualities: that of the game if it is among them, else the last.
    pub fn richest_of(&self, qualities: &[u8]) -> usize {
        let is_there = qualities.iter().any(|quality| usize::from(*quality) == self.richest);
        if is_there { self.richest } else { qualities.last().copied().unwrap_or(0).into() }
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

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Words = Words {
        affix: "ego",
        affixes: "egos",
        has_themes: false,
        roles: &[],
        affix_levels: &["any"],
        affix_levels_add_up: true,
        affix_level_label: "",
        least_affix_level: 0,
        reachable_affix_levels: 1,
        usual_affix_level: 0,
        pool_note: "",
        one_affix: true,
        artifact_number: ArtifactNumber::OneIn,
        bonuses: ["a", "b", "c"],
        qualities: &["normal", "good", "great", "other"],
        richest: 2,
        deepest: 127,
        tally: TallyWords::USUAL,
    };

    #[test]
    fn depths_that_views_show_fit_the_dungeon() {
        let lists = |deepest| {
            let words = Words { deepest, ..WORDS };
            [words.usual_depths(), words.depth_list(10), words.depth_list(100), words.few_depths()]
        };
        assert_eq!(lists(127), ["1,5-100/5", "1,10-100/10", "1-100", "10,30,50"]);
        assert_eq!(lists(20), ["1-20", "1,2-20/2", "1-20", "2,6,10"]);
        assert_eq!(lists(50), ["1,3-48/3", "1,5-50/5", "1-50", "5,15,25"]);
        assert_eq!(Words { deepest: 20, ..WORDS }.depths_at(&[5, 8, 10, 100]), [1, 2, 20]);
        assert_eq!([127, 20, 1].map(|deepest| Words { deepest, ..WORDS }.usual_depth()), [30, 6, 1]);
    }

    #[test]
    fn the_richest_of_a_batch_is_the_games_or_the_last() {
        assert_eq!([WORDS.richest_of(&[0, 2, 3]), WORDS.richest_of(&[0, 3]), WORDS.richest_of(&[])], [2, 3, 0]);
    }
}
