//! An affix: what it gives, where it may be drawn and how often, which themes it belongs to, its lines.

use std::sync::Arc;

use affixboard_model::catalog::{AffixId, Sort};
use affixboard_report::{
    sheet::{Method, Row},
    sheets,
};
use axum::extract::State as Extracted;

use super::{
    Answer, EntryField, EntryQuery, EntryTable, FrequencyView, OpenEntry, SourceView,
    allocations::{self, AllocationTable},
    columns, effects, level_of, usual_depths,
};
use crate::{
    Error, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    session::viewer::Viewer,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Answers `GET /editions/{slug}/revisions/{number}/affixes/{index}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, index)): Path<(String, u32, u32)>,
    UrlQuery(query): UrlQuery<EntryQuery>,
) -> Answer {
    let open = state.open(&slug, Some(number)).await?;
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let id = catalog.affix_by_index(index).ok_or_else(|| {
        Error::not_found(format!("There is no {} with the index {index} in this revision.", words.affix))
    })?;
    let affix = catalog.affix(id);
    let level = level_of(&open, query.level.as_ref())?;
    let role = affix.role.map_or(String::new(), |role| format!("{} · ", role.name()));
    let marked: Vec<_> = affix.allocations.iter().map(|line| line.line).collect();
    let begun = OpenEntry {
        state: &state,
        open: &open,
        name: &affix.name,
        what: format!("{role}{} {index}", words.affix),
        entry: (Sort::AFFIX, index),
    };
    let mut page = begun.page(&viewer, Some(SourceView::new(&open, affix.record, &marked))).await?;
    page.flags = affix.flags.iter().map(|flag| (*flag).to_owned()).collect();
    let effects = open.loaded.affix_effects();
    page.facts.extend(effects.get(id.at()).and_then(|effects| effects::sentence(&open, effects)));
    let lines_differ = affix.allocations.windows(2).any(|two| {
        (two[0].affix_level, two[0].commonness, two[0].min, two[0].max)
            != (two[1].affix_level, two[1].commonness, two[1].min, two[1].max)
    });
    let first =
        if lines_differ { " Of several lines that match an item, the first one in the file counts." } else { "" };
    let only = if words.has_themes { " and exists only through themes" } else { "" };
    page.tables.push(allocations::table(
        &open,
        AllocationTable {
            title: "Where it may be drawn",
            about: format!(
                "Commonness is a weight: the chance follows after dividing by the pool it competes in; the sheets show it.{first}"
            ),
            empty: format!("Nowhere: it has no allocation{only}."),
            lines: &affix.allocations,
            slug: format!("affix-{index}"),
            is_weighed: true,
        },
    ));
    if words.has_themes {
        page.tables.push(themes(&open, id));
    }
    page.tables.extend(effects::competitors(&open, id, &effects));
    if !affix.allocations.is_empty() {
        let (of, depths) = (Arc::clone(&open), usual_depths(&open)?);
        let build = move || {
            let (catalog, words, provenance) =
                (&of.loaded.catalog, of.loaded.game.words(), of.provenance(Method::Exact));
            sheets::affix_by_item_type(catalog, of.forge.as_ref(), words, provenance, (id, level), &depths)
        };
        let sheet = state.compute(Priority::Interactive, build).await??;
        let to_type = Query::default().set("level", query.level.as_deref().unwrap_or("").trim());
        let href = |row: &Row| to_type.on(&links::item_type(&open.revision, row.place.0)) + &format!("#affix-{index}");
        let path = links::affix(&open.revision, index);
        let often = FrequencyView::new("How often in the pools", sheet, "Item type", &href);
        page.often.push(often.at_level(&open, level, &path, &Query::default()));
    }
    Ok(Html(page))
}

fn themes(open: &OpenRevision, id: AffixId) -> EntryTable {
    let (catalog, sources) = (&open.loaded.catalog, &open.loaded.sources);
    let mut rows = Vec::new();
    for theme in &catalog.themes {
        for part in theme.parts.iter().filter(|part| part.affix == id) {
            let place = sources.position(part.line).line;
            let href = links::theme(&open.revision, theme.index);
            rows.push(vec![
                EntryField {
                    about: format!("theme {}", theme.index),
                    ..EntryField::link(theme.name.clone(), href.clone())
                },
                EntryField::plain(part.weight.to_string()),
                EntryField::plain(theme.total_weight().to_string()),
                EntryField::link(
                    format!("{}:{place}", sources.file(part.line.file).name()),
                    format!("{href}#L{place}"),
                ),
            ]);
        }
    }
    EntryTable {
        title: "Themes it belongs to".to_owned(),
        about: String::new(),
        columns: columns(&[("Theme", false), ("Weight", true), ("of all", true), ("Line", true)]),
        rows,
        empty: "None.".to_owned(),
    }
}
