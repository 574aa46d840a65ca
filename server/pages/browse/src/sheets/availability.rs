//! The availability sheet: the pools of an item type or kind, by generation level.

use std::sync::Arc;

use affixboard_model::game::Words;
use affixboard_report::{
    sheet::{Method, Sheet},
    sheets::{self, AvailabilityParams, PoolMeasure, SheetError},
};
use affixboard_store::Role;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    export::{self, download, download_whole, find_format, whole_format},
    mended::MendedSettings,
    progressive, readings,
    settings::SheetSettings,
    sheet::SheetHtml,
    tabs::{SheetTab, batches_like, tabs},
    types::{Types, of_ticked},
    view::{
        controls::Control,
        sheet_page::{RowFilters, SheetContext, SheetPage, affix_types},
    },
};
use crate::{
    Error, Frame, Html, State,
    explanations::why_links::WhyLinks,
    extract::{Address, Path, Ticked},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

const ALL_MEASURES: [(&str, &str); 2] = [("pool", "in pool"), ("commonness", "commonness")];

/// Changes are in points of per cent, or of commonness.
pub(crate) const CHANGE_MEASURES: [(&str, &str); 2] = [("pool", "in pool, %"), ("commonness", "commonness")];

pub(crate) const MEASURES: [(&str, PoolMeasure); 2] =
    [("pool", PoolMeasure::Chance), ("commonness", PoolMeasure::Commonness)];

/// A sheet of availability to make, of any item type.
struct AvailabilityRequest {
    /// By the rules asked for.
    open: Arc<OpenRevision>,
    params: AvailabilityParams,
}

impl AvailabilityRequest {
    async fn new(
        state: &State,
        slug: &str,
        number: u32,
        settings: &SheetSettings,
    ) -> Result<AvailabilityRequest, Error> {
        let open = progressive::open(state, slug, number, settings).await?;
        let words = open.loaded.game.words();
        let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
        let level =
            SheetSettings::position("level", settings.level.as_ref(), reachable, usize::from(words.usual_affix_level))?;
        let params = AvailabilityParams {
            tval: 0,
            sval: None,
            affix_level: level as u8,
            depths: settings.depths(words)?,
            measure: settings.measure(&MEASURES, PoolMeasure::Chance)?,
            filter: settings.filter(words)?,
            sort: settings.sort()?,
        };
        Ok(AvailabilityRequest { open, params })
    }
}

/// The sheet of these item types; of a single one the parameters may name a kind.
///
/// # Errors
/// As [`sheets::availability_of_types`].
pub(crate) fn sheet_of(open: &OpenRevision, types: &[u16], params: &AvailabilityParams) -> Result<Sheet, SheetError> {
    let (provenance, words) = (open.provenance(Method::Exact), open.loaded.game.words());
    let (catalog, forge) = (&open.loaded.catalog, open.forge.as_ref());
    match types {
        [tval] => {
            let params = AvailabilityParams { tval: *tval, ..params.clone() };
            sheets::availability(catalog, forge, words, provenance, &params)
        }
        types => sheets::availability_of_types(catalog, forge, words, &provenance, types, params),
    }
}

/// Answers `GET /editions/{slug}/revisions/{number}/types/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
    MendedSettings(settings): MendedSettings,
    ticked: Ticked,
    Address(address): Address,
) -> Result<Response, Error> {
    let whole = whole_format(&file);
    if let Some(compared) = readings::of_old_address(&*state.open(&slug, Some(number)).await?, &file, &settings) {
        return Ok(Redirect::to(&compared).into_response());
    }
    let mut request = AvailabilityRequest::new(&state, &slug, number, &settings).await?;
    let all = affix_types(&request.open.loaded.catalog);
    let revision = &request.open.revision;
    if let Some(answer) = of_ticked(ticked, &settings, &all, &|types| links::item_type(revision, types)) {
        return Ok(answer);
    }
    let options = export::FileOptions::of(&settings, address)?;
    if let Some(format) = whole {
        let types = all.into_iter().map(|item_type| (item_type.tval, item_type.name.clone())).collect();
        let sheet_of = move |tval| sheet_of(&request.open, &[tval], &request.params);
        return download_whole(&state, "availability", options, format, types, sheet_of).await;
    }
    let (types, extension) = Types::and_format(&file)?;
    let list = types.list(&all);
    request.params.sval = types.sval(&settings)?;
    let request = Arc::new(request);
    let of = Arc::clone(&request);
    let sheet = state.compute(Priority::Interactive, move || sheet_of(&of.open, &list, &of.params)).await??;
    let AvailabilityRequest { open, params, .. } = &*request;
    if let Some(extension) = extension {
        return Ok(download(&state, sheet, options, find_format(extension)?));
    }
    let newest = batches_like(&state, open).await?;
    let tabs = tabs(open, &types, SheetTab::Availability, newest.first());
    let (of, params, can_act) = (Arc::clone(&request), params.clone(), viewer.may(Role::Proposer));
    let write = move || html(&viewer, &of.open, &settings, (types, params), &sheet, tabs, can_act);
    Ok(Html(state.compute(Priority::Interactive, write).await??).into_response())
}

/// What leads from a cell of a pool to its explanation: magic applied to a given kind is made at just the level of the column.
pub(crate) fn why_query(params: &AvailabilityParams) -> Query {
    Query::default().set("made", "given").set("pool", params.affix_level.to_string())
}

fn html(
    viewer: &Viewer,
    open: &OpenRevision,
    settings: &SheetSettings,
    (types, params): (Types, AvailabilityParams),
    sheet: &Sheet,
    tabs: Vec<Choice>,
    can_act: bool,
) -> Result<SheetHtml, Error> {
    let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
    let (path, sval) = (links::item_type(revision, &types), params.sval);
    let propose = match &types {
        Types::One(tval) => links::draft_of_type(revision, *tval),
        _ => links::draft(&revision.slug),
    };
    let context = SheetContext {
        shown: types.clone(),
        sval,
        of_types: &|types| links::item_type(revision, types),
        with_several: true,
        depth_word: "level",
        line: vec![
            Control::new(words.affix_level_label, level_choices(settings, &path, words)),
            Control::new("Sheet", tabs),
            Control::new("Measure", settings.choices(&path, "measure", &ALL_MEASURES)).into_menu(),
        ],
        more: vec![
            Control::new("Rules", readings::choices(&[open.loaded.game], settings, &path)),
            Control::new("Compare with", readings::changes(open, &types, settings)),
            Control::new("Sort", settings.sorts(&path, sheet, words.has_affix_levels())),
        ],
        filters: RowFilters::Roles,
        depths_label: Some("Levels"),
        types: affix_types(catalog),
        why: WhyLinks::new(open, sval, why_query(&params)),
    };
    let page = SheetPage::new(viewer, open, settings, sheet, context)?.with_whole(settings);
    let actions = [("New batch", readings::new_batch(open)), ("Propose", propose)];
    let actions = actions.into_iter().map(|(label, href)| Choice::new(label, href, false)).collect();
    let frame = Frame::open(format!("{} · {}", sheet.title, revision.title), Section::Sheets, open);
    Ok(SheetHtml::new(frame, if can_act { page.with_actions(actions) } else { page }))
}

/// The affix levels to choose from, the highest first; none where there is nothing to choose.
pub(crate) fn level_choices(settings: &SheetSettings, path: &str, words: &Words) -> Vec<Choice> {
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    if reachable.len() < 2 {
        return Vec::new();
    }
    let levels: Vec<(&str, &str)> = reachable.iter().rev().map(|level| (*level, *level)).collect();
    settings.choices_with(path, "level", &levels, words.affix_levels[usize::from(words.usual_affix_level)])
}

#[cfg(test)]
mod tests {
    use affixboard_games as games;

    use super::*;
    use crate::sheets::view::sheet_page::filter_hint;

    #[test]
    fn one_affix_level_is_no_choice() {
        let words = games::find("affix-branch").expect("the game").words();
        let labels = |words: &Words| -> Vec<String> {
            level_choices(&SheetSettings::default(), "/", words).into_iter().map(|choice| choice.label).collect()
        };
        assert_eq!(labels(words), ["uber", "great", "good"]);
        assert_eq!(filter_hint(words), "name, flag, level");

        let one = Words { affix_levels: &["ego"], reachable_affix_levels: 1, usual_affix_level: 0, ..*words };
        assert!(labels(&one).is_empty());
        assert_eq!(filter_hint(&one), "name, flag");
    }
}
