//! The choice of a monster at one place.

use affixboard_model::engine::{alias::AliasTable, dice::Dice, random::Stream};

/// Those that come rarely take part in one choice of so many, each by itself.
const TAKES_PART: u32 = 3;

/// The most that come rarely; `EvilHack` has 18.
pub(super) const MOST_RARELY: usize = 32;

/// A choice by weight. Monsters are named by their position in the list.
#[derive(Debug, Clone, Default)]
pub struct MonsterChoice {
    /// Those that take part in every choice, with their weights, in the order of the table.
    always: Vec<(usize, u32)>,
    /// Those that take part in one choice of [`TAKES_PART`].
    rarely: Vec<(usize, u32)>,
    /// The sum of the weights of `always`.
    whole: u32,
}

impl MonsterChoice {
    /// Adds a monster. Its weight is above 0.
    pub(super) fn add(&mut self, at: usize, weight: u32, comes_rarely: bool) {
        if comes_rarely {
            self.rarely.push((at, weight));
        } else {
            self.always.push((at, weight));
            self.whole += weight;
        }
    }

    /// The chance of each, in no order. They sum to 1, but where nothing may come.
    pub fn chances(&self) -> Vec<(usize, f64)> {
        let mut chances = Vec::with_capacity(self.always.len() + self.rarely.len());
        // By how much those that come rarely weigh together, what a weight is a part of.
        let chance = |weight: u32, sums: &[f64], own: u32| -> f64 {
            let share = |sum: usize| f64::from(weight) / f64::from(self.whole + sum as u32 + own);
            sums.iter().enumerate().map(|(sum, chance)| chance * share(sum)).sum()
        };
        let sums = self.sums(None);
        chances.extend(self.always.iter().map(|(at, weight)| (*at, chance(*weight, &sums, 0))));
        chances.extend(self.rarely.iter().enumerate().map(|(place, (at, weight))| {
            (*at, chance(*weight, &self.sums(Some(place)), *weight) / f64::from(TAKES_PART))
        }));
        chances
    }

    /// The chance of each sum of the weights of those that come rarely, one of them left out.
    fn sums(&self, left_out: Option<usize>) -> Vec<f64> {
        let takes_part = 1.0 / f64::from(TAKES_PART);
        let mut sums = vec![1.0];
        for (_, (_, weight)) in self.rarely.iter().enumerate().filter(|(place, _)| Some(*place) != left_out) {
            let mut next = vec![0.0; sums.len() + *weight as usize];
            for (sum, chance) in sums.iter().enumerate() {
                next[sum] += chance * (1.0 - takes_part);
                next[sum + *weight as usize] += chance * takes_part;
            }
            sums = next;
        }
        sums
    }

    /// What draws from it.
    pub fn table(&self) -> MonsterTable {
        let always = AliasTable::new(self.always.iter().map(|(at, weight)| (*at as u32, *weight)));
        MonsterTable { always, rarely: self.rarely.clone(), whole: self.whole }
    }
}

/// Draws by a [`MonsterChoice`].
#[derive(Debug)]
pub struct MonsterTable {
    always: Option<AliasTable>,
    rarely: Vec<(usize, u32)>,
    whole: u32,
}

impl MonsterTable {
    /// One, by position in the list of monsters; `None` where nothing comes.
    pub fn draw(&self, random: &mut Stream) -> Option<u32> {
        if !self.rarely.is_empty() {
            let mut taking_part = [(0, 0); MOST_RARELY];
            let mut count = 0;
            let mut whole = self.whole;
            for (at, weight) in &self.rarely {
                if Dice::one_in(random, TAKES_PART) && count < taking_part.len() {
                    taking_part[count] = (*at as u32, *weight);
                    count += 1;
                    whole += weight;
                }
            }
            if whole == 0 {
                return None;
            }
            let mut roll = random.below(whole);
            if roll >= self.whole {
                roll -= self.whole;
                for (at, weight) in &taking_part[..count] {
                    if roll < *weight {
                        return Some(*at);
                    }
                    roll -= weight;
                }
            }
        }
        self.always.as_ref().map(|table| table.draw(random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: one of weight 2 always, two of weight 1 in a choice of three.
    #[test]
    fn what_comes_rarely_takes_part_in_one_choice_of_three() {
        let mut choice = MonsterChoice::default();
        choice.add(7, 2, false);
        choice.add(8, 1, true);
        choice.add(9, 1, true);
        let expected = [
            // Neither takes part 4/9, one 4/9, both 1/9.
            (7, 4.0 / 9.0 + 4.0 / 9.0 * 2.0 / 3.0 + 1.0 / 9.0 * 2.0 / 4.0),
            (8, 1.0 / 3.0 * (2.0 / 3.0 / 3.0 + 1.0 / 3.0 / 4.0)),
            (9, 1.0 / 3.0 * (2.0 / 3.0 / 3.0 + 1.0 / 3.0 / 4.0)),
        ];
        let chances = choice.chances();
        assert_eq!(chances.len(), expected.len());
        for (found, expected) in chances.iter().zip(expected) {
            assert!(found.0 == expected.0 && (found.1 - expected.1).abs() < 1e-15, "{found:?} {expected:?}");
        }
        assert!((chances.iter().map(|one| one.1).sum::<f64>() - 1.0).abs() < 1e-15);
        let table = choice.table();
        let mut random = Stream::seeded([1, 2, 3]);
        let drawn = (0..30_000).filter(|_| table.draw(&mut random) == Some(8)).count() as f64;
        // Five standard deviations.
        let expected = 30_000.0 * chances[1].1;
        assert!((drawn - expected).abs() < 5.0 * expected.sqrt(), "{drawn} {expected}");
    }

    #[test]
    fn where_nothing_may_come_nothing_comes() {
        let mut choice = MonsterChoice::default();
        assert_eq!((choice.chances().len(), choice.table().draw(&mut Stream::seeded([0, 0, 0]))), (0, None));
        choice.add(3, 1, true);
        // Alone it comes in a third of the choices, and in the others nothing.
        assert_eq!(choice.chances(), [(3, 1.0 / 3.0)]);
    }
}
