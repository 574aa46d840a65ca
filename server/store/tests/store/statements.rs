//! Every statement in the sources compiles against the schema, also those that no test happens to run.

use std::path::PathBuf;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

use crate::fixture::{raw, store};

/// The folder with the statements of databases for others, whose tables are their own.
const EXPORT: &str = "sqlite_export";
/// The folder with statements about the database of another program, which its own tests run all.
const FOREIGN: &str = "game_stats_file";
/// These tables.
const EXPORT_SCHEMA: &str = include_str!("../../src/sqlite_export/schema.sql");

/// The sources, also those in folders: whether they are about databases for others, and their text.
fn sources() -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let is_export = path.components().any(|part| part.as_os_str() == EXPORT);
                // Tests of what people may write have what they may not.
                if path.components().any(|part| part.as_os_str() == FOREIGN) || path.ends_with("sql/tests.rs") {
                    continue;
                }
                found.push((is_export, std::fs::read_to_string(path).expect("text")));
            }
        }
    }
    found
}

/// The string literals of the sources that begin like a statement.
fn statements() -> Vec<(bool, String)> {
    let mut statements = Vec::new();
    for (is_export, source) in sources() {
        // Every second piece between quotes is a literal; statements have no quotes of this sort in them.
        let literals = source.split('"').map(str::trim_start);
        let begins =
            |text: &&str| ["SELECT ", "INSERT ", "UPDATE ", "DELETE "].iter().any(|verb| text.starts_with(verb));
        statements.extend(literals.filter(begins).map(|text| (is_export, text.to_owned())));
    }
    statements
}

#[tokio::test]
async fn every_statement_compiles() {
    let (folder, _store) = store().await;
    let statements = statements();
    assert!(statements.len() > 65, "{} found", statements.len());
    let mut connection = raw(folder.path()).await;
    let mut export = SqliteConnection::connect("sqlite::memory:").await.expect("a connection");
    sqlx::raw_sql(EXPORT_SCHEMA).execute(&mut export).await.expect("the tables");
    for (is_export, statement) in statements {
        let to = if is_export { &mut export } else { &mut connection };
        let explained = sqlx::query(AssertSqlSafe(format!("EXPLAIN {statement}"))).fetch_all(to).await;
        assert!(explained.is_ok(), "{statement}: {explained:?}");
    }
}
