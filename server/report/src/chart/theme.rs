//! Colours and dashes of charts.

use crate::palette::{Rgb, Theme};

/// Largest number of series that can be told apart.
pub const MOST_SERIES: usize = 7;

/// Dash patterns, the second channel beside colour. The first is solid.
pub(super) const DASHES: [&str; MOST_SERIES] = ["", "9 4", "2 3", "11 4 2 4", "16 5", "6 3 2 3 2 3", "4 3"];

/// The colours of a theme.
pub(super) struct Colours {
    pub(super) background: Rgb,
    /// Text.
    pub(super) ink: Rgb,
    /// Text of less weight.
    pub(super) muted: Rgb,
    /// Grid lines.
    pub(super) grid: Rgb,
    /// Axis lines.
    pub(super) axis: Rgb,
    pub(super) series: [Rgb; MOST_SERIES],
}

impl Theme {
    /// The series' hues are those of Okabe and Ito (2008), which stay apart with the common colour vision deficiencies.
    /// Yellow is left out on light ground and black on dark; orange, sky blue and purple are darker there, and blue is
    /// lighter here, so that each stands out from the ground at least 3 : 1.
    pub(super) fn colours(self) -> Colours {
        match self {
            Theme::Light => Colours {
                background: [0xff, 0xff, 0xff],
                ink: [0x1c, 0x20, 0x28],
                muted: [0x5b, 0x63, 0x70],
                grid: [0xe6, 0xe8, 0xec],
                axis: [0x8a, 0x92, 0x9e],
                series: [
                    [0x00, 0x72, 0xb2],
                    [0xd5, 0x5e, 0x00],
                    [0x00, 0x8a, 0x65],
                    [0xb8, 0x5c, 0x94],
                    [0x00, 0x00, 0x00],
                    [0xb0, 0x7a, 0x00],
                    [0x2b, 0x8f, 0xc9],
                ],
            },
            Theme::Dark => Colours {
                background: [0x16, 0x19, 0x1f],
                ink: [0xe8, 0xea, 0xee],
                muted: [0xa0, 0xa8, 0xb4],
                grid: [0x2a, 0x2f, 0x38],
                axis: [0x6b, 0x74, 0x82],
                series: [
                    [0x56, 0xb4, 0xe9],
                    [0xe6, 0x9f, 0x00],
                    [0x00, 0x9e, 0x73],
                    [0xcc, 0x79, 0xa7],
                    [0xf0, 0xe4, 0x42],
                    [0xd5, 0x5e, 0x00],
                    [0x3d, 0x8f, 0xd1],
                ],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::contrast;

    #[test]
    fn lines_and_text_stand_out() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = theme.colours();
            for colour in colours.series.iter().chain([&colours.axis]) {
                let ratio = contrast(*colour, colours.background);
                assert!(ratio >= 3.0, "{theme:?} {colour:02x?}: {ratio}");
            }
            for text in [colours.ink, colours.muted] {
                assert!(contrast(text, colours.background) >= 4.5, "{theme:?} {text:02x?}");
            }
            for (at, colour) in colours.series.iter().enumerate() {
                assert!(!colours.series[..at].contains(colour));
            }
        }
    }
}
