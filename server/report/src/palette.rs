//! Heat colours: cividis in bins on a log scale, readable text on each.

use std::fmt::Write;

use crate::sheet::Sheet;

/// Number of colour classes; they are `0..BINS`.
pub const BINS: u8 = 24;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Evenly spaced points of cividis, from low to high (Nuñez, Anderton, Renslow: PLOS ONE 13(7), e0199239). It looks the
/// same with and without the common colour vision deficiencies, and its lightness rises evenly.
const CIVIDIS: [Rgb; 10] = [
    [0x00, 0x22, 0x4e],
    [0x12, 0x35, 0x70],
    [0x3b, 0x49, 0x6c],
    [0x57, 0x5d, 0x6d],
    [0x70, 0x71, 0x73],
    [0x8a, 0x86, 0x78],
    [0xa5, 0x9c, 0x74],
    [0xc3, 0xb3, 0x69],
    [0xe1, 0xcc, 0x55],
    [0xfe, 0xe8, 0x38],
];

/// The colour of a class; classes past the last are the last.
pub fn colour(class: u8) -> Rgb {
    colour_at(f64::from(class.min(BINS - 1)) / f64::from(BINS - 1))
}

/// The colour of a position on the scale, from 0 to 1.
pub(crate) fn colour_at(place: f64) -> Rgb {
    let place = place.clamp(0.0, 1.0) * (CIVIDIS.len() - 1) as f64;
    let at = (place.floor() as usize).min(CIVIDIS.len() - 2);
    mixed(CIVIDIS[at], CIVIDIS[at + 1], place - at as f64)
}

/// The mixture of two colours; `part` is the share of the second, from 0 to 1.
pub(crate) fn mixed(from: Rgb, to: Rgb, part: f64) -> Rgb {
    let mix = |channel: usize| {
        let (from, to) = (f64::from(from[channel]), f64::from(to[channel]));
        (from + (to - from) * part).round() as u8
    };
    [mix(0), mix(1), mix(2)]
}

/// The colour of text on a class: black or white, whichever stands out more, which is 4.5 : 1 at least.
pub fn text_colour(class: u8) -> Rgb {
    readable(colour(class))
}

const BLACK: Rgb = [0; 3];
pub(crate) const WHITE: Rgb = [255; 3];

/// Black or white, whichever stands out more.
pub(crate) fn readable(ground: Rgb) -> Rgb {
    if contrast(ground, WHITE) >= contrast(ground, BLACK) { WHITE } else { BLACK }
}

/// The contrast ratio of two colours as WCAG 2 defines it: 1 to 21.
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let luminance = |colour: Rgb| {
        let [red, green, blue] = colour.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// The colours of changes, weak to strong: orange for what grew, blue for what fell. Blue and orange stay apart with the
/// common colour vision deficiencies.
const CHANGES: [(&str, [Rgb; 4]); 2] = [
    ("up", [[0xfd, 0xe4, 0xc0], [0xf9, 0xbe, 0x78], [0xe2, 0x8a, 0x2e], [0x94, 0x46, 0x04]]),
    ("down", [[0xd8, 0xe4, 0xf7], [0xa9, 0xc6, 0xee], [0x67, 0x98, 0xd8], [0x24, 0x50, 0x9c]]),
];

/// The colours of a change that fell and of one that grew, both strong but with black text on them.
pub(crate) fn change_colours() -> [Rgb; 2] {
    [CHANGES[1].1[2], CHANGES[0].1[2]]
}

/// The class of a value: the domain, from its least to its greatest value, in [`BINS`] bins of equal width on a log
/// scale. Values outside have the class of the nearer end; with a domain of one value everything is in the middle.
pub fn heat_class(value: f64, domain: (f64, f64)) -> u8 {
    let (low, high) = domain;
    if value.is_nan() || value <= 0.0 {
        return 0;
    }
    if low <= 0.0 || high <= low {
        return BINS / 2;
    }
    let place = (value / low).ln() / (high / low).ln() * f64::from(BINS);
    // Float to integer casts saturate.
    (place.floor() as u8).min(BINS - 1)
}

/// The curve from the numbers of a domain to the colour scale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Curve {
    /// Equal ratios are equal steps, from the least to the greatest number.
    #[default]
    Log,
    /// Equal differences are equal steps, from 0 to the greatest number.
    Linear,
}

impl Curve {
    /// The class of a positive value in a domain.
    pub fn class(self, value: f64, domain: (f64, f64)) -> u8 {
        match self {
            Curve::Log => heat_class(value, domain),
            // Float to integer casts saturate, and make 0 of what is no number.
            Curve::Linear => ((value / domain.1 * f64::from(BINS)).floor() as u8).min(BINS - 1),
        }
    }

    /// The word in URLs and legends.
    pub fn word(self) -> &'static str {
        match self {
            Curve::Log => "log",
            Curve::Linear => "linear",
        }
    }
}

/// The least value of a class, for a legend; the class [`BINS`] stands for the end of the domain.
pub fn class_start(class: u8, domain: (f64, f64)) -> f64 {
    let (low, high) = domain;
    if low <= 0.0 || high <= low {
        return low;
    }
    low * (high / low).powf(f64::from(class.min(BINS)) / f64::from(BINS))
}

/// The cells that share one colour scale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scale {
    /// The whole sheet.
    #[default]
    Sheet,
    /// Each row.
    Row,
    /// Each column.
    Column,
}

/// The colour scale of each cell of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Domains {
    scale: Scale,
    curve: Curve,
    each: Vec<Option<(f64, f64)>>,
}

impl Domains {
    /// The domains of a sheet's rows; for the whole sheet [`Sheet::domain`], which may be set wider than its numbers.
    pub fn new(sheet: &Sheet, scale: Scale) -> Domains {
        let each = match scale {
            Scale::Sheet => vec![sheet.domain],
            Scale::Row => sheet.rows.iter().map(|row| Sheet::domain_of(&row.cells)).collect(),
            Scale::Column => (0..sheet.columns.len())
                .map(|column| Sheet::domain_of(sheet.rows.iter().filter_map(|row| row.cells.get(column))))
                .collect(),
        };
        Domains { scale, curve: Curve::Log, each }
    }

    /// The same domains with another curve.
    #[must_use]
    pub fn spread(self, curve: Curve) -> Domains {
        Domains { curve, ..self }
    }

    /// The domain of a cell's colour scale.
    pub fn of(&self, row: usize, column: usize) -> Option<(f64, f64)> {
        let at = match self.scale {
            Scale::Sheet => 0,
            Scale::Row => row,
            Scale::Column => column,
        };
        self.each.get(at).copied().flatten()
    }

    /// The class of a cell's number; `None` where there is no positive number and so no colour.
    pub fn class(&self, row: usize, column: usize, number: Option<f64>) -> Option<u8> {
        let number = number.filter(|number| *number > 0.0)?;
        self.of(row, column).map(|domain| self.curve.class(number, domain))
    }
}

/// The rules for a stylesheet, a line per class: `.h0{background:#00224e;color:#ffffff}`.
pub fn css() -> String {
    let mut css = String::new();
    for class in 0..BINS {
        let _ = writeln!(css, ".h{class}{{background:{};color:{}}}", hex(colour(class)), hex(text_colour(class)));
    }
    for (name, colours) in CHANGES {
        for (at, ground) in (1..).zip(colours) {
            let _ = writeln!(css, ".{name}{at}{{background:{};color:{}}}", hex(ground), hex(readable(ground)));
        }
    }
    css
}

/// `#rrggbb`.
pub(crate) fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn contrast_of_known_pairs() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-12);
        // The grey that is widely known as the lightest with 4.5 : 1 on white.
        assert!((contrast([0x76; 3], [255; 3]) - 4.54).abs() < 0.005);
    }

    #[test]
    fn text_is_readable_on_every_class() {
        for class in 0..BINS {
            let ratio = contrast(colour(class), text_colour(class));
            assert!(ratio >= 4.5, "class {class}: {ratio}");
        }
    }

    #[test]
    fn lightness_rises() {
        for class in 1..BINS {
            let black = [0; 3];
            assert!(contrast(colour(class), black) > contrast(colour(class - 1), black), "class {class}");
        }
        assert_eq!((colour(0), colour(BINS - 1), colour(255)), (CIVIDIS[0], CIVIDIS[9], CIVIDIS[9]));
    }

    #[test]
    fn classes() {
        let domain = (0.001, 1.0);
        assert_eq!([0.001, 0.0014, 0.03163, 0.99, 1.0].map(|value| heat_class(value, domain)), [0, 1, 12, 23, 23]);
        assert_eq!(
            [-1.0, 0.0, 1e-9, 5.0, f64::NAN, f64::INFINITY].map(|value| heat_class(value, domain)),
            [0, 0, 0, 23, 0, 23]
        );
        assert_eq!([heat_class(3.0, (3.0, 3.0)), heat_class(3.0, (0.0, 0.0))], [12, 12]);
        assert!((class_start(12, domain) - 0.001_f64.sqrt()).abs() < 1e-12);
        assert!((class_start(BINS, domain) - 1.0).abs() < 1e-12);
        for class in 0..BINS {
            let value = class_start(class, domain) * 1.000_001;
            assert_eq!(heat_class(value, domain), class);
        }
    }

    /// From 0 to 24, each class is one wide.
    #[test]
    fn linear_classes_begin_at_nothing() {
        let domain = (6.0, 24.0);
        assert_eq!(
            [0.5, 1.0, 6.0, 12.5, 23.9, 24.0, 99.0, f64::NAN].map(|value| Curve::Linear.class(value, domain)),
            [0, 1, 6, 12, 23, 23, 23, 0]
        );
        assert_eq!([6.0, 12.0, 24.0].map(|value| Curve::Log.class(value, domain)), [0, 12, 23]);
        assert_eq!([Curve::Log, Curve::Linear].map(Curve::word), ["log", "linear"]);
    }

    #[test]
    fn scales() {
        let sheet = testing::sheet();
        let class = |scale, row: usize, column: usize| {
            Domains::new(&sheet, scale).class(row, column, sheet.rows[row].cells[column].number())
        };
        // Shares 0.25, –; –, –; 0.003, 0.123.
        assert_eq!(class(Scale::Sheet, 0, 0), Some(23));
        assert_eq!(class(Scale::Sheet, 2, 0), Some(0));
        assert_eq!(class(Scale::Row, 2, 1), Some(23));
        assert_eq!(class(Scale::Row, 0, 0), Some(12));
        assert_eq!(class(Scale::Column, 2, 1), Some(12));
        assert_eq!([class(Scale::Sheet, 0, 1), class(Scale::Row, 1, 0), class(Scale::Column, 1, 1)], [None; 3]);
    }

    #[test]
    fn stylesheet() {
        let css = css();
        assert_eq!(css.lines().count(), usize::from(BINS) + 8);
        assert!(css.starts_with(".h0{background:#00224e;color:#ffffff}\n.h1{background:#"));
        assert!(css.contains(".h23{background:#fee838;color:#000000}\n.up1{background:#fde4c0;color:#000000}\n"));
        assert!(css.ends_with(".down4{background:#24509c;color:#ffffff}\n"));
        for ground in CHANGES.iter().flat_map(|change| change.1) {
            assert!(contrast(ground, readable(ground)) >= 4.5, "{ground:?}");
        }
    }
}
