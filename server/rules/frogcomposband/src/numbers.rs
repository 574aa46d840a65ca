//! The numbers of the rules, as a team's own program may have them.

use super::classes::{CLASSES, ItemClass};
use affixboard_model::game::RuleConstant;

/// Numbers of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FrogNumbers {
    /// Odds 1 / n of an attempt to try the special artifacts first: of normal drops, and of good or great ones.
    pub(crate) special_odds: [u32; 2],
    /// Of how many choices of a kind one is made at a deeper level.
    pub(crate) boost_odds: u32,
    /// How many levels deeper good and great drops choose their kind.
    pub(crate) good_levels: u32,
    /// Of 100 items at most so many are good (the dungeon's `W:` line).
    pub(crate) most_good: u32,
    /// Of 100 good items at most so many are great (the same line).
    pub(crate) most_great: u32,
    /// How often an item of a great drop tries the artifacts of its kind.
    pub(crate) great_tries: u32,
    /// Weights of the classes of items, in the order of [`CLASSES`].
    pub(crate) classes: [u32; CLASSES.len()],
}

impl Default for FrogNumbers {
    fn default() -> FrogNumbers {
        let mut classes = [0; CLASSES.len()];
        for (weight, class) in classes.iter_mut().zip(&CLASSES) {
            *weight = class.weight;
        }
        FrogNumbers {
            special_odds: [1000, 10],
            boost_odds: 8,
            good_levels: 10,
            most_good: 75,
            most_great: 20,
            great_tries: 4,
            classes,
        }
    }
}

/// A number of the rules that can be declared; its value is the game's own.
type Constant = (RuleConstant, fn(&mut FrogNumbers) -> &mut u32);

static CONSTANTS: [Constant; 7] = [
    one_in("special-artifact-one-in", "of how many normal drops one tries the special artifacts first", |numbers| {
        &mut numbers.special_odds[0]
    }),
    one_in(
        "good-special-artifact-one-in",
        "of how many attempts at a good or great drop one tries the special artifacts first",
        |numbers| &mut numbers.special_odds[1],
    ),
    one_in("kind-boost-one-in", "of how many choices of a kind one is made at a deeper level", |numbers| {
        &mut numbers.boost_odds
    }),
    number("good-levels", "how many levels deeper good drops choose their kind", 100, |numbers| {
        &mut numbers.good_levels
    }),
    number(
        "most-good-chance",
        "of 100 items that needn't be good at most so many are, by the dungeon",
        100,
        |numbers| &mut numbers.most_good,
    ),
    number(
        "most-great-chance",
        "of 100 good items that needn't be great at most so many are, by the dungeon",
        100,
        |numbers| &mut numbers.most_great,
    ),
    number(
        "great-artifact-tries",
        "how often an item of a great drop tries the artifacts of its kind",
        100,
        |numbers| &mut numbers.great_tries,
    ),
];

const fn one_in(name: &'static str, meaning: &'static str, place: fn(&mut FrogNumbers) -> &mut u32) -> Constant {
    (RuleConstant { name, meaning, least: 1, most: 1_000_000, value: 1 }, place)
}

const fn number(
    name: &'static str,
    meaning: &'static str,
    most: u32,
    place: fn(&mut FrogNumbers) -> &mut u32,
) -> Constant {
    (RuleConstant { name, meaning, least: 0, most, value: 0 }, place)
}

impl FrogNumbers {
    /// The numbers that can be declared, as they are.
    pub(crate) fn declarable(mut self) -> Vec<RuleConstant> {
        let own = CONSTANTS.iter().map(|(constant, place)| RuleConstant { value: *place(&mut self), ..*constant });
        let own: Vec<RuleConstant> = own.collect();
        let class = |(class, weight): (&ItemClass, u32)| RuleConstant {
            name: class.constant,
            meaning: class.meaning,
            least: 0,
            most: 10_000,
            value: weight,
        };
        own.into_iter().chain(CLASSES.iter().zip(self.classes).map(class)).collect()
    }

    /// Takes a number that is declared.
    ///
    /// # Errors
    /// Fails with what was expected.
    pub(crate) fn declare(&mut self, name: &str, value: i64) -> Result<(), String> {
        let value = RuleConstant::declared(&self.declarable(), name, value)?;
        for (_, place) in CONSTANTS.iter().filter(|(constant, _)| constant.name == name) {
            *place(self) = value;
        }
        for (weight, _) in self.classes.iter_mut().zip(&CLASSES).filter(|(_, class)| class.constant == name) {
            *weight = value;
        }
        Ok(())
    }
}
