//! Editions that are renamed, archived, or deleted with all that hangs on them.

use affixboard_store::{
    Act, Archived, BatchId, BatchState, DraftOf, EditionError, HangingOn, ImportError, NewBatch, NewRevision,
    ProposalError, SaveDraft, Store,
};

use crate::{
    audit_log::{perform, prepare},
    batches::results,
    fixture::{NOW, check_integrity, number, plan, rows, small_version, text},
    proposals::{ANN, BOB, FIRST, new, team},
};

/// Somebody does everything that can hang on an edition.
async fn do_it_all(store: &Store, base: &affixboard_store::Revision) {
    for act in [Act::StartedBatch, Act::RanPairedBatch, Act::SetGapLimits, Act::SetBalanceTests, Act::KeptView] {
        perform(store, base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
    }
    prepare(store, base, Act::ResolvedComment).await.expect("a proposal with a comment");
    for act in [Act::ApprovedProposal, Act::MergedProposal] {
        perform(store, base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
    }
    store.mark_read(BOB, FIRST, NOW).await.expect("noted");
    store.propose(new(base)).await.expect("another proposal");
    let draft = SaveDraft {
        author: Some(BOB),
        of: DraftOf::New(base.edition_id),
        version: 0,
        base: base.id,
        revision: 0,
        title: "Half a thought",
        description: "",
        changes: "a change",
        now_ms: NOW,
    };
    store.save_draft(draft).await.expect("a draft");
}

#[tokio::test]
async fn a_deleted_edition_leaves_nothing_and_no_id_comes_again() {
    let (folder, store, base) = team().await;
    do_it_all(&store, &base).await;
    for path in
        ["/editions/v4x/revisions/1", "/compare/23?from=v4@1&to=v4@2", "/batches/1/types/23", "/batches/11/types/23"]
    {
        store.keep_view(path, None, NOW).await.expect("a view");
    }
    // Another edition has the same files, and one of its own.
    let (other, loaded) = ("other", small_version(3));
    let import = |slug, loaded| NewRevision {
        slug,
        title: slug,
        loaded,
        made_by: affixboard_store::MadeBy::Import,
        note: "",
        by: None,
        now_ms: NOW,
    };
    store.import(import(other, &loaded)).await.expect("imported");
    let running = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch").of_drops().expect("drops");

    let hanging = HangingOn {
        revisions: 2,
        proposals: 2,
        open_proposals: 1,
        remarks: 2,
        drafts: 1,
        batches: 1,
        unfinished_batches: 1,
        paired_batches: 1,
        game_statistics: 0,
        own_counts: 0,
        views: 3,
    };
    assert_eq!(store.hanging_on("v4").await.expect("an answer"), Some(hanging));
    assert_eq!(store.hanging_on("nowhere").await.expect("an answer"), None);
    assert_eq!(store.delete_edition("v4", Some(ANN), NOW).await.expect("deleted"), [BatchId(1)]);

    for table in [
        "proposals",
        "proposal_revisions",
        "comments",
        "verdicts",
        "looks",
        "drafts",
        "draft_steps",
        "batches",
        "shards",
        "paired_batches",
        "gap_limits",
        "game_statistics",
        "own_counts",
    ] {
        assert_eq!(rows(folder.path(), table).await, 0, "{table}");
    }
    assert_eq!((rows(folder.path(), "editions").await, rows(folder.path(), "revisions").await), (1, 1));
    let left = "SELECT group_concat(path, ' ' ORDER BY id) FROM views";
    assert_eq!(text(folder.path(), left).await, "/editions/v4x/revisions/1 /batches/11/types/23");
    let kept = store.revision(other, None).await.expect("an answer").expect("a revision");
    assert_eq!(store.source_files(kept.id).await.expect("files").len(), loaded.sources.files().len());
    let unused = "SELECT count(*) FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM source_files)";
    assert_eq!(number(folder.path(), unused).await, 0);
    check_integrity(folder.path()).await;

    // The log keeps what was, and says what went.
    let log = store.audit_log(None, 100).await.expect("the log");
    assert_eq!((log[0].what.as_str(), log[0].about.as_str(), log[0].by), ("deleted an edition", "v4", Some(ANN)));
    assert_eq!(
        log[0].to.as_deref(),
        Some(
            "with 2 revisions; 2 proposals, 1 of them open; 2 comments and verdicts; 1 draft; \
             1 batch, 1 of them under way; 1 paired batch; 3 saved views"
        )
    );
    assert!(log.iter().any(|entry| entry.what == Act::MergedProposal.words() && entry.proposal == Some(FIRST)));
    assert_eq!(store.deleted_editions().await.expect("slugs"), ["v4"]);

    // The run that goes on finds its batch gone, also where a new one could have had its number.
    let again = store.import(import("v4", &small_version(1))).await.expect("imported").revision;
    assert!(again.id > base.id && again.id > kept.id && again.edition_id > base.edition_id, "{again:?}");
    let plan = plan(&[5], &[], 10);
    let batch = NewBatch { revision: again.id, rules_version: 1, plan: (&plan).into(), by: None, now_ms: NOW };
    assert_eq!(store.create_batch(batch).await.expect("a batch"), BatchId(2));
    store.save_shards(running.id, &results(&running.plan)[..1]).await.expect_err("its batch is gone");
    assert_eq!(store.batch(BatchId(2)).await.expect("an answer").expect("a batch").state, BatchState::Queued);
    assert!(matches!(store.delete_edition("nowhere", None, NOW).await, Err(EditionError::NotFound(_))));
}

#[tokio::test]
async fn an_archived_edition_is_read_and_not_changed() {
    let (_folder, store, base) = team().await;
    do_it_all(&store, &base).await;
    let second = affixboard_store::ProposalId(2);
    let waiting = store.inbox_count(ANN).await.expect("a count");
    assert!(waiting > 0);
    store.set_archived("v4", true, Some(ANN), NOW).await.expect("archived");
    let archived = store.revision("v4", None).await.expect("an answer").expect("a revision");
    assert!(archived.is_archived && !base.is_archived);
    assert_eq!(store.inbox_count(ANN).await.expect("a count"), 0, "nobody waits for its proposals");
    let entries = store.audit_log(None, 100).await.expect("the log").len();

    let sentence = "edition `v4` is archived: it can be read, not changed; a maintainer can bring it back";
    for act in [
        Act::ImportedFiles,
        Act::SetRequiredApprovals,
        Act::SetGapLimits,
        Act::StartedBatch,
        Act::RanPairedBatch,
        Act::Proposed,
        Act::EditedProposal,
        Act::Commented,
        Act::ResolvedComment,
    ] {
        let refused = perform(&store, &base, act).await.expect_err("refused");
        assert_eq!(refused.to_string(), sentence, "{act:?}");
    }
    let refused = store.set_withdrawn(second, true, Some(ANN), NOW).await.expect_err("refused");
    assert!(matches!(refused, ProposalError::Archived(Archived(_))), "{refused:?}");
    assert_eq!(store.audit_log(None, 100).await.expect("the log").len(), entries, "nothing was done");

    // Again changes nothing; brought back, it is as before.
    store.set_archived("v4", true, Some(ANN), NOW).await.expect("archived already");
    assert_eq!(store.audit_log(None, 100).await.expect("the log").len(), entries);
    store.set_archived("v4", false, Some(ANN), NOW).await.expect("back");
    assert_eq!(store.inbox_count(ANN).await.expect("a count"), waiting);
    perform(&store, &base, Act::Commented).await.expect("commented");
}

#[tokio::test]
async fn a_title_changes_and_no_address() {
    let (_folder, store, base) = team().await;
    store.rename_edition("v4", "Fay's variant", Some(ANN), NOW).await.expect("renamed");
    let renamed = store.revision("v4", None).await.expect("an answer").expect("a revision");
    assert_eq!((renamed.title.as_str(), renamed.slug.as_str(), renamed.id), ("Fay's variant", "v4", base.id));
    let entry = store.audit_log(None, 1).await.expect("the log").remove(0);
    assert_eq!((entry.what.as_str(), entry.to.as_deref()), ("renamed an edition", Some("Fay's variant")));
    // Files that are imported keep the title.
    let loaded = small_version(1);
    let title = "v4";
    let made_by = affixboard_store::MadeBy::Import;
    let import = NewRevision { slug: "v4", title, loaded: &loaded, made_by, note: "", by: None, now_ms: NOW };
    assert_eq!(store.import(import).await.expect("imported").revision.title, "Fay's variant");
    for title in ["", " x", "two\nlines", &"x".repeat(201)] {
        let refused = store.rename_edition("v4", title, None, NOW).await.expect_err("refused");
        assert!(matches!(refused, EditionError::BadTitle(_)), "{refused:?}");
    }
    assert!(matches!(store.rename_edition("v5", "x", None, NOW).await, Err(EditionError::NotFound(_))));
    assert!(matches!(ImportError::BadTitle, ImportError::BadTitle));
}
