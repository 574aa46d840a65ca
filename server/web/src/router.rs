//! The router: the handlers of [`mod@super::routes`], and the middleware that every request passes before them.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{DefaultBodyLimit, Request, State as Extracted},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use tower::ServiceBuilder;
use tower_http::{
    CompressionLevel,
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer, Predicate,
        predicate::{DefaultPredicate, NotForContentType},
    },
    trace::TraceLayer,
};

use super::{
    Error, State,
    access::{self, Guard, Need},
    api::problem,
    arriving_body::watched,
    at_base,
    editions::switched::switched,
    metrics, page_cache, paths, request_id,
    respond::{
        html::{self, PageHeader},
        png,
    },
    routes, security,
    session::{nav_badge, scheme::Scheme, viewer::Viewer},
    sheets::mended::mended,
};

/// The level of gzip. The default, 6, makes the largest sheets a tenth smaller and takes twice as long over them, which is
/// more than everything else that makes them.
const COMPRESSION: CompressionLevel = CompressionLevel::Precise(3);

/// The dashboard.
pub fn router(state: State) -> Router {
    let (scheduler, patience) = (Arc::clone(state.scheduler()), state.connection_limits.answer_timeout);
    let ids = middleware::from_fn_with_state(state.clone(), request_id::numbered);
    // Addresses of PNG are changed to those of SVG before they are looked up.
    Router::new().fallback_service(answers(state)).layer(
        ServiceBuilder::new()
            .layer(middleware::from_fn(security::headers))
            .layer(middleware::from_fn(at_base::stripped))
            .layer(middleware::from_fn(problem::as_json))
            .layer(ids)
            // What fails says why where it does; what is refused for the time being is no failure.
            .layer(TraceLayer::new_for_http().make_span_with(request_id::span::<Body>).on_failure(()))
            .layer(middleware::from_fn(for_nobody))
            .layer(CatchPanicLayer::custom(panicked))
            .layer(middleware::from_fn_with_state(png::Turns::new(scheduler, patience), png::drawn)),
    )
}

fn answers(state: State) -> Router {
    let limit = middleware::from_fn_with_state(state.connection_limits.answer_timeout, within);
    let routes = routes::all();
    let guard = Guard::new(&routes, state.clone());
    let badge = middleware::from_fn_with_state(state.clone(), nav_badge::render);
    let keep = ServiceBuilder::new()
        .layer(middleware::from_fn_with_state(state.clone(), page_cache::cached))
        .layer(CompressionLayer::new().quality(COMPRESSION).compress_when(compressible()))
        .layer(badge.clone());
    let mut router = Router::new();
    for route in routes {
        let handler = route.handler.route_layer(DefaultBodyLimit::max(route.most));
        let handler = if route.is_mended { handler.route_layer(middleware::from_fn(mended)) } else { handler };
        let handler = match route.rule.need {
            // Machines read no navigation.
            Need::Nothing | Need::Watch => handler,
            _ if route.rule.path.starts_with(paths::API.pattern()) => handler,
            _ if route.is_cached => handler.route_layer(keep.clone()),
            _ => handler.route_layer(badge.clone()),
        };
        let handler = if route.rule.path.starts_with(paths::REVISION.pattern()) {
            handler.route_layer(middleware::from_fn(switched))
        } else {
            handler
        };
        router = router.route(route.rule.path, handler);
    }
    router
        .fallback(async || Error::not_found("There is no such page."))
        .method_not_allowed_fallback(async || Error::new(StatusCode::METHOD_NOT_ALLOWED, "This address can't do that."))
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(Arc::clone(&state.requests), metrics::counted))
                .layer(CompressionLayer::new().quality(COMPRESSION).compress_when(compressible()))
                .layer(limit)
                .layer(middleware::from_fn_with_state(guard, access::guard)),
        )
        .with_state(state)
}

/// Zips and workbooks, which are zips, are compressed already.
fn compressible() -> impl Predicate {
    DefaultPredicate::new()
        .and(NotForContentType::const_new("application/zip"))
        .and(NotForContentType::const_new("application/vnd.openxmlformats-officedocument"))
}

/// An answer that hasn't begun after this time isn't waited for. Where the request hasn't arrived by then, that is no failure of
/// ours.
async fn within(Extracted(limit): Extracted<Duration>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let (body, arrived) = watched(body);
    let scheme = Scheme::of(&parts.headers);
    tokio::time::timeout(limit, next.run(Request::from_parts(parts, body))).await.unwrap_or_else(|_| {
        let error = if arrived.is_whole() { Error::too_slow() } else { Error::half_arrived() };
        html::rendered(error.into_response(), &Viewer::Visitor, PageHeader { scheme, ..PageHeader::default() })
    })
}

/// What failed before it was known who asks.
async fn for_nobody(request: Request, next: Next) -> Response {
    let scheme = Scheme::of(request.headers());
    html::rendered(next.run(request).await, &Viewer::Visitor, PageHeader { scheme, ..PageHeader::default() })
}

/// One request's panic must not take the program with it.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Error::internal("a handler panicked").into_response()
}
