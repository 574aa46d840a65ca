//! Upgrading databases with real contents of every schema there was.
//!
//! `schema_<number>.db.gz` has one of everything: what each act of the audit log leaves, a batch with its tally and one under
//! way, a draft, what somebody read. Before a migration is added, and after it, the file of the present schema is written by
//!
//! ```sh
//! cargo test -p affixboard-store --test store upgrade::write_the_file -- --ignored
//! ```
//!
//! and kept: a file of a schema that was merged is never written again.

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
};

use affixboard_store::{
    Act, BatchId, BatchState, DraftOf, NewUpload, ProposalId, ProposalState, RevisionId, Role, SaveDraft, Store,
    StoredKey, TallyKeys, backup, verify,
};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use tempfile::TempDir;

use crate::{
    audit_log::{perform, prepare},
    batches::{results, total},
    fixture::{NOW, TABLES, check_integrity, keys, number, plan, rows, since, small_version, text},
    proposals::{ANN, BOB, FIRST, team},
    subject_batches,
};

/// The files, from schema 1 on.
const FILES: &[&[u8]] = &[
    include_bytes!("schema_1.db.gz"),
    include_bytes!("schema_2.db.gz"),
    include_bytes!("schema_3.db.gz"),
    include_bytes!("schema_4.db.gz"),
    include_bytes!("schema_5.db.gz"),
    include_bytes!("schema_6.db.gz"),
    include_bytes!("schema_7.db.gz"),
    include_bytes!("schema_8.db.gz"),
    include_bytes!("schema_9.db.gz"),
    include_bytes!("schema_10.db.gz"),
    include_bytes!("schema_11.db.gz"),
    include_bytes!("schema_12.db.gz"),
];

/// Name of the draft's only change.
const CHANGE: &str = "a change that nobody proposed yet";

fn folder_of(schema: usize) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = Vec::new();
    GzDecoder::new(FILES[schema - 1]).read_to_end(&mut bytes).expect("a whole file");
    fs::write(folder.path().join("a.db"), bytes).expect("a file");
    folder
}

fn path(folder: &Path) -> PathBuf {
    folder.join("a.db")
}

/// Not a test: writes the file of the present schema.
#[tokio::test]
#[ignore = "writes a file that is kept"]
async fn write_the_file() {
    let (folder, store, base) = team().await;
    for act in [
        Act::SignedIn,
        Act::MadeToken,
        Act::SetGapLimits,
        Act::SetBalanceTests,
        Act::StartedBatch,
        Act::RanPairedBatch,
        Act::AddedGameStats,
        Act::AddedOwnCounts,
        Act::AddedProfile,
        Act::SavedProfile,
        Act::KeptView,
        Act::NamedView,
        Act::MadeInvitation,
        Act::MadePasswordLink,
        Act::AddedSecondFactor,
        Act::ConnectedIdentity,
        Act::SetRequiredApprovals,
    ] {
        perform(&store, &base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
    }
    store.set_required_approvals(base.edition_id, 1, Some(ANN), NOW).await.expect("set");
    prepare(&store, &base, Act::ResolvedComment).await.expect("a proposal with a suggestion");
    for act in [Act::Commented, Act::ApprovedProposal, Act::MergedProposal] {
        perform(&store, &base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
    }
    store.mark_read(BOB, FIRST, NOW).await.expect("noted");
    // The batch is done, and another is under way.
    let batch = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch").of_drops().expect("drops");
    let all = results(&batch.plan);
    let dictionary = StoredKey::of_tally(&keys(), &total(&all));
    store.finish_batch(batch.id, &total(&all), TallyKeys::Drops(&dictionary), NOW).await.expect("done");
    perform(&store, &base, Act::StartedBatch).await.expect("another batch");
    let running = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch").of_drops().expect("drops");
    store.save_shards(running.id, &results(&running.plan)[..1]).await.expect("saved");
    // And one of a subject is done.
    let subject = subject_batches::monsters();
    subject_batches::create(&store, base.id, &subject).await.expect("a batch");
    let batch = store.claim_next_batch(NOW).await.expect("an answer").expect("a batch");
    let counted: Vec<_> = subject.shards().map(|shard| subject_batches::counted(&shard)).collect();
    let dictionary = subject_batches::dictionary();
    store.finish_batch(batch.id, &total(&counted), TallyKeys::Subject(&dictionary), NOW).await.expect("done");
    let draft = SaveDraft {
        author: Some(BOB),
        of: DraftOf::New(base.edition_id),
        version: 0,
        base: base.id,
        revision: 0,
        title: "Half a thought",
        description: "",
        changes: CHANGE,
        now_ms: NOW,
    };
    store.save_draft(draft).await.expect("a draft");
    let files = vec![("object.txt".to_owned(), b"N:1:a".to_vec())];
    let upload = NewUpload { slug: "v4", title: "", game: "", files: &files, by: Some(ANN), now_ms: NOW };
    store.add_upload(upload).await.expect("an upload");
    store.close().await;

    let copy = folder.path().join("copy.db");
    let contents = backup(&path(folder.path()), &copy, false).await.expect("a copy");
    let file = format!("{}/tests/store/schema_{}.db.gz", env!("CARGO_MANIFEST_DIR"), contents.schema);
    let mut out = GzEncoder::new(fs::File::create(file).expect("a file"), Compression::best());
    out.write_all(&fs::read(copy).expect("the copy")).expect("written");
    out.finish().expect("written");
}

#[tokio::test]
async fn there_is_a_file_of_every_schema() {
    let (folder, store, _) = team().await;
    let schema = verify(&path(folder.path())).await.expect("sound").schema;
    assert_eq!(FILES.len(), schema as usize, "write that of the present one: see the top of this file");
    store.close().await;
    for at in 1..=FILES.len() {
        let folder = folder_of(at);
        assert_eq!(verify(&path(folder.path())).await.expect("sound").schema as usize, at);
    }
}

#[tokio::test]
async fn every_schema_is_upgraded_with_all_it_has() {
    for schema in 1..=FILES.len() {
        let folder = folder_of(schema);
        let mut before = Vec::new();
        for table in TABLES {
            if since(table) > schema {
                continue;
            }
            let rows = rows(folder.path(), table).await;
            assert!(rows > 0, "schema {schema} has nothing in {table}");
            before.push((table, rows));
        }
        let store = Store::open(&path(folder.path())).await.unwrap_or_else(|error| panic!("{schema}: {error}"));
        assert_eq!(number(folder.path(), "SELECT count(*) FROM migrations").await, FILES.len() as i64);
        for (table, count) in before {
            assert_eq!(rows(folder.path(), table).await, count, "{table} of schema {schema}");
        }
        // Of both revisions, as `small` has them.
        let counts = "SELECT group_concat(sort || entries || allocations, ' ' ORDER BY revision_id, position)
                      FROM entry_counts";
        assert_eq!(
            text(folder.path(), counts).await,
            "affix11 theme11 artifact11 kind12 affix11 theme11 artifact11 kind12",
            "schema {schema}"
        );
        check_integrity(folder.path()).await;
        let copy = folder.path().join(format!("a-schema-{schema}.db"));
        assert_eq!(copy.exists(), schema < FILES.len(), "a copy from before the migration");
        if copy.exists() {
            assert_eq!(verify(&copy).await.expect("sound").schema as usize, schema);
        }
        as_it_was(&store, schema).await;
        if schema >= 3 {
            let batch = store.subject_batches(RevisionId(1), "monsters", 9).await.expect("batches").remove(0);
            assert_eq!((batch.state, &batch.plan), (BatchState::Done, &subject_batches::monsters()));
            assert_eq!(store.tally(batch.id).await.expect("a tally").cells.len(), 2);
        }
        store.close().await;
        // Once more, as any other.
        Store::open(&path(folder.path())).await.expect("opened again").close().await;
    }
}

/// Looks at some of everything that [`write_the_file`] stored.
async fn as_it_was(store: &Store, schema: usize) {
    let newest = store.revision("v4", None).await.expect("an answer").expect("a revision");
    // Later programs name the author, too.
    let note = if schema < 6 { "proposal 1: Rarer rings" } else { "proposal 1 by Bob: Rarer rings" };
    assert_eq!((newest.number, newest.title.as_str(), newest.note.as_str()), (2, "Our variant", note));
    let files = store.source_files(newest.id).await.expect("files");
    assert_eq!(files[1].1, small_version(2).sources.files()[1].bytes());

    let bob = store.account_named("bob").await.expect("an answer").expect("an account");
    assert_eq!((bob.id, bob.role), (BOB, Role::Proposer));
    assert_eq!(store.session("session", NOW).await.expect("an answer").expect("a session").account, bob);
    let holder = store.token("t", NOW).await.expect("an answer").expect("a token");
    assert_eq!((holder.account, store.tokens(BOB, NOW).await.expect("tokens")[0].name.as_str()), (bob, "ci"));
    assert_eq!(store.invitations(NOW).await.expect("links").len(), 2);

    let proposal = store.proposal(ProposalId(1)).await.expect("an answer").expect("a proposal");
    assert_eq!((proposal.state, proposal.comments, proposal.approvals), (ProposalState::Merged, 2, 1));
    assert_eq!(store.comments(FIRST).await.expect("comments")[0].suggestion.as_deref(), Some("a better line"));
    let draft = store.draft(Some(BOB), DraftOf::New(newest.edition_id)).await.expect("an answer").expect("a draft");
    assert_eq!((draft.title.as_str(), draft.changes.as_str()), ("Half a thought", CHANGE));

    let done = store.batch(BatchId(1)).await.expect("an answer").expect("a batch").of_drops().expect("drops");
    assert_eq!((done.state, &done.plan), (BatchState::Done, &plan(&[5], &[], 10)));
    assert_eq!(store.tally(done.id).await.expect("a tally"), total(&results(&done.plan)));
    assert_eq!(store.finished_shards(BatchId(2)).await.expect("shards").shards.len(), 1);
    assert_eq!(store.views().await.expect("views")[0].name.as_deref(), Some("Ours"));
    assert_eq!(store.profiles().await.expect("profiles")[0].name, "Deep dive");
    assert_eq!(store.gap_limits(newest.edition_id).await.expect("limits").few_affixes, 7);
    assert_eq!(store.paired(1).await.expect("an answer").expect("a paired batch").side, "draft:v4");
    let acts = store.audit_log(None, 100).await.expect("the log");
    assert!(acts.iter().any(|act| act.what == Act::MergedProposal.words() && act.by == Some(ANN)));
}
