//! An edition's sheets of all item types in one file, made and written one after the other.

use std::io::{self, Write};

use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{
    CSV, Export, LongCsv, Workbook, XLSX, csv_wide,
    field::{CsvTable, Field},
    provenance::facts,
};
use crate::{
    palette::{Curve, Scale},
    sheet::Sheet,
};

/// The sheet of one item type in a bundle.
pub struct BundlePart {
    /// Its name in the bundle: number and name of the item type, such as `23 sword`.
    pub name: String,
    /// The sheet.
    pub sheet: Sheet,
}

/// Options for all sheets of a bundle.
#[derive(Debug, Clone, Copy)]
pub struct BundleOptions<'a> {
    /// The cells that share a colour scale.
    pub scale: Scale,
    /// The curve of the colour scale.
    pub curve: Curve,
    /// The address of the file.
    pub address: &'a str,
}

impl<'a> BundleOptions<'a> {
    fn export(self, sheet: &'a Sheet) -> Export<'a> {
        Export { sheet, scale: self.scale, curve: self.curve, turned: false, address: self.address }
    }
}

/// The sheets, each made when it is asked for. An error ends the file early.
pub type BundleParts<'a> = dyn Iterator<Item = io::Result<BundlePart>> + 'a;

/// A file format for the sheets of all item types together.
#[derive(Debug, Clone, Copy)]
pub struct BundleFormat {
    /// Extension of file names, without the dot.
    pub extension: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// The contents, in a few words.
    pub hint: &'static str,
    /// The media type, for the `Content-Type` header.
    pub media_type: &'static str,
    /// Writes a bundle to a writer.
    pub write: fn(&mut BundleParts<'_>, BundleOptions<'_>, &mut dyn Write) -> io::Result<()>,
}

/// All bundle formats.
pub const ALL: &[BundleFormat] = &[
    BundleFormat {
        extension: "zip",
        title: "CSV in a zip",
        hint: "a file per item type",
        media_type: "application/zip",
        write: zip,
    },
    BundleFormat {
        extension: "long.csv",
        title: "CSV, long",
        hint: "a number a line, in one file",
        media_type: CSV,
        write: long,
    },
    BundleFormat {
        extension: "xlsx",
        title: "Workbook (XLSX)",
        hint: "a worksheet per item type",
        media_type: XLSX,
        write: workbook,
    },
];

/// The format with that extension.
pub fn find(extension: &str) -> Option<&'static BundleFormat> {
    ALL.iter().find(|format| format.extension == extension)
}

/// A zip with a file per part, as [`super::csv_wide()`] writes it, and `provenance.csv`. No more than one part is in memory
/// at once.
///
/// # Errors
/// Fails where writing to `out` does, or a part is an error.
pub fn zip(parts: &mut BundleParts<'_>, options: BundleOptions<'_>, out: &mut dyn Write) -> io::Result<()> {
    // As for pages: higher levels take twice as long for a tenth less.
    let compression =
        SimpleFileOptions::default().compression_method(CompressionMethod::Deflated).compression_level(Some(3));
    let mut zip = ZipWriter::new_stream(out);
    let mut provenance = None;
    for part in parts {
        let BundlePart { name, sheet } = part?;
        let export = options.export(&sheet);
        provenance.get_or_insert_with(|| facts(export));
        zip.start_file(format!("{}.csv", file_name(&name)), compression).map_err(io_error)?;
        csv_wide(export, &mut zip)?;
    }
    zip.start_file("provenance.csv", compression).map_err(io_error)?;
    let mut table = CsvTable::new(&mut zip);
    table.line(["what", "value"].map(Field::Word))?;
    for (word, fact) in &provenance.unwrap_or_default() {
        table.line([Field::Word(word), fact.field()])?;
    }
    table.end()?;
    zip.finish().map_err(io_error).map(|_| ())
}

/// Small letters, digits and `-`: `23-sword`.
fn file_name(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join("-")
}

fn io_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// One table as [`super::csv_long()`] writes it. No more than one part is in memory at once.
///
/// # Errors
/// Fails where writing to `out` does, or a part is an error.
pub fn long(parts: &mut BundleParts<'_>, _: BundleOptions<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table: Option<LongCsv<_>> = None;
    let mut out = Some(out);
    for part in parts {
        let sheet = part?.sheet;
        if let Some(out) = out.take() {
            table = Some(LongCsv::begin(out, &sheet)?);
        }
        if let Some(table) = &mut table {
            table.add(&sheet)?;
        }
    }
    table.map_or(Ok(()), LongCsv::end)
}

/// A workbook with a worksheet per part. It is in memory as a whole before its first byte is written.
///
/// # Errors
/// Fails where writing to `out` does, or a part is an error.
pub fn workbook(parts: &mut BundleParts<'_>, options: BundleOptions<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut book = Workbook::new();
    for part in parts {
        let BundlePart { name, sheet } = part?;
        book.add(&name, options.export(&sheet))?;
    }
    book.write(out)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;
    use crate::testing;

    const OPTIONS: BundleOptions<'_> =
        BundleOptions { scale: Scale::Section, curve: Curve::Root, address: "http://here/all.zip" };

    fn parts() -> Vec<io::Result<BundlePart>> {
        let sheet = testing::sheet();
        ["23 sword", "36 soft armour"].map(|name| Ok(BundlePart { name: name.to_owned(), sheet: sheet.clone() })).into()
    }

    fn written(format: &BundleFormat, parts: Vec<io::Result<BundlePart>>) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (format.write)(&mut parts.into_iter(), OPTIONS, &mut bytes).map(|()| bytes)
    }

    #[test]
    fn a_zip_has_a_file_per_part() {
        let bytes = written(&ALL[0], parts()).expect("memory");
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        let names: Vec<String> = zip.file_names().map(|name| name.expect("a name").into_owned()).collect();
        assert_eq!(names, ["23-sword.csv", "36-soft-armour.csv", "provenance.csv"]);
        let mut read = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).expect("it").read_to_string(&mut text).expect("text");
            text
        };
        assert!(
            read("36-soft-armour.csv").starts_with("section,name,index,role,level,allocations,1,5\r\ntotal,drops,")
        );
        let about = read("provenance.csv");
        assert!(about.starts_with("what,value\r\nEdition,ours\r\nRevision,14\r\n"), "{about}");
        assert!(about.contains("\r\nSeed,7\r\n") && about.ends_with("\r\nAddress,http://here/all.zip\r\n"), "{about}");
    }

    #[test]
    fn a_long_table_has_one_header() {
        let text = String::from_utf8(written(&ALL[1], parts()).expect("memory")).expect("UTF-8");
        assert_eq!(text.matches("level,quality,").count(), 1);
        assert_eq!(text.matches("\r\n").count(), 1 + 2 * 2 * 4);
    }

    #[test]
    fn a_workbook_has_a_worksheet_per_part() {
        let bytes = written(&ALL[2], parts()).expect("memory");
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
        let mut book = String::new();
        zip.by_name("xl/workbook.xml").expect("it").read_to_string(&mut book).expect("text");
        let names: Vec<&str> = book.split("<sheet name=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(names, ["23 sword", "36 soft armour", "Provenance"]);
    }

    #[test]
    fn nothing_and_what_fails() {
        for format in ALL {
            assert!(written(format, Vec::new()).is_ok());
            let mut broken = parts();
            broken.push(Err(io::Error::other("gone")));
            assert_eq!(written(format, broken).expect_err("no file").to_string(), "gone");
        }
        assert_eq!(find("zip").map(|format| format.title), Some("CSV in a zip"));
        assert!(find("exe").is_none());
    }
}
