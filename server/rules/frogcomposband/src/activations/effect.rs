//! What is known of an effect that things can be activated for.

/// What effects suit: an ego that brings a random one asks for those of a bias.
pub(crate) mod bias {
    pub(crate) const NONE: u32 = 0;
    pub(crate) const ELEC: u32 = 1;
    pub(crate) const POIS: u32 = 1 << 1;
    pub(crate) const FIRE: u32 = 1 << 2;
    pub(crate) const COLD: u32 = 1 << 3;
    pub(crate) const ACID: u32 = 1 << 4;
    pub(crate) const ELEMENTAL: u32 = ELEC | POIS | FIRE | COLD | ACID;
    pub(crate) const STR: u32 = 1 << 5;
    pub(crate) const CHAOS: u32 = 1 << 11;
    pub(crate) const PRIESTLY: u32 = 1 << 12;
    pub(crate) const NECROMANTIC: u32 = 1 << 13;
    pub(crate) const LAW: u32 = 1 << 14;
    pub(crate) const ROGUE: u32 = 1 << 15;
    pub(crate) const MAGE: u32 = 1 << 16;
    pub(crate) const WARRIOR: u32 = 1 << 17;
    pub(crate) const RANGER: u32 = 1 << 18;
    pub(crate) const DEMON: u32 = 1 << 19;
    pub(crate) const PROTECTION: u32 = 1 << 20;
    pub(crate) const ARCHER: u32 = 1 << 21;
}

/// An effect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EffectSpec {
    /// Its name in files.
    pub(crate) name: &'static str,
    /// The level it has where the program chooses it.
    pub(crate) level: u8,
    /// The turns between uses then.
    pub(crate) turns: i16,
    /// One in so many where the program chooses; 0 for never.
    pub(crate) rarity: u8,
    /// What it suits: see [`bias`].
    pub(crate) biases: u32,
    /// What it is worth.
    pub(crate) worth: EffectWorth,
}

/// What an effect is worth, in gold.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EffectWorth {
    /// The same always.
    Fixed(i32),
    /// A base, and so much for each point.
    Points(i32, i32, EffectPoints),
    /// So much for each point of damage of dice: their number, their sides.
    Dice(i32, EffectPoints, i32),
    /// So much for each point of damage of one die with these sides, and of what is added.
    Roll(i32, EffectPoints, i32),
    /// Healing that cures, too.
    Curing(EffectPoints),
    /// Half a point each.
    Halved(EffectPoints),
    /// Destruction of a strength.
    Destruction(EffectPoints),
    /// Lifting of a weight of 7 tenths of a pound for each level, whatever is said of its strength.
    Lifting,
    /// A kick that stuns.
    Kick,
}

/// The strength that an effect has, unless the item says it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum EffectPoints {
    /// So much.
    Number(i32),
    /// a + level × b / c.
    Level(i32, i32, i32),
    /// a + b at level 100, rising from level c on by a cubic curve.
    Curve(i32, i32, i32),
    /// The turns between uses.
    Turns,
    /// 2 × level − 6, at least 10.
    Slowing,
    /// 25, more from level 5 on, at most 105.
    Confusing,
}
