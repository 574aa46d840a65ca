//! Single items: what drops of a cell look like one by one, and what they are worth to the game.

pub mod show;
mod worth_files;
mod worth_sampling;
pub mod worths;

use affixboard_model::{catalog::Catalog, game::Words};

use super::{Error, State, compare::comparand::Comparand, session::viewer::Viewer, sheets::settings::SheetSettings};
use affixboard_report::thousands;
use affixboard_service::library::OpenRevision;

/// The seed where none is asked for.
const USUAL_SEED: u64 = 1;

fn given(value: Option<&String>) -> &str {
    value.map_or("", |value| value.trim())
}

fn number<T: std::str::FromStr + PartialOrd>(
    (key, value): (&str, Option<&String>),
    usual: T,
    (range, expected): (std::ops::RangeInclusive<T>, &str),
) -> Result<T, Error> {
    match given(value) {
        "" => Ok(usual),
        text => text
            .parse()
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| Error::bad_request(format!("{key}: found `{text}`; expected {expected}."))),
    }
}

/// The position of a drop quality that an address names; the best where it names none.
fn quality(words: &Words, text: Option<&String>) -> Result<usize, Error> {
    match given(text).parse::<usize>() {
        // Links of explanations give the position.
        Ok(position) if position < words.qualities.len() => Ok(position),
        _ => SheetSettings::position("quality", text, words.qualities, words.richest),
    }
}

/// What is to be shown beside a revision; `None` where nothing is named.
async fn other_side(
    viewer: &Viewer,
    state: &State,
    open: &OpenRevision,
    beside: Option<&String>,
) -> Result<Option<Comparand>, Error> {
    match given(beside) {
        "" => Ok(None),
        address => {
            let other = Comparand::named(viewer, state, address).await?;
            if other.counted.is_some() || other.open.loaded.game.id() != open.loaded.game.id() {
                let expected = "a revision, draft or proposal of the same game";
                return Err(Error::bad_request(format!("beside: found `{address}`; expected {expected}.")));
            }
            Ok(Some(other))
        }
    }
}

/// The name of an item type.
fn type_name(catalog: &Catalog, tval: Option<u16>) -> &str {
    tval.and_then(|tval| catalog.item_type(tval)).map_or("", |item_type| &item_type.name)
}

/// A number with separators, negative ones with a minus.
pub(crate) fn signed_thousands(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", thousands(number.unsigned_abs()))
}
