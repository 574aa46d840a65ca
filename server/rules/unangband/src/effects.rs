//! Effects of egos by group.

use super::{
    item::EgoStats,
    tables::{EXTRA_GROUPS, FLAGS},
};
use affixboard_kin::effects::of_ego;
use affixboard_model::{catalog::EffectSet, engine::flags::each};

/// Flags whose strength is an item's modifier, beside the first of the list up to `MIGHT` (object2.c).
const MORE_MODIFIED: [&str; 4] = ["HURL_NUM", "HURL_DAM", "REGEN_HP", "REGEN_MANA"];
/// Number of the first flags of the list, all of which are of that sort.
const MODIFIED: usize = 16;

/// The effects of an ego by group. All numbers of an ego that is cursed or worthless are taken off.
pub(super) fn effects_of(ego: &EgoStats) -> EffectSet {
    let cursed = ["LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE"];
    let name = |flag: u32| FLAGS.get(flag as usize).copied().unwrap_or_default();
    let flags: Vec<&str> = each(ego.flags).map(name).collect();
    let is_bad = ego.cost == 0 || flags.iter().any(|flag| cursed.contains(flag));
    let most = ego.most.map(|most| if is_bad { most.saturating_abs().saturating_neg() } else { most });
    let is_modified = |flag: &str| FLAGS[..MODIFIED].contains(&flag) || MORE_MODIFIED.contains(&flag);
    let mut effects = of_ego(most, &flags, is_modified);
    if ego.extra > 0 {
        let (first, count) = EXTRA_GROUPS.get(usize::from(ego.extra)).copied().unwrap_or_default();
        FLAGS.iter().skip(usize::from(first)).take(usize::from(count)).for_each(|flag| effects.add_flag(flag));
    }
    effects
}
