//! Computed chances of whole drops, as far as an explanation needs them.

use affixboard_core::{
    batch::{Entry, KeySpace, Metric},
    catalog::KindId,
    game::Chance,
};

/// A computed number with its error bound: the number by the rules is in `mean ± bound`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Computed {
    /// The number.
    pub mean: f64,
    /// The error bound.
    pub bound: f64,
}

/// The computed chances of a drop of a cell, for one kind and one affix or theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Totals {
    /// Probability of the kind, its artifacts included.
    pub of_kind: Computed,
    /// Probability of an artifact of the kind.
    pub artifacts: Computed,
    /// Probability of the kind with the affix or theme.
    pub has: Computed,
    /// Expected number of slots that the affix fills, where an item can have it twice.
    pub slots: Option<Computed>,
    /// Probability of the kind with any theme.
    pub themed: Computed,
}

impl Computed {
    fn add(&mut self, chance: &Chance) {
        self.mean += chance.mean;
        self.bound += chance.bound;
    }

    /// The quotient with its error bound; `None` where `all` may be 0.
    pub fn of(self, all: Computed) -> Option<Computed> {
        let least = all.mean - all.bound;
        (least > 0.0).then(|| {
            let mean = self.mean / all.mean;
            // Of (a ± α) / (b ± β), the most is (a + α) / (b - β).
            Computed { mean, bound: (self.bound + mean * all.bound) / least }
        })
    }

    fn less(self, other: Computed) -> Computed {
        Computed { mean: (self.mean - other.mean).max(0.0), bound: self.bound + other.bound }
    }
}

impl Totals {
    /// Sums the computed chances of a cell; they must include those of the kind and of its item type's artifacts.
    pub fn new(keys: &KeySpace, chances: &[Chance], kind: KindId, entry: Entry) -> Totals {
        let catalog = keys.catalog();
        let mut totals = Totals {
            of_kind: Computed::default(),
            artifacts: Computed::default(),
            has: Computed::default(),
            slots: keys.has(Metric::AFFIX_MULT).then(Computed::default),
            themed: Computed::default(),
        };
        for chance in chances {
            let key = keys.key(chance.key);
            match (key.metric, key.entry) {
                (Metric::ARTIFACT, Entry::Artifact(id)) => {
                    let artifact = catalog.artifact(id);
                    if catalog.find_kind(artifact.tval, artifact.sval) == Some(kind) {
                        totals.artifacts.add(chance);
                    }
                }
                _ if key.kind != Some(kind) => {}
                (Metric::KIND, _) => totals.of_kind.add(chance),
                (Metric::AFFIX_MULT, of) if of == entry => {
                    if let Some(slots) = &mut totals.slots {
                        slots.add(chance);
                    }
                }
                (Metric::AFFIX, of) if of == entry => totals.has.add(chance),
                (Metric::THEME, of) => {
                    totals.themed.add(chance);
                    if of == entry {
                        totals.has.add(chance);
                    }
                }
                _ => {}
            }
        }
        totals
    }

    /// Probability of the kind without artifacts.
    pub fn plain(&self) -> Computed {
        self.of_kind.less(self.artifacts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_keep_their_bounds() {
        let of = |mean, bound| Computed { mean, bound };
        assert_eq!(of(1.0, 0.0).of(of(4.0, 0.0)), Some(of(0.25, 0.0)));
        assert_eq!(of(1.0, 0.0).of(of(0.0, 0.5)), None);
        let share = of(1.0, 0.25).of(of(4.0, 0.5)).expect("a share");
        // At most 1.25 / 3.5, and at least 0.75 / 4.5.
        assert!(share.mean + share.bound >= 1.25 / 3.5 && share.mean - share.bound <= 0.75 / 4.5);
    }
}
