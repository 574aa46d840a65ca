//! Export formats. Adding one: a file here and a line in [`ALL`].

mod audit_csv;
mod chances_csv;
mod csv_long;
mod csv_wide;
mod found_csv;
mod gaps_csv;
mod guard;
mod pairs_csv;
mod read_tally;
mod tally_csv;

pub use audit_csv::write_audit_csv;
pub use chances_csv::ChancesCsv;
pub use csv_long::csv_long;
pub use csv_wide::csv_wide;
pub use found_csv::FoundCsv;
pub use gaps_csv::gaps_csv;
pub use guard::{guard, unguard};
pub use pairs_csv::PairsCsv;
pub use read_tally::{ReadCell, ReadRow, ReadTally, ReadTallyError, read_tally_csv};
pub use tally_csv::{tally_csv, write_tally_csv};

use crate::sheet::Sheet;

/// A way to write a sheet as a file.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// What is added to a page's path, and the end of file names: `csv`.
    pub extension: &'static str,
    /// Its name on pages.
    pub title: &'static str,
    /// The media type, for the `Content-Type` header.
    pub media_type: &'static str,
    /// Writes it.
    pub write: fn(&Sheet) -> Vec<u8>,
}

/// Every format there is.
pub const ALL: &[Format] = &[
    Format { extension: "csv", title: "CSV", media_type: "text/csv; charset=utf-8; header=present", write: csv_wide },
    Format {
        extension: "long.csv",
        title: "CSV, long",
        media_type: "text/csv; charset=utf-8; header=present",
        write: csv_long,
    },
];

/// The format with that extension.
pub fn find(extension: &str) -> Option<&'static Format> {
    ALL.iter().find(|format| format.extension == extension)
}

/// Writes records to memory.
struct Table(csv::Writer<Vec<u8>>);

impl Table {
    /// RFC 4180: CRLF line ends, quotes where needed.
    fn rfc_4180() -> Table {
        Table(csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(Vec::new()))
    }

    fn line<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) {
        self.0.write_record(fields).expect("writing to memory can't fail");
    }

    fn finish(self) -> Vec<u8> {
        self.0.into_inner().expect("writing to memory can't fail")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_own_extension_and_writes() {
        let sheet = crate::testing::sheet();
        for format in ALL {
            assert_eq!(find(format.extension).map(|found| found.title), Some(format.title));
            assert!(!(format.write)(&sheet).is_empty());
        }
        assert!(find("exe").is_none());
    }
}
