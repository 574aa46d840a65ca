//! A number over states of files: a level stretch for each, with the limits that it should keep.

use super::{
    frame::ChartFrame,
    lines::line_chart,
    series::{Point, Series},
};
use crate::sheet::Measure;

/// A number over numbered states, such as revisions.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberHistory {
    /// The number's name.
    pub name: String,
    /// The states in their order, by number, with value, lower and upper end; none where files have no such number.
    pub states: Vec<(u32, Option<[f64; 3]>)>,
    /// Lines to draw across, each with its name.
    pub limits: Vec<(String, f64)>,
    /// Whether it is a share, which is shown in per cent.
    pub is_share: bool,
}

impl NumberHistory {
    /// The measure that its chart has: values that belong to their state only are drawn in steps.
    pub fn measure(&self) -> Measure {
        if self.is_share { Measure::Pool } else { Measure::Commonness }
    }
}

/// The history as SVG; the frame's measure is [`NumberHistory::measure`].
pub fn history_chart(history: &NumberHistory, frame: &ChartFrame<'_>) -> String {
    let points = history.states.iter().filter_map(|(number, found)| {
        let [value, low, high] = (*found)?;
        Some(Point { depth: *number, value, low, high })
    });
    let mut series = vec![Series { name: history.name.clone(), row: None, points: points.collect() }];
    for (name, value) in &history.limits {
        let across =
            history.states.iter().map(|(number, _)| Point { depth: *number, value: *value, low: *value, high: *value });
        series.push(Series { name: name.clone(), row: None, points: across.collect() });
    }
    line_chart(&series, frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{ChartWidth, Theme};

    /// Two levels with a step between them, a state without a number, and a limit.
    #[test]
    fn steps_a_break_and_a_limit() {
        let exact = |value| Some([value; 3]);
        let history = NumberHistory {
            name: "of <Depths>".to_owned(),
            states: vec![(1, exact(0.2)), (2, exact(0.2)), (3, exact(0.3)), (4, None), (5, exact(0.3))],
            limits: vec![("at most".to_owned(), 0.25)],
            is_share: true,
        };
        let frame = ChartFrame {
            title: "of <Depths>",
            desc: "By revision.",
            x_label: "revision",
            y_label: "share of great drops at level 30",
            measure: history.measure(),
            theme: Theme::Light,
            width: ChartWidth::Wide,
            log: false,
        };
        let svg = history_chart(&history, &frame);
        assert!(svg.contains("of &lt;Depths&gt;") && !svg.contains("NaN"), "{svg}");
        // The line breaks at 4: two pieces, and one of the limit, beside ticks, keys and what leads to labels.
        let first = "#0072B2";
        let lines = svg.lines().filter(|line| line.starts_with("<polyline") && line.contains(first));
        let corners: Vec<usize> = lines.map(|line| line.matches(',').count()).collect();
        assert_eq!(corners.iter().filter(|number| **number == 4).count(), 1, "{svg}");
        assert!(svg.contains("25\u{a0}%") && svg.contains("at most"), "{svg}");
    }
}
