//! A revision as a database for questions in SQL: docs/sql.md leaves no table or column out, and its questions are answered.

use std::{collections::BTreeSet, fs, num::NonZeroU64, path::Path};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, CellTally, Plan, SubjectPlan, Tally},
    game::{Dimension, Game, Loaded, Switches},
    text::{Severity, SourceFile, SourceSet},
};
use affixboard_store::{
    Batch, BatchId, BatchState, EditionId, MadeBy, NewRevision, ParsedNumbers, ParsedState, RevisionId, SqlLimits,
    SqlSource, SqlTables, SqliteExport, SqliteWriter, Store, sql_tables,
};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

use crate::fixture::{NOW, plan};

const DOCS: &str = include_str!("../../../../docs/sql.md");

/// Reads all files of a folder and the folders in it.
fn add_files(folder: &Path, set: &mut SourceSet) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_files(&path, set);
        } else {
            let name = path.file_name().expect("a name").to_str().expect("text");
            set.push(SourceFile::new(name, fs::read(&path).expect("a file")));
        }
    }
}

fn starter(game: &str) -> Loaded {
    let game: &Game = games::find(game).expect("the game");
    let mut sources = SourceSet::new();
    add_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game.id()), &mut sources);
    let loaded = game.load(sources);
    assert!(
        loaded.diagnostics.iter().all(|remark| remark.severity() == Severity::Warning),
        "{:#?}",
        loaded.diagnostics
    );
    loaded
}

/// A done batch of that plan.
fn batch_of<P>(loaded: &Loaded, plan: P) -> Batch<P> {
    Batch {
        id: BatchId(7),
        revision: RevisionId(1),
        revision_number: 1,
        edition: EditionId(1),
        slug: "ours".to_owned(),
        game: loaded.game.id().to_owned(),
        rules_version: loaded.game.rules_version(),
        plan,
        state: BatchState::Done,
        priority: 0,
        drops_done: 1000,
        error: None,
        created_at: NOW,
        started_at: Some(NOW),
        finished_at: Some(NOW),
    }
}

/// A batch of NetHack's monsters, as hand-made as its counts.
fn monsters(loaded: &Loaded) -> (Batch<SubjectPlan>, Tally) {
    let subjects = loaded.model.subjects();
    let rules = subjects.iter().find(|rules| rules.spec().name == "monsters").expect("monsters");
    let usual: Vec<_> = rules.spec().dimensions.iter().map(Dimension::usual).collect();
    let points = rules.spec().points(&usual).into_iter().take(1).collect();
    let trials = NonZeroU64::new(1000).expect("positive");
    let batch = batch_of(loaded, SubjectPlan { subject: "monsters".to_owned(), points, trials, seed: u64::MAX });
    let key = |name: &str| {
        let at = rules.rows().iter().position(|row| row.label == name).expect("a monster");
        u32::try_from(at).expect("a key")
    };
    let mut counts = vec![(key("meadow ant"), 158), (key("soot imp"), 99)];
    counts.sort_unstable();
    let cell = Cell { depth: 0, quality: 0, kind: None };
    let mut tally = Tally::default();
    tally.add(cell, &CellTally { drops: 1000, counts });
    (batch, tally)
}

/// The exported starter of a game.
async fn exported(game: &str) -> (TempDir, SqliteConnection) {
    let loaded = starter(game);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    let metadata = [("title", "Ours".to_owned())];
    let export = SqliteExport { loaded: &loaded, metadata: &metadata, levels: &[1, 30] };
    let mut writer = SqliteWriter::create(export, folder.path()).await.expect("a database");
    if game == "affix-branch" {
        let plan = Plan { target: None, kinds: Vec::new(), switches: Switches::default(), ..plan(&[10], &[], 1000) };
        let cell = Cell { depth: 10, quality: 0, kind: None };
        let mut tally = Tally::default();
        tally.add(cell, &CellTally { drops: 1000, counts: vec![(0, 12), (1, 3)] });
        writer.add_drops(&batch_of(&loaded, plan), &loaded, &tally).await.expect("written");
    }
    if game == "nethack" {
        let (batch, tally) = monsters(&loaded);
        let subjects = loaded.model.subjects();
        let rules = subjects.iter().find(|rules| rules.spec().name == "monsters").expect("monsters");
        writer.add_subject(&batch, rules.as_ref(), &tally).await.expect("written");
    }
    let mut written = writer.finish().await.expect("a database");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "the file has no name");
    std::io::copy(&mut written, &mut fs::File::create(&path).expect("a file")).expect("written");
    let options = SqliteConnectOptions::new().filename(&path).read_only(true);
    (folder, SqliteConnection::connect_with(&options).await.expect("a connection"))
}

/// The answer to a question, its fields with `|` between them.
async fn ask(connection: &mut SqliteConnection, question: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(question.to_owned())).fetch_all(connection).await.expect(question);
    let field = |row: &sqlx::sqlite::SqliteRow, at: usize| {
        row.try_get_unchecked::<Option<String>, _>(at).expect("text or a number").unwrap_or_default()
    };
    rows.iter().map(|row| (0..row.len()).map(|at| field(row, at)).collect::<Vec<_>>().join("|")).collect()
}

/// The questions of a game, in the order of the page.
fn questions(game: &str) -> Vec<&'static str> {
    let fence = format!("```sql {game}\n");
    DOCS.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().expect("an end")).collect()
}

/// How many rows each question has, and how they begin; worked out from the files in `data`.
async fn check(game: &str, expected: &[(usize, &[&str])]) {
    let (_folder, mut connection) = exported(game).await;
    let questions = questions(game);
    assert_eq!(questions.len(), expected.len(), "{game}: a question without an answer, or the other way round");
    for (question, (count, first)) in questions.into_iter().zip(expected) {
        let rows = ask(&mut connection, question).await;
        let begin: Vec<&str> = rows.iter().take(first.len()).map(String::as_str).collect();
        assert_eq!((rows.len(), &begin[..]), (*count, *first), "{question}");
    }
}

#[tokio::test]
async fn questions_of_the_affix_branch_are_answered() {
    let swords: &[&str] = &["Balanced|good|20|1|127", "Keen|good|20|0|100", "Sharp|good|20|1|127"];
    // The ten good affixes of swords at level 30 weigh 139 together: 20 in 139 is 14.39 %.
    let pool: &[&str] = &["good|Balanced|20|14.39", "good|Keen|20|14.39", "good|Sharp|20|14.39"];
    check(
        "affix-branch",
        &[
            (40, swords),
            (85, pool),
            (1, &["of Resist Fire|soft armour,hard armour,shield,dragon armour,crown"]),
            (20, &["amulet|0", "ring|0", "boots|2", "bow|2"]),
            (179, &["of Resistance|of Resist Acid|7|100"]),
            (32, &["5|of Resist Poison", "12|Spiked", "14|Patched"]),
            (81, &["2|'Nettle'|sword|Dagger|90", "3|of Pim the Lucky|helm|Leather Cap|80"]),
            (66, &["ego_item.txt|16|#                    high, from tier good, great or uber upwards, on levels"]),
        ],
    )
    .await;
}

#[tokio::test]
async fn questions_of_angband_4_2_are_answered() {
    check("angband-4.2", &[(11, &["of the Post Road|70000|ego_item.txt|210"])]).await;
}

#[tokio::test]
async fn questions_of_nethack_are_answered() {
    check(
        "nethack",
        &[
            // Wands are 4 in 100 of the dungeon's objects, and wands of wishing 5 in 1000 of these.
            (13, &["The Long Stair, 1, normal|0.0002"]),
            // `LEVEL: "library" "L" @ (5, 4)`
            (4, &["5|25.0", "6|25.0", "7|25.0", "8|25.0"]),
            (14, &["! potions|1000", "\" amulets|1000"]),
            // Breath, fire, 36 and 24 points of damage, armour class -1 (2), strong, from afar: 8, which adds half of it.
            (27, &["fire dragon|15|19|4", "frost dragon|13|17|4"]),
            (7, &["level|0|monst.c|56", "speed|12|monst.c|56", "armor_class|7|monst.c|56"]),
            // 3 of 19 and 2 of 19.
            (
                2,
                &[
                    "7|The Long Stair, 1, 1, 8|meadow ant|1000|158|157.9",
                    "7|The Long Stair, 1, 1, 8|soot imp|1000|99|105.3",
                ],
            ),
        ],
    )
    .await;
}

/// Which treasure comes is exact. A bonus to hit is drawn from ten million steps, of which the computed chances take all numbers:
/// that moves each by at most 0.0000004 (docs/games/imoria.md).
#[tokio::test]
async fn chances_have_their_error_bound() {
    let (_folder, mut connection) = exported("imoria").await;
    let of = |metric: &str, is_so: &str| {
        format!("SELECT count(*) > 0, {is_so} FROM chances WHERE subject = 'drops' AND metric = '{metric}'")
    };
    assert_eq!(ask(&mut connection, &of("kind", "max(error_bound) = 0")).await, ["1|1"]);
    let bonus = "max(error_bound) > 0 AND max(error_bound) < 4.0001e-7";
    assert_eq!(ask(&mut connection, &of("tohit", bonus)).await, ["1|1"]);
}

/// A starter in the live database, with pools and chances at the levels of [`exported`].
async fn stored(game: &str) -> (TempDir, Store, Loaded, RevisionId) {
    let (folder, store) = crate::fixture::store().await;
    let loaded = starter(game);
    let new = NewRevision {
        slug: "ours",
        title: "Ours",
        loaded: &loaded,
        made_by: MadeBy::Import,
        note: "",
        by: None,
        now_ms: NOW,
    };
    let revision = store.import(new).await.expect("an import").revision.id;
    (folder, store, loaded, revision)
}

/// The live database has the rows of the export, table by table: at once those of the files, then pools and chances.
#[tokio::test]
async fn the_live_database_has_the_rows_of_the_export() {
    for game in games::ALL.iter().map(|game| game.id()) {
        let (folder, store, loaded, revision) = stored(game).await;
        // Another revision, so that a row of the wrong one is seen.
        let other = starter(if game == "nethack" { "imoria" } else { "nethack" });
        let new = NewRevision {
            slug: "other",
            title: "Other",
            loaded: &other,
            made_by: MadeBy::Import,
            note: "",
            by: None,
            now_ms: NOW,
        };
        store.import(new).await.expect("an import");
        let (_exported, mut export) = exported(game).await;
        let mut live = crate::fixture::raw(folder.path()).await;
        let mut compare = async |tables: &[&str]| {
            for (table, columns) in sql_tables().filter(|(table, _)| tables.contains(table)) {
                let columns = columns.join(", ");
                let of_export = ask(&mut export, &format!("SELECT {columns} FROM {table} ORDER BY {columns}")).await;
                let question =
                    format!("SELECT {columns} FROM {table} WHERE revision_id = {} ORDER BY {columns}", revision.0);
                assert!(ask(&mut live, &question).await == of_export, "{game}: {table}");
            }
        };
        compare(&[
            "files",
            "lines",
            "sorts",
            "item_types",
            "entries",
            "fields",
            "flags",
            "allocations",
            "theme_parts",
            "remarks",
        ])
        .await;
        let state = |states: Vec<ParsedState>| states.into_iter().find(|state| state.revision == revision).expect("it");
        let before = state(store.parsed_states().await.expect("states"));
        assert_eq!((before.rules_version, before.is_computed), (Some(loaded.game.rules_version()), false));
        assert!(store.sql_source(revision, &loaded).await.expect("an answer").is_none());
        let numbers = ParsedNumbers::of(&loaded, &[1, 30]);
        store.update_parsed(revision, &loaded, Some(&numbers)).await.expect("written");
        compare(&["entries", "lines", "pools", "chances"]).await;
        let after = state(store.parsed_states().await.expect("states"));
        assert!(after.is_computed && after.is_newest);
        crate::fixture::check_integrity(folder.path()).await;
    }
}

/// Every question of the page, asked of the live database's rows and of the files, has the answer of the export.
#[tokio::test]
async fn questions_have_one_answer_wherever_they_are_asked() {
    let limits =
        SqlLimits { time: std::time::Duration::from_mins(1), memory: 1 << 30, rows: usize::MAX, bytes: usize::MAX };
    for game in ["affix-branch", "angband-4.2", "nethack"] {
        let (_folder, store, loaded, revision) = stored(game).await;
        store.update_parsed(revision, &loaded, Some(&ParsedNumbers::of(&loaded, &[1, 30]))).await.expect("written");
        let of_live = store.sql_source(revision, &loaded).await.expect("an answer").expect("rows");
        let of_files = SqlSource::of_files(&loaded, &[1, 30]);
        let (_exported, mut export) = exported(game).await;
        for question in questions(game).into_iter().filter(|question| !question.contains("tallies")) {
            let expected = ask(&mut export, question).await;
            for source in [&of_live, &of_files] {
                let tables = SqlTables::new(source).expect("tables");
                let answer = tables.ask(question, limits, || false).expect(question);
                let rows: Vec<String> = answer
                    .rows
                    .iter()
                    .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join("|"))
                    .collect();
                // A whole number that is no integer has its point in the shell alone.
                let shown = |rows: &[String]| rows.iter().map(|row| row.replace(".0", "")).collect::<Vec<_>>();
                assert_eq!(shown(&rows), shown(&expected), "{game}: {question}");
            }
        }
    }
}

/// A revision that changes one file shares the rows of all others with the one before; pools and chances are those of the newest.
#[tokio::test]
async fn revisions_share_the_rows_of_files_that_stay() {
    let (folder, store, loaded, first) = stored("affix-branch").await;
    store.update_parsed(first, &loaded, Some(&ParsedNumbers::of(&loaded, &[1, 30]))).await.expect("written");
    let pieces = "SELECT count(*) FROM parsed_pieces";
    let before = crate::fixture::number(folder.path(), pieces).await;
    let mut sources = SourceSet::new();
    for file in loaded.sources.files() {
        let text = String::from_utf8(file.bytes().to_vec()).expect("text");
        let text = if file.name() == "ego_item.txt" { text.replacen(":Spiked", ":Spikey", 1) } else { text };
        sources.push(SourceFile::new(file.name(), text.into_bytes()));
    }
    let changed = loaded.game.load(sources);
    let new = NewRevision {
        slug: "ours",
        title: "Ours",
        loaded: &changed,
        made_by: MadeBy::Import,
        note: "",
        by: None,
        now_ms: NOW,
    };
    let second = store.import(new).await.expect("an import").revision.id;
    let after = crate::fixture::number(folder.path(), pieces).await;
    // The hash of the file, the entries, and the file's lines and fields.
    let of_each = "SELECT group_concat(name || ' ' || pieces, ', ') FROM (
        SELECT name, count(*) AS pieces FROM parsed_tables AS own
        WHERE NOT EXISTS (SELECT 1 FROM parsed_tables AS other
            WHERE other.sha256 = own.sha256 AND other.revision_id <> own.revision_id) AND name NOT IN ('pools', 'chances')
            AND revision_id = (SELECT max(id) FROM revisions)
        GROUP BY name ORDER BY name)";
    assert_eq!(crate::fixture::text(folder.path(), of_each).await, "entries 1, fields 1, files 1, lines 1");
    assert!(after - before <= 4, "{before} became {after}");
    let named = async |revision: RevisionId| {
        let question = format!("SELECT count(*) FROM entries WHERE revision_id = {} AND name = 'Spikey'", revision.0);
        crate::fixture::number(folder.path(), question).await
    };
    assert_eq!((named(first).await, named(second).await), (0, 1));
    store.update_parsed(second, &changed, Some(&ParsedNumbers::of(&changed, &[1, 30]))).await.expect("written");
    let computed = "SELECT group_concat(revision_id) FROM parsed_revisions WHERE is_computed";
    assert_eq!(crate::fixture::text(folder.path(), computed).await, second.0.to_string());
    let pools = "SELECT count(*) FROM (SELECT DISTINCT revision_id FROM parsed_tables WHERE name = 'pools')";
    assert_eq!(crate::fixture::number(folder.path(), pools).await, 1);
    let unused = "SELECT count(*) FROM parsed_pieces WHERE sha256 NOT IN (SELECT sha256 FROM parsed_tables)";
    assert_eq!(crate::fixture::number(folder.path(), unused).await, 0);
    store.delete_edition("ours", None, NOW).await.expect("deleted");
    assert_eq!(crate::fixture::number(folder.path(), pieces).await, 0);
}

/// The columns of the tables of docs/sql.md under a heading.
fn documented(from: &str, to: &str) -> BTreeSet<String> {
    let part = DOCS.split(from).nth(1).and_then(|rest| rest.split(to).next()).expect("a part of the page");
    let mut found = BTreeSet::new();
    let mut table = "";
    for row in part.lines().filter(|line| line.starts_with("| ") && line.contains('`')) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        table = if cells[1].is_empty() { table } else { cells[1].trim_matches('`') };
        found.extend(cells[2].split(", ").map(|column| format!("{table}.{}", column.trim_matches('`'))));
    }
    found
}

#[tokio::test]
async fn every_table_and_column_is_documented() {
    let (_folder, mut connection) = exported("affix-branch").await;
    for (kind, from, to) in [("table", "## Tables", "Views:"), ("view", "Views:", "Of each sort")] {
        let question = format!(
            "SELECT sqlite_schema.name || '.' || columns.name FROM sqlite_schema
             JOIN pragma_table_info(sqlite_schema.name) AS columns
             WHERE sqlite_schema.type = '{kind}' AND sqlite_schema.name NOT LIKE 'sqlite_%'"
        );
        let there: BTreeSet<String> = ask(&mut connection, &question).await.into_iter().collect();
        assert_eq!(there, documented(from, to));
    }
    assert_eq!(ask(&mut connection, "PRAGMA foreign_key_check").await, [""; 0]);
    assert_eq!(ask(&mut connection, "PRAGMA integrity_check").await, ["ok"]);
    assert_eq!(ask(&mut connection, "SELECT value FROM metadata WHERE key = 'title'").await, ["Ours"]);
    assert_eq!(ask(&mut connection, "PRAGMA application_id").await, ["1097234530"]);
}

/// Every line of every file is there, and an entry's lines are those of its record.
#[tokio::test]
async fn lines_are_whole() {
    for game in games::ALL.iter().map(|game| game.id()) {
        let loaded = starter(game);
        let (_folder, mut connection) = exported(game).await;
        for file in loaded.sources.files() {
            let lines: Vec<String> = (1..=file.line_count()).map(|number| file.line(number).into_owned()).collect();
            let question = format!(
                "SELECT text FROM lines JOIN files ON files.id = file_id WHERE files.name = '{}' ORDER BY number",
                file.name()
            );
            assert_eq!(ask(&mut connection, &question).await, lines, "{game}: {}", file.name());
        }
        let outside = "SELECT entries.name FROM entries WHERE first_line IS NOT NULL AND NOT EXISTS
            (SELECT 1 FROM lines WHERE lines.entry_id = entries.id AND lines.number = first_line)";
        assert_eq!(ask(&mut connection, outside).await, [""; 0], "{game}");
    }
}

/// Numbers of pools are those of the rules, for every kind.
#[tokio::test]
async fn pools_are_those_of_the_rules() {
    let (_folder, mut connection) = exported("affix-branch").await;
    // Of each pool the chances come to 1, and a chance is the weight among all.
    let wrong = "SELECT kind_id, level, affix_level FROM pools GROUP BY kind_id, level, affix_level
        HAVING abs(sum(chance) - 1) > 1e-12 OR abs(max(chance) * sum(weight) - max(weight)) > 1e-9";
    assert_eq!(ask(&mut connection, wrong).await, [""; 0]);
}

#[tokio::test]
async fn counts_of_batches_are_rows() {
    let (_folder, mut connection) = exported("affix-branch").await;
    let question = "SELECT batches.*, tallies.* FROM tallies JOIN batches ON batches.id = batch_id ORDER BY sval";
    // The first two kinds of the file, and the seed of the plan, which no signed number holds.
    let of = "7|drops|18446744073709551610|1000|as coded|1700000000000|7|10, normal|10|normal";
    let expected = ["kind|23|1|Dagger|1000|12", "kind|23|2|Main Gauche|1000|3"].map(|row| format!("{of}|{row}"));
    assert_eq!(ask(&mut connection, question).await, expected);
}
