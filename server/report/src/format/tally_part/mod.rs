//! Parts of a tally: what one of several machines counted, in a file that says of which plan it is.
//!
//! A part is CSV in UTF-8 with LF line ends, and each line is a record. First come the lines of [`PartHead`], then one for each
//! cell of the plan with the drops that the part made of it, then one for each positive count by cell and key, then `end`
//! with the number of these. The columns of a cell and of a count are those of the whole tally, so that parts can be merged
//! without the edit files and rules that they were made by.

mod count;
mod merge;
mod read;
mod write;

pub use merge::{MergeProblem, MergedTally};
pub use read::{PartProblem, read_tally_part};
pub use write::{write_merged_tally, write_tally_part};

use std::collections::BTreeMap;

use affixboard_model::batch::{CellTally, PlanPart};

/// The first line: a name and the version of the form.
const FIRST: [&str; 2] = ["affixboard tally part", "1"];

/// What the lines of the plan begin with, in their order. Parts belong together where all of these are equal.
const PLAN: [&str; 9] =
    ["game", "rules version", "files", "switches", "subject", "detail", "result", "drops per cell", "seed"];

/// The plan that a part is of, as its head says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartPlan {
    /// The game's id.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The hash of the edit files.
    pub files: String,
    /// The points of the rules that are as documented.
    pub switches: String,
    /// What turns up: `drops`, or a subject's name.
    pub subject: String,
    /// What of a drop is counted.
    pub detail: String,
    /// What the merged file has: `counts` or `quantiles`.
    pub result: String,
    /// Drops or trials of each cell.
    pub drops: u64,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl PartPlan {
    /// The values of [`PLAN`].
    fn values(&self) -> [String; PLAN.len()] {
        [
            self.game.clone(),
            self.rules_version.to_string(),
            self.files.clone(),
            self.switches.clone(),
            self.subject.clone(),
            self.detail.clone(),
            self.result.clone(),
            self.drops.to_string(),
            self.seed.to_string(),
        ]
    }
}

/// The head of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartHead {
    /// Which part it is.
    pub part: PlanPart,
    /// Of which plan.
    pub plan: PartPlan,
    /// Why the files are in doubt; may be empty.
    pub note: String,
    /// The tally's columns of a cell.
    pub cell_columns: Vec<String>,
    /// Its columns of what is counted, between `n` and `count`.
    pub row_columns: Vec<String>,
}

/// A cell of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartCell {
    /// What tells the cell from others where its columns don't: the kind, or the numbers of a subject's point.
    pub place: String,
    /// The fields of its columns.
    pub fields: Vec<String>,
    /// What the part counted of it; without drops where none of its shards are in the part.
    pub counted: CellTally,
}

/// A part of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TallyPart {
    /// Its head.
    pub head: PartHead,
    /// All cells of the plan, in its order.
    pub cells: Vec<PartCell>,
    /// The fields of what is counted, by key.
    pub labels: BTreeMap<u32, Vec<String>>,
}
