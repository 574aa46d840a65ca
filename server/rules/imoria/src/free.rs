//! What a designer looks for before adding an item: free flags, subvals and sorts, which routine completes what
//! (`item_guide.txt`), and which lists name which stock.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    flags::{self, CLASSES, FlagClass},
    lists::Listed,
    making, names,
    tables::{OBJECTS, STOCK, TreasureTables, YUMS},
    treasure::Treasure,
    words,
};
use affixboard_model::catalog::GuideTable;

/// All tables.
pub(super) fn guides(tables: &TreasureTables) -> Vec<GuideTable> {
    vec![free_flags(tables), free_subvals(tables), free_sorts(), completed(tables), listed_stock(tables)]
}

/// The rows of all lists of items.
fn items(tables: &TreasureTables) -> impl Iterator<Item = &Treasure> {
    [OBJECTS, STOCK, YUMS].into_iter().flat_map(|list| tables.rows(list).get(1..).unwrap_or_default())
}

/// Ranges of numbers that follow each other: `1-3, 7`.
fn ranges(numbers: impl IntoIterator<Item = i64>) -> String {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let texts =
        ranges.iter().map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    texts.collect::<Vec<_>>().join(", ")
}

fn free_flags(tables: &TreasureTables) -> GuideTable {
    let mut rows = Vec::new();
    for class in &CLASSES {
        for (word, name) in ["flags", "flags2"].into_iter().enumerate() {
            let used = items(tables).filter(|item| class.tvals.contains(&item.tval.value));
            let used = used.fold(0, |bits, item| bits | [item.flags.value, item.flags2.value][word] as u32);
            let row = |bits: Vec<usize>, state: &str| {
                let values = bits.iter().map(|bit| format!("0x{:08X}", 1_u32 << bit));
                [class.title.to_owned(), name.to_owned(), state.to_owned(), values.collect::<Vec<_>>().join(" ")]
                    .to_vec()
            };
            let (free, taken) = free_bits(class, word, used);
            if !free.is_empty() {
                rows.push(row(free, "free"));
            }
            if !taken.is_empty() {
                rows.push(row(taken, "used by items, meaning unknown"));
            }
        }
    }
    GuideTable {
        name: "free-flags",
        title: "Free flags",
        doc: "Bits of flags and flags2 that mean nothing yet, by class of items. Words that the program doesn't ask for \
              have none, and neither has the highest bit of potions and scrolls, which must not be used.",
        headings: &["Class", "Word", "State", "Bits"],
        rows,
    }
}

/// The bits of a word that mean nothing and may be used: those that no item has, and those that some has.
fn free_bits(class: &FlagClass, word: usize, used: u32) -> (Vec<usize>, Vec<usize>) {
    let is_free = |bit: &usize| class.word(word, *bit).is_empty() && class.refused[word] >> bit & 1 == 0;
    (0..32).filter(is_free).partition(|bit| used >> bit & 1 == 0)
}

fn free_subvals(tables: &TreasureTables) -> GuideTable {
    let mut used: BTreeMap<i64, BTreeSet<i64>> = words::sorts().map(|sort| (sort, BTreeSet::new())).collect();
    for item in items(tables) {
        used.entry(item.tval.value).or_default().insert(item.subval.value);
    }
    let row = |(tval, used): (&i64, &BTreeSet<i64>)| {
        let charged = making::charged_subvals(*tval);
        let adjectives = names::adjectives_of(*tval).and_then(|list| tables.lists.adjectives.get(list)).copied();
        let is_refused = |subval: &i64| {
            charged.is_some_and(|most| *subval > most)
                || adjectives.is_some_and(|most| !(1..=most).contains(&(*subval & 0xFF)))
        };
        let free = |from: i64| (from..from + 255).filter(|subval| !used.contains(subval) && !is_refused(subval));
        let mut refused = Vec::new();
        if let Some(most) = charged {
            refused.push(format!("above {most}: no charges"));
        }
        if let Some(most) = adjectives {
            refused.push(format!("above {most} (of the lowest 8 bits): no adjective"));
        }
        if matches!(tval, 10..=13) {
            refused.push("513 to 66046: taken by missiles as they are found".to_owned());
        }
        // Those with charges are told by their subval alone.
        let stacking = if charged.is_some() { String::new() } else { ranges(free(256)) };
        let cells = [words::sort(*tval), tval.to_string(), ranges(used.iter().copied()), ranges(free(1)), stacking];
        cells.into_iter().chain([refused.join("; ")]).collect()
    };
    GuideTable {
        name: "free-subvals",
        title: "Free subvals",
        doc: "By sort of item: the subvals in use, the free ones, those free ones whose items stack (256 and more), and \
              which ones the game refuses.",
        headings: &["Sort", "Number", "Used", "Free", "Free, stacking", "Refused"],
        rows: used.iter().map(row).collect(),
    }
}

fn free_sorts() -> GuideTable {
    let row = |cells: [String; 2]| cells.to_vec();
    let free = ranges((1..=255).filter(|tval| words::is_free(*tval)));
    let others = ranges((1..=255).filter(|tval| !words::is_free(*tval) && words::sorts().all(|sort| sort != *tval)));
    GuideTable {
        name: "free-sorts",
        title: "Free sorts",
        doc: "Numbers for sorts of items (tval) that nothing has. A new sort needs code all over the program.",
        headings: &["State", "Numbers"],
        rows: vec![
            row(["free".to_owned(), free]),
            row(["sorts of items".to_owned(), ranges(words::sorts())]),
            row(["traps, doors, stairs, the inn".to_owned(), others]),
        ],
    }
}

fn completed(tables: &TreasureTables) -> GuideTable {
    let mut routines: BTreeMap<(&str, i64), BTreeSet<String>> = BTreeMap::new();
    for item in items(tables) {
        let routine = making::completed_by(item);
        if !routine.is_empty() {
            routines.entry((routine, item.tval.value)).or_default().insert(names::plain(item));
        }
    }
    let row = |((routine, tval), items): (&(&str, i64), &BTreeSet<String>)| {
        let items = items.iter().cloned().collect::<Vec<_>>().join(", ");
        vec![(*routine).to_owned(), words::sort(*tval), flags::p1_meaning(*tval).to_owned(), items]
    };
    GuideTable {
        name: "completed",
        title: "Items that the program completes",
        doc: "Rows of these items say only a part of what they are: this routine of treasure.c says the rest as they are \
              found, such as bonuses, charges, special names or curses.",
        headings: &["Routine", "Sort", "P1", "Items"],
        rows: routines.iter().map(row).collect(),
    }
}

fn listed_stock(tables: &TreasureTables) -> GuideTable {
    let lists = &tables.lists;
    let times = |list: &[Listed], index: u32| list.iter().filter(|one| one.index == i64::from(index)).count();
    let (shops, classes) = (lists.shop_names(), (0..lists.kits.len()).map(|at| lists.class_name(at)));
    let classes: Vec<String> = classes.collect();
    let row = |item: &Treasure| {
        let of_shops = lists.choices.iter().zip(&shops).filter_map(|(list, shop)| match times(list, item.index) {
            0 => None,
            times => Some(format!("{shop} {times} of {}", list.len())),
        });
        let of_kits = lists.kits.iter().zip(&classes).filter_map(|(list, class)| match times(list, item.index) {
            0 => None,
            1 => Some(class.clone()),
            times => Some(format!("{class} ({times})")),
        });
        let [of_shops, of_kits] = [of_shops.collect::<Vec<_>>(), of_kits.collect()].map(|texts| texts.join(", "));
        [item.index.to_string(), names::plain(item), words::sort(item.tval.value)]
            .into_iter()
            .chain([item.cost.value.to_string(), of_shops, of_kits])
            .collect()
    };
    GuideTable {
        name: "stock",
        title: "Stock of shops and starting kits",
        doc: "Each row of inventory_init with the lists that name it: how many of a shop's choices it is (store_choice; \
              each choice is as likely), and which characters begin with it (player_init). Stock that no list names is \
              never seen.",
        headings: &["Number", "Item", "Sort", "Gold", "Shops", "Starting kits"],
        rows: tables.rows(STOCK).iter().skip(1).map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_numbers() {
        assert_eq!(ranges([1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(ranges([]), "");
    }

    /// The guide's table of wearables: bits 7 to 20 and 25 of flags2.
    #[test]
    fn free_bits_of_what_is_worn() {
        let (free, used) = free_bits(&CLASSES[0], 1, 0x100);
        let expected = (7..=20).chain([25]).filter(|bit| *bit != 8).collect::<Vec<_>>();
        assert_eq!((free, used), (expected, vec![8]));
        assert_eq!(free_bits(&CLASSES[0], 0, 0), (vec![], vec![]));
        // Of potions 17 to 31 of flags2, and none of flags: the highest must not be used.
        assert_eq!(free_bits(&CLASSES[1], 1, 0).0, (17..32).collect::<Vec<_>>());
        assert_eq!(free_bits(&CLASSES[1], 0, 0).0, Vec::<usize>::new());
    }
}
