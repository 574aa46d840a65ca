//! The object flags that rules ask for, each a set of one.

use super::tables::FLAGS;
use affixboard_model::engine::flags::FlagSet;

/// The set with the flag of that name, which must be one of [`FLAGS`].
const fn flag(name: &str) -> FlagSet {
    let mut at = 0;
    while at < FLAGS.len() {
        if is_same(FLAGS[at].as_bytes(), name.as_bytes()) {
            return 1 << at;
        }
        at += 1;
    }
    panic!("no such flag");
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

macro_rules! flags {
    ($($name:ident)*) => {
        $(pub(super) const $name: FlagSet = flag(stringify!($name));)*
    };
}

flags! {
    STR INT WIS DEX CON CHR SAVE DEVICE STEALTH SEARCH INFRA TUNNEL SPEED BLOWS SHOTS MIGHT
    SLAY_NATURAL BRAND_HOLY SLAY_UNDEAD SLAY_DEMON SLAY_ORC SLAY_TROLL SLAY_GIANT SLAY_DRAGON
    KILL_DRAGON KILL_DEMON KILL_UNDEAD BRAND_POIS BRAND_ACID BRAND_ELEC BRAND_FIRE BRAND_COLD
    SUST_STR SUST_INT SUST_WIS SUST_DEX SUST_CON SUST_CHR
    IGNORE_ACID IGNORE_ELEC IGNORE_FIRE IGNORE_COLD IGNORE_WATER IGNORE_THEFT IM_ACID IM_ELEC IM_FIRE IM_COLD
    RES_ACID RES_ELEC RES_FIRE RES_COLD RES_POIS RES_LITE RES_DARK RES_BLIND RES_CONFU RES_SOUND RES_SHARD RES_NEXUS
    RES_NETHR RES_CHAOS RES_DISEN
    SLOW_DIGEST FEATHER LITE REGEN_HP TELEPATHY SEE_INVIS FREE_ACT HOLD_LIFE ESP_DEMON ESP_DRAGON ESP_GIANT ESP_ORC
    ESP_TROLL ESP_UNDEAD ESP_NATURE REGEN_MANA DRAIN_HP DRAIN_MANA DRAIN_EXP AGGRAVATE UNCONTROLLED ACTIVATE BLESSED
    HUNGER HURL_NUM HURL_DAM LIGHT_CURSE HEAVY_CURSE PERMA_CURSE
    BRAND_DARK BRAND_LITE HURT_LITE HURT_WATER VAMP_HP VAMP_MANA IM_POIS RES_DISEASE RES_WATER SLAY_MAN SLAY_ELF
    SLAY_DWARF ANCHOR SILENT STATIC WINDY ANIMAL EVIL UNDEAD DEMON ORC TROLL GIANT DRAGON MAN DWARF ELF HURT_POIS
    HURT_ACID HURT_ELEC HURT_FIRE HURT_COLD
}

/// Flags that keep an item from harm.
pub(super) const IGNORES: FlagSet = IGNORE_ACID | IGNORE_ELEC | IGNORE_FIRE | IGNORE_COLD | IGNORE_WATER | IGNORE_THEFT;
/// The six stats.
pub(super) const STATS: FlagSet = STR | INT | WIS | DEX | CON | CHR;
/// Flags that turn a cursed kind bad, where others leave it to chance.
pub(super) const BAD_WHEN_CURSED: FlagSet = BLOWS | SHOTS | SPEED | STATS;

/// Slays and brands, in the order of slay indices.
pub(super) const SLAYS: [FlagSet; 21] = [
    SLAY_NATURAL,
    BRAND_HOLY,
    SLAY_UNDEAD,
    SLAY_DEMON,
    SLAY_ORC,
    SLAY_TROLL,
    SLAY_GIANT,
    SLAY_DRAGON,
    KILL_DRAGON,
    KILL_DEMON,
    KILL_UNDEAD,
    BRAND_POIS,
    BRAND_ACID,
    BRAND_ELEC,
    BRAND_FIRE,
    BRAND_COLD,
    BRAND_LITE,
    BRAND_DARK,
    SLAY_MAN,
    SLAY_ELF,
    SLAY_DWARF,
];
/// All of [`SLAYS`].
pub(super) const ALL_SLAYS: FlagSet = {
    let (mut all, mut at) = (0, 0);
    while at < SLAYS.len() {
        all |= SLAYS[at];
        at += 1;
    }
    all
};

/// What an extra flag brings with it, at this modifier (object2.c, `object_guess_flags` of obvious ones).
pub(super) fn with_guaranteed(flag: FlagSet, pval: i32) -> FlagSet {
    if flag & STATS != 0 && pval <= 0 { flag } else { flag | BROUGHT[flag.trailing_zeros() as usize] }
}

/// By flag: what it brings along, stats only at modifiers above 0.
static BROUGHT: [FlagSet; FlagSet::BITS as usize] = {
    let (mut brought, mut at) = ([0; FlagSet::BITS as usize], 0);
    while at < brought.len() {
        brought[at] = brings(1 << at);
        at += 1;
    }
    brought
};

const fn brings(flag: FlagSet) -> FlagSet {
    match flag {
        STR | INT | WIS | DEX | CON | CHR => SUST_STR << flag.trailing_zeros(),
        BRAND_ACID | IM_ACID | RES_ACID => IGNORE_ACID,
        BRAND_ELEC | IM_ELEC | RES_ELEC => IGNORE_ELEC,
        BRAND_FIRE | IM_FIRE | RES_FIRE => IGNORE_FIRE,
        BRAND_COLD | IM_COLD | RES_COLD => IGNORE_COLD,
        PERMA_CURSE => HEAVY_CURSE | LIGHT_CURSE,
        HUNGER | UNCONTROLLED | DRAIN_HP | DRAIN_MANA | DRAIN_EXP | AGGRAVATE | HEAVY_CURSE | HURT_LITE
        | HURT_WATER | HURT_POIS | HURT_ACID | HURT_ELEC | HURT_FIRE | HURT_COLD | ANCHOR | SILENT | STATIC | WINDY
        | UNDEAD => LIGHT_CURSE,
        BRAND_LITE => LITE,
        RES_WATER => IGNORE_WATER,
        VAMP_HP => DRAIN_HP | LIGHT_CURSE,
        VAMP_MANA => DRAIN_MANA | LIGHT_CURSE,
        DEMON => EVIL,
        _ => 0,
    }
}
