//! Who may ask for what: every route, for every role, for programs, and for visitors.

use std::collections::BTreeSet;

use affixboard_service::config::Settings;
use affixboard_store::{AccountId, Role, Scope};
use axum::{
    body::Body,
    http::{Request, header},
};

use crate::support::{Board, HOST, STARTER, Who, settings};

/// A revision that there isn't, so that nothing is computed.
const R: &str = "/editions/none/revisions/1";

/// For everyone, also where reading is closed.
const OPEN: &[&str] = &[
    "GET /healthz",
    "GET /readyz",
    "GET /static/{*path}",
    "GET /sign-in",
    "POST /sign-in",
    "GET /sign-in/code",
    "GET /sign-in/with",
    "GET /sign-in/callback",
    "POST /sign-in/code",
    "POST /sign-out",
    "GET /join/{token}",
    "POST /join/{token}",
    "POST /scheme",
];
/// For connections from this machine, which the requests here are not, and for maintainers' tokens.
const WATCH: &[&str] = &["GET /metrics"];
/// For visitors too, unless reading is closed.
const READING: &[&str] = &[
    "GET /",
    "GET /find",
    "GET /editions/{slug}",
    "GET R",
    "GET R/overview/{file}",
    "GET R/diagnostics",
    "GET R/rules",
    "GET R/gaps",
    "GET R/balance",
    "GET R/balance/events",
    "GET R/gaps.csv",
    "GET R/changes",
    "GET R/allocations.csv",
    "GET R/types/{file}",
    "GET R/chances/{file}",
    "GET R/chances/{file}/events",
    "GET R/dive/{file}",
    "GET R/dive/{file}/events",
    "GET R/ask",
    "GET R/ask.json",
    "GET R/given",
    "GET R/given.csv",
    "GET R/origins/{file}",
    "GET R/moves",
    "GET R/moves.csv",
    "GET R/moves/events",
    "GET R/history",
    "GET R/history.csv",
    "GET R/history.svg",
    "GET R/history/events",
    "GET R/luck",
    "GET R/luck/events",
    "GET R/dive/{file}/first",
    "GET R/dive/{file}/first.csv",
    "GET R/items/{file}",
    "GET R/worths/{file}",
    "GET R/affixes/{index}",
    "GET R/themes/{index}",
    "GET R/artifacts/{index}",
    "GET R/subjects/{file}",
    "GET R/find",
    "GET R/entries",
    "GET R/entries/{sort}",
    "GET R/entries/{sort}/{index}",
    "GET R/guides/{file}",
    "GET R/files",
    "GET R/files.zip",
    "GET R/revision.db",
    "GET R/files/{file}",
    "GET R/records/{file}",
    "GET R/charts/{file}",
    "GET R/kinds",
    "GET R/kinds-by-depth/{extension}",
    "GET R/kinds/{index}",
    "GET R/why/{tval}/{sval}/{file}",
    "GET /batches",
    "GET /batches/{id}",
    "GET /batches/{id}/events",
    "GET /batches/{id}/tally.csv",
    "GET /batches/{id}/audit",
    "GET /batches/{id}/audit.csv",
    "GET /batches/{id}/audit/events",
    "GET /batches/{id}/types/{file}",
    "GET R/game-statistics",
    "GET /game-statistics/{id}",
    "GET /game-statistics/{id}/beside",
    "GET /game-statistics/{id}/with/{file}",
    "GET /game-statistics/{id}/beside.csv",
    "GET R/own-counts",
    "GET /own-counts/{id}",
    "GET /own-counts/{id}/events",
    "GET /paired/{number}",
    "GET /compare",
    "GET /compare/lines.csv",
    "GET /compare/{file}",
    "GET /compare/{file}/events",
    "GET /profiles",
    "GET /profiles/{id}",
    "GET /profiles/{id}/chart.svg",
    "GET /views",
    "GET /views/{id}",
    "GET /v/{id}",
    "GET /proposals",
    "GET /proposals.atom",
    "GET /proposals/{id}",
    "GET /proposals/{id}/balance",
    "GET /proposals/{id}/balance/events",
    "GET /help",
    "GET /api/v1",
    "GET /api/v1/openapi.json",
    "GET /api/v1/editions",
    "GET /api/v1/editions/{slug}",
    "GET /api/v1/editions/{slug}/revisions/{number}",
    "GET /api/v1/editions/{slug}/revisions/{number}/diagnostics",
    "GET /api/v1/editions/{slug}/revisions/{number}/entries",
    "GET /api/v1/editions/{slug}/revisions/{number}/entries/{sort}/{index}",
    "GET /api/v1/editions/{slug}/revisions/{number}/availability/{types}",
    "GET /api/v1/editions/{slug}/revisions/{number}/chances/{types}",
    "GET /api/v1/editions/{slug}/revisions/{number}/dives/{tval}",
    "GET /api/v1/editions/{slug}/revisions/{number}/subjects",
    "GET /api/v1/editions/{slug}/revisions/{number}/subjects/{name}",
    "GET /api/v1/batches",
    "GET /api/v1/batches/{id}",
    "GET /api/v1/batches/{id}/results/{types}",
    "GET /api/v1/proposals",
    "GET /api/v1/proposals/{id}",
    "GET /api/v1/proposals/{id}/patch",
    "GET /api/v1/proposals/{id}/effect",
    "GET /api/v1/proposals/{id}/changes/{types}",
];
/// For accounts of every role, also by a token.
const READER: &[&str] = &["GET R/sql", "GET R/sql.csv"];
const PROPOSER: &[&str] = &[
    "GET /editions/{slug}/draft",
    "POST /editions/{slug}/draft",
    "GET /editions/{slug}/draft/new",
    "POST /editions/{slug}/draft/new",
    "POST /editions/{slug}/draft/corrections/{name}",
    "POST /editions/{slug}/draft/csv",
    "GET /editions/{slug}/draft/balance",
    "GET /editions/{slug}/draft/balance/events",
    "GET /proposals/{id}/draft/balance",
    "GET /proposals/{id}/draft/balance/events",
    "GET /editions/{slug}/draft/target",
    "POST /editions/{slug}/draft/target",
    "POST /proposals/{id}/draft/csv",
    "GET /proposals/{id}/draft",
    "POST /proposals/{id}/draft",
    "POST R/gaps",
    "GET R/subjects/{file}/batch",
    "POST R/subjects/{file}/batch",
    "GET R/batches/new",
    "POST R/batches",
    "POST /batches/{id}/cancel",
    "POST /batches/{id}/continue",
    "POST /batches/{id}/move",
    "POST /profiles",
    "GET /profiles/new",
    "POST /profiles/{id}",
    "GET /profiles/{id}/edit",
    "GET /profiles/{id}/delete",
    "POST /profiles/{id}/delete",
    "GET /workers",
    "POST /paired",
    "POST /paired/{number}/cancel",
    "POST /views",
    "POST /views/{id}",
    "GET /proposals/{id}/edit",
    "POST /proposals/{id}/edit",
    "POST /proposals/{id}/withdraw",
    "POST /proposals/{id}/comments",
    "POST /proposals/{id}/comments/{comment}/resolve",
    "POST /proposals/{id}/comments/{comment}/take",
    "POST /proposals/{id}/rebase",
    "GET /proposals/{id}/conflicts",
    "POST /proposals/{id}/conflicts",
    "POST /proposals/{id}/revert",
    "POST /api/v1/editions/{slug}/proposals",
    "POST /api/v1/editions/{slug}/revisions/{number}/batches",
    "POST /api/v1/editions/{slug}/revisions/{number}/subjects/{name}/batches",
    "POST /api/v1/batches/{id}/cancel",
    "POST /api/v1/proposals/{id}/comments",
    "POST /api/v1/proposals/{id}/withdraw",
];
const REVIEWER: &[&str] = &["POST /proposals/{id}/verdicts"];
const MAINTAINER: &[&str] = &[
    "GET /import",
    "POST /import",
    "GET /import/{id}",
    "POST /import/{id}",
    "POST /import/{id}/import",
    "POST /import/{id}/discard",
    "POST R/game-statistics",
    "POST /game-statistics/{id}/delete",
    "POST R/own-counts",
    "POST /own-counts/{id}/delete",
    "GET /acts.csv",
    "POST R/balance",
    "POST /proposals/{id}/merge",
    "POST /editions/{slug}/approvals",
    "GET /editions/{slug}/manage",
    "POST /editions/{slug}/title",
    "POST /editions/{slug}/declare",
    "POST /editions/{slug}/archived",
    "POST /api/v1/editions/{slug}/imports",
];
/// For whoever is signed in, but for no token.
const SELF: &[&str] = &[
    "GET /account",
    "POST /account/password",
    "GET /account/sign-ins/connect",
    "POST /account/sign-ins",
    "POST /account/sign-ins/proxy",
    "POST /account/sign-ins/{id}/end",
    "GET /account/second-factor",
    "POST /account/second-factor",
    "POST /account/second-factor/codes",
    "POST /account/second-factor/end",
    "POST /account/sessions/{id}/end",
    "POST /account/tokens",
    "POST /account/tokens/{id}/end",
    "POST /proposals/{id}/read",
];
/// For maintainers who are signed in, but for no token.
const KEEPER: &[&str] = &[
    "GET /people",
    "POST /people/links",
    "POST /people/links/{id}/withdraw",
    "POST /people/{id}/role",
    "POST /people/{id}/disabled",
    "POST /people/{id}/reset",
    "POST /people/{id}/second-factor/end",
    "POST /people/tokens/{id}/end",
    "GET /acts",
    "POST /editions/{slug}/delete",
];

fn all() -> Vec<&'static str> {
    [OPEN, WATCH, READING, READER, PROPOSER, REVIEWER, MAINTAINER, SELF, KEEPER].concat()
}

/// An address of the route, of nothing that there is.
fn address(pattern: &str) -> String {
    let path = pattern.strip_prefix('R').map_or_else(|| pattern.to_owned(), |rest| format!("{R}{rest}"));
    path.replace("{slug}", "none")
        .replace("{number}", "99")
        .replace("{*path}", "none.css")
        .replace("{token}", "none")
        .replace("{extension}", "csv")
        .replace("{tval}", "23")
        .replace("{sval}", "11")
        .replace("{file}", "99")
        .replace("{types}", "99")
        .replace("{sort}", "affix")
        .replace("{index}", "99")
        .replace("{id}", "99")
        .replace("{comment}", "99")
}

async fn ask(board: &Board, route: &str, headers: &[(&str, &str)]) -> (u16, String) {
    let (method, pattern) = route.split_once(' ').expect("a method and a pattern");
    let mut request = Request::builder().method(method).uri(address(pattern)).header(header::HOST, HOST);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = board.send(request.body(Body::empty()).expect("a request")).await;
    (answer.status.as_u16(), String::from_utf8_lossy(&answer.body).into_owned())
}

/// Whether a request came through to what answers it.
fn came_through((status, text): &(u16, String)) -> bool {
    let refusals = [
        "Sign in first.",
        "This needs the role ",
        "A token can&#39;t do this",
        "A token can't do this",
        "another site&#39;s page",
        "another site's page",
        "for a maintainer's token",
    ];
    !matches!(status, 401 | 403) || !refusals.iter().any(|refusal| text.contains(refusal))
}

/// The lists above have every method and pattern of the router's table.
#[test]
fn no_route_is_left_out() {
    let table = affixboard_web::routes();
    let short = |path: &str| {
        let rest = path.strip_prefix("/editions/{slug}/revisions/{number}");
        rest.map_or_else(|| path.to_owned(), |rest| format!("R{rest}"))
    };
    let routes: BTreeSet<_> = table.iter().map(|(method, path)| format!("{method} {}", short(path))).collect();
    assert_eq!(routes, all().into_iter().map(str::to_owned).collect());
    assert_eq!(routes.len(), all().len(), "none is in two lists");
}

#[tokio::test]
async fn every_route_for_every_role() {
    for reading_closed in [false, true] {
        let board = Board::with(&Settings { reading_closed, ..settings(HOST, &[], false) }).await;
        let keeper = board.somebody("maintainer", Role::Maintainer).await;
        let mut people: Vec<(String, Option<Who>, Role, bool)> = vec![
            ("a reader's token".into(), Some(board.program(AccountId(1), Scope::Read).await), Role::Reader, true),
            (
                "a proposer's token".into(),
                Some(board.program(AccountId(1), Scope::Propose).await),
                Role::Proposer,
                true,
            ),
            ("a token for all".into(), Some(board.program(AccountId(1), Scope::All).await), Role::Maintainer, true),
        ];
        for role in [Role::Reader, Role::Proposer, Role::Reviewer] {
            people.push((role.name().to_owned(), Some(board.somebody(role.name(), role).await), role, false));
        }
        people.push(("maintainer".into(), Some(keeper), Role::Maintainer, false));
        people.push(("a visitor".into(), None, Role::Reader, false));
        for (name, who, role, is_program) in &people {
            for route in all() {
                let is_in = |list: &[&str]| list.contains(&route);
                let expected = match who {
                    _ if is_in(OPEN) => true,
                    // The tokens are all a maintainer's.
                    _ if is_in(WATCH) => *is_program,
                    None => is_in(READING) && !reading_closed,
                    Some(_) => {
                        is_in(READING)
                            || is_in(READER)
                            || is_in(PROPOSER) && *role >= Role::Proposer
                            || is_in(REVIEWER) && *role >= Role::Reviewer
                            || is_in(MAINTAINER) && *role == Role::Maintainer
                            || is_in(SELF) && !is_program
                            || is_in(KEEPER) && !is_program && *role == Role::Maintainer
                    }
                };
                // Signing out would end it.
                let headers: Vec<_> = match who {
                    Some(who) if !route.ends_with("/sign-out") => vec![(who.0, who.1.as_str())],
                    _ => Vec::new(),
                };
                let answer = ask(&board, route, &headers).await;
                assert_eq!(came_through(&answer), expected, "{name}: {route}: {answer:?}");
                assert_ne!(answer.0, 500, "{name}: {route}: {answer:?}");
            }
        }
    }
}

#[tokio::test]
async fn every_unsafe_route_looks_at_where_a_request_comes_from() {
    let board = Board::new().await;
    board.somebody("maintainer", Role::Maintainer).await;
    let unsafe_routes: Vec<_> = all().into_iter().filter(|route| route.starts_with("POST")).collect();
    assert!(unsafe_routes.len() > 20);
    for route in unsafe_routes {
        for (site, expected) in
            [("same-origin", true), ("none", true), ("same-site", false), ("cross-site", false), ("", true)]
        {
            let who = board.session(AccountId(1)).await;
            let mut headers = vec![(who.0, who.1.as_str())];
            if !site.is_empty() {
                headers.push(("sec-fetch-site", site));
            }
            let answer = ask(&board, route, &headers).await;
            assert_eq!(came_through(&answer), expected, "{route} from {site}: {answer:?}");
        }
    }
}

/// Methods that no row of the table has are refused before anything looks at them.
#[tokio::test]
async fn other_methods_are_refused() {
    let board = Board::new().await;
    let keeper = board.somebody("maintainer", Role::Maintainer).await;
    for route in ["POST /", "PUT /profiles", "DELETE /people/{id}/role", "GET /sign-out", "PATCH /account"] {
        assert_eq!(ask(&board, route, &[(keeper.0, &keeper.1)]).await.0, 405, "{route}");
    }
    assert_eq!(ask(&board, "GET /nowhere", &[]).await.0, 404);
    assert_eq!(ask(&board, "HEAD /help", &[]).await.0, 200);
}

#[tokio::test]
async fn nothing_kept_reaches_who_may_not_read() {
    let closed = Board::with(&Settings { reading_closed: true, ..settings(HOST, &[], false) }).await;
    let path = format!("{STARTER}/types/23");
    // Kept before there was any account.
    assert_eq!(closed.get(&path).await.header("cache-control"), "private, no-cache");
    let keeper = closed.somebody("Ann", Role::Maintainer).await;
    let program = closed.program(AccountId(1), Scope::Read).await;
    for who in [&keeper, &program] {
        let mut tag = String::new();
        for _ in 0..2 {
            let own = closed.get_as(who, &path).await;
            assert_eq!((own.status.as_u16(), own.header("cache-control")), (200, "private, no-cache"));
            tag = own.header("etag").to_owned();
        }
        assert!(!tag.is_empty());
        // Knowing the page's tag opens nothing: "not modified" would tell that there is such a page.
        for visitor in [Who("accept", "*/*".to_owned()), Who("if-none-match", tag)] {
            let refused = closed.get_as(&visitor, &path).await;
            assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, "Bearer"));
            assert!(!refused.text().contains("<table"));
        }
    }
    // Charts as PNG are asked for under another address.
    assert_eq!(closed.get(&format!("{STARTER}/charts/35.png")).await.status.as_u16(), 401);
    // A browser is led to where one signs in, and back.
    let browser = Who("accept", "text/html,*/*".to_owned());
    let led = closed.get_as(&browser, &format!("{path}?q=a%26b")).await;
    assert_eq!(led.status.as_u16(), 303);
    assert_eq!(led.header("location"), format!("/sign-in?next={path}%3Fq%3Da%2526b"));

    // Nor does what somebody sees reach others where reading is open.
    let open = Board::new().await;
    open.somebody("Ann", Role::Maintainer).await;
    let program = open.program(AccountId(1), Scope::All).await;
    for who in [&open.session(AccountId(1)).await, &program] {
        let own = open.get_as(who, &path).await;
        assert!(own.text().contains(">Ann</a>") && own.text().contains("New batch</a>"));
        let visitor = open.get(&path).await;
        assert!(!visitor.text().contains(">Ann</a>") && !visitor.text().contains("New batch</a>"));
        assert!(visitor.text().contains("<a class=\"who\" href=\"/sign-in\">Sign in</a>"));
    }
}

/// What one may not use isn't offered.
#[tokio::test]
async fn pages_offer_what_one_may_use() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    let keeps = "<form method=\"post\" action=\"/views\">";
    assert!(board.get(&path).await.text().contains(keeps), "without accounts, everyone on this machine");
    let keeper = board.somebody("maintainer", Role::Maintainer).await;
    let proposer = board.somebody("proposer", Role::Proposer).await;
    let reader = board.somebody("reader", Role::Reader).await;
    let nobody = Who("accept", "*/*".to_owned());
    let import = "href=\"/import\"";
    for (who, acts, imports) in
        [(&keeper, true, true), (&proposer, true, false), (&reader, false, false), (&nobody, false, false)]
    {
        let sheet = board.get_as(who, &path).await;
        assert_eq!(sheet.text().contains(keeps), acts);
        assert_eq!(sheet.text().contains("New batch</a>"), acts);
        let start = board.get_as(who, "/").await;
        assert_eq!(start.text().contains(import), imports);
        assert_eq!(start.text().contains("New batch</a>"), acts);
        let profiles = board.get_as(who, "/profiles").await;
        assert_eq!(profiles.text().contains("New profile</a>"), acts);
        let gaps = board.get_as(who, &format!("{STARTER}/gaps")).await;
        assert_eq!(gaps.text().contains(">Save</button>"), acts);
        let chances = board.get_as(who, &format!("{STARTER}/dive/30?depths=3")).await;
        assert!(!chances.text().contains(keeps) || acts);
        let compare = board.get_as(who, "/compare/23?from=affix-branch-starter&to=affix-branch-starter").await;
        assert_eq!(compare.text().contains(keeps), acts, "{}", compare.text());
    }
}
