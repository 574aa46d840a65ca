//! The power of races of monsters, by which slays are weighed (init1.c, `eval_max_dam`, `eval_hp_adjust`,
//! `eval_r_power`).

use super::{
    race::{Blow, Method, Race, RaceFlag},
    tables::{ENERGY, METHOD_FLAGS},
};

macro_rules! race_flags {
    ($($name:ident)*) => {
        $(pub(crate) const $name: RaceFlag = RaceFlag::named(stringify!($name));)*
    };
}

race_flags! {
    UNIQUE FRIEND FRIENDS NEVER_BLOW NEVER_MOVE RAND_25 RAND_50
    STUPID INVISIBLE COLD_BLOOD EMPTY_MIND WEIRD_MIND MULTIPLY REGENERATE MUST_SWIM POWERFUL MUST_FLY OPEN_DOOR
    BASH_DOOR PASS_WALL KILL_WALL ARCHER WARRIOR HAS_AURA
    ORC TROLL GIANT DRAGON DEMON UNDEAD EVIL ANIMAL HUGE PLANT INSECT HURT_LITE HURT_ROCK IM_ACID IM_ELEC IM_FIRE
    IM_COLD IM_POIS RES_WATER RES_NETHR RES_LAVA RES_NEXUS RES_DISEN HURT_WATER NO_FEAR NO_STUN NO_CONF NO_SLEEP
    NEVER_MISS EVASIVE RES_LITE RES_DARK RES_CHAOS RES_TPORT RES_EDGED RES_BLUNT IM_EDGED IM_BLUNT NO_CUTS NO_SLOW
    RES_MAGIC DWARF ELF MAN
    HASTE ADD_MANA HEAL CURE BLINK TPORT INVIS TELE_SELF_TO TELE_TO TELE_AWAY TELE_LEVEL WRAITHFORM BLESS BERSERK SHIELD
    OPPOSE_ELEM
}

/// The method of auras.
const AURA: u32 = 27;
/// Index of the first method of breath; the others follow in the order of spells.
const FIRST_BREATH: usize = 8;
/// Spells of this set and place wound.
const WOUND: (usize, usize) = (2, 20);

const fn method_flag(name: &str) -> u64 {
    let mut at = 0;
    while at < METHOD_FLAGS.len() {
        let (one, other) = (METHOD_FLAGS[at].as_bytes(), name.as_bytes());
        let mut same = one.len() == other.len();
        let mut letter = 0;
        while same && letter < one.len() {
            same = one[letter] == other[letter];
            letter += 1;
        }
        if same {
            return 1 << at;
        }
        at += 1;
    }
    panic!("no such flag");
}

const MISS: u64 = method_flag("MISS");
const MELEE: u64 = method_flag("MELEE");
const CUTS: u64 = method_flag("CUTS");
const STUN: u64 = method_flag("STUN");
/// Ranged attacks, and the special cases that share a bit of the program's test.
const RANGED: u64 = method_flag("RANGED") | method_flag("SPECIAL_CASE");

/// Powers of breaths, from [`FIRST_BREATH`] on: effect, and the factor of its damage.
const BREATHS: [(u32, i64, i64); 24] = [
    (16, 1, 1),
    (17, 1, 1),
    (18, 1, 1),
    (19, 1, 1),
    (20, 8, 7),
    (9, 5, 4),
    (22, 5, 4),
    (23, 5, 4),
    (25, 4, 3),
    (26, 6, 5),
    (27, 8, 7),
    (13, 3, 2),
    (12, 3, 2),
    (2, 6, 5),
    (14, 6, 5),
    (28, 5, 4),
    (29, 5, 4),
    (30, 4, 3),
    (31, 4, 3),
    (15, 3, 2),
    (4, 1, 1),
    (5, 1, 2),
    (75, 5, 4),
    (101, 5, 4),
];

/// Attack spells of set 5: effect, and the factor of the spells' power.
const ATTACKS: [(u32, i64, i64); 32] = [
    (16, 4, 1),
    (17, 4, 1),
    (18, 4, 1),
    (19, 4, 1),
    (20, 3, 1),
    (22, 3, 1),
    (23, 3, 1),
    (25, 3, 1),
    (26, 2, 1),
    (27, 3, 1),
    (2, 2, 1),
    (1, 3, 1),
    (29, 3, 1),
    (30, 3, 1),
    (4, 3, 1),
    (24, 3, 1),
    (16, 4, 1),
    (17, 4, 1),
    (18, 4, 1),
    (19, 4, 1),
    (20, 3, 1),
    (9, 3, 1),
    (11, 3, 1),
    (24, 3, 1),
    (29, 3, 1),
    (4, 2, 1),
    (5, 5, 2),
    (17, 3, 1),
    (11, 4, 1),
    (29, 3, 1),
    (3, 0, 1),
    (14, 0, 1),
];

/// What an effect adds to damage (`eval_blow_effect`).
fn blow_effect(effect: u32, damage: i64, level: i64) -> i64 {
    match effect {
        2 | 65..=68 | 82 => damage + 5,
        11 | 20 | 27 | 101 | 151 => damage * 5 / 4 + 5,
        17..=19 | 22 | 23 | 74 | 75 | 100 | 110 | 145 => damage + 10,
        9 | 16 | 24 | 25 | 26 | 28 | 62 | 73 | 77..=80 | 94 | 112 => damage + 20,
        12 | 13 | 14 | 21 | 40 | 50 | 63 | 64 | 81 => damage + 30,
        76 | 83 => damage + 40,
        31 => damage + 50,
        85 | 86 => damage + 1000 / (level + 1),
        15 | 29 | 30 | 87 | 88 => damage + 2000 / (level + 1),
        84 => damage + 300,
        6 | 7 | 8 | 93 | 105 => 5,
        _ => damage,
    }
}

fn is_elemental(effect: u32) -> bool {
    (16..=20).contains(&effect)
}

/// Energy by speed, hasted where it can be.
fn energy(race: &Race) -> i64 {
    let speed = race.speed + if race.flags.has(HASTE) { 5 } else { 0 };
    i64::from(ENERGY[speed.clamp(0, 199) as usize])
}

/// The share of spells that succeed, in per cent.
fn success(level: i64) -> i64 {
    (75 + (level + 3) / 4).min(100)
}

/// The methods of blows by index.
pub struct Methods<'a>(pub &'a [Method]);

impl Methods<'_> {
    fn get(&self, index: u32) -> Option<&Method> {
        self.0.binary_search_by_key(&index, |method| method.index).ok().map(|at| &self.0[at])
    }

    /// Damage of a breath (`get_breath_dam`).
    fn breath(&self, index: u32, race: &Race) -> i64 {
        let hit_points = i64::from(race.hit_points as i16);
        let [divisor, most] = match self.get(index) {
            Some(method) if race.flags.has(POWERFUL) => [method.breath[2], method.breath[3]],
            Some(method) => [method.breath[0], method.breath[1]],
            None => [0, 0],
        };
        let damage = if divisor > 0 { hit_points / divisor } else { hit_points };
        if most > 0 { damage.min(most) } else { damage }
    }
}

/// A spell's damage before anything is known of how often it comes, and whether it is real damage.
fn spell_damage((set, bit): (usize, usize), race: &Race, methods: &Methods<'_>, level: i64) -> (i64, bool) {
    let (power, third) = (race.spell_power, level / 3);
    match (set, bit) {
        (0, FIRST_BREATH..) => {
            let (effect, mut factor, mut divisor) = BREATHS[bit - FIRST_BREATH];
            if is_elemental(effect) {
                factor *= 20;
                divisor *= level + 20;
            }
            let damage = blow_effect(effect, methods.breath(bit as u32, race) * factor / divisor, level);
            (if race.flags.has(POWERFUL) { damage * 8 / 7 } else { damage }, true)
        }
        (0, 0..=3) => (0, true),
        (1, _) => {
            let (effect, factor, divisor) = ATTACKS[bit];
            (blow_effect(effect, power * factor, level) / divisor, true)
        }
        WOUND if power > 75 => (225 + power - 75, true),
        WOUND => (power * 5 / 2, true),
        // MIND_BLAST
        (2, 18) => (power * 3 / 2, true),
        (2, _) => {
            let damage = match bit {
                // BLINK, FORGET, PROBE
                4 | 14 | 26 => third,
                // TELE_SELF_TO
                7 => 2 * level,
                // TELE_TO, DARKNESS, TRAPS, DISPEL, ILLUSION, HUNGER, SCARE, BLIND, CONF, SLOW
                8 | 12 | 13 | 17 | 19 | 25 | 27..=30 => level,
                // DRAIN_MANA
                15 => 40 + power,
                // HOLD
                31 => 25,
                _ => return (0, false),
            };
            (if race.flags.has(POWERFUL) { damage * 3 / 2 } else { damage }, false)
        }
        (3, _) => {
            let (damage, grows) = match bit {
                0 => (2 * level + 20, true),
                1 => (level / 2 + 10, false),
                2 | 5 => (level / 5 + 10, false),
                3 => (level * 2 / 5 + 10, true),
                4 => (level * 4 / 5 + 20, true),
                6 => (level * 2 / 5 + 20, false),
                7 => (level / 5 + 5, true),
                8 | 11 => (level / 5 + 10, true),
                9 => (level / 2 + 10, true),
                10 => (level + 15, true),
                12..=14 => (level / 2 + 20, true),
                15 => (third + 10, true),
                16 => (level * 3 / 4 + 20, true),
                20 | 24 | 29 => (level * 3 / 2 + 20, true),
                21 | 30 => (level * 4 + 30, true),
                22 => (third + 10, false),
                23 => (level / 5 + 5, false),
                25 => (level * 3 + 30, true),
                27 => (level * 3 + 40, true),
                28 => (level * 5 + 50, true),
                31 => (level * 9 / 2 + 30, true),
                _ => (0, true),
            };
            (if grows { damage + damage * energy(race) / 10 } else { damage }, false)
        }
        _ => (0, false),
    }
}

/// The greatest threat of a race so far: the most damage of one attack, as the program keeps it in 16 bits
/// (`highest_threat`). Only levels that it computes itself are made of it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Threat(pub(super) i16);

impl Threat {
    /// Takes an attack's damage, times how many attack at once (`threat_mod`), where it is more.
    fn raise(&mut self, race: &Race, damage: i64, is_ranged: bool) {
        let mut damage = damage;
        if race.flags.has(FRIENDS) {
            damage *= if is_ranged { 3 } else { 2 };
        } else if race.flags.has(FRIEND) && is_ranged {
            damage = damage * 3 / 2;
        }
        if race.flags.has(MULTIPLY) {
            damage += damage * energy(race) / 5;
        }
        if damage > i64::from(self.0) {
            self.0 = damage as i16;
        }
    }
}

/// The most damage that spells do in ten rounds, and the most of real damage.
fn spells(race: &Race, methods: &Methods<'_>, level: i64, threat: &mut Threat) -> (i64, i64) {
    let (mut most, mut real) = (0, 0);
    for set in 0..4 {
        let word = race.flags.set(4 + set);
        if word == 0 || (set == 0 && (word <= 8 || word == 0x40 || word == 0x80)) {
            continue;
        }
        for bit in 0..32 {
            if word >> bit & 1 == 0 {
                // This counts where a greater threat didn't fit into its 16 bits.
                threat.raise(race, 0, true);
                continue;
            }
            let (damage, is_real) = spell_damage((set, bit), race, methods, level);
            threat.raise(race, damage, true);
            let mut damage = damage * 10;
            if set > 0 && !race.flags.has(STUPID) {
                damage = damage * success(level) / 100;
            }
            // Without ammunition the program takes the least frequency for all.
            damage = damage * 10 / 100;
            most = most.max(damage);
            if is_real {
                real = real.max(damage);
            }
        }
    }
    (most, real)
}

/// What a ranged blow does, by how often it comes.
fn ranged(race: &Race, (blow, method): (Blow, &Method), damage: i64, level: i64, threat: &mut Threat) -> i64 {
    let [base, gain, levels] = method.range;
    let range = base + if levels > 0 { gain * level / levels } else { 0 };
    let mut ammunition = if method.ammunition > 0 { level } else { 0 };
    let mut damage = damage;
    if is_elemental(blow.effect) {
        damage = damage * 20 / (level + 20);
    }
    threat.raise(race, damage, true);
    if race.flags.has(ARCHER) {
        ammunition *= 2;
    }
    if method.flags & MISS != 0 && !race.flags.has(NEVER_MISS) {
        damage = damage * (45 + level * 3).min(95) / 100;
    }
    if race.flags.has_any(&[KILL_WALL, PASS_WALL]) || range >= 7 {
        damage *= 10;
    } else {
        damage = damage * (3 + range) + damage * energy(race) / (13 - range);
    }
    let mut often = race.innate.min(ammunition * 5);
    if method.mana != 0 {
        let affordable = race.mana * 10 / method.mana;
        often = if race.flags.has(ADD_MANA) && often > affordable {
            i64::midpoint(often, affordable)
        } else {
            often.min(affordable)
        };
    }
    often = often.max(10);
    if blow.method == AURA {
        often += 100;
    }
    damage * often / 100
}

/// The most damage in ten rounds, times ten (`eval_max_dam`). It raises the race's threat too.
pub(super) fn most_damage(race: &Race, methods: &Methods<'_>, threat: &mut Threat) -> i64 {
    let has = |flag| race.flags.has(flag);
    let (level, energy) = (race.level.max(1), energy(race));
    let (mut spell, real) = spells(race, methods, level, threat);
    let mut melee = 0;
    for blow in race.blows.iter().filter(|blow| blow.method != 0) {
        let Some(method) = methods.get(blow.method) else { continue };
        let mut damage = blow_effect(blow.effect, blow.dice * (blow.sides + 1), level);
        damage = match (method.flags & STUN != 0, method.flags & CUTS != 0) {
            (true, true) => damage * 5 / 4,
            (true, false) => damage * 4 / 3,
            (false, _) => damage * 7 / 5,
        };
        if method.flags & MELEE != 0 && !has(NEVER_BLOW) {
            melee += damage;
        }
        if method.flags & RANGED != 0 {
            damage = ranged(race, (*blow, method), damage, level, threat);
            spell = spell.max(damage);
        }
        if blow.method == AURA {
            melee += 2 * damage;
        }
    }
    if !has(NEVER_MOVE) || has(MULTIPLY) {
        threat.raise(race, melee, false);
    }
    if has(INVISIBLE) {
        threat.0 = (i32::from(threat.0) * 3 / 2) as i16;
    }
    if has(KILL_WALL) || has(PASS_WALL) {
        melee *= 10;
    } else if has(HUGE) || ((has(INVISIBLE) || has(INVIS)) && has(COLD_BLOOD)) {
        melee = melee * 3 + melee * energy / 11;
    } else {
        melee = melee * 3 + melee * energy / 12;
    }
    if !has(NEVER_MISS) {
        let skill = level + if has(BLESS) { 5 } else { 0 } + if has(BERSERK) { 12 } else { 0 };
        melee = melee * (45 + skill * 3).min(95) / 100;
    }
    if !has(MULTIPLY) {
        if has(RAND_25) || has(RAND_50) {
            let steady = 100 - if has(RAND_25) { 25 } else { 0 } - if has(RAND_50) { 50 } else { 0 };
            melee = melee * (steady + (100 - steady) / 8) / 100;
        }
        if has(NEVER_MOVE) {
            if race.flags.has_any(&[TELE_TO, TELE_SELF_TO, BLINK]) {
                melee = melee / 5 + 4 * melee * race.spell / 500;
                if !has(STUPID) {
                    melee = melee / 5 + 4 * melee * success(level) / 500;
                }
            } else if has(HAS_AURA) || (has(INVISIBLE) && has(COLD_BLOOD)) {
                melee /= 3;
            } else {
                melee /= 5;
            }
        }
    }
    melee = melee.max(1);
    let mut damage = real.max(melee).max(1);
    if damage < spell {
        damage = spell.min(2 * damage);
    }
    (damage * energy / 10).max(3)
}

/// How much of a race's hit points its defences are worth (`eval_hp_adjust`).
pub(super) fn worth_of_hit_points(race: &Race) -> i64 {
    let has = |flag| race.flags.has(flag);
    let count = |flags: &[RaceFlag]| flags.iter().filter(|flag| race.flags.has(**flag)).count() as i64;
    let raw = race.hit_points;
    let (mut points, level) = (raw, race.level);
    if has(NEVER_MOVE) && race.innate == 0 && race.spell == 0 {
        points = (points / 2).max(1);
    }
    if has(HEAL) {
        points = points * 6 / 5;
    } else if has(CURE) {
        points = points * 15 / 14;
    }
    if has(REGENERATE) {
        points = points * 10 / 9;
    }
    if has(PASS_WALL) {
        points = points * 3 / 2;
    } else if has(WRAITHFORM) {
        points = points * 6 / 5;
    }
    let hidden = if has(EMPTY_MIND) { 2 } else { count(&[COLD_BLOOD, WEIRD_MIND]) };
    if has(INVISIBLE) {
        points = points * (level + hidden + 1) / level.max(1);
    }
    if has(INVIS) {
        points = points * (level + hidden) / level.max(1);
    }
    if race.flags.has_any(&[TPORT, TELE_AWAY, TELE_LEVEL]) {
        points = points * 6 / 5;
    }
    if has(MULTIPLY) {
        points = (3 + 3 * points) * energy(race) / 10;
    }
    let mut ac = race.armor_class;
    if has(WARRIOR) {
        ac = ac * 4 / 3;
    }
    ac +=
        [(SHIELD, 25), (BLESS, 5), (BERSERK, -5)].iter().filter(|(flag, _)| has(*flag)).map(|(_, by)| by).sum::<i64>();
    ac = ac.min(150);
    let either = |one, whole: i64, other, part: i64| {
        if has(one) {
            whole
        } else if has(other) {
            part
        } else {
            0
        }
    };
    ac += either(IM_EDGED, 500, RES_EDGED, 200) + either(IM_BLUNT, 500, RES_BLUNT, 200);
    if has(HUGE) {
        ac += 300;
    }
    let mut resists = 1 + 2 * count(&[IM_ACID, IM_FIRE, IM_COLD, IM_ELEC, IM_POIS]);
    if has(OPPOSE_ELEM) {
        resists = match resists {
            ..5 => 5,
            5..10 => resists + 1,
            _ => resists,
        };
    }
    resists += either(IM_EDGED, 5, RES_EDGED, 2) + either(IM_BLUNT, 5, RES_BLUNT, 2);
    if has(EVASIVE) {
        resists += 8;
    }
    resists *= match resists {
        12.. => 6,
        10.. => 4,
        8.. => 3,
        6.. => 2,
        _ => 1,
    };
    for (flag, part) in [(HURT_LITE, 2), (MUST_FLY, 2), (MUST_SWIM, 3)] {
        if has(flag) {
            resists /= part;
        }
    }
    if resists >= 6 {
        resists -= i64::from(!has(NO_STUN)) + i64::from(!has(NO_CUTS));
    }
    if resists >= 3 {
        resists += count(&[RES_DARK, RES_LITE]);
    }
    ac += 10 * resists;
    if resists >= 3 {
        ac -= 10 * count(&[ORC, TROLL, GIANT]) + 30 * count(&[DRAGON, DEMON, UNDEAD]) + 20 * count(&[EVIL]);
        ac -= if race.flags.has_any(&[ANIMAL, INSECT, PLANT]) { 20 } else { 0 };
        ac -= 10 * count(&[MAN, ELF, DWARF]);
    }
    if resists >= 6 {
        resists -= count(&[HURT_ROCK, HURT_WATER]);
        // The program looks for RES_BLIND in another set, where its bit is that of animals.
        let lacking = [(NO_SLEEP, 3), (NO_FEAR, 2), (NO_CONF, 2), (NO_SLOW, 2), (ANIMAL, 2), (RES_TPORT, 2)];
        resists -= lacking.iter().filter(|(flag, _)| !has(*flag)).map(|(_, by)| by).sum::<i64>();
        resists = resists.max(5);
    }
    if resists >= 3 {
        resists += count(&[RES_CHAOS, RES_WATER, RES_NETHR, RES_LAVA, RES_NEXUS, RES_DISEN]);
    }
    resists *= 25;
    if has(RES_MAGIC) {
        resists += 40 + level;
    }
    ac = ac.max(0);
    points += points * resists.min(ac) / (150 + level);
    points += (raw + resists / 3) / 4;
    points.max(1)
}

/// A number times how many more there are of a race that multiplies.
fn multiplied(number: i64, race: &Race) -> i64 {
    let has = |flag| race.flags.has(flag);
    let energy = energy(race);
    if has(KILL_WALL) || has(PASS_WALL) {
        number.saturating_mul(energy)
    } else if has(OPEN_DOOR) || has(BASH_DOOR) {
        number.saturating_mul(energy * 3) / 2
    } else {
        number.saturating_mul(energy) / 2
    }
}

/// Deepest level that sums are kept for.
const LEVELS: usize = 128;

/// Hit points, damage and numbers of all races that may be met at a level, by level.
pub(super) struct LevelSums {
    points: [i64; LEVELS],
    damage: [i64; LEVELS],
    count: [i64; LEVELS],
}

impl LevelSums {
    pub(super) fn new() -> LevelSums {
        LevelSums { points: [0; LEVELS], damage: [0; LEVELS], count: [0; LEVELS] }
    }

    /// Adds a race at its level and all deeper ones, and returns its power before it is divided.
    pub(super) fn add(&mut self, race: &Race, (mut hp, mut dam): (i64, i64)) -> i64 {
        let has = |flag| race.flags.has(flag);
        let scale = match race.level {
            55.. => 1000,
            50.. => 100,
            40.. => 10,
            _ => 1,
        };
        hp /= scale;
        dam /= scale;
        let mut power = hp.saturating_mul(dam);
        if !has(UNIQUE) {
            power = power.saturating_mul(if has(FRIEND) {
                2
            } else if has(FRIENDS) {
                5
            } else {
                1
            });
        }
        if has(MULTIPLY) {
            power = power.max(multiplied(power, race));
        }
        if has(UNIQUE) || race.rarity == 0 {
            return power;
        }
        let first = level_of(race);
        let last = if race.level == 0 { 0 } else { LEVELS - 1 };
        for level in first..=last {
            if [55, 50, 40].contains(&level) && race.level < level as i64 {
                hp /= 10;
                dam /= 10;
            }
            let mut often = if has(FRIEND) {
                20
            } else if has(FRIENDS) {
                50
            } else {
                10
            };
            if has(MULTIPLY) {
                often *= multiplied(1, race).max(1);
            }
            if race.rarity > often {
                hp = hp * often / race.rarity;
                dam = dam * often / race.rarity;
                often = race.rarity;
            }
            self.points[level] += hp;
            self.damage[level] += dam;
            self.count[level] += often / race.rarity;
        }
        power
    }

    /// A race's power by the means of its level; `None` where there is nothing to compare it with.
    pub(super) fn power(&self, race: &Race, undivided: i64) -> Option<i64> {
        let level = level_of(race);
        let (points, damage, count) = (self.points[level], self.damage[level], self.count[level]);
        if points == 0 || damage == 0 || count == 0 {
            return None;
        }
        let mut power = undivided;
        for sum in [points, damage] {
            let mean = sum * 10 / count;
            if mean > 0 {
                power /= mean;
            }
        }
        Some(i64::from(power as i16).max(1))
    }
}

fn level_of(race: &Race) -> usize {
    race.level.clamp(0, LEVELS as i64 - 1) as usize
}

/// Computes the power of all races, which are by index without gaps.
pub fn evaluate(races: &mut [Race], methods: &Methods<'_>) {
    let mut sums = LevelSums::new();
    for race in races.iter_mut() {
        let worth = (worth_of_hit_points(race), most_damage(race, methods, &mut Threat::default()));
        race.power = sums.add(race, worth);
    }
    for race in races.iter_mut() {
        let undivided = race.power;
        race.power = sums.power(race, undivided).unwrap_or_else(|| i64::from(undivided as i16).max(1));
    }
}
