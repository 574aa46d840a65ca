//! Reading a game's statistics: what is taken, and what is refused.

use affixboard_inquiry::game_stats::{StatsEntry, StatsKey};
use affixboard_store::{StatsFileError, read_game_stats, sha256_hex};

use super::stats_database::{ROWS, TABLES, write};

async fn read(statements: &[&str]) -> Result<affixboard_store::StatsFile, StatsFileError> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.db");
    write(&path, statements).await;
    read_game_stats(&path).await
}

#[tokio::test]
async fn what_the_program_writes_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.db");
    write(&path, &[TABLES, ROWS]).await;
    let bytes = std::fs::read(&path).expect("the file");
    let read = read_game_stats(&path).await.expect("statistics");
    assert_eq!((read.sha256, read.bytes), (sha256_hex(&bytes), bytes.len() as u64));
    let stats = read.stats;
    assert_eq!((stats.about.version.as_str(), stats.about.runs), ("4.2.x-by-hand", Some(201)));
    assert!(stats.about.no_selling && !stats.about.random_artifacts);
    assert_eq!(stats.visits, [(5, 200), (10, 200)].into());
    assert_eq!(stats.origins.get(&5).map(String::as_str), Some("VAULT"));
    assert_eq!((stats.kinds.len(), stats.affixes.len(), stats.artifacts.len()), (4, 3, 2));
    let count = |level, origin, entry| stats.counts.get(&StatsKey { level, origin, entry }).copied();
    assert_eq!(count(5, 1, StatsEntry::Kind(10)), Some(40));
    assert_eq!(count(5, 10, StatsEntry::Affix { tval: 23, index: 5 }), Some(2));
    assert_eq!(count(10, 5, StatsEntry::Artifact(2)), Some(2));
    // 40 + 20 + 7 brews, 30 + 10 + 50 blades, a lamp, 3 spoons.
    assert_eq!((stats.objects(), stats.counts.len()), (161, 13));
    // Nothing was written beside it, and it is as it was.
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    assert!(std::fs::read(&path).expect("the file") == bytes);
}

/// v4 writes affixes, of which an item has several, and themes by number alone.
#[tokio::test]
async fn affixes_and_themes_of_v4_are_read() {
    let v4 = "ALTER TABLE ego_info RENAME TO affix_info; ALTER TABLE wearables_egos RENAME TO wearables_affixes;
              CREATE TABLE theme_info(idx INT PRIMARY KEY, type INT, name TEXT);
              CREATE TABLE wearables_themes(level INT, count INT, k_idx INT, origin INT, e_idx INT);
              INSERT INTO wearables_themes VALUES(5,4,11,1,3);";
    let stats = read(&[TABLES, ROWS, v4]).await.expect("statistics").stats;
    let theme = StatsKey { level: 5, origin: 1, entry: StatsEntry::Theme { tval: 23, index: 3 } };
    assert_eq!(stats.counts.get(&theme), Some(&4));
    assert_eq!(stats.name(theme.entry), "theme 3");
}

#[tokio::test]
async fn other_schemas_are_refused() {
    let only_tables = "expected nothing but tables with plain columns, as the program writes them";
    for (statements, found, expected) in [
        (
            "DROP TABLE object_info",
            "found no table `object_info`",
            "the tables that the game's statistics front end writes",
        ),
        ("DROP TABLE wearables_egos", "found no table `wearables_egos`", "front end writes"),
        (
            "ALTER TABLE artifacts DROP COLUMN a_idx",
            "no column `a_idx` in the table `artifacts`",
            "level, count, a_idx, origin",
        ),
        (
            "DROP TABLE consumables; CREATE VIEW consumables AS SELECT 1 level, 2 count, 3 k_idx, 4 origin",
            "found the view `consumables`",
            only_tables,
        ),
        ("CREATE TRIGGER t AFTER INSERT ON gold BEGIN DELETE FROM gold; END", "found the trigger `t`", only_tables),
        ("CREATE INDEX i ON gold(abs(count))", "found the index `i`", only_tables),
        ("CREATE TABLE x(a INT CHECK(length(hex(zeroblob(900000000))) > a))", "the table `x` with CHECK", only_tables),
        ("CREATE TABLE x(a INT, b INT AS (a + 1))", "the table `x` with AS", only_tables),
        ("CREATE VIRTUAL TABLE x USING fts5(a)", "the table `x` with VIRTUAL", only_tables),
    ] {
        // A column with a constraint can't be dropped.
        let tables = TABLES.replace("CREATE TABLE artifacts(level INT, count INT, a_idx INT, origin INT, UNIQUE (level, a_idx, origin) ON CONFLICT REPLACE)", "CREATE TABLE artifacts(level INT, count INT, a_idx INT, origin INT)");
        let refused = read(&[&tables, ROWS, statements]).await.expect_err(statements).to_string();
        assert!(refused.contains(found) && refused.contains(expected), "{statements}: {refused}");
    }
    let many = (0..401).map(|table| format!("CREATE TABLE many_{table}(a INT);")).collect::<Vec<_>>().concat();
    let refused = read(&[TABLES, ROWS, &many]).await.expect_err("many").to_string();
    assert!(refused.contains("found more than 400 tables and indexes"), "{refused}");
    let long = format!("CREATE TABLE long({} INT)", "a".repeat(9000));
    let refused = read(&[TABLES, ROWS, &long]).await.expect_err("long").to_string();
    assert!(refused.contains("the table `long` with a statement of 90"), "{refused}");
}

#[tokio::test]
async fn values_that_the_program_never_writes_are_refused() {
    for (statement, told) in [
        (
            "INSERT INTO consumables VALUES(7,1,10,1)",
            "table `consumables`, row 4, column `level`: found 7; expected a level that `obj_feelings` has visits of",
        ),
        (
            "UPDATE consumables SET count = -5 WHERE level = 10",
            "table `consumables`, row 3, column `count`: found -5; expected a count",
        ),
        (
            "UPDATE consumables SET count = 1.5 WHERE level = 10",
            "column `count`: found a value of the type real; expected a count",
        ),
        ("UPDATE consumables SET count = 'many' WHERE level = 10", "column `count`: found a value of the type text"),
        ("UPDATE consumables SET count = zeroblob(9000000)", "row 1, column `count`: found a value of the type blob"),
        ("UPDATE consumables SET count = 5000000000", "column `count`: found 5000000000"),
        (
            "UPDATE consumables SET k_idx = 99 WHERE level = 10",
            "column `k_idx`: found 99; expected a number that `object_info` has",
        ),
        (
            "UPDATE consumables SET origin = 99 WHERE level = 10",
            "column `origin`: found 99; expected a number that `origin_flags_list` has",
        ),
        ("UPDATE artifacts SET a_idx = 9", "column `a_idx`: found 9; expected a number that `artifact_info` has"),
        (
            "UPDATE wearables_egos SET e_idx = 9",
            "table `wearables_egos`, row 1, column `e_idx`: found 9; expected a number that the list",
        ),
        ("UPDATE wearables_egos SET k_idx = NULL", "column `k_idx`: found a value of the type null"),
        (
            "UPDATE object_info SET name = printf('%.*c', 3000000, 'x') WHERE idx = 12",
            "table `object_info`, row 3, column `name`: found a text of 3000000 bytes; expected a name of 1 to 400 bytes",
        ),
        ("UPDATE object_info SET name = x'00' WHERE idx = 12", "column `name`: found no text"),
        ("UPDATE object_info SET name = 'a' || char(10) WHERE idx = 12", "column `name`: found a control character"),
        ("UPDATE object_info SET tval = 70000", "column `tval`: found 70000; expected an item type from 0 to 65535"),
        ("INSERT INTO object_info VALUES(NULL,'x',1,1,1)", "column `idx`: found a value of the type null"),
        (
            "UPDATE metadata SET value = 'some' WHERE field = 'runs'",
            "table `metadata`, row 4, column `value`: found `some`; expected the number of runs",
        ),
        ("UPDATE metadata SET value = 2 WHERE field = 'randarts'", "found `2`; expected 0 or 1 for randarts"),
        ("DELETE FROM obj_feelings", "found no visits of levels in the table `obj_feelings`"),
        (
            "UPDATE obj_feelings SET level = 1001 WHERE level = 10",
            "column `level`: found 1001; expected a dungeon level",
        ),
    ] {
        let refused = read(&[TABLES, ROWS, statement]).await.expect_err(statement).to_string();
        assert!(refused.contains(told), "{statement}: {refused}");
    }
    let twice = TABLES.replace("INT PRIMARY KEY", "INT");
    for (statement, told) in [
        ("INSERT INTO object_info VALUES(11,'x',1,1,1)", "column `idx`: found 11 again; expected each number once"),
        ("INSERT INTO ego_info VALUES(5,'x','')", "column `idx`: found 5 again"),
    ] {
        let refused = read(&[&twice, ROWS, statement]).await.expect_err(statement).to_string();
        assert!(refused.contains(told), "{statement}: {refused}");
    }
}

#[tokio::test]
async fn files_that_are_no_sound_database_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.db");
    let refused = async |bytes: &[u8]| {
        std::fs::write(&path, bytes).expect("written");
        read_game_stats(&path).await.expect_err("refused")
    };
    assert!(matches!(refused(b"").await, StatsFileError::NotADatabase));
    assert!(matches!(refused(b"N:1:& Blade~\n").await, StatsFileError::NotADatabase));
    assert!(matches!(
        refused(&b"SQLite format 3\0"[..]).await,
        StatsFileError::NotADatabase | StatsFileError::Damaged(_)
    ));
    let whole = folder.path().join("whole.db");
    write(&whole, &[TABLES, ROWS]).await;
    let bytes = std::fs::read(&whole).expect("the file");
    for length in [bytes.len() / 2, bytes.len() - 4096, bytes.len() - 1, 4096] {
        let error = refused(&bytes[..length]).await;
        assert!(matches!(error, StatsFileError::Damaged(_)), "{length}: {error}");
        assert!(error.to_string().starts_with("the file is damaged: "), "{error}");
    }
    assert!(matches!(read_game_stats(folder.path()).await, Err(StatsFileError::Io { .. })));
    assert!(matches!(read_game_stats(&folder.path().join("none")).await, Err(StatsFileError::Io { .. })));
}

/// Any page filled with any bytes is refused or read, and always comes to an end: a page that points to itself is one of them.
#[tokio::test]
async fn pages_of_any_bytes_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, path) = (folder.path().join("whole.db"), folder.path().join("stats.db"));
    write(&whole, &[TABLES, ROWS]).await;
    let bytes = std::fs::read(&whole).expect("the file");
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut refused, mut taken) = (0, 0);
    for _ in 0..300 {
        let mut bytes = bytes.clone();
        for _ in 0..=random(4) {
            // Mostly the heads of pages, where kinds of pages, numbers of cells and pointers are.
            let page = random(bytes.len() / 4096) * 4096;
            let at = page + if random(3) > 0 { random(120) } else { random(4096) };
            bytes[at.max(16)] = random(256) as u8;
        }
        std::fs::write(&path, &bytes).expect("written");
        match read_game_stats(&path).await {
            Ok(_) => taken += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 50 && taken > 5, "{refused} {taken}");
}
