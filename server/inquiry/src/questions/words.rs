//! The words that questions about some files can have, for forms.

use super::resolve::{FLAG_NUMBERS, NUMBERS};
use affixboard_model::batch::{KeySpace, Metric};

/// What questions can ask of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionWords {
    /// Words for numbers, such as `to_hit` and `pval.SPEED`, without those for power and price.
    pub numbers: Vec<String>,
    /// Flags.
    pub flags: Vec<String>,
}

impl QuestionWords {
    /// Of files with these keys, which should be those of values too ([`affixboard_model::batch::Detail::Full`]).
    pub fn of(keys: &KeySpace) -> QuestionWords {
        let mut numbers = vec!["affixes".to_owned()];
        numbers.extend(NUMBERS.iter().filter(|(_, metric)| keys.has(*metric)).map(|(word, _)| (*word).to_owned()));
        for (word, metric) in FLAG_NUMBERS {
            numbers.extend(keys.flags_of(metric).into_iter().map(|flag| format!("{word}.{flag}")));
        }
        let flags = keys.flags_of(Metric::FLAG).into_iter().map(str::to_owned).collect();
        QuestionWords { numbers, flags }
    }
}
