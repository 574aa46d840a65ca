//! A database as a game's statistics front end writes it, of numbers by hand, and what may be wrong with one.
//!
//! `.ci/browser` writes one by the same statements for the tests in a browser.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, SqliteConnection, sqlite::SqliteConnectOptions};

/// The tables that are read, as the program of Angband 4.2 makes them.
pub(crate) const TABLES: &str = include_str!("stats_database/tables.sql");

/// Two levels of a game, counted by hand.
pub(crate) const ROWS: &str = include_str!("stats_database/rows.sql");

/// Writes a database by these statements.
pub(crate) async fn write(path: &Path, statements: &[&str]) {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await.expect("a new database");
    for statement in statements {
        sqlx::raw_sql(AssertSqlSafe((*statement).to_owned())).execute(&mut connection).await.expect("a statement");
    }
    connection.close().await.expect("closed");
}
