//! The chart beside a sheet: its most frequent rows over depth, or of a sheet of changes those that changed most at one depth.

use affixboard_report::{
    chart::{self, BarsFrame, Changes, ChartWidth, Theme},
    sheet::{Measure, Sheet},
    sheets,
};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};

use crate::{
    Error, State,
    links::Choice,
    sheets::settings::{SheetSettings, chart_width, theme},
};
use affixboard_service::compute::Priority;

/// Entries drawn as lines.
const CHARTED: usize = 6;

/// The chart of changes at one depth.
pub(crate) struct ChangesView {
    /// The drawing's size.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The depths that there are, of which one is shown.
    pub(crate) depths: Vec<Choice>,
    pub(crate) path: String,
    pub(crate) hidden: Vec<(&'static str, String)>,
}

impl ChangesView {
    /// None where the sheet is none of changes.
    ///
    /// # Errors
    ///
    /// 400 where the depth is no number.
    pub(crate) fn new(sheet: &Sheet, settings: &SheetSettings, path: &str) -> Result<Option<ChangesView>, Error> {
        let Some(depth) = depth(sheet, settings)? else { return Ok(None) };
        let (width, height) = Changes::of(sheet, depth).size();
        let choice = |column: &affixboard_report::sheet::Column| {
            Choice::new(column.label.clone(), column.depth.to_string(), column.depth == depth)
        };
        Ok(Some(ChangesView {
            width,
            height,
            depths: sheet.columns.iter().map(choice).collect(),
            path: path.to_owned(),
            hidden: settings.query().except(&["at"]),
        }))
    }
}

/// The depth of which a sheet of changes is drawn: the one asked for if it has it, else where a row changed most.
fn depth(sheet: &Sheet, settings: &SheetSettings) -> Result<Option<u32>, Error> {
    let at = settings.at()?;
    if sheet.baseline.is_none() {
        return Ok(None);
    }
    let asked = at.filter(|at| sheet.columns.iter().any(|column| column.depth == *at));
    Ok(asked.or_else(|| chart::most_changed_at(sheet)))
}

/// The chart of a sheet as SVG, without the rows that are hidden.
///
/// # Errors
///
/// 400 for settings that there aren't, 404 where the sheet has no chart.
pub(crate) async fn chart(state: &State, sheet: Sheet, settings: SheetSettings) -> Result<Response, Error> {
    let look = (theme(settings.theme.as_deref())?, chart_width(settings.width.as_deref())?);
    let sheet = sheets::arranged(sheet, &settings.hidden()?, &[]);
    check(&sheet)?;
    let svg = state.compute(Priority::Interactive, move || draw(sheet, &settings, look)).await??;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

fn draw(sheet: Sheet, settings: &SheetSettings, (theme, width): (Theme, ChartWidth)) -> Result<String, Error> {
    let sheet = &if sheet.has_types() { sheets::ungrouped(sheet) } else { sheet };
    Ok(if let (Some(before), Some(depth)) = (&sheet.baseline, depth(sheet, settings)?) {
        let about = &sheet.provenance;
        let title = format!("{}, at {depth}", sheet.title);
        let (measure, how) = (sheet.measure.title(), sheet.how_text());
        let label = format!("{measure}, {how}; before: {}\nafter: {}", before.provenance.describe(), about.describe());
        let frame = BarsFrame { title: &title, desc: &sheet.caption, label: &label, theme };
        Changes::of(sheet, depth).svg(&frame)
    } else {
        // A narrow drawing has no room for more, and stands beneath a line that says so.
        let title = if width == ChartWidth::Narrow { sheet.title.clone() } else { title(sheet) };
        let frame = chart::ChartFrame {
            title: &title,
            desc: &sheet.caption,
            x_label: "dungeon level",
            y_label: sheet.measure.title(),
            measure: sheet.measure,
            theme,
            width,
            log: false,
        };
        chart::line_chart(&chart::top_series(sheet, CHARTED), &frame)
    })
}

/// The title of a sheet's chart.
pub(crate) fn title(sheet: &Sheet) -> String {
    let order = if sheet.baseline.is_some() { "largest change first" } else { "most frequent first" };
    let doubts = if sheet.provenance.is_doubtful() { " (files in doubt)" } else { "" };
    format!("{}, {order}{doubts}", sheet.title)
}

/// Says why a sheet has no chart, where it has none.
pub(crate) fn check(sheet: &Sheet) -> Result<(), Error> {
    if is_possible(sheet) {
        return Ok(());
    }
    Err(Error::not_found(
        "Shares of different item types are not drawn together; there is a chart per drop, and one of each item type.",
    ))
}

/// Whether a chart of a sheet says what it seems to: lines of several item types need something in common to be shares of.
pub(crate) fn is_possible(sheet: &Sheet) -> bool {
    !sheet.has_types() || sheet.measure != Measure::PerItem
}
