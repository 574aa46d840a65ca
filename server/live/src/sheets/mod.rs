//! Sheets before and after edits, by the functions with which the dashboard makes them.

mod availability;
mod chances;
mod counts;
mod settings;
mod shape;
mod subject;

pub(crate) use availability::has_availability;
pub(crate) use chances::has_chances;
pub(crate) use counts::has_counts;
pub(crate) use settings::{levels, quality};
pub(crate) use subject::subject_metrics;

use serde::Serialize;

use crate::{
    edition::{Edition, Sides},
    edits::{Remark, remarks},
    failure::Failure,
    request::{SheetKind, SheetRequest},
};
use shape::SheetAnswer;

/// A sheet of an edition, and with edits.
#[derive(Serialize)]
pub(crate) struct BothSheets {
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<SheetAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<SheetAnswer>,
    remarks: Vec<Remark>,
}

/// The sheets of both sides.
///
/// # Errors
/// If the request names what isn't there, or more than an answer has.
pub(crate) fn sheet(sides: &Sides, request: &SheetRequest) -> Result<BothSheets, Failure> {
    let wants_before = request.before.unwrap_or(true) || sides.after.is_none();
    let before = wants_before.then(|| of_edition(&sides.before, request)).transpose()?;
    let after = sides.after.as_ref().map(|after| of_edition(after, request)).transpose()?;
    let remarks = sides.after.as_ref().map_or_else(Vec::new, |after| remarks(&sides.before.loaded, &after.loaded));
    Ok(BothSheets { before, after, remarks })
}

fn of_edition(edition: &Edition, request: &SheetRequest) -> Result<SheetAnswer, Failure> {
    match request.kind {
        SheetKind::Availability => availability::sheet(edition, request),
        SheetKind::Chances => chances::sheet(edition, request),
        SheetKind::Counts => counts::sheet(edition, request),
        SheetKind::Subject => subject::sheet(edition, request),
    }
}
