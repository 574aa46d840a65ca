//! Transactions that write. One can't be committed without saying what it was: an act, whose entry in the audit log is in the
//! same transaction, or something that nobody did.

use std::{
    ops::{Deref, DerefMut},
    sync::atomic::Ordering,
};

use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::{
    NewAuditEntry, Store,
    audit_log::{self, Recorded},
};

/// A transaction with the write lock. Dropped without a commit, it leaves nothing.
pub(crate) struct Write {
    transaction: Transaction<'static, Sqlite>,
    store: Store,
}

/// Why a write has no entry in the audit log.
#[derive(Debug, Clone, Copy)]
pub(crate) enum NoAct {
    /// The program works on a batch that somebody asked for.
    BatchWork,
    /// Somebody's draft, which nobody else sees.
    Draft,
    /// Somebody's upload that is no revision yet, which nobody else sees.
    Upload,
    /// What somebody looked at, and when.
    Seen,
    /// A session whose cookie came to a refused sign-in ends.
    RefusedSignIn,
    /// What the program reads in files that somebody imported, and computes of them.
    Derived,
    /// What comes with the program, and the link to its first account.
    Shipped,
}

impl Store {
    /// A transaction that has the write lock from its beginning, so that it can't fail for want of it later.
    pub(crate) async fn write(&self) -> Result<Write, sqlx::Error> {
        let transaction = self.writer.begin_with("BEGIN IMMEDIATE").await?;
        Ok(Write { transaction, store: self.clone() })
    }
}

impl Write {
    /// Adds the act's entry to the audit log, and commits both.
    pub(crate) async fn commit_act(mut self, entry: &NewAuditEntry<'_>) -> Result<(), sqlx::Error> {
        let recorded = audit_log::record(&mut self, entry).await?;
        self.commit(recorded).await
    }

    /// Commits an act whose entry was added.
    pub(crate) async fn commit(self, _: Recorded) -> Result<(), sqlx::Error> {
        self.finish().await
    }

    /// Commits what is no act.
    pub(crate) async fn commit_unlogged(self, _: NoAct) -> Result<(), sqlx::Error> {
        self.finish().await
    }

    async fn finish(self) -> Result<(), sqlx::Error> {
        let Write { transaction, store } = self;
        if let Err(refused) = transaction.commit().await {
            // Where the log was written and only waiting for the disk failed, the transaction is whole in the file: after a
            // kill `SQLite` would find it there. What is written in its place has no commit.
            let _ = store.write_and_take_back().await;
            return Err(refused);
        }
        store.writes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Takes everything back, and says whether that was done.
    pub(crate) async fn rollback(self) -> Result<(), sqlx::Error> {
        self.transaction.rollback().await
    }
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.transaction
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.transaction
    }
}
