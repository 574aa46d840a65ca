//! Charges of gems, wands, staffs, chimes and horns (`mt__gems`, `mt__wand`, `mt__staff`, `mt__chime`, `mt__horn`).

use super::amount::Amount;

/// How many charges something has: a die and some more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Charges {
    sides: u32,
    plus: i64,
    /// More where magic is forced.
    forced: i64,
}

/// A sort of item with charges: its number, what is added where magic is forced, and by subval from 1 on the sides of the
/// die and what is added to it.
type ChargedSort = (i64, i64, &'static [(u32, i64)]);

const SORTS: [ChargedSort; 5] = [
    (5, 0, &[(10, 10), (5, 2), (8, 7), (3, 3), (10, 10), (5, 5), (15, 15), (3, 2), (5, 3), (3, 2), (6, 4)]),
    (
        65,
        8,
        &[
            (10, 6),
            (8, 6),
            (5, 6),
            (8, 6),
            (4, 3),
            (8, 6),
            (20, 12),
            (20, 12),
            (10, 6),
            (12, 6),
            (10, 12),
            (3, 3),
            (8, 6),
            (10, 6),
            (5, 3),
            (5, 3),
            (5, 6),
            (5, 4),
            (8, 4),
            (6, 2),
            (4, 2),
            (8, 6),
            (5, 2),
            (12, 12),
            (20, 10),
        ],
    ),
    (
        55,
        5,
        &[
            (20, 12),
            (8, 6),
            (5, 6),
            (20, 12),
            (15, 6),
            (4, 5),
            (5, 3),
            (3, 1),
            (3, 1),
            (3, 1),
            (5, 6),
            (10, 12),
            (5, 6),
            (5, 6),
            (5, 6),
            (10, 12),
            (3, 4),
            (5, 6),
            (5, 6),
            (3, 4),
            (10, 12),
            (3, 4),
            (3, 4),
            (3, 1),
            (10, 6),
            (6, 6),
        ],
    ),
    (
        85,
        5,
        &[
            (20, 12),
            (8, 6),
            (5, 6),
            (4, 5),
            (5, 3),
            (3, 1),
            (10, 10),
            (10, 12),
            (5, 6),
            (5, 6),
            (5, 6),
            (5, 6),
            (3, 4),
            (3, 4),
            (3, 4),
            (10, 6),
        ],
    ),
    (
        86,
        5,
        &[(10, 6), (6, 3), (5, 6), (3, 1), (3, 4), (3, 4), (3, 4), (10, 3), (5, 1), (3, 1), (3, 4), (3, 4), (8, 1)],
    ),
];

impl Charges {
    /// The charges of a sort of item; `None` of a sort that has none. A subval that the program doesn't know has none but
    /// those that are forced.
    pub(super) fn of(tval: i64, subval: i64) -> Option<Charges> {
        let (_, forced, charges) = SORTS.into_iter().find(|sort| sort.0 == tval)?;
        let at = usize::try_from(subval - 1).ok();
        let (sides, plus) = at.and_then(|at| charges.get(at)).copied().unwrap_or((0, 0));
        Some(Charges { sides, plus, forced })
    }

    /// How many there are.
    pub(super) fn amount(self, is_forced: bool) -> Amount {
        Amount::dice(1, self.sides).and(self.plus + if is_forced { self.forced } else { 0 })
    }
}

/// How many subvals, from 1 on, get charges; `None` of a sort that has none.
pub(super) fn subvals(tval: i64) -> Option<i64> {
    SORTS.iter().find(|sort| sort.0 == tval).map(|sort| sort.2.len() as i64)
}
