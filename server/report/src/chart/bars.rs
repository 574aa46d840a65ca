//! Horizontal bars of probabilities, some of them highlighted.

use plotters::{
    prelude::*,
    style::text_anchor::{HPos, VPos},
};

use super::{
    axis::{linear_ticks, tick_text},
    canvas::{Area, Canvas, DrawResult, rgb},
    labels::{text_width, truncated},
    svg::{with_title, xml_safe},
    theme::Colours,
};
use crate::{explain::Bar, palette::Theme, wording::significant_digits};

/// Title and labels of a bar chart.
#[derive(Debug, Clone, Copy)]
pub struct BarsFrame<'a> {
    /// The heading, and the name of the image.
    pub title: &'a str,
    /// A description, for those who can't see it.
    pub desc: &'a str,
    /// The label of the values.
    pub label: &'a str,
    /// The colours.
    pub theme: Theme,
}

const WIDTH: u32 = 720;
const TOP: i32 = 72;
const STEP: i32 = 26;
const BAR: i32 = 18;
const LABEL_SIZE: f64 = 14.0;
const MOST_LABEL: f64 = 230.0;
/// Width of the number behind a bar.
const VALUE: i32 = 64;

/// Bars as SVG, 720 units wide and as high as needed; the page scales it. Values are probabilities, shown in per cent.
/// Bars asked about have another colour, and a mark before their name.
pub fn bar_chart(bars: &[Bar], frame: &BarsFrame<'_>) -> String {
    let height = (TOP + STEP * bars.len().max(1) as i32 + 40) as u32;
    let colours = frame.theme.colours();
    let mut drawn = String::new();
    {
        let area = SVGBackend::with_string(&mut drawn, (WIDTH, height)).into_drawing_area();
        // Writing to a string can't fail.
        let _ = draw(&area, &colours, bars, frame);
        let _ = area.present();
    }
    with_title(&drawn, (WIDTH, height), frame.title, frame.desc)
}

fn draw(area: &Area<'_>, colours: &Colours, bars: &[Bar], frame: &BarsFrame<'_>) -> DrawResult {
    let canvas = Canvas { area, colours };
    let text = |text: &str, place, size, colour, h| canvas.text(text, place, size, colour, h, VPos::Center);
    area.fill(&rgb(colours.background))?;
    let room = f64::from(WIDTH - 32);
    text(&truncated(&xml_safe(frame.title), 18.0, room), (16, 24), 18.0, colours.ink, HPos::Left)?;
    text(&truncated(&xml_safe(frame.label), 13.0, room), (16, 50), 13.0, colours.muted, HPos::Left)?;
    if bars.is_empty() {
        return text("There is nothing to draw.", (16, TOP + 14), 14.0, colours.muted, HPos::Left);
    }
    let label = |bar: &Bar| {
        let mark = if bar.is_asked { "▸ " } else { "" };
        mark.to_owned() + &truncated(&xml_safe(&bar.name), LABEL_SIZE, MOST_LABEL)
    };
    let widest = bars.iter().map(|bar| text_width(&label(bar), LABEL_SIZE)).fold(0.0, f64::max);
    let left = 16 + widest.ceil() as i32 + 14;
    let right = WIDTH as i32 - VALUE;
    let highest = bars.iter().map(|bar| bar.value * 100.0).filter(|value| value.is_finite()).fold(1e-9, f64::max);
    let ticks = linear_ticks(highest, 4);
    let last = ticks.last().copied().unwrap_or(1.0);
    let pixel = |value: f64| left + (f64::from(right - left) * (value / last).clamp(0.0, 1.0)).round() as i32;
    let bottom = TOP + STEP * bars.len() as i32;
    for tick in &ticks {
        let at = pixel(*tick);
        canvas.path(vec![(at, TOP), (at, bottom)], colours.grid, 1)?;
        text(&format!("{}\u{a0}%", tick_text(*tick)), (at, bottom + 16), 12.0, colours.muted, HPos::Center)?;
    }
    for (at, bar) in (0..).zip(bars) {
        let middle = TOP + STEP * at + STEP / 2;
        let colour = if bar.is_asked { colours.series[1] } else { colours.series[0] };
        let end = pixel(bar.value * 100.0).max(left + 1);
        canvas.filled([(left, middle - BAR / 2), (end, middle + BAR / 2)], colour)?;
        text(&label(bar), (left - 8, middle), LABEL_SIZE, colours.ink, HPos::Right)?;
        text(&significant_digits(bar.value * 100.0, 3), (end + 6, middle), 13.0, colours.ink, HPos::Left)?;
    }
    canvas.path(vec![(left, TOP), (left, bottom)], colours.axis, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bar = |name: &str, value, is_asked| Bar { name: name.to_owned(), value, is_asked };
        let frame = BarsFrame { title: "A <b>", desc: "D", label: "per cent", theme: Theme::Light };
        let svg = bar_chart(&[bar("of Edges & more", 0.5, false), bar("of Depths", 0.25, true)], &frame);
        assert!(svg.contains("<title>A &lt;b&gt;</title>") && svg.contains("of Edges &amp; more"));
        let widths: Vec<u32> = svg
            .split("<rect ")
            .skip(2)
            .filter_map(|rect| rect.split_once("width=\"")?.1.split_once('"')?.0.parse().ok())
            .collect();
        let [edges, depths] = widths[..] else { panic!("{widths:?}") };
        assert!(edges.abs_diff(2 * depths) <= 2, "{widths:?}");
        assert!(svg.contains("▸ of Depths") && svg.contains("25.0"));
        assert!(bar_chart(&[], &frame).contains("nothing to draw"));
        assert!(!bar_chart(&[bar("none", 0.0, false)], &frame).contains("NaN"));
    }
}
