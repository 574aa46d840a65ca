//! A theme: how likely chosen affixes bring it and which together are enough, where it may come, its lines.

use std::sync::Arc;

use affixboard_model::catalog::{Sort, Theme};
use affixboard_report::{
    sheet::{Method, Row},
    sheets,
};
use axum::extract::State as Extracted;

use super::{
    Answer, EntryField, EntryTable, FrequencyView, OpenEntry, SourceView,
    allocations::{self, AllocationTable},
    columns, effects, level_of,
    score::{self, ScoreView},
    usual_depths,
};
use crate::{
    Error, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    session::viewer::Viewer,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Answers `GET /editions/{slug}/revisions/{number}/themes/{index}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, index)): Path<(String, u32, u32)>,
    // Ticked affixes come one by one under the same key.
    UrlQuery(query): UrlQuery<Vec<(String, String)>>,
) -> Answer {
    let open = state.open(&slug, Some(number)).await?;
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let id = catalog
        .theme_by_index(index)
        .ok_or_else(|| Error::not_found(format!("There is no theme with the index {index} in this revision.")))?;
    let theme = catalog.theme(id);
    let level_text = query.iter().find(|pair| pair.0 == "level").map(|pair| pair.1.trim().to_owned());
    let level = level_of(&open, level_text.as_ref())?;
    let has = score::ticked(catalog, theme, &query)?;

    let role = theme.role.map_or(String::new(), |role| format!("{} · ", role.name()));
    let marked: Vec<_> =
        theme.allocations.iter().map(|line| line.line).chain(theme.parts.iter().map(|part| part.line)).collect();
    let begun = OpenEntry {
        state: &state,
        open: &open,
        name: &theme.name,
        what: format!("{role}theme {index}"),
        entry: (Sort::THEME, index),
    };
    let mut page = begun.page(&viewer, Some(SourceView::new(&open, theme.record, &marked))).await?;

    let path = links::theme(&open.revision, index);
    let (of, chosen, there) = (Arc::clone(&open), has.clone(), path.clone());
    // It tries all combinations of the theme's parts.
    let combine = move || {
        let theme = of.loaded.catalog.theme(id);
        ScoreView::new(&of, (id, theme), &chosen, level_text.as_deref().unwrap_or(""), &there)
    };
    page.score = Some(state.compute(Priority::Interactive, combine).await?);
    page.tables.push(parts(&open, theme));
    page.tables.push(effects::of_theme(&open, theme));
    page.tables.push(allocations::table(
        &open,
        AllocationTable {
            title: "Where it may come",
            about: format!(
                "At these generation levels it may come to an item with two or more of its {}.",
                words.affixes
            ),
            empty: "Nowhere: it has no line that says where.".to_owned(),
            lines: &theme.allocations,
            slug: format!("theme-{index}"),
            is_weighed: false,
        },
    ));
    if !theme.allocations.is_empty() {
        let (of, depths) = (Arc::clone(&open), usual_depths(&open)?);
        let build = move || {
            let (catalog, words, provenance) =
                (&of.loaded.catalog, of.loaded.game.words(), of.provenance(Method::Exact));
            sheets::theme_by_item_type(catalog, of.forge.as_ref(), words, provenance, (id, level), &depths)
        };
        let sheet = state.compute(Priority::Interactive, build).await??;
        let href = |row: &Row| links::chances(&open.revision, row.place.0) + &format!("?subject=themes#theme-{index}");
        let often = FrequencyView::new(&format!("Where its {} are", words.affixes), sheet, "Item type", &href);
        page.often.push(often.at_level(&open, level, &path, &score::query(catalog, &has, &Query::default())));
    }
    Ok(Html(page))
}

/// The theme's affixes, by line.
fn parts(open: &OpenRevision, theme: &Theme) -> EntryTable {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let has_chances = theme.parts.iter().any(|part| part.chance != 100);
    let affix = affixboard_report::capitalised(words.affix);
    let mut headings = vec![(affix.as_str(), false), ("Weight", true)];
    if has_chances {
        headings.push(("Comes with it, %", true));
    }
    headings.push(("Line", true));
    let row = |part: &affixboard_model::catalog::ThemePart| {
        let affix = catalog.affix(part.affix);
        let line = open.loaded.sources.position(part.line).line;
        let mut fields = vec![
            EntryField::link(affix.name.clone(), links::affix(&open.revision, affix.index)),
            EntryField::plain(part.weight.to_string()),
        ];
        if has_chances {
            fields.push(EntryField::plain(part.chance.to_string()));
        }
        fields.push(EntryField::link(line.to_string(), format!("#L{line}")));
        fields
    };
    EntryTable {
        title: format!("Its {}", words.affixes),
        about: format!(
            "Weights together {}. One of weight 0 comes with the theme but does not raise the score.",
            theme.total_weight()
        ),
        columns: columns(&headings),
        rows: theme.parts.iter().map(row).collect(),
        empty: "None: it can never come.".to_owned(),
    }
}
