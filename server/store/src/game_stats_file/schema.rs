//! What a database may have: tables with plain columns, and no code of its own.

use sqlx::{Row, SqliteConnection};

use super::error::{StatsFileError, refused};

/// Most tables and indexes of a database; the program writes about seventy.
const MOST_OBJECTS: usize = 400;
/// Longest text of a table's statement.
const LONGEST_STATEMENT: i64 = 8000;

/// Tables that every version writes, with the columns that are read of them.
const REQUIRED: &[(&str, &[&str])] = &[
    ("metadata", &["field", "value"]),
    ("object_info", &["idx", "name", "tval", "sval"]),
    ("object_base_info", &["idx", "name"]),
    ("artifact_info", &["idx", "name"]),
    ("origin_flags_list", &["idx", "name"]),
    ("obj_feelings", &["level", "count"]),
    ("artifacts", &["level", "count", "a_idx", "origin"]),
    ("consumables", &["level", "count", "k_idx", "origin"]),
    ("wearables_count", &["level", "count", "k_idx", "origin"]),
];

/// Tables of games with egos, and of v4 with affixes and themes.
const EGOS: &[(&str, &[&str])] =
    &[("ego_info", &["idx", "name"]), ("wearables_egos", &["level", "count", "k_idx", "origin", "e_idx"])];
const AFFIXES: &[(&str, &[&str])] = &[
    ("affix_info", &["idx", "name"]),
    ("wearables_affixes", &["level", "count", "k_idx", "origin", "e_idx"]),
    ("theme_info", &["idx", "name"]),
    ("wearables_themes", &["level", "count", "k_idx", "origin", "e_idx"]),
];

/// Words of a table's statement with which reading or checking it would run expressions of the file.
const WORDS_OF_CODE: &[&str] = &["CHECK", "GENERATED", "AS", "VIRTUAL"];

/// What a database counts beside kinds and artifacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carried {
    /// Egos.
    Egos,
    /// Affixes and themes.
    Affixes,
}

/// Looks at the whole schema, and at the columns of the tables that are read.
pub(super) async fn check(connection: &mut SqliteConnection) -> Result<Carried, StatsFileError> {
    let rows = sqlx::query(
        "SELECT substr(type, 1, 20), substr(name, 1, 80), sql IS NULL, ifnull(octet_length(sql), 0),
                CASE WHEN octet_length(sql) <= ?1 THEN CAST(sql AS TEXT) ELSE '' END
         FROM sqlite_schema LIMIT ?2",
    )
    .bind(LONGEST_STATEMENT)
    .bind(MOST_OBJECTS as i64 + 1)
    .fetch_all(&mut *connection)
    .await
    .map_err(refused)?;
    if rows.len() > MOST_OBJECTS {
        return Err(StatsFileError::TooMany { table: "sqlite_schema", what: "tables and indexes", most: MOST_OBJECTS });
    }
    let mut tables = Vec::new();
    for row in &rows {
        let kind: String = row.try_get(0).map_err(refused)?;
        let name: String = row.try_get(1).map_err(refused)?;
        let (is_automatic, length, sql): (bool, i64, String) =
            (row.try_get(2).map_err(refused)?, row.try_get(3).map_err(refused)?, row.try_get(4).map_err(refused)?);
        match kind.as_str() {
            "table" if length > LONGEST_STATEMENT => {
                return Err(not_plain(format!("the table `{}` with a statement of {length} bytes", shown(&name))));
            }
            "table" => {
                if let Some(word) = code_of(&sql) {
                    return Err(not_plain(format!("the table `{}` with {word} in its statement", shown(&name))));
                }
                tables.push(name);
            }
            "index" if is_automatic => {}
            "index" => return Err(not_plain(format!("the index `{}`", shown(&name)))),
            other => return Err(not_plain(format!("the {} `{}`", shown(other), shown(&name)))),
        }
    }
    for (table, columns) in REQUIRED {
        check_table(connection, &tables, table, columns).await?;
    }
    let (carried, more) = if tables.iter().any(|table| table == "affix_info") {
        (Carried::Affixes, AFFIXES)
    } else {
        (Carried::Egos, EGOS)
    };
    for (table, columns) in more {
        check_table(connection, &tables, table, columns).await?;
    }
    Ok(carried)
}

async fn check_table(
    connection: &mut SqliteConnection,
    tables: &[String],
    table: &'static str,
    columns: &[&str],
) -> Result<(), StatsFileError> {
    if !tables.iter().any(|known| known == table) {
        return Err(StatsFileError::Schema {
            found: format!("no table `{table}`"),
            expected: "the tables that the game's statistics front end writes".to_owned(),
        });
    }
    let found: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_xinfo(?1) WHERE hidden = 0 LIMIT 100")
        .bind(table)
        .fetch_all(connection)
        .await
        .map_err(refused)?;
    match columns.iter().find(|column| !found.iter().any(|known| known == *column)) {
        Some(column) => Err(StatsFileError::Schema {
            found: format!("no column `{column}` in the table `{table}`"),
            expected: format!("the columns {}", columns.join(", ")),
        }),
        None => Ok(()),
    }
}

fn not_plain(found: String) -> StatsFileError {
    StatsFileError::Schema {
        found,
        expected: "nothing but tables with plain columns, as the program writes them".to_owned(),
    }
}

/// A name of the file as it may be shown.
fn shown(name: &str) -> String {
    name.replace(char::is_control, "\u{fffd}")
}

fn code_of(sql: &str) -> Option<&'static str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = sql.split(|c: char| !is_word(c)).filter(|word| !word.is_empty());
    words.find_map(|word| WORDS_OF_CODE.iter().find(|code| word.eq_ignore_ascii_case(code)).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_with_expressions_are_told_apart() {
        for (sql, code) in [
            ("CREATE TABLE gold(level INT, count INT, origin INT, UNIQUE (level, origin) ON CONFLICT REPLACE)", None),
            ("CREATE TABLE metadata(field TEXT UNIQUE NOT NULL, value TEXT)", None),
            ("CREATE TABLE a(b INT CHECK(b > 0))", Some("CHECK")),
            ("CREATE TABLE a(b INT, c INT as(b+1))", Some("AS")),
            ("create virtual table a using fts5(b)", Some("VIRTUAL")),
            ("CREATE TABLE a(class INT, basic INT)", None),
        ] {
            assert_eq!(code_of(sql), code, "{sql}");
        }
    }
}
