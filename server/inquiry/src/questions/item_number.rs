//! Numbers of items: the words that questions have for them, and what they come to on an item.

use super::resolve::{FLAG_NUMBERS, NUMBER_WORDS, NUMBERS, unknown};
use affixboard_model::batch::{KeySpace, LoggedItem, Metric};

/// A number that every item of some files has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemNumber(pub(super) Of);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Of {
    Affixes,
    Power,
    Price,
    Value(Metric, Option<String>),
}

impl ItemNumber {
    /// By its word in questions, such as `power` or `pval.SPEED`, of items with these keys.
    ///
    /// # Errors
    /// What was found and what was expected, where there is no such word or number.
    pub fn find(word: &str, keys: &KeySpace) -> Result<ItemNumber, (String, String)> {
        let word_of = word.to_ascii_lowercase();
        Ok(ItemNumber(match word_of.as_str() {
            "affixes" | "egos" => Of::Affixes,
            "power" => Of::Power,
            "price" => Of::Price,
            _ => {
                if let Some((_, metric)) = NUMBERS.iter().find(|(name, _)| *name == word_of) {
                    if !keys.has(*metric) {
                        return Err((format!("`{word}`"), "a value that is simulated for these files".to_owned()));
                    }
                    Of::Value(*metric, None)
                } else if let Some((name, flag)) = word.split_once('.')
                    && let Some((_, metric)) = FLAG_NUMBERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
                {
                    let known = keys.flags_of(*metric);
                    let found = known.iter().find(|known| known.eq_ignore_ascii_case(flag));
                    let expected = || unknown(flag, known.iter().copied(), &format!("a flag with a {name}"));
                    Of::Value(*metric, Some((*found.ok_or_else(expected)?).to_owned()))
                } else {
                    return Err(unknown(word, NUMBER_WORDS.iter().copied(), "one of the words for numbers"));
                }
            }
        }))
    }

    /// Whether the game must say what it thinks of each item.
    pub fn appraises(&self) -> bool {
        matches!(self.0, Of::Power | Of::Price)
    }

    /// Whether the values of items must be rolled.
    pub fn needs_values(&self) -> bool {
        self.0 != Of::Affixes
    }

    /// What it comes to on an item whose values have these keys; `None` where the game has no such number of it.
    pub fn of(&self, keys: &KeySpace, item: &LoggedItem) -> Option<i64> {
        match &self.0 {
            Of::Affixes => Some(item.affixes.len() as i64),
            Of::Power => item.appraisal.power.as_ref().map(affixboard_model::game::Worth::total),
            Of::Price => item.appraisal.price.as_ref().map(affixboard_model::game::Worth::total),
            Of::Value(metric, flag) => {
                let value = value_of(keys, &item.values, *metric, flag.as_deref());
                Some(i64::from(value))
            }
        }
    }
}

/// The number of a metric, of a flag where it is one of flags, among the keys of an item's values; 0 where there is none.
pub(super) fn value_of(keys: &KeySpace, values: &[u32], metric: Metric, flag: Option<&str>) -> i32 {
    let is_it = |key: &&u32| keys.key(**key).metric == metric && (flag.is_none() || keys.flag(**key) == flag);
    values.iter().find(is_it).and_then(|key| keys.number(*key)).unwrap_or(0)
}
