//! The menu of light and dark: keeps a choice in the browser.

use axum::{
    extract::State as Extracted,
    http::{HeaderMap, Uri, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::scheme::Scheme;
use crate::{Error, State, extract::Form, paths};
use affixboard_service::base_path::base;

/// The form of the menu.
#[derive(Debug, Deserialize)]
pub struct SchemeForm {
    scheme: String,
}

/// Keeps a choice, and leads back to the page it was made on.
pub async fn choose(
    Extracted(state): Extracted<State>,
    headers: HeaderMap,
    Form(form): Form<SchemeForm>,
) -> Result<Response, Error> {
    let chosen = Scheme::ALL.into_iter().find(|scheme| scheme.name() == form.scheme);
    let chosen = chosen.ok_or_else(|| {
        Error::bad_request(format!("scheme: found `{}`; expected system, light or dark.", form.scheme))
    })?;
    let cookie = chosen.set_cookie(state.behind_tls, base());
    let back = came_from(&headers).unwrap_or_else(|| paths::START.path());
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to(&back)).into_response())
}

/// The address within this dashboard that the request came from.
fn came_from(headers: &HeaderMap) -> Option<String> {
    let from: Uri = headers.get(header::REFERER)?.to_str().ok()?.parse().ok()?;
    let (asked, host) = (from.path_and_query()?.as_str(), from.authority()?.as_str());
    let is_here = headers.get(header::HOST).and_then(|ours| ours.to_str().ok()) == Some(host);
    // `//host` would lead elsewhere.
    (is_here && asked.starts_with('/') && !asked[1..].starts_with(['/', '\\'])).then(|| asked.to_owned())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn nobody_is_led_elsewhere() {
        for (from, expected) in [
            ("http://board:1/batches?x=1", Some("/batches?x=1")),
            ("http://board:1", Some("/")),
            ("http://evil/batches", None),
            ("http://board:1//evil", None),
            ("/batches", None),
            ("", None),
        ] {
            let sent: [(HeaderName, HeaderValue); 2] = [
                (header::HOST, HeaderValue::from_static("board:1")),
                (header::REFERER, HeaderValue::from_static(from)),
            ];
            let sent = HeaderMap::from_iter(sent);
            assert_eq!(came_from(&sent).as_deref(), expected, "{from}");
        }
    }
}
