//! Writing what a revision's files mean: one statement per table, fed by one JSON array of rows.
//!
//! A statement costs a round trip to the connection's thread, so two thousand of them would take longer than all the
//! rest of an import. In the rows, entries stand in the order of their columns.

use affixboard_core::{
    catalog::{self, Affix, Allocation, Artifact, Catalog, Kind, KindAllocation, Role, Theme, ThemePart, TypeSummary},
    text::Diagnostic,
};
use serde_json::{Value, json};
use sqlx::SqliteConnection;

use crate::RevisionId;

/// Writes the parsed tables of a revision whose files are already there.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    catalog: &Catalog,
    diagnostics: &[Diagnostic],
) -> Result<(), sqlx::Error> {
    for (statement, rows) in tables(catalog, diagnostics) {
        if !rows.is_empty() {
            let rows = Value::Array(rows).to_string();
            sqlx::query(statement).bind(revision.0).bind(rows).execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// Statement and rows of every table, parents first. `key` is a row's place in its array.
fn tables(catalog: &Catalog, diagnostics: &[Diagnostic]) -> [(&'static str, Vec<Value>); 11] {
    [
        (
            "INSERT INTO item_types (revision_id, tval, name, takes_affixes, kinds, affixes, allocations, themes,
                 artifacts, kinds_without_affix)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7, value ->> 8
             FROM json_each(?2)",
            item_types(catalog),
        ),
        (
            "INSERT INTO kinds (revision_id, position, kind_index, tval, sval, name, level, good, flags,
                 file, start_byte, end_byte)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7, value ->> 8, value ->> 9
             FROM json_each(?2)",
            kinds(catalog),
        ),
        (
            "INSERT INTO kind_allocations (revision_id, kind, position, commonness, min_level, max_level,
                 file, start_byte, end_byte)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7
             FROM json_each(?2)",
            kind_allocations(&catalog.kinds, |kind| &kind.allocations),
        ),
        (
            "INSERT INTO affixes (revision_id, position, affix_index, name, role, flags, file, start_byte, end_byte)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
             FROM json_each(?2)",
            affixes(catalog),
        ),
        (
            "INSERT INTO affix_allocations (revision_id, affix, position, tval, min_sval, max_sval, affix_level,
                 commonness, min_level, max_level, file, start_byte, end_byte)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11
             FROM json_each(?2)",
            affix_allocations(catalog),
        ),
        (
            "INSERT INTO themes (revision_id, position, theme_index, name, role, file, start_byte, end_byte)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
             FROM json_each(?2)",
            themes(catalog),
        ),
        (
            "INSERT INTO theme_parts (revision_id, theme, position, affix, weight, chance, file, start_byte, end_byte)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7
             FROM json_each(?2)",
            theme_parts(catalog),
        ),
        (
            "INSERT INTO theme_allocations (revision_id, theme, position, tval, min_sval, max_sval, min_level,
                 max_level, file, start_byte, end_byte)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7, value ->> 8, value ->> 9
             FROM json_each(?2)",
            theme_allocations(catalog),
        ),
        (
            "INSERT INTO artifacts (revision_id, position, artifact_index, name, tval, sval, file, start_byte, end_byte)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
             FROM json_each(?2)",
            artifacts(catalog),
        ),
        (
            "INSERT INTO artifact_allocations (revision_id, artifact, position, commonness, min_level, max_level,
                 file, start_byte, end_byte)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7
             FROM json_each(?2)",
            kind_allocations(&catalog.artifacts, |artifact| &artifact.allocations),
        ),
        (
            "INSERT INTO diagnostics (revision_id, position, rule, severity, file_name, file, start_byte, end_byte,
                 found, expected)
             SELECT ?1, key, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
                 value ->> 7
             FROM json_each(?2)",
            remarks(diagnostics),
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

fn kinds(catalog: &Catalog) -> Vec<Value> {
    let row = |kind: &Kind| {
        let at = kind.record;
        json!([
            kind.index,
            kind.tval,
            kind.sval,
            kind.name,
            kind.level,
            kind.good,
            kind.flags,
            at.map(|at| at.file.0),
            at.map(|at| at.start),
            at.map(|at| at.end),
        ])
    };
    catalog.kinds.iter().map(row).collect()
}

/// Rows of allocations of kinds or artifacts.
fn kind_allocations<P>(parents: &[P], of: impl Fn(&P) -> &Vec<KindAllocation>) -> Vec<Value> {
    children(parents, of, |parent, position, line: &KindAllocation| {
        let at = line.line;
        json!([parent, position, line.commonness, line.min, line.max, at.file.0, at.start, at.end])
    })
}

fn affixes(catalog: &Catalog) -> Vec<Value> {
    let row = |affix: &Affix| {
        let at = affix.record;
        json!([affix.index, affix.name, affix.role.map(Role::name), affix.flags, at.file.0, at.start, at.end])
    };
    catalog.affixes.iter().map(row).collect()
}

fn affix_allocations(catalog: &Catalog) -> Vec<Value> {
    children(
        &catalog.affixes,
        |affix| &affix.allocations,
        |affix, position, line: &Allocation| {
            let at = line.line;
            json!([
                affix,
                position,
                line.tval,
                line.min_sval,
                line.max_sval,
                line.affix_level,
                line.commonness,
                line.min,
                line.max,
                at.file.0,
                at.start,
                at.end,
            ])
        },
    )
}

fn themes(catalog: &Catalog) -> Vec<Value> {
    let row = |theme: &Theme| {
        let at = theme.record;
        json!([theme.index, theme.name, theme.role.map(Role::name), at.file.0, at.start, at.end])
    };
    catalog.themes.iter().map(row).collect()
}

fn theme_parts(catalog: &Catalog) -> Vec<Value> {
    children(
        &catalog.themes,
        |theme| &theme.parts,
        |theme, position, part: &ThemePart| {
            let at = part.line;
            json!([theme, position, part.affix.0, part.weight, part.chance, at.file.0, at.start, at.end])
        },
    )
}

fn theme_allocations(catalog: &Catalog) -> Vec<Value> {
    children(
        &catalog.themes,
        |theme| &theme.allocations,
        |theme, position, line: &Allocation| {
            let at = line.line;
            json!([
                theme,
                position,
                line.tval,
                line.min_sval,
                line.max_sval,
                line.min,
                line.max,
                at.file.0,
                at.start,
                at.end,
            ])
        },
    )
}

fn artifacts(catalog: &Catalog) -> Vec<Value> {
    let row = |artifact: &Artifact| {
        let at = artifact.record;
        json!([artifact.index, artifact.name, artifact.tval, artifact.sval, at.file.0, at.start, at.end])
    };
    catalog.artifacts.iter().map(row).collect()
}

fn remarks(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let row = |remark: &Diagnostic| {
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
    };
    diagnostics.iter().map(row).collect()
}

/// A row for every child of every parent, from the parent's position, the child's within it, and the child.
fn children<P, C>(parents: &[P], of: impl Fn(&P) -> &Vec<C>, row: impl Fn(usize, usize, &C) -> Value) -> Vec<Value> {
    let parents = parents.iter().enumerate();
    parents
        .flat_map(|(at, parent)| of(parent).iter().enumerate().map(|(n, child)| row(at, n, child)).collect::<Vec<_>>())
        .collect()
}
