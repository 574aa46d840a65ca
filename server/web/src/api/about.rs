//! What answers here: the program, and the games it knows.

use affixboard_games as games;
use affixboard_model::game::Game;
use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::problem::Problem;

/// The dashboard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = About)]
pub(crate) struct AboutJson {
    /// Always `affixboard`.
    program: &'static str,
    /// The program's version.
    version: &'static str,
    games: Vec<GameJson>,
}

/// A game whose edit files the program reads.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
struct GameJson {
    /// Its id, as imports name it.
    id: &'static str,
    title: &'static str,
    /// Version of its rules in this program; it rises when numbers may change.
    rules_version: u32,
}

/// The program, its version, and the games it knows.
#[utoipa::path(get, path = "/api/v1", operation_id = "about", tag = "about", responses((status = 200, body = AboutJson, description = "The program and its games."), Problem))]
pub(crate) async fn about() -> Json<AboutJson> {
    let game =
        |game: &&'static Game| GameJson { id: game.id(), title: game.title(), rules_version: game.rules_version() };
    Json(AboutJson {
        program: "affixboard",
        version: env!("CARGO_PKG_VERSION"),
        games: games::ALL.iter().map(game).collect(),
    })
}
