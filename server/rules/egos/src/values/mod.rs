//! The values of items: bonuses, dice, pvals, flags, marks, random powers. Which items there are is decided without
//! them.
//!
//! The rules of the family hand over [`ItemGroup`]s of items that are equal so far, and a game's [`ValueRules`] roll
//! what each of them comes to.

mod combat;
mod counted;
mod plusses;
mod price;
pub mod several;
mod single;

pub use combat::Combat;
pub use counted::{Counted, PILE, blocks, common};
pub use plusses::{plus, plus_values};
pub use price::ArmourPrice;
pub use single::{
    Marks, SingleArtifactValues, SingleEgoValues, SingleKindValues, SingleValues, Trinket, Turns, ValueSpec,
};

use std::fmt::Debug;

use affixboard_model::{
    batch::{Metric, Names},
    catalog::{AffixId, ArtifactId, KindId},
    engine::random::Stream,
};

/// A group of items that are equal in all inputs of their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemGroup {
    /// Their kind.
    pub kind: KindId,
    /// The level they are made at.
    pub level: u32,
    /// Their power, as rolled.
    pub power: i8,
    /// Their ego, where they have one.
    pub ego: Option<ItemEgo>,
    /// Whether they are whole drops, not magic applied to a given kind: only drops come in piles.
    pub is_drop: bool,
    /// Number of items.
    pub items: u32,
}

/// The ego of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemEgo {
    /// Which ego.
    pub id: AffixId,
    /// The level it was chosen at. Levels beyond 127 count as 127.
    pub level: u32,
}

/// A game's rules for rolling values.
pub trait ValueRules: Send + Sync + Debug {
    /// The blocks of keys that are counted for each kind.
    fn blocks(&self) -> Vec<(Metric, Names)>;
    /// Rolls the values of the items of a group and counts them; appraises each, where that is wanted.
    fn roll(&self, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>);
    /// Counts `items` items that became an artifact, and appraises them. Their values are the artifact's and are not
    /// counted.
    fn artifacts(&self, kind: KindId, artifact: ArtifactId, items: u32, counted: &mut Counted<'_>);
}
