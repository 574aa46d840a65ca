//! What a revision's files mean, as rows of tables for questions in SQL: kept beside the files from the import on, and written
//! into databases of their own by `affixboard export`. docs/sql.md describes the tables.

mod entries;
mod keep;
mod numbers;
mod pieces;

use std::collections::BTreeSet;

use affixboard_model::{catalog::SortSpec, game::Loaded, text::Severity};
use serde_json::{Value, json};

pub(crate) use self::{
    entries::{Entries, item_types},
    keep::{UNUSED_PIECES, insert_files, is_computed, pieces_of},
    pieces::pieces,
};
use crate::hash::sha256_hex;
pub use keep::{ParsedNumbers, ParsedState};

/// Views beside those of sorts, and indexes.
const OTHERS: [&str; 14] = [
    "entry_lines",
    "allocation_lines",
    "entries_by_sort",
    "entries_by_name",
    "lines_by_entry",
    "fields_by_name",
    "flags_by_flag",
    "allocations_by_type",
    "theme_parts_by_theme",
    "theme_parts_by_affix",
    "pools_by_affix",
    "chances_by_subject",
    "chances_by_entry",
    "tallies_by_name",
];

/// A table's name and its rows. Of large files these are many: each is made when it is asked for.
pub(crate) type Rows<'a> = (&'static str, Box<dyn Iterator<Item = Value> + Send + 'a>);

/// All tables, in the order of docs/sql.md.
pub(crate) const TABLES: [&str; 15] = [
    "metadata",
    "files",
    "lines",
    "sorts",
    "item_types",
    "entries",
    "fields",
    "flags",
    "allocations",
    "theme_parts",
    "pools",
    "chances",
    "remarks",
    "batches",
    "tallies",
];

/// The columns of a table, in the order of its rows.
pub(crate) fn columns(table: &str) -> &'static [&'static str] {
    match table {
        "metadata" => &["key", "value"],
        "files" => &["id", "name", "folder", "bytes", "sha256"],
        "sorts" => &["id", "name", "singular", "plural"],
        "item_types" => &["tval", "name", "takes_affixes"],
        "entries" => &[
            "id",
            "sort_id",
            "serial_number",
            "name",
            "group_name",
            "tval",
            "sval",
            "file_id",
            "first_line",
            "last_line",
        ],
        "lines" => &["file_id", "number", "text", "directive", "entry_id"],
        "fields" => &["entry_id", "position", "file_id", "line", "directive", "name", "text", "number"],
        "flags" => &["entry_id", "flag"],
        "allocations" => &[
            "entry_id",
            "position",
            "tval",
            "item_type",
            "min_sval",
            "max_sval",
            "kinds",
            "affix_level",
            "commonness",
            "min_level",
            "max_level",
            "file_id",
            "line",
        ],
        "theme_parts" => &["theme_id", "affix_id", "weight", "chance", "file_id", "line"],
        "remarks" => &["position", "severity", "rule", "file", "line", "found", "expected"],
        "pools" => &["kind_id", "level", "affix_level", "affix_id", "weight", "chance"],
        "chances" => &[
            "subject",
            "place",
            "level",
            "quality",
            "metric",
            "tval",
            "sval",
            "name",
            "at",
            "entry_id",
            "mean",
            "error_bound",
        ],
        "batches" => &["id", "subject", "seed", "trials", "rules", "finished_at"],
        "tallies" => &["batch_id", "place", "level", "quality", "metric", "tval", "sval", "name", "n", "count"],
        _ => &[],
    }
}

/// What follows from the files at once: in this order rows name only rows before them.
pub(crate) fn files<'a>(loaded: &'a Loaded, entries: &'a Entries<'_>) -> [Rows<'a>; 10] {
    [
        ("files", Box::new(source_files(loaded).into_iter())),
        ("sorts", Box::new(entries.sorts().into_iter())),
        ("item_types", Box::new(item_types(loaded).into_iter())),
        ("entries", Box::new(entries.rows().into_iter())),
        ("lines", Box::new(entries.lines())),
        ("fields", Box::new(entries.fields())),
        ("flags", Box::new(entries.flags().into_iter())),
        ("allocations", Box::new(entries.allocations().into_iter())),
        ("theme_parts", Box::new(entries.theme_parts().into_iter())),
        ("remarks", Box::new(remarks(loaded))),
    ]
}

/// What is computed by the rules, in up to seconds, at these levels. Rows of `pools` are pools: where each is drawn from, and
/// what is in it.
pub(crate) fn computed<'a>(loaded: &Loaded, entries: &Entries<'_>, levels: &[u32]) -> [Rows<'a>; 2] {
    [
        ("pools", Box::new(numbers::pools(loaded, entries, levels).into_iter())),
        ("chances", Box::new(numbers::chances(loaded, entries, levels).into_iter())),
    ]
}

/// Statements that make a view of each sort beside those of items, with a column per field. Tables without rules may be called as
/// the database's own are, and are `…_rows` then.
pub(crate) fn views(loaded: &Loaded) -> Vec<String> {
    let mut taken: BTreeSet<String> = TABLES.into_iter().chain(OTHERS).map(str::to_owned).collect();
    let view = |sort: &SortSpec| {
        let mut name = sort.name.replace('-', "_");
        while name.starts_with("sqlite_") || taken.contains(&name) {
            name = format!("{}_rows", name.replacen("sqlite_", "of_sqlite_", 1));
        }
        taken.insert(name.clone());
        entries::view(sort, &name)
    };
    loaded.sorts().iter().map(view).collect()
}

fn source_files(loaded: &Loaded) -> Vec<Value> {
    let folder = |name: &str| {
        let spec = loaded.files().iter().find(|spec| spec.is_named(name));
        spec.map_or("", |spec| spec.folder)
    };
    let row = |(id, file): (usize, &affixboard_model::text::SourceFile)| {
        json!([id, file.name(), folder(file.name()), file.bytes().len(), sha256_hex(file.bytes())])
    };
    (1..).zip(loaded.sources.files()).map(row).collect()
}

fn remarks(loaded: &Loaded) -> impl Iterator<Item = Value> + Send + '_ {
    let row = move |(position, remark): (usize, &affixboard_model::text::Diagnostic)| {
        let line = remark.span.map(|span| loaded.sources.position(span).line);
        let severity = if remark.severity() == Severity::Error { "error" } else { "warning" };
        json!([position, severity, remark.rule.name(), remark.file, line, remark.found, remark.expected])
    };
    (1..).zip(&loaded.diagnostics).map(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sort is never called as something that the schema makes.
    #[test]
    fn the_schemas_names_are_known() {
        let schema = include_str!("../sqlite_export/schema.sql");
        let made: BTreeSet<&str> =
            schema.split("CREATE ").skip(1).filter_map(|made| made.split([' ', '(', '\n']).nth(1)).collect();
        assert_eq!(made, TABLES.into_iter().chain(OTHERS).collect());
    }
}
