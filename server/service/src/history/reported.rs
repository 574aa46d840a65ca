//! Histories as tables and charts have them.

use std::sync::Arc;

use affixboard_inquiry::profile::Profile;
use affixboard_model::game::Loaded;
use affixboard_report::{chart::NumberHistory, format::HistoryRow};

use super::WatchedNumber;
use crate::{balance_file::BalanceFile, compute::BalanceRules};
use affixboard_inquiry::gaps::{Limits, Search};

/// The row of a state of which that is said.
pub fn history_row<'a>(about: [&'a str; 4], found: &'a Result<WatchedNumber, String>) -> HistoryRow<'a> {
    HistoryRow {
        about,
        number: match found {
            Ok(number) => Ok(([number.value, number.low, number.high], number.is_computed)),
            Err(why) => Err(why),
        },
        verdict: found.as_ref().ok().and_then(|number| number.verdict).map_or("", |verdict| verdict.0.word()),
        doubts: found.as_ref().map_or("", |number| &number.doubts),
    }
}

/// What a chart of numbered states has.
pub fn number_history<'a>(
    name: &str,
    states: impl Iterator<Item = (u32, &'a Result<WatchedNumber, String>)>,
) -> NumberHistory {
    let mut history = NumberHistory { name: name.to_owned(), states: Vec::new(), limits: Vec::new(), is_share: true };
    for (at, found) in states {
        if let Ok(number) = found {
            (history.limits, history.is_share) = (number.named_limits(), number.is_share);
        }
        history.states.push((at, found.as_ref().ok().map(|number| [number.value, number.low, number.high])));
    }
    history
}

/// The names of the balance tests of a file, in its order; none where it can't be read for these files.
pub fn test_names(text: &str, loaded: &Arc<Loaded>, dive: &Profile) -> Vec<String> {
    if text.is_empty() {
        return Vec::new();
    }
    let rules = BalanceRules::new(Arc::clone(loaded), Search { limits: Limits::default(), dive: dive.clone() });
    let file = BalanceFile::parse(text, loaded, rules.full().keys(), dive);
    file.map_or_else(|_| Vec::new(), |file| file.tests.into_iter().map(|written| written.test.name).collect())
}
