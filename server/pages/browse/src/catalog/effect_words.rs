//! The words for effects, in the game's own words for bonuses.

use affixboard_model::catalog::{EffectGroup, EffectSet};

use affixboard_service::library::OpenRevision;

/// The game's word for a group.
pub(crate) fn title(group: EffectGroup, open: &OpenRevision) -> &'static str {
    let [to_hit, to_dam, _] = open.loaded.game.words().bonuses;
    match group {
        EffectGroup::ToHit => to_hit,
        EffectGroup::ToDam => to_dam,
        group => group.name(),
    }
}

/// The effects as the column says them: `to-hit +, armour −`.
pub(crate) fn text(effects: &EffectSet, open: &OpenRevision) -> String {
    effects.iter().map(|(group, sign)| title(group, open).to_owned() + sign.mark()).collect::<Vec<_>>().join(", ")
}
