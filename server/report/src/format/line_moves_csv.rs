//! What a step of one line moves.

use std::io::{self, Write};

use affixboard_inquiry::sensitivity::{MovedCell, MovedPlace};
use affixboard_model::{catalog::Catalog, game::Words};

use super::{
    chances_csv::float,
    tally_csv::{io_error, table},
};

/// The columns.
const COLUMNS: [&str; 20] = [
    "chance",
    "level",
    "last_level",
    "quality",
    "affix_level",
    "item_type",
    "kinds",
    "sort",
    "index",
    "entry",
    "own",
    "weight_before",
    "pool_before",
    "weight_after",
    "pool_after",
    "before",
    "after",
    "change",
    "error_bound",
    "note",
];

/// Writes what a step moves, a row for each place and entry, LF line ends; then rows that have nothing but a note: `notes`. Names stand
/// as they are in the files, not escaped. Kinds are joined by `; `.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn line_moves_csv(
    out: &mut dyn Write,
    cells: &[MovedCell],
    (catalog, words): (&Catalog, &Words),
    notes: &[&str],
) -> io::Result<()> {
    let mut table = table(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    for cell in cells {
        let place: [String; 7] = match &cell.place {
            MovedPlace::Pool { tval, kinds, levels, affix_level, .. } => [
                "per draw".to_owned(),
                levels.0.to_string(),
                levels.1.to_string(),
                String::new(),
                words.affix_levels.get(usize::from(*affix_level)).copied().unwrap_or_default().to_owned(),
                type_name(catalog, *tval),
                kinds.iter().map(|kind| catalog.kind(*kind).name.as_str()).collect::<Vec<_>>().join("; "),
            ],
            MovedPlace::Drop { cell, tval } => [
                "per drop".to_owned(),
                cell.depth.to_string(),
                cell.depth.to_string(),
                words.qualities.get(usize::from(cell.quality)).copied().unwrap_or_default().to_owned(),
                String::new(),
                type_name(catalog, *tval),
                cell.kind.map_or(String::new(), |kind| catalog.kind(kind).name.clone()),
            ],
        };
        for entry in &cell.entries {
            let change = entry.change();
            let weights = match &cell.place {
                MovedPlace::Pool { totals, .. } => {
                    [entry.weights.0, totals.0, entry.weights.1, totals.1].map(|number| number.to_string())
                }
                MovedPlace::Drop { .. } => Default::default(),
            };
            let own = [
                entry.sort.word(words).to_owned(),
                entry.index.to_string(),
                entry.name.clone(),
                if entry.is_own { "yes" } else { "no" }.to_owned(),
            ];
            let numbers = [entry.before.mean, entry.after.mean, change.mean, change.bound].map(float);
            let row = place.iter().chain(&own).chain(&weights).chain(&numbers).map(String::as_str);
            table.write_record(row.chain([""])).map_err(io_error)?;
        }
    }
    for note in notes {
        let mut row = [""; COLUMNS.len()];
        row[COLUMNS.len() - 1] = note;
        table.write_record(row).map_err(io_error)?;
    }
    table.flush()
}

fn type_name(catalog: &Catalog, tval: u16) -> String {
    catalog.item_type(tval).map_or_else(|| tval.to_string(), |of| of.name.clone())
}
