//! Which weights bring an entry's share between two limits, found for the files with the draft's changes and put into the draft.

use std::sync::Arc;

use affixboard_model::{
    batch::{Cell, parse_depths},
    catalog::Catalog,
};
use affixboard_proposal::{Change, read_changes, write_changes};
use affixboard_report::sheet::Method;
use affixboard_store::Role;
use askama::Template;
use axum::{extract::State as Extracted, response::Response};
use serde::Deserialize;

use super::{
    added::add_changes,
    session::{DraftSession, DraftTarget},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    links,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{
    compute::Priority,
    library::OpenRevision,
    targets::{
        ChangedShare, ShareTarget, TargetAnswer, TargetPlace, TargetResult, answers, drop_places, find_affix,
        has_weights, percent, pool_places, read_share,
    },
};

/// Pools and cells at most that one target may be for.
const MOST_POOLS: usize = 64;
const MOST_CELLS: usize = 6;

/// What `proposals/draft/target.html` shows.
#[derive(Template)]
#[template(path = "proposals/draft/target.html")]
pub struct TargetPage {
    frame: Frame,
    /// The page of the draft.
    draft: String,
    path: String,
    affix_word: &'static str,
    affixes: Vec<String>,
    /// Item types by number, name and whether it is chosen.
    types: Vec<(u16, String, bool)>,
    affix_levels: Vec<(&'static str, bool)>,
    qualities: Vec<(&'static str, bool)>,
    /// What stands in the form.
    form: TargetQuery,
    is_of_drops: bool,
    moves_levels: bool,
    /// What is wrong with it; empty where nothing is.
    mistake: String,
    /// What was found, in a sentence; empty where nothing was asked for.
    says: String,
    answers: Vec<AnswerView>,
    /// Lines below that: what each place of a conflict needs.
    reasons: Vec<String>,
    source: String,
    can_act: bool,
}

struct AnswerView {
    heading: String,
    lines: Vec<LineView>,
    /// Where, before and after.
    shares: Vec<[String; 3]>,
    others: String,
    /// The changes, as a draft keeps them; empty where nothing changes.
    changes: String,
}

struct LineView {
    place: String,
    entry: String,
    /// `commonness 20 to 12`.
    what: String,
    was: String,
    now: String,
}

/// The form, as it stands in the address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct TargetQuery {
    affix: String,
    r#type: String,
    /// `drops`, or else pools.
    of: String,
    levels: String,
    #[serde(rename = "affix-level")]
    affix_level: String,
    quality: String,
    least: String,
    most: String,
    others: String,
    /// Whether levels may change.
    ranges: String,
}

/// Changes of an answer.
#[derive(Debug, Deserialize)]
pub struct TakenChanges {
    changes: String,
}

/// Answers `GET /editions/{slug}/draft/target`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    UrlQuery(query): UrlQuery<TargetQuery>,
) -> Result<Html<TargetPage>, Error> {
    let session = DraftSession::open(&viewer, &state, &DraftTarget::Edition(slug.clone())).await?;
    let open = &session.changed;
    let words = open.loaded.game.words();
    if words.qualities.is_empty() || !has_weights(&open.loaded) {
        let title = open.loaded.game.title();
        return Err(Error::not_found(format!("{title} has no lines with a commonness to find.")));
    }
    let (of, asked) = (Arc::clone(open), query.clone());
    let finding = move |keep_going: &dyn Fn() -> bool| {
        let wanted = wanted(&of, &asked)?;
        let result = answers(&wanted, &of.loaded, keep_going).map_err(|_| "It was called off.".to_owned())?;
        Ok((wanted, result))
    };
    let found: Option<Result<(ShareTarget, TargetResult), String>> =
        if query.affix.trim().is_empty() || (query.least.trim().is_empty() && query.most.trim().is_empty()) {
            None
        } else {
            Some(state.compute_while(Priority::Interactive, finding).await?)
        };
    Ok(Html(html(&viewer, &slug, &session, query, found)))
}

/// Puts the changes of an answer into the draft.
pub async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(form): Form<TakenChanges>,
) -> Result<Response, Error> {
    let text = form.changes.replace("\r\n", "\n");
    add_changes(&viewer, &state, slug, "Nothing to change: the lines are like that already.", move |loaded| {
        read_changes(&text, loaded.sorts()).map_err(|error| format!("changes: {error}."))
    })
    .await
}

/// The target that a form asks for.
fn wanted(open: &OpenRevision, form: &TargetQuery) -> Result<ShareTarget, String> {
    let (loaded, words) = (&open.loaded, open.loaded.game.words());
    let affix = find_affix(loaded, form.affix.trim()).map_err(|problem| format!("{}: {problem}", words.affix))?;
    let tval = item_type(&loaded.catalog, &form.r#type)?;
    let usual = words.usual_depth().to_string();
    let list = if form.levels.trim().is_empty() { &usual } else { form.levels.trim() };
    let levels = parse_depths(list, words.deepest).map_err(|error| format!("levels: {error}"))?;
    let share = |name: &str, text: &str, usual: f64| {
        let text = text.trim();
        // The form's fields are in per cent.
        let with_unit = if text.ends_with('%') { text.to_owned() } else { format!("{text}%") };
        if text.is_empty() { Ok(usual) } else { read_share(&with_unit).map_err(|problem| format!("{name}: {problem}")) }
    };
    let (at_least, at_most) = (share("at least", &form.least, 0.0)?, share("at most", &form.most, 1.0)?);
    if at_least > at_most {
        return Err("at most: found less than at least; expected as much or more".to_owned());
    }
    let others = form.others.trim();
    let others_within = if others.is_empty() { None } else { Some(share("others within", others, 1.0)?) };
    let is_of_drops = form.of == "drops";
    let places = if is_of_drops {
        let quality = chosen("quality", words.qualities, &form.quality, words.richest)?;
        let cell = |depth: &u32| Cell { depth: *depth, quality: quality as u8, kind: None };
        let cells: Vec<Cell> = levels.iter().map(cell).collect();
        drop_places(loaded, &cells, Some(tval)).map_err(|error| format!("type: {error}"))?
    } else {
        let usual = usize::from(words.usual_affix_level);
        let affix_level = chosen("affix level", words.affix_levels, &form.affix_level, usual)?;
        pool_places(loaded, &loaded.catalog.kinds_of(tval), &levels, affix_level as u8)
    };
    if places.is_empty() {
        return Err("found pools without any entry there; expected an item type and levels that draw some".to_owned());
    }
    let most = if is_of_drops { MOST_CELLS } else { MOST_POOLS };
    if places.len() > most {
        let what = if is_of_drops { "depths" } else { "pools" };
        return Err(format!("levels: found {} {what}; expected at most {most}", places.len()));
    }
    let moves_levels = !form.ranges.is_empty() && !is_of_drops;
    Ok(ShareTarget { affix, places, at_least, at_most, others_within, moves_levels })
}

fn item_type(catalog: &Catalog, text: &str) -> Result<u16, String> {
    let found = catalog.item_types.iter().find(|known| known.tval.to_string() == text.trim());
    let found = found.or_else(|| catalog.item_types.iter().find(|known| known.name.eq_ignore_ascii_case(text.trim())));
    found.map(|known| known.tval).ok_or_else(|| format!("type: found `{text}`; expected an item type, such as 23"))
}

fn chosen(name: &str, known: &[&str], text: &str, usual: usize) -> Result<usize, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(usual);
    }
    let at = known.iter().position(|word| word.eq_ignore_ascii_case(text));
    at.ok_or_else(|| format!("{name}: found `{text}`; expected one of {}", known.join(", ")))
}

fn html(
    viewer: &Viewer,
    slug: &str,
    session: &DraftSession,
    form: TargetQuery,
    found: Option<Result<(ShareTarget, TargetResult), String>>,
) -> TargetPage {
    let open = &session.changed;
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let mut affixes: Vec<String> = catalog.affixes.iter().map(|affix| affix.name.clone()).collect();
    affixes.sort_unstable();
    affixes.dedup();
    let is_chosen = |known: &str, given: &str, usual: bool| {
        if given.trim().is_empty() { usual } else { known.eq_ignore_ascii_case(given.trim()) }
    };
    let types = catalog.item_types.iter().filter(|known| known.takes_affixes);
    let of_type = |known: &affixboard_model::catalog::ItemType| {
        let chosen =
            known.tval.to_string() == form.r#type.trim() || known.name.eq_ignore_ascii_case(form.r#type.trim());
        (known.tval, known.name.clone(), chosen)
    };
    let affix_levels = words.affix_levels.iter().enumerate().take(usize::from(words.reachable_affix_levels));
    let usual = usize::from(words.usual_affix_level);
    let affix_levels =
        affix_levels.map(|(at, name)| (*name, is_chosen(name, &form.affix_level, at == usual))).collect();
    let qualities = words.qualities.iter().enumerate();
    let provenance = open.provenance(Method::Exact);
    let mut page = TargetPage {
        frame: Frame::open(format!("Find weights · {}", open.revision.title), Section::Proposals, open),
        draft: session.path.clone(),
        path: links::draft_target(slug),
        affix_word: words.affix,
        affixes,
        types: types.map(of_type).collect(),
        affix_levels: if words.has_affix_levels() { affix_levels } else { Vec::new() },
        qualities: qualities.map(|(at, name)| (*name, is_chosen(name, &form.quality, at == words.richest))).collect(),
        is_of_drops: form.of == "drops",
        moves_levels: !form.ranges.is_empty(),
        form: TargetQuery {
            levels: if form.levels.trim().is_empty() { words.usual_depth().to_string() } else { form.levels.clone() },
            ..form
        },
        mistake: String::new(),
        says: String::new(),
        answers: Vec::new(),
        reasons: Vec::new(),
        source: format!("rules {} · files {:.7}", provenance.rules(), open.content_hash()),
        can_act: viewer.may(Role::Proposer),
    };
    match found {
        None => {}
        Some(Err(mistake)) => page.mistake = mistake,
        Some(Ok((wanted, result))) => page.put(open, &wanted, &result),
    }
    page
}

impl TargetPage {
    fn put(&mut self, open: &OpenRevision, wanted: &ShareTarget, result: &TargetResult) {
        let place = |at: &usize| wanted.places[*at].words(&open.loaded);
        match result {
            TargetResult::Answers(answers) => {
                self.says = match answers.as_slice() {
                    [one] if one.changes.is_empty() => "Nothing needs to change.".to_owned(),
                    [_] => "One answer, confirmed by the game’s rules.".to_owned(),
                    several => format!("{} answers, each confirmed by the game’s rules.", several.len()),
                };
                self.answers = answers.iter().enumerate().map(|(at, of)| answer(open, wanted, at, of)).collect();
            }
            TargetResult::Impossible { places, alone } => {
                let named: Vec<String> = places.iter().map(place).collect();
                let together = if places.len() > 1 { " together" } else { "" };
                self.says = format!("Impossible: no weights do it{together} for {}.", named.join("; "));
                for side in alone {
                    let weights: Vec<String> = side
                        .weights
                        .iter()
                        .map(|(line, weight)| format!("{} commonness {weight}", line.name))
                        .collect();
                    let shares = places.iter().zip(&side.shares);
                    let shares: Vec<String> =
                        shares.map(|(at, share)| format!("{} for {}", percent(*share), place(at))).collect();
                    self.reasons.push(format!("{} gives {}.", weights.join(", "), shares.join("; ")));
                }
                if !alone.is_empty() {
                    self.reasons
                        .push("Each alone can be had: split the line into lines for some levels each.".to_owned());
                }
            }
            TargetResult::Unknown => {
                "No answer was found; it isn’t proven that there is none.".clone_into(&mut self.says);
            }
            TargetResult::Imprecise(bound) => {
                self.says = format!(
                    "No answer was found: shares there are computed to within {}, too little to confirm one between these limits.",
                    percent(*bound)
                );
            }
            TargetResult::NoWeights => {
                "No weight there comes from a commonness; rarities stay as they are.".clone_into(&mut self.says);
            }
            TargetResult::NotComputed => {
                "The rules can’t compute shares of these drops; ask for pools.".clone_into(&mut self.says);
            }
        }
    }
}

fn answer(open: &OpenRevision, wanted: &ShareTarget, at: usize, answer: &TargetAnswer) -> AnswerView {
    let heading = match answer.changes.len() {
        0 => "As it is".to_owned(),
        1 => format!("Answer {}: one line", at + 1),
        number => format!("Answer {}: {number} lines", at + 1),
    };
    let line = |of: &affixboard_service::targets::ChangedWeight| LineView {
        place: format!("{}:{}", of.line.file, open.loaded.sources.position(of.line.span).line),
        entry: of.line.name.clone(),
        what: of.words(),
        was: of.line.text.clone(),
        now: of.now.clone(),
    };
    let share = |(place, share): (&TargetPlace, &ChangedShare)| {
        let bound = if share.bound > 0.0 { format!(" ± {}", percent(share.bound)) } else { String::new() };
        [place.words(&open.loaded), percent(share.before), format!("{}{bound}", percent(share.after))]
    };
    let changes: Vec<Change> = answer.changes.iter().map(|of| Change::replace(&of.line, of.now.clone())).collect();
    AnswerView {
        heading,
        lines: answer.changes.iter().map(line).collect(),
        shares: wanted.places.iter().zip(&answer.shares).map(share).collect(),
        others: percent(answer.others),
        changes: write_changes(&changes),
    }
}
