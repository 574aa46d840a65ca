//! Expected finds of a dive of an item type: from a drop profile and exact chances, by depth. The sheet is shown at once and
//! fills in as chances are computed.

use std::{convert::Infallible, sync::Arc};

use affixboard_inquiry::profile::Drops;
use affixboard_model::batch::Cell;
use affixboard_report::{
    sheet::{Provenance, Sheet},
    sheets::{self, DiveCell, DiveMeasure, DiveParams},
};
use affixboard_store::{Batch, ProfileVersion, Revision};
use axum::{
    extract::State as Extracted,
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::{
    export::{self, download, download_later, find_format, with_unfinished},
    mended::MendedSettings,
    progressive::{self, ProgressView, refusal, why},
    readings,
    settings::SheetSettings,
    sheet::{SheetHtml, TextPiece},
    tabs::{SheetTab, batches_like, tabs},
    types::Types,
    view::{
        controls::{Control, Select},
        sheet_chart,
        sheet_page::{RowFilters, SheetContext, SheetPage, affix_types, type_and_format},
    },
};
use crate::{
    Error, Frame, Html, State,
    explanations::why_links::WhyLinks,
    extract::{Address, Path, UrlQuery},
    links::{self, Query},
    profiles::{
        choice::{self, title},
        show::read,
    },
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{
    compute::{CellNumbers, CellRequest, ChanceError, Prefetch, Priority, Stages, TypeCell},
    library::OpenRevision,
};

const ALL_MEASURES: [(&str, &str); 2] = [("found", "expected number"), ("once", "at least one")];

const MEASURES: [(&str, DiveMeasure); 2] = [("found", DiveMeasure::Expected), ("once", DiveMeasure::AtLeastOne)];

/// A sheet of a dive to make.
#[derive(Clone)]
pub(super) struct DiveRequest {
    pub(super) state: State,
    pub(super) open: Arc<OpenRevision>,
    pub(super) profile: ProfileVersion,
    /// The profile's cells down to the last column, by depth and then quality.
    pub(super) cells: Vec<(Cell, Drops)>,
    pub(super) params: DiveParams,
}

impl DiveRequest {
    pub(super) async fn new(
        state: State,
        slug: &str,
        number: u32,
        tval: u16,
        settings: &SheetSettings,
    ) -> Result<DiveRequest, Error> {
        let open = progressive::open(&state, slug, number, settings).await?;
        let words = open.loaded.game.words();
        let version = choice::named(&state, settings.profile.as_deref().unwrap_or("")).await?;
        let params = DiveParams {
            tval,
            sval: settings.sval()?,
            depths: settings.depths(words)?,
            measure: settings.measure(&MEASURES, DiveMeasure::Expected)?,
            sections: progressive::subjects(&open, settings)?,
            filter: settings.filter(words)?,
            sort: settings.sort()?,
        };
        let deepest = params.depths.last().copied().unwrap_or_default();
        let cells = read(&version)?.cells().filter(|(cell, _)| cell.depth <= deepest).collect();
        Ok(DiveRequest { state, open, profile: version, cells, params })
    }

    /// The sheet of these numbers, one of each cell.
    fn sheet(&self, numbers: &[CellNumbers]) -> Result<Sheet, Error> {
        let cells = self.cells.iter().zip(numbers).map(|((cell, drops), numbers)| DiveCell {
            cell: *cell,
            drops: *drops,
            chances: numbers.chances.as_ref().map(|chances| chances.as_slice()),
            simulated: numbers.simulated_column(),
        });
        let cells: Vec<DiveCell<'_>> = cells.collect();
        let (open, words) = (&self.open, self.open.loaded.game.words());
        let provenance =
            Provenance { profile: Some(title(&self.profile)), ..open.provenance(progressive::method(numbers)) };
        Ok(sheets::dive(&open.loaded.catalog, open.forge.as_ref(), words, provenance, &cells, &self.params)?)
    }

    /// The cells, of the item type.
    pub(super) fn wanted(&self) -> Vec<CellRequest> {
        let tval = self.params.tval;
        let of_cell = |cell: &Cell| TypeCell { depth: cell.depth, quality: cell.quality, tval };
        self.cells.iter().map(|(cell, _)| (Arc::clone(&self.open), of_cell(cell))).collect()
    }

    /// The sheet once all cells are computed. Following the rules for some hundred cells takes its time, and so may adding
    /// them up.
    async fn whole_sheet(self) -> Result<Sheet, Error> {
        let numbers = self.state.numbers().whole(&self.wanted(), Stages::OF_DIVES).await.map_err(refusal)?;
        let state = self.state.clone();
        state.compute(Priority::Interactive, move || self.sheet(&numbers)).await?
    }

    /// What is known of each cell by now, or why it can't be.
    fn known(&self) -> Result<Vec<CellNumbers>, ChanceError> {
        self.state.numbers().known(&self.wanted(), Stages::OF_DIVES)
    }

    /// Numbers of which none is known.
    fn unknown(&self) -> Vec<CellNumbers> {
        vec![CellNumbers::default(); self.cells.len()]
    }

    /// The number of columns whose numbers get no closer.
    fn known_columns(&self, numbers: &[CellNumbers]) -> usize {
        let unknown = self.cells.iter().zip(numbers).find(|(_, numbers)| !numbers.is_final());
        let until = unknown.map_or(u32::MAX, |((cell, _), _)| cell.depth);
        self.params.depths.iter().filter(|depth| **depth < until).count()
    }

    /// The sheet of what is known a moment later, with the columns to which closer numbers are to come.
    async fn sheet_of_now(self) -> Result<(Sheet, Vec<u32>), Error> {
        let numbers = self.state.numbers();
        progressive::wait_for_every_number(numbers, &self.wanted(), Stages::OF_DIVES, self.fill()).await;
        let numbers = self.known().map_err(refusal)?;
        let unfinished = self.params.depths[self.known_columns(&numbers)..].to_vec();
        let state = self.state.clone();
        let sheet = state.compute(Priority::Interactive, move || self.sheet(&numbers)).await??;
        Ok((sheet, unfinished))
    }

    fn fill(&self) -> Prefetch {
        self.state.numbers().fill(self.wanted(), Stages::OF_DIVES)
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
    let request = DiveRequest::new(state.clone(), &of.slug, of.number, tval, settings).await?;
    progressive::wait_for_first(state.numbers(), &request.wanted(), Stages::OF_DIVES, request.fill()).await;
    let numbers = request.known().unwrap_or_else(|_| request.unknown());
    let is_waiting = request.known_columns(&numbers) < request.params.depths.len();
    let sheet = state.compute(Priority::Interactive, move || request.sheet(&numbers)).await??;
    Ok((sheet, is_waiting))
}

/// Answers `GET /editions/{slug}/revisions/{number}/dive/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
    MendedSettings(settings): MendedSettings,
    Address(address): Address,
) -> Result<Response, Error> {
    let (tval, extension) = type_and_format(&file)?;
    let request = DiveRequest::new(state, &slug, number, tval, &settings).await?;
    match extension {
        None => Ok(Html(html(viewer, request, settings).await?).into_response()),
        Some("svg") => {
            let state = request.state.clone();
            let (sheet, unfinished) = if settings.waits_for_exact()? {
                (request.whole_sheet().await?, Vec::new())
            } else {
                request.sheet_of_now().await?
            };
            Ok(with_unfinished(sheet_chart::chart(&state, sheet, settings).await?, &unfinished))
        }
        Some(extension) => {
            let format = find_format(extension)?;
            let options = export::FileOptions::of(&settings, address)?;
            if !settings.waits_for_exact()? {
                let state = request.state.clone();
                let (sheet, unfinished) = request.sheet_of_now().await?;
                return Ok(with_unfinished(download(&state, sheet, options, format), &unfinished));
            }
            // Errors in the request are reported before the file begins.
            let (of, unknown) = (request.clone(), request.unknown());
            let like = request.state.compute(Priority::Interactive, move || of.sheet(&unknown)).await??;
            if let Some((first, _)) = request.cells.first() {
                let computed = request.state.exact().of_type(&request.open, first.depth, first.quality, tval).await;
                computed.map_err(refusal)?;
            }
            let state = request.state.clone();
            Ok(download_later(&state, &like, options, format, request.whole_sheet()))
        }
    }
}

/// Computes, as long as somebody listens, and tells how many columns are known.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (tval, _) = type_and_format(&file)?;
    let request = DiveRequest::new(state, &slug, number, tval, &settings).await?;
    let (filling, total, stopped) = (request.fill(), request.params.depths.len(), request.state.stopped.clone());
    let known = move || {
        let known = request.known().unwrap_or_default();
        (request.known_columns(&known), progressive::drops(&known))
    };
    Ok(progressive::events(filling, known, total, stopped))
}

async fn html(viewer: Viewer, request: DiveRequest, mut settings: SheetSettings) -> Result<SheetHtml, Error> {
    // Links of the page keep to the version it shows.
    settings.profile = Some(choice::value(&request.profile));
    let numbers = request.state.numbers();
    progressive::wait_for_first(numbers, &request.wanted(), Stages::OF_DIVES, request.fill()).await;
    let (numbers, problem) = match request.known() {
        Ok(numbers) => (numbers, ""),
        Err(error) => (request.unknown(), why(error)),
    };
    let done = (request.known_columns(&numbers), progressive::drops(&numbers));
    let newest_batch = batches_like(&request.state, &request.open).await?.into_iter().next();
    let profiles = request.state.store.profiles().await?;
    let state = request.state.clone();
    let write = move || {
        let sheet = request.sheet(&numbers)?;
        let progress = (done, problem);
        page_of((&viewer, &request, &settings), &sheet, (newest_batch.as_ref(), &profiles), progress)
    };
    state.compute(Priority::Interactive, write).await?
}

/// The page of a sheet, with the newest batch like its revision, and the profiles that there are.
fn page_of(
    (viewer, request, settings): (&Viewer, &DiveRequest, &SheetSettings),
    sheet: &Sheet,
    (newest_batch, profiles): (Option<&Batch>, &[ProfileVersion]),
    ((known, drops), problem): ((usize, u64), &'static str),
) -> Result<SheetHtml, Error> {
    let DiveRequest { open, params, profile, .. } = request;
    let (revision, catalog) = (&open.revision, &open.loaded.catalog);
    let path = links::dive(revision, params.tval);
    let context = SheetContext {
        shown: Types::One(params.tval),
        sval: params.sval,
        of_types: &|types| links::dive(revision, types),
        with_several: false,
        depth_word: "down to depth",
        line: vec![
            Control::new("Sheet", tabs(open, &Types::One(params.tval), SheetTab::Dive, newest_batch)),
            Control::new("Measure", settings.choices(&path, "measure", &ALL_MEASURES)).into_menu(),
        ],
        more: vec![
            Control::new("Show", progressive::subject_choices(open, settings, &path)),
            Control::new("Rules", readings::choices(&[open.loaded.game], settings, &path)),
            Control::new("Sort", settings.sorts(&path, sheet, false)),
        ],
        filters: RowFilters::Neither,
        depths_label: Some("Depths"),
        types: affix_types(catalog),
        why: deepest(request).and_then(|(depth, quality, place)| {
            let query = Query::default().set("depth", depth.to_string()).set("quality", quality.to_string());
            Some(WhyLinks::new(open, params.sval, query)?.asking(format!("Why so often in {place}?")))
        }),
    };
    let newest = settings.query().set("profile", profile.id.to_string()).on(&path);
    let mut page = SheetPage::new(viewer, open, settings, sheet, context)?;
    let options = choice::options(profiles, profile);
    page.selects.insert(0, Select { label: "Profile", name: "profile", none: "", options });
    let frame = Frame::open(format!("{} · {}", sheet.title, revision.title), Section::Sheets, open);
    let mut whence = vec![
        TextPiece::text(" Profile "),
        TextPiece::link(title(profile), links::profile_version(profile.id, profile.number)),
    ];
    if !profile.is_newest {
        whence.extend([TextPiece::text(" (there is "), TextPiece::link("a newer one", newest), TextPiece::text(")")]);
    }
    let first = settings.query().on(&links::dive_first(revision, params.tval));
    whence.extend([TextPiece::text(". "), TextPiece::link("Where is each found first?", first)]);
    let luck =
        links::luck_of_dive(revision, &choice::value(profile), params.depths.last().copied(), open.loaded.preset());
    whence.extend([TextPiece::text(" "), TextPiece::link("Found too many, or too few?", luck)]);
    let progress = ProgressView::new(settings, &path, (known, params.depths.len()), drops, problem);
    Ok(SheetHtml::new(frame, page.with_chart()).with_progress(progress).with_whence(whence))
}

/// The cell that the rows' explanations are of, as they are of one depth and quality: the best drops of
/// the deepest place of the dive that the sheet shows. In words as well.
fn deepest(request: &DiveRequest) -> Option<(u32, u8, String)> {
    let Cell { depth, quality, .. } = request.cells.last()?.0;
    let words = request.open.loaded.game.words();
    let name = words.qualities.get(usize::from(quality)).copied().unwrap_or_default();
    Some((depth, quality, format!("{name} drops at depth {depth}, the best of the deepest")))
}
