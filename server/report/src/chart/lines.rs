//! Lines over depth: the frequency of a few entries.

use std::collections::BTreeSet;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{Axis, linear_ticks_from, log_ticks, tick_text},
    canvas::{Canvas, DrawResult, elements, rgb},
    frame::{ChartFrame, Layout},
    labels::{spread, text_width},
    series::{LineShape, Point, Series, depth_axis, depths_of},
    svg::{document, group},
    theme::{DASHES, MOST_SERIES},
};
use crate::palette::Rgb;

/// A line chart as SVG, of [`ChartWidth::size`](super::ChartWidth::size); the page scales it.
///
/// Draws the first [`MOST_SERIES`] series and names the number of others. Colours can be told apart with colour vision
/// deficiencies, dashes are a second channel, every line is labelled at its end, intervals are shaded. Pools are drawn in
/// steps. What belongs to a series is a group that says its row. Without a value to draw the chart says so.
pub fn line_chart(series: &[Series], frame: &ChartFrame<'_>) -> String {
    let (colours, layout) = (frame.theme.colours(), frame.width.layout());
    let shown: Vec<Series> = series.iter().take(MOST_SERIES).map(|one| one.scaled(frame)).collect();
    let shown: Vec<Series> = shown.into_iter().filter(|one| !one.points.is_empty()).collect();
    if shown.is_empty() {
        let nothing = elements(layout.size, &colours, |canvas| {
            canvas.heading(frame)?;
            canvas.nothing(&layout)
        });
        return document(&nothing, layout.size, frame.title, frame.desc);
    }
    let plot = Plot::new(&shown, frame);
    let left_out = series.len().saturating_sub(MOST_SERIES);
    let mut drawn = elements(layout.size, &colours, |canvas| plot.ground(canvas, left_out));
    let places = plot.label_places();
    for (one, colour) in shown.iter().zip(colours.series) {
        let band = elements(layout.size, &colours, |canvas| plot.band(canvas, one, colour));
        if !band.is_empty() {
            drawn += &group(&band, one.row, "");
        }
    }
    for ((at, one), (colour, dashes)) in shown.iter().enumerate().zip(colours.series.into_iter().zip(DASHES)) {
        let line = elements(layout.size, &colours, |canvas| {
            plot.line(canvas, one, colour)?;
            plot.label(canvas, (one, &plot.labels[at]), places[at], colour)
        });
        drawn += &group(&line, one.row, dashes);
    }
    document(&drawn, layout.size, frame.title, frame.desc)
}

/// Where lines are drawn.
struct Plot<'a> {
    series: &'a [Series],
    frame: &'a ChartFrame<'a>,
    layout: Layout,
    shape: LineShape,
    /// The depths of all series.
    depths: BTreeSet<u32>,
    /// The lines of each series' label.
    labels: Vec<Vec<String>>,
    /// The right edge, left of the labels.
    right: i32,
    x: Axis,
    y: Axis,
    y_ticks: Vec<f64>,
}

impl<'a> Plot<'a> {
    fn new(series: &'a [Series], frame: &'a ChartFrame<'a>) -> Plot<'a> {
        let (layout, shape) = (frame.width.layout(), LineShape::of(frame.measure));
        let depths = depths_of(series);
        let labels: Vec<Vec<String>> = series.iter().map(|one| label(one, &depths, &layout)).collect();
        let widths = labels.iter().flatten().map(|line| text_width(line, layout.label_size));
        let right = layout.size.0 as i32 - layout.margin + 4 - widths.fold(0.0, f64::max).ceil() as i32 - layout.leader;
        let inset = if shape == LineShape::Steps { (0, 0) } else { (10, 8) };
        let x = depth_axis(&depths, shape, (layout.left + inset.0, right - inset.1));
        let (y, y_ticks) = values(series, frame.log, &layout);
        Plot { series, frame, layout, shape, depths, labels, right, x, y, y_ticks }
    }

    /// What lies beneath the lines: heading, scales, and the number of series that are left out.
    fn ground(&self, canvas: &Canvas<'_, '_>, left_out: usize) -> DrawResult {
        canvas.heading(self.frame)?;
        let unit = self.frame.unit();
        for tick in &self.y_ticks {
            let text = format!("{}{unit}", tick_text(*tick));
            canvas.value_tick(&self.layout, (self.y.pixel(*tick), &text), self.right)?;
        }
        canvas.depths(&self.x, self.right, self.frame)?;
        if left_out == 0 {
            return Ok(());
        }
        let (width, height) = self.layout.size;
        let place = (width as i32 - self.layout.margin, height as i32 - 20);
        let text = format!("{left_out} more not drawn");
        canvas.text(&text, place, 12.0, canvas.colours.muted, HPos::Right, VPos::Center)
    }

    fn corners(&self, points: &[Point], value: impl Fn(&Point) -> f64) -> Vec<(i32, i32)> {
        self.shape.corners(points, (&self.x, &self.y), value)
    }

    fn band(&self, canvas: &Canvas<'_, '_>, series: &Series, colour: Rgb) -> DrawResult {
        for points in self.shape.unbroken(&series.points, &self.depths) {
            if points.iter().all(|point| point.high <= point.low) {
                continue;
            }
            if let [point] = points {
                // An interval without neighbours is a whisker.
                let at = self.x.pixel(f64::from(point.depth));
                canvas.path(vec![(at, self.y.pixel(point.low)), (at, self.y.pixel(point.high))], colour, 1)?;
                continue;
            }
            let mut outline = self.corners(points, |point| point.high);
            outline.extend(self.corners(points, |point| point.low).into_iter().rev());
            canvas.area.draw(&Polygon::new(outline, rgb(colour).mix(0.16)))?;
        }
        Ok(())
    }

    fn line(&self, canvas: &Canvas<'_, '_>, series: &Series, colour: Rgb) -> DrawResult {
        for points in self.shape.unbroken(&series.points, &self.depths) {
            // With many depths the dots would hide the dashes; a level alone is too short to be seen without one.
            if points.len() == 1 || self.shape == LineShape::Joined && self.depths.len() <= 30 {
                for point in points {
                    let place = (self.x.pixel(f64::from(point.depth)), self.y.pixel(point.value));
                    canvas.area.draw(&Circle::new(place, 3, rgb(colour).filled()))?;
                }
            }
            let corners = self.corners(points, |point| point.value);
            if corners.len() > 1 {
                canvas.path(corners, colour, 2)?;
            }
        }
        Ok(())
    }

    /// Where a series ends.
    fn end(&self, series: &Series) -> (i32, i32) {
        let last = series.points.last().map(|last| self.corners(&[*last], |point| point.value));
        last.and_then(|corners| corners.last().copied()).unwrap_or_default()
    }

    /// The heights of the labels: near the ends of their lines, without overlap.
    fn label_places(&self) -> Vec<i32> {
        let wanted: Vec<i32> = self.series.iter().map(|one| self.end(one).1).collect();
        let lines = self.labels.iter().map(Vec::len).max().unwrap_or_default();
        spread(&wanted, self.layout.label_gap(lines), self.layout.top, self.layout.bottom)
    }

    /// Draws a label with a piece of its line as a key, and where the line ends beside it, what leads there.
    fn label(
        &self,
        canvas: &Canvas<'_, '_>,
        (series, lines): (&Series, &[String]),
        at: i32,
        colour: Rgb,
    ) -> DrawResult {
        let (end, place) = (self.end(series), self.right + self.layout.leader);
        let key = place - 6 - self.layout.key;
        if end.0 == self.x.pixel(self.x.high) {
            canvas.area.draw(&PathElement::new(
                vec![(end.0 + 5, end.1), (self.right + 2, end.1), (key, at)],
                rgb(colour).mix(0.6).stroke_width(1),
            ))?;
        }
        canvas.path(vec![(key, at), (key + self.layout.key, at)], colour, 3)?;
        canvas.label(lines, (place, at), &self.layout)
    }
}

/// The name, and the line's last depth if it ends early.
fn label(series: &Series, depths: &BTreeSet<u32>, layout: &Layout) -> Vec<String> {
    let last = series.points.last().map(|point| point.depth);
    let until = match last {
        Some(last) if depths.last() != Some(&last) => format!(", to\u{a0}{last}"),
        _ => String::new(),
    };
    layout.label(&series.name, &until)
}

/// The scale of the values and its ticks.
fn values(series: &[Series], log: bool, layout: &Layout) -> (Axis, Vec<f64>) {
    let points = || series.iter().flat_map(|one| &one.points);
    let highest = points().map(|point| point.value.max(point.high)).filter(|high| high.is_finite()).fold(0.0, f64::max);
    let lowest = points().map(|point| point.value).fold(f64::INFINITY, f64::min);
    let (low, high, ticks) = if log {
        let (low, high) = (lowest * 0.7, highest * 1.1);
        (low, high, log_ticks(low, high))
    } else {
        let below = points().map(|point| point.low).filter(|low| low.is_finite()).fold(0.0, f64::min);
        let ticks = linear_ticks_from(below, if highest > 0.0 { highest } else { 1.0 }, 6);
        (ticks.first().copied().unwrap_or(0.0), ticks.last().copied().unwrap_or(1.0), ticks)
    };
    (Axis { log, low, high, pixels: (f64::from(layout.bottom), f64::from(layout.top)) }, ticks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chart::{ChartWidth, Theme},
        sheet::Measure,
    };

    fn frame(theme: Theme, log: bool) -> ChartFrame<'static> {
        ChartFrame {
            title: "Swords: the seven most common affixes",
            desc: "Share of great swords that carry each affix, by depth.",
            x_label: "dungeon level",
            y_label: "share of swords with the affix",
            measure: Measure::PerItem,
            theme,
            width: ChartWidth::Wide,
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
        Series { name: name.to_owned(), row: Some(name.len() as u32), points: points.collect() }
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
            for (of, width) in [("wide", ChartWidth::Wide), ("narrow", ChartWidth::Narrow)] {
                let frame = ChartFrame { width, ..frame(theme, log) };
                std::fs::write(folder.join(format!("chart-{name}-{of}.svg")), line_chart(&sample(), &frame))
                    .expect("a writable folder");
            }
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
        assert_eq!(svg.matches("stroke-dasharray=\"9 4\"").count(), 1, "the second line's group");
        assert!(svg.contains("of Slay Animal, to\u{a0}15"));
    }

    #[test]
    fn what_belongs_to_a_row_is_in_its_groups() {
        let svg =
            line_chart(&[series("Sharp", &[0.1, 0.2]), series("Elven one", &[0.2, 0.1])], &frame(Theme::Light, false));
        let groups: Vec<(&str, &str)> =
            svg.split("<g data-row=\"").skip(1).filter_map(|rest| rest.split_once("</g>")?.0.split_once('"')).collect();
        let rows: Vec<&str> = groups.iter().map(|group| group.0).collect();
        assert_eq!(rows, ["5", "9", "5", "9"], "the intervals of both lie beneath both lines");
        assert!(groups[0].1.contains("<polygon") && !groups[0].1.contains("<polyline"));
        assert!(groups[2].1.contains("<polyline") && groups[2].1.contains("\nSharp\n"), "{}", groups[2].1);
        let unnamed = Series { row: None, ..series("x", &[0.1, 0.2]) };
        assert!(!line_chart(&[unnamed], &frame(Theme::Light, false)).contains("data-row"));
    }

    /// Neighbouring corners of the lines of a picture that share neither a column nor a row; leaders aside, which are thin.
    fn slopes(svg: &str) -> usize {
        let lines = svg.lines().filter(|line| line.starts_with("<polyline") && line.contains("stroke-width=\"2\""));
        let corners = lines.filter_map(|line| line.split_once("points=\"")?.1.split_once('"'));
        let is_slope = |pair: &[Vec<&str>]| pair[0][0] != pair[1][0] && pair[0][1] != pair[1][1];
        corners
            .map(|(corners, _)| {
                let corners: Vec<Vec<&str>> =
                    corners.split_whitespace().map(|corner| corner.split(',').collect()).collect();
                corners.windows(2).filter(|pair| is_slope(pair)).count()
            })
            .sum()
    }

    #[test]
    fn pools_are_steps_and_chances_are_joined() {
        let point = |depth: u32| Point { depth, value: f64::from(depth % 3) * 0.1, low: 0.0, high: 0.0 };
        let line = [Series { name: "x".to_owned(), row: None, points: (1..=9).map(point).collect() }];
        for (measure, expected) in [(Measure::Pool, 0), (Measure::Commonness, 0), (Measure::PerItem, 8)] {
            let frame = ChartFrame { measure, ..frame(Theme::Light, false) };
            assert_eq!(slopes(&line_chart(&line, &frame)), expected, "{measure:?}");
        }
    }

    /// Text of a narrow chart: left, right, top and bottom of each, as wide as the estimate has it.
    fn texts(svg: &str) -> Vec<(String, [f64; 4])> {
        let number = |tag: &str, name: &str| -> f64 {
            let value = tag.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"'));
            value.and_then(|(value, _)| value.parse().ok()).expect("a number")
        };
        let texts = svg.split("<text").skip(1).filter_map(|rest| {
            let (tag, rest) = rest.split_once('>')?;
            let text = rest.split_once("</text>")?.0.trim().to_owned();
            let (size, x, y) = (number(tag, "font-size"), number(tag, "x"), number(tag, "y"));
            let width = text_width(&text, size);
            let left = if tag.contains("\"end\"") {
                x - width
            } else if tag.contains("\"middle\"") {
                x - width / 2.0
            } else {
                x
            };
            let top = if tag.contains("0.76em") { y } else { y - size / 2.0 };
            Some((text, [left, left + width, top, top + size]))
        });
        texts.collect()
    }

    #[test]
    fn a_phone_has_all_labels_in_the_picture_and_apart() {
        let narrow = ChartFrame { width: ChartWidth::Narrow, ..frame(Theme::Light, false) };
        all_labels_fit(&line_chart(&sample(), &narrow));
        // Prices.
        let narrow = ChartFrame { log: true, measure: Measure::Number, ..narrow };
        let dear = sample().into_iter().map(|series| {
            let points = series.points.iter().map(|point| {
                let [value, low, high] = [point.value, point.low, point.high].map(|value| value * 1e7 + 500.0);
                Point { value, low, high, ..*point }
            });
            Series { points: points.collect(), ..series }
        });
        let svg = line_chart(&dear.collect::<Vec<_>>(), &narrow);
        assert!(svg.contains("00k"), "{svg}");
        all_labels_fit(&svg);
    }

    fn all_labels_fit(svg: &str) {
        assert!(svg.contains("viewBox=\"0 0 390 420\""));
        let texts = texts(svg);
        assert!(texts.iter().any(|(text, _)| text.starts_with("of Resistance")), "{texts:?}");
        for (at, (text, [left, right, top, bottom])) in texts.iter().enumerate() {
            assert!(*left >= 0.0 && *right <= 390.0 && *top >= 0.0 && *bottom <= 420.0, "{text} is outside");
            for (other, [l, r, t, b]) in &texts[..at] {
                assert!(right <= l || r <= left || bottom <= t || b <= top, "{text} lies on {other}");
            }
        }
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
        let lone = Series {
            name: "x".to_owned(),
            row: None,
            points: vec![Point { depth: 7, value: 0.1, low: 0.0, high: 0.2 }],
        };
        assert!(line_chart(&[lone], &frame(Theme::Light, true)).contains("<circle"));
        for log in [false, true] {
            assert!(line_chart(&[], &frame(Theme::Light, log)).contains("There is nothing to draw."));
        }
        assert!(line_chart(&[series("x", &[0.0, 0.0])], &frame(Theme::Light, true)).contains("nothing to draw"));
    }
}
