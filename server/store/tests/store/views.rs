//! Views: short links to sheets, and names of some.

use affixboard_store::{ViewError, ViewId};

use crate::fixture::{NOW, check_integrity, rows, store};

const SWORDS: &str = "/editions/v4/revisions/1/types/23?q=slay&sort=-30";

#[tokio::test]
async fn an_address_has_one_number_and_keeps_it() {
    let (folder, store) = store().await;
    let view = store.keep_view(SWORDS, None, NOW).await.expect("kept");
    assert_eq!((view.id, view.path.as_str(), view.name.as_deref(), view.created_at), (ViewId(1), SWORDS, None, NOW));
    assert_eq!(store.keep_view(SWORDS, None, NOW + 1).await.expect("kept"), view);
    assert_eq!(store.keep_view("/batches/1/types/23", None, NOW).await.expect("kept").id, ViewId(2));
    assert_eq!(store.view(ViewId(1)).await.expect("an answer"), Some(view));
    assert_eq!(store.view(ViewId(3)).await.expect("an answer"), None);
    assert!(store.views().await.expect("an answer").is_empty(), "none has a name");
    assert_eq!(rows(folder.path(), "views").await, 2);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn names_are_given_changed_and_taken() {
    let (_folder, store) = store().await;
    for path in ["/a", "/b", "/c"] {
        store.keep_view(path, None, NOW).await.expect("kept");
    }
    store.name_view(ViewId(1), Some("Swords"), None, NOW).await.expect("named");
    store.name_view(ViewId(2), Some("cloaks"), None, NOW).await.expect("named");
    let names = async || -> Vec<(i64, String)> {
        let views = store.views().await.expect("an answer").into_iter();
        views.map(|view| (view.id.0, view.name.expect("a name"))).collect()
    };
    assert_eq!(names().await, [(2, "cloaks".to_owned()), (1, "Swords".to_owned())]);
    let refused = store.name_view(ViewId(3), Some("SWORDS"), None, NOW).await.expect_err("taken");
    assert_eq!(refused.to_string(), "there is a view `SWORDS` already");
    // Another case of its own name is no other's.
    store.name_view(ViewId(1), Some("SWORDS"), None, NOW).await.expect("named");
    store.name_view(ViewId(2), None, None, NOW).await.expect("without a name");
    assert_eq!(names().await, [(1, "SWORDS".to_owned())]);
    assert_eq!(store.keep_view("/a", None, NOW).await.expect("kept").name.as_deref(), Some("SWORDS"));
    assert!(matches!(store.name_view(ViewId(9), Some("x"), None, NOW).await, Err(ViewError::NotFound(ViewId(9)))));
}

#[tokio::test]
async fn what_is_no_address_or_no_name_is_refused() {
    let (folder, store) = store().await;
    let long = format!("/{}", "a".repeat(2000));
    for path in ["", "/", "//evil.example/", "/\\evil.example", "https://evil.example/", "/a b", "/a\nb", &long] {
        let refused = store.keep_view(path, None, NOW).await.expect_err(path);
        assert!(matches!(refused, ViewError::BadPath(_)), "{path}: {refused}");
    }
    store.keep_view("/a", None, NOW).await.expect("kept");
    for name in ["", " x", "x ", "a\nb", &"x".repeat(61)] {
        let refused = store.name_view(ViewId(1), Some(name), None, NOW).await.expect_err(name);
        assert!(matches!(refused, ViewError::BadName(_)), "{name}: {refused}");
    }
    assert_eq!(rows(folder.path(), "views").await, 1);
}
