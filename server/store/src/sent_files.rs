//! What files share that are sent to a revision and kept beside it.

use sqlx::SqliteConnection;

use crate::{Archived, EditionId, RevisionId, edition_end};

/// Limit of such files of an edition, of one sort.
pub(crate) const MOST: u32 = 50;
/// Limit of a name, in characters.
const LONGEST_NAME: usize = 100;

/// The edition that a file is sent to, and the revision's name in the log; `None` where there is no such revision. An archived
/// edition is refused.
pub(crate) async fn sent_to<E: From<Archived> + From<sqlx::Error>>(
    connection: &mut SqliteConnection,
    revision: RevisionId,
) -> Result<Option<(EditionId, String)>, E> {
    let found = sqlx::query_as("SELECT edition_id, number, slug FROM revision_rows WHERE id = ?1");
    let found: Option<(i64, u32, String)> = found.bind(revision.0).fetch_optional(&mut *connection).await?;
    let Some((edition, number, slug)) = found else { return Ok(None) };
    edition_end::check_not_archived::<E>(connection, EditionId(edition)).await?;
    Ok(Some((EditionId(edition), format!("{slug} r{number}"))))
}

/// A file's name as it is kept: on one line and short; `otherwise` where nothing is left of it.
pub(crate) fn kept_name(name: &str, otherwise: &str) -> String {
    let name: String = name.replace(char::is_control, " ").trim().chars().take(LONGEST_NAME).collect();
    if name.is_empty() { otherwise.to_owned() } else { name }
}
