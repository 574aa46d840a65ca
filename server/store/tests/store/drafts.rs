//! Drafts: steps, versions, and who may have how many.

use affixboard_store::{AccountId, Draft, DraftError, DraftOf, ProposalId, Revision, RevisionId, SaveDraft, Store};

use crate::{
    accounts::first,
    fixture::{NOW, check_integrity, import, large, number, rows, small, store},
};

/// A draft of a new proposal as Ann saves it.
fn save<'a>(revision: &Revision, version: u32, changes: &'a str) -> SaveDraft<'a> {
    SaveDraft {
        author: Some(AccountId(1)),
        of: DraftOf::New(revision.edition_id),
        version,
        base: revision.id,
        revision: 0,
        title: "",
        description: "",
        changes,
        now_ms: NOW,
    }
}

/// Version, changes, whether it can be undone and redone.
fn state(draft: &Draft) -> (u32, &str, bool, bool) {
    (draft.version, &draft.changes, draft.can_undo, draft.can_redo)
}

#[tokio::test]
async fn a_draft_has_steps() {
    let (folder, store) = store().await;
    let ann = Some(first(&store).await);
    let base = import(&store, &small()).await.revision;
    let of = DraftOf::New(base.edition_id);
    assert_eq!(store.draft(ann, of).await.expect("an answer"), None);

    let draft = store.save_draft(save(&base, 0, "one")).await.expect("a draft");
    assert_eq!(state(&draft), (1, "one", true, false));
    assert_eq!((draft.author, draft.of, draft.base, draft.revision), (ann, of, base.id, 0));
    let draft = store.save_draft(save(&base, 1, "two")).await.expect("a draft");
    assert_eq!(state(&draft), (2, "two", true, false));
    // Other words are no step.
    let named = SaveDraft { title: "Title", description: "Why", now_ms: NOW + 1, ..save(&base, 2, "two") };
    let draft = store.save_draft(named).await.expect("a draft");
    assert_eq!((draft.title.as_str(), draft.description.as_str(), draft.updated_at), ("Title", "Why", NOW + 1));

    let draft = store.undo_draft(ann, of, 3, NOW).await.expect("a draft");
    assert_eq!(state(&draft), (4, "one", true, true));
    let draft = store.undo_draft(ann, of, 4, NOW).await.expect("a draft");
    assert_eq!(state(&draft), (5, "", false, true));
    let draft = store.undo_draft(ann, of, 5, NOW).await.expect("nothing to undo");
    assert_eq!(state(&draft), (5, "", false, true));
    let draft = store.redo_draft(ann, of, 5, NOW).await.expect("a draft");
    assert_eq!(state(&draft), (6, "one", true, true));
    assert_eq!(draft.title, "Title");
    // What was undone goes when something else is done.
    let draft = store.save_draft(save(&base, 6, "three")).await.expect("a draft");
    assert_eq!(state(&draft), (7, "three", true, false));
    let draft = store.redo_draft(ann, of, 7, NOW).await.expect("nothing to redo");
    assert_eq!(state(&draft), (7, "three", true, false));
    assert_eq!(store.draft(ann, of).await.expect("an answer"), Some(draft));

    store.discard_draft(ann, of, 7).await.expect("gone");
    assert_eq!(store.draft(ann, of).await.expect("an answer"), None);
    assert_eq!((rows(folder.path(), "drafts").await, rows(folder.path(), "draft_steps").await), (0, 0));
    assert_eq!(number(folder.path(), "SELECT count(*) FROM acts WHERE what LIKE '%draft%'").await, 0, "private");
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn steps_remember_their_base() {
    let (_folder, store) = store().await;
    let ann = Some(first(&store).await);
    let base = import(&store, &small()).await.revision;
    let newer = import(&store, &large(1)).await.revision;
    let of = DraftOf::New(base.edition_id);
    store.save_draft(save(&base, 0, "one")).await.expect("a draft");
    let draft = store.save_draft(save(&newer, 1, "one")).await.expect("a draft");
    assert_eq!((draft.base, draft.can_undo), (newer.id, true));
    let draft = store.undo_draft(ann, of, 2, NOW).await.expect("a draft");
    assert_eq!((draft.base, draft.changes.as_str()), (base.id, "one"));
}

#[tokio::test]
async fn who_saves_what_they_read_long_ago_is_told() {
    let (_folder, store) = store().await;
    let ann = Some(first(&store).await);
    let base = import(&store, &small()).await.revision;
    let of = DraftOf::New(base.edition_id);
    store.save_draft(save(&base, 0, "one")).await.expect("a draft");
    let before = store.draft(ann, of).await.expect("an answer");
    for version in [0, 2] {
        let refused = store.save_draft(save(&base, version, "lost?")).await.expect_err("moved");
        assert!(matches!(refused, DraftError::Changed { newest: 1 }), "{refused}");
        let refused = store.undo_draft(ann, of, version, NOW).await.expect_err("moved");
        assert!(matches!(refused, DraftError::Changed { newest: 1 }), "{refused}");
        let refused = store.redo_draft(ann, of, version, NOW).await.expect_err("moved");
        assert!(matches!(refused, DraftError::Changed { newest: 1 }), "{refused}");
        let refused = store.discard_draft(ann, of, version).await.expect_err("moved");
        assert!(matches!(refused, DraftError::Changed { newest: 1 }), "{refused}");
    }
    assert_eq!(store.draft(ann, of).await.expect("an answer"), before);
    store.discard_draft(ann, of, 1).await.expect("gone");
    let refused = store.save_draft(save(&base, 1, "lost?")).await.expect_err("gone");
    assert!(matches!(refused, DraftError::Changed { newest: 0 }), "{refused}");
}

#[tokio::test]
async fn of_concurrent_saves_one_is_kept_and_the_others_are_told() {
    let (_folder, store) = store().await;
    let ann = Some(first(&store).await);
    let base = import(&store, &small()).await.revision;
    let saving = |store: Store, base: Revision, version, changes: String| {
        tokio::spawn(async move { store.save_draft(save(&base, version, &changes)).await })
    };
    for version in [0, 1, 2] {
        let all: Vec<_> =
            (0..8).map(|n| saving(store.clone(), base.clone(), version, format!("{version} by {n}"))).collect();
        let mut kept = Vec::new();
        for one in all {
            match one.await.expect("no panic") {
                Ok(draft) => kept.push(draft),
                Err(DraftError::Changed { newest }) => assert_eq!(newest, version + 1),
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(kept.len(), 1);
        let draft = store.draft(ann, DraftOf::New(base.edition_id)).await.expect("an answer");
        assert_eq!(draft.as_ref(), kept.first());
    }
}

#[tokio::test]
async fn drafts_are_one_per_person_and_purpose() {
    let (_folder, store) = store().await;
    let ann = first(&store).await;
    let base = import(&store, &small()).await.revision;
    store.save_draft(save(&base, 0, "Ann's")).await.expect("a draft");
    let local = SaveDraft { author: None, ..save(&base, 0, "somebody's") };
    store.save_draft(local).await.expect("a draft");
    let refused = store.save_draft(local).await.expect_err("there is one");
    assert!(matches!(refused, DraftError::Changed { newest: 1 }), "{refused}");
    let of = |drafts: Vec<Draft>| drafts.into_iter().map(|draft| draft.changes).collect::<Vec<_>>();
    assert_eq!(of(store.drafts(Some(ann)).await.expect("drafts")), ["Ann's"]);
    assert_eq!(of(store.drafts(None).await.expect("drafts")), ["somebody's"]);
}

#[tokio::test]
async fn what_a_draft_cannot_be_is_refused() {
    let (folder, store) = store().await;
    first(&store).await;
    let base = import(&store, &small()).await.revision;
    let long = "x".repeat((1 << 20) + 1);
    let cases: [(SaveDraft<'_>, &str); 6] = [
        (SaveDraft { title: &long[..201], ..save(&base, 0, "") }, "title: found a length of 201; expected at most 200"),
        (
            SaveDraft { description: &long[..20_001], ..save(&base, 0, "") },
            "description: found a length of 20001; expected at most 20000",
        ),
        (save(&base, 0, &long), "changes: found a length of 1048577; expected at most 1048576"),
        (SaveDraft { base: RevisionId(99), ..save(&base, 0, "") }, "there is no revision with the id 99"),
        (SaveDraft { of: DraftOf::Revise(ProposalId(7)), ..save(&base, 0, "") }, "there is no proposal 7"),
        (save(&base, 1, ""), "the draft was changed meanwhile, perhaps in another window; load it again"),
    ];
    for (save, message) in cases {
        assert_eq!(store.save_draft(save).await.expect_err(message).to_string(), message);
    }
    assert_eq!(rows(folder.path(), "drafts").await, 0);
}

#[tokio::test]
async fn old_steps_go() {
    let (folder, store) = store().await;
    first(&store).await;
    let base = import(&store, &small()).await.revision;
    let mut version = 0;
    for n in 0..130 {
        version = store.save_draft(save(&base, version, &format!("step {n}"))).await.expect("a draft").version;
    }
    assert_eq!(rows(folder.path(), "draft_steps").await, 101);
    // 8 MiB in all, of 1 MiB each.
    for n in 0..12 {
        let changes = format!("{n:02}{}", "x".repeat((1 << 20) - 2));
        version = store.save_draft(save(&base, version, &changes)).await.expect("a draft").version;
    }
    assert_eq!(rows(folder.path(), "draft_steps").await, 8);
}
