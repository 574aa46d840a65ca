//! The model: data that only the rules need, beside the catalog.

use std::{marker::PhantomData, sync::Arc};

use super::{AffixSpec, Quirks};
use crate::{
    catalog::Catalog,
    engine::{
        flags::FlagSet,
        item::{AffixEffect, KindEffect},
    },
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

/// What an artifact replaces of its kind's properties, flags apart, which are added.
#[derive(Debug, Clone, Default)]
pub(super) struct ArtifactProperties {
    /// Base armour class.
    pub(super) ac: i32,
    /// Number of dice.
    pub(super) dice: u8,
    /// Sides of each die.
    pub(super) sides: u8,
    /// Weight in tenths of a pound.
    pub(super) weight: i32,
    /// To-hit, to-dam, to-ac.
    pub(super) bonus: [i32; 3],
    /// Pvals with their flags.
    pub(super) pvals: Vec<(i32, FlagSet)>,
    /// Flags, those of pvals included.
    pub(super) flags: FlagSet,
    /// Power of its activation, if it has one of its own.
    pub(super) effect_power: Option<i64>,
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
        AffixModel { spec, quirks, catalog, kinds, affixes, artifacts, rules: PhantomData }
    }
}

impl<G> std::fmt::Debug for AffixModel<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AffixModel({})", self.spec.game.id())
    }
}
