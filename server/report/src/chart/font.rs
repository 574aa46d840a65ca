//! Outlines, widths and kerning of a TrueType font, in its own units: x to the right, y up.
//!
//! Reads what Ubuntu Light and Hack have and no other kind of table, after the [OpenType specification]. A table that is
//! cut short gives nothing. Must not know of SVG.
//!
//! [OpenType specification]: https://learn.microsoft.com/en-us/typography/opentype/spec/otff

/// How deep glyphs may be made of glyphs.
const MOST_PARTS: u32 = 4;

/// A font: its bytes, and where its tables begin.
pub(super) struct Font {
    data: &'static [u8],
    /// Units per em, the font's size.
    pub(super) em: f32,
    /// Of the characters of 16 bits (`cmap`, format 4).
    characters: usize,
    /// `glyf` and `loca`, which has offsets of 32 bits.
    glyphs: usize,
    places: usize,
    /// `hmtx`, and how many glyphs have a width of their own there.
    widths: usize,
    own_widths: u16,
    /// Pair adjustments (`GPOS`).
    pairs: Vec<usize>,
}

/// A point of an outline: on the curve, or control point of a quadratic one. Between two of these is one on the curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OutlinePoint {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) on_curve: bool,
}

/// Closed contours of points.
pub(super) type Outline = Vec<Vec<OutlinePoint>>;

/// The number of a glyph; 0 is the box for characters that the font lacks.
pub(super) type Glyph = u16;

impl Font {
    /// The font in the bytes of a file, unless it has a table of another kind.
    pub(super) fn of(data: &'static [u8]) -> Option<Font> {
        let table = |tag: &[u8; 4]| {
            let entries = (0..usize::from(word(data, 4)?)).map(|at| 12 + 16 * at);
            let entry = entries.into_iter().find(|at| data.get(*at..at + 4) == Some(tag))?;
            offset(data, entry + 8)
        };
        let (head, cmap) = (table(b"head")?, table(b"cmap")?);
        let encodings = (0..usize::from(word(data, cmap + 2)?)).map(|at| cmap + 4 + 8 * at);
        let unicode = encodings.into_iter().find(|at| data.get(*at..at + 4) == Some(&[0, 3, 0, 1]))?;
        let characters = cmap + offset(data, unicode + 4)?;
        if word(data, characters)? != 4 || word(data, head + 50)? != 1 {
            return None;
        }
        Some(Font {
            data,
            em: f32::from(word(data, head + 18)?),
            characters,
            glyphs: table(b"glyf")?,
            places: table(b"loca")?,
            widths: table(b"hmtx")?,
            own_widths: word(data, table(b"hhea")? + 34)?,
            pairs: table(b"GPOS").and_then(|table| pair_tables(data, table)).unwrap_or_default(),
        })
    }

    /// The glyph of a character that the font has.
    pub(super) fn glyph(&self, character: char) -> Option<Glyph> {
        let code = u16::try_from(u32::from(character)).ok()?;
        let size = usize::from(self.word(self.characters + 6)?);
        let ends = self.characters + 14;
        let starts = ends + size + 2;
        let at = (0..size).step_by(2).find(|at| self.word(ends + at).is_some_and(|end| end >= code))?;
        let beyond = code.checked_sub(self.word(starts + at)?)?;
        let delta = self.word(starts + size + at)?;
        let to_list = starts + 2 * size + at;
        let glyph = match usize::from(self.word(to_list)?) {
            0 => code.wrapping_add(delta),
            list => match self.word(to_list + list + 2 * usize::from(beyond))? {
                0 => 0,
                glyph => glyph.wrapping_add(delta),
            },
        };
        (glyph != 0).then_some(glyph)
    }

    /// The advance width.
    pub(super) fn width(&self, glyph: Glyph) -> f32 {
        let at = glyph.min(self.own_widths.saturating_sub(1));
        self.word(self.widths + 4 * usize::from(at)).map_or(0.0, f32::from)
    }

    /// What is added to the first's width where the second follows.
    pub(super) fn kerning(&self, first: Glyph, second: Glyph) -> f32 {
        self.pairs.iter().filter_map(|table| self.pair(*table, first, second)).sum()
    }

    /// The outline; spaces have none.
    pub(super) fn outline(&self, glyph: Glyph) -> Outline {
        let mut outline = Vec::new();
        // What was read of a broken glyph is shown.
        let _ = self.add(glyph, (0.0, 0.0), MOST_PARTS, &mut outline);
        outline
    }

    fn word(&self, at: usize) -> Option<u16> {
        word(self.data, at)
    }

    fn signed(&self, at: usize) -> Option<f32> {
        self.word(at).map(|word| f32::from(word.cast_signed()))
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    fn add(&self, glyph: Glyph, by: (f32, f32), parts: u32, outline: &mut Outline) -> Option<()> {
        let place = self.places + 4 * usize::from(glyph);
        let (start, end) = (offset(self.data, place)?, offset(self.data, place + 4)?);
        if start == end {
            return None;
        }
        let at = self.glyphs + start;
        match self.word(at)?.cast_signed() {
            ..0 => self.add_parts(at + 10, by, parts.checked_sub(1)?, outline),
            contours => self.add_contours(at + 10, contours.unsigned_abs().into(), by, outline),
        }
    }

    /// Adds the glyphs that one is made of, each moved and none scaled.
    fn add_parts(&self, mut at: usize, by: (f32, f32), parts: u32, outline: &mut Outline) -> Option<()> {
        const WORDS: u16 = 0x1;
        const OFFSETS: u16 = 0x2;
        const MORE: u16 = 0x20;
        const SCALED: u16 = 0xc8;
        loop {
            let (flags, part) = (self.word(at)?, self.word(at + 2)?);
            if flags & OFFSETS == 0 || flags & SCALED != 0 {
                return None;
            }
            let (x, y, size) = if flags & WORDS != 0 {
                (self.signed(at + 4)?, self.signed(at + 6)?, 8)
            } else {
                (self.byte(at + 4)?.cast_signed().into(), self.byte(at + 5)?.cast_signed().into(), 6)
            };
            self.add(part, (by.0 + x, by.1 + y), parts, outline)?;
            if flags & MORE == 0 {
                return Some(());
            }
            at += size;
        }
    }

    fn add_contours(&self, ends: usize, contours: usize, by: (f32, f32), outline: &mut Outline) -> Option<()> {
        const ON_CURVE: u8 = 0x1;
        const REPEATED: u8 = 0x8;
        // For x; those for y are the next bits.
        const SHORT: u8 = 0x2;
        const SAME_OR_POSITIVE: u8 = 0x10;
        let lasts: Vec<usize> =
            (0..contours).map(|at| self.word(ends + 2 * at).map(usize::from)).collect::<Option<_>>()?;
        let count = lasts.last()? + 1;
        let mut at = ends + 2 * contours;
        at += 2 + usize::from(self.word(at)?);

        let mut flags = Vec::with_capacity(count);
        while flags.len() < count {
            let flag = self.byte(at)?;
            at += 1;
            let more = if flag & REPEATED == 0 { 0 } else { self.byte(at)? };
            at += usize::from(flag & REPEATED != 0);
            flags.extend(std::iter::repeat_n(flag, 1 + usize::from(more)));
        }
        let mut numbers = |axis: u32, begin: f32| -> Option<Vec<f32>> {
            let mut number = begin;
            let step = |flag: &u8| {
                let flag = flag >> axis;
                if flag & SHORT != 0 {
                    let step = f32::from(self.byte(at)?);
                    at += 1;
                    number += if flag & SAME_OR_POSITIVE != 0 { step } else { -step };
                } else if flag & SAME_OR_POSITIVE == 0 {
                    number += self.signed(at)?;
                    at += 2;
                }
                Some(number)
            };
            flags.iter().take(count).map(step).collect()
        };
        let (xs, ys) = (numbers(0, by.0)?, numbers(1, by.1)?);

        let mut points = xs.into_iter().zip(ys).zip(flags).map(|((x, y), flag)| OutlinePoint {
            x,
            y,
            on_curve: flag & ON_CURVE != 0,
        });
        let mut first = 0;
        for last in lasts {
            outline.push(points.by_ref().take((last + 1).saturating_sub(first)).collect());
            first = last + 1;
        }
        Some(())
    }

    /// The advance of a pair in a table: by glyphs (format 1), or by classes of glyphs (format 2).
    fn pair(&self, table: usize, first: Glyph, second: Glyph) -> Option<f32> {
        let at = |place: usize| Some(table + usize::from(self.word(table + place)?));
        let covered = self.covered(at(2)?, first)?;
        if self.word(table)? == 1 {
            let pairs = at(10 + 2 * covered)?;
            let mut pairs = (0..usize::from(self.word(pairs)?)).map(|pair| pairs + 2 + 4 * pair);
            return self.signed(pairs.find(|pair| self.word(*pair) == Some(second))? + 2);
        }
        let classes = usize::from(self.word(table + 14)?);
        let (row, column) = (self.class(at(8)?, first), self.class(at(10)?, second));
        self.signed(table + 16 + 2 * (row * classes + column))
    }

    /// The place of a glyph in a list (format 1) or in ranges (format 2).
    fn covered(&self, table: usize, glyph: Glyph) -> Option<usize> {
        if self.word(table)? == 1 {
            return (0..usize::from(self.word(table + 2)?)).find(|at| self.word(table + 4 + 2 * at) == Some(glyph));
        }
        let (start, place) = self.range(table + 2, glyph)?;
        Some(usize::from(place) + usize::from(glyph - start))
    }

    /// The class of a glyph, from a run of glyphs (format 1) or ranges (format 2); 0 for all others.
    fn class(&self, table: usize, glyph: Glyph) -> usize {
        let class = || {
            if self.word(table)? == 2 {
                return Some(self.range(table + 2, glyph)?.1);
            }
            let place = glyph.checked_sub(self.word(table + 2)?)?;
            (place < self.word(table + 4)?).then(|| self.word(table + 6 + 2 * usize::from(place)))?
        };
        class().map_or(0, usize::from)
    }

    /// The start and value of the range with a glyph.
    fn range(&self, table: usize, glyph: Glyph) -> Option<(Glyph, u16)> {
        let mut ranges = (0..usize::from(self.word(table)?)).map(|at| table + 2 + 6 * at);
        let at = ranges.find(|at| self.word(at + 2).is_some_and(|end| end >= glyph))?;
        let start = self.word(at)?;
        (start <= glyph).then_some((start, self.word(at + 4)?))
    }
}

fn word(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn offset(data: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_be_bytes(data.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// The pair tables of `GPOS` that change nothing but the first's advance, whatever their script: kerning.
fn pair_tables(data: &[u8], table: usize) -> Option<Vec<usize>> {
    const PAIR: u16 = 2;
    const ADVANCE: u16 = 4;
    let list = table + usize::from(word(data, table + 8)?);
    let lookup = |at: usize| {
        let lookup = list + usize::from(word(data, list + 2 + 2 * at)?);
        let pairs = lookup + usize::from(word(data, lookup + 6)?);
        let is_kerning = word(data, lookup)? == PAIR
            && word(data, lookup + 4)? == 1
            && word(data, pairs + 4)? == ADVANCE
            && word(data, pairs + 6)? == 0;
        is_kerning.then_some(pairs)
    };
    Some((0..usize::from(word(data, list)?)).filter_map(lookup).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ubuntu() -> Font {
        Font::of(epaint_default_fonts::UBUNTU_LIGHT).expect("a font")
    }

    /// All figures are from the fonts' tables as another program lists them.
    #[test]
    fn figures_are_those_of_the_tables() {
        let (ubuntu, hack) = (ubuntu(), Font::of(epaint_default_fonts::HACK_REGULAR).expect("a font"));
        assert_eq!([ubuntu.em as i32, hack.em as i32], [1000, 2048]);
        let width = |font: &Font, c| font.width(font.glyph(c).expect("a glyph")) as i32;
        assert_eq!(['A', 'V', ' ', 'é', '…'].map(|c| width(&ubuntu, c)), [641, 624, 228, 548, 996]);
        assert_eq!(['A', '▲'].map(|c| width(&hack, c)), [1233, 1233]);
        assert_eq!(['▲', '→', '中', '😀', '\u{ffff}'].map(|c| ubuntu.glyph(c)), [None; 5]);
        assert_eq!(ubuntu.width(u16::MAX) as i32, ubuntu.width(1260) as i32, "the last width is that of all others");

        let kerning = |pair: [char; 2]| {
            let [first, second] = pair.map(|c| ubuntu.glyph(c).expect("a glyph"));
            ubuntu.kerning(first, second) as i32
        };
        let pairs = [['A', 'V'], ['T', 'o'], ['L', 'T'], ['r', ','], ['-', 'T'], ['o', 'o'], ['1', '1']];
        assert_eq!(pairs.map(kerning), [-50, -44, -102, -44, -39, 0, 0]);
        let [a, v] = ['A', 'V'].map(|c| hack.glyph(c).expect("a glyph"));
        assert_eq!(hack.kerning(a, v) as i32, 0);
    }

    #[test]
    fn outlines_are_those_of_the_tables() {
        let font = ubuntu();
        let places = |glyph: Glyph| -> Vec<Vec<(f32, f32)>> {
            font.outline(glyph).iter().map(|contour| contour.iter().map(|point| (point.x, point.y)).collect()).collect()
        };
        let of = |c| places(font.glyph(c).expect("a glyph"));
        assert_eq!(of('-'), [[(28.0, 321.0), (254.0, 321.0), (254.0, 258.0), (28.0, 258.0)]]);
        assert_eq!(of(' ').len(), 0);
        assert_eq!(places(0).len(), 2, "the box has an edge");
        assert_eq!(places(u16::MAX).len(), 0);
        let dot = font.outline(font.glyph('.').expect("a glyph"));
        let on: Vec<bool> = dot[0].iter().map(|point| point.on_curve).collect();
        assert_eq!(on, [true, false, false].repeat(4));
        // é is e with an accent.
        let (plain, accented) = (of('e'), of('é'));
        assert_eq!(accented[..plain.len()], plain[..]);
        assert_eq!(accented.len(), plain.len() + 1);
    }

    /// Anything cut off is no font or has no outlines; nothing panics.
    #[test]
    fn cut_fonts_give_nothing() {
        let data = epaint_default_fonts::UBUNTU_LIGHT;
        for length in (0..2000).chain((2000..data.len()).step_by(9973)) {
            let Some(font) = Font::of(&data[..length]) else { continue };
            for c in ['A', 'é', '.'] {
                let glyph = font.glyph(c).unwrap_or_default();
                font.outline(glyph);
                assert!(font.width(glyph) >= 0.0 && font.kerning(glyph, glyph).abs() < font.em);
            }
        }
    }
}
