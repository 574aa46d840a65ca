//! Magic rings and amulets: what they are kept as ([`super::jewel_odds`]).

use super::{
    super::{classes::KindFilter, roles::EgoRole},
    egos::Drawn,
    jewel_odds::{AMULET_EGOS, AMULETS, RING_EGOS, RINGS, Stretch},
};
use affixboard_model::engine::multinomial::Multinomial;

/// The item in a draw that is a random artifact; the others are egos by position.
pub(super) const RANDOM_ARTIFACT: u32 = u32::MAX;

/// What odds are parts of.
const WHOLE: u64 = 100_000;

/// How far the measured share of what magic jewels are kept as may be from the original's at a level: three standard deviations
/// of a line that is fitted to 20,000 jewels at each level of a stretch.
pub(super) fn error(share: f64, level: u32) -> f64 {
    let level = level.clamp(1, 100);
    let place = RINGS[WIDEST].partition_point(|stretch| stretch.last < level);
    let first = if place == 0 { 1 } else { RINGS[WIDEST][place - 1].last + 1 };
    let last = RINGS[WIDEST][place].last;
    let (levels, middle) = (f64::from(last - first + 1), f64::from(first + last) / 2.0);
    let squares: f64 = (first..=last).map(|at| (f64::from(at) - middle).powi(2)).sum();
    let off = f64::from(level) - middle;
    let variance = 1.0 / levels + if squares > 0.0 { off * off / squares } else { 0.0 };
    3.0 * (share * (1.0 - share) / COUNTED * variance).sqrt()
}

/// Jewels that were counted at each level.
const COUNTED: f64 = 20_000.0;
/// The series whose stretches stand for all: great items of normal drops.
const WIDEST: usize = 3;

/// The place in the tables of odds of a power other than 0 and the kinds that drops take.
fn series(power: i8, filter: KindFilter) -> usize {
    match (filter, power) {
        (KindFilter::Great, _) => 6,
        (KindFilter::Good, 2) => 5,
        (KindFilter::Good, _) => 4,
        (KindFilter::All, 2) => 3,
        (KindFilter::All, 1) => 2,
        (KindFilter::All, -1) => 1,
        (KindFilter::All, _) => 0,
    }
}

/// The odds at a level: of the random artifact, and of egos by index.
fn odds_at(role: EgoRole, series: usize, level: u32) -> (u64, Vec<(u32, u64)>) {
    fn at<const N: usize>(stretches: &[Stretch<N>], egos: &[u32], level: u32) -> (u64, Vec<(u32, u64)>) {
        let level = level.clamp(1, stretches.last().map_or(1, |stretch| stretch.last));
        let place = stretches.partition_point(|stretch| stretch.last < level);
        let first = if place == 0 { 1 } else { stretches[place - 1].last + 1 };
        let Stretch { last, odds } = stretches[place];
        let (length, along) = (u64::from(last - first).max(1), u64::from(level - first));
        let mut odds =
            odds.iter().map(|(from, to)| (u64::from(*from) * (length - along) + u64::from(*to) * along) / length);
        (odds.next().unwrap_or(0), egos.iter().copied().zip(odds).collect())
    }
    match role {
        EgoRole::Ring => at(RINGS[series], &RING_EGOS, level),
        _ => at(AMULETS[series], &AMULET_EGOS, level),
    }
}

/// What rings or amulets of a power other than 0 are kept as, in drops that take such kinds; `pool` are their egos at the
/// level. An ego that the original doesn't have is kept as often as its others are.
pub(super) fn kept(
    role: EgoRole,
    (power, filter): (i8, KindFilter),
    level: u32,
    pool: impl Iterator<Item = Drawn>,
) -> Multinomial {
    let (artifact, odds) = odds_at(role, series(power, filter), level);
    let pool: Vec<Drawn> = pool.collect();
    let of = |ego: &Drawn| odds.iter().find(|known| known.0 == ego.known).map(|known| known.1);
    let (mut known, mut weights) = (0, 0);
    for (ego, odds) in pool.iter().filter_map(|ego| Some((ego, of(ego)?))) {
        known += odds * u64::from(ego.weight);
        weights += u64::from(ego.weight);
    }
    // Where all are unknown, they share what random artifacts leave.
    let usual = known.checked_div(weights).unwrap_or(WHOLE.saturating_sub(artifact)).max(1);
    let all: u64 = pool.iter().map(|ego| u64::from(ego.weight)).sum();
    let egos = pool.iter().map(|ego| (ego.id.0, of(ego).unwrap_or(usual) * u64::from(ego.weight)));
    Multinomial::new([(RANDOM_ARTIFACT, artifact * all.max(1))].into_iter().chain(egos))
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::catalog::AffixId;

    #[test]
    fn every_series_reaches_level_100_in_rising_stretches() {
        let lasts = RINGS.iter().map(|of| of.iter().map(|stretch| stretch.last).collect::<Vec<_>>());
        for lasts in lasts.chain(AMULETS.iter().map(|of| of.iter().map(|stretch| stretch.last).collect())) {
            assert!(lasts.is_sorted_by(|one, other| one < other) && lasts.last() == Some(&100), "{lasts:?}");
        }
    }

    /// At the end of ten levels, (1/10 + 4.5² / 82.5) of the variance of one: half of all is known to 0.62 points, and to 0.34 in the
    /// middle.
    #[test]
    fn the_error_of_a_line_by_hand() {
        let errors = [50, 59, 54].map(|level| (error(0.5, level) * 10_000.0).round() as u32);
        assert_eq!(errors, [62, 62, 34]);
    }

    /// One ego of the original and one of a team's own, of the same weight: kept alike.
    #[test]
    fn an_unknown_ego_is_kept_as_often_as_the_others() {
        let ego = |at: u32, index| Drawn { id: AffixId(at), known: index, weight: 100, accepted: 8 };
        let kept = kept(EgoRole::Ring, (1, KindFilter::All), 50, [ego(0, 205), ego(1, 240)].into_iter());
        let shares: Vec<(u32, f64)> = kept.shares().collect();
        assert_eq!(shares.iter().map(|share| share.0).collect::<Vec<_>>(), [RANDOM_ARTIFACT, 0, 1]);
        assert!((shares[1].1 - shares[2].1).abs() < 1e-12);
    }
}
