//! The interface between a game and everything that uses one. Every layer may import it.
//!
//! A [`Game`] reads files into [`Loaded`]; its [`Model`] compiles the rules into a [`Forge`], which samples and has
//! further capabilities. Nothing here knows a particular game or the list of them, the registry above.

mod capabilities;
mod chance;
mod constant;
mod correction;
mod declaration;
mod declare;
mod definition;
mod design;
mod foreign;
mod forge;
mod model;
mod monster_drops;
mod no_drops;
mod pool;
mod subject;
mod switch;
mod switches;
mod words;
mod worth;

pub use capabilities::{ExactChances, Explain, KindChances, KindSampler, KindSamples, ThemeRules};
pub use chance::{Cancelled, Chance, Mean, PairChance, ParallelTask};
pub use constant::RuleConstant;
pub use correction::{CorrectedLine, Correction};
pub use declaration::{Declaration, TableShares};
pub use declare::rules_as_toml;
pub use definition::{Game, Loaded};
pub use design::{Design, DesignField, DesignInput, DesignProblem, Designer, Entered};
pub use foreign::{ForeignFiles, NotDetected, StrangeNames};
pub use forge::{Forge, are_only_artifacts};
pub use model::Model;
pub use monster_drops::{MeanDrops, MonsterDrops, RaceDrops};
pub use no_drops::NoDrops;
pub use pool::Pool;
pub use subject::{
    Dimension, DimensionValues, NoSuchValue, Point, RowNumber, SubjectGap, SubjectGapSort, SubjectRow, SubjectRules,
    SubjectSpec,
};
pub use switch::Stances;
pub use switch::{Preset, Stance, Switch};
pub use switches::{SwitchedEntry, Switches, Touched, UnknownSwitch};
pub use words::{ArtifactNumber, TallyWords, Words};
pub use worth::{Appraisal, Worth, WorthTerm};
