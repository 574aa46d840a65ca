//! What statements may do, with a made-up table of a few rows.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use serde_json::json;

use super::*;

/// The other tests take memory of the same process.
const LIMITS: SqlLimits = SqlLimits { time: Duration::from_secs(2), memory: 8 << 30, rows: 1000, bytes: 1 << 20 };

fn tables() -> SqlTables {
    let mut source = SqlSource { pieces: Vec::new(), views: Vec::new() };
    source.add("files", vec![json!([1, "ego_item.txt", "lib/edit", 12, "ab"])]);
    source.add("sorts", vec![json!([1, "affixes", "affix", "affixes"])]);
    source.add(
        "entries",
        (1..=200).map(|id| json!([id, 1, id, format!("of {id}"), "", null, null, 1, id, id])).collect(),
    );
    SqlTables::new(&source).expect("tables")
}

fn ask(statement: &str) -> Result<SqlAnswer, SqlError> {
    tables().ask(statement, LIMITS, || false)
}

fn refusal(statement: &str) -> String {
    match ask(statement) {
        Err(SqlError::Refused { message, at }) => format!("{at:?} {message}"),
        other => panic!("{statement}: {other:?}"),
    }
}

#[test]
fn answers_have_columns_and_values() {
    let answer = ask("SELECT name, serial_number, tval, 1.5 AS half, x'0aff' FROM entries WHERE id = 3;").expect("it");
    assert_eq!(answer.columns, ["name", "serial_number", "tval", "half", "x'0aff'"]);
    let values: Vec<String> = answer.rows[0].iter().map(ToString::to_string).collect();
    assert_eq!(values, ["of 3", "3", "", "1.5", "0aff"]);
    assert!(!answer.is_cut);
    assert_eq!(ask("SELECT name FROM entries ORDER BY id LIMIT 2 -- two").expect("it").rows.len(), 2);
    assert_eq!(ask("WITH few AS (VALUES (1), (2)) SELECT * FROM few").expect("it").rows.len(), 2);
    assert!(ask("SELECT name FROM pragma_table_info('entries')").expect("it").rows.len() > 5);
}

/// Nothing but reading the tables: no other file, no other statement, no setting.
#[test]
fn statements_that_do_more_are_refused() {
    for statement in [
        "DELETE FROM entries",
        "INSERT INTO entries VALUES (999, 1, 1, 'x', '', NULL, NULL, NULL, NULL, NULL)",
        "UPDATE entries SET name = ''",
        "WITH a AS (SELECT 1) DELETE FROM entries",
        "DROP TABLE entries",
        "CREATE TABLE x (y)",
        "CREATE TEMP TABLE x AS SELECT 1",
        "CREATE TEMP VIEW x AS SELECT 1",
        "CREATE VIRTUAL TABLE x USING fts5(y)",
        "ATTACH DATABASE 'affixboard.db' AS live",
        "ATTACH ':memory:' AS x",
        "DETACH main",
        "VACUUM INTO '/tmp/x.db'",
        "PRAGMA query_only = OFF",
        "PRAGMA database_list",
        "PRAGMA writable_schema = ON",
        "SELECT load_extension('x.so')",
        "SELECT * FROM pragma_database_list",
        "BEGIN",
        "COMMIT",
        "SAVEPOINT x",
        "ANALYZE",
        "REINDEX",
        "ALTER TABLE entries RENAME TO x",
    ] {
        let why = refusal(statement);
        assert!(why.contains("expected SELECT") || why.contains("not authorized"), "{statement}: {why}");
    }
    // And all is as it was, also in a connection in which they were tried.
    let tables = tables();
    for statement in ["DELETE FROM entries", "PRAGMA query_only = OFF", "SELECT load_extension('x')"] {
        assert!(tables.ask(statement, LIMITS, || false).is_err());
    }
    let all = tables.ask("SELECT count(*) FROM entries", LIMITS, || false).expect("it");
    assert_eq!(all.rows, [[SqlValue::Integer(200)]]);
}

#[test]
fn what_is_no_statement_is_told_with_its_place() {
    assert_eq!(refusal("SELECT 1; SELECT 2"), "None found more than one statement; expected one");
    // The second one isn't run, whatever it is: it is refused before the first one begins.
    assert!(refusal("SELECT 1; ATTACH 'affixboard.db' AS live").contains("expected"));
    assert_eq!(refusal("SELECT name\nFROM entrys"), "None no such table: entrys");
    assert_eq!(refusal("SELECT nam FROM entries"), "Some((1, 8)) no such column: nam");
    assert_eq!(refusal("SELEKT 1"), "Some((1, 1)) near \"SELEKT\": syntax error");
    assert_eq!(refusal("SELECT ?"), "None found a parameter such as `?`; expected a value");
    assert!(refusal(&format!("SELECT '{}'", "x".repeat(30_000))).contains("too"));
    for nothing in ["", "  ", ";", "-- nothing"] {
        assert!(refusal(nothing).contains("expected SELECT"), "{nothing:?}");
    }
}

/// Endless and huge ones end, in time and with a reason.
#[test]
fn hostile_statements_end() {
    let began = std::time::Instant::now();
    let endless = [
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        "SELECT count(*) FROM entries a, entries b, entries c, entries d, entries e",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0",
        "SELECT max(a.name LIKE '%1%2%3%4%5%6') FROM entries a, entries b, entries c, entries d",
    ];
    let limits = SqlLimits { time: Duration::from_millis(200), ..LIMITS };
    for statement in endless {
        assert_eq!(tables().ask(statement, limits, || false), Err(SqlError::TooLong(limits.time)), "{statement}");
    }
    let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n";
    let answer = ask(many).expect("the first rows");
    assert_eq!((answer.rows.len(), answer.is_cut), (1000, true));
    let wide = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT hex(zeroblob(400000)) FROM n";
    let answer = ask(wide).expect("the first rows");
    assert!(answer.is_cut && answer.rows.len() < 4, "{}", answer.rows.len());
    for value in ["zeroblob(100000000)", "hex(zeroblob(900000))"] {
        assert!(refusal(&format!("SELECT {value}")).contains("too big"), "{value}");
    }
    assert_eq!(ask("SELECT printf('%.*c', 100000000, 'x')").expect("it").rows, [[SqlValue::Null]]);
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
}

/// What is kept in memory until the end is bounded, where the system says how much the program takes.
#[cfg(target_os = "linux")]
#[test]
fn a_statement_that_needs_much_memory_ends() {
    let statement = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n),
        large (x) AS MATERIALIZED (SELECT zeroblob(500000) || i FROM n LIMIT 10000)
        SELECT count(*) FROM large AS a, large AS b WHERE a.x > b.x";
    let limits = SqlLimits { time: Duration::from_mins(1), memory: 64 << 20, ..LIMITS };
    assert_eq!(tables().ask(statement, limits, || false), Err(SqlError::TooLarge(limits.memory)));
}

#[test]
fn a_statement_ends_when_it_is_called_off() {
    let off = Arc::new(AtomicBool::new(false));
    let (asked, limits) = (Arc::clone(&off), SqlLimits { time: Duration::from_mins(1), ..LIMITS });
    let asking = thread::spawn(move || {
        let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
        tables().ask(endless, limits, move || asked.load(Ordering::Relaxed))
    });
    off.store(true, Ordering::Relaxed);
    assert_eq!(asking.join().expect("no panic"), Err(SqlError::CalledOff));
}
