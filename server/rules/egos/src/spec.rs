//! Games of the family as data.

use super::{lists::EgoList, powers::Powers};
use affixboard_model::game::Game;

/// The specification of a game of the family.
pub struct EgoSpec {
    /// The game.
    pub game: &'static Game,
    /// Item types whose items can be egos.
    pub wearable: &'static [u16],
    /// Odds 1 / n of a drop to try the special artifacts first: of normal drops, and of good or great ones.
    pub special_odds: [u32; 2],
    /// Whether a special artifact whose kind is out of depth is rarer still (one in five times the levels missing).
    pub special_kind_level: bool,
    /// Handling of a drop whose tries for special artifacts failed.
    pub special_failure: Failure,
    /// Boost of the level at which kinds are chosen.
    pub kind_boost: Boost,
    /// Rerolls of kinds that the player can't use.
    pub unusable_reroll: Option<UnusableReroll>,
    /// Whether of two or three entries drawn the one of the highest level is taken (60 % and 10 % of the time).
    pub best_of: bool,
    /// How the power of an item is rolled.
    pub powers: Powers,
    /// Number of tries for its kind's artifacts, of excellent items and of great drops whatever their power.
    pub artifact_tries: [u32; 2],
    /// Boost of the level at which egos are chosen.
    pub ego_boost: Boost,
    /// The choice of an ego for an excellent or terrible item, from its power and whether it is of a good or great
    /// drop.
    pub ego_choice: fn(i8, bool) -> EgoChoice,
    /// Power and goodness of the items that draw at each of the game's affix levels
    /// ([`affix_levels`](affixboard_model::game::Words::affix_levels)).
    pub affix_levels: &'static [(i8, bool)],
    /// Egos that the program gives by lists of its own. The first that is for an item counts.
    pub ego_lists: &'static [EgoList],
    /// Whether egos come by these lists alone: no file says which items an ego is for.
    pub only_lists: bool,
}

/// The egos an item draws from, and the level of the draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EgoChoice {
    /// Whether egos without a curse are drawn.
    pub uncursed: bool,
    /// Whether cursed egos are drawn.
    pub cursed: bool,
    /// The level is raised by 0 up to this, this left out, each as likely; else it is boosted at times
    /// ([`EgoSpec::ego_boost`]).
    pub raised: Option<u32>,
}

impl EgoChoice {
    /// The levels at which the choice is made, with weights.
    pub fn levels(self, level: u32, boost: Boost) -> Vec<(u32, u64)> {
        let Some(below) = self.raised else { return boost.levels(level) };
        let mut levels: Vec<(u32, u64)> = Vec::new();
        for raise in 0..below {
            let raised = level.saturating_add(raise).min(boost.deepest);
            match levels.last_mut() {
                Some(last) if last.0 == raised => last.1 += 1,
                _ => levels.push((raised, 1)),
            }
        }
        levels
    }
}

/// Outcome of a drop whose tries for special artifacts failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A drop of the same quality.
    Same,
    /// A good one.
    Good,
    /// A great one.
    Great,
    /// None at all.
    Nothing,
}

impl Failure {
    /// The new quality (good, great); `None` if nothing is dropped.
    pub fn becomes(self, (good, great): (bool, bool)) -> Option<(bool, bool)> {
        match self {
            Failure::Same => Some((good, great)),
            Failure::Good => Some((true, great)),
            Failure::Great => Some((true, true)),
            Failure::Nothing => None,
        }
    }
}

/// The boost of a level. Editions of some games can set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boost {
    /// A choice is boosted with probability 1 / this; 0 and 1: always.
    pub odds: u32,
    /// A boosted level is `1 + level × this ÷ roll`, rolls being 1 to this.
    pub factor: u32,
    /// Maximum level.
    pub deepest: u32,
}

impl Boost {
    /// The levels of a choice with weights: the level itself, and the boosted ones.
    pub fn levels(self, level: u32) -> Vec<(u32, u64)> {
        let Boost { odds, factor, deepest } = self;
        if level == 0 || factor == 0 {
            return vec![(level.min(deepest), 1)];
        }
        let mut levels = vec![(level.min(deepest), u64::from(odds.saturating_sub(1)) * u64::from(factor))];
        levels.retain(|own| own.1 > 0);
        for roll in 1..=factor {
            let boosted = (1 + level * factor / roll).min(deepest);
            match levels.iter_mut().find(|known| known.0 == boosted) {
                Some(known) => known.1 += 1,
                None => levels.push((boosted, 1)),
            }
        }
        levels
    }
}

/// Rerolls of kinds that the player can't use: such a kind is kept with probability 1 / `kept`, else rerolled up to
/// `tries` times; after that there is no drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnusableReroll {
    /// Maximum number of choices.
    pub tries: u32,
    /// An unusable kind is kept with probability 1 / this.
    pub kept: u32,
}

/// A power with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PowerWeight {
    /// The power of magic, below 0 for cursed items.
    pub power: i8,
    /// Its weight among all powers.
    pub weight: u64,
}

impl std::fmt::Debug for EgoSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spec({})", self.game.id())
    }
}

#[cfg(test)]
mod tests {
    use super::{Boost, EgoChoice};

    #[test]
    fn boosted_levels_by_hand() {
        let boost = |odds, factor, deepest| Boost { odds, factor, deepest };
        assert_eq!(boost(20, 128, 999).levels(0), [(0, 1)]);
        // Of a boost of 4: rolls 1 to 4 give 1 + 12, 1 + 6, 1 + 4 and 1 + 3.
        assert_eq!(boost(20, 4, 999).levels(3), [(3, 76), (13, 1), (7, 1), (5, 1), (4, 1)]);
        assert_eq!(boost(20, 4, 5).levels(3), [(3, 76), (5, 3), (4, 1)]);
        assert_eq!(boost(20, 128, 9999).levels(30).iter().map(|level| level.1).sum::<u64>(), 20 * 128);
        // Nothing to boost by.
        assert_eq!(boost(20, 0, 0).levels(3), [(0, 1)]);
        // One in none is always.
        assert_eq!(boost(0, 4, 999).levels(3), [(13, 1), (7, 1), (5, 1), (4, 1)]);
    }

    #[test]
    fn raised_levels_by_hand() {
        let boost = Boost { odds: 20, factor: 128, deepest: 32 };
        let choice = |raised| EgoChoice { uncursed: true, cursed: true, raised };
        assert_eq!(choice(Some(5)).levels(30, boost), [(30, 1), (31, 1), (32, 3)]);
        assert_eq!(choice(Some(3)).levels(0, boost), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(choice(Some(2)).levels(40, boost), [(32, 2)]);
        assert_eq!(choice(None).levels(3, boost), boost.levels(3));
    }
}
