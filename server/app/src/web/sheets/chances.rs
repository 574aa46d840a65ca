//! The sheet of exact chances of an item type's drops, by depth. It is shown at once and fills
//! in as depths are computed.

use std::{convert::Infallible, sync::Arc};

use affixboard_report::{
    sheet::Sheet,
    sheets::{self, ChanceColumn, ChanceMeasure, ChanceParams, CountParams, Denominator, SheetError},
};
use affixboard_store::{Batch, Role};
use axum::{
    extract::State as Extracted,
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::{
    export::{self, download_later, find_format},
    mended::MendedSettings,
    progressive::{self, ProgressView, refusal, why},
    readings, result,
    settings::SheetSettings,
    sheet::{SheetHtml, TextPiece},
    tabs::{SheetTab, batches_like, is_like, tabs},
    types::{Types, of_ticked},
    view::{
        controls::Control,
        sheet_chart,
        sheet_page::{RowFilters, SheetContext, SheetPage, affix_types},
    },
};
use crate::{
    compute::{CellNumbers, CellRequest, ChanceError, Prefetch, Priority, Stages, TypeCell},
    library::OpenRevision,
    web::{
        Error, Frame, Html, State,
        batches::tally::find_drops,
        explanations::why_links::WhyLinks,
        extract::{Address, Path, Ticked, UrlQuery},
        links::{self, Choice, Query},
        respond::html::Section,
        session::viewer::Viewer,
    },
};

/// Batches offered as overlay at most.
const OFFERED: usize = 5;

/// Cells (item types × depths) computed for a sheet at most: all item types at every fifth depth are some 500.
const MOST_PLACES: usize = 1000;

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
    /// The batch whose counts are overlaid.
    overlay: Option<Batch>,
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
        let richest = words.qualities.len().saturating_sub(1);
        let quality = SheetSettings::position("quality", settings.quality.as_ref(), words.qualities, richest)?;
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
        if list.is_empty() {
            return Err(SheetError::NoTypes.into());
        }
        let places = list.len() * depths.len();
        if list.len() > 1 && places > MOST_PLACES {
            return Err(Error::bad_request(format!(
                "Found {} item types at {} depths, {places} in all; expected at most {MOST_PLACES}, for each of them takes its \
                 time to compute. Fewer types or fewer depths will do.",
                list.len(),
                depths.len()
            )));
        }
        let overlay = match settings.beside()? {
            None => None,
            Some(id) => Some(find_overlay(&state, &open, id, params.quality).await?),
        };
        Ok(ChancesRequest { state, open, types, list, depths, params, overlay })
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
        let mut sheet = self.state.compute(Priority::Interactive, move || request.build(&numbers)).await??;
        if let Some(batch) = &self.overlay {
            let params = &self.params;
            let counted = CountParams {
                tval: params.tval,
                sval: params.sval,
                quality: params.quality,
                denominator: match params.measure {
                    ChanceMeasure::PerItem => Denominator::PerItem,
                    ChanceMeasure::PerDrop | ChanceMeasure::PerThousand => Denominator::PerDrop,
                },
                sections: params.sections.clone(),
                filter: params.filter.clone(),
                sort: params.sort,
            };
            let by = self.state.open_for(batch).await?;
            let counted = result::sheet(&self.state, batch, by, &self.list, &counted).await?;
            let overlaid = move || {
                sheets::overlay(&mut sheet, &counted);
                sheet
            };
            return self.state.compute(Priority::Interactive, overlaid).await;
        }
        Ok(sheet)
    }

    fn build(&self, numbers: &[CellNumbers]) -> Result<Sheet, SheetError> {
        let ChancesRequest { open, params, .. } = self;
        let columns = |at: usize| -> Vec<ChanceColumn<'_>> {
            let known = numbers.iter().skip(at).step_by(self.list.len());
            self.depths.iter().zip(known).map(|(depth, known)| known.column(*depth)).collect()
        };
        let words = open.loaded.game.words();
        let (catalog, forge) = (&open.loaded.catalog, open.forge.as_ref());
        let provenance = open.provenance(progressive::method(numbers));
        if self.types.one().is_some() {
            sheets::chances(catalog, forge, words, provenance, &columns(0), params)
        } else {
            let types: Vec<_> = self.list.iter().enumerate().map(|(at, tval)| (*tval, columns(at))).collect();
            sheets::chances_of_types(catalog, forge, words, &provenance, &types, params)
        }
    }

    /// What is simulated: several item types share whole drops.
    fn stages(&self) -> Stages {
        if self.list.len() == 1 { Stages::OF_CELLS } else { Stages::OF_TYPES }
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
        numbers.chunks(self.list.len()).filter(|depth| depth.iter().all(|cell| cell.is_final(self.stages()))).count()
    }

    fn fill(&self) -> Prefetch {
        self.state.numbers().fill(self.wanted(), self.stages())
    }
}

/// The batch to overlay; 400 where it isn't like the chances.
async fn find_overlay(state: &State, open: &OpenRevision, id: i64, quality: u8) -> Result<Batch, Error> {
    let batch = find_drops(state, id).await?;
    if !is_like(&batch, open) || !batch.plan.qualities.contains(&quality) {
        return Err(Error::bad_request(format!(
            "Batch {id} can't stand beside these chances: it isn't done, or is of another revision, other rules, given \
             kinds or other drop qualities."
        )));
    }
    Ok(batch)
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
    MendedSettings(settings): MendedSettings,
    ticked: Ticked,
    Address(address): Address,
) -> Result<Response, Error> {
    let (types, extension) = Types::and_format(&file)?;
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
            sheet_chart::chart(&request.state, request.whole_sheet().await?, settings).await
        }
        Some(extension) => {
            let format = find_format(extension)?;
            let options = export::FileOptions::of(&settings, address)?;
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
pub(crate) async fn events(
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
            // A batch is by one reading: it can't stand beside another's numbers.
            Control::new("Rules", readings::choices(&[open.loaded.game], &settings.without_batch(), &path)),
            Control::new("Simulated beside", overlay_choices(settings, &path, batches, params.quality)),
            Control::new("Sort", settings.sorts(&path, sheet, false)),
        ],
        filters: RowFilters::RolesAndLevels,
        depths_label: Some("Depths"),
        types: affix_types(catalog),
        why: WhyLinks::new(open, params.sval, Query::default().set("quality", params.quality.to_string())),
    };
    let page = SheetPage::new(viewer, open, settings, sheet, context)?;
    let every_depth = SheetSettings { depths: Some("every".to_owned()), ..SheetSettings::default() };
    let every_depth = every_depth.depths(open.loaded.game.words())?.len();
    let is_too_much = request.list.len() > 1 && request.list.len() * every_depth > MOST_PLACES;
    let page = if is_too_much { page.without_every_depth() } else { page };
    let (new_batch, can_act) = (readings::new_batch(open), viewer.may(Role::Proposer));
    let page = if can_act { page.with_actions(vec![Choice::new("New batch", new_batch.clone(), false)]) } else { page };
    let frame = Frame::open(format!("{} · {}", sheet.title, revision.title), Section::Sheets, open);
    let page = if sheet_chart::is_possible(sheet) { page.with_chart() } else { page };
    let overlay = request.overlay.as_ref().map(|batch| {
        vec![
            TextPiece::text(" Beneath each number stands the 95 % interval of "),
            TextPiece::link(format!("batch {}", batch.id), links::result(batch.id, types)),
            TextPiece::text("."),
        ]
    });
    let progress = ProgressView::new(settings, &path, (*known, request.depths.len()), *drops, problem);
    let html = SheetHtml::new(frame, page).with_progress(progress).with_whence(overlay.unwrap_or_default());
    Ok(if can_act { html.or_else(new_batch) } else { html })
}

/// The choice of a drop quality, the richest first. The overlaid batch goes along where it has that quality.
fn quality_choices(request: &ChancesRequest, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let words = request.open.loaded.game.words();
    let qualities: Vec<(&str, &str)> = words.qualities.iter().rev().map(|quality| (*quality, *quality)).collect();
    let overlaid = |quality: u8| request.overlay.as_ref().is_none_or(|batch| batch.plan.qualities.contains(&quality));
    let (with, without) = (settings, settings.without_batch());
    let choices = with.choices(path, "quality", &qualities).into_iter();
    let choices = choices.zip(without.choices(path, "quality", &qualities)).zip((0..words.qualities.len() as u8).rev());
    choices.map(|((with, without), quality)| if overlaid(quality) { with } else { without }).collect()
}

/// The choice of an overlaid batch, the newest first; empty where there is none.
fn overlay_choices(settings: &SheetSettings, path: &str, batches: &[Batch], quality: u8) -> Vec<Choice> {
    let fitting = batches.iter().filter(|batch| batch.plan.qualities.contains(&quality)).take(OFFERED);
    let ids: Vec<String> = fitting.map(|batch| batch.id.to_string()).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let labels: Vec<String> = ids.iter().map(|id| format!("batch {id}")).collect();
    let mut all: Vec<(&str, &str)> = ids.iter().zip(&labels).map(|(id, label)| (id.as_str(), label.as_str())).collect();
    all.insert(0, ("", "nothing"));
    settings.choices(path, "beside", &all)
}
