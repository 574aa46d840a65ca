//! A clock that jumps: back by a day, ahead by a year, and back again. Nothing is refused because of it, and what was done
//! later stands later.

use affixboard_store::{
    About, AccountId, BatchState, Judgement, Merge, NewBatch, NewComment, NewProposal, NewSession, NewToken,
    NewVerdict, Proof, ProposalFilter, ProposalId, Revision, Role, Scope, Store, StoredKey, TallyKeys,
};

use crate::{
    accounts::PASSWORD,
    batches::{results, total},
    fixture::{NOW, check_integrity, keys, plan, small_version},
    proposals::{ANN, BOB, CID, ONE, new, team},
    talk::{said, verdict},
};

const DAY: i64 = 86_400_000;
const YEAR: i64 = 365 * DAY;

fn session(account: AccountId, token: &str, now_ms: i64) -> NewSession<'_> {
    NewSession { account, proof: Proof::Password(PASSWORD), token, replaces: None, address: "", agent: "", now_ms }
}

/// Some of everything that has a time. The proposals before it were merged.
async fn work(store: &Store, base: &Revision, number: i64, now_ms: i64) {
    let (link, token) = (format!("link {number}"), format!("token {number}"));
    store
        .begin_session(session(BOB, &format!("session {number}"), now_ms))
        .await
        .expect("an answer")
        .expect("signed in");
    store.invite(&link, Role::Reader, ANN, (now_ms, now_ms + DAY)).await.expect("a link");
    assert!(store.invitation(&link, now_ms).await.expect("an answer").is_some());
    let made =
        NewToken { account: BOB, token: &token, name: "ci", scope: Scope::All, expires_at: now_ms + DAY, now_ms };
    store.make_token(made).await.expect("a token");
    let holder = store.token(&token, now_ms).await.expect("an answer").expect("a token");
    store.note_token_use(holder.id, now_ms).await.expect("noted");
    store.set_disabled(CID, true, ANN, now_ms).await.expect("disabled");
    store.set_disabled(CID, false, ANN, now_ms).await.expect("enabled");

    let plan = plan(&[5], &[], 10);
    let new_batch = NewBatch { revision: base.id, rules_version: 1, plan: (&plan).into(), by: Some(BOB), now_ms };
    let id = store.create_batch(new_batch).await.expect("a batch");
    assert_eq!(store.claim_next_batch(now_ms + DAY).await.expect("an answer").expect("a batch").id, id);
    // The clock went back while it ran.
    let tally = total(&results(&plan));
    store
        .finish_batch(id, &tally, TallyKeys::Drops(&StoredKey::of_tally(&keys(), &tally)), now_ms)
        .await
        .expect("done");
    assert_eq!(store.batch(id).await.expect("an answer").expect("a batch").state, BatchState::Done);

    let proposal = store.propose(NewProposal { now_ms: now_ms + DAY, ..new(base) }).await.expect("a proposal");
    assert_eq!(proposal, ProposalId(number));
    let comment = NewComment { proposal, now_ms, ..said(&About::Whole, "So?") };
    let comment = store.add_comment(comment).await.expect("a comment");
    store.resolve_comment(comment, true, Some(BOB), now_ms).await.expect("resolved");
    let approve = NewVerdict { proposal, now_ms, ..verdict(CID, 1, Judgement::Approve) };
    store.give_verdict(approve).await.expect("a verdict");
    store.mark_seen(ANN, proposal, now_ms).await.expect("seen");
    store.set_withdrawn(proposal, true, Some(BOB), now_ms).await.expect("withdrawn");
    store.set_withdrawn(proposal, false, Some(BOB), now_ms).await.expect("open again");
    let (onto, loaded) =
        (store.revision("v4", None).await.expect("an answer").expect("a revision").id, small_version(number as u32));
    let merge = Merge { proposal, seen: 1, onto, loaded: &loaded, effect: ONE, by: Some(ANN), now_ms };
    store.merge(merge).await.expect("merged");
}

#[tokio::test]
async fn a_clock_that_jumps_stops_nothing_and_keeps_the_order() {
    let (folder, store, base) = team().await;
    let mut known = store.audit_log(None, 100).await.expect("the log");
    for (number, now_ms) in (1..).zip([NOW - DAY, NOW + YEAR, NOW, NOW - YEAR, NOW + DAY]) {
        work(&store, &base, number, now_ms).await;
        // What was there stays below what is new.
        let log = store.audit_log(None, 500).await.expect("the log");
        assert!(log.len() > known.len() && log.ends_with(&known), "after jump {number}");
        known = log;
    }
    let ids = |ids: Vec<i64>| assert!(ids.is_sorted_by(|later, earlier| later > earlier), "{ids:?}");
    ids(known.iter().map(|entry| entry.id).collect());
    let proposals = store.proposals(ProposalFilter::default(), 100).await.expect("proposals");
    assert_eq!(proposals.iter().map(|proposal| proposal.id.0).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
    assert!(proposals.iter().all(|proposal| proposal.changed_at >= proposal.created_at));
    let revisions = store.revisions("v4").await.expect("revisions");
    assert_eq!(revisions.iter().map(|revision| revision.number).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1]);
    check_integrity(folder.path()).await;
}

#[tokio::test]
async fn a_session_ends_by_the_clock_also_where_that_jumps() {
    let (_folder, store, _) = team().await;
    let there = async |token: &'static str, now_ms| store.session(token, now_ms).await.expect("an answer").is_some();
    store.begin_session(session(BOB, "bob's", NOW)).await.expect("an answer").expect("signed in");
    assert!(there("bob's", NOW - DAY).await, "back by a day");
    assert!(!there("bob's", NOW + YEAR).await, "ahead by a year");
    assert!(there("bob's", NOW).await, "right again");

    // Who signs in while it is a year ahead is not signed in for a year and more.
    store.begin_session(session(ANN, "ann's", NOW + YEAR)).await.expect("an answer").expect("signed in");
    assert!(there("ann's", NOW + YEAR).await);
    assert!(!there("ann's", NOW).await);
    assert_eq!(store.sessions(ANN, NOW).await.expect("sessions").len(), 0);
    assert_eq!(store.sessions(ANN, NOW + YEAR).await.expect("sessions").len(), 1);
    let seen = store.session("ann's", NOW + YEAR).await.expect("an answer").expect("a session");
    store.see_session(seen.id, NOW).await.expect("noted");
    let seen = store.session("ann's", NOW + YEAR).await.expect("an answer").expect("a session");
    assert_eq!(seen.seen_at, NOW + YEAR, "nobody was seen earlier than they came");
}
