//! The first depths at which a dive finds things of an item type, as a page and as a file. Only of computed chances.

use std::collections::BTreeMap;

use affixboard_inquiry::{
    game_stats::EntryChances,
    profile::{FirstDepth, FirstFinds, FirstFound, Known},
};
use affixboard_model::catalog::{AffixId, ArtifactId, Catalog, EntryValue, KindId, Sort, ThemeId};
use affixboard_report::{
    audit::{bound_text, percent_text},
    format::{FIRST_QUANTILES, values_csv},
};
use askama::Template;
use axum::{extract::State as Extracted, response::Response};

use super::{
    dive::DiveRequest,
    export::{attachment, doubts_row, file_name},
    progressive::refusal,
    settings::SheetSettings,
    view::sheet_page::type_and_format,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links,
    profiles::choice::{self, title},
    respond::html::Section,
};
use affixboard_service::compute::Priority;

/// Chances below are said to be below.
const LEAST_SHOWN: f64 = 0.0001;

/// What `sheets/dive_first.html` shows.
#[derive(Template)]
#[template(path = "sheets/dive_first.html")]
pub struct DiveFirstPage {
    frame: Frame,
    item_type: String,
    profile: String,
    profile_href: String,
    deepest: u32,
    how: &'static str,
    back: String,
    csv: String,
    /// Whether a number of finds is a surprise.
    luck: String,
    rows: Vec<FirstRow>,
}

struct FirstRow {
    sort: &'static str,
    name: String,
    href: String,
    /// Of 10, 50 and 90 % of dives.
    depths: [String; 3],
    never: String,
}

/// What is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Find {
    Type,
    Kind(KindId),
    Affix(AffixId),
    Theme(ThemeId),
    Artifact(ArtifactId),
}

impl Find {
    fn sort(self) -> Option<Sort> {
        let name = match self {
            Find::Type => return None,
            Find::Kind(_) => "kind",
            Find::Affix(_) => "affix",
            Find::Theme(_) => "theme",
            Find::Artifact(_) => "artifact",
        };
        Sort::OF_ITEMS.into_iter().find(|sort| sort.name() == name)
    }

    fn name_and_index(self, catalog: &Catalog, tval: u16) -> (String, Option<u32>) {
        match self {
            Find::Type => (catalog.item_type(tval).map_or_else(String::new, |of| of.name.clone()), None),
            Find::Kind(id) => (catalog.kind(id).name.clone(), Some(catalog.kind(id).index)),
            Find::Affix(id) => (catalog.affix(id).name.clone(), Some(catalog.affix(id).index)),
            Find::Theme(id) => (catalog.theme(id).name.clone(), Some(catalog.theme(id).index)),
            Find::Artifact(id) => (catalog.artifact(id).name.clone(), Some(catalog.artifact(id).index)),
        }
    }
}

/// A dive, and where it finds what.
struct Finds {
    request: DiveRequest,
    first: BTreeMap<Find, FirstFound>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/dive/{file}/first`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Html<DiveFirstPage>, Error> {
    let finds = find(state, (&slug, number, &file), &settings).await?;
    Ok(Html(show(&finds, &settings)))
}

/// Answers `GET /editions/{slug}/revisions/{number}/dive/{file}/first.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(settings): UrlQuery<SheetSettings>,
) -> Result<Response, Error> {
    let Finds { request, first } = find(state, (&slug, number, &file), &settings).await?;
    let mut headings = vec!["metric".to_owned(), "name".to_owned(), "index".to_owned()];
    for per_cent in FIRST_QUANTILES {
        headings.extend(["", "_earliest", "_latest"].map(|side| format!("first_{per_cent}{side}")));
    }
    headings.extend(["never", "never_error_bound", "profile", "content_hash"].map(str::to_owned));
    let depth = |depth: Option<u32>| depth.map_or(EntryValue::None, |depth| EntryValue::Number(depth.into()));
    let row = |(find, first): (Find, FirstFound)| {
        let (name, index) = find.name_and_index(&request.open.loaded.catalog, request.params.tval);
        let mut row = vec![
            EntryValue::Text(find.sort().map_or("type", Sort::name).to_owned()),
            EntryValue::Text(name),
            depth(index),
        ];
        for per_cent in FIRST_QUANTILES {
            let FirstDepth { at, earliest, latest } = first.quantile(per_cent);
            row.extend([at, earliest, latest].map(depth));
        }
        let Known { value, bound } = first.never();
        // How far it is from what the files' own program gives isn't known where these are in doubt.
        let bound = if request.open.loaded.doubts().is_some() { String::new() } else { bound.to_string() };
        row.extend([value.to_string(), bound, title(&request.profile)].map(EntryValue::Text));
        row.push(EntryValue::Text(request.open.content_hash().to_owned()));
        row
    };
    let doubts = doubts_row(&request.open, headings.len());
    let rows: Vec<Vec<EntryValue>> = first.into_iter().map(row).chain(doubts).collect();
    let name = file_name(&[&slug, "first-found", &request.params.tval.to_string()], "csv");
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", values_csv(&headings, &rows)))
}

async fn find(state: State, (slug, number, file): (&str, u32, &str), settings: &SheetSettings) -> Result<Finds, Error> {
    let (tval, _) = type_and_format(file)?;
    let request = DiveRequest::new(state, slug, number, tval, settings).await?;
    let wanted = request.wanted();
    let chances = request.state.exact().of_all(&wanted).await.map_err(refusal)?;
    let state = request.state.clone();
    let add_up = move || {
        let keys = request.open.forge.keys();
        let mut finds: FirstFinds<Find> = FirstFinds::new();
        for ((cell, drops), chances) in request.cells.iter().zip(&chances) {
            let of = EntryChances::of_drops(chances, keys);
            let types = of.types.iter().filter(|(of, _)| **of == tval).map(|(_, known)| (Find::Type, *known));
            let kinds = of.kinds.iter().map(|(id, known)| (Find::Kind(*id), *known));
            let affixes = of.affixes.iter().map(|((_, id), known)| (Find::Affix(*id), *known));
            let themes = of.themes.iter().map(|((_, id), known)| (Find::Theme(*id), *known));
            let is_of_type = |id: &ArtifactId| keys.catalog().artifact(*id).tval == tval;
            let artifacts = of.artifacts.iter().filter(|(id, _)| is_of_type(id));
            let artifacts = artifacts.map(|(id, known)| (Find::Artifact(*id), *known));
            finds.add(cell.depth, *drops, types.chain(kinds).chain(affixes).chain(themes).chain(artifacts));
        }
        Finds { request, first: finds.finish() }
    };
    state.compute(Priority::Interactive, add_up).await
}

fn show(Finds { request, first }: &Finds, settings: &SheetSettings) -> DiveFirstPage {
    let (revision, catalog) = (&request.open.revision, &request.open.loaded.catalog);
    let (tval, words) = (request.params.tval, request.open.loaded.game.words());
    let rows = first.iter().map(|(find, first)| {
        let (name, index) = find.name_and_index(catalog, tval);
        let href = match (find.sort(), index) {
            (Some(sort), Some(index)) => links::entry(revision, sort, index),
            _ => String::new(),
        };
        let Known { value, bound } = first.never();
        FirstRow {
            sort: find.sort().map_or("item type", |sort| sort.word(words)),
            name,
            href,
            depths: FIRST_QUANTILES.map(|per_cent| depth_text(first.quantile(per_cent))),
            never: if bound > 0.0005 {
                format!("{} ± {} %", percent_text(value), bound_text(bound * 100.0))
            } else if value < LEAST_SHOWN {
                "<0.01 %".to_owned()
            } else {
                percent_text(value)
            },
        }
    });
    let frame = Frame::open(format!("First found · {}", revision.title), Section::Sheets, &request.open);
    DiveFirstPage {
        how: frame.exact(),
        frame,
        item_type: catalog.item_type(tval).map_or_else(String::new, |of| of.name.clone()),
        profile: title(&request.profile),
        profile_href: links::profile_version(request.profile.id, request.profile.number),
        deepest: request.params.depths.last().copied().unwrap_or_default(),
        back: settings.query().on(&links::dive(revision, tval)),
        csv: settings.query().on(&links::dive_first_csv(revision, tval)),
        luck: links::luck_of_dive(
            revision,
            &choice::value(&request.profile),
            request.params.depths.last().copied(),
            request.open.loaded.preset(),
        ),
        rows: rows.collect(),
    }
}

/// `12`, or `12 (11–14)` where error bounds leave more; a dash where the dive ends before.
fn depth_text(FirstDepth { at, earliest, latest }: FirstDepth) -> String {
    let text = |depth: Option<u32>| depth.map_or_else(|| "—".to_owned(), |depth| depth.to_string());
    if earliest == latest { text(at) } else { format!("{} ({}–{})", text(at), text(earliest), text(latest)) }
}
