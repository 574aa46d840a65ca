//! The frame that charts over depth share: size, margins, heading and the axis of depths; for wide windows and for phones.

use plotters::style::text_anchor::{HPos, VPos};

use super::{
    axis::{Axis, depth_ticks},
    canvas::{Canvas, DrawResult, rgb},
    labels::{fitted, truncated},
    svg::xml_safe,
};
use crate::{palette::Theme, sheet::Measure};

/// The window that a chart is drawn for. A page scales the drawing, and its text with it: one drawing for both would be
/// too small to read on a phone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ChartWidth {
    /// 960 units wide, for pages and files.
    #[default]
    Wide,
    /// 390 units wide, for phones.
    Narrow,
}

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
    /// The window it is drawn for.
    pub width: ChartWidth,
    /// Whether values are on a log scale, which leaves out points at 0.
    pub log: bool,
}

impl ChartFrame<'_> {
    /// The unit behind numbers.
    pub(super) fn unit(&self) -> &'static str {
        if self.measure.is_probability() { "\u{a0}%" } else { "" }
    }

    /// The factor from values to the numbers shown.
    pub(super) fn factor(&self) -> f64 {
        if self.measure.is_probability() { 100.0 } else { 1.0 }
    }
}

/// Where the parts of a drawing are, and the sizes of its text; all in units of the drawing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Width and height.
    pub(super) size: (u32, u32),
    /// Space at the edges.
    pub(super) margin: i32,
    /// The edges of the plot; the right one depends on the labels there.
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) bottom: i32,
    title_top: i32,
    title_size: f64,
    about_top: i32,
    /// Lines that the label of the values has at most.
    about_lines: usize,
    /// Size of the text beside the axes.
    pub(super) text_size: f64,
    /// Size, largest width and number of lines of labels at the ends of lines and bands.
    pub(super) label_size: f64,
    pub(super) most_label: f64,
    pub(super) label_lines: usize,
    /// Space between the ends of lines and their labels, for a leader and a piece of the line as a key, and its length.
    pub(super) leader: i32,
    pub(super) key: i32,
}

impl Layout {
    const WIDE: Layout = Layout {
        size: (960, 480),
        margin: 16,
        left: 78,
        top: 76,
        bottom: 424,
        title_top: 20,
        title_size: 19.0,
        about_top: 48,
        about_lines: 1,
        text_size: 13.0,
        label_size: 14.0,
        most_label: 230.0,
        label_lines: 1,
        leader: 50,
        key: 28,
    };
    const NARROW: Layout = Layout {
        size: (390, 420),
        margin: 10,
        left: 52,
        top: 88,
        bottom: 368,
        title_top: 12,
        title_size: 17.0,
        about_top: 38,
        about_lines: 2,
        text_size: 13.0,
        label_size: 13.0,
        most_label: 104.0,
        label_lines: 2,
        leader: 36,
        key: 20,
    };

    /// The label of an entry in lines that fit; `suffix` stays whole.
    pub(super) fn label(&self, name: &str, suffix: &str) -> Vec<String> {
        fitted(name, suffix, self.label_size, self.most_label, self.label_lines)
    }

    /// The distance of neighbouring labels, of which the highest has so many lines.
    pub(super) fn label_gap(&self, lines: usize) -> i32 {
        line_height(self.label_size) * lines.max(1) as i32 + 3
    }
}

/// The distance of lines of text of a size.
fn line_height(size: f64) -> i32 {
    size.ceil() as i32 + 2
}

impl ChartWidth {
    pub(super) fn layout(self) -> Layout {
        match self {
            ChartWidth::Wide => Layout::WIDE,
            ChartWidth::Narrow => Layout::NARROW,
        }
    }

    /// Width and height of charts over depth in units of the drawing.
    pub fn size(self) -> (u32, u32) {
        self.layout().size
    }
}

impl Canvas<'_, '_> {
    /// Fills the background and writes the title and the label of the values.
    pub(super) fn heading(&self, frame: &ChartFrame<'_>) -> DrawResult {
        let (colours, layout) = (self.colours, frame.width.layout());
        self.area.fill(&rgb(colours.background))?;
        let room = f64::from(layout.size.0) - 2.0 * f64::from(layout.margin);
        let title = truncated(&xml_safe(frame.title), layout.title_size, room);
        let place = (layout.margin, layout.title_top);
        self.text(&title, place, layout.title_size, colours.ink, HPos::Left, VPos::Top)?;
        let about = fitted(&xml_safe(frame.y_label), "", layout.text_size, room, layout.about_lines);
        for (at, line) in (0..).zip(about) {
            let place = (layout.margin, layout.about_top + at * line_height(layout.text_size));
            self.text(&line, place, layout.text_size, colours.muted, HPos::Left, VPos::Top)?;
        }
        Ok(())
    }

    /// Writes that there is nothing to draw.
    pub(super) fn nothing(&self, layout: &Layout) -> DrawResult {
        let middle = (layout.size.0 as i32 / 2, layout.size.1 as i32 / 2);
        self.text("There is nothing to draw.", middle, 16.0, self.colours.muted, HPos::Center, VPos::Center)
    }

    /// Writes the lines of a label to the right of a place, which is at half of their height.
    pub(super) fn label(&self, lines: &[String], (left, middle): (i32, i32), layout: &Layout) -> DrawResult {
        let height = line_height(layout.label_size);
        let first = middle - height * (lines.len() as i32 - 1) / 2;
        for (at, line) in (0..).zip(lines) {
            let place = (left, first + at * height);
            self.text(line, place, layout.label_size, self.colours.ink, HPos::Left, VPos::Center)?;
        }
        Ok(())
    }

    /// Draws the line at a value of the scale at the left, and its number.
    pub(super) fn value_tick(&self, layout: &Layout, (at, text): (i32, &str), right: i32) -> DrawResult {
        let colours = self.colours;
        self.path(vec![(layout.left, at), (right, at)], colours.grid, 1)?;
        self.text(text, (layout.left - 8, at), layout.text_size, colours.muted, HPos::Right, VPos::Center)
    }

    /// Draws the axis of depths with its ticks and label.
    pub(super) fn depths(&self, x: &Axis, right: i32, frame: &ChartFrame<'_>) -> DrawResult {
        let (colours, layout) = (self.colours, frame.width.layout());
        let (first, last) = (x.low.ceil() as u32, x.high.floor() as u32);
        let most = if frame.width == ChartWidth::Wide { 12 } else { 5 };
        for tick in depth_marks(x, (first, last), most) {
            let at = x.pixel(f64::from(tick));
            self.path(vec![(at, layout.bottom), (at, layout.bottom + 5)], colours.axis, 1)?;
            let place = (at, layout.bottom + 10);
            self.text(&tick.to_string(), place, layout.text_size, colours.muted, HPos::Center, VPos::Top)?;
        }
        self.path(vec![(layout.left, layout.bottom), (right, layout.bottom)], colours.axis, 1)?;
        self.below(right, frame)
    }

    /// Writes the label below the axis.
    pub(super) fn below(&self, right: i32, frame: &ChartFrame<'_>) -> DrawResult {
        let layout = frame.width.layout();
        let x_label = truncated(&xml_safe(frame.x_label), layout.text_size, f64::from(right - layout.left));
        let place = (i32::midpoint(layout.left, right), layout.bottom + 31);
        self.text(&x_label, place, layout.text_size, self.colours.muted, HPos::Center, VPos::Top)
    }
}

/// Round depths, at most `most`, and the shallowest: it is mostly 1, which is no round number, but people look there first.
pub(super) fn depth_marks(x: &Axis, (first, last): (u32, u32), most: u32) -> Vec<u32> {
    let mut marks = depth_ticks(first, last, most);
    if marks.first().is_some_and(|mark| x.pixel(f64::from(*mark)) - x.pixel(f64::from(first)) > 24) {
        marks.push(first);
    }
    marks
}
