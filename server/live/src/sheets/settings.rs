//! What requests for sheets ask for, looked up among what there is.

use affixboard_model::{batch::parse_depths, game::Words};
use affixboard_report::sheets::{SheetError, SheetSection};

use crate::{
    edition::Edition,
    failure::{Failure, one_of},
    request::SheetRequest,
};

/// Columns of a sheet at most: a dungeon has as many levels.
pub(super) const MOST_COLUMNS: usize = 128;
/// Cells (item types × levels) at most where they are several types, as on the dashboard.
const MOST_PLACES: usize = 1000;

/// The position of a name in a list; `usual` where none is given.
pub(super) fn position(field: &str, found: Option<&String>, known: &[&str], usual: usize) -> Result<usize, Failure> {
    match found.map(|text| text.trim()) {
        None | Some("") if usual < known.len() => Ok(usual),
        text => {
            let text = text.unwrap_or_default();
            let at = known.iter().position(|name| *name == text);
            at.ok_or_else(|| Failure::of_field(field, text, one_of(known.iter().copied())))
        }
    }
}

/// What a name of a table stands for; the first where none is given.
pub(super) fn choice<T: Copy>(field: &str, found: Option<&String>, known: &[(&str, T)]) -> Result<T, Failure> {
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    Ok(known[position(field, found, &names, 0)?].1)
}

/// The levels of a list such as `1,5,10-20`; the usual ones where none is given.
pub(crate) fn levels(words: &Words, list: Option<&String>) -> Result<Vec<u32>, Failure> {
    let list = list.map(|list| list.trim()).filter(|list| !list.is_empty());
    let list = list.map_or_else(|| words.usual_depths(), str::to_owned);
    let levels = parse_depths(&list, words.deepest)
        .map_err(|error| Failure::of_field("levels", &error.found, error.expected))?;
    if levels.len() > MOST_COLUMNS {
        return Err(Failure::of_field("levels", &list, format!("at most {MOST_COLUMNS} of them")));
    }
    Ok(levels)
}

/// The drop quality, the richest where none is given.
pub(crate) fn quality(words: &Words, found: Option<&String>) -> Result<u8, Failure> {
    position("quality", found, words.qualities, words.richest).map(|at| at as u8)
}

/// The item types: those asked for, else the first that takes affixes.
pub(super) fn types(edition: &Edition, request: &SheetRequest, levels: usize) -> Result<Vec<u16>, Failure> {
    let catalog = &edition.loaded.catalog;
    let of_affixes = || catalog.item_types.iter().find(|of_type| of_type.takes_affixes);
    let usual = || of_affixes().or(catalog.item_types.first()).map(|of_type| of_type.tval);
    let types = if request.types.is_empty() { usual().into_iter().collect() } else { request.types.clone() };
    if types.is_empty() {
        return Err(of_sheet(&SheetError::NoTypes));
    }
    if request.sval.is_some() && types.len() > 1 {
        return Err(Failure::of_text("found a kind of several item types; expected `sval` with one item type"));
    }
    let places = types.len() * levels;
    if types.len() > 1 && places > MOST_PLACES {
        let message = format!("found {places} item types × levels; expected at most {MOST_PLACES}");
        return Err(Failure::of_text(&message));
    }
    Ok(types)
}

/// The sections asked for, of those that the edition has; all of what drops are where none are given.
pub(super) fn sections(
    edition: &Edition,
    request: &SheetRequest,
    with_values: bool,
) -> Result<Vec<SheetSection>, Failure> {
    let has = |section: &SheetSection| edition.forge.keys().has(section.metric());
    let known = SheetSection::ALL.into_iter().filter(has);
    let Some(asked) = &request.sections else { return Ok(known.collect()) };
    let values = SheetSection::VALUES.into_iter().filter(|_| with_values);
    let values = values.filter(|section| edition.full().keys().has(section.metric()));
    let known: Vec<SheetSection> = known.chain(values).collect();
    let ids: Vec<&str> = known.iter().map(|section| section.id()).collect();
    asked.iter().map(|name| Ok(known[position("sections", Some(name), &ids, 0)?])).collect()
}

/// An error of making a sheet.
pub(super) fn of_sheet(error: &SheetError) -> Failure {
    Failure::of_text(&error.to_string())
}
