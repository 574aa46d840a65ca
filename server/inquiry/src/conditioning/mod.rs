//! Conditioning: given that an item is what a question asks for, what else does it carry?
//!
//! A table ([`ConditionTable`]) has a row for each thing that items are or carry, with its share among the items that fulfil the
//! condition, its share among all items, and the ratio of both, the lift. Shares are quotients of computed chances where the rules
//! tell them ([`compute_carried`]), else counted among drawn items ([`draw_carried`]). docs/conditioning.md has the formulas.

mod compute;
mod drawn;
mod table;

use std::sync::Arc;

pub use compute::{ComputedCarried, compute_carried};
pub use drawn::{CarriedCounts, CarriedTally, DrawnFrom, draw_carried};
pub use table::{CarriedRow, CarriedShare, ConditionTable, ShareBasis};

use crate::questions::{AskedCell, CarriedSort, Question};
use affixboard_model::{batch::Cell, game::Forge};

/// What a table is about.
#[derive(Debug, Clone)]
pub struct Conditioning {
    /// The items that are compared with; `None`: all drops.
    among: Option<Arc<Question>>,
    /// The condition.
    condition: Arc<Question>,
    /// Both at once.
    both: Arc<Question>,
    /// What is listed of items.
    sorts: Vec<CarriedSort>,
    /// Whether an item of the game has one affix at most.
    one_affix: bool,
}

impl Conditioning {
    /// About what these sorts come to on items that fulfil a condition, beside all items or those that are `among`.
    pub fn new(
        condition: Arc<Question>,
        among: Option<Arc<Question>>,
        sorts: Vec<CarriedSort>,
        one_affix: bool,
    ) -> Conditioning {
        let both = among.as_ref().map_or_else(|| Arc::clone(&condition), |among| Arc::new(among.and(&condition)));
        Conditioning { among, condition, both, sorts, one_affix }
    }

    /// What is listed of items.
    pub fn sorts(&self) -> &[CarriedSort] {
        &self.sorts
    }

    /// Whether the values of items must be rolled.
    pub fn needs_values(&self) -> bool {
        self.both.needs_values || self.sorts.iter().any(|sort| sort.needs_values())
    }

    /// How items are drawn for it: once, where items that fulfil the condition are no other draws than all; else for each side
    /// alone, and for all items only where those are needed.
    pub fn draws(&self, forge: &dyn Forge, cell: Cell, needs_all: bool) -> Vec<DrawnFrom> {
        let alone = |question: &Question| {
            let asked = AskedCell::new(question, forge, cell);
            // Special artifacts are not drawn with kinds alone, and what they carry would be missing.
            if asked.special > 0.0 { AskedCell::whole(cell) } else { asked }
        };
        let met = alone(&self.both);
        let all = self.among.as_deref().map_or_else(|| AskedCell::whole(cell), alone);
        if met == all {
            return vec![DrawnFrom { asked: met, counts_met: true, counts_all: true }];
        }
        let mut draws = vec![DrawnFrom { asked: met, counts_met: true, counts_all: false }];
        if needs_all {
            draws.push(DrawnFrom { asked: all, counts_met: false, counts_all: true });
        }
        draws
    }
}
