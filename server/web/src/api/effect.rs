//! What a proposal does: the item types and entries that it touches, and how shares of pools change.

use affixboard_report::{
    sheet::{Direction, Method},
    sheets::{Effect, EffectRow},
};
use axum::{Json, extract::State as Extracted};
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;
use crate::{Error, State, extract::Path, proposals::open::OpenProposal};
use affixboard_service::{
    compute::Priority,
    library::OpenRevision,
    proposals::effect::{self, TouchedEntry},
};

/// Rows of an effect in one answer at most, the largest changes.
const MOST: usize = 1000;

/// What a proposal's current revision does to the revision that it is for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Effect)]
pub(crate) struct EffectJson {
    proposal: i64,
    /// The proposal's revision.
    revision: u32,
    edition: String,
    /// The revision of the edition that it is for.
    base: u32,
    /// SHA-256 of the files now, and with the proposal's changes.
    content_hash: String,
    proposed_content_hash: String,
    /// The game, the version of its rules and how they are read.
    rules: String,
    /// Item types for which something changes, the largest change first.
    types: Vec<TouchedTypeJson>,
    /// Entries whose lines change.
    entries: Vec<TouchedEntryJson>,
    /// How shares of pools change, the largest change first: exact, each row at the one of every fifth level where it
    /// changes most. `changes` of the proposal has them at all levels, and computed chances.
    pools: EffectRowsJson,
    /// The same of what a game declares beside drops, each row where it changes most.
    subjects: Vec<SubjectEffectJson>,
}

/// An item type that is touched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TouchedType)]
struct TouchedTypeJson {
    tval: u16,
    name: String,
}

/// An entry whose lines change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TouchedEntry)]
struct TouchedEntryJson {
    sort: &'static str,
    index: u32,
    name: String,
    /// The item types for which it changes.
    types: Vec<u16>,
}

/// Rows that change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EffectRows)]
struct EffectRowsJson {
    /// How the numbers are known: `exact`, `computed`, `simulated` or `mixed`.
    how: &'static str,
    /// 1,000 at most.
    rows: Vec<EffectRowJson>,
    /// Rows that change and are left out.
    more: usize,
    /// Rows that don't change.
    unchanged: usize,
}

/// A row that changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EffectRow)]
struct EffectRowJson {
    /// What it is about, such as `affix`.
    metric: &'static str,
    tval: u16,
    sval: Option<u16>,
    /// The entry's number in the file.
    index: Option<u32>,
    name: String,
    /// The level or depth where it changes most.
    level: u32,
    /// The number now, with its unit, such as `4.10 %`; a dash where it cannot occur.
    now: String,
    /// The number as proposed.
    proposed: String,
    /// By how much it changes; of shares from -1 to 1.
    change: f64,
    /// How many times as much it is, such as `× 1.23`, `new` or `gone`.
    ratio: String,
    /// Whether only its competitors changed, not its own lines.
    displaced: bool,
}

/// What changes of something that a game declares beside drops.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SubjectEffect)]
struct SubjectEffectJson {
    subject: &'static str,
    title: &'static str,
    /// What `level` counts in its rows.
    axis: Option<String>,
    /// Where else the rows stand, in words.
    at: String,
    effect: EffectRowsJson,
}

impl EffectRowsJson {
    fn new(effect: &Effect) -> EffectRowsJson {
        let all = effect.rows.iter().chain(&effect.small);
        EffectRowsJson {
            how: effect.how.word(),
            rows: all.take(MOST).map(EffectRowJson::new).collect(),
            more: (effect.rows.len() + effect.small.len()).saturating_sub(MOST),
            unchanged: effect.unchanged,
        }
    }
}

impl EffectRowJson {
    fn new(row: &EffectRow) -> EffectRowJson {
        EffectRowJson {
            metric: row.metric,
            tval: row.place.0,
            sval: row.place.1,
            index: row.index,
            name: row.name.clone(),
            level: row.depth,
            now: row.now.clone(),
            proposed: row.proposed.clone(),
            change: if row.direction == Direction::Down { -row.size } else { row.size },
            ratio: row.ratio.clone(),
            displaced: row.is_indirect,
        }
    }
}

/// What a proposal does.
#[utoipa::path(get, path = "/api/v1/proposals/{id}/effect", operation_id = "getProposalEffect", tag = "proposals",
    params(("id" = i64, Path, description = "The proposal's number.")),
    responses((status = 200, body = EffectJson, description = "The effect."), Problem))]
pub(crate) async fn effect(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Json<EffectJson>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    state.compute(Priority::Interactive, move || effect_of(&opened)).await?.map(Json)
}

fn effect_of(opened: &OpenProposal) -> Result<EffectJson, Error> {
    let (base, changed): (&OpenRevision, &OpenRevision) = (&opened.base, &opened.changed);
    let touched = effect::touched(&base.loaded, &changed.loaded);
    let pools = effect::overall(base, changed, &touched)?;
    let touched = touched.by_change(&pools);
    let catalog = &changed.loaded.catalog;
    let name = |tval: u16| catalog.item_type(tval).map_or_else(|| tval.to_string(), |found| found.name.clone());
    let entry = |TouchedEntry { sort, index, name, types }: TouchedEntry| TouchedEntryJson {
        sort: sort.name(),
        index,
        name,
        types,
    };
    let subjects = effect::subjects(base, changed).into_iter().map(|(rules, found)| SubjectEffectJson {
        subject: rules.spec().name,
        title: rules.spec().title,
        axis: found.axis,
        at: found.at,
        effect: EffectRowsJson::new(&found.effect),
    });
    Ok(EffectJson {
        proposal: opened.proposal.id.0,
        revision: opened.revision.number,
        edition: opened.proposal.slug.clone(),
        base: opened.revision.base_number,
        content_hash: base.content_hash().to_owned(),
        proposed_content_hash: changed.content_hash().to_owned(),
        rules: base.provenance(Method::Exact).rules(),
        types: touched.types.iter().map(|tval| TouchedTypeJson { tval: *tval, name: name(*tval) }).collect(),
        entries: touched.entries.into_iter().map(entry).collect(),
        pools: EffectRowsJson::new(&pools),
        subjects: subjects.collect(),
    })
}
