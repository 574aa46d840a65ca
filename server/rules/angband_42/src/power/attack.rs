//! What an item is worth to those who fight with it: damage, blows, shots, slays and brands, to-hit.

use super::{
    super::tables::tval::{self, ARROW, BOLT, BOW, SHOT},
    CodeSet, INHIBITED, PowerItem, PowerTables,
};
use affixboard_model::game::Worth;

/// Power of a point of damage and of to-hit; both are halved.
const DAMAGE: i64 = 5;
const TO_HIT: i64 = 3;
/// Blows in a turn that are reckoned with.
const BLOWS: i64 = 5;
/// Damage without a weapon that is reckoned with: of each extra blow, and of what helps in combat.
const BLOW_DAMAGE: i64 = 15;
const COMBAT_DAMAGE: i64 = 12;
/// Modifiers from these on no item may have: blows, shots, might.
const TOO_MANY: [i32; 3] = [3, 21, 4];

/// What launchers and ammunition of a sort are taken to have (`archery`), by shots, arrows and bolts.
struct Archery {
    /// The damage of ammunition.
    ammo: i64,
    /// The to-dam of a launcher.
    launcher: i64,
    /// Twice a launcher's multiplier.
    twice_multiplier: i64,
}

const ARCHERY: [Archery; 3] = [
    Archery { ammo: 10, launcher: 9, twice_multiplier: 4 },
    Archery { ammo: 12, launcher: 9, twice_multiplier: 5 },
    Archery { ammo: 14, launcher: 9, twice_multiplier: 7 },
];

/// Positions among the modifiers.
const MODIFIERS: [usize; 3] = [10, 11, 12];

/// Adds all of it; false where the item has more than any may have, of which nothing further counts.
pub(super) fn add(worth: &mut Worth, item: &PowerItem, tables: &PowerTables) -> bool {
    let [to_hit, to_dam, _] = item.bonuses.map(i64::from);
    let is_launcher = item.tval == BOW;
    let is_ammo = (SHOT..=BOLT).contains(&item.tval);
    let is_weapon = is_ammo || tval::MELEE.contains(&item.tval);
    worth.add("to-dam", to_dam * DAMAGE / 2);
    if !is_launcher && !is_weapon {
        worth.add("to-dam of what is no weapon", to_dam * DAMAGE);
    }
    let [blows, shots, might] = MODIFIERS.map(|at| item.modifiers[at]);
    let helps = item.codes != CodeSet::default() || blows > 0 || shots > 0 || might > 0;
    let dice = match item {
        _ if is_weapon => i64::from(item.dice) * (i64::from(item.sides) + 1) * DAMAGE / 4,
        _ if !is_launcher && helps => COMBAT_DAMAGE * DAMAGE,
        _ => 0,
    };
    worth.add(if is_weapon { "dice" } else { "helping in combat" }, dice);
    let launcher = item.launcher.filter(|_| is_launcher).unwrap_or_default();
    if let Some(archery) = launcher.shoots.and_then(|at| ARCHERY.get(at)) {
        worth.add("its ammunition", archery.ammo * DAMAGE / 2);
    }
    if is_ammo {
        let archery = &ARCHERY[match item.tval {
            ARROW => 1,
            BOLT => 2,
            _ => 0,
        }];
        if item.is_ego {
            worth.add("to-dam of its launcher", archery.launcher * DAMAGE / 2);
        }
        worth.raise_to(
            "multiplier of its launcher, by five blows",
            worth.total() * archery.twice_multiplier / (2 * BLOWS),
        );
    }
    add_blows(worth, blows)
        && add_shots(worth, shots)
        && add_might(worth, might, if is_launcher { launcher.multiplier } else { 1 })
        && {
            add_codes(worth, &item.codes, tables, dice);
            if is_launcher {
                worth.raise_to("one shot for five blows", worth.total() / BLOWS);
            }
            worth.add("to-hit", to_hit * TO_HIT / 2);
            true
        }
}

/// Whether there isn't more than any item may have.
fn is_allowed(worth: &Worth) -> bool {
    worth.total() <= INHIBITED
}

fn add_blows(worth: &mut Worth, blows: i32) -> bool {
    if blows >= TOO_MANY[0] {
        worth.add("more blows than allowed", INHIBITED);
    } else if blows != 0 {
        let blows = i64::from(blows);
        worth.raise_to("blows", worth.total() * (BLOWS + blows) / BLOWS);
        worth.add("blows without a weapon", BLOW_DAMAGE * blows * DAMAGE / 2);
    }
    is_allowed(worth)
}

fn add_shots(worth: &mut Worth, shots: i32) -> bool {
    if shots >= TOO_MANY[1] {
        worth.add("more shots than allowed", INHIBITED);
    } else if shots > 0 {
        worth.raise_to("shots", worth.total() * (10 + i64::from(shots)) / 10);
    }
    is_allowed(worth)
}

fn add_might(worth: &mut Worth, might: i32, multiplier: i32) -> bool {
    if might >= TOO_MANY[2] {
        worth.add("more might than allowed", INHIBITED);
    } else {
        let times = i64::from(multiplier) + i64::from(might);
        worth.raise_to(format!("multiplier × {times}"), worth.total() * times);
    }
    is_allowed(worth)
}

/// Adds slays and brands, of an item with this power of dice.
fn add_codes(worth: &mut Worth, codes: &CodeSet, tables: &PowerTables, dice: i64) {
    let brands = codes.brands.iter().filter_map(|at| tables.brands.get(*at));
    let slays = codes.slays.iter().filter_map(|at| tables.slays.get(*at));
    if brands.clone().chain(slays.clone()).next().is_none() {
        return;
    }
    let best = brands.clone().chain(slays.clone()).map(|one| i64::from(one.power)).max().unwrap_or(0).max(1);
    worth.add("the best slay or brand", dice * dice * (best - 100) / 2500);
    let brands = brands.count() as i64;
    let all = slays.clone().count() as i64;
    let kills = slays.filter(|slay| slay.multiplier > 3).count() as i64;
    let slays = all - kills;
    let of = |times: i64| times * dice / (DAMAGE * 5);
    if slays > 1 {
        worth.add("several slays", of(slays * slays));
    }
    if brands > 1 {
        worth.add("several brands", of(2 * brands * brands));
    }
    if slays > 0 && brands > 0 {
        worth.add("slays and brands", of(slays * brands));
    }
    if kills > 1 {
        worth.add("several strong slays", of(3 * kills * kills));
    }
    if slays == 8 {
        worth.add("all slays", 10);
    }
    if brands == 5 {
        worth.add("all brands", 20);
    }
    if kills == 3 {
        worth.add("all strong slays", 20);
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{CodeWorth, Launcher, tests::terms},
        *,
    };

    const SWORD: u16 = 9;
    const RING: u16 = 21;

    fn of(item: &PowerItem, tables: &PowerTables) -> (Worth, bool) {
        let mut worth = Worth::default();
        let goes_on = add(&mut worth, item, tables);
        (worth, goes_on)
    }

    fn with(modifier: usize, points: i32) -> [i32; 16] {
        let mut modifiers = [0; 16];
        modifiers[modifier] = points;
        modifiers
    }

    /// A 2d5 sword (+4,+9): 9 · 5 / 2 = 22, 2 · 6 · 5 / 4 = 15, 4 · 3 / 2 = 6.
    #[test]
    fn swords() {
        let sword = PowerItem { tval: SWORD, bonuses: [4, 9, 0], dice: 2, sides: 5, ..PowerItem::default() };
        let (worth, goes_on) = of(&sword, &PowerTables::empty());
        assert_eq!(terms(&worth), [("to-dam", 22), ("dice", 15), ("to-hit", 6)]);
        assert!(goes_on);
        // With a blow: 37 · 6 / 5 = 44, and 15 · 1 · 5 / 2 = 37.
        let fast = PowerItem { modifiers: with(10, 1), ..sword.clone() };
        let expected = [("to-dam", 22), ("dice", 15), ("blows", 7), ("blows without a weapon", 37), ("to-hit", 6)];
        assert_eq!(terms(&of(&fast, &PowerTables::empty()).0), expected);
        let (worth, goes_on) = of(&PowerItem { modifiers: with(10, 3), ..sword }, &PowerTables::empty());
        assert_eq!((worth.total(), goes_on), (20_037, false));
    }

    /// 5 · 5 / 2 = 12 and 5 · 5 = 25; with shots 12 · 5 = 60 as well, and 97 · 13 / 10 = 126.
    #[test]
    fn rings() {
        let ring = PowerItem { tval: RING, bonuses: [0, 5, 0], ..PowerItem::default() };
        let expected = [("to-dam", 12), ("to-dam of what is no weapon", 25)];
        assert_eq!(terms(&of(&ring, &PowerTables::empty()).0), expected);
        let (worth, _) = of(&PowerItem { modifiers: with(11, 3), ..ring }, &PowerTables::empty());
        assert_eq!(terms(&worth)[2..], [("helping in combat", 60), ("shots", 29)]);
    }

    /// A long bow × 3 (+8,+9) with 2 might: (22 + 30) · 5 = 260, / 5 = 52, and 12.
    #[test]
    fn bows() {
        let launcher = Some(Launcher { shoots: Some(1), multiplier: 3 });
        let bow = PowerItem { tval: BOW, bonuses: [8, 9, 0], launcher, modifiers: with(12, 2), ..PowerItem::default() };
        let expected = [
            ("to-dam", 22),
            ("its ammunition", 30),
            ("multiplier × 5", 208),
            ("one shot for five blows", -208),
            ("to-hit", 12),
        ];
        assert_eq!(terms(&of(&bow, &PowerTables::empty()).0), expected);
        let (worth, goes_on) = of(&PowerItem { modifiers: with(12, 4), ..bow }, &PowerTables::empty());
        assert_eq!((worth.total(), goes_on), (20_052, false));
    }

    /// A 1d9 arrow (+0,+3): 7 + 1 · 10 · 5 / 4 = 19, · 5 / 10 = 9; of an ego 22 more: 41 · 5 / 10 = 20.
    #[test]
    fn arrows() {
        let arrow = PowerItem { tval: ARROW, bonuses: [0, 3, 0], dice: 1, sides: 9, ..PowerItem::default() };
        assert_eq!(of(&arrow, &PowerTables::empty()).0.total(), 9);
        assert_eq!(of(&PowerItem { is_ego: true, ..arrow.clone() }, &PowerTables::empty()).0.total(), 20);
        // Shots have 4, bolts 7.
        assert_eq!(of(&PowerItem { tval: SHOT, ..arrow.clone() }, &PowerTables::empty()).0.total(), 7);
        assert_eq!(of(&PowerItem { tval: BOLT, ..arrow }, &PowerTables::empty()).0.total(), 13);
    }

    /// Dice of 45 and the powers of 4.2.5's files: acid 161, evil 200, dragons 110 at × 5, and so on.
    #[test]
    fn slays_and_brands() {
        let code = |multiplier, power| CodeWorth { multiplier, power, ..CodeWorth::default() };
        let slays = vec![code(2, 200), code(3, 101), code(5, 110), code(5, 120), code(5, 130)];
        let tables = PowerTables { slays, brands: vec![code(3, 161), code(3, 116)], ..PowerTables::empty() };
        // 4d8: 4 · 9 · 5 / 4 = 45.
        let item = |slays: &[usize], brands: &[usize]| PowerItem {
            tval: SWORD,
            dice: 4,
            sides: 8,
            codes: CodeSet { slays: slays.to_vec(), brands: brands.to_vec() },
            ..PowerItem::default()
        };
        let found = |slays: &[usize], brands: &[usize]| -> Vec<i64> {
            of(&item(slays, brands), &tables).0.terms.into_iter().map(|term| term.points).collect()
        };
        // 2025 · 61 / 2500 = 49.
        assert_eq!(found(&[], &[0]), [45, 49]);
        // 2025 · 100 / 2500 = 81; 4 · 45 / 25 = 7; 8 · 45 / 25 = 14; 4 · 45 / 25 = 7.
        assert_eq!(found(&[0, 1], &[0, 1]), [45, 81, 7, 14, 7]);
        // 2025 · 30 / 2500 = 24; 27 · 45 / 25 = 48; all three.
        assert_eq!(found(&[2, 3, 4], &[]), [45, 24, 48, 20]);
    }
}
