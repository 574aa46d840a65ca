//! Classes of items, of which a drop chooses one before it chooses a kind, and what of them good and great drops take.
//!
//! Source: frogcomposband 7.1, `object2.c` (`_kind_alloc_table`, `kind_is_good`, `kind_is_great`).

use super::{stats::FrogKind, tables::tval};

/// A class of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ItemClass {
    /// Item types.
    pub(crate) types: &'static [u8],
    /// Weight among the classes for normal drops.
    pub(crate) weight: u32,
    /// What good and great drops add to it.
    pub(crate) more: [i32; 2],
    /// The name of its weight in declarations.
    pub(crate) constant: &'static str,
    /// What that is.
    pub(crate) meaning: &'static str,
}

macro_rules! class {
    ($name:literal, $types:expr, $weight:expr, $more:expr) => {
        ItemClass {
            types: &$types,
            weight: $weight,
            more: $more,
            constant: concat!("weight-of-", $name),
            meaning: concat!("weight of the class of items \"", $name, "\" among all classes, for normal drops"),
        }
    };
}

/// The classes, in the program's order.
pub(crate) static CLASSES: [ItemClass; 16] = [
    class!("weapons", [20, 21, 22, 23], 195, [0, 0]),
    class!("shields", [34], 30, [0, 0]),
    class!("bows", [19, 46], 60, [0, 0]),
    class!("rings", [45], 20, [0, 0]),
    class!("amulets", [40], 20, [0, 0]),
    class!("lights", [39], 10, [0, 0]),
    class!("body-armour", [36, 37, 38], 195, [0, 0]),
    class!("cloaks", [35], 30, [0, 0]),
    class!("helms", [32, 33], 30, [0, 0]),
    class!("gloves", [31], 30, [0, 0]),
    class!("boots", [30], 30, [0, 0]),
    class!("devices", [55, 65, 66], 95, [-40, -60]),
    class!("potions-and-scrolls", [70, 75], 100, [-50, -90]),
    class!("ammunition", [16, 17, 18], 80, [0, 0]),
    class!(
        "books",
        [90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109],
        25,
        [10, 15]
    ),
    class!("other-things", [1, 2, 3, 4, 5, 7, 8, 9, 11, 77, 80], 50, [-50, -50]),
];

/// Which kinds a drop takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum KindFilter {
    /// All.
    All,
    /// Those of good drops.
    Good,
    /// Those of great drops.
    Great,
}

impl KindFilter {
    /// The weight of a class with this one's change; `base` is its weight for normal drops.
    pub(crate) fn weight(self, base: u32, class: &ItemClass) -> u32 {
        let more = match self {
            KindFilter::All => 0,
            KindFilter::Good => class.more[0],
            KindFilter::Great => class.more[1],
        };
        base.saturating_add_signed(more)
    }

    /// Whether a kind passes. No book has been found yet.
    pub(crate) fn takes(self, kind: &FrogKind) -> bool {
        let [to_hit, to_dam, to_ac] = kind.bonuses;
        let is_great = self == KindFilter::Great;
        if self == KindFilter::All {
            return true;
        }
        match kind.tval {
            30..=38 => to_ac >= 0,
            19..=23 => to_hit >= 0 && to_dam >= 0,
            16 => !is_great,
            17 | 18 => true,
            96 => false,
            90..=109 => kind.sval >= 2,
            tval::POTION if is_great => matches!(kind.sval, 38 | 39 | 55),
            tval::POTION => matches!(kind.sval, 37..=39 | 48..=53 | 55 | 60),
            tval::SCROLL if is_great => matches!(kind.sval, 41 | 44..=47 | 52 | 61),
            tval::SCROLL => matches!(kind.sval, 41 | 44..=50 | 58 | 59 | 61 | 63),
            tval::STAFF | tval::WAND | tval::ROD | tval::RING | tval::AMULET => true,
            _ => false,
        }
    }
}

/// Whether a kind is never drawn: what only Olympus and Asgard have.
pub(crate) fn is_out_of_this_world(kind: &FrogKind) -> bool {
    matches!(kind.place(), (tval::FOOD, 40) | (tval::POTION, 14))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_and_great_drops_take_what_the_program_says() {
        let kind = |tval, sval| FrogKind { tval, sval, ..FrogKind::default() };
        let both = |tval, sval| [KindFilter::Good, KindFilter::Great].map(|filter| filter.takes(&kind(tval, sval)));
        // Shots, arrows, lights, a potion and a scroll of either, town books.
        assert_eq!([both(16, 1), both(17, 1), both(39, 2)], [[true, false], [true, true], [false, false]]);
        assert_eq!([both(75, 37), both(75, 55), both(70, 52)], [[true, false], [true, true], [false, true]]);
        assert_eq!([both(90, 1), both(90, 2), both(96, 3)], [[false, false], [true, true], [false, false]]);
        let bad = FrogKind { bonuses: [0, 0, -1], ..kind(36, 1) };
        assert!(!KindFilter::Good.takes(&bad) && KindFilter::All.takes(&bad));
        assert_eq!(KindFilter::Great.weight(50, &CLASSES[15]), 0);
        assert_eq!(CLASSES.iter().map(|class| class.weight).sum::<u32>(), 1000);
    }
}
