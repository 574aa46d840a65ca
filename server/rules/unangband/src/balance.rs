//! Power against levels: what the guide allows, and what egos have at the least and at the most.

use super::{
    item::{EgoStats, KindStats, MadeItem},
    model::UnangbandModel,
    power::item_power,
};

/// The most power that the guide allows an artifact of a level: twice that of other objects.
pub(super) fn artifact_limit(level: i64) -> i64 {
    2 * level
}

/// The most power that the guide allows an ego of a level: one and a half times that of other objects.
pub(super) fn ego_limit(level: i64) -> i64 {
    level * 3 / 2
}

/// The power of the weakest item that an ego names, without bonuses, and that of the strongest, with all that it may add;
/// `None` where it names no kind.
pub(super) fn ego_powers(model: &UnangbandModel, ego_at: usize) -> Option<(i64, i64)> {
    let ego: &EgoStats = &model.egos[ego_at];
    let named = model.kinds.iter().enumerate().filter(|(_, kind)| kind.index > 0 && ego.names(kind.tval, kind.sval));
    let powers = named.map(|(at, kind)| powers_on(model, (ego_at, ego), (at, kind)));
    powers.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}

fn powers_on(model: &UnangbandModel, (ego_at, ego): (usize, &EgoStats), (at, kind): (usize, &KindStats)) -> (i64, i64) {
    let plain = MadeItem { ego: Some(ego_at), ..MadeItem::plain(at, kind) };
    let [to_hit, to_dam, to_ac, pval] = ego.most;
    let full = MadeItem {
        to_hit: plain.to_hit + to_hit,
        to_dam: plain.to_dam + to_dam,
        to_ac: plain.to_ac + to_ac,
        pval: if pval == 0 { plain.pval } else { pval },
        ..plain
    };
    let power = |item: &MadeItem| item_power(item, kind, Some(ego), &model.slays);
    (power(&plain), power(&full))
}
