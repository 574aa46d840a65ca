//! Every statement in the sources compiles against the schema, also those that no test happens to run.

use std::path::PathBuf;

use sqlx::AssertSqlSafe;

use crate::fixture::{raw, store};

/// The sources, also those in folders.
fn sources() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(std::fs::read_to_string(path).expect("text"));
            }
        }
    }
    found
}

/// The string literals of the sources that begin like a statement.
fn statements() -> Vec<String> {
    let mut statements = Vec::new();
    for source in sources() {
        // Every second piece between quotes is a literal; statements have no quotes of this sort in them.
        let literals = source.split('"').map(str::trim_start);
        let begins =
            |text: &&str| ["SELECT ", "INSERT ", "UPDATE ", "DELETE "].iter().any(|verb| text.starts_with(verb));
        statements.extend(literals.filter(begins).map(str::to_owned));
    }
    statements
}

#[tokio::test]
async fn every_statement_compiles() {
    let (folder, _store) = store().await;
    let statements = statements();
    assert!(statements.len() > 65, "{} found", statements.len());
    let mut connection = raw(folder.path()).await;
    for statement in statements {
        let explained = sqlx::query(AssertSqlSafe(format!("EXPLAIN {statement}"))).fetch_all(&mut connection).await;
        assert!(explained.is_ok(), "{statement}: {explained:?}");
    }
}
