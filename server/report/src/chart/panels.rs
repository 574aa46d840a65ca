//! Small multiples: a panel over depth for each entry, all on the same scales, so that their shapes and heights compare.

use std::collections::BTreeSet;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{Axis, linear_ticks, tick_text},
    canvas::{Canvas, DrawResult, elements, rgb},
    frame::{ChartFrame, ChartWidth, Layout, depth_marks},
    labels::{text_width, truncated},
    series::{LineShape, Point, Series, depth_axis, depths_of},
    svg::{document, group, xml_safe},
};
use crate::wording::significant_digits;

/// Largest number of panels; nobody looks through more.
pub const MOST_PANELS: usize = 60;

/// A panel's plot, and the room for its title above and the next one's distance below.
const WIDTH: i32 = 160;
const HEIGHT: i32 = 50;
const TITLE: i32 = 22;
const STEP: (i32, i32) = (WIDTH + 18, HEIGHT + TITLE + 14);
/// Room for the depths and their label beneath the last row of panels.
const BELOW: i32 = 44;
/// Sizes of a panel's title, and of its highest value beside it.
const TITLE_SIZE: f64 = 12.0;
const PEAK_SIZE: f64 = 11.5;

/// Where panels are.
struct Grid {
    layout: Layout,
    /// Panels side by side.
    columns: usize,
    /// The left edge of the first column, and the title's upper edge of the first row.
    left: i32,
    top: i32,
}

impl Grid {
    fn new(width: ChartWidth) -> Grid {
        let layout = width.layout();
        match width {
            ChartWidth::Wide => Grid { layout, columns: 5, left: 72, top: 80 },
            ChartWidth::Narrow => Grid { layout, columns: 2, left: 44, top: 80 },
        }
    }

    fn size(&self, count: usize) -> (u32, u32) {
        let rows = count.clamp(1, MOST_PANELS).div_ceil(self.columns);
        (self.layout.size.0, (self.top + STEP.1 * rows as i32 - 14 + BELOW) as u32)
    }

    /// The upper left corner of a panel's plot.
    fn corner(&self, at: usize) -> (i32, i32) {
        let (column, row) = ((at % self.columns) as i32, (at / self.columns) as i32);
        (self.left + STEP.0 * column, self.top + STEP.1 * row + TITLE)
    }
}

/// Width and height of [`panel_chart()`] with so many series, in units of the drawing.
pub fn panel_chart_size(series: usize, width: ChartWidth) -> (u32, u32) {
    Grid::new(width).size(series)
}

/// A panel per series as SVG, five side by side or two where it is narrow, that with the highest value first; the page
/// scales it.
///
/// Draws [`MOST_PANELS`] series and names the number of others. A panel has the name of its series and its
/// highest value, where a dot is; all panels have the same scales. Pools are drawn in steps, intervals are shaded. A panel
/// is a group that says its row. The scale of the values is linear.
pub fn panel_chart(series: &[Series], frame: &ChartFrame<'_>) -> String {
    let (colours, grid) = (frame.theme.colours(), Grid::new(frame.width));
    let mut shown: Vec<Series> = series.iter().map(|one| one.scaled(frame)).collect();
    let peak = |one: &Series| highest(&one.points).map_or(f64::NEG_INFINITY, |peak| peak.value);
    shown.sort_by(|a, b| peak(b).total_cmp(&peak(a)));
    shown.truncate(MOST_PANELS);
    let size = grid.size(shown.len());
    let Some(plot) = Plot::new(&shown, &grid, frame) else {
        let nothing = elements(size, &colours, |canvas| {
            canvas.heading(frame)?;
            let place = (grid.layout.margin, grid.top + TITLE);
            canvas.text("There is nothing to draw.", place, 14.0, colours.muted, HPos::Left, VPos::Center)
        });
        return document(&nothing, size, frame.title, frame.desc);
    };
    let left_out = series.len().saturating_sub(MOST_PANELS);
    let mut drawn = elements(size, &colours, |canvas| plot.ground(canvas, size, left_out));
    for (at, one) in shown.iter().enumerate() {
        let panel = elements(size, &colours, |canvas| plot.panel(canvas, at, one));
        drawn += &group(&panel, one.row, "");
    }
    document(&drawn, size, frame.title, frame.desc)
}

/// What panels have in common.
struct Plot<'a> {
    frame: &'a ChartFrame<'a>,
    grid: &'a Grid,
    shape: LineShape,
    /// Number of panels.
    count: usize,
    depths: BTreeSet<u32>,
    /// The highest value of the scale, which begins at 0.
    highest: f64,
}

impl<'a> Plot<'a> {
    /// `None` where there is nothing to draw.
    fn new(series: &[Series], grid: &'a Grid, frame: &'a ChartFrame<'a>) -> Option<Plot<'a>> {
        let depths = depths_of(series);
        depths.first()?;
        let points = series.iter().flat_map(|one| &one.points);
        let highest = points.map(|point| point.value.max(point.high)).filter(|high| high.is_finite());
        let highest = highest.fold(0.0, f64::max);
        let ticks = linear_ticks(if highest > 0.0 { highest } else { 1.0 }, 6);
        let highest = ticks.last().copied().unwrap_or(1.0);
        Some(Plot { frame, grid, shape: LineShape::of(frame.measure), count: series.len(), depths, highest })
    }

    /// The scales of a panel.
    fn scales(&self, at: usize) -> (Axis, Axis) {
        let (left, top) = self.grid.corner(at);
        let x = depth_axis(&self.depths, self.shape, (left, left + WIDTH));
        let pixels = (f64::from(top + HEIGHT), f64::from(top));
        (x, Axis { log: false, low: 0.0, high: self.highest, pixels })
    }

    /// The heading, and the scales: values left of the first panel of each row, depths beneath the last of each column.
    fn ground(&self, canvas: &Canvas<'_, '_>, (width, height): (u32, u32), left_out: usize) -> DrawResult {
        canvas.heading(self.frame)?;
        let (muted, columns) = (canvas.colours.muted, self.grid.columns);
        for at in (0..self.count).step_by(columns) {
            let (left, top) = self.grid.corner(at);
            for (value, place) in [(self.highest, top), (0.0, top + HEIGHT)] {
                let text = format!("{}{}", tick_text(value), self.frame.unit());
                canvas.text(&text, (left - 6, place), 11.0, muted, HPos::Right, VPos::Center)?;
            }
        }
        for at in self.count.saturating_sub(columns)..self.count {
            let (_, top) = self.grid.corner(at);
            let (x, _) = self.scales(at);
            let ends = (x.low.ceil() as u32, x.high.floor() as u32);
            for mark in depth_marks(&x, ends, 4) {
                let place = (x.pixel(f64::from(mark)), top + HEIGHT + 6);
                canvas.text(&mark.to_string(), place, 11.0, muted, HPos::Center, VPos::Top)?;
            }
        }
        let (left, below) = (self.grid.left, height as i32 - 12);
        let (size, margin) = (self.grid.layout.text_size, self.grid.layout.margin);
        canvas.text(&xml_safe(self.frame.x_label), (left, below), size, muted, HPos::Left, VPos::Center)?;
        if left_out == 0 {
            return Ok(());
        }
        let text = format!("{left_out} more not drawn");
        canvas.text(&text, (width as i32 - margin, below), 12.0, muted, HPos::Right, VPos::Center)
    }

    fn panel(&self, canvas: &Canvas<'_, '_>, at: usize, series: &Series) -> DrawResult {
        let (colours, (left, top)) = (canvas.colours, self.grid.corner(at));
        let (right, bottom) = (left + WIDTH, top + HEIGHT);
        let (x, y) = self.scales(at);
        // All of it can be pointed at.
        canvas.filled([(left, top - TITLE), (right, bottom + 1)], colours.background)?;
        for part in [0.5, 1.0] {
            let height = y.pixel(self.highest * part);
            canvas.path(vec![(left, height), (right, height)], colours.grid, 1)?;
        }
        canvas.path(vec![(left, bottom), (right, bottom)], colours.axis, 1)?;

        let peak = highest(&series.points);
        let value = peak.map_or_else(String::new, |peak| {
            let number = significant_digits(peak.value, 3);
            format!("{number}{}", self.frame.unit())
        });
        let middle = top - TITLE / 2 - 2;
        canvas.text(&value, (right, middle), PEAK_SIZE, colours.muted, HPos::Right, VPos::Center)?;
        let room = f64::from(WIDTH) - text_width(&value, PEAK_SIZE) - 4.0;
        let name = truncated(&series.name, TITLE_SIZE, room);
        canvas.text(&name, (left, middle), TITLE_SIZE, colours.ink, HPos::Left, VPos::Center)?;

        let colour = colours.series[0];
        for points in self.shape.unbroken(&series.points, &self.depths) {
            let corners = |value: fn(&Point) -> f64| self.shape.corners(points, (&x, &y), value);
            let line = corners(|point| point.value);
            if points.iter().any(|point| point.high > point.low) {
                let mut band = corners(|point| point.high);
                band.extend(corners(|point| point.low).into_iter().rev());
                canvas.area.draw(&Polygon::new(band, rgb(colour).mix(0.22)))?;
            }
            let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) else { continue };
            let mut under = line.clone();
            under.extend([(last.0, bottom), (first.0, bottom)]);
            canvas.area.draw(&Polygon::new(under, rgb(colour).mix(0.14)))?;
            if line.len() > 1 {
                canvas.path(line, colour, 2)?;
            }
        }
        let Some(peak) = peak else { return Ok(()) };
        let place = (x.pixel(f64::from(peak.depth)), y.pixel(peak.value));
        canvas.area.draw(&Circle::new(place, 3, rgb(colour).filled()))
    }
}

/// The first of the highest points.
fn highest(points: &[Point]) -> Option<&Point> {
    points.iter().rev().max_by(|a, b| a.value.total_cmp(&b.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chart::Theme, sheet::Measure};

    fn frame(width: ChartWidth) -> ChartFrame<'static> {
        ChartFrame {
            title: "Cloak <pool>",
            desc: "Chances",
            x_label: "generation level",
            y_label: "chance in pool",
            measure: Measure::Pool,
            theme: Theme::Light,
            width,
            log: false,
        }
    }

    fn series(row: u32, name: &str, values: &[f64]) -> Series {
        let points = (1..).zip(values).filter(|(_, value)| !value.is_nan());
        let points = points.map(|(depth, value)| Point { depth, value: *value, low: *value, high: *value });
        Series { name: name.to_owned(), row: Some(row), points: points.collect() }
    }

    /// The first panel's plot is from 72 to 232 and, by its title of 22, from 102 to 152; others are 178 and 86 on. Of two
    /// rows the last plot ends at 238, with 44 beneath.
    #[test]
    fn panels_stand_in_rows() {
        let corners = |width| [0, 1, 5].map(|at| Grid::new(width).corner(at));
        assert_eq!(corners(ChartWidth::Wide), [(72, 102), (250, 102), (72, 188)]);
        assert_eq!(corners(ChartWidth::Narrow), [(44, 102), (222, 102), (222, 274)]);
        assert_eq!(panel_chart_size(6, ChartWidth::Wide), (960, 282));
        assert_eq!(panel_chart_size(3, ChartWidth::Narrow), (390, 282));
        assert_eq!(panel_chart_size(0, ChartWidth::Wide), (960, 196));
        assert_eq!(panel_chart_size(999, ChartWidth::Wide), panel_chart_size(MOST_PANELS, ChartWidth::Wide));
        for (width, edge) in [(ChartWidth::Wide, 960), (ChartWidth::Narrow, 390)] {
            let grid = Grid::new(width);
            assert!(grid.corner(grid.columns - 1).0 + WIDTH <= edge - 8);
        }
    }

    /// By hand: 20 % of a scale to 20 % is at the top of the plot, 102, and 10 % of it halfway, at 127. Three levels share
    /// 160 units: the borders between them are at 72 + 160 / 3 and 72 + 2 × 160 / 3, so 125 and 179.
    #[test]
    fn panels_share_their_scales() {
        let some = [series(9, "of <Edges>", &[f64::NAN, 0.1, f64::NAN]), series(7, "Sharp", &[0.2, 0.2, 0.1])];
        let svg = panel_chart(&some, &frame(ChartWidth::Wide));
        let panels: Vec<&str> = svg.split("<g data-row=\"").skip(1).collect();
        assert_eq!(panels.len(), 2);
        assert!(panels[0].starts_with("7\"") && panels[1].starts_with("9\""));
        assert!(panels[0].contains("points=\"72,102 179,102 179,127 232,127 \""), "{}", panels[0]);
        assert!(panels[1].contains("points=\"303,127 357,127 \""), "{}", panels[1]);
        assert!(panels[0].contains("\n20.0\u{a0}%\n") && panels[1].contains("\n10.0\u{a0}%\n"), "{svg}");
        // The dot is at the first of the highest levels, in its middle.
        assert!(panels[0].contains("<circle cx=\"99\" cy=\"102\""), "{}", panels[0]);
        assert!(svg.contains("<title>Cloak &lt;pool&gt;</title>") && panels[1].contains("of &lt;Edges&gt;"));
        assert_eq!(svg.matches("\n20\u{a0}%\n").count(), 1, "one scale of values, at the left");
        assert!(!svg.contains("style=") && !svg.contains("NaN"));
    }

    #[test]
    fn chances_are_joined_and_have_intervals() {
        let mut one = series(7, "Sharp", &[0.2, 0.1]);
        one.points[0].high = 0.25;
        let joined = ChartFrame { measure: Measure::PerItem, ..frame(ChartWidth::Narrow) };
        let svg = panel_chart(&[one], &joined);
        assert!(svg.contains("viewBox=\"0 0 390 196\""), "{svg}");
        // To 25 %: 20 % is at 152 - 50 × 20 / 25, 10 % at 152 - 50 × 10 / 25.
        assert!(svg.contains("points=\"44,112 204,132 \""), "{svg}");
        assert_eq!(svg.matches("<polygon").count(), 2, "the interval, and what is under the line");
    }

    #[test]
    fn many_and_none_are_drawn() {
        let many: Vec<Series> = (0..70).map(|row| series(row, "x", &[0.1])).collect();
        let svg = panel_chart(&many, &frame(ChartWidth::Narrow));
        assert_eq!(svg.matches("<g data-row").count(), MOST_PANELS);
        assert!(svg.contains("\n10 more not drawn\n"));
        for none in [vec![], vec![series(1, "x", &[])]] {
            let svg = panel_chart(&none, &frame(ChartWidth::Wide));
            assert!(svg.contains("There is nothing to draw.") && !svg.contains("NaN"), "{svg}");
        }
        let zero = panel_chart(&[series(1, "x", &[0.0, f64::INFINITY])], &frame(ChartWidth::Wide));
        assert!(!zero.contains("NaN") && !zero.contains("inf"), "{zero}");
    }
}
