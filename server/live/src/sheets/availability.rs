//! Pools by generation level.

use affixboard_report::{
    sheet::Method,
    sheets::{self, AvailabilityParams, Filter, PoolMeasure, RowOrder},
};

use super::{
    settings::{choice, levels, of_sheet, position, types},
    shape::SheetAnswer,
};
use crate::{edition::Edition, failure::Failure, request::SheetRequest};

const MEASURES: [(&str, PoolMeasure); 2] = [("pool", PoolMeasure::Chance), ("commonness", PoolMeasure::Commonness)];

/// Whether any item type has pools.
pub(crate) fn has_availability(edition: &Edition) -> bool {
    edition.loaded.catalog.item_types.iter().any(|of_type| of_type.takes_affixes)
}

pub(super) fn sheet(edition: &Edition, request: &SheetRequest) -> Result<SheetAnswer, Failure> {
    let (catalog, words) = (&edition.loaded.catalog, edition.loaded.game.words());
    let reachable = words.affix_levels.len().min(usize::from(words.reachable_affix_levels));
    let usual = usize::from(words.usual_affix_level);
    let depths = levels(words, request.levels.as_ref())?;
    let types = types(edition, request, depths.len())?;
    let params = AvailabilityParams {
        tval: types[0],
        sval: request.sval,
        affix_level: position("affix_level", request.affix_level.as_ref(), &words.affix_levels[..reachable], usual)?
            as u8,
        depths,
        measure: choice("measure", request.measure.as_ref(), &MEASURES)?,
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let (forge, provenance) = (edition.forge.as_ref(), edition.provenance(Method::Exact));
    let sheet = match types.as_slice() {
        [_] => sheets::availability(catalog, forge, words, provenance, &params),
        types => sheets::availability_of_types(catalog, forge, words, &provenance, types, &params),
    };
    Ok(SheetAnswer::new(sheet.map_err(|error| of_sheet(&error))?))
}
