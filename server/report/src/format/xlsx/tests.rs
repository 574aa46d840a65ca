//! The contents of a workbook, read from its parts.

use std::io::{Cursor, Read};

use super::*;
use crate::{
    palette::{Curve, Scale},
    testing,
};

fn written(export: Export<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    xlsx(export, &mut bytes).expect("memory");
    bytes
}

fn part(bytes: &[u8], name: &str) -> String {
    let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let mut text = String::new();
    zip.by_name(name).unwrap_or_else(|_| panic!("no {name}")).read_to_string(&mut text).expect("text");
    text
}

#[test]
fn the_same_sheet_makes_the_same_file() {
    let sheet = testing::sheet();
    assert_eq!(written(Export::of(&sheet)), written(Export::of(&sheet)));
}

#[test]
fn worksheets_and_their_names() {
    let book = part(&written(Export::of(&testing::sheet())), "xl/workbook.xml");
    let names: Vec<&str> = book.split("<sheet name=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(names, ["Sword", "Numbers", "Provenance"]);
}

#[test]
fn numbers_are_numbers_and_text_is_text() {
    let bytes = written(Export::of(&testing::sheet()));
    let page = part(&bytes, "xl/worksheets/sheet1.xml");
    // Header; the totals; `of Slay Evil` with 25 % and not seen; `=1+1` with what cannot occur and what isn't known.
    assert!(page.contains("<v>0.25</v>") && page.contains("<v>0.123</v>") && page.contains("<v>1000</v>"), "{page}");
    assert!(!page.contains("<f>"), "a formula: {page}");
    assert!(page.contains("state=\"frozen\"") && page.contains("xSplit=\"2\" ySplit=\"1\""), "{page}");
    assert!(page.contains("<autoFilter ref=\"A1:H5\"/>"), "{page}");
    let strings = part(&bytes, "xl/sharedStrings.xml");
    for text in [">=1+1<", ">'Ringil'<", ">NA<", ">of Slay Evil<"] {
        assert!(strings.contains(text), "no {text} in {strings}");
    }
    assert!(part(&bytes, "xl/styles.xml").contains("quotePrefix=\"1\""));
}

/// The greatest number is 0.25: on the curve of roots a quarter of it is in the middle. The domain is 0.003 to 0.25: its geometric
/// mean is √0.00075 = 0.0273861.
#[test]
fn colours_are_rules() {
    let sheet = testing::sheet();
    let page = |scale, curve| part(&written(Export { scale, curve, ..Export::of(&sheet) }), "xl/worksheets/sheet1.xml");
    let whole = page(Scale::Sheet, Curve::Root);
    assert_eq!(whole.matches("<colorScale>").count(), 1);
    // All but what was not seen, cannot occur or isn't known.
    assert!(whole.contains("<conditionalFormatting sqref=\"G3 G5:H5\">"), "{whole}");
    let stops = "<cfvo type=\"num\" val=\"0\"/><cfvo type=\"num\" val=\"0.0625\"/><cfvo type=\"num\" val=\"0.25\"/>";
    assert!(whole.contains(stops), "{whole}");
    assert!(whole.contains("<color rgb=\"FFFDF2DF\"/>") && whole.contains("<color rgb=\"FF94430D\"/>"), "{whole}");
    assert!(whole.contains("stopIfTrue=\"1\"") && whole.contains("operator=\"greaterThanOrEqual\""), "{whole}");
    let ratios = page(Scale::Sheet, Curve::Log);
    let middle = "<cfvo type=\"num\" val=\"0.003\"/><cfvo type=\"num\" val=\"0.02738612787525";
    assert!(ratios.contains(middle), "{ratios}");
    // One row has no number, one has one only.
    let rows = page(Scale::Row, Curve::Root);
    assert_eq!(rows.matches("<colorScale>").count(), 2);
    assert!(rows.contains("sqref=\"G3\"") && rows.contains("sqref=\"G5:H5\""), "{rows}");
    let columns = page(Scale::Column, Curve::Root);
    assert!(columns.contains("sqref=\"G3 G5\"") && columns.contains("sqref=\"H5\""), "{columns}");
}

/// Each section has a scale of its own, from 0 to its greatest number.
#[test]
fn sections_have_scales_of_their_own() {
    let mut sheet = testing::sheet();
    sheet.rows[2].group = Some("others".to_owned());
    let page = part(&written(Export { scale: Scale::Section, ..Export::of(&sheet) }), "xl/worksheets/sheet1.xml");
    assert_eq!(page.matches("<colorScale>").count(), 2, "{page}");
    assert!(page.contains("sqref=\"G3\"") && page.contains("sqref=\"G5:H5\""), "{page}");
    assert!(page.contains("val=\"0.25\"") && page.contains("val=\"0.123\""), "{page}");
}

/// From 0 over half the greatest number, 0.25, as on the page.
#[test]
fn a_linear_scale_is_linear() {
    let sheet = testing::sheet();
    let bytes = written(Export { scale: Scale::Sheet, curve: Curve::Linear, ..Export::of(&sheet) });
    let page = part(&bytes, "xl/worksheets/sheet1.xml");
    let stops = "<cfvo type=\"num\" val=\"0\"/><cfvo type=\"num\" val=\"0.125\"/><cfvo type=\"num\" val=\"0.25\"/>";
    assert!(page.contains(stops), "{page}");
    let strings = part(&bytes, "xl/sharedStrings.xml");
    assert!(strings.contains("Three-colour scale from 0 over 0.125 to 0.25, linear as on the page."), "{strings}");
}

#[test]
fn provenance_says_where_numbers_come_from() {
    let sheet = testing::sheet();
    let strings = part(&written(Export { address: "http://here/x", ..Export::of(&sheet) }), "xl/sharedStrings.xml");
    for text in [
        "ours",
        "3f9c1e2",
        "dummy",
        "as coded",
        "simulated",
        "http://here/x",
        "cannot occur, by proof",
        "Three-colour scales, one per section, each from 0 over a quarter of its greatest number to that",
    ] {
        assert!(strings.contains(text), "no {text} in {strings}");
    }
}

#[test]
fn awkward_sheets_are_written() {
    let mut sheet = testing::sheet_of_random_cells();
    written(Export::of(&sheet));
    sheet.rows[0].name = "x".repeat(40_000);
    sheet.title = String::new();
    written(Export::of(&sheet));
    sheet.rows.clear();
    sheet.totals.clear();
    sheet.columns.clear();
    written(Export::of(&sheet));
}
