//! The model: data of an edition that only the rules need, beside the catalog.

use std::sync::Arc;

use super::{DesignedEgos, EgoNumbers, EgoSpec, values::ValueRules};
use affixboard_kin::monsters::AngbandMonsters;
use affixboard_model::{
    catalog::{Catalog, EffectSet, KindId, SortEntry},
    game::{Declaration, ForeignFiles, Loaded, Switches},
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};

/// Catalog and model of an edition.
pub struct EgoModel {
    /// What this game does otherwise than others of its family.
    pub spec: &'static EgoSpec,
    /// The directive tables the files were read with.
    pub files: &'static [FileSpec],
    /// The meaning of its files, as pages show it.
    pub catalog: Arc<Catalog>,
    /// What a team's own program may have otherwise.
    pub numbers: EgoNumbers,
    /// One per kind of the catalog.
    pub kinds: Vec<EgoKindRules>,
    /// One per ego, which is an affix of the catalog.
    pub egos: Vec<EgoRules>,
    /// One per artifact of the catalog.
    pub artifacts: Vec<ArtifactRules>,
    /// The form of a variant that the files are in, if they are: its signs, and the rules of the variant's own program
    /// that give other chances.
    pub form: Option<(String, &'static str)>,
    /// The egos that the program's code gives, where it does.
    pub designs: Option<Arc<dyn DesignedEgos>>,
    /// The array sizes of the file of limits, where they count.
    pub entries: Vec<SortEntry>,
    /// The effects of each ego; none where only its flags are read.
    pub effects: Vec<EffectSet>,
    /// The flags, and modifiers, that files may name.
    pub flag_names: Vec<&'static str>,
    /// The monsters, where they are read and there are any.
    pub monsters: Option<Arc<AngbandMonsters>>,
    /// Rules for rolling values, in games that have them.
    pub values: Option<Arc<dyn ValueRules>>,
}

impl EgoModel {
    /// The files this was read from, with their diagnostics.
    pub fn loaded(mut self, sources: SourceSet, switches: Switches, mut diagnostics: Vec<Diagnostic>) -> Loaded {
        let game = self.spec.game;
        let spec = self.spec;
        let mut set = |name: &str, value: i64| self.numbers.declare(spec, name, value);
        let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut set);
        let foreign = match self.form.take() {
            Some((found, own_rules)) => {
                let form = ForeignFiles::of_form(found, own_rules, self.files, &sources, &diagnostics);
                Some(ForeignFiles { declared, ..form })
            }
            None => ForeignFiles::of_names(game, self.files, &sources, &mut diagnostics, declared),
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
pub struct EgoKindRules {
    /// The level in its `W:` line, against which its special artifact is tried.
    pub level: u32,
    /// Its allocations.
    pub lines: Vec<KindLine>,
    /// The tables it is in, a bit each ([`DropQuality::table`](crate::DropQuality::table)): normal drops draw from the
    /// first, good ones from another.
    pub tables: u8,
    /// Of 100 of its items that wouldn't draw an ego so many do.
    pub more_egos: u8,
    /// Whether the player can't use it, so that most choices of it are repeated.
    pub useless: bool,
}

impl EgoKindRules {
    /// Of a kind that normal drops draw, and the others too if it is good.
    pub fn for_drops(good: bool) -> EgoKindRules {
        EgoKindRules { tables: 1 | u8::from(good) << 1, ..EgoKindRules::default() }
    }
}

/// An allocation of a kind: weight and levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindLine {
    /// Weight among the kinds of a level.
    pub weight: u32,
    /// The first level it is drawn at.
    pub min: u32,
    /// The last level it is drawn at.
    pub max: u32,
    /// The level by which the best of several draws is chosen.
    pub entry: u32,
}

/// An ego's data for the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgoRules {
    /// Its weight among those that fit; 0: never drawn.
    pub weight: u32,
    /// Below this level it isn't drawn.
    pub level: u32,
    /// Below this level it is a candidate only with some probability (from 3.5 on); 0 if there is no such level.
    pub usual_level: u32,
    /// Above this level it isn't drawn; [`u32::MAX`] where there is no such level.
    pub max: u32,
    /// Has the flag `LIGHT_CURSE` (or, in later games, any curse flag).
    pub cursed: bool,
    /// Item type, first and last sval.
    pub places: Vec<(u16, u16, u16)>,
}

/// An artifact's data for the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArtifactRules {
    /// The kind it is; without one it is never made.
    pub kind: Option<KindId>,
    /// Tried by itself, before a kind is chosen; else tried on items of its kind.
    pub special: bool,
    /// Below this level one in twice the levels missing passes.
    pub min: u32,
    /// Above this level it isn't made; [`u32::MAX`] where there is no such level.
    pub max: u32,
    /// Probability to pass if the level is right.
    pub odds: Odds,
}

/// A probability `times` / `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Odds {
    /// Numerator.
    pub times: u64,
    /// Denominator, above 0.
    pub of: u64,
}

impl std::fmt::Debug for EgoModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "EgoModel({})", self.spec.game.id())
    }
}
