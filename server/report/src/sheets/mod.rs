//! From catalogs, pools and tallies to sheets.

mod allocations;
mod arrange;
mod availability;
mod beside;
mod chances;
mod compare;
mod effect;
mod error;
mod found;
mod item;
mod join;
mod keys;
mod kinds;
mod overview;
mod presence;
mod result;
mod rows;
mod subject;
mod sums;

pub use arrange::{Filter, Sort, SortBy};
pub use availability::{AvailabilityParams, PoolMeasure, availability, availability_of_types};
pub use beside::beside;
pub use chances::{ChanceColumn, ChanceMeasure, ChanceParams, chances, chances_of_types};
pub use compare::{CompareParams, compare};
pub use effect::{Effect, EffectRow, effect};
pub use error::SheetError;
pub use found::{FoundCell, FoundMeasure, FoundParams, found};
pub use join::ungrouped;
pub use kinds::{KindShares, KindsParams, ShareOrder, kind_shares, kinds, narrow, of_kind, share_text, sort_shares};
pub use overview::{Available, OverviewParams, overview};
pub use presence::{of_affix, of_theme};
pub use result::{Denominator, ResultParams, result, result_of_types};
pub use subject::Subject;

use affixboard_core::game::Words;

use crate::sheet::Column;

/// The depth columns.
fn columns(depths: &[u32]) -> Vec<Column> {
    depths.iter().map(|&depth| Column { label: depth.to_string(), depth }).collect()
}

/// The word of a drop quality.
fn quality_word(words: &Words, quality: u8) -> Result<&'static str, SheetError> {
    words.qualities.get(usize::from(quality)).copied().ok_or_else(|| {
        let known = words.qualities.iter().map(|word| (*word).to_owned()).collect();
        SheetError::UnknownQuality { quality, known }
    })
}
