//! Every statement in the sources compiles against the schema, also those that no test happens to run.

use sqlx::AssertSqlSafe;

use crate::fixture::{raw, store};

/// The string literals of the sources that begin like a statement.
fn statements() -> Vec<String> {
    let mut statements = Vec::new();
    for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).expect("the sources") {
        let source = std::fs::read_to_string(file.expect("a file").path()).expect("text");
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
    assert!(statements.len() > 35, "{} found", statements.len());
    let mut connection = raw(folder.path()).await;
    for statement in statements {
        let explained = sqlx::query(AssertSqlSafe(format!("EXPLAIN {statement}"))).fetch_all(&mut connection).await;
        assert!(explained.is_ok(), "{statement}: {explained:?}");
    }
}
