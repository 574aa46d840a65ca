//! What an item is worth to those who wear it: armour, modifiers, flags, elements, activation; and what curses take off.

use super::{super::tables::tval, FlagSort, INHIBITED, PowerItem, PowerTables};
use affixboard_model::{engine::flags::each, game::Worth};

/// Power of armour of any class, and of rings and amulets.
const ARMOUR: i64 = 1;
const JEWELRY: i64 = 4;
/// Power of a point of armour class and of to-ac; both are halved.
const AC: i64 = 2;
const TO_AC: i64 = 2;
/// To-ac beyond these counts more, and beyond the last no item may have it.
const HIGH_TO_AC: i64 = 26;
const VERY_HIGH_TO_AC: i64 = 36;
const TOO_HIGH_TO_AC: i64 = 56;
/// The most that a light weight multiplies armour class by, in per cent.
const LIGHTEST: i64 = 450;
/// What weightless armour is multiplied by.
const WEIGHTLESS: i64 = 5;

/// What the sum of all modifiers is worth, by tenths of it (`ability_power`).
const ABILITIES: [i64; 25] = [0, 0, 0, 0, 0, 0, 0, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36, 42, 48, 56, 64, 74, 84, 96, 110];

/// Several of a sort: factor of their square, how many are all, what all are worth more, name.
type Several = (i64, i64, i64, &'static str);

const FLAG_SETS: [(FlagSort, Several); 3] = [
    (FlagSort::Sustain, (1, 5, 10, "sustains")),
    (FlagSort::Protection, (3, 4, 15, "protections")),
    (FlagSort::Ability, (1, 8, 25, "abilities")),
];

/// Elements from this on are high ones.
const HIGH: usize = 4;
/// By whether they are high ones, the level of resistance, and what several are worth.
const ELEMENT_SETS: [(bool, i32, Several); 3] = [
    (false, 3, (6, 4, INHIBITED, "immunities")),
    (false, 1, (1, 4, 10, "low resistances")),
    (true, 1, (2, 9, 10, "high resistances")),
];

/// What an element is worth (`el_powers`): that it does no harm to the item, vulnerability, resistance, and immunity
/// beyond that.
const ELEMENTS: [(&str, [i64; 4]); 13] = [
    ("acid", [3, -6, 5, 38]),
    ("electricity", [1, -6, 6, 35]),
    ("fire", [3, -6, 6, 40]),
    ("cold", [1, -6, 6, 37]),
    ("poison", [0, 0, 28, 0]),
    ("light", [0, 0, 6, 0]),
    ("dark", [0, 0, 16, 0]),
    ("sound", [0, 0, 14, 0]),
    ("shards", [0, 0, 8, 0]),
    ("nexus", [0, 0, 15, 0]),
    ("nether", [0, 0, 20, 0]),
    ("chaos", [0, 0, 20, 0]),
    ("disenchantment", [0, 0, 20, 0]),
];

/// Adds all of it.
pub(super) fn add(worth: &mut Worth, item: &PowerItem, tables: &PowerTables) {
    add_armour(worth, item);
    if (tval::TRINKETS.start() + 1..=*tval::TRINKETS.end()).contains(&item.tval) {
        worth.add("jewelry", JEWELRY);
    }
    add_modifiers(worth, item, tables);
    add_flags(worth, item, tables);
    add_elements(worth, item);
    worth.add("activation", item.activation.into());
    for (curse, power) in item.curses.each() {
        if let Some((name, of_curse)) = tables.curses.get(curse) {
            worth.add(format!("curse: {name}"), tables.power(of_curse).total() - i64::from(power / 10));
        }
    }
}

fn add_armour(worth: &mut Worth, item: &PowerItem) {
    let (ac, to_ac, weight) = (i64::from(item.ac), i64::from(item.bonuses[2]), i64::from(item.weight));
    if ac != 0 {
        worth.add("being armour", ARMOUR);
        let own = ac * AC / 2;
        let by_weight = match weight {
            1.. => own * (750 * (ac + to_ac) / weight).min(LIGHTEST) / 100,
            _ => own * WEIGHTLESS,
        };
        worth.add("armour class, by weight", by_weight);
    }
    worth.add("to-ac", to_ac * TO_AC / 2);
    if to_ac > HIGH_TO_AC {
        worth.add("high to-ac", (to_ac - (HIGH_TO_AC - 1)) * TO_AC);
    }
    if to_ac > VERY_HIGH_TO_AC {
        worth.add("very high to-ac", (to_ac - (VERY_HIGH_TO_AC - 1)) * TO_AC * 2);
    }
    if to_ac >= TOO_HIGH_TO_AC {
        worth.add("more to-ac than allowed", INHIBITED);
    }
}

fn add_modifiers(worth: &mut Worth, item: &PowerItem, tables: &PowerTables) {
    let mut sum = 0;
    for (points, property) in item.modifiers.into_iter().zip(&tables.modifiers).filter(|one| one.0 != 0) {
        sum += i64::from(points) * i64::from(property.mult);
        worth.add(format!("{points:+} {}", property.name), i64::from(points) * property.on(item.tval));
    }
    match usize::try_from(sum / 10).ok().map(|tenths| ABILITIES.get(tenths)) {
        Some(Some(points)) => worth.add("many modifiers", *points),
        Some(None) => worth.add("more modifiers than allowed", INHIBITED),
        None => {}
    }
}

fn add_flags(worth: &mut Worth, item: &PowerItem, tables: &PowerTables) {
    let flags = || each(item.flags).filter_map(|flag| tables.flags.get(flag as usize));
    for flag in flags() {
        worth.add(flag.name.clone(), flag.on(item.tval));
    }
    for (sort, several) in FLAG_SETS {
        add_several(worth, flags().filter(|flag| flag.sort == Some(sort)).count() as i64, several);
    }
}

fn add_several(worth: &mut Worth, count: i64, (factor, all, more, name): Several) {
    if count > 1 {
        worth.add(format!("{count} {name}"), factor * count * count);
    }
    if count == all {
        worth.add(format!("all {name}"), more);
    }
}

fn add_elements(worth: &mut Worth, item: &PowerItem) {
    for (at, (name, [ignore, vulnerable, resistant, immune])) in ELEMENTS.into_iter().enumerate() {
        if item.ignores >> at & 1 == 1 {
            worth.add(format!("not harmed by {name}"), ignore);
        }
        match item.resistances[at] {
            -1 => worth.add(format!("vulnerable to {name}"), vulnerable),
            1 => worth.add(format!("resists {name}"), resistant),
            // Of the high elements immunity is worth what resistance is.
            3 if immune != 0 => worth.add(format!("immune to {name}"), immune + resistant),
            _ => {}
        }
    }
    for (is_high, least, several) in ELEMENT_SETS {
        let of_sort = item.resistances.iter().take(ELEMENTS.len()).enumerate();
        let count = of_sort.filter(|(at, level)| (*at >= HIGH) == is_high && **level >= least).count();
        add_several(worth, count as i64, several);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::value_data::CurseSet;
    use super::{
        super::{PropertyWorth, tests::terms},
        *,
    };

    const GLOVES: u16 = 11;
    const SOFT: u16 = 16;
    const LIGHT: u16 = 19;
    const AMULET: u16 = 20;

    fn of(item: &PowerItem, tables: &PowerTables) -> Worth {
        let mut worth = Worth::default();
        add(&mut worth, item, tables);
        worth
    }

    fn worth_of(name: &str, power: i32, mult: i32, sort: Option<FlagSort>) -> PropertyWorth {
        PropertyWorth { name: name.to_owned(), power, mult, sort, type_mult: Vec::new() }
    }

    /// Soft leather [8,+10] of 8 lb: 8 · 2 / 2 = 8, 750 · 18 / 80 = 168 %: 13. A cloak [1,+4] of 1 lb would be 375 %.
    #[test]
    fn armour_by_weight() {
        let armour = PowerItem { tval: SOFT, ac: 8, bonuses: [0, 0, 10], weight: 80, ..PowerItem::default() };
        let tables = PowerTables::empty();
        let expected = [("being armour", 1), ("armour class, by weight", 13), ("to-ac", 10)];
        assert_eq!(terms(&of(&armour, &tables)), expected);
        // At most 450 %, and five times of what has no weight.
        assert_eq!(of(&PowerItem { weight: 10, ..armour.clone() }, &tables).total(), 1 + 36 + 10);
        assert_eq!(of(&PowerItem { weight: 0, ..armour }, &tables).total(), 1 + 40 + 10);
    }

    #[test]
    fn high_bonuses() {
        let of_bonus = |to_ac| {
            of(&PowerItem { tval: SOFT, bonuses: [0, 0, to_ac], ..PowerItem::default() }, &PowerTables::empty()).total()
        };
        // 27 + (27 - 25) · 2; 37 + 12 · 2 + 2 · 4; 56 + 31 · 2 + 21 · 4 + 20000.
        assert_eq!([26, 27, 37, 56, -8].map(of_bonus), [26, 31, 69, 20_202, -8]);
    }

    /// By 4.2.5's strength (9, 13), dexterity (8, 10, twice on gloves) and constitution (12, 15).
    #[test]
    fn modifiers() {
        let mut tables = PowerTables::empty();
        tables.modifiers[0] = worth_of("strength", 9, 13, None);
        tables.modifiers[3] = PropertyWorth { type_mult: vec![(GLOVES, 2)], ..worth_of("dexterity", 8, 10, None) };
        tables.modifiers[4] = worth_of("constitution", 12, 15, None);
        let mut item = PowerItem { tval: AMULET, ..PowerItem::default() };
        (item.modifiers[0], item.modifiers[3], item.modifiers[4]) = (3, 2, 4);
        // 39 + 20 + 60 = 119: the twelfth of the table.
        let expected = [
            ("jewelry", 4),
            ("+3 strength", 27),
            ("+2 dexterity", 16),
            ("+4 constitution", 48),
            ("many modifiers", 12),
        ];
        assert_eq!(terms(&of(&item, &tables)), expected);
        item.tval = GLOVES;
        item.modifiers = [0; 16];
        item.modifiers[3] = -2;
        assert_eq!(terms(&of(&item, &tables)), [("-2 dexterity", -32)]);
        item.modifiers[4] = 20;
        assert_eq!(of(&item, &tables).total(), -32 + 240 + INHIBITED, "280 is more than 249");
    }

    #[test]
    fn flags_and_several_of_a_sort() {
        let mut tables = PowerTables::empty();
        for (at, name) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
            tables.flags[at] = worth_of(name, 3, 0, Some(FlagSort::Sustain));
        }
        tables.flags[5] = worth_of("f", 7, 0, Some(FlagSort::Protection));
        tables.flags[6] = worth_of("g", -4, 0, None);
        let of_flags = |flags| of(&PowerItem { tval: LIGHT, flags, ..PowerItem::default() }, &tables);
        assert_eq!(terms(&of_flags(0b110_0011)), [("a", 3), ("b", 3), ("f", 7), ("g", -4), ("2 sustains", 4)]);
        // 15 + 25 + 10.
        assert_eq!(of_flags(0b1_1111).total(), 50);
    }

    #[test]
    fn elements() {
        let mut item = PowerItem { tval: LIGHT, ignores: 0b1111, ..PowerItem::default() };
        assert_eq!(of(&item, &PowerTables::empty()).total(), 3 + 1 + 3 + 1);
        (item.ignores, item.resistances[0], item.resistances[2], item.resistances[4]) = (0, 1, 3, 1);
        item.resistances[3] = -1;
        let expected = [
            ("resists acid", 5),
            ("immune to fire", 46),
            ("vulnerable to cold", -6),
            ("resists poison", 28),
            ("2 low resistances", 4),
        ];
        assert_eq!(terms(&of(&item, &PowerTables::empty())), expected);
        // 43 + 41 + 46 + 43, 6 · 16 and 16 for several, 20000 and 10 for all.
        item.resistances = [0; 25];
        item.resistances[..4].fill(3);
        assert_eq!(of(&item, &PowerTables::empty()).total(), 173 + 96 + 20_000 + 16 + 10);
        item.resistances = [0; 25];
        item.resistances[5] = 3;
        assert_eq!(of(&item, &PowerTables::empty()).total(), 0);
    }

    /// An enveloping curse of 4.2.5, `combat:-5:-5:20`, of power 37: -12 - 25 - 7 + 20 - 3.
    #[test]
    fn curses_are_items_themselves() {
        let mut tables = PowerTables::empty();
        tables.curses = vec![("enveloping".to_owned(), PowerItem { bonuses: [-5, -5, 20], ..PowerItem::default() })];
        let mut curses = CurseSet::default();
        curses.set(0, 37);
        let item = PowerItem { tval: 15, curses, activation: 9, ..PowerItem::default() };
        assert_eq!(terms(&of(&item, &tables)), [("activation", 9), ("curse: enveloping", -27)]);
    }
}
