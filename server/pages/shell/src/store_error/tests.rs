//! The answer to a visitor for each error of the store.

use std::num::NonZeroU64;

use affixboard_inquiry::gaps::Limits;
use affixboard_model::{
    batch::{Detail, Plan},
    game::Switches,
};
use affixboard_store::{
    AccountId, BalanceTests, BatchId, BatchState, CodecError, CommentId, DraftOf, EditionId, Judgement, MadeBy, Merge,
    NewPaired, NewProposal, NewRevision, NewToken, NewVerdict, ProfileId, ProposalId, ProposalState, RevisionId, Role,
    Scope, Store, Submit, ViewId,
};

use super::*;
use crate::error::Error;

/// Status and message of the page.
fn shown(error: impl StoreError) -> (u16, String) {
    let (status, message) = Error::from(error).status_and_message();
    (status.as_u16(), message)
}

#[track_caller]
fn check(error: impl StoreError, status: u16, message: &str) {
    assert_eq!(shown(error), (status, message.to_owned()));
}

const OURS: &str = "That failed on our side. The log says why; nothing was changed.";
const DAMAGED: &str = "A part of the database is damaged or can't be read, and this needs it. Nothing was changed. Whoever runs \
                       this dashboard finds in the log what to do.";
const TEXT: TextError = TextError::Empty("comment");
const TEXT_MESSAGE: &str = "the comment is empty; expected some text";
const MOST: TooMany = TooMany { what: "drafts", most: 100 };
const MOST_MESSAGE: &str = "there are 100 drafts, which is the most there can be";

fn gone() -> ProposalError {
    ProposalError::NotFound(ProposalId(9))
}
const GONE_MESSAGE: &str = "there is no proposal 9";

#[test]
fn shared_refusals() {
    check(MOST, 409, MOST_MESSAGE);
    check(BadPlan("it has no depths"), 400, "the plan can't be run: it has no depths");
    check(TEXT, 400, TEXT_MESSAGE);
    let long = TextError::TooLong { what: "title", found: 201, most: 200 };
    check(long, 400, "title: found a length of 201; expected at most 200");
    check(TextError::BadTitle, 400, "the title has characters that can't be seen; expected one line of text");
}

#[test]
fn refusals_of_editions_and_batches() {
    let slug = "found the slug `A`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -";
    check(ImportError::BadSlug("A".to_owned()), 400, slug);
    check(ImportError::BadTitle, 400, "an edition's title has 1 to 200 characters");
    let (slug, game, imported) = ("ours".to_owned(), "one-game".to_owned(), "another-game".to_owned());
    check(
        ImportError::OtherGame { slug, game, imported },
        409,
        "edition `ours` is of the game one-game, these files are of another-game",
    );

    let archived = || Archived("ours".to_owned());
    let message = "edition `ours` is archived: it can be read, not changed; a maintainer can bring it back";
    check(archived(), 409, message);
    check(ImportError::Archived(archived()), 409, message);
    check(BatchError::Archived(archived()), 409, message);
    check(PairedBatchError::Archived(archived()), 409, message);
    check(ProposalError::Archived(archived()), 409, message);
    check(ApprovalsError::Archived(archived()), 409, message);
    check(GapLimitsError::Archived(archived()), 409, message);
    check(BalanceTestsError::Archived(archived()), 409, message);
    let newer = ImportError::NewerRevision { slug: "ours".to_owned(), newest: 3 };
    check(newer, 409, "edition `ours` got r3 meanwhile; look at what the files change in it");
    check(ImportError::UploadChanged, 409, "the upload was changed or is gone meanwhile; look at it again");
    check(EditionError::NotFound("ours".to_owned()), 404, "there is no edition `ours`");
    let title = "found the title ``; expected 1 to 200 characters on one line";
    check(EditionError::BadTitle(String::new()), 400, title);
    let gone = "there is no such upload; it was imported, discarded, or nobody touched it for a day";
    check(UploadRefused::NotFound, 404, gone);
    let changed = "the upload was changed meanwhile, perhaps in another window; look at it again";
    check(UploadRefused::Changed, 409, changed);
    let full = "other uploads that wait take all the room there is for them; try again later, or discard one of yours";
    check(UploadRefused::Full, 503, full);
    check(UploadRefused::TooMany(MOST), 409, MOST_MESSAGE);

    let id = BatchId(7);
    check(BatchError::NotFound(id), 404, "there is no batch 7");
    check(BatchError::NoSuchRevision(RevisionId(3)), 404, "there is no revision with the id 3");
    check(BatchError::BadPlan(BadPlan("why")), 400, "the plan can't be run: why");
    check(BatchError::WrongState { id, state: BatchState::Done }, 409, "batch 7 is done");
    let most = "there are 20 batches of yours in the queue, which is the most there can be";
    check(BatchError::TooMany(TooMany { what: "batches of yours in the queue", most: 20 }), 409, most);
    check(BatchError::IncompleteTally { id, what: "why" }, 500, OURS);
    check(BatchError::DamagedCounts { id, source: CodecError::Truncated }, 503, DAMAGED);
    check(PairedBatchError::BadPlan(BadPlan("why")), 400, "the plan can't be run: why");
}

#[test]
fn refusals_of_profiles_limits_and_views() {
    let id = ProfileId(2);
    check(
        ProfileError::BadName("x".to_owned()),
        400,
        "found the name `x`; expected 1 to 60 characters without line breaks or blanks around them",
    );
    check(ProfileError::NameTaken("x".to_owned()), 409, "there is a profile `x` already");
    check(ProfileError::NotFound(id), 404, "there is no profile 2");
    check(ProfileError::Changed { id, newest: 4 }, 409, "profile 2 was changed meanwhile: its newest version is 4");
    check(
        ProfileError::Starter("x".to_owned()),
        409,
        "the profile `x` ships with Affixboard and can't be deleted; it can be edited",
    );
    check(
        ProfileError::TooManyProfiles(200),
        409,
        "there are 200 profiles, which is the most there can be; delete one",
    );
    check(
        ProfileError::TooManyVersions(1000),
        409,
        "there are 1000 versions of this profile, which is the most there can be; copy it and go on with the copy",
    );

    check(GapLimitsError::BadLimits("first: found 0".to_owned()), 400, "first: found 0");
    let long = "found 300000 bytes; expected at most 262144";
    check(BalanceTestsError::TooLong { found: 300_000 }, 400, long);

    check(
        ViewError::BadPath("x".to_owned()),
        400,
        "found the address `x`; expected a path and query of at most 2,000 bytes, beginning with one /",
    );
    check(
        ViewError::BadName("x".to_owned()),
        400,
        "found the name `x`; expected 1 to 60 characters without line breaks or blanks around them",
    );
    check(ViewError::NameTaken("x".to_owned()), 409, "there is a view `x` already");
    check(ViewError::NotFound(ViewId(5)), 404, "there is no view 5");
    check(ViewError::TooMany(10_000), 409, "there are 10000 views, which is the most there can be");
}

#[test]
fn refusals_of_accounts() {
    let name = "found the name `x`; expected 1 to 60 characters that can be seen, without blanks around them";
    check(AccountError::BadName("x".to_owned()), 400, name);
    check(AccountError::NameTaken("x".to_owned()), 409, "there is an account `x` already");
    check(AccountError::NotFound(AccountId(8)), 404, "there is no account 8");
    check(AccountError::LastMaintainer, 409, "this is the last maintainer; make another one first");
    check(AccountError::TooMany(MOST), 409, MOST_MESSAGE);

    check(InvitationError::NotUsable, 404, "this link was used or withdrawn, or has run out");
    check(InvitationError::TooMany(MOST), 409, MOST_MESSAGE);
    check(InvitationError::Account(AccountError::NotFound(AccountId(8))), 404, "there is no account 8");

    check(TokenError::BadName("x".to_owned()), 400, name);
    check(TokenError::TooMany(MOST), 409, MOST_MESSAGE);
}

#[test]
fn refusals_of_proposals_and_drafts() {
    let id = ProposalId(9);
    check(gone(), 404, GONE_MESSAGE);
    check(ProposalError::Revised(id), 409, "proposal 9 was revised meanwhile; look at it again");
    check(
        ProposalError::TextChanged(id),
        409,
        "the title or description of proposal 9 was changed meanwhile; look at it again",
    );
    check(ProposalError::WrongState { id, state: ProposalState::Merged }, 409, "proposal 9 is merged");
    check(ProposalError::Text(TEXT), 400, TEXT_MESSAGE);

    check(ProposalRevisionError::NoChanges, 400, "there are no changes to propose");
    check(ProposalRevisionError::SameChanges(id), 409, "these are the changes that proposal 9 has already");
    check(ProposalRevisionError::NoSuchRevision(RevisionId(3)), 404, "there is no revision with the id 3");
    check(ProposalRevisionError::TooMany(MOST), 409, MOST_MESSAGE);
    check(ProposalRevisionError::Text(TEXT), 400, TEXT_MESSAGE);
    check(ProposalRevisionError::Proposal(gone()), 404, GONE_MESSAGE);
    check(
        ProposalRevisionError::Comment(CommentError::NotFound(CommentId(6))),
        404,
        "there is no comment 6 here that can be used so",
    );

    let changed = "the draft was changed meanwhile, perhaps in another window; load it again";
    check(DraftError::Changed { newest: 2 }, 409, changed);
    check(DraftError::NotFound, 404, "there is no such draft");
    check(DraftError::NoSuchRevision(RevisionId(3)), 404, "there is no revision with the id 3");
    check(DraftError::TooMany(MOST), 409, MOST_MESSAGE);
    check(DraftError::Text(TEXT), 400, TEXT_MESSAGE);
    check(DraftError::Proposal(gone()), 404, GONE_MESSAGE);

    check(SubmitError::Draft(DraftError::Changed { newest: 2 }), 409, changed);
    check(SubmitError::Revision(ProposalRevisionError::NoChanges), 400, "there are no changes to propose");
}

#[test]
fn refusals_of_reviews() {
    let id = ProposalId(9);
    check(CommentError::NotFound(CommentId(6)), 404, "there is no comment 6 here that can be used so");
    check(CommentError::NotALine, 400, "a line can be suggested for a changed line only");
    check(
        CommentError::SuggestionTaken { id: CommentId(6), revision: 2 },
        409,
        "the suggestion of comment 6 was taken in revision 2 already",
    );
    check(CommentError::TooMany(MOST), 409, MOST_MESSAGE);
    check(CommentError::Text(TEXT), 400, TEXT_MESSAGE);
    check(CommentError::Proposal(gone()), 404, GONE_MESSAGE);

    check(
        VerdictError::OwnProposal(id),
        403,
        "proposal 9 or its current revision is your own; somebody else must judge it",
    );
    check(VerdictError::TooMany(MOST), 409, MOST_MESSAGE);
    check(VerdictError::Text(TEXT), 400, TEXT_MESSAGE);
    check(VerdictError::Proposal(gone()), 404, GONE_MESSAGE);

    check(MergeError::BaseChanged(id), 409, "the edition has a newer revision than proposal 9 was applied to");
    check(
        MergeError::EffectChanged(id),
        409,
        "proposal 9 does something else to the edition's newest revision than was reviewed",
    );
    check(
        MergeError::ChangesRequested { id, by: "Ann, Bob".to_owned() },
        409,
        "proposal 9 can't be merged: Ann, Bob requested changes",
    );
    check(
        MergeError::NotApproved { id, have: 1, need: 2 },
        409,
        "proposal 9 can't be merged: 1 of 2 required approvals are there",
    );
    check(
        MergeError::NothingToMerge(id),
        409,
        "proposal 9 changes nothing any more: the edition's newest revision has these files already",
    );
    check(MergeError::Proposal(gone()), 404, GONE_MESSAGE);

    let most = ApprovalsError::OutOfRange { found: 10, most: 9 };
    check(most, 400, "required approvals: found 10; expected 0 to 9");
}

/// Every module's functions on a database that is closed.
#[tokio::test]
async fn failures_of_the_database_are_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("a.db")).await.expect("a database");
    store.close().await;
    let (edition, account, proposal) = (EditionId(1), AccountId(1), ProposalId(1));
    let (base, text, now_ms) = (RevisionId(1), "x", 0);
    let starter = affixboard_service::starter::all().into_iter().next().expect("a starter edition");
    let loaded = &starter.loaded;
    let plan = Plan {
        target: None,
        depths: vec![1],
        qualities: vec![0],
        kinds: Vec::new(),
        drops: NonZeroU64::MIN,
        seed: 1,
        switches: Switches::coded(),
        detail: Detail::Identity,
    };
    let revision = NewRevision { slug: text, title: text, loaded, made_by: MadeBy::Import, note: "", by: None, now_ms };
    let paired = NewPaired { base, side: text, changes: text, rules_version: 1, plan: &plan, by: None, now_ms };
    let token = NewToken { account, token: text, name: text, scope: Scope::Read, expires_at: 1, now_ms };
    let new = NewProposal {
        edition,
        author: None,
        title: text,
        description: "",
        base,
        changes: text,
        effect: text,
        reverts: None,
        now_ms,
    };
    let of = DraftOf::New(edition);
    let submit = Submit { author: None, of, version: 1, title: text, description: "", effect: text, note: "", now_ms };
    let verdict = NewVerdict { proposal, seen: 1, by: account, judgement: Judgement::Approve, body: "", now_ms };
    let merge = Merge { proposal, seen: 1, onto: base, loaded, effect: text, by: None, now_ms };

    let ours = (500, OURS.to_owned());
    assert_eq!(shown(store.check_writable().await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.import(revision).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.cancel_batch(BatchId(1), None, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.create_paired(paired).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.delete_profile(ProfileId(1), None, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(
        shown(store.set_gap_limits(edition, &Limits::default(), None, now_ms).await.expect_err("a closed store")),
        ours
    );
    let tests = BalanceTests::default();
    assert_eq!(shown(store.set_balance_tests(edition, &tests, None, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.keep_view("/x", None, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.set_role(account, Role::Reader, account, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.reset_password(text, text, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.make_token(token).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.mark_read(account, proposal, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.propose(new).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.discard_draft(None, of, 1).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.submit_draft(submit).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.resolve_comment(CommentId(1), true, None, now_ms).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.give_verdict(verdict).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.merge(merge).await.expect_err("a closed store")), ours);
    assert_eq!(shown(store.set_required_approvals(edition, 1, None, now_ms).await.expect_err("a closed store")), ours);
}
