//! The themes of the last step, without following the hands it leads to.

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
    for (hand, on) in last.chunks(marks).enumerate() {
        if on.iter().all(|on| *on == 0.0) {
            continue;
        }
        let seen = hands.seen(hand);
        let mut now = 0;
        for (theme, seen) in seen.iter().enumerate() {
            now += hands.score(theme, *seen);
            for addition in &additions[theme] {
                let score = hands.score(theme, plus(*seen, addition.more));
                if score > 0 {
                    let share = f64::from(score) / f64::from(CERTAIN);
                    for (from, to, chance) in &addition.chances {
                        brought[theme * marks + to] += share * chance * on[*from];
                    }
                }
            }
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
            set_right((draws, hands), seen, Some(suit), &moves.each, on, &mut brought);
        }
        if now > CERTAIN {
            set_right((draws, hands), seen, None, &moves.beside, on, &mut brought);
        }
    }
    brought
}

/// Sets right what was added for steps of a suit, or beside, at levels where the themes' scores together pass what makes one
/// certain: a theme's chance is then its part of them.
fn set_right(
    (draws, hands): (&Draws, &Hands),
    seen: &[Seen],
    suit: Option<usize>,
    moves: &[Move],
    on: &[f64],
    brought: &mut [f64],
) {
    let marks = on.len();
    let adds = |theme: usize| suit.map_or((0, 0), |suit| hands.suits[suit].mentions[theme]);
    let scores = (0..seen.len()).map(|theme| (theme, hands.score(theme, plus(seen[theme], adds(theme)))));
    let scores: Vec<(usize, u32)> = scores.filter(|score| score.1 > 0).collect();
    for (set, legal) in draws.sets.iter().enumerate() {
        let scores = scores.iter().filter(|score| legal >> score.0 & 1 == 1);
        let sum: u32 = scores.clone().map(|score| score.1).sum();
        if sum <= CERTAIN {
            continue;
        }
        let less = 1.0 / f64::from(sum) - 1.0 / f64::from(CERTAIN);
        for (theme, score) in scores {
            for one in moves {
                brought[theme * marks + one.to] += f64::from(*score) * less * one.chances[set] * on[one.from];
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
