//! Chances by depth: computed, simulated, or the better known of the two.

use affixboard_model::{
    batch::{Cell, Detail, Entry, Tally},
    game::{Chance, Forge},
};
use affixboard_report::{
    sheet::Method,
    sheets::{self, ChanceColumn, ChanceMeasure, ChanceParams, Filter, RowOrder, SimulatedColumn},
};

use super::{
    settings::{choice, levels, of_sheet, quality, sections, types},
    shape::SheetAnswer,
};
use crate::{edition::Edition, failure::Failure, request::SheetRequest, simulate};

const MEASURES: [(&str, ChanceMeasure); 3] =
    [("item", ChanceMeasure::PerItem), ("drop", ChanceMeasure::PerDrop), ("thousand", ChanceMeasure::PerThousand)];

/// Whether chances are computed from the rules.
pub(crate) fn has_chances(edition: &Edition) -> bool {
    !edition.loaded.catalog.item_types.is_empty() && edition.forge.exact().is_some()
}

pub(super) fn sheet(edition: &Edition, request: &SheetRequest) -> Result<SheetAnswer, Failure> {
    let (catalog, words) = (&edition.loaded.catalog, edition.loaded.game.words());
    let forge = edition.forge.as_ref();
    let depths = levels(words, request.levels.as_ref())?;
    let types = types(edition, request, depths.len())?;
    let params = ChanceParams {
        tval: types[0],
        sval: request.sval,
        quality: quality(words, request.quality.as_ref())?,
        measure: choice("measure", request.measure.as_ref(), &MEASURES)?,
        sections: sections(edition, request, false)?,
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let is_computed = request.compute.unwrap_or(true) && forge.exact().is_some();
    if !is_computed && request.drops.is_none() {
        return Err(Failure::new("nothing is computed here; expected `drops`, the number of simulated ones"));
    }
    let seed = request.seed.0;
    let simulated = match request.drops {
        Some(found) => {
            let drops = simulate::drops(found, depths.len())?;
            let place = (depths.as_slice(), params.quality);
            Some(simulate::drops_of_batch(forge, place, (drops, seed), Detail::Identity))
        }
        None => None,
    };
    let cell = |depth: u32| Cell { depth, quality: params.quality, kind: None };
    let of_type = |tval: u16| -> Vec<Option<Vec<Chance>>> {
        let of_depth = |depth: &u32| if is_computed { chances_of_type(forge, cell(*depth), tval) } else { None };
        depths.iter().map(of_depth).collect()
    };
    let computed: Vec<Vec<Option<Vec<Chance>>>> = types.iter().map(|tval| of_type(*tval)).collect();
    let columns: Vec<(u16, Vec<ChanceColumn<'_>>)> = types
        .iter()
        .zip(&computed)
        .map(|(tval, computed)| {
            let columns = depths.iter().zip(computed).map(|(depth, chances)| ChanceColumn {
                depth: *depth,
                chances: chances.as_deref(),
                simulated: simulated.as_ref().and_then(|tally| simulated_column(tally, cell(*depth))),
            });
            (*tval, columns.collect())
        })
        .collect();
    let method = if simulated.is_some() { Method::Mixed { seed } } else { Method::Exact };
    let provenance = edition.provenance(method);
    let sheet = match columns.as_slice() {
        [(_, columns)] => sheets::chances(catalog, forge, words, provenance, columns, &params),
        columns => sheets::chances_of_types(catalog, forge, words, &provenance, columns, &params),
    };
    Ok(SheetAnswer::new(sheet.map_err(|error| of_sheet(&error))?))
}

fn simulated_column(tally: &Tally, cell: Cell) -> Option<SimulatedColumn<'_>> {
    let counted = tally.cells.get(&cell)?;
    Some(SimulatedColumn { drops: counted.drops, made: counted.drops, counts: &counted.counts })
}

/// The computed chances of a cell for the kinds and artifacts of an item type; `None` where the rules can't be followed.
fn chances_of_type(forge: &dyn Forge, cell: Cell, tval: u16) -> Option<Vec<Chance>> {
    let (exact, keys) = (forge.exact()?, forge.keys());
    let catalog = keys.catalog();
    let mut kinds = catalog.kinds_of(tval);
    kinds.sort_unstable();
    let mut chances = exact.chances(cell, Some(&kinds));
    chances.retain(|chance| {
        let key = keys.key(chance.key);
        match (key.kind, key.entry) {
            (Some(kind), _) => kinds.binary_search(&kind).is_ok(),
            (None, Entry::Artifact(id)) => catalog.artifact(id).tval == tval,
            _ => false,
        }
    });
    Some(chances)
}
