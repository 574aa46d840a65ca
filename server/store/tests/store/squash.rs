//! Databases from before the migrations became one.
//!
//! `version_12.db.gz` was made by the last program with twelve migrations (commit 3998f29): it imported
//! `data/affix-branch` on the command line, served the first maintainer's registration, a batch, a view, a proposal from the
//! command line and a comment on it. The other starter editions were deleted afterwards, to keep it small.

use std::{fs, io::Read, path::Path};

use affixboard_store::{BatchId, BatchState, MigrationError, OpenError, ProposalId, Role, Store};
use flate2::read::GzDecoder;
use sqlx::Row;
use tempfile::TempDir;

use crate::fixture::{TABLES, check_integrity, execute, new_store, number, raw, rows, since, text};

const OLD: &[u8] = include_bytes!("version_12.db.gz");

fn old() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = Vec::new();
    GzDecoder::new(OLD).read_to_end(&mut bytes).expect("a whole file");
    fs::write(folder.path().join("a.db"), bytes).expect("a file");
    folder
}

/// Tables, indexes, triggers and views without their comments and blanks, by name.
async fn schema(folder: &Path) -> Vec<(String, String, String)> {
    let sql = "SELECT type, name, ifnull(sql, '') AS sql FROM sqlite_schema ORDER BY name";
    let all = sqlx::query(sql).fetch_all(&mut raw(folder).await).await.expect("a schema");
    let bare = |text: &str| {
        let code = text.lines().filter_map(|line| line.split("--").next());
        code.collect::<String>().split_whitespace().collect::<String>()
    };
    all.iter().map(|row| (row.get("type"), row.get("name"), bare(row.get("sql")))).collect()
}

#[tokio::test]
async fn a_database_of_twelve_migrations_opens_and_keeps_its_rows() {
    let folder = old();
    let mut before = Vec::new();
    for table in TABLES.iter().filter(|table| since(table) == 1) {
        before.push((*table, rows(folder.path(), table).await));
    }
    // 8,082, without 1,497 in the tables of what the files mean, which a later migration drops.
    assert_eq!(before.iter().map(|(_, rows)| rows).sum::<i64>(), 6585);

    let store = Store::open(&folder.path().join("a.db")).await.expect("opened");
    assert_eq!(number(folder.path(), "SELECT count(*) FROM migrations").await, 12);
    let mut after = Vec::new();
    for table in TABLES.iter().filter(|table| since(table) == 1) {
        after.push((*table, rows(folder.path(), table).await));
    }
    assert_eq!(after, before);
    // The program makes 11 kinds up for artifacts; else `grep -c '^N:'` and `grep -c '^T:'` (of artifacts and kinds `A:`) in the files of then.
    let counts = "SELECT group_concat(sort || ' ' || entries || ' ' || allocations || ' ' || positions, ', ' ORDER BY position) FROM entry_counts";
    assert_eq!(
        text(folder.path(), counts).await,
        "affix 139 363 139, theme 33 67 33, artifact 68 81 68, kind 278 278 289"
    );
    check_integrity(folder.path()).await;

    let revision = store.revision("affix-branch-starter", None).await.expect("an answer").expect("a revision");
    let files = store.source_files(revision.id).await.expect("files");
    assert_eq!(files.len(), 6);
    let account = store.account_named("ann").await.expect("an answer").expect("an account");
    assert_eq!(account.role, Role::Maintainer);
    let batch = store.batch(BatchId(1)).await.expect("an answer").expect("a batch");
    assert_eq!(batch.state, BatchState::Done);
    let tally = store.tally(batch.id).await.expect("a tally");
    assert_eq!(tally.cells.values().map(|cell| cell.drops).sum::<u64>(), 40_000);
    let proposal = store.proposal(ProposalId(1)).await.expect("an answer").expect("a proposal");
    assert_eq!((proposal.title.as_str(), proposal.comments), ("More of the first affix", 1));
    store.close().await;

    // And once more, as any other database.
    Store::open(&folder.path().join("a.db")).await.expect("opened again").close().await;
}

#[tokio::test]
async fn its_schema_is_that_of_a_new_database() {
    let old = old();
    Store::open(&old.path().join("a.db")).await.expect("opened").close().await;
    let (new, store) = new_store().await;
    store.close().await;
    assert_eq!(schema(old.path()).await, schema(new.path()).await);
}

#[tokio::test]
async fn a_database_of_fewer_migrations_is_refused() {
    let folder = old();
    execute(folder.path(), "DELETE FROM migrations WHERE id = 12").await;
    let refused = Store::open(&folder.path().join("a.db")).await.expect_err("refused");
    assert!(
        matches!(refused, OpenError::Migration(MigrationError::OlderDatabase { found: 11, oldest: 12 })),
        "{refused}"
    );
    assert_eq!(
        refused.to_string(),
        "the database is too old: it has 11 of the 12 migrations that were made one; \
         open it with a program from before that, then with this one"
    );
    assert_eq!(number(folder.path(), "SELECT count(*) FROM migrations").await, 11);
}

#[tokio::test]
async fn a_database_of_other_migrations_before_is_refused() {
    let folder = old();
    execute(folder.path(), "UPDATE migrations SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 2")
        .await;
    let refused = Store::open(&folder.path().join("a.db")).await.expect_err("refused");
    assert!(
        matches!(refused, OpenError::Migration(MigrationError::MigrationChanged { id: 2, name: "0002_batches" })),
        "{refused}"
    );
}
