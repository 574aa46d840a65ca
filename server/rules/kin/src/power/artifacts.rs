//! Artifacts as items.

use affixboard_model::engine::{
    flags::FlagSet,
    item::{Item, KindEffect, PropertyStreams, RollTables},
    random::Stream,
};

/// What an artifact replaces of its kind's properties, flags apart, which are added.
#[derive(Debug, Clone, Default)]
pub struct ArtifactProperties {
    /// Base armour class.
    pub ac: i32,
    /// Number of dice.
    pub dice: u8,
    /// Sides of each die.
    pub sides: u8,
    /// Weight in tenths of a pound.
    pub weight: i32,
    /// To-hit, to-dam, to-ac.
    pub bonus: [i32; 3],
    /// Pvals with their flags.
    pub pvals: Vec<(i32, FlagSet)>,
    /// Flags, those of pvals included.
    pub flags: FlagSet,
    /// Power of its activation, if it has one of its own.
    pub effect_power: Option<i64>,
}

impl ArtifactProperties {
    /// The artifact as an item of a kind, with at most `capacity` pvals (obj-make.c, `copy_artifact_data`).
    pub fn item(&self, kind: &KindEffect, capacity: usize) -> Item {
        let plain = KindEffect { bonus: Default::default(), pvals: Vec::new(), ..kind.clone() };
        let mut streams = PropertyStreams::forked(&Stream::seeded([0; 3]));
        let mut item = Item::prepare(&plain, capacity, 0, &RollTables::default(), &mut streams);
        item.bonus = self.bonus;
        item.ac = self.ac;
        (item.dice, item.sides) = (self.dice, self.sides);
        item.weight = self.weight;
        item.flags |= self.flags;
        item.effect_power = self.effect_power.unwrap_or(kind.effect_power);
        item.pvals = self.pvals.len().min(item.capacity);
        for (at, (value, flags)) in self.pvals.iter().enumerate().take(item.pvals) {
            (item.pval[at], item.pval_flags[at]) = (*value, *flags);
        }
        item
    }
}
