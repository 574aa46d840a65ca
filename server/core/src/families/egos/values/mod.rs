//! The values of items: bonuses, dice, pvals, flags, marks, random powers. Which items there are is decided without them.
//!
//! The rules of the family hand over [`Group`]s of items that are equal so far, and a game's [`ValueRules`] roll what each of
//! them comes to.

mod counted;
mod plusses;
pub(crate) mod several;
mod single;

pub(crate) use counted::{Counted, blocks, common};
pub(crate) use plusses::{plus, plus_values};
pub(crate) use single::{EgoValues, KindValues, Marks, SingleValues, Trinket, Turns, ValueSpec};

use std::fmt::Debug;

use crate::{
    batch::{Metric, Names},
    catalog::{AffixId, ArtifactId, KindId},
    engine::random::Stream,
};

/// Items that are the same in all that decides how their values are rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) kind: KindId,
    /// The level they are made at.
    pub(crate) level: u32,
    /// How powerful they are, as rolled.
    pub(crate) power: i8,
    pub(crate) ego: Option<Ego>,
    /// Whether they are whole drops, not magic applied to a given kind: only drops come in piles.
    pub(crate) is_drop: bool,
    /// How many there are.
    pub(crate) items: u32,
}

/// The ego of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ego {
    pub(crate) id: AffixId,
    /// The level it was chosen at. Beyond 127 all levels are as good as that.
    pub(crate) level: u32,
}

/// How a game rolls values.
pub(crate) trait ValueRules: Send + Sync + Debug {
    /// What is counted of each kind's items, and what the names of that are.
    fn blocks(&self) -> Vec<(Metric, Names)>;
    /// Rolls the values of the items of a group and counts them.
    fn roll(&self, group: &Group, luck: &mut Stream, counted: &mut Counted<'_>);
    /// Counts what is to be said of so many items that became an artifact. Their values are the artifact's and are not
    /// counted.
    fn artifacts(&self, kind: KindId, artifact: ArtifactId, items: u32, counted: &mut Counted<'_>);
}
