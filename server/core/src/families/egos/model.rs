//! The model: data of an edition that only the rules need, beside the catalog.

use std::sync::Arc;

use super::{Boost, EgoSpec, values::ValueRules};
use crate::{
    catalog::{Catalog, EffectSet, KindId, SortEntry},
    families::common::monsters::AngbandMonsters,
    game::{ForeignFiles, Loaded, Switches},
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};

/// Catalog and model of an edition.
pub(crate) struct EgoModel {
    pub(crate) spec: &'static EgoSpec,
    /// The directive tables the files were read with.
    pub(crate) files: &'static [FileSpec],
    pub(crate) catalog: Arc<Catalog>,
    /// Level boost of the choice of kinds.
    pub(crate) kind_boost: Boost,
    /// Level boost of the choice of egos.
    pub(crate) ego_boost: Boost,
    /// One per kind of the catalog.
    pub(crate) kinds: Vec<EgoKindRules>,
    /// One per ego, which is an affix of the catalog.
    pub(crate) egos: Vec<EgoRules>,
    /// One per artifact of the catalog.
    pub(crate) artifacts: Vec<ArtifactRules>,
    /// The form of a variant that the files are in, if they are: its signs, and the rules of the variant's own program
    /// that give other chances.
    pub(crate) form: Option<(String, &'static str)>,
    /// The array sizes of the file of limits, where they count.
    pub(crate) entries: Vec<SortEntry>,
    /// The effects of each ego; none where only its flags are read.
    pub(crate) effects: Vec<EffectSet>,
    /// The flags, and modifiers, that files may name.
    pub(crate) flag_names: Vec<&'static str>,
    /// The monsters, where they are read and there are any.
    pub(crate) monsters: Option<Arc<AngbandMonsters>>,
    /// Rules for rolling values, in games that have them.
    pub(crate) values: Option<Arc<dyn ValueRules>>,
}

impl EgoModel {
    /// The files this was read from, with their diagnostics.
    pub(crate) fn loaded(mut self, sources: SourceSet, switches: Switches, mut diagnostics: Vec<Diagnostic>) -> Loaded {
        let foreign = match self.form.take() {
            Some((found, own_rules)) => {
                Some(ForeignFiles::of_form(found, own_rules, self.files, &sources, &diagnostics))
            }
            None => ForeignFiles::of_names(self.spec.game, self.files, &sources, &mut diagnostics),
        };
        Loaded {
            game: self.spec.game,
            switches,
            sources,
            catalog: Arc::clone(&self.catalog),
            diagnostics,
            foreign: foreign.map(Arc::new),
            model: Box::new(self),
        }
    }
}

/// A kind's data for the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EgoKindRules {
    /// The level in its `W:` line, against which its special artifact is tried.
    pub(crate) level: u32,
    /// Its allocations.
    pub(crate) lines: Vec<KindLine>,
    /// Whether good and great drops can choose it.
    pub(crate) good: bool,
    /// Whether the player can't use it, so that most choices of it are repeated.
    pub(crate) useless: bool,
}

/// An allocation of a kind: weight and levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KindLine {
    pub(crate) weight: u32,
    pub(crate) min: u32,
    pub(crate) max: u32,
    /// The level by which the best of several draws is chosen.
    pub(crate) entry: u32,
}

/// An ego's data for the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct EgoRules {
    /// Its weight among those that fit; 0: never drawn.
    pub(crate) weight: u32,
    /// Below this level it isn't drawn.
    pub(crate) level: u32,
    /// Below this level it is a candidate only with some probability (from 3.5 on); 0 if there is no such level.
    pub(crate) usual_level: u32,
    /// Above this level it isn't drawn; [`u32::MAX`] where there is no such level.
    pub(crate) max: u32,
    /// Has the flag `LIGHT_CURSE` (or, in later games, any curse flag).
    pub(crate) cursed: bool,
    /// Item type, first and last sval.
    pub(crate) places: Vec<(u16, u16, u16)>,
}

/// An artifact's data for the rules.
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
    /// Probability to pass if the level is right.
    pub(crate) odds: Odds,
}

/// A probability `times` / `of`.
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
