//! Axum's extractors, but what they refuse is answered with a page.

use axum::{
    extract::{self, FromRequest, FromRequestParts, Request},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

use super::Error;

/// The variable parts of a path. A part of the wrong form, such as a batch number with letters, names nothing we have.
pub(super) struct Path<T>(pub(super) T);

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
pub(super) struct Query<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Error> {
        match extract::Query::from_request_parts(parts, state).await {
            Ok(extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}

/// A form that was sent.
pub(super) struct Form<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Form<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Form<T>, Error> {
        match extract::Form::from_request(request, state).await {
            Ok(extract::Form(value)) => Ok(Form(value)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}

/// Files that were sent.
pub(super) struct Multipart(pub(super) extract::Multipart);

impl<S: Send + Sync> FromRequest<S> for Multipart {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Multipart, Error> {
        match extract::Multipart::from_request(request, state).await {
            Ok(multipart) => Ok(Multipart(multipart)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}
