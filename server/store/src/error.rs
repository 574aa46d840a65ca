//! Failures that every module can have. A module's refusals are in an error type of its own, beside its functions.
//!
//! Such a type has one variant per refusal and `Database` for the rest, so that the program must say for each refusal what
//! its user is told.

/// `SQLite` or the disk failed. A constraint that fails here is a bug of ours. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[error("the database refused")]
pub struct DatabaseError(#[from] sqlx::Error);

/// There are as many of something as there can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are {most} {what}, which is the most there can be")]
pub struct TooMany {
    /// Name of the rows in the plural.
    pub what: &'static str,
    /// The largest allowed number of them.
    pub most: u32,
}

/// A word in the database that this program doesn't know; callers get it as the source of a [`DatabaseError`].
#[derive(Debug, thiserror::Error)]
#[error("the database holds the unknown {what} `{found}`")]
pub(crate) struct UnknownWord {
    pub(crate) what: &'static str,
    pub(crate) found: String,
}

/// The value of `all` whose `name` is the word that was found in the database.
pub(crate) fn parse_word<T: Copy>(
    what: &'static str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    found: &str,
) -> Result<T, sqlx::Error> {
    let unknown = || sqlx::Error::decode(UnknownWord { what, found: found.to_owned() });
    all.iter().copied().find(|value| name(*value) == found).ok_or_else(unknown)
}
