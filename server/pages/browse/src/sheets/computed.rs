//! Sheets of chances from numbers that are computed or simulated: for sheets of their own, and for the sides of comparisons.

use affixboard_model::game::Words;
use affixboard_report::{
    sheet::{Method, Sheet},
    sheets::{self, ChanceColumn, ChanceParams, SheetError},
};

use super::settings::SheetSettings;
use crate::Error;
use affixboard_service::{
    compute::{CellNumbers, Stages},
    library::OpenRevision,
};

/// Cells (item types × depths) computed for a sheet at most: all item types at every fifth depth are some 500.
const MOST_PLACES: usize = 1000;

fn fits(types: &[u16], depths: &[u32]) -> bool {
    types.len() < 2 || types.len() * depths.len() <= MOST_PLACES
}

/// Whether a sheet about these item types can have every depth.
pub(crate) fn fits_at_every_depth(types: &[u16], words: &Words) -> Result<bool, Error> {
    let every_depth = SheetSettings { depths: Some("every".to_owned()), ..SheetSettings::default() };
    Ok(fits(types, &every_depth.depths(words)?))
}

/// Refuses sheets about no item type, and those about more cells than are computed for one.
pub(crate) fn check_places(types: &[u16], depths: &[u32]) -> Result<(), Error> {
    if types.is_empty() {
        return Err(SheetError::NoTypes.into());
    }
    let places = types.len() * depths.len();
    if !fits(types, depths) {
        return Err(Error::bad_request(format!(
            "Found {} item types at {} depths, {places} in all; expected at most {MOST_PLACES}, for each of them takes its \
             time to compute. Fewer types or fewer depths will do.",
            types.len(),
            depths.len()
        )));
    }
    Ok(())
}

/// What is simulated for a sheet about so many item types: several share whole drops.
pub(crate) fn stages(types: &[u16]) -> Stages {
    if types.len() == 1 { Stages::OF_CELLS } else { Stages::OF_TYPES }
}

/// The depths at which closer numbers are to come, where as many cells belong to each.
pub(crate) fn unfinished(depths: &[u32], numbers: &[CellNumbers]) -> Vec<u32> {
    let of_depth = numbers.len() / depths.len().max(1);
    let is_final = |cells: &[CellNumbers]| !cells.is_empty() && cells.iter().all(CellNumbers::is_final);
    let cells = |at: usize| &numbers[at * of_depth..(at + 1) * of_depth];
    depths.iter().enumerate().filter(|(at, _)| !is_final(cells(*at))).map(|(_, depth)| *depth).collect()
}

/// The sheet of these numbers, `[depth][item type]` in a row; of a single item type the parameters may name a kind.
///
/// # Errors
/// As [`sheets::chances_of_types`].
pub(crate) fn sheet_of(
    (open, method): (&OpenRevision, Method),
    types: &[u16],
    depths: &[u32],
    numbers: &[&CellNumbers],
    params: &ChanceParams,
) -> Result<Sheet, SheetError> {
    let columns = |at: usize| -> Vec<ChanceColumn<'_>> {
        let known = numbers.iter().skip(at).step_by(types.len());
        depths.iter().zip(known).map(|(depth, known)| known.column(*depth)).collect()
    };
    let (words, provenance) = (open.loaded.game.words(), open.provenance(method));
    let (catalog, forge) = (&open.loaded.catalog, open.forge.as_ref());
    if let [tval] = types {
        let params = ChanceParams { tval: *tval, ..params.clone() };
        return sheets::chances(catalog, forge, words, provenance, &columns(0), &params);
    }
    let types: Vec<_> = types.iter().enumerate().map(|(at, tval)| (*tval, columns(at))).collect();
    sheets::chances_of_types(catalog, forge, words, &provenance, &types, params)
}
