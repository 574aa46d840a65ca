//! What items of a type are worth to their game: power and price by depth, what each entry adds to them, and what a change of the
//! files does to them. All of it is simulated, of drops made one by one.

mod changes;
mod entries;
mod spread;

use affixboard_model::{
    batch::{ItemSample, SampledItem},
    catalog::Catalog,
};

pub use changes::{ItemChange, ItemChanges, changed_types, item_changes};
pub use entries::{EntryWorth, Estimate, entry_worths};
pub use spread::{SPREAD_QUANTILES, Spread, SpreadQuantile};

/// The drops of one depth, of one side.
#[derive(Debug, Clone, PartialEq)]
pub struct DepthSample {
    /// The depth.
    pub depth: u32,
    /// Its drops, of all item types.
    pub sample: ItemSample,
}

impl DepthSample {
    /// The number of items of a type.
    pub fn items_of(&self, catalog: &Catalog, tval: u16) -> usize {
        of_type(catalog, &self.sample, tval).count()
    }
}

/// A number that a game thinks an item is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorthSort {
    /// In points.
    Power,
    /// In gold.
    Price,
}

impl WorthSort {
    /// Both, in the order in which they are shown.
    pub const ALL: [WorthSort; 2] = [WorthSort::Power, WorthSort::Price];

    /// The word on pages and in files.
    pub fn word(self) -> &'static str {
        match self {
            WorthSort::Power => "power",
            WorthSort::Price => "price",
        }
    }

    /// What an item comes to; `None` where the game has no such number of it.
    pub fn of(self, item: &SampledItem) -> Option<i64> {
        let worth = match self {
            WorthSort::Power => item.appraisal.power.as_ref(),
            WorthSort::Price => item.appraisal.price.as_ref(),
        };
        worth.map(affixboard_model::game::Worth::total)
    }

    /// How the numbers of items of a type are spread.
    pub fn spread(self, catalog: &Catalog, sample: &ItemSample, tval: u16) -> Spread {
        Spread::of(of_type(catalog, sample, tval).filter_map(|item| self.of(item)).collect())
    }
}

/// The item type of an item.
pub fn item_tval(catalog: &Catalog, item: &SampledItem) -> u16 {
    item.artifact.map_or_else(|| catalog.kind(item.kind).tval, |id| catalog.artifact(id).tval)
}

/// The items of a type, in the order of their drops.
fn of_type<'a>(catalog: &'a Catalog, sample: &'a ItemSample, tval: u16) -> impl Iterator<Item = &'a SampledItem> {
    sample.items.iter().filter(move |item| item_tval(catalog, item) == tval)
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::{Entry, Metric},
        catalog::{AffixId, KindId},
        game::{Appraisal, Worth, WorthTerm},
    };

    use super::*;
    use crate::testing;

    /// An item of a kind with these affixes, of this power, whose price is ten times that.
    fn item(drop: u64, kind: u32, affixes: &[u32], power: i64, flags: &[&str]) -> SampledItem {
        let worth = |points| Some(Worth { terms: vec![WorthTerm { what: "all of it".into(), points }] });
        let flags = flags.iter().map(|flag| (Metric::FLAG, (*flag).to_owned()));
        SampledItem {
            drop,
            kind: KindId(kind),
            artifact: None,
            affixes: affixes.iter().map(|id| (AffixId(*id), 1)).collect(),
            theme: None,
            values: std::iter::once((Metric::TO_HIT, drop.to_string())).chain(flags).collect(),
            appraisal: Appraisal { power: worth(power), price: worth(power * 10) },
        }
    }

    fn samples(items: Vec<SampledItem>) -> Vec<DepthSample> {
        vec![DepthSample { depth: 10, sample: ItemSample { items, drops: 100 } }]
    }

    /// Twelve plain items of power 10, twelve with one affix of 15, twelve with both of 18: by hand the first adds 5, the second 3. An
    /// item with the second is stronger than 24 of 36 and as strong as 12, so 30 of 36; one with the first ranks (12 + 6) / 36 or 30 / 36.
    #[test]
    fn what_entries_add_by_hand() {
        let catalog = testing::catalog();
        let tval = catalog.kind(KindId(1)).tval;
        let items = (0..12).flat_map(|at| {
            [(0, &[][..], 10), (1, &[0][..], 15), (2, &[0, 1][..], 18)]
                .map(|(of, affixes, power)| item(at * 3 + of + 1, 1, affixes, power, &[]))
        });
        let entries = entry_worths(&catalog, &samples(items.collect()), tval);
        let found: Vec<_> = entries.iter().map(|one| (one.entry, one.items, one.power, one.price)).collect();
        let affix = |id| Entry::Affix(AffixId(id));
        assert_eq!(found, [(affix(0), 24, Some(15), Some(150)), (affix(1), 12, Some(18), Some(180))]);
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let adds: Vec<f64> = entries.iter().map(|one| one.adds.expect("enough items").value).collect();
        assert!(near(adds[0], 5.0) && near(adds[1], 3.0), "{adds:?}");
        let beats: Vec<f64> = entries.iter().map(|one| one.beats.value).collect();
        assert!(near(beats[0], f64::midpoint(18.0 / 36.0, 30.0 / 36.0)) && near(beats[1], 30.0 / 36.0), "{beats:?}");
        assert!(entries.iter().all(|one| one.dearness.is_none()), "36 items are too few");
    }

    /// Of three drops one is the same on both sides, one gains a flag and 6 of power, one is of another type afterwards. By hand: power 10,
    /// 20 and 30 before (mean 20), 10 and 26 after (mean 18); a third of them blessed before, one of two after.
    #[test]
    fn what_changes_by_hand() {
        let catalog = testing::catalog();
        let (tval, words) = (catalog.kind(KindId(1)).tval, &testing::WORDS);
        let other =
            (0..catalog.kinds.len() as u32).find(|id| catalog.kind(KindId(*id)).tval != tval).expect("another type");
        let before =
            samples(vec![item(1, 1, &[], 10, &[]), item(2, 1, &[], 20, &[]), item(3, 1, &[], 30, &["BLESSED"])]);
        let after = samples(vec![
            item(1, 1, &[], 10, &[]),
            item(2, 1, &[], 26, &["BLESSED"]),
            item(3, other, &[], 30, &["BLESSED"]),
        ]);
        let changes = item_changes([&catalog; 2], [&before, &after], tval, words);
        assert_eq!((changes.items, changes.differ), ([3, 2], 2));
        let found: Vec<_> =
            changes.rows.iter().map(|row| (row.section.as_str(), row.name.as_str(), row.is_share)).collect();
        let sections = [("Power", "", false), ("Price", "", false), ("To-hit", "", false), ("Flags", "BLESSED", true)];
        assert_eq!(found, sections);
        let power = &changes.rows[0];
        assert_eq!((power.before, power.after), (20.0, 18.0));
        // Residuals: (10 − 18)/2 − (10 − 20)/3 = −2/3, (26 − 18)/2 − 0 = 4, −(30 − 20)/3 = −10/3.
        let squares: f64 = [-2.0_f64 / 3.0, 4.0, -10.0 / 3.0].iter().map(|residual| residual * residual).sum();
        assert!((power.half_width - 1.959_963_984_540_054 * squares.sqrt()).abs() < 1e-9, "{power:?}");
        let blessed = &changes.rows[3];
        assert!((blessed.before - 1.0 / 3.0).abs() < 1e-12 && (blessed.after - 0.5).abs() < 1e-12, "{blessed:?}");
        let types = changed_types([&catalog; 2], [&before, &after]);
        assert_eq!(types[&tval], 2);
        assert_eq!(item_changes([&catalog; 2], [&before, &before], tval, words).rows, []);
    }
}
