//! The model: data of an edition that only the rules need, beside the catalog.

use std::sync::Arc;

use super::{Boost, DesignedEgos, EgoSpec, powers::Powers, values::ValueRules};
use affixboard_kin::monsters::AngbandMonsters;
use affixboard_model::{
    catalog::{Catalog, EffectSet, KindId, SortEntry},
    game::{Declaration, ForeignFiles, Loaded, RuleConstant, Switches},
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
        let mut set = |name: &str, value: i64| self.declare(name, value);
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

/// Numbers of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EgoNumbers {
    /// Odds 1 / n of a drop to try the special artifacts first: of normal drops, and of good or great ones.
    pub special_odds: [u32; 2],
    /// Level boost of the choice of kinds.
    pub kind_boost: Boost,
    /// Level boost of the choice of egos.
    pub ego_boost: Boost,
    /// Number of levels by which good drops choose their kind deeper.
    pub good_levels: u32,
    /// How the power of an item is rolled.
    pub powers: Powers,
    /// Number of tries for its kind's artifacts, of excellent items and of great drops whatever their power.
    pub artifact_tries: [u32; 2],
}

impl EgoNumbers {
    /// Those of a game.
    pub(crate) fn of(spec: &EgoSpec) -> EgoNumbers {
        let EgoSpec { special_odds, kind_boost, ego_boost, powers, artifact_tries, .. } = *spec;
        EgoNumbers { special_odds, kind_boost, ego_boost, good_levels: 10, powers, artifact_tries }
    }

    /// Tries for its kind's artifacts of an item of that power.
    pub(crate) fn artifact_tries(self, power: i8, great: bool) -> u32 {
        let [excellent, of_great] = self.artifact_tries;
        if great { of_great } else { u32::from(power >= 2) * excellent }
    }
}

/// A number of the rules that can be declared.
type Constant = (RuleConstant, fn(&mut EgoNumbers) -> &mut u32);

/// The numbers of the rules that can be declared; their values are those of no game.
static CONSTANTS: [Constant; 13] = [
    odds("special-artifact-one-in", "of how many normal drops one tries the special artifacts first", |numbers| {
        &mut numbers.special_odds[0]
    }),
    odds(
        "good-special-artifact-one-in",
        "of how many good and great drops one tries the special artifacts first",
        |numbers| &mut numbers.special_odds[1],
    ),
    odds("kind-boost-one-in", "of how many choices of a kind one is made at a deeper level", |numbers| {
        &mut numbers.kind_boost.odds
    }),
    size("kind-boost-size", "such a level is 1 + level * this / (1 to this)", |numbers| &mut numbers.kind_boost.factor),
    odds("ego-boost-one-in", "of how many choices of an ego one is made at a deeper level", |numbers| {
        &mut numbers.ego_boost.odds
    }),
    size("ego-boost-size", "such a level is 1 + level * this / (1 to this)", |numbers| &mut numbers.ego_boost.factor),
    number("good-levels", "how many levels deeper good drops choose their kind", 1000, |numbers| {
        &mut numbers.good_levels
    }),
    number(
        "good-chance",
        "of 100 items that needn't be good so many are at level 0, more at deeper levels",
        100,
        |numbers| &mut numbers.powers.good.at_0,
    ),
    number("most-good-chance", "of 100 items that needn't be good at most so many are", 100, |numbers| {
        &mut numbers.powers.good.most
    }),
    number(
        "great-chance",
        "of 100 good items that needn't be great so many are at level 0, in some games more at deeper levels",
        100,
        |numbers| &mut numbers.powers.great.at_0,
    ),
    number("most-great-chance", "of 100 good items that needn't be great at most so many are", 100, |numbers| {
        &mut numbers.powers.great.most
    }),
    number("artifact-tries", "how often an excellent item tries the artifacts of its kind", 100, |numbers| {
        &mut numbers.artifact_tries[0]
    }),
    number(
        "great-artifact-tries",
        "how often an item of a great drop tries the artifacts of its kind, whatever its power",
        100,
        |numbers| &mut numbers.artifact_tries[1],
    ),
];

const fn odds(name: &'static str, meaning: &'static str, place: fn(&mut EgoNumbers) -> &mut u32) -> Constant {
    (RuleConstant { name, meaning, least: 1, most: 1_000_000, value: 1 }, place)
}

const fn size(name: &'static str, meaning: &'static str, place: fn(&mut EgoNumbers) -> &mut u32) -> Constant {
    (RuleConstant { name, meaning, least: 1, most: 1000, value: 1 }, place)
}

const fn number(
    name: &'static str,
    meaning: &'static str,
    most: u32,
    place: fn(&mut EgoNumbers) -> &mut u32,
) -> Constant {
    (RuleConstant { name, meaning, least: 0, most, value: 0 }, place)
}

impl EgoModel {
    /// The numbers that can be declared, as they are.
    pub(crate) fn declarable(&self) -> Vec<RuleConstant> {
        let mut numbers = self.numbers;
        CONSTANTS.iter().map(|(constant, place)| RuleConstant { value: *place(&mut numbers), ..*constant }).collect()
    }

    /// Takes a number that is declared.
    fn declare(&mut self, name: &str, value: i64) -> Result<(), String> {
        let value = RuleConstant::declared(&self.declarable(), name, value)?;
        for (_, place) in CONSTANTS.iter().filter(|(constant, _)| constant.name == name) {
            *place(&mut self.numbers) = value;
        }
        Ok(())
    }
}

/// A kind's data for the rules.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgoKindRules {
    /// The level in its `W:` line, against which its special artifact is tried.
    pub level: u32,
    /// Its allocations.
    pub lines: Vec<KindLine>,
    /// Whether good and great drops can choose it.
    pub good: bool,
    /// Whether the player can't use it, so that most choices of it are repeated.
    pub useless: bool,
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
