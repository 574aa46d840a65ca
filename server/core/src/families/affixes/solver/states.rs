//! The different things an item's affixes can be to themes, as a tree.
//!
//! An affix that no theme names leaves an item as it was to themes. The others are sorted into *suits*: what an item has
//! of each is all that themes can see of it. A *hand* is a number of affixes of each suit, in whatever order they came.

use std::collections::HashMap;

use super::{
    super::themes::{Themes, theme_score},
    brings::Brings,
    by_steps::Weights,
    draws::Draws,
};
use crate::catalog::{AffixId, ThemeId};

/// Affixes that are the same to every theme.
#[derive(Debug, Clone)]
pub(super) struct Suit {
    pub(super) affixes: Vec<AffixId>,
    /// By theme: how many lines name each of them, and with what weight.
    pub(super) mentions: Vec<Seen>,
    /// At most so likely does a step draw one.
    most: f64,
    /// The class of which an item has one affix only, as a bit.
    class_bit: u8,
}

impl Suit {
    /// The themes (positions) that name its affixes.
    pub(super) fn named(&self) -> impl Iterator<Item = usize> {
        self.mentions.iter().enumerate().filter(|mention| mention.1.0 > 0).map(|mention| mention.0)
    }
}

/// What an item has of a theme: lines that name its affixes, and their weight.
pub(super) type Seen = (u16, u16);

/// A hand.
#[derive(Debug, Clone, Copy)]
struct Hand {
    /// The last suit, and how many of it.
    last: u8,
    of_last: u8,
    /// Its children, which have one affix more, of the last suit or one after it: the first, and how many.
    children: u8,
    first: u32,
    /// Where its suits begin.
    suits: u32,
    /// What it brings about, if anything.
    brings: u32,
}

const NONE: u32 = u32::MAX;

/// Hands, by their size.
#[derive(Debug)]
pub(super) struct Hands {
    pub(super) suits: Vec<Suit>,
    all: Vec<Hand>,
    /// Each suit of a hand, and the hand without one affix of it.
    without: Vec<(u8, u32)>,
    /// By hand, then theme.
    seen: Vec<Seen>,
    /// What hands bring about, each once.
    brings: Vec<Brings>,
    /// What spares items from a theme, each once: by set of legal themes.
    pub(super) spared: Vec<Vec<f64>>,
    /// By theme: the score of each weight.
    scores: Vec<Vec<u32>>,
    /// Where the hands of each size begin.
    sizes: Vec<usize>,
    /// By affix: its suit, if themes name it.
    suit_by_affix: Vec<Option<usize>>,
}

/// The suits of what steps draw; affixes of no suit are nothing to themes.
pub(super) fn suits(draws: &Draws, themes: &Themes, class_bit: impl Fn(AffixId) -> u8) -> Vec<Suit> {
    let mut suits: Vec<Suit> = Vec::new();
    for affix in draws.affixes() {
        let mention = |theme| {
            let (lines, weight) = themes.mention(theme, affix);
            (if themes.repeats_count() { lines as u16 } else { lines.min(1) as u16 }, weight as u16)
        };
        let mentions: Vec<Seen> = draws.themes.iter().map(|theme| mention(*theme)).collect();
        if mentions.iter().all(|mention| mention.0 == 0) {
            continue;
        }
        let mut by_mark = vec![0.0_f64; draws.marks.len()];
        let kept = draws.all.iter().filter(|draw| draw.affix == Some(affix) && draw.to.is_some());
        kept.for_each(|draw| by_mark[draw.from] += draw.chance);
        let most = by_mark.into_iter().fold(0.0, f64::max);
        if most == 0.0 {
            continue;
        }
        // Those of which an item can have one only need not be told apart: it has them once or not at all.
        let class_bit = class_bit(affix);
        let same = |known: &&mut Suit| class_bit != 0 && known.class_bit == class_bit && known.mentions == mentions;
        match suits.iter_mut().find(same) {
            Some(suit) => {
                suit.affixes.push(affix);
                suit.most += most;
            }
            None => suits.push(Suit { affixes: vec![affix], mentions, most, class_bit }),
        }
    }
    suits.sort_by(|a, b| b.most.total_cmp(&a.most));
    suits
}

impl Hands {
    /// The hands of up to a size that come with at least this chance to items weighted by their number of steps, of which so
    /// many are followed. None where there are more than so many.
    pub(super) fn new(
        draws: &Draws,
        themes: &Themes,
        suits: Vec<Suit>,
        size: usize,
        (weights, least, most): (&Weights, f64, usize),
    ) -> Option<Hands> {
        let count = draws.themes.len();
        let scores_of = |(at, theme): (usize, &ThemeId)| {
            let most = suits.iter().map(|suit| suit.mentions[at].1).max().unwrap_or(0);
            let weights = 0..=u32::from(most) * (size as u32 + 1);
            weights.map(|weight| theme_score(weight, themes.total(*theme), themes.quirks())).collect()
        };
        let scores_of: Vec<Vec<u32>> = draws.themes.iter().enumerate().map(scores_of).collect();
        let orders = most_orders(draws, &suits, size, weights);
        let mut suit_by_affix = vec![None; draws.affixes().map(|affix| affix.at() + 1).max().unwrap_or(0)];
        for (at, suit) in suits.iter().enumerate() {
            suit.affixes.iter().for_each(|affix| suit_by_affix[affix.at()] = Some(at));
        }
        let root = Hand { last: 0, of_last: 0, first: 0, children: 0, suits: 0, brings: NONE };
        let mut hands = Hands {
            suits,
            all: vec![root],
            without: Vec::new(),
            seen: vec![(0, 0); count],
            brings: Vec::new(),
            spared: Vec::new(),
            scores: scores_of,
            sizes: vec![0, 1],
            suit_by_affix,
        };
        let mut known: HashMap<Vec<(u8, u32)>, u32> = HashMap::new();
        let (mut chances, mut classes) = (vec![1.0], vec![0_u8]);
        let mut scores = Vec::new();
        for orders in orders.iter().skip(1) {
            let begin = hands.sizes[hands.sizes.len() - 2];
            let (mut more_chances, mut more_classes) = (Vec::new(), Vec::new());
            for at in begin..hands.sizes[hands.sizes.len() - 1] {
                let Hand { last, of_last, .. } = hands.all[at];
                let first = hands.all.len() as u32;
                for suit in usize::from(last)..hands.suits.len() {
                    let of_suit = if suit == usize::from(last) { of_last + 1 } else { 1 };
                    let Suit { most, class_bit, .. } = hands.suits[suit];
                    let chance = chances[at - begin] * most / f64::from(of_suit);
                    if chance * orders < least && of_suit == 1 {
                        break;
                    }
                    if chance * orders < least || classes[at - begin] & class_bit != 0 {
                        continue;
                    }
                    // Where repeats don't count, further ones of a suit add nothing.
                    let counts = themes.repeats_count() || of_suit == 1;
                    for theme in 0..count {
                        let (had, more) = (hands.seen[at * count + theme], hands.suits[suit].mentions[theme]);
                        hands.seen.push(if counts { (had.0 + more.0, had.1 + more.1) } else { had });
                    }
                    let seen = &hands.seen[hands.all.len() * count..];
                    scores.clear();
                    let score = |(theme, seen): (usize, &Seen)| (theme as u8, hands.score(theme, *seen));
                    scores.extend(seen.iter().enumerate().map(score).filter(|score| score.1 > 0));
                    let brings = match known.get(&scores) {
                        _ if scores.is_empty() => NONE,
                        Some(known) => *known,
                        None => {
                            hands.brings.push(Brings::new(&scores, &draws.sets));
                            known.insert(scores.clone(), hands.brings.len() as u32 - 1);
                            hands.brings.len() as u32 - 1
                        }
                    };
                    more_chances.push(chance);
                    more_classes.push(classes[at - begin] | class_bit);
                    hands.push(at, suit as u8, of_suit, brings);
                }
                let children = (hands.all.len() as u32 - first) as u8;
                (hands.all[at].first, hands.all[at].children) = (first, children);
            }
            (chances, classes) = (more_chances, more_classes);
            if hands.all.len() > most.max(1) {
                return None;
            }
            hands.sizes.push(hands.all.len());
        }
        let nothing = Brings::nothing(draws.sets.len());
        let mut spared: Vec<&[f64]> = hands.brings.iter().chain([&nothing]).map(Brings::spared_by_set).collect();
        spared.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        spared.dedup();
        hands.spared = spared.into_iter().map(<[f64]>::to_vec).collect();
        Some(hands)
    }

    /// The score of a theme for what an item has of it (2.5.7).
    #[inline]
    pub(super) fn score(&self, theme: usize, seen: Seen) -> u32 {
        if seen.0 > 1 { self.scores[theme][usize::from(seen.1)] } else { 0 }
    }

    fn push(&mut self, parent: usize, suit: u8, of_suit: u8, brings: u32) {
        let begin = self.without.len();
        // Without an affix of a suit before the last: the parent without it, and one more of the last.
        let before = self.suit_range(parent);
        for at in before {
            let (other, hand) = self.without[at];
            if other != suit {
                let hand = self.child(hand, suit);
                self.without.push((other, hand));
            }
        }
        self.without.push((suit, parent as u32));
        let hand = Hand { last: suit, of_last: of_suit, first: 0, children: 0, suits: begin as u32, brings };
        self.all.push(hand);
    }

    fn child(&self, hand: u32, suit: u8) -> u32 {
        let Some(hand) = self.all.get(hand as usize) else { return NONE };
        let children = &self.all[hand.first as usize..][..usize::from(hand.children)];
        // Mostly every suit from the first one on is there.
        let guess = children.first().and_then(|first| suit.checked_sub(first.last)).map(usize::from);
        match guess.and_then(|at| children.get(at)) {
            Some(child) if child.last == suit => hand.first + guess.unwrap_or(0) as u32,
            _ => children.binary_search_by_key(&suit, |child| child.last).map_or(NONE, |at| hand.first + at as u32),
        }
    }

    fn suit_range(&self, hand: usize) -> std::ops::Range<usize> {
        if hand == 0 {
            return 0..0;
        }
        let begin = self.all[hand].suits as usize;
        begin..self.all.get(hand + 1).map_or(self.without.len(), |next| next.suits as usize)
    }

    /// How many hands there are of up to a size.
    pub(super) fn up_to(&self, size: usize) -> usize {
        self.sizes[(size + 1).min(self.sizes.len() - 1)]
    }

    /// The hands of each size.
    pub(super) fn by_size(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        self.sizes.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The suits of a hand, each with the hand without one affix of it, if that is among these.
    pub(super) fn suits_of(&self, hand: usize) -> impl Iterator<Item = (u8, Option<usize>)> {
        let suits = &self.without[self.suit_range(hand)];
        suits.iter().map(|(suit, hand)| (*suit, (*hand != NONE).then_some(*hand as usize)))
    }

    /// What a hand has of each theme.
    pub(super) fn seen(&self, hand: usize) -> &[Seen] {
        let themes = self.seen.len() / self.all.len();
        &self.seen[hand * themes..][..themes]
    }

    /// The most that any hand has of a theme: lines, and weight.
    pub(super) fn most_seen(&self, theme: usize) -> Seen {
        let themes = self.seen.len() / self.all.len();
        let seen = self.seen.iter().skip(theme).step_by(themes);
        seen.fold((0, 0), |most, seen| (most.0.max(seen.0), most.1.max(seen.1)))
    }

    /// What a hand brings about, if anything.
    pub(super) fn brings(&self, hand: usize) -> Option<&Brings> {
        self.brings.get(self.all[hand].brings as usize)
    }

    /// The suit of an affix that themes name.
    pub(super) fn suit_of(&self, affix: AffixId) -> Option<usize> {
        self.suit_by_affix.get(affix.at()).copied().flatten()
    }
}

/// By size of a hand: in how many orders it can come among other affixes within so many steps, times the chance of those
/// others, at the most, for items weighted by their number of steps.
fn most_orders(draws: &Draws, suits: &[Suit], steps: usize, weights: &Weights) -> Vec<f64> {
    let mut others = vec![0.0_f64; draws.marks.len()];
    let of_suit = |affix: AffixId| suits.iter().any(|suit| suit.affixes.contains(&affix));
    for draw in &draws.all {
        if draw.to.is_none() || !draw.affix.is_some_and(of_suit) {
            others[draw.from] += draw.chance;
        }
    }
    let others = others.into_iter().fold(0.0, f64::max).min(1.0);
    let orders = |size: usize, steps: usize| -> f64 {
        let orders: f64 = (0..size).map(|at| (steps - at) as f64).product();
        orders * others.powi((steps - size) as i32)
    };
    let weighted = |size: usize| {
        let weights = weights.iter().enumerate().skip(size);
        // It counts whenever it comes on the way.
        let most = |made: usize| (size..=made.min(steps)).map(|steps| orders(size, steps)).fold(0.0, f64::max);
        weights.map(|(made, weight)| weight * most(made)).sum()
    };
    (0..=steps).map(weighted).collect()
}
