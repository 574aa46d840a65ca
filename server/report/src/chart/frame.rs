//! The frame that charts over depth share: size, margins, heading and the axis of depths.

use plotters::style::text_anchor::{HPos, VPos};

use super::{
    axis::{Axis, depth_ticks},
    canvas::{Canvas, DrawResult, rgb},
    labels::truncated,
    svg::xml_safe,
};
use crate::{palette::Theme, sheet::Measure};

/// Width and height of the drawing; a page scales it.
pub(super) const SIZE: (u32, u32) = (960, 480);
/// The edges of the plot; the right one depends on the labels there.
pub(super) const LEFT: i32 = 78;
pub(super) const TOP: i32 = 76;
pub(super) const BOTTOM: i32 = 424;
/// Size and largest width of labels at the ends of lines and bands.
pub(super) const LABEL_SIZE: f64 = 14.0;
pub(super) const MOST_LABEL: f64 = 230.0;

/// Title, labels and scales of a chart over depth.
#[derive(Debug, Clone, Copy)]
pub struct ChartFrame<'a> {
    /// The heading, and the name of the image.
    pub title: &'a str,
    /// A description, for those who can't see it.
    pub desc: &'a str,
    /// The label of the depths.
    pub x_label: &'a str,
    /// The label of the values.
    pub y_label: &'a str,
    /// The measure of the values; probabilities are shown in per cent.
    pub measure: Measure,
    /// The colours.
    pub theme: Theme,
    /// Whether values are on a log scale, which leaves out points at 0.
    pub log: bool,
}

impl Canvas<'_, '_> {
    /// Fills the background and writes the title and the label of the values.
    pub(super) fn heading(&self, frame: &ChartFrame<'_>) -> DrawResult {
        let colours = self.colours;
        self.area.fill(&rgb(colours.background))?;
        let room = f64::from(SIZE.0 - 32);
        let title = truncated(&xml_safe(frame.title), 19.0, room);
        self.text(&title, (16, 20), 19.0, colours.ink, HPos::Left, VPos::Top)?;
        let about = truncated(&xml_safe(frame.y_label), 13.0, room);
        self.text(&about, (16, 48), 13.0, colours.muted, HPos::Left, VPos::Top)
    }

    /// Writes that there is nothing to draw.
    pub(super) fn nothing(&self) -> DrawResult {
        let middle = (SIZE.0 as i32 / 2, SIZE.1 as i32 / 2);
        self.text("There is nothing to draw.", middle, 16.0, self.colours.muted, HPos::Center, VPos::Center)
    }

    /// Draws the axis of depths with its ticks and label.
    pub(super) fn depths(&self, x: &Axis, right: i32, x_label: &str) -> DrawResult {
        let colours = self.colours;
        let (first, last) = (x.low.ceil() as u32, x.high.floor() as u32);
        let mut ticks = depth_ticks(first, last, 12);
        // The shallowest depth is mostly 1, which is no round number, but people look there first.
        if ticks.first().is_some_and(|tick| x.pixel(f64::from(*tick)) - x.pixel(f64::from(first)) > 24) {
            ticks.push(first);
        }
        for tick in ticks {
            let at = x.pixel(f64::from(tick));
            self.path(vec![(at, BOTTOM), (at, BOTTOM + 5)], colours.axis, 1)?;
            self.text(&tick.to_string(), (at, BOTTOM + 10), 13.0, colours.muted, HPos::Center, VPos::Top)?;
        }
        self.path(vec![(LEFT, BOTTOM), (right, BOTTOM)], colours.axis, 1)?;
        self.below(right, x_label)
    }

    /// Writes the label below the axis.
    pub(super) fn below(&self, right: i32, x_label: &str) -> DrawResult {
        let x_label = truncated(&xml_safe(x_label), 13.0, f64::from(right - LEFT));
        let place = (i32::midpoint(LEFT, right), BOTTOM + 32);
        self.text(&x_label, place, 13.0, self.colours.muted, HPos::Center, VPos::Top)
    }
}
