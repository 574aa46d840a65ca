//! Access control: the levels that [`mod@super::routes`] requires for each route, and the middleware that checks them
//! before a handler runs. A route that isn't in the table isn't answered.

use std::sync::Arc;

use affixboard_store::Role;
use axum::{
    extract::{MatchedPath, Request, State as Extracted},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    Error, State,
    connections::hold,
    extract::Client,
    links, paths,
    respond::html::{self, PageHeader},
    routes::{Route, Rule},
    security,
    session::{expired_form, scheme::Scheme, viewer::Viewer},
    working_body::made_for,
};
use affixboard_service::requester::{Requester, work_for};

/// The access level that a route requires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Nobody is looked up at all: for machines.
    Nothing,
    /// For connections from this machine, by which nobody is looked up, and for tokens of maintainers, whatever their scope.
    Watch,
    /// For everyone, also where reading is closed: the way in.
    Everyone,
    /// For everyone, unless reading is closed to visitors.
    Reading,
    /// An account with this role at least, by its cookie or by a token.
    Role(Role),
    /// The same by its cookie only: no token looks after accounts.
    Person(Role),
}

pub(super) const MACHINE: Need = Need::Nothing;
pub(super) const WATCH: Need = Need::Watch;
pub(super) const EVERYONE: Need = Need::Everyone;
pub(super) const READ: Need = Need::Reading;
pub(super) const READER: Need = Need::Role(Role::Reader);
pub(super) const PROPOSER: Need = Need::Role(Role::Proposer);
pub(super) const REVIEWER: Need = Need::Role(Role::Reviewer);
pub(super) const MAINTAINER: Need = Need::Role(Role::Maintainer);
pub(super) const SELF: Need = Need::Person(Role::Reader);
pub(super) const KEEPER: Need = Need::Person(Role::Maintainer);

/// State of the guard's middleware: the rule of each route, and the application's state for looking up accounts.
#[derive(Clone)]
pub(super) struct Guard {
    rules: Arc<[Rule]>,
    state: State,
}

impl Guard {
    pub(super) fn new(routes: &[Route], state: State) -> Guard {
        Guard { rules: routes.iter().map(|route| route.rule.clone()).collect(), state }
    }
}

/// The rule of that method and pattern. `HEAD` is `GET`.
fn find<'a>(rules: &'a [Rule], method: &Method, pattern: &str) -> Option<&'a Rule> {
    let method = if *method == Method::HEAD { &Method::GET } else { method };
    rules.iter().find(|rule| rule.method == *method && rule.path == pattern)
}

/// On a request from this machine.
#[derive(Clone, Copy)]
struct FromHere;

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Lets requests through only where they name us, those that change something only from our own pages, and all only to
/// those whom the table lets. From here on the request knows its [`Viewer`].
pub(super) async fn guard(Extracted(guard): Extracted<Guard>, mut request: Request, next: Next) -> Response {
    let scheme = Scheme::of(request.headers());
    let rule = match guard.rule(&request) {
        Ok(rule) => rule,
        Err(error) => {
            return html::rendered(
                error.into_response(),
                &Viewer::Visitor,
                PageHeader { scheme, ..PageHeader::default() },
            );
        }
    };
    let viewer = match rule.map(|rule| rule.need) {
        Some(Need::Nothing) => Ok(Viewer::Visitor),
        Some(Need::Watch) if guard.state.proxies.is_from_here(request.headers(), Client::peer(&request)) => {
            request.extensions_mut().insert(FromHere);
            Ok(Viewer::Visitor)
        }
        _ => Viewer::of(&guard.state, request.headers(), Client::peer(&request)).await,
    };
    let (answer, viewer) = match viewer {
        Ok(viewer) => {
            request.extensions_mut().insert(viewer.clone());
            let address = guard.state.proxies.client(request.headers(), Client::peer(&request));
            let requester = Requester::new(viewer.by(), address);
            let answering = guard.answer_if_there_is_room(rule, &viewer, requester, request, next);
            let mut answer = work_for(requester, answering).await;
            // What is made of it further out is made for them too.
            answer.extensions_mut().insert(requester);
            (guard.state.large_answers.limit(requester, made_for(requester, answer)), viewer)
        }
        Err(error) => (error.into_response(), Viewer::Visitor),
    };
    guard.state.outages.note(&answer, guard.state.store.writes());
    let header = PageHeader { scheme, outage: guard.state.outage_notice(), ..PageHeader::default() };
    html::rendered(answer, &viewer, header)
}

/// An answer for want of room. The connection goes, too.
fn no_room(message: &'static str) -> Response {
    let error = Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5);
    ([(header::CONNECTION, "close")], error).into_response()
}

impl Guard {
    /// The rule for a request that may come from where it comes; `None` where there is no such path.
    fn rule(&self, request: &Request) -> Result<Option<&Rule>, Error> {
        security::check(request, self.state.hosts.as_deref())?;
        // Paths without a route need no permission; the answer is always 404.
        let Some(pattern) = request.extensions().get::<MatchedPath>() else { return Ok(None) };
        let rule = find(&self.rules, request.method(), pattern.as_str());
        rule.map(Some).ok_or_else(|| Error::new(StatusCode::METHOD_NOT_ALLOWED, "This address can't do that."))
    }

    /// Visitors don't take the last connections from those who are signed in.
    async fn answer_if_there_is_room(
        &self,
        rule: Option<&Rule>,
        viewer: &Viewer,
        requester: Requester,
        request: Request,
        next: Next,
    ) -> Response {
        let slots = &self.state.slots;
        let need = rule.map(|rule| rule.need);
        if !matches!(viewer, Viewer::Visitor) || matches!(need, None | Some(Need::Nothing | Need::Watch)) {
            return self.answer_or_stream(rule, viewer, requester, request, next).await;
        }
        let place = if need == Some(Need::Everyone) { slots.entrance(requester) } else { slots.visitor(requester) };
        let Some(place) = place else {
            return no_room("Too many are connected. Try again in a few seconds.");
        };
        hold(self.answer_or_stream(rule, viewer, requester, request, next).await, place)
    }

    /// An answer; a stream of events where the requester doesn't follow too many.
    async fn answer_or_stream(
        &self,
        rule: Option<&Rule>,
        viewer: &Viewer,
        requester: Requester,
        request: Request,
        next: Next,
    ) -> Response {
        let answer = self.answer(rule, viewer, request, next).await;
        if answer.headers().get(header::CONTENT_TYPE).is_none_or(|of| of != "text/event-stream") {
            return answer;
        }
        match self.state.slots.stream(requester) {
            Some(place) => hold(answer, place),
            None => no_room("You follow too many pages at once. Close some, or try again in a few seconds."),
        }
    }

    async fn answer(&self, rule: Option<&Rule>, viewer: &Viewer, request: Request, next: Next) -> Response {
        let state = &self.state;
        let need = rule.map_or(Need::Everyone, |rule| rule.need);
        let is_from_here = request.extensions().get::<FromHere>().is_some();
        let decided = match need {
            Need::Watch => watch(viewer, is_from_here),
            _ => decide(need, viewer, request.method(), state.reading_closed),
        };
        let decided = decided.and_then(|()| match viewer {
            Viewer::Person { owes_second_factor: true, .. } if !is_for_who_owes(rule) => Err(Refusal::SecondFactor),
            _ => Ok(()),
        });
        if let Err(refusal) = decided {
            // Accounts' own forms have passwords in them.
            let is_kept = refusal == Refusal::SignIn && matches!(need, Need::Role(_)) && !is_safe(request.method());
            return if is_kept { expired_form::page(request).await } else { refused(refusal, &request) };
        }
        let mut answer = next.run(request).await;
        let headers = answer.headers_mut();
        if rule.is_some() && matches!(need, Need::Watch | Need::Everyone | Need::Person(_)) {
            // Pages with links, tokens and names of people stay in no cache.
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if need != Need::Nothing {
            // Pages differ by who asks: no proxy may give one person's to another.
            headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private"));
            headers.append(header::VARY, HeaderValue::from_static("cookie"));
        }
        answer
    }
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
    /// This is for this machine and for tokens.
    Elsewhere,
    /// Somebody must set up a second factor first.
    SecondFactor,
}

/// Whether a route is for those, too, who must set up a second factor before anything else: that, and the way in and out.
fn is_for_who_owes(rule: Option<&Rule>) -> bool {
    rule.is_none_or(|rule| {
        matches!(rule.need, Need::Nothing | Need::Watch | Need::Everyone) || rule.path == paths::SECOND_FACTOR.pattern()
    })
}

/// Who may ask how the program does.
fn watch(viewer: &Viewer, is_from_here: bool) -> Result<(), Refusal> {
    match viewer {
        _ if is_from_here => Ok(()),
        Viewer::Program { account, .. } if account.role == Role::Maintainer => Ok(()),
        Viewer::Program { .. } => Err(Refusal::Role(Role::Maintainer)),
        _ => Err(Refusal::Elsewhere),
    }
}

fn decide(need: Need, viewer: &Viewer, method: &Method, reading_closed: bool) -> Result<(), Refusal> {
    match (need, viewer) {
        (Need::Nothing | Need::Everyone, _) => Ok(()),
        (Need::Watch, _) => watch(viewer, false),
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

/// Whether a browser shows the answer as a page of its own.
fn is_for_a_page(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    is_safe(request.method()) && accepts.is_some_and(|accept| accept.contains("text/html"))
}

fn refused(refusal: Refusal, request: &Request) -> Response {
    match refusal {
        Refusal::ReadOnly => Error::forbidden(
            "This dashboard is read only for visitors. Whoever runs it can allow imports, batches and profiles (--open-actions).",
        )
        .into_response(),
        Refusal::Role(role) => Error::forbidden(format!("This needs the role {}.", role.name())).into_response(),
        Refusal::Elsewhere => Error::forbidden(
            "This is for connections from the dashboard's own machine and for a maintainer's token.",
        )
        .into_text(),
        Refusal::Token => Error::forbidden("A token can't do this; sign in.").into_response(),
        Refusal::SecondFactor if is_for_a_page(request) => {
            Redirect::to(&paths::SECOND_FACTOR.path()).into_response()
        }
        Refusal::SecondFactor => Error::forbidden("Set up a second factor first.").into_response(),
        Refusal::SignIn => {
            if is_for_a_page(request) {
                let asked = request.uri().path_and_query().map_or("/", |asked| asked.as_str());
                return Redirect::to(&links::sign_in(asked)).into_response();
            }
            Error::new(StatusCode::UNAUTHORIZED, "Sign in first.").into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routes;

    #[test]
    fn what_is_not_in_the_table_is_not_found() {
        let rules: Vec<_> = routes::all().into_iter().map(|route| route.rule).collect();
        assert!(find(&rules, &Method::HEAD, "/batches").is_some());
        assert!(find(&rules, &Method::POST, "/batches").is_none());
        assert!(find(&rules, &Method::PUT, "/profiles").is_none());
        assert!(find(&rules, &Method::GET, "/nowhere").is_none());
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
