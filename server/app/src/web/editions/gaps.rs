//! The gaps of a revision: what can get nothing, what can never come, with the lines to look at, and what a gap is here.

use affixboard_core::{
    catalog::KindId,
    gaps::{About, Gap, GapReport, Limits},
};
use affixboard_report::{capitalised, format::gaps_csv, gaps::GapRow};
use affixboard_store::{GapLimitsError, Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    clock::now_ms,
    compute::Priority,
    library::OpenRevision,
    web::{
        Error, Frame, Html, State,
        extract::{Form, Path, UrlQuery},
        links::{self, Choice, Query},
        respond::html::Section,
        session::viewer::Viewer,
        sheets::export::{attachment, file_name},
    },
};

#[derive(Template)]
#[template(path = "editions/gaps.html")]
pub(crate) struct GapsPage {
    frame: Frame,
    heading: String,
    edition: String,
    csv: String,
    /// Numbers of findings and of ignored ones.
    summary: String,
    rules: Vec<Choice>,
    types: Vec<Choice>,
    groups: Vec<GapGroup>,
    /// The meaning of an empty list, in a sentence; empty where rows are shown.
    nothing: String,
    form: LimitsForm,
    /// The error of limits that were sent; empty for none.
    problem: String,
    action: String,
    /// Whether the edition has limits other than the program's defaults.
    is_own: bool,
    /// Whether the game has items of Angband's sort, which item types and limits are about.
    has_drops: bool,
    can_act: bool,
}

/// The findings of one rule.
struct GapGroup {
    rule: &'static str,
    explain: &'static str,
    rows: Vec<GapRowView>,
}

struct GapRowView {
    /// The entry, item type or kind that the finding is about.
    name: Link,
    kinds: Vec<Link>,
    what: String,
    /// The file and the number of the line.
    place: String,
    /// The line.
    text: String,
}

struct Link {
    text: String,
    /// Empty where there is no page.
    href: String,
}

/// The filter as it stands in the URL.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct GapsQuery {
    rule: Option<String>,
    #[serde(rename = "type")]
    item_type: Option<String>,
}

/// The limits, as they are typed.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct LimitsForm {
    #[serde(default)]
    few: String,
    #[serde(default)]
    weight: String,
    #[serde(default)]
    first: String,
    #[serde(default)]
    last: String,
    #[serde(default)]
    ignore: String,
}

impl LimitsForm {
    fn of(limits: &Limits) -> LimitsForm {
        let lines: Vec<String> = limits.ignore.iter().map(ToString::to_string).collect();
        LimitsForm {
            few: limits.few_affixes.to_string(),
            weight: limits.theme_weight.to_string(),
            first: limits.first.to_string(),
            last: limits.last.to_string(),
            ignore: lines.join("\n"),
        }
    }

    /// The fields about item types, where a game has none: they stay as they are.
    fn hidden(&self) -> [(&'static str, &str); 4] {
        [("few", &self.few), ("weight", &self.weight), ("first", &self.first), ("last", &self.last)]
    }

    fn read(&self) -> Result<Limits, String> {
        let number = |name: &str, text: &str| {
            let text = text.trim();
            text.parse().map_err(|_| format!("{name}: found `{text}`; expected a whole number"))
        };
        let lines = self.ignore.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let ignore = lines.map(|(line, at)| line.parse().map_err(|error| format!("ignore, line {at}: {error}")));
        let limits = Limits {
            few_affixes: number("few-affixes", &self.few)?,
            theme_weight: number("theme-weight", &self.weight)?,
            first: number("first-level", &self.first)?,
            last: number("last-level", &self.last)?,
            ignore: ignore.collect::<Result<_, String>>()?,
        };
        limits.check().map_err(|error| error.to_string())?;
        Ok(limits)
    }
}

/// The filter, parsed: all rules and item types where `None`.
#[derive(Debug, Clone, Copy, Default)]
struct GapFilter {
    rule: Option<Gap>,
    tval: Option<u16>,
}

impl GapFilter {
    fn read(query: &GapsQuery, open: &OpenRevision) -> Result<GapFilter, Error> {
        let given =
            |value: &Option<String>| value.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let rule = given(&query.rule).map(|name| {
            let names = || Gap::ALL.iter().map(|gap| gap.name()).collect::<Vec<_>>().join(", ");
            Gap::find(&name)
                .ok_or_else(|| Error::bad_request(format!("rule: found `{name}`; expected one of {}.", names())))
        });
        let tval = given(&query.item_type).map(|text| {
            let known = text.parse().ok().filter(|tval| open.loaded.catalog.item_type(*tval).is_some());
            known.ok_or_else(|| {
                Error::bad_request(format!("type: found `{text}`; expected the number of an item type that has kinds."))
            })
        });
        Ok(GapFilter { rule: rule.transpose()?, tval: tval.transpose()? })
    }

    fn query(self) -> Query {
        Query::default()
            .set("rule", self.rule.map_or("", Gap::name))
            .set("type", self.tval.map_or_else(String::new, |tval| tval.to_string()))
    }

    fn has(self, row: &GapRow) -> bool {
        self.rule.is_none_or(|rule| row.gap == rule) && self.tval.is_none_or(|tval| row.of_type(tval))
    }
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<GapsQuery>,
) -> Result<Html<GapsPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let filter = GapFilter::read(&query, &open)?;
    let limits = state.store.gap_limits(open.revision.edition_id).await?;
    let found = state.library.gaps(&open, &limits).await?;
    let write = move || view(&viewer, &open, &found, filter, &limits);
    Ok(Html(state.compute(Priority::Interactive, write).await?))
}

pub(crate) async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<GapsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let filter = GapFilter::read(&query, &open)?;
    let limits = state.store.gap_limits(open.revision.edition_id).await?;
    let found = state.library.gaps(&open, &limits).await?;
    let hash = open.revision.content_hash.get(..7).unwrap_or_default();
    let name = file_name(&[&open.revision.title, "gaps", filter.rule.map_or("", Gap::name), hash], "csv");
    let write = move || {
        let rows: Vec<GapRow> = rows(&open, &found).into_iter().filter(|row| filter.has(row)).collect();
        gaps_csv(&rows, open.loaded.foreign_sentence().as_deref())
    };
    let csv = state.compute(Priority::Interactive, write).await?;
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", csv))
}

/// Takes the edition's limits from a form, or shows it again with what is wrong.
pub(crate) async fn set(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    Form(form): Form<LimitsForm>,
) -> Result<Response, Error> {
    let revision = state.revision(&slug, Some(number)).await?;
    let problem = match form.read() {
        Err(problem) => problem,
        Ok(limits) => match state.store.set_gap_limits(revision.edition_id, &limits, viewer.by(), now_ms()).await {
            Ok(()) => return Ok(Redirect::to(&links::gaps(&revision)).into_response()),
            Err(GapLimitsError::BadLimits(problem)) => problem,
            Err(other) => return Err(other.into()),
        },
    };
    let open = state.open(&slug, Some(number)).await?;
    let limits = state.store.gap_limits(revision.edition_id).await?;
    let found = state.library.gaps(&open, &limits).await?;
    let page = GapsPage { form, problem, ..view(&viewer, &open, &found, GapFilter::default(), &limits) };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

fn rows(open: &OpenRevision, found: &GapReport) -> Vec<GapRow> {
    found.findings.iter().map(|finding| GapRow::new(finding, &open.loaded)).collect()
}

fn view(viewer: &Viewer, open: &OpenRevision, found: &GapReport, filter: GapFilter, limits: &Limits) -> GapsPage {
    let (revision, catalog) = (&open.revision, &open.loaded.catalog);
    let rows = rows(open, found);
    let path = links::gaps(revision);
    let number = |filter: GapFilter| rows.iter().filter(|row| filter.has(row)).count();
    let choice = |label: &str, to: GapFilter, selected| {
        Choice::new(format!("{label} {}", number(to)), to.query().on(&path), selected)
    };
    let mut rules = vec![choice("all", GapFilter { rule: None, ..filter }, filter.rule.is_none())];
    for gap in Gap::ALL {
        let to = GapFilter { rule: Some(*gap), ..filter };
        if filter.rule == Some(*gap) || number(to) > 0 {
            rules.push(choice(gap.name(), to, filter.rule == Some(*gap)));
        }
    }
    let mut types = vec![choice("all", GapFilter { tval: None, ..filter }, filter.tval.is_none())];
    for item_type in &catalog.item_types {
        let to = GapFilter { tval: Some(item_type.tval), ..filter };
        if filter.tval == Some(item_type.tval) || item_type.takes_affixes || number(to) > 0 {
            types.push(choice(&item_type.name, to, filter.tval == Some(item_type.tval)));
        }
    }
    let group = |gap: &Gap| GapGroup {
        rule: gap.name(),
        explain: gap.explain(),
        rows: rows.iter().filter(|row| row.gap == *gap && filter.has(row)).map(|row| row_view(row, open)).collect(),
    };
    let groups: Vec<GapGroup> = Gap::ALL.iter().map(group).filter(|group| !group.rows.is_empty()).collect();
    let ignored = if found.ignored.is_empty() { String::new() } else { format!(", {} ignored", found.ignored.len()) };
    GapsPage {
        frame: Frame::open(format!("Gaps of {}", revision.title), Section::Sheets, open),
        heading: format!("Gaps of {}", revision.title),
        edition: links::revision(revision),
        csv: filter.query().on(&format!("{path}.csv")),
        summary: format!("{} found{ignored}", rows.len()),
        rules,
        types,
        nothing: nothing(&groups, filter, open, found, limits),
        groups,
        form: LimitsForm::of(limits),
        problem: String::new(),
        action: path,
        is_own: *limits != Limits::default(),
        has_drops: !catalog.item_types.is_empty(),
        can_act: viewer.may(Role::Proposer),
    }
}

/// The sentence for an empty list; empty where findings are shown or the rule `no-affix` found some.
fn nothing(groups: &[GapGroup], filter: GapFilter, open: &OpenRevision, found: &GapReport, limits: &Limits) -> String {
    if filter.rule.is_some_and(|rule| rule != Gap::NoAffix) {
        return if groups.is_empty() { "No such gap.".to_owned() } else { String::new() };
    }
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let Some(item_type) = filter.tval.and_then(|tval| catalog.item_type(tval)) else {
        return if groups.is_empty() { "No gaps.".to_owned() } else { String::new() };
    };
    let of_type = |tval: Option<u16>| tval == Some(item_type.tval);
    let mut without = found.findings.iter().chain(&found.ignored).filter(|finding| finding.gap == Gap::NoAffix);
    if !item_type.takes_affixes {
        format!("Items of the type {} take no {}.", item_type.name, words.affixes)
    } else if without.any(|finding| of_type(finding.tval)) {
        String::new()
    } else {
        format!(
            "{} kinds: each that drops can draw an {} at every level from {} to {} at which it is found.",
            capitalised(&item_type.name),
            words.affix,
            limits.first,
            limits.last.min(words.deepest)
        )
    }
}

fn row_view(row: &GapRow, open: &OpenRevision) -> GapRowView {
    let (revision, words) = (&open.revision, open.loaded.game.words());
    let scope = row.scope(words);
    let comma = if scope.is_empty() { "" } else { ", " };
    let what = match &row.item_type {
        Some((_, name)) if !matches!(row.about, About::ItemType(_)) && row.kinds.is_empty() => {
            format!("{name}: {}{comma}{scope}", row.what)
        }
        _ => format!("{}{comma}{scope}", row.what),
    };
    let name = match row.about {
        About::Affix(_) => Link { text: row.name.clone(), href: links::affix(revision, row.index.unwrap_or_default()) },
        About::ItemType(tval) => Link { text: row.name.clone(), href: sheet(open, tval, None) },
        About::Kind(id) => kind_link(open, id),
        About::Entry(sort, index) => {
            let sort = open.loaded.game.sorts().get(usize::from(sort));
            let href = sort.map_or_else(String::new, |sort| links::sort_entry(revision, sort.name, index));
            Link { text: row.name.clone(), href }
        }
        About::Theme(_) | About::Artifact(_) => Link { text: row.name.clone(), href: String::new() },
    };
    let tval = row.item_type.as_ref().map(|item_type| item_type.0);
    let kinds = row.kinds.iter().map(|(sval, name)| Link {
        text: name.clone(),
        href: tval.map_or_else(String::new, |tval| sheet(open, tval, Some(*sval))),
    });
    GapRowView {
        name,
        kinds: kinds.collect(),
        what,
        place: row.place.as_ref().map_or_else(String::new, |(file, line)| format!("{file}:{line}")),
        text: row.text.clone(),
    }
}

fn kind_link(open: &OpenRevision, id: KindId) -> Link {
    let kind = open.loaded.catalog.kind(id);
    Link { text: kind.name.clone(), href: sheet(open, kind.tval, Some(kind.sval)) }
}

/// The sheet of an item type or kind; empty for types that take no affixes.
fn sheet(open: &OpenRevision, tval: u16, sval: Option<u16>) -> String {
    let takes = open.loaded.catalog.item_type(tval).is_some_and(|item_type| item_type.takes_affixes);
    let revision: &Revision = &open.revision;
    if !takes {
        return String::new();
    }
    let sval = sval.map_or_else(String::new, |sval| sval.to_string());
    Query::default().set("sval", sval).on(&links::item_type(revision, tval))
}
