//! Charts of an item type, of its pools, of computed chances or of a batch: lines over depth, a panel for each row, items by
//! their number of affixes, a heat map, and commonness against chance; each with its numbers as a table, and as SVG.

mod request;

use std::collections::BTreeSet;

use affixboard_report::{
    chart::{self, ChartWidth, MOST_PANELS, MOST_SERIES, ScatterData},
    sheet::{Row, Sheet},
};
use affixboard_store::Batch;
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    export::with_unfinished,
    progressive::{self, ProgressView},
    tabs::batches_like,
    view::{
        heat::Heat,
        sheet_page::{KindOption, affix_types, kind_options, type_and_format},
    },
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::html::Section,
};
use affixboard_service::compute::{CellNumbers, Priority};
use request::{ChartSheets, ChartSource, ChartsRequest};

/// Batches offered at most.
const OFFERED: usize = 5;

#[derive(Template)]
#[template(path = "sheets/charts.html")]
pub(crate) struct ChartsPage {
    frame: Frame,
    heading: String,
    how: &'static str,
    how_text: String,
    caption: String,
    rules: String,
    path: String,
    sheet: String,
    types: Vec<Choice>,
    /// The source of the numbers.
    of: Vec<Choice>,
    level_label: &'static str,
    levels: Vec<Choice>,
    qualities: Vec<Choice>,
    kinds: Vec<KindOption>,
    text: String,
    hidden: Vec<(&'static str, String)>,
    progress: ProgressView,
    charts: Vec<ChartView>,
    /// Shares of drops by their number of affixes, as a heat map.
    numbers: Option<Heat>,
    affixes: &'static str,
    at: u32,
    /// The depths whose dots can be shown.
    depths: Vec<Choice>,
    dots: Vec<DotView>,
    heat: Heat,
    /// For each row of the table, its serial number and whether it is drawn.
    picks: Vec<(String, bool)>,
    hidden_rows: Vec<(&'static str, String)>,
    /// Whether rows were chosen, and the page where none are.
    has_chosen: bool,
    unchosen: String,
}

struct ChartView {
    id: &'static str,
    title: String,
    about: String,
    /// Id of the table with its numbers.
    table: &'static str,
    light: String,
    dark: String,
    size: (u32, u32),
    /// The drawing for phones, where there is one.
    narrow: Option<NarrowView>,
    /// Whether what is drawn belongs to rows of the table, which is shown by pointing at either.
    has_rows: bool,
    png: String,
    alt: String,
}

struct NarrowView {
    light: String,
    dark: String,
    size: (u32, u32),
}

struct DotView {
    name: String,
    href: String,
    weight: String,
    chance: String,
    hint: String,
    ratio: String,
}

/// Answers `GET /editions/{slug}/revisions/{number}/charts/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(pairs): UrlQuery<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let (tval, extension) = type_and_format(&file)?;
    let request = ChartsRequest::new(state, (&slug, number, tval), &pairs).await?;
    match extension {
        None => {
            let (known, problem) = known_chances(&request).await;
            let sheets = request.sheets(&known).await?;
            let batches = batches_like(&request.state, &request.open).await?;
            let done = (known.iter().filter(|cell| cell.is_final()).count(), progressive::drops(&known));
            let state = request.state.clone();
            let write = move || html(&request, &sheets, &batches, (done, problem));
            Ok(Html(state.compute(Priority::Interactive, write).await?).into_response())
        }
        Some("svg") => {
            let chart = request.chosen_chart()?;
            let (sheets, unfinished) = request.sheets_of_now().await?;
            let state = request.state.clone();
            let svg = state.compute(Priority::Interactive, move || request.draw(&sheets, chart)).await?;
            let answer = ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response();
            Ok(with_unfinished(answer, &unfinished))
        }
        Some(other) => Err(Error::not_found(format!("Found the format `{other}`; expected svg or png."))),
    }
}

/// Waits a little for chances, where they are asked for: those that are known then, or why there are none.
async fn known_chances(request: &ChartsRequest) -> (Vec<CellNumbers>, &'static str) {
    if !matches!(request.of, ChartSource::Chances) {
        return (Vec::new(), "");
    }
    request.wait_for_first().await;
    match request.known() {
        Ok(known) => (known, ""),
        Err(problem) => (vec![CellNumbers::default(); request.depths.len()], problem),
    }
}

impl ChartsRequest {
    /// The charts there are, as they stand in the address.
    fn charts(&self) -> &'static [&'static str] {
        match self.of {
            ChartSource::Pools => &["lines", "panels", "heat"],
            _ => &["lines", "panels", "numbers", "heat", "dots"],
        }
    }

    fn chosen_chart(&self) -> Result<&'static str, Error> {
        let charts = self.charts();
        let found = charts.iter().find(|id| self.chart.is_empty() || **id == self.chart);
        found.copied().ok_or_else(|| {
            let text: String = self.chart.chars().take(40).collect();
            Error::bad_request(format!("chart: found `{text}`; expected one of {}.", charts.join(", ")))
        })
    }

    fn title(&self, chart: &str) -> String {
        match (chart, &self.of) {
            ("lines", ChartSource::Pools) => "Chance in pool".to_owned(),
            ("lines", _) => "Chance per item".to_owned(),
            ("panels", _) => "Each on its own".to_owned(),
            ("numbers", _) => format!("Number of {}", self.open.loaded.game.words().affixes),
            ("heat", _) => "Heat map".to_owned(),
            _ => "Commonness against chance".to_owned(),
        }
    }

    fn draw(&self, sheets: &ChartSheets, chart: &str) -> String {
        let sheet = &sheets.affixes;
        let is_of_pools = matches!(self.of, ChartSource::Pools);
        let about = &sheet.provenance;
        let what = match chart {
            "numbers" => format!("share of items by number of {}", self.open.loaded.game.words().affixes),
            "dots" => match &sheets.dots {
                Some(dots) => format!("{}, at level {}", sheet.measure.title(), dots.at),
                None => sheet.measure.title().to_owned(),
            },
            _ => sheet.measure.title().to_owned(),
        };
        let y_label = format!("{what} · {}, {}", sheet.how_text(), about.describe());
        // A picture goes where no heading tells it from others of the sheet; a narrow one stands on the page.
        let title = match chart {
            "lines" | "panels" => sheet.title.clone(),
            _ if self.width == ChartWidth::Narrow => sheet.title.clone(),
            _ => format!("{}, {}", sheet.title, self.title(chart).to_lowercase()),
        };
        let frame = chart::ChartFrame {
            title: &title,
            desc: &sheet.caption,
            x_label: if is_of_pools { "generation level" } else { "dungeon level" },
            y_label: &y_label,
            measure: sheet.measure,
            theme: self.theme,
            width: self.width,
            log: false,
        };
        match chart {
            "lines" => chart::line_chart(&chart::chosen_series(sheets.drawn(), &drawn(sheet, &self.rows)), &frame),
            "panels" => chart::panel_chart(&chart::top_series(sheets.drawn(), usize::MAX), &frame),
            "numbers" => {
                let numbers = sheets.numbers.as_ref().map(|numbers| self.in_words(numbers));
                let desc = numbers.as_ref().map_or(String::new(), |numbers| numbers.caption.clone());
                let numbers = numbers.as_ref().unwrap_or(sheet);
                chart::stacked_chart(numbers, &chart::ChartFrame { desc: &desc, ..frame })
            }
            "heat" => chart::heat_map(sheet, &format!("{} ({})", sheet.title, about.describe()), self.theme),
            _ => {
                let (at, weights) = match &sheets.dots {
                    Some(dots) => (dots.at, dots.weights.caption.as_str()),
                    None => (0, ""),
                };
                let x_label = format!("commonness in the pool at generation level {at}");
                let desc = format!("{} {weights}", sheet.caption);
                let dots = scatter(sheets);
                chart::scatter_chart(&dots, &chart::ChartFrame { x_label: &x_label, desc: &desc, ..frame })
            }
        }
    }

    /// The sheet with its rows called `no affixes`, `1 affix`, `2 affixes` …
    fn in_words(&self, numbers: &Sheet) -> Sheet {
        let words = self.open.loaded.game.words();
        let mut numbers = numbers.clone();
        for row in &mut numbers.rows {
            row.name = match row.name.as_str() {
                "0" => format!("no {}", words.affixes),
                "1" => format!("1 {}", words.affix),
                number => format!("{number} {}", words.affixes),
            };
        }
        numbers
    }

    /// A row of choices for one setting, of which `usual` is the default.
    fn choices(&self, path: &str, key: &'static str, all: &[(String, String)], usual: &str) -> Vec<Choice> {
        let current = self.query.value(key);
        let choice = |(value, label): &(String, String)| {
            let is_current = value == current || current.is_empty() && value == usual;
            let written = if value == usual { "" } else { value };
            Choice::new(label.clone(), self.query.clone().set(key, written).on(path), is_current)
        };
        all.iter().map(choice).collect()
    }

    fn view(&self, sheets: &ChartSheets, path: &str, chart: &'static str) -> ChartView {
        let rows = sheets.affixes.rows.len();
        let picture = self.query.clone().set("chart", chart);
        let about = match chart {
            "lines" if !self.rows.is_empty() => {
                let found = drawn(&sheets.affixes, &self.rows).len();
                let most =
                    if found > MOST_SERIES { format!("; the {MOST_SERIES} highest are drawn") } else { String::new() };
                format!("{found} of {rows} rows are chosen{most}.")
            }
            "lines" if rows > MOST_SERIES => {
                format!("The {MOST_SERIES} with the highest chances over all levels; the table chooses others.")
            }
            "lines" => "Each row; the table chooses fewer.".to_owned(),
            "panels" => {
                let all = panels(sheets);
                let which = if all > MOST_PANELS {
                    format!("The {MOST_PANELS} highest of {all} rows; the filter reaches the others.")
                } else {
                    "A panel for each row, highest first.".to_owned()
                };
                format!("{which} All have the same scales; the number and the dot are the highest value.")
            }
            "numbers" => {
                let affixes = self.open.loaded.game.words().affixes;
                format!("What is missing to 100\u{a0}% are artifacts and items that can't carry {affixes}.")
            }
            "dots" => {
                let left_out = match scatter(sheets).left_out {
                    0 => String::new(),
                    1 => " 1 row has no place here: it has no commonness at this level, or no chance that is known."
                        .to_owned(),
                    more => format!(
                        " {more} rows have no place here: they have no commonness at this level, or no chance that is known."
                    ),
                };
                format!(
                    "Both axes are logarithmic. On the line chance is in proportion to commonness; those furthest from it \
                     are named.{left_out}"
                )
            }
            _ => {
                let first = if rows > chart::MOST_ROWS {
                    format!("The first {} rows. ", chart::MOST_ROWS)
                } else {
                    String::new()
                };
                format!("{first}The stronger a colour, the greater the number, from 0 to the greatest of its section.")
            }
        };
        let about = match (chart, &sheets.levels) {
            ("lines", Some(_)) => format!("{about} Steps are where the pool changes, at any level."),
            _ => about,
        };
        let title = self.title(chart);
        let size = |width: ChartWidth| match chart {
            "panels" => chart::panel_chart_size(panels(sheets), width),
            _ => width.size(),
        };
        let narrow = picture.clone().set("width", "narrow");
        ChartView {
            id: chart,
            size: size(ChartWidth::Wide),
            // A heat map has as many columns as the table, and is scrolled like it.
            narrow: (chart != "heat").then(|| NarrowView {
                light: narrow.on(&format!("{path}.svg")),
                dark: narrow.clone().set("theme", "dark").on(&format!("{path}.svg")),
                size: size(ChartWidth::Narrow),
            }),
            has_rows: matches!(chart, "lines" | "panels"),
            about,
            table: match chart {
                "numbers" => "numbers-table",
                "dots" => "dots-table",
                _ => "table",
            },
            light: picture.on(&format!("{path}.svg")),
            dark: picture.clone().set("theme", "dark").on(&format!("{path}.svg")),
            png: picture.on(&format!("{path}.png")),
            alt: format!("{title}: {}", sheets.affixes.title),
            title,
        }
    }
}

/// The serial numbers of the rows that are drawn as lines: those chosen, or the highest.
fn drawn(sheet: &Sheet, chosen: &BTreeSet<u32>) -> BTreeSet<u32> {
    if chosen.is_empty() {
        return chart::top_rows(sheet, MOST_SERIES).into_iter().filter_map(|row| row.index).collect();
    }
    sheet.rows.iter().filter_map(|row| row.index).filter(|index| chosen.contains(index)).collect()
}

/// The number of rows that have a panel, or would have one if there were fewer.
fn panels(sheets: &ChartSheets) -> usize {
    chart::top_rows(sheets.drawn(), usize::MAX).len()
}

fn scatter(sheets: &ChartSheets) -> ScatterData {
    let none = ScatterData::default;
    sheets.dots.as_ref().map_or_else(none, |dots| ScatterData::of(&dots.weights, &sheets.affixes, dots.at))
}

fn html(
    request: &ChartsRequest,
    sheets: &ChartSheets,
    batches: &[Batch],
    ((known, drops), problem): ((usize, u64), &'static str),
) -> ChartsPage {
    let (open, sheet) = (&request.open, &sheets.affixes);
    let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
    let path = links::charts(revision, request.tval);
    let pair = |word: &&str| ((*word).to_owned(), (*word).to_owned());
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let levels: Vec<_> = reachable.iter().rev().map(pair).collect();
    let usual_level = words.affix_levels[usize::from(words.usual_affix_level)];
    let is_of_pools = matches!(request.of, ChartSource::Pools);
    let qualities: Vec<_> = match &request.of {
        ChartSource::Pools => Vec::new(),
        ChartSource::Chances => words.qualities.iter().rev().map(pair).collect(),
        ChartSource::Batch(batch) => {
            let made = batch.plan.qualities.iter().rev();
            made.filter_map(|at| words.qualities.get(usize::from(*at))).map(pair).collect()
        }
    };
    let richest = match &request.of {
        ChartSource::Batch(batch) => words.richest_of(&batch.plan.qualities),
        _ => words.richest,
    };
    let usual_quality =
        if is_of_pools { String::new() } else { words.qualities.get(richest).copied().unwrap_or_default().to_owned() };
    let mut of = vec![("pools".to_owned(), "pools".to_owned()), ("chances".to_owned(), "chances".to_owned())];
    let mut ids: Vec<i64> = batches.iter().take(OFFERED).map(|batch| batch.id.0).collect();
    if let ChartSource::Batch(batch) = &request.of
        && !ids.contains(&batch.id.0)
    {
        ids.push(batch.id.0);
    }
    of.extend(ids.into_iter().map(|id| (id.to_string(), format!("batch {id}"))));
    let types = affix_types(catalog).into_iter().map(|of_type| {
        let href = request.query.clone().set("sval", "").set("rows", "").on(&links::charts(revision, of_type.tval));
        Choice::new(of_type.name.clone(), href, of_type.tval == request.tval)
    });
    let to_affix = |row: &Row| row.index.map_or(String::new(), |index| links::affix(revision, index));
    let is_chances = matches!(request.of, ChartSource::Chances);
    let total = if is_chances { request.depths.len() } else { 0 };
    let of_drops = |path: &str| {
        let query = &request.query;
        let kept = ["sval", "quality", "depths"].map(|key| (key, query.value(key).to_owned()));
        kept.into_iter().fold(Query::default(), |to, (key, value)| to.set(key, value)).on(path)
    };
    let progress = ProgressView {
        problem,
        known,
        drops,
        total,
        events: of_drops(&paths::CHANCES_EVENTS.with([&revision.slug, &revision.number, &request.tval])),
        again: request.query.on(&path),
    };
    let is_shown = progress.is_possible() && !progress.is_computing();
    let charts = if is_shown { request.charts() } else { &[] };
    let charts = charts.iter().map(|&chart| request.view(sheets, &path, chart)).collect();
    let lines = drawn(sheet, &request.rows);
    let dots = scatter(sheets);
    let at = sheets.dots.as_ref().map_or(0, |dots| dots.at);
    let depths: Vec<_> = sheet.columns.iter().map(|column| (column.depth.to_string(), column.label.clone())).collect();
    let mut depths = request.choices(&path, "at", &depths, "");
    for choice in &mut depths {
        choice.selected = choice.label == at.to_string();
        choice.href.push_str("#dots");
    }
    let level = Query::default().set("sval", request.query.value("sval")).set("level", request.query.value("level"));
    ChartsPage {
        frame: Frame::open(format!("Charts · {} · {}", sheet.title, revision.title), Section::Sheets, open),
        heading: sheet.title.clone(),
        how: sheet.how(),
        how_text: sheet.how_text(),
        caption: sheet.caption.clone(),
        rules: sheet.provenance.rules(),
        sheet: match &request.of {
            ChartSource::Pools => level.on(&links::item_type(revision, request.tval)),
            ChartSource::Chances => of_drops(&links::chances(revision, request.tval)),
            ChartSource::Batch(batch) => of_drops(&links::result(batch.id, request.tval)),
        },
        types: types.collect(),
        of: request.choices(&path, "of", &of, "pools"),
        level_label: words.affix_level_label,
        levels: if is_of_pools && levels.len() > 1 {
            request.choices(&path, "level", &levels, usual_level)
        } else {
            Vec::new()
        },
        qualities: request.choices(&path, "quality", &qualities, &usual_quality),
        kinds: kind_options(catalog, request.tval, request.sval),
        text: request.text.clone(),
        hidden: request.query.except(&["sval", "q"]),
        progress,
        charts,
        numbers: sheets.numbers.as_ref().map(|numbers| Heat::new(&request.in_words(numbers), &|_| String::new())),
        affixes: words.affixes,
        at,
        depths,
        dots: dots
            .dots
            .iter()
            .map(|dot| DotView {
                name: dot.name.clone(),
                href: dot.index.map_or(String::new(), |index| links::affix(revision, index)),
                weight: dot.weight.to_string(),
                chance: dot.chance.text(sheet.measure),
                hint: sheet.describe(&dot.chance),
                ratio: affixboard_report::significant_digits(dot.ratio, 3),
            })
            .collect(),
        heat: Heat::new(sheet, &to_affix),
        picks: sheet
            .rows
            .iter()
            .map(|row| {
                let index = row.index.map_or(String::new(), |index| index.to_string());
                (index, row.index.is_some_and(|index| lines.contains(&index)))
            })
            .collect(),
        hidden_rows: request.query.except(&["rows"]),
        has_chosen: !request.rows.is_empty(),
        unchosen: request.query.clone().set("rows", "").on(&path),
        path,
    }
}
