//! Sheets as JSON: the same numbers as on pages, with everything that is known of each.

use affixboard_report::format::SheetShape;
use axum::{extract::State as Extracted, response::Response};

use super::{problem::Problem, revision_path::RevisionPath};
use crate::{
    Error, State, compare,
    extract::{Address, Path, Ticked},
    session::viewer::Viewer,
    sheets::{availability, chances, dive, mended::MendedSettings, result, settings::SheetSettings},
};

/// The settings of a sheet as a program means them: on pages `5` and `10` are every fifth and tenth depth, here they are one.
fn meant(MendedSettings(settings): MendedSettings) -> MendedSettings {
    let one_depth = |depths: String| match depths.trim() {
        one @ ("5" | "10") => format!("{one}-{one}"),
        _ => depths,
    };
    MendedSettings(SheetSettings { depths: settings.depths.map(one_depth), ..settings })
}

/// The last part of the address of a sheet's JSON among pages.
fn as_json(types: &str) -> String {
    format!("{types}.json")
}

/// What an entry can be drawn with on an item type, by generation level: computed from the pools, which are exact.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/availability/{types}", operation_id = "getAvailability", tag = "sheets",
    params(
        RevisionPath,
        ("types" = String, Path, description = "Numbers of item types (tvals) with commas between them, or `all`."),
        ("sval" = Option<String>, Query, description = "A kind of the item type, by its number (sval)."),
        ("level" = Option<String>, Query, description = "The affix level of draws, in the game's word."),
        ("measure" = Option<String>, Query, description = "`pool`: the share of the pool. `commonness`: the weight."),
        ("depths" = Option<String>, Query, description = "Generation levels, such as `1,5-100/5`."),
        ("q" = Option<String>, Query, description = "Rows whose name has this in it."),
        ("rules" = Option<String>, Query, description = "The id of a preset of rules; as coded by default."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn availability(
    state: Extracted<State>,
    viewer: Viewer,
    Path((slug, number, types)): Path<(String, u32, String)>,
    settings: MendedSettings,
    ticked: Ticked,
    address: Address,
) -> Result<Response, Error> {
    availability::page(state, viewer, Path((slug, number, as_json(&types))), meant(settings), ticked, address).await
}

/// How likely drops are to carry each entry, by depth: computed from the rules with error bounds, and simulated where these are
/// wide or computing takes longer than a moment. Each number says how it was obtained.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/chances/{types}", operation_id = "getChances", tag = "sheets",
    params(
        RevisionPath,
        ("types" = String, Path, description = "Numbers of item types (tvals) with commas between them, or `all`."),
        ("sval" = Option<String>, Query, description = "A kind of the item type, by its number (sval)."),
        ("quality" = Option<String>, Query, description = "The drop quality, in the game's word; by default the best."),
        ("measure" = Option<String>, Query, description = "`item`: per item of the type. `drop`: per drop. `thousand`: per 1,000 drops."),
        ("subject" = Option<String>, Query, description = "One section: `affixes`, `themes`, `artifacts` or `kinds`."),
        ("depths" = Option<String>, Query, description = "Dungeon levels, such as `1,5-100/5`."),
        ("q" = Option<String>, Query, description = "Rows whose name has this in it."),
        ("rules" = Option<String>, Query, description = "The id of a preset of rules; as coded by default."),
        ("wait" = Option<String>, Query, description = "`exact` waits until all numbers are final, which may take minutes; without it the answer has the numbers known after a moment, and the header `affixboard-unfinished` names the depths to which closer ones are to come."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn chances(
    state: Extracted<State>,
    viewer: Viewer,
    Path((slug, number, types)): Path<(String, u32, String)>,
    settings: MendedSettings,
    ticked: Ticked,
    address: Address,
) -> Result<Response, Error> {
    chances::page(state, viewer, Path((slug, number, as_json(&types))), meant(settings), ticked, address).await
}

/// How many of everything are found on the way down, and how likely at least one: of an item type, in a dive by a drop profile.
/// Each number says how it was obtained.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/dives/{tval}", operation_id = "getDive", tag = "sheets",
    params(
        RevisionPath,
        ("tval" = u16, Path, description = "The number of an item type."),
        ("profile" = Option<String>, Query, description = "The number of a drop profile, such as `3`, or with a version `3.2`; by default the usual one."),
        ("depths" = Option<String>, Query, description = "The depths that dives end at, such as `1,5-100/5`."),
        ("wait" = Option<String>, Query, description = "`exact` waits until all numbers are final, which may take minutes; without it the answer has the numbers known after a moment, and the header `affixboard-unfinished` names the depths to which closer ones are to come."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn dive(
    state: Extracted<State>,
    viewer: Viewer,
    Path((slug, number, tval)): Path<(String, u32, u16)>,
    settings: MendedSettings,
    address: Address,
) -> Result<Response, Error> {
    let file = as_json(&tval.to_string());
    dive::page(state, viewer, Path((slug, number, file)), meant(settings), address).await
}

/// What a batch counted on item types, by depth, with 95 % intervals.
#[utoipa::path(get, path = "/api/v1/batches/{id}/results/{types}", operation_id = "getResults", tag = "sheets",
    params(
        ("id" = i64, Path, description = "The batch's number; it must be done."),
        ("types" = String, Path, description = "Numbers of item types (tvals) with commas between them, or `all`."),
        ("sval" = Option<String>, Query, description = "A kind of the item type, by its number (sval)."),
        ("quality" = Option<String>, Query, description = "The drop quality, in the game's word; by default the best."),
        ("measure" = Option<String>, Query, description = "`item`: per item of the type. `drop`: per drop."),
        ("subject" = Option<String>, Query, description = "One section, such as `affixes`, `themes`, `artifacts` or `kinds`."),
        ("q" = Option<String>, Query, description = "Rows whose name has this in it."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn results(
    state: Extracted<State>,
    viewer: Viewer,
    Path((id, types)): Path<(i64, String)>,
    settings: MendedSettings,
    ticked: Ticked,
    address: Address,
) -> Result<Response, Error> {
    result::page(state, viewer, Path((id, as_json(&types))), meant(settings), ticked, address).await
}

/// What a proposal's current revision does to item types: the numbers before and after, and their difference. By default of
/// pools; with a measure of chances computed as these are.
#[utoipa::path(get, path = "/api/v1/proposals/{id}/changes/{types}", operation_id = "getProposalChanges", tag = "proposals",
    params(
        ("id" = i64, Path, description = "The proposal's number."),
        ("types" = String, Path, description = "Numbers of item types (tvals) with commas between them, or `all`."),
        ("measure" = Option<String>, Query, description = "`pool` or `commonness`; or of computed chances `item`, `drop` or `thousand`."),
        ("quality" = Option<String>, Query, description = "Of computed chances the drop quality, in the game's word."),
        ("level" = Option<String>, Query, description = "Of pools the affix level of draws, in the game's word."),
        ("depths" = Option<String>, Query, description = "Levels, such as `1,5-100/5`."),
        ("rows" = Option<String>, Query, description = "`all`: also rows that don't change."),
        ("wait" = Option<String>, Query, description = "Of computed chances: `exact` waits until all numbers are final, which may take minutes; without it the answer has the numbers known after a moment, and the header `affixboard-unfinished` names the depths to which closer ones are to come."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn proposal_changes(
    state: Extracted<State>,
    viewer: Viewer,
    Path((id, types)): Path<(i64, String)>,
    settings: MendedSettings,
    ticked: Ticked,
    address: Address,
) -> Result<Response, Error> {
    let MendedSettings(settings) = meant(settings);
    let (proposal, revision) = state.0.proposal_revision(id, None).await?;
    let settings = SheetSettings {
        from: Some(format!("{}@{}", proposal.slug, revision.base_number)),
        to: Some(format!("proposal:{id}.{}", revision.number)),
        ..settings
    };
    compare::sheet::page(state, viewer, Path(as_json(&types)), MendedSettings(settings), ticked, address).await
}
