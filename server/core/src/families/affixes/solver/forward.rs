//! Step after step: how likely an item has which hand and mark, until a theme ends its drawing.

use super::{
    brings::Brings,
    hands::Hands,
    moves::{Move, Steps},
};

/// What has become of items after each number of steps.
#[derive(Debug, Clone)]
pub(super) struct Course {
    pub(super) steps: usize,
    pub(super) marks: usize,
    /// Items that go on: by size of their hand, mark, steps so far.
    on: Vec<f64>,
    /// Of these, those with a suit: by suit, mark, steps so far.
    with_suit: Vec<f64>,
    /// Items that got a theme: by theme, mark, the step that brought it.
    themed: Vec<f64>,
    /// Steps whose theme was undone: by what they drew (a suit, or last what no theme names), set, mark, steps before it.
    returned: Vec<f64>,
    sets: usize,
    themes: usize,
    /// By hand, then mark: items that go on after the last step.
    pub(super) last: Vec<f64>,
}

impl Course {
    fn at(&self, block: usize, mark: usize, step: usize) -> usize {
        (block * self.marks + mark) * (self.steps + 1) + step
    }

    /// Items with a mark that go on after so many steps.
    pub(super) fn on(&self, mark: usize, step: usize) -> f64 {
        (0..=self.steps).map(|size| self.on_of_size(size, mark, step)).sum()
    }

    /// Of these, those with a hand of a size.
    pub(super) fn on_of_size(&self, size: usize, mark: usize, step: usize) -> f64 {
        self.on[self.at(size, mark, step)]
    }

    /// Items with a mark that go on after so many steps and have a suit.
    pub(super) fn with_suit(&self, suit: usize, mark: usize, step: usize) -> f64 {
        self.with_suit[self.at(suit, mark, step)]
    }

    /// Items with a mark to which a step brought a theme.
    pub(super) fn themed(&self, theme: usize, mark: usize, step: usize) -> f64 {
        self.themed[self.at(theme, mark, step)]
    }

    /// Steps from a mark, after so many others, whose theme was undone: by what they drew and the set of themes.
    pub(super) fn returned(&self, drawn: usize, set: usize, mark: usize, step: usize) -> f64 {
        self.returned.get(self.at(drawn * self.sets + set, mark, step)).copied().unwrap_or(0.0)
    }

    /// All items that go on or have a theme after so many steps: less than 1 by what was left out.
    pub(super) fn all(&self, step: usize) -> f64 {
        let on: f64 = (0..self.marks).map(|mark| self.on(mark, step)).sum();
        let themed = |theme, step| (0..self.marks).map(|mark| self.themed(theme, mark, step)).sum::<f64>();
        on + (0..self.themes).map(|theme| (0..=step).map(|step| themed(theme, step)).sum::<f64>()).sum::<f64>()
    }
}

/// What is told of a step whose theme is undone: what it drew (a suit, or last what no theme names), the hand it began
/// from, the move, and how likely the theme is by set.
type Found<'a> = &'a mut dyn FnMut(usize, usize, &Move, &[f64]);

/// What is followed, and how far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route<'a> {
    pub(super) hands: &'a Hands,
    pub(super) moves: &'a Steps,
    /// How many themes there are.
    pub(super) themes: usize,
    pub(super) steps: usize,
    /// Larger hands are left out.
    pub(super) largest: usize,
    /// Whether it is counted what suits and themes items have; else only how many go on.
    pub(super) in_full: bool,
}

impl Route<'_> {
    /// Follows items.
    pub(super) fn follow(self) -> Course {
        let Route { hands, moves, themes, steps, largest, in_full } = self;
        let (width, marks, sets) = (steps + 1, moves.marks, moves.sets);
        let row = marks * width;
        let mut course = Course {
            steps,
            marks,
            on: vec![0.0; width * row],
            with_suit: vec![0.0; if in_full { hands.suits.len() * row } else { 0 }],
            themed: vec![0.0; themes * row],
            returned: Vec::new(),
            sets,
            themes,
            last: Vec::new(),
        };
        let returns = if moves.lost == 0 { Vec::new() } else { self.returns() };
        let nothing = Brings::nothing(sets);
        let mut chances = vec![0.0; hands.up_to(largest) * row];
        // By hand: marks that items with it have at all, as bits. Where there are more marks than bits, all.
        let mut present: Vec<u64> = Vec::with_capacity(hands.up_to(largest));
        let is_present = |present: u64, mark: usize| marks > 64 || present >> mark & 1 == 1;
        // By group of sets that are the same to the hand, then mark and step: what comes before themes are looked for. Not
        // in full, what comes of all groups and is spared.
        let mut coming = vec![0.0; sets * row];
        // By the same groups: what of a move comes to each.
        let mut by_group: Vec<f64> = Vec::with_capacity(sets);
        // What becomes of items that keep their hand: from mark, to mark, chance.
        let mut stays: Vec<(usize, usize, f64)> = Vec::new();
        for (size, range) in hands.by_size().enumerate().take(largest + 1) {
            for hand in range {
                let brings = hands.brings(hand).unwrap_or(&nothing);
                let groups = if in_full { brings.groups.len() } else { 1 };
                coming[..groups * row].fill(0.0);
                let (before, own) = chances.split_at_mut(hand * row);
                for (suit, other) in hands.suits_of(hand) {
                    let Some(other) = other else { continue };
                    let (before, present) = (&before[other * row..][..row], present[other]);
                    let moves = &moves.by_suit[usize::from(suit)];
                    let all_marks = moves.each.first().filter(|_| moves.alike);
                    let each = moves.each.iter().filter(|one| all_marks.is_none() && is_present(present, one.from));
                    for one in all_marks.into_iter().chain(each) {
                        let mut add = |group: usize, chance: f64| {
                            let coming = &mut coming[group * row..][..row];
                            if all_marks.is_some() {
                                (0..marks).for_each(|mark| pass(coming, before, width, (mark, mark), chance));
                            } else {
                                pass(coming, before, width, (one.from, one.to), chance);
                            }
                        };
                        if !in_full {
                            add(0, brings.spared(&one.chances));
                        } else if groups == 1 {
                            add(0, one.all);
                        } else {
                            brings.by_group(one, &mut by_group);
                            by_group.iter().enumerate().for_each(|(group, chance)| add(group, *chance));
                        }
                    }
                }
                let own = &mut own[..row];
                own[0] = f64::from(u8::from(hand == 0));
                for (group, of) in brings.groups.iter().enumerate().take(groups) {
                    let spared = if in_full { of.spared } else { 1.0 };
                    own.iter_mut().zip(&coming[group * row..]).for_each(|(own, coming)| *own += spared * coming);
                }
                stays.clear();
                stays.extend(moves.beside.iter().map(|one| (one.from, one.to, brings.spared(&one.chances))));
                stays.extend_from_slice(&moves.idle);
                if let Some(returns) = returns.get(hand * marks..(hand + 1) * marks) {
                    let returns = returns.iter().enumerate().filter(|chance| *chance.1 > 0.0);
                    stays.extend(returns.map(|(mark, chance)| (mark, moves.returns_to(mark), *chance)));
                }
                for step in 1..width {
                    for (from, to, chance) in &stays {
                        own[to * width + step] += chance * own[from * width + step - 1];
                    }
                }
                present.push(if marks > 64 { !0 } else { bits(own, width) });
                sum(&mut course.on[size * row..][..row], own);
                if in_full {
                    course.last.extend(own.chunks(width).map(|own| own[steps]));
                    for (suit, _) in hands.suits_of(hand) {
                        sum(&mut course.with_suit[usize::from(suit) * row..][..row], own);
                    }
                }
                if !in_full || brings.groups.iter().all(|group| group.shares.is_empty()) {
                    continue;
                }
                for one in &moves.beside {
                    brings.by_group(one, &mut by_group);
                    for (group, chance) in by_group.iter().enumerate() {
                        pass(&mut coming[group * row..][..row], own, width, (one.from, one.to), *chance);
                    }
                }
                for (group, of) in brings.groups.iter().enumerate() {
                    let coming = &coming[group * row..][..row];
                    for (theme, share) in of.shares.iter().filter(|share| moves.lost >> share.0 & 1 == 0) {
                        let themed = &mut course.themed[usize::from(*theme) * row..][..row];
                        themed.iter_mut().zip(coming).for_each(|(themed, coming)| *themed += share * coming);
                    }
                }
            }
        }
        if moves.lost != 0 {
            course.returned = self.returned(&chances);
        }
        course
    }

    /// Every step that leads to a theme which is undone.
    fn each_return(self, found: Found<'_>) {
        let Route { hands, moves, .. } = self;
        for hand in 0..hands.up_to(self.largest) {
            let Some(brings) = hands.brings(hand) else { continue };
            let shares = brings.shares_of(moves.lost);
            if shares.iter().all(|share| *share == 0.0) {
                continue;
            }
            for (suit, before) in hands.suits_of(hand) {
                let Some(before) = before else { continue };
                let suit = usize::from(suit);
                for one in moves.by_suit[suit].each.iter().chain(&moves.left_out[suit]) {
                    found(suit, before, one, &shares);
                }
            }
            for one in moves.beside.iter().chain(&moves.left_out[hands.suits.len()]) {
                found(hands.suits.len(), hand, one, &shares);
            }
        }
    }

    /// By hand and mark: the chance that a step's theme is undone, and the item left as it was.
    fn returns(self) -> Vec<f64> {
        let marks = self.moves.marks;
        let mut returns = vec![0.0; self.hands.up_to(self.largest) * marks];
        self.each_return(&mut |_, hand, one, shares| {
            let chances = one.chances.iter().zip(shares);
            returns[hand * marks + one.from] += chances.map(|(chance, share)| chance * share).sum::<f64>();
        });
        returns
    }

    /// How many such steps there are.
    fn returned(self, chances: &[f64]) -> Vec<f64> {
        let Steps { marks, sets, .. } = *self.moves;
        let row = marks * (self.steps + 1);
        let mut returned = vec![0.0; (self.hands.suits.len() + 1) * sets * row];
        self.each_return(&mut |drawn, hand, one, shares| {
            for (set, share) in shares.iter().enumerate().filter(|share| *share.1 > 0.0) {
                let to = &mut returned[(drawn * sets + set) * row..][..row];
                let from = one.from * (self.steps + 1)..(one.from + 1) * (self.steps + 1);
                let pairs = to[from.clone()].iter_mut().zip(&chances[hand * row..][from]);
                pairs.for_each(|(to, chance)| *to += one.chances[set] * share * chance);
            }
        });
        returned
    }
}

/// Marks that items have after some step, as bits.
fn bits(own: &[f64], width: usize) -> u64 {
    let is_there = |own: &[f64]| u64::from(own.iter().any(|chance| *chance != 0.0));
    own.chunks(width).zip(0..).fold(0, |bits, (own, mark)| bits | is_there(own) << mark)
}

fn sum(to: &mut [f64], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// Adds what a step does to items of one mark.
#[inline]
fn pass(coming: &mut [f64], before: &[f64], width: usize, (from, to): (usize, usize), chance: f64) {
    let before = &before[from * width..][..width - 1];
    let coming = &mut coming[to * width + 1..][..width - 1];
    coming.iter_mut().zip(before).for_each(|(to, before)| *to += chance * before);
}
