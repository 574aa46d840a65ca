//! Times in which nothing can be stored: what visitors are told, and the line of the log about each, written once and not per
//! request.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use affixboard_store::Unavailable;
use axum::{http::StatusCode, response::Response};
use tracing::{error, info};

use super::Error;
use affixboard_service::data_folder::WHAT_TO_DO;

/// All causes, and their words for programs.
pub(super) const CAUSES: [(Unavailable, &str); 4] = [
    (Unavailable::Locked, "locked"),
    (Unavailable::DiskFull, "disk_full"),
    (Unavailable::DiskFailed, "disk_failed"),
    (Unavailable::Damaged, "damaged"),
];

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
            Unavailable::Locked => (
                "Another program writes to the database, or too many others do. Nothing was changed. Try again in some seconds.",
                5,
            ),
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
            Unavailable::Damaged => (
                "A part of the database is damaged or can't be read, and this needs it. Nothing was changed. Whoever runs \
                 this dashboard finds in the log what to do.",
                3600,
            ),
        };
        let error = Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(seconds);
        Error { outage: Some(self), ..error }
    }
}

/// The line at the top of every page while nothing can be stored; empty where something can. A locked database and a damaged
/// part of one say so where they matter: the first is over in seconds, and beside the second other things are stored.
pub(super) fn notice(outage: Option<Unavailable>) -> &'static str {
    match outage {
        Some(Unavailable::DiskFull) => {
            "The server's disk is full: everything can be read, and nothing can be stored until there is room. \
             A form that is sent tries it again."
        }
        Some(Unavailable::DiskFailed) => {
            "The server can't read or write its disk: what it can read is shown, and nothing can be stored. \
             A form that is sent tries it again."
        }
        Some(Unavailable::Locked | Unavailable::Damaged) | None => "",
    }
}

/// What the log was told of.
#[derive(Default)]
pub struct OutageLog {
    /// The outage that isn't over, and how many writes had succeeded when it began.
    open: Mutex<Option<(Unavailable, u64)>>,
    /// Whether it was told that a part of the database is damaged or can't be read. Nothing shows the end of that, and the
    /// rest is written meanwhile.
    is_damaged: AtomicBool,
}

impl OutageLog {
    /// The outage that isn't over; damage, which doesn't pass, where there is no other.
    pub(super) fn open(&self) -> Option<Unavailable> {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).map(|(cause, _)| cause);
        open.or_else(|| self.is_damaged.load(Ordering::Relaxed).then_some(Unavailable::Damaged))
    }

    /// Writes to the log where an answer shows the beginning of an outage, or where a write has succeeded since, its end.
    /// `writes` is how many have succeeded until now.
    pub fn note(&self, answer: &Response, writes: u64) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(outage) = answer.extensions().get::<Outage>() {
            if !outage.cause.passes() {
                if !self.is_damaged.swap(true, Ordering::Relaxed) {
                    let (cause, failure) = (outage.cause, &outage.details);
                    error!(failure, "{cause}; requests that need it are answered 503. {WHAT_TO_DO}");
                }
                return;
            }
            let before = open.replace((outage.cause, writes));
            if before.is_none_or(|(cause, _)| cause != outage.cause) {
                let (cause, failure) = (outage.cause, &outage.details);
                error!(failure, "{cause}; requests that need it are answered 503 until it is over");
            }
        } else if open.take_if(|(_, before)| writes > *before).is_some() {
            info!("the database can be written again");
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;

    use super::*;

    #[test]
    fn visitors_are_told_to_come_again() {
        for (cause, seconds) in
            [(Unavailable::Locked, "5"), (Unavailable::DiskFull, "60"), (Unavailable::Damaged, "3600")]
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
        let open = || log.open.lock().expect("the log").map(|(cause, _)| cause);
        log.note(&failed(Unavailable::DiskFull), 7);
        assert_eq!(open(), Some(Unavailable::DiskFull));
        log.note(&StatusCode::SEE_OTHER.into_response(), 7);
        assert_eq!(open(), Some(Unavailable::DiskFull), "nothing was written");
        log.note(&failed(Unavailable::DiskFull), 8);
        log.note(&StatusCode::OK.into_response(), 8);
        assert_eq!(open(), Some(Unavailable::DiskFull), "what was written, was before");
        log.note(&StatusCode::OK.into_response(), 9);
        assert_eq!(open(), None);
        log.note(&failed(Unavailable::Damaged), 9);
        assert_eq!((open(), log.is_damaged.into_inner()), (None, true), "it doesn't end with a write");
    }
}
