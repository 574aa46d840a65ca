//! Batches as rows of a table.

use affixboard_report::thousands;
use std::{collections::BTreeSet, time::Duration};

use affixboard_games as games;
use affixboard_model::{
    batch::{BatchPlan, Detail, Plan, SubjectPlan},
    game::{DimensionValues, SubjectSpec},
};
use affixboard_store::{Batch, BatchState};

use crate::links;
use affixboard_service::clock;

/// A batch in a list.
pub struct BatchRow {
    /// Its page.
    pub href: String,
    /// The number by which people know it.
    pub number: i64,
    /// Slug and revision.
    pub edition: String,
    /// What is drawn, in words.
    pub plan: String,
    /// In hexadecimal.
    pub seed: String,
    /// In a word.
    pub state: &'static str,
    /// How much is done, in words.
    pub progress: String,
    /// The time.
    pub created: String,
}

impl BatchRow {
    /// The row of a batch.
    pub fn new(batch: &Batch<BatchPlan>) -> BatchRow {
        let total = batch.plan.total_trials();
        let has_target = matches!(&batch.plan, BatchPlan::Drops(plan) if plan.target.is_some());
        let progress = match batch.state {
            // How many it will need isn't known.
            BatchState::Running | BatchState::Queued if has_target => format!("{} drops", thousands(batch.drops_done)),
            BatchState::Running | BatchState::Queued if total > 0 => {
                format!("{} %", u128::from(batch.drops_done) * 100 / u128::from(total))
            }
            _ => String::new(),
        };
        BatchRow {
            href: links::batch(batch.id),
            number: batch.id.0,
            edition: format!("{} r{}", batch.slug, batch.revision_number),
            plan: match &batch.plan {
                BatchPlan::Drops(plan) => format!("{}{}", plan_text(&batch.game, plan), rules_text(&batch.game, plan)),
                BatchPlan::Subject(plan) => subject_plan_text(plan),
            },
            seed: batch.plan.seed().to_string(),
            state: batch.state.name(),
            progress,
            created: clock::shown(batch.created_at),
        }
    }
}

/// The plan's rule switches as text; empty if all are as coded.
fn rules_text(game: &str, plan: &Plan) -> String {
    match games::find(game) {
        Some(game) if !plan.switches.is_coded() => format!(" · {}", plan.switches.describe(game)),
        _ => String::new(),
    }
}

/// A plan in short: `depths 1, 5–100 step 5 · normal, good · 20,000 drops per cell`.
pub fn plan_text(game: &str, plan: &Plan) -> String {
    let known = games::find(game).map_or(&[][..], |game| game.words().qualities);
    let qualities: Vec<_> =
        plan.qualities.iter().map(|quality| known.get(usize::from(*quality)).copied().unwrap_or("?")).collect();
    let kinds = match plan.kinds.len() {
        0 => String::new(),
        1 => " · one kind".to_owned(),
        n => format!(" · {n} kinds"),
    };
    let (depths, drops) = (depths_text(&plan.depths), thousands(plan.drops.get()));
    let values = if plan.detail == Detail::Full { ", with values" } else { "" };
    let until = plan.target.map_or_else(String::new, |target| format!("until {target}, at most "));
    format!("{depths} · {}{kinds} · {until}{drops} drops each{values}", qualities.join(", "))
}

/// A plan of a subject in short: `monsters · 21 points · 100,000 trials each`.
pub fn subject_plan_text(plan: &SubjectPlan) -> String {
    let points = match plan.points.len() {
        1 => "1 point".to_owned(),
        n => format!("{n} points"),
    };
    format!("{} · {points} · {} trials each", plan.subject, thousands(plan.trials.get()))
}

/// The same with the values of each dimension: `monsters · depth 1, 5–50 step 5 · …`.
pub(crate) fn subject_plan_text_of(spec: &SubjectSpec, plan: &SubjectPlan) -> String {
    let mut parts = vec![plan.subject.clone()];
    for (at, dimension) in spec.dimensions.iter().enumerate() {
        let values: BTreeSet<i32> = plan.points.iter().map(|point| point.0[at]).collect();
        let numbers: Option<Vec<u32>> = values.iter().map(|value| u32::try_from(*value).ok()).collect();
        let text = match (&dimension.values, numbers) {
            (DimensionValues::Numbers { .. }, Some(numbers)) => runs_text(&numbers),
            _ => values.iter().map(|value| dimension.label(*value)).collect::<Vec<_>>().join(", "),
        };
        parts.push(format!("{} {text}", dimension.name));
    }
    parts.push(format!("{} {} each", thousands(plan.trials.get()), spec.trial[1]));
    parts.join(" · ")
}

/// A rising list in short: runs of three and more with one step are written as a range.
fn runs_text(depths: &[u32]) -> String {
    let range = |first: u32, last: u32, step: u32| match step {
        1 => format!("{first}–{last}"),
        step => format!("{first}–{last} step {step}"),
    };
    runs(depths, range).join(", ")
}

/// The same as forms take it: `1,5-100/5`.
pub(crate) fn depths_field(depths: &[u32]) -> String {
    let range = |first: u32, last: u32, step: u32| match step {
        1 => format!("{first}-{last}"),
        step => format!("{first}-{last}/{step}"),
    };
    runs(depths, range).join(",")
}

/// The parts of a rising list; runs of three and more with one step are one, written by their first, last and step.
fn runs(depths: &[u32], range: impl Fn(u32, u32, u32) -> String) -> Vec<String> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < depths.len() {
        let step = depths.get(at + 1).map_or(0, |next| next - depths[at]);
        let run = 1 + depths[at..].windows(2).take_while(|pair| pair[1] - pair[0] == step).count();
        if run >= 3 {
            let (first, last) = (depths[at], depths[at + run - 1]);
            parts.push(range(first, last, step));
            at += run;
        } else {
            parts.push(depths[at].to_string());
            at += 1;
        }
    }
    parts
}

fn depths_text(depths: &[u32]) -> String {
    format!("{} {}", if depths.len() == 1 { "depth" } else { "depths" }, runs_text(depths))
}

/// How long a run still takes, as it is known from what it took so far: `about 4 min left`.
pub(crate) fn time_left(left: Duration) -> String {
    format!("{} left", about(left))
}

/// A time that isn't known better: `about 4 min`.
pub(super) fn about(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 10.0 => "a few seconds".to_owned(),
        seconds if seconds < 90.0 => format!("about {:.0} s", (seconds / 5.0).round() * 5.0),
        seconds if seconds < 90.0 * 60.0 => format!("about {:.0} min", seconds / 60.0),
        seconds if seconds < 48.0 * 3600.0 => format!("about {:.0} h", seconds / 3600.0),
        seconds => format!("about {:.0} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_depths_in_short() {
        for (depths, text) in [
            (&[30][..], "depth 30"),
            (&[1, 5, 10, 15, 20], "depths 1, 5–20 step 5"),
            (&[1, 2, 3, 7, 9], "depths 1–3, 7, 9"),
        ] {
            assert_eq!(depths_text(depths), text);
        }
    }

    #[test]
    fn depths_as_forms_take_them() {
        for (depths, text) in [(&[30][..], "30"), (&[1, 5, 10, 15, 20], "1,5-20/5"), (&[1, 2, 3, 7, 9], "1-3,7,9")] {
            assert_eq!(depths_field(depths), text);
            assert_eq!(affixboard_model::batch::parse_depths(text, 127).expect("depths"), depths);
        }
    }

    #[test]
    fn times_left_are_about() {
        for (seconds, text) in [
            (0, "a few seconds left"),
            (13, "about 15 s left"),
            (89, "about 90 s left"),
            (90, "about 2 min left"),
            (5399, "about 90 min left"),
            (5400, "about 2 h left"),
            (300_000, "about 3 days left"),
        ] {
            assert_eq!(time_left(Duration::from_secs(seconds)), text);
        }
    }
}
