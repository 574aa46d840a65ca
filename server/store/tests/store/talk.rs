//! What is said about proposals: comments, verdicts, looks, and whom they wait for.

use affixboard_store::{
    About, AccountId, CommentError, CommentId, InboxReason, Judgement, NewComment, NewProposal, NewProposalRevision,
    NewVerdict, ProposalError, ProposalId, ProposalRevisionError, Role, Store,
};

use crate::{
    accounts::join,
    fixture::{NOW, check_integrity, raw, rows},
    proposals::{ANN, BOB, CID, FIRST, TWO, activity, new, revised, team},
};

/// Cid's comment on the whole.
pub(crate) fn said<'a>(about: &'a About, body: &'a str) -> NewComment<'a> {
    NewComment {
        proposal: FIRST,
        revision: 1,
        reply_to: None,
        author: Some(CID),
        about,
        body,
        suggestion: None,
        now_ms: NOW,
    }
}

pub(crate) fn verdict(by: AccountId, seen: u32, judgement: Judgement) -> NewVerdict<'static> {
    NewVerdict { proposal: FIRST, seen, by, judgement, body: "Because.", now_ms: NOW }
}

/// Who said what, and whether that is outdated and counts.
async fn verdicts(store: &Store) -> Vec<(String, &'static str, bool, bool)> {
    let all = store.verdicts(FIRST).await.expect("verdicts").into_iter();
    all.map(|one| (one.name, one.judgement.name(), one.is_outdated, one.counts)).collect()
}

fn row(name: &str, judgement: &'static str, is_outdated: bool, counts: bool) -> (String, &'static str, bool, bool) {
    (name.to_owned(), judgement, is_outdated, counts)
}

#[tokio::test]
async fn comments_are_threads() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let line = About::Line("ego_item.txt 3 T 1".to_owned());
    let root = store.add_comment(said(&line, "Why 20?")).await.expect("a comment");
    let answer = NewComment { reply_to: Some(root), author: Some(BOB), ..said(&About::Whole, "It was 10.") };
    let answer = store.add_comment(answer).await.expect("an answer");
    // An answer to an answer stands in the same thread.
    let third =
        store.add_comment(NewComment { reply_to: Some(answer), ..said(&line, "Ah.") }).await.expect("an answer");
    let comments = store.comments(FIRST).await.expect("comments");
    let told: Vec<_> =
        comments.iter().map(|one| (one.id, one.reply_to, one.about.clone(), one.body.as_str())).collect();
    assert_eq!(
        told,
        [
            (root, None, line.clone(), "Why 20?"),
            (answer, Some(root), line.clone(), "It was 10."),
            (third, Some(root), line.clone(), "Ah."),
        ]
    );
    assert_eq!(comments[1].author_name.as_deref(), Some("Bob"));

    assert_eq!(store.resolve_comment(answer, true, Some(BOB), NOW + 1).await.expect("resolved"), FIRST);
    store.resolve_comment(root, true, Some(CID), NOW + 2).await.expect("it is");
    let comments = store.comments(FIRST).await.expect("comments");
    assert_eq!((comments[0].resolved_at, comments[0].resolved_by.as_deref()), (Some(NOW + 1), Some("Bob")));
    assert_eq!(comments[1].resolved_at, None);
    store.resolve_comment(root, false, Some(CID), NOW + 3).await.expect("open");
    store.resolve_comment(root, true, None, NOW + 4).await.expect("resolved");
    // More to say opens it again.
    store.add_comment(NewComment { reply_to: Some(root), ..said(&line, "But.") }).await.expect("an answer");
    let opened = store.comment(root).await.expect("an answer").expect("a comment");
    assert_eq!((opened.resolved_at, opened.resolved_by), (None, None));
    assert_eq!(
        activity(&store).await[1..],
        [
            "Cid | commented | Rarer rings | - | comment 1",
            "Bob | commented | Rarer rings | - | comment 2",
            "Cid | commented | Rarer rings | - | comment 3",
            "Bob | resolved a comment | Rarer rings | - | comment 1",
            "Cid | opened a comment again | Rarer rings | - | comment 1",
            "- | resolved a comment | Rarer rings | - | comment 1",
            "Cid | commented | Rarer rings | - | comment 4",
        ]
    );
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn what_is_no_comment_is_refused() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    store.propose(new(&base)).await.expect("a proposal");
    let (line, cell, none) = (About::Line("a".to_owned()), About::Cell("b".to_owned()), About::Line(String::new()));
    let other = NewComment { proposal: ProposalId(2), ..said(&line, "Elsewhere.") };
    let elsewhere = store.add_comment(other).await.expect("a comment");
    let long = "x".repeat(20_001);
    let good = said(&line, "Good.");
    let cases = [
        (NewComment { body: " \n", ..good }, "the comment is empty; expected some text"),
        (NewComment { body: &long, ..good }, "comment: found a length of 20001; expected at most 20000"),
        (NewComment { proposal: ProposalId(9), ..good }, "there is no proposal 9"),
        (NewComment { revision: 2, ..good }, "there is no proposal 1"),
        (NewComment { reply_to: Some(CommentId(9)), ..good }, "there is no comment 9 here that can be used so"),
        (NewComment { reply_to: Some(elsewhere), ..good }, "there is no comment 1 here that can be used so"),
        (NewComment { about: &none, ..good }, "the place of the comment is empty; expected some text"),
        (
            NewComment { about: &cell, suggestion: Some("T:1"), ..good },
            "a line can be suggested for a changed line only",
        ),
        (
            NewComment { suggestion: Some(&long[..2001]), ..good },
            "suggestion: found a length of 2001; expected at most 2000",
        ),
    ];
    for (new, message) in cases {
        assert_eq!(store.add_comment(new).await.expect_err(message).to_string(), message);
    }
    let refused = store.resolve_comment(CommentId(9), true, None, NOW).await.expect_err("none");
    assert!(matches!(refused, CommentError::NotFound(CommentId(9))), "{refused}");
    assert_eq!(rows(folder.path(), "comments").await, 1);
}

#[tokio::test]
async fn a_suggestion_is_taken_once() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let line = About::Line("a".to_owned());
    let id = store.add_comment(NewComment { suggestion: Some("T:15"), ..said(&line, "Rather") }).await.expect("one");
    let plain = store.add_comment(said(&line, "Nothing to take")).await.expect("one");
    let refused = NewProposalRevision { suggestion: Some(plain), ..revised(&base, 1, "two") };
    assert!(matches!(
        store.add_revision(refused).await,
        Err(ProposalRevisionError::Comment(CommentError::NotFound(_)))
    ));
    let taking = NewProposalRevision { suggestion: Some(id), ..revised(&base, 1, "two") };
    assert_eq!(store.add_revision(taking).await.expect("a revision"), 2);
    assert_eq!(store.comment(id).await.expect("an answer").expect("a comment").taken_in, Some(2));
    let again = NewProposalRevision { seen: 2, changes: "three", ..taking };
    let refused = store.add_revision(again).await.expect_err("taken");
    assert_eq!(refused.to_string(), "the suggestion of comment 1 was taken in revision 2 already");
    assert_eq!(store.proposal(FIRST).await.expect("an answer").expect("a proposal").revision, 2);
    assert_eq!(
        activity(&store).await[3..],
        [
            "Bob | took a suggestion | Rarer rings | - | revision 2",
            "Bob | resolved a comment | Rarer rings | - | comment 1",
        ]
    );
}

#[tokio::test]
async fn taking_a_suggestion_resolves_its_thread() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let line = About::Line("a".to_owned());
    let root = store.add_comment(said(&line, "Why 20?")).await.expect("a comment");
    let another = store.add_comment(said(&line, "And who?")).await.expect("a comment");
    // An answer's suggestion, of which the thread's first comment is resolved.
    let answer = NewComment { reply_to: Some(root), suggestion: Some("T:15"), ..said(&line, "Rather") };
    let answer = store.add_comment(answer).await.expect("an answer");
    let standing = async |id| {
        let comment = store.comment(id).await.expect("an answer").expect("a comment");
        (comment.resolved_at, comment.resolved_by)
    };
    // What is refused resolves nothing.
    let stale = NewProposalRevision { suggestion: Some(answer), ..revised(&base, 2, "two") };
    assert!(matches!(store.add_revision(stale).await, Err(ProposalRevisionError::Proposal(ProposalError::Revised(_)))));
    assert_eq!(standing(root).await, (None, None));
    let taking = NewProposalRevision { suggestion: Some(answer), ..revised(&base, 1, "two") };
    store.add_revision(taking).await.expect("a revision");
    assert_eq!(standing(root).await, (Some(taking.now_ms), Some("Bob".to_owned())));
    assert_eq!(standing(another).await, (None, None));
    // It can be opened again, and one that is resolved already stays as it is.
    store.resolve_comment(root, false, Some(CID), NOW).await.expect("opened again");
    assert_eq!(standing(root).await, (None, None));
    let second = NewComment { reply_to: Some(root), suggestion: Some("T:16"), ..said(&line, "Or so") };
    let second = store.add_comment(second).await.expect("an answer");
    store.resolve_comment(root, true, Some(CID), 7).await.expect("resolved");
    let acts = activity(&store).await.len();
    let taking = NewProposalRevision { suggestion: Some(second), ..revised(&base, 2, "three") };
    store.add_revision(taking).await.expect("a revision");
    assert_eq!(standing(root).await, (Some(7), Some("Cid".to_owned())));
    assert_eq!(activity(&store).await.len(), acts + 1);
}

#[tokio::test]
async fn verdicts_are_outdated_when_the_effect_changes() {
    let (folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    store.give_verdict(verdict(CID, 1, Judgement::RequestChanges)).await.expect("a verdict");
    store.give_verdict(verdict(CID, 1, Judgement::Comment)).await.expect("a verdict");
    let comment = row("Cid", "comment", false, false);
    assert_eq!(verdicts(&store).await, [row("Cid", "request-changes", false, true), comment.clone()]);
    store.give_verdict(NewVerdict { body: "", ..verdict(CID, 1, Judgement::Approve) }).await.expect("a verdict");
    let given = [row("Cid", "request-changes", false, false), comment, row("Cid", "approve", false, true)];
    assert_eq!(verdicts(&store).await, given);
    // The same effect in other words.
    store.add_revision(revised(&base, 1, "other words")).await.expect("a revision");
    assert_eq!(verdicts(&store).await, given);
    let another = NewProposalRevision { effect: TWO, ..revised(&base, 2, "two") };
    store.add_revision(another).await.expect("a revision");
    assert!(verdicts(&store).await.iter().all(|one| one.2), "outdated");
    let check = store.merge_check(FIRST).await.expect("a check");
    assert_eq!((check.approved_by.len(), check.is_clear()), (0, false));
    // As it was: so are the verdicts.
    store.add_revision(revised(&base, 3, "change one")).await.expect("a revision");
    assert_eq!(verdicts(&store).await, given);
    let check = store.merge_check(FIRST).await.expect("a check");
    assert_eq!((check.approved_by, check.objected_by, check.required), (vec!["Cid".to_owned()], vec![], 1));
    // Who may not review any more counts no more.
    store.set_role(CID, Role::Proposer, ANN, NOW).await.expect("a role");
    assert!(verdicts(&store).await.iter().all(|one| !one.3));
    for sql in ["UPDATE verdicts SET verdict = 'approve'", "DELETE FROM verdicts"] {
        assert!(sqlx::raw_sql(sql).execute(&mut raw(folder.path()).await).await.is_err(), "{sql}");
    }
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn verdicts_that_cannot_be_are_refused() {
    let (folder, store, base) = team().await;
    store.set_role(BOB, Role::Maintainer, ANN, NOW).await.expect("a role");
    store.propose(new(&base)).await.expect("a proposal");
    let own = "proposal 1 or its current revision is your own; somebody else must judge it";
    let moved = "proposal 1 was revised meanwhile; look at it again";
    for judgement in Judgement::ALL {
        assert_eq!(store.give_verdict(verdict(BOB, 1, judgement)).await.expect_err("own").to_string(), own);
        assert_eq!(store.give_verdict(verdict(CID, 2, judgement)).await.expect_err("none").to_string(), moved);
    }
    for judgement in [Judgement::Comment, Judgement::RequestChanges] {
        let refused =
            store.give_verdict(NewVerdict { body: " ", ..verdict(CID, 1, judgement) }).await.expect_err("why");
        assert_eq!(refused.to_string(), "the verdict is empty; expected some text");
    }
    // Who revises what somebody else proposed doesn't judge that either.
    let by_ann = NewProposalRevision { by: Some(ANN), ..revised(&base, 1, "two") };
    store.add_revision(by_ann).await.expect("a revision");
    assert_eq!(store.give_verdict(verdict(ANN, 2, Judgement::Approve)).await.expect_err("own").to_string(), own);
    assert_eq!(store.give_verdict(verdict(CID, 1, Judgement::Approve)).await.expect_err("old").to_string(), moved);
    store.set_withdrawn(FIRST, true, Some(BOB), NOW).await.expect("withdrawn");
    let refused = store.give_verdict(verdict(CID, 2, Judgement::Approve)).await.expect_err("closed");
    assert_eq!(refused.to_string(), "proposal 1 is withdrawn");
    assert_eq!(rows(folder.path(), "verdicts").await, 0);
}

#[tokio::test]
async fn looking_tells_what_is_new() {
    let (_folder, store, base) = team().await;
    store.propose(new(&base)).await.expect("a proposal");
    let newest = |store: Store| async move { store.activity(Some(FIRST), 1).await.expect("activity")[0].id };
    assert_eq!(store.mark_seen(CID, FIRST, NOW).await.expect("a look"), None);
    let proposed = newest(store.clone()).await;
    let version = store.version().await.expect("a version");
    assert_eq!(store.mark_seen(CID, FIRST, NOW + 1).await.expect("a look"), None, "nothing new");
    // What one does oneself isn't new.
    store.add_comment(said(&About::Whole, "Hm.")).await.expect("a comment");
    assert_eq!(store.mark_seen(CID, FIRST, NOW + 2).await.expect("a look"), None);
    assert_ne!(store.version().await.expect("a version"), version);
    store.add_revision(revised(&base, 1, "two")).await.expect("a revision");
    let version = store.version().await.expect("a version");
    for at in [NOW + 3, NOW + 4] {
        let look = store.mark_seen(CID, FIRST, at).await.expect("a look").expect("looked before");
        assert_eq!((look.revision, look.audit_entry, look.at), (1, proposed, NOW));
    }
    assert_ne!(store.version().await.expect("a version"), version, "once");
    let version = store.version().await.expect("a version");
    store.mark_seen(CID, FIRST, NOW + 5).await.expect("a look");
    assert_eq!(store.version().await.expect("a version"), version, "nothing written");
    store.mark_read(CID, FIRST, NOW + 6).await.expect("read");
    assert_eq!(store.mark_seen(CID, FIRST, NOW + 7).await.expect("a look"), None);
    let revised = newest(store.clone()).await;
    store.set_withdrawn(FIRST, true, Some(BOB), NOW).await.expect("withdrawn");
    let look = store.mark_seen(CID, FIRST, NOW + 8).await.expect("a look").expect("looked before");
    assert_eq!((look.revision, look.audit_entry, look.at), (2, revised, NOW + 6));
    let refused = store.mark_seen(CID, ProposalId(9), NOW).await.expect_err("none");
    assert!(matches!(refused, ProposalError::NotFound(ProposalId(9))), "{refused}");
}

/// What waits for whom.
async fn waiting(store: &Store, account: AccountId) -> Vec<(i64, &'static str)> {
    let all = store.inbox(account).await.expect("a list");
    all.iter().map(|one| (one.proposal.id.0, one.reason.name())).collect()
}

#[tokio::test]
async fn proposals_wait_for_somebody() {
    let (_folder, store, base) = team().await;
    let dan = join(&store, "Dan", Role::Reader).await;
    store.propose(new(&base)).await.expect("a proposal");
    store.propose(NewProposal { author: Some(ANN), ..new(&base) }).await.expect("a proposal");
    assert_eq!(waiting(&store, CID).await, [(1, "verdict"), (2, "verdict")]);
    assert_eq!(waiting(&store, ANN).await, [(1, "verdict")]);
    assert_eq!(store.mark_seen(BOB, FIRST, NOW).await.expect("a look"), None);
    for account in [BOB, dan] {
        assert_eq!(waiting(&store, account).await, []);
    }
    store.add_comment(said(&About::Whole, "Hm.")).await.expect("a comment");
    assert_eq!(waiting(&store, BOB).await, [(1, "answer")]);
    store.mark_seen(BOB, FIRST, NOW).await.expect("a look");
    assert_eq!(waiting(&store, BOB).await, []);
    store.give_verdict(verdict(CID, 1, Judgement::RequestChanges)).await.expect("a verdict");
    assert_eq!(waiting(&store, BOB).await, [(1, "changes")]);
    assert_eq!(waiting(&store, CID).await, [(2, "verdict")]);
    let another = NewProposalRevision { effect: TWO, ..revised(&base, 1, "two") };
    store.add_revision(another).await.expect("a revision");
    assert_eq!(waiting(&store, CID).await, [(1, "verdict-again"), (2, "verdict")]);
    store.give_verdict(verdict(CID, 2, Judgement::Approve)).await.expect("a verdict");
    assert_eq!(waiting(&store, BOB).await, [(1, InboxReason::Merge.name())]);
    assert_eq!(waiting(&store, ANN).await, [(1, "merge")]);
    store.set_withdrawn(FIRST, true, Some(BOB), NOW).await.expect("withdrawn");
    assert_eq!(waiting(&store, BOB).await, []);
}
