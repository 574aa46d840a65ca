//! What is written to a file: a sheet, and what a file says about how it was shown.

use crate::{
    palette::{Curve, Scale},
    sheet::Sheet,
};

/// A sheet on its way into a file.
#[derive(Debug, Clone, Copy)]
pub struct Export<'a> {
    /// The sheet.
    pub sheet: &'a Sheet,
    /// What shares a colour scale, in formats with colours.
    pub scale: Scale,
    /// How numbers spread over the colours, in formats with colours.
    pub curve: Curve,
    /// Whether the wide CSV has depths down and rows across.
    pub turned: bool,
    /// The address at which the sheet, or the whole edition, is to be seen again; empty where there is none.
    pub address: &'a str,
}

impl<'a> Export<'a> {
    /// A sheet without a page, with one scale for all of it.
    pub fn of(sheet: &'a Sheet) -> Export<'a> {
        Export { sheet, scale: Scale::Sheet, curve: Curve::Log, turned: false, address: "" }
    }
}
