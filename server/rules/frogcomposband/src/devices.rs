//! What wands, staffs and rods can do: the program's tables, one for each of their item types.
//!
//! Source: frogcomposband 7.1, `devices.c` (`_wands`, `_staves`, `_rods`).

/// One of the effects that a device is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeviceEffect {
    /// The program's number for it.
    pub(crate) index: u16,
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

const fn effect(index: u16, name: &'static str, numbers: (u8, u16, u8), marks: u8) -> DeviceEffect {
    let (level, rarity, last) = numbers;
    DeviceEffect { index, name, level, rarity, last, marks }
}

pub(crate) static WANDS: [DeviceEffect; 39] = [
    effect(300, "Magic Missile", (1, 1, 20), 0),
    effect(901, "Heal Monster", (2, 1, 50), 0),
    effect(350, "Moonbeam", (2, 1, 20), 0),
    effect(404, "Stinking Cloud", (5, 1, 20), 0),
    effect(604, "Sleep Monster", (5, 1, 20), 0),
    effect(606, "Slow Monster", (5, 1, 20), 0),
    effect(609, "Confuse Monster", (5, 1, 25), 0),
    effect(602, "Scare Monster", (7, 1, 20), 0),
    effect(57, "Stone to Mud", (10, 1, 0), COMMON),
    effect(615, "Polymorph", (12, 1, 30), 0),
    effect(304, "Frost Bolt", (12, 1, 30), 0),
    effect(302, "Lightning Bolt", (15, 1, 30), 0),
    effect(301, "Acid Bolt", (17, 1, 35), 0),
    effect(303, "Fire Bolt", (19, 1, 35), 0),
    effect(902, "Haste Monster", (20, 1, 50), 0),
    effect(52, "Teleport Other", (20, 1, 0), COMMON),
    effect(71, "Unbarring Ways", (20, 1, 0), 0),
    effect(178, "Charm Monster", (25, 1, 50), 0),
    effect(403, "Frost Ball", (26, 1, 0), 0),
    effect(401, "Lightning Ball", (28, 1, 0), 0),
    effect(400, "Acid Ball", (29, 1, 0), 0),
    effect(402, "Fire Ball", (30, 1, 0), 0),
    effect(316, "Water Bolt", (30, 1, 0), 0),
    effect(557, "Vampirism", (32, 1, 0), 0),
    effect(319, "Plasma Bolt", (38, 1, 0), 0),
    effect(318, "Ice Bolt", (40, 1, 0), 0),
    effect(562, "Magic Arrow", (45, 1, 0), 0),
    effect(409, "Nexus Ball", (47, 1, 0), GOOD),
    effect(453, "Dragon's Frost", (50, 1, 0), GOOD | IGNORES),
    effect(452, "Dragon's Flame", (50, 1, 0), GOOD | IGNORES),
    effect(465, "Tsunami", (50, 2, 0), GOOD | IGNORES),
    effect(352, "Beam of Gravity", (55, 2, 0), GOOD | IGNORES),
    effect(564, "Meteor", (55, 2, 0), GOOD | IGNORES),
    effect(467, "Dragon's Breath", (60, 2, 0), GOOD | IGNORES),
    effect(80, "Annihilation", (65, 2, 0), GOOD | IGNORES),
    effect(415, "Whirlpool", (70, 2, 0), GOOD | IGNORES),
    effect(417, "Disintegrate", (75, 2, 0), GOOD | GREAT | IGNORES),
    effect(559, "Rocket", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect(614, "Wall Building", (100, 16, 0), GOOD | GREAT | IGNORES),
];

pub(crate) static STAFFS: [DeviceEffect; 47] = [
    effect(617, "Nothing", (1, 0, 0), 0),
    effect(905, "Darkness", (1, 1, 15), 0),
    effect(1, "Illumination", (1, 1, 30), 0),
    effect(9, "Detect Treasure", (5, 1, 30), 0),
    effect(7, "Detect Objects", (5, 1, 30), 0),
    effect(10, "Detect Invisible", (5, 1, 30), 0),
    effect(5, "Detect Traps", (5, 1, 30), 0),
    effect(11, "Detect Doors & Stairs", (5, 1, 30), 0),
    effect(12, "Detect Evil", (7, 1, 30), 0),
    effect(903, "Haste Monsters", (10, 1, 30), 0),
    effect(906, "Summoning", (10, 1, 30), 0),
    effect(64, "Identify", (10, 1, 0), COMMON),
    effect(605, "Sleep Monsters", (10, 1, 40), 0),
    effect(607, "Slow Monsters", (10, 1, 40), 0),
    effect(610, "Confuse Monsters", (15, 1, 40), 0),
    effect(51, "Teleport", (20, 1, 0), 0),
    effect(3, "Enlightenment", (20, 1, 70), 0),
    effect(616, "Starlight", (20, 1, 50), 0),
    effect(58, "Earthquake", (20, 2, 0), 0),
    effect(203, "Cure Wounds", (20, 2, 70), COMMON),
    effect(204, "Curing", (25, 1, 70), 0),
    effect(151, "Summon Hounds", (27, 2, 0), 0),
    effect(153, "Summon Hydras", (27, 3, 0), 0),
    effect(152, "Summon Ants", (27, 2, 0), 0),
    effect(66, "Probing", (30, 3, 70), 0),
    effect(117, "Telepathy", (30, 2, 0), 0),
    effect(150, "Summon Monsters", (32, 2, 0), 0),
    effect(601, "Animate Dead", (35, 2, 70), 0),
    effect(907, "Slowness", (40, 3, 70), 0),
    effect(112, "Speed", (40, 2, 0), COMMON),
    effect(65, "*Identify*", (40, 3, 0), COMMON),
    effect(211, "Remove Curse", (40, 4, 0), 0),
    effect(554, "Dispel Demons", (45, 2, 0), 0),
    effect(555, "Dispel Undead", (45, 2, 0), 0),
    effect(553, "Dispel Life", (50, 3, 0), 0),
    effect(550, "Dispel Evil", (55, 3, 0), 0),
    effect(556, "Dispel Monsters", (55, 5, 0), 0),
    effect(59, "Destruction", (50, 2, 0), GOOD),
    effect(561, "Confusing Lights", (55, 2, 0), GOOD),
    effect(205, "Cure Wounds (from level 55)", (55, 3, 0), GOOD | GREAT),
    effect(75, "Banish Evil", (60, 2, 0), GOOD),
    effect(76, "Banish", (70, 3, 0), GOOD),
    effect(560, "Mana Storm", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect(566, "Star Burst", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect(567, "Darkness Storm", (85, 3, 0), GOOD | GREAT | IGNORES),
    effect(60, "Genocide", (90, 8, 0), GOOD | GREAT | RARE),
    effect(207, "Restore Mana", (100, 16, 0), GOOD | GREAT | IGNORES | RARE),
];

pub(crate) static RODS: [DeviceEffect; 35] = [
    effect(568, "Pesticide", (1, 1, 30), 0),
    effect(5, "Detect Traps", (5, 1, 30), 0),
    effect(1, "Illumination", (10, 1, 40), 0),
    effect(11, "Detect Doors & Stairs", (12, 1, 40), 0),
    effect(6, "Detect Monsters", (15, 1, 40), 0),
    effect(355, "Lightning Strike", (17, 1, 50), 0),
    effect(357, "Ray of Cold", (19, 1, 50), 0),
    effect(356, "Line of Fire", (21, 1, 60), 0),
    effect(354, "Shoot Acid", (23, 1, 60), 0),
    effect(351, "Beam of Light", (25, 2, 0), 0),
    effect(56, "Recall", (27, 1, 0), 0),
    effect(8, "Detection", (30, 2, 0), COMMON),
    effect(55, "Getaway", (30, 1, 0), 0),
    effect(359, "Chaos Strike", (32, 2, 60), 0),
    effect(358, "Sound Strike", (32, 2, 70), 0),
    effect(213, "Clarity", (35, 3, 80), GOOD),
    effect(401, "Lightning Ball", (40, 1, 0), 0),
    effect(403, "Frost Ball", (40, 1, 0), 0),
    effect(402, "Fire Ball", (42, 1, 0), 0),
    effect(400, "Acid Ball", (44, 1, 0), 0),
    effect(317, "Mana Bolt", (45, 2, 0), GOOD),
    effect(408, "Nether Ball", (45, 1, 0), 0),
    effect(413, "Disenchantment Ball", (47, 2, 0), GOOD),
    effect(3, "Enlightenment", (50, 2, 0), COMMON),
    effect(410, "Sound Ball", (52, 2, 0), GOOD),
    effect(353, "Beam of Disintegration", (60, 2, 0), GOOD),
    effect(113, "Heroic Speed", (70, 2, 0), GOOD | GREAT),
    effect(214, "Great Clarity", (75, 4, 0), GOOD | GREAT),
    effect(206, "Angelic Healing", (80, 3, 0), GOOD | GREAT),
    effect(202, "Restoring", (80, 3, 0), GOOD | GREAT | RARE),
    effect(416, "Mana Ball", (80, 2, 0), GOOD | GREAT),
    effect(411, "Shard Ball", (80, 2, 0), GOOD | GREAT),
    effect(412, "Invoke Logrus", (85, 3, 0), GOOD | GREAT),
    effect(4, "Clairvoyance", (90, 3, 0), GOOD | GREAT | RARE),
    effect(405, "Star Burst", (95, 3, 0), GOOD | GREAT),
];
