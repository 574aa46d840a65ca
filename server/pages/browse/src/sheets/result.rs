//! The result sheet of a batch: its counts by depth, and its chart.

use std::sync::Arc;

use affixboard_model::batch::Plan;
use affixboard_report::{
    sheet::Sheet,
    sheets::{CountParams, Denominator, SheetSection},
};
use affixboard_store::Batch;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    export::{self, download, download_whole, find_format, whole_format},
    mended::MendedSettings,
    settings::SheetSettings,
    sheet::{SheetHtml, TextPiece},
    tabs::{SheetTab, tabs},
    types::{Types, of_ticked},
    view::{
        controls::Control,
        sheet_chart,
        sheet_page::{RowFilters, SheetContext, SheetPage},
    },
};
use crate::{
    Error, Frame, Html, State,
    batches::{
        rows::plan_text,
        tally::{BatchTally, check_done, check_rules, find_drops},
    },
    comparand_address::of_batch,
    explanations::why_links::WhyLinks,
    extract::{Address, Path, Ticked},
    links::{self, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

const ALL_MEASURES: [(&str, &str); 2] = [("item", "per item"), ("drop", "per drop")];
/// Changes are in points of per cent.
pub(crate) const CHANGE_MEASURES: [(&str, &str); 2] = [("item", "per item, %"), ("drop", "per drop, %")];

const MEASURES: [(&str, Denominator); 2] = [("item", Denominator::PerItem), ("drop", Denominator::PerDrop)];

/// The sections that a batch of this revision counts.
pub(crate) fn subjects_of(open: &OpenRevision) -> impl Iterator<Item = SheetSection> + '_ {
    let all = SheetSection::ALL.into_iter().chain(SheetSection::VALUES);
    all.filter(|subject| open.forge.keys().has(subject.metric()))
}

/// Answers `GET /batches/{id}/types/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((id, file)): Path<(i64, String)>,
    MendedSettings(settings): MendedSettings,
    ticked: Ticked,
    Address(address): Address,
) -> Result<Response, Error> {
    let whole = whole_format(&file);
    let (types, extension) = Types::and_format(&file)?;
    let batch = find_drops(&state, id).await?;
    if !batch.state.is_final() && extension.is_none() && whole.is_none() {
        return Ok(Redirect::to(&links::batch(batch.id)).into_response());
    }
    if let Some(before) = settings.held_against()? {
        let sides = settings.between(of_batch(before), of_batch(batch.id));
        return Ok(Redirect::to(&sides.on(&links::compared(file))).into_response());
    }
    check_done(&batch)?;
    let open = state.open_for(&batch).await?;
    check_rules(&batch, &open)?;
    let all: Vec<_> = open.counted_types().collect();
    if let Some(answer) = of_ticked(ticked, &settings, &all, &|types| links::result(batch.id, types)) {
        return Ok(answer);
    }
    let mut params = params(&batch.plan, &open, &settings)?;
    let counted = BatchTally::of(&state, &batch, Arc::clone(&open), params.quality).await?;
    let options = export::FileOptions::of(&settings, address)?;
    if let Some(format) = whole {
        let types = all.into_iter().map(|item_type| (item_type.tval, item_type.name.clone())).collect();
        let sheet_of = move |tval| counted.sheet(&[tval], &params);
        return download_whole(&state, &format!("batch {id}"), options, format, types, sheet_of).await;
    }
    params.sval = types.sval(&settings)?;
    let (list, of) = (types.list(&all), params.clone());
    let sheet = state.compute(Priority::Interactive, move || counted.sheet(&list, &of)).await??;
    match extension {
        None => {
            let write = move || html(&viewer, &open, &batch, &settings, &types, &params, &sheet);
            Ok(Html(state.compute(Priority::Interactive, write).await??).into_response())
        }
        Some("svg") => sheet_chart::chart(&state, sheet, settings).await,
        Some(extension) => Ok(download(&state, sheet, options, find_format(extension)?)),
    }
}

/// The parameters of a sheet by its settings; item type and kind are still to be set.
pub(crate) fn params(plan: &Plan, open: &OpenRevision, settings: &SheetSettings) -> Result<CountParams, Error> {
    let words = open.loaded.game.words();
    // Without a choice the richest drops are shown: that is where most happens.
    let quality = SheetSettings::position(
        "quality",
        settings.quality.as_ref(),
        words.qualities,
        words.richest_of(&plan.qualities),
    )?;
    let all_subjects: Vec<SheetSection> = subjects_of(open).collect();
    let subject_ids: Vec<_> = all_subjects.iter().map(|subject| subject.id()).collect();
    let subjects = match settings.subject.as_deref().unwrap_or("").trim() {
        "" => SheetSection::ALL.to_vec(),
        _ => {
            vec![all_subjects[SheetSettings::position("subject", settings.subject.as_ref(), &subject_ids, 0)?]]
        }
    };
    Ok(CountParams {
        tval: 0,
        sval: None,
        quality: quality as u8,
        denominator: settings.measure(&MEASURES, Denominator::PerItem)?,
        sections: subjects,
        filter: settings.filter_with_level(words)?,
        sort: settings.sort()?,
    })
}

/// The sheet of a batch's counts of item types.
pub(crate) async fn sheet(
    state: &State,
    batch: &Batch,
    open: Arc<OpenRevision>,
    types: &[u16],
    params: &CountParams,
) -> Result<Sheet, Error> {
    let counted = BatchTally::of(state, batch, open, params.quality).await?;
    let (types, params) = (types.to_vec(), params.clone());
    Ok(state.compute(Priority::Interactive, move || counted.sheet(&types, &params)).await??)
}

fn html(
    viewer: &Viewer,
    open: &OpenRevision,
    batch: &Batch,
    settings: &SheetSettings,
    types: &Types,
    params: &CountParams,
    sheet: &Sheet,
) -> Result<SheetHtml, Error> {
    let words = open.loaded.game.words();
    let path = links::result(batch.id, types);
    let mut qualities: Vec<(&str, &str)> = batch
        .plan
        .qualities
        .iter()
        .filter_map(|at| words.qualities.get(usize::from(*at)))
        .map(|quality| (*quality, *quality))
        .collect();
    qualities.reverse();
    let titled = |wanted: &[SheetSection]| -> Vec<(&'static str, String)> {
        let wanted = subjects_of(open).filter(|subject| wanted.contains(subject));
        wanted.map(|subject| (subject.id(), subject.title(words))).collect()
    };
    let (identity, values) = (titled(&SheetSection::ALL), titled(&SheetSection::VALUES));
    let mut subjects: Vec<(&str, &str)> = identity.iter().map(|(id, title)| (*id, title.as_str())).collect();
    subjects.insert(0, ("", "all"));
    // Values, where they were counted.
    subjects.extend(values.iter().map(|(id, title)| (*id, title.as_str())));
    let context = SheetContext {
        shown: types.clone(),
        sval: params.sval,
        of_types: &|types| links::result(batch.id, types),
        with_several: true,
        depth_word: "depth",
        line: vec![
            Control::new("Drop", settings.choices(&path, "quality", &qualities)),
            Control::new("Sheet", tabs(open, types, SheetTab::Batch(batch.id), None)),
            Control::new("Measure", settings.choices(&path, "measure", &ALL_MEASURES)).into_menu(),
        ],
        more: vec![
            Control::new("Show", settings.choices(&path, "subject", &subjects)),
            Control::new("Sort", settings.sorts(&path, sheet, false)),
        ],
        filters: RowFilters::RolesAndLevels,
        depths_label: None,
        types: open.counted_types().collect(),
        why: WhyLinks::new(
            open,
            params.sval,
            Query::default()
                .set("quality", params.quality.to_string())
                .set("made", if batch.plan.kinds.is_empty() { "" } else { "given" }),
        ),
    };
    let page = SheetPage::new(viewer, open, settings, sheet, context)?.with_whole(settings);
    let frame = Frame::open(format!("{} · batch {}", sheet.title, batch.id), Section::Batches, open);
    let page = if sheet_chart::is_possible(sheet) { page.with_chart() } else { page };
    let plan = plan_text(&batch.game, &batch.plan);
    let whence = vec![
        TextPiece::text(" "),
        TextPiece::link(format!("Batch {}", batch.id), links::batch(batch.id)),
        TextPiece::text(format!(": {plan}, seed {}.", batch.plan.seed)),
    ];
    let html = SheetHtml::new(frame, page).with_whence(whence);
    Ok(html.with_chart_caption("The most frequent of the rows, with 95 % intervals."))
}
