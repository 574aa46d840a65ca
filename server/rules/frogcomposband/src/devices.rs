//! What wands, staffs and rods can do: the program's tables, one for each of their item types.
//!
//! Source: frogcomposband 7.1, `devices.c` (`_wands`, `_staves`, `_rods`).

/// One of the effects that a device is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeviceEffect {
    /// Its name.
    pub(crate) name: &'static str,
    /// The least level it is chosen at.
    pub(crate) level: u8,
    /// One in so many; 0 for never.
    pub(crate) rarity: u16,
    /// The last level it is chosen at; 0 for none.
    pub(crate) last: u8,
    /// What it is besides: [`GOOD`] and the others.
    pub(crate) marks: u8,
}

/// Drops that are good may have it.
pub(crate) const GOOD: u8 = 1;
/// Drops that are great may have it, if good ones may too.
pub(crate) const GREAT: u8 = 2;
/// The device isn't harmed by elements.
pub(crate) const IGNORES: u8 = 4;
/// It fades slowly with depth.
pub(crate) const COMMON: u8 = 16;
/// It doesn't fade, but with each that is found.
pub(crate) const RARE: u8 = 32;

const fn effect(name: &'static str, numbers: (u8, u16, u8), marks: u8) -> DeviceEffect {
    let (level, rarity, last) = numbers;
    DeviceEffect { name, level, rarity, last, marks }
}

pub(crate) static WANDS: [DeviceEffect; 39] = [
    effect("Magic Missile", (1, 1, 20), 0),
    effect("Heal Monster", (2, 1, 50), 0),
    effect("Moonbeam", (2, 1, 20), 0),
    effect("Stinking Cloud", (5, 1, 20), 0),
    effect("Sleep Monster", (5, 1, 20), 0),
    effect("Slow Monster", (5, 1, 20), 0),
    effect("Confuse Monster", (5, 1, 25), 0),
    effect("Scare Monster", (7, 1, 20), 0),
    effect("Stone to Mud", (10, 1, 0), COMMON),
    effect("Polymorph", (12, 1, 30), 0),
    effect("Frost Bolt", (12, 1, 30), 0),
    effect("Lightning Bolt", (15, 1, 30), 0),
    effect("Acid Bolt", (17, 1, 35), 0),
    effect("Fire Bolt", (19, 1, 35), 0),
    effect("Haste Monster", (20, 1, 50), 0),
    effect("Teleport Other", (20, 1, 0), COMMON),
    effect("Unbarring Ways", (20, 1, 0), 0),
    effect("Charm Monster", (25, 1, 50), 0),
    effect("Frost Ball", (26, 1, 0), 0),
    effect("Lightning Ball", (28, 1, 0), 0),
    effect("Acid Ball", (29, 1, 0), 0),
    effect("Fire Ball", (30, 1, 0), 0),
    effect("Water Bolt", (30, 1, 0), 0),
    effect("Vampirism", (32, 1, 0), 0),
    effect("Plasma Bolt", (38, 1, 0), 0),
    effect("Ice Bolt", (40, 1, 0), 0),
    effect("Magic Arrow", (45, 1, 0), 0),
    effect("Nexus Ball", (47, 1, 0), GOOD),
    effect("Dragon's Frost", (50, 1, 0), GOOD | IGNORES),
    effect("Dragon's Flame", (50, 1, 0), GOOD | IGNORES),
    effect("Tsunami", (50, 2, 0), GOOD | IGNORES),
    effect("Beam of Gravity", (55, 2, 0), GOOD | IGNORES),
    effect("Meteor", (55, 2, 0), GOOD | IGNORES),
    effect("Dragon's Breath", (60, 2, 0), GOOD | IGNORES),
    effect("Annihilation", (65, 2, 0), GOOD | IGNORES),
    effect("Whirlpool", (70, 2, 0), GOOD | IGNORES),
    effect("Disintegrate", (75, 2, 0), GOOD | GREAT | IGNORES),
    effect("Rocket", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Wall Building", (100, 16, 0), GOOD | GREAT | IGNORES),
];

pub(crate) static STAFFS: [DeviceEffect; 47] = [
    effect("Nothing", (1, 0, 0), 0),
    effect("Darkness", (1, 1, 15), 0),
    effect("Illumination", (1, 1, 30), 0),
    effect("Detect Treasure", (5, 1, 30), 0),
    effect("Detect Objects", (5, 1, 30), 0),
    effect("Detect Invisible", (5, 1, 30), 0),
    effect("Detect Traps", (5, 1, 30), 0),
    effect("Detect Doors & Stairs", (5, 1, 30), 0),
    effect("Detect Evil", (7, 1, 30), 0),
    effect("Haste Monsters", (10, 1, 30), 0),
    effect("Summoning", (10, 1, 30), 0),
    effect("Identify", (10, 1, 0), COMMON),
    effect("Sleep Monsters", (10, 1, 40), 0),
    effect("Slow Monsters", (10, 1, 40), 0),
    effect("Confuse Monsters", (15, 1, 40), 0),
    effect("Teleport", (20, 1, 0), 0),
    effect("Enlightenment", (20, 1, 70), 0),
    effect("Starlight", (20, 1, 50), 0),
    effect("Earthquake", (20, 2, 0), 0),
    effect("Cure Wounds", (20, 2, 70), COMMON),
    effect("Curing", (25, 1, 70), 0),
    effect("Summon Hounds", (27, 2, 0), 0),
    effect("Summon Hydras", (27, 3, 0), 0),
    effect("Summon Ants", (27, 2, 0), 0),
    effect("Probing", (30, 3, 70), 0),
    effect("Telepathy", (30, 2, 0), 0),
    effect("Summon Monsters", (32, 2, 0), 0),
    effect("Animate Dead", (35, 2, 70), 0),
    effect("Slowness", (40, 3, 70), 0),
    effect("Speed", (40, 2, 0), COMMON),
    effect("*Identify*", (40, 3, 0), COMMON),
    effect("Remove Curse", (40, 4, 0), 0),
    effect("Dispel Demons", (45, 2, 0), 0),
    effect("Dispel Undead", (45, 2, 0), 0),
    effect("Dispel Life", (50, 3, 0), 0),
    effect("Dispel Evil", (55, 3, 0), 0),
    effect("Dispel Monsters", (55, 5, 0), 0),
    effect("Destruction", (50, 2, 0), GOOD),
    effect("Confusing Lights", (55, 2, 0), GOOD),
    effect("Cure Wounds (from level 55)", (55, 3, 0), GOOD | GREAT),
    effect("Banish Evil", (60, 2, 0), GOOD),
    effect("Banish", (70, 3, 0), GOOD),
    effect("Mana Storm", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Star Burst", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Darkness Storm", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Genocide", (90, 8, 0), GOOD | GREAT | RARE),
    effect("Restore Mana", (100, 16, 0), GOOD | GREAT | IGNORES | RARE),
];

pub(crate) static RODS: [DeviceEffect; 35] = [
    effect("Pesticide", (1, 1, 30), 0),
    effect("Detect Traps", (5, 1, 30), 0),
    effect("Illumination", (10, 1, 40), 0),
    effect("Detect Doors & Stairs", (12, 1, 40), 0),
    effect("Detect Monsters", (15, 1, 40), 0),
    effect("Lightning Strike", (17, 1, 50), 0),
    effect("Ray of Cold", (19, 1, 50), 0),
    effect("Line of Fire", (21, 1, 60), 0),
    effect("Shoot Acid", (23, 1, 60), 0),
    effect("Beam of Light", (25, 2, 0), 0),
    effect("Recall", (27, 1, 0), 0),
    effect("Detection", (30, 2, 0), COMMON),
    effect("Getaway", (30, 1, 0), 0),
    effect("Chaos Strike", (32, 2, 60), 0),
    effect("Sound Strike", (32, 2, 70), 0),
    effect("Clarity", (35, 3, 80), GOOD),
    effect("Lightning Ball", (40, 1, 0), 0),
    effect("Frost Ball", (40, 1, 0), 0),
    effect("Fire Ball", (42, 1, 0), 0),
    effect("Acid Ball", (44, 1, 0), 0),
    effect("Mana Bolt", (45, 2, 0), GOOD),
    effect("Nether Ball", (45, 1, 0), 0),
    effect("Disenchantment Ball", (47, 2, 0), GOOD),
    effect("Enlightenment", (50, 2, 0), COMMON),
    effect("Sound Ball", (52, 2, 0), GOOD),
    effect("Beam of Disintegration", (60, 2, 0), GOOD),
    effect("Heroic Speed", (70, 2, 0), GOOD | GREAT),
    effect("Great Clarity", (75, 4, 0), GOOD | GREAT),
    effect("Angelic Healing", (80, 3, 0), GOOD | GREAT),
    effect("Restoring", (80, 3, 0), GOOD | GREAT | RARE),
    effect("Mana Ball", (80, 2, 0), GOOD | GREAT),
    effect("Shard Ball", (80, 2, 0), GOOD | GREAT),
    effect("Invoke Logrus", (85, 3, 0), GOOD | GREAT),
    effect("Clairvoyance", (90, 3, 0), GOOD | GREAT | RARE),
    effect("Star Burst", (95, 3, 0), GOOD | GREAT),
];
