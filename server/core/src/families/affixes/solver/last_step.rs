//! The themes of the last step, without following the hands it leads to.

use std::collections::BTreeMap;

use super::{
    super::themes::CERTAIN,
    draws::Draws,
    hands::{Hands, Seen},
    moves::{Move, Steps},
};

/// What the last step may add to what an item has of a theme: from mark, to mark, chance at levels where the theme is legal.
struct Addition {
    more: Seen,
    chances: Vec<(usize, usize, f64)>,
}

/// What the last step comes to for what an item has of a theme.
#[derive(Clone)]
struct Added {
    /// The score before it, and after it at the most.
    now: u32,
    most: u32,
    /// From mark, to mark, chance of the theme, unless scores together make one certain.
    chances: Vec<(usize, usize, f64)>,
}

impl Added {
    fn new(hands: &Hands, additions: &[Addition], (theme, seen): (usize, Seen)) -> Added {
        let now = hands.score(theme, seen);
        let mut added = Added { now, most: now, chances: Vec::new() };
        let mut chances: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for addition in additions {
            let score = hands.score(theme, plus(seen, addition.more));
            added.most = added.most.max(score);
            let share = f64::from(score) / f64::from(CERTAIN);
            for (from, to, chance) in addition.chances.iter().filter(|_| score > 0) {
                *chances.entry((*from, *to)).or_default() += share * chance;
            }
        }
        added.chances = chances.into_iter().map(|((from, to), chance)| (from, to, chance)).collect();
        added
    }
}

/// What the last step comes to, by what an item has of a theme.
struct Known {
    /// By weight, then number of lines.
    all: Vec<Option<Added>>,
    lines: usize,
}

impl Known {
    fn new(hands: &Hands, theme: usize) -> Known {
        let most = hands.most_seen(theme);
        let lines = usize::from(most.0) + 1;
        Known { all: vec![None; lines * (usize::from(most.1) + 1)], lines }
    }

    fn at(&mut self, seen: Seen, add: impl FnOnce() -> Added) -> &Added {
        self.all[usize::from(seen.1) * self.lines + usize::from(seen.0)].get_or_insert_with(add)
    }
}

/// By theme and mark afterwards: the chance that the step after these brings it. `last`: items that go on, by hand and mark.
///
/// While the scores of all themes together don't pass what makes one certain, a theme's chance depends on what the item has
/// of that theme alone and on what the step adds to it: a few sums per hand. Steps that pass it are then set right one by
/// one. Affixes must count as often as an item has them.
pub(super) fn themes(draws: &Draws, hands: &Hands, moves: &Steps, last: &[f64]) -> Vec<f64> {
    let (marks, count) = (moves.marks, draws.themes.len());
    let additions: Vec<Vec<Addition>> = (0..count).map(|theme| additions(draws, hands, moves, theme)).collect();
    let named: Vec<Vec<usize>> = hands.suits.iter().map(|suit| suit.named().collect()).collect();
    let mut brought = vec![0.0; count * marks];
    let mut known: Vec<Known> = (0..count).map(|theme| Known::new(hands, theme)).collect();
    let mut scores = Vec::with_capacity(count);
    for (hand, on) in last.chunks(marks).enumerate() {
        if on.iter().all(|on| *on == 0.0) {
            continue;
        }
        let seen = hands.seen(hand);
        let (mut now, mut most) = (0, 0);
        for (theme, seen) in seen.iter().enumerate() {
            let added = known[theme].at(*seen, || Added::new(hands, &additions[theme], (theme, *seen)));
            now += added.now;
            most += added.most;
            let brought = &mut brought[theme * marks..][..marks];
            for (from, to, chance) in &added.chances {
                brought[*to] += chance * on[*from];
            }
        }
        if most <= CERTAIN {
            continue;
        }
        // What a suit adds is to a few themes only.
        let with = |suit: usize| {
            let more = |theme: &usize| {
                let had = seen[*theme];
                hands
                    .score(*theme, plus(had, hands.suits[suit].mentions[*theme]))
                    .wrapping_sub(hands.score(*theme, had))
            };
            named[suit].iter().map(more).fold(now, u32::wrapping_add)
        };
        for (suit, moves) in moves.by_suit.iter().enumerate().filter(|suit| with(suit.0) > CERTAIN) {
            set_right((draws, hands), (seen, &mut scores), Some(suit), &moves.each, on, &mut brought);
        }
        if now > CERTAIN {
            set_right((draws, hands), (seen, &mut scores), None, &moves.beside, on, &mut brought);
        }
    }
    brought
}

/// Sets right what was added for steps of a suit, or beside, at levels where the themes' scores together pass what makes one
/// certain: a theme's chance is then its part of them.
fn set_right(
    (draws, hands): (&Draws, &Hands),
    (seen, scores): (&[Seen], &mut Vec<(usize, u32)>),
    suit: Option<usize>,
    moves: &[Move],
    on: &[f64],
    brought: &mut [f64],
) {
    let marks = on.len();
    let adds = |theme: usize| suit.map_or((0, 0), |suit| hands.suits[suit].mentions[theme]);
    scores.clear();
    let of_theme = |theme: usize| (theme, hands.score(theme, plus(seen[theme], adds(theme))));
    scores.extend((0..seen.len()).map(of_theme).filter(|score| score.1 > 0));
    for (set, legal) in draws.sets.iter().enumerate() {
        let scores = scores.iter().filter(|score| legal >> score.0 & 1 == 1);
        let sum: u32 = scores.clone().map(|score| score.1).sum();
        if sum <= CERTAIN {
            continue;
        }
        let less = 1.0 / f64::from(sum) - 1.0 / f64::from(CERTAIN);
        for one in moves.iter().filter(|one| on[one.from] > 0.0) {
            let chance = less * one.chances[set] * on[one.from];
            for (theme, score) in scores.clone() {
                brought[theme * marks + one.to] += f64::from(*score) * chance;
            }
        }
    }
}

fn plus(a: Seen, b: Seen) -> Seen {
    (a.0 + b.0, a.1 + b.1)
}

fn additions(draws: &Draws, hands: &Hands, moves: &Steps, theme: usize) -> Vec<Addition> {
    let mut additions: Vec<Addition> = Vec::new();
    let by_suit = moves.by_suit.iter().zip(&hands.suits).map(|(moves, suit)| (&moves.each, suit.mentions[theme]));
    for (moves_of, more) in by_suit.chain([(&moves.beside, (0, 0))]) {
        let at = additions.iter().position(|known| known.more == more).unwrap_or_else(|| {
            additions.push(Addition { more, chances: Vec::new() });
            additions.len() - 1
        });
        for one in moves_of {
            let legal = one.chances.iter().zip(&draws.sets).filter(|chance| chance.1 >> theme & 1 == 1);
            let chance: f64 = legal.map(|chance| chance.0).sum();
            let chances = &mut additions[at].chances;
            match chances.iter_mut().find(|known| (known.0, known.1) == (one.from, one.to)) {
                Some(known) => known.2 += chance,
                None if chance > 0.0 => chances.push((one.from, one.to, chance)),
                None => {}
            }
        }
    }
    additions
}
