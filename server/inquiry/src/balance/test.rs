//! What a balance test says.

use std::sync::Arc;

use crate::{
    gaps::Gap,
    profile::Profile,
    questions::{ItemNumber, Question},
};
use affixboard_model::{
    batch::{Cell, Metric},
    catalog::Catalog,
};

/// A statement about the items of some files that should hold.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceTest {
    /// Its name.
    pub name: String,
    /// The number it is about.
    pub measure: Measure,
    /// Where that number should be, at each cell alone.
    pub limits: BalanceLimits,
    /// How it should go on from depth to depth.
    pub trend: Option<Trend>,
    /// Where it is measured, depth by depth; those of the dive for what is found in one.
    pub cells: Vec<Cell>,
}

/// A number that a statement can be about.
#[derive(Debug, Clone, PartialEq)]
pub enum Measure {
    /// The share of drops that are what is asked for, or of those drops that are of the others.
    Share {
        /// What is asked for.
        asked: Arc<Question>,
        /// The drops among which; `None`: all.
        among: Option<Arc<Question>>,
    },
    /// The share of each entry of a sort that can occur there.
    Each {
        /// The sort.
        sort: EntrySort,
        /// The drops among which.
        among: Option<Arc<Question>>,
    },
    /// The number of different entries of a sort that occur.
    Count {
        /// The sort.
        sort: EntrySort,
        /// The drops among which.
        among: Option<Arc<Question>>,
        /// Whether they are counted on each kind apart.
        per_kind: bool,
    },
    /// The mean of a number of items.
    Mean {
        /// The number.
        of: ItemNumber,
        /// The drops among which.
        among: Option<Arc<Question>>,
    },
    /// How many are expected in a dive, or the chance of at least one.
    Found {
        /// What is asked for.
        asked: Arc<Question>,
        /// Whether the chance of at least one is meant.
        at_least_one: bool,
        /// The drops of the dive.
        dive: Arc<Profile>,
        /// The depth down to which the dive goes.
        to: u32,
    },
    /// The number of gaps in the files.
    Gaps {
        /// Of this sort; `None`: of all.
        gap: Option<Gap>,
    },
}

/// What entries are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntrySort {
    /// Affixes, or egos.
    Affix,
    /// Themes.
    Theme,
    /// Artifacts.
    Artifact,
    /// Kinds.
    Kind,
}

impl EntrySort {
    /// The words for them in files; `ego` is another word for an affix.
    pub const WORDS: [(&str, EntrySort); 5] = [
        ("affix", EntrySort::Affix),
        ("ego", EntrySort::Affix),
        ("theme", EntrySort::Theme),
        ("artifact", EntrySort::Artifact),
        ("kind", EntrySort::Kind),
    ];

    /// Number of entries of the sort.
    pub fn number(self, catalog: &Catalog) -> usize {
        match self {
            EntrySort::Affix => catalog.affixes.len(),
            EntrySort::Theme => catalog.themes.len(),
            EntrySort::Artifact => catalog.artifacts.len(),
            EntrySort::Kind => catalog.kinds.len(),
        }
    }

    /// The metric that counts them.
    pub fn metric(self) -> Metric {
        match self {
            EntrySort::Affix => Metric::AFFIX,
            EntrySort::Theme => Metric::THEME,
            EntrySort::Artifact => Metric::ARTIFACT,
            EntrySort::Kind => Metric::KIND,
        }
    }
}

/// The least and the most that a number should be.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct BalanceLimits {
    /// The least.
    pub at_least: Option<f64>,
    /// The most.
    pub at_most: Option<f64>,
}

/// How a number should go on with depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// It is never less than at the depth before.
    Rises,
    /// It is never more than at the depth before.
    Falls,
}

impl Measure {
    /// The drops among which it is measured; `None`: all.
    pub fn among(&self) -> Option<&Arc<Question>> {
        match self {
            Measure::Share { among, .. }
            | Measure::Each { among, .. }
            | Measure::Count { among, .. }
            | Measure::Mean { among, .. } => among.as_ref(),
            Measure::Found { .. } | Measure::Gaps { .. } => None,
        }
    }

    /// Whether the number is a share or a chance.
    pub fn is_share(&self) -> bool {
        matches!(self, Measure::Share { .. } | Measure::Each { .. } | Measure::Found { at_least_one: true, .. })
    }

    /// What is asked of each item, where that is a question.
    pub fn asked(&self) -> Option<&Arc<Question>> {
        match self {
            Measure::Share { asked, .. } | Measure::Found { asked, .. } => Some(asked),
            _ => None,
        }
    }

    /// Whether the values of items must be rolled where they are drawn, for which a forge must count them
    /// ([`affixboard_model::batch::Detail::Full`]).
    pub fn needs_values(&self) -> bool {
        let of_question = |question: Option<&Arc<Question>>| question.is_some_and(|question| question.needs_values);
        of_question(self.among())
            || of_question(self.asked())
            || matches!(self, Measure::Mean { of, .. } if of.needs_values())
    }

    /// Whether the game must say what it thinks of each item that is drawn.
    pub(super) fn appraises(&self) -> bool {
        let of_question = |question: Option<&Arc<Question>>| question.is_some_and(|question| question.appraises);
        of_question(self.among())
            || of_question(self.asked())
            || matches!(self, Measure::Mean { of, .. } if of.appraises())
    }
}
