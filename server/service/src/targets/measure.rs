//! The shares of all affixes at a place, as the rules have them.

use std::collections::BTreeMap;

use affixboard_inquiry::balance::{Basis, EntrySort, Measure, TrueRange, compute_cell};
use affixboard_model::{
    batch::Entry,
    catalog::AffixId,
    game::{Cancelled, Forge},
};

use super::types::TargetPlace;

/// Share by affix; those that never occur are left out.
pub(super) type Shares = BTreeMap<AffixId, TrueRange>;

/// The shares at a place; `None` where the rules can't compute them.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub(super) fn shares(
    place: &TargetPlace,
    forge: &dyn Forge,
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<Shares>, Cancelled> {
    match place {
        TargetPlace::Pool(place) => {
            let pool = forge.pool(place.kind, place.level, place.affix_level);
            let of = |affix| (affix, TrueRange::known(pool.of(affix).1));
            Ok(Some(pool.entries.iter().map(|entry| of(entry.0)).collect()))
        }
        TargetPlace::Drops { cell, among } => {
            let measure = Measure::Each { sort: EntrySort::Affix, among: among.clone() };
            let measured = compute_cell(&measure, forge, *cell, keep_going)?;
            let mut shares = Shares::new();
            for (thing, (range, basis)) in &measured.numbers {
                if *basis != Basis::Computed {
                    return Ok(None);
                }
                if let Some(Entry::Affix(affix)) = thing.entry {
                    shares.insert(affix, *range);
                }
            }
            Ok(Some(shares))
        }
    }
}
