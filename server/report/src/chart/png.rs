//! Charts as PNG: their SVG rendered with fonts of this crate, so that it looks the same on machines without fonts.

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree, fontdb::Database},
};

/// Default number of pixels per unit of the drawing: sharp on screens of high density.
pub const USUAL_ZOOM: u32 = 2;
/// Largest number of pixels per unit.
pub const MOST_ZOOM: u32 = 4;
/// Largest number of pixels of a picture: 64 MiB while it is drawn.
const MOST_DOTS: f32 = 16_777_216.0;

/// Ubuntu Light, and Hack for characters that it lacks. SVG without a font or with a common one gets the first.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    let family = fonts.faces().next().and_then(|face| face.families.first()).map(|family| family.0.clone());
    fonts.set_sans_serif_family(family.unwrap_or_default());
    Arc::new(fonts)
});

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
    let fonts = Arc::clone(&FONTS);
    let options = Options { fontdb: fonts, font_family: "sans-serif".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| PngError(error.to_string()))?;
    let size = tree.size();
    let most = (MOST_DOTS / (size.width() * size.height())).sqrt();
    let zoom = (zoom.clamp(1, MOST_ZOOM) as f32).min(most);
    let dots = |length: f32| (length * zoom).round().max(1.0) as u32;
    let mut picture = Pixmap::new(dots(size.width()), dots(size.height())).ok_or_else(|| PngError("no size".into()))?;
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut picture.as_mut());
    picture.encode_png().map_err(|error| PngError(error.to_string()))
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

    fn drawn(text: &str) -> Vec<u8> {
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
        let (nothing, missing) = (drawn(""), drawn("\u{e000}"));
        let latin = (0xa1..=0xff_u8).filter(|code| *code != 0xad).map(char::from);
        for letter in ('!'..='~').filter(|c| !"<&".contains(*c)).chain(latin).chain("▸…–—−’“”±≥≤→≠▲▼×Œœ".chars())
        {
            let picture = drawn(&letter.to_string());
            assert!(picture != nothing && picture != missing, "{letter}");
        }
        assert_ne!(drawn("é"), drawn("e"));
    }
}
