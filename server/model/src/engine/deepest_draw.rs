//! The deepest of several draws from a table that rises by level, as Angband and its variants choose monsters.

/// The probability of each entry where up to three entries are drawn by weight and the one with the greatest level is kept.
///
/// `table`: level, and the weight of the entry and of all before it, by rising level; the last weight is positive.
/// `draws`: the probabilities of one, two and three draws.
///
/// Of *k* draws the deepest is of level *l* with probability F(*l*)^*k* − F(below *l*)^*k*, F being the share of the weight
/// up to a level. Draws are alike, so of entries of one level each is kept in proportion to its weight, whichever draw wins
/// a tie. F^1, F^2 and F^3 differ by (F − f) · 1, (F − f) · (F + f) and (F − f) · (F² + F·f + f²).
pub fn deepest_of(table: &[(i64, u32)], draws: [f64; 3]) -> Vec<f64> {
    let total = table.last().map_or(0.0, |last| f64::from(last.1));
    let part = |upto: usize| upto.checked_sub(1).map_or(0.0, |last| f64::from(table[last].1) / total);
    let mut chances = Vec::with_capacity(table.len());
    while let Some((level, _)) = table.get(chances.len()) {
        let from = chances.len();
        let to = from + table[from..].partition_point(|entry| entry.0 == *level);
        let (below, up_to) = (part(from), part(to));
        let factor = draws[0] + draws[1] * (up_to + below) + draws[2] * (up_to * up_to + up_to * below + below * below);
        chances.extend((from..to).map(|at| factor * (part(at + 1) - part(at))));
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::deepest_of;

    /// By hand: of two levels of equal weight the deeper is the deepest of 1, 2 and 3 draws in 1/2, 3/4 and 7/8; of two
    /// entries of one level, weights 1 and 3, the second comes thrice as often.
    #[test]
    fn by_hand() {
        for (draws, deeper) in [([1.0, 0.0, 0.0], 0.5), ([0.0, 1.0, 0.0], 0.75), ([0.0, 0.0, 1.0], 0.875)] {
            let chances = deepest_of(&[(1, 4), (2, 5), (2, 8)], draws);
            let expected = [1.0 - deeper, deeper / 4.0, deeper * 0.75];
            assert!(chances.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-15), "{chances:?}");
        }
        assert!(deepest_of(&[], [1.0, 0.0, 0.0]).is_empty());
    }
}
