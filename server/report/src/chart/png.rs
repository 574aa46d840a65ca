//! Charts as PNG: their SVG rendered with letters of our own, so that it looks the same on machines without fonts.

use std::fmt;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use super::letters::outlined;

/// Default number of pixels per unit of the drawing: sharp on screens of high density.
pub const USUAL_ZOOM: u32 = 2;
/// Largest number of pixels per unit.
pub const MOST_ZOOM: u32 = 4;
/// Largest number of pixels of a picture: 64 MiB while it is drawn.
const MOST_DOTS: f32 = 16_777_216.0;

/// An SVG that can't be rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the SVG can't be drawn as PNG: {}", self.0)
    }
}

impl std::error::Error for PngError {}

/// Renders SVG as PNG with `zoom` pixels per unit of the drawing (clamped to 1 to [`MOST_ZOOM`]), or fewer where there
/// would be more than 16 million.
///
/// Takes about 0.1 s: not for asynchronous code. Reads nothing but the SVG.
///
/// # Errors
/// For text that isn't SVG or has no size.
pub fn png(svg: &str, zoom: u32) -> Result<Vec<u8>, PngError> {
    drawn(svg, zoom)?.encode_png().map_err(|error| PngError(error.to_string()))
}

/// The dots of the picture.
fn drawn(svg: &str, zoom: u32) -> Result<Pixmap, PngError> {
    let svg = outlined(svg).map_err(|error| PngError(error.to_string()))?;
    let tree = Tree::from_str(&svg, &Options::default()).map_err(|error| PngError(error.to_string()))?;
    let size = tree.size();
    let most = (MOST_DOTS / (size.width() * size.height())).sqrt();
    let zoom = (zoom.clamp(1, MOST_ZOOM) as f32).min(most);
    let dots = |length: f32| (length * zoom).round().max(1.0) as u32;
    let mut picture = Pixmap::new(dots(size.width()), dots(size.height())).ok_or_else(|| PngError("no size".into()))?;
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut picture.as_mut());
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[12..16], *b"IHDR");
        let number = |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        (number(16), number(20))
    }

    fn lettered(text: &str) -> Vec<u8> {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 20\"><rect width=\"40\" height=\"20\" fill=\"#fff\"/>\
             <text x=\"4\" y=\"15\" font-family=\"sans-serif\" font-size=\"14\">{text}</text></svg>"
        );
        png(&svg, 2).expect("a picture")
    }

    #[test]
    fn sizes_are_those_of_the_drawing() {
        let svg = |width: u32, height: u32| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\"></svg>")
        };
        for (of, zoom, expected) in [
            ((96, 48), 1, (96, 48)),
            ((96, 48), 2, (192, 96)),
            ((96, 48), 0, (96, 48)),
            ((96, 48), 99, (384, 192)),
            ((8192, 4096), 2, (5793, 2896)),
        ] {
            assert_eq!(size(&png(&svg(of.0, of.1), zoom).expect("a picture")), expected, "{of:?} {zoom}");
        }
        for bad in ["", "no drawing", "<svg", "<html></html>"] {
            assert!(png(bad, 2).is_err(), "{bad}");
        }
    }

    /// Latin-1 has the letters of the games' names; the others stand in our own labels.
    #[test]
    fn letters_are_there_without_any_of_the_machine() {
        let (nothing, missing) = (lettered(""), lettered("\u{e000}"));
        let latin = (0xa1..=0xff_u8).filter(|code| *code != 0xad).map(char::from);
        for letter in ('!'..='~').filter(|c| !"<&".contains(*c)).chain(latin).chain("▸…–—−’“”±≥≤→≠▲▼×Œœ".chars())
        {
            let picture = lettered(&letter.to_string());
            assert!(picture != nothing && picture != missing, "{letter}");
        }
        assert_ne!(lettered("é"), lettered("e"));
    }

    /// The box of what is drawn, in dots from the left and top.
    fn ink(text: &str) -> [u32; 4] {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{text}</svg>");
        let picture = drawn(&svg, 4).expect("a picture");
        let dots = (0..400).flat_map(|y| (0..400).map(move |x| (x, y)));
        let inked = dots.filter(|(x, y)| picture.pixel(*x, *y).is_some_and(|dot| dot.alpha() > 0));
        inked.fold([400, 400, 0, 0], |[left, top, right, bottom], (x, y)| {
            [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]
        })
    }

    /// By hand: a hyphen of size 100 is from 2.8 to 25.4, and from 25.8 to 32.1 above the line; four dots are a unit.
    #[test]
    fn text_is_turned_around_its_place() {
        let hyphen = |turn: &str| ink(&format!("<text x=\"50\" y=\"50\" font-size=\"100\" {turn}>-</text>"));
        assert_eq!(hyphen(""), [211, 71, 302, 97]);
        assert_eq!(hyphen("transform=\"rotate(90, 50, 50)\""), [303, 211, 329, 302]);
        assert_eq!(hyphen("transform=\"rotate(180, 50, 50)\""), [98, 303, 189, 329]);
        assert_eq!(hyphen("transform=\"rotate(270, 50, 50)\""), [71, 98, 97, 189]);
    }

    #[test]
    fn text_has_its_colour_and_opacity() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\
            <text x=\"50\" y=\"50\" font-size=\"100\" fill=\"#FF0000\" opacity=\"0.5\">-</text></svg>";
        let dot = drawn(svg, 1).expect("a picture").pixel(60, 21).expect("a dot").demultiply();
        assert_eq!([dot.red(), dot.green(), dot.blue(), dot.alpha()], [255, 0, 0, 128]);
    }
}
