//! Flags and spells of monsters, and energy by speed.
//!
//! Source: Unangband 0.7.0-pre1 (`init1.c`, `tables.c`).

/// Flags of sets 1, 2, 3, 8 and 9: set, and names from bit 0 on.
#[rustfmt::skip]
pub(crate) const FLAGS: [(u8, [&str; 32]); 5] = [
    (1, ["UNIQUE", "QUESTOR", "MALE", "FEMALE", "CHAR_CLEAR", "CHAR_MULTI", "ATTR_CLEAR", "ATTR_MULTI", "FORCE_DEPTH",
        "FORCE_MAXHP", "FORCE_SLEEP", "GUARDIAN", "FRIEND", "FRIENDS", "ESCORT", "ESCORTS", "NEVER_BLOW", "NEVER_MOVE",
        "RAND_25", "RAND_50", "ONLY_GOLD", "ONLY_ITEM", "DROP_30", "DROP_60", "DROP_90", "DROP_1D2", "DROP_1D3",
        "DROP_1D4", "DROP_GOOD", "DROP_GREAT", "DROP_USEFUL", "DROP_CHOSEN"]),
    (2, ["STUPID", "SMART", "CAN_DIG", "HAS_LITE", "INVISIBLE", "COLD_BLOOD", "EMPTY_MIND", "WEIRD_MIND", "MULTIPLY",
        "REGENERATE", "CAN_SWIM", "MUST_SWIM", "POWERFUL", "CAN_CLIMB", "CAN_FLY", "MUST_FLY", "OPEN_DOOR",
        "BASH_DOOR", "PASS_WALL", "KILL_WALL", "ARCHER", "EAT_BODY", "TAKE_ITEM", "TRAIL", "SNEAKY", "WARRIOR",
        "PRIEST", "MAGE", "HAS_AURA", "HAS_WEB", "NEED_LITE", "LOW_MANA_RUN"]),
    (3, ["ORC", "TROLL", "GIANT", "DRAGON", "DEMON", "UNDEAD", "EVIL", "ANIMAL", "OOZE", "HUGE", "NONVOCAL",
        "NONLIVING", "HURT_LITE", "HURT_ROCK", "PLANT", "INSECT", "IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD",
        "IM_POIS", "RES_WATER", "RES_NETHR", "RES_LAVA", "RES_PLAS", "RES_NEXUS", "RES_DISEN", "HURT_WATER",
        "NO_FEAR", "NO_STUN", "NO_CONF", "NO_SLEEP"]),
    (8, ["HAS_SKULL", "HAS_SKELETON", "HAS_TEETH", "HAS_CORPSE", "HAS_HEAD", "HAS_HAND", "HAS_CLAW", "HAS_ARM",
        "HAS_LEG", "HAS_WING", "HAS_SKIN", "HAS_SCALE", "HAS_FEATHER", "HAS_FUR", "HAS_BLOOD", "HAS_SLIME",
        "HAS_SPORE", "DROP_CHEST", "DROP_MISSILE", "DROP_TOOL", "DROP_WEAPON", "DROP_MUSIC", "DROP_CLOTHES",
        "DROP_ARMOR", "DROP_LITE", "DROP_JEWELRY", "DROP_RSW", "DROP_WRITING", "DROP_POTION", "DROP_FOOD", "DROP_JUNK",
        "ASSEMBLE"]),
    (9, ["LEVEL_CLASS", "NEVER_MISS", "LEVEL_SPEED", "EVASIVE", "SCENT", "SUPER_SCENT", "WATER_SCENT", "RES_BLIND",
        "RES_LITE", "RES_DARK", "RES_CHAOS", "RES_TPORT", "RES_EDGED", "RES_BLUNT", "IM_EDGED", "IM_BLUNT", "NO_CUTS",
        "NO_SLOW", "RES_MAGIC", "GOOD", "NEUTRAL", "DWARF", "ELF", "MAN", "TOWNSFOLK", "DROP_ESSENCE", "DROP_MUSHROOM",
        "DROP_MINERAL", "ATTR_METAL", "ATTR_INDEX", "LEVEL_SIZE", "LEVEL_POWER"]),
];

/// Spells of sets 4 to 7, from bit 0 of set 4 on.
#[rustfmt::skip]
pub(crate) const SPELLS: [&str; 128] = [
    "BLOW_1", "BLOW_2", "BLOW_3", "BLOW_4", "ADD_AMMO", "QUAKE", "EXPLODE", "AURA", "BRTH_ACID", "BRTH_ELEC",
    "BRTH_FIRE", "BRTH_COLD", "BRTH_POIS", "BRTH_PLAS", "BRTH_LITE", "BRTH_DARK", "BRTH_CONFU", "BRTH_SOUND",
    "BRTH_SHARD", "BRTH_INERT", "BRTH_GRAV", "BRTH_WIND", "BRTH_FORCE", "BRTH_NEXUS", "BRTH_NETHR", "BRTH_CHAOS",
    "BRTH_DISEN", "BRTH_TIME", "BRTH_MANA", "BRTH_HOLY", "BRTH_FEAR", "BRTH_DISEA",
    "BALL_ACID", "BALL_ELEC", "BALL_FIRE", "BALL_COLD", "BALL_POIS", "BALL_LITE", "BALL_DARK", "BALL_CONFU",
    "BALL_SOUND", "BALL_SHARD", "BALL_WIND", "BALL_STORM", "BALL_NETHR", "BALL_CHAOS", "BALL_MANA", "BALL_WATER",
    "BOLT_ACID", "BOLT_ELEC", "BOLT_FIRE", "BOLT_COLD", "BOLT_POIS", "BOLT_PLAS", "BOLT_ICE", "BOLT_WATER",
    "BOLT_NETHR", "BOLT_MANA", "HOLY_ORB", "BEAM_ELEC", "BEAM_ICE", "BEAM_NETHR", "ARC_HFIRE", "ARC_FORCE",
    "HASTE", "ADD_MANA", "HEAL", "CURE", "BLINK", "TPORT", "INVIS", "TELE_SELF_TO", "TELE_TO", "TELE_AWAY",
    "TELE_LEVEL", "WRAITHFORM", "DARKNESS", "TRAPS", "FORGET", "DRAIN_MANA", "CURSE", "DISPEL", "MIND_BLAST",
    "ILLUSION", "WOUND", "BLESS", "BERSERK", "SHIELD", "OPPOSE_ELEM", "HUNGER", "PROBE", "SCARE", "BLIND", "CONF",
    "SLOW", "HOLD",
    "S_KIN", "R_KIN", "A_DEAD", "S_MONSTER", "S_MONSTERS", "R_MONSTER", "R_MONSTERS", "S_PLANT", "S_INSECT",
    "S_ANIMAL", "S_HOUND", "S_SPIDER", "S_CLASS", "S_RACE", "S_GROUP", "S_FRIEND", "S_FRIENDS", "S_ORC", "S_TROLL",
    "S_GIANT", "S_DRAGON", "S_HI_DRAGON", "A_ELEMENT", "A_OBJECT", "S_DEMON", "S_HI_DEMON", "R_UNIQUE", "S_UNIQUE",
    "S_HI_UNIQUE", "S_UNDEAD", "S_HI_UNDEAD", "S_WRAITH",
];

/// Flags of methods of blows: sets 1 and 2, from bit 0 on.
#[rustfmt::skip]
pub(crate) const METHOD_FLAGS: [&str; 64] = [
    "BEAM", "ARC", "STAR", "4WAY", "4WAX", "FLOW", "BOOM", "WALL", "PASS", "MISS", "AREA", "GRID", "ITEM", "KILL",
    "PLAY", "SELF", "LITE", "MAGIC", "HIDE", "NO_REDRAW", "SAFE", "STOP", "JUMP", "THRU", "CHCK", "ORTH", "LOS",
    "EXPAND", "FORK", "MYST", "TEMP", "EDGE",
    "MELEE", "RANGED", "BREATH", "INNATE", "CUTS", "STUN", "SHRIEK", "SLIME", "TOUCH", "ALL_IN_LOS", "DIR_STOP",
    "PANEL", "LEVEL", "ALTERNATE", "HEARD", "INDIRECT", "LIGHTNING_STROKE", "CONCENTRATE_LITE", "BEAM_CHANCE",
    "SCALE_RADIUS", "LARGE_RADIUS", "MAGIC_MISSILE", "POWER_ARC", "ADD_AMMO", "FAIL", "EYESIGHT", "SCALE_AMMO",
    "SPECIAL_CASE", "SCATTER", "AUTOMATIC", "SUMMON", "NO_ECOLOGY",
];

/// Energy that a speed gives per game turn, from 0 to 199.
#[rustfmt::skip]
pub(crate) const ENERGY: [u8; 200] = [
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 36, 37, 37, 38, 38, 39, 39,
    40, 40, 40, 41, 41, 41, 42, 42, 42, 43, 43, 43, 44, 44, 44, 44, 45, 45, 45, 45, 45, 46, 46, 46, 46, 46, 47, 47, 47,
    47, 47, 48, 48, 48, 48, 48, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49,
];
