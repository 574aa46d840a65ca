//! Computed chances of whole drops, as far as an explanation needs them.

use affixboard_model::{
    batch::{Entry, KeySpace, Metric},
    catalog::KindId,
    game::Chance,
};

use crate::bounded::Bounded;

/// The computed chances of a drop of a cell, for one kind and one affix or theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Totals {
    /// Probability of the kind, its artifacts included.
    pub of_kind: Bounded,
    /// Probability of an artifact of the kind.
    pub artifacts: Bounded,
    /// Probability of the kind with the affix or theme.
    pub has: Bounded,
    /// Expected number of slots that the affix fills, where an item can have it twice.
    pub slots: Option<Bounded>,
    /// Probability of the kind with any theme.
    pub themed: Bounded,
}

impl Totals {
    /// Sums the computed chances of a cell; they must include those of the kind and of its item type's artifacts.
    pub fn new(keys: &KeySpace, chances: &[Chance], kind: KindId, entry: Entry) -> Totals {
        let catalog = keys.catalog();
        let mut totals = Totals {
            of_kind: Bounded::default(),
            artifacts: Bounded::default(),
            has: Bounded::default(),
            slots: keys.has(Metric::AFFIX_MULT).then(Bounded::default),
            themed: Bounded::default(),
        };
        for chance in chances {
            let key = keys.key(chance.key);
            match (key.metric, key.entry) {
                (Metric::ARTIFACT, Entry::Artifact(id)) => {
                    let artifact = catalog.artifact(id);
                    if catalog.find_kind(artifact.tval, artifact.sval) == Some(kind) {
                        totals.artifacts += Bounded::from(chance);
                    }
                }
                _ if key.kind != Some(kind) => {}
                (Metric::KIND, _) => totals.of_kind += Bounded::from(chance),
                (Metric::AFFIX_MULT, of) if of == entry => {
                    if let Some(slots) = &mut totals.slots {
                        *slots += Bounded::from(chance);
                    }
                }
                (Metric::AFFIX, of) if of == entry => totals.has += Bounded::from(chance),
                (Metric::THEME, of) => {
                    totals.themed += Bounded::from(chance);
                    if of == entry {
                        totals.has += Bounded::from(chance);
                    }
                }
                _ => {}
            }
        }
        totals
    }

    /// Probability of the kind without artifacts.
    pub fn plain(&self) -> Bounded {
        self.of_kind.minus(self.artifacts)
    }
}
