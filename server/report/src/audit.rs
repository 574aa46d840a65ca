//! Comparisons of an audit in words.

use affixboard_inquiry::audit::{AdjustedComparison, COMPARED, Fitted, Partition, Verdict};
use affixboard_model::{
    batch::{KeySpace, Metric, RowLabel},
    game::{RuleConstant, Words},
};

use crate::wording::{significant_digits, thousands};

/// A comparison of a count with its expectation.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditLine {
    /// The cell and key compared.
    pub about: RowLabel,
    /// Number of drops of the cell.
    pub drops: u64,
    /// Observed count.
    pub count: u64,
    /// Expected count.
    pub expected: f64,
    /// Computed probability per drop.
    pub chance: f64,
    /// Error bound of that probability.
    pub bound: f64,
    /// P-value: the probability of a count at least as far from the expectation.
    pub p: f64,
    /// The p-value after Holm's correction over the audit.
    pub adjusted: f64,
    /// Whether the corrected p-value is at most the level of the audit.
    pub disagrees: bool,
}

impl AuditLine {
    /// The line of a comparison with a key of `keys`. `None` where the key has no label in its cell: a key without a
    /// kind in a cell of one kind, which counts none of them.
    pub fn new(found: &AdjustedComparison, verdict: &Verdict, keys: &KeySpace, words: &Words) -> Option<AuditLine> {
        let comparison = found.comparison;
        Some(AuditLine {
            about: RowLabel::new(found.cell, comparison.key, keys, words)?,
            drops: found.drops,
            count: comparison.count,
            expected: comparison.chance * found.drops as f64,
            chance: comparison.chance,
            bound: comparison.bound,
            p: comparison.p,
            adjusted: found.adjusted,
            disagrees: found.adjusted <= verdict.level,
        })
    }

    /// The p-value, plain and corrected. `0` is written only where it is certain: it was counted and is impossible.
    pub fn p_texts(&self) -> [String; 2] {
        let is_certain = self.count > 0 && self.chance + self.bound <= 0.0;
        [self.p, self.adjusted].map(|p| if is_certain { "0".to_owned() } else { p_value_text(p) })
    }

    /// The expected count with four digits, and its error bound if it has one.
    pub fn expected_text(&self) -> String {
        let expected = significant_digits(self.expected, 4);
        if self.bound > 0.0 {
            format!("{expected} ± {}", significant_digits(self.bound * self.drops as f64, 2))
        } else {
            expected
        }
    }
}

/// A p-value with two digits; `< 1e-300` where floats end.
pub fn p_value_text(p: f64) -> String {
    if p < 1e-300 { "< 1e-300".to_owned() } else { significant_digits(p, 2) }
}

/// An error bound with two digits.
pub fn bound_text(bound: f64) -> String {
    significant_digits(bound, 2)
}

/// A chance in per cent with three digits, without trailing zeros.
pub fn percent_text(chance: f64) -> String {
    let digits = significant_digits(chance * 100.0, 3);
    let is_plain = digits.contains('.') && !digits.contains('e');
    let digits = if is_plain { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    format!("{digits} %")
}

/// Which value of a number of the rules explains counts best, in a line. `mended`: the comparison by that value, where the counts
/// tell it from the present one.
pub fn fit_line(constant: &RuleConstant, fitted: &Fitted, mended: Option<&Verdict>) -> String {
    let RuleConstant { name, value, .. } = constant;
    let Fitted { best, low, high, p, .. } = fitted;
    let best = format!("{name}: {best} ({low} to {high}) fits best");
    let Some(mended) = mended else {
        return format!("{best}; nothing says that it isn't {value} (p {})", p_value_text(*p));
    };
    let told = format!("{best}, not {value} (p {})", p_value_text(*p));
    match (mended.agrees(), mended.disagreements) {
        (true, _) => format!("{told}; with it nothing disagrees"),
        (false, 0) => format!("{told}; with it no entry disagrees, but all counts together do"),
        (false, 1) => format!("{told}; with it one entry disagrees"),
        (false, entries) => format!("{told}; with it {} entries disagree", thousands(entries)),
    }
}

/// The title of a partition of all drops.
pub fn partition_title(partition: Partition, words: &Words) -> String {
    let affixes = words.affixes;
    match partition {
        Partition::Kinds => "kinds, and drops without one".to_owned(),
        Partition::Numbers => format!("numbers of {affixes} by kind, and artifacts"),
        Partition::Themes => "themes by kind".to_owned(),
        Partition::Affixes => format!("{affixes} by kind"),
    }
}

/// Names of the metrics that tallies count and audits don't compare.
pub fn uncompared_metrics(keys: &KeySpace) -> Vec<&'static str> {
    let mut names: Vec<&str> =
        keys.metrics().filter(|metric| !COMPARED.contains(metric)).map(|Metric(name)| name).collect();
    names.dedup();
    names
}

/// The power of an audit at one chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detectable {
    /// The chance.
    pub chance: f64,
    /// The smallest observed share above it that would have been significant.
    pub share: f64,
}

/// The smallest significant shares of common and of rare entries, with `drops` in each cell. Chances so small that only
/// far larger shares would show are skipped.
pub fn detectable_shares(verdict: &Verdict, drops: u64) -> Vec<Detectable> {
    [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6]
        .into_iter()
        .filter(|chance| chance * drops as f64 >= 0.1)
        .filter_map(|chance| {
            Some(Detectable { chance, share: verdict.min_detectable_count(chance, drops)? as f64 / drops as f64 })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_texts() {
        assert_eq!(
            [0.0, 0.5, 0.012_34, 1.5e-8, 1e-310].map(p_value_text),
            ["< 1e-300", "0.50", "0.012", "1.5e-8", "< 1e-300"]
        );
        assert_eq!([0.1, 0.012_345, 1e-6, 1.0].map(percent_text), ["10 %", "1.23 %", "0.0001 %", "100 %"]);
        assert_eq!(percent_text(1e-8), "1.00e-6 %");
    }
}
