//! The text format of Prometheus, version 0.0.4. Names and labels are the program's own words and never what somebody sent, so
//! that there is a bounded number of them and nothing to escape.

use std::fmt::{Display, Write as _};

/// The content type of the format.
pub(super) const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What a metric is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// It only rises while the program runs.
    Counter,
    /// It is as it is.
    Gauge,
    /// How many were at most so large.
    Histogram,
}

/// Metrics as they are written.
#[derive(Debug, Default)]
pub(super) struct Text(String);

impl Text {
    /// Begins a metric, whose samples follow.
    pub(super) fn begin(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        // Writing to a string can't fail.
        let _ = writeln!(self.0, "# HELP affixboard_{name} {help}\n# TYPE affixboard_{name} {kind}");
    }

    /// A sample of the metric that was begun last, or of a part of it such as `…_sum`.
    pub(super) fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<_> = labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _ = writeln!(self.0, "affixboard_{name}{labels} {value}");
    }

    /// A metric with one sample.
    pub(super) fn one(&mut self, name: &str, kind: Kind, help: &str, value: impl Display) {
        self.begin(name, kind, help);
        self.sample(name, &[], value);
    }

    /// The whole text.
    pub(super) fn end(self) -> String {
        self.0
    }
}

/// A label's value as the format wants it.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_others_chose_stay_labels() {
        let mut text = Text::default();
        text.sample("up", &[("who", "a\"b\\c\nd")], 1);
        assert_eq!(text.end(), "affixboard_up{who=\"a\\\"b\\\\c\\nd\"} 1\n");
    }
}
