//! What wands, staffs and rods can do: the program's tables, one for each of their item types.
//!
//! Source: frogcomposband 7.1, `devices.c` (`_wands`, `_staves`, `_rods`).

/// One of the effects that a device is made with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeviceEffect {
    /// Its name.
    pub(crate) name: &'static str,
    /// The effect's name in files.
    pub(crate) activation: &'static str,
    /// The mana that a use of it takes, without what its strength adds.
    pub(crate) cost: u8,
    /// One more for each so many points of its strength; 0 for none.
    pub(crate) strength_part: u8,
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

const fn effect(name: &'static str, what: (&'static str, u8, u8), numbers: (u8, u16, u8), marks: u8) -> DeviceEffect {
    let (activation, cost, strength_part) = what;
    let (level, rarity, last) = numbers;
    DeviceEffect { name, activation, cost, strength_part, level, rarity, last, marks }
}

pub(crate) static WANDS: [DeviceEffect; 39] = [
    effect("Magic Missile", ("BOLT_MISSILE", 3, 0), (1, 1, 20), 0),
    effect("Heal Monster", ("HEAL_MONSTER", 3, 0), (2, 1, 50), 0),
    effect("Moonbeam", ("BEAM_LITE_WEAK", 3, 0), (2, 1, 20), 0),
    effect("Stinking Cloud", ("BALL_POIS", 4, 0), (5, 1, 20), 0),
    effect("Sleep Monster", ("SLEEP_MONSTER", 5, 0), (5, 1, 20), 0),
    effect("Slow Monster", ("SLOW_MONSTER", 5, 0), (5, 1, 20), 0),
    effect("Confuse Monster", ("CONFUSE_MONSTER", 5, 0), (5, 1, 25), 0),
    effect("Scare Monster", ("SCARE_MONSTER", 5, 0), (7, 1, 20), 0),
    effect("Stone to Mud", ("STONE_TO_MUD", 5, 0), (10, 1, 0), COMMON),
    effect("Polymorph", ("POLYMORPH", 6, 0), (12, 1, 30), 0),
    effect("Frost Bolt", ("BOLT_COLD", 7, 0), (12, 1, 30), 0),
    effect("Lightning Bolt", ("BOLT_ELEC", 7, 0), (15, 1, 30), 0),
    effect("Acid Bolt", ("BOLT_ACID", 8, 0), (17, 1, 35), 0),
    effect("Fire Bolt", ("BOLT_FIRE", 9, 0), (19, 1, 35), 0),
    effect("Haste Monster", ("HASTE_MONSTER", 3, 0), (20, 1, 50), 0),
    effect("Teleport Other", ("TELEPORT_AWAY", 10, 0), (20, 1, 0), COMMON),
    effect("Unbarring Ways", ("DESTROY_TRAPS", 10, 0), (20, 1, 0), 0),
    effect("Charm Monster", ("CHARM_MONSTER", 11, 0), (25, 1, 50), 0),
    effect("Frost Ball", ("BALL_COLD", 5, 8), (26, 1, 0), 0),
    effect("Lightning Ball", ("BALL_ELEC", 5, 8), (28, 1, 0), 0),
    effect("Acid Ball", ("BALL_ACID", 7, 8), (29, 1, 0), 0),
    effect("Fire Ball", ("BALL_FIRE", 8, 8), (30, 1, 0), 0),
    effect("Water Bolt", ("BOLT_WATER", 9, 7), (30, 1, 0), 0),
    effect("Vampirism", ("DRAIN_LIFE", 20, 0), (32, 1, 0), 0),
    effect("Plasma Bolt", ("BOLT_PLASMA", 10, 7), (38, 1, 0), 0),
    effect("Ice Bolt", ("BOLT_ICE", 11, 7), (40, 1, 0), 0),
    effect("Magic Arrow", ("ARROW", 13, 8), (45, 1, 0), 0),
    effect("Nexus Ball", ("BALL_NEXUS", 14, 8), (47, 1, 0), GOOD),
    effect("Dragon's Frost", ("BREATHE_COLD", 15, 8), (50, 1, 0), GOOD | IGNORES),
    effect("Dragon's Flame", ("BREATHE_FIRE", 16, 8), (50, 1, 0), GOOD | IGNORES),
    effect("Tsunami", ("BREATHE_WATER", 16, 32), (50, 2, 0), GOOD | IGNORES),
    effect("Beam of Gravity", ("BEAM_GRAVITY", 32, 0), (55, 2, 0), GOOD | IGNORES),
    effect("Meteor", ("METEOR", 32, 0), (55, 2, 0), GOOD | IGNORES),
    effect("Dragon's Breath", ("BREATHE_ONE_MULTIHUED", 17, 8), (60, 2, 0), GOOD | IGNORES),
    effect("Annihilation", ("GENOCIDE_ONE", 35, 0), (65, 2, 0), GOOD | IGNORES),
    effect("Whirlpool", ("BALL_WATER", 20, 9), (70, 2, 0), GOOD | IGNORES),
    effect("Disintegrate", ("BALL_DISINTEGRATE", 20, 9), (75, 2, 0), GOOD | GREAT | IGNORES),
    effect("Rocket", ("ROCKET", 20, 11), (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Wall Building", ("WALL_BUILDING", 50, 0), (100, 16, 0), GOOD | GREAT | IGNORES),
];

pub(crate) static STAFFS: [DeviceEffect; 47] = [
    effect("Nothing", ("NOTHING", 1, 0), (1, 0, 0), 0),
    effect("Darkness", ("DARKNESS", 3, 0), (1, 1, 15), 0),
    effect("Illumination", ("LITE_AREA", 3, 0), (1, 1, 30), 0),
    effect("Detect Treasure", ("DETECT_GOLD", 4, 0), (5, 1, 30), 0),
    effect("Detect Objects", ("DETECT_OBJECTS", 4, 0), (5, 1, 30), 0),
    effect("Detect Invisible", ("DETECT_INVISIBLE", 4, 0), (5, 1, 30), 0),
    effect("Detect Traps", ("DETECT_TRAPS", 5, 0), (5, 1, 30), 0),
    effect("Detect Doors & Stairs", ("DETECT_DOOR_STAIRS", 5, 0), (5, 1, 30), 0),
    effect("Detect Evil", ("DETECT_EVIL", 5, 0), (7, 1, 30), 0),
    effect("Haste Monsters", ("HASTE_MONSTERS", 5, 0), (10, 1, 30), 0),
    effect("Summoning", ("SUMMON_ANGRY_MONSTERS", 5, 0), (10, 1, 30), 0),
    effect("Identify", ("IDENTIFY", 4, 0), (10, 1, 0), COMMON),
    effect("Sleep Monsters", ("SLEEP_MONSTERS", 6, 0), (10, 1, 40), 0),
    effect("Slow Monsters", ("SLOW_MONSTERS", 6, 0), (10, 1, 40), 0),
    effect("Confuse Monsters", ("CONFUSE_MONSTERS", 8, 0), (15, 1, 40), 0),
    effect("Teleport", ("TELEPORT", 10, 0), (20, 1, 0), 0),
    effect("Enlightenment", ("ENLIGHTENMENT", 10, 0), (20, 1, 70), 0),
    effect("Starlight", ("STARLITE", 10, 0), (20, 1, 50), 0),
    effect("Earthquake", ("EARTHQUAKE", 10, 0), (20, 2, 0), 0),
    effect("Cure Wounds", ("HEAL", 10, 0), (20, 2, 70), COMMON),
    effect("Curing", ("CURING", 12, 0), (25, 1, 70), 0),
    effect("Summon Hounds", ("SUMMON_HOUNDS", 25, 0), (27, 2, 0), 0),
    effect("Summon Hydras", ("SUMMON_HYDRAS", 25, 0), (27, 3, 0), 0),
    effect("Summon Ants", ("SUMMON_ANTS", 20, 0), (27, 2, 0), 0),
    effect("Probing", ("PROBING", 15, 0), (30, 3, 70), 0),
    effect("Telepathy", ("TELEPATHY", 16, 0), (30, 2, 0), 0),
    effect("Summon Monsters", ("SUMMON_MONSTERS", 30, 0), (32, 2, 0), 0),
    effect("Animate Dead", ("ANIMATE_DEAD", 17, 0), (35, 2, 70), 0),
    effect("Slowness", ("SLOWNESS", 19, 0), (40, 3, 70), 0),
    effect("Speed", ("SPEED", 19, 0), (40, 2, 0), COMMON),
    effect("*Identify*", ("IDENTIFY_FULL", 20, 0), (40, 3, 0), COMMON),
    effect("Remove Curse", ("REMOVE_CURSE", 20, 0), (40, 4, 0), 0),
    effect("Dispel Demons", ("DISPEL_DEMON", 10, 15), (45, 2, 0), 0),
    effect("Dispel Undead", ("DISPEL_UNDEAD", 10, 15), (45, 2, 0), 0),
    effect("Dispel Life", ("DISPEL_LIFE", 12, 9), (50, 3, 0), 0),
    effect("Dispel Evil", ("DISPEL_EVIL", 13, 8), (55, 3, 0), 0),
    effect("Dispel Monsters", ("DISPEL_MONSTERS", 15, 8), (55, 5, 0), 0),
    effect("Destruction", ("DESTRUCTION", 15, 15), (50, 2, 0), GOOD),
    effect("Confusing Lights", ("CONFUSING_LITE", 26, 0), (55, 2, 0), GOOD),
    effect("Cure Wounds (from level 55)", ("HEAL_CURING", 10, 10), (55, 3, 0), GOOD | GREAT),
    effect("Banish Evil", ("BANISH_EVIL", 31, 0), (60, 2, 0), GOOD),
    effect("Banish", ("BANISH_ALL", 32, 0), (70, 3, 0), GOOD),
    effect("Mana Storm", ("MANA_STORM", 10, 10), (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Star Burst", ("STARBURST", 12, 10), (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Darkness Storm", ("DARKNESS_STORM", 12, 10), (85, 3, 0), GOOD | GREAT | IGNORES),
    effect("Genocide", ("GENOCIDE", 50, 0), (90, 8, 0), GOOD | GREAT | RARE),
    effect("Restore Mana", ("RESTORE_MANA", 100, 0), (100, 16, 0), GOOD | GREAT | IGNORES | RARE),
];

pub(crate) static RODS: [DeviceEffect; 35] = [
    effect("Pesticide", ("PESTICIDE", 7, 0), (1, 1, 30), 0),
    effect("Detect Traps", ("DETECT_TRAPS", 9, 0), (5, 1, 30), 0),
    effect("Illumination", ("LITE_AREA", 10, 0), (10, 1, 40), 0),
    effect("Detect Doors & Stairs", ("DETECT_DOOR_STAIRS", 10, 0), (12, 1, 40), 0),
    effect("Detect Monsters", ("DETECT_MONSTERS", 10, 0), (15, 1, 40), 0),
    effect("Lightning Strike", ("BEAM_ELEC", 8, 6), (17, 1, 50), 0),
    effect("Ray of Cold", ("BEAM_COLD", 8, 6), (19, 1, 50), 0),
    effect("Line of Fire", ("BEAM_FIRE", 9, 6), (21, 1, 60), 0),
    effect("Shoot Acid", ("BEAM_ACID", 9, 6), (23, 1, 60), 0),
    effect("Beam of Light", ("BEAM_LITE", 12, 7), (25, 2, 0), 0),
    effect("Recall", ("RECALL", 15, 0), (27, 1, 0), 0),
    effect("Detection", ("DETECT_ALL", 17, 0), (30, 2, 0), COMMON),
    effect("Getaway", ("ESCAPE", 20, 0), (30, 1, 0), 0),
    effect("Chaos Strike", ("BEAM_CHAOS", 12, 5), (32, 2, 60), 0),
    effect("Sound Strike", ("BEAM_SOUND", 12, 5), (32, 2, 70), 0),
    effect("Clarity", ("CLARITY", 15, 0), (35, 3, 80), GOOD),
    effect("Lightning Ball", ("BALL_ELEC", 13, 8), (40, 1, 0), 0),
    effect("Frost Ball", ("BALL_COLD", 14, 8), (40, 1, 0), 0),
    effect("Fire Ball", ("BALL_FIRE", 15, 8), (42, 1, 0), 0),
    effect("Acid Ball", ("BALL_ACID", 16, 8), (44, 1, 0), 0),
    effect("Mana Bolt", ("BOLT_MANA", 17, 8), (45, 2, 0), GOOD),
    effect("Nether Ball", ("BALL_NETHER", 18, 10), (45, 1, 0), 0),
    effect("Disenchantment Ball", ("BALL_DISEN", 19, 9), (47, 2, 0), GOOD),
    effect("Enlightenment", ("ENLIGHTENMENT", 33, 0), (50, 2, 0), COMMON),
    effect("Sound Ball", ("BALL_SOUND", 22, 8), (52, 2, 0), GOOD),
    effect("Beam of Disintegration", ("BEAM_DISINTEGRATE", 37, 0), (60, 2, 0), GOOD),
    effect("Heroic Speed", ("SPEED_HERO", 40, 0), (70, 2, 0), GOOD | GREAT),
    effect("Great Clarity", ("GREAT_CLARITY", 60, 0), (75, 4, 0), GOOD | GREAT),
    effect("Angelic Healing", ("HEAL_CURING_HERO", 60, 0), (80, 3, 0), GOOD | GREAT),
    effect("Restoring", ("RESTORING", 60, 0), (80, 3, 0), GOOD | GREAT | RARE),
    effect("Mana Ball", ("BALL_MANA", 24, 10), (80, 2, 0), GOOD | GREAT),
    effect("Shard Ball", ("BALL_SHARDS", 25, 10), (80, 2, 0), GOOD | GREAT),
    effect("Invoke Logrus", ("BALL_CHAOS", 27, 10), (85, 3, 0), GOOD | GREAT),
    effect("Clairvoyance", ("CLAIRVOYANCE", 100, 0), (90, 3, 0), GOOD | GREAT | RARE),
    effect("Star Burst", ("BALL_LITE", 27, 10), (95, 3, 0), GOOD | GREAT),
];
