//! Answers to questions in SQL about revisions.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use affixboard_model::game::Loaded;
use affixboard_store::{DatabaseError, RevisionId, SqlAnswer, SqlError, SqlLimits, SqlSource, SqlTables, Store};

use crate::{
    compute::{CancelToken, Priority, Scheduler},
    library::{Library, OpenRevision},
    revision_database::{DoneBatch, done_batches, levels_of, metadata},
};

/// What a statement may take whose answer is a page.
pub const LIMITS_OF_PAGES: SqlLimits =
    SqlLimits { time: Duration::from_secs(5), memory: 256 << 20, rows: 1000, bytes: 1 << 20 };
/// And one whose answer is a file.
pub const LIMITS_OF_FILES: SqlLimits =
    SqlLimits { time: Duration::from_secs(20), memory: 512 << 20, rows: 200_000, bytes: 50 << 20 };
/// Databases in memory that are kept between questions.
const KEPT: usize = 2;
/// Rows of what batches counted that a question can be about.
const MOST_COUNTS: usize = 500_000;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum SqlQuestionError {
    /// Of the statement.
    #[error(transparent)]
    Statement(#[from] SqlError),
    /// Batches counted more than fits.
    #[error(
        "the revision's batches counted {0} rows and more, too many to ask about at once; `affixboard export --sqlite` writes them into a file"
    )]
    TooManyCounts(usize),
    /// Of the database.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// On our side.
    #[error("{0}")]
    Failed(String),
}

/// Databases in memory about the revisions that were asked about last, without what batches counted.
#[derive(Default)]
pub struct SqlQuestions(Mutex<Vec<(RevisionId, SqlTables)>>);

impl SqlQuestions {
    /// The answer to a statement about a revision as it is stored. It ends where nobody waits for it.
    ///
    /// # Errors
    /// [`SqlQuestionError`].
    pub async fn ask(
        self: &Arc<SqlQuestions>,
        (store, library, scheduler): (&Store, &Library, &Scheduler),
        open: &Arc<OpenRevision>,
        statement: String,
        limits: SqlLimits,
    ) -> Result<SqlAnswer, SqlQuestionError> {
        let revision = open.revision.id;
        let is_about_batches = is_about_batches(&statement);
        let kept = if is_about_batches { None } else { self.take(revision) };
        let source = match &kept {
            Some(_) => None,
            None => store.sql_source(revision, &open.loaded).await?,
        };
        let counts = if is_about_batches { counts(store, library, open).await? } else { Vec::new() };
        let (questions, open) = (Arc::clone(self), Arc::clone(open));
        let asking = scheduler.spawn(Priority::Progressive, move |cancel| {
            let tables = if let Some(tables) = kept {
                tables
            } else {
                let mut source = source.map_or_else(|| of_files(&open.loaded), Ok)?;
                source.add_metadata(&open.loaded, &metadata(&open.revision));
                for counts in &counts {
                    add_counts(&mut source, counts, &open.loaded);
                }
                SqlTables::new(&source)?
            };
            let answer = ask(&tables, &statement, limits, cancel);
            if !is_about_batches {
                questions.keep(revision, tables);
            }
            answer
        });
        asking.await.map_err(|error| SqlQuestionError::Failed(error.to_string()))?
    }

    /// Takes a database out: only one statement runs in it.
    fn take(&self, revision: RevisionId) -> Option<SqlTables> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| *known == revision)?;
        Some(kept.remove(at).1)
    }

    fn keep(&self, revision: RevisionId, tables: SqlTables) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(0, (revision, tables));
        kept.truncate(KEPT);
    }
}

/// The answer to a statement about files that are no revision.
///
/// # Errors
/// [`SqlQuestionError`].
pub fn ask_files(loaded: &Loaded, statement: &str, limits: SqlLimits) -> Result<SqlAnswer, SqlQuestionError> {
    let mut source = of_files(loaded)?;
    source.add_metadata(loaded, &[]);
    let tables = SqlTables::new(&source)?;
    ask(&tables, statement, limits, &CancelToken::default())
}

fn ask(
    tables: &SqlTables,
    statement: &str,
    limits: SqlLimits,
    cancel: &CancelToken,
) -> Result<SqlAnswer, SqlQuestionError> {
    let cancel = cancel.clone();
    Ok(tables.ask(statement, limits, move || cancel.is_cancelled())?)
}

fn of_files(loaded: &Loaded) -> Result<SqlSource, SqlQuestionError> {
    Ok(SqlSource::of_files(loaded, &levels(loaded)?))
}

/// The levels at which pools and chances are.
pub(crate) fn levels(loaded: &Loaded) -> Result<Vec<u32>, SqlQuestionError> {
    levels_of(loaded).map_err(|error| SqlQuestionError::Failed(error.to_string()))
}

/// Whether a statement may be about what batches counted, which isn't read for others.
fn is_about_batches(statement: &str) -> bool {
    let statement = statement.to_ascii_lowercase();
    statement.contains("tallies") || statement.contains("batches")
}

/// What batches counted, with the batch.
type BatchCounts = (DoneBatch, affixboard_model::batch::Tally);

async fn counts(store: &Store, library: &Library, open: &OpenRevision) -> Result<Vec<BatchCounts>, SqlQuestionError> {
    let failed = |error: anyhow::Error| SqlQuestionError::Failed(format!("{error:#}"));
    let (mut counts, mut rows) = (Vec::new(), 0);
    for batch in done_batches(store, library, open).await.map_err(failed)? {
        let tally = store.tally(batch.id()).await.map_err(|error| failed(error.into()))?;
        rows += tally.cells.values().map(|cell| cell.counts.len()).sum::<usize>();
        if rows > MOST_COUNTS {
            return Err(SqlQuestionError::TooManyCounts(MOST_COUNTS));
        }
        counts.push((batch, tally));
    }
    Ok(counts)
}

fn add_counts(source: &mut SqlSource, (batch, tally): &BatchCounts, loaded: &Loaded) {
    match batch {
        DoneBatch::Drops(batch, as_read) => source.add_drops(batch, as_read, tally),
        DoneBatch::Subject(batch) => {
            let subjects = loaded.model.subjects();
            if let Some(rules) = subjects.iter().find(|rules| rules.spec().name == batch.plan.subject) {
                source.add_subject(batch, rules.as_ref(), tally);
            }
        }
    }
}
