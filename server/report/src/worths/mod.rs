//! What items of a type are worth to their game: power and price by depth, what each entry adds to them, and what a change of the
//! files does to them. All of it is simulated, of drops made one by one.

mod changes;
mod entries;
mod spread;

use affixboard_core::{
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
        worth.map(affixboard_core::game::Worth::total)
    }

    /// How the numbers of items of a type are spread.
    pub fn spread(self, catalog: &Catalog, sample: &ItemSample, tval: u16) -> Spread {
        Spread::of(of_type(catalog, sample, tval).filter_map(|item| self.of(item)).collect())
    }
}

/// The item type of an item.
pub fn item_tval(catalog: &Catalog, item: &SampledItem) -> Option<u16> {
    let of_artifact = item.artifact.map(|id| catalog.artifact(id).tval);
    of_artifact.or_else(|| item.kind.map(|id| catalog.kind(id).tval))
}

/// The items of a type, in the order of their drops.
fn of_type<'a>(catalog: &'a Catalog, sample: &'a ItemSample, tval: u16) -> impl Iterator<Item = &'a SampledItem> {
    sample.items.iter().filter(move |item| item_tval(catalog, item) == Some(tval))
}
