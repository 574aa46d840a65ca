//! Expected finds of a dive of an item type: from a drop profile and exact chances, by depth. The sheet is shown at once and
//! fills in as chances are computed.

use std::{convert::Infallible, sync::Arc};

use affixboard_core::{batch::Cell, profile::Drops};
use affixboard_report::{
    sheet::{Method, Provenance, Sheet},
    sheets::{self, DiveCell, DiveMeasure, DiveParams},
};
use affixboard_store::{Batch, ProfileId, ProfileVersion};
use askama::Template;
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
    progressive::{self, ProgressView, refusal, why},
    readings,
    settings::SheetSettings,
    tabs::{SheetTab, batches_like, tabs},
    types::Types,
    view::{
        sheet_chart,
        sheet_page::{SheetContext, SheetPage, affix_types, type_and_format},
    },
};
use crate::{
    compute::{ChanceError, Chances, Prefetch, Priority, TypeCell},
    library::OpenRevision,
    web::{
        Error, Frame, Html, State,
        explanations::why_links::WhyLinks,
        extract::{Address, Path, UrlQuery},
        links::{self, Choice, Query},
        profiles::show::{find, read},
        respond::html::Section,
        session::viewer::Viewer,
    },
};

const ALL_MEASURES: [(&str, &str); 2] = [("found", "expected number"), ("once", "at least one")];

const MEASURES: [(&str, DiveMeasure); 2] = [("found", DiveMeasure::Expected), ("once", DiveMeasure::AtLeastOne)];

#[derive(Template)]
#[template(path = "sheets/dive.html")]
pub(crate) struct DivePage {
    frame: Frame,
    page: SheetPage,
    tabs: Vec<Choice>,
    profiles: Vec<ProfileOption>,
    /// The profile with its version, its page, and the same sheet with the newest version where this one isn't.
    profile: String,
    profile_page: String,
    newest: String,
    subjects: Vec<Choice>,
    measures: Vec<Choice>,
    rules: Vec<Choice>,
    sorts: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    progress: ProgressView,
}

struct ProfileOption {
    value: String,
    label: String,
    selected: bool,
}

/// A sheet of a dive to make.
#[derive(Clone)]
struct DiveRequest {
    state: State,
    open: Arc<OpenRevision>,
    profile: ProfileVersion,
    /// The profile's cells down to the last column, by depth and then quality.
    cells: Vec<(Cell, Drops)>,
    params: DiveParams,
}

impl DiveRequest {
    async fn new(
        state: State,
        slug: &str,
        number: u32,
        tval: u16,
        settings: &SheetSettings,
    ) -> Result<DiveRequest, Error> {
        let open = progressive::open(&state, slug, number, settings).await?;
        let words = open.loaded.game.words();
        let version = profile(&state, settings).await?;
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

    /// The sheet, with the cells of which chances are known.
    fn sheet(&self, chances: &[Option<Chances>]) -> Result<Sheet, Error> {
        let cells = self.cells.iter().zip(chances).map(|((cell, drops), chances)| DiveCell {
            cell: *cell,
            drops: *drops,
            chances: chances.as_ref().map(|chances| chances.as_slice()),
        });
        let cells: Vec<DiveCell<'_>> = cells.collect();
        let (open, words) = (&self.open, self.open.loaded.game.words());
        let provenance = Provenance { profile: Some(title(&self.profile)), ..open.provenance(Method::Exact) };
        Ok(sheets::dive(&open.loaded.catalog, open.forge.as_ref(), words, provenance, &cells, &self.params)?)
    }

    /// The places of the cells.
    fn places(&self) -> Vec<TypeCell> {
        let tval = self.params.tval;
        self.cells.iter().map(|(cell, _)| TypeCell { depth: cell.depth, quality: cell.quality, tval }).collect()
    }

    /// The sheet once all cells are computed. Following the rules for some hundred cells takes its time, and so may adding
    /// them up.
    async fn whole_sheet(self) -> Result<Sheet, Error> {
        let chances = self.state.exact().of_places(&self.open, &self.places()).await;
        let chances: Vec<Option<Chances>> = chances.map_err(refusal)?.into_iter().map(Some).collect();
        let state = self.state.clone();
        state.compute(Priority::Interactive, move || self.sheet(&chances)).await?
    }

    /// The chances of each cell computed so far, or why there can be none.
    fn known(&self) -> Result<Vec<Option<Chances>>, ChanceError> {
        let known = self.places().into_iter().map(|place| self.state.exact().known(&self.open, place));
        known.map(Option::transpose).collect()
    }

    /// The number of columns of which all cells are computed.
    fn known_columns(&self, chances: &[Option<Chances>]) -> usize {
        let unknown = self.cells.iter().zip(chances).find(|(_, chances)| chances.is_none());
        let until = unknown.map_or(u32::MAX, |((cell, _), _)| cell.depth);
        self.params.depths.iter().filter(|depth| **depth < until).count()
    }

    fn fill(&self) -> Prefetch {
        self.state.exact().fill(&self.open, &self.places())
    }
}

/// The version that the settings name, as `3.2`, the newest of the profile that they name, as `3`, or the newest of the
/// first there is.
async fn profile(state: &State, settings: &SheetSettings) -> Result<ProfileVersion, Error> {
    let text = settings.profile.as_deref().unwrap_or("").trim();
    if text.is_empty() {
        let first = state.store.profiles().await?.into_iter().next();
        return first.ok_or_else(|| Error::not_found("There is no drop profile yet. Profiles has a form for one."));
    }
    let (id, number) = match text.split_once('.') {
        Some((id, number)) => (id.parse().ok(), number.parse().ok().map(Some)),
        None => (text.parse().ok(), Some(None)),
    };
    let (Some(id), Some(number)) = (id, number) else {
        let found: String = text.chars().take(40).collect();
        return Err(Error::bad_request(format!(
            "profile: found `{found}`; expected the number of a profile, such as 3, or one with a version, such as 3.2."
        )));
    };
    find(state, ProfileId(id), number).await
}

/// The form used in URLs: `3.2`.
fn value(version: &ProfileVersion) -> String {
    format!("{}.{}", version.id, version.number)
}

/// `Typical dive, version 1`.
fn title(version: &ProfileVersion) -> String {
    format!("{}, version {}", version.name, version.number)
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
    Address(address): Address,
) -> Result<Response, Error> {
    let (tval, extension) = type_and_format(&file)?;
    let request = DiveRequest::new(state, &slug, number, tval, &settings).await?;
    match extension {
        None => Ok(Html(html(viewer, request, settings).await?).into_response()),
        Some("svg") => {
            let state = request.state.clone();
            sheet_chart::chart(&state, request.whole_sheet().await?, settings).await
        }
        Some(extension) => {
            let format = find_format(extension)?;
            let options = export::FileOptions::of(&settings, address)?;
            // Errors in the request are reported before the file begins.
            let (of, unknown) = (request.clone(), vec![None; request.cells.len()]);
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
pub(crate) async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (tval, _) = type_and_format(&file)?;
    let request = DiveRequest::new(state, &slug, number, tval, &settings).await?;
    let (filling, total, stopped) = (request.fill(), request.params.depths.len(), request.state.stopped.clone());
    let known = move || (request.known().map_or(0, |known| request.known_columns(&known)), 0);
    Ok(progressive::events(filling, known, total, stopped))
}

async fn html(viewer: Viewer, request: DiveRequest, mut settings: SheetSettings) -> Result<DivePage, Error> {
    // Links of the page keep to the version it shows.
    settings.profile = Some(value(&request.profile));
    progressive::wait_briefly(request.fill()).await;
    let (chances, problem) = match request.known() {
        Ok(chances) => (chances, ""),
        Err(error) => (vec![None; request.cells.len()], why(error)),
    };
    let known = request.known_columns(&chances);
    let newest_batch = batches_like(&request.state, &request.open).await?.into_iter().next();
    let profiles = request.state.store.profiles().await?;
    let state = request.state.clone();
    let write = move || {
        let sheet = request.sheet(&chances)?;
        let progress = (known, problem);
        page_of((&viewer, &request, &settings), &sheet, (newest_batch.as_ref(), &profiles), progress)
    };
    state.compute(Priority::Interactive, write).await?
}

/// The page of a sheet, with the newest batch like its revision, and the profiles that there are.
fn page_of(
    (viewer, request, settings): (&Viewer, &DiveRequest, &SheetSettings),
    sheet: &Sheet,
    (newest_batch, profiles): (Option<&Batch>, &[ProfileVersion]),
    (known, problem): (usize, &'static str),
) -> Result<DivePage, Error> {
    let DiveRequest { open, params, profile, .. } = request;
    let (revision, catalog) = (&open.revision, &open.loaded.catalog);
    let path = links::dive(revision, params.tval);
    let context = SheetContext {
        shown: Types::One(params.tval),
        sval: params.sval,
        of_types: &|types| links::dive(revision, types),
        with_several: false,
        depth_word: "down to depth",
        types: affix_types(catalog),
        why: deepest(request).and_then(|(depth, quality, place)| {
            let query = Query::default().set("depth", depth.to_string()).set("quality", quality.to_string());
            Some(WhyLinks::new(open, params.sval, query)?.asking(format!("Why so often in {place}?")))
        }),
    };
    let newest = settings.query().set("profile", profile.id.to_string()).on(&path);
    Ok(DivePage {
        frame: Frame::open(format!("{} · {}", sheet.title, revision.title), Section::Sheets, open),
        page: SheetPage::new(viewer, open, settings, sheet, context)?.with_chart(),
        tabs: tabs(open, &Types::One(params.tval), SheetTab::Dive, newest_batch),
        profiles: profile_options(profiles, profile),
        profile: title(profile),
        profile_page: links::profile_version(profile.id, profile.number),
        newest: if profile.is_newest { String::new() } else { newest },
        subjects: progressive::subject_choices(open, settings, &path),
        measures: settings.choices(&path, "measure", &ALL_MEASURES),
        rules: readings::choices(&[open.loaded.game], settings, &path),
        sorts: settings.choices(&path, "sort", &[("first", "first depth"), ("name", "name"), ("file", "as in file")]),
        hidden: settings.query().except(&["sval", "depths", "q", "flags", "profile"]),
        progress: ProgressView::new(settings, &path, (known, params.depths.len()), 0, problem),
    })
}

/// The cell that the rows' explanations are of, as they are of one depth and quality: the best drops of
/// the deepest place of the dive that the sheet shows. In words as well.
fn deepest(request: &DiveRequest) -> Option<(u32, u8, String)> {
    let Cell { depth, quality, .. } = request.cells.last()?.0;
    let words = request.open.loaded.game.words();
    let name = words.qualities.get(usize::from(quality)).copied().unwrap_or_default();
    Some((depth, quality, format!("{name} drops at depth {depth}, the best of the deepest")))
}

/// The profiles to choose from, each with its newest version so that the address keeps its numbers, and the one that is
/// shown.
fn profile_options(profiles: &[ProfileVersion], shown: &ProfileVersion) -> Vec<ProfileOption> {
    let shown_early = (!shown.is_newest).then_some(shown);
    let all = profiles.iter().chain(shown_early);
    all.map(|version| ProfileOption {
        value: value(version),
        label: title(version),
        selected: (version.id, version.number) == (shown.id, shown.number),
    })
    .collect()
}
