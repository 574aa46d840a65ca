//! Shields and armor (`mt__armor_and_shields`).

use super::{amount::Amount, made::MadeTreasure, rolls::Rolls};

/// A row that is replaced, some of the time, by one of the replacements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Replaced {
    /// Woven cord, of which threads, a hide or stone plate may come.
    Cord,
    /// Bronze plate, of which elven or mithril armor may come.
    Plate,
}

impl Replaced {
    /// Whether a row is one of them.
    pub(super) fn of(tval: i64, subval: i64) -> Option<Replaced> {
        match (tval, subval) {
            (36, 6) => Some(Replaced::Cord),
            (35, 13) => Some(Replaced::Plate),
            _ => None,
        }
    }

    /// The number of the row among the replacements; `None` where it stays as it is.
    fn by(self, rolls: &mut Rolls) -> Option<u32> {
        match self {
            Replaced::Cord => {
                let is_replaced = rolls.is_forced || rolls.one_in(4);
                is_replaced.then(|| rolls.one_of([(1, 12), (1, 13), (1, 14)]))
            }
            Replaced::Plate => {
                let is_replaced = rolls.is_magic() || rolls.one_in(5);
                let is_mithril = is_replaced && (rolls.is_special() || rolls.one_in(5));
                is_replaced.then(|| if is_mithril { rolls.one_of([(1, 17), (2, 16)]) } else { 15 })
            }
        }
    }
}

pub(super) fn armor(made: &mut MadeTreasure, replaced: Option<Replaced>, rolls: &mut Rolls) {
    made.replacement = replaced.and_then(|replaced| replaced.by(rolls));
    if rolls.is_magic() {
        made.to_ac = Amount::bonus(1, 30);
        if rolls.is_special() {
            let special = [
                (1, ("(R)", 5, 250_000)),
                (1, ("(RA)", 0, 100_000)),
                (2, ("(RF)", 0, 60_000)),
                (2, ("(RC)", 0, 60_000)),
                (3, ("(RL)", 0, 50_000)),
            ];
            let (name, more, worth) = rolls.one_of(special);
            made.special(name, worth);
            made.to_ac = made.to_ac.and(more);
        }
    } else if rolls.is_cursed() {
        made.curse();
        made.to_ac = Amount::bonus(1, 40).times(-1);
    }
}
