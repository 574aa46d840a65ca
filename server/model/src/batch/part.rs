//! Parts of a plan, for several machines to run: each shard of the plan is in one of them.

use std::{fmt, str::FromStr};

use super::{PlanError, Shard};

/// One of several parts of a plan: every so many-th of its shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanPart {
    number: u32,
    of: u32,
}

impl PlanPart {
    /// Maximum parts of a plan.
    pub const MAX: u32 = 100_000;

    /// Part `number`, from 1, of `of`; `None` if there is no such part.
    pub fn new(number: u32, of: u32) -> Option<PlanPart> {
        ((1..=PlanPart::MAX).contains(&of) && (1..=of).contains(&number)).then_some(PlanPart { number, of })
    }

    /// Its number, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Number of parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The shards of the part, of all shards of a plan: those whose position, from 0, leaves `number - 1` divided by `of`.
    /// So parts of neighbouring numbers differ by a shard at most.
    pub fn shards(self, all: impl Iterator<Item = Shard>) -> impl Iterator<Item = Shard> {
        all.skip(self.number as usize - 1).step_by(self.of as usize)
    }
}

impl fmt::Display for PlanPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for PlanPart {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<PlanPart, PlanError> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers.and_then(|(number, of)| PlanPart::new(number, of)).ok_or_else(|| PlanError {
            found: text.chars().take(40).collect(),
            expected: format!(
                "a part such as 1/8: its number from 1, and how many there are, at most {}",
                PlanPart::MAX
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::Cell;

    #[test]
    fn every_shard_is_in_one_part() {
        let shard = |piece| Shard { cell: Cell { depth: 1, quality: 0, kind: None }, piece, drops: 1 };
        let pieces = |part: &str, all: u32| -> Vec<u32> {
            let part: PlanPart = part.parse().expect("a part");
            part.shards((0..all).map(shard)).map(|shard| shard.piece).collect()
        };
        assert_eq!(pieces("1/3", 8), [0, 3, 6]);
        assert_eq!(pieces("2/3", 8), [1, 4, 7]);
        assert_eq!(pieces("3/3", 8), [2, 5]);
        assert_eq!(pieces("1/1", 3), [0, 1, 2]);
        assert_eq!(pieces("4/9", 3), [0_u32; 0]);
    }

    #[test]
    fn only_parts_that_there_are() {
        for text in ["", "1", "0/3", "4/3", "1/0", "-1/2", "1/2/3", "1/100001", "a/b", "99999999999/2"] {
            let error = text.parse::<PlanPart>().expect_err("refused").to_string();
            assert!(error.starts_with(&format!("found `{text}`; expected a part such as 1/8: ")), "{error}");
        }
        assert_eq!("100000/100000".parse::<PlanPart>().expect("the last").to_string(), "100000/100000");
    }
}
