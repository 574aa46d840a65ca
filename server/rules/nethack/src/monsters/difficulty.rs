//! How hard a monster is: by it levels choose which may come.

use super::model::MonsterKind;

// Kinds of attacks and of damage (monattk.h).
const BREATH: i64 = 12;
const SPIT: i64 = 10;
const GAZE: i64 = 15;
const WEAPON: i64 = 254;
const MAGIC: i64 = 255;
const PHYSICAL: i64 = 0;
const DRAIN_LIFE: i64 = 15;
const PETRIFY: i64 = 18;
const POISON: i64 = 7;
const DRAIN_DEXTERITY: i64 = 30;
const DRAIN_CONSTITUTION: i64 = 31;
const LYCANTHROPY: i64 = 29;
/// `M2_STRONG`.
const STRONG: i64 = 0x0400_0000;

/// The difficulty that the program computes for versions that don't have it in their table (makedefs.c, `mstrength`).
pub fn difficulty(monster: &MonsterKind) -> i64 {
    let (level, geno) = (monster.level.value, monster.geno.value);
    let strength = if level > 49 { 2 * (level - 6) / 4 } else { level };
    let attacks = &monster.attacks;
    let is_ranged = |sort: i64| sort >= WEAPON || [BREATH, SPIT, GAZE].contains(&sort);
    let mut extra = i64::from(geno & super::model::SMALL_GROUP != 0);
    extra += 2 * i64::from(geno & super::model::LARGE_GROUP != 0);
    extra += i64::from(attacks.iter().any(|attack| is_ranged(attack.sort.value)));
    extra += i64::from(monster.armor_class.value < 4) + i64::from(monster.armor_class.value < 0);
    extra += i64::from(monster.speed.value >= 18);
    for attack in attacks {
        let sort = attack.sort.value;
        extra += i64::from(sort > 0) + i64::from(sort == MAGIC);
        extra += i64::from(sort == WEAPON && monster.flags[1].value & STRONG != 0);
    }
    for attack in attacks {
        let damage = attack.damage.value;
        let is_lasting =
            [DRAIN_LIFE, PETRIFY, POISON, DRAIN_DEXTERITY, DRAIN_CONSTITUTION, LYCANTHROPY].contains(&damage);
        extra += if is_lasting { 2 } else { i64::from(damage != PHYSICAL && monster.name != "grid bug") };
        extra += i64::from(attack.dice.value * attack.sides.value > 23);
    }
    if monster.name == "leprechaun" {
        extra -= 2;
    }
    let difficulty = match extra {
        0 => strength - 1,
        6.. => strength + extra / 2,
        _ => strength + extra / 3 + 1,
    };
    difficulty.max(0)
}
