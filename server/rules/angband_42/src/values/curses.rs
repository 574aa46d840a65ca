//! Curses that come over items (obj-curse.c, `append_object_curse`; obj-make.c, `apply_curse`; RULES 2.9).

use super::super::{
    tables::{ELEMENTS, FLAGS},
    value_data::{Curse, CurseSet, Obstacle},
};
use affixboard_model::{
    engine::{flags::FlagSet, random::Stream, roll_tables::RollTables},
    syntax::RandomValue,
};

/// Maximum number of curses added at once.
const MOST_AT_ONCE: u32 = 4;
/// Maximum number of tries to find a curse that suits the item, for each.
const LOOKS: u32 = 3;
/// The power of curses: 1 to 9, and ten times this.
const LEAST_POWER: u32 = 9;
pub(super) const POWER: RandomValue = RandomValue { base: 0, dice: 0, sides: 0, m_bonus: 9 };

/// An item's flags and levels of resistance.
type Properties = (FlagSet, [i32; ELEMENTS.len()]);

/// The curses there are.
#[derive(Debug)]
pub(super) struct Curses {
    list: Vec<Curse>,
    blessed: FlagSet,
}

impl Curses {
    pub(super) fn new(list: Vec<Curse>) -> Curses {
        let blessed = FLAGS.iter().position(|name| *name == "BLESSED").map_or(0, |at| 1 << at);
        Curses { list, blessed }
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.list.iter().map(|curse| curse.name.clone()).collect()
    }

    /// Tries to curse an item of a type, made at a level. `had` are the curses it has
    /// already, and then has. The level its bonuses are rolled at: each curse makes them better.
    pub(super) fn strike(
        &self,
        tval: u16,
        level: u32,
        item: &Properties,
        had: &mut CurseSet,
        bonuses: &RollTables,
        luck: &mut Stream,
    ) -> u32 {
        if item.0 & self.blessed != 0 || self.list.is_empty() {
            return level;
        }
        let most = luck.one_to(MOST_AT_ONCE);
        let power = luck.one_to(LEAST_POWER) as i32 + 10 * bonuses.roll(POWER, level, luck);
        let mut raised = level;
        for _ in 0..most {
            for _ in 0..LOOKS {
                let at = luck.below(self.list.len() as u32) as usize;
                if self.list[at].tvals.contains(&tval) {
                    if self.can_strike(at, power, item, had) {
                        had.set(at, power);
                        raised += luck.one_to(1 + power as u32 / 10);
                    }
                    break;
                }
            }
        }
        raised
    }

    fn can_strike(&self, at: usize, power: i32, (flags, resistances): &Properties, had: &CurseSet) -> bool {
        let kept_off = had.each().any(|(old, _)| self.list[old].conflicts.contains(&at));
        let stands = |obstacle: &Obstacle| match *obstacle {
            Obstacle::Flags(set) => *flags & set != 0,
            Obstacle::Resistance(element) => resistances[element] > 0,
            Obstacle::Vulnerability(element) => resistances[element] < 0,
        };
        let has_stronger = had.power(at).is_some_and(|old| old >= power);
        !kept_off && !self.list[at].obstacles.iter().any(stands) && !has_stronger
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curse(name: &str, conflicts: Vec<usize>, obstacles: Vec<Obstacle>) -> Curse {
        Curse { name: name.to_owned(), tvals: vec![9], conflicts, obstacles }
    }

    #[test]
    fn what_keeps_a_curse_off() {
        let obstacles = vec![Obstacle::Flags(4), Obstacle::Resistance(2), Obstacle::Vulnerability(3)];
        let curses = Curses::new(vec![curse("a", vec![1], vec![]), curse("b", vec![], obstacles)]);
        let can = |at, flags, levels: &[(usize, i32)], had: &[(usize, i32)]| {
            let mut resistances = [0; ELEMENTS.len()];
            for (element, level) in levels {
                resistances[*element] = *level;
            }
            let mut set = CurseSet::default();
            for (curse, power) in had {
                set.set(*curse, *power);
            }
            curses.can_strike(at, 20, &(flags, resistances), &set)
        };
        assert!(can(1, 0, &[], &[]));
        assert!(!can(1, 4, &[], &[]), "a flag");
        assert!(!can(1, 0, &[(2, 1)], &[]), "a resistance");
        assert!(can(1, 0, &[(2, -1), (3, 1)], &[]));
        assert!(!can(1, 0, &[(3, -1)], &[]), "a vulnerability");
        assert!(!can(1, 0, &[], &[(0, 5)]), "the first keeps the second off");
        assert!(can(0, 0, &[], &[(1, 5)]), "but not the other way round");
        assert!(can(1, 0, &[], &[(1, 19)]), "a weaker one is replaced");
        assert!(!can(1, 0, &[], &[(1, 20)]), "one as strong is not");
    }

    #[test]
    fn the_blessed_and_other_types_are_spared() {
        let curses = Curses::new(vec![curse("a", vec![], vec![])]);
        let mut luck = Stream::seeded([1, 2, 3]);
        let mut strike = |tval, flags| {
            let mut had = CurseSet::default();
            let item = (flags, [0; ELEMENTS.len()]);
            let level = curses.strike(tval, 30, &item, &mut had, &RollTables::default(), &mut luck);
            (had.len(), level)
        };
        assert_eq!(strike(9, curses.blessed), (0, 30));
        assert_eq!(strike(8, 0), (0, 30));
        let (number, level) = strike(9, 0);
        assert_eq!(number, 1, "the only curse there is strikes at the first look");
        assert!(level > 30);
    }
}
