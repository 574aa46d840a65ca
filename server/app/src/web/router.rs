//! The one table of routes.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::StatusCode,
    middleware,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use tower::ServiceBuilder;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer, Predicate,
        predicate::{DefaultPredicate, NotForContentType},
    },
    timeout::TimeoutLayer,
    trace::TraceLayer,
};

use super::{
    Error, State, access, accounts, batches, compare, editions, entries, explanations, help, page_cache, profiles,
    proposals,
    respond::{assets, png},
    security,
    session::nav_badge,
    sheets,
};

/// An answer begins within this time.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The most a form may send.
const FORM: usize = 64 << 10;
/// The most a table of lines may send.
const TABLE: usize = 2 << 20;
/// The most a form with prose in it may send: every character can be twelve.
const PROSE: usize = 512 << 10;
/// The most an upload may send; what is taken of it is less (see [`crate::upload`]).
const UPLOAD: usize = 128 << 20;

/// The level of gzip. The default, 6, makes the largest sheets a tenth smaller and takes twice as long over them, which is
/// more than everything else that makes them.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(3);

/// The dashboard.
pub fn router(state: State) -> Router {
    let scheduler = Arc::clone(state.scheduler());
    // Addresses of PNG are changed to those of SVG before they are looked up.
    Router::new().fallback_service(answers(state)).layer(
        ServiceBuilder::new()
            .layer(TraceLayer::new_for_http())
            .layer(middleware::from_fn(security::headers))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::from_fn_with_state(png::Turns::new(scheduler), png::drawn)),
    )
}

fn answers(state: State) -> Router {
    let badge = middleware::from_fn_with_state(state.clone(), nav_badge::attach);
    let keep = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(state.clone(), page_cache::cached))
        .layer(badge.clone())
        .layer(CompressionLayer::new().quality(COMPRESSION).compress_when(compressible()));
    let prose = DefaultBodyLimit::max(PROSE);
    let kept = Router::new()
        .route("/editions/{slug}/revisions/{number}", get(editions::show::page))
        .route("/editions/{slug}/revisions/{number}/changes", get(editions::changes::page))
        .route("/editions/{slug}/revisions/{number}/types/{file}", get(sheets::availability::page))
        .route("/editions/{slug}/revisions/{number}/kinds", get(editions::kinds::page))
        .route("/batches/{id}/types/{file}", get(sheets::result::page))
        .route_layer(keep);
    Router::new()
        // For everyone.
        .route("/", get(editions::start::page))
        .route("/editions/{slug}", get(editions::show::newest))
        .route(
            "/editions/{slug}/draft",
            get(proposals::draft::of_new)
                .post(proposals::draft::actions::act_on_new)
                .layer(DefaultBodyLimit::max(TABLE)),
        )
        .route("/editions/{slug}/draft/csv", post(proposals::draft::csv::into_new).layer(DefaultBodyLimit::max(UPLOAD)))
        .route(
            "/proposals/{id}/draft/csv",
            post(proposals::draft::csv::into_revision).layer(DefaultBodyLimit::max(UPLOAD)),
        )
        .route(
            "/proposals/{id}/draft",
            get(proposals::draft::of_revision)
                .post(proposals::draft::actions::act_on_revision)
                .layer(DefaultBodyLimit::max(TABLE)),
        )
        .route("/editions/{slug}/revisions/{number}/overview/{file}", get(editions::overview::file))
        .route("/editions/{slug}/revisions/{number}/diagnostics", get(editions::diagnostics::page))
        .route("/editions/{slug}/revisions/{number}/rules", get(editions::rules::page))
        .route("/editions/{slug}/revisions/{number}/gaps", get(editions::gaps::page).post(editions::gaps::set))
        .route("/editions/{slug}/revisions/{number}/gaps.csv", get(editions::gaps::csv))
        .route("/editions/{slug}/revisions/{number}/allocations.csv", get(editions::allocations::csv))
        .route("/editions/{slug}/revisions/{number}/chances/{file}", get(sheets::chances::page))
        .route("/editions/{slug}/revisions/{number}/chances/{file}/events", get(sheets::chances::events))
        .route("/editions/{slug}/revisions/{number}/dive/{file}", get(sheets::dive::page))
        .route("/editions/{slug}/revisions/{number}/dive/{file}/events", get(sheets::dive::events))
        .route("/editions/{slug}/revisions/{number}/affixes/{index}", get(entries::affix::page))
        .route("/editions/{slug}/revisions/{number}/themes/{index}", get(entries::theme::page))
        .route("/editions/{slug}/revisions/{number}/artifacts/{index}", get(entries::artifact::page))
        .route("/editions/{slug}/revisions/{number}/charts/{file}", get(sheets::charts::page))
        .route("/editions/{slug}/revisions/{number}/kinds-by-depth/{extension}", get(editions::kinds::file))
        .route("/editions/{slug}/revisions/{number}/kinds/{index}", get(entries::kind::page))
        .route("/editions/{slug}/revisions/{number}/why/{tval}/{sval}/{file}", get(explanations::why::page))
        .route("/batches", get(batches::list::page))
        .route("/batches/{id}", get(batches::show::page))
        .route("/batches/{id}/events", get(batches::show::events))
        .route("/batches/{id}/tally.csv", get(batches::show::tally_csv))
        .route("/batches/{id}/audit", get(batches::audit::page))
        .route("/batches/{id}/audit.csv", get(batches::audit::csv))
        .route("/batches/{id}/audit/events", get(batches::audit::events))
        .route("/compare", get(compare::show::page))
        .route("/compare/lines.csv", get(compare::show::lines_csv))
        .route("/compare/{file}", get(compare::sheet::page))
        .route("/compare/{file}/events", get(compare::chances::events))
        .route("/profiles", get(profiles::list::page).post(profiles::edit::create))
        .route("/profiles/{id}", get(profiles::show::page).post(profiles::edit::save))
        .route("/profiles/{id}/chart.svg", get(profiles::show::chart))
        .route("/views", get(sheets::views::page).post(sheets::views::create))
        .route("/views/{id}", get(sheets::views::one).post(sheets::views::rename))
        .route("/v/{id}", get(sheets::views::follow))
        .route("/proposals", get(proposals::list::page))
        .route("/proposals.atom", get(proposals::atom::feed))
        .route("/proposals/{id}", get(proposals::show::page))
        .route("/help", get(help::show::page))
        // For those who may act; `access::ROUTES` says who that is.
        .route("/editions/{slug}/revisions/{number}/batches/new", get(batches::new::page))
        .route("/editions/{slug}/revisions/{number}/batches", post(batches::new::create))
        .route("/profiles/new", get(profiles::edit::new))
        .route("/profiles/{id}/edit", get(profiles::edit::edit))
        .route("/profiles/{id}/delete", get(profiles::show::ask).post(profiles::show::delete))
        .route("/batches/{id}/cancel", post(batches::show::cancel))
        .route("/paired", post(batches::paired::start))
        .route("/paired/{number}", get(batches::paired::page))
        .route("/paired/{number}/cancel", post(batches::paired::cancel))
        .route("/import", get(editions::import::page).post(editions::import::take).layer(DefaultBodyLimit::max(UPLOAD)))
        .route("/proposals/{id}/edit", get(proposals::edit::form).post(proposals::edit::save).layer(prose))
        .route("/proposals/{id}/withdraw", post(proposals::edit::withdraw))
        .route("/proposals/{id}/comments", post(proposals::comments::create).layer(prose))
        .route("/proposals/{id}/comments/{comment}/resolve", post(proposals::comments::resolve))
        .route("/proposals/{id}/comments/{comment}/take", post(proposals::comments::accept))
        .route("/proposals/{id}/verdicts", post(proposals::review::give).layer(prose))
        .route("/proposals/{id}/rebase", post(proposals::merge::rebase))
        .route(
            "/proposals/{id}/conflicts",
            get(proposals::conflicts::page).post(proposals::conflicts::resolve).layer(prose),
        )
        .route("/proposals/{id}/merge", post(proposals::merge::merge))
        .route("/proposals/{id}/revert", post(proposals::merge::revert))
        .route("/editions/{slug}/approvals", post(proposals::edit::approvals))
        // Accounts.
        .route("/proposals/{id}/read", post(proposals::show::read))
        .route("/sign-in", get(accounts::sign_in::page).post(accounts::sign_in::sign_in))
        .route("/sign-out", post(accounts::sign_in::sign_out))
        .route("/join/{token}", get(accounts::join::page).post(accounts::join::accept))
        .route("/account", get(accounts::account::page))
        .route("/account/password", post(accounts::account::password))
        .route("/account/sessions/{id}/end", post(accounts::account::end_session))
        .route("/account/tokens", post(accounts::account::make_token))
        .route("/account/tokens/{id}/end", post(accounts::account::end_token))
        .route("/people", get(accounts::people::page))
        .route("/people/links", post(accounts::people::invite))
        .route("/people/links/{id}/withdraw", post(accounts::people::withdraw))
        .route("/people/{id}/role", post(accounts::people::role))
        .route("/people/{id}/disabled", post(accounts::people::disabled))
        .route("/people/{id}/reset", post(accounts::people::reset))
        .route("/acts", get(accounts::audit_log::page))
        .route("/acts.csv", get(accounts::audit_log::csv))
        .route_layer(badge)
        .merge(kept)
        // For machines.
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/static/{*path}", get(assets::file))
        .fallback(async || Error::not_found("There is no such page."))
        .method_not_allowed_fallback(async || Error::new(StatusCode::METHOD_NOT_ALLOWED, "This address can't do that."))
        .layer(
            ServiceBuilder::new()
                .layer(CompressionLayer::new().quality(COMPRESSION).compress_when(compressible()))
                .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, TIMEOUT))
                .layer(middleware::from_fn_with_state(state.clone(), access::guard))
                .layer(DefaultBodyLimit::max(FORM)),
        )
        .with_state(state)
}

/// Zips and workbooks, which are zips, are compressed already.
fn compressible() -> impl Predicate {
    DefaultPredicate::new()
        .and(NotForContentType::const_new("application/zip"))
        .and(NotForContentType::const_new("application/vnd.openxmlformats-officedocument"))
}

async fn ready(axum::extract::State(state): axum::extract::State<State>) -> Result<&'static str, Error> {
    state.store.ping().await?;
    Ok("ok\n")
}

/// One request's panic must not take the program with it.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Error::internal("a handler panicked").into_response()
}
