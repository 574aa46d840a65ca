//! Opening: new files, known files, and files to keep the hands off.

use affixboard_store::{MigrationError, OpenError, Store};

use crate::fixture::{NOW, check_integrity, execute, import, new_store, number, raw, small, store};

#[tokio::test]
async fn a_new_database_is_sound_and_opens_again() {
    let (folder, store) = new_store().await;
    store.check_writable().await.expect("writable");
    let imported = import(&store, &small()).await;
    store.close().await;
    assert!(store.check_writable().await.is_err());

    let again = Store::open(&folder.path().join("a.db")).await.expect("the same database");
    assert_eq!(again.revision("v4", None).await.expect("an answer"), Some(imported.revision));
    assert_eq!(number(folder.path(), "SELECT count(*) FROM migrations").await, 12);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn the_file_is_in_wal_mode_and_every_table_is_strict() {
    let (folder, _store) = new_store().await;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut raw(folder.path()).await).await.expect("a mode");
    assert_eq!(mode, "wal");
    let loose = "SELECT count(*) FROM pragma_table_list
                 WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND NOT strict";
    assert_eq!(number(folder.path(), loose).await, 0);
}

#[tokio::test]
async fn a_newer_database_is_refused() {
    let (folder, store) = store().await;
    store.close().await;
    execute(
        folder.path(),
        "INSERT INTO migrations SELECT 99, '0099_future', sha256, applied_at FROM migrations WHERE id = 1",
    )
    .await;
    let refused = Store::open(&folder.path().join("a.db")).await.expect_err("refused");
    assert!(
        matches!(refused, OpenError::Migration(MigrationError::NewerDatabase { found: 99, known: 12 })),
        "{refused}"
    );
}

#[tokio::test]
async fn a_migration_that_was_another_is_refused() {
    let (folder, store) = store().await;
    store.close().await;
    execute(folder.path(), "UPDATE migrations SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x') WHERE id = 1")
        .await;
    let refused = Store::open(&folder.path().join("a.db")).await.expect_err("refused");
    assert!(
        matches!(refused, OpenError::Migration(MigrationError::MigrationChanged { id: 1, name: "0001_schema" })),
        "{refused}"
    );
}

#[tokio::test]
async fn files_of_others_are_left_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");

    std::fs::write(&path, "# a note\n".repeat(1000)).expect("a file");
    let refused = Store::open(&path).await.expect_err("refused");
    assert!(matches!(refused, OpenError::Open { .. }), "{refused}");
    assert_eq!(std::fs::read(&path).expect("the file"), "# a note\n".repeat(1000).into_bytes());

    std::fs::write(&path, "").expect("a file");
    execute(folder.path(), "CREATE TABLE recipes (name TEXT)").await;
    let before = std::fs::read(&path).expect("the file");
    let refused = Store::open(&path).await.expect_err("refused");
    assert!(matches!(refused, OpenError::ForeignDatabase { .. }), "{refused}");
    assert_eq!(std::fs::read(&path).expect("the file"), before);

    let refused = Store::open(&folder.path().join("no/such/folder/a.db")).await.expect_err("refused");
    assert!(matches!(refused, OpenError::Open { .. }), "{refused}");
}

#[tokio::test]
async fn two_programs_may_open_a_new_file_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    // Made beforehand, because a change of the journal mode doesn't wait for others.
    execute_new(&path).await;
    let (first, second) = tokio::join!(Store::open(&path), Store::open(&path));
    first.expect("open").check_writable().await.expect("writable");
    second.expect("open").check_writable().await.expect("writable");
    assert_eq!(number(folder.path(), "SELECT count(*) FROM migrations").await, 12);
}

async fn execute_new(path: &std::path::Path) {
    use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("a connection");
    sqlx::raw_sql("PRAGMA journal_mode = WAL").execute(&mut connection).await.expect("the mode");
    connection.close().await.expect("closed");
}

#[tokio::test]
async fn the_version_changes_with_what_any_program_stores() {
    let (folder, store) = store().await;
    let first = store.version().await.expect("a version");
    assert_eq!(store.version().await.expect("a version"), first, "reading changes nothing");
    store.views().await.expect("an answer");
    assert_eq!(store.version().await.expect("a version"), first);
    store.keep_view("/a", None, NOW).await.expect("kept");
    let second = store.version().await.expect("a version");
    assert_ne!(second, first);
    let other = Store::open(&folder.path().join("a.db")).await.expect("opened");
    other.keep_view("/b", None, NOW).await.expect("kept");
    assert_ne!(store.version().await.expect("a version"), second);
}

/// The newest data is in the log: whoever copies the file alone has none of it. Maintenance moves it into the file.
#[tokio::test]
async fn maintenance_moves_the_log_into_the_file() {
    let (folder, store) = store().await;
    store.keep_view("/a", None, NOW).await.expect("kept");
    let alone = async || {
        let copy = tempfile::tempdir().expect("a folder");
        std::fs::copy(folder.path().join("a.db"), copy.path().join("a.db")).expect("a copy");
        number(copy.path(), "SELECT count(*) FROM views").await
    };
    assert_eq!(alone().await, 0);
    store.maintain().await.expect("maintained");
    assert_eq!(alone().await, 1);
    let version = store.version().await.expect("a version");
    store.maintain().await.expect("maintained");
    assert_eq!(store.version().await.expect("a version"), version, "pages that were made stay good");
}
