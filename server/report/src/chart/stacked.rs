//! Stacked bands over depth: the parts of a whole in the order of the rows, such as items by their number of affixes.

use plotters::prelude::*;

use super::{
    axis::Axis,
    canvas::{Canvas, DrawResult, elements, rgb},
    frame::ChartFrame,
    labels::{spread, text_width},
    series::{LineShape, depth_axis},
    svg::{document, xml_safe},
    theme::MOST_SERIES,
};
use crate::sheet::{Cell, Sheet};

/// Space between the bands' ends and their labels.
const LEADER: i32 = 34;

/// A band of the chart.
#[derive(Debug, Clone, PartialEq)]
struct Band {
    name: String,
    /// The shares by column, from 0 to 1.
    shares: Vec<f64>,
}

/// The bands of a sheet's rows with a positive number, at most [`MOST_SERIES`]; the last ones are joined as `N or more`.
fn bands(sheet: &Sheet) -> Vec<Band> {
    let known = |cell: &Cell| if cell.is_only_bounded() { None } else { cell.number() };
    let share = |cell: &Cell| known(cell).filter(|number| number.is_finite()).unwrap_or(0.0).max(0.0);
    let all =
        sheet.rows.iter().map(|row| Band { name: xml_safe(&row.name), shares: row.cells.iter().map(share).collect() });
    let mut all: Vec<Band> = all.filter(|band| band.shares.iter().sum::<f64>() > 0.0).collect();
    if all.len() <= MOST_SERIES {
        return all;
    }
    let others = all.split_off(MOST_SERIES - 1);
    let mut rest = Band { name: format!("{} or more", others[0].name), shares: vec![0.0; sheet.columns.len()] };
    for band in &others {
        rest.shares.iter_mut().zip(&band.shares).for_each(|(sum, share)| *sum += share);
    }
    all.push(rest);
    all
}

/// A sheet of shares of one whole as stacked bands, in the order of the rows from below; what is missing to 1 stays empty.
/// SVG of [`ChartWidth::size`](super::ChartWidth::size); the page scales it. A column without numbers leaves a gap. Bands
/// are labelled at their ends and separated by lines in the colour of the background.
pub fn stacked_chart(sheet: &Sheet, frame: &ChartFrame<'_>) -> String {
    let bands = bands(sheet);
    let depths: Vec<u32> = sheet.columns.iter().map(|column| column.depth).collect();
    let size = frame.width.size();
    let drawn = elements(size, &frame.theme.colours(), |canvas| canvas.stacked(&bands, &depths, frame));
    document(&drawn, size, frame.title, frame.desc)
}

impl Canvas<'_, '_> {
    fn stacked(&self, bands: &[Band], depths: &[u32], frame: &ChartFrame<'_>) -> DrawResult {
        let (colours, layout) = (self.colours, frame.width.layout());
        self.heading(frame)?;
        if bands.is_empty() || depths.is_empty() {
            return self.nothing(&layout);
        }
        let labels: Vec<Vec<String>> = bands.iter().map(|band| layout.label(&band.name, "")).collect();
        let widths = labels.iter().flatten().map(|line| text_width(line, layout.label_size));
        let right = layout.size.0 as i32 - layout.margin + 4 - widths.fold(0.0, f64::max).ceil() as i32 - LEADER;
        let x = depth_axis(&depths.iter().copied().collect(), LineShape::Joined, (layout.left, right));
        let pixels = (f64::from(layout.bottom), f64::from(layout.top));
        let y = Axis { log: false, low: 0.0, high: 1.0, pixels };
        for quarter in 0..=4 {
            let text = format!("{}\u{a0}%", quarter * 25);
            self.value_tick(&layout, (y.pixel(f64::from(quarter) / 4.0), &text), right)?;
        }
        // The cumulative sums of each column's bands, from below.
        let edges: Vec<Option<Vec<f64>>> = (0..depths.len()).map(|at| edges(bands, at)).collect();
        let place = |at: usize| x.pixel(f64::from(depths[at]));
        for (number, colour) in (0..bands.len()).zip(colours.series) {
            for part in stretches(&edges) {
                let below = part.iter().filter_map(|at| Some((place(*at), y.pixel(edges[*at].as_ref()?[number]))));
                let above = part.iter().filter_map(|at| Some((place(*at), y.pixel(edges[*at].as_ref()?[number + 1]))));
                let (below, above): (Vec<_>, Vec<_>) = (below.collect(), above.collect());
                if let ([low], [high]) = (&below[..], &above[..]) {
                    // A column without neighbours is a bar.
                    self.filled([(low.0 - 6, high.1), (low.0 + 6, low.1)], colour)?;
                    continue;
                }
                let outline: Vec<(i32, i32)> = below.iter().copied().chain(above.iter().rev().copied()).collect();
                self.area.draw(&Polygon::new(outline, rgb(colour).filled()))?;
                self.path(above, colours.background, 1)?;
            }
        }
        self.ends(&labels, edges.iter().rev().flatten().next(), (&y, right), frame)?;
        self.depths(&x, right, frame)
    }

    /// Labels beside the bands' ends, at the deepest column with numbers.
    fn ends(
        &self,
        labels: &[Vec<String>],
        last: Option<&Vec<f64>>,
        (y, right): (&Axis, i32),
        frame: &ChartFrame<'_>,
    ) -> DrawResult {
        let Some(last) = last else { return Ok(()) };
        let layout = frame.width.layout();
        let middle = |at: usize| y.pixel(f64::midpoint(last[at], last[at + 1]));
        // From above, so that bands of no height have their labels in the same order.
        let mut wanted: Vec<i32> = (0..labels.len()).rev().map(middle).collect();
        let lines = labels.iter().map(Vec::len).max().unwrap_or_default();
        let mut placed = spread(&wanted, layout.label_gap(lines), layout.top, layout.bottom);
        wanted.reverse();
        placed.reverse();
        for (((label, wanted), at), colour) in labels.iter().zip(wanted).zip(placed).zip(self.colours.series) {
            self.path(vec![(right + 3, wanted), (right + 14, at)], colour, 1)?;
            self.filled([(right + 15, at - 6), (right + LEADER - 7, at + 6)], colour)?;
            self.label(label, (right + LEADER, at), &layout)?;
        }
        Ok(())
    }
}

/// The boundaries of a column's bands, from 0 to 1; `None` without numbers.
fn edges(bands: &[Band], at: usize) -> Option<Vec<f64>> {
    if bands.iter().all(|band| band.shares[at] <= 0.0) {
        return None;
    }
    let mut sum = 0.0;
    let above = bands.iter().map(|band| {
        sum += band.shares[at];
        sum
    });
    Some(std::iter::once(0.0).chain(above).collect())
}

/// The runs of adjacent columns with numbers.
fn stretches(edges: &[Option<Vec<f64>>]) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for (at, edge) in edges.iter().enumerate().filter(|edge| edge.1.is_some()) {
        let _ = edge;
        match parts.last_mut().filter(|part| part.last() == Some(&at.wrapping_sub(1))) {
            Some(part) => part.push(at),
            None => parts.push(vec![at]),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chart::{ChartWidth, Theme},
        sheet::{Measure, Value},
        testing,
    };

    fn sheet(rows: &[(&str, [f64; 2])]) -> Sheet {
        let row = |(name, values): &(&str, [f64; 2])| {
            testing::row(
                "",
                "affix",
                1,
                name,
                &values.map(|value| if value > 0.0 { Value::exactly(value) } else { Value::Impossible }),
            )
        };
        Sheet { rows: rows.iter().map(row).collect(), totals: Vec::new(), ..testing::sheet() }
    }

    fn frame(theme: Theme) -> ChartFrame<'static> {
        ChartFrame {
            title: "Cloak <pool>",
            desc: "Shares",
            x_label: "generation level",
            y_label: "share of the pool",
            measure: Measure::Pool,
            theme,
            width: ChartWidth::Wide,
            log: false,
        }
    }

    #[test]
    fn columns_without_numbers_leave_a_gap() {
        assert_eq!(edges(&bands(&sheet(&[("b", [0.2, 0.0]), ("a", [0.6, 0.0])])), 1), None);
        assert_eq!(stretches(&[None, Some(vec![]), Some(vec![]), None, Some(vec![])]), [vec![1, 2], vec![4]]);
    }

    #[test]
    fn bands_keep_their_order_and_leave_what_is_left() {
        let some = bands(&sheet(&[("0", [0.1, 0.5]), ("1", [0.6, 0.0]), ("2", [0.0, 0.0])]));
        let names: Vec<&str> = some.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["0", "1"]);
        let hundredths = |edges: Option<Vec<f64>>| -> Vec<f64> {
            edges.unwrap_or_default().iter().map(|edge| (edge * 100.0).round()).collect()
        };
        assert_eq!(hundredths(edges(&some, 0)), [0.0, 10.0, 70.0]);
        assert_eq!(hundredths(edges(&some, 1)), [0.0, 50.0, 50.0]);
        // Of 0.001 ± 0.01 not even the first digit is known.
        let unsure = testing::row("", "naffixes", 3, "3", &[Value::Exact { mean: 0.001, bound: 0.01 }; 2]);
        let one = Sheet { rows: vec![unsure], totals: Vec::new(), ..testing::sheet() };
        assert!(bands(&one).is_empty());
        let many: Vec<(String, [f64; 2])> = (0..9).map(|at| (format!("{at} affixes"), [0.1, 0.0])).collect();
        let rows: Vec<(&str, [f64; 2])> = many.iter().map(|row| (row.0.as_str(), row.1)).collect();
        let many = bands(&sheet(&rows));
        assert_eq!((many.len(), many[6].name.as_str()), (7, "6 affixes or more"));
        assert!((many[6].shares[0] - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_picture_has_a_name_and_labels() {
        let svg =
            stacked_chart(&sheet(&[("of <Edges>", [0.25, 0.5]), ("of Depths", [0.75, 0.5])]), &frame(Theme::Dark));
        assert!(svg.contains("<title>Cloak &lt;pool&gt;</title>") && svg.contains("of &lt;Edges&gt;"), "{svg}");
        assert_eq!(svg.matches("<polygon").count(), 2);
        let narrow = ChartFrame { width: ChartWidth::Narrow, ..frame(Theme::Light) };
        let svg = stacked_chart(&sheet(&[("one affix of these", [0.25, 0.5])]), &narrow);
        assert!(svg.contains("viewBox=\"0 0 390 420\"") && svg.contains("\none affix of\n"), "{svg}");
        let empty = stacked_chart(&sheet(&[]), &frame(Theme::Light));
        assert!(empty.contains("nothing to draw") && !empty.contains("NaN"));
    }
}
