//! The way from a page to the same page of another revision: where that has none, it leads to the revision's own page.

use axum::{
    extract::Request,
    http::{StatusCode, Uri, uri::PathAndQuery},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use crate::respond::editions_menu::SWITCHED;
use affixboard_service::base_path::given_out;

/// Asks for a page without the setting that says that one comes from another revision, and leads to what there is.
pub async fn switched(mut request: Request, next: Next) -> Response {
    let Some(page) = without_mark(request.uri()) else { return next.run(request).await };
    let path = request.uri().path().to_owned();
    match page.parse::<PathAndQuery>() {
        Ok(page) => *request.uri_mut() = Uri::from(page),
        Err(_) => return next.run(request).await,
    }
    let answer = next.run(request).await;
    let there = match answer.status() {
        status if status.is_success() || status.is_redirection() => page,
        StatusCode::NOT_FOUND => path.split('/').take(5).collect::<Vec<_>>().join("/"),
        // What was chosen there isn't to be had here.
        StatusCode::BAD_REQUEST if page != path => path,
        _ => return answer,
    };
    Redirect::to(&given_out(&there)).into_response()
}

/// The address without [`SWITCHED`]; `None` where it has none.
fn without_mark(uri: &Uri) -> Option<String> {
    let settings: Vec<&str> = uri.query()?.split('&').collect();
    let others: Vec<&str> = settings.iter().copied().filter(|setting| *setting != SWITCHED).collect();
    if others.len() == settings.len() {
        return None;
    }
    let mark = if others.is_empty() { "" } else { "?" };
    Some([uri.path(), mark, &others.join("&")].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_taken_off() {
        for (address, expected) in [
            ("/a?switched=on", Some("/a")),
            ("/a?q=x&switched=on", Some("/a?q=x")),
            ("/a?switched=on&q=x", Some("/a?q=x")),
            ("/a?q=switched=on", None),
            ("/a", None),
        ] {
            assert_eq!(without_mark(&address.parse().expect("an address")).as_deref(), expected, "{address}");
        }
    }
}
