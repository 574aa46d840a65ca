//! What the game thinks of an item: its power and its price, with their terms.
//!
//! The originals add something for ammunition with an ego; their field for an ego is never set, so no item counts as
//! one here.

use super::{super::model::AffixModel, properties::PropertyRoller};
use affixboard_kin::power::{ArtifactProperties, is_wearable, price_of_kind, price_of_power};
use affixboard_model::{
    catalog::{ArtifactId, KindId},
    engine::{
        flags::{FlagSet, FlagType, all},
        item::{Item, KindEffect, RollTables},
        random::Stream,
    },
    game::{Appraisal, Worth},
    syntax::RandomValue,
};

/// Item types.
const STAFF: u16 = 55;
const WAND: u16 = 65;
/// Name of the stream of charges, which nothing else is drawn from.
const OF_CHARGES: u64 = 0x8e3c_5b2d_1f74_a96b;

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

    fn is_worn(&self, kind: KindId) -> bool {
        is_wearable(self.kinds[kind.at()].0.tval)
    }

    /// The price of one item that isn't worn, made at a level with the cell's stream as it was before.
    fn of_kind(&self, kind: KindId, level: u32, origin: &Stream) -> Worth {
        let (effect, cost, extent) = &self.kinds[kind.at()];
        let charges = matches!(effect.tval, STAFF | WAND)
            .then(|| RollTables::default().roll(*extent, level, &mut origin.fork(OF_CHARGES)));
        price_of_kind(*cost, charges, effect.flags & self.cursed != 0)
    }
}

impl PropertyRoller {
    /// What the game thinks of a finished item that may have affixes.
    #[cold]
    pub(super) fn appraise(&self, item: &Item, kind: KindId, level: u32, origin: &Stream) -> Appraisal {
        let power = self.power.worth(item, false);
        let price = if is_wearable(item.tval) {
            price_of_power((item.tval, item.sval), power.total(), false, item.flags & self.prices.cursed != 0)
        } else {
            self.prices.of_kind(kind, level, origin)
        };
        Appraisal { power: Some(power), price: Some(price) }
    }

    /// What the game thinks of an item of a kind that has no affixes.
    #[cold]
    pub(super) fn appraise_plain(&self, kind: KindId, level: u32, origin: &Stream) -> Appraisal {
        if self.prices.is_worn(kind) {
            return self.appraise(&self.prepare(kind.at(), level, origin).item, kind, level, origin);
        }
        Appraisal { power: None, price: Some(self.prices.of_kind(kind, level, origin)) }
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
        let prices = &self.prices;
        let item = prices.artifacts[artifact.at()].item(&prices.kinds[kind.at()].0, prices.pval_capacity);
        self.appraise(&item, kind, level, origin)
    }
}
