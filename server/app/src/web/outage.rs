//! Times in which nothing can be stored: what visitors are told, and the line of the log about each, written once and not per
//! request.

use std::sync::{Mutex, PoisonError};

use affixboard_store::Unavailable;
use axum::{http::StatusCode, response::Response};
use tracing::{error, info};

use super::Error;

/// Put on an answer that failed because the database or its disk did.
#[derive(Debug, Clone)]
pub(super) struct Outage {
    pub(super) cause: Unavailable,
    /// The error with its causes, for the log.
    pub(super) details: String,
}

impl Outage {
    /// The answer of a request that failed so.
    pub(super) fn into_error(self) -> Error {
        let (message, seconds) = match self.cause {
            Unavailable::Locked => {
                ("Another program is writing to the database. Nothing was changed. Try again in some seconds.", 5)
            }
            Unavailable::DiskFull => (
                "The server's disk is full. Nothing was changed. Whoever runs this dashboard must make room on the disk; \
                 then it goes on by itself.",
                60,
            ),
            Unavailable::DiskFailed => (
                "The server can't read or write its disk. Nothing was changed. Whoever runs this dashboard finds the cause \
                 in the log.",
                60,
            ),
        };
        let error = Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(seconds);
        Error { outage: Some(self), ..error }
    }
}

/// The outage that the log was told of and that isn't over.
#[derive(Default)]
pub(super) struct OutageLog(Mutex<Option<Unavailable>>);

impl OutageLog {
    /// Writes to the log where an answer shows the beginning of an outage, or, being of a write that succeeded, its end.
    pub(super) fn note(&self, answer: &Response, is_write: bool) {
        if let Some(outage) = answer.extensions().get::<Outage>() {
            let before = self.set(Some(outage.cause));
            if before != Some(outage.cause) {
                let (cause, failure) = (outage.cause, &outage.details);
                error!(failure, "{cause}; requests that need it are answered 503 until it is over");
            }
        } else if is_write && (answer.status().is_success() || answer.status().is_redirection()) {
            let before = self.set(None);
            if before.is_some() {
                info!("the database can be written again");
            }
        }
    }

    fn set(&self, now: Option<Unavailable>) -> Option<Unavailable> {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), now)
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    #[test]
    fn visitors_are_told_to_come_again() {
        for (cause, seconds) in
            [(Unavailable::Locked, "5"), (Unavailable::DiskFull, "60"), (Unavailable::DiskFailed, "60")]
        {
            let details = "database or disk is full".to_owned();
            let answer = Outage { cause, details }.into_error().into_response();
            assert_eq!(
                (answer.status().as_u16(), &answer.headers()["retry-after"]),
                (503, &seconds.parse().expect("a value"))
            );
        }
    }

    #[test]
    fn the_log_is_told_once_of_each_outage_and_of_its_end() {
        let log = OutageLog::default();
        let failed = |cause| Outage { cause, details: String::new() }.into_error().into_response();
        let open = || *log.0.lock().expect("the log");
        log.note(&failed(Unavailable::DiskFull), true);
        assert_eq!(open(), Some(Unavailable::DiskFull));
        log.note(&StatusCode::OK.into_response(), false);
        log.note(&StatusCode::FORBIDDEN.into_response(), true);
        assert_eq!(open(), Some(Unavailable::DiskFull), "neither shows that a write succeeds");
        log.note(&StatusCode::SEE_OTHER.into_response(), true);
        assert_eq!(open(), None);
    }
}
