//! What was found out about the power of items that are alike: many items of a batch are, and each costs a hundred powers.

use std::{collections::HashMap, rc::Rc};

use super::super::item::{MadeItem, RandomFlag};

/// A random flag that suits an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FittingFlag {
    pub(super) extra: RandomFlag,
    /// It suits with the modifier that the item has.
    pub(super) as_it_is: bool,
    /// It suits with a modifier changed by this much.
    pub(super) grown: Option<i32>,
}

/// Random flags that suit an item, in the order in which they are tried.
pub(super) type FittingFlags = Rc<[FittingFlag]>;
/// Positions of egos and the item's power as each.
pub(super) type EgoPowers = Rc<[(usize, i64)]>;

/// An item, the level it is made magic up to, whether it is great, whether it is made worse.
pub(super) type FlagKey = (MadeItem, i64, bool, bool);

/// Items that are remembered at most; then all are forgotten.
const MOST: usize = 1 << 14;

/// The memory of one run.
#[derive(Debug, Default)]
pub(super) struct PowerMemo {
    flags: HashMap<FlagKey, FittingFlags>,
    egos: HashMap<(MadeItem, bool), EgoPowers>,
}

/// The same item without what its power doesn't depend on.
fn plain(item: &MadeItem) -> MadeItem {
    MadeItem { is_cursed: false, is_broken: false, ..*item }
}

impl PowerMemo {
    /// The flags that suit an item.
    pub(super) fn flags(&mut self, key: FlagKey, find: impl FnOnce() -> Vec<FittingFlag>) -> FittingFlags {
        if self.flags.len() >= MOST {
            self.flags.clear();
        }
        Rc::clone(self.flags.entry((plain(&key.0), key.1, key.2, key.3)).or_insert_with(|| find().into()))
    }

    /// The powers of an item as each ego that names it.
    pub(super) fn egos(
        &mut self,
        item: &MadeItem,
        is_cursed: bool,
        find: impl FnOnce() -> Vec<(usize, i64)>,
    ) -> EgoPowers {
        if self.egos.len() >= MOST {
            self.egos.clear();
        }
        Rc::clone(self.egos.entry((plain(item), is_cursed)).or_insert_with(|| find().into()))
    }
}
