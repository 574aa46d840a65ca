//! Which value of one number of the rules explains counts best.
//!
//! By each value the rules give other chances, and counts have a likelihood by them: that of a multinomial sample over what a drop can
//! be. The value with the largest one fits best. Those whose log-likelihood lacks less than half of the 95 % quantile of χ² with one
//! degree of freedom are its interval (Wilks), and twice what the best has more than the present one tells whether that is chance.

use std::collections::{BTreeMap, HashMap};

use affixboard_model::{
    batch::{CellTally, Entry, KeySpace, Metric},
    catalog::KindId,
    game::Chance,
    stats::chi_square_sf,
};

/// The 95 % quantile of χ² with one degree of freedom, halved.
const INTERVAL: f64 = 3.841_458_820_694_124 / 2.0;

/// Chances that are less count as so much: what can't be, and was counted, counts much against a value, but not without end.
const LEAST_CHANCE: f64 = 1e-15;

/// Values are told apart to a part in so many.
const PRECISION: u32 = 500;

/// The logarithm of the likelihood of a cell's counts by these chances, both by rising key, but for a constant. An item has at most
/// one affix.
///
/// Outcomes of a drop are: each artifact, each kind with each affix, each kind with neither, and nothing. Those that the tally has no
/// word of are one with what they are else: an artifact with its kind.
pub fn log_likelihood(keys: &KeySpace, tally: &CellTally, chances: &[Chance]) -> f64 {
    let (mut sum, mut plain) = (0.0, HashMap::<KindId, (f64, f64)>::new());
    let mut rest = (tally.drops as f64, 1.0);
    let by_kind = chances.iter().any(|chance| keys.key(chance.key).metric == Metric::KIND);
    let (mut counts, mut chances) = (tally.counts.iter().peekable(), chances.iter().peekable());
    // What was counted and can't be has its term, too.
    while let Some(key) = counts.peek().map(|count| count.0).into_iter().chain(chances.peek().map(|of| of.key)).min() {
        let count = counts.next_if(|count| count.0 == key).map_or(0.0, |count| count.1 as f64);
        let chance = chances.next_if(|chance| chance.key == key).map_or(0.0, |chance| chance.mean);
        let of = keys.key(key);
        let kind = match (of.metric, of.entry) {
            (Metric::KIND | Metric::AFFIX, _) => of.kind,
            (Metric::ARTIFACT, Entry::Artifact(id)) => {
                let artifact = keys.catalog().artifact(id);
                keys.catalog().find_kind(artifact.tval, artifact.sval)
            }
            _ => None,
        };
        let Some(kind) = kind else { continue };
        if of.metric == Metric::KIND {
            take(&mut rest, (count, chance));
            take(plain.entry(kind).or_default(), (-count, -chance));
        } else {
            sum += term(count, chance);
            let from = if by_kind { plain.entry(kind).or_default() } else { &mut rest };
            take(from, (count, chance));
        }
    }
    sum + term(rest.0, rest.1) + plain.into_values().map(|(count, chance)| term(count, chance)).sum::<f64>()
}

fn take(from: &mut (f64, f64), (count, chance): (f64, f64)) {
    *from = (from.0 - count, from.1 - chance);
}

fn term(count: f64, chance: f64) -> f64 {
    if count > 0.0 { count * chance.max(LEAST_CHANCE).ln() } else { 0.0 }
}

/// What fits best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The value.
    pub best: u32,
    /// The first value of its interval of 95 %.
    pub low: u32,
    /// The last one.
    pub high: u32,
    /// Twice what its log-likelihood has more than that of the present value.
    pub gain: f64,
    /// The chance of so large a gain where the present value is right: a p-value, 0 to 1.
    pub p: f64,
}

/// Finds the value from `least` to `most` that fits best, beginning at the present one. `likelihood` gives the logarithm of the
/// likelihood by a value, which rises to one place and falls from there. `None` where it is the same by any value.
///
/// # Errors
/// Those of `likelihood`.
pub fn fit<E>(
    now: u32,
    (least, most): (u32, u32),
    likelihood: &mut dyn FnMut(u32) -> Result<f64, E>,
) -> Result<Option<Fitted>, E> {
    let mut known = BTreeMap::<u32, f64>::new();
    let mut at = |value: u32, known: &mut BTreeMap<u32, f64>| -> Result<f64, E> {
        if let Some(likelihood) = known.get(&value) {
            return Ok(*likelihood);
        }
        let found = likelihood(value)?;
        known.insert(value, found);
        Ok(found)
    };
    let now = now.clamp(least, most);
    let present = at(now, &mut known)?;
    let doubled = |value: u32| value.saturating_mul(2).max(value.saturating_add(1)).min(most);
    let (half, twice) = ((now / 2).max(least), doubled(now));
    let around = [at(half, &mut known)?, at(twice, &mut known)?];
    if around.iter().all(|other| (other - present).abs() <= 1e-9 * present.abs().max(1.0)) {
        return Ok(None);
    }
    // Doubles or halves it as long as that is better.
    let mut best = now;
    for up in [true, false] {
        let mut value = now;
        loop {
            let next = if up { doubled(value) } else { (value / 2).max(least) };
            if next == value || at(next, &mut known)? <= at(value, &mut known)? {
                break;
            }
            value = next;
        }
        if at(value, &mut known)? > at(best, &mut known)? {
            best = value;
        }
    }
    let (mut low, mut high) = ((best / 2).max(least), doubled(best));
    while high - low > 2 && high - low > best / PRECISION {
        for value in [low + (best - low) / 2, best + (high - best) / 2] {
            if at(value, &mut known)? > at(best, &mut known)? {
                best = value;
            }
        }
        let below = known.range(..best).next_back().map_or(low, |known| *known.0);
        let above = known.range(best + 1..).next().map_or(high, |known| *known.0);
        if (below, above) == (low, high) {
            break;
        }
        (low, high) = (below.max(low), above.min(high));
    }
    let top = at(best, &mut known)?;
    let ends = [false, true].map(|up| -> Result<u32, E> {
        // The last one inside, and the first one outside.
        let (mut inside, mut step) = (best, (best / PRECISION).max(1));
        let mut outside = loop {
            let next = if up { inside.saturating_add(step).min(most) } else { inside.saturating_sub(step).max(least) };
            if next == inside {
                return Ok(inside);
            }
            if top - at(next, &mut known)? > INTERVAL {
                break next;
            }
            (inside, step) = (next, step.saturating_mul(2));
        };
        while outside.abs_diff(inside) > (best / PRECISION).max(1) {
            let middle = inside.midpoint(outside);
            if top - at(middle, &mut known)? > INTERVAL { outside = middle } else { inside = middle }
        }
        Ok(inside)
    });
    let [low, high] = ends;
    // A likelihood may have several tops, as where levels are rounded: what was tried and is as good belongs to it, too.
    let as_good = known.iter().filter(|known| top - known.1 <= INTERVAL).map(|known| *known.0);
    let (low, high) = as_good.fold((low?, high?), |(low, high), value| (low.min(value), high.max(value)));
    let gain = 2.0 * (top - present).max(0.0);
    Ok(Some(Fitted { best, low, high, gain, p: chi_square_sf(gain, 1) }))
}

#[cfg(test)]
mod tests {
    use std::{convert::Infallible, sync::Arc};

    use affixboard_model::{
        batch::Names,
        catalog::{Affix, Artifact, Catalog, Kind},
        text::{FileId, Span},
    };

    use super::*;

    /// 100 drops: 60 swords, of which 10 are sharp and 5 are an artifact, and 30 rings; 10 are nothing.
    #[test]
    fn the_likelihood_by_hand() {
        let record = Span { file: FileId(0), start: 0, end: 0 };
        let kind = |tval| Kind {
            index: u32::from(tval),
            tval,
            sval: 1,
            name: String::new(),
            level: 0,
            allocations: Vec::new(),
            good: false,
            flags: Vec::new(),
            record: None,
        };
        let (role, flags) = (None, Vec::new());
        let catalog = Catalog {
            kinds: vec![kind(23), kind(45)],
            affixes: vec![Affix { index: 1, name: String::new(), role, flags, allocations: Vec::new(), record }],
            artifacts: vec![Artifact {
                index: 1,
                name: String::new(),
                tval: 23,
                sval: 1,
                allocations: Vec::new(),
                record,
            }],
            ..Catalog::default()
        };
        let mut keys = KeySpace::new(Arc::new(catalog));
        let kinds: Arc<[KindId]> = Arc::from([KindId(0), KindId(1)]);
        let of_kinds = keys.push(Metric::KIND, Arc::clone(&kinds), Names::Kind);
        let affixes = keys.push(Metric::AFFIX, kinds, Names::Affixes);
        let artifacts = keys.push(Metric::ARTIFACT, Arc::from([]), Names::Artifacts);
        let tally =
            CellTally { drops: 100, counts: vec![(of_kinds, 60), (of_kinds + 1, 30), (affixes, 10), (artifacts, 5)] };
        let chance = |key, mean| Chance { key, mean, bound: 0.0 };
        let all = [chance(of_kinds, 0.5), chance(of_kinds + 1, 0.25), chance(affixes, 0.125), chance(artifacts, 0.125)];
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
        let expected = 45.0 * 0.25_f64.ln() + 30.0 * 0.25_f64.ln() + 15.0 * 0.125_f64.ln() + 10.0 * 0.25_f64.ln();
        near(log_likelihood(&keys, &tally, &all), expected);
        // By rules that have no such artifact, five drops are what can't be.
        let without = &all[..3];
        let expected = 45.0 * 0.375_f64.ln() + 40.0 * 0.25_f64.ln() + 10.0 * 0.125_f64.ln() + 5.0 * LEAST_CHANCE.ln();
        near(log_likelihood(&keys, &tally, without), expected);
        // A tally of affixes alone.
        let affixes_alone = CellTally { drops: 100, counts: vec![(affixes, 10)] };
        near(log_likelihood(&keys, &affixes_alone, &all[2..3]), 10.0 * 0.125_f64.ln() + 90.0 * 0.875_f64.ln());
    }

    /// Of `n` drops `k` have what one in `value` has.
    fn one_in(n: f64, k: f64) -> impl FnMut(u32) -> Result<f64, Infallible> {
        move |value| {
            let p = 1.0 / f64::from(value.max(2));
            Ok(k * p.ln() + (n - k) * (1.0 - p).ln())
        }
    }

    /// 10,000 of a million: one in 100, and within 1.96 standard deviations of 99.5: 98.06 to 101.98.
    #[test]
    fn the_best_value_and_its_interval_by_hand() {
        for now in [1000, 100, 7, 999_999] {
            let fitted = fit(now, (2, 1_000_000), &mut one_in(1e6, 10_000.0)).expect("sure").expect("it matters");
            assert_eq!((fitted.best, fitted.low, fitted.high), (100, 99, 101), "from {now}");
            assert_eq!(fitted.p < 1e-9, now != 100, "from {now}: {fitted:?}");
        }
    }

    #[test]
    fn few_counts_have_wide_intervals_and_ends_are_kept() {
        // Five of 500: one in 100; the log-likelihood lacks 1.92 at 1.79 and 10.75 expected.
        let fitted = fit(50, (2, 1_000_000), &mut one_in(500.0, 5.0)).expect("sure").expect("it matters");
        assert!(
            fitted.best == 100 && (45..=47).contains(&fitted.low) && (272..=282).contains(&fitted.high),
            "{fitted:?}"
        );
        // None: the rarer the better.
        let none = fit(50, (2, 1000), &mut one_in(500.0, 0.0)).expect("sure").expect("it matters");
        assert_eq!((none.best, none.high), (1000, 1000));
        let flat = fit(50, (2, 1000), &mut |_| Ok::<f64, Infallible>(-3.0)).expect("sure");
        assert_eq!(flat, None);
    }

    /// Two tops, of which the present value is on the lower one: its interval has both.
    #[test]
    fn several_tops_are_one_interval() {
        let mut ragged = |value: u32| {
            Ok::<f64, Infallible>(match value {
                100 => -1.0,
                111 => 0.0,
                other => -10.0 - f64::from(other.abs_diff(111)) / 1000.0,
            })
        };
        let fitted = fit(100, (1, 1000), &mut ragged).expect("sure").expect("it matters");
        assert!(fitted.low <= 100 && (100..=111).contains(&fitted.best) && fitted.p > 0.1, "{fitted:?}");
    }

    #[test]
    fn what_fails_ends_it() {
        assert_eq!(fit(50, (2, 1000), &mut |_| Err("no")), Err("no"));
    }
}
