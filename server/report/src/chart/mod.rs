//! Charts as SVG: drawn with plotters, no fonts needed, nothing from outside, to be set into a page or served as a file.
//!
//! A table of the same sheet always stands beside a chart.

mod axis;
mod bars;
mod canvas;
mod drops;
mod frequency;
mod heat_map;
mod labels;
mod spark;
mod stacked;
mod svg;
mod theme;
mod top;

pub use bars::{BarsFrame, bars};
pub use drops::drops;
pub use frequency::{Frame, Point, Series, frequency};
pub use heat_map::{MOST_ROWS, heat_map};
pub use spark::{SPARK, spark};
pub use stacked::stacked;
pub use theme::{MOST_SERIES, Theme};
pub use top::top_series;
