//! The numbers of the rules, as a team's own program may have them.

use super::{
    Boost, DropQuality, EgoSpec, PowerOutcome,
    powers::{PowerLaw, Powers},
};
use affixboard_model::game::RuleConstant;

/// Minimum power of excellent items; terrible ones have its negative or less. Both draw egos.
pub(crate) const EGO_POWER: i8 = 2;

/// Numbers of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EgoNumbers {
    /// Odds 1 / n of a drop to try the special artifacts first: of normal drops, and of good or great ones.
    pub special_odds: [u32; 2],
    /// Level boost of the choice of kinds.
    pub kind_boost: Boost,
    /// Level boost of the choice of egos.
    pub ego_boost: Boost,
    /// Number of levels by which good and great drops choose their kind deeper.
    pub good_levels: u32,
    /// How the power of an item is rolled.
    pub powers: Powers,
    /// Number of tries for its kind's artifacts ([`EgoSpec::artifact_tries`]).
    pub artifact_tries: [u32; 3],
}

impl EgoNumbers {
    /// Those of a game.
    pub(crate) fn of(spec: &EgoSpec) -> EgoNumbers {
        let EgoSpec { special_odds, kind_boost, ego_boost, good_levels, powers, artifact_tries, .. } = *spec;
        EgoNumbers { special_odds, kind_boost, ego_boost, good_levels, powers, artifact_tries }
    }

    /// Odds 1 / n of a drop to try the special artifacts first.
    pub(crate) fn special_odds(self, quality: DropQuality) -> u64 {
        self.special_odds[usize::from(quality.is_better())].into()
    }

    /// The level at which a drop chooses its kind.
    pub(crate) fn kind_level(self, depth: u32, quality: DropQuality) -> u32 {
        if quality.is_better() { depth + self.good_levels } else { depth }
    }

    /// What becomes of items of a drop quality at a level. Of 100 that wouldn't draw an ego `more_egos` do; they have the
    /// tries for artifacts of those that wouldn't.
    pub(crate) fn outcomes(self, quality: DropQuality, level: u32, more_egos: u8) -> Vec<PowerOutcome> {
        let more_egos = u64::from(more_egos.min(100));
        let rolled = self.powers.at(quality, level).into_iter();
        rolled
            .flat_map(|rolled| {
                let power = rolled.power;
                let [excellent, ..] = self.artifact_tries;
                let by_power = || if power >= EGO_POWER { excellent } else { 0 };
                let tries = quality.forced_tries.map_or_else(by_power, |at| self.artifact_tries[at]);
                let raised = if more_egos > 0 && quality.has_magic && power.abs() < EGO_POWER { more_egos } else { 0 };
                let outcome = |power, weight| PowerOutcome { power, tries, weight: rolled.weight * weight };
                // The two rolls of a law by which items are raised are apart.
                [outcome(power, 100 - raised), outcome(power + EGO_POWER, raised)]
            })
            .filter(|outcome| outcome.weight > 0)
            .collect()
    }
}

/// A number of the rules that can be declared.
type Constant = (RuleConstant, fn(&mut EgoNumbers) -> &mut u32);

/// Those of all games of the family; their values are those of no game.
static COMMON: [Constant; 6] = [
    odds("special-artifact-one-in", "of how many normal drops one tries the special artifacts first", |numbers| {
        &mut numbers.special_odds[0]
    }),
    odds(
        "good-special-artifact-one-in",
        "of how many good and great drops one tries the special artifacts first",
        |numbers| &mut numbers.special_odds[1],
    ),
    odds("kind-boost-one-in", "of how many choices of a kind one is made at a deeper level", |numbers| {
        &mut numbers.kind_boost.odds
    }),
    odds("ego-boost-one-in", "of how many choices of an ego one is made at a deeper level", |numbers| {
        &mut numbers.ego_boost.odds
    }),
    number("good-levels", "how many levels deeper good drops choose their kind", 1000, |numbers| {
        &mut numbers.good_levels
    }),
    number("artifact-tries", "how often an excellent item tries the artifacts of its kind", 100, |numbers| {
        &mut numbers.artifact_tries[0]
    }),
];

/// How often the items of some drops try artifacts, by their place in [`EgoSpec::artifact_tries`].
static FORCED_TRIES: [Constant; 2] = [
    number(
        "great-artifact-tries",
        "how often an item of a great drop tries the artifacts of its kind, whatever its power",
        100,
        |numbers| &mut numbers.artifact_tries[1],
    ),
    number(
        "good-great-artifact-tries",
        "how often an item of a drop that is good and great tries the artifacts of its kind, whatever its power",
        100,
        |numbers| &mut numbers.artifact_tries[2],
    ),
];

/// The sizes of boosts that are quotients.
static BOOST_SIZES: [Constant; 2] = [
    size("kind-boost-size", "such a level is 1 + level * this / (1 to this)", |numbers| &mut numbers.kind_boost.factor),
    size("ego-boost-size", "such a level is 1 + level * this / (1 to this)", |numbers| &mut numbers.ego_boost.factor),
];

/// Those of nested rolls of power.
static NESTED: [Constant; 4] = [
    number(
        "good-chance",
        "of 100 items that needn't be good so many are at level 0, more at deeper levels",
        100,
        |numbers| &mut numbers.powers.good.at_0,
    ),
    number("most-good-chance", "of 100 items that needn't be good at most so many are", 100, |numbers| {
        &mut numbers.powers.good.most
    }),
    number(
        "great-chance",
        "of 100 good items that needn't be great so many are at level 0, in some games more at deeper levels",
        100,
        |numbers| &mut numbers.powers.great.at_0,
    ),
    number("most-great-chance", "of 100 good items that needn't be great at most so many are", 100, |numbers| {
        &mut numbers.powers.great.most
    }),
];

/// Those of rolls of power that are apart.
static APART: [Constant; 2] = [
    number("fine-chance", "of 100 items that needn't be fine so many more are for each level", 100, |numbers| {
        &mut numbers.powers.good.rises.0
    }),
    number("special-chance", "of 100 items that needn't be special so many more are for each level", 100, |numbers| {
        &mut numbers.powers.great.rises.0
    }),
];

const fn odds(name: &'static str, meaning: &'static str, place: fn(&mut EgoNumbers) -> &mut u32) -> Constant {
    (RuleConstant { name, meaning, least: 1, most: 1_000_000, value: 1 }, place)
}

const fn size(name: &'static str, meaning: &'static str, place: fn(&mut EgoNumbers) -> &mut u32) -> Constant {
    (RuleConstant { name, meaning, least: 1, most: 1000, value: 1 }, place)
}

const fn number(
    name: &'static str,
    meaning: &'static str,
    most: u32,
    place: fn(&mut EgoNumbers) -> &mut u32,
) -> Constant {
    (RuleConstant { name, meaning, least: 0, most, value: 0 }, place)
}

/// The numbers of a game that can be declared.
fn constants(spec: &EgoSpec) -> impl Iterator<Item = &'static Constant> {
    let is_forced = |at: usize| spec.drops.iter().any(|drop| drop.forced_tries == Some(at + 1));
    let forced = FORCED_TRIES.iter().enumerate().filter(|(at, _)| is_forced(*at)).map(|(_, constant)| constant);
    let sizes: &[Constant] = if spec.kind_boost.bottom.is_none() { &BOOST_SIZES } else { &[] };
    let powers: &[Constant] = match spec.powers.law {
        PowerLaw::Nested { .. } => &NESTED,
        PowerLaw::Apart => &APART,
    };
    let forced: Vec<_> = forced.collect();
    COMMON.iter().chain(sizes).chain(powers).chain(forced)
}

impl EgoNumbers {
    /// The numbers that can be declared, as they are.
    pub(crate) fn declarable(mut self, spec: &EgoSpec) -> Vec<RuleConstant> {
        constants(spec).map(|(constant, place)| RuleConstant { value: *place(&mut self), ..*constant }).collect()
    }

    /// Takes a number that is declared.
    pub(crate) fn declare(&mut self, spec: &EgoSpec, name: &str, value: i64) -> Result<(), String> {
        let value = RuleConstant::declared(&self.declarable(spec), name, value)?;
        for (_, place) in constants(spec).filter(|(constant, _)| constant.name == name) {
            *place(self) = value;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GOOD, GREAT, NORMAL, powers::PerCent};

    #[test]
    fn outcomes_by_hand() {
        let per_cent = |by| PerCent { at_0: 0, rises: (by, 1), most: 100 };
        let boost = Boost::new(1, 1, 1);
        let numbers = EgoNumbers {
            special_odds: [1000, 10],
            kind_boost: boost,
            ego_boost: boost,
            good_levels: 3,
            powers: Powers { good: per_cent(2), great: per_cent(1), law: PowerLaw::Apart },
            artifact_tries: [1, 3, 8],
        };
        let at = |quality, more_egos| -> Vec<(i8, u32, u64)> {
            let outcomes = numbers.outcomes(quality, 10, more_egos).into_iter();
            outcomes.map(|outcome| (outcome.power, outcome.tries, outcome.weight / 100)).collect()
        };
        assert_eq!(at(NORMAL, 0), [(3, 1, 200), (2, 1, 800), (1, 0, 1800), (0, 0, 7200)]);
        // Half of the others become special after the tries for artifacts.
        let raised = [(3, 1, 200), (2, 1, 800), (1, 0, 900), (3, 0, 900), (0, 0, 3600), (2, 0, 3600)];
        assert_eq!(at(NORMAL, 50), raised);
        assert_eq!(at(DropQuality { good: false, ..GREAT }, 50), [(3, 3, 1)]);
        assert_eq!(at(DropQuality { forced_tries: Some(2), ..GREAT }, 0), [(3, 8, 1)]);
        assert_eq!(at(DropQuality { has_magic: false, ..NORMAL }, 50), [(0, 0, 1)]);
        assert_eq!([numbers.kind_level(5, NORMAL), numbers.kind_level(5, GOOD)], [5, 8]);
    }
}
