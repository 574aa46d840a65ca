//! Who may ask for what, in one place: every route with what it needs, and the check that asks this table before anything
//! is answered. A route that isn't in the table isn't answered.

use affixboard_store::{NewAuditEntry, Role};
use axum::{
    extract::{MatchedPath, Request, State as Extracted},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    Error, State, links, security,
    session::{
        expired_form,
        viewer::{self, Viewer},
    },
};
use crate::clock::now_ms;

/// What a route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Nobody is looked up at all: for machines.
    Nothing,
    /// For everyone, also where reading is closed: the way in.
    Everyone,
    /// For everyone, unless reading is closed to visitors.
    Reading,
    /// An account with this role at least, by its cookie or by a token.
    Role(Role),
    /// The same by its cookie only: no token looks after accounts.
    Person(Role),
}

/// A route: method, pattern, what it needs, and what the log calls it where its own write doesn't enter it.
type Route = (&'static str, &'static str, Need, &'static str);

macro_rules! r {
    ($rest:literal) => {
        concat!("/editions/{slug}/revisions/{number}", $rest)
    };
}

const PROPOSER: Need = Need::Role(Role::Proposer);
const REVIEWER: Need = Need::Role(Role::Reviewer);
const MAINTAINER: Need = Need::Role(Role::Maintainer);
const READ: Need = Need::Reading;
const SELF: Need = Need::Person(Role::Reader);
const KEEPER: Need = Need::Person(Role::Maintainer);

/// All routes. `HEAD` is `GET`.
#[rustfmt::skip]
pub(super) const ROUTES: &[Route] = &[
    ("GET", "/healthz", Need::Nothing, ""),
    ("GET", "/readyz", Need::Nothing, ""),
    ("GET", "/static/{*path}", Need::Nothing, ""),
    ("GET", "/sign-in", Need::Everyone, ""),
    ("POST", "/sign-in", Need::Everyone, ""),
    ("POST", "/sign-out", Need::Everyone, ""),
    ("GET", "/join/{token}", Need::Everyone, ""),
    ("POST", "/join/{token}", Need::Everyone, ""),
    ("GET", "/", READ, ""),
    ("GET", "/editions/{slug}", READ, ""),
    ("GET", "/editions/{slug}/draft", PROPOSER, ""),
    ("POST", "/editions/{slug}/draft", PROPOSER, ""),
    ("POST", "/editions/{slug}/draft/csv", PROPOSER, ""),
    ("GET", "/proposals/{id}/draft", PROPOSER, ""),
    ("POST", "/proposals/{id}/draft/csv", PROPOSER, ""),
    ("POST", "/proposals/{id}/draft", PROPOSER, ""),
    ("GET", r!(""), READ, ""),
    ("GET", r!("/overview/{file}"), READ, ""),
    ("GET", r!("/diagnostics"), READ, ""),
    ("GET", r!("/rules"), READ, ""),
    ("GET", r!("/gaps"), READ, ""),
    ("POST", r!("/gaps"), PROPOSER, "set limits of gaps"),
    ("GET", r!("/gaps.csv"), READ, ""),
    ("GET", r!("/changes"), READ, ""),
    ("GET", r!("/allocations.csv"), READ, ""),
    ("GET", r!("/types/{file}"), READ, ""),
    ("GET", r!("/chances/{file}"), READ, ""),
    ("GET", r!("/chances/{file}/events"), READ, ""),
    ("GET", r!("/dive/{file}"), READ, ""),
    ("GET", r!("/dive/{file}/events"), READ, ""),
    ("GET", r!("/affixes/{index}"), READ, ""),
    ("GET", r!("/themes/{index}"), READ, ""),
    ("GET", r!("/artifacts/{index}"), READ, ""),
    ("GET", r!("/charts/{file}"), READ, ""),
    ("GET", r!("/kinds"), READ, ""),
    ("GET", r!("/kinds-by-depth/{extension}"), READ, ""),
    ("GET", r!("/kinds/{index}"), READ, ""),
    ("GET", r!("/why/{tval}/{sval}/{file}"), READ, ""),
    ("GET", r!("/batches/new"), PROPOSER, ""),
    ("POST", r!("/batches"), PROPOSER, "started a batch"),
    ("GET", "/batches", READ, ""),
    ("GET", "/batches/{id}", READ, ""),
    ("GET", "/batches/{id}/events", READ, ""),
    ("GET", "/batches/{id}/tally.csv", READ, ""),
    ("GET", "/batches/{id}/audit", READ, ""),
    ("GET", "/batches/{id}/audit.csv", READ, ""),
    ("GET", "/batches/{id}/audit/events", READ, ""),
    ("GET", "/batches/{id}/types/{file}", READ, ""),
    ("POST", "/batches/{id}/cancel", PROPOSER, "cancelled a batch"),
    ("POST", "/paired", PROPOSER, "ran a paired batch"),
    ("GET", "/paired/{number}", READ, ""),
    ("POST", "/paired/{number}/cancel", PROPOSER, ""),
    ("GET", "/compare", READ, ""),
    ("GET", "/compare/lines.csv", READ, ""),
    ("GET", "/compare/{file}", READ, ""),
    ("GET", "/compare/{file}/events", READ, ""),
    ("GET", "/profiles", READ, ""),
    ("POST", "/profiles", PROPOSER, "added a profile"),
    ("GET", "/profiles/new", PROPOSER, ""),
    ("GET", "/profiles/{id}", READ, ""),
    ("POST", "/profiles/{id}", PROPOSER, "saved a profile"),
    ("GET", "/profiles/{id}/chart.svg", READ, ""),
    ("GET", "/profiles/{id}/edit", PROPOSER, ""),
    ("GET", "/profiles/{id}/delete", PROPOSER, ""),
    ("POST", "/profiles/{id}/delete", PROPOSER, "deleted a profile"),
    ("GET", "/views", READ, ""),
    ("POST", "/views", PROPOSER, "kept a view"),
    ("GET", "/views/{id}", READ, ""),
    ("POST", "/views/{id}", PROPOSER, "named a view"),
    ("GET", "/v/{id}", READ, ""),
    ("GET", "/proposals", READ, ""),
    ("GET", "/proposals.atom", READ, ""),
    ("GET", "/proposals/{id}", READ, ""),
    ("GET", "/proposals/{id}/edit", PROPOSER, ""),
    ("POST", "/proposals/{id}/edit", PROPOSER, ""),
    ("POST", "/proposals/{id}/withdraw", PROPOSER, ""),
    ("POST", "/proposals/{id}/comments", PROPOSER, ""),
    ("POST", "/proposals/{id}/comments/{comment}/resolve", PROPOSER, ""),
    ("POST", "/proposals/{id}/comments/{comment}/take", PROPOSER, ""),
    ("POST", "/proposals/{id}/verdicts", REVIEWER, ""),
    ("POST", "/proposals/{id}/rebase", PROPOSER, ""),
    ("GET", "/proposals/{id}/conflicts", PROPOSER, ""),
    ("POST", "/proposals/{id}/conflicts", PROPOSER, ""),
    ("POST", "/proposals/{id}/merge", MAINTAINER, ""),
    ("POST", "/proposals/{id}/revert", PROPOSER, ""),
    ("POST", "/proposals/{id}/read", SELF, ""),
    ("POST", "/editions/{slug}/approvals", MAINTAINER, ""),
    ("GET", "/help", READ, ""),
    ("GET", "/import", MAINTAINER, ""),
    ("POST", "/import", MAINTAINER, "imported files"),
    ("GET", "/account", SELF, ""),
    ("POST", "/account/password", SELF, ""),
    ("POST", "/account/sessions/{id}/end", SELF, ""),
    ("POST", "/account/tokens", SELF, ""),
    ("POST", "/account/tokens/{id}/end", SELF, ""),
    ("GET", "/people", KEEPER, ""),
    ("POST", "/people/links", KEEPER, ""),
    ("POST", "/people/links/{id}/withdraw", KEEPER, ""),
    ("POST", "/people/{id}/role", KEEPER, ""),
    ("POST", "/people/{id}/disabled", KEEPER, ""),
    ("POST", "/people/{id}/reset", KEEPER, ""),
    ("GET", "/acts", KEEPER, ""),
    ("GET", "/acts.csv", MAINTAINER, ""),
];

/// The route of that method and pattern.
fn find(method: &Method, pattern: &str) -> Option<&'static Route> {
    let method = if *method == Method::HEAD { "GET" } else { method.as_str() };
    ROUTES.iter().find(|route| route.0 == method && route.1 == pattern)
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Lets requests through only where they name us, those that change something only from our own pages, and all only to
/// those whom the table lets.
pub(super) async fn guard(Extracted(state): Extracted<State>, request: Request, next: Next) -> Response {
    if let Err(error) = security::check(&request, state.hosts.as_deref()) {
        return error.into_response();
    }
    let pattern = request.extensions().get::<MatchedPath>().cloned();
    let route = match &pattern {
        // What there is not needs nobody's leave; the answer is always the same.
        None => None,
        Some(pattern) => match find(request.method(), pattern.as_str()) {
            Some(route) => Some(route),
            None => return Error::new(StatusCode::METHOD_NOT_ALLOWED, "This address can't do that.").into_response(),
        },
    };
    let viewer = match route {
        Some((_, _, Need::Nothing, _)) => Viewer::Visitor,
        _ => match Viewer::of(&state, request.headers()).await {
            Ok(viewer) => viewer,
            Err(error) => return error.into_response(),
        },
    };
    viewer::scope(viewer.clone(), async move {
        let need = route.map_or(Need::Everyone, |route| route.2);
        if let Err(refusal) = decide(need, &viewer, request.method(), state.reading_closed) {
            // Accounts' own forms have passwords in them.
            let is_kept = refusal == Refusal::SignIn && matches!(need, Need::Role(_)) && !is_safe(request.method());
            return if is_kept { expired_form::page(request).await } else { refused(refusal, &request) };
        }
        let act = route.map(|route| route.3).filter(|what| !what.is_empty());
        let about = request.uri().path().to_owned();
        let mut answer = next.run(request).await;
        if route.is_some() && matches!(need, Need::Everyone | Need::Person(_)) {
            // Pages with links, tokens and names of people stay in no cache.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if let (Some(what), Some(account)) = (act, viewer.account())
            && (answer.status().is_success() || answer.status().is_redirection())
        {
            let led_to = answer.headers().get(header::LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
            let act = NewAuditEntry::new(Some(account.id), what, &about, now_ms()).to(led_to);
            if let Err(error) = state.store.record_audit_entry(&act).await {
                return Error::from(error).into_response();
            }
        }
        answer
    })
    .await
}

/// Why a request isn't answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// There are no accounts, and acting is for this machine.
    ReadOnly,
    /// Somebody must sign in.
    SignIn,
    /// Somebody is signed in, but has another role.
    Role(Role),
    /// A token can't do this.
    Token,
}

fn decide(need: Need, viewer: &Viewer, method: &Method, reading_closed: bool) -> Result<(), Refusal> {
    match (need, viewer) {
        (Need::Nothing | Need::Everyone, _) => Ok(()),
        // As it was before there were accounts: everyone reads, and who may act is decided by where we listen.
        (_, Viewer::Local { may_act }) if is_safe(method) || *may_act => Ok(()),
        (_, Viewer::Local { .. }) => Err(Refusal::ReadOnly),
        (Need::Reading, Viewer::Visitor) if !reading_closed => Ok(()),
        (_, Viewer::Visitor) => Err(Refusal::SignIn),
        (Need::Reading, _) => Ok(()),
        (Need::Person(_), Viewer::Program { .. }) => Err(Refusal::Token),
        (Need::Role(role) | Need::Person(role), viewer) if viewer.may(role) => Ok(()),
        (Need::Role(role) | Need::Person(role), _) => Err(Refusal::Role(role)),
    }
}

fn refused(refusal: Refusal, request: &Request) -> Response {
    match refusal {
        Refusal::ReadOnly => Error::forbidden(
            "This dashboard is read only for visitors. Whoever runs it can allow imports, batches and profiles (--open-actions).",
        )
        .into_response(),
        Refusal::Role(role) => Error::forbidden(format!("This needs the role {}.", role.name())).into_response(),
        Refusal::Token => Error::forbidden("A token can't do this; sign in.").into_response(),
        Refusal::SignIn => {
            let accepts = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
            if is_safe(request.method()) && accepts.is_some_and(|accept| accept.contains("text/html")) {
                let asked = request.uri().path_and_query().map_or("/", |asked| asked.as_str());
                return Redirect::to(&links::sign_in(asked)).into_response();
            }
            Error::new(StatusCode::UNAUTHORIZED, "Sign in first.").into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The methods and patterns that the router's source has.
    fn routed() -> BTreeSet<(String, String)> {
        let source = include_str!("router.rs").split(".fallback(").next().unwrap_or_default();
        let mut found = BTreeSet::new();
        for route in source.split(".route(").skip(1) {
            let pattern = route.split('"').nth(1).expect("a pattern").to_owned();
            for (word, method) in [("get(", "GET"), ("post(", "POST")] {
                if route.contains(&format!(" {word}")) || route.contains(&format!(".{word}")) {
                    found.insert((method.to_owned(), pattern.clone()));
                }
            }
        }
        found
    }

    #[test]
    fn every_route_is_in_the_table_once() {
        let table: Vec<_> = ROUTES.iter().map(|route| (route.0.to_owned(), route.1.to_owned())).collect();
        assert_eq!(table.iter().cloned().collect::<BTreeSet<_>>(), routed());
        assert_eq!(table.len(), routed().len());
    }

    #[test]
    fn what_changes_something_is_never_for_every_reader() {
        let let_in = ["/sign-in", "/sign-out", "/join/{token}"];
        for (method, pattern, need, _) in ROUTES {
            let is_for_readers = matches!(need, Need::Nothing | Need::Everyone | Need::Reading);
            assert!(*method == "GET" || !is_for_readers || let_in.contains(pattern), "{method} {pattern}");
        }
    }

    #[test]
    fn what_is_not_in_the_table_is_not_found() {
        assert!(find(&Method::HEAD, "/batches").is_some());
        assert!(find(&Method::POST, "/batches").is_none());
        assert!(find(&Method::PUT, "/profiles").is_none());
        assert!(find(&Method::GET, "/nowhere").is_none());
    }

    #[test]
    fn without_accounts_everyone_reads_and_may_act_where_we_listen_says() {
        for need in [READ, PROPOSER, MAINTAINER, SELF, KEEPER] {
            for reading_closed in [false, true] {
                let decided = |may_act, method| decide(need, &Viewer::Local { may_act }, &method, reading_closed);
                assert_eq!(decided(true, Method::POST), Ok(()));
                assert_eq!(decided(false, Method::GET), Ok(()));
                assert_eq!(decided(false, Method::POST), Err(Refusal::ReadOnly));
            }
        }
    }
}
