//! A subject's sheet, and the same as CSV.

use std::{collections::BTreeMap, io, sync::Arc};

use affixboard_model::{
    batch::Metric,
    game::{Dimension, DimensionValues, Point, SubjectRules},
};
use affixboard_report::{
    chart::{self, Theme},
    format::{self, SubjectCsv},
    sheet::{Method, Row, Sheet},
    sheets::{SubjectParams, quantile_name},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    find,
    query::{self, SubjectQuery},
    source::Source,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Address, Path, UrlQuery},
    links::{self, Choice},
    respond::html::Section,
    sheets::{
        export::{ExportChoice, FileOptions, attachment, download, find_format},
        settings,
        view::heat::Heat,
    },
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Batches offered at most.
const BATCHES: u32 = 5;

#[derive(Template)]
#[template(path = "subjects/show.html")]
pub(crate) struct SubjectPage {
    frame: Frame,
    title: String,
    path: String,
    about: String,
    rules: String,
    trial: &'static str,
    group_word: String,
    settings: Vec<Setting>,
    groups: Vec<GroupOption>,
    metrics: Vec<Choice>,
    axes: Vec<Choice>,
    /// Whether quantiles of numbers are shown, not chances of rows.
    is_quantiles: bool,
    /// Quantiles and shares, where there are both.
    views: Vec<Choice>,
    text: String,
    hidden: Vec<(&'static str, String)>,
    of_rows: &'static str,
    heat: Heat,
    count: usize,
    files: Vec<ExportChoice>,
    /// Where the numbers come from.
    numbers: Vec<Choice>,
    /// How they were obtained, in a word.
    how: &'static str,
    of_batch: String,
    notes: Vec<String>,
    new_batch: String,
}

/// A form field for one dimension.
struct Setting {
    name: &'static str,
    title: &'static str,
    value: String,
    /// The choices of a list; none of numbers.
    choices: Vec<GroupOption>,
    /// The hint of a field for numbers.
    hint: String,
}

struct GroupOption {
    name: String,
    is_chosen: bool,
}

/// Answers `GET /editions/{slug}/revisions/{number}/subjects/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(given): UrlQuery<BTreeMap<String, String>>,
    Address(address): Address,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (name, extension) = file.split_once('.').map_or((file.as_str(), ""), |(name, extension)| (name, extension));
    let rules = find(&open, name)?;
    let source = Source::find(&state, &open, name, &given).await?;
    let plan = source.batch.as_ref().map(|batch| &batch.plan);
    let query = SubjectQuery::read(rules.as_ref(), &given, plan)?;
    let points = query.points(rules.as_ref(), plan)?;
    // The columns of the game's own tallies, which scripts read.
    if extension == "csv" {
        let file = format!("{slug}-r{number}-{name}.csv");
        let (metric, doubts) = (query.metric, open.loaded.doubts());
        let bytes = state
            .compute(Priority::Interactive, move || csv(rules.as_ref(), metric, &points, (&source, doubts)))
            .await?;
        return Ok(attachment(&file, "text/csv; charset=utf-8; header=present", bytes.map_err(Error::internal)?));
    }
    let is_quantiles = query.is_quantiles;
    // Quantiles are of all numbers.
    let text = if is_quantiles { String::new() } else { query.text.clone() };
    let params = SubjectParams { points, metric: query.metric, group: query.group, text };
    let provenance = open.provenance(source.method(rules.as_ref(), query.metric));
    let (of, computed, source) = (Arc::clone(&open), Arc::clone(&rules), Arc::new(source));
    let shown = Arc::clone(&source);
    if !extension.is_empty() {
        let axis = rules.spec().dimensions.get(query.axis).map_or("depth", |dimension| dimension.title);
        let format = if extension == "svg" { None } else { Some(find_format(extension)?) };
        let theme = settings::theme(given.get("theme").map(String::as_str))?;
        let making = move || shown.sheet(computed.as_ref(), provenance, &params, is_quantiles);
        let sheet = state.compute(Priority::Interactive, making).await?;
        let sheet = sheet.map_err(|_| Error::internal("cancelled though nobody left"))?;
        if let Some(format) = format {
            return Ok(download(&state, sheet, FileOptions::plain(address), format));
        }
        let making =
            move || if is_quantiles { quantile_chart(&sheet, axis, theme) } else { chart(&sheet, axis, theme) };
        let svg = state.compute(Priority::Interactive, making).await?;
        return Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response());
    }
    let metric = query.metric;
    let table = state
        .compute(Priority::Interactive, move || {
            let sheet = shown.sheet(computed.as_ref(), provenance, &params, is_quantiles);
            sheet.map(|mut sheet| {
                // The group stands behind the name.
                for row in &mut sheet.rows {
                    row.summary.clone_from(&row.role);
                }
                let entries = first_entries(computed.as_ref(), metric);
                let href = |row: &Row| entries.get(&row.name).map_or(String::new(), |entry| entry_link(&of, *entry));
                Table {
                    heat: Heat::new(&sheet, &href).with_totals(&sheet),
                    count: sheet.rows.len(),
                    rules: sheet.provenance.rules(),
                    notes: std::mem::take(&mut sheet.notes),
                }
            })
        })
        .await?
        .map_err(|_| Error::internal("cancelled though nobody left"))?;
    let batches = state.store.subject_batches(open.revision.id, name, BATCHES).await?;
    let batches = batches.into_iter().filter(|batch| source.is_like(batch)).map(|batch| batch.id.0).collect();
    Ok(Html(show(&open, rules.as_ref(), &query, table, (&source, batches))).into_response())
}

/// The rows with the greatest chances as lines along a dimension of numbers, or the whole sheet as a heat map.
fn chart(sheet: &Sheet, axis: &str, theme: Theme) -> String {
    let about = &sheet.provenance;
    let is_line = sheet.columns.len() > 1 && sheet.columns.iter().all(|column| column.label.parse::<u32>().is_ok());
    if !is_line {
        return chart::heat_map(sheet, &format!("{} ({})", sheet.title, about.describe()), theme);
    }
    let y_label = format!("{} · {}, {}", sheet.measure.title(), sheet.how_text(), about.describe());
    let frame = chart::ChartFrame {
        title: &sheet.title,
        desc: &sheet.caption,
        x_label: axis,
        y_label: &y_label,
        measure: sheet.measure,
        theme,
        width: chart::ChartWidth::Wide,
        log: false,
    };
    chart::line_chart(&chart::top_series(sheet, chart::MOST_SERIES), &frame)
}

/// Quantiles that charts show: with four numbers of the rules no more than they have colours for.
const DRAWN_QUANTILES: [u32; 3] = [10, 50, 99];

/// Quantiles as lines with their intervals, and what the rules hold numbers against.
fn quantile_chart(sheet: &Sheet, axis: &str, theme: Theme) -> String {
    let about = &sheet.provenance;
    let y_label = format!("{}, {}", sheet.how_text(), about.describe());
    let frame = chart::ChartFrame {
        title: &sheet.title,
        desc: &sheet.caption,
        x_label: axis,
        y_label: &y_label,
        measure: sheet.measure,
        theme,
        width: chart::ChartWidth::Wide,
        log: false,
    };
    let names: Vec<String> = DRAWN_QUANTILES.map(quantile_name).into();
    let rules = sheet.rows.iter().filter(|row| row.role == "rule").map(|row| row.name.as_str());
    let names: Vec<&str> = names.iter().map(String::as_str).chain(rules).take(chart::MOST_SERIES).collect();
    chart::line_chart(&chart::named_series(sheet, &names), &frame)
}

/// The sheet's table and what stands around it.
struct Table {
    heat: Heat,
    count: usize,
    rules: String,
    notes: Vec<String>,
}

/// The entry of each label among a metric's rows. What is counted otherwise may have the name of an entry, as properties have.
fn first_entries(rules: &dyn SubjectRules, metric: Metric) -> BTreeMap<String, (u8, u32)> {
    let rows = rules.rows().iter().rev().filter(|row| row.metric == metric);
    rows.filter_map(|row| Some((row.label.clone(), row.entry?))).collect()
}

fn entry_link(open: &OpenRevision, (sort, index): (u8, u32)) -> String {
    let sort = open.loaded.sorts().get(usize::from(sort));
    sort.map_or(String::new(), |sort| links::sort_entry(&open.revision, sort.name, index))
}

fn csv(
    rules: &dyn SubjectRules,
    metric: Metric,
    points: &[(Point, String)],
    (source, doubts): (&Source, Option<String>),
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(counts) = source.counts(rules, metric, points).map_err(|_| io::Error::other("cancelled"))? {
        let mut table = SubjectCsv::of_counts(&mut bytes, rules.spec(), doubts)?;
        for ((point, _), counted) in points.iter().zip(counts) {
            table.add_counts(rules, *point, counted.drops, counted.counts)?;
        }
        table.end()?;
        return Ok(bytes);
    }
    let mut table = SubjectCsv::of_means(&mut bytes, rules, doubts)?;
    for (point, _) in points {
        let means = rules.exact(*point);
        table.add_means(rules, *point, &means)?;
    }
    table.end()?;
    Ok(bytes)
}

fn show(
    open: &OpenRevision,
    rules: &dyn SubjectRules,
    query: &SubjectQuery,
    table: Table,
    (source, batches): (&Source, Vec<i64>),
) -> SubjectPage {
    let (spec, revision) = (rules.spec(), &open.revision);
    let path = links::subject(revision, spec.name);
    let settings = spec.dimensions.iter().enumerate().map(|(at, dimension)| setting(query, at, dimension));
    let axes = spec.dimensions.iter().enumerate().map(|(at, dimension)| {
        // Of the other one, the usual values.
        let old = spec.dimensions[query.axis].name;
        let axis = query.query.clone().set("axis", dimension.name).set(old, "").set(dimension.name, "");
        Choice::new(dimension.title, axis.on(&path), at == query.axis)
    });
    let frame = Frame::open(format!("{} · {}", spec.title, revision.title), Section::Sheets, open);
    let metrics: Vec<Choice> = query::metrics(rules)
        .into_iter()
        .map(|metric| {
            let href = query.query.clone().set("metric", metric.0).on(&path);
            Choice::new(rules.metric_title(metric), href, metric == query.metric)
        })
        .collect();
    let views = [(query::QUANTILES, true), (query::SHARES, false)].map(|(view, is_quantiles)| {
        let href = query.query.clone().set("view", if is_quantiles { "" } else { view }).on(&path);
        Choice::new(view, href, is_quantiles == query.is_quantiles)
    });
    let groups = spec
        .groups
        .iter()
        .enumerate()
        .map(|(at, name)| GroupOption { name: name.clone(), is_chosen: query.group == Some(at as u16) });
    SubjectPage {
        how: if source.method(rules, query.metric) == Method::Exact { frame.exact() } else { "simulated" },
        frame,
        title: spec.title.to_owned(),
        about: spec.doc.to_owned(),
        rules: table.rules,
        numbers: source.choices((rules, query.metric), &batches, &query.query, &path),
        of_batch: source.about(rules, query.metric),
        notes: table.notes,
        new_batch: query
            .query
            .clone()
            .set("batch", "")
            .set("beside", "")
            .set("view", "")
            .on(&links::new_subject_batch(revision, spec.name)),
        trial: spec.trial[0],
        group_word: affixboard_report::capitalised(spec.group[0]),
        settings: settings.collect(),
        groups: groups.collect(),
        metrics: if metrics.len() > 1 { metrics } else { Vec::new() },
        is_quantiles: query.is_quantiles,
        views: if query::has_numbers(rules, query.metric) { views.into() } else { Vec::new() },
        axes: if spec.dimensions.len() > 1 { axes.collect() } else { Vec::new() },
        text: query.text.clone(),
        hidden: {
            let own = spec.dimensions.iter().map(|dimension| dimension.name).chain(["group", "q"]);
            query.query.except(&own.collect::<Vec<_>>())
        },
        of_rows: if query.is_quantiles { "Quantile" } else { "Name" },
        heat: table.heat,
        count: table.count,
        files: files(query, &path),
        path,
    }
}

/// The files of a sheet: the game's own tally columns as CSV, then those of every sheet, and the chart.
fn files(query: &SubjectQuery, path: &str) -> Vec<ExportChoice> {
    let choice = |title, hint, extension: &str| ExportChoice {
        title,
        hint,
        href: query.query.on(&format!("{path}.{extension}")),
    };
    let of_sheets = format::ALL.iter().filter(|format| format.extension != "csv");
    let mut files = vec![choice("CSV", "all rows, in the columns of tallies", "csv")];
    files.extend(of_sheets.map(|format| choice(format.title, format.hint, format.extension)));
    files.push(choice("SVG", "the chart", "svg"));
    files.push(choice("PNG", "the chart as dots", "png"));
    files
}

fn setting(query: &SubjectQuery, at: usize, dimension: &Dimension) -> Setting {
    let value = query.query.value(dimension.name).to_owned();
    let chosen = query.values[at].first().copied().unwrap_or_default();
    match &dimension.values {
        DimensionValues::Names(names) if at != query.axis => Setting {
            name: dimension.name,
            title: dimension.title,
            value,
            choices: (0..)
                .zip(names)
                .map(|(at, name)| GroupOption { name: name.clone(), is_chosen: at == chosen })
                .collect(),
            hint: String::new(),
        },
        DimensionValues::Numbered(list) => Setting {
            name: dimension.name,
            title: dimension.title,
            value,
            choices: if at == query.axis {
                Vec::new()
            } else {
                list.iter()
                    .map(|(number, name)| GroupOption { name: name.clone(), is_chosen: *number == chosen })
                    .collect()
            },
            hint: "serial numbers or names".to_owned(),
        },
        DimensionValues::Names(names) => {
            Setting { name: dimension.name, title: dimension.title, value, choices: Vec::new(), hint: names.join(",") }
        }
        DimensionValues::Numbers { first, last, .. } => Setting {
            name: dimension.name,
            title: dimension.title,
            value: if at == query.axis { value } else { chosen.to_string() },
            choices: Vec::new(),
            hint: if at == query.axis {
                format!("such as 1,5,10-20; {first} to {last}")
            } else {
                let about = if dimension.doc.is_empty() { String::new() } else { format!("; {}", dimension.doc) };
                format!("{first} to {last}{about}")
            },
        },
    }
}
