//! What the rules need beyond the catalog.

use std::sync::Arc;

use super::rules::AffixBranchForge;
use crate::{
    catalog::Catalog,
    engine::item::{AffixEffect, KindEffect},
    games::{Forge, Model},
};

/// The affix branch's full reading of its files.
#[derive(Debug)]
pub(super) struct AffixBranchModel {
    pub(super) catalog: Arc<Catalog>,
    /// One per kind of the catalog.
    pub(super) kinds: Vec<KindRules>,
    /// One per affix of the catalog.
    pub(super) affixes: Vec<AffixEffect>,
}

/// What the rules need of a kind.
#[derive(Debug, Clone)]
pub(super) struct KindRules {
    /// Whether it or its item type has the flag GOOD (being in the good table is another matter).
    pub(super) flagged_good: bool,
    /// What an item of it is before magic.
    pub(super) effect: KindEffect,
}

impl Model for AffixBranchModel {
    fn forge(&self) -> Arc<dyn Forge> {
        Arc::new(AffixBranchForge::new(self))
    }
}
