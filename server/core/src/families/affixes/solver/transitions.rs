//! What steps do to items, sorted by what they do to hands.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    draws::{Draw, Draws},
    hands::Hands,
};
use crate::catalog::AffixId;

/// A step from a mark to a mark, at levels of each set of themes.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Move {
    pub(super) from: usize,
    pub(super) to: usize,
    /// By set.
    pub(super) chances: Vec<f64>,
    /// Whatever the set.
    pub(super) all: f64,
}

impl Move {
    fn add(&mut self, set: usize, chance: f64) {
        self.chances[set] += chance;
        self.all += chance;
    }
}

/// What steps that add an affix of a suit do.
#[derive(Debug, Clone, Default)]
pub(super) struct Moves {
    /// Whether all marks stay as they are, equally often: each move then says it all.
    pub(super) alike: bool,
    /// Otherwise every step.
    pub(super) each: Vec<Move>,
}

/// What steps do.
#[derive(Debug)]
pub(super) struct Steps {
    /// Steps that add an affix of a suit.
    pub(super) by_suit: Rc<Vec<Moves>>,
    /// Steps that leave the hand as it is, and after which themes are looked for: those of affixes no theme names, and
    /// those that found none to draw.
    pub(super) beside: Vec<Move>,
    /// Steps that add an affix whose items are left out, by suit (the last: affixes of no suit). They too may bring a theme
    /// that is undone, and the affix with it.
    pub(super) left_out: Vec<Vec<Move>>,
    /// Steps that leave the hand as it is, and after which no theme is looked for: from mark, to mark, chance.
    pub(super) idle: Vec<(usize, usize, f64)>,
    /// Themes that are undone whenever they come, as bits, with the step that brought them.
    pub(super) lost: u64,
    /// Where such a step leads: so many marks on.
    miss: usize,
    pub(super) marks: usize,
    pub(super) sets: usize,
    /// What `beside` is the sum of.
    each_beside: Rc<Vec<Beside>>,
}

/// Affix (if there was one to draw), position in the list of moves, set, chance.
type Beside = (Option<AffixId>, usize, usize, f64);

/// How items are followed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Variant {
    /// Items with this affix are left out.
    pub(super) without: Option<AffixId>,
    /// Steps that fill no slot are counted: marks are told apart by their number too, from 0 to this.
    pub(super) misses: usize,
    /// Marks are told apart by which of these an item has, too: neither, the first, the second, and both where themes can
    /// be undone; elsewhere items that get the other one as well are left out. Not together with `misses`.
    pub(super) pair: Option<[AffixId; 2]>,
}

impl Variant {
    /// How often each mark is there.
    fn blocks(self, lost: u64) -> usize {
        match self.pair {
            Some(_) if lost == 0 => 3,
            Some(_) => 4,
            None => self.misses + 1,
        }
    }

    /// Where among these a step leads.
    fn block_after(self, block: usize, draw: &Draw) -> usize {
        if let Some(pair) = self.pair {
            let gets = |affix: AffixId| draw.affix == Some(affix) && draw.to.is_some();
            return block | usize::from(gets(pair[0])) | usize::from(gets(pair[1])) << 1;
        }
        let misses = draw.affix.is_none() || draw.to.is_none();
        (block + usize::from(misses)).min(self.misses)
    }
}

impl Steps {
    /// `looks`: whether a step that found nothing to draw looks for a theme.
    pub(super) fn new(draws: &Draws, hands: &Hands, lost: u64, looks: bool, variant: Variant) -> Steps {
        let marks = draws.marks.len();
        let blocks = variant.blocks(lost);
        let mut by_suit = vec![Moves::default(); hands.suits.len()];
        let mut each_beside = Vec::new();
        let mut steps = Steps {
            by_suit: Rc::default(),
            beside: Vec::new(),
            left_out: vec![Vec::new(); hands.suits.len() + 1],
            idle: Vec::new(),
            lost,
            miss: if variant.misses > 0 { marks } else { 0 },
            marks: marks * blocks,
            sets: draws.sets.len(),
            each_beside: Rc::default(),
        };
        // By suit (first: none), block before, block after, pair: a position in its list.
        let mut known: Vec<Option<usize>> = vec![None; (hands.suits.len() + 1) * blocks * blocks * draws.pairs.len()];
        let mut idle: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        let is_left_out = |draw: &&Draw| draw.to.is_some() && draw.affix.is_some() && draw.affix == variant.without;
        for draw in &draws.all {
            if is_left_out(&draw) {
                let (from, to) = (draw.from, draw.to.unwrap_or(draw.from));
                let suit = draw.affix.and_then(|affix| hands.suit_of(affix)).unwrap_or(hands.suits.len());
                let mut one = Move { from, to, chances: vec![0.0; draws.sets.len()], all: draw.chance };
                one.chances[draw.set] = draw.chance;
                steps.left_out[suit].push(one);
                continue;
            }
            for block in 0..blocks {
                let after = variant.block_after(block, draw);
                if after >= blocks {
                    continue;
                }
                let (from, to) = (block * marks + draw.from, after * marks + draw.to.unwrap_or(draw.from));
                let suit = draw.affix.and_then(|affix| hands.suit_of(affix));
                let is_idle = if draw.affix.is_some() { draw.to.is_none() } else { !looks };
                if is_idle {
                    *idle.entry((from, to)).or_default() += draw.chance;
                } else {
                    let place = suit.map_or(0, |suit| suit + 1);
                    let place = ((place * blocks + block) * blocks + after) * draws.pairs.len() + draw.pair;
                    let at = *known[place].get_or_insert_with(|| {
                        let list = suit.map_or(&mut steps.beside, |suit| &mut by_suit[suit].each);
                        list.push(Move { from, to, chances: vec![0.0; draws.sets.len()], all: 0.0 });
                        list.len() - 1
                    });
                    let list = suit.map_or(&mut steps.beside, |suit| &mut by_suit[suit].each);
                    list[at].add(draw.set, draw.chance);
                    if suit.is_none() {
                        each_beside.push((draw.affix, at, draw.set, draw.chance));
                    }
                }
            }
        }
        steps.idle = idle.into_iter().map(|((from, to), chance)| (from, to, chance)).collect();
        for moves in &mut by_suit {
            let first = moves.each.first().map(|one| one.chances.clone());
            let stay = moves.each.iter().all(|one| one.from == one.to && Some(&one.chances) == first.as_ref());
            moves.alike = stay && moves.each.len() == steps.marks;
        }
        Steps { by_suit: Rc::new(by_suit), each_beside: Rc::new(each_beside), ..steps }
    }

    /// The same without items that have an affix which no theme names; every move keeps its place.
    pub(super) fn without(&self, affix: AffixId) -> Steps {
        let nothing = |one: &Move| Move { chances: vec![0.0; self.sets], all: 0.0, ..*one };
        let mut beside: Vec<Move> = self.beside.iter().map(nothing).collect();
        for (of, at, set, chance) in self.each_beside.iter() {
            if *of != Some(affix) {
                beside[*at].add(*set, *chance);
            }
        }
        Steps {
            by_suit: Rc::clone(&self.by_suit),
            beside,
            left_out: self.left_out.clone(),
            idle: self.idle.clone(),
            each_beside: Rc::clone(&self.each_beside),
            ..*self
        }
    }

    /// The mark after a step whose theme was undone.
    pub(super) fn returns_to(&self, mark: usize) -> usize {
        if mark + self.miss < self.marks { mark + self.miss } else { mark }
    }
}
