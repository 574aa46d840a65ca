//! A table for those who design entries: what is free, what something means.

use affixboard_core::catalog::GuideTable;
use affixboard_report::format::guide_csv;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use crate::web::{
    Error, Frame, Html, State,
    extract::Path,
    links::{self, Choice},
    respond::html::Section,
    sheets::export::{attachment, file_name},
};

#[derive(Template)]
#[template(path = "catalog/guide.html")]
pub(crate) struct GuidePage {
    frame: Frame,
    guide: GuideTable,
    others: Vec<Choice>,
    csv: String,
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
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
    let other =
        |other: &GuideTable| Choice::new(other.title, links::guide(&open.revision, other.name), other.name == name);
    Ok(Html(GuidePage {
        frame: Frame::open(format!("{} · {}", guide.title, open.revision.title), Section::Sheets, &open),
        others: guides.iter().map(other).collect(),
        csv: format!("{}.csv", links::guide(&open.revision, guide.name)),
        guide: guide.clone(),
    })
    .into_response())
}
