//! Takes the base path off the addresses that are asked for, before they are routed.

use axum::{
    extract::Request,
    http::{StatusCode, Uri, header, uri::PathAndQuery},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use affixboard_service::base_path::{base, given_out, own};

/// Answers what is under the base path, as if there were none. Elsewhere is nothing of ours, as where the proxy strips the path.
pub async fn stripped(mut request: Request, next: Next) -> Response {
    if base().is_empty() {
        return next.run(request).await;
    }
    match within(request.uri()) {
        Some(uri) => *request.uri_mut() = uri,
        None if request.uri().path() == base() => return Redirect::permanent(&given_out("/")).into_response(),
        None => {
            let message = format!("This dashboard is under {}/.\n", base());
            return (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], message)
                .into_response();
        }
    }
    next.run(request).await
}

/// The address without the base path.
fn within(uri: &Uri) -> Option<Uri> {
    let own = own(uri.path_and_query()?.as_str())?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(own).ok()?);
    Uri::from_parts(parts).ok()
}
