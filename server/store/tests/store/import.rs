//! Importing: what is stored, what is stored once, and what is not stored at all.

use std::{collections::BTreeMap, fmt::Write, path::Path, time::Duration};

use affixboard_games as games;
use affixboard_model::{
    catalog,
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_store::{ImportError, Imported, MadeBy, NewRevision, RevisionId, Store, content_hash};
use sqlx::{AssertSqlSafe, Row};
use tokio::time::timeout;

use crate::fixture::{NOW, TABLES, check_integrity, execute, import, large, number, raw, rows, small, store};

fn new<'a>(slug: &'a str, loaded: &'a Loaded) -> NewRevision<'a> {
    NewRevision {
        slug,
        title: "Our variant",
        loaded,
        made_by: MadeBy::Starter,
        by: None,
        note: "as it was",
        now_ms: NOW,
    }
}

/// The same revision with a line more in its last file.
fn changed(mut loaded: Loaded) -> Loaded {
    let mut sources = SourceSet::new();
    let count = loaded.sources.files().len();
    for (at, file) in loaded.sources.files().iter().enumerate() {
        let more: &[u8] = if at + 1 == count { b"# changed\n" } else { b"" };
        sources.push(SourceFile::new(file.name(), [file.bytes(), more].concat()));
    }
    loaded.sources = sources;
    loaded
}

#[tokio::test]
async fn what_is_imported_comes_back() {
    let (folder, store) = store().await;
    let loaded = small();
    let Imported { revision, is_new } = store.import(new("v4", &loaded)).await.expect("an import");
    assert!(is_new);
    assert_eq!((revision.number, revision.parent, revision.made_by), (1, None, MadeBy::Starter));
    assert_eq!((revision.slug.as_str(), revision.title.as_str()), ("v4", "Our variant"));
    assert_eq!((revision.game.as_str(), revision.note.as_str()), ("affix-branch", "as it was"));
    assert_eq!((revision.content_hash.clone(), revision.created_at), (content_hash(&loaded), NOW));

    assert_eq!(store.revisions("v4").await.expect("revisions"), std::slice::from_ref(&revision));
    assert_eq!(store.revision("v4", Some(1)).await.expect("an answer"), Some(revision.clone()));
    assert_eq!(store.revision("v4", Some(2)).await.expect("an answer"), None);
    assert_eq!(store.revision("v3", None).await.expect("an answer"), None);

    let files = store.source_files(revision.id).await.expect("files");
    let expected: Vec<_> = loaded.sources.files().iter().map(|f| (f.name().to_owned(), f.bytes().to_vec())).collect();
    assert_eq!(files, expected);
    assert_eq!(store.diagnostics(revision.id).await.expect("diagnostics"), loaded.diagnostics);
    assert_eq!(store.type_summaries(revision.id).await.expect("summaries"), catalog::summarise(&loaded.catalog));

    let editions = store.editions().await.expect("editions");
    assert_eq!(editions.len(), 1);
    assert_eq!(editions[0].newest, revision);
    // Of the two kinds one is the program's own.
    let counts: Vec<_> =
        editions[0].entries.iter().map(|count| (count.sort.as_str(), count.entries, count.allocations)).collect();
    assert_eq!(counts, [("affix", 1, 1), ("theme", 1, 1), ("artifact", 1, 1), ("kind", 1, 2)]);
    assert_eq!((editions[0].errors, editions[0].warnings), (1, 1));
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn every_fact_is_in_the_column_of_its_name() {
    let (folder, store) = store().await;
    import(&store, &small()).await;
    let mut dump = String::new();
    for table in &TABLES[4..7] {
        let rows = sqlx::query(AssertSqlSafe(format!(
            "SELECT (SELECT group_concat(name) FROM pragma_table_info('{table}')) AS names, * FROM {table}"
        )))
        .fetch_all(&mut raw(folder.path()).await)
        .await
        .expect("rows");
        for row in rows {
            let names: String = row.get("names");
            let values = names.split(',').skip(1).map(|name| match row.try_get::<Option<i64>, _>(name) {
                Ok(Some(value)) => format!("{name}={value}"),
                Ok(None) => format!("{name}=-"),
                Err(_) => format!("{name}={:?}", row.get::<String, _>(name)),
            });
            writeln!(dump, "{table}: {}", values.collect::<Vec<_>>().join(" ")).expect("a string");
        }
    }
    assert_eq!(
        dump,
        r#"item_types: tval=23 name="sword" takes_affixes=1 kinds=1 affixes=1 allocations=1 themes=0 artifacts=1 kinds_without_affix=0
entry_counts: position=0 sort="affix" entries=1 allocations=1 positions=1
entry_counts: position=1 sort="theme" entries=1 allocations=1 positions=1
entry_counts: position=2 sort="artifact" entries=1 allocations=1 positions=1
entry_counts: position=3 sort="kind" entries=1 allocations=2 positions=2
diagnostics: position=0 rule="reversed-range" severity="warning" file_name="ego_item.txt" file=1 start_byte=12 end_byte=24 found="11 to 6" expected="a range"
diagnostics: position=1 rule="missing-file" severity="error" file_name="limits.txt" file=- start_byte=- end_byte=- found="no limits.txt" expected=""
"#
    );
}

#[tokio::test]
async fn the_same_files_make_no_second_revision() {
    let (folder, store) = store().await;
    let first = import(&store, &small()).await;
    let before = counts(folder.path()).await;
    let second = store.import(new("v4", &small())).await.expect("an import");
    assert_eq!((second.revision, second.is_new), (first.revision, false));
    assert_eq!(counts(folder.path()).await, before);
}

#[tokio::test]
async fn changed_files_make_a_child_and_share_the_rest() {
    let (folder, store) = store().await;
    let first = import(&store, &small()).await.revision;
    let second = import(&store, &changed(small())).await;
    assert!(second.is_new);
    assert_eq!((second.revision.number, second.revision.parent), (2, Some(1)));
    assert_ne!(second.revision.content_hash, first.content_hash);
    assert_eq!(rows(folder.path(), "blobs").await, 3);
    assert_eq!(rows(folder.path(), "source_files").await, 4);
    // Back to the first files: a revision again, since only the newest counts, but not a byte more.
    let third = import(&store, &small()).await.revision;
    assert_eq!((third.number, third.content_hash), (3, first.content_hash));
    assert_eq!(rows(folder.path(), "blobs").await, 3);
    let numbers: Vec<_> =
        store.revisions("v4").await.expect("revisions").iter().map(|revision| revision.number).collect();
    assert_eq!(numbers, [3, 2, 1]);
    assert_eq!(store.editions().await.expect("editions")[0].newest.number, 3);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn an_edition_keeps_its_game() {
    let (folder, store) = store().await;
    import(&store, &small()).await;
    execute(folder.path(), "UPDATE editions SET game = 'nethack'").await;
    let refused = store.import(new("v4", &changed(small()))).await.expect_err("refused");
    assert!(matches!(refused, ImportError::OtherGame { .. }));
    assert_eq!(refused.to_string(), "edition `v4` is of the game nethack, these files are of affix-branch");
    assert_eq!(rows(folder.path(), "revisions").await, 1);
}

#[tokio::test]
async fn slugs_and_titles_are_checked() {
    let (folder, store) = store().await;
    let loaded = small();
    let long = "x".repeat(65);
    for slug in ["", "V4", "a b", "a/b", "-a", "é", &long] {
        let refused = store.import(new(slug, &loaded)).await.expect_err("refused");
        assert!(matches!(refused, ImportError::BadSlug(_)), "{slug}: {refused}");
    }
    let refused = store.import(NewRevision { title: "", ..new("v4", &loaded) }).await.expect_err("refused");
    assert!(matches!(refused, ImportError::BadTitle));
    for table in TABLES {
        assert_eq!(rows(folder.path(), table).await, 0, "{table}");
    }
    for slug in ["4", "v4-2011", &long[..64]] {
        store.import(new(slug, &loaded)).await.expect("a good slug");
    }
}

#[tokio::test]
async fn an_import_that_fails_at_its_last_table_leaves_nothing() {
    let (folder, store) = store().await;
    execute(
        folder.path(),
        "CREATE TRIGGER broken BEFORE INSERT ON diagnostics WHEN new.position = 1
         BEGIN SELECT RAISE (ABORT, 'no more'); END",
    )
    .await;
    let failed = store.import(new("v4", &small())).await.expect_err("failed");
    assert!(matches!(failed, ImportError::Database(_)));
    for table in TABLES {
        assert_eq!(rows(folder.path(), table).await, 0, "{table}");
    }
    execute(folder.path(), "DROP TRIGGER broken").await;
    assert!(import(&store, &small()).await.is_new, "the connection is as good as new");
}

#[tokio::test]
async fn an_import_dropped_at_any_moment_leaves_all_or_nothing() {
    let (folder, store) = store().await;
    let loaded = large(0);
    import(&store, &loaded).await;
    let whole = counts(folder.path()).await;
    let (mut dropped, mut slugs, mut wait) = (0, 1, Duration::ZERO);
    // Ever later moments, until the import has been quicker a few times.
    for round in 0.. {
        let slug = format!("e{round}");
        let new = NewRevision { made_by: MadeBy::Import, ..new(&slug, &loaded) };
        match timeout(wait, store.import(new)).await {
            Err(_) => {
                dropped += 1;
                // A commit may be under way; the next writer waits for it.
                store.requeue_interrupted().await.expect("an answer");
                slugs += usize::from(store.revision(&slug, None).await.expect("an answer").is_some());
            }
            Ok(imported) => {
                imported.expect("an import");
                slugs += 1;
                // A machine that is busy elsewhere looks at the clock too late; it tries the early moments again.
                if dropped <= 3 {
                    wait = Duration::ZERO;
                }
            }
        }
        for (table, count) in counts(folder.path()).await {
            let shared = ["blobs", "parsed_pieces"].contains(&table);
            assert_eq!(count, whole[table] * if shared { 1 } else { slugs as i64 }, "{table} after {wait:?}");
        }
        if slugs > 3 && dropped > 3 {
            break;
        }
        assert!(round < 1000, "it was dropped {dropped} times only");
        wait += Duration::from_micros(400);
    }
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn a_revision_never_changes_but_goes_with_its_edition() {
    let (folder, store) = store().await;
    import(&store, &small()).await;
    import(&store, &changed(small())).await;
    for sql in ["UPDATE revisions SET note = 'x'", "UPDATE source_files SET name = 'x'", "UPDATE blobs SET bytes = x''"]
    {
        let refused = sqlx::query(sql).execute(&mut raw(folder.path()).await).await.expect_err("refused");
        assert!(refused.to_string().contains("never changes"), "{refused}");
    }
    execute(folder.path(), "DELETE FROM editions").await;
    for table in TABLES.iter().filter(|table| !["blobs", "acts", "parsed_pieces"].contains(table)) {
        assert_eq!(rows(folder.path(), table).await, 0, "{table}");
    }
    check_integrity(folder.path()).await;
}

#[test]
fn the_content_hash_can_be_had_from_the_shell() {
    // (echo affix-branch; sha256sum ego_item.txt object.txt) | sha256sum
    assert_eq!(content_hash(&small()), "de86cfedf9ce9f452140abf3a0a890bca40feeaf5010bb91e44cade35690a117");
}

#[tokio::test]
async fn many_may_read_and_write_at_once() {
    let (folder, store) = store().await;
    let tasks: Vec<_> = (0..12)
        .map(|n| {
            let store: Store = store.clone();
            tokio::spawn(async move {
                let slug = format!("e{}", n % 4);
                let imported = store.import(new(&slug, &large(n))).await.expect("an import");
                store.source_files(imported.revision.id).await.expect("files");
                assert!(!store.editions().await.expect("editions").is_empty());
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no panic");
    }
    assert_eq!(rows(folder.path(), "revisions").await, 12);
    assert_eq!(number(folder.path(), "SELECT max(number) FROM revisions").await, 3);
    assert!(store.source_files(RevisionId(99)).await.expect("an answer").is_empty());
}

async fn counts(folder: &Path) -> BTreeMap<&'static str, i64> {
    let mut counts = BTreeMap::new();
    for table in TABLES {
        counts.insert(*table, rows(folder, table).await);
    }
    counts
}

/// The shipped files, each put through `edit`, as their game reads them.
fn starter(mut edit: impl FnMut(Vec<u8>) -> Vec<u8>) -> Loaded {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/affix-branch");
    let game = games::find("affix-branch").expect("a game");
    let mut sources = SourceSet::new();
    // Files of monsters don't ship.
    for file in game.files().iter().filter(|file| file.required || Path::new(folder).join(file.name).exists()) {
        let bytes = std::fs::read(format!("{folder}/{}", file.name)).expect("a starter file");
        sources.push(SourceFile::new(file.name, edit(bytes)));
    }
    game.load(sources)
}

/// What ships must fit the tables; the catalogs made by hand elsewhere don't prove that.
#[tokio::test]
async fn the_starter_edition_imports() {
    let loaded = starter(|bytes| bytes);
    let (folder, store) = store().await;
    let revision = import(&store, &loaded).await.revision;
    assert_eq!(store.diagnostics(revision.id).await.expect("diagnostics"), loaded.diagnostics);
    assert_eq!(store.type_summaries(revision.id).await.expect("summaries"), catalog::summarise(&loaded.catalog));
    // `grep -c '^N:'` of the four files.
    let counts = &store.editions().await.expect("editions")[0].entries;
    let counts: Vec<_> = counts.iter().map(|count| (count.sort.as_str(), count.entries)).collect();
    assert_eq!(counts, [("affix", 139), ("theme", 33), ("artifact", 68), ("kind", 278)]);
    check_integrity(folder.path()).await;
}

/// The parser never fails, so a constraint must not either.
#[tokio::test]
async fn files_with_any_damage_import() {
    let mut state = 7_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (folder, store) = store().await;
    for _ in 0..25 {
        let loaded = starter(|mut bytes| {
            for _ in 0..60 {
                let at = random(bytes.len());
                match random(3) {
                    0 => bytes[at] = b"0123456789:-\n\r N\xe9"[random(17)],
                    1 => drop(bytes.remove(at)),
                    _ => bytes.extend_from_within(at..bytes.len().min(at + 200)),
                }
            }
            bytes
        });
        let revision = import(&store, &loaded).await.revision;
        assert_eq!(store.diagnostics(revision.id).await.expect("diagnostics"), loaded.diagnostics);
    }
    check_integrity(folder.path()).await;
}
