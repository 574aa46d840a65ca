//! Revisions made by hand, and a look into the file past the store.

use std::{fs, num::NonZeroU64, path::Path, sync::Arc};

use affixboard_games as games;
use affixboard_model::{
    batch::{CellTally, Detail, KeySpace, Metric, Names, Plan, Shard},
    catalog::{
        Affix, AffixId, Allocation, Artifact, Catalog, ItemType, Kind, KindAllocation, KindId, Role, Theme, ThemePart,
    },
    game::{Forge, Loaded, Model, Switches},
    text::{Diagnostic, FileId, Rule, SourceFile, SourceSet, Span},
};
use affixboard_store::{Imported, MadeBy, NewRevision, Store};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;
use tokio::sync::OnceCell;

pub(crate) const NOW: i64 = 1_700_000_000_000;

/// The bytes of an empty database, made once per process: copying them is quicker than migrating a new file.
static EMPTY: OnceCell<Vec<u8>> = OnceCell::const_new();

/// A folder that goes with the test, and a store in it.
pub(crate) async fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.db");
    let empty = EMPTY.get_or_init(async || {
        let (folder, store) = new_store().await;
        store.close().await;
        fs::read(folder.path().join("a.db")).expect("the closed database")
    });
    fs::write(&path, empty.await).expect("a copy");
    let store = Store::open(&path).await.expect("the copied database");
    (folder, store)
}

/// The same of a file that the store makes and migrates itself.
pub(crate) async fn new_store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("a.db")).await.expect("a new database");
    (folder, store)
}

/// A connection past the store.
pub(crate) async fn raw(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("a.db"));
    SqliteConnection::connect_with(&options).await.expect("a connection")
}

pub(crate) async fn execute(folder: &Path, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&mut raw(folder).await).await.expect(sql);
}

pub(crate) async fn number(folder: &Path, sql: impl Into<String>) -> i64 {
    let query = sqlx::query_scalar(AssertSqlSafe(sql.into()));
    query.fetch_one(&mut raw(folder).await).await.expect("a number")
}

pub(crate) async fn text(folder: &Path, sql: &'static str) -> String {
    sqlx::query_scalar(sql).fetch_one(&mut raw(folder).await).await.expect("a text")
}

pub(crate) const TABLES: &[&str] = &[
    "editions",
    "revisions",
    "blobs",
    "source_files",
    "item_types",
    "entry_counts",
    "diagnostics",
    "batches",
    "shards",
    "tallies",
    "tally_keys",
    "profiles",
    "profile_versions",
    "gap_limits",
    "balance_tests",
    "game_statistics",
    "own_counts",
    "accounts",
    "sessions",
    "invitations",
    "api_tokens",
    "second_factors",
    "recovery_codes",
    "identities",
    "acts",
    "proposals",
    "proposal_revisions",
    "drafts",
    "draft_steps",
    "comments",
    "verdicts",
    "looks",
    "uploads",
    "upload_files",
    "parsed_pieces",
    "parsed_tables",
    "parsed_revisions",
];

/// The schema that a table came with.
pub(crate) fn since(table: &str) -> usize {
    match table {
        "entry_counts" => 4,
        "uploads" | "upload_files" => 5,
        "game_statistics" => 7,
        "balance_tests" => 8,
        "second_factors" | "recovery_codes" | "identities" => 9,
        "parsed_pieces" | "parsed_tables" | "parsed_revisions" => 10,
        "own_counts" => 11,
        _ => 1,
    }
}

/// How many rows a table has.
pub(crate) async fn rows(folder: &Path, table: &str) -> i64 {
    number(folder, format!("SELECT count(*) FROM {table}")).await
}

/// Panics where `SQLite` finds anything wrong with the file.
pub(crate) async fn check_integrity(folder: &Path) {
    let mut connection = raw(folder).await;
    let problems: Vec<String> =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut connection).await.expect("a check");
    assert_eq!(problems, ["ok"]);
    let dangling = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.expect("a check");
    assert!(dangling.is_empty());
}

/// The model is the rules' and no business of the store.
#[derive(Debug)]
struct NoModel;

impl Model for NoModel {
    fn forge_for(&self, _: Detail) -> Arc<dyn Forge> {
        unreachable!("the store compiles no rules")
    }
}

pub(crate) fn span(file: u16, start: u32, end: u32) -> Span {
    Span { file: FileId(file), start, end }
}

fn loaded(files: &[(&str, &[u8])], catalog: Catalog, diagnostics: Vec<Diagnostic>) -> Loaded {
    let mut sources = SourceSet::new();
    for (name, bytes) in files {
        sources.push(SourceFile::new(*name, bytes.to_vec()));
    }
    Loaded {
        game: games::find("affix-branch").expect("a game"),
        switches: Switches::coded(),
        sources,
        catalog: Arc::new(catalog),
        foreign: None,
        diagnostics,
        model: Box::new(NoModel),
    }
}

/// One of everything, with a different number in every place.
pub(crate) fn small() -> Loaded {
    let catalog = Catalog {
        item_types: vec![ItemType { tval: 23, name: "sword".to_owned(), takes_affixes: true }],
        kinds: vec![
            Kind {
                index: 7,
                tval: 23,
                sval: 4,
                name: "Main Gauche".to_owned(),
                level: -3,
                allocations: vec![
                    KindAllocation { commonness: 40, min: 5, max: 70, line: span(0, 20, 30) },
                    KindAllocation { commonness: 41, min: 60, max: 71, line: span(0, 31, 32) },
                ],
                good: true,
                flags: vec!["SHOW_MODS", "IGNORE_ACID"],
                record: Some(span(0, 10, 60)),
            },
            Kind {
                index: 500,
                tval: 45,
                sval: 9,
                name: "Ring".to_owned(),
                level: 0,
                allocations: vec![],
                good: false,
                flags: vec![],
                record: None,
            },
        ],
        affixes: vec![Affix {
            index: 3,
            name: "of \"Westernesse\"".to_owned(),
            role: Some(Role::Suffix),
            flags: vec!["SUST_STR"],
            allocations: vec![Allocation {
                tval: 23,
                min_sval: 1,
                max_sval: 99,
                affix_level: 2,
                commonness: 300,
                min: 11,
                max: 6,
                line: span(1, 12, 24),
            }],
            record: span(1, 2, 33),
        }],
        themes: vec![Theme {
            index: 8,
            name: "Nain \u{e9}".to_owned(),
            role: None,
            allocations: vec![Allocation {
                tval: 22,
                min_sval: 13,
                max_sval: 14,
                affix_level: 0,
                commonness: 0,
                min: 15,
                max: 16,
                line: span(1, 50, 51),
            }],
            parts: vec![ThemePart { affix: AffixId(0), weight: 17, chance: 100, line: span(1, 52, 53) }],
            record: span(1, 40, 54),
        }],
        artifacts: vec![Artifact {
            index: 18,
            name: "'Ringil'".to_owned(),
            tval: 23,
            sval: 19,
            allocations: vec![KindAllocation { commonness: 21, min: 25, max: 26, line: span(0, 70, 71) }],
            record: span(0, 65, 72),
        }],
    };
    let diagnostics = vec![
        Diagnostic {
            rule: Rule::ReversedRange,
            file: "ego_item.txt".to_owned(),
            span: Some(span(1, 12, 24)),
            found: "11 to 6".to_owned(),
            expected: "a range".to_owned(),
        },
        Diagnostic {
            rule: Rule::MissingFile,
            file: "limits.txt".to_owned(),
            span: None,
            found: "no limits.txt".to_owned(),
            expected: String::new(),
        },
    ];
    loaded(
        &[("object.txt", b"N:7:& Main Gauche~\r\n\xe9\0"), ("ego_item.txt", b"N:3:of Westernesse\n")],
        catalog,
        diagnostics,
    )
}

/// The same with another text for every `version`.
pub(crate) fn small_version(version: u32) -> Loaded {
    let mut loaded = small();
    let mut sources = SourceSet::new();
    sources.push(loaded.sources.files()[0].clone());
    sources.push(SourceFile::new("ego_item.txt", format!("N:3:of Westernesse\n# {version}\n").into_bytes()));
    loaded.sources = sources;
    loaded
}

/// About as much as a real revision: 800 entries and 100 kB of text, other text for every `version`.
pub(crate) fn large(version: u32) -> Loaded {
    let at = span(0, 0, 10);
    let line = |n: u32| Allocation {
        tval: (n % 40) as u16,
        min_sval: 0,
        max_sval: 99,
        affix_level: (n % 3) as u8,
        commonness: 10 + n,
        min: n % 50,
        max: 100,
        line: at,
    };
    let drawn = KindAllocation { commonness: 30, min: 1, max: 100, line: at };
    let catalog = Catalog {
        item_types: (0..40)
            .map(|tval| ItemType { tval, name: format!("type {tval}"), takes_affixes: tval % 2 == 0 })
            .collect(),
        kinds: (0..400)
            .map(|n| Kind {
                index: n,
                tval: (n % 40) as u16,
                sval: (n / 40) as u16,
                name: format!("Kind {n}"),
                level: 5,
                allocations: vec![drawn],
                good: n % 2 == 0,
                flags: vec!["SHOW_MODS", "IGNORE_ACID"],
                record: Some(at),
            })
            .collect(),
        affixes: (0..130)
            .map(|n| Affix {
                index: n,
                name: format!("of Affix {n}"),
                role: Some(Role::Prefix),
                flags: vec!["SUST_STR"],
                allocations: (0..6).map(|k| line(n + k)).collect(),
                record: at,
            })
            .collect(),
        themes: (0..50)
            .map(|n| Theme {
                index: n,
                name: format!("of Theme {n}"),
                role: Some(Role::Suffix),
                allocations: (0..2).map(|k| line(n + k)).collect(),
                parts: (0..5).map(|k| ThemePart { affix: AffixId(n + k), weight: k, chance: 100, line: at }).collect(),
                record: at,
            })
            .collect(),
        artifacts: (0..130)
            .map(|n| Artifact {
                index: n,
                name: format!("'Artifact {n}'"),
                tval: (n % 40) as u16,
                sval: 3,
                allocations: vec![drawn],
                record: at,
            })
            .collect(),
    };
    let diagnostics = (0..20)
        .map(|n| Diagnostic {
            rule: Rule::ALL[n % Rule::ALL.len()],
            file: "object.txt".to_owned(),
            span: Some(at),
            found: format!("number {n}"),
            expected: "something else".to_owned(),
        })
        .collect();
    let text = |name| format!("# {name} {version}\n").repeat(2500).into_bytes();
    let (first, second) = (text("object"), text("ego_item"));
    loaded(&[("object.txt", &first), ("ego_item.txt", &second)], catalog, diagnostics)
}

/// Imports into the edition `v4`.
pub(crate) async fn import(store: &Store, loaded: &Loaded) -> Imported {
    let title = "Our variant";
    let new = NewRevision { slug: "v4", title, loaded, made_by: MadeBy::Import, by: None, note: "", now_ms: NOW };
    store.import(new).await.expect("an import")
}

pub(crate) fn plan(depths: &[u32], kinds: &[u32], drops: u64) -> Plan {
    Plan {
        target: None,
        depths: depths.to_vec(),
        qualities: vec![0, 2],
        kinds: kinds.iter().copied().map(KindId).collect(),
        drops: NonZeroU64::new(drops).expect("drops"),
        seed: u64::MAX - 5,
        switches: Switches::kept(vec!["some-quirk".to_owned()]),
        detail: Detail::Full,
    }
}

/// Keys of every sort of entry over [`small`]'s catalog: 2 kinds, then affix per kind, theme, artifact, two fixed.
pub(crate) fn keys() -> KeySpace {
    let catalog = small().catalog;
    let mut keys = KeySpace::new(catalog);
    let both: Arc<[KindId]> = [KindId(0), KindId(1)].into();
    keys.push(Metric::KIND, both.clone(), Names::Kind);
    keys.push(Metric::AFFIX, both, Names::Affixes);
    keys.push(Metric::THEME, [].into(), Names::Themes);
    keys.push(Metric::ARTIFACT, [].into(), Names::Artifacts);
    keys.push(Metric::NAFFIXES, [].into(), Names::Fixed(vec!["0".to_owned(), "1".to_owned()]));
    keys
}

/// Counts that differ from shard to shard and never mention key 1.
pub(crate) fn counted(shard: &Shard) -> CellTally {
    let first = u64::from(shard.cell.depth) * 1000 + u64::from(shard.piece) + 1;
    let counts = [0, 2, 3, 4, 5, 6, 7].map(|key| (key, first + u64::from(key)));
    CellTally { drops: shard.drops, counts: counts.to_vec() }
}
