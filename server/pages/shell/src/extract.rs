//! Axum's extractors, but what they refuse is answered with a page.

use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

use axum::{
    extract::{self, ConnectInfo, FromRequest, FromRequestParts, Request},
    http::{
        Extensions,
        header::{self, HeaderValue},
        request::Parts,
    },
};
use serde::de::DeserializeOwned;

use super::{Error, State, session::viewer::Viewer};
use affixboard_service::{base_path::base, requester::Requester};

/// The variable parts of a path. A part of the wrong form, such as a batch number with letters, names nothing we have.
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Error> {
        match extract::Path::from_request_parts(parts, state).await {
            Ok(extract::Path(value)) => Ok(Path(value)),
            Err(_) => Err(Error::not_found("There is no such page.")),
        }
    }
}

/// The query.
pub struct UrlQuery<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for UrlQuery<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<UrlQuery<T>, Error> {
        match extract::Query::from_request_parts(parts, state).await {
            Ok(extract::Query(value)) => Ok(UrlQuery(value)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}

/// The item types that were ticked in a form, one `type` each; it stands beside [`UrlQuery`], which takes a setting once.
pub struct Ticked(pub Vec<u16>);

impl<S: Send + Sync> FromRequestParts<S> for Ticked {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Ticked, Error> {
        let ticked = parts.uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.strip_prefix("type="));
        let ticked: Result<Vec<u16>, _> = ticked.map(str::parse).collect();
        ticked.map(Ticked).map_err(|_| Error::bad_request("type: expected the number of an item type, such as 23."))
    }
}

/// The address of the page whose file is asked for, as far as the request tells it: `.csv` and the like are taken off, but
/// for files that belong to no page, and so is `wait`, which only files take. A [`GivenAddress`] takes its place.
pub struct Address(pub String);

/// In a request's extensions, what files say about where they are from; empty where they say nothing about it. Requests from
/// elsewhere have none.
#[derive(Debug, Clone)]
pub struct GivenAddress(pub String);

/// The longest address, in bytes.
const LONGEST_ADDRESS: usize = 2000;

impl FromRequestParts<State> for Address {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Address, Error> {
        if let Some(GivenAddress(address)) = parts.extensions.get() {
            return Ok(Address(address.clone()));
        }
        let named = |name| parts.headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        // A proxy before us speaks TLS for us.
        let is_https = state.behind_tls || state.proxies.is_https(&parts.headers, peer(parts));
        let scheme = if is_https { "https" } else { "http" };
        let host = named(header::HOST).unwrap_or("localhost");
        let (folder, file) = parts.uri.path().rsplit_once('/').unwrap_or_default();
        let is_of_types = |page: &str| page.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') || page == "all";
        let page = match file.split_once('.') {
            Some((page, _)) if is_of_types(page) => page,
            _ => file,
        };
        let pairs = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("wait="));
        let query = pairs.collect::<Vec<_>>().join("&");
        let query = if query.is_empty() { query } else { format!("?{query}") };
        let mut address = format!("{scheme}://{host}{}{folder}/{page}{query}", base());
        // Requests are ASCII, so that every place is one between characters.
        address.truncate(LONGEST_ADDRESS);
        Ok(Address(address))
    }
}

/// From which address a request came, where that is known: as a proxy that is trusted says.
pub struct Client(pub Option<IpAddr>);

impl Client {
    /// The address of the other end of a request's connection, where that is known.
    pub fn peer(request: &Request) -> Option<IpAddr> {
        peer_of(request.extensions())
    }

    /// The client of a request.
    pub(super) fn of(parts: &Parts, state: &State) -> Client {
        Client(state.proxies.client(&parts.headers, peer(parts)))
    }

    /// The address as text; empty where it isn't known.
    pub fn shown(&self) -> String {
        self.0.map_or(String::new(), |address| address.to_string())
    }
}

impl FromRequestParts<State> for Client {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Client, Error> {
        Ok(Client::of(parts, state))
    }
}

impl FromRequestParts<State> for Requester {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<Requester, Infallible> {
        let account = parts.extensions.get::<Viewer>().and_then(Viewer::by);
        Ok(Requester::new(account, Client::of(parts, state).0))
    }
}

/// Who asks, as a proxy that is trusted names them.
pub struct ProxyUser(pub Option<String>);

impl FromRequestParts<State> for ProxyUser {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &State) -> Result<ProxyUser, Error> {
        state.proxies.user(&parts.headers, peer(parts)).map(ProxyUser)
    }
}

/// The address of the other end of the connection, where that is known.
fn peer(parts: &Parts) -> Option<IpAddr> {
    peer_of(&parts.extensions)
}

fn peer_of(extensions: &Extensions) -> Option<IpAddr> {
    extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip())
}

/// A form that was sent.
pub struct Form<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Form<T>, Error> {
        match extract::Form::from_request(request, state).await {
            Ok(extract::Form(value)) => Ok(Form(value)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}
