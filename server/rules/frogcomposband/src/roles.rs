//! Roles: the sorts of items that egos go on, by which the program asks for them.
//!
//! Source: frogcomposband 7.1, `init1.c` (`_ego_type_flags`).

/// A sort of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum EgoRole {
    /// Ammunition.
    Ammo,
    /// What one fights with.
    Weapon,
    /// Shields.
    Shield,
    /// Bows, slings, crossbows.
    Bow,
    /// Rings.
    Ring,
    /// Amulets.
    Amulet,
    /// Lights.
    Lite,
    /// Body armour.
    BodyArmor,
    /// Cloaks.
    Cloak,
    /// Helms.
    Helmet,
    /// Gloves.
    Gloves,
    /// Boots.
    Boots,
    /// What one digs with.
    Digger,
    /// Crowns.
    Crown,
    /// Harps.
    Harp,
    /// Robes, when they aren't treated as body armour.
    Robe,
    /// No item: the program gives them otherwise.
    Special,
    /// Wands, staffs, rods.
    Device,
    /// Dragon armour.
    DragonArmor,
    /// Quivers.
    Quiver,
}

/// The words of `T:` lines.
pub(crate) const ROLES: [(&str, EgoRole); 20] = [
    ("AMMO", EgoRole::Ammo),
    ("WEAPON", EgoRole::Weapon),
    ("SHIELD", EgoRole::Shield),
    ("BOW", EgoRole::Bow),
    ("RING", EgoRole::Ring),
    ("AMULET", EgoRole::Amulet),
    ("LITE", EgoRole::Lite),
    ("BODY_ARMOR", EgoRole::BodyArmor),
    ("CLOAK", EgoRole::Cloak),
    ("HELMET", EgoRole::Helmet),
    ("GLOVES", EgoRole::Gloves),
    ("BOOTS", EgoRole::Boots),
    ("DIGGER", EgoRole::Digger),
    ("CROWN", EgoRole::Crown),
    ("HARP", EgoRole::Harp),
    ("ROBE", EgoRole::Robe),
    ("SPECIAL", EgoRole::Special),
    ("DEVICE", EgoRole::Device),
    ("DRAGON_ARMOR", EgoRole::DragonArmor),
    ("QUIVER", EgoRole::Quiver),
];

/// The roles of an ego.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RoleSet(u32);

impl RoleSet {
    /// Adds a role.
    pub(crate) fn add(&mut self, role: EgoRole) {
        self.0 |= 1 << role as u32;
    }

    /// Whether it has a role.
    pub(crate) fn has(self, role: EgoRole) -> bool {
        self.0 & (1 << role as u32) != 0
    }
}
