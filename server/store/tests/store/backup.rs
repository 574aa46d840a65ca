//! Backups: whole, of one moment, and refused where they are not.

use affixboard_store::{BackupError, Contents, MigrationError, Store, backup, restore, verify};

use crate::{
    fixture::{NOW, check_integrity, execute, import, number, raw, small, store},
    proposals::{new, team},
};

#[tokio::test]
async fn a_backup_has_what_was_there_and_a_restore_keeps_what_is() {
    let (folder, store, base) = team().await;
    let (database, copy) = (folder.path().join("a.db"), folder.path().join("copy.db"));
    let proposal = store.propose(new(&base)).await.expect("a proposal");
    let expected = Contents {
        editions: 1,
        revisions: 1,
        proposals: 1,
        accounts: 3,
        acts: 7,
        ..verify(&database).await.expect("sound")
    };
    assert_eq!(backup(&database, &copy, false).await.expect("copied"), expected);
    let again = backup(&database, &copy, false).await.expect_err("there");
    assert!(matches!(again, BackupError::Exists(_)), "{again}");

    store.keep_view("/a", None, NOW).await.expect("kept");
    backup(&database, &copy, true).await.expect("copied again");
    store.keep_view("/b", None, NOW).await.expect("kept");
    store.close().await;
    let (contents, kept) = restore(&copy, &database, "now").await.expect("restored");
    assert_eq!(contents.acts, 8);
    check_integrity(folder.path()).await;
    let store = Store::open(&database).await.expect("opened");
    assert_eq!(
        store.proposal(proposal).await.expect("an answer").map(|proposal| proposal.title).as_deref(),
        Some("Rarer rings")
    );
    assert_eq!(number(folder.path(), "SELECT count(*) FROM views").await, 1);
    let kept = kept.expect("the database from before");
    assert_eq!(verify(&kept).await.expect("sound").acts, 9);
    store.close().await;
    let second = restore(&copy, &database, "now").await.expect_err("the name is taken");
    assert!(matches!(second, BackupError::Exists(_)), "{second}");
}

#[tokio::test]
async fn what_is_not_whole_is_found() {
    let (folder, store) = store().await;
    import(&store, &small()).await;
    let database = folder.path().join("a.db");
    let problems = async || match verify(&database).await.expect_err("damaged") {
        BackupError::Damaged { problems, .. } => problems.join("; "),
        other => panic!("{other}"),
    };

    execute(folder.path(), "DROP TRIGGER blobs_never_change; UPDATE blobs SET bytes = x'00' WHERE rowid = 1").await;
    assert!(problems().await.contains("has other bytes"), "{}", problems().await);
    assert!(
        backup(&database, &folder.path().join("copy.db"), false).await.is_err(),
        "nothing damaged is called a backup"
    );
    assert!(!folder.path().join("copy.db").exists() && !folder.path().join("copy.db.part").exists());

    let mut connection = raw(folder.path()).await;
    sqlx::raw_sql("PRAGMA foreign_keys = OFF; DELETE FROM editions").execute(&mut connection).await.expect("deleted");
    assert!(problems().await.contains("a row of revisions has none in editions"), "{}", problems().await);
}

#[tokio::test]
async fn backups_of_later_programs_and_of_others_are_refused() {
    let (folder, store) = store().await;
    let (database, copy) = (folder.path().join("a.db"), folder.path().join("copy.db"));
    store.close().await;
    backup(&database, &copy, false).await.expect("copied");
    execute(
        folder.path(),
        "INSERT INTO migrations SELECT 99, '0099_future', sha256, applied_at FROM migrations WHERE id = 1",
    )
    .await;
    let newer =
        |error: &BackupError| matches!(error, BackupError::Migration(MigrationError::NewerDatabase { found: 99, .. }));
    for refused in [
        verify(&database).await.expect_err("newer"),
        backup(&database, &folder.path().join("newer.db"), false).await.expect_err("newer"),
        restore(&database, &copy, "now").await.expect_err("newer"),
    ] {
        assert!(newer(&refused), "{refused}");
    }
    verify(&copy).await.expect("as it was");

    let other = folder.path().join("other.db");
    std::fs::write(&other, "").expect("a file");
    assert!(matches!(verify(&other).await, Err(BackupError::Foreign(_))));
    let missing = folder.path().join("missing.db");
    assert!(matches!(verify(&missing).await, Err(BackupError::Unreadable { .. })));
    assert!(!missing.exists());
}
