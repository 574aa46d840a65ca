//! Magic items: what is neither ego nor artifact gets bonuses and a random flag (`make_magic_item`).

use super::{
    super::{
        item::{MadeItem, RandomFlag},
        item_types::is_weapon,
        model::UnangbandModel,
        power::FlagPowers,
        tables::{FLAGS, MAGIC_GROUPS, tval},
    },
    maker::Maker,
    memo::FittingFlag,
};
use affixboard_model::engine::random::Stream;

/// Levels that the best items get random flags above others.
pub(super) const GREAT_MAGIC_LEVELS: i64 = 10;

/// Brands of elements in set 1, and what else only weapons have.
const BRANDS: std::ops::Range<u8> = 28..32;
const TUNNEL: u8 = 11;
/// Immunities in set 2, which follow what ammunition can have.
const IMMUNITIES: std::ops::Range<u8> = 12..16;
const BRAND_LITE: u8 = 1;
const IM_POIS: u8 = 6;

/// Whether items of a type can have a flag: its set, from 0, and its place.
fn can_have(item_type: u8, set: u8, at: u8) -> bool {
    let is_hit_with = is_weapon(item_type) || item_type == tval::STAFF;
    let is_body_armour =
        matches!(item_type, tval::HARD_ARMOR | tval::SOFT_ARMOR | tval::DRAGON_ARMOR | tval::SHIELD | tval::CLOAK);
    let is_ammunition = matches!(item_type, tval::SHOT | tval::ARROW | tval::BOLT);
    match (set, at) {
        (0, TUNNEL) => item_type != tval::BOW,
        (0, at) if BRANDS.contains(&at) => is_hit_with,
        (1, at) if at >= IMMUNITIES.start && is_ammunition => false,
        (1, at) if IMMUNITIES.contains(&at) => is_body_armour,
        (3, BRAND_LITE) => is_hit_with,
        (3, IM_POIS) => is_body_armour,
        _ => true,
    }
}

impl Maker<'_> {
    /// Makes an item magic up to a level, where it isn't above that already.
    pub(super) fn magic_item(&mut self, item: &mut MadeItem, level: i64, power: i32) {
        if item.ego.is_some() || item.artifact.is_some() || power == 0 {
            return;
        }
        let (is_cursed, great) = (power < 0, power.abs() > 1);
        let level = level + if great { GREAT_MAGIC_LEVELS } else { 0 };
        let mut own = self.power_of(item, is_cursed);
        if own >= level {
            return;
        }
        let item_type = self.kind(item).tval;
        if !matches!(item_type, tval::LITE | tval::INSTRUMENT) && self.random.below(3) != 0 {
            self.boost(item, level, power);
            own = self.power_of(item, is_cursed);
            if own >= level || self.random.one_in(2) {
                return;
            }
        }
        let (model, plain) = (self.model, *item);
        let fitting = self
            .memo
            .flags((plain, level, great, is_cursed), || fitting(model, &plain, (own, level), great, is_cursed));
        // Each that fits is kept with the chance by which all become as likely; but one of set 1 that is not kept as it is
        // is asked again with a grown modifier.
        let (mut seen, mut chosen) = (0, None);
        for flag in fitting.iter() {
            let mut kept = |random: &mut Stream| {
                seen += 1;
                random.one_in(seen)
            };
            if flag.as_it_is && kept(self.random) {
                chosen = Some((flag.extra, 0));
            } else if let Some(change) = flag.grown
                && kept(self.random)
            {
                chosen = Some((flag.extra, change));
            }
        }
        let Some((extra, change)) = chosen else { return };
        item.extra = Some(extra);
        item.pval += match change {
            0 => 0,
            _ if great => change,
            1.. => self.one_to(change),
            _ => -self.one_to(-change),
        };
    }
}

/// The random flags that suit an item, which has none yet, nor an ego.
fn fitting(
    model: &UnangbandModel,
    item: &MadeItem,
    (own, level): (i64, i64),
    great: bool,
    is_cursed: bool,
) -> Vec<FittingFlag> {
    let kind = &model.kinds[item.kind];
    let powers = FlagPowers::new(item, kind, &model.slays);
    let power =
        |extra: RandomFlag, pval: i32| if is_cursed { -powers.with(extra, pval) } else { powers.with(extra, pval) };
    let step = if is_cursed { -1 } else { 1 };
    let mut found = Vec::new();
    for set in 0..FLAGS.len() as u8 / 32 {
        for at in (0..32).filter(|at| can_have(kind.tval, set, *at)) {
            let extra = RandomFlag { group: MAGIC_GROUPS + set, at };
            let with = power(extra, item.pval);
            let as_it_is = with > own && (!great || with >= level * 18 / 20) && with <= level;
            let grown = match set {
                // It stops at the first step.
                0 if powers.is_steady(extra) => (with > own).then_some((with, item.pval + step)),
                0 => grown(|pval| power(extra, pval), (item.pval, step), with, (own, level)),
                _ => None,
            };
            let grown = grown.filter(|(power, _)| *power < level);
            let grown = grown.map(|(_, pval)| if pval > 0 { pval - item.pval } else { pval + item.pval });
            if as_it_is || grown.is_some() {
                found.push(FittingFlag { extra, as_it_is, grown });
            }
        }
    }
    found
}

/// The power and modifier at which a flag's modifier stops growing; `None` where that is no more than its own.
fn grown(
    power: impl Fn(i32) -> i64,
    (mut pval, step): (i32, i32),
    with: i64,
    (own, level): (i64, i64),
) -> Option<(i64, i32)> {
    let mut now = with;
    loop {
        let before = now;
        pval += step;
        now = power(pval);
        if now <= before || now >= level * 19 / 20 {
            break;
        }
    }
    (now > own).then_some((now, pval))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_by_type() {
        assert_eq!(FLAGS[usize::from(TUNNEL)], "TUNNEL");
        assert_eq!(FLAGS[usize::from(BRANDS.start)], "BRAND_ACID");
        assert_eq!(FLAGS[32 + usize::from(IMMUNITIES.start)], "IM_ACID");
        assert_eq!(FLAGS[96 + usize::from(BRAND_LITE)], "BRAND_LITE");
        assert_eq!(FLAGS[96 + usize::from(IM_POIS)], "IM_POIS");
        assert!(can_have(tval::SWORD, 0, 28) && !can_have(tval::BOW, 0, 28) && !can_have(tval::BOW, 0, 11));
        assert!(can_have(tval::ARROW, 1, 11) && !can_have(tval::ARROW, 1, 16) && !can_have(tval::SWORD, 1, 12));
        assert!(can_have(tval::CLOAK, 1, 15) && can_have(tval::CLOAK, 3, 6) && !can_have(tval::BOOTS, 3, 6));
    }
}
