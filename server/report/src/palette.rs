//! Heat colours: one hue in bins, on light and on dark ground, with readable text on each; and those of changes.

use std::fmt::Write;

use crate::sheet::{Row, Sheet};

/// The ground that colours stand on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on light.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

/// Number of colour classes; they are `0..BINS`.
pub const BINS: u8 = 24;

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// Evenly spaced points of the ramp on light and on dark ground, from low to high: one hue, of which more stands out more
/// from the ground. Lightness alone tells the classes apart, so that it does for every kind of colour vision.
const RAMPS: [[Rgb; 8]; 2] = [
    [
        [0xfd, 0xf2, 0xdf],
        [0xfb, 0xe3, 0xbd],
        [0xf8, 0xcf, 0x93],
        [0xf2, 0xb4, 0x65],
        [0xe8, 0x96, 0x3e],
        [0xd5, 0x77, 0x22],
        [0xb6, 0x5a, 0x14],
        [0x94, 0x43, 0x0d],
    ],
    [
        [0x2b, 0x24, 0x19],
        [0x46, 0x30, 0x1a],
        [0x68, 0x43, 0x1a],
        [0x8d, 0x5a, 0x1d],
        [0xb3, 0x73, 0x24],
        [0xd9, 0x8f, 0x35],
        [0xf3, 0xb1, 0x5c],
        [0xff, 0xd5, 0x96],
    ],
];

/// The colour of a class; classes past the last are the last.
pub fn colour(class: u8, theme: Theme) -> Rgb {
    colour_at(f64::from(class.min(BINS - 1)) / f64::from(BINS - 1), theme)
}

/// The colour of a position on the scale, from 0 to 1.
pub(crate) fn colour_at(place: f64, theme: Theme) -> Rgb {
    let ramp = match theme {
        Theme::Light => RAMPS[0],
        Theme::Dark => RAMPS[1],
    };
    let place = place.clamp(0.0, 1.0) * (ramp.len() - 1) as f64;
    let at = (place.floor() as usize).min(ramp.len() - 2);
    mixed(ramp[at], ramp[at + 1], place - at as f64)
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
pub fn text_colour(class: u8, theme: Theme) -> Rgb {
    readable(colour(class, theme))
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

/// Number of classes of changes in each direction; they are `1..=CHANGE_BINS`.
pub const CHANGE_BINS: u8 = 6;

/// The class of a change from one positive number to another by their ratio, whichever is greater: 1 below 1.1, 2 below 1.25,
/// 3 below 1.5, 4 below 2, 5 below 5, 6 from there and where one of them is 0.
pub(crate) fn change_class(before: f64, after: f64) -> u8 {
    match before.max(after) / before.min(after) {
        ..1.1 => 1,
        ..1.25 => 2,
        ..1.5 => 3,
        ..2.0 => 4,
        ..5.0 => 5,
        _ => CHANGE_BINS,
    }
}

/// The weakest and the strongest colour of changes on light and on dark ground: orange for what grew, blue for what fell.
/// Blue and orange stay apart with the common colour vision deficiencies. What is equal has the colour of the ground.
const CHANGES: [[(&str, [Rgb; 2]); 2]; 2] = [
    [("up", [[0xfd, 0xea, 0xce], [0xc4, 0x62, 0x0c]]), ("down", [[0xe0, 0xea, 0xf9], [0x2f, 0x66, 0xb8]])],
    [("up", [[0x3a, 0x2a, 0x17], [0xf5, 0xae, 0x50]]), ("down", [[0x1d, 0x2c, 0x44], [0x7f, 0xb2, 0xf5]])],
];

/// The colour of a class of changes; the first and the last class have the ends.
fn change_colour(ends: [Rgb; 2], class: u8) -> Rgb {
    mixed(ends[0], ends[1], f64::from(class - 1) / f64::from(CHANGE_BINS - 1))
}

/// The colours of a change that fell and of one that grew, both strong but with black text on them.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn change_colours() -> [Rgb; 2] {
    let [up, down] = CHANGES[0];
    [change_colour(down.1, 4), change_colour(up.1, 4)]
}

/// The curve from the numbers of a domain to the colour scale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Curve {
    /// Equal differences of square roots are equal steps, from 0 to the greatest number: a quarter of that is in the middle.
    /// Rare rows stay apart, and one very rare number does not make all others look alike.
    #[default]
    Root,
    /// Equal ratios are equal steps, from the least to the greatest number.
    Log,
    /// Equal differences are equal steps, from 0 to the greatest number.
    Linear,
}

impl Curve {
    /// The place of a positive number in a domain, from its least to its greatest number: 0 to 1. Numbers outside have the place
    /// of the nearer end; on a log scale with one number everything is in the middle.
    fn place(self, value: f64, domain: (f64, f64)) -> f64 {
        let (low, high) = domain;
        let place = match self {
            Curve::Root => (value / high).sqrt(),
            Curve::Log if low <= 0.0 || high <= low => 0.5,
            Curve::Log => (value / low).ln() / (high / low).ln(),
            Curve::Linear => value / high,
        };
        if place.is_nan() { 0.0 } else { place.clamp(0.0, 1.0) }
    }

    /// The class of a number in a domain; that of what is not positive is 0.
    pub fn class(self, value: f64, domain: (f64, f64)) -> u8 {
        let value = if value > 0.0 { value } else { 0.0 };
        // Float to integer casts saturate.
        ((self.place(value, domain) * f64::from(BINS)).floor() as u8).min(BINS - 1)
    }

    /// The numbers of a domain at the beginning, in the middle and at the end of the scale.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn stops(self, (low, high): (f64, f64)) -> [f64; 3] {
        match self {
            Curve::Root => [0.0, high / 4.0, high],
            Curve::Log => [low, (low.ln() / 2.0 + high.ln() / 2.0).exp(), high],
            Curve::Linear => [0.0, high / 2.0, high],
        }
    }

    /// The word in URLs and legends.
    pub fn word(self) -> &'static str {
        match self {
            Curve::Root => "root",
            Curve::Log => "log",
            Curve::Linear => "linear",
        }
    }
}

/// The cells that share one colour scale.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scale {
    /// Each section, of each item type.
    #[default]
    Section,
    /// The whole sheet.
    Sheet,
    /// Each row.
    Row,
    /// Each column.
    Column,
}

impl Scale {
    /// The word in URLs.
    pub fn word(self) -> &'static str {
        match self {
            Scale::Section => "section",
            Scale::Sheet => "sheet",
            Scale::Row => "row",
            Scale::Column => "column",
        }
    }
}

/// The colour scale of each cell of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Domains {
    scale: Scale,
    curve: Curve,
    /// The section of each row.
    sections: Vec<usize>,
    each: Vec<Option<(f64, f64)>>,
}

impl Domains {
    /// The domains of a sheet's rows; for the whole sheet [`Sheet::domain`], which may be set wider than its numbers.
    pub fn new(sheet: &Sheet, scale: Scale) -> Domains {
        let has_types = sheet.has_types();
        let is_same = |a: &Row, b: &Row| a.group == b.group && !(has_types && a.place.0 != b.place.0);
        let of_rows = |rows: &[Row]| Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
        let mut sections = Vec::new();
        let each = match scale {
            Scale::Section => {
                let chunks = sheet.rows.chunk_by(is_same);
                chunks
                    .enumerate()
                    .map(|(at, rows)| {
                        sections.extend(rows.iter().map(|_| at));
                        of_rows(rows)
                    })
                    .collect()
            }
            Scale::Sheet => vec![sheet.domain],
            Scale::Row => sheet.rows.iter().map(|row| Sheet::domain_of(&row.cells)).collect(),
            Scale::Column => (0..sheet.columns.len())
                .map(|column| Sheet::domain_of(sheet.rows.iter().filter_map(|row| row.cells.get(column))))
                .collect(),
        };
        Domains { scale, curve: Curve::default(), sections, each }
    }

    /// The same domains with another curve.
    #[must_use]
    pub fn spread(self, curve: Curve) -> Domains {
        Domains { curve, ..self }
    }

    /// The section of a row, from 0; 0 where sections have no scale of their own.
    pub fn section(&self, row: usize) -> usize {
        self.sections.get(row).copied().unwrap_or_default()
    }

    /// The domain of a cell's colour scale.
    pub fn of(&self, row: usize, column: usize) -> Option<(f64, f64)> {
        let at = match self.scale {
            Scale::Section => self.section(row),
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

/// The rules for a stylesheet on light or on dark ground, a line per class: `.h0{background:#fdf2df;color:#000000}`.
pub fn css(theme: Theme) -> String {
    let mut css = String::new();
    let mut rule = |name: &str, class: u8, ground: Rgb| {
        let _ = writeln!(css, ".{name}{class}{{background:{};color:{}}}", hex(ground), hex(readable(ground)));
    };
    for class in 0..BINS {
        rule("h", class, colour(class, theme));
    }
    let changes = match theme {
        Theme::Light => CHANGES[0],
        Theme::Dark => CHANGES[1],
    };
    for (name, ends) in changes {
        for class in 1..=CHANGE_BINS {
            rule(name, class, change_colour(ends, class));
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

    const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

    /// All grounds with a number on them.
    fn grounds(theme: Theme) -> Vec<Rgb> {
        let heat = (0..BINS).map(|class| colour(class, theme));
        let changes = if theme == Theme::Light { CHANGES[0] } else { CHANGES[1] };
        let changes =
            changes.into_iter().flat_map(|(_, ends)| (1..=CHANGE_BINS).map(move |class| change_colour(ends, class)));
        heat.chain(changes).collect()
    }

    #[test]
    fn text_is_readable_on_every_class() {
        for ground in THEMES.into_iter().flat_map(grounds) {
            assert!(contrast(ground, readable(ground)) >= 4.5, "{ground:?}");
        }
    }

    /// How colours look to those who lack one sort of cones, protans, deutans and tritans, after Machado, Oliveira and Fernandes
    /// (IEEE TVCG 15(6), 2009, severity 1): matrices on linear red, green and blue.
    const VISION: [[[f64; 3]; 3]; 3] = [
        [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
        [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
        [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
    ];

    fn seen_by(vision: &[[f64; 3]; 3], colour: Rgb) -> Rgb {
        let linear = colour.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
        let mix = |row: &[f64; 3]| row.iter().zip(linear).map(|(factor, part)| factor * part).sum::<f64>();
        [0, 1, 2].map(|channel| (mix(&vision[channel]).clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8)
    }

    /// A greater number stands out more from the ground, with every kind of colour vision.
    #[test]
    fn more_is_stronger_in_both_schemes() {
        for theme in THEMES {
            let ground = if theme == Theme::Light { WHITE } else { BLACK };
            let everyone = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            for vision in VISION.iter().chain([&everyone]) {
                let strength = |class: u8| contrast(seen_by(vision, colour(class, theme)), ground);
                for class in 1..BINS {
                    assert!(strength(class) > strength(class - 1), "{theme:?}, class {class}: {vision:?}");
                }
            }
        }
        assert_eq!((colour(0, Theme::Light), colour(255, Theme::Light)), (RAMPS[0][0], RAMPS[0][7]));
        assert_eq!((colour(0, Theme::Dark), colour(BINS - 1, Theme::Dark)), (RAMPS[1][0], RAMPS[1][7]));
    }

    /// What grew is redder than it is blue, what fell the other way round, for everybody but tritans, who see the one reddish and
    /// the other greenish.
    #[test]
    fn up_and_down_are_told_apart_by_everyone() {
        for (changes, theme) in CHANGES.iter().zip(THEMES) {
            let [up, down] = changes;
            for class in 2..=CHANGE_BINS {
                let warmth = |vision: &[[f64; 3]; 3], ends| {
                    let [red, green, blue] = seen_by(vision, change_colour(ends, class)).map(i32::from);
                    (red - blue, red - green)
                };
                for vision in &VISION[..2] {
                    let (grew, fell) = (warmth(vision, up.1).0, warmth(vision, down.1).0);
                    assert!(grew > 15 && fell < -15, "{theme:?}, class {class}: {grew} {fell}");
                }
                let (grew, fell) = (warmth(&VISION[2], up.1).1, warmth(&VISION[2], down.1).1);
                assert!(grew > 15 && fell < -15, "{theme:?}, class {class}, tritans: {grew} {fell}");
            }
        }
    }

    /// By hand: in 24 classes from 0.001 to 1 on a log scale, each decade has 8.
    #[test]
    fn log_classes() {
        let domain = (0.001, 1.0);
        let class = |value| Curve::Log.class(value, domain);
        assert_eq!([0.001, 0.0014, 0.03163, 0.99, 1.0].map(class), [0, 1, 12, 23, 23]);
        assert_eq!([-1.0, 0.0, 1e-9, 5.0, f64::NAN, f64::INFINITY].map(class), [0, 0, 0, 23, 0, 23]);
        assert_eq!([Curve::Log.class(3.0, (3.0, 3.0)), Curve::Log.class(3.0, (0.0, 0.0))], [12, 12]);
    }

    /// Linear from 0 to 24 each class is one wide; of roots to 24 the class of n begins at n²/24.
    #[test]
    fn classes_that_begin_at_nothing() {
        let domain = (6.0, 24.0);
        assert_eq!(
            [0.5, 1.0, 6.0, 12.5, 23.9, 24.0, 99.0, f64::NAN].map(|value| Curve::Linear.class(value, domain)),
            [0, 1, 6, 12, 23, 23, 23, 0]
        );
        assert_eq!(
            [0.0, 0.04, 0.05, 1.5, 5.9, 6.1, 22.1, 99.0].map(|value| Curve::Root.class(value, domain)),
            [0, 0, 1, 6, 11, 12, 23, 23]
        );
        assert_eq!([6.0, 12.0, 24.0].map(|value| Curve::Log.class(value, domain)), [0, 12, 23]);
        assert_eq!([Curve::Root, Curve::Log, Curve::Linear].map(Curve::word), ["root", "log", "linear"]);
        assert_eq!(
            [Curve::Root, Curve::Linear].map(|curve| curve.stops(domain)),
            [[0.0, 6.0, 24.0], [0.0, 12.0, 24.0]]
        );
        assert!((Curve::Log.stops(domain)[1] - 12.0).abs() < 1e-9);
    }

    #[test]
    fn scales() {
        let sheet = testing::sheet();
        let class = |scale, row: usize, column: usize| {
            let domains = Domains::new(&sheet, scale).spread(Curve::Log);
            domains.class(row, column, sheet.rows[row].cells[column].number())
        };
        // Shares 0.25, –; –, –; 0.003, 0.123.
        assert_eq!(class(Scale::Sheet, 0, 0), Some(23));
        assert_eq!(class(Scale::Sheet, 2, 0), Some(0));
        assert_eq!(class(Scale::Row, 2, 1), Some(23));
        assert_eq!(class(Scale::Row, 0, 0), Some(12));
        assert_eq!(class(Scale::Column, 2, 1), Some(12));
        assert_eq!([class(Scale::Sheet, 0, 1), class(Scale::Row, 1, 0), class(Scale::Column, 1, 1)], [None; 3]);
    }

    /// The same numbers in two sections, and of two types, have scales of their own.
    #[test]
    fn sections_have_their_own_scales() {
        let mut sheet = testing::sheet();
        sheet.rows = ["a", "a", "b"].map(|group| Row { group: Some(group.to_owned()), ..sheet.rows[0].clone() }).into();
        for (row, number) in sheet.rows.iter_mut().zip([0.5, 0.1, 0.01]) {
            row.cells = vec![crate::sheet::Value::exactly(number).into()];
        }
        let of = |sheet: &Sheet| {
            let domains = Domains::new(sheet, Scale::Section);
            [0, 1, 2].map(|row| (domains.section(row), domains.of(row, 0).expect("numbers")))
        };
        assert_eq!(of(&sheet), [(0, (0.1, 0.5)), (0, (0.1, 0.5)), (1, (0.01, 0.01))]);
        sheet.totals[0].group = Some("all".to_owned());
        sheet.rows[1].place.0 += 1;
        assert_eq!(of(&sheet), [(0, (0.5, 0.5)), (1, (0.1, 0.1)), (2, (0.01, 0.01))]);
    }

    #[test]
    fn stylesheet() {
        for theme in THEMES {
            assert_eq!(css(theme).lines().count(), usize::from(BINS + 2 * CHANGE_BINS));
        }
        let css = css(Theme::Light);
        assert!(css.starts_with(".h0{background:#fdf2df;color:#000000}\n.h1{background:#"));
        assert!(css.contains(".h23{background:#94430d;color:#ffffff}\n.up1{background:#fdeace;color:#000000}\n"));
        assert!(css.ends_with(".down6{background:#2f66b8;color:#ffffff}\n"));
    }
}
