//! The log's lines about a proposal.

use sqlx::SqliteConnection;

use crate::{NewAuditEntry, ProposalId, audit_log, audit_log::Recorded};

/// Sets when a proposal last changed, and adds a line to the log and the proposal's activity.
pub(super) async fn note(
    connection: &mut SqliteConnection,
    proposal: ProposalId,
    entry: NewAuditEntry<'_>,
    now_ms: i64,
) -> Result<Recorded, sqlx::Error> {
    sqlx::query("UPDATE proposals SET changed_at = max(changed_at, ?2) WHERE id = ?1")
        .bind(proposal.0)
        .bind(now_ms)
        .execute(&mut *connection)
        .await?;
    audit_log::record(connection, &entry.on(proposal)).await
}
