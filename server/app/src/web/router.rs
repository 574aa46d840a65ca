//! The one table of routes.

use std::time::Duration;

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

use super::{Error, State, access, assets, kept, pages, png, security, waiting};

/// An answer begins within this time.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The most a form may send.
const FORM: usize = 64 << 10;
/// The most a table of lines may send.
const TABLE: usize = 2 << 20;
/// The most a form with prose in it may send: every character can be twelve.
const PROSE: usize = 512 << 10;
/// The most an upload may send; what is taken of it is less (see [`crate::intake`]).
const UPLOAD: usize = 128 << 20;

/// The level of gzip. The default, 6, makes the largest sheets a tenth smaller and takes twice as long over them, which is
/// more than everything else that makes them.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(3);

/// The dashboard.
pub fn router(state: State) -> Router {
    // Addresses of PNG are changed to those of SVG before they are looked up.
    Router::new().fallback_service(answers(state)).layer(
        ServiceBuilder::new()
            .layer(TraceLayer::new_for_http())
            .layer(middleware::from_fn(security::headers))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::from_fn_with_state(png::Turns::new(), png::drawn)),
    )
}

fn answers(state: State) -> Router {
    let look = middleware::from_fn_with_state(state.clone(), waiting::look);
    let keep = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(state.clone(), kept::keep))
        .layer(look.clone())
        .layer(CompressionLayer::new().quality(COMPRESSION).compress_when(compressible()));
    let prose = DefaultBodyLimit::max(PROSE);
    let kept = Router::new()
        .route("/editions/{slug}/revisions/{number}", get(pages::edition::page))
        .route("/editions/{slug}/revisions/{number}/changes", get(pages::changes::page))
        .route("/editions/{slug}/revisions/{number}/types/{file}", get(pages::availability::page))
        .route("/editions/{slug}/revisions/{number}/kinds", get(pages::kinds::page))
        .route("/batches/{id}/types/{file}", get(pages::result::page))
        .route_layer(keep);
    Router::new()
        // For everyone.
        .route("/", get(pages::start::page))
        .route("/editions/{slug}", get(pages::edition::newest))
        .route(
            "/editions/{slug}/draft",
            get(pages::draft::of_new).post(pages::draft::act_on_new).layer(DefaultBodyLimit::max(TABLE)),
        )
        .route("/editions/{slug}/draft/csv", post(pages::draft::into_new).layer(DefaultBodyLimit::max(UPLOAD)))
        .route("/proposals/{id}/draft/csv", post(pages::draft::into_revision).layer(DefaultBodyLimit::max(UPLOAD)))
        .route(
            "/proposals/{id}/draft",
            get(pages::draft::of_revision).post(pages::draft::act_on_revision).layer(DefaultBodyLimit::max(TABLE)),
        )
        .route("/editions/{slug}/revisions/{number}/overview/{file}", get(pages::overview::file))
        .route("/editions/{slug}/revisions/{number}/diagnostics", get(pages::diagnostics::page))
        .route("/editions/{slug}/revisions/{number}/rules", get(pages::rules::page))
        .route("/editions/{slug}/revisions/{number}/gaps", get(pages::gaps::page).post(pages::gaps::set))
        .route("/editions/{slug}/revisions/{number}/gaps.csv", get(pages::gaps::csv))
        .route("/editions/{slug}/revisions/{number}/allocations.csv", get(pages::allocations::csv))
        .route("/editions/{slug}/revisions/{number}/chances/{file}", get(pages::chances::page))
        .route("/editions/{slug}/revisions/{number}/chances/{file}/events", get(pages::chances::events))
        .route("/editions/{slug}/revisions/{number}/dive/{file}", get(pages::dive::page))
        .route("/editions/{slug}/revisions/{number}/dive/{file}/events", get(pages::dive::events))
        .route("/editions/{slug}/revisions/{number}/affixes/{index}", get(pages::entry::affix::page))
        .route("/editions/{slug}/revisions/{number}/themes/{index}", get(pages::entry::theme::page))
        .route("/editions/{slug}/revisions/{number}/artifacts/{index}", get(pages::entry::artifact::page))
        .route("/editions/{slug}/revisions/{number}/charts/{file}", get(pages::charts::page))
        .route("/editions/{slug}/revisions/{number}/kinds-by-depth/{extension}", get(pages::kinds::file))
        .route("/editions/{slug}/revisions/{number}/kinds/{index}", get(pages::entry::kind::page))
        .route("/editions/{slug}/revisions/{number}/why/{tval}/{sval}/{file}", get(pages::why::page))
        .route("/batches", get(pages::batches::page))
        .route("/batches/{id}", get(pages::batch::page))
        .route("/batches/{id}/events", get(pages::batch::events))
        .route("/batches/{id}/tally.csv", get(pages::batch::tally_csv))
        .route("/batches/{id}/audit", get(pages::audit::page))
        .route("/batches/{id}/audit.csv", get(pages::audit::csv))
        .route("/batches/{id}/audit/events", get(pages::audit::events))
        .route("/compare", get(pages::compare::page))
        .route("/compare/lines.csv", get(pages::compare::lines_csv))
        .route("/compare/{file}", get(pages::compare_sheet::page))
        .route("/compare/{file}/events", get(pages::compare_chances::events))
        .route("/profiles", get(pages::profiles::page).post(pages::profile_edit::create))
        .route("/profiles/{id}", get(pages::profile::page).post(pages::profile_edit::save))
        .route("/profiles/{id}/chart.svg", get(pages::profile::chart))
        .route("/views", get(pages::views::page).post(pages::views::keep))
        .route("/views/{id}", get(pages::views::one).post(pages::views::name))
        .route("/v/{id}", get(pages::views::follow))
        .route("/proposals", get(pages::proposals::list))
        .route("/proposals.atom", get(pages::proposals::feed))
        .route("/proposals/{id}", get(pages::proposals::page))
        .route("/help", get(pages::help::page))
        // For those who may act; `access::ROUTES` says who that is.
        .route("/editions/{slug}/revisions/{number}/batches/new", get(pages::batch_new::page))
        .route("/editions/{slug}/revisions/{number}/batches", post(pages::batch_new::create))
        .route("/profiles/new", get(pages::profile_edit::new))
        .route("/profiles/{id}/edit", get(pages::profile_edit::edit))
        .route("/profiles/{id}/delete", get(pages::profile::ask).post(pages::profile::delete))
        .route("/batches/{id}/cancel", post(pages::batch::cancel))
        .route("/paired", post(pages::paired::start))
        .route("/paired/{number}", get(pages::paired::page))
        .route("/paired/{number}/cancel", post(pages::paired::cancel))
        .route("/import", get(pages::import::page).post(pages::import::take).layer(DefaultBodyLimit::max(UPLOAD)))
        .route("/proposals/{id}/edit", get(pages::proposals::edit).post(pages::proposals::save).layer(prose))
        .route("/proposals/{id}/withdraw", post(pages::proposals::withdraw))
        .route("/proposals/{id}/comments", post(pages::proposals::say).layer(prose))
        .route("/proposals/{id}/comments/{comment}/resolve", post(pages::proposals::resolve))
        .route("/proposals/{id}/comments/{comment}/take", post(pages::proposals::take))
        .route("/proposals/{id}/verdicts", post(pages::proposals::review).layer(prose))
        .route("/proposals/{id}/rebase", post(pages::proposals::rebase))
        .route(
            "/proposals/{id}/conflicts",
            get(pages::proposals::conflicts).post(pages::proposals::resolve_conflicts).layer(prose),
        )
        .route("/proposals/{id}/merge", post(pages::proposals::merge))
        .route("/proposals/{id}/revert", post(pages::proposals::revert))
        .route("/editions/{slug}/approvals", post(pages::proposals::approvals))
        // Accounts.
        .route("/proposals/{id}/read", post(pages::proposals::read))
        .route("/sign-in", get(pages::sign_in::page).post(pages::sign_in::sign_in))
        .route("/sign-out", post(pages::sign_in::sign_out))
        .route("/join/{token}", get(pages::join::page).post(pages::join::accept))
        .route("/account", get(pages::account::page))
        .route("/account/password", post(pages::account::password))
        .route("/account/sessions/{id}/end", post(pages::account::end_session))
        .route("/account/tokens", post(pages::account::make_token))
        .route("/account/tokens/{id}/end", post(pages::account::end_token))
        .route("/people", get(pages::people::page))
        .route("/people/links", post(pages::people::invite))
        .route("/people/links/{id}/withdraw", post(pages::people::withdraw))
        .route("/people/{id}/role", post(pages::people::role))
        .route("/people/{id}/disabled", post(pages::people::disabled))
        .route("/people/{id}/reset", post(pages::people::reset))
        .route("/acts", get(pages::acts::page))
        .route("/acts.csv", get(pages::acts::csv))
        .route_layer(look)
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
