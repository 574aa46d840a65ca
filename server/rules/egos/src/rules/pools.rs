//! Probabilities of the egos of a pool whose members are partly random.

use affixboard_model::{catalog::AffixId, engine::quadrature::reciprocal_nodes, game::Pool};

/// An ego that may belong to a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) id: AffixId,
    pub(super) weight: u32,
    /// It belongs to one in this many pools, independently of others.
    pub(super) odds: u32,
}

/// The pool of these egos.
///
/// An ego is drawn where it belongs to the pool, and then by its weight w among all that do. With W the weight of those
/// that always do, and S what the others come to, one that always does is drawn with w times the mean of 1/(W + S); one
/// that does so once in o times with w/o times the mean of 1/(W + w + S), its own weight left out of S. Now 1/x is the
/// integral of exp(-xu) over all positive u, so that the mean of 1/(x + S) is that of exp(-xu) times, for each ego that
/// may belong, 1 - 1/o + exp(-wu)/o.
pub(super) fn pool(shares: &[Share]) -> Pool {
    let entries = shares.iter().map(|share| (share.id, share.weight)).collect();
    let weight = |share: &Share| f64::from(share.weight);
    let (at_times, certain): (Vec<&Share>, Vec<&Share>) = shares.iter().partition(|share| share.odds > 1);
    if at_times.is_empty() {
        return Pool::new(entries);
    }
    let all: f64 = shares.iter().map(weight).sum();
    let certain: f64 = certain.into_iter().map(weight).sum();
    let least = shares.iter().map(weight).fold(all, f64::min);
    let mut chances = vec![0.0; shares.len()];
    for (u, width) in reciprocal_nodes(certain.max(least), all) {
        let stays = |share: &Share| {
            let belongs = 1.0 / f64::from(share.odds);
            1.0 - belongs + belongs * (-weight(share) * u).exp()
        };
        let density = width * (-certain * u).exp() * at_times.iter().map(|share| stays(share)).product::<f64>();
        for (chance, share) in chances.iter_mut().zip(shares) {
            let own =
                if share.odds > 1 { (-weight(share) * u).exp() / (stays(share) * f64::from(share.odds)) } else { 1.0 };
            *chance += weight(share) * density * own;
        }
    }
    Pool { chances: Some(chances), ..Pool::new(entries) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_by_hand() {
        let share = |id, weight, odds| Share { id: AffixId(id), weight, odds };
        let chances = |shares: &[Share]| {
            let pool = pool(shares);
            (0..shares.len()).map(|at| pool.chance(at)).collect::<Vec<_>>()
        };
        let near = |found: &[f64], expected: &[f64]| {
            assert_eq!(found.len(), expected.len());
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        };
        near(&chances(&[share(1, 30, 1), share(2, 10, 1)]), &[0.75, 0.25]);
        // Half of the time alone, half of the time 30 of 40.
        near(&chances(&[share(1, 30, 1), share(2, 10, 2)]), &[0.875, 0.125]);
        // Nothing is certain: with 1/6 both, 2/6 the first alone, 1/6 the second alone, 2/6 none.
        near(&chances(&[share(1, 10, 2), share(2, 10, 3)]), &[1.0 / 12.0 + 1.0 / 3.0, 1.0 / 12.0 + 1.0 / 6.0]);
    }
}
