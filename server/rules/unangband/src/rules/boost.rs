//! Boosts: bonuses grow one by one until the item is as powerful as its level (`boost_item`).

use super::{
    super::{flags as f, item::MadeItem, item_types::is_weapon, tables::tval},
    maker::Maker,
};

/// Tries at most while nothing fits.
const TRIES: u32 = 40;

/// What grows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grows {
    ToHit,
    ToDam,
    ToAc,
    Pval,
    Dice,
    Sides,
}

impl Grows {
    fn of(choice: u32) -> Grows {
        match choice {
            0..=2 => Grows::ToHit,
            3..=5 => Grows::ToDam,
            6..=8 => Grows::ToAc,
            9 => Grows::Pval,
            10 => Grows::Dice,
            _ => Grows::Sides,
        }
    }

    fn value(self, item: &mut MadeItem) -> &mut i32 {
        match self {
            Grows::ToHit => &mut item.to_hit,
            Grows::ToDam => &mut item.to_dam,
            Grows::ToAc => &mut item.to_ac,
            Grows::Pval => &mut item.pval,
            Grows::Dice => &mut item.dice,
            Grows::Sides => &mut item.sides,
        }
    }
}

impl Maker<'_> {
    /// Boosts an item up to a level, for better or for worse.
    pub(super) fn boost(&mut self, item: &mut MadeItem, level: i64, power: i32) {
        let is_cursed = power < 0;
        let step = if is_cursed { -1 } else { 1 };
        if [item.to_hit, item.to_dam, item.to_ac, item.pval] == [0; 4] {
            return;
        }
        let mut now = self.power_of(item, is_cursed);
        if now >= level {
            return;
        }
        let keeps_to_one = self.random.below(5) != 0;
        let (mut retry, mut tries, mut choice) = (true, 0, 0);
        loop {
            let before = now;
            if retry || !keeps_to_one {
                choice = self.random.below(12);
            }
            tries += 1;
            let grows = Grows::of(choice);
            retry = !self.can_grow(item, grows, step, power);
            if !retry {
                *grows.value(item) += if choice < 10 { step } else { 1 };
            }
            now = self.power_of(item, is_cursed);
            if now <= before && !retry && choice < 10 {
                Self::jump(item, grows, step);
                now = self.power_of(item, is_cursed);
            }
            let goes_on = (now > before && now < level) || (retry && tries < TRIES);
            if !goes_on {
                break;
            }
        }
        // One step is always taken back, also where it was none too many.
        if !retry {
            *Grows::of(choice).value(item) -= if choice < 10 { step } else { 1 };
        }
    }

    fn can_grow(&mut self, item: &MadeItem, grows: Grows, step: i32, power: i32) -> bool {
        let (item_type, to_dam, to_ac) = (self.kind(item).tval, item.to_dam + step, item.to_ac + step);
        match grows {
            Grows::ToHit => item.to_hit.signum() == step,
            Grows::ToDam => item.to_dam.signum() == step && to_dam < self.most_damage(item),
            Grows::ToAc => item.to_ac.signum() == step && (to_ac < item.armor_class + 5 || item_type == tval::CROWN),
            Grows::Pval => match item.ego {
                Some(ego) => item.pval != 0 && (self.model.egos[ego].flags & f::SPEED == 0 || self.per_cent(33)),
                None => item.pval.signum() == step,
            },
            Grows::Dice | Grows::Sides => power > 0 && (is_weapon(item_type) || item_type == tval::STAFF),
        }
    }

    /// Where a step gave no power: on to where it does.
    fn jump(item: &mut MadeItem, grows: Grows, step: i32) {
        let size = |value: i32| value * step;
        match grows {
            Grows::ToHit if (1..=11).contains(&size(item.to_hit)) => item.to_hit = 12 * step,
            Grows::ToDam if (1..=9).contains(&size(item.to_dam)) => {
                item.to_dam = if step > 0 { (item.dice * item.sides + 5).min(10) } else { -10 };
            }
            Grows::ToAc if (1..=9).contains(&size(item.to_ac)) => {
                item.to_ac = if step > 0 { (item.armor_class + 5).min(10) } else { -10 };
            }
            _ => {}
        }
    }
}
