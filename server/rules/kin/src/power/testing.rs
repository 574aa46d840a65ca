//! Items made up for tests of powers, and sums as tests write them.

use affixboard_model::{
    engine::{
        flags::{self, Flag},
        item::{Item, KindEffect, PropertyStreams, RollTables},
        random::Stream,
    },
    game::Worth,
};

/// An item of a kind with room for so many pvals, with flags and their pvals (0 for flags without).
pub fn item(flags: &[Flag], capacity: usize, kind: &KindEffect, given: &[(&str, i32)]) -> Item {
    let mut streams = PropertyStreams::forked(&Stream::seeded([1; 3]));
    let mut item = Item::prepare(kind, capacity, 1, &RollTables::default(), &mut streams);
    for (name, value) in given {
        let flag = flags::named(flags, name);
        assert!(flag != 0, "{name}");
        item.add_pval(*value, flag);
        item.flags |= flag;
    }
    item
}

/// The terms of a sum.
pub fn terms(worth: Worth) -> Vec<(String, i64)> {
    worth.terms.into_iter().map(|term| (term.what.into_owned(), term.points)).collect()
}

/// Checks the terms of a sum.
pub fn has_terms(found: &[(String, i64)], expected: &[(&str, i64)]) {
    let expected: Vec<_> = expected.iter().map(|(what, points)| ((*what).to_owned(), *points)).collect();
    assert_eq!(found, expected);
}
