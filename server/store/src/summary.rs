//! Writing what start pages say of a revision's files, and the remarks on them: few statements, each fed by a JSON array of
//! many rows, for a statement costs a round trip to the connection's thread.
//!
//! What else the files mean is read from the files whenever it is asked for.

use affixboard_model::{
    catalog::{self, Catalog, Sort, TypeSummary},
    game::Loaded,
    text::Diagnostic,
};
use serde_json::{Value, json};
use sqlx::SqliteConnection;

use crate::RevisionId;

/// Remarks that are written by one statement: as JSON each takes more memory than as it is.
const REMARKS_AT_ONCE: usize = 10_000;

/// Writes the summary of a revision whose files are already there.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    loaded: &Loaded,
) -> Result<(), sqlx::Error> {
    for (statement, rows) in tables(loaded) {
        if !rows.is_empty() {
            let rows = Value::Array(rows).to_string();
            sqlx::query(statement).bind(revision.0).bind(rows).execute(&mut *connection).await?;
        }
    }
    for (number, some) in loaded.diagnostics.chunks(REMARKS_AT_ONCE).enumerate() {
        let rows = Value::Array(some.iter().map(remark).collect()).to_string();
        sqlx::query(
            "INSERT INTO diagnostics (revision_id, position, rule, severity, file_name, file, start_byte, end_byte,
                 found, expected)
             SELECT ?1, ?3 + key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                 value ->> 6, value ->> 7
             FROM json_each(?2)",
        )
        .bind(revision.0)
        .bind(rows)
        .bind((number * REMARKS_AT_ONCE) as i64)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Statement and rows of every table but that of remarks. `key` is a row's place in its array.
fn tables(loaded: &Loaded) -> [(&'static str, Vec<Value>); 2] {
    [
        (
            "INSERT INTO item_types (revision_id, tval, name, takes_affixes, kinds, affixes, allocations, themes,
                 artifacts, kinds_without_affix)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7, value ->> 8
             FROM json_each(?2)",
            item_types(&loaded.catalog),
        ),
        (
            "INSERT INTO entry_counts (revision_id, position, sort, entries, allocations, positions)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3
             FROM json_each(?2)",
            entry_counts(loaded),
        ),
    ]
}

fn item_types(catalog: &Catalog) -> Vec<Value> {
    let row = |t: TypeSummary| {
        json!([
            t.tval,
            t.name,
            t.takes_affixes,
            t.kinds,
            t.affixes,
            t.allocations,
            t.themes,
            t.artifacts,
            t.kinds_without_affix,
        ])
    };
    catalog::summarise(catalog).into_iter().map(row).collect()
}

fn entry_counts(loaded: &Loaded) -> Vec<Value> {
    let row = |sort: Sort| {
        let entries = loaded.entry_records(sort).len();
        json!([sort.name(), entries, loaded.allocation_count(sort), loaded.catalog.entries_of(sort).len().max(entries)])
    };
    loaded.entry_sorts().map(row).collect()
}

fn remark(remark: &Diagnostic) -> Value {
    let at = remark.span;
    json!([
        remark.rule.name(),
        remark.severity().name(),
        remark.file,
        at.map(|at| at.file.0),
        at.map(|at| at.start),
        at.map(|at| at.end),
        remark.found,
        remark.expected,
    ])
}
