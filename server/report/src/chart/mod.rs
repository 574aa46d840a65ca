//! Charts as SVG: drawn with plotters, no fonts needed, nothing from outside, to be set into a page or served as a file; and
//! the same as PNG, for where SVG is not shown.
//!
//! A table of the same sheet always stands beside a chart.

mod axis;
mod bars;
mod canvas;
mod changes;
mod drops;
mod frame;
mod frequency;
mod heat_map;
mod labels;
mod png;
mod scatter;
mod spark;
mod stacked;
mod svg;
mod theme;
mod top;

pub use bars::{BarsFrame, bars};
pub use changes::{Changes, most_changed_at};
pub use drops::drops;
pub use frame::Frame;
pub use frequency::{Point, Series, frequency};
pub use heat_map::{MOST_ROWS, heat_map};
pub use png::{MOST_ZOOM, PngError, USUAL_ZOOM, png};
pub use scatter::{Dot, Dots, scatter};
pub use spark::{SPARK, spark};
pub use stacked::{Stack, stacked};
pub use theme::{MOST_SERIES, Theme};
pub use top::{chosen_series, top_rows, top_series};
