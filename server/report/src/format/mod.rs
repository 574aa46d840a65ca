//! Export formats: of one sheet ([`ALL`]), and of an edition's sheets of all item types together ([`bundle::ALL`]). To
//! add one, write a file here and a line in the table.

mod allocations;
mod answer_csv;
mod audit_csv;
mod best_of_csv;
#[cfg(not(target_family = "wasm"))]
pub mod bundle;
mod chances_csv;
mod condition_csv;
mod counts_table;
mod csv_long;
mod csv_wide;
mod dive_csv;
mod drops;
mod entries_csv;
mod export;
mod field;
mod first_found_csv;
mod formula;
mod game_stats_csv;
mod gaps_csv;
mod guide_csv;
mod history_csv;
mod json;
mod line_moves_csv;
mod objstat;
mod origins_csv;
mod pairs_csv;
#[cfg(not(target_family = "wasm"))]
mod provenance;
mod quantiles_csv;
mod read_tally;
mod records_csv;
mod sensitivity_csv;
mod shares_beside_csv;
mod subject_csv;
mod tally_csv;
mod tally_part;
mod values_csv;
#[cfg(not(target_family = "wasm"))]
mod xlsx;

use std::io::{self, Write};

pub use allocations::{AllocationTable, CsvProblem, MissingRows, allocations_csv, read_allocations};
pub use answer_csv::answer_csv;
pub use audit_csv::write_audit_csv;
pub use best_of_csv::{BEST_QUANTILES, BestOfCsv, BestOfRow};
pub use chances_csv::ChancesCsv;
pub use condition_csv::{ConditionCsv, drawn_sentence};
pub use counts_table::{CountTableProblem, beside_csv, read_counts_table};
pub use csv_long::{LongCsv, csv_long, csv_long_with_mark};
pub use csv_wide::{csv_wide, csv_wide_with_mark};
pub use dive_csv::DiveCsv;
pub use drops::{DropColumn, DropTable, DropValue, DropsCsv};
#[cfg(not(target_family = "wasm"))]
pub use drops::{DropsParquet, ParquetError};
pub use entries_csv::entries_csv;
pub use export::Export;
pub use first_found_csv::{FIRST_QUANTILES, FirstFoundCsv};
pub use formula::{escape_formula, unescape_formula};
pub use game_stats_csv::{StatsChoice, game_stats_csv, is_in_files, stats_entry_fields, stats_notes};
pub use gaps_csv::gaps_csv;
pub use guide_csv::guide_csv;
pub use history_csv::{HistoryRow, history_csv};
pub use json::{CellShape, ProvenanceShape, SheetShape, json};
pub use line_moves_csv::line_moves_csv;
pub use objstat::{add_objstat, is_objstat, objstat_iterations};
pub use origins_csv::OriginsCsv;
pub use pairs_csv::PairsCsv;
pub use quantiles_csv::quantiles_csv;
pub use read_tally::{ReadCell, ReadRow, ReadTally, ReadTallyError, read_tally_csv};
pub use records_csv::records_csv;
pub use sensitivity_csv::{SensitivityCsv, SensitivityRow};
pub use shares_beside_csv::{WHY_THEY_DIFFER, shares_beside_csv, shares_beside_notes};
pub use subject_csv::SubjectCsv;
pub use tally_csv::{TallyAbout, tally_csv, write_tally_csv, write_tally_parts_csv};
pub use tally_part::{
    MergeProblem, MergedTally, PartCell, PartHead, PartPlan, PartProblem, TallyPart, read_tally_part,
    write_merged_tally, write_tally_part,
};
pub use values_csv::values_csv;
#[cfg(not(target_family = "wasm"))]
pub use xlsx::{Workbook, xlsx};

/// The media type of CSV with headings.
const CSV: &str = "text/csv; charset=utf-8; header=present";
/// The media type of Excel's workbooks.
#[cfg(not(target_family = "wasm"))]
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/// The mark by which Excel recognises UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A way to write a sheet as a file.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Extension of file names, without the dot; also added to a page's path: `csv`.
    pub extension: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// The contents, in a few words.
    pub hint: &'static str,
    /// Whether it has the table as it is on screen; others have a line for each number.
    pub is_as_shown: bool,
    /// The media type, for the `Content-Type` header.
    pub media_type: &'static str,
    /// Writes an export to a writer.
    pub write: fn(Export<'_>, &mut dyn Write) -> io::Result<()>,
}

/// All formats.
pub const ALL: &[Format] = &[
    Format {
        extension: "csv",
        title: "CSV",
        hint: "the numbers on screen",
        is_as_shown: true,
        media_type: CSV,
        write: csv_wide,
    },
    Format {
        extension: "long.csv",
        title: "CSV, long",
        hint: "a number a line, with interval, n and provenance",
        is_as_shown: false,
        media_type: CSV,
        write: csv_long,
    },
    Format {
        extension: "excel.csv",
        title: "CSV for Excel",
        hint: "as CSV, with the mark by which Excel knows UTF-8",
        is_as_shown: true,
        media_type: CSV,
        write: csv_wide_with_mark,
    },
    Format {
        extension: "long.excel.csv",
        title: "CSV for Excel, long",
        hint: "the same of the long one",
        is_as_shown: false,
        media_type: CSV,
        write: csv_long_with_mark,
    },
    #[cfg(not(target_family = "wasm"))]
    Format {
        extension: "xlsx",
        title: "Workbook (XLSX)",
        hint: "coloured by rules, with the long table and provenance",
        is_as_shown: false,
        media_type: XLSX,
        write: xlsx,
    },
    Format {
        extension: "json",
        title: "JSON",
        hint: "everything, text as it is",
        is_as_shown: false,
        media_type: "application/json",
        write: json,
    },
];

/// The format with that extension.
pub fn find(extension: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.extension == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_own_extension_and_writes() {
        let sheet = crate::testing::sheet();
        for format in ALL {
            assert_eq!(find(format.extension).map(|found| found.title), Some(format.title));
            let mut bytes = Vec::new();
            (format.write)(Export::of(&sheet), &mut bytes).expect("memory");
            assert!(!bytes.is_empty());
        }
        assert!(find("exe").is_none());
    }
}
