//! Scatter chart: the weight of entries by their files against their probability.

use std::collections::BTreeMap;

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{Axis, log_ticks, tick_text},
    canvas::{Canvas, DrawResult, elements, rgb},
    frame::{ChartFrame, Layout},
    labels::{text_width, truncated},
    svg::{document, xml_safe},
    top::interval,
};
use crate::sheet::{Cell, Sheet};

/// An entry of a scatter chart.
#[derive(Debug, Clone, PartialEq)]
pub struct ScatterPoint {
    /// Its serial number in the file.
    pub index: Option<u32>,
    /// Its name.
    pub name: String,
    /// Its weight in the files; positive.
    pub weight: f64,
    /// Its probability; positive.
    pub chance: Cell,
    /// Its probability per weight, divided by that of all entries together.
    pub ratio: f64,
}

impl ScatterPoint {
    /// The absolute logarithm of `ratio`: 0 where probability and weight agree, and equal for half and twice.
    fn deviation(&self) -> f64 {
        self.ratio.ln().abs()
    }

    fn value(&self) -> f64 {
        self.chance.number().unwrap_or_default()
    }
}

/// The entries that have both a weight and a probability at one depth.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScatterData {
    /// The entries, those with the largest deviation first.
    pub dots: Vec<ScatterPoint>,
    /// Number of rows of the sheet of chances that are left out: they have no weight there, or their chance isn't known
    /// or is 0.
    pub left_out: usize,
    /// Probability of all entries per weight of all.
    mean: f64,
}

impl ScatterData {
    /// Matches the rows of a sheet of weights with those of the same entry in a sheet of chances, each in its column of
    /// that depth.
    pub fn of(weights: &Sheet, chances: &Sheet, depth: u32) -> ScatterData {
        let column = |sheet: &Sheet| sheet.columns.iter().position(|column| column.depth == depth);
        let (Some(weight_at), Some(chance_at)) = (column(weights), column(chances)) else {
            return ScatterData { dots: Vec::new(), left_out: chances.rows.len(), mean: 0.0 };
        };
        let weights: BTreeMap<u32, f64> = weights
            .rows
            .iter()
            .filter_map(|row| Some((row.index?, row.cells.get(weight_at)?.number().filter(|weight| *weight > 0.0)?)))
            .collect();
        let is_known = |cell: &&Cell| !cell.is_only_bounded() && cell.number().is_some_and(|number| number > 0.0);
        let dot = |row: &crate::sheet::Row| {
            let chance = row.cells.get(chance_at).filter(is_known)?.clone();
            let weight = *weights.get(&row.index?)?;
            Some(ScatterPoint { index: row.index, name: row.name.clone(), weight, chance, ratio: 1.0 })
        };
        let mut dots: Vec<ScatterPoint> = chances.rows.iter().filter_map(dot).collect();
        let weight: f64 = dots.iter().map(|dot| dot.weight).sum();
        let mean = dots.iter().map(ScatterPoint::value).sum::<f64>() / weight.max(f64::MIN_POSITIVE);
        for dot in &mut dots {
            dot.ratio = dot.value() / dot.weight / mean;
        }
        dots.sort_by(|a, b| b.deviation().total_cmp(&a.deviation()).then_with(|| a.name.cmp(&b.name)));
        ScatterData { left_out: chances.rows.len() - dots.len(), dots, mean }
    }
}

const LABEL_SIZE: f64 = 12.0;
const MOST_LABEL: f64 = 160.0;
/// Largest number of labels; more can't be read.
const MOST_LABELS: usize = 16;

/// The scatter chart as SVG on log scales, of [`ChartWidth::size`](super::ChartWidth::size); the page scales it. It has
/// intervals, and the line on which probability per weight is that of all entries together. Entries furthest from it have
/// labels, where there is room.
pub fn scatter_chart(dots: &ScatterData, frame: &ChartFrame<'_>) -> String {
    let size = frame.width.size();
    let drawn = elements(size, &frame.theme.colours(), |canvas| canvas.scatter(dots, frame));
    document(&drawn, size, frame.title, frame.desc)
}

/// A log scale around the values, wide enough for a tick.
fn around(values: impl Iterator<Item = f64> + Clone, pixels: (i32, i32)) -> Axis {
    let (low, high) = (values.clone().fold(f64::INFINITY, f64::min), values.fold(0.0, f64::max));
    let room = if high / low < 3.0 { 2.0 } else { 1.25 };
    Axis { log: true, low: low / room, high: high * room, pixels: (f64::from(pixels.0), f64::from(pixels.1)) }
}

/// A rectangle: left, right, top, bottom.
type LabelBox = [i32; 4];

fn overlap(a: &LabelBox, b: &LabelBox) -> bool {
    a[0] <= b[1] && b[0] <= a[1] && a[2] <= b[3] && b[2] <= a[3]
}

impl Canvas<'_, '_> {
    fn scatter(&self, dots: &ScatterData, frame: &ChartFrame<'_>) -> DrawResult {
        let (colours, layout) = (self.colours, frame.width.layout());
        self.heading(frame)?;
        if dots.dots.is_empty() {
            return self.nothing(&layout);
        }
        let (unit, sign) = (frame.factor(), frame.unit());
        let (top, bottom, right) = (layout.top, layout.bottom, layout.size.0 as i32 - layout.margin - 8);
        let x = around(dots.dots.iter().map(|dot| dot.weight), (layout.left + 8, right));
        let y = around(dots.dots.iter().map(|dot| dot.value() * unit), (bottom, top));
        for tick in log_ticks(y.low, y.high) {
            self.value_tick(&layout, (y.pixel(tick), &format!("{}{sign}", tick_text(tick))), right)?;
        }
        for tick in log_ticks(x.low, x.high) {
            let at = x.pixel(tick);
            self.path(vec![(at, top), (at, bottom)], colours.grid, 1)?;
            let place = (at, bottom + 10);
            self.text(&tick_text(tick), place, layout.text_size, colours.muted, HPos::Center, VPos::Top)?;
        }
        self.path(vec![(layout.left, bottom), (right, bottom)], colours.axis, 1)?;
        self.below(right, frame)?;
        let line = |weight: f64| weight * dots.mean * unit;
        self.mean(dots.mean * unit, &x, &y)?;

        let place = |dot: &ScatterPoint| (x.pixel(dot.weight), y.pixel(dot.value() * unit));
        for dot in &dots.dots {
            let (at, _) = place(dot);
            let (low, high) = interval(&dot.chance);
            let ends = [low, high].map(|end| y.pixel((end * unit).max(y.low)));
            if ends[0] - ends[1] > 8 {
                self.path(vec![(at, ends[0]), (at, ends[1])], colours.axis, 1)?;
            }
        }
        for dot in &dots.dots {
            self.area.draw(&Circle::new(place(dot), 5, rgb(colours.series[0]).filled()))?;
            self.area.draw(&Circle::new(place(dot), 5, rgb(colours.background).stroke_width(1)))?;
        }
        // The height of the mean's line at a pixel; it rises from left to right.
        let line_at = |pixel: i32| y.pixel(line(x.value(pixel)));
        let crosses = |area: &LabelBox| line_at(area[1]) <= area[3] && line_at(area[0]) >= area[2];
        self.names(dots, &place, &crosses, &layout)
    }

    /// Draws the line where probability per weight is the mean, as far as it is in the picture.
    fn mean(&self, per_weight: f64, x: &Axis, y: &Axis) -> DrawResult {
        let low = x.low.max(y.low / per_weight);
        let high = x.high.min(y.high / per_weight);
        if low >= high {
            return Ok(());
        }
        let end = |weight: f64| (x.pixel(weight), y.pixel(weight * per_weight));
        self.path(vec![end(low), end(high)], self.colours.axis, 1)
    }

    /// Labels of the first entries, where nothing else is; off the line of the mean if possible.
    fn names(
        &self,
        dots: &ScatterData,
        place: &dyn Fn(&ScatterPoint) -> (i32, i32),
        crosses: &dyn Fn(&LabelBox) -> bool,
        layout: &Layout,
    ) -> DrawResult {
        let around = |(x, y): (i32, i32)| [x - 6, x + 6, y - 6, y + 6];
        let mut taken: Vec<LabelBox> = dots.dots.iter().map(|dot| around(place(dot))).collect();
        for dot in dots.dots.iter().take(MOST_LABELS) {
            let name = truncated(&xml_safe(&dot.name), LABEL_SIZE, MOST_LABEL);
            let (width, (x, y)) = (text_width(&name, LABEL_SIZE).ceil() as i32, place(dot));
            let half = width / 2 + 1;
            let ways = [
                (x + 9, y, HPos::Left, [x + 8, x + 10 + width, y - 7, y + 7]),
                (x - 9, y, HPos::Right, [x - 10 - width, x - 8, y - 7, y + 7]),
                (x, y - 14, HPos::Center, [x - half, x + half, y - 21, y - 8]),
                (x, y + 14, HPos::Center, [x - half, x + half, y + 8, y + 21]),
            ];
            let right = layout.size.0 as i32 - 4;
            let is_inside = |area: &LabelBox| area[0] >= layout.left && area[1] < right && area[3] < layout.bottom;
            let is_free = |area: &LabelBox| is_inside(area) && !taken.iter().any(|other| overlap(area, other));
            let free = || ways.iter().filter(|way| is_free(&way.3));
            let Some(way) = free().find(|way| !crosses(&way.3)).or_else(|| free().next()) else { continue };
            let (left, top, side, area) = way;
            let place = (*left, *top);
            self.text(&name, place, LABEL_SIZE, self.colours.ink, *side, VPos::Center)?;
            let area = *area;
            taken.push(area);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chart::{ChartWidth, Theme},
        sheet::{Measure, Value},
        testing,
    };

    fn sheet(rows: &[(u32, &str, Value)]) -> Sheet {
        let row = |(index, name, value): &(u32, &str, Value)| {
            testing::row("", "affix", *index, name, &[Value::Impossible, *value])
        };
        Sheet { rows: rows.iter().map(row).collect(), totals: Vec::new(), ..testing::sheet() }
    }

    fn sample() -> ScatterData {
        let weights = [(1, "far <off>", 10), (2, "near", 20), (3, "on it", 20), (4, "none", 0), (5, "never", 5)];
        let weights: Vec<_> = weights.map(|(index, name, weight)| (index, name, Value::Weight(weight))).into();
        let chances = [
            (1, "far <off>", Value::Share { count: 160, n: 1000, low: 0.14, high: 0.18 }),
            (2, "near", Value::exactly(0.02)),
            (3, "on it", Value::exactly(0.02)),
            (4, "none", Value::exactly(0.1)),
            (5, "never", Value::Impossible),
            (6, "unweighed", Value::exactly(0.3)),
            (7, "unseen", Value::NotSeen { n: 1000, upper: 0.004 }),
        ];
        ScatterData::of(&sheet(&weights), &sheet(&chances), 5)
    }

    /// By hand: 10, 20 and 20 weigh 50 and come with 0.16 + 0.02 + 0.02 = 0.2, 0.004 per weight; the first has 0.016 of it,
    /// four times as much, the others 0.001, a quarter. As far as that both depart by a factor of four.
    #[test]
    fn ratios_are_to_the_mean_of_all() {
        let dots = sample();
        let ratios: Vec<(&str, f64)> =
            dots.dots.iter().map(|dot| (dot.name.as_str(), (dot.ratio * 1e6).round() / 1e6)).collect();
        assert_eq!(ratios.len(), 3);
        assert!(ratios.contains(&("far <off>", 4.0)) && ratios.contains(&("near", 0.25)), "{ratios:?}");
        assert_eq!(dots.left_out, 4);
        assert!((dots.mean - 0.004).abs() < 1e-12);
        assert_eq!(ScatterData::of(&sheet(&[]), &sheet(&[(1, "a", Value::exactly(0.5))]), 99).left_out, 1);
    }

    #[test]
    fn dots_are_named_where_there_is_room() {
        let frame = |theme| ChartFrame {
            title: "A & B",
            desc: "D",
            x_label: "commonness",
            y_label: "chance",
            measure: Measure::PerItem,
            theme,
            width: ChartWidth::Wide,
            log: true,
        };
        let narrow = ChartFrame { width: ChartWidth::Narrow, ..frame(Theme::Light) };
        assert!(scatter_chart(&sample(), &narrow).contains("viewBox=\"0 0 390 420\""));
        let svg = scatter_chart(&sample(), &frame(Theme::Light));
        assert!(svg.contains("<title>A &amp; B</title>") && svg.contains("far &lt;off&gt;"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 6, "three dots with their edges: {svg}");
        // Both lie on one another: there is room for a name on each side.
        assert!(svg.contains("\nnear\n") && svg.contains("\non it\n"), "{svg}");
        assert!(!svg.contains("never") && !svg.contains("NaN"));
        let one = ScatterData::of(&sheet(&[(1, "a", Value::Weight(3))]), &sheet(&[(1, "a", Value::exactly(0.5))]), 5);
        let svg = scatter_chart(&one, &frame(Theme::Dark));
        assert!(svg.contains("\na\n") && !svg.contains("NaN"), "{svg}");
        let none = ScatterData::of(&sheet(&[]), &sheet(&[]), 5);
        assert!(scatter_chart(&none, &frame(Theme::Dark)).contains("nothing to draw"));
    }

    #[test]
    fn names_do_not_overlap() {
        assert!(overlap(&[0, 10, 0, 10], &[10, 20, 5, 6]));
        assert!(!overlap(&[0, 10, 0, 10], &[11, 20, 5, 6]) && !overlap(&[0, 10, 0, 10], &[5, 6, 11, 12]));
    }
}
