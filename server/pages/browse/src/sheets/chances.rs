//! The sheet of exact chances of an item type's drops, by depth. It is shown at once and fills
//! in as depths are computed.

use std::{convert::Infallible, fmt::Display, sync::Arc};

use affixboard_model::game::Preset;
use affixboard_report::{
    sheet::Sheet,
    sheets::{ChanceMeasure, ChanceParams, SheetError},
};
use affixboard_store::{Batch, BatchId, Revision, Role};
use axum::{
    extract::State as Extracted,
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::{
    computed,
    export::{self, download, download_later, find_format, with_unfinished},
    mended::MendedSettings,
    progressive::{self, ProgressView, refusal, why},
    readings,
    settings::SheetSettings,
    sheet::SheetHtml,
    tabs::{SheetTab, batches_like, tabs},
    types::{Types, of_ticked},
    view::{
        controls::Control,
        sheet_chart,
        sheet_page::{RowFilters, SheetContext, SheetPage, affix_types},
    },
};
use crate::{
    Error, Frame, Html, State,
    comparand_address::{of_batch, of_revision, with_reading},
    explanations::why_links::WhyLinks,
    extract::{Address, Path, Ticked, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{
    compute::{CellNumbers, CellRequest, ChanceError, Prefetch, Priority, Stages, TypeCell},
    library::OpenRevision,
};

/// Batches offered to hold against computed chances at most.
const OFFERED: usize = 5;

const ALL_MEASURES: [(&str, &str); 3] = [("item", "per item"), ("drop", "per drop"), ("thousand", "per 1,000 drops")];

const MEASURES: [(&str, ChanceMeasure); 3] =
    [("item", ChanceMeasure::PerItem), ("drop", ChanceMeasure::PerDrop), ("thousand", ChanceMeasure::PerThousand)];

/// A sheet of chances to make.
#[derive(Clone)]
struct ChancesRequest {
    state: State,
    open: Arc<OpenRevision>,
    /// The item types as the address has them, and in a list.
    types: Types,
    list: Vec<u16>,
    depths: Vec<u32>,
    params: ChanceParams,
}

impl ChancesRequest {
    async fn new(
        state: State,
        slug: &str,
        number: u32,
        types: Types,
        settings: &SheetSettings,
    ) -> Result<ChancesRequest, Error> {
        let open = progressive::open(&state, slug, number, settings).await?;
        let words = open.loaded.game.words();
        // As on result sheets the richest drops are shown without a choice: that is where most happens.
        let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, words.richest)?;
        let subjects = progressive::subjects(&open, settings)?;
        let params = ChanceParams {
            tval: types.one().unwrap_or_default(),
            sval: types.sval(settings)?,
            quality: quality as u8,
            measure: settings.measure(&MEASURES, ChanceMeasure::PerItem)?,
            sections: subjects,
            filter: settings.filter_with_level(words)?,
            sort: settings.sort()?,
        };
        let depths = settings.depths(words)?;
        let list = types.list(&affix_types(&open.loaded.catalog));
        computed::check_places(&list, &depths)?;
        Ok(ChancesRequest { state, open, types, list, depths, params })
    }

    /// The cells of the sheet, `[depth][item type]` in a row.
    fn wanted(&self) -> Vec<CellRequest> {
        let of_depth = |depth: u32| {
            let cell = move |tval: &u16| TypeCell { depth, quality: self.params.quality, tval: *tval };
            self.list.iter().map(move |tval| (Arc::clone(&self.open), cell(tval)))
        };
        self.depths.iter().flat_map(|depth| of_depth(*depth)).collect()
    }

    /// The sheet of these numbers, `[depth][item type]` in a row.
    async fn sheet(&self, numbers: Vec<CellNumbers>) -> Result<Sheet, Error> {
        let request = self.clone();
        Ok(self.state.compute(Priority::Interactive, move || request.build(&numbers)).await??)
    }

    fn build(&self, numbers: &[CellNumbers]) -> Result<Sheet, SheetError> {
        let of = (self.open.as_ref(), progressive::method(numbers));
        let numbers: Vec<&CellNumbers> = numbers.iter().collect();
        computed::sheet_of(of, &self.list, &self.depths, &numbers, &self.params)
    }

    fn stages(&self) -> Stages {
        computed::stages(&self.list)
    }

    /// The sheet once all depths are computed.
    async fn whole_sheet(&self) -> Result<Sheet, Error> {
        let numbers = self.state.numbers().whole(&self.wanted(), self.stages()).await.map_err(refusal)?;
        self.sheet(numbers).await
    }

    /// What is known of each cell by now, or why it can't be.
    fn known(&self) -> Result<Vec<CellNumbers>, ChanceError> {
        self.state.numbers().known(&self.wanted(), self.stages())
    }

    /// Numbers of which none is known.
    fn unknown(&self) -> Vec<CellNumbers> {
        vec![CellNumbers::default(); self.depths.len() * self.list.len()]
    }

    /// The number of depths at which no closer numbers are to come.
    fn known_depths(&self, numbers: &[CellNumbers]) -> usize {
        self.depths.len() - self.unfinished(numbers).len()
    }

    /// The depths at which closer numbers are to come.
    fn unfinished(&self, numbers: &[CellNumbers]) -> Vec<u32> {
        computed::unfinished(&self.depths, numbers)
    }

    /// The sheet of what is known a moment later, with the depths at which closer numbers are to come.
    async fn sheet_of_now(&self) -> Result<(Sheet, Vec<u32>), Error> {
        let numbers = self.state.numbers();
        progressive::wait_for_every_number(numbers, &self.wanted(), self.stages(), self.fill()).await;
        let numbers = self.known().map_err(refusal)?;
        let unfinished = self.unfinished(&numbers);
        Ok((self.sheet(numbers).await?, unfinished))
    }

    fn fill(&self) -> Prefetch {
        self.state.numbers().fill(self.wanted(), self.stages())
    }
}

/// The sheet of an item type by what is known of it a moment later, for pages about something else, and whether closer numbers are
/// to come.
pub(crate) async fn known_soon(
    state: &State,
    of: &Revision,
    tval: u16,
    settings: &SheetSettings,
) -> Result<(Sheet, bool), Error> {
    let request = ChancesRequest::new(state.clone(), &of.slug, of.number, Types::One(tval), settings).await?;
    progressive::wait_for_first(state.numbers(), &request.wanted(), request.stages(), request.fill()).await;
    let numbers = request.known().unwrap_or_else(|_| request.unknown());
    let is_waiting = request.known_depths(&numbers) < request.depths.len();
    Ok((request.sheet(numbers).await?, is_waiting))
}

/// Answers `GET /editions/{slug}/revisions/{number}/chances/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
    MendedSettings(settings): MendedSettings,
    ticked: Ticked,
    Address(address): Address,
) -> Result<Response, Error> {
    let (types, extension) = Types::and_format(&file)?;
    if let Some(batch) = settings.held_by()? {
        let open = progressive::open(&state, &slug, number, &settings).await?;
        return Ok(Redirect::to(&held(&open, batch, &file, &settings)).into_response());
    }
    let request = ChancesRequest::new(state, &slug, number, types, &settings).await?;
    let (all, revision) = (affix_types(&request.open.loaded.catalog), &request.open.revision);
    if let Some(answer) = of_ticked(ticked, &settings, &all, &|types| links::chances(revision, types)) {
        return Ok(answer);
    }
    match extension {
        None => {
            let partial = PartialChances::of(&request).await?;
            let state = request.state.clone();
            let write = move || html(&viewer, &request, &settings, &partial);
            Ok(Html(state.compute(Priority::Interactive, write).await??).into_response())
        }
        Some("svg") => {
            // Nothing is computed for a chart that there isn't.
            sheet_chart::check(&request.sheet(request.unknown()).await?)?;
            let (sheet, unfinished) = if settings.waits_for_exact()? {
                (request.whole_sheet().await?, Vec::new())
            } else {
                request.sheet_of_now().await?
            };
            let answer = sheet_chart::chart(&request.state, sheet, settings).await?;
            Ok(with_unfinished(answer, &unfinished))
        }
        Some(extension) => {
            let format = find_format(extension)?;
            let options = export::FileOptions::of(&settings, address)?;
            if !settings.waits_for_exact()? {
                let (sheet, unfinished) = request.sheet_of_now().await?;
                return Ok(with_unfinished(download(&request.state, sheet, options, format), &unfinished));
            }
            // Errors in the request are reported before the file begins.
            let like = request.sheet(request.unknown()).await?;
            if let Some((_, TypeCell { depth, quality, tval })) = request.wanted().first().cloned() {
                request.state.exact().of_type(&request.open, depth, quality, tval).await.map_err(refusal)?;
            }
            let state = request.state.clone();
            Ok(download_later(&state, &like, options, format, async move { request.whole_sheet().await }))
        }
    }
}

/// Computes, as long as somebody listens, and tells how far that is: `progress` with the depths that are known and how many
/// there are, `end` when there is no more to come.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (types, _) = Types::and_format(&file)?;
    let request = ChancesRequest::new(state, &slug, number, types, &settings).await?;
    let (filling, total, stopped) = (request.fill(), request.depths.len(), request.state.stopped.clone());
    let progress = move || {
        let known = request.known().unwrap_or_default();
        (request.known_depths(&known), progressive::drops(&known))
    };
    Ok(progressive::events(filling, progress, total, stopped))
}

/// A sheet of which some depths may still be computed.
struct PartialChances {
    sheet: Sheet,
    /// Number of depths at which no closer numbers are to come.
    known: usize,
    /// Number of drops simulated for it.
    drops: u64,
    problem: &'static str,
    /// The batches like the revision.
    batches: Vec<Batch>,
}

impl PartialChances {
    /// Waits a little for what isn't known yet.
    async fn of(request: &ChancesRequest) -> Result<PartialChances, Error> {
        progressive::wait_for_first(request.state.numbers(), &request.wanted(), request.stages(), request.fill()).await;
        let (numbers, problem) = match request.known() {
            Ok(numbers) => (numbers, ""),
            Err(error) => (request.unknown(), why(error)),
        };
        let (known, drops) = (request.known_depths(&numbers), progressive::drops(&numbers));
        let sheet = request.sheet(numbers).await?;
        let batches = batches_like(&request.state, &request.open).await?;
        Ok(PartialChances { sheet, known, drops, problem, batches })
    }
}

fn html(
    viewer: &Viewer,
    request: &ChancesRequest,
    settings: &SheetSettings,
    partial: &PartialChances,
) -> Result<SheetHtml, Error> {
    let PartialChances { sheet, known, drops, problem, batches } = partial;
    let ChancesRequest { open, params, .. } = request;
    let (revision, catalog) = (&open.revision, &open.loaded.catalog);
    let types = &request.types;
    let path = links::chances(revision, types);
    let tabs = tabs(open, types, SheetTab::Chances, batches.first());
    let mut compared = readings::changes(open, types, &for_comparing(settings, false));
    compared.extend(held_against(open, types, settings, batches, params.quality));
    let context = SheetContext {
        shown: types.clone(),
        sval: params.sval,
        of_types: &|types| links::chances(revision, types),
        with_several: true,
        depth_word: "depth",
        line: vec![
            Control::new("Drop", quality_choices(request, settings, &path)),
            Control::new("Sheet", tabs),
            Control::new("Measure", settings.choices(&path, "measure", &ALL_MEASURES)).into_menu(),
        ],
        more: vec![
            Control::new("Show", progressive::subject_choices(open, settings, &path)),
            Control::new("Rules", readings::choices(&[open.loaded.game], settings, &path)),
            Control::new("Compare with", compared),
            Control::new("Sort", settings.sorts(&path, sheet, false)),
        ],
        filters: RowFilters::RolesAndLevels,
        depths_label: Some("Depths"),
        types: affix_types(catalog),
        why: WhyLinks::new(open, params.sval, Query::default().set("quality", params.quality.to_string())),
    };
    let page = SheetPage::new(viewer, open, settings, sheet, context)?;
    let has_every_depth = computed::fits_at_every_depth(&request.list, open.loaded.game.words())?;
    let page = if has_every_depth { page } else { page.without_every_depth() };
    let (new_batch, can_act) = (readings::new_batch(open), viewer.may(Role::Proposer));
    let page = if can_act { page.with_actions(vec![Choice::new("New batch", new_batch.clone(), false)]) } else { page };
    let frame = Frame::open(format!("{} · {}", sheet.title, revision.title), Section::Sheets, open);
    let page = if sheet_chart::is_possible(sheet) { page.with_chart() } else { page };
    let progress = ProgressView::new(settings, &path, (*known, request.depths.len()), *drops, problem);
    let html = SheetHtml::new(frame, page).with_progress(progress);
    Ok(if can_act { html.or_else(new_batch) } else { html })
}

/// The choice of a drop quality, the richest first.
fn quality_choices(request: &ChancesRequest, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let words = request.open.loaded.game.words();
    let qualities: Vec<(&str, &str)> = words.qualities.iter().rev().map(|quality| (*quality, *quality)).collect();
    settings.choices_with(path, "quality", &qualities, words.qualities.get(words.richest).copied().unwrap_or_default())
}

/// The settings as comparisons have them, whose usual measure is another, and whose affix level is that of pools. Counts are per
/// drop or per item.
fn for_comparing(settings: &SheetSettings, with_counts: bool) -> SheetSettings {
    let measure = match settings.measure(&MEASURES, ChanceMeasure::PerItem) {
        Ok(ChanceMeasure::PerItem) => "item",
        Ok(ChanceMeasure::PerThousand) if !with_counts => "thousand",
        _ => "drop",
    };
    SheetSettings { measure: Some(measure.to_owned()), level: None, ..settings.clone() }
}

/// The comparison of computed chances with what a batch counted. `file` is the last part of the sheet's path.
fn held(open: &OpenRevision, batch: BatchId, file: impl Display, settings: &SheetSettings) -> String {
    let mut from = of_revision(&open.revision);
    if let Some(preset) = open.loaded.preset().filter(|preset| **preset != Preset::CODED) {
        from = with_reading(&from, preset);
    }
    let query = for_comparing(settings, true).between(from, of_batch(batch));
    query.on(&links::compared(file))
}

/// Comparisons with what each of the newest batches counted.
fn held_against(
    open: &OpenRevision,
    types: &Types,
    settings: &SheetSettings,
    batches: &[Batch],
    quality: u8,
) -> Vec<Choice> {
    let fitting = batches.iter().filter(|batch| batch.plan.qualities.contains(&quality)).take(OFFERED);
    fitting
        .map(|batch| Choice::new(format!("batch {}", batch.id), held(open, batch.id, types, settings), false))
        .collect()
}
