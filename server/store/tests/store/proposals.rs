//! Proposals and their revisions: submitting, revising, editing, withdrawing.

use affixboard_store::{
    AccountId, CommentId, DraftError, DraftOf, EditionId, NewProposal, NewProposalRevision, ProposalError,
    ProposalFilter, ProposalId, ProposalRevisionError, ProposalState, Revision, RevisionId, Role, SaveDraft, Store,
    Submit, SubmitError, TextError,
};
use tempfile::TempDir;

use crate::{
    accounts::{first, join, log},
    fixture::{NOW, check_integrity, import, raw, rows, small, small_version, store},
};

pub(crate) const ANN: AccountId = AccountId(1);
pub(crate) const BOB: AccountId = AccountId(2);
pub(crate) const CID: AccountId = AccountId(3);
pub(crate) const FIRST: ProposalId = ProposalId(1);
/// Fingerprints of effects.
pub(crate) const ONE: &str = "1111111111111111111111111111111111111111111111111111111111111111";
pub(crate) const TWO: &str = "2222222222222222222222222222222222222222222222222222222222222222";

/// An edition, the maintainer Ann, the proposer Bob and the reviewer Cid.
pub(crate) async fn team() -> (TempDir, Store, Revision) {
    let (folder, store) = store().await;
    assert_eq!(first(&store).await, ANN);
    assert_eq!(join(&store, "Bob", Role::Proposer).await, BOB);
    assert_eq!(join(&store, "Cid", Role::Reviewer).await, CID);
    let base = import(&store, &small()).await.revision;
    (folder, store, base)
}

/// What Bob proposes.
pub(crate) fn new(base: &Revision) -> NewProposal<'static> {
    NewProposal {
        edition: base.edition_id,
        author: Some(BOB),
        title: "Rarer rings",
        description: "There are too many.",
        base: base.id,
        changes: "change one",
        effect: ONE,
        reverts: None,
        now_ms: NOW,
    }
}

/// Bob's next revision, of other changes with the same effect.
pub(crate) fn revised(base: &Revision, seen: u32, changes: &'static str) -> NewProposalRevision<'static> {
    NewProposalRevision {
        proposal: FIRST,
        seen,
        base: base.id,
        changes,
        effect: ONE,
        by: Some(BOB),
        note: "",
        suggestion: None,
        now_ms: NOW + 1,
    }
}

/// What the log tells of proposals from its beginning: who, what, about, from, to.
pub(crate) async fn activity(store: &Store) -> Vec<String> {
    let all = log(store).await;
    let about = store.activity(None, 100).await.expect("activity").len();
    all.into_iter().rev().take(about).rev().collect()
}

#[tokio::test]
async fn a_draft_becomes_a_proposal_and_its_next_revision() {
    let (folder, store, base) = team().await;
    let of = DraftOf::New(base.edition_id);
    let save = SaveDraft {
        author: Some(BOB),
        of,
        version: 0,
        base: base.id,
        revision: 0,
        title: "",
        description: "",
        changes: "change one",
        now_ms: NOW,
    };
    store.save_draft(save).await.expect("a draft");
    let submit = Submit {
        author: Some(BOB),
        of,
        version: 1,
        title: "Rarer rings",
        description: "Why",
        effect: ONE,
        note: "",
        now_ms: NOW + 1,
    };
    let refused = store.submit_draft(Submit { version: 2, ..submit }).await.expect_err("another version");
    assert!(matches!(refused, SubmitError::Draft(DraftError::Changed { newest: 1 })), "{refused}");
    let refused = store.submit_draft(Submit { title: " ", ..submit }).await.expect_err("no title");
    assert_eq!(refused.to_string(), "the title is empty; expected some text");
    assert!(store.draft(Some(BOB), of).await.expect("an answer").is_some(), "kept");
    assert_eq!(store.submit_draft(submit).await.expect("a proposal"), (FIRST, 1));
    assert_eq!(store.draft(Some(BOB), of).await.expect("an answer"), None, "gone");

    let proposal = store.proposal(FIRST).await.expect("an answer").expect("a proposal");
    assert_eq!((proposal.title.as_str(), proposal.description.as_str()), ("Rarer rings", "Why"));
    assert_eq!((proposal.author, proposal.author_name.as_deref()), (Some(BOB), Some("Bob")));
    assert_eq!((proposal.state, proposal.revision, proposal.base_number), (ProposalState::Open, 1, 1));
    assert_eq!((proposal.base, proposal.edition, proposal.slug.as_str()), (base.id, base.edition_id, "v4"));
    assert_eq!((proposal.required_approvals, proposal.approvals, proposal.objections), (1, 0, 0));
    assert_eq!((proposal.created_at, proposal.changed_at, proposal.closed_at), (NOW + 1, NOW + 1, None));

    // Cid revises it; what the draft began from can be gone back to.
    let of = DraftOf::Revise(FIRST);
    let save = SaveDraft { author: Some(CID), of, revision: 1, changes: "change two", ..save };
    store.save_draft(save).await.expect("a draft");
    let begun = store.undo_draft(Some(CID), of, 1, NOW).await.expect("a draft");
    assert_eq!((begun.changes.as_str(), begun.can_undo), ("change one", false));
    let same = Submit { author: Some(CID), of, version: 2, note: "softer", ..submit };
    let refused = store.submit_draft(same).await.expect_err("nothing new");
    assert_eq!(refused.to_string(), "these are the changes that proposal 1 has already");
    store.redo_draft(Some(CID), of, 2, NOW).await.expect("a draft");
    assert_eq!(store.submit_draft(Submit { version: 3, effect: TWO, ..same }).await.expect("a revision"), (FIRST, 2));
    let revisions = store.proposal_revisions(FIRST).await.expect("revisions");
    let told: Vec<_> = revisions
        .iter()
        .map(|one| (one.number, one.changes.as_str(), one.effect.as_str(), one.by, one.note.as_str()))
        .collect();
    assert_eq!(told, [(1, "change one", ONE, Some(BOB), ""), (2, "change two", TWO, Some(CID), "softer")]);
    assert_eq!(store.proposal_revision(FIRST, 2).await.expect("an answer").as_ref(), revisions.last());
    assert_eq!(store.proposal_revision(FIRST, 3).await.expect("an answer"), None);
    assert_eq!(
        activity(&store).await,
        ["Bob | proposed | Rarer rings | - | -", "Cid | revised a proposal | Rarer rings | - | revision 2"]
    );
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn a_draft_of_an_older_revision_is_told() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let of = DraftOf::Revise(FIRST);
    let save = SaveDraft {
        author: Some(BOB),
        of,
        version: 0,
        base: base.id,
        revision: 1,
        title: "",
        description: "",
        changes: "mine",
        now_ms: NOW,
    };
    let refused = store.save_draft(SaveDraft { revision: 2, ..save }).await.expect_err("none yet");
    assert!(matches!(refused, DraftError::Proposal(ProposalError::Revised(FIRST))), "{refused}");
    store.save_draft(save).await.expect("a draft");
    store.add_revision(revised(&base, 1, "theirs")).await.expect("a revision");
    let submit =
        Submit { author: Some(BOB), of, version: 1, title: "", description: "", effect: ONE, note: "", now_ms: NOW };
    let refused = store.submit_draft(submit).await.expect_err("moved");
    assert!(
        matches!(refused, SubmitError::Revision(ProposalRevisionError::Proposal(ProposalError::Revised(FIRST)))),
        "{refused}"
    );
    assert_eq!(store.draft(Some(BOB), of).await.expect("an answer").expect("kept").changes, "mine");
    store.save_draft(SaveDraft { version: 1, revision: 2, ..save }).await.expect("seen");
    assert_eq!(store.submit_draft(Submit { version: 2, ..submit }).await.expect("a revision"), (FIRST, 3));
}

#[tokio::test]
async fn what_is_no_proposal_is_refused() {
    let (folder, store, base) = team().await;
    let long = "x".repeat((1 << 20) + 1);
    let good = new(&base);
    let cases = [
        (NewProposal { title: "", ..good }, "the title is empty; expected some text"),
        (NewProposal { title: &long[..201], ..good }, "title: found a length of 201; expected at most 200"),
        (
            NewProposal { title: "a\nb", ..good },
            "the title has characters that can't be seen; expected one line of text",
        ),
        (
            NewProposal { title: "a\u{202e}b", ..good },
            "the title has characters that can't be seen; expected one line of text",
        ),
        (
            NewProposal { description: &long[..20_001], ..good },
            "description: found a length of 20001; expected at most 20000",
        ),
        (NewProposal { changes: " \n", ..good }, "there are no changes to propose"),
        (NewProposal { changes: &long, ..good }, "changes: found a length of 1048577; expected at most 1048576"),
        (NewProposal { base: RevisionId(99), ..good }, "there is no revision with the id 99"),
        (NewProposal { edition: EditionId(99), ..good }, "there is no revision with the id 1"),
        (NewProposal { reverts: Some(ProposalId(9)), ..good }, "there is no proposal 9"),
    ];
    for (new, message) in cases {
        assert_eq!(store.propose(new).await.expect_err(message).to_string(), message);
    }
    assert_eq!(rows(folder.path(), "proposals").await + rows(folder.path(), "proposal_revisions").await, 0);
    assert!(activity(&store).await.is_empty());

    store.propose(good).await.expect("a proposal");
    let good = revised(&base, 1, "two");
    let cases = [
        (NewProposalRevision { proposal: ProposalId(9), ..good }, "there is no proposal 9"),
        (NewProposalRevision { seen: 2, ..good }, "proposal 1 was revised meanwhile; look at it again"),
        (NewProposalRevision { seen: 0, ..good }, "proposal 1 was revised meanwhile; look at it again"),
        (NewProposalRevision { changes: "", ..good }, "there are no changes to propose"),
        (NewProposalRevision { changes: "change one", ..good }, "these are the changes that proposal 1 has already"),
        (NewProposalRevision { base: RevisionId(99), ..good }, "there is no revision with the id 99"),
        (NewProposalRevision { note: &long[..201], ..good }, "note: found a length of 201; expected at most 200"),
        (
            NewProposalRevision { suggestion: Some(CommentId(5)), ..good },
            "there is no comment 5 here that can be used so",
        ),
    ];
    for (new, message) in cases {
        assert_eq!(store.add_revision(new).await.expect_err(message).to_string(), message);
    }
    assert_eq!(rows(folder.path(), "proposal_revisions").await, 1);
    // The same changes for another base are new.
    let newer = import(&store, &small_version(2)).await.revision;
    let rebased = NewProposalRevision { base: newer.id, changes: "change one", ..good };
    assert_eq!(store.add_revision(rebased).await.expect("a revision"), 2);
    assert_eq!(store.proposal(FIRST).await.expect("an answer").expect("a proposal").base_number, 2);
}

#[tokio::test]
async fn what_was_proposed_never_changes() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let before = store.proposal_revisions(FIRST).await.expect("revisions");
    for sql in [
        "UPDATE proposal_revisions SET changes = 'other'",
        "UPDATE proposal_revisions SET effect = base_id",
        "DELETE FROM proposal_revisions",
    ] {
        let refused = sqlx::raw_sql(sql).execute(&mut raw(folder.path()).await).await.expect_err(sql);
        assert!(refused.to_string().contains("a revision of a proposal"), "{refused}");
    }
    store.add_revision(revised(&base, 1, "two")).await.expect("a revision");
    store.edit_proposal(FIRST, None, ("Other", ""), Some(BOB), NOW).await.expect("edited");
    assert_eq!(store.proposal_revisions(FIRST).await.expect("revisions")[..1], before);
}

#[tokio::test]
async fn proposals_are_edited_withdrawn_and_reopened() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    store.propose(NewProposal { title: "Second", ..new(&base) }).await.expect("a proposal");
    let refused = store.edit_proposal(FIRST, None, ("\t", ""), Some(BOB), NOW).await.expect_err("no title");
    assert!(matches!(refused, ProposalError::Text(TextError::Empty("title"))), "{refused}");
    store.edit_proposal(FIRST, None, ("Rings", "So"), Some(BOB), NOW + 5).await.expect("edited");
    store.edit_proposal(FIRST, None, ("Rings", "So"), Some(BOB), NOW + 6).await.expect("the same");
    // Who read what it isn't any more overwrites nothing, but for what is so already.
    let moved = store.edit_proposal(FIRST, Some(("Other", "")), ("Mine", ""), Some(BOB), NOW + 6).await;
    assert!(matches!(moved, Err(ProposalError::TextChanged(FIRST))), "{moved:?}");
    store.edit_proposal(FIRST, Some(("Other", "")), ("Rings", "So"), Some(BOB), NOW + 6).await.expect("the same");
    let refused = store.set_withdrawn(FIRST, false, Some(BOB), NOW).await.expect_err("open");
    assert_eq!(refused.to_string(), "proposal 1 is open");
    store.set_withdrawn(FIRST, true, Some(BOB), NOW + 7).await.expect("withdrawn");
    let refused = store.set_withdrawn(FIRST, true, Some(BOB), NOW).await.expect_err("withdrawn");
    assert_eq!(refused.to_string(), "proposal 1 is withdrawn");
    let refused = store.add_revision(revised(&base, 1, "two")).await.expect_err("withdrawn");
    assert_eq!(refused.to_string(), "proposal 1 is withdrawn");

    let found = |state, slug| {
        let store = store.clone();
        async move {
            let filter = ProposalFilter { state, slug, before: None };
            let all = store.proposals(filter, 10).await.expect("proposals");
            all.iter().map(|proposal| proposal.id.0).collect::<Vec<_>>()
        }
    };
    assert_eq!(found(None, None).await, [2, 1]);
    assert_eq!(found(Some(ProposalState::Open), None).await, [2]);
    assert_eq!(found(Some(ProposalState::Withdrawn), Some("v4")).await, [1]);
    assert_eq!(found(None, Some("other")).await, [0; 0]);
    let filter = ProposalFilter { before: Some(ProposalId(2)), ..ProposalFilter::default() };
    assert_eq!(store.proposals(filter, 10).await.expect("proposals").len(), 1);
    assert_eq!(store.open_proposals().await.expect("a number"), 1);

    store.set_withdrawn(FIRST, false, Some(BOB), NOW + 8).await.expect("open again");
    assert_eq!(store.open_proposals().await.expect("a number"), 2);
    assert_eq!(
        activity(&store).await,
        [
            "Bob | proposed | Rarer rings | - | -",
            "Bob | proposed | Second | - | -",
            "Bob | edited a proposal | Rings | Rarer rings | Rings",
            "Bob | withdrew a proposal | Rings | open | withdrawn",
            "Bob | reopened a proposal | Rings | withdrawn | open",
        ]
    );
    let one = store.activity(Some(ProposalId(2)), 10).await.expect("activity");
    assert_eq!(
        one.iter().map(|act| (act.what.as_str(), act.proposal)).collect::<Vec<_>>(),
        [("proposed", Some(ProposalId(2)))]
    );
}

#[tokio::test]
async fn acts_on_the_command_line_say_so() {
    let (_folder, store, base) = team().await;
    store.propose_on_command_line(NewProposal { author: None, ..new(&base) }).await.expect("a proposal");
    store.propose_on_command_line(new(&base)).await.expect("a proposal");
    let refused = NewProposal { title: "", ..new(&base) };
    assert!(matches!(
        store.propose_on_command_line(refused).await,
        Err(ProposalRevisionError::Text(TextError::Empty("title")))
    ));
    store.propose(new(&base)).await.expect("a proposal");
    assert_eq!(
        activity(&store).await,
        [
            "command line | proposed | Rarer rings | - | -",
            "Bob, command line | proposed | Rarer rings | - | -",
            "Bob | proposed | Rarer rings | - | -"
        ]
    );
    assert_eq!(store.account_named("bOB").await.expect("an answer").map(|account| account.id), Some(BOB));
    assert_eq!(store.account_named("Bo").await.expect("an answer"), None);
}
