//! At most so likely is a step undone in ways that chances are not computed for.
//!
//! What undoes a step are switches, each of which some sum over an item's affixes must reach. Marks follow those that
//! affixes reach often. For every other, the chance that the sum gets there is computed as if no theme ever ended an item's
//! drawing and nothing were ever taken off again: both only make it smaller.

mod dice;
mod joint;
mod misplaced;
mod pvals;
mod sum;

use std::rc::Rc;

use super::{
    super::{
        super::model::AffixModel,
        AffixForge, Generation,
        budget::{Budget, Budgets, Damage},
    },
    draws::{Draws, Place},
    marks::outcomes,
};
use crate::{
    catalog::ThemeId,
    engine::{
        flags::{FlagSet, each, named},
        item::{AffixEffect, KindEffect, PvalLine},
    },
    syntax::RandomValue,
};
use dice::DiceChanges;
use sum::{Step, Sum, distribution, tail};

/// Levels from here on give the same bonuses.
const DEEPEST: u32 = 127;
/// Bytes of [`Budget`] that are bounded as they are: immunities, armour, slays that are pvals, and what no bound is made for.
const BYTES: [usize; 4] = [8, 13, 14, ANYTHING];
const ANYTHING: usize = 15;
/// Extra blows, shots and might.
const MULTIPLIERS: [&str; 3] = ["BLOWS", "SHOTS", "MIGHT"];
/// A byte that is this says "perhaps".
const FULL: usize = 128;

/// What switches need to know of affixes and kinds.
#[derive(Debug)]
pub(super) struct Switches {
    /// From where bonuses are switches: to-hit, to-dam, to-ac.
    limits: [usize; 3],
    affixes: Vec<AffixEffect>,
    /// By affix: every flag with a pval.
    pvals: Vec<Vec<Pval>>,
    /// What extra blows, shots and might weigh in the sum of pvals.
    multipliers: [usize; 3],
    /// So many pvals an item has room for.
    room: usize,
    budgets: Budgets,
    /// By kind.
    starts: Vec<Start>,
}

/// A flag with a pval.
#[derive(Debug)]
struct Pval {
    flag: u32,
    weight: i64,
    /// Extra blows, shots or might.
    multiplies: bool,
    /// Whether it is undone from 3 on: extra blows and shots.
    stays_small: bool,
    /// Whether it can be below zero.
    lowers: bool,
    value: RandomValue,
    min: Option<i32>,
}

impl Pval {
    /// Whether marks know what affixes come to with it.
    fn is_in_marks(&self) -> bool {
        self.multiplies && outcomes(self.value, self.min).is_some()
    }
}

/// What a kind brings towards switches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Start {
    bonus: [usize; 3],
    bytes: [usize; 16],
    /// The weighted sum of its pvals, and their flags.
    pvals: usize,
    flags: usize,
    /// What they count towards pvals that are misplaced ([`pvals::points`]).
    points: usize,
    /// What its dice may grow to, where they count.
    damage: Option<Damage>,
}

/// Which part of a kind's start belongs to a sum.
#[derive(Debug, Clone, Copy)]
enum Of {
    Nothing,
    Bonus(usize),
    Byte(usize),
    Pvals,
    Flags,
    Points,
}

impl Start {
    fn of(&self, of: Of) -> usize {
        match of {
            Of::Nothing => 0,
            Of::Bonus(bonus) => self.bonus[bonus],
            Of::Byte(byte) => self.bytes[byte],
            Of::Pvals => self.pvals,
            Of::Flags => self.flags,
            Of::Points => self.points,
        }
    }
}

impl Switches {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Switches {
        let flags = model.spec.flags;
        let weight = |name: &str| {
            let of = each(named(flags, name)).map(|flag| flags[flag as usize].pval_weight.max(0) as usize);
            of.sum()
        };
        let multiplying = MULTIPLIERS.iter().fold(0, |set, name| set | named(flags, name));
        let small = named(flags, "BLOWS") | named(flags, "SHOTS");
        let of_line = |line: &PvalLine| {
            let pval = |flag: u32| Pval {
                flag,
                weight: flags[flag as usize].pval_weight.max(0),
                multiplies: multiplying & (1 as FlagSet) << flag != 0,
                stays_small: small & (1 as FlagSet) << flag != 0,
                lowers: line.value.base < 0 && line.min.is_none_or(|min| min < 0),
                value: line.value,
                min: line.min,
            };
            each(line.flags).map(pval).collect::<Vec<_>>()
        };
        let pvals = |lines: &[PvalLine]| lines.iter().flat_map(of_line).collect::<Vec<_>>();
        let limit = |bonus: usize| model.spec.power.inhibited[bonus].max(0) as usize;
        let budgets = Budgets::new(model);
        let start = |(at, kind): (usize, &KindEffect)| {
            let pvals = pvals(&kind.pvals);
            let weighted = |pval: &Pval| pval.weight * i64::from(pval.value.maximum().max(0));
            Start {
                bonus: [0, 1, 2].map(|bonus| kind.bonus[bonus].maximum().max(0) as usize),
                bytes: std::array::from_fn(|byte| match budgets.damage(at) {
                    // Its dice have a bound of their own.
                    Some(_) if byte == ANYTHING => {
                        if budgets.has_wide_bonus(at) {
                            FULL
                        } else {
                            0
                        }
                    }
                    _ => byte_of(budgets.kind(at), byte),
                }),
                pvals: pvals.iter().map(weighted).sum::<i64>() as usize,
                flags: pvals.len(),
                points: pvals.iter().map(|pval| pvals::points(pval, i64::from(pval.value.maximum()))).sum::<i64>()
                    as usize,
                damage: budgets.damage(at).cloned(),
            }
        };
        Switches {
            limits: [limit(0), limit(1), limit(2)],
            starts: model.kinds.iter().map(|kind| &kind.effect).enumerate().map(start).collect(),
            pvals: model.affixes.iter().map(|affix| pvals(&affix.pvals)).collect(),
            multipliers: MULTIPLIERS.map(weight),
            room: model.spec.limits.pvals,
            affixes: model.affixes.clone(),
            budgets,
        }
    }

    /// What a kind brings towards switches.
    pub(super) fn start(&self, kind: usize) -> &Start {
        &self.starts[kind]
    }

    /// What an affix adds to a bonus at a level, at most.
    fn bonus(&self, affix: usize, bonus: usize, level: u32) -> Step {
        let effect = &self.affixes[affix];
        distribution(effect.bonus[bonus], effect.min[bonus], level, self.limits[bonus])
    }
}

fn byte_of(budget: Budget, byte: usize) -> usize {
    (budget >> (8 * byte) & 0xff) as usize
}

/// A sum over an item's affixes and its kind that turns a switch on from a limit.
#[derive(Debug, Clone)]
struct Lane {
    /// By number of steps, then mark: how likely the affixes come to what.
    sums: Rc<Vec<Vec<Vec<f64>>>>,
    kind: Of,
    /// By mark: what it knows already. With `beyond`, the switch is not on by that alone.
    known: Vec<usize>,
    beyond: bool,
    limit: usize,
    /// By mark: whether the switch can be on at all. Once it can, it can with every later mark.
    marks: Vec<bool>,
    /// By theme: how likely its affixes add so much or more.
    tails: Vec<Vec<f64>>,
    /// By theme, as `sums`: of items that can have it. Empty where that isn't told apart.
    possible: Rc<Vec<Vec<Vec<Vec<f64>>>>>,
    /// Whether it only holds for kinds without pvals of their own.
    without_pvals: bool,
    /// By theme: whether it turns the switch on whatever the mark.
    themes: Vec<bool>,
}

impl Lane {
    /// How much is missing to the limit.
    fn missing(&self, start: usize, mark: usize, n: usize) -> usize {
        self.limit.saturating_sub(start + n + self.known[mark])
    }

    /// How likely the switch is on after so many steps.
    fn by_affixes(&self, start: &Start, made: usize) -> f64 {
        if self.without_pvals && start.flags > 0 {
            return 1.0;
        }
        let start = start.of(self.kind);
        let is_on = |mark: usize, n: usize| {
            self.marks[mark] && self.missing(start, mark, n) == 0 && (!self.beyond || n + start > 0)
        };
        Self::sum(&self.sums[made], |mark, n| f64::from(u8::from(is_on(mark, n))))
    }

    /// The same with the affixes of a theme.
    fn with_theme(&self, start: &Start, made: usize, theme: usize) -> f64 {
        if self.without_pvals && start.flags > 0 {
            return 1.0;
        }
        let start = start.of(self.kind);
        let sums = self.possible.get(theme).unwrap_or(&self.sums);
        Self::sum(&sums[made], |mark, n| {
            if self.marks[mark] || self.themes[theme] { self.tails[theme][self.missing(start, mark, n)] } else { 0.0 }
        })
    }

    fn sum(sums: &[Vec<f64>], of: impl Fn(usize, usize) -> f64) -> f64 {
        let sums = sums.iter().enumerate();
        let each = sums.flat_map(|(mark, sums)| sums.iter().enumerate().map(move |(n, chance)| (mark, n, chance)));
        each.filter(|one| *one.2 > 0.0).map(|(mark, n, chance)| chance * of(mark, n)).sum()
    }
}

/// How likely items of a place are undone in ways that marks don't know of.
#[derive(Debug)]
pub(super) struct Undone {
    /// Each counts where all of its lanes are on, and each of these alone is on more often.
    switches: Vec<Vec<Lane>>,
    dice: DiceChanges,
    /// By theme, then mark and steps: how likely items have it. Those that are always undone never.
    themed: Vec<Vec<Vec<f64>>>,
    steps: usize,
}

impl Undone {
    /// `themed`: by theme, then mark and steps.
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        place: Place,
        draws: &Draws,
        steps: usize,
        themed: Vec<Vec<Vec<f64>>>,
    ) -> Undone {
        let (all, gains) = (&forge.exact.switches, &forge.exact.gains);
        let parts_of: Vec<Parts> = draws.themes.iter().map(|theme| parts(forge, *theme)).collect();
        let marks = draws.marks.len();
        let flat = draws.flat();
        // For switches of which marks know nothing.
        let unmarked = flat.as_ref().unwrap_or(draws);
        let lane = |sum: &Sum<'_>, kind, limit, tails| Lane {
            sums: Rc::new(sum.follow(steps)),
            kind,
            known: vec![0; marks],
            beyond: false,
            limit,
            marks: vec![true; marks],
            tails,
            possible: Rc::default(),
            without_pvals: false,
            themes: vec![false; parts_of.len()],
        };
        let mut switches = Vec::new();
        for bonus in 0..3 {
            let limit = all.limits[bonus];
            let of = |affix, boosted| {
                let level = if boosted { DEEPEST } else { place.level };
                if gains.lifts(affix) >> bonus & 1 == 1 { vec![(0, 1.0)] } else { all.bonus(affix, bonus, level) }
            };
            // As if every theme came at the deepest level, where bonuses are largest: a boosted step that brings a theme may
            // also be the one that brought its affix, so that boosts and sums can't be taken as independent.
            let tails = parts_of
                .iter()
                .map(|parts| tail(parts.iter().map(|(affix, chance)| (of(*affix, true), *chance)), limit));
            switches.push(vec![lane(&Sum::new(unmarked, limit, of), Of::Bonus(bonus), limit, tails.collect())]);
        }
        let of_byte = |byte: usize, kind: Of, limit: usize| {
            let sum = Sum::new(unmarked, limit, |affix, _| vec![(byte_of(all.budgets.affix(affix), byte), 1.0)]);
            let of_theme = |theme: &ThemeId| steps_up(byte_of(all.budgets.theme(theme.at()), byte), limit);
            lane(&sum, kind, limit, draws.themes.iter().map(of_theme).collect())
        };
        switches.extend(BYTES.map(|byte| vec![of_byte(byte, Of::Byte(byte), FULL)]));
        switches.extend(pvals::lanes(forge, place, (draws, unmarked, steps), &parts_of, &lane));
        // What themes add to marks.
        let nothing = lane(&Sum::new(draws, 0, |_, _| vec![(0, 1.0)]), Of::Nothing, 1, Vec::new());
        for mark in 0..marks {
            let is_on = |parts: &Parts| {
                let affixes = parts.iter().map(|part| part.0);
                gains.may_be_too_powerful(&place.frame, draws.marks[mark], affixes)
            };
            let tails = parts_of.iter().map(|parts| vec![1.0, f64::from(u8::from(is_on(parts)))]).collect();
            let only = (0..marks).map(|other| other >= mark).collect();
            switches.push(vec![Lane { tails, marks: only, ..nothing.clone() }]);
        }
        let any_theme = |made: usize| themed.iter().flatten().map(|by_steps| by_steps[made]).sum();
        let dice = DiceChanges::new(forge, draws, steps, &parts_of, (0..=steps).map(any_theme).collect());
        Undone { switches, dice, themed, steps }
    }

    /// By number of steps: at most so likely was a step of a kind's item undone otherwise than marks tell.
    pub(super) fn bound(&self, start: &Start) -> Vec<f64> {
        let dice = start.damage.as_ref().map(|damage| self.dice.bound(damage));
        let of_step = |made: usize| -> f64 {
            let of_switch = |lanes: &[Lane]| {
                let least = |of: &dyn Fn(&Lane) -> f64| lanes.iter().map(of).fold(1.0, f64::min);
                let by_affixes = least(&|lane| lane.by_affixes(start, made));
                let by_theme = |theme: usize| {
                    // Either all that has the theme, or all that could be undone by it.
                    let can_be = |mark: usize| lanes.iter().all(|lane| lane.marks[mark] || lane.themes[theme]);
                    let marks = self.themed[theme].iter().enumerate().filter(|mark| can_be(mark.0));
                    let themed: f64 = marks.map(|mark| mark.1[made]).sum();
                    if themed == 0.0 { 0.0 } else { themed.min(least(&|lane| lane.with_theme(start, made, theme))) }
                };
                by_affixes + (0..self.themed.len()).map(by_theme).sum::<f64>()
            };
            let by_dice = dice.as_ref().map_or(0.0, |dice| dice[made]);
            by_dice + self.switches.iter().map(|lanes| of_switch(lanes)).sum::<f64>()
        };
        (0..=self.steps).map(|made| of_step(made).min(1.0)).collect()
    }
}

/// A theme's affixes that can come with it, each with its chance.
type Parts = Vec<(usize, f64)>;

fn parts<G>(forge: &AffixForge<G>, theme: ThemeId) -> Parts {
    let parts = forge.catalog.theme(theme).parts.iter().filter(|part| part.chance > 0);
    parts.map(|part| (part.affix.at(), f64::from(part.chance.min(100)) / 100.0)).collect()
}

/// What adds exactly so much adds up to that in any case, and never more.
fn steps_up(adds: usize, limit: usize) -> Vec<f64> {
    (0..=limit).map(|missing| f64::from(u8::from(missing <= adds))).collect()
}
