//! Ratios of the shares of tables to those of a reference.

use std::collections::{BTreeMap, BTreeSet};

use super::{CountKey, CountTable, Counted, KnownShare};
use affixboard_model::stats::{holm, known_share_p};

/// A count of a table beside the reference: the first table, or computed chances.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareComparison {
    /// What is counted.
    pub key: CountKey,
    /// The table, by position.
    pub table: usize,
    /// What it says.
    pub counted: Counted,
    /// Its ratio to the reference; `None` for the reference itself, and where that has no share above 0 to divide by.
    pub ratio: Option<RatioOf>,
}

/// A ratio with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioOf {
    /// The share by the reference's; 0 where nothing was counted.
    pub value: f64,
    /// The lower end of the interval of 95 %.
    pub low: f64,
    /// The upper end; may be infinite.
    pub high: f64,
    /// The p-value of equal shares, corrected after Holm for all ratios.
    pub adjusted_p: f64,
}

/// Every entry of every table beside the reference, by entry and then by table. `known` are computed chances; where there are
/// none the first table is the reference.
pub fn compare(tables: &[CountTable], known: Option<&BTreeMap<CountKey, KnownShare>>) -> Vec<ShareComparison> {
    let nothing: Vec<_> = tables.iter().map(CountTable::nothing).collect();
    let keys: BTreeSet<&CountKey> = tables.iter().flat_map(|table| table.rows.keys()).collect();
    let (mut found, mut p_values) = (Vec::new(), Vec::new());
    for key in keys {
        let counted: Vec<Option<Counted>> = tables
            .iter()
            .zip(&nothing)
            .map(|(table, nothing)| {
                let none = || nothing.get(&key.group()).copied().flatten();
                table.rows.get(key).copied().or_else(none)
            })
            .collect();
        let of_known = known.map(|known| known.get(key).copied().unwrap_or_default());
        for (table, counted_here) in counted.iter().enumerate() {
            let Some(here) = *counted_here else { continue };
            let ratio = match of_known {
                Some(known) => beside_known(here, known),
                None if table == 0 => None,
                None => counted[0]
                    .and_then(|first| here.times(first))
                    .map(|([value, low, high], p)| (RatioOf { value, low, high, adjusted_p: 1.0 }, p)),
            };
            p_values.extend(ratio.map(|(_, p)| p));
            let ratio = ratio.map(|ratio| ratio.0);
            found.push(ShareComparison { key: key.clone(), table, counted: here, ratio });
        }
    }
    let mut adjusted = holm(&p_values).into_iter();
    for ratio in found.iter_mut().filter_map(|found| found.ratio.as_mut()) {
        ratio.adjusted_p = adjusted.next().unwrap_or(1.0);
    }
    found
}

/// The ratio to a computed share, and its p-value: of the share within its bound that fits best.
fn beside_known(counted: Counted, known: KnownShare) -> Option<(RatioOf, f64)> {
    // What isn't a share of drops has no computed one.
    let Counted::Share { count, n } = counted else { return None };
    let (least, most) = ((known.share - known.bound).max(0.0), known.share + known.bound);
    (known.share > 0.0).then(|| {
        let (low, high) = counted.interval();
        let high = if least > 0.0 { high / least } else { f64::INFINITY };
        let value = counted.value() / known.share;
        (RatioOf { value, low: low / most, high, adjusted_p: 1.0 }, known_share_p((count, n), least, most.min(1.0)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> CountKey {
        CountKey {
            place: String::new(),
            level: 5,
            quality: String::new(),
            what: "kind".to_owned(),
            name: name.to_owned(),
        }
    }

    fn table(rows: &[(&str, u64)], n: u64) -> CountTable {
        let mut table = CountTable::default();
        for (name, count) in rows {
            table.add(key(name), *count, n);
        }
        table
    }

    /// 16 of 80 and 36 of 40: 4.5 times, from 2.94 to 7.15. What one table doesn't name was counted 0 times there.
    #[test]
    fn ratios_to_the_first_table() {
        let tables = [table(&[("Dagger", 16), ("Mace", 8)], 80), table(&[("Dagger", 36), ("Whip", 4)], 40)];
        let found = compare(&tables, None);
        let of: Vec<_> = found
            .iter()
            .map(|of| (of.key.name.as_str(), of.table, (of.counted.count(), of.counted.trials())))
            .collect();
        let expected = [
            ("Dagger", 0, (Some(16), 80)),
            ("Dagger", 1, (Some(36), 40)),
            ("Mace", 0, (Some(8), 80)),
            ("Mace", 1, (Some(0), 40)),
            ("Whip", 0, (Some(0), 80)),
            ("Whip", 1, (Some(4), 40)),
        ];
        assert_eq!(of, expected);
        let dagger = found[1].ratio.expect("a ratio");
        assert!((dagger.value - 4.5).abs() < 1e-12 && (dagger.low - 2.94).abs() < 0.005, "{dagger:?}");
        assert!(dagger.adjusted_p < 1e-6);
        // Of nothing there is no multiple.
        assert_eq!((found[0].ratio, found[5].ratio), (None, None));
        assert_eq!(found[3].ratio.map(|mace| mace.value), Some(0.0));
    }

    /// 20 of 100 where a tenth is computed: twice, and 10 where a tenth is: nothing to say. A table may leave things out.
    #[test]
    fn ratios_to_computed_shares() {
        let known = |share| KnownShare { share, bound: 0.0 };
        let computed = [(key("Dagger"), known(0.1)), (key("Mace"), known(0.1)), (key("Whip"), known(0.3))].into();
        let found = compare(&[table(&[("Dagger", 20), ("Mace", 10), ("Spoon", 1)], 100)], Some(&computed));
        let values: Vec<_> = found.iter().map(|of| of.ratio.map(|ratio| (ratio.value * 10.0).round())).collect();
        assert_eq!(values, [Some(20.0), Some(10.0), None]);
        let p = |at: usize| found[at].ratio.map_or(1.0, |ratio| ratio.adjusted_p);
        assert!(p(0) < 0.02 && p(1) > 0.99, "{found:?}");
    }
}
