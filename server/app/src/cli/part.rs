//! Dividing a plan among processes that know nothing of each other: each runs every n-th shard and writes a part.

use std::str::FromStr;

use affixboard_core::{
    batch::{BatchPlan, Shard},
    game::Loaded,
};
use affixboard_report::format::{MOST_PARTS, PartHead};
use affixboard_store::content_hash;

use crate::workers::plan_name;

/// Which of how many parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlanPart {
    part: u32,
    of: u32,
}

impl FromStr for PlanPart {
    type Err = String;

    fn from_str(text: &str) -> Result<PlanPart, String> {
        let numbers = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((part, of)) if (1..=of).contains(&part) && of <= MOST_PARTS => Ok(PlanPart { part, of }),
            _ => Err(format!("expected a part and their number, from 1/1 to {MOST_PARTS}/{MOST_PARTS}, such as 3/16")),
        }
    }
}

impl PlanPart {
    /// Its shards of a plan's: every n-th, so that parts take about as long as each other.
    pub(super) fn of_shards(self, shards: impl Iterator<Item = Shard>) -> Vec<Shard> {
        shards.skip(self.part as usize - 1).step_by(self.of as usize).collect()
    }

    /// The head of its file.
    pub(super) fn head(self, loaded: &Loaded, plan: &BatchPlan) -> PartHead {
        let (game, hash, cells) = (loaded.game, content_hash(loaded), plan.cells().len() as u32);
        let rules = game.rules_version();
        let what = match plan {
            BatchPlan::Drops(plan) => format!("{} drops, {}", plan.drops, plan.detail.name()),
            BatchPlan::Subject(plan) => format!("{} trials of {}", plan.trials, plan.subject),
        };
        let reading = loaded.switches.describe(game);
        let files: String = hash.chars().take(12).collect();
        let seed = plan.seed();
        let about =
            format!("{} rules {rules}, {reading}, files {files}, {cells} cells of {what}, seed {seed}", game.id());
        let mut head = PartHead::new((self.part, self.of), plan_name(loaded, plan), about, (cells, plan.trials()));
        head.note = loaded.foreign_sentence();
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/16".parse(), Ok(PlanPart { part: 3, of: 16 }));
        for text in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/100001", "-1/4", "1/2/3"] {
            assert!(text.parse::<PlanPart>().is_err(), "{text}");
        }
    }
}
