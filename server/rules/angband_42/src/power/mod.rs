//! What an item is worth: its power, by which wearable items and ammunition are priced, and its price.
//!
//! Source: 4.2.5, obj-power.c (`object_power`, `object_value_real`); all is integer arithmetic that cuts towards zero.
//! 4.2.4 computes the same. 4.2.0 to 4.2.3 give slays and brands (`slay_power`) and prices of negative powers otherwise;
//! 4.2.6 computes curses that change the weight in another way, which is not followed.

mod attack;
mod price;
mod properties;

use super::{
    tables::{ELEMENTS, MODIFIERS, OBJECT_FLAGS},
    value_data::CurseSet,
};
use affixboard_model::{engine::flags::FlagSet, game::Worth};
pub(super) use price::price;

/// What a sum is raised by that no item may have (`INHIBIT_POWER`).
const INHIBITED: i64 = 20_000;

/// An item, as far as its power depends on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PowerItem {
    pub(super) tval: u16,
    /// To-hit, to-dam, to-ac.
    pub(super) bonuses: [i32; 3],
    pub(super) ac: i32,
    pub(super) dice: i32,
    pub(super) sides: i32,
    /// In tenths of a pound.
    pub(super) weight: i32,
    pub(super) modifiers: [i32; MODIFIERS.len()],
    /// Object flags.
    pub(super) flags: FlagSet,
    /// 1 resists, 3 is immune, -1 is vulnerable.
    pub(super) resistances: [i32; ELEMENTS.len()],
    /// The elements that do it no harm, as bits.
    pub(super) ignores: u32,
    pub(super) codes: CodeSet,
    pub(super) is_ego: bool,
    /// Of a launcher: what it shoots, and its multiplier.
    pub(super) launcher: Option<Launcher>,
    /// The power of its activation; else that of its kind.
    pub(super) activation: i32,
    pub(super) curses: CurseSet,
}

/// What a launcher shoots: 0 shots, 1 arrows, 2 bolts; and its multiplier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Launcher {
    pub(super) shoots: Option<usize>,
    pub(super) multiplier: i32,
}

/// Slays and brands by their places in the files, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CodeSet {
    pub(super) slays: Vec<usize>,
    pub(super) brands: Vec<usize>,
}

/// A slay or a brand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct CodeWorth {
    pub(super) name: String,
    /// What it is against, by flag and base, or the element. Of two that are alike in this only the stronger counts.
    pub(super) against: [String; 2],
    pub(super) multiplier: i32,
    pub(super) power: i32,
}

/// The sorts of flags of which several are worth more than their sum (`flag_sets`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FlagSort {
    Sustain,
    Protection,
    Ability,
}

/// What a modifier or flag is worth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PropertyWorth {
    pub(super) name: String,
    pub(super) power: i32,
    /// What a point of a modifier counts to the sum of all.
    pub(super) mult: i32,
    pub(super) sort: Option<FlagSort>,
    /// Factors of some item types; 1 of others.
    pub(super) type_mult: Vec<(u16, i32)>,
}

impl PropertyWorth {
    /// Its power on items of a type.
    fn on(&self, tval: u16) -> i64 {
        // Of several lines for a type the last one counts.
        let factor = self.type_mult.iter().rev().find(|known| known.0 == tval).map_or(1, |known| known.1);
        i64::from(self.power) * i64::from(factor)
    }
}

/// What the files say that properties are worth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct PowerTables {
    pub(super) slays: Vec<CodeWorth>,
    pub(super) brands: Vec<CodeWorth>,
    /// In the program's order.
    pub(super) modifiers: [PropertyWorth; MODIFIERS.len()],
    /// In the program's order.
    pub(super) flags: Vec<PropertyWorth>,
    /// What each curse does, as an item of no type, with its name.
    pub(super) curses: Vec<(String, PowerItem)>,
}

impl PowerTables {
    /// What is worth nothing.
    pub(super) fn empty() -> PowerTables {
        PowerTables { flags: vec![PropertyWorth::default(); OBJECT_FLAGS], ..PowerTables::default() }
    }

    /// Adds slays and brands to an item's; of two that differ in strength alone the stronger stays (obj-slays.c,
    /// `copy_slays`, `copy_brands`).
    pub(super) fn add_codes(&self, into: &mut CodeSet, more: &CodeSet) {
        for (worths, into, more) in
            [(&self.slays, &mut into.slays, &more.slays), (&self.brands, &mut into.brands, &more.brands)]
        {
            for at in more.iter().copied().filter(|at| *at < worths.len()) {
                let rival = into.iter().position(|known| worths[*known].against == worths[at].against);
                match rival {
                    Some(rival) if worths[at].multiplier > worths[into[rival]].multiplier => into[rival] = at,
                    Some(_) => {}
                    None => into.push(at),
                }
            }
        }
    }

    /// The power of an item.
    pub(super) fn power(&self, item: &PowerItem) -> Worth {
        let mut worth = Worth::default();
        if attack::add(&mut worth, item, self) {
            properties::add(&mut worth, item, self);
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn terms(worth: &Worth) -> Vec<(&str, i64)> {
        worth.terms.iter().map(|term| (term.what.as_ref(), term.points)).collect()
    }

    fn code(against: &str, multiplier: i32) -> CodeWorth {
        CodeWorth { against: [against.to_owned(), String::new()], multiplier, ..CodeWorth::default() }
    }

    #[test]
    fn of_equal_slays_the_stronger_stays() {
        let slays = vec![code("DEMON", 3), code("DEMON", 5), code("ORC", 3)];
        let tables = PowerTables { slays, brands: vec![code("fire", 3), code("fire", 2)], ..PowerTables::empty() };
        let set = |slays: &[usize], brands: &[usize]| CodeSet { slays: slays.to_vec(), brands: brands.to_vec() };
        let mut item = set(&[0, 2], &[1]);
        tables.add_codes(&mut item, &set(&[1], &[0]));
        assert_eq!(item, set(&[1, 2], &[0]));
        tables.add_codes(&mut item, &set(&[0, 2], &[1]));
        assert_eq!(item, set(&[1, 2], &[0]));
    }

    #[test]
    fn the_last_factor_of_a_type_counts() {
        let worth = PropertyWorth { power: 4, type_mult: vec![(9, 2), (8, 0), (9, 3)], ..PropertyWorth::default() };
        assert_eq!([worth.on(9), worth.on(8), worth.on(7)], [12, 0, 4]);
    }
}
