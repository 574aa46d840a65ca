//! What a game itself thinks an item is worth: its power and its price, each as a sum of named terms.

use std::borrow::Cow;

/// One term of a sum: what the step of the computation that it names added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorthTerm {
    /// The step, in a phrase: `to-dam`, `multiplier × 3`, `two immunities`.
    pub what: Cow<'static, str>,
    /// By how much it changed what was computed so far. A step that multiplies adds the difference.
    pub points: i64,
}

/// A power in points or a price in gold, with its terms.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Worth {
    /// The terms in the order of the computation, but for those that add nothing.
    pub terms: Vec<WorthTerm>,
}

impl Worth {
    /// The sum of all terms.
    pub fn total(&self) -> i64 {
        self.terms.iter().map(|term| term.points).sum()
    }

    /// Adds a term, unless it is nothing.
    pub fn add(&mut self, what: impl Into<Cow<'static, str>>, points: i64) {
        if points != 0 {
            self.terms.push(WorthTerm { what: what.into(), points });
        }
    }

    /// Adds what brings the sum to `total`.
    pub fn raise_to(&mut self, what: impl Into<Cow<'static, str>>, total: i64) {
        self.add(what, total - self.total());
    }
}

/// What a game thinks of one item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Appraisal {
    /// Its power, where the game has one.
    pub power: Option<Worth>,
    /// Its price in gold for one who knows all of it, where the game has one.
    pub price: Option<Worth>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_sum_up() {
        let mut worth = Worth::default();
        worth.add("dice", 12);
        worth.add("to-hit", 0);
        worth.raise_to("multiplier × 3", 36);
        worth.raise_to("nothing", 36);
        assert_eq!(worth.total(), 36);
        assert_eq!(worth.terms.iter().map(|term| term.points).collect::<Vec<_>>(), [12, 24]);
    }
}
