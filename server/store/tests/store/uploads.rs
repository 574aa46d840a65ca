//! Uploads that wait to be imported.

use affixboard_store::{ImportError, MadeBy, NewRevision, NewUpload, SeenUpload, UploadFiles, UploadRefused};

use crate::{
    fixture::{NOW, check_integrity, rows, small, small_version, store},
    proposals::{ANN, BOB, team},
};

const DAY: i64 = 86_400_000;

fn files(names: &[(&str, &[u8])]) -> UploadFiles {
    names.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect()
}

fn upload(files: &UploadFiles, by: Option<affixboard_store::AccountId>, now_ms: i64) -> NewUpload<'_> {
    NewUpload { slug: "ours", title: "Ours", game: "", files, by, now_ms }
}

#[tokio::test]
async fn files_wait_for_their_owner_and_single_ones_are_replaced() {
    let (folder, store, _) = team().await;
    let acts = store.audit_log(None, 100).await.expect("the log").len();
    let first = files(&[("ego_item.txt", b"N:1:a"), ("object.txt", b"\xff\0")]);
    let id = store.add_upload(upload(&first, Some(ANN), NOW)).await.expect("kept");
    assert_eq!(store.upload(id, Some(BOB), NOW).await.expect("an answer"), None, "nobody else sees it");
    let found = store.upload(id, Some(ANN), NOW).await.expect("an answer").expect("an upload");
    assert_eq!((found.slug.as_str(), found.version, found.files, found.bytes), ("ours", 1, 2, 7));
    assert_eq!(store.upload_files(id).await.expect("files"), first);

    let other = files(&[("Object.txt", b"new")]);
    store.change_upload(id, 1, upload(&other, Some(BOB), NOW)).await.expect_err("not theirs");
    store.change_upload(id, 1, upload(&other, Some(ANN), NOW + 1)).await.expect("changed");
    let refused = store.change_upload(id, 1, upload(&other, Some(ANN), NOW)).await.expect_err("refused");
    assert!(matches!(refused, UploadRefused::Changed), "{refused:?}");
    let expected = files(&[("ego_item.txt", b"N:1:a"), ("Object.txt", b"new")]);
    assert_eq!(store.upload_files(id).await.expect("files"), expected);

    // Discarding somebody else's changes nothing.
    store.discard_upload(id, Some(BOB)).await.expect("nothing");
    assert_eq!(store.uploads(Some(ANN), NOW).await.expect("uploads").len(), 1);
    store.discard_upload(id, Some(ANN)).await.expect("discarded");
    store.discard_upload(id, Some(ANN)).await.expect("again");
    assert_eq!(rows(folder.path(), "upload_files").await, 0);
    assert_eq!(store.audit_log(None, 100).await.expect("the log").len(), acts, "none of it is an act");
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn uploads_are_few_and_go_after_a_day() {
    let (folder, store) = store().await;
    let small = files(&[("a.txt", b"a")]);
    for _ in 0..4 {
        store.add_upload(upload(&small, None, NOW)).await.expect("kept");
    }
    let refused = store.add_upload(upload(&small, None, NOW + DAY)).await.expect_err("refused");
    assert_eq!(refused.to_string(), "there are 4 uploads of yours that wait, which is the most there can be");
    store.remove_old_uploads(NOW + DAY).await.expect("looked");
    assert_eq!(store.uploads(None, NOW + DAY).await.expect("uploads").len(), 4);
    assert_eq!(store.uploads(None, NOW + DAY + 1).await.expect("uploads"), [], "too old to be seen");
    assert_eq!(rows(folder.path(), "uploads").await, 4);
    store.remove_old_uploads(NOW + DAY + 1).await.expect("removed");
    assert_eq!((rows(folder.path(), "uploads").await, rows(folder.path(), "upload_files").await), (0, 0));

    let large: UploadFiles = (0..9).map(|n| (format!("{n}.txt"), vec![b'#'; 32 << 20])).collect();
    let refused = store.add_upload(upload(&large, None, NOW)).await.expect_err("refused");
    assert!(matches!(refused, UploadRefused::Full), "{refused:?}");
    assert_eq!(rows(folder.path(), "upload_files").await, 0);
}

#[tokio::test]
async fn an_upload_is_imported_as_it_was_looked_at_and_goes_with_it() {
    let (folder, store) = store().await;
    let sent = files(&[("a.txt", b"a")]);
    let id = store.add_upload(upload(&sent, None, NOW)).await.expect("kept");
    let loaded = small();
    let new = NewRevision {
        slug: "ours",
        title: "Ours",
        loaded: &loaded,
        made_by: MadeBy::Import,
        note: "",
        by: None,
        now_ms: NOW,
    };
    let seen = SeenUpload { id, version: 1, newest: 0 };
    for (seen, message) in [
        (SeenUpload { newest: 1, ..seen }, "edition `ours` got r0 meanwhile; look at what the files change in it"),
        (SeenUpload { version: 2, ..seen }, "the upload was changed or is gone meanwhile; look at it again"),
    ] {
        let refused = store.import_upload(new, seen).await.expect_err("refused");
        assert_eq!(refused.to_string(), message);
        assert_eq!(rows(folder.path(), "editions").await, 0);
    }
    assert_eq!(store.import_upload(new, seen).await.expect("imported").revision.number, 1);
    assert_eq!(rows(folder.path(), "uploads").await, 0);

    let id = store.add_upload(upload(&sent, None, NOW)).await.expect("kept");
    let (loaded, seen) = (small_version(2), SeenUpload { id, version: 1, newest: 0 });
    let refused = store.import_upload(NewRevision { loaded: &loaded, ..new }, seen).await.expect_err("refused");
    assert!(matches!(refused, ImportError::NewerRevision { newest: 1, .. }), "{refused:?}");
    let seen = SeenUpload { newest: 1, ..seen };
    let imported = store.import_upload(NewRevision { loaded: &loaded, ..new }, seen).await.expect("imported");
    assert_eq!(imported.revision.number, 2);
}
