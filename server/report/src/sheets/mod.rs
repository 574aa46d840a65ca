//! Builders of sheets, from catalogs, pools, computed chances and tallies.

mod allocation_text;
mod arrange;
mod availability;
mod by_item_type;
mod chance_column;
mod chances;
mod compare;
mod counts;
mod dive;
mod effect;
mod effect_grid;
mod error;
mod filter_sort;
mod game_stats;
mod item;
mod join;
mod key_runs;
mod kinds;
mod new_entry;
mod overlay;
mod overview;
mod quantiles;
mod rows;
mod section;
mod sheet_audit;
mod side_by_side;
mod subject;
mod subject_effect;
mod sums;

pub use arrange::{RowName, arranged};
pub use availability::{AvailabilityParams, PoolMeasure, availability, availability_of_types};
pub use by_item_type::{affix_by_item_type, theme_by_item_type};
pub use chance_column::{ChanceColumn, SimulatedColumn};
pub use chances::{ChanceMeasure, ChanceParams, chances, chances_of_types};
pub use compare::{CompareParams, compare};
pub use counts::{CountParams, Denominator, counts, counts_of_types};
pub use dive::{DiveCell, DiveMeasure, DiveParams, dive};
pub use effect::{Effect, EffectRow, effect};
pub use effect_grid::{GridCell, effect_grid};
pub use error::SheetError;
pub use filter_sort::{Filter, RowOrder, SortBy};
pub use game_stats::{STATS_SORTS, StatsParams, game_stats};
pub use join::ungrouped;
pub use kinds::{
    KindShares, KindsParams, ShareOrder, filter_shares, kind_by_quality, kind_shares, kinds, share_text, sort_shares,
};
pub use new_entry::{NewEntryEffect, new_entry_effect};
pub use overlay::overlay;
pub use overview::{OverviewCount, OverviewParams, overview};
pub use quantiles::{CountedNumbers, QUANTILES, quantile_name, quantiles};
pub use section::SheetSection;
pub use side_by_side::side_by_side;
pub use subject::{SubjectParams, subject, subject_beside, subject_counts};
pub use subject_effect::{SubjectEffect, subject_effect};

use affixboard_model::game::Words;

use crate::sheet::Column;

/// A column per depth.
fn columns(depths: &[u32]) -> Vec<Column> {
    depths.iter().map(|&depth| Column { label: depth.to_string(), depth, tval: None }).collect()
}

/// The game's word for a drop quality.
fn quality_word(words: &Words, quality: u8) -> Result<&'static str, SheetError> {
    words.qualities.get(usize::from(quality)).copied().ok_or_else(|| {
        let known = words.qualities.iter().map(|word| (*word).to_owned()).collect();
        SheetError::UnknownQuality { quality, known }
    })
}
