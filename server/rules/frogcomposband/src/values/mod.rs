//! Values of items: bonuses, dice, modifiers, flags, activations, by the rules of their egos. Which items there are is decided without
//! them.
//!
//! Source: frogcomposband 7.1, `apply_magic` (object2.c), `obj_create_*` and `ego_finalize` (ego.c), for a human warrior.

mod armour;
mod artifacts;
mod curse;
mod devices;
mod finish;
mod headgear;
mod lights;
mod random_flags;
mod weapons;
mod working;

use std::sync::Arc;

use super::{
    devices::DeviceEffect,
    flags::FlagBits,
    items::ROBE,
    model::FrogModel,
    price::PricedItem,
    stats::{FrogArtifact, FrogEgo, FrogKind},
    tables::{ego::TWILIGHT, tval},
};
use affixboard_model::{
    catalog::{AffixId, ArtifactId, KindId},
    engine::{alias::AliasTable, random::Stream},
};
use working::{Bonuses, Working};

/// The kind of robes of Twilight.
const TWILIGHT_ROBE: (u8, u8) = (tval::SOFT_ARMOR, 60);

/// An item with its values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MadeItem {
    /// What its price depends on, all flags included.
    pub(crate) item: PricedItem,
    /// Flags that it has beyond those of kind and ego.
    pub(crate) own: FlagBits,
}

/// Makes items of a catalog.
#[derive(Debug)]
pub(crate) struct ValueMaker {
    kinds: Arc<[FrogKind]>,
    egos: Arc<[FrogEgo]>,
    artifacts: Arc<[FrogArtifact]>,
    bonuses: Bonuses,
    robe: Option<usize>,
    /// The steps of normal rolls.
    steps: Option<AliasTable>,
}

/// Whether magic gives items of a kind values that are drawn here: what one wields, shoots and wears but rings and amulets.
pub(crate) fn has_values(kind: &FrogKind) -> bool {
    matches!(kind.tval, 16..=tval::SWORD | tval::BOOTS..=tval::LIGHT | tval::QUIVER)
}

impl ValueMaker {
    pub(crate) fn new(model: &FrogModel) -> ValueMaker {
        let find = |place| model.kinds.iter().position(|kind| kind.place() == place);
        ValueMaker {
            kinds: Arc::clone(&model.kinds),
            egos: Arc::clone(&model.egos),
            artifacts: Arc::clone(&model.artifacts),
            bonuses: Bonuses::new(),
            robe: find((tval::SOFT_ARMOR, ROBE)),
            steps: devices::normal_steps(),
        }
    }

    pub(crate) fn kind(&self, kind: KindId) -> &FrogKind {
        &self.kinds[kind.at()]
    }

    fn working<'a>(
        &'a self,
        kind: &'a FrogKind,
        ego: Option<&'a FrogEgo>,
        level: u32,
        random: &'a mut Stream,
    ) -> Working<'a> {
        let item = PricedItem { flags: FlagBits::default(), activation: None, ..PricedItem::plain(kind) };
        Working { kind, ego, item, level, bonuses: &self.bonuses, random }
    }

    /// An item of a kind that [`has_values`], plain or an ego, made with a power at a level. `None` where its values depend on a price
    /// that isn't known.
    pub(crate) fn make(
        &self,
        kind: KindId,
        ego: Option<AffixId>,
        (power, level): (i8, u32),
        random: &mut Stream,
    ) -> Option<MadeItem> {
        let kind = self.kind(kind);
        let ego = ego.map(|ego| &self.egos[ego.at()]);
        let mut working = self.working(kind, ego, level, random);
        working.item.ego = ego.map_or(0, |ego| ego.known);
        if kind.place() == TWILIGHT_ROBE && working.item.ego == TWILIGHT {
            // It was another robe before.
            if let Some(robe) = self.robe.map(|robe| &self.kinds[robe]) {
                working.item.pval = robe.pval;
                working.item.bonuses = robe.bonuses;
                working.item.weight = robe.weight;
            }
        }
        match kind.tval {
            16..=tval::SWORD => working.weapon(power)?,
            tval::LIGHT => working.light(power)?,
            tval::QUIVER => working.quiver(power),
            _ => working.armour(power)?,
        }
        let item = PricedItem { flags: working.all_flags(), activation: working.activation(), ..working.item };
        Some(MadeItem { item, own: working.item.flags.without(&working.given_flags()) })
    }

    /// A device, made at a level, with an effect that was chosen at another.
    pub(crate) fn device(
        &self,
        (kind, ego): (KindId, Option<AffixId>),
        level: u32,
        (effect, chosen_at): (&DeviceEffect, u32),
        random: &mut Stream,
    ) -> Option<PricedItem> {
        let (kind, ego) = (self.kind(kind), ego.map(|ego| &self.egos[ego.at()]));
        let mut working = self.working(kind, ego, level, random);
        working.item.ego = ego.map_or(0, |ego| ego.known);
        Some(working.device(effect, chosen_at, self.steps.as_ref()?))
    }

    /// An artifact, with what is random of it.
    pub(crate) fn artifact(&self, artifact: ArtifactId, kind: KindId, random: &mut Stream) -> PricedItem {
        let (artifact, kind) = (&self.artifacts[artifact.at()], self.kind(kind));
        artifacts::made(artifact, self.working(kind, None, 0, random))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{flags::named as f, price::price, tables::FLAGS},
        *,
    };

    const LEVEL: u32 = 40;

    /// A maker of one kind, with one ego of this number and these flags, and one artifact.
    fn maker(kind: FrogKind, known: u32, flags: &[&str]) -> ValueMaker {
        let ego = FrogEgo { known, flags: FlagBits::of_names(flags), ..FrogEgo::default() };
        ValueMaker {
            kinds: Arc::new([kind]),
            egos: Arc::new([ego]),
            artifacts: Arc::new([FrogArtifact {
                index: 400,
                flags: FlagBits::of_names(&["XTRA_RES_OR_POWER"]),
                ..FrogArtifact::default()
            }]),
            bonuses: Bonuses::new(),
            robe: None,
            steps: devices::normal_steps(),
        }
    }

    fn sword() -> FrogKind {
        FrogKind { tval: tval::SWORD, sval: 4, dice: [2, 5], bonuses: [1, 2, 0], ..FrogKind::default() }
    }

    fn made(maker: &ValueMaker, ego: bool, power: i8) -> Vec<MadeItem> {
        let mut random = Stream::seeded([3, 1, u64::from(power.unsigned_abs())]);
        let one = |_| maker.make(KindId(0), ego.then_some(AffixId(0)), (power, LEVEL), &mut random).expect("values");
        (0..2000).map(one).collect()
    }

    /// A roll of 5 and a bonus of 5 at most, for power 2 another of 10; -1 takes the first off.
    #[test]
    fn bonuses_keep_within_what_power_gives() {
        let maker = maker(sword(), 3, &[]);
        for (power, least, most) in [(-1, -9, 0), (0, 1, 1), (1, 2, 11), (2, 2, 21), (-2, 2, 21)] {
            let to_hit: Vec<i32> = made(&maker, false, power).iter().map(|made| made.item.bonuses[0]).collect();
            assert!(to_hit.iter().all(|bonus| (least..=most).contains(bonus)), "{power}");
            let all_alike = to_hit.iter().all(|bonus| *bonus == to_hit[0]);
            assert_eq!(all_alike, power == 0, "{power}");
        }
        // The same seed gives the same items.
        assert_eq!(made(&maker, true, 2).iter().map(|made| made.item).collect::<Vec<_>>(), {
            made(&maker, true, 2).iter().map(|made| made.item).collect::<Vec<_>>()
        });
    }

    /// A weapon of Order has one side for all its damage; dwarves make armour lighter by a third.
    #[test]
    fn egos_by_hand() {
        let orders = made(&maker(sword(), 17, &["BRAND_ORDER"]), true, 2);
        assert!(orders.iter().all(|made| made.item.dice == [10, 1] && made.item.flags.has(f::BRAND_ORDER)));
        assert!(orders.iter().all(|made| !made.own.has(f::BRAND_ORDER)), "it is the ego's");
        let mail = FrogKind {
            tval: tval::SHIELD,
            sval: 5,
            armor_class: 12,
            weight: 100,
            bonuses: [-3, 0, 0],
            ..FrogKind::default()
        };
        for made in made(&maker(mail, 60, &[]), true, 2) {
            assert_eq!((made.item.armor_class, made.item.weight, made.item.bonuses[0]), (16, 66, -3));
        }
        let quiver = FrogKind { tval: tval::QUIVER, weight: 10, ..FrogKind::default() };
        let quivers = made(&maker(quiver, 265, &[]), true, 2);
        assert!(quivers.iter().all(|made| made.item.capacity >= 170 && (made.item.capacity - 50) % 20 == 0));
    }

    /// Each curse adds a bad flag, but none where the item has the good one.
    #[test]
    fn terrible_egos_are_cursed() {
        let items = made(&maker(sword(), 3, &["RES_FIRE", "STEALTH", "STR"]), true, -2);
        let bad = |made: &MadeItem| [f::VULN_FIRE, f::DEC_STEALTH, f::DEC_STR].map(|flag| made.own.has(flag));
        assert!(items.iter().all(|made| bad(made) == [false; 3] && made.own != FlagBits::default()));
        assert!(items.iter().any(|made| made.own.has(f::VULN_COLD)));
        assert!(items.iter().any(|made| made.own.has(f::DEC_CON) && (1..=3).contains(&made.item.pval)));
        assert!(made(&maker(sword(), 3, &[]), true, 2).iter().all(|made| made.own == FlagBits::default()));
    }

    /// It resists one more thing or can one more, evenly.
    #[test]
    fn artifacts_with_something_random() {
        let maker = maker(sword(), 0, &[]);
        let mut random = Stream::seeded([4, 1, 1]);
        let items: Vec<PricedItem> = (0..2000).map(|_| maker.artifact(ArtifactId(0), KindId(0), &mut random)).collect();
        let resists = |item: &&PricedItem| item.flags.places().any(|at| FLAGS[at as usize].starts_with("RES_"));
        let count = items.iter().filter(resists).count();
        // Of 2000 with a chance of a half, five standard deviations.
        assert!(count.abs_diff(1000) < 112, "{count}");
        assert!(items.iter().all(|item| price(item, maker.kind(KindId(0))).is_some()));
    }
}
