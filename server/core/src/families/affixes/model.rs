//! What the rules need beyond the catalog.

use std::{marker::PhantomData, sync::Arc};

use super::{
    Quirks, Spec,
    rules::{AffixForge, Generation},
};
use crate::{
    batch::Detail,
    catalog::Catalog,
    engine::item::{AffixEffect, KindEffect},
    game::{Forge, Model},
};

/// A full reading of the family's files, with the rules of one game.
pub(super) struct AffixModel<G> {
    pub(super) spec: &'static Spec,
    pub(super) quirks: Quirks,
    pub(super) catalog: Arc<Catalog>,
    /// One per kind of the catalog.
    pub(super) kinds: Vec<KindRules>,
    /// One per affix of the catalog.
    pub(super) affixes: Vec<AffixEffect>,
    rules: PhantomData<G>,
}

/// What the rules need of a kind.
#[derive(Debug, Clone)]
pub(super) struct KindRules {
    /// Whether it or its item type has the flag GOOD (being in the good table is another matter).
    pub(super) flagged_good: bool,
    /// What an item of it is before magic.
    pub(super) effect: KindEffect,
}

impl<G> AffixModel<G> {
    pub(super) fn new(
        spec: &'static Spec,
        quirks: Quirks,
        catalog: Arc<Catalog>,
        kinds: Vec<KindRules>,
        affixes: Vec<AffixEffect>,
    ) -> AffixModel<G> {
        AffixModel { spec, quirks, catalog, kinds, affixes, rules: PhantomData }
    }
}

impl<G> std::fmt::Debug for AffixModel<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AffixModel({})", self.spec.game.id())
    }
}

impl<G: Generation> Model for AffixModel<G> {
    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge> {
        Arc::new(AffixForge::<G>::new(self, detail))
    }
}
