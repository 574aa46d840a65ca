//! Batches that run until rows are known closely enough.

use std::sync::Arc;

use affixboard_core::{
    batch::{Plan, StagedPlan, Tally, Target},
    game::{Forge, Words},
};
use affixboard_report::thousands;
use clap::Args;

use super::{batch::run_some, failure::Failure, progress};
use crate::compute::Scheduler;

/// Cells without the target that are listed.
const LISTED: usize = 20;

/// The flags.
#[derive(Debug, Args)]
pub(super) struct TargetFlags {
    /// Stop a cell as soon as its rows are known within so many per cent of their value, such as 2%; --drops are the most then
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["subject", "shard"])]
    target: Option<String>,
    /// Rows that count for the target: those of so many per cent of the drops [default: 0.1%]
    #[arg(long, value_name = "PERCENT", requires = "target")]
    rows_from: Option<String>,
}

impl TargetFlags {
    /// The target; `None` where none is named.
    pub(super) fn parse(&self) -> Result<Option<Target>, Failure> {
        let Some(within) = &self.target else { return Ok(None) };
        let rows = self.rows_from.as_deref().unwrap_or("0.1%");
        let within = scaled(within, 2).filter(|within| (1..=Target::WIDEST).contains(within));
        let within =
            within.ok_or_else(|| bad("--target", "0.01% to 100%, with two digits behind the point at most"))?;
        let rows = scaled(rows, 4).filter(|rows| (1..=Target::WHOLE).contains(rows));
        let rows =
            rows.ok_or_else(|| bad("--rows-from", "0.0001% to 100%, with four digits behind the point at most"))?;
        Ok(Target::new(within, rows))
    }
}

fn bad(flag: &str, expected: &str) -> Failure {
    Failure::usage(format!("{flag}: expected {expected}"))
}

/// A part of a value, given in per cent from 0.01 to 100.
pub(super) fn percent(text: &str) -> Option<f64> {
    let hundredths = scaled(text, 2).filter(|hundredths| (1..=Target::WIDEST).contains(hundredths))?;
    Some(f64::from(hundredths) / f64::from(Target::WIDEST))
}

/// Per cent with so many digits behind the point at most, as a whole number of their last.
fn scaled(text: &str, digits: usize) -> Option<u32> {
    let text = text.trim().trim_end_matches('%').trim_end();
    let (whole, behind) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || behind.len() > digits || !are_digits(whole) || !are_digits(behind) {
        return None;
    }
    format!("{whole}{behind:0<digits$}").parse().ok()
}

/// Runs a plan until each cell has reached the target or made all its drops, and says what became of it.
pub(super) fn generate_until(
    scheduler: &Arc<Scheduler>,
    forge: &Arc<dyn Forge>,
    plan: &Plan,
    target: Target,
    words: &Words,
) -> anyhow::Result<(Tally, Vec<String>)> {
    let mut staged = StagedPlan::new(plan, target);
    let mut tally = Tally::default();
    progress::shown(plan.total_drops(), "drops at most", |progress| {
        loop {
            let stage = staged.next_stage(forge.keys(), &tally);
            if stage.is_empty() {
                return anyhow::Ok(());
            }
            run_some(scheduler, forge, plan.seed, stage, progress, &mut tally)?;
        }
    })?;
    let said = said(forge.as_ref(), plan, target, &tally, words);
    Ok((tally, said))
}

/// What was reached and what it cost, as lines.
fn said(forge: &dyn Forge, plan: &Plan, target: Target, tally: &Tally, words: &Words) -> Vec<String> {
    let keys = forge.keys();
    let missed: Vec<_> = tally.cells.iter().filter(|(_, counted)| !target.is_reached(keys, counted)).collect();
    let made = tally.cells.values().map(|counted| counted.drops).sum();
    let mut lines = vec![format!(
        "the target is reached in {} of {} cells, with {} of {} drops",
        tally.cells.len() - missed.len(),
        tally.cells.len(),
        thousands(made),
        thousands(plan.total_drops()),
    )];
    for (cell, counted) in missed.iter().take(LISTED) {
        let worst = target.worst(keys, counted);
        let kind =
            cell.kind.map(|kind| keys.catalog().kind(kind)).map(|kind| format!(", kind {}:{}", kind.tval, kind.sval));
        let place = format!(
            "level {}, {}{}",
            cell.depth,
            words.qualities.get(usize::from(cell.quality)).copied().unwrap_or_default(),
            kind.unwrap_or_default(),
        );
        lines.push(match worst.key {
            Some(key) => {
                let (_, name) = keys.label(key);
                let (share, width) = (100.0 * worst.share, 100.0 * worst.width);
                format!(
                    "not at {place}: {} {name}, {share:.3} % of the drops, is known within {width:.2} % of that",
                    keys.key(key).metric.0
                )
            }
            None => format!("not at {place}: too few drops to see rows that count"),
        });
    }
    if missed.len() > LISTED {
        lines.push(format!("nor in {} other cells", missed.len() - LISTED));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn per_cent_are_whole_numbers_of_their_last_digit() {
        for (text, digits, number) in [("2%", 2, 200), ("0.1 %", 4, 1000), ("12.34", 2, 1234), ("100%", 2, 10_000)] {
            assert_eq!(scaled(text, digits), Some(number), "{text}");
        }
        for text in ["", "%", "-1%", "1.234%", ".5", "1e3", "99999999999%", "2 3"] {
            assert_eq!(scaled(text, 2), None, "{text}");
        }
    }
}
