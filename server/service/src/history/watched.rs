//! What is watched, and the number that it is in some edit files.

use std::sync::Arc;

use affixboard_inquiry::{
    balance::{BalanceLimits, BalanceVerdict, Basis},
    gaps::Search,
    questions::{Question, parse},
};
use affixboard_model::{
    batch::{Cell, Detail},
    game::{Forge, Loaded},
};

use crate::{
    balance_file::BalanceFile,
    compute::{
        AnswerMethod, BalanceEffort, BalanceRules, Effort, Priority, Progress, QuestionAnswer, Scheduler, answer,
        run_balance_test,
    },
};

/// A share that is simulated is known within so much of it, where the items do.
const WITHIN: f64 = 0.01;

/// A number that every state of the files has.
#[derive(Debug, Clone, PartialEq)]
pub enum Watched {
    /// The share of drops that a question names.
    Share {
        /// The question.
        question: String,
        /// The dungeon level of the drops.
        depth: u32,
        /// The word of their drop quality.
        quality: String,
        /// Items drawn at most where the share can't be computed.
        items: u64,
        /// Where their random numbers begin.
        seed: u64,
    },
    /// The worst number of a balance test: the one that is furthest outside of a limit, or nearest to it.
    Test {
        /// The file of tests.
        text: String,
        /// The name of the test.
        name: String,
        /// What a gap is, and the drops of a dive where the file says none.
        search: Search,
    },
}

/// The number in some files.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchedNumber {
    /// The number: of shares from 0 to 1.
    pub value: f64,
    /// The lower end of what it can be: certainly where it is computed, else with 95 % for a share, and with the chance of error that
    /// its file says for a balance test.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Whether it is computed; else it is simulated.
    pub is_computed: bool,
    /// Whether it is a share, to be written in per cent.
    pub is_share: bool,
    /// The verdict and the limits, of a balance test.
    pub verdict: Option<(BalanceVerdict, BalanceLimits)>,
    /// Why it may not be that of the files' own program; empty where nothing speaks against it.
    pub doubts: String,
}

impl WatchedNumber {
    /// Whether two numbers are the same for all that is known. The last digits of floats are no difference.
    pub fn is_like(&self, other: &WatchedNumber) -> bool {
        let rounding = 1e-12 * self.value.abs().max(other.value.abs());
        self.low <= other.high + rounding && other.low <= self.high + rounding
    }

    /// The number with its ends, where they differ.
    pub fn text(&self) -> String {
        let how = if self.is_computed { "" } else { " simulated" };
        if self.high - self.low <= 1e-9 * self.value.abs() {
            self.written(self.value)
        } else {
            format!("{} ({} to {}{how})", self.written(self.value), self.written(self.low), self.written(self.high))
        }
    }

    /// The limits of a balance test with what they are called, as `at most 12 %`.
    pub fn named_limits(&self) -> Vec<(String, f64)> {
        let Some((_, limits)) = self.verdict else { return Vec::new() };
        let named = [("at least", limits.at_least), ("at most", limits.at_most)];
        named.into_iter().filter_map(|(word, limit)| Some((format!("{word} {}", self.short(limit?)), limit?))).collect()
    }

    /// The number as it was written by hand: without zeros at its end.
    fn short(&self, number: f64) -> String {
        let (number, unit) = if self.is_share { (100.0 * number, " %") } else { (number, "") };
        let text = format!("{number:.6}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned() + unit
    }

    /// A number of this sort as text.
    pub fn written(&self, number: f64) -> String {
        match (self.is_share, number) {
            (true, share) if share == 0.0 || share >= 1e-4 => format!("{:.4} %", 100.0 * share),
            (true, share) => format!("{share:.3e}"),
            (false, number) => self.short(number),
        }
    }
}

impl Watched {
    /// The number in these files; in the inner result why they have none. It doesn't depend on the number of threads.
    ///
    /// # Errors
    /// If the scheduler was shut down, or a thread stopped.
    pub async fn in_files(
        &self,
        (scheduler, priority): (&Arc<Scheduler>, Priority),
        loaded: &Arc<Loaded>,
        progress: &Arc<Progress>,
    ) -> anyhow::Result<Result<WatchedNumber, String>> {
        match self {
            Watched::Share { question, depth, quality, items, seed } => {
                let cell = match cell(loaded, *depth, quality) {
                    Ok(cell) => cell,
                    Err(why) => return Ok(Err(why)),
                };
                let (of, text) = (Arc::clone(loaded), question.clone());
                let (forge, question) = match scheduler.spawn(priority, move |_| looked_up(&of, &text)).await? {
                    Ok(found) => found,
                    Err(why) => return Ok(Err(format!("question: {why}"))),
                };
                let method = AnswerMethod::Best;
                let effort = Effort { within: Some(WITHIN), items: *items, seed: *seed, method };
                let found = answer(scheduler, priority, (&forge, &question), cell, effort, progress).await?;
                let (value, low, high) = found.share();
                let is_computed = matches!(found, QuestionAnswer::Computed(_));
                let doubts = loaded.doubts().unwrap_or_default();
                Ok(Ok(WatchedNumber { value, low, high, is_computed, is_share: true, verdict: None, doubts }))
            }
            Watched::Test { text, name, search } => {
                let (of, text, name, search) = (Arc::clone(loaded), text.clone(), name.clone(), search.clone());
                let reading = move |_: &_| {
                    let dive = search.dive.clone();
                    let rules = BalanceRules::new(Arc::clone(&of), search);
                    let file = BalanceFile::parse(&text, &of, rules.full().keys(), &dive);
                    let file = file.map_err(|error| error.to_string())?;
                    let number = file.tests.len();
                    let effort =
                        BalanceEffort { drops: file.drops, seed: file.seed, wrong_at_most: file.wrong_at_most };
                    let test = file.tests.into_iter().find(|written| written.test.name == name);
                    let test = test.ok_or_else(|| format!("found no balance test `{name}`"))?.test;
                    Ok::<_, String>((rules, Arc::new(test), number, effort))
                };
                let (rules, test, of, effort) = match scheduler.spawn(priority, reading).await? {
                    Ok(read) => read,
                    Err(why) => return Ok(Err(why)),
                };
                let judged = run_balance_test(scheduler, priority, &rules, (&test, of), effort, progress).await?;
                let worst = judged.numbers.first().filter(|(_, worst)| !matches!(worst.basis, Basis::Unknown));
                let Some((_, worst)) = worst else { return Ok(Err("nothing was measured".to_owned())) };
                Ok(Ok(WatchedNumber {
                    value: worst.range.value,
                    low: worst.range.low,
                    high: worst.range.high,
                    is_computed: matches!(worst.basis, Basis::Computed),
                    is_share: test.measure.is_share(),
                    verdict: Some((judged.verdict, test.limits)),
                    doubts: loaded.doubts().unwrap_or_default(),
                }))
            }
        }
    }
}

/// The drops of a depth and quality that the game of some files has.
fn cell(loaded: &Loaded, depth: u32, quality: &str) -> Result<Cell, String> {
    let words = loaded.game.words();
    if words.qualities.is_empty() {
        return Err(format!("{} has no drops to ask about", loaded.game.title()));
    }
    if depth > words.deepest {
        return Err(format!("depth: found {depth}; expected {} at most", words.deepest));
    }
    let known = words.qualities.iter().position(|word| *word == quality);
    let at =
        known.ok_or_else(|| format!("quality: found `{quality}`; expected one of {}", words.qualities.join(", ")))?;
    Ok(Cell { depth, quality: at as u8, kind: None })
}

/// The question, looked up in the files, and the rules that can answer it.
fn looked_up(loaded: &Loaded, text: &str) -> Result<(Arc<dyn Forge>, Arc<Question>), String> {
    let expr = parse(text).map_err(|error| error.to_string())?;
    let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
    let full = loaded.model.forge_for(detail);
    let question = Question::of(&expr, loaded, full.keys()).map_err(|error| error.to_string())?;
    let forge = if question.needs_values { full } else { loaded.model.forge() };
    Ok((forge, Arc::new(question)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: f64, (low, high): (f64, f64), is_share: bool) -> WatchedNumber {
        WatchedNumber { value, low, high, is_computed: low >= high, is_share, verdict: None, doubts: String::new() }
    }

    #[test]
    fn numbers_as_text_and_alike() {
        let share = |value: f64| number(value, (value, value), true);
        assert_eq!(share(0.209_952).text(), "20.9952 %");
        assert_eq!(share(0.0).text(), "0.0000 %");
        assert_eq!(share(1.5e-6).text(), "1.500e-6");
        assert_eq!(number(0.5, (0.49, 0.51), true).text(), "50.0000 % (49.0000 % to 51.0000 % simulated)");
        assert_eq!(number(12.5, (12.5, 12.5), false).text(), "12.5");
        assert!(share(0.3).is_like(&share(0.1 + 0.2)) && !share(0.3).is_like(&share(0.300_001)));
        assert!(number(0.5, (0.4, 0.6), true).is_like(&number(0.65, (0.55, 0.75), true)));
    }
}
