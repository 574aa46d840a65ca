//! The text of an SVG as paths, for drawing it without a font or what sets text: `resvg` alone would take a
//! dozen more crates for that, which know every script.
//!
//! Does what our own charts need: one run of text per element, from left to right, with `x`, `y`, `dx`, `dy`, `font-size`
//! and `text-anchor`, the last two also of an element around it. There is one face, whatever family, weight and style are
//! asked for. Lengths are units of the drawing, y down.

use std::{fmt::Write, sync::LazyLock};

use resvg::usvg::roxmltree::{Document, Error, Node};

use super::font::{Font, Glyph, OutlinePoint};

/// Ubuntu Light, and Hack for characters that it lacks.
static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    [epaint_default_fonts::UBUNTU_LIGHT, epaint_default_fonts::HACK_REGULAR].into_iter().filter_map(Font::of).collect()
});

/// The size of text that says none.
const USUAL_SIZE: f32 = 12.0;
/// What Ubuntu Light draws as one, the longer first.
const LIGATURES: [(&str, &str); 5] = [("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ")];

/// The SVG with a path in place of each text. A character that no font has is a box.
///
/// # Errors
/// For text that isn't XML.
pub(super) fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let mut outlined = String::with_capacity(svg.len());
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        let place = text.range();
        if place.start >= done {
            outlined.push_str(&svg[done..place.start]);
            push_path(&mut outlined, svg, text);
            done = place.end;
        }
    }
    outlined.push_str(&svg[done..]);
    Ok(outlined)
}

/// Writes a text as a path with its attributes, but for those that only text has.
fn push_path(to: &mut String, svg: &str, text: Node) {
    let outer = |name| text.ancestors().find_map(|node| node.attribute(name));
    let size = length(outer("font-size"), USUAL_SIZE, USUAL_SIZE);
    let own = |name| length(text.attribute(name), size, 0.0);
    let letters = set(&words(text));
    let anchor = match outer("text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let x = own("x") + own("dx") - size * anchor * letters.width;
    let y = own("y") + own("dy");

    to.push_str("<path");
    for attribute in text.attributes() {
        let is_of_text = ["x", "y", "dx", "dy", "text-anchor"].contains(&attribute.name());
        if !is_of_text && !attribute.name().starts_with("font-") {
            to.push(' ');
            to.push_str(&svg[attribute.range()]);
        }
    }
    to.push_str(" d=\"");
    for (font, glyph, at) in letters.glyphs {
        let scale = size / font.em;
        let place =
            |point: OutlinePoint| OutlinePoint { x: x + at * size + point.x * scale, y: y - point.y * scale, ..point };
        for contour in font.outline(glyph) {
            push_contour(to, &contour.into_iter().map(place).collect::<Vec<_>>());
        }
    }
    to.push_str("\"/>");
}

/// A length in units, `px`, `em` or `ex`, which is half an em to `resvg`.
fn length(text: Option<&str>, size: f32, otherwise: f32) -> f32 {
    let text = text.unwrap_or_default().trim();
    let units = [("em", size), ("ex", size / 2.0), ("px", 1.0)];
    let (number, unit) =
        units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit))).unwrap_or((text, 1.0));
    number.trim().parse().ok().filter(|number: &f32| number.is_finite()).map_or(otherwise, |number| number * unit)
}

/// The words with single spaces between them; others, such as those that don't break, are kept.
fn words(text: Node) -> String {
    let all: String = text.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let words: Vec<&str> = all.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Glyphs with where they begin, and their width, in em.
struct Letters {
    glyphs: Vec<(&'static Font, Glyph, f32)>,
    width: f32,
}

/// Sets a line of text.
fn set(text: &str) -> Letters {
    let text = LIGATURES.iter().fold(text.to_owned(), |text, (letters, as_one)| text.replace(letters, as_one));
    let mut letters = Letters { glyphs: Vec::new(), width: 0.0 };
    for c in text.chars().filter(|c| !is_unseen(*c)) {
        let found = FONTS.iter().find_map(|font| Some((font, font.glyph(c)?)));
        let Some((font, glyph)) = found.or(FONTS.first().map(|font| (font, 0))) else { continue };
        if let Some((before, other, _)) = letters.glyphs.last()
            && std::ptr::eq(*before, font)
        {
            letters.width += font.kerning(*other, glyph) / font.em;
        }
        letters.glyphs.push((font, glyph, letters.width));
        letters.width += font.width(glyph) / font.em;
    }
    letters
}

/// Whether a character has no look of its own: soft hyphens, joiners, marks of direction, variation selectors.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Writes a closed contour as lines and quadratic curves.
fn push_contour(to: &mut String, contour: &[OutlinePoint]) {
    let (Some(first), Some(last)) = (contour.first(), contour.last()) else { return };
    let (start, turned) = match contour.iter().position(|point| point.on_curve) {
        Some(at) => (contour[at], [&contour[at + 1..], &contour[..=at]].concat()),
        None => (middle(*last, *first), [contour, &[middle(*last, *first)]].concat()),
    };
    // Writing to a string doesn't fail. Thousandths are enough at every zoom.
    let _ = write!(to, "M{:.3} {:.3}", start.x, start.y);
    let mut control: Option<OutlinePoint> = None;
    for point in turned {
        let end = match control {
            Some(before) if !point.on_curve => middle(before, point),
            _ => point,
        };
        let _ = match control {
            Some(control) => write!(to, "Q{:.3} {:.3} {:.3} {:.3}", control.x, control.y, end.x, end.y),
            None if point.on_curve => write!(to, "L{:.3} {:.3}", end.x, end.y),
            None => Ok(()),
        };
        control = (!point.on_curve).then_some(point);
    }
    to.push('Z');
}

/// The point on the curve between two control points.
fn middle(first: OutlinePoint, second: OutlinePoint) -> OutlinePoint {
    OutlinePoint { x: f32::midpoint(first.x, second.x), y: f32::midpoint(first.y, second.y), on_curve: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paths for a text of size 1000, a thousandth of which is Ubuntu Light's unit.
    fn path(attributes: &str, text: &str) -> String {
        let svg = format!("<svg><text font-size=\"1000\"{attributes}>{text}</text></svg>");
        let path = outlined(&svg).expect("XML");
        let path = path.strip_prefix("<svg><path").and_then(|path| path.strip_suffix("\"/></svg>"));
        path.expect("a path").to_owned()
    }

    /// Where contours begin.
    fn starts(attributes: &str, text: &str) -> Vec<String> {
        let path = path(attributes, text);
        let contours = path.split('M').skip(1).map(|contour| contour.split(['L', 'Q']).next());
        contours.map(|start| start.unwrap_or_default().replace(".000", "")).collect()
    }

    /// By hand from the font's table `hmtx`: I is 248 wide, a hyphen 282 and begins at 28, 321 above the line.
    #[test]
    fn text_begins_ends_or_has_its_middle_at_its_place() {
        let hyphen = |x| format!("{x} -321");
        for (attributes, expected) in [
            ("", 276),
            (" x=\"1000\"", 1276),
            (" x=\"1000\" text-anchor=\"start\"", 1276),
            (" x=\"1000\" text-anchor=\"middle\"", 1011),
            (" x=\"1000\" text-anchor=\"end\"", 746),
            (" x=\"1000px\" dx=\"-0.5em\"", 776),
            (" x=\"much\"", 276),
        ] {
            assert_eq!(starts(attributes, "I-")[1], hyphen(expected), "{attributes}");
        }
        for (dy, expected) in
            [("", "0 -311"), (" dy=\"0.76em\"", "0 449"), (" dy=\"0.5ex\"", "0 -61"), (" dy=\"-0.5ex\"", "0 -561")]
        {
            assert_eq!(starts(&format!(" x=\"-28\" y=\"10\"{dy}"), "-"), [expected], "{dy}");
        }
        let around = "<g font-size=\"500\" text-anchor=\"end\"><text>-</text></g>";
        assert!(outlined(around).expect("XML").contains("M-127.000 -160.500L"), "half of 28 - 282, half of 321");
    }

    #[test]
    fn letters_follow_one_another() {
        assert_eq!(starts("", "AVI")[3], "1305 -693", "641 - 50 of kerning + 624 + 90");
        assert_eq!(starts("", "▲-"), ["300.781 -557.617", "630.051 -321"], "616 of 2048, then 1233 of 2048 and 28");
        assert_eq!(starts("", "I -"), starts("", "\n  I\t\n- \n"));
        assert_eq!(starts("", "I -")[1], "504 -321", "248 + 228 + 28");
        assert_eq!(starts("", "I\u{a0}\u{a0}-")[1], "732 -321");
        assert_eq!(path("", "co\u{ad}op \u{200b}off"), path("", "coop oﬀ"));
        assert_eq!(path("", "I<tspan>-</tspan>"), path("", "I-"));
        assert_eq!([path("", ""), path("", "  ")], [" d=\"", " d=\""]);
    }

    #[test]
    fn escaped_characters_are_one_letter() {
        for (text, expected) in
            [("&amp;-", "676 -321"), ("&lt;-", "592 -321"), ("&gt;-", "592 -321"), ("&#73;-", "276 -321")]
        {
            assert_eq!(starts("", text).last().map(String::as_str), Some(expected), "{text}");
        }
        assert!(outlined("<svg><text>&nothing;</text></svg>").is_err());
    }

    #[test]
    fn missing_letters_are_boxes() {
        for missing in ["中", "\u{e000}", "😀"] {
            assert_eq!(starts("", &format!("{missing}-")), ["50 0", "400 -50", "528 -321"], "{missing}");
        }
    }

    #[test]
    fn all_but_texts_stays_as_it_is() {
        let svg = |text: &str, other: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>A &amp; B</title>{text}<rect width='1'/>\n{text}{other}</svg>"
            )
        };
        let text = "<text x=\"1\" y=\"2\" dy=\"0.76em\" text-anchor=\"end\" font-family=\"system-ui\" font-weight=\"bold\" \
                    opacity=\"0.5\" fill='#1C2028' transform=\"rotate(90, 1, 2)\"> </text>";
        let path = "<path opacity=\"0.5\" fill='#1C2028' transform=\"rotate(90, 1, 2)\" d=\"\"/>";
        assert_eq!(outlined(&svg(text, "<!-- end -->")).as_deref(), Ok(svg(path, "<!-- end -->").as_str()));
        let odd = "<svg><text>a<text>b</text></text></svg>";
        assert_eq!(outlined(odd).expect("XML").matches("<path").count(), 1);
    }

    #[test]
    fn contours_are_lines_and_curves() {
        let drawn = |points: &[(f32, f32, bool)]| {
            let points: Vec<OutlinePoint> =
                points.iter().map(|(x, y, on_curve)| OutlinePoint { x: *x, y: *y, on_curve: *on_curve }).collect();
            let mut path = String::new();
            push_contour(&mut path, &points);
            path.replace(".000", "")
        };
        assert_eq!(drawn(&[]), "");
        assert_eq!(drawn(&[(0.0, 0.0, true), (4.0, 0.0, true), (4.0, 4.0, false)]), "M0 0L4 0Q4 4 0 0Z");
        assert_eq!(drawn(&[(4.0, 4.0, false), (0.0, 0.0, true), (4.0, 0.0, true)]), "M0 0L4 0Q4 4 0 0Z");
        // The points on the curve are between the four that are not.
        let round = [(0.0, 0.0, false), (4.0, 0.0, false), (4.0, 4.0, false), (0.0, 4.0, false)];
        assert_eq!(drawn(&round), "M0 2Q0 0 2 0Q4 0 4 2Q4 4 2 4Q0 4 0 2Z");
    }
}
