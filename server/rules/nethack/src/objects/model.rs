//! Objects and artifacts as the compiled tables have them.

use std::collections::BTreeMap;

use affixboard_kin::sources::Number;
use affixboard_model::text::Span;

/// The table of objects and that of artifacts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectTable {
    /// The kinds that have a name, by index; spare descriptions are left out.
    pub kinds: Vec<ObjectKind>,
    /// The artifacts, by index, without the dummy at 0.
    pub artifacts: Vec<ArtifactEntry>,
    /// Names of materials by number ([`ObjectKind::material`]).
    pub materials: BTreeMap<i64, &'static str>,
}

/// A kind of object: a row of `objects[]` with its names. Fields as in `struct objclass`, which each doc comment names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectKind {
    /// Position in the table (otyp).
    pub index: u16,
    /// `oc_name`.
    pub name: String,
    /// `oc_descr`: the name before it is known.
    pub appearance: Option<String>,
    /// `oc_class`: 2 weapons … 17 venom.
    pub class: u8,
    /// `oc_prob`: chance among its class, in 1/1000 or a part of the class's own sum ([`super::has_own_sums`]).
    pub probability: Number,
    /// `oc_weight`.
    pub weight: Number,
    /// `oc_cost` in zorkmids.
    pub cost: Number,
    /// `oc_wsdam`: the die of damage to small monsters.
    pub small_damage: Number,
    /// `oc_wldam`: the die of damage to large monsters.
    pub large_damage: Number,
    /// `oc_oc1`: to-hit bonus of weapons; of armour 10 less its armour class.
    pub oc1: Number,
    /// `oc_oc2`: how far armour keeps magic away; the level of spellbooks.
    pub oc2: Number,
    /// `oc_nutrition`.
    pub nutrition: Number,
    /// `oc_delay`: turns to put on, to read.
    pub delay: Number,
    /// `oc_oprop`: the property that it gives.
    pub property: Number,
    /// `oc_material`.
    pub material: Number,
    /// `oc_subtyp`: skill of weapons and spellbooks, sort of armour. Below 0: what is shot or thrown.
    pub skill: Number,
    /// `oc_dir`: 1 to 3 of wands and spells; of weapons the damage they do.
    pub direction: Number,
    /// `oc_color`.
    pub color: Number,
    /// `oc_name_known`.
    pub is_name_known: bool,
    /// `oc_merge`.
    pub merges: bool,
    /// `oc_uses_known`.
    pub uses_known: bool,
    /// `oc_magic`.
    pub is_magic: bool,
    /// `oc_charged`: whether it has an enchantment or charges.
    pub is_charged: bool,
    /// `oc_unique`.
    pub is_unique: bool,
    /// `oc_nowish`.
    pub no_wish: bool,
    /// `oc_big`: two-handed, bulky.
    pub is_big: bool,
    /// `oc_tough`: hard gems.
    pub is_tough: bool,
    /// Its row.
    pub record: Option<Span>,
}

impl ObjectKind {
    /// The name of its constant.
    pub fn symbol(&self) -> String {
        symbol(&self.name)
    }
}

/// The constant that the program has for an object of that name: `wand` ones apart, `dwarvish iron helm` is
/// `DWARVISH_IRON_HELM` (makedefs.c, `do_objs`).
pub fn symbol(name: &str) -> String {
    let one = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    name.chars().map(one).collect()
}

/// An artifact: a row of `artilist[]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArtifactEntry {
    /// Position in the table, from 1.
    pub index: u16,
    /// Its name.
    pub name: String,
    /// The constant of the object it is made of, such as `LONG_SWORD`.
    pub base: String,
    /// `spfx`: what it does when wielded, bit by bit. Bit 0 is that it is never made at random.
    pub effects: Number,
    /// `gen_spe`, in versions that have it: added to the enchantment of an object that becomes it.
    pub enchantment: Number,
    /// `material`, in versions that have it; 0 for that of its base.
    pub material: Number,
    /// `cost` in zorkmids.
    pub cost: Number,
    /// The constant of its alignment, such as `A_LAWFUL`.
    pub alignment: String,
    /// The constants of the role and race it is for, `NON_PM` where it is for all.
    pub role: String,
    /// As `role`.
    pub race: String,
    /// Its row.
    pub record: Option<Span>,
}

impl ArtifactEntry {
    /// Whether it is never made at random (`SPFX_NOGEN`).
    pub fn is_never_random(&self) -> bool {
        self.effects.value & 1 != 0
    }
}
