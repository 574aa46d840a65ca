//! Where an entry comes from: by kind, drop quality, depth of a dive and monster; a page, the same as CSV, and the section of the
//! entry's own page.

use std::{iter, sync::Arc, time::Duration};

use affixboard_inquiry::{
    origins::{OriginsFound, WayShare, WayShares},
    profile::Profile,
    questions::{Question, parse},
};
use affixboard_model::{
    batch::Cell,
    catalog::{KindId, Sort},
    game::Mean,
    stats::drops_until,
};
use affixboard_report::{capitalised, format::OriginsCsv, sheet::Method, significant_digits, thousands};
use askama::Template;
use axum::{
    Extension,
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use crate::{
    Error, Frame, Html, State,
    conditioning::request::condition_of,
    entries::{EntryField, EntryTable, columns},
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    page_cache::Unfinished,
    questions::show::percent,
    respond::html::Section,
    sheets::{
        export::{attachment, file_name},
        settings::SheetSettings,
    },
};
use affixboard_service::{
    compute::{OriginsRun, OriginsWork, Priority, Progress, origins},
    library::OpenRevision,
    starter,
};

/// A page waits so long for its numbers; what takes longer goes on, and is there the next time.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A file waits this long, less than the time limit of requests.
const FOR_MACHINES: Duration = Duration::from_secs(20);
/// Rows of a table on the entry's own page, and on the page of all ways.
const SHORT: usize = 8;
const LONG: usize = 60;
/// Depths of a dive that are shown together.
const BAND: u32 = 10;
/// The sorts of entries that have ways.
const SORTS: [(Sort, &str); 4] =
    [(Sort::AFFIX, "affix"), (Sort::THEME, "theme"), (Sort::ARTIFACT, "artifact"), (Sort::KIND, "kind")];

/// The section of an entry's page.
pub(crate) struct OriginsSection {
    /// The page of all ways, and the same as a file.
    pub(crate) href: String,
    pub(crate) csv: String,
    /// Of what the tables are, and how their numbers were obtained; or why there are none.
    pub(crate) about: String,
    pub(crate) tables: Vec<EntryTable>,
}

#[derive(Template)]
#[template(path = "origins/show.html")]
pub(crate) struct OriginsPage {
    frame: Frame,
    name: String,
    /// The entry's own page.
    entry: String,
    /// All that comes with it.
    given: String,
    csv: String,
    path: String,
    depth: u32,
    deepest: u32,
    qualities: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    rules: String,
    is_waiting: bool,
    about: Vec<String>,
    tables: Vec<EntryTable>,
}

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct OriginsQuery {
    depth: Option<String>,
    quality: Option<String>,
}

/// An entry whose ways are asked for.
struct Asked {
    sort: Sort,
    index: u32,
    name: String,
    condition: String,
    question: Arc<Question>,
    cell: Cell,
    query: Query,
}

impl Asked {
    fn new(open: &OpenRevision, (sort, index): (Sort, u32), query: &OriginsQuery) -> Result<Option<Asked>, Error> {
        let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
        let Some(condition) = condition_of(open, (sort, index)) else { return Ok(None) };
        let found = [
            (Sort::AFFIX, catalog.affix_by_index(index).map(|id| &catalog.affix(id).name)),
            (Sort::THEME, catalog.theme_by_index(index).map(|id| &catalog.theme(id).name)),
            (Sort::ARTIFACT, catalog.artifact_by_index(index).map(|id| &catalog.artifact(id).name)),
            (Sort::KIND, catalog.kind_by_index(index).map(|id| &catalog.kind(id).name)),
        ];
        let Some(name) = found.into_iter().find(|(of, _)| *of == sort).and_then(|(_, name)| name) else {
            return Ok(None);
        };
        // Of names that were just found nothing can be wrong.
        let Ok(expr) = parse(&condition) else { return Ok(None) };
        let Ok(question) = Question::of(&expr, &open.loaded, open.forge.keys()) else { return Ok(None) };
        let usual_depth = words.usual_depth();
        let depth = match query.depth.as_deref().unwrap_or_default().trim() {
            "" => usual_depth,
            text => text.parse().ok().filter(|depth| *depth <= words.deepest).ok_or_else(|| {
                Error::bad_request(format!("depth: found `{text}`; expected a level from 0 to {}.", words.deepest))
            })?,
        };
        let quality = SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?;
        let kept = Query::default()
            .set("depth", if depth == usual_depth { String::new() } else { depth.to_string() })
            .set("quality", if quality == words.richest { "" } else { words.qualities[quality] });
        Ok(Some(Asked {
            sort,
            index,
            name: name.clone(),
            condition,
            question: Arc::new(question),
            cell: Cell { depth, quality: quality as u8, kind: None },
            query: kept,
        }))
    }

    /// Whether computing it takes moments.
    fn is_quick(&self, open: &OpenRevision) -> bool {
        self.question.is_quickly_computed(open.forge.as_ref(), self.cell)
    }

    fn file(&self) -> String {
        let word = SORTS.iter().find(|(sort, _)| *sort == self.sort).map_or("", |(_, word)| word);
        format!("{word}-{}", self.index)
    }

    fn href(&self, open: &OpenRevision) -> String {
        self.query.on(&links::origins(&open.revision, self.file()))
    }

    fn csv(&self, open: &OpenRevision) -> String {
        self.query.on(&links::origins(&open.revision, format_args!("{}.csv", self.file())))
    }

    /// The cells of its depth.
    fn of_depth(&self, open: &OpenRevision) -> Vec<Cell> {
        let qualities = 0..open.loaded.game.words().qualities.len() as u8;
        qualities.map(|quality| Cell { quality, ..self.cell }).collect()
    }
}

/// The section of an entry's page; none of entries that aren't part of drops.
pub(crate) async fn section(
    state: &State,
    open: &Arc<OpenRevision>,
    entry: (Sort, u32),
) -> Result<Option<OriginsSection>, Error> {
    let Some(asked) = Asked::new(open, entry, &OriginsQuery::default())? else { return Ok(None) };
    let mut section =
        OriginsSection { href: asked.href(open), csv: asked.csv(open), about: String::new(), tables: Vec::new() };
    if !asked.is_quick(open) {
        "Computing it takes seconds, so it has a page of its own.".clone_into(&mut section.about);
        return Ok(Some(section));
    }
    let work = OriginsWork {
        question: Arc::clone(&asked.question),
        by_kind: vec![asked.cell],
        others: asked.of_depth(open),
        dive: Vec::new(),
        monsters: Vec::new(),
    };
    let of = (&open.loaded, &open.forge);
    let progress = Arc::<Progress>::default();
    let found =
        origins(state.scheduler(), Priority::Interactive, of, &work, &progress).await.map_err(Error::internal)?;
    match found {
        None => return Ok(None),
        Some(found) => {
            section.about = obtained(&found);
            section.tables = tables(open, &asked, &found, SHORT);
        }
    }
    Ok(Some(section))
}

/// Answers `GET /editions/{slug}/revisions/{number}/origins/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<OriginsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (name, is_csv) = file.strip_suffix(".csv").map_or((file.as_str(), false), |name| (name, true));
    let entry = name.split_once('-').and_then(|(word, index)| {
        let (sort, _) = SORTS.iter().find(|(_, known)| *known == word)?;
        Some((*sort, index.parse().ok()?))
    });
    let asked = entry.map(|entry| Asked::new(&open, entry, &query)).transpose()?.flatten();
    let asked = asked.ok_or_else(|| {
        Error::not_found(format!(
            "Found `{name}`; expected an entry of this revision's drops, such as `affix-100` or `artifact-5`."
        ))
    })?;
    let running = run(&state, &open, &asked).await?;
    let ended = tokio::time::timeout(if is_csv { FOR_MACHINES } else { PATIENCE }, running.ended()).await;
    let found = match &ended {
        Err(_) => None,
        Ok(found) => {
            Some(found.as_ref().ok_or_else(|| Error::internal("where an entry comes from can't be computed"))?)
        }
    };
    if is_csv {
        return match found.map(|found| found.as_ref().as_ref()) {
            Some(Some(found)) => csv(&open, &asked, found),
            Some(None) => Err(Error::new(StatusCode::CONFLICT, NOT_COMPUTED)),
            None => {
                let message = "This is still being computed. Ask again in a few seconds.";
                Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5))
            }
        };
    }
    let mut page = empty(&open, &asked);
    match found.map(|found| found.as_ref().as_ref()) {
        None => {
            running.look();
            page.is_waiting = true;
            return Ok((Extension(Unfinished), Html(page)).into_response());
        }
        Some(None) => page.about.push(NOT_COMPUTED.to_owned()),
        Some(Some(found)) => {
            page.about.push(obtained(found));
            if !asked.is_quick(&open) {
                page.about.push(
                    "By dive and by monster it would take minutes; `affixboard origins --dive 50 --monsters` computes them."
                        .to_owned(),
                );
            }
            page.tables = tables(&open, &asked, found, LONG);
        }
    }
    Ok(Html(page).into_response())
}

const NOT_COMPUTED: &str =
    "The rules of this game can't be followed here without sampling, so there are no shares of ways.";

/// The run of all ways, which begins unless it is known.
async fn run(state: &State, open: &Arc<OpenRevision>, asked: &Asked) -> Result<Arc<OriginsRun>, Error> {
    let is_quick = asked.is_quick(open);
    let profile: Option<Profile> = if is_quick {
        match state.store.profiles().await?.first() {
            Some(version) => Profile::parse(&version.text).ok(),
            None => starter::profile(),
        }
    } else {
        None
    };
    let deepest = open.loaded.game.words().deepest;
    let dive: Vec<(Cell, f64)> = profile.map_or_else(Vec::new, |profile| {
        let cells = profile.cells().filter(|(cell, _)| cell.depth <= deepest);
        cells.map(|(cell, drops)| (cell, drops.mean())).collect()
    });
    let key = format!(
        "{} {} {} {:?}\n{dive:?}",
        open.content_hash(),
        open.loaded.switches.describe(open.loaded.game),
        asked.file(),
        asked.cell
    );
    let work = OriginsWork {
        question: Arc::clone(&asked.question),
        by_kind: vec![asked.cell],
        others: asked.of_depth(open),
        monsters: if is_quick { vec![asked.cell.depth] } else { Vec::new() },
        dive,
    };
    let total = (work.others.len() + work.dive.len()) as u64;
    let begin = |done| {
        let (scheduler, open) = (Arc::clone(state.scheduler()), Arc::clone(open));
        async move {
            let of = (&open.loaded, &open.forge);
            origins(&scheduler, Priority::Progressive, of, &work, &done).await
        }
    };
    state.origins.of(&key, total, begin).ok_or_else(|| {
        let message = "Too many such pages are being computed. Try again later.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(15)
    })
}

fn csv(open: &OpenRevision, asked: &Asked, found: &OriginsFound) -> Result<Response, Error> {
    let rules = open.provenance(Method::Exact).rules();
    let about = format!("ways to {}, rules {rules}, files {}", asked.condition, open.content_hash());
    let notes: Vec<String> = iter::once(about).chain(open.loaded.doubts()).collect();
    let mut bytes: Vec<u8> = Vec::new();
    let table = OriginsCsv::begin(&mut bytes, true).map_err(Error::internal)?;
    table.write(&open.loaded, found, &notes).map_err(Error::internal)?;
    let revision = &open.revision;
    let parts = [revision.slug.as_str(), &format!("r{}", revision.number), "origins", &asked.name];
    Ok(attachment(&file_name(&parts, "csv"), "text/csv; charset=utf-8; header=present", bytes))
}

/// An entry's page, by its serial number.
type LinkTo = fn(&affixboard_store::Revision, u32) -> String;

fn empty(open: &OpenRevision, asked: &Asked) -> OriginsPage {
    let (words, revision) = (open.loaded.game.words(), &open.revision);
    let path = links::origins(revision, asked.file());
    let qualities = words.qualities.iter().enumerate().map(|(at, word)| {
        let href = asked.query.clone().set("quality", if at == words.richest { "" } else { *word }).on(&path);
        Choice::new(*word, href, at == usize::from(asked.cell.quality))
    });
    let entries: [(Sort, LinkTo); 4] = [
        (Sort::AFFIX, links::affix),
        (Sort::THEME, links::theme),
        (Sort::ARTIFACT, links::artifact),
        (Sort::KIND, links::kind),
    ];
    let entry = entries.into_iter().find(|(sort, _)| *sort == asked.sort).map(|(_, link)| link(revision, asked.index));
    OriginsPage {
        frame: Frame::open(format!("Where {} comes from · {}", asked.name, revision.title), Section::Entries, open),
        name: asked.name.clone(),
        entry: entry.unwrap_or_default(),
        given: given(open, asked, &asked.condition),
        csv: asked.csv(open),
        depth: asked.cell.depth,
        deepest: words.deepest,
        qualities: qualities.collect(),
        hidden: asked.query.except(&["depth"]),
        rules: open.provenance(Method::Exact).rules(),
        is_waiting: false,
        about: Vec::new(),
        tables: Vec::new(),
        path,
    }
}

/// All that comes with a condition, at the same depth and quality.
fn given(open: &OpenRevision, asked: &Asked, condition: &str) -> String {
    let query = Query::default()
        .set("q", condition)
        .set("depth", asked.query.value("depth"))
        .set("quality", asked.query.value("quality"));
    query.on(&links::given(&open.revision))
}

/// How the numbers were obtained, by their largest bound.
fn obtained(found: &OriginsFound) -> String {
    let bound = found.chances.values().map(|chance| chance.bound).fold(0.0, f64::max);
    if bound == 0.0 {
        "Exact.".to_owned()
    } else {
        format!("Computed; each chance per drop is wrong by {bound:.1e} at most, and each share lies in its range.")
    }
}

fn tables(open: &OpenRevision, asked: &Asked, found: &OriginsFound, most: usize) -> Vec<EntryTable> {
    let mut tables = vec![by_quality(open, asked, found)];
    let is_of_kinds = asked.sort == Sort::AFFIX || asked.sort == Sort::THEME;
    if let Some((_, kinds)) = found.kinds.iter().find(|(cell, _)| *cell == asked.cell && is_of_kinds) {
        tables.push(by_kind(open, asked, kinds, most));
    }
    if let Some(dive) = &found.dive {
        tables.extend(by_dive(open, dive));
    }
    tables.extend(found.monsters.iter().map(|(depth, monsters)| by_monster(open, *depth, monsters, most)));
    tables
}

fn by_quality(open: &OpenRevision, asked: &Asked, found: &OriginsFound) -> EntryTable {
    let words = open.loaded.game.words();
    let rows = asked.of_depth(open).into_iter().filter_map(|cell| {
        let chance = found.chances.get(&cell)?;
        let word = words.qualities[usize::from(cell.quality)];
        let mut fields = vec![EntryField::plain(word)];
        fields.extend(chance_fields(*chance));
        Some(fields)
    });
    EntryTable {
        title: format!("By drop quality, at level {}", asked.cell.depth),
        about: String::new(),
        columns: columns(&[("Drops", false), ("Chance per drop", true), ("One in", true), ("Drops until 99 %", true)]),
        rows: rows.collect(),
        empty: String::new(),
    }
}

/// Chance, one in, drops until 99 %.
fn chance_fields(chance: Mean) -> Vec<EntryField> {
    let one_in = if chance.mean > 0.0 { thousands((1.0 / chance.mean).round() as u64) } else { String::new() };
    let until = drops_until(chance.mean, 0.99).map(thousands).unwrap_or_default();
    vec![EntryField::plain(percent(chance.mean)), EntryField::plain(one_in), EntryField::plain(until)]
}

/// A share, with its range where that isn't a point.
fn share_field<W>(origin: &WayShare<W>) -> EntryField {
    let share = &origin.share;
    let is_exact = share.low.to_bits() == share.high.to_bits();
    let about = if is_exact { String::new() } else { format!("{} to {}", percent(share.low), percent(share.high)) };
    EntryField { about, ..EntryField::plain(percent(share.value)) }
}

fn by_kind(open: &OpenRevision, asked: &Asked, kinds: &WayShares<KindId>, most: usize) -> EntryTable {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let row = |origin: &WayShare<KindId>| {
        let kind = catalog.kind(origin.way);
        let mut fields =
            vec![EntryField::link(kind.name.clone(), links::kind(&open.revision, kind.index)), share_field(origin)];
        fields.extend(chance_fields(origin.brings));
        let gives = given(open, asked, &format!("kind:{}/{}", kind.tval, kind.sval));
        fields.push(EntryField::link("all it gives", gives));
        fields
    };
    let quality = words.qualities[usize::from(asked.cell.quality)];
    EntryTable {
        title: format!("By kind, of {quality} drops of level {}", asked.cell.depth),
        about: more(kinds.ways.len(), most),
        columns: columns(&[
            ("Kind", false),
            ("Share", true),
            ("Chance per drop", true),
            ("One in", true),
            ("Drops until 99 %", true),
            ("", false),
        ]),
        rows: kinds.ways.iter().take(most).map(row).collect(),
        empty: "None of these drops is or has it.".to_owned(),
    }
}

fn more(ways: usize, most: usize) -> String {
    if ways > most { format!("{} more are in the CSV file.", thousands((ways - most) as u64)) } else { String::new() }
}

/// By quality, and by depth.
fn by_dive(open: &OpenRevision, dive: &WayShares<Cell>) -> [EntryTable; 2] {
    let words = open.loaded.game.words();
    let table = |title: &str, heading: &str, rows: Vec<(String, Vec<EntryField>)>| EntryTable {
        title: title.to_owned(),
        about: format!(
            "The whole dive of the first drop profile finds {} of it on average.",
            significant_digits(dive.total.mean, 3)
        ),
        columns: columns(&[(heading, false), ("Share", true), ("Found", true), ("Drops that may be it", true)]),
        rows: rows
            .into_iter()
            .map(|(label, fields)| iter::once(EntryField::plain(label)).chain(fields).collect())
            .collect(),
        empty: "The dive finds none.".to_owned(),
    };
    let fields = |drops: f64, brings: f64, share: EntryField| {
        vec![share, EntryField::plain(significant_digits(brings, 3)), EntryField::plain(significant_digits(drops, 3))]
    };
    let by_quality = dive.grouped(|cell| cell.quality);
    let by_depth = dive.grouped(|cell| cell.depth.saturating_sub(1) / BAND);
    let of_quality = by_quality.ways.iter().map(|way| {
        let word = words.qualities.get(usize::from(way.way)).copied().unwrap_or_default();
        (capitalised(word), fields(way.drops, way.brings.mean, share_field(way)))
    });
    let mut bands: Vec<_> = by_depth.ways.iter().collect();
    bands.sort_by_key(|way| way.way);
    let of_depth = bands.into_iter().map(|way| {
        let first = way.way * BAND + 1;
        (format!("{first} to {}", first + BAND - 1), fields(way.drops, way.brings.mean, share_field(way)))
    });
    [
        table("In a dive, by drop quality", "Drops", of_quality.collect()),
        table("In a dive, by depth", "Levels", of_depth.collect()),
    ]
}

fn by_monster(open: &OpenRevision, depth: u32, monsters: &WayShares<usize>, most: usize) -> EntryTable {
    let words = open.loaded.game.words();
    let of = open.loaded.model.monster_drops();
    let row = |origin: &WayShare<usize>| {
        let race = of.and_then(|of| of.races().get(origin.way));
        let level = of.map_or(0, |of| of.creation_level(origin.way, depth));
        let quality = race.and_then(|race| words.qualities.get(usize::from(race.quality))).copied().unwrap_or_default();
        vec![
            EntryField::plain(race.map_or("", |race| race.name.as_str())),
            share_field(origin),
            EntryField::plain(significant_digits(origin.drops, 3)),
            EntryField::plain(format!("{quality}, level {level}")),
            EntryField::plain(percent(origin.chance.unwrap_or_default().mean)),
        ]
    };
    let left_out = of.map_or_else(String::new, |of| of.left_out().join("; "));
    EntryTable {
        title: format!("By monster, of those that come at level {depth}"),
        about: format!("Left out: {left_out}. {}", more(monsters.ways.len(), most)).trim_end().to_owned(),
        columns: columns(&[
            ("Monster", false),
            ("Share", true),
            ("Objects per monster that comes", true),
            ("Made as", false),
            ("Chance per object", true),
        ]),
        rows: monsters.ways.iter().take(most).map(row).collect(),
        empty: "No monster that comes there leaves it.".to_owned(),
    }
}
