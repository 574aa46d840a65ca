//! A wrong setting in an address doesn't cost the sheet: it is left out, and said at its field.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{FromRequestParts, Query, Request},
    http::{Method, StatusCode, Uri, request::Parts, uri::PathAndQuery},
    middleware::Next,
    response::Response,
};

use super::settings::SheetSettings;
use crate::{Error, error::Refusal, extract::UrlQuery};

/// Settings left out of one address at most; one with more wrong ones wasn't written by us or by hand.
const MOST: usize = 5;

/// A setting that was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrongSetting {
    /// Its name in the address.
    pub(crate) key: String,
    /// What was found in it.
    pub(crate) found: String,
    /// What was expected, in a sentence.
    pub(crate) message: String,
}

/// The settings that were left out of a request's address.
#[derive(Debug, Clone, Default)]
pub struct LeftOut(pub(crate) Arc<[WrongSetting]>);

/// The settings of a sheet, with those left out.
pub struct MendedSettings(pub SheetSettings);

impl<S: Send + Sync> FromRequestParts<S> for MendedSettings {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MendedSettings, Error> {
        let UrlQuery(settings) = UrlQuery::<SheetSettings>::from_request_parts(parts, state).await?;
        let left_out = parts.extensions.get::<LeftOut>().cloned().unwrap_or_default();
        Ok(MendedSettings(SheetSettings { left_out, ..settings }))
    }
}

/// Asks for a page again without a setting that it refused. The answer is still 400: programs shall not take the sheet for what
/// they asked for. Where leaving out doesn't help, and for files, the refusal stays the answer.
pub async fn mended(request: Request, next: Next) -> Response {
    let is_file = request.uri().path().rsplit('/').next().is_some_and(|file| file.contains('.'));
    let (mut parts, body) = request.into_parts();
    if is_file || !matches!(parts.method, Method::GET | Method::HEAD) {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let mut left_out: Vec<WrongSetting> = Vec::new();
    let first = next.clone().run(Request::from_parts(parts.clone(), Body::empty())).await;
    let mut message = refusal(&first);
    while let Some(mut wrong) =
        message.take().filter(|_| left_out.len() < MOST).and_then(|message| wrong_setting(&message))
    {
        let Some(uri) = without(&parts.uri, &wrong.key) else { return first };
        // All of the field, not only the piece of it that was wrong.
        if let Ok(Query(pairs)) = Query::<Vec<(String, String)>>::try_from_uri(&parts.uri) {
            wrong.found = pairs.into_iter().find(|pair| pair.0 == wrong.key).map_or(wrong.found, |pair| pair.1);
        }
        parts.uri = uri;
        left_out.push(wrong);
        parts.extensions.insert(LeftOut(left_out.as_slice().into()));
        let mut answer = next.clone().run(Request::from_parts(parts.clone(), Body::empty())).await;
        if answer.status() == StatusCode::OK {
            *answer.status_mut() = StatusCode::BAD_REQUEST;
            return answer;
        }
        message = refusal(&answer);
    }
    first
}

fn refusal(answer: &Response) -> Option<String> {
    let refusal = answer.extensions().get::<Refusal>().filter(|_| answer.status() == StatusCode::BAD_REQUEST);
    refusal.map(|refusal| refusal.message.clone())
}

/// The setting that a refusal such as "depths: found `x`; expected …" is about.
fn wrong_setting(message: &str) -> Option<WrongSetting> {
    let (key, rest) = message.split_once(": found `")?;
    let (found, _) = rest.split_once('`')?;
    let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase());
    is_key.then(|| WrongSetting { key: key.to_owned(), found: found.to_owned(), message: message.to_owned() })
}

/// The address without a setting; `None` where it hasn't got it.
fn without(uri: &Uri, key: &str) -> Option<Uri> {
    let pairs: Vec<&str> = uri.query()?.split('&').collect();
    let is_it = |pair: &&str| pair.split_once('=').map_or(*pair, |(name, _)| name) == key;
    let kept: Vec<&str> = pairs.iter().copied().filter(|pair| !is_it(pair)).collect();
    if kept.len() == pairs.len() {
        return None;
    }
    let address = if kept.is_empty() { uri.path().to_owned() } else { format!("{}?{}", uri.path(), kept.join("&")) };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(address).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_their_setting() {
        let wrong = wrong_setting("depths: found `5x`; expected levels such as 1,5.").expect("a setting");
        assert_eq!((wrong.key.as_str(), wrong.found.as_str()), ("depths", "5x"));
        for message in ["Found the item type `x`; expected a number.", ": found `x`", "Too many", "a b: found `x`"] {
            assert_eq!(wrong_setting(message), None, "{message}");
        }
    }

    #[test]
    fn a_setting_is_taken_out_of_an_address() {
        let of = |address: &'static str| without(&Uri::from_static(address), "depths").map(|uri| uri.to_string());
        assert_eq!(of("/a/23?q=x&depths=5x&sort=name").as_deref(), Some("/a/23?q=x&sort=name"));
        assert_eq!(of("/a/23?depths=5x").as_deref(), Some("/a/23"));
        assert_eq!(of("/a/23?depth=5"), None);
        assert_eq!(of("/a/23"), None);
    }
}
