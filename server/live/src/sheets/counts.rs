//! Counts of simulated drops by depth, as a batch has them.

use affixboard_model::batch::Detail;
use affixboard_report::{
    sheet::Method,
    sheets::{self, CountParams, Denominator, Filter, RowOrder, SheetSection},
};

use super::{
    settings::{choice, levels, of_sheet, quality, sections, types},
    shape::SheetAnswer,
};
use crate::{edition::Edition, failure::Failure, request::SheetRequest, simulate};

const MEASURES: [(&str, Denominator); 2] = [("item", Denominator::PerItem), ("drop", Denominator::PerDrop)];
/// Drops of each cell unless others are asked for.
const USUAL_DROPS: u64 = 1 << 16;

/// Whether anything drops.
pub(crate) fn has_counts(edition: &Edition) -> bool {
    !edition.loaded.catalog.item_types.is_empty() && !edition.loaded.game.words().qualities.is_empty()
}

pub(super) fn sheet(edition: &Edition, request: &SheetRequest) -> Result<SheetAnswer, Failure> {
    let (catalog, words) = (&edition.loaded.catalog, edition.loaded.game.words());
    let depths = levels(words, request.levels.as_ref())?;
    let types = types(edition, request, depths.len())?;
    let params = CountParams {
        tval: types[0],
        sval: request.sval,
        quality: quality(words, request.quality.as_ref())?,
        denominator: choice("measure", request.measure.as_ref(), &MEASURES)?,
        sections: sections(edition, request, true)?,
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let has_values = params.sections.iter().any(|section| SheetSection::VALUES.contains(section));
    let (forge, detail) = if has_values { (edition.full(), Detail::Full) } else { (&edition.forge, Detail::Identity) };
    let forge = forge.as_ref();
    let drops = simulate::drops(request.drops.unwrap_or(USUAL_DROPS), depths.len())?;
    let seed = request.seed.0;
    let tally = simulate::drops_of_batch(forge, (&depths, params.quality), (drops, seed), detail);
    let provenance = edition.provenance(Method::Simulated { drops: drops.get(), seed, batch: None });
    let sheet = match types.as_slice() {
        [_] => sheets::counts(catalog, forge, words, provenance, &tally, &params),
        types => sheets::counts_of_types(catalog, forge, words, &provenance, &tally, types, &params),
    };
    Ok(SheetAnswer::new(sheet.map_err(|error| of_sheet(&error))?))
}
