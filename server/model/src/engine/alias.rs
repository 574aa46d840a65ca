//! Weighted choice in constant time, exact in integers.

use super::random::Stream;

/// An alias table (Walker 1977, built after Vose 1991) whose thresholds are integers: with k entries of total weight W,
/// every column holds exactly W shares of the k × W there are, so that entry i owns exactly k × weight(i) of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AliasTable {
    columns: Box<[Column]>,
    total: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Column {
    /// Shares below this belong to `own`, the others to `other`.
    threshold: u32,
    own: u32,
    other: u32,
}

impl AliasTable {
    /// A table over items with positive weights; `None` where the total is 0.
    ///
    /// The total must be below 2^32 (weights in edit files are bytes, so it is).
    pub fn new(items: impl IntoIterator<Item = (u32, u32)>) -> Option<AliasTable> {
        let items: Vec<_> = items.into_iter().filter(|item| item.1 > 0).collect();
        let total: u64 = items.iter().map(|item| u64::from(item.1)).sum();
        let k = items.len() as u64;
        let total = u32::try_from(total).ok().filter(|total| *total > 0)?;
        let mut shares: Vec<u64> = items.iter().map(|item| u64::from(item.1) * k).collect();
        let mut columns: Vec<Column> =
            items.iter().map(|item| Column { threshold: total, own: item.0, other: item.0 }).collect();
        let whole = u64::from(total);
        let mut small: Vec<usize> = (0..shares.len()).filter(|i| shares[*i] < whole).collect();
        let mut large: Vec<usize> = (0..shares.len()).filter(|i| shares[*i] >= whole).collect();
        while let (Some(poor), Some(&rich)) = (small.pop(), large.last()) {
            columns[poor].threshold = shares[poor] as u32;
            columns[poor].other = items[rich].0;
            shares[rich] -= whole - shares[poor];
            if shares[rich] < whole {
                large.pop();
                small.push(rich);
            }
        }
        Some(AliasTable { columns: columns.into(), total })
    }

    /// The total weight.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Draws an item with a probability of its weight / [`Self::total`].
    #[inline]
    pub fn draw(&self, random: &mut Stream) -> u32 {
        let [at, share] = random.below_each([self.columns.len() as u32, self.total]);
        let column = self.columns[at as usize];
        if share < column.threshold { column.own } else { column.other }
    }

    /// The number of the k × W shares that each item owns, by item; for tests.
    pub fn shares(&self) -> std::collections::BTreeMap<u32, u64> {
        let mut shares = std::collections::BTreeMap::new();
        for column in &self.columns {
            *shares.entry(column.own).or_default() += u64::from(column.threshold);
            *shares.entry(column.other).or_default() += u64::from(self.total - column.threshold);
        }
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn weightless_tables_do_not_exist() {
        assert_eq!(AliasTable::new([]), None);
        assert_eq!(AliasTable::new([(4, 0)]), None);
    }

    proptest! {
        #[test]
        fn every_item_owns_exactly_its_share(weights in prop::collection::vec(0_u32..300, 1..80)) {
            let Some(alias) = AliasTable::new(weights.iter().enumerate().map(|(i, w)| (i as u32, *w))) else {
                prop_assert!(weights.iter().all(|w| *w == 0));
                return Ok(());
            };
            let positive = weights.iter().filter(|w| **w > 0).count() as u64;
            let shares = alias.shares();
            for (item, weight) in weights.iter().enumerate() {
                let share = shares.get(&(item as u32)).copied().unwrap_or(0);
                prop_assert_eq!(share, u64::from(*weight) * positive);
            }
        }
    }
}
