//! An artifact: where it may come, what it is made of, its lines.

use affixboard_model::{catalog::Sort, game::ArtifactNumber};
use axum::{
    Extension,
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{OpenEntry, SourceView, allocations, artifact_frequency};
use crate::{
    Error, Html, State,
    extract::Path,
    items::show::WorthView,
    links::{self, Choice},
    page_cache::Unfinished,
    session::viewer::Viewer,
};

/// Answers `GET /editions/{slug}/revisions/{number}/artifacts/{index}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, index)): Path<(String, u32, u32)>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let id = catalog
        .artifact_by_index(index)
        .ok_or_else(|| Error::not_found(format!("There is no artifact with the index {index} in this revision.")))?;
    let artifact = catalog.artifact(id);
    let marked: Vec<_> = artifact.allocations.iter().map(|line| line.line).collect();
    let begun = OpenEntry {
        state: &state,
        open: &open,
        name: &artifact.name,
        what: format!("artifact {index}"),
        entry: (Sort::ARTIFACT, index),
    };
    let mut page = begun.page(&viewer, Some(SourceView::new(&open, artifact.record, &marked))).await?;

    let of_type = catalog.item_type(artifact.tval).map_or("", |of_type| of_type.name.as_str());
    let kind = catalog.find_kind(artifact.tval, artifact.sval).map(|kind| catalog.kind(kind));
    page.facts.push(match kind {
        Some(kind) if kind.record.is_none() => {
            format!("An item of type {of_type} of a kind of its own, {}:{}.", kind.tval, kind.sval)
        }
        Some(kind) => format!("An item of type {of_type}: {} {}:{}.", kind.name, kind.tval, kind.sval),
        None => format!("Its kind {}:{} isn't in the files.", artifact.tval, artifact.sval),
    });
    if let Some(kind) = kind {
        page.ways.push(Choice::new(kind.name.clone(), links::kind(revision, kind.index), false));
    }
    page.worths = open.loaded.model.artifact_appraisal(id).map(|worth| WorthView::of(&worth)).unwrap_or_default();
    let chances = links::chances(revision, artifact.tval) + &format!("?subject=artifacts#artifact-{index}");
    page.ways.push(Choice::new("Chances", chances, false));
    let dive = links::dive(revision, artifact.tval) + &format!("?subject=artifacts#artifact-{index}");
    page.ways.push(Choice::new("In a dive", dive, false));
    if !page.worths.is_empty() {
        let worths = format!("{}#artifacts", links::worths(revision, artifact.tval));
        page.ways.push(Choice::new("Power and price of its type", worths, false));
    }

    let number: (&str, &dyn Fn(u32) -> String) = match words.artifact_number {
        ArtifactNumber::Weight => ("Commonness", &|number| number.to_string()),
        ArtifactNumber::OneIn => ("Rarity", &|number| format!("1 in {number}")),
        ArtifactNumber::PerCent => ("Made, %", &|number| number.to_string()),
    };
    let about = match words.artifact_number {
        ArtifactNumber::Weight => "Commonness is its weight among the artifacts that could be made.",
        ArtifactNumber::OneIn => "Of so many tries one makes it, where the program tries it at all.",
        ArtifactNumber::PerCent => "So many tries in a hundred make it, where the program tries it at all.",
    };
    let empty = "Nowhere: it has no line that says where.";
    page.tables.push(allocations::plain_table(&open, &artifact.allocations, number, (about, empty)));
    let (often, is_waiting) = artifact_frequency::frequency(&state, &open, artifact).await?;
    if often.is_empty() && !words.qualities.is_empty() {
        page.facts.push("It drops at none of the usual depths, whatever the drop.".to_owned());
    }
    (page.often, page.is_waiting) = (often, is_waiting);
    let page = Html(page);
    Ok(if is_waiting { (Extension(Unfinished), page).into_response() } else { page.into_response() })
}
