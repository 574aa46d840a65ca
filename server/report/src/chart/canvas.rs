//! The drawing surface of charts: lines and text in a theme's colours.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::theme::Colours;
use crate::palette::Rgb;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type DrawResult = Result<(), DrawingAreaErrorKind<std::io::Error>>;

pub(super) struct Canvas<'a, 'b> {
    pub(super) area: &'a Area<'b>,
    pub(super) colours: &'a Colours,
}

/// The elements that `draw` leaves on a drawing of this size, without the element around them.
pub(super) fn elements(
    size: (u32, u32),
    colours: &Colours,
    draw: impl FnOnce(&Canvas<'_, '_>) -> DrawResult,
) -> String {
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
        // Writing to a string can't fail.
        let _ = draw(&Canvas { area: &area, colours });
        let _ = area.present();
    }
    let inner = drawn.split_once('>').map_or("", |(_, inner)| inner).trim();
    inner.strip_suffix("</svg>").unwrap_or(inner).trim_end().to_owned()
}

impl Canvas<'_, '_> {
    pub(super) fn path(&self, places: Vec<(i32, i32)>, colour: Rgb, width: u32) -> DrawResult {
        self.area.draw(&PathElement::new(places, rgb(colour).stroke_width(width)))
    }

    /// A filled box between two corners.
    pub(super) fn filled(&self, corners: [(i32, i32); 2], colour: Rgb) -> DrawResult {
        self.area.draw(&Rectangle::new(corners, rgb(colour).filled()))
    }

    pub(super) fn text(&self, text: &str, place: (i32, i32), size: f64, colour: Rgb, h: HPos, v: VPos) -> DrawResult {
        // plotters divides the size by this.
        let style = ("system-ui, sans-serif", size * 1.24).into_font().color(&rgb(colour)).pos(Pos::new(h, v));
        self.area.draw(&Text::new(text.to_owned(), place, style))
    }
}

pub(super) fn rgb([red, green, blue]: Rgb) -> RGBColor {
    RGBColor(red, green, blue)
}
