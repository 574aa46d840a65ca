//! Making drops: special artifacts, kinds, power, artifacts, then what the type of the item asks for (`make_object`,
//! `apply_magic`).

use super::{
    super::{
        devices::IGNORES,
        items::{self, RESISTANCE, roles_of},
        roles::EgoRole,
        tables::tval,
    },
    MOST_LEVEL,
    devices::effects,
    forge::FrogForge,
    jewels::{self, RANDOM_ARTIFACT},
    outcome::{Magic, Observer, Outcome},
    power::by_power,
    quality::Circumstances,
};
use crate::classes::KindFilter;
use affixboard_model::{
    catalog::{AffixId, KindId},
    engine::{evaluator::Evaluator, multinomial::Multinomial},
};

/// The ego that makes a robe another kind, and that kind.
const TWILIGHT: u32 = 81;
const TWILIGHT_ROBE: (u8, u8) = (tval::SOFT_ARMOR, 60);
/// The level from which on robes are more than body armour.
const ROBES_FROM: u32 = 30;

/// An item that magic is applied to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    kind: KindId,
    power: i8,
    /// The level of magic.
    level: u32,
    /// Whether it is a drop, and not one of a kind that was asked for.
    is_drop: bool,
    filter: KindFilter,
}

impl Item {
    pub(super) fn new(at: Circumstances, kind: KindId, power: i8, is_drop: bool) -> Item {
        Item { kind, power, level: at.level.min(MOST_LEVEL), is_drop, filter: at.quality.filter }
    }

    fn magic(&self) -> Magic {
        Magic { power: self.power, level: self.level }
    }
}

impl FrogForge {
    /// Whether drops of a kind are also what became of another by an ego.
    pub(super) fn is_made_of_robes(&self, kind: KindId) -> bool {
        self.kinds.find(TWILIGHT_ROBE) == Some(kind)
    }

    /// One attempt at each of some drops, or at items of a kind. Returns the part that gave nothing.
    pub(super) fn attempt<M: Evaluator>(
        &self,
        at: Circumstances,
        kind: Option<KindId>,
        drops: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        if let Some(kind) = kind {
            return self.apply(kind, false, at, drops, evaluator, observer);
        }
        let tries = evaluator.pass(drops, (1, at.quality.special_odds(&self.numbers)));
        let left = drops - tries + self.artifacts.try_special(at, tries, evaluator, observer);
        let base = at.level + if at.quality.is_good() { self.numbers.good_levels } else { 0 };
        let nothing = M::Mass::default();
        let mut chosen = vec![nothing; self.stats.len()];
        let mut failed = self.kinds.choose(base, at.quality.filter, left, evaluator, &mut chosen);
        for (kind, items) in (0..).map(KindId).zip(chosen).filter(|kind| kind.1 != nothing) {
            failed += self.apply(kind, true, at, items, evaluator, observer);
        }
        failed
    }

    /// Applies magic to items of a kind. Returns the part that comes to nothing: devices without effect.
    fn apply<M: Evaluator>(
        &self,
        kind: KindId,
        is_drop: bool,
        at: Circumstances,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        let mut failed = M::Mass::default();
        for (power, items) in by_power(&self.numbers, at, self.stats[kind.at()].tval, items, evaluator) {
            let item = Item::new(at, kind, power, is_drop);
            failed += self.of_power(item, at, items, evaluator, observer);
        }
        failed
    }

    /// What becomes of items of one power: artifacts are tried first. Returns the part that comes to nothing.
    pub(super) fn of_power<M: Evaluator>(
        &self,
        item: Item,
        at: Circumstances,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        let rolls = match item.power {
            _ if at.quality.is_great() => self.numbers.great_tries,
            2 => 1,
            _ => 0,
        };
        let mut left = items;
        for _ in 0..rolls {
            left = self.artifacts.try_kind(item.kind, at, left, evaluator, observer);
        }
        if left == M::Mass::default() { left } else { self.by_type(item, left, evaluator, observer) }
    }

    /// What magic makes of items by their type.
    fn by_type<M: Evaluator>(
        &self,
        item: Item,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        let stats = &self.stats[item.kind.at()];
        let (item_type, sval) = stats.place();
        let Some(role) = roles_of(stats).first().copied() else {
            observer.item(item.kind, Outcome::Plain, item.magic(), items);
            return M::Mass::default();
        };
        if role == EgoRole::Device {
            return self.device(item, items, evaluator, observer);
        }
        // What is left of the items that magic may make something of.
        let mut left = items;
        let is_strong = match role {
            EgoRole::Ring | EgoRole::Amulet => {
                self.jewel(item, role, items, evaluator, observer);
                return M::Mass::default();
            }
            EgoRole::Quiver | EgoRole::Ammo => item.power == 2,
            EgoRole::Lite if item.power == 1 && sval < 2 => {
                left = evaluator.pass(left, (1, 3));
                true
            }
            _ => item.power.abs() == 2,
        };
        if items::is_of_dragons(&self.stats[item.kind.at()]) {
            left = evaluator.pass(left, (1, 3));
        } else if (item_type, sval) == (tval::SWORD, items::DIAMOND_EDGE) && item.power == 2 {
            left = evaluator.pass(left, (1, 7));
        }
        // The others lose their power.
        let unchanged = Magic { power: 0, ..item.magic() };
        observer.item(item.kind, Outcome::Plain, unchanged, items - left);
        if !is_strong {
            observer.item(item.kind, Outcome::Plain, item.magic(), left);
            return M::Mass::default();
        }
        if (item_type, sval) == (tval::SOFT_ARMOR, items::ROBE) && item.level >= ROBES_FROM {
            let robes = evaluator.pass(left, (1, 7));
            self.ego(item, EgoRole::Robe, robes, evaluator, observer);
            left -= robes;
        }
        let odds = random_artifact_odds(role, item_type, sval);
        if let Some(one_in) = odds.map(|odds| if role == EgoRole::Lite { odds } else { odds - odds * item.level / 200 })
        {
            let made = evaluator.pass(left, (1, one_in.into()));
            observer.item(item.kind, Outcome::RandomArtifact, item.magic(), made);
            left -= made;
        }
        self.ego(item, role, left, evaluator, observer);
        M::Mass::default()
    }

    /// Divides items among the egos of a role. Where there are none they stay as they are.
    fn ego<M: Evaluator>(
        &self,
        item: Item,
        role: EgoRole,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let pool = self.egos.draw(item.kind, role, item.level);
        self.chosen(item, &pool, items, evaluator, observer);
    }

    /// Divides items as a draw says.
    fn chosen<M: Evaluator>(
        &self,
        item: Item,
        draw: &Multinomial,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        if items == M::Mass::default() {
            return;
        }
        let drawn = evaluator.split(draw, items);
        if drawn.is_empty() {
            observer.item(item.kind, Outcome::Plain, item.magic(), items);
        }
        for (chosen, part) in drawn {
            if chosen == RANDOM_ARTIFACT {
                observer.item(item.kind, Outcome::RandomArtifact, item.magic(), part);
                continue;
            }
            let ego = AffixId(chosen);
            let turns = item.is_drop
                && self.egos.known(ego) == TWILIGHT
                && self.stats[item.kind.at()].place() == (tval::SOFT_ARMOR, items::ROBE);
            let becomes = turns.then(|| self.kinds.find(TWILIGHT_ROBE)).flatten();
            observer.item(becomes.unwrap_or(item.kind), Outcome::Ego(ego), item.magic(), part);
        }
    }

    /// Rings and amulets: blank without power, else an ego or a random artifact.
    fn jewel<M: Evaluator>(
        &self,
        item: Item,
        role: EgoRole,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        if item.power == 0 {
            observer.item(item.kind, Outcome::Plain, item.magic(), items);
            return;
        }
        let pool = self.egos.pool(item.kind, role, item.level);
        let kept = jewels::kept(role, (item.power, item.filter), item.level, pool);
        self.chosen(item, &kept, items, evaluator, observer);
    }

    /// Wands, staffs and rods: an effect, at the second try two levels deeper and of any sort; then perhaps an ego. Returns the
    /// part without effect.
    fn device<M: Evaluator>(
        &self,
        item: Item,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        let nothing = M::Mass::default();
        let item_type = self.stats[item.kind.at()].tval;
        let table = effects(item_type);
        let mut left = items;
        for (filter, level) in [(item.filter, item.level), (KindFilter::All, item.level + 2)] {
            let mut made = vec![nothing; table.len()];
            // Elements harm some and not others, which no ego need protect from them then.
            let mut parts = [Vec::new(), Vec::new()];
            let mut without = nothing;
            for (at, devices) in evaluator.split(&self.devices.levels(level), left) {
                let chosen = evaluator.split(&self.devices.choice(item_type, filter, at), devices);
                if chosen.is_empty() {
                    without += devices;
                }
                for (effect, devices) in chosen {
                    made[effect as usize] += devices;
                    let ignores = table[effect as usize].marks & IGNORES != 0;
                    parts[usize::from(ignores)].push(((effect, at), devices));
                }
            }
            let mut groups = [nothing; 2];
            for (effect, devices) in made.into_iter().enumerate().filter(|(_, devices)| *devices != nothing) {
                observer.device(item.kind, effect as u32, devices);
                groups[usize::from(table[effect].marks & IGNORES != 0)] += devices;
            }
            for ((devices, ignores), parts) in groups.into_iter().zip([false, true]).zip(&parts) {
                observer.devices(parts);
                self.ego_of_device(Item { level, ..item }, ignores, devices, evaluator, observer);
            }
            left = without;
        }
        left
    }

    fn ego_of_device<M: Evaluator>(
        &self,
        item: Item,
        ignores: bool,
        devices: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        if item.power.abs() < 2 {
            observer.item(item.kind, Outcome::Plain, item.magic(), devices);
            return;
        }
        let pool = self.egos.pool(item.kind, EgoRole::Device, item.level);
        let pool = pool.filter(|ego| !ignores || ego.known != RESISTANCE);
        let draw = Multinomial::new(pool.map(|ego| (ego.id.0, u64::from(ego.weight) * u64::from(ego.accepted))));
        self.chosen(item, &draw, devices, evaluator, observer);
    }
}

/// Of how many strong items of a type one is a random artifact, at level 0; `None` where none is.
fn random_artifact_odds(role: EgoRole, item_type: u8, sval: u8) -> Option<u32> {
    match role {
        EgoRole::Quiver | EgoRole::Ammo => None,
        EgoRole::Lite => (sval == 2).then_some(7),
        EgoRole::Digger => Some(30),
        EgoRole::DragonArmor => Some(50),
        _ if matches!(item_type, 21..=23) => Some(40),
        _ => Some(20),
    }
}
