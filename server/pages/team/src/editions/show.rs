//! An edition at one revision: what there is to draw, what else turns up, its entries, item types, revisions, batches.

use affixboard_games as games;
use affixboard_model::{
    catalog::{GuideTable, Sort},
    game::{DimensionValues, Game, Loaded, SubjectRules},
    text::Severity,
};
use affixboard_store::{BatchFilter, ProposalFilter, ProposalState, Revision, Role};
use askama::Template;
use axum::{
    Extension,
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    biggest_gaps::{self, BiggestGaps},
    diagnostics::counts_text,
    overview::{self, OverviewQuery, OverviewView},
};
use crate::{
    Error, Frame, Html, State,
    balance::{self, TestsSummary},
    batches::rows::BatchRow,
    catalog::table::sort_counts,
    comparand_address::of_revision,
    extract::{Path, UrlQuery},
    links::{self, Query},
    page_cache::Unfinished,
    proposals::list::ProposalRow,
    respond::html::Section,
    session::viewer::Viewer,
    sheets::types::Types,
};
use affixboard_report::thousands;
use affixboard_service::{clock, counts::rules_of, library::OpenRevision};

const BATCHES: u32 = 10;
const PROPOSALS: u32 = 10;

#[derive(Template)]
#[template(path = "editions/show.html")]
pub(crate) struct EditionPage {
    frame: Frame,
    title: String,
    game: &'static str,
    affixes_word: &'static str,
    has_themes: bool,
    /// How much there is to draw; nothing for a game that this program doesn't know.
    overview: Option<OverviewView>,
    biggest: Option<BiggestGaps>,
    /// Whether gaps are still being looked for.
    is_waiting: bool,
    /// The balance tests at this revision; `None` where it isn't the newest, or has none.
    tests: Option<TestsSummary>,
    balance: String,
    /// What the newest counts of the team's own game came to by the present rules: in a sentence, and where.
    checked: Option<(String, String)>,
    /// What turns up beside drops; none in games that have drops alone.
    subjects: Vec<SubjectRow>,
    /// The sorts of entries, each with its count.
    sorts: Vec<(String, String, usize)>,
    /// Tables for those who design entries: title, link, what it is for.
    guides: Vec<(&'static str, String, &'static str)>,
    /// Whether there are drops.
    has_drops: bool,
    types: Vec<TypeRow>,
    /// The sheets of all item types together.
    all: String,
    all_chances: String,
    /// The lines that say where entries come, for spreadsheets.
    allocations: String,
    others: String,
    revisions: Vec<RevisionRow>,
    /// The open proposals of the edition.
    proposals: Vec<ProposalRow>,
    all_proposals: String,
    is_archived: bool,
    /// Link to where the edition is renamed, archived or deleted; empty where the viewer may not.
    manage: String,
    /// Link to the viewer's draft of a proposal; empty where they may not propose.
    draft: String,
    batches: Vec<BatchRow>,
    /// Numbers of errors and warnings; empty if there are none.
    remarks: String,
    diagnostics: String,
    has_switches: bool,
    /// Whether it is known how the game makes items: there are gaps and batches.
    has_rules: bool,
    rules: String,
    entries: String,
    kinds: String,
    new_batch: String,
    can_act: bool,
}

struct SubjectRow {
    title: &'static str,
    href: String,
    doc: &'static str,
    group_word: &'static str,
    /// The groups with their links.
    groups: Vec<(String, String)>,
    /// The picture of its chances: of classes, where it counts these, else along depths. Its addresses for light and dark, empty
    /// where that would be a picture of everything.
    chart_light: String,
    chart_dark: String,
}

struct TypeRow {
    name: String,
    tval: u16,
    href: String,
    /// The sheet of chances.
    chances: String,
    kinds: u32,
    affixes: u32,
    allocations: u32,
    themes: u32,
    artifacts: u32,
    without: u32,
    /// Link to the revision's gaps.
    gaps: String,
}

struct RevisionRow {
    label: String,
    hash: String,
    href: String,
    /// Link to the comparison with the revision shown; empty for that one.
    compare: String,
    compare_label: String,
    made: String,
    is_current: bool,
}

/// An edition's page is that of its newest revision.
pub async fn newest(Extracted(state): Extracted<State>, Path(slug): Path<String>) -> Result<Redirect, Error> {
    let revision = state.revision(&slug, None).await?;
    Ok(Redirect::to(&links::revision(&revision)))
}

/// Answers `GET /editions/{slug}/revisions/{number}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<OverviewQuery>,
) -> Result<Response, Error> {
    let revision = state.revision(&slug, Some(number)).await?;
    let game = games::find(&revision.game);
    let words = game.map(Game::words);
    let mut frame = Frame::of(revision.title.clone(), Section::Sheets, &revision);
    let (mut subjects, mut sorts, mut guides, mut has_drops) = (Vec::new(), Vec::new(), Vec::new(), true);
    let mut has_rules = true;
    let mut checked = None;
    let mut tests = None;
    let (overview, biggest) = match game {
        Some(_) => {
            let open = state.open(&slug, Some(number)).await?;
            let search = state.gap_search(revision.edition_id).await?.0;
            frame = Frame::open(frame.title, frame.section, &open);
            subjects = open.loaded.model.subjects().iter().map(|one| subject_row(&revision, one.as_ref())).collect();
            sorts = sort_rows(&revision, &open.loaded);
            let guide = |one: &GuideTable| (one.title, links::guide(&revision, one.name), one.doc);
            guides = open.loaded.model.guides().iter().map(guide).collect();
            if open.loaded.model.designer().is_some() && viewer.may(Role::Proposer) {
                let doc = "Choose a class, fill the fields in, see what it is like and what it displaces.";
                guides.insert(0, ("A new entry by steps", links::new_entry(&revision.slug), doc));
            }
            has_drops = !open.loaded.catalog.item_types.is_empty();
            has_rules = open.loaded.model.has_rules();
            let overview = if has_drops { Some(overview::view(&state, &open, &query).await?) } else { None };
            if Some(number) == state.revision(&slug, None).await.ok().map(|newest| newest.number) {
                tests = balance::summary(&state, &open).await?;
            }
            checked = checked_by_counts(&state, &open).await?;
            let biggest = if has_rules { Some(biggest_gaps::view(&state.library, &open, &search).await) } else { None };
            (overview, biggest)
        }
        None => (None, None),
    };
    let (types, others): (Vec<_>, Vec<_>) =
        state.store.type_summaries(revision.id).await?.into_iter().partition(|summary| summary.takes_affixes);
    let types = types.into_iter().map(|summary| TypeRow {
        href: links::item_type(&revision, summary.tval),
        chances: links::chances(&revision, summary.tval),
        gaps: format!("{}?type={}", links::gaps(&revision), summary.tval),
        name: summary.name,
        tval: summary.tval,
        kinds: summary.kinds,
        affixes: summary.affixes,
        allocations: summary.allocations,
        themes: summary.themes,
        artifacts: summary.artifacts,
        without: summary.kinds_without_affix,
    });
    let others: Vec<_> = others.into_iter().map(|summary| format!("{} ({})", summary.name, summary.kinds)).collect();
    let revisions = state.store.revisions(&slug).await?;
    let batches = state.store.batches(BatchFilter::Edition(revision.edition_id), BATCHES).await?;
    let diagnostics = state.store.diagnostics(revision.id).await?;
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
    let is_waiting = biggest.as_ref().is_some_and(|biggest| biggest.is_looking)
        || tests.as_ref().is_some_and(|tests: &TestsSummary| tests.is_running);
    let filter =
        ProposalFilter { state: Some(ProposalState::Open), slug: Some(&revision.slug), ..ProposalFilter::default() };
    let proposals = state.store.proposals(filter, PROPOSALS).await?;
    let can_act = viewer.may(Role::Proposer) && !revision.is_archived;
    let page = Html(EditionPage {
        proposals: proposals.iter().map(ProposalRow::new).collect(),
        all_proposals: Query::default()
            .set("state", "all")
            .set("edition", revision.slug.clone())
            .on(&links::proposals()),
        draft: if can_act { links::draft(&revision.slug) } else { String::new() },
        is_archived: revision.is_archived,
        manage: if viewer.may(Role::Maintainer) { links::manage_edition(&revision.slug) } else { String::new() },
        frame,
        title: revision.title.clone(),
        game: game.map_or("a game this program doesn't know", |game| game.title()),
        affixes_word: words.map_or("affixes", |words| words.affixes),
        has_themes: words.is_some_and(|words| words.has_themes),
        overview,
        biggest,
        is_waiting,
        tests,
        checked,
        balance: links::balance(&revision),
        subjects,
        sorts,
        guides,
        has_drops,
        types: types.collect(),
        all: links::item_type(&revision, Types::All),
        all_chances: links::chances(&revision, Types::All),
        allocations: links::allocations(&revision),
        others: others.join(", "),
        revisions: revisions.iter().map(|row| revision_row(row, &revision)).collect(),
        batches: batches.iter().map(BatchRow::new).collect(),
        remarks: if diagnostics.is_empty() {
            String::new()
        } else {
            counts_text(count(Severity::Error), count(Severity::Warning))
        },
        diagnostics: links::diagnostics(&revision),
        has_rules,
        has_switches: game.is_some_and(|game| !game.switches().is_empty()),
        rules: links::rules(&revision),
        entries: links::entries(&revision),
        kinds: links::kinds(&revision),
        new_batch: links::new_batch(&revision),
        can_act,
    });
    Ok(if is_waiting { (Extension(Unfinished), page).into_response() } else { page.into_response() })
}

fn subject_row(revision: &Revision, rules: &dyn SubjectRules) -> SubjectRow {
    let spec = rules.spec();
    let href = links::subject(revision, spec.name);
    let of_group = |group: &String| (group.clone(), Query::default().set("group", group.clone()).on(&href));
    let counts_classes = rules.rows().iter().any(|row| row.metric.0 == "class");
    let depths = spec.dimensions.iter().find(|one| matches!(one.values, DimensionValues::Numbers { .. }));
    let axis = depths.filter(|_| !counts_classes).map_or("", |depths| depths.name);
    let of_chart = Query::default().set("metric", if counts_classes { "class" } else { "" }).set("axis", axis);
    let chart = if counts_classes || depths.is_some() { format!("{href}.svg") } else { String::new() };
    let on_chart = |query: Query| if chart.is_empty() { String::new() } else { query.on(&chart) };
    SubjectRow {
        chart_dark: on_chart(of_chart.clone().set("theme", "dark")),
        chart_light: on_chart(of_chart),
        title: spec.title,
        doc: spec.doc,
        group_word: spec.group[1],
        groups: spec.groups.iter().map(of_group).collect(),
        href,
    }
}

/// The sorts that have entries: plural, link, count.
fn sort_rows(revision: &Revision, loaded: &Loaded) -> Vec<(String, String, usize)> {
    let row = |(sort, count): (Sort, usize)| {
        let href = links::sort_entries(revision, sort.name());
        (sort.plural(loaded.game.words()).to_owned(), href, count)
    };
    sort_counts(loaded).into_iter().map(row).collect()
}

fn revision_row(row: &Revision, current: &Revision) -> RevisionRow {
    let note = if row.note.is_empty() { String::new() } else { format!(" · {}", row.note) };
    // From the older to the newer of the two.
    let (from, to) = if row.number < current.number { (row, current) } else { (current, row) };
    let compare = Query::default().set("from", of_revision(from)).set("to", of_revision(to)).on(&links::compare());
    let is_current = row.id == current.id;
    RevisionRow {
        compare: if is_current { String::new() } else { compare },
        compare_label: format!("compare r{} with r{}", to.number, from.number),
        label: format!("r{}", row.number),
        hash: row.content_hash[..7].to_owned(),
        href: links::revision(row),
        made: format!("{} {}{note}", row.made_by.name(), clock::shown(row.created_at)),
        is_current,
    }
}

/// What the newest counts of a team's own game came to that were held against a revision by the present rules.
async fn checked_by_counts(state: &State, open: &OpenRevision) -> Result<Option<(String, String)>, Error> {
    let lines = state.store.own_counts_lines(open.revision.edition_id).await?;
    let rules = rules_of(&open.loaded);
    let of_revision = lines.into_iter().filter(|line| line.revision == open.revision.id);
    let held = of_revision.filter_map(|line| Some((line.outcome.clone()?, line))).find(|(held, _)| held.rules == rules);
    Ok(held.map(|(held, line)| {
        let objects = thousands(line.objects);
        let said = if held.agrees {
            format!("Agrees with {objects} objects of your own game")
        } else {
            format!("Doesn't agree with {objects} objects of your own game")
        };
        (format!("{said}, {}", clock::shown(held.held_at)), links::own_counts(line.id))
    }))
}
