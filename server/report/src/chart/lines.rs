//! Lines over depth: the frequency of a few entries.

use std::collections::BTreeSet;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{Axis, linear_ticks_from, log_ticks, tick_text},
    canvas::{Canvas, DrawResult, rgb},
    frame::{BOTTOM, ChartFrame, LABEL_SIZE, LEFT, MOST_LABEL, SIZE, TOP},
    labels::{spread, text_width, truncated},
    svg::{dashed, with_title, xml_safe},
    theme::{DASHES, MOST_SERIES},
};
use crate::palette::{Rgb, hex};

/// A line of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its label.
    pub name: String,
    /// Its points, rising by depth. A depth that other series have and this one lacks breaks the line.
    pub points: Vec<Point>,
}

/// A point of a line. Probabilities are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The depth.
    pub depth: u32,
    /// The value.
    pub value: f64,
    /// Lower end of the interval; equal to `value` without an interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// Space between the lines' ends and their labels, for a leader and a piece of the line as a key.
const LEADER: i32 = 50;
const KEY: i32 = 28;

/// A line chart as SVG, 960 × 480 units; the page scales it.
///
/// Draws the first [`MOST_SERIES`] series and names the number of others. Colours can be told apart with colour vision
/// deficiencies, dashes are a second channel, every line is labelled at its end, intervals are shaded. Without a value
/// to draw the chart says so.
pub fn line_chart(series: &[Series], frame: &ChartFrame<'_>) -> String {
    let colours = frame.theme.colours();
    let drawable = |point: &&Point| point.value.is_finite() && (!frame.log || point.value > 0.0);
    // In the unit of the labels, so that ticks are round there.
    let unit = if frame.measure.is_probability() { 100.0 } else { 1.0 };
    let scaled = |point: &Point| Point {
        depth: point.depth,
        value: point.value * unit,
        low: point.low * unit,
        high: point.high * unit,
    };
    let shown: Vec<Series> = series
        .iter()
        .take(MOST_SERIES)
        .map(|one| Series {
            name: xml_safe(&one.name),
            points: one.points.iter().filter(drawable).map(scaled).collect(),
        })
        .filter(|one| !one.points.is_empty())
        .collect();

    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, SIZE).into_drawing_area();
        let canvas = Canvas { area: &area, colours: &colours };
        // Writing to a string can't fail.
        let _ = canvas.draw(&shown, series.len().saturating_sub(MOST_SERIES), frame);
        let _ = area.present();
    }
    let mut svg = with_title(&drawn, SIZE, frame.title, frame.desc);
    for (colour, pattern) in colours.series.iter().zip(DASHES).take(shown.len()).skip(1) {
        svg = dashed(&svg, &hex(*colour), pattern);
    }
    svg
}

impl Canvas<'_, '_> {
    fn draw(&self, series: &[Series], left_out: usize, frame: &ChartFrame<'_>) -> DrawResult {
        let colours = self.colours;
        self.heading(frame)?;
        if series.is_empty() {
            return self.nothing();
        }

        let depths: BTreeSet<u32> = series.iter().flat_map(|one| &one.points).map(|point| point.depth).collect();
        let labels: Vec<String> = series.iter().map(|one| label(one, &depths)).collect();
        let widest = labels.iter().map(|label| text_width(label, LABEL_SIZE)).fold(0.0, f64::max);
        let right = SIZE.0 as i32 - 12 - widest.ceil() as i32 - LEADER;
        let (x, y, y_ticks) = axes(series, frame, right);
        self.grid(frame, &x, &y, &y_ticks, right)?;

        let parts: Vec<Vec<&[Point]>> = series.iter().map(|one| unbroken(&one.points, &depths)).collect();
        for (parts, colour) in parts.iter().zip(colours.series) {
            for part in parts {
                self.band(part, &x, &y, colour)?;
            }
        }
        for (parts, colour) in parts.iter().zip(colours.series) {
            for part in parts {
                self.line(part, &x, &y, colour, depths.len())?;
            }
        }
        self.labels(series, &labels, &x, &y, right)?;
        if left_out > 0 {
            let text = format!("{left_out} more not drawn");
            let place = (SIZE.0 as i32 - 16, SIZE.1 as i32 - 20);
            self.text(&text, place, 12.0, colours.muted, HPos::Right, VPos::Center)?;
        }
        Ok(())
    }

    fn grid(&self, frame: &ChartFrame<'_>, x: &Axis, y: &Axis, y_ticks: &[f64], right: i32) -> DrawResult {
        let colours = self.colours;
        let unit = if frame.measure.is_probability() { "\u{a0}%" } else { "" };
        for tick in y_ticks {
            let at = y.pixel(*tick);
            self.path(vec![(LEFT, at), (right, at)], colours.grid, 1)?;
            let text = format!("{}{unit}", tick_text(*tick));
            self.text(&text, (LEFT - 8, at), 13.0, colours.muted, HPos::Right, VPos::Center)?;
        }
        self.depths(x, right, frame.x_label)
    }

    fn band(&self, points: &[Point], x: &Axis, y: &Axis, colour: Rgb) -> DrawResult {
        if points.iter().all(|point| point.high <= point.low) {
            return Ok(());
        }
        let edge = |point: &Point, value: f64| (x.pixel(f64::from(point.depth)), y.pixel(value));
        if let [point] = points {
            // An interval without neighbours is a whisker.
            return self.path(vec![edge(point, point.low), edge(point, point.high)], colour, 1);
        }
        let above = points.iter().map(|point| edge(point, point.high));
        let below = points.iter().rev().map(|point| edge(point, point.low));
        let outline: Vec<(i32, i32)> = above.chain(below).collect();
        self.area.draw(&Polygon::new(outline, rgb(colour).mix(0.16)))
    }

    fn line(&self, points: &[Point], x: &Axis, y: &Axis, colour: Rgb, depths: usize) -> DrawResult {
        let places: Vec<(i32, i32)> =
            points.iter().map(|point| (x.pixel(f64::from(point.depth)), y.pixel(point.value))).collect();
        // With many depths the dots would hide the dashes.
        if depths <= 30 || points.len() == 1 {
            for place in &places {
                self.area.draw(&Circle::new(*place, 3, rgb(colour).filled()))?;
            }
        }
        if places.len() > 1 { self.path(places, colour, 2) } else { Ok(()) }
    }

    fn labels(&self, series: &[Series], labels: &[String], x: &Axis, y: &Axis, right: i32) -> DrawResult {
        let ends: Vec<(i32, i32)> = series
            .iter()
            .filter_map(|one| one.points.last())
            .map(|point| (x.pixel(f64::from(point.depth)), y.pixel(point.value)))
            .collect();
        let wanted: Vec<i32> = ends.iter().map(|end| end.1).collect();
        let placed = spread(&wanted, 19, TOP, BOTTOM);
        let last = x.pixel(x.high);
        for (((label, end), at), colour) in labels.iter().zip(ends).zip(placed).zip(self.colours.series) {
            let (key, place) = (right + LEADER - 6 - KEY, right + LEADER);
            if end.0 == last {
                self.area.draw(&PathElement::new(
                    vec![(end.0 + 5, end.1), (right + 2, end.1), (key, at)],
                    rgb(colour).mix(0.6).stroke_width(1),
                ))?;
            }
            self.path(vec![(key, at), (key + KEY, at)], colour, 3)?;
            self.text(label, (place, at), LABEL_SIZE, self.colours.ink, HPos::Left, VPos::Center)?;
        }
        Ok(())
    }
}

/// The name, and the line's last depth if it ends early.
fn label(series: &Series, depths: &BTreeSet<u32>) -> String {
    let last = series.points.last().map(|point| point.depth);
    let until = match last {
        Some(last) if depths.last() != Some(&last) => format!(", to {last}"),
        _ => String::new(),
    };
    let room = MOST_LABEL - text_width(&until, LABEL_SIZE);
    truncated(&series.name, LABEL_SIZE, room) + &until
}

fn axes(series: &[Series], frame: &ChartFrame<'_>, right: i32) -> (Axis, Axis, Vec<f64>) {
    let points = || series.iter().flat_map(|one| &one.points);
    let depths = || points().map(|point| f64::from(point.depth));
    let (first, last) = (depths().fold(f64::INFINITY, f64::min), depths().fold(0.0, f64::max));
    let margin = if first < last { 0.0 } else { 0.5 };
    let x = Axis {
        log: false,
        low: first - margin,
        high: last + margin,
        pixels: (f64::from(LEFT + 10), f64::from(right - 8)),
    };

    let highest = points().map(|point| point.value.max(point.high)).filter(|high| high.is_finite()).fold(0.0, f64::max);
    let lowest = points().map(|point| point.value).fold(f64::INFINITY, f64::min);
    let (low, high, ticks) = if frame.log {
        let (low, high) = (lowest * 0.7, highest * 1.1);
        (low, high, log_ticks(low, high))
    } else {
        let below = points().map(|point| point.low).filter(|low| low.is_finite()).fold(0.0, f64::min);
        let ticks = linear_ticks_from(below, if highest > 0.0 { highest } else { 1.0 }, 6);
        (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0), ticks)
    };
    let y = Axis { log: frame.log, low, high, pixels: (f64::from(BOTTOM), f64::from(TOP)) };
    (x, y, ticks)
}

/// The unbroken parts of a series, between depths that only others have.
fn unbroken<'a>(points: &'a [Point], depths: &BTreeSet<u32>) -> Vec<&'a [Point]> {
    points.chunk_by(|a, b| depths.range(a.depth + 1..).next() == Some(&b.depth)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chart::Theme, sheet::Measure};

    fn frame(theme: Theme, log: bool) -> ChartFrame<'static> {
        ChartFrame {
            title: "Swords: the seven most common affixes",
            desc: "Share of great swords that carry each affix, by depth.",
            x_label: "dungeon level",
            y_label: "share of swords with the affix",
            measure: Measure::PerItem,
            theme,
            log,
        }
    }

    fn series(name: &str, values: &[f64]) -> Series {
        let depths = [1, 5, 10, 15, 20, 25, 30, 40, 50, 60];
        let points = depths.into_iter().zip(values).filter(|(_, value)| !value.is_nan()).map(|(depth, value)| Point {
            depth,
            value: *value,
            low: value * 0.9,
            high: value * 1.1 + 0.002,
        });
        Series { name: name.to_owned(), points: points.collect() }
    }

    fn sample() -> Vec<Series> {
        let none = f64::NAN;
        vec![
            series("Sharp", &[0.265, 0.239, 0.094, 0.092, 0.086, 0.069, 0.062, 0.061, 0.062, 0.07]),
            series("of Slay Evil", &[0.106, 0.0957, 0.0377, 0.037, 0.0344, 0.0275, 0.025, 0.0244, 0.025, none]),
            series("of Slay Animal", &[0.106, 0.0957, 0.0377, 0.037, none, none, none, none, none, none]),
            series("Pious", &[0.101, 0.0909, 0.0358, 0.0351, 0.0327, 0.0262, 0.0237, 0.0231, 0.0237, 0.0267]),
            series("of Parrying", &[0.0529, 0.0478, 0.0188, 0.0185, 0.0172, 0.0138, 0.0125, 0.0122, 0.0125, 0.0141]),
            series("Elven", &[none, none, 0.0377, 0.037, 0.0344, 0.0275, 0.025, 0.0244, 0.025, 0.0281]),
            series(
                "of Resistance to the Four Elements and More",
                &[none, none, none, none, 0.0005, none, 0.001, 0.004, 0.009, 0.02],
            ),
            series("an eighth", &[0.1; 10]),
        ]
    }

    /// Writes pictures to look at: `AFFIXBOARD_CHARTS=/tmp cargo test -p affixboard-report charts_to_look_at`.
    #[test]
    fn charts_to_look_at() {
        let Some(folder) = std::env::var_os("AFFIXBOARD_CHARTS") else { return };
        let folder = std::path::Path::new(&folder);
        for (name, theme, log) in
            [("light", Theme::Light, false), ("dark", Theme::Dark, false), ("log", Theme::Light, true)]
        {
            std::fs::write(folder.join(format!("chart-{name}.svg")), line_chart(&sample(), &frame(theme, log)))
                .expect("a writable folder");
        }
        std::fs::write(folder.join("chart-empty.svg"), line_chart(&[], &frame(Theme::Light, false)))
            .expect("a writable folder");
    }

    /// Whether tags are closed in order and nothing but the five entities is used: enough of a parser for what we write.
    fn well_formed(svg: &str) -> bool {
        let mut open = Vec::new();
        let mut rest = svg;
        while let Some((text, after)) = rest.split_once('<') {
            let entities = text.split('&').skip(1);
            for entity in entities {
                if !["lt;", "gt;", "amp;", "quot;", "apos;"].iter().any(|known| entity.starts_with(known)) {
                    return false;
                }
            }
            let Some((tag, after)) = after.split_once('>') else { return false };
            let name = tag.split_whitespace().next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(closed) if open.pop() != Some(closed) => return false,
                Some(_) => {}
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
            rest = after;
        }
        open.is_empty() && rest.trim().is_empty()
    }

    #[test]
    fn the_page_decides_the_size_and_nothing_comes_from_outside() {
        let svg = line_chart(&sample(), &frame(Theme::Light, false));
        assert!(svg.starts_with(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 480\" role=\"img\">\n\
             <title>Swords: the seven most common affixes</title>\n\
             <desc>Share of great swords that carry each affix, by depth.</desc>"
        ));
        assert!(well_formed(&svg));
        for forbidden in ["style=", "href", "<script", "url(", "<image", "@import", "font-face"] {
            assert!(!svg.contains(forbidden), "{forbidden}");
        }
        assert_eq!(svg.matches("http").count(), 1);
        assert!(svg.contains("1 more not drawn") && !svg.contains("an eighth"));
        assert_eq!(svg.matches("stroke-dasharray=\"9 4\"").count(), 2, "the second line and its key");
        assert!(svg.contains("of Slay Animal, to 15"));
    }

    #[test]
    fn hostile_names_are_only_text() {
        let name = "</text><script>alert('x')</script>\"&\u{0}\u{b}\n";
        let hostile = [series(name, &[0.1, 0.2])];
        let frame = ChartFrame { title: name, desc: name, x_label: name, y_label: name, ..frame(Theme::Light, false) };
        let svg = line_chart(&hostile, &frame);
        assert!(well_formed(&svg));
        assert!(!svg.contains("<script") && svg.contains("&lt;script&gt;"));
        assert!(!svg.contains(['\u{0}', '\u{b}']));
    }

    #[test]
    fn any_numbers_are_drawn() {
        for values in [[0.0, 0.0], [1.0, 1.0], [1e-12, 1e-9], [0.5, f64::INFINITY]] {
            for log in [false, true] {
                let svg = line_chart(&[series("x", &values)], &frame(Theme::Dark, log));
                assert!(well_formed(&svg) && !svg.contains("NaN"), "{values:?}");
            }
        }
        let lone = Series { name: "x".to_owned(), points: vec![Point { depth: 7, value: 0.1, low: 0.0, high: 0.2 }] };
        assert!(line_chart(&[lone], &frame(Theme::Light, true)).contains("<circle"));
        for log in [false, true] {
            assert!(line_chart(&[], &frame(Theme::Light, log)).contains("There is nothing to draw."));
        }
        assert!(line_chart(&[series("x", &[0.0, 0.0])], &frame(Theme::Light, true)).contains("nothing to draw"));
    }

    #[test]
    fn a_gap_breaks_the_line() {
        let depths = BTreeSet::from([1, 5, 10, 15]);
        let point = |depth| Point { depth, value: 0.1, low: 0.1, high: 0.1 };
        let points = [point(1), point(5), point(15)];
        let lengths: Vec<usize> = unbroken(&points, &depths).iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [2, 1]);
    }
}
