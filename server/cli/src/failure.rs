//! How commands end.

/// Why a command ended early: wrong usage (2) or anything else (1).
#[derive(Debug)]
pub(super) enum Failure {
    Usage(String),
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Failed(error.into())
    }
}

impl Failure {
    pub(super) fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// The program's exit status, and what is said after `error: `.
    pub(super) fn status_and_message(&self) -> (u8, String) {
        match self {
            Failure::Usage(message) => (2, message.clone()),
            Failure::Failed(error) => (1, format!("{error:#}")),
        }
    }
}

/// A command's exit status, 0 or 1, or its failure.
pub(super) type Outcome = Result<u8, Failure>;
