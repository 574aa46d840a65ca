//! The value of each number of the rules that explains counts best.

use std::{collections::HashMap, sync::Arc};

use affixboard_inquiry::audit::{Fitted, Verdict, fit, log_likelihood};
use affixboard_model::{
    batch::CellTally,
    game::{Chance, Declaration, Loaded, RuleConstant},
};

use super::{Computing, Counts};
use crate::compute::CellError;

/// A number of the rules, with the value that explains counts best.
#[derive(Debug, Clone)]
pub struct NumberFit {
    /// The number, with its present value.
    pub constant: RuleConstant,
    /// What fits best.
    pub fitted: Fitted,
    /// The comparison by the best value, where the counts tell it from the present one.
    pub mended: Option<Verdict>,
}

/// Fits each number of the rules that can be declared, alone, the one with the largest gain first. Numbers that don't matter to the
/// counts are left out. `false_alarms`: how likely it is that a number is found to be another where all are right; each of them is
/// tested at its part of that (Bonferroni).
///
/// # Errors
/// If it was stopped, or a computation failed.
pub async fn number_fits(
    counts: &Counts,
    computing: &Computing,
    loaded: &Arc<Loaded>,
    (false_alarms, keep): (f64, usize),
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<NumberFit>, CellError> {
    let constants: Vec<_> = loaded.model.constants().into_iter().filter(|of| of.value >= of.least).collect();
    let level = false_alarms / constants.len().max(1) as f64;
    let mut fits = Vec::new();
    for constant in constants {
        let mut known = HashMap::new();
        // Asks for one value after the other.
        let fitted = loop {
            let mut likelihood = |value: u32| known.get(&value).copied().ok_or(value);
            match fit(constant.value, (constant.least, constant.most), &mut likelihood) {
                Ok(fitted) => break fitted,
                Err(value) => {
                    let with = with_number(computing, loaded, constant.name, value).await?;
                    let found = likelihood_by(counts, computing, &with, is_stopped).await?;
                    known.insert(value, found);
                }
            }
        };
        let Some(fitted) = fitted else { continue };
        let mended = if fitted.p <= level {
            let with = with_number(computing, loaded, constant.name, fitted.best).await?;
            counts.hold(computing, (&with, &with.model.forge()), (false_alarms, keep), is_stopped).await?
        } else {
            None
        };
        fits.push(NumberFit { constant, fitted, mended });
    }
    fits.sort_by(|a, b| b.fitted.gain.total_cmp(&a.fitted.gain));
    Ok(fits)
}

/// The files with this number declared.
async fn with_number(
    computing: &Computing,
    loaded: &Arc<Loaded>,
    name: &'static str,
    value: u32,
) -> Result<Loaded, CellError> {
    let loaded = Arc::clone(loaded);
    let reading =
        computing.scheduler.spawn(computing.priority, move |_| Declaration::with_number(&loaded, name, value));
    reading.await.map_err(CellError::from)
}

/// The logarithm of the counts' likelihood by these rules.
async fn likelihood_by(
    counts: &Counts,
    computing: &Computing,
    loaded: &Loaded,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<f64, CellError> {
    let forge = loaded.model.forge();
    let mut sum = 0.0;
    let mut each = |_, tally: &CellTally, chances: &[Chance]| sum += log_likelihood(forge.keys(), tally, chances);
    counts.each(computing, (loaded, &forge), is_stopped, &mut each).await?;
    Ok(sum)
}
