//! Changes at one depth: for each row from the number before to the number after.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    BarsFrame,
    axis::{Axis, linear_ticks, tick_text},
    canvas::{Area, Canvas, DrawResult, rgb},
    labels::{text_width, truncated},
    svg::{with_title, xml_safe},
    theme::Colours,
};
use crate::sheet::{Cell, Direction, Measure, Row, Sheet, Value};

/// Largest number of rows drawn.
const MOST_ROWS: usize = 20;

const WIDTH: u32 = 720;
const TOP: i32 = 92;
const STEP: i32 = 26;
const LABEL_SIZE: f64 = 14.0;
const MOST_LABEL: f64 = 220.0;
/// Width of both numbers, on the right.
const NUMBERS: i32 = 130;

/// The depth with the largest significant change; the first depth if there is none. `None` without columns.
pub fn most_changed_at(sheet: &Sheet) -> Option<u32> {
    let cells = sheet.rows.iter().flat_map(|row| sheet.columns.iter().zip(&row.cells));
    let significant = cells.filter(|(_, cell)| cell.is_significant());
    // Of several the first: `max_by` would take the last.
    let most = significant
        .map(|(column, cell)| (size(cell), column))
        .reduce(|most, next| if next.0 > most.0 { next } else { most });
    most.map(|(_, column)| column).or(sheet.columns.first()).map(|column| column.depth)
}

/// The absolute change of a cell.
fn size(cell: &Cell) -> f64 {
    cell.number().unwrap_or_default().abs()
}

/// The rows with a significant change at a depth, largest change first, at most twenty. Of a sheet with sections only
/// the first section, since shares of different things don't belong in one chart.
#[derive(Debug, Clone)]
pub struct Changes<'a> {
    rows: Vec<(&'a Row, &'a Cell)>,
    /// Number of changed rows left out.
    more: usize,
    measure: Measure,
}

impl<'a> Changes<'a> {
    /// From a sheet of changes; empty for other sheets, and for depths without a column.
    pub fn of(sheet: &'a Sheet, depth: u32) -> Changes<'a> {
        let column = sheet.columns.iter().position(|column| column.depth == depth);
        let first = sheet.rows.first().map(|row| &row.group);
        let of_first = sheet.rows.iter().take_while(|row| Some(&row.group) == first);
        let mut rows: Vec<_> = of_first.filter_map(|row| Some((row, row.cells.get(column?)?))).collect();
        rows.retain(|(_, cell)| cell.is_significant());
        rows.sort_by(|a, b| size(b.1).total_cmp(&size(a.1)));
        let more = rows.len().saturating_sub(MOST_ROWS);
        rows.truncate(MOST_ROWS);
        Changes { rows, more, measure: sheet.measure }
    }

    /// Width and height of the drawing in its own units.
    pub fn size(&self) -> (u32, u32) {
        let below = if self.more > 0 { 62 } else { 40 };
        (WIDTH, (TOP + STEP * self.rows.len().max(1) as i32 + below) as u32)
    }

    /// The chart as SVG: for each row a ring at the number before and a dot at the number after, on one linear scale
    /// from 0, with both numbers. The frame's label may have two lines.
    pub fn svg(&self, frame: &BarsFrame<'_>) -> String {
        let colours = frame.theme.colours();
        let mut drawn = String::new();
        {
            let area = SVGBackend::with_string(&mut drawn, self.size()).into_drawing_area();
            // Writing to a string can't fail.
            let _ = draw(&area, &colours, self, frame);
            let _ = area.present();
        }
        with_title(&drawn, self.size(), frame.title, frame.desc)
    }
}

/// Before and after, in per cent where they are probabilities.
fn ends(cell: &Cell, measure: Measure) -> (f64, f64) {
    let factor = if measure.is_probability() { 100.0 } else { 1.0 };
    match cell.value {
        Value::Change { before, after, .. } => (before * factor, after * factor),
        _ => (0.0, 0.0),
    }
}

fn draw(
    area: &Area<'_>,
    colours: &Colours,
    Changes { rows, more, measure }: &Changes<'_>,
    frame: &BarsFrame<'_>,
) -> DrawResult {
    let (canvas, measure) = (Canvas { area, colours }, *measure);
    let text = |text: &str, place, size, colour, h| canvas.text(text, place, size, colour, h, VPos::Center);
    area.fill(&rgb(colours.background))?;
    let room = f64::from(WIDTH - 32);
    text(&truncated(&xml_safe(frame.title), 18.0, room), (16, 24), 18.0, colours.ink, HPos::Left)?;
    for (at, line) in (0..2).zip(frame.label.lines()) {
        text(&truncated(&xml_safe(line), 13.0, room), (16, 50 + 18 * at), 13.0, colours.muted, HPos::Left)?;
    }
    if rows.is_empty() {
        return text("No change can be told at this level.", (16, TOP + 14), 14.0, colours.muted, HPos::Left);
    }
    let label = |row: &Row| truncated(&xml_safe(&row.name), LABEL_SIZE, MOST_LABEL);
    let widest = rows.iter().map(|(row, _)| text_width(&label(row), LABEL_SIZE)).fold(0.0, f64::max);
    let left = 16 + widest.ceil() as i32 + 14;
    let right = WIDTH as i32 - NUMBERS;
    let highest =
        rows.iter().map(|(_, cell)| ends(cell, measure)).fold(1e-9, |most, (from, to)| from.max(to).max(most));
    let ticks = linear_ticks(highest, 4);
    let high = ticks.last().copied().unwrap_or(1.0);
    let x = Axis { log: false, low: 0.0, high, pixels: (f64::from(left), f64::from(right)) };
    let bottom = TOP + STEP * rows.len() as i32;
    for tick in &ticks {
        let at = x.pixel(*tick);
        canvas.path(vec![(at, TOP), (at, bottom)], colours.grid, 1)?;
        let unit = if measure.is_probability() { "\u{a0}%" } else { "" };
        text(&format!("{}{unit}", tick_text(*tick)), (at, bottom + 16), 12.0, colours.muted, HPos::Center)?;
    }
    canvas.path(vec![(left, TOP), (left, bottom)], colours.axis, 1)?;
    for (at, (row, cell)) in (0..).zip(rows) {
        let middle = TOP + STEP * at + STEP / 2;
        let (arrow, colour) = match cell.direction() {
            Some(Direction::Up) => ("▲ ", colours.series[1]),
            _ => ("▼ ", colours.series[0]),
        };
        let (from, to) = ends(cell, measure);
        let (from, to) = (x.pixel(from), x.pixel(to));
        canvas.path(vec![(from, middle), (to, middle)], colour, 3)?;
        area.draw(&Circle::new((from, middle), 5, rgb(colours.background).filled()))?;
        area.draw(&Circle::new((from, middle), 5, rgb(colour).stroke_width(2)))?;
        area.draw(&Circle::new((to, middle), 5, rgb(colour).filled()))?;
        text(&label(row), (left - 10, middle), LABEL_SIZE, colours.ink, HPos::Right)?;
        let mut numbers = arrow.to_owned();
        cell.push_both(measure, &mut numbers);
        text(&numbers, (right + 14, middle), 13.0, colours.ink, HPos::Left)?;
    }
    if *more > 0 {
        let rest = format!("{more} more changed less");
        text(&rest, (16, bottom + 40), 13.0, colours.muted, HPos::Left)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chart::Theme, testing};

    fn change(before: f64, after: f64, significant: bool) -> Value {
        Value::Change { before, after, low: after - before, high: after - before, counted: false, significant }
    }

    fn sheet(rows: Vec<Row>) -> Sheet {
        Sheet { rows, measure: Measure::PerItem, ..testing::sheet() }
    }

    const FRAME: BarsFrame<'_> = BarsFrame { title: "A <b>", desc: "D", label: "per cent", theme: Theme::Light };

    /// The x coordinates of circles.
    fn circles(svg: &str) -> Vec<i32> {
        let place = |circle: &str| circle.split_once("cx=\"")?.1.split_once('"')?.0.parse().ok();
        svg.split("<circle ").skip(1).filter_map(place).collect()
    }

    #[test]
    fn rows_go_from_before_to_after_largest_first() {
        let row = |index, name: &str, values: [Value; 2]| testing::row("Affixes", "affix", index, name, &values);
        let sheet = sheet(vec![
            row(1, "Little", [change(0.1, 0.1, false), change(0.10, 0.05, true)]),
            row(2, "Large & new", [change(0.2, 0.3, true), change(0.0, 0.2, true)]),
            row(3, "Chance", [Value::Impossible, change(0.1, 0.3, false)]),
        ]);
        assert_eq!(most_changed_at(&sheet), Some(5));
        let svg = Changes::of(&sheet, 5).svg(&FRAME);
        assert!(svg.contains("<title>A &lt;b&gt;</title>") && !svg.contains("Chance"));
        let (large, little) = (svg.find("Large &amp; new"), svg.find("Little"));
        assert!(large.is_some() && large < little, "{svg}");
        assert!(svg.contains("▲ 0 → 20.0") && svg.contains("▼ 10.0 → 5.00"));
        // A ring is two circles: from 0 to 20 per cent, and from 10 to 5.
        let [zero, _, twenty, ten, _, five] = circles(&svg)[..] else { panic!("{svg}") };
        assert!((2 * (ten - zero)).abs_diff(twenty - zero) <= 2 && (4 * (five - zero)).abs_diff(twenty - zero) <= 4);
        let at_one = Changes::of(&sheet, 1).svg(&FRAME);
        assert!(at_one.contains("▲ 20.0 → 30.0") && !at_one.contains("Little"));
    }

    #[test]
    fn few_or_many_rows_fit() {
        let none = sheet(vec![testing::row("Affixes", "affix", 1, "Same", &[change(0.1, 0.1, false); 2])]);
        assert_eq!(most_changed_at(&none), Some(1));
        assert!(Changes::of(&none, 1).svg(&FRAME).contains("No change can be told"));
        assert!(Changes::of(&none, 77).svg(&FRAME).contains("No change can be told"));
        assert_eq!(most_changed_at(&Sheet { columns: Vec::new(), ..sheet(Vec::new()) }), None);
        let many = (0..25).map(|index| {
            let after = f64::from(index) / 100.0 + 0.01;
            testing::row("Affixes", "affix", index, &format!("row {index}"), &[change(0.0, after, true); 2])
        });
        let many = sheet(many.collect());
        let svg = Changes::of(&many, 1).svg(&FRAME);
        assert_eq!(Changes::of(&many, 1).size(), (720, 92 + 20 * 26 + 62));
        assert!(svg.contains("5 more changed less") && svg.contains("row 24") && !svg.contains("row 4<"));
    }
}
