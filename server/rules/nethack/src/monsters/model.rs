//! Monsters as the compiled table has them.

use affixboard_kin::sources::Number;
use affixboard_model::text::Span;

/// A monster: a row of `mons[]`. Fields as in `struct permonst`, which each doc comment names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MonsterKind {
    /// Position in the table.
    pub index: u16,
    /// `mname`; where it has names by sex, the neutral one.
    pub name: String,
    /// `mlet`: the number of its class, 1 for ants.
    pub class: u8,
    /// `mlevel`.
    pub level: Number,
    /// `mmove`.
    pub speed: Number,
    /// `ac`.
    pub armor_class: Number,
    /// `mr`.
    pub magic_resistance: Number,
    /// `maligntyp`: below 0 chaotic, above 0 lawful; -128 none.
    pub alignment: Number,
    /// `geno`: the frequency in its three lowest bits, and how it is made.
    pub geno: Number,
    /// `mattk`: six, those that aren't used all 0.
    pub attacks: [Attack; 6],
    /// `cwt`: the weight of its corpse.
    pub weight: Number,
    /// `cnutrit`: the nutrition of its corpse.
    pub nutrition: Number,
    /// `msound`.
    pub sound: Number,
    /// `msize`.
    pub size: Number,
    /// `mresists`, bit by bit.
    pub resists: Number,
    /// `mconveys`, bit by bit.
    pub conveys: Number,
    /// `mflags1`, `mflags2`, `mflags3`, bit by bit.
    pub flags: [Number; 3],
    /// `difficulty`, in versions that have it in the table.
    pub difficulty: Option<Number>,
    /// `mcolor`.
    pub color: Number,
    /// Its row.
    pub record: Option<Span>,
}

/// An attack of a monster (`struct attack`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Attack {
    /// `aatyp`: how it attacks.
    pub sort: Number,
    /// `adtyp`: what it does.
    pub damage: Number,
    /// `damn`: the number of dice.
    pub dice: Number,
    /// `damd`: their sides.
    pub sides: Number,
}

/// `A_NONE` as an alignment.
pub(super) const NO_ALIGNMENT: i64 = -128;
/// `G_FREQ`: the bits of a monster's weight.
pub(super) const FREQUENCY: i64 = 0x0007;
/// `G_LGROUP`: it comes in large groups.
pub(super) const LARGE_GROUP: i64 = 0x0040;
/// `G_SGROUP`: it comes in small groups.
pub(super) const SMALL_GROUP: i64 = 0x0080;
/// `G_NOGEN`: it never comes at random.
pub(super) const NEVER_RANDOM: i64 = 0x0200;
/// `G_HELL`: it comes in hell only.
pub(super) const HELL_ONLY: i64 = 0x0400;
/// `G_NOHELL`: it doesn't come in hell.
pub(super) const NEVER_IN_HELL: i64 = 0x0800;
/// `G_UNIQ`: there is one, which is put where it belongs.
pub(super) const UNIQUE: i64 = 0x1000;

/// The monsters that may come at random: the long worm's tail, and all after it, never come by themselves (`SPECIAL_PM`).
pub fn ordinary(monsters: &[MonsterKind]) -> &[MonsterKind] {
    let special = monsters.iter().position(|monster| monster.name == "long worm tail").unwrap_or(monsters.len());
    &monsters[..special]
}

/// Whether it comes at random somewhere.
pub fn is_random(monster: &MonsterKind) -> bool {
    monster.geno.value & (NEVER_RANDOM | UNIQUE) == 0
}
