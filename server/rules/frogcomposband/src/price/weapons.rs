//! Prices of what one hits with, and of missiles (`weapon_cost`, `ammo_cost`).

use super::{
    super::{
        flags::{Flag, named as f},
        items::{POISON_NEEDLE, RUNESWORD},
        stats::FrogKind,
        tables::{artifact, ego, tval},
    },
    finish::finish,
    item::PricedItem,
    properties::{abilities, add_auras, add_modified, add_searching, add_speed},
    resistances::resistances,
    running::{Running, cut},
};

/// A slay or brand, and what it adds to damage on average.
type Slay = (Flag, f64);

/// Slays and brands, the best first; what stands second in a pair counts where there isn't the first.
const SLAYS: [(Slay, Option<Slay>); 17] = [
    ((f::KILL_EVIL, 2.5 * 0.8), Some((f::SLAY_EVIL, 1.0 * 0.8))),
    ((f::KILL_UNDEAD, 4.0 * 0.1), Some((f::SLAY_UNDEAD, 2.0 * 0.1))),
    ((f::KILL_DEMON, 4.0 * 0.15), Some((f::SLAY_DEMON, 2.0 * 0.15))),
    ((f::KILL_LIVING, 2.5 * 0.7), Some((f::SLAY_LIVING, 1.0 * 0.7))),
    ((f::KILL_GOOD, 2.5 * 0.1), Some((f::SLAY_GOOD, 1.0 * 0.1))),
    ((f::BRAND_ACID, 1.5 * 0.15), None),
    ((f::BRAND_ELEC, 1.5 * 0.15), None),
    ((f::BRAND_FIRE, 1.5 * 0.1), None),
    ((f::BRAND_COLD, 1.5 * 0.1), None),
    ((f::BRAND_DARK, 3.0 * 0.1), None),
    ((f::KILL_DRAGON, 4.0 * 0.1), Some((f::SLAY_DRAGON, 2.0 * 0.1))),
    ((f::KILL_HUMAN, 3.0 * 0.1), Some((f::SLAY_HUMAN, 1.5 * 0.1))),
    ((f::KILL_GIANT, 4.0 * 0.075), Some((f::SLAY_GIANT, 2.0 * 0.075))),
    ((f::BRAND_POIS, 1.5 * 0.075), None),
    ((f::KILL_ORC, 4.0 * 0.01), Some((f::SLAY_ORC, 2.0 * 0.01))),
    ((f::KILL_TROLL, 4.0 * 0.1), Some((f::SLAY_TROLL, 2.0 * 0.1))),
    ((f::KILL_ANIMAL, 3.0 * 0.2), Some((f::SLAY_ANIMAL, 1.5 * 0.2))),
];
/// What each slay or brand counts in proportion to the one before.
const EACH_NEXT: f64 = 0.7;
/// The club that takes two hands though it is light: among hafted weapons.
const BASEBALL_BAT: u8 = 51;

/// Damage of dice on average.
fn average(dice: [u8; 2]) -> f64 {
    let [dice, sides] = dice.map(f64::from);
    dice * (sides + 1.0) / 2.0
}

/// By how much slays, brands and the like multiply the damage of dice.
fn multiplier(item: &PricedItem) -> f64 {
    let has = |flag| item.flags.has(flag);
    let (mut sum, mut count) = (1.0, 0);
    for (best, lesser) in SLAYS {
        if let Some((_, adds)) = Some(best).filter(|slay| has(slay.0)).or(lesser.filter(|slay| has(slay.0))) {
            sum += (0..count).fold(adds, |adds, _| adds * EACH_NEXT);
            count += 1;
        }
    }
    if has(f::BRAND_CHAOS) {
        sum += 0.2;
    }
    if has(f::BRAND_VAMP) {
        sum += 0.1;
    }
    if item.artifact == artifact::ETERNAL_BLADE {
        sum += 1.0 * 0.8;
    }
    if has(f::BRAND_MANA) {
        sum = (sum * 1.50 + 1.0) * 0.25 + sum * 0.75;
    }
    if has(f::VORPAL2) {
        sum *= 1.67;
    } else if has(f::VORPAL) {
        sum *= 1.22;
    }
    if has(f::STUN) {
        sum *= 1.18;
    }
    sum
}

/// Adds what the damage costs: beyond that of the kind's own dice, and in all.
fn add_damage(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let base = average(kind.dice);
    let mut damage = (average(item.dice) * multiplier(item) + f64::from(item.bonuses[1])).max(1.0);
    if item.flags.has(f::BLOWS) {
        damage += (damage + 40.0) * f64::from(item.pval) / 10.0;
    }
    let beyond = damage - base;
    let gold = cut(beyond * 100.0)? + cut(beyond * beyond * 5.0)? + cut(damage * damage * damage * 0.2)?;
    sum.add(format!("{damage:.1} points of damage, of which the kind's dice give {base:.1}"), gold);
    Some(())
}

/// The price of a weapon to hit with.
pub(super) fn weapon(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    match kind.place() {
        (tval::SWORD, POISON_NEEDLE) => {
            sum.add("hidden powers", 2500);
            return Some(());
        }
        (tval::SWORD, RUNESWORD) => {
            sum.add("it can't be sold", 1);
            return Some(());
        }
        _ => {}
    }
    add_damage(sum, item, kind)?;
    for (flag, what, gold) in
        [(f::BRAND_VAMP, "drains life", 3000), (f::IMPACT, "makes earthquakes", 250), (f::BRAND_WILD, "wild", 10_000)]
    {
        sum.add(what, if item.flags.has(flag) { gold } else { 0 });
    }
    let [to_hit, _, to_ac] = item.bonuses.map(i64::from);
    sum.add("to-hit", if to_hit <= 10 { 100 * to_hit } else { 10 * to_hit * to_hit });
    sum.add("resistances", resistances(&item.flags)? * 7 / 10);
    sum.add("abilities", abilities(&item.flags)?);
    add_speed(sum, item);
    add_modified(sum, item)?;
    add_searching(sum, item, if kind.tval == tval::DIGGER && item.pval <= 2 { 150 } else { 1000 });
    add_auras(sum, &item.flags)?;
    sum.add("to-ac", 500 * to_ac);
    let needs_two_hands =
        item.weight > 99 || kind.tval == tval::POLEARM || kind.place() == (tval::HAFTED, BASEBALL_BAT);
    // Missiles are no weapons to hold.
    if kind.tval >= tval::DIGGER && item.artifact != artifact::MJOLLNIR && needs_two_hands {
        sum.add("two hands", 75);
    }
    sum.add("weight", i64::from((item.weight - 20).max(0)));
    finish(sum, item, kind)
}

/// The price of a missile: a twenty-fifth of what it would cost as a weapon.
pub(super) fn missile(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    weapon(sum, item, kind)?;
    sum.scale("used up", 1, 25);
    let by_ego = match item.ego {
        ego::ENDURANCE => 200,
        ego::EXPLODING => 50,
        ego::RETURNING => 150,
        _ => 0,
    };
    sum.add("the ego", by_ego);
    if sum.total() == 0 {
        sum.add("at least", 1);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{super::super::flags::FlagBits, *};

    fn sword(dice: [u8; 2]) -> FrogKind {
        FrogKind { tval: tval::SWORD, sval: 4, dice, ..FrogKind::default() }
    }

    fn price(item: &PricedItem, kind: &FrogKind) -> i64 {
        super::super::price(item, kind).expect("a price").total()
    }

    /// A 2d5 of 6 points: 6³ / 5 = 43.2; with (+5, +4) 10 points, so 4 × 100 + 16 × 5 + 200 and 500 for to-hit.
    #[test]
    fn plain_weapons_by_hand() {
        let kind = sword([2, 5]);
        let plain = PricedItem { weight: 80, ..PricedItem::plain(&kind) };
        assert_eq!(price(&plain, &kind), (43 + 60 + 1) * 3 / 4);
        let good = PricedItem { bonuses: [5, 4, 0], ..plain };
        assert_eq!(price(&good, &kind), (400 + 80 + 200 + 500 + 60 + 1) * 3 / 4);
        let heavy = PricedItem { weight: 130, artifact: 1, ..good };
        assert_eq!(price(&heavy, &kind), 400 + 80 + 200 + 500 + 75 + 110);
        // To-hit beyond 10 counts by its square.
        assert_eq!(price(&PricedItem { bonuses: [12, 4, 0], ..heavy }, &kind), 400 + 80 + 200 + 1440 + 75 + 110);
    }

    /// 1 + 0.8, of the second 0.7 × 0.225.
    #[test]
    fn slays_count_less_the_more_there_are() {
        let flags = FlagBits::of_names(&["SLAY_EVIL", "BRAND_ACID", "KILL_UNDEAD", "SLAY_UNDEAD"]);
        let found = multiplier(&PricedItem { flags, ..PricedItem::default() });
        assert!((found - (1.0 + 0.8 + 0.4 * 0.7 + 0.225 * 0.49)).abs() < 1e-12, "{found}");
        let vorpal = FlagBits::of_names(&["VORPAL", "STUN"]);
        let found = multiplier(&PricedItem { flags: vorpal, ..PricedItem::default() });
        assert!((found - 1.22 * 1.18).abs() < 1e-12, "{found}");
    }

    #[test]
    fn missiles_and_special_swords() {
        let arrow = FrogKind { tval: 17, sval: 1, dice: [3, 4], ..FrogKind::default() };
        let plain = PricedItem::plain(&arrow);
        // 7.5³ / 5 = 84.375; (84 + 1) × 3 / 4 / 25.
        assert_eq!(price(&plain, &arrow), 2);
        assert_eq!(price(&PricedItem { ego: ego::RETURNING, ..plain }, &arrow), 152);
        let worst = PricedItem { bonuses: [-9, -9, 0], ..plain };
        assert_eq!(price(&worst, &arrow), 1);
        let needle = FrogKind { sval: POISON_NEEDLE, ..sword([1, 1]) };
        assert_eq!(price(&PricedItem::plain(&needle), &needle), 2500);
    }
}
