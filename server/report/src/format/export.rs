//! A sheet with the options of its export.

use crate::{
    palette::{Curve, Scale},
    sheet::Sheet,
};

/// A sheet with the options of its export.
#[derive(Debug, Clone, Copy)]
pub struct Export<'a> {
    /// The sheet.
    pub sheet: &'a Sheet,
    /// The cells that share a colour scale, in formats with colours.
    pub scale: Scale,
    /// The curve of the colour scale, in formats with colours.
    pub curve: Curve,
    /// Whether the wide CSV has depths down and rows across.
    pub turned: bool,
    /// The address of the page of the sheet, or of the edition; empty where there is none.
    pub address: &'a str,
}

impl<'a> Export<'a> {
    /// The export of a sheet without an address, with one colour scale.
    pub fn of(sheet: &'a Sheet) -> Export<'a> {
        Export { sheet, scale: Scale::default(), curve: Curve::default(), turned: false, address: "" }
    }
}
