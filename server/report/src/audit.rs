//! What an audit found, as people read it.

use affixboard_core::{
    audit::{COMPARED, Found, Partition, Verdict},
    batch::{KeySpace, Metric, RowLabel},
    game::Words,
};

use crate::wording::significant_digits;

/// A comparison of an audit.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditLine {
    /// What was compared where.
    pub about: RowLabel,
    /// Drops that were counted in the cell.
    pub drops: u64,
    /// How often it was counted.
    pub count: u64,
    /// How often it was expected.
    pub expected: f64,
    /// Its chance per drop, as computed.
    pub chance: f64,
    /// The chance by the rules is at most so far from it.
    pub bound: f64,
    /// How likely a count as far out is.
    pub p: f64,
    /// That after Holm.
    pub adjusted: f64,
    /// Whether that is less than chance explains.
    pub disagrees: bool,
}

impl AuditLine {
    /// Of a comparison with a key of this space. Each has a line; one without a kind would have no label where kinds are
    /// made on their own, but such cells count none.
    pub fn new(found: &Found, verdict: &Verdict, keys: &KeySpace, words: &Words) -> Option<AuditLine> {
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

    /// The p-value and that after Holm. 0 is written only where that is certain: it was counted and can't be.
    pub fn p_texts(&self) -> [String; 2] {
        let is_certain = self.count > 0 && self.chance + self.bound <= 0.0;
        [self.p, self.adjusted].map(|p| if is_certain { "0".to_owned() } else { p_value_text(p) })
    }

    /// What is expected, to four digits; and how far the bound lets it be off, where there is one.
    pub fn expected_text(&self) -> String {
        let expected = significant_digits(self.expected, 4);
        if self.bound > 0.0 {
            format!("{expected} ± {}", significant_digits(self.bound * self.drops as f64, 2))
        } else {
            expected
        }
    }
}

/// A p-value to two digits; where a float hardly tells it from 0, that it is less.
pub fn p_value_text(p: f64) -> String {
    if p < 1e-300 { "< 1e-300".to_owned() } else { significant_digits(p, 2) }
}

/// An error bound to two digits.
pub fn bound_text(bound: f64) -> String {
    significant_digits(bound, 2)
}

/// A chance in percent, to three digits, without zeros at the end.
pub fn percent_text(chance: f64) -> String {
    let digits = significant_digits(chance * 100.0, 3);
    let is_plain = digits.contains('.') && !digits.contains('e');
    let digits = if is_plain { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
    format!("{digits} %")
}

/// What a partition divides drops by.
pub fn partition_title(partition: Partition, words: &Words) -> String {
    let affixes = words.affixes;
    match partition {
        Partition::Kinds => "kinds, and drops without one".to_owned(),
        Partition::Numbers => format!("numbers of {affixes} by kind, and artifacts"),
        Partition::Themes => "themes by kind".to_owned(),
        Partition::Affixes => format!("{affixes} by kind"),
    }
}

/// What is counted beyond what is compared, by the tallies' names.
pub fn uncompared_metrics(keys: &KeySpace) -> Vec<&'static str> {
    let mut names: Vec<&str> =
        keys.metrics().filter(|metric| !COMPARED.contains(metric)).map(|Metric(name)| name).collect();
    names.dedup();
    names
}

/// A chance, and from which share on it would have been told that it is another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Detectable {
    /// The chance.
    pub chance: f64,
    /// The smallest share of the drops that would have disagreed.
    pub share: f64,
}

/// What could have been told of entries that are common and rare, with so many drops in each cell. What could be told only
/// of far too many is left out.
pub fn detectable_shares(verdict: &Verdict, drops: u64) -> Vec<Detectable> {
    [0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6]
        .into_iter()
        .filter(|chance| chance * drops as f64 >= 0.1)
        .filter_map(|chance| {
            Some(Detectable { chance, share: verdict.least_told(chance, drops)? as f64 / drops as f64 })
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
