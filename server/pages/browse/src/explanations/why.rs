//! Why a kind's items come to an affix or theme as often as they do: a page, its chart, and the same as JSON.

use std::{sync::Arc, time::Duration};

use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{AffixId, Catalog, KindId},
    explain::{Derivation, ExplainedEntry},
    game::Preset,
};
use affixboard_report::{
    chart::{self, BarsFrame, Theme},
    explain::{self, Explanation, KindMix, LinkTarget, PoolPlace, Totals},
    sheet::Method,
};
use affixboard_store::Role;
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    joint::{self, JointAnswer, JointView},
    json,
    lines::{self, ExplainedNumber, LinesView},
    why_links::OF_TYPE,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{
        export::{attachment, file_name},
        readings,
        settings::SheetSettings,
        view::sheet_page::{KindOption, kind_options},
    },
};
use affixboard_service::{
    compute::{ChanceError, Priority},
    library::OpenRevision,
};

/// A page waits so long for what is computed of whole drops; what takes longer goes on, and is there the next time.
const PATIENCE: Duration = Duration::from_secs(4);
/// JSON waits this long, less than the time limit of requests.
const FOR_MACHINES: Duration = Duration::from_secs(20);
const MADE: [&str; 2] = ["drop", "given"];

#[derive(Template)]
#[template(path = "explanations/why.html")]
pub(crate) struct WhyPage {
    frame: Frame,
    heading: String,
    place: String,
    rules: String,
    rules_page: String,
    answer: Vec<String>,
    /// Whether items may have several draws.
    has_more_draws: bool,
    /// Said where something is left out.
    note: &'static str,
    /// Whether something is still being computed that will be here later.
    is_waiting: bool,
    tables: Vec<WhyTable>,
    has_chart: bool,
    chart_light: String,
    chart_dark: String,
    chart_alt: String,
    json: String,
    back: String,
    back_label: String,
    path: String,
    depth: u32,
    deepest: u32,
    kinds: Vec<KindOption>,
    qualities: Vec<Choice>,
    made: Vec<Choice>,
    readings: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    /// The game's word for an affix.
    affix: &'static str,
    joint: Option<JointView>,
    /// The lines that move the number.
    lines: Option<LinesView>,
}

pub(crate) struct WhyTable {
    title: String,
    about: String,
    columns: Vec<explain::TextColumn>,
    rows: Vec<WhyRow>,
    /// Rows folded away.
    more: Vec<WhyRow>,
    /// Whether the panel beside a sheet shows it at once.
    is_open: bool,
}

pub(crate) struct WhyRow {
    href: String,
    first: String,
    first_is_number: bool,
    cells: Vec<(String, bool)>,
    is_asked: bool,
}

impl WhyTable {
    /// The rows shown, or those folded away.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
    fn part(&self, folded: &bool) -> &[WhyRow] {
        if *folded { &self.more } else { &self.rows }
    }
}

/// The query of an explanation.
#[derive(Debug, Default, serde::Deserialize)]
pub struct WhyQuery {
    /// The kind, where it isn't that of the path: how a form without scripts changes it.
    sval: Option<String>,
    depth: Option<String>,
    quality: Option<String>,
    /// Whether the kind is what a drop chose, or given.
    made: Option<String>,
    /// Whether the number is of all kinds of the item type: `type`.
    of: Option<String>,
    /// The affix level of the pool whose number is asked about, as a position.
    pool: Option<String>,
    rules: Option<String>,
    /// Another affix that items may have, too.
    with: Option<String>,
    /// Colour scheme of the chart: `light` or `dark`.
    theme: Option<String>,
}

/// The query and path, parsed.
pub(crate) struct WhyRequest {
    pub(crate) kind: KindId,
    entry: Entry,
    pub(crate) cell: Cell,
    /// The entry as it stands in the path: `affix-100`.
    slug: String,
    /// The other affix, and what stands in the query.
    pub(crate) with: Option<(AffixId, String)>,
    /// Whether the number is of all kinds of the item type.
    is_of_type: bool,
    /// The affix level of the pool that is asked about; `None` where the number is of drops.
    pool: Option<u8>,
    preset: &'static Preset,
}

/// What is computed of whole drops.
struct OfDrops {
    totals: Totals,
    /// The number of the item type by its kinds, where that is asked for.
    mix: Option<KindMix>,
}

impl WhyRequest {
    fn query(&self) -> Query {
        let made = self.cell.kind.map_or("", |_| MADE[1]);
        Query::default()
            .set("depth", self.cell.depth.to_string())
            .set("quality", self.cell.quality.to_string())
            .set("made", made)
            .set("pool", self.pool.map_or(String::new(), |level| level.to_string()))
            .set("rules", links::reading(self.preset))
    }

    /// The number that is explained.
    fn number(&self) -> ExplainedNumber {
        let WhyRequest { cell, kind, entry, is_of_type, pool, .. } = *self;
        ExplainedNumber { cell, kind, entry, is_of_type, pool }
    }

    /// The pool that is asked about, in a sentence.
    fn pool_sentence(&self, open: &OpenRevision) -> Option<String> {
        let (Some(affix_level), Entry::Affix(affix)) = (self.pool, self.entry) else { return None };
        let place = PoolPlace { kind: self.kind, level: self.cell.depth, affix_level };
        let pool = open.forge.pool(place.kind, place.level, affix_level);
        let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
        Some(explain::pool_sentence(&pool, affix, place, catalog, words))
    }

    /// The query with the other affix.
    pub(crate) fn query_with(&self) -> Query {
        let of = if self.is_of_type { OF_TYPE } else { "" };
        self.query().set("of", of).set("with", self.with.as_ref().map_or("", |with| &with.1))
    }
}

/// Answers `GET /editions/{slug}/revisions/{number}/why/{tval}/{sval}/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, tval, sval, file)): Path<(String, u32, u16, u16, String)>,
    UrlQuery(query): UrlQuery<WhyQuery>,
) -> Result<Response, Error> {
    let (entry, extension) = match file.split_once('.') {
        Some((entry, extension)) => (entry, Some(extension)),
        None => (file.as_str(), None),
    };
    if !matches!(extension, None | Some("json" | "svg" | "csv")) {
        return Err(Error::not_found(format!(
            "Found the format `{}`; expected json, csv or svg.",
            extension.unwrap_or("")
        )));
    }
    let coded = state.open(&slug, Some(number)).await?;
    let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
    let open = readings::open(&state, coded, preset).await?;
    let request = read_request(&open, (tval, sval), entry, &query, preset)?;
    let (why, open_there) = (Arc::clone(&open), (request.cell, request.kind, request.entry));
    let explain = move || why.forge.explain()?.why(open_there.0, open_there.1, open_there.2);
    let why = state
        .compute(Priority::Interactive, explain)
        .await?
        .ok_or_else(|| Error::not_found("This game's rules have no explanation of that."))?;
    if extension == Some("csv") {
        let bytes = lines::csv(&state, &open, &request.number()).await?;
        let name = file_name(&[&slug, "lines-that-move", &request.slug], "csv");
        return Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes));
    }
    let is_json = extension == Some("json");
    // If the answer is "never", no numbers are computed.
    let drops = async {
        // Of an item type other kinds may come to it.
        let is_nothing = is_never(&why) && !request.is_of_type;
        if is_nothing && !is_json { Ok(None) } else { of_drops(&state, &open, &request, is_json).await }
    };
    let joint = async {
        let is_shown = extension.is_none() || is_json;
        if is_shown {
            joint::computed(&state, &open, &request, &why, if is_json { FOR_MACHINES } else { PATIENCE }).await
        } else {
            None
        }
    };
    let lines = async {
        // What never comes has no number to move.
        let is_shown = extension.is_none() && (request.pool.is_some() || !is_never(&why) || request.is_of_type);
        if !is_shown {
            return None;
        }
        let csv = request.query_with().set("with", "").on(&csv_address(&open, &request));
        lines::view(&state, (&open, &request.number()), csv, viewer.may(Role::Proposer), PATIENCE).await
    };
    let (drops, joint, lines) = tokio::join!(drops, joint, lines);
    let format = extension.map(str::to_owned);
    let write = move || answer((&open, &request, &query), &why, &drops, (joint.as_ref(), lines), format.as_deref());
    state.compute(Priority::Interactive, write).await?
}

/// The address of the lines that move the number, as a file.
fn csv_address(open: &OpenRevision, request: &WhyRequest) -> String {
    let kind = open.loaded.catalog.kind(request.kind);
    links::why(&open.revision, (kind.tval, kind.sval), &request.slug) + ".csv"
}

/// Writes what was found: a page, or the file of that format.
fn answer(
    (open, request, query): (&OpenRevision, &WhyRequest, &WhyQuery),
    why: &Derivation,
    drops: &Result<Option<OfDrops>, StillComputing>,
    (joint, lines): (Option<&JointAnswer>, Option<LinesView>),
    format: Option<&str>,
) -> Result<Response, Error> {
    let found = drops.as_ref().ok().and_then(Option::as_ref);
    let (totals, mix) = (found.map(|found| &found.totals), found.and_then(|found| found.mix.as_ref()));
    match format {
        Some("json") => {
            let json = json::write(open, why, totals.ok_or(drops.is_err()), joint);
            Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
        }
        Some(_) => chart(&explained(open, why, totals), why, open, query),
        None => {
            let note = match drops {
                Err(StillComputing) => {
                    "What themes and undone steps take away is still being computed; it comes here when it is known."
                }
                Ok(_) => "",
            };
            let mut explanation = explained(open, why, totals);
            if let Some(sentence) = request.pool_sentence(open) {
                explanation.answer.insert(0, sentence);
            } else if let Some(KindMix { answer, table }) = mix {
                explanation.answer.insert(0, answer.clone());
                if !table.rows.is_empty() {
                    explanation.tables.insert(0, table.clone());
                }
            }
            Ok(Html(html(open, request, why, &explanation, (note, joint, lines))).into_response())
        }
    }
}

/// Whether no item of the kind comes to it, or there is no such item.
fn is_never(why: &Derivation) -> bool {
    let never = match &why.about {
        ExplainedEntry::Affix(about) => about.never.is_some(),
        ExplainedEntry::Theme(about) => about.lines.is_empty(),
    };
    never || why.creations.is_empty()
}

/// Exact chances take longer than the answer waits.
struct StillComputing;

/// Exact totals of whole drops; `None` where the rules can't be followed. JSON waits longer for them than a page.
async fn of_drops(
    state: &State,
    open: &Arc<OpenRevision>,
    request: &WhyRequest,
    is_json: bool,
) -> Result<Option<OfDrops>, StillComputing> {
    // Only whole drops are computed for all pages.
    if request.cell.kind.is_some() {
        return Ok(None);
    }
    let tval = open.loaded.catalog.kind(request.kind).tval;
    if is_json {
        // This kind alone, which is less than what pages of its type share.
        let (open, cell, kind, entry) = (Arc::clone(open), request.cell, request.kind, request.entry);
        let of_kind = move || {
            let chances = open.forge.exact()?.chances(cell, Some(&[kind]));
            Some(OfDrops { totals: Totals::new(open.forge.keys(), &chances, kind, entry), mix: None })
        };
        let outcome = tokio::time::timeout(FOR_MACHINES, state.compute(Priority::Progressive, of_kind)).await;
        return Ok(outcome.map_err(|_| StillComputing)?.ok().flatten());
    }
    let computing = state.exact().of_type(open, request.cell.depth, request.cell.quality, tval);
    let outcome = tokio::time::timeout(PATIENCE, computing).await.map_err(|_| StillComputing)?;
    match outcome {
        Ok(chances) => {
            let (keys, entry) = (open.forge.keys(), request.entry);
            let mix = request
                .is_of_type
                .then(|| explain::by_kind(keys, &chances, (request.cell, tval, entry), open.loaded.game.words()));
            Ok(Some(OfDrops { totals: Totals::new(keys, &chances, request.kind, entry), mix: mix.flatten() }))
        }
        Err(ChanceError::NotFollowed | ChanceError::Failed) => Ok(None),
    }
}

fn explained(open: &OpenRevision, why: &Derivation, totals: Option<&Totals>) -> Explanation {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    explain::explain(why, totals, catalog, words, &open.loaded.sources)
}

/// Reads the path and the query.
fn read_request(
    open: &OpenRevision,
    (tval, sval): (u16, u16),
    entry: &str,
    query: &WhyQuery,
    preset: &'static Preset,
) -> Result<WhyRequest, Error> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let given = |value: &Option<String>| value.as_deref().map_or("", str::trim).to_owned();
    let sval = match given(&query.sval).as_str() {
        "" => sval,
        text => text.parse().map_err(|_| Error::bad_request(format!("sval: found `{text}`; expected a number.")))?,
    };
    // Whoever chooses a kind asks about that.
    let is_of_type = given(&query.of) == OF_TYPE && given(&query.sval).is_empty();
    // Of a whole type any of its kinds stands for it.
    let first = || catalog.kinds_of(tval).into_iter().find(|kind| is_of_type && catalog.kind(*kind).record.is_some());
    let kind = catalog
        .find_kind(tval, sval)
        .or_else(first)
        .ok_or_else(|| Error::not_found(format!("There is no kind {tval}:{sval} in this revision.")))?;
    let depth = match given(&query.depth).as_str() {
        "" => words.usual_depth(),
        text => text.parse().ok().filter(|depth| *depth <= words.deepest).ok_or_else(|| {
            Error::bad_request(format!("depth: found `{text}`; expected a level from 0 to {}.", words.deepest))
        })?,
    };
    let quality = match given(&query.quality).parse::<usize>() {
        // Links give the position, which no word of any language changes.
        Ok(position) if position < words.qualities.len() => position,
        _ => SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?,
    };
    let is_given = SheetSettings::position("made", query.made.as_ref(), &MADE, 0)? == 1;
    let pool = match given(&query.pool).as_str() {
        "" => None,
        text => Some(text.parse().ok().filter(|at| usize::from(*at) < words.affix_levels.len()).ok_or_else(|| {
            let expected = format!("the position of an affix level, from 0 to {}", words.affix_levels.len() - 1);
            Error::bad_request(format!("pool: found `{text}`; expected {expected}."))
        })?),
    };
    let entry_id = find_entry(catalog, entry).ok_or_else(|| {
        Error::not_found(format!(
            "Found `{entry}`; expected an {} or theme of this revision, such as `affix-100` or `theme-5`.",
            words.affix
        ))
    })?;
    let kind = match (pool, entry_id) {
        (Some(affix_level), Entry::Affix(affix)) if is_of_type => {
            // As sheets of pools do, where kinds differ.
            let kinds = catalog.kinds_of(tval).into_iter().filter(|kind| catalog.kind(*kind).record.is_some());
            let chance = |kind: KindId| open.forge.pool(kind, depth, affix_level).of(affix).1;
            explain::likeliest_kind(&kinds.collect::<Vec<_>>(), chance).unwrap_or(kind)
        }
        _ => kind,
    };
    let cell = Cell { depth, quality: quality as u8, kind: is_given.then_some(kind) };
    let with = match given(&query.with).as_str() {
        "" => None,
        text => match find_entry(catalog, text) {
            Some(Entry::Affix(affix)) => Some((affix, text.to_owned())),
            _ => {
                return Err(Error::bad_request(format!(
                    "with: found `{text}`; expected an {} of this revision, such as `affix-100`.",
                    words.affix
                )));
            }
        },
    };
    Ok(WhyRequest { kind, entry: entry_id, cell, slug: entry.to_owned(), with, is_of_type, pool, preset })
}

/// The entry that a piece of a path names: what it is, and its serial number.
pub(crate) fn find_entry(catalog: &Catalog, text: &str) -> Option<Entry> {
    let (what, index) = text.split_once('-')?;
    let index = index.parse().ok()?;
    match what {
        "affix" => catalog.affix_by_index(index).map(Entry::Affix),
        "theme" => catalog.theme_by_index(index).map(Entry::Theme),
        _ => None,
    }
}

fn chart_title(why: &Derivation, open: &OpenRevision) -> String {
    let words = open.loaded.game.words();
    let draw = if words.one_affix { "the draw" } else { "the first draw" };
    format!("What {draw} gives {}", open.loaded.catalog.kind(why.kind).name)
}

fn chart(
    explanation: &Explanation,
    why: &Derivation,
    open: &OpenRevision,
    query: &WhyQuery,
) -> Result<Response, Error> {
    let theme = match query.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(other) => return Err(Error::bad_request(format!("theme: found `{other}`; expected light or dark."))),
    };
    let title = chart_title(why, open);
    let words = open.loaded.game.words();
    let quality = words.qualities.get(usize::from(why.cell.quality)).copied().unwrap_or_default();
    let (others, together) = explanation.others;
    let others = match others {
        0 => String::new(),
        _ => format!("; {others} others {:.1} % together", together * 100.0),
    };
    let doubts = if open.loaded.doubts().is_some() { "; files in doubt" } else { "" };
    let label = format!("Per cent; {quality} drops at level {}{others}{doubts}", why.cell.depth);
    let frame = BarsFrame { title: &title, desc: &label, label: &label, theme };
    let svg = chart::bar_chart(&explanation.bars, &frame);
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

fn html(
    open: &OpenRevision,
    request: &WhyRequest,
    why: &Derivation,
    explanation: &Explanation,
    (note, joint, lines): (&'static str, Option<&JointAnswer>, Option<LinesView>),
) -> WhyPage {
    let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
    let kind = catalog.kind(request.kind);
    let at = |slug: &str| links::why(revision, (kind.tval, kind.sval), slug);
    let path = at(&request.slug);
    let target = |target: LinkTarget| match (target, request.entry) {
        (LinkTarget::Affix(affix), _) => request.query().on(&at(&format!("affix-{}", catalog.affix(affix).index))),
        (LinkTarget::Kind(other), _) => {
            let other = catalog.kind(other);
            request.query().on(&links::why(revision, (other.tval, other.sval), &request.slug))
        }
        (LinkTarget::Theme(theme), _) => request.query().on(&at(&format!("theme-{}", catalog.theme(theme).index))),
        (LinkTarget::Line(span), Entry::Affix(affix)) => {
            let line = open.loaded.sources.position(span).line;
            format!("{}#L{line}", links::affix(revision, catalog.affix(affix).index))
        }
        (LinkTarget::Line(span), Entry::Theme(theme)) => {
            let line = open.loaded.sources.position(span).line;
            format!("{}#L{line}", links::theme(revision, catalog.theme(theme).index))
        }
        (LinkTarget::Line(_), _) => String::new(),
    };
    let row = |row: &explain::TextRow, columns: &[explain::TextColumn]| {
        let mut cells = row.cells.iter().zip(columns).map(|(cell, column)| (cell.clone(), column.is_number));
        let (first, first_is_number) = cells.next().unwrap_or_default();
        let href = row.target.map_or(String::new(), target);
        WhyRow { href, first, first_is_number, cells: cells.collect(), is_asked: row.is_asked }
    };
    let view = |table: &explain::TextTable| {
        // One row that is left over takes no more room than saying so.
        let shown = if table.rows.len() <= table.most + 1 { table.rows.len() } else { table.most };
        let (rows, more) = table.rows.split_at(shown);
        WhyTable {
            title: table.title.clone(),
            about: table.about.clone(),
            columns: table.columns.clone(),
            rows: rows.iter().map(|one| row(one, &table.columns)).collect(),
            more: more.iter().map(|one| row(one, &table.columns)).collect(),
            is_open: table.is_main,
        }
    };
    let game = open.loaded.game;
    let choices = |key, all: &[(String, &str)], current: &str| -> Vec<Choice> {
        all.iter()
            .map(|(value, label)| {
                Choice::new(*label, request.query_with().set(key, value.clone()).on(&path), value == current)
            })
            .collect()
    };
    let qualities: Vec<_> = words.qualities.iter().enumerate().map(|(at, word)| (at.to_string(), *word)).collect();
    let made = [(String::new(), "by drops"), (MADE[1].to_owned(), "as given kind")];
    let presets: Vec<_> = game.presets().map(|preset| (links::reading(preset).to_owned(), preset.title)).collect();
    let (back, back_label) = match request.entry {
        Entry::Affix(affix) => {
            let affix = catalog.affix(affix);
            (links::affix(revision, affix.index), affix.name.clone())
        }
        Entry::Theme(theme) => {
            let theme = catalog.theme(theme);
            (links::theme(revision, theme.index), theme.name.clone())
        }
        _ => (links::item_type(revision, kind.tval), "Availability".to_owned()),
    };
    let provenance = open.provenance(Method::Exact);
    WhyPage {
        frame: Frame::open(format!("Why {} · {}", explanation.title, revision.title), Section::Sheets, open),
        heading: explanation.title.clone(),
        place: format!(
            "{} drops, level {}",
            affixboard_report::capitalised(words.qualities[usize::from(request.cell.quality)]),
            request.cell.depth
        ),
        rules: provenance.rules(),
        rules_page: if game.switches().is_empty() { String::new() } else { links::rules(revision) },
        answer: explanation.answer.clone(),
        has_more_draws: !words.one_affix,
        note,
        is_waiting: !note.is_empty()
            || joint.is_some_and(JointAnswer::is_coming)
            || lines.as_ref().is_some_and(|lines| lines.is_coming),
        tables: explanation.tables.iter().map(view).collect(),
        has_chart: !explanation.bars.is_empty(),
        chart_light: request.query().on(&format!("{path}.svg")),
        chart_dark: request.query().set("theme", "dark").on(&format!("{path}.svg")),
        chart_alt: chart_title(why, open),
        json: request.query_with().on(&format!("{path}.json")),
        back,
        back_label,
        depth: request.cell.depth,
        deepest: words.deepest,
        kinds: kind_options(catalog, kind.tval, Some(kind.sval)),
        qualities: choices("quality", &qualities, &request.cell.quality.to_string()),
        made: choices("made", &made, request.cell.kind.map_or("", |_| MADE[1])),
        readings: if game.switches().is_empty() {
            Vec::new()
        } else {
            choices("rules", &presets, links::reading(request.preset))
        },
        hidden: request.query_with().except(&["depth"]),
        affix: words.affix,
        joint: joint::view(open, request, why, joint, &view),
        lines,
        path,
    }
}
