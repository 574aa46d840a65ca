//! Charts of an item type's pools: chances over generation levels as lines, as shares of the whole, and as a heat map; each
//! with the same sheet as a table, and as SVG.

use affixboard_report::{
    build::{self, AvailabilityParams, PoolMeasure, Sort, SortBy},
    chart::{self, MOST_SERIES},
    sheet::{How, Row, Sheet},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    settings::{SheetSettings, theme},
    sheet_page::{KindOption, affix_types, kind_options, type_and_format},
};
use crate::{
    library::OpenRevision,
    web::{
        Error, Frame, Html, State,
        extract::{Path, Query as UrlQuery},
        heat::Heat,
        html::Section,
        links::{self, Choice, Query},
    },
};

/// The charts, as they stand in the URL, and their headings.
const CHARTS: [(&str, &str); 3] = [("lines", "Chance in pool"), ("shares", "Shares of the pool"), ("heat", "Heat map")];

#[derive(Template)]
#[template(path = "pages/charts.html")]
pub(in crate::web) struct ChartsPage {
    frame: Frame,
    heading: String,
    caption: String,
    rules: String,
    path: String,
    sheet: String,
    types: Vec<Choice>,
    level_label: &'static str,
    levels: Vec<Choice>,
    kinds: Vec<KindOption>,
    text: String,
    hidden: Vec<(&'static str, String)>,
    charts: Vec<ChartView>,
    heat: Heat,
}

struct ChartView {
    title: &'static str,
    about: String,
    light: String,
    dark: String,
    alt: String,
}

/// What the charts are asked for: settings as sheets have them, and which chart a picture is.
#[derive(Debug, Default, serde::Deserialize)]
pub(in crate::web) struct ChartsQuery {
    chart: Option<String>,
    sval: Option<String>,
    level: Option<String>,
    depths: Option<String>,
    q: Option<String>,
    theme: Option<String>,
}

pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<ChartsQuery>,
) -> Result<Response, Error> {
    let (tval, extension) = type_and_format(&file)?;
    let open = state.open(&slug, Some(number)).await?;
    let which = CHARTS.map(|chart| chart.0);
    let which = CHARTS[SheetSettings::position("chart", query.chart.as_ref(), &which, 0)?].0;
    let ground = theme(query.theme.as_deref())?;
    let settings = SheetSettings {
        sval: query.sval,
        level: query.level,
        depths: query.depths,
        q: query.q,
        ..SheetSettings::default()
    };
    let words = open.loaded.game.words();
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let usual = usize::from(words.usual_affix_level);
    let level = SheetSettings::position("level", settings.level.as_ref(), reachable, usual)?;
    let params = AvailabilityParams {
        tval,
        sval: settings.sval()?,
        affix_level: level as u8,
        depths: settings.depths(words)?,
        measure: PoolMeasure::Chance,
        filter: settings.filter(words)?,
        sort: Sort { by: SortBy::First, reversed: false },
    };
    let provenance = open.provenance(How::Exact);
    let sheet = build::availability(&open.loaded.catalog, open.forge.as_ref(), words, provenance, &params)?;
    match extension {
        None => Ok(Html(html(&open, &settings, &params, &sheet)).into_response()),
        Some("svg") => {
            let frame = chart::Frame {
                title: &sheet.title,
                desc: &sheet.caption,
                x_label: "generation level",
                y_label: if which == "shares" { "share of the pool" } else { sheet.measure.title() },
                measure: sheet.measure,
                theme: ground,
                log: false,
            };
            let svg = match which {
                "lines" => chart::frequency(&chart::top_series(&sheet, MOST_SERIES), &frame),
                "shares" => chart::stacked(&sheet, &frame),
                _ => chart::heat_map(&sheet, &sheet.title, ground),
            };
            Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
        }
        Some(other) => Err(Error::not_found(format!("Found the format `{other}`; expected svg."))),
    }
}

fn html(open: &OpenRevision, settings: &SheetSettings, params: &AvailabilityParams, sheet: &Sheet) -> ChartsPage {
    let (revision, catalog, words) = (&open.revision, &open.loaded.catalog, open.loaded.game.words());
    let path = links::charts(revision, params.tval);
    let query = settings.query();
    let picture = |chart: &'static str| query.clone().set("chart", chart);
    let drawn = |title: &'static str, chart: &'static str| ChartView {
        title,
        about: match chart {
            "lines" if sheet.rows.len() > MOST_SERIES => {
                format!("The {MOST_SERIES} with the highest chances over all levels; a filter chooses others.")
            }
            "lines" => "Each row; a filter chooses fewer.".to_owned(),
            "shares" => {
                "Each column is drawn as parts of what the rows come to together; where kinds differ, of the highest."
                    .to_owned()
            }
            _ if sheet.rows.len() > chart::MOST_ROWS => {
                format!("The first {} rows, coloured on a log scale.", chart::MOST_ROWS)
            }
            _ => "Coloured on a log scale.".to_owned(),
        },
        light: picture(chart).on(&format!("{path}.svg")),
        dark: picture(chart).set("theme", "dark").on(&format!("{path}.svg")),
        alt: format!("{title}: {}", sheet.title),
    };
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let levels: Vec<(&str, &str)> = reachable.iter().rev().map(|level| (*level, *level)).collect();
    let usual = words.affix_levels[usize::from(words.usual_affix_level)];
    let types = affix_types(catalog).into_iter().map(|of_type| {
        let href = query.clone().set("sval", "").on(&links::charts(revision, of_type.tval));
        Choice::new(of_type.name.clone(), href, of_type.tval == params.tval)
    });
    let to_affix = |row: &Row| row.index.map_or(String::new(), |index| links::affix(revision, index));
    ChartsPage {
        frame: Frame::of(format!("Charts · {} · {}", sheet.title, revision.title), Section::Sheets, revision),
        heading: sheet.title.clone(),
        caption: sheet.caption.clone(),
        rules: sheet.provenance.rules(),
        sheet: Query::default()
            .set("sval", query.value("sval"))
            .set("level", query.value("level"))
            .on(&links::item_type(revision, params.tval)),
        types: types.collect(),
        level_label: words.affix_level_label,
        levels: if levels.len() > 1 { settings.choices_with(&path, "level", &levels, usual) } else { Vec::new() },
        kinds: kind_options(catalog, params.tval, params.sval),
        text: settings.text(),
        hidden: query.except(&["sval", "q"]),
        charts: CHARTS.into_iter().map(|(chart, title)| drawn(title, chart)).collect(),
        heat: Heat::new(sheet, &to_affix),
        path,
    }
}
