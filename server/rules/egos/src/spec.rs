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
    /// The drop qualities, in the order of the game's words.
    pub drops: &'static [DropQuality],
    /// Number of levels by which good and great drops choose their kind deeper.
    pub good_levels: u32,
    /// How the power of an item is rolled.
    pub powers: Powers,
    /// Number of tries for its kind's artifacts: of excellent items, and of drops whose quality gives a number whatever
    /// their power ([`DropQuality::forced_tries`]).
    pub artifact_tries: [u32; 3],
    /// Boost of the level at which egos are chosen.
    pub ego_boost: Boost,
    /// Whether an ego's last level is held against the depth of the drop; else against the level of the choice, which
    /// may be boosted.
    pub egos_end_by_depth: bool,
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
    /// What magic makes of items, where that is counted beside their egos.
    pub magic: Option<Magic>,
}

/// What magic makes of items that can be egos.
#[derive(Clone, Copy)]
pub struct Magic {
    /// What they can be.
    pub names: &'static [&'static str],
    /// Which of the names is an item's, from its item type, its power and whether it has an ego.
    pub of: fn(u16, i8, bool) -> u32,
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
    /// The new quality; `None` if nothing is dropped.
    pub fn becomes(self, quality: DropQuality) -> Option<DropQuality> {
        match self {
            Failure::Same => Some(quality),
            Failure::Good => Some(if quality.great { GREAT } else { GOOD }),
            Failure::Great => Some(GREAT),
            Failure::Nothing => None,
        }
    }
}

/// A quality that drops can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DropQuality {
    /// Whether its items are good at least.
    pub good: bool,
    /// Whether its items are great.
    pub great: bool,
    /// The table of kinds it draws from, a bit of [`EgoKindRules::tables`](crate::EgoKindRules::tables).
    pub table: u32,
    /// The number of [`EgoSpec::artifact_tries`] that its items have whatever their power; `None`: by their power.
    pub forced_tries: Option<usize>,
    /// Whether magic is applied to its items.
    pub has_magic: bool,
}

impl DropQuality {
    /// Whether it is good or great: its kinds are chosen deeper, and special artifacts are tried more often.
    pub fn is_better(self) -> bool {
        self.good || self.great
    }
}

/// Drops of no other quality, from all kinds.
pub const NORMAL: DropQuality =
    DropQuality { good: false, great: false, table: 0, forced_tries: None, has_magic: true };
/// Good drops, from the good kinds.
pub const GOOD: DropQuality = DropQuality { good: true, table: 1, ..NORMAL };
/// Great drops, which are good ones too.
pub const GREAT: DropQuality = DropQuality { great: true, forced_tries: Some(1), ..GOOD };
/// The qualities of most games.
pub const USUAL_DROPS: &[DropQuality] = &[NORMAL, GOOD, GREAT];

/// The boost of a level. Editions of some games can set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boost {
    /// A choice is boosted with probability 1 / this; 0 and 1: always.
    pub odds: u32,
    /// A boosted level is `1 + level × this ÷ roll`, rolls being 1 to this.
    pub factor: u32,
    /// Where there is one, a boosted level is the lesser of two that are each as likely from the next level to this
    /// one; from this level on it is the next.
    pub bottom: Option<u32>,
    /// Maximum level.
    pub deepest: u32,
}

impl Boost {
    /// A boost by a quotient.
    pub const fn new(odds: u32, factor: u32, deepest: u32) -> Boost {
        Boost { odds, factor, bottom: None, deepest }
    }

    /// The levels of a choice with weights: the level itself, and the boosted ones.
    pub fn levels(self, level: u32) -> Vec<(u32, u64)> {
        let Boost { odds, factor, bottom, deepest } = self;
        if level == 0 || (factor == 0 && bottom.is_none()) {
            return vec![(level.min(deepest), 1)];
        }
        if let Some(bottom) = bottom {
            return lesser_of_two(level, odds, bottom, deepest);
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

/// The levels of a choice that is boosted by the lesser of two levels ([`Boost::bottom`]), with weights.
fn lesser_of_two(level: u32, odds: u32, bottom: u32, deepest: u32) -> Vec<(u32, u64)> {
    // Of two numbers from 1 to n the lesser is k in 2 (n − k) + 1 of n² cases.
    let n = u64::from(bottom.saturating_sub(level)).max(1);
    let mut levels = vec![(level.min(deepest), u64::from(odds.saturating_sub(1)) * n * n)];
    levels.retain(|own| own.1 > 0);
    for k in 1..=n {
        let (boosted, weight) = (level.saturating_add(k as u32).min(deepest), 2 * (n - k) + 1);
        match levels.iter_mut().find(|known| known.0 == boosted) {
            Some(known) => known.1 += weight,
            None => levels.push((boosted, weight)),
        }
    }
    levels
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

/// A power with what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PowerOutcome {
    /// The power of magic.
    pub power: i8,
    /// How often the artifacts of its kind are tried.
    pub tries: u32,
    /// Its weight among all outcomes.
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
        let boost = Boost::new;
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
    fn the_lesser_of_two_levels_by_hand() {
        let boost = Boost { odds: 7, factor: 0, bottom: Some(20), deepest: u32::MAX };
        assert_eq!(boost.levels(0), [(0, 1)]);
        // 18, 19 and 20 twice: of nine pairs five have 18 as the lesser, three 19, one 20.
        assert_eq!(boost.levels(17), [(17, 54), (18, 5), (19, 3), (20, 1)]);
        assert_eq!(boost.levels(19), [(19, 6), (20, 1)]);
        assert_eq!([boost.levels(20), boost.levels(23)], [[(20, 6), (21, 1)], [(23, 6), (24, 1)]]);
        assert_eq!(Boost { deepest: 19, ..boost }.levels(17), [(17, 54), (18, 5), (19, 4)]);
        assert_eq!(Boost { odds: 1, ..boost }.levels(18), [(19, 3), (20, 1)]);
    }

    #[test]
    fn raised_levels_by_hand() {
        let boost = Boost::new(20, 128, 32);
        let choice = |raised| EgoChoice { uncursed: true, cursed: true, raised };
        assert_eq!(choice(Some(5)).levels(30, boost), [(30, 1), (31, 1), (32, 3)]);
        assert_eq!(choice(Some(3)).levels(0, boost), [(0, 1), (1, 1), (2, 1)]);
        assert_eq!(choice(Some(2)).levels(40, boost), [(32, 2)]);
        assert_eq!(choice(None).levels(3, boost), boost.levels(3));
    }
}
