//! What the game thinks of an item: its power and its price, with their terms.
//!
//! Source of the price: affix branch (angband/angband, pull request 94, `e1c9b797`) and v4 (angband/v4, `dd5bb465`),
//! object/obj-util.c, `object_value_real` for one who knows all of the item, and `object_value` for curses. Both have
//! the same code. Values are 32 bits wide in the original and would overflow from a power of 46,338 on; here they don't.

use super::{
    super::model::{AffixModel, ArtifactProperties},
    forge::AffixForge,
    generation::Generation,
    power::{PowerCalculator, PowerStep, SETS},
};
use crate::{
    catalog::{ArtifactId, KindId},
    engine::{
        flags::{FlagSet, FlagType, Slot, all},
        item::{Item, KindEffect, RollTables},
        random::Stream,
    },
    game::{Appraisal, Worth},
    syntax::RandomValue,
};

/// Item types.
const AMMUNITION: std::ops::RangeInclusive<u16> = 16..=18;
const STAFF: u16 = 55;
const WAND: u16 = 65;
/// Item type and sval of wooden torches.
const TORCH: (u16, u16) = (39, 0);
/// Divisor of the price of what doesn't last (`AMMO_RESCALER`).
const SHORT_LIVED: i64 = 20;
/// Price per point of power, beside its square.
const PER_POINT: i64 = 5;
/// Charges that cost as much as the wand or staff itself.
const CHARGES: i64 = 20;
/// Name of the stream of charges, which nothing else is drawn from.
const OF_CHARGES: u64 = 0x8e3c_5b2d_1f74_a96b;

/// Names of the flag types of [`SETS`], as the original's log has them.
const SET_NAMES: [&str; SETS.len()] = [
    "sustains",
    "slays",
    "brands",
    "kills",
    "immunities",
    "low resistances",
    "high resistances",
    "protections",
    "abilities",
];

/// What prices depend on beside power.
#[derive(Debug)]
pub(super) struct Prices {
    /// By kind: properties, cost, charges.
    kinds: Vec<(KindEffect, i64, RandomValue)>,
    artifacts: Vec<ArtifactProperties>,
    cursed: FlagSet,
    pval_capacity: usize,
}

impl Prices {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Prices {
        let kinds = model.kinds.iter().map(|kind| (kind.effect.clone(), i64::from(kind.cost), kind.extent));
        Prices {
            kinds: kinds.collect(),
            artifacts: model.artifacts.clone(),
            cursed: all(model.spec.flags, |flag| flag.kind == FlagType::Curse),
            pval_capacity: model.spec.limits.pvals,
        }
    }

    /// An artifact as an item (object/obj-make.c, `copy_artifact_data`).
    fn artifact(&self, artifact: ArtifactId, kind: KindId) -> Item {
        let (kind, own) = (&self.kinds[kind.at()].0, &self.artifacts[artifact.at()]);
        let plain = KindEffect { bonus: Default::default(), pvals: Vec::new(), ..kind.clone() };
        let mut streams = crate::engine::item::PropertyStreams::forked(&Stream::seeded([0; 3]));
        let mut item = Item::prepare(&plain, self.pval_capacity, 0, &RollTables::default(), &mut streams);
        item.bonus = own.bonus;
        item.ac = own.ac;
        (item.dice, item.sides) = (own.dice, own.sides);
        item.weight = own.weight;
        item.flags |= own.flags;
        item.effect_power = own.effect_power.unwrap_or(kind.effect_power);
        item.pvals = own.pvals.len().min(item.capacity);
        for (at, (value, flags)) in own.pvals.iter().enumerate().take(item.pvals) {
            (item.pval[at], item.pval_flags[at]) = (*value, *flags);
        }
        item
    }

    /// The price of one item that isn't worn, made at a level with the cell's stream as it was before.
    fn of_kind(&self, kind: KindId, level: u32, origin: &Stream) -> Worth {
        let (effect, cost, extent) = &self.kinds[kind.at()];
        let mut price = Worth::default();
        price.add("cost of the kind", *cost);
        if matches!(effect.tval, STAFF | WAND) {
            let charges = RollTables::default().roll(*extent, level, &mut origin.fork(OF_CHARGES));
            // 16 bits in the original.
            let charges = i64::from(charges as i16);
            price.add(format!("{charges} charges"), cost * charges / CHARGES);
        }
        sold(price, effect.flags & self.cursed != 0)
    }
}

/// The price of one item that is worn, of this power. A pile is priced as so many of one.
pub(super) fn price_of_power((tval, sval): (u16, u16), power: i64, is_cursed: bool) -> Worth {
    let mut price = Worth::default();
    let sign = power.signum();
    // Of a negative power the square counts against the item and the other term for it, as coded.
    price.add("power × power", sign * power * power);
    price.add("5 × power", sign * PER_POINT * power);
    if AMMUNITION.contains(&tval) || (tval, sval) == TORCH {
        price.raise_to("÷ 20, as it does not last", price.total() / SHORT_LIVED);
        price.raise_to("1 at least", price.total().max(1));
    }
    sold(price, is_cursed)
}

/// A price as shops know it: never negative, and nothing for a curse (`object_value`).
fn sold(mut price: Worth, is_cursed: bool) -> Worth {
    price.raise_to("not below 0", price.total().max(0));
    if is_cursed {
        price.raise_to("cursed", 0);
    }
    price
}

/// Whether an item is priced by its power (object/obj-util.c, `wearable_p`).
fn is_wearable(tval: u16) -> bool {
    Slot::of(tval).is_some() || AMMUNITION.contains(&tval)
}

impl<G: Generation> AffixForge<G> {
    /// What the game thinks of a finished item that may have affixes.
    #[cold]
    pub(super) fn appraise(&self, item: &Item, kind: KindId, level: u32, origin: &Stream) -> Appraisal {
        let (power, prices) = (self.properties.power.worth(item), &self.properties.prices);
        let price = if is_wearable(item.tval) {
            price_of_power((item.tval, item.sval), power.total(), item.flags & prices.cursed != 0)
        } else {
            prices.of_kind(kind, level, origin)
        };
        Appraisal { power: Some(power), price: Some(price) }
    }

    /// What the game thinks of an item of a kind that has no affixes.
    #[cold]
    pub(super) fn appraise_plain(&self, kind: KindId, level: u32, origin: &Stream) -> Appraisal {
        if is_wearable(self.catalog.kind(kind).tval) {
            return self.appraise(&self.properties.prepare(kind.at(), level, origin).item, kind, level, origin);
        }
        Appraisal { power: None, price: Some(self.properties.prices.of_kind(kind, level, origin)) }
    }

    /// What the game thinks of an artifact.
    #[cold]
    pub(super) fn appraise_artifact(
        &self,
        artifact: ArtifactId,
        kind: KindId,
        level: u32,
        origin: &Stream,
    ) -> Appraisal {
        self.appraise(&self.properties.prices.artifact(artifact, kind), kind, level, origin)
    }
}

impl PowerCalculator {
    /// The power of an item with its terms; their sum is [`PowerCalculator::of`].
    pub(super) fn worth(&self, item: &Item) -> Worth {
        let mut worth = Worth::default();
        self.of_steps(item, |step, sum| worth.raise_to(self.phrase(item, step), sum));
        worth
    }

    /// What a step adds, in the words of the game.
    fn phrase(&self, item: &Item, step: PowerStep) -> String {
        let words = self.spec.game.words().bonuses;
        let bonus = |at: usize| {
            let (value, most) = (item.bonus[at], self.spec.power.inhibited[at]);
            let limit = if value >= most { format!(" ({most} or more)") } else { String::new() };
            format!("{} {value:+}{limit}", words[at])
        };
        let name = |flag: u32| self.spec.flags[flag as usize].name;
        match step {
            PowerStep::ToDam => bonus(1),
            PowerStep::ToDamOffWeapon => format!("{} off the weapon", words[1]),
            PowerStep::Dice => format!("dice {}d{}", item.dice, item.sides),
            PowerStep::CombatFlags => "flags for fighting, off the weapon".to_owned(),
            PowerStep::Missile => "its ammunition".to_owned(),
            PowerStep::AsAmmunition => {
                let factor = match item.tval {
                    16 => "0.4",
                    17 => "0.5",
                    _ => "0.7",
                };
                format!("as ammunition × {factor}")
            }
            PowerStep::Blows(blows) => format!("blows {blows:+}"),
            PowerStep::BlowsOffWeapon => "blows: damage of other items".to_owned(),
            PowerStep::Shots(shots) => format!("shots {shots:+}"),
            PowerStep::Might(might) => format!("might {might:+}"),
            PowerStep::Multiplier(multiplier) => format!("multiplier × {multiplier}"),
            PowerStep::Slays => "slays and brands".to_owned(),
            PowerStep::AsBow => "as launcher ÷ 5".to_owned(),
            PowerStep::ToHit => bonus(0),
            PowerStep::Armour => format!("armour {}", item.ac),
            PowerStep::ToAc => format!("{} {:+}", words[2], item.bonus[2]),
            PowerStep::HighToAc if item.bonus[2] >= self.spec.power.inhibited[2] => bonus(2),
            PowerStep::HighToAc => format!("high {}", words[2]),
            PowerStep::Jewellery => "ring or amulet".to_owned(),
            PowerStep::Flag(flag) => name(flag).to_owned(),
            PowerStep::Pval(flag, value) => format!("{} {value:+}", name(flag)),
            PowerStep::PvalSum(sum) => format!("pvals together {sum}"),
            PowerStep::Several(at, count) => format!("{count} {}", SET_NAMES[at]),
            PowerStep::FullSet(at) => format!("all {}", SET_NAMES[at]),
            PowerStep::Effect => "effect".to_owned(),
        }
    }
}
