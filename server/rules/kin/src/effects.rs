//! Effects of affixes and egos by group, from what the rules of the families know of them.

use affixboard_model::{
    catalog::{EffectGroup, EffectSet, EffectSign},
    engine::{
        flags::{Flag, FlagSet, each},
        item::AffixEffect,
    },
    syntax::RandomValue,
};

/// The groups of to-hit, to-dam and to-ac.
const BONUSES: [EffectGroup; 3] = [EffectGroup::ToHit, EffectGroup::ToDam, EffectGroup::Armour];

/// The least and the most that a value comes to.
pub fn span(value: RandomValue) -> (i32, i32) {
    let least = if value.sides > 0 { value.minimum() } else { value.base };
    let most = if value.sides > 0 { value.maximum() } else { value.base.saturating_add(value.m_bonus) };
    (least, most.max(least))
}

/// The least and the most that a value adds to an item that has none of its own, if the sum is raised to a minimum.
fn raised(value: RandomValue, min: Option<i32>) -> (i32, i32) {
    let (least, most) = span(value);
    let to_min = |value: i32| min.map_or(value, |min| value.max(min));
    (to_min(least), to_min(most))
}

/// Adds to-hit, to-dam and to-ac, with the minima that they are raised to.
pub fn add_bonuses(effects: &mut EffectSet, bonus: [RandomValue; 3], min: [Option<i32>; 3]) {
    for ((group, value), min) in BONUSES.into_iter().zip(bonus).zip(min) {
        effects.add_number(group, raised(value, min));
    }
}

/// The effects of an affix with pval lines. A pval that always comes to 0 brings its flags nothing, and a flag that
/// has no pval though it needs one has an effect that depends on the item.
pub fn of_affix(
    affix: &AffixEffect,
    flags: &[Flag],
    min: [Option<i32>; 3],
    min_pvals: impl Fn(usize) -> Option<i32>,
) -> EffectSet {
    let mut effects = EffectSet::default();
    let name = |flag: u32| flags.get(flag as usize).map_or("", |flag| flag.name);
    add_bonuses(&mut effects, affix.bonus, min);
    effects.add_number(EffectGroup::Dice, (affix.dice.min(affix.sides).min(0), affix.dice.max(affix.sides).max(0)));
    effects.add_number(EffectGroup::Armour, (affix.ac_percent, affix.ac_percent));
    if affix.weight_percent != 0 {
        effects.add(EffectGroup::Weight, EffectSign::Unknown);
    }
    if affix.balance_heft != [0; 2] {
        effects.add(EffectGroup::Other, EffectSign::Unknown);
    }
    let mut of_pvals: FlagSet = 0;
    for (at, line) in affix.pvals.iter().enumerate() {
        of_pvals |= line.flags;
        let (least, most) = raised(line.value, min_pvals(at));
        if let Some(sign) = EffectSign::of_range(least, most) {
            each(line.flags).for_each(|flag| effects.add_flag_of(name(flag), sign));
        }
    }
    for flag in each(affix.flags & !of_pvals) {
        match flags.get(flag as usize) {
            Some(flag) if flag.uses_pval => effects.add_flag_of(flag.name, EffectSign::Unknown),
            _ => effects.add_flag(name(flag)),
        }
    }
    for (number, from) in &affix.random_flags {
        if *number > 0 {
            each(*from).for_each(|flag| effects.add_flag(name(flag)));
        }
    }
    effects
}

/// The effects of an ego of a game in which an item has one pval: numbers up to `most` for to-hit, to-dam, to-ac and
/// pval, negative where they are taken off.
pub fn of_ego(most: [i32; 4], flags: &[&'static str], needs_pval: impl Fn(&str) -> bool) -> EffectSet {
    let mut effects = EffectSet::default();
    for (group, most) in BONUSES.into_iter().zip(most) {
        effects.add_number(group, (most, most));
    }
    let of_pval = EffectSign::of_range(most[3], most[3]).unwrap_or(EffectSign::Unknown);
    for flag in flags {
        if needs_pval(flag) {
            effects.add_flag_of(flag, of_pval);
        } else {
            effects.add_flag(flag);
        }
    }
    effects
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_model::engine::{
        flags::{FlagType, flag},
        item::PvalLine,
    };

    const FLAGS: [Flag; 4] = [
        flag("STR", FlagType::Stat, true, 0, 0, [0; 11]),
        flag("SPEED", FlagType::Pval, true, 0, 0, [0; 11]),
        flag("LIGHT_CURSE", FlagType::Curse, false, 0, 0, [0; 11]),
        flag("RES_FIRE", FlagType::Lres, false, 0, 0, [0; 11]),
    ];

    fn value(text: &str) -> RandomValue {
        RandomValue::parse(text.as_bytes()).expect("a value")
    }

    fn words(effects: &EffectSet) -> String {
        effects.iter().map(|(group, sign)| format!("{}{}", group.name(), sign.mark())).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn values_span_their_dice() {
        assert_eq!(span(value("-d5")), (-5, -1));
        assert_eq!(span(value("-2+d3")), (-5, -3));
        assert_eq!(span(value("3+2d4M5")), (5, 16));
        assert_eq!(span(value("M8")), (0, 8));
        assert_eq!(span(RandomValue { base: 4, dice: 2, sides: 0, m_bonus: 0 }), (4, 4));
    }

    /// RULES 2.6 of the affix branch: a value below the minimum is raised to it, and a pval of 0 brings no flag.
    #[test]
    fn minima_make_effects_and_take_them() {
        let line = |text, min, flags| PvalLine { value: value(text), min, flags };
        let affix = AffixEffect {
            bonus: [value("d6"), value("0"), value("-d4")],
            ac_percent: 20,
            weight_percent: -25,
            dice: 1,
            sides: -1,
            pvals: vec![line("-d4", Some(0), 0b1), line("-d4", None, 0b10)],
            flags: 0b111,
            ..AffixEffect::default()
        };
        let of = |affix: &AffixEffect, min| words(&of_affix(affix, &FLAGS, min, |at| affix.pvals[at].min));
        assert_eq!(of(&affix, [None; 3]), "to-hit +, dice ±, armour ±, weight, speed \u{2212}, curses \u{2212}");
        // To-dam is raised to 15, to-ac to 0.
        let min = [None, Some(15), Some(0)];
        assert_eq!(of(&affix, min), "to-hit +, to-dam +, dice ±, armour +, weight, speed \u{2212}, curses \u{2212}");
        let random = AffixEffect { random_flags: vec![(1, 0b1000), (0, 0b100)], flags: 0b1, ..AffixEffect::default() };
        assert_eq!(of(&random, [None; 3]), "resistances +, stats");
    }

    #[test]
    fn one_pval_is_for_all_its_flags() {
        let of = |most, flags: &[&'static str]| words(&of_ego(most, flags, |flag| flag == "SPEED" || flag == "STR"));
        assert_eq!(of([5, 8, 0, 3], &["SPEED", "RES_FIRE"]), "to-hit +, to-dam +, resistances +, speed +");
        assert_eq!(of([-20, 0, -9, -5], &["STR"]), "to-hit \u{2212}, armour \u{2212}, stats \u{2212}");
        assert_eq!(of([0; 4], &["SPEED", "AGGRAVATE"]), "speed, curses \u{2212}");
    }
}
