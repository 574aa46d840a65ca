//! Merging: what was reviewed becomes the next revision, once.

use affixboard_store::{
    Judgement, MadeBy, Merge, MergeError, NewProposal, NewProposalRevision, NewVerdict, ProposalError, ProposalId,
    ProposalState, Revision, Role,
};

use crate::{
    accounts::log,
    fixture::{NOW, check_integrity, import, rows, small, small_version, store},
    proposals::{ANN, BOB, CID, FIRST, ONE, TWO, new, revised, team},
    talk::verdict,
};

#[tokio::test]
async fn a_merge_makes_the_next_revision() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    store.give_verdict(verdict(CID, 1, Judgement::Approve)).await.expect("a verdict");
    let loaded = small_version(2);
    let merge =
        Merge { proposal: FIRST, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms: NOW + 9 };
    let revision = store.merge(merge).await.expect("a revision");
    assert_eq!((revision.number, revision.parent, revision.made_by), (2, Some(1), MadeBy::Proposal));
    assert_eq!((revision.note.as_str(), revision.created_at), ("proposal 1 by Bob: Rarer rings", NOW + 9));
    assert_eq!(store.revision("v4", None).await.expect("an answer"), Some(revision.clone()));
    let files = store.source_files(revision.id).await.expect("files");
    assert_eq!(files[1].1, b"N:3:of Westernesse\n# 2\n");
    let proposal = store.proposal(FIRST).await.expect("an answer").expect("a proposal");
    assert_eq!(
        (proposal.state, proposal.closed_at, proposal.changed_at),
        (ProposalState::Merged, Some(NOW + 9), NOW + 9)
    );
    let merged = proposal.merged.expect("merged");
    assert_eq!((merged.revision, merged.number, merged.by, merged.is_unreviewed), (revision.id, 2, Some(ANN), false));
    assert_eq!(log(&store).await.last().expect("one"), "Ann | merged a proposal | Rarer rings | - | v4 revision 2");
    let again = store.merge(Merge { seen: 1, onto: revision.id, ..merge }).await.expect_err("merged");
    assert_eq!(again.to_string(), "proposal 1 is merged");
    let refused = store.set_withdrawn(FIRST, false, Some(BOB), NOW).await.expect_err("merged");
    assert_eq!(refused.to_string(), "proposal 1 is merged");
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn what_cannot_be_merged_is_refused() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let (same, loaded) = (small(), small_version(2));
    let good =
        Merge { proposal: FIRST, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms: NOW };
    let refused = store.merge(good).await.expect_err("nobody approved");
    assert_eq!(refused.to_string(), "proposal 1 can't be merged: 0 of 1 required approvals are there");
    store.give_verdict(verdict(ANN, 1, Judgement::RequestChanges)).await.expect("a verdict");
    store.give_verdict(verdict(CID, 1, Judgement::Approve)).await.expect("a verdict");
    let refused = store.merge(good).await.expect_err("Ann objects");
    assert_eq!(refused.to_string(), "proposal 1 can't be merged: Ann requested changes");
    store.give_verdict(verdict(ANN, 1, Judgement::Approve)).await.expect("a verdict");
    let cases = [
        (Merge { proposal: ProposalId(9), ..good }, "there is no proposal 9"),
        (Merge { seen: 2, ..good }, "proposal 1 was revised meanwhile; look at it again"),
        (
            Merge { effect: TWO, ..good },
            "proposal 1 does something else to the edition's newest revision than was reviewed",
        ),
        (
            Merge { loaded: &same, ..good },
            "proposal 1 changes nothing any more: the edition's newest revision has these files already",
        ),
    ];
    for (merge, message) in cases {
        assert_eq!(store.merge(merge).await.expect_err(message).to_string(), message);
    }
    // Two must approve now; and somebody imports other files.
    store.set_required_approvals(base.edition_id, 3, Some(ANN), NOW).await.expect("set");
    let refused = store.merge(good).await.expect_err("too few");
    assert_eq!(refused.to_string(), "proposal 1 can't be merged: 2 of 3 required approvals are there");
    store.set_required_approvals(base.edition_id, 2, Some(ANN), NOW).await.expect("set");
    let newer = import(&store, &small_version(3)).await.revision;
    let refused = store.merge(good).await.expect_err("moved");
    assert_eq!(refused.to_string(), "the edition has a newer revision than proposal 1 was applied to");
    assert_eq!(rows(folder.path(), "revisions").await, 2);
    // On the newest revision it does the same, so approvals stand.
    store.merge(Merge { onto: newer.id, ..good }).await.expect("a revision");
}

#[tokio::test]
async fn approvals_of_another_effect_do_not_count() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    store.give_verdict(verdict(CID, 1, Judgement::Approve)).await.expect("a verdict");
    let newer = import(&store, &small_version(3)).await.revision;
    let rebased = NewProposalRevision { base: newer.id, effect: TWO, by: Some(ANN), ..revised(&base, 1, "change one") };
    store.add_revision(rebased).await.expect("a revision");
    let loaded = small_version(4);
    let merge =
        Merge { proposal: FIRST, seen: 2, onto: newer.id, loaded: &loaded, effect: TWO, by: Some(ANN), now_ms: NOW };
    let refused = store.merge(merge).await.expect_err("outdated");
    assert!(matches!(refused, MergeError::NotApproved { have: 0, need: 1, .. }), "{refused}");
    store.give_verdict(verdict(CID, 2, Judgement::Approve)).await.expect("a verdict");
    store.merge(merge).await.expect("a revision");
}

#[tokio::test]
async fn who_is_alone_merges_unreviewed() {
    let (_folder, store, base) = team().await;
    store.propose(NewProposal { author: Some(ANN), ..new(&base) }).await.expect("a proposal");
    let loaded = small_version(2);
    let merge =
        Merge { proposal: FIRST, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms: NOW };
    assert!(matches!(store.merge(merge).await, Err(MergeError::NotApproved { .. })), "Cid could");
    assert!(!store.merge_check(FIRST).await.expect("a check").is_alone);
    store.set_disabled(CID, true, ANN, NOW).await.expect("disabled");
    let check = store.merge_check(FIRST).await.expect("a check");
    assert!(check.is_alone && check.is_clear() && !check.is_approved());
    store.merge(merge).await.expect("a revision");
    let merged = store.proposal(FIRST).await.expect("an answer").expect("a proposal").merged.expect("merged");
    assert!(merged.is_unreviewed);
    assert!(log(&store).await.last().expect("one").starts_with("Ann | merged a proposal unreviewed | Rarer rings"));
}

/// The only one who reviews approves of somebody else's proposal before she merges it.
#[tokio::test]
async fn the_only_reviewer_approves_of_what_others_propose() {
    let (_folder, store, base) = team().await;
    store.propose(NewProposal { author: Some(BOB), ..new(&base) }).await.expect("a proposal");
    store.set_disabled(CID, true, ANN, NOW).await.expect("disabled");
    let check = store.merge_check(FIRST).await.expect("a check");
    assert!(!check.is_alone && !check.is_clear());
    store.give_verdict(verdict(ANN, 1, Judgement::Approve)).await.expect("a verdict");
    assert!(store.merge_check(FIRST).await.expect("a check").is_clear());
}

#[tokio::test]
async fn without_accounts_merging_needs_nobody() {
    let (_folder, store) = store().await;
    let base = import(&store, &small()).await.revision;
    store.propose(NewProposal { author: None, ..new(&base) }).await.expect("a proposal");
    let loaded = small_version(2);
    let merge = Merge { proposal: FIRST, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by: None, now_ms: NOW };
    store.merge(merge).await.expect("a revision");
}

#[tokio::test]
async fn required_approvals_have_a_range() {
    let (_folder, store, base) = team().await;
    assert_eq!(store.required_approvals("v4").await.expect("an answer"), Some(1));
    assert_eq!(store.required_approvals("none").await.expect("an answer"), None);
    let refused = store.set_required_approvals(base.edition_id, 10, Some(ANN), NOW).await.expect_err("too many");
    assert_eq!(refused.to_string(), "required approvals: found 10; expected 0 to 9");
    store.set_required_approvals(base.edition_id, 0, Some(ANN), NOW).await.expect("set");
    store.set_required_approvals(base.edition_id, 0, Some(ANN), NOW).await.expect("it is");
    assert_eq!(store.required_approvals("v4").await.expect("an answer"), Some(0));
    assert_eq!(log(&store).await.last().expect("one"), "Ann | set required approvals | v4 | 1 | 0");
}

/// Merges in a task of its own.
fn merging(
    store: &affixboard_store::Store,
    id: i64,
    onto: &Revision,
    version: u32,
) -> tokio::task::JoinHandle<Result<Revision, MergeError>> {
    let (store, onto) = (store.clone(), onto.id);
    tokio::spawn(async move {
        let loaded = small_version(version);
        let proposal = ProposalId(id);
        let merge = Merge { proposal, seen: 1, onto, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms: NOW };
        store.merge(merge).await
    })
}

#[tokio::test]
async fn of_two_racing_merges_one_wins_and_the_other_is_told() {
    let (folder, store, base) = team().await;
    store.set_role(BOB, Role::Reviewer, ANN, NOW).await.expect("a role");
    for id in 1..=3 {
        store.propose(new(&base)).await.expect("a proposal");
        let approve = NewVerdict { proposal: ProposalId(id), ..verdict(CID, 1, Judgement::Approve) };
        store.give_verdict(approve).await.expect("a verdict");
    }
    // Three proposals for one base, and one of them twice.
    let all = [(1, 2), (2, 3), (3, 4), (1, 2)].map(|(id, version)| merging(&store, id, &base, version));
    let mut merged = 0;
    for one in all {
        match one.await.expect("no panic") {
            Ok(revision) => {
                assert_eq!(revision.number, 2);
                merged += 1;
            }
            Err(MergeError::BaseChanged(_) | MergeError::Proposal(ProposalError::WrongState { .. })) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((merged, rows(folder.path(), "revisions").await), (1, 2));
    assert_eq!(store.open_proposals().await.expect("a number"), 2);
    check_integrity(folder.path()).await;
}
