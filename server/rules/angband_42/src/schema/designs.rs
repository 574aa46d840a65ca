//! Egos that the code of a program gives to all rings and amulets, by what their metal or stone and their level are worth.
//!
//! Source: FAangband's obj-design.c, `design_jewellery`, `allocate_potential` and `choose_type`; obj-make.c, `apply_magic`.

use std::collections::BTreeMap;

use affixboard_egos::{DesignedEgos, EgoKindRules, EgoRules};
use affixboard_model::{
    catalog::{Affix, AffixId, Kind, KindId},
    engine::m_bonus,
};

use super::super::{
    program::Design,
    value_data::{Curse, CurseSet, KindValues, Obstacle},
};

/// One in this many items is cursed, which raises the level it is designed at.
const CURSED: f64 = 20.0;
/// Curses that are tried at once, at most, each as likely as fewer; and looks for one that suits the item's type, for each.
const MOST_CURSES: usize = 4;
const LOOKS: i32 = 3;
/// The maximum of the bonus that ten times makes the power of curses, and the numbers below ten that are added.
const MOST_BONUS: u32 = 9;
/// An item that resists as much, in per cent, is safe from a curse that the resistance keeps off.
const RESISTS: i32 = 20;

/// How likely it is that so many curses stay on an item.
type Struck = [f64; MOST_CURSES + 1];

/// What the code gives to items of one kind.
#[derive(Debug, Default)]
struct OfKind {
    egos: Vec<AffixId>,
    /// The potential that each of them wants more than.
    above: Vec<i32>,
    level: i32,
    /// By the bonus of curses' power.
    struck: Vec<Struck>,
}

/// What the code gives to items of each kind.
#[derive(Debug)]
pub(super) struct Designs(Vec<OfKind>);

impl Designs {
    /// By a program's list; `None` where it has none.
    pub(super) fn of(
        designs: &[Design],
        (kinds, values): (&[(Kind, EgoKindRules)], &[KindValues]),
        egos: &[(Affix, EgoRules)],
        curses: &[Curse],
    ) -> Option<Designs> {
        let of_kind = |((kind, rules), values): (&(Kind, EgoKindRules), &KindValues)| {
            let mut of = OfKind { level: rules.level as i32, ..OfKind::default() };
            for (id, (ego, rules)) in (0..).map(AffixId).zip(egos) {
                let names =
                    rules.places.iter().any(|place| place.0 == kind.tval && (place.1..=place.2).contains(&kind.sval));
                let known = designs.iter().find(|design| (design.tval, design.ego) == (kind.tval, ego.name.as_str()));
                if let Some(design) = known.filter(|_| names) {
                    of.egos.push(id);
                    of.above.push(design.above);
                }
            }
            if !of.egos.is_empty() {
                of.struck = struck_by_bonus(values, curses);
            }
            of
        };
        (!designs.is_empty()).then(|| Designs(kinds.iter().zip(values).map(of_kind).collect()))
    }
}

impl DesignedEgos for Designs {
    fn of_kind(&self, kind: KindId) -> &[AffixId] {
        self.0.get(kind.at()).map_or(&[], |of| &of.egos)
    }

    fn shares(&self, kind: KindId, level: u32) -> Vec<f64> {
        let of = &self.0[kind.at()];
        let mut shares = vec![0.0; of.egos.len()];
        for (level, chance) in of.levels(level).into_iter().enumerate().filter(|level| level.1 > 0.0) {
            let least = 40 * of.level + 10 * level as i32;
            let width = (least / 5).max(1);
            for potential in (0..width).map(|roll| least + roll - least / 10) {
                // Drawn from all egos again and again until one fits.
                let fits = || (0..of.above.len()).filter(|at| potential > of.above[*at]);
                let number = fits().count();
                fits().for_each(|at| shares[at] += chance / f64::from(width) / number as f64);
            }
        }
        shares
    }
}

impl OfKind {
    /// `[level]`: how likely an item made at a level is designed at that one, after curses.
    fn levels(&self, level: u32) -> Vec<f64> {
        let most = level as usize + MOST_CURSES * (MOST_BONUS as usize + 1);
        let mut levels = vec![0.0; most + 1];
        let add = |levels: &mut Vec<f64>, raise: usize, chance: f64| levels[level as usize + raise] += chance;
        add(&mut levels, 0, 1.0 - 1.0 / CURSED);
        let bonuses = m_bonus::distribution(MOST_BONUS, level);
        let all = bonuses.iter().sum::<u64>() as f64;
        for ((bonus, weight), struck) in bonuses.iter().enumerate().zip(&self.struck) {
            // Each curse raises the level by 1 to this.
            let raises = bonus + 1;
            let mut raised = vec![1.0];
            for chance in struck {
                for (raise, share) in raised.iter().enumerate() {
                    add(&mut levels, raise, *weight as f64 / all / CURSED * chance * share);
                }
                let mut next = vec![0.0; raised.len() + raises];
                for (raise, share) in raised.iter().enumerate() {
                    (1..=raises).for_each(|more| next[raise + more] += share / raises as f64);
                }
                raised = next;
            }
        }
        levels
    }
}

/// `[bonus]`: how many curses stay on an item that is being cursed. A curse that is there already stays away where it is as strong.
fn struck_by_bonus(kind: &KindValues, curses: &[Curse]) -> Vec<Struck> {
    let bonuses = 0..=MOST_BONUS as i32;
    if kind.curses.len() == 0 {
        let struck = struck(kind, curses, 0);
        return bonuses.map(|_| struck).collect();
    }
    let mean = |bonus: i32| {
        let mut mean = Struck::default();
        for power in (1..=9).map(|small| small + 10 * bonus) {
            let each = struck(kind, curses, power);
            mean.iter_mut().zip(each).for_each(|(mean, chance)| *mean += chance / 9.0);
        }
        mean
    };
    bonuses.map(mean).collect()
}

/// The same for curses of one power (obj-curse.c, `apply_curse` and `append_object_curse`).
fn struck(kind: &KindValues, curses: &[Curse], power: i32) -> Struck {
    let mut struck = Struck::default();
    let suits: Vec<usize> = (0..curses.len()).filter(|at| curses[*at].tvals.contains(&kind.tval)).collect();
    let misses = 1.0 - suits.len() as f64 / curses.len().max(1) as f64;
    let found = 1.0 - misses.powi(LOOKS);
    // The curses that came over it so far, rising, and how likely it has just these.
    let mut states: BTreeMap<Vec<usize>, f64> = BTreeMap::from([(Vec::new(), 1.0)]);
    for _ in 0..MOST_CURSES {
        let mut next: BTreeMap<Vec<usize>, f64> = BTreeMap::new();
        for (had, chance) in states {
            let mut stays = 1.0 - found;
            for at in &suits {
                let each = found / suits.len() as f64;
                if can_strike(kind, curses, (*at, power), &had) {
                    let mut now = had.clone();
                    now.insert(now.partition_point(|known| known < at), *at);
                    *next.entry(now).or_default() += chance * each;
                } else {
                    stays += each;
                }
            }
            *next.entry(had).or_default() += chance * stays;
        }
        states = next;
        for (had, chance) in &states {
            struck[had.len()] += chance / MOST_CURSES as f64;
        }
    }
    struck
}

fn can_strike(kind: &KindValues, curses: &[Curse], (at, power): (usize, i32), had: &[usize]) -> bool {
    let own: &CurseSet = &kind.curses;
    let kept_off =
        own.each().map(|(old, _)| old).chain(had.iter().copied()).any(|old| curses[old].conflicts.contains(&at));
    let resists = |element: usize| kind.properties.resistances[element];
    let stands = |obstacle: &Obstacle| match *obstacle {
        Obstacle::Flags(set) => kind.flags & set != 0,
        Obstacle::Resistance(element) => resists(element) >= RESISTS,
        Obstacle::Vulnerability(element) => resists(element) < 0,
    };
    let has_it = had.contains(&at) || own.power(at).is_some_and(|old| old >= power);
    !has_it && !kept_off && !curses[at].obstacles.iter().any(stands)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}, not {expected:?}");
    }

    fn curse(tval: u16, conflicts: Vec<usize>) -> Curse {
        Curse { tvals: vec![tval], conflicts, ..Curse::default() }
    }

    #[test]
    fn potential_decides_by_hand() {
        // Least 40 × 10 + 10 × 5 = 450; 90 rolls from 405 to 494, of which 45 are above 449.
        let of = OfKind {
            egos: vec![AffixId(3), AffixId(7), AffixId(8)],
            above: vec![-1, 449, 494],
            level: 10,
            // No curse ever stays.
            struck: vec![[1.0, 0.0, 0.0, 0.0, 0.0]; 10],
        };
        let designs = Designs(vec![OfKind::default(), of]);
        assert_eq!(designs.of_kind(KindId(0)), &[]);
        near(&designs.shares(KindId(1), 5), &[0.75, 0.25, 0.0]);
    }

    #[test]
    fn curses_that_stay_by_hand() {
        let ring = KindValues { tval: 21, ..KindValues::default() };
        // The only one strikes at the first look, and never again.
        near(&struck(&ring, &[curse(21, vec![])], 0), &[0.0, 1.0, 0.0, 0.0, 0.0]);
        // Of two one suits: seven looks in eight find it. One to four are tried.
        let none = (1.0 / 8.0 + 1.0 / 64.0 + 1.0 / 512.0 + 1.0 / 4096.0) / 4.0;
        near(&struck(&ring, &[curse(21, vec![]), curse(9, vec![])], 0), &[none, 1.0 - none, 0.0, 0.0, 0.0]);
        // Two that suit: of two tries half find the other one, of three three quarters, of four seven eighths.
        let two = (0.5 + 0.75 + 0.875) / 4.0;
        near(&struck(&ring, &[curse(21, vec![]), curse(21, vec![])], 0), &[0.0, 1.0 - two, two, 0.0, 0.0]);
        // Each keeps the other off.
        near(&struck(&ring, &[curse(21, vec![1]), curse(21, vec![0])], 0), &[0.0, 1.0, 0.0, 0.0, 0.0]);
        near(&struck(&ring, &[curse(9, vec![])], 0), &[1.0, 0.0, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn curses_raise_the_level_by_one_each_where_they_have_no_bonus() {
        let of = OfKind { struck: vec![[0.0, 1.0, 0.0, 0.0, 0.0]; 10], ..OfKind::default() };
        let levels = of.levels(0);
        assert!((levels.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        near(&levels[..1], &[0.95]);
        // By 1 where the bonus b is 0, or in one of b + 1 cases.
        let bonuses = m_bonus::distribution(9, 0);
        let all = bonuses.iter().sum::<u64>() as f64;
        let one: f64 =
            bonuses.iter().enumerate().map(|(bonus, weight)| *weight as f64 / all / (bonus + 1) as f64).sum();
        near(&levels[1..2], &[0.05 * one]);
    }
}
