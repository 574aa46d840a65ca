//! The start page: what this is, in a sentence, a picture and three questions; editions with their item types, the last batches.

use affixboard_games as games;
use affixboard_model::{
    catalog::{Sort, TypeSummary},
    game::{Game, Words},
};
use affixboard_store::{BatchFilter, EditionSummary, EntryCount, MadeBy, ProposalFilter, Revision, Role, Store};
use askama::Template;
use axum::extract::State as Extracted;

use super::{
    diagnostics::counts_text,
    overview::{self, OverviewQuery, OverviewView},
    words_of,
};
use crate::{
    Error, Frame, Html, State,
    batches::rows::BatchRow,
    links::{self, Choice, Query},
    proposals::list::ProposalRow,
    session::viewer::Viewer,
};
use affixboard_service::clock;

/// Batches listed at most.
const BATCHES: u32 = 8;
/// Proposals listed at most.
const PROPOSALS: u32 = 5;

/// What `editions/start.html` shows.
#[derive(Template)]
#[template(path = "editions/start.html")]
pub struct StartPage {
    frame: Frame,
    /// The games' words for affixes, themes and the like, each once.
    found: String,
    /// What can be asked, with the pages that answer it.
    questions: Vec<Choice>,
    /// The first edition of a game with drops.
    first: Option<FirstEdition>,
    /// The team's own editions, and the starter edition to begin with.
    editions: Vec<EditionCard>,
    /// The other starter editions, by game.
    starters: Vec<EditionCard>,
    /// The last proposals.
    proposals: Vec<ProposalRow>,
    batches: Vec<BatchRow>,
    can_act: bool,
}

/// What an edition has to draw, by item type and level.
struct FirstEdition {
    title: String,
    href: String,
    overview: OverviewView,
}

pub(crate) struct EditionCard {
    pub(crate) title: String,
    pub(crate) href: String,
    pub(crate) revision: String,
    pub(crate) made: String,
    pub(crate) game: &'static str,
    pub(crate) counts: String,
    /// Numbers of errors and warnings; empty if there are none.
    pub(crate) remarks: String,
    pub(crate) diagnostics: String,
    pub(crate) new_batch: String,
    pub(crate) types: Vec<TypeLink>,
}

pub(crate) struct TypeLink {
    pub(crate) name: String,
    pub(crate) href: String,
    pub(crate) affixes: u32,
    pub(crate) hint: String,
}

/// Answers `GET /`.
pub async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<StartPage>, Error> {
    let editions = state.store.editions().await?.into_iter().filter(|summary| !summary.newest.is_archived);
    let (starters, own): (Vec<_>, Vec<_>) = editions.partition(|summary| summary.newest.made_by == MadeBy::Starter);
    let starters = in_order_of_games(starters);
    let shown: Vec<Revision> = own.iter().chain(&starters).map(|summary| summary.newest.clone()).collect();
    let mut editions = cards(&state.store, own).await?;
    let mut starters = cards(&state.store, starters).await?;
    editions.extend(starters.drain(..starters.len().min(1)));
    let batches = state.store.batches(BatchFilter::All, BATCHES).await?;
    let proposals = state.store.proposals(ProposalFilter::default(), PROPOSALS).await?;
    let (first, questions) = match first_with_drops(&state, shown).await? {
        Some((revision, types)) => {
            let questions = questions(&revision, &types, proposals.first().map(ProposalRow::new));
            (Some(FirstEdition::new(&state, &revision).await?), questions)
        }
        None => (None, Vec::new()),
    };
    Ok(Html(StartPage {
        first,
        questions,
        proposals: ProposalRow::all(&state, &proposals).await?,
        frame: Frame::plain("Editions"),
        found: found(),
        editions,
        starters,
        batches: batches.iter().map(BatchRow::new).collect(),
        can_act: viewer.may(Role::Proposer),
    }))
}

/// The first of these revisions whose game has drops, and its item types that take affixes.
async fn first_with_drops(
    state: &State,
    revisions: Vec<Revision>,
) -> Result<Option<(Revision, Vec<TypeSummary>)>, Error> {
    for revision in revisions {
        let mut types = state.store.type_summaries(revision.id).await?;
        types.retain(|summary| summary.takes_affixes);
        if games::find(&revision.game).is_some() && !types.is_empty() {
            return Ok(Some((revision, types)));
        }
    }
    Ok(None)
}

impl FirstEdition {
    async fn new(state: &State, revision: &Revision) -> Result<FirstEdition, Error> {
        let open = state.open(&revision.slug, Some(revision.number)).await?;
        let overview = overview::view(state, &open, &OverviewQuery::default()).await?;
        Ok(FirstEdition { title: revision.title.clone(), href: links::revision(revision), overview })
    }
}

/// Questions about a revision, of which there is an item type at least, with the pages that answer them.
fn questions(revision: &Revision, types: &[TypeSummary], proposal: Option<ProposalRow>) -> Vec<Choice> {
    let Some(game) = games::find(&revision.game) else { return Vec::new() };
    // Whoever knows one of these games knows these.
    let named = |name: &str, or: usize| {
        types.iter().find(|summary| summary.name == name).or(types.get(or)).unwrap_or(&types[0])
    };
    let (cloak, shield) = (named("cloak", 0), named("shield", 1));
    let affixes = game.words().affixes;
    let mut questions = vec![
        Choice::new(
            format!("Which {affixes} can {} drops get at depth 20?", cloak.name),
            Query::default().set("depths", "20").on(&links::chances(revision, cloak.tval)),
            false,
        ),
        Choice::new(
            format!("Which kinds of {} can get nothing?", shield.name),
            format!("{}?type={}", links::gaps(revision), shield.tval),
            false,
        ),
    ];
    if let Some(proposal) = proposal {
        questions.push(Choice::new(format!("What does “{}” change?", proposal.title), proposal.href, false));
    } else if !game.switches().is_empty() {
        let href = links::rules(revision);
        questions.push(Choice::new("Where does the program not do what its files say?", href, false));
    }
    questions
}

/// `affixes, themes and artifacts`.
fn found() -> String {
    let mut words = words_of(|words| Some(words.affixes));
    words.extend(words_of(|words| words.has_themes.then_some("themes")));
    format!("{} and artifacts", words.join(", "))
}

/// As the games are listed; editions of games that are gone come last.
fn in_order_of_games(mut editions: Vec<EditionSummary>) -> Vec<EditionSummary> {
    editions.sort_by_key(|summary| {
        let place = games::ALL.iter().position(|game| game.id() == summary.newest.game);
        place.unwrap_or(usize::MAX)
    });
    editions
}

async fn cards(store: &Store, editions: Vec<EditionSummary>) -> Result<Vec<EditionCard>, Error> {
    let mut cards = Vec::with_capacity(editions.len());
    for summary in editions {
        cards.push(card(store, summary).await?);
    }
    Ok(cards)
}

/// `134 affixes with 1027 allocations · 36 themes · 402 kinds`: the sorts that have entries, and how many lines say where these
/// may appear where entries have several.
fn counts(entries: &[EntryCount], game: Option<&'static Game>) -> String {
    let count = |count: &EntryCount| {
        let game = game?;
        let EntryCount { entries, allocations, .. } = *count;
        let word = match Sort::all(game.sorts()).find(|sort| sort.name() == count.sort) {
            Some(sort) if entries == 1 => sort.word(game.words()).to_owned(),
            Some(sort) => sort.plural(game.words()).to_owned(),
            // A sort that the files say themselves.
            None => count.sort.replace('-', " "),
        };
        Some(match (entries, allocations) {
            (0, _) => return None,
            (entries, allocations) if allocations > entries => {
                format!("{entries} {word} with {allocations} allocations")
            }
            (entries, _) => format!("{entries} {word}"),
        })
    };
    entries.iter().filter_map(count).collect::<Vec<_>>().join(" · ")
}

/// An edition as a card: what its newest revision has, with a link to the sheet of every item type.
async fn card(store: &Store, summary: EditionSummary) -> Result<EditionCard, Error> {
    let newest = &summary.newest;
    let game = games::find(&newest.game);
    let words = game.map(Game::words);
    let affixes = words.map_or("affixes", |words| words.affixes);
    let themes = |count: u32, behind: &str| match words {
        Some(Words { has_themes: false, .. }) => String::new(),
        _ => format!("{count} themes{behind}"),
    };
    let types = store.type_summaries(newest.id).await?;
    let types = types.into_iter().filter(|summary| summary.takes_affixes).map(|summary| TypeLink {
        href: links::item_type(newest, summary.tval),
        affixes: summary.affixes,
        hint: format!(
            "{} kinds, {} {affixes}, {}{} artifacts",
            summary.kinds,
            summary.affixes,
            themes(summary.themes, ", "),
            summary.artifacts
        ),
        name: summary.name,
    });
    Ok(EditionCard {
        href: links::revision(newest),
        revision: format!("r{} · {}", newest.number, &newest.content_hash[..7]),
        made: format!("{} {}", newest.made_by.name(), clock::shown(newest.created_at)),
        game: game.map_or("unknown game", |game| game.title()),
        counts: counts(&summary.entries, game),
        remarks: match (summary.errors as usize, summary.warnings as usize) {
            (0, 0) => String::new(),
            (errors, warnings) => counts_text(errors, warnings),
        },
        diagnostics: links::diagnostics(newest),
        new_batch: links::new_batch(newest),
        types: types.collect(),
        title: newest.title.clone(),
    })
}
