//! Exact binomial and multinomial draws: the counts of many independent draws at once.

use super::random::Stream;

/// A binomial draw: the number of successes in `n` independent draws with probability a/b each.
///
/// Each draw compares a uniform number with a/b, bit by bit and all draws at once: if the fraction's bit is 1, draws
/// with a 0 are below and the others undecided; if it is 0, draws with a 1 are above. Every bit decides half of the
/// undecided, so it takes 2n random bits on average, and nothing is rounded.
pub fn binomial_draw(n: u64, (a, b): (u64, u64), random: &mut Stream) -> u64 {
    if a >= b {
        return n;
    }
    let (mut undecided, mut below, mut rest) = (n, 0, a);
    // With rest 0 all further bits of the fraction are 0, so no undecided draw is below it.
    while undecided > 0 && rest > 0 {
        rest *= 2;
        let zeros = fair_coin_heads(undecided, random);
        if rest >= b {
            rest -= b;
            below += zeros;
            undecided -= zeros;
        } else {
            undecided = zeros;
        }
    }
    below
}

/// A binomial draw of `n` with probability 1/2.
fn fair_coin_heads(n: u64, random: &mut Stream) -> u64 {
    let whole: u64 = (0..n / 64).map(|_| u64::from(random.bits().count_ones())).sum();
    let left = n % 64;
    if left == 0 { whole } else { whole + u64::from((random.bits() >> (64 - left)).count_ones()) }
}

/// A discrete distribution from which many draws are made at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Multinomial {
    /// Items with their cumulative weights.
    items: Box<[(u32, u64)]>,
}

impl Multinomial {
    /// From items and weights; items of weight 0 are never drawn.
    pub fn new(items: impl IntoIterator<Item = (u32, u64)>) -> Multinomial {
        let mut sum = 0;
        let items = items.into_iter().filter(|item| item.1 > 0).map(|(item, weight)| {
            sum += weight;
            (item, sum)
        });
        Multinomial { items: items.collect() }
    }

    /// Items and their probabilities.
    pub fn shares(&self) -> impl Iterator<Item = (u32, f64)> {
        let total = self.items.last().map_or(1, |item| item.1) as f64;
        let before = std::iter::once(0).chain(self.items.iter().map(|item| item.1));
        self.items.iter().zip(before).map(move |(item, before)| (item.0, (item.1 - before) as f64 / total))
    }

    /// Makes `n` draws: the items drawn and their counts, which sum to `n`. Empty if there are no items.
    pub fn draw(&self, n: u64, random: &mut Stream) -> Vec<(u32, u64)> {
        let mut drawn = Vec::new();
        halve(&self.items, 0, n, random, &mut drawn);
        drawn
    }
}

/// Draws among items by bisection; `before` is the cumulative weight before the first.
fn halve(items: &[(u32, u64)], before: u64, n: u64, random: &mut Stream, drawn: &mut Vec<(u32, u64)>) {
    match items {
        [] => {}
        _ if n == 0 => {}
        [only] => drawn.push((only.0, n)),
        _ => {
            let (first, second) = items.split_at(items.len() / 2);
            let up_to = |items: &[(u32, u64)]| items.last().map_or(before, |item| item.1);
            let middle = up_to(first);
            let of_first = binomial_draw(n, (middle - before, up_to(second) - before), random);
            halve(first, before, of_first, random, drawn);
            halve(second, middle, n - of_first, random, drawn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The distribution is the binomial one: 3 draws of 2 in 7, each number of successes as often as it should.
    #[test]
    fn successes_are_binomial() {
        let mut random = Stream::seeded([1, 2, 3]);
        let mut seen = [0_u32; 4];
        for _ in 0..34_300 {
            seen[binomial_draw(3, (2, 7), &mut random) as usize] += 1;
        }
        // Of 343: 5³, 3 × 2 × 5², 3 × 2² × 5, 2³. Fixed seed; 5 sd of each, at most 463.
        for (n, expected) in seen.into_iter().zip([12_500, 15_000, 6_000, 800_u32]) {
            assert!(n.abs_diff(expected) < 465, "{seen:?}");
        }
    }

    #[test]
    fn many_draws_have_the_mean_and_spread_of_the_binomial_distribution() {
        let mut random = Stream::seeded([1, 2, 3]);
        let (n, tries) = (1000.0, 2000.0);
        let counts: Vec<f64> = (0..2000).map(|_| binomial_draw(1000, (1, 20), &mut random) as f64).collect();
        let mean = counts.iter().sum::<f64>() / tries;
        let variance = counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / tries;
        // Mean 50 with an error of 0.154, variance 47.5 with one of 1.5: 5 of each.
        assert!((mean - n / 20.0).abs() < 0.8 && (variance - 47.5).abs() < 7.5, "{mean} {variance}");
    }

    #[test]
    fn certain_and_impossible_draws_take_no_luck() {
        let mut random = Stream::seeded([1, 2, 3]);
        assert_eq!([(0, 7), (7, 7), (9, 7)].map(|odds| binomial_draw(1000, odds, &mut random)), [0, 1000, 1000]);
    }

    #[test]
    fn items_come_by_their_weights() {
        let mut random = Stream::seeded([1, 2, 3]);
        let mut seen = [0_u64; 5];
        for (item, n) in Multinomial::new([(0, 1), (1, 0), (2, 7), (3, 2), (4, 10)]).draw(200_000, &mut random) {
            seen[item as usize] += n;
        }
        // Fixed seed; sd at most 224: 5 sd.
        for (n, expected) in seen.into_iter().zip([10_000, 0, 70_000, 20_000, 100_000_u64]) {
            assert!(n.abs_diff(expected) < 1120, "{seen:?}");
        }
        assert_eq!(seen[1], 0);
    }

    proptest! {
        #[test]
        fn every_draw_is_handed_out(weights in prop::collection::vec(0_u64..300, 0..60), n in 0_u64..5000) {
            let split = Multinomial::new(weights.iter().zip(0..).map(|(weight, item)| (item, *weight)));
            let drawn = split.draw(n, &mut Stream::seeded([1, 2, 3]));
            prop_assert!(drawn.iter().all(|(item, n)| weights[*item as usize] > 0 && *n > 0));
            let sum: u64 = drawn.iter().map(|item| item.1).sum();
            prop_assert_eq!(sum, if weights.iter().all(|weight| *weight == 0) { 0 } else { n });
        }
    }
}
