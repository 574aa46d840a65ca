//! The description of the interface in `OpenAPI` 3.1, made from its handlers and types.

use axum::Json;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        OpenApi as Description, Server,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};

use super::{
    about, batches, diagnostics, editions, effect, entries, imports, problem::Problem, proposals, propose, sheets,
    subjects,
};
use affixboard_service::base_path::base;

/// What the interface is, in Markdown.
const ABOUT: &str = "What Affixboard's pages show and do, for programs.\n\n\
    Send a token as `Authorization: Bearer TOKEN`; people make tokens on their account page. Reading needs none where \
    visitors may read.\n\n\
    Refusals are problem details (RFC 9457). Within version 1 nothing is removed and nothing changes its meaning; fields and \
    addresses may be added. Probabilities are from 0 to 1, times are in UTC.";

#[derive(OpenApi)]
#[openapi(
    info(title = "Affixboard", description = ABOUT),
    paths(
        about::about,
        description,
        editions::list,
        editions::one,
        editions::revision,
        diagnostics::list,
        entries::list,
        entries::one,
        imports::import,
        sheets::availability,
        sheets::chances,
        sheets::dive,
        sheets::results,
        subjects::list,
        subjects::sheet,
        subjects::create,
        batches::list,
        batches::one,
        batches::create,
        batches::cancel,
        proposals::list,
        proposals::one,
        proposals::patch,
        proposals::comment,
        proposals::withdraw,
        propose::propose,
        effect::effect,
        sheets::proposal_changes,
    ),
    components(schemas(Problem)),
    modifiers(&Token),
    security((), ("token" = [])),
)]
struct Document;

/// Tokens, which most of what changes something needs.
struct Token;

impl Modify for Token {
    fn modify(&self, document: &mut Description) {
        let scheme = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        document.components.get_or_insert_default().add_security_scheme("token", scheme);
    }
}

/// This description.
#[utoipa::path(get, path = "/api/v1/openapi.json", operation_id = "describe", tag = "about",
    responses((status = 200, body = Object, description = "An OpenAPI 3.1 document."), Problem))]
pub(crate) async fn description() -> Json<Description> {
    Json(document(base()))
}

/// The description of the dashboard at a base path.
fn document(base: &str) -> Description {
    let mut document = Document::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    document.servers = Some(vec![Server::new(if base.is_empty() { "/" } else { base })]);
    document
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{paths, routes};

    /// Method and path of all that is routed, and of all that is described.
    #[test]
    fn every_route_of_the_interface_is_described_and_nothing_else_is() {
        let routes = routes::all().into_iter().map(|route| (route.rule.method.to_string(), route.rule.path.to_owned()));
        let routed: BTreeSet<_> = routes.filter(|(_, path)| path.starts_with(paths::API.pattern())).collect();
        let document = serde_json::to_value(document("")).expect("JSON");
        let methods = |(path, item): (&String, &serde_json::Value)| -> Vec<(String, String)> {
            let methods = item.as_object().expect("an object").keys();
            methods.map(|method| (method.to_ascii_uppercase(), path.clone())).collect()
        };
        let described: BTreeSet<_> = document["paths"].as_object().expect("paths").iter().flat_map(methods).collect();
        assert_eq!(described, routed);
    }

    #[test]
    fn it_names_the_base_path_and_the_version() {
        assert_eq!(document("").servers.map(|all| all[0].url.clone()), Some("/".to_owned()));
        assert_eq!(document("/board").servers.map(|all| all[0].url.clone()), Some("/board".to_owned()));
        assert_eq!(document("").info.version, env!("CARGO_PKG_VERSION"));
    }
}
