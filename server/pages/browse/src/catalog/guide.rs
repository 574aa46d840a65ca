//! A table for those who design entries: what is free, what something means.

use std::sync::Arc;

use affixboard_model::catalog::GuideTable;
use affixboard_proposal::{FieldError, correction_changes};
use affixboard_report::format::guide_csv;
use affixboard_store::Role;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use crate::{
    Error, Frame, Html, State,
    extract::Path,
    links::{self, Choice},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::export::{attachment, file_name},
};
use affixboard_service::{compute::Priority, library::OpenRevision};

#[derive(Template)]
#[template(path = "catalog/guide.html")]
pub(crate) struct GuidePage {
    frame: Frame,
    guide: GuideTable,
    others: Vec<Choice>,
    csv: String,
    /// Lines that the program would write otherwise.
    corrections: Vec<CorrectionView>,
}

/// Lines that can be put into a draft as the program would write them.
struct CorrectionView {
    title: &'static str,
    /// How many lines that changes.
    lines: usize,
    /// Where the form goes; empty for viewers who may not propose.
    action: String,
}

impl CorrectionView {
    fn said(&self) -> String {
        let lines = if self.lines == 1 { "1 line".to_owned() } else { format!("{} lines", self.lines) };
        format!("The program would write {lines} otherwise: {}.", self.title)
    }
}

/// Answers `GET /editions/{slug}/revisions/{number}/guides/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let guides = open.loaded.model.guides();
    let (name, is_csv) = file.strip_suffix(".csv").map_or((file.as_str(), false), |name| (name, true));
    let guide = guides
        .iter()
        .find(|guide| guide.name == name)
        .ok_or_else(|| Error::not_found(format!("There is no table called {name} in this revision.")))?;
    if is_csv {
        let name = file_name(&[&open.revision.title, guide.title], "csv");
        return Ok(attachment(&name, "text/csv; charset=utf-8; header=present", guide_csv(guide)));
    }
    let corrections = corrections(&viewer, &state, &open, guide.name).await?;
    let other =
        |other: &GuideTable| Choice::new(other.title, links::guide(&open.revision, other.name), other.name == name);
    Ok(Html(GuidePage {
        frame: Frame::open(format!("{} · {}", guide.title, open.revision.title), Section::Entries, &open),
        others: guides.iter().map(other).collect(),
        csv: format!("{}.csv", links::guide(&open.revision, guide.name)),
        guide: guide.clone(),
        corrections,
    })
    .into_response())
}

/// The corrections that go with a table and change something.
async fn corrections(
    viewer: &Viewer,
    state: &State,
    open: &Arc<OpenRevision>,
    guide: &'static str,
) -> Result<Vec<CorrectionView>, Error> {
    let of = Arc::clone(open);
    let may = viewer.may(Role::Proposer);
    let counting = state.compute(Priority::Interactive, move || {
        let known = of.loaded.model.corrections().iter().filter(|known| known.guide == guide);
        let counted = known.map(|known| Ok((known.name, known.title, correction_changes(&of.loaded, known)?.len())));
        counted.collect::<Result<Vec<_>, FieldError>>()
    });
    let counted = counting.await?.map_err(|error| Error::bad_request(error.to_string()))?;
    let view = |(name, title, lines): (&str, &'static str, usize)| CorrectionView {
        title,
        lines,
        action: if may { links::draft_correction(&open.revision.slug, name) } else { String::new() },
    };
    Ok(counted.into_iter().filter(|one| one.2 > 0).map(view).collect())
}
