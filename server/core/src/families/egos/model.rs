//! What the rules of the family need of an edition, beside the catalog.

use std::sync::Arc;

use super::{Boost, Spec, values::ValueRules};
use crate::{
    catalog::{Catalog, KindId},
    game::{Loaded, Switches},
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};

/// A full reading of an edition.
pub(crate) struct EgoModel {
    pub(crate) spec: &'static Spec,
    /// The directive tables the files were read with.
    pub(crate) files: &'static [FileSpec],
    pub(crate) catalog: Arc<Catalog>,
    /// How deep kinds are chosen.
    pub(crate) kind_boost: Boost,
    /// How deep egos are chosen.
    pub(crate) ego_boost: Boost,
    /// One per kind of the catalog.
    pub(crate) kinds: Vec<KindRules>,
    /// One per ego, which is an affix of the catalog.
    pub(crate) egos: Vec<EgoRules>,
    /// One per artifact of the catalog.
    pub(crate) artifacts: Vec<ArtifactRules>,
    /// How values are rolled, where the game's rules know it.
    pub(crate) values: Option<Arc<dyn ValueRules>>,
}

impl EgoModel {
    /// The files this was read from, with what is to be said about them.
    pub(crate) fn loaded(self, sources: SourceSet, switches: Switches, diagnostics: Vec<Diagnostic>) -> Loaded {
        Loaded {
            game: self.spec.game,
            switches,
            sources,
            catalog: Arc::clone(&self.catalog),
            diagnostics,
            model: Box::new(self),
        }
    }
}

/// What the rules need of a kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct KindRules {
    /// The level in its `W:` line, against which its special artifact is tried.
    pub(crate) level: u32,
    /// Where it is drawn.
    pub(crate) lines: Vec<Line>,
    /// Whether good and great drops can be it.
    pub(crate) good: bool,
    /// Whether the player can't use it, so that most choices of it are repeated.
    pub(crate) useless: bool,
}

/// Where a kind is drawn: weight and levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) weight: u32,
    pub(crate) min: u32,
    pub(crate) max: u32,
    /// The level it counts as where of several draws the one of the highest level is taken.
    pub(crate) entry: u32,
}

/// What the rules need of an ego.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EgoRules {
    /// Its weight among those that fit; 0: never drawn.
    pub(crate) weight: u32,
    /// Below this level it isn't drawn.
    pub(crate) level: u32,
    /// Below this level only at times (from 3.5); 0 where there is no such level.
    pub(crate) usual_level: u32,
    /// Above this level it isn't drawn; [`u32::MAX`] where there is no such level.
    pub(crate) max: u32,
    /// Has the flag `LIGHT_CURSE` (or, in later games, any curse flag).
    pub(crate) cursed: bool,
    /// Item type, first and last sval.
    pub(crate) places: Vec<(u16, u16, u16)>,
}

/// What the rules need of an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ArtifactRules {
    /// The kind it is; without one it is never made.
    pub(crate) kind: Option<KindId>,
    /// Tried by itself, before a kind is chosen; else tried on items of its kind.
    pub(crate) special: bool,
    /// Below this level one in twice the levels missing passes.
    pub(crate) min: u32,
    /// Above this level it isn't made; [`u32::MAX`] where there is no such level.
    pub(crate) max: u32,
    /// How often it passes where the level is right.
    pub(crate) odds: Odds,
}

/// So many times in so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Odds {
    pub(crate) times: u64,
    pub(crate) of: u64,
}

impl std::fmt::Debug for EgoModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EgoModel({})", self.spec.game.id())
    }
}
