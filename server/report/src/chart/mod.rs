//! Charts as SVG, drawn with plotters, without fonts or anything else from outside, for pages and files; and as PNG for
//! where SVG is not shown.
//!
//! A table of the same sheet always stands beside a chart.

mod axis;
mod bars;
mod canvas;
mod changes;
mod font;
mod frame;
mod heat_map;
mod history;
mod labels;
mod letters;
mod lines;
mod panels;
mod png;
mod profile;
mod scatter;
mod series;
mod sparkline;
mod stacked;
mod svg;
mod theme;
mod top;

pub use crate::palette::Theme;
pub use bars::{BarsFrame, bar_chart};
pub use changes::{Changes, most_changed_at};
pub use frame::{ChartFrame, ChartWidth};
pub use heat_map::{MOST_ROWS, heat_map};
pub use history::{NumberHistory, history_chart};
pub use lines::line_chart;
pub use panels::{MOST_PANELS, panel_chart, panel_chart_size};
pub use png::{MOST_ZOOM, PngError, USUAL_ZOOM, png};
pub use profile::profile_chart;
pub use scatter::{ScatterData, ScatterPoint, scatter_chart};
pub use series::{Point, Series};
pub use sparkline::{SPARKLINE_SIZE, sparkline};
pub use stacked::stacked_chart;
pub use theme::MOST_SERIES;
pub use top::{chosen_series, named_series, top_rows, top_series};
