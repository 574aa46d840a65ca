//! The model: data that only the rules need, beside the catalog.

use std::{marker::PhantomData, sync::Arc};

use super::{AffixSpec, Quirks};
use affixboard_kin::{monsters::AngbandMonsters, power::ArtifactProperties};
use affixboard_model::{
    catalog::Catalog,
    engine::item::{AffixEffect, KindEffect},
    syntax::RandomValue,
};

/// Catalog and model of an edition, with the rules `G` of one game.
pub(super) struct AffixModel<G> {
    pub(super) spec: &'static AffixSpec,
    pub(super) quirks: Quirks,
    pub(super) catalog: Arc<Catalog>,
    /// One per kind of the catalog.
    pub(super) kinds: Vec<AffixKindRules>,
    /// One per affix of the catalog.
    pub(super) affixes: Vec<AffixEffect>,
    /// One per artifact of the catalog.
    pub(super) artifacts: Vec<ArtifactProperties>,
    /// The monsters, where there are any.
    pub(super) monsters: Option<Arc<AngbandMonsters>>,
    rules: PhantomData<G>,
}

/// A kind's data for the rules.
#[derive(Debug, Clone)]
pub(super) struct AffixKindRules {
    /// Whether it or its item type has the flag GOOD (not the same as being in the table of good kinds).
    pub(super) flagged_good: bool,
    /// Properties of its items before magic.
    pub(super) effect: KindEffect,
    /// Cost in gold of its `W:` line.
    pub(super) cost: i32,
    /// Charges, fuel or food value of its `C:` line.
    pub(super) extent: RandomValue,
}

impl<G> AffixModel<G> {
    pub(super) fn new(
        spec: &'static AffixSpec,
        quirks: Quirks,
        catalog: Arc<Catalog>,
        kinds: Vec<AffixKindRules>,
        affixes: Vec<AffixEffect>,
        artifacts: Vec<ArtifactProperties>,
    ) -> AffixModel<G> {
        AffixModel { spec, quirks, catalog, kinds, affixes, artifacts, monsters: None, rules: PhantomData }
    }
}

impl<G> std::fmt::Debug for AffixModel<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AffixModel({})", self.spec.game.id())
    }
}
