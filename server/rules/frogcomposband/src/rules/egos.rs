//! The choice of an ego, for the role that an item has (`ego_choose`).
//!
//! Every ego of the role can be chosen at every level; beyond its depths it is rarer with each level. What refuses the item
//! is drawn again from the whole pool, so the others share its part.

use super::super::{
    ego_weight::weight,
    items::{ACCEPTED, accepted, roles_of},
    model::FrogModel,
    roles::EgoRole,
    stats::{FrogEgo, FrogKind},
};
use affixboard_model::{
    catalog::{AffixId, KindId},
    engine::multinomial::Multinomial,
    game::Pool,
};

/// An ego of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) id: AffixId,
    /// See [`FrogEgo::known`].
    pub(super) known: u32,
    /// Its weight at the level.
    pub(super) weight: u32,
    /// How many eighths of its draws the item takes.
    pub(super) accepted: u32,
}

/// The egos by role and what each kind refuses.
#[derive(Debug)]
pub(super) struct EgoPools {
    egos: Vec<FrogEgo>,
    kinds: Vec<FrogKind>,
}

impl EgoPools {
    pub(super) fn new(model: &FrogModel) -> EgoPools {
        EgoPools { egos: model.egos.to_vec(), kinds: model.kinds.to_vec() }
    }

    /// The number by which the program knows an ego.
    pub(super) fn known(&self, ego: AffixId) -> u32 {
        self.egos[ego.at()].known
    }

    /// The weight of an ego at a level.
    pub(super) fn weight(&self, ego: AffixId, level: u32) -> u32 {
        weight(&self.egos[ego.at()], level)
    }

    /// The egos that items of a kind draw in a role at a level, those that they refuse too.
    pub(super) fn pool(&self, kind: KindId, role: EgoRole, level: u32) -> impl Iterator<Item = Drawn> + '_ {
        let of_role = (0..).zip(&self.egos).filter(move |(_, ego)| ego.roles.has(role) && ego.rarity > 0);
        of_role.map(move |(at, ego)| Drawn {
            id: AffixId(at),
            known: ego.known,
            weight: weight(ego, level),
            accepted: accepted(ego.known, role, &self.kinds[kind.at()]),
        })
    }

    /// The egos that items of a kind become in a role at a level.
    pub(super) fn draw(&self, kind: KindId, role: EgoRole, level: u32) -> Multinomial {
        let pool = self.pool(kind, role, level);
        Multinomial::new(pool.map(|ego| (ego.id.0, u64::from(ego.weight) * u64::from(ego.accepted))))
    }

    /// The pool as sheets show it: of the usual role, with the chances that refusals leave.
    pub(super) fn shown(&self, kind: KindId, level: u32) -> Pool {
        let role = roles_of(&self.kinds[kind.at()]).first();
        let taken = role.into_iter().flat_map(|role| self.pool(kind, *role, level)).filter(|ego| ego.accepted > 0);
        let taken: Vec<Drawn> = taken.collect();
        let part = |ego: &Drawn| f64::from(ego.weight) * f64::from(ego.accepted);
        let all: f64 = taken.iter().map(part).sum();
        let mut pool = Pool::new(taken.iter().map(|ego| (ego.id, ego.weight)).collect::<Vec<_>>());
        if taken.iter().any(|ego| ego.accepted != ACCEPTED) {
            pool.chances = Some(taken.iter().map(|ego| part(ego) / all).collect());
        }
        pool
    }
}
