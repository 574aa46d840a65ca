//! The gaps of a revision: what can get nothing, what can never come or hardly ever, with the lines to look at, those that
//! touch most items over a dive first, and what a gap is here.

use affixboard_inquiry::gaps::{About, DROPS, Gap, GapReport, Limits, SEED, Search};
use affixboard_model::{
    catalog::{KindId, Sort},
    text::Span,
};
use affixboard_proposal::{EditableEntry, editable_entries};
use affixboard_report::{
    capitalised,
    format::gaps_csv,
    gaps::{GapGroup, GapRow, grouped},
    significant_digits, thousands,
};
use affixboard_store::{GapLimitsError, ProfileVersion, Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::export::{attachment, file_name},
};
use affixboard_service::{clock::now_ms, compute::Priority, library::OpenRevision, starter};

/// What `editions/gaps.html` shows.
#[derive(Template)]
#[template(path = "editions/gaps.html")]
pub struct GapsPage {
    frame: Frame,
    heading: String,
    edition: String,
    /// The page of what the team wants beside.
    balance: String,
    csv: String,
    /// Numbers of findings and of ignored ones.
    summary: String,
    rules: Vec<Choice>,
    types: Vec<Choice>,
    /// What the rule means that is asked for; empty for all rules.
    explain: &'static str,
    groups: Vec<GapGroupView>,
    /// The profile whose dive gives the numbers of items, with a link where it is a stored one.
    profile: Link,
    /// How many drops were simulated at each depth, in words.
    simulated: String,
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

/// The findings of one rule about one thing.
struct GapGroupView {
    rule: &'static str,
    explain: &'static str,
    /// The entry, item type or kind.
    name: Link,
    /// Number of items that it touches over a dive; empty where it is about no items.
    items: String,
    /// The same with its interval.
    items_text: String,
    first: GapRowView,
    others: Vec<GapRowView>,
}

struct GapRowView {
    kinds: Vec<Link>,
    what: String,
    /// What was counted, with a link to the numbers.
    numbers: Link,
    /// The file and the number of the line.
    place: String,
    /// The line.
    text: String,
    /// The draft at these lines; empty for those who may not propose.
    fix: String,
}

struct Link {
    text: String,
    /// Empty where there is no page.
    href: String,
}

/// The filter as it stands in the URL.
#[derive(Debug, Default, Deserialize)]
pub struct GapsQuery {
    rule: Option<String>,
    #[serde(rename = "type")]
    item_type: Option<String>,
}

/// The limits, as they are typed.
#[derive(Debug, Default, Deserialize)]
pub struct LimitsForm {
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

/// Answers `GET /editions/{slug}/revisions/{number}/gaps`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<GapsQuery>,
) -> Result<Html<GapsPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let filter = GapFilter::read(&query, &open)?;
    let search = state.gap_search(open.revision.edition_id).await?;
    let found = state.library.gaps(&open, &search.0).await?;
    let write = move || view(&viewer, &open, &found, filter, &search);
    Ok(Html(state.compute(Priority::Interactive, write).await?))
}

/// Answers `GET /editions/{slug}/revisions/{number}/gaps.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<GapsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let filter = GapFilter::read(&query, &open)?;
    let (search, _) = state.gap_search(open.revision.edition_id).await?;
    let found = state.library.gaps(&open, &search).await?;
    let hash = open.revision.content_hash.get(..7).unwrap_or_default();
    let name = file_name(&[&open.revision.title, "gaps", filter.rule.map_or("", Gap::name), hash], "csv");
    let write = move || {
        let groups = grouped(rows(&open, &found).into_iter().filter(|row| filter.has(row)).collect());
        gaps_csv(groups.iter().flat_map(|group| &group.rows), open.loaded.doubts().as_deref())
    };
    let csv = state.compute(Priority::Interactive, write).await?;
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", csv))
}

/// Takes the edition's limits from a form, or shows it again with what is wrong.
pub async fn set(
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
    let search = state.gap_search(revision.edition_id).await?;
    let found = state.library.gaps(&open, &search.0).await?;
    let page = GapsPage { form, problem, ..view(&viewer, &open, &found, GapFilter::default(), &search) };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

fn rows(open: &OpenRevision, found: &GapReport) -> Vec<GapRow> {
    found.findings.iter().map(|finding| GapRow::new(finding, &open.loaded)).collect()
}

fn view(
    viewer: &Viewer,
    open: &OpenRevision,
    found: &GapReport,
    filter: GapFilter,
    (Search { limits, .. }, profile): &(Search, Option<ProfileVersion>),
) -> GapsPage {
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
    let shown = grouped(rows.iter().filter(|row| filter.has(row)).cloned().collect());
    let fixes = Fixes::new(open, viewer.may(Role::Proposer));
    let groups: Vec<GapGroupView> = shown.iter().map(|group| group_view(group, open, &fixes)).collect();
    let words = open.loaded.game.words();
    let drops = DROPS.iter().zip(words.qualities);
    let drops: Vec<String> = drops.map(|(drops, quality)| format!("{} {quality}", thousands(*drops))).collect();
    let ignored = if found.ignored.is_empty() { String::new() } else { format!(", {} ignored", found.ignored.len()) };
    GapsPage {
        frame: Frame::open(format!("Gaps of {}", revision.title), Section::Gaps, open),
        heading: format!("Gaps of {}", revision.title),
        edition: links::revision(revision),
        balance: links::balance(revision),
        csv: filter.query().on(&format!("{path}.csv")),
        summary: format!("{} found{ignored}", rows.len()),
        rules,
        types,
        explain: filter.rule.map_or("", Gap::explain),
        profile: match profile {
            Some(version) => Link {
                text: format!("{}, version {}", version.name, version.number),
                href: links::profile_version(version.id, version.number),
            },
            None => Link { text: starter::PROFILE.1.to_owned(), href: String::new() },
        },
        simulated: format!("{} drops, seed {SEED}", drops.join(", ")),
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
fn nothing(
    groups: &[GapGroupView],
    filter: GapFilter,
    open: &OpenRevision,
    found: &GapReport,
    limits: &Limits,
) -> String {
    if filter.rule.is_some_and(|rule| rule != Gap::NoAffix) {
        return if groups.is_empty() { "No such gap.".to_owned() } else { String::new() };
    }
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let Some(item_type) = filter.tval.and_then(|tval| catalog.item_type(tval)) else {
        let none =
            if open.loaded.model.has_rules() { "No gaps." } else { "Without rules nothing can be said to be missing." };
        return if groups.is_empty() { none.to_owned() } else { String::new() };
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

fn group_view(group: &GapGroup, open: &OpenRevision, fixes: &Fixes<'_>) -> GapGroupView {
    let (revision, rows) = (&open.revision, &group.rows);
    let first = &rows[0];
    let index = first.index.unwrap_or_default();
    let href = match first.about {
        About::ItemType(tval) => sheet(open, tval, None),
        About::Kind(id) => kind_link(open, id).href,
        About::Affix(_) => links::entry(revision, Sort::AFFIX, index),
        About::Theme(_) => links::entry(revision, Sort::THEME, index),
        About::Artifact(_) => links::entry(revision, Sort::ARTIFACT, index),
        About::Entry(sort, index) => {
            let sort = open.loaded.sorts().get(usize::from(sort));
            sort.map_or_else(String::new, |sort| links::sort_entry(revision, sort.name, index))
        }
    };
    GapGroupView {
        rule: first.gap.name(),
        explain: first.gap.explain(),
        name: Link { text: first.name.clone(), href },
        items: first.items.map_or_else(String::new, |items| significant_digits(items.mean, 2)),
        items_text: first.items_text(),
        first: row_view(first, open, fixes),
        others: rows[1..].iter().map(|row| row_view(row, open, fixes)).collect(),
    }
}

fn row_view(row: &GapRow, open: &OpenRevision, fixes: &Fixes<'_>) -> GapRowView {
    let (revision, words) = (&open.revision, open.loaded.game.words());
    let what = match &row.item_type {
        Some((_, name)) if !matches!(row.about, About::ItemType(_)) && row.kinds.is_empty() => {
            format!("{name}: {}", row.predicate(words))
        }
        _ => row.predicate(words),
    };
    let tval = row.item_type.as_ref().map(|item_type| item_type.0);
    let kinds = row.kinds.iter().map(|(sval, name)| Link {
        text: name.clone(),
        href: tval.map_or_else(String::new, |tval| sheet(open, tval, Some(*sval))),
    });
    let chances = tval
        .zip(row.qualities.first())
        .map(|(tval, quality)| Query::default().set("quality", *quality).on(&links::chances(revision, tval)));
    let place = row.place.as_ref().map_or_else(String::new, |(file, line)| format!("{file}:{line}"));
    GapRowView {
        kinds: kinds.collect(),
        what,
        numbers: Link { text: row.numbers(), href: chances.unwrap_or_default() },
        fix: fixes.of(row, &place),
        place,
        text: row.text.clone(),
    }
}

/// Links into the viewer's own draft.
struct Fixes<'a> {
    open: &'a OpenRevision,
    /// Entries with lines to edit, by where they stand; empty for those who may not propose.
    entries: Vec<EditableEntry>,
}

impl Fixes<'_> {
    fn new(open: &OpenRevision, may_propose: bool) -> Fixes<'_> {
        Fixes { open, entries: if may_propose { editable_entries(&open.loaded) } else { Vec::new() } }
    }

    /// The draft at the line of a row: with all lines of its item type, or those of the entry that has it. Browsers that know
    /// text in fragments scroll to the line itself.
    fn of(&self, row: &GapRow, place: &str) -> String {
        if self.entries.is_empty() {
            return String::new();
        }
        let revision = &self.open.revision;
        if let About::ItemType(tval) = row.about {
            return format!("{}#lines", links::draft_of_type(revision, tval));
        }
        let has_line = |entry: &&EditableEntry, span: Span| {
            entry.span.file == span.file && (entry.span.start..entry.span.end).contains(&span.start)
        };
        let entry = row.line.and_then(|span| self.entries.iter().find(|entry| has_line(entry, span)));
        entry.map_or_else(String::new, |entry| {
            let draft = links::draft_of(revision, (entry.sort, entry.index));
            format!("{draft}#lines:~:text={}", place.replace(':', "%3A"))
        })
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
