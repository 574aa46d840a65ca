//! A kind: where it comes and how often, by drop quality, the artifacts of it, its lines.

use std::sync::Arc;

use affixboard_model::catalog::Sort;
use affixboard_report::{sheet::Method, sheets};
use axum::extract::State as Extracted;

use super::{Answer, EntryField, EntryTable, FrequencyView, OpenEntry, SourceView, allocations, columns, usual_depths};
use crate::{
    Error, Html, State,
    extract::Path,
    items::show::WorthView,
    links::{self, Choice},
    session::viewer::Viewer,
};
use affixboard_service::compute::Priority;

/// Answers `GET /editions/{slug}/revisions/{number}/kinds/{index}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, index)): Path<(String, u32, u32)>,
) -> Answer {
    let open = state.open(&slug, Some(number)).await?;
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let id = catalog
        .kind_by_index(index)
        .ok_or_else(|| Error::not_found(format!("There is no kind with the index {index} in this revision.")))?;
    let kind = catalog.kind(id);
    let marked: Vec<_> = kind.allocations.iter().map(|line| line.line).collect();
    let begun = OpenEntry {
        state: &state,
        open: &open,
        name: &kind.name,
        what: format!("kind {}:{} · {index}", kind.tval, kind.sval),
        entry: (Sort::KIND, index),
    };
    let source = kind.record.map(|record| SourceView::new(&open, record, &marked));
    let mut page = begun.page(&viewer, source).await?;

    page.worths = open.loaded.model.kind_appraisal(id).map(|worth| WorthView::of(&worth)).unwrap_or_default();
    if !page.worths.is_empty() {
        page.facts.push("What it is worth is said of a plain one, without magic.".to_owned());
    }
    page.flags = kind.flags.iter().map(|flag| (*flag).to_owned()).collect();
    let of_type = catalog.item_type(kind.tval);
    let type_name = of_type.map_or("", |of_type| of_type.name.as_str());
    let table = if kind.good {
        "It is in the table for good and great drops."
    } else {
        "It is not in the table for good and great drops."
    };
    page.facts.push(format!("An item of type {type_name}. {table}"));
    if kind.record.is_none() {
        page.facts.push("No file defines it: the program makes it up for an artifact.".to_owned());
    }
    if of_type.is_some_and(|of_type| of_type.takes_affixes) {
        let availability = format!("{}?sval={}", links::item_type(revision, kind.tval), kind.sval);
        page.ways.push(Choice::new(affixboard_report::capitalised(words.affixes), availability, false));
        let chances = format!("{}?sval={}", links::chances(revision, kind.tval), kind.sval);
        page.ways.push(Choice::new("Chances", chances, false));
    }
    page.ways.push(Choice::new("All kinds", links::kinds(revision), false));

    let number: (&str, &dyn Fn(u32) -> String) = ("Commonness", &|number| number.to_string());
    let about = "Commonness is its weight in the tables of kinds.";
    let empty = "Nowhere: it has no line that says where, or none with a weight.";
    page.tables.push(allocations::plain_table(&open, &kind.allocations, number, (about, empty)));
    let of_kind = catalog.artifacts.iter().filter(|one| (one.tval, one.sval) == (kind.tval, kind.sval));
    let artifacts: Vec<_> = of_kind
        .map(|one| {
            vec![
                EntryField::link(one.name.clone(), links::artifact(revision, one.index)),
                EntryField::plain(one.index.to_string()),
            ]
        })
        .collect();
    page.tables.push(EntryTable {
        title: "Artifacts of it".to_owned(),
        about: String::new(),
        columns: columns(&[("Artifact", false), ("Index", true)]),
        rows: artifacts,
        empty: "None.".to_owned(),
    });
    let (of, depths) = (Arc::clone(&open), usual_depths(&open)?);
    let build = move || {
        let (catalog, words, provenance) = (&of.loaded.catalog, of.loaded.game.words(), of.provenance(Method::Exact));
        sheets::kind_by_quality(catalog, of.forge.as_ref(), words, &provenance, id, &depths)
    };
    if let Some(sheet) = state.compute(Priority::Interactive, build).await?? {
        page.often.push(FrequencyView::new("How often it drops", sheet, "Drops", &|_| String::new()));
    }
    Ok(Html(page))
}
