//! Stacked bands over depth: the parts of a whole.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::Axis,
    canvas::{Canvas, DrawResult, rgb},
    frame::{BOTTOM, ChartFrame, LABEL_SIZE, LEFT, MOST_LABEL, SIZE, TOP},
    labels::{spread, text_width, truncated},
    svg::{with_title, xml_safe},
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

/// How a sheet's rows are stacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackMode {
    /// The largest over all columns below, the rest together on top; each column is scaled to its sum.
    Parts,
    /// In the order of the rows, from below, unscaled: what is missing to 1 stays empty. If there are too many, the
    /// last ones are joined as `N or more`.
    Steps,
}

/// The bands of a sheet's rows with a positive number, at most [`MOST_SERIES`].
fn bands(sheet: &Sheet, stack: StackMode) -> Vec<Band> {
    let known = |cell: &Cell| if cell.is_only_bounded() { None } else { cell.number() };
    let share = |cell: &Cell| known(cell).filter(|number| number.is_finite()).unwrap_or(0.0).max(0.0);
    let all =
        sheet.rows.iter().map(|row| Band { name: xml_safe(&row.name), shares: row.cells.iter().map(share).collect() });
    let mut all: Vec<Band> = all.filter(|band| band.shares.iter().sum::<f64>() > 0.0).collect();
    if stack == StackMode::Parts {
        all.sort_by(|a, b| b.shares.iter().sum::<f64>().total_cmp(&a.shares.iter().sum()));
    }
    if all.len() <= MOST_SERIES {
        return all;
    }
    let others = all.split_off(MOST_SERIES - 1);
    let name = match stack {
        StackMode::Parts => format!("{} others", others.len()),
        StackMode::Steps => format!("{} or more", others[0].name),
    };
    let mut rest = Band { name, shares: vec![0.0; sheet.columns.len()] };
    for band in &others {
        rest.shares.iter_mut().zip(&band.shares).for_each(|(sum, share)| *sum += share);
    }
    all.push(rest);
    all
}

/// A sheet of shares of one whole as stacked bands, as SVG of 960 × 480 units; the page scales it. A column without
/// numbers leaves a gap. Bands are labelled at their ends and separated by lines in the colour of the background.
pub fn stacked_chart(sheet: &Sheet, stack: StackMode, frame: &ChartFrame<'_>) -> String {
    let colours = frame.theme.colours();
    let bands = bands(sheet, stack);
    let depths: Vec<u32> = sheet.columns.iter().map(|column| column.depth).collect();
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, SIZE).into_drawing_area();
        // Writing to a string can't fail.
        let _ = Canvas { area: &area, colours: &colours }.stacked(&bands, stack, &depths, frame);
        let _ = area.present();
    }
    with_title(&drawn, SIZE, frame.title, frame.desc)
}

impl Canvas<'_, '_> {
    fn stacked(&self, bands: &[Band], stack: StackMode, depths: &[u32], frame: &ChartFrame<'_>) -> DrawResult {
        let colours = self.colours;
        self.heading(frame)?;
        let (Some(first), Some(last)) = (depths.iter().min(), depths.iter().max()) else { return Ok(()) };
        if bands.is_empty() {
            return self.nothing();
        }
        let labels: Vec<String> = bands.iter().map(|band| truncated(&band.name, LABEL_SIZE, MOST_LABEL)).collect();
        let widest = labels.iter().map(|label| text_width(label, LABEL_SIZE)).fold(0.0, f64::max);
        let right = SIZE.0 as i32 - 12 - widest.ceil() as i32 - LEADER;
        let margin = if first < last { 0.0 } else { 0.5 };
        let x = Axis {
            log: false,
            low: f64::from(*first) - margin,
            high: f64::from(*last) + margin,
            pixels: (f64::from(LEFT), f64::from(right)),
        };
        let y = Axis { log: false, low: 0.0, high: 1.0, pixels: (f64::from(BOTTOM), f64::from(TOP)) };
        for quarter in 0..=4 {
            let at = y.pixel(f64::from(quarter) / 4.0);
            self.path(vec![(LEFT, at), (right, at)], colours.grid, 1)?;
            let text = format!("{}\u{a0}%", quarter * 25);
            self.text(&text, (LEFT - 8, at), 13.0, colours.muted, HPos::Right, VPos::Center)?;
        }
        // The cumulative sums of each column's bands, from below.
        let edges: Vec<Option<Vec<f64>>> = (0..depths.len()).map(|at| edges(bands, stack, at)).collect();
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
        self.ends(&labels, edges.iter().rev().flatten().next(), &y, right)?;
        self.depths(&x, right, frame.x_label)
    }

    /// Labels beside the bands' ends, at the deepest column with numbers.
    fn ends(&self, labels: &[String], last: Option<&Vec<f64>>, y: &Axis, right: i32) -> DrawResult {
        let Some(last) = last else { return Ok(()) };
        let middle = |at: usize| y.pixel(f64::midpoint(last[at], last[at + 1]));
        // From above, so that bands of no height have their labels in the same order.
        let mut wanted: Vec<i32> = (0..labels.len()).rev().map(middle).collect();
        let mut placed = spread(&wanted, 19, TOP, BOTTOM);
        wanted.reverse();
        placed.reverse();
        for (((label, wanted), at), colour) in labels.iter().zip(wanted).zip(placed).zip(self.colours.series) {
            self.path(vec![(right + 3, wanted), (right + 14, at)], colour, 1)?;
            self.filled([(right + 15, at - 6), (right + LEADER - 7, at + 6)], colour)?;
            self.text(label, (right + LEADER, at), LABEL_SIZE, self.colours.ink, HPos::Left, VPos::Center)?;
        }
        Ok(())
    }
}

/// The boundaries of a column's bands, from 0 to 1; `None` without numbers.
fn edges(bands: &[Band], stack: StackMode, at: usize) -> Option<Vec<f64>> {
    let total: f64 = bands.iter().map(|band| band.shares[at]).sum();
    if total <= 0.0 {
        return None;
    }
    let whole = if stack == StackMode::Parts { total } else { 1.0 };
    let mut sum = 0.0;
    let above = bands.iter().map(|band| {
        sum += band.shares[at] / whole;
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
        chart::Theme,
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
            log: false,
        }
    }

    #[test]
    fn bands_are_the_greatest_and_the_rest() {
        let many: Vec<(String, [f64; 2])> = (0..9).map(|at| (format!("a{at}"), [0.1, f64::from(at) * 0.01])).collect();
        let rows: Vec<(&str, [f64; 2])> = many.iter().map(|row| (row.0.as_str(), row.1)).collect();
        let bands = bands(&sheet(&rows), StackMode::Parts);
        let names: Vec<&str> = bands.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["a8", "a7", "a6", "a5", "a4", "a3", "3 others"]);
        assert!((bands[6].shares[0] - 0.3).abs() < 1e-12 && (bands[6].shares[1] - 0.03).abs() < 1e-12);
    }

    #[test]
    fn columns_are_parts_of_their_sum() {
        let bands = bands(&sheet(&[("b", [0.2, 0.0]), ("a", [0.6, 0.0])]), StackMode::Parts);
        assert_eq!(
            edges(&bands, StackMode::Parts, 0).map(|edges| edges.iter().map(|edge| (edge * 100.0).round()).collect()),
            Some(vec![0.0, 75.0, 100.0])
        );
        assert_eq!(edges(&bands, StackMode::Parts, 1), None);
        assert_eq!(stretches(&[None, Some(vec![]), Some(vec![]), None, Some(vec![])]), [vec![1, 2], vec![4]]);
    }

    #[test]
    fn steps_keep_their_order_and_leave_what_is_left() {
        let some = bands(&sheet(&[("0", [0.1, 0.5]), ("1", [0.6, 0.0]), ("2", [0.0, 0.0])]), StackMode::Steps);
        let names: Vec<&str> = some.iter().map(|band| band.name.as_str()).collect();
        assert_eq!(names, ["0", "1"]);
        let hundredths = |edges: Option<Vec<f64>>| -> Vec<f64> {
            edges.unwrap_or_default().iter().map(|edge| (edge * 100.0).round()).collect()
        };
        assert_eq!(hundredths(edges(&some, StackMode::Steps, 0)), [0.0, 10.0, 70.0]);
        assert_eq!(hundredths(edges(&some, StackMode::Steps, 1)), [0.0, 50.0, 50.0]);
        // Of 0.001 ± 0.01 not even the first digit is known.
        let unsure = testing::row("", "naffixes", 3, "3", &[Value::Exact { mean: 0.001, bound: 0.01 }; 2]);
        let one = Sheet { rows: vec![unsure], totals: Vec::new(), ..testing::sheet() };
        assert!(bands(&one, StackMode::Steps).is_empty());
        let many: Vec<(String, [f64; 2])> = (0..9).map(|at| (format!("{at} affixes"), [0.1, 0.0])).collect();
        let rows: Vec<(&str, [f64; 2])> = many.iter().map(|row| (row.0.as_str(), row.1)).collect();
        let many = bands(&sheet(&rows), StackMode::Steps);
        assert_eq!((many.len(), many[6].name.as_str()), (7, "6 affixes or more"));
        assert!((many[6].shares[0] - 0.3).abs() < 1e-12);
    }

    #[test]
    fn the_picture_has_a_name_and_labels() {
        let svg = stacked_chart(
            &sheet(&[("of <Edges>", [0.25, 0.5]), ("of Depths", [0.75, 0.5])]),
            StackMode::Parts,
            &frame(Theme::Dark),
        );
        assert!(svg.contains("<title>Cloak &lt;pool&gt;</title>") && svg.contains("of &lt;Edges&gt;"), "{svg}");
        assert_eq!(svg.matches("<polygon").count(), 2);
        let empty = stacked_chart(&sheet(&[]), StackMode::Steps, &frame(Theme::Light));
        assert!(empty.contains("nothing to draw") && !empty.contains("NaN"));
    }
}
