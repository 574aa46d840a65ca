//! Every act is in the audit log, or isn't done.

use std::error::Error;

use affixboard_inquiry::{gaps::Limits, profile::Profile};
use affixboard_model::batch::{Detail, Plan};
use affixboard_store::{
    About, AccountId, Act, BalanceTests, BatchId, CommentId, GameStatsId, Identity, IdentityId, InvitationId,
    Judgement, MadeBy, Merge, NewAccount, NewBatch, NewComment, NewGameStats, NewOwnCounts, NewPaired, NewProposal,
    NewRevision, NewSecondFactor, NewSession, NewToken, NewVersion, OwnCountsId, ProfileId, Proof, QueueEnd, Revision,
    Role, Scope, SecondProof, SessionId, Store, TokenId, ViewId,
};

use crate::{
    accounts::PASSWORD,
    fixture::{NOW, execute, number, plan, small_version},
    proposals::{ANN, BOB, CID, FIRST, ONE, new, revised, team},
    talk::{said, verdict},
};

const LATER: i64 = NOW + 86_400_000;

/// What has to be there before somebody can do it.
pub(crate) async fn prepare(store: &Store, base: &Revision, act: Act) -> Result<(), Box<dyn Error>> {
    match act {
        Act::MadeAccount | Act::WithdrewLink => Box::pin(perform(store, base, Act::MadeInvitation)).await,
        Act::EndedSession => Box::pin(perform(store, base, Act::SignedIn)).await,
        Act::EndedToken | Act::RevokedToken => Box::pin(perform(store, base, Act::MadeToken)).await,
        Act::SetPasswordByLink => Box::pin(perform(store, base, Act::MadePasswordLink)).await,
        Act::RestoredEdition => Box::pin(perform(store, base, Act::ArchivedEdition)).await,
        Act::EnabledAccount => Box::pin(perform(store, base, Act::DisabledAccount)).await,
        Act::RemovedOldBatches => {
            Box::pin(perform(store, base, Act::StartedBatch)).await?;
            Box::pin(perform(store, base, Act::CancelledBatch)).await?;
            Box::pin(perform(store, base, Act::StartedBatch)).await
        }
        Act::CancelledBatch | Act::MovedBatch => Box::pin(perform(store, base, Act::StartedBatch)).await,
        Act::ContinuedBatch => {
            Box::pin(perform(store, base, Act::StartedBatch)).await?;
            Box::pin(perform(store, base, Act::CancelledBatch)).await
        }
        Act::StoppedPairedBatch => Box::pin(perform(store, base, Act::RanPairedBatch)).await,
        Act::DeletedGameStats => Box::pin(perform(store, base, Act::AddedGameStats)).await,
        Act::DeletedOwnCounts => Box::pin(perform(store, base, Act::AddedOwnCounts)).await,
        Act::SavedProfile | Act::DeletedProfile => Box::pin(perform(store, base, Act::AddedProfile)).await,
        Act::NamedView => Box::pin(perform(store, base, Act::KeptView)).await,
        Act::RevisedProposal
        | Act::EditedProposal
        | Act::WithdrewProposal
        | Act::Commented
        | Act::ReviewedProposal
        | Act::ApprovedProposal
        | Act::RequestedChanges => Box::pin(perform(store, base, Act::Proposed)).await,
        Act::ReopenedProposal => {
            Box::pin(perform(store, base, Act::Proposed)).await?;
            Box::pin(perform(store, base, Act::WithdrewProposal)).await
        }
        Act::TookSuggestion | Act::ResolvedComment => {
            Box::pin(perform(store, base, Act::Proposed)).await?;
            let line = About::Line("a line".to_owned());
            store.add_comment(NewComment { suggestion: Some("a better line"), ..said(&line, "So?") }).await?;
            Ok(())
        }
        Act::ReopenedComment => {
            Box::pin(prepare(store, base, Act::ResolvedComment)).await?;
            Box::pin(perform(store, base, Act::ResolvedComment)).await
        }
        Act::MergedProposal => {
            Box::pin(perform(store, base, Act::Proposed)).await?;
            Box::pin(perform(store, base, Act::ApprovedProposal)).await
        }
        Act::MergedUnreviewed => {
            store.propose(NewProposal { author: Some(ANN), ..new(base) }).await?;
            store.set_role(CID, Role::Reader, ANN, NOW).await?;
            Ok(())
        }
        Act::MadeRecoveryCodes | Act::UsedRecoveryCode | Act::EndedSecondFactor | Act::TookSecondFactor => {
            Box::pin(perform(store, base, Act::AddedSecondFactor)).await
        }
        Act::DisconnectedIdentity => Box::pin(perform(store, base, Act::ConnectedIdentity)).await,
        Act::SignedIn
        | Act::MadeToken
        | Act::AddedSecondFactor
        | Act::GaveWrongCodes
        | Act::ConnectedIdentity
        | Act::ChangedPassword
        | Act::MadeInvitation
        | Act::MadePasswordLink
        | Act::ChangedRole
        | Act::DisabledAccount
        | Act::ImportedFiles
        | Act::RenamedEdition
        | Act::ArchivedEdition
        | Act::DeletedEdition
        | Act::SetRequiredApprovals
        | Act::SetGapLimits
        | Act::SetBalanceTests
        | Act::StartedBatch
        | Act::RanPairedBatch
        | Act::AddedGameStats
        | Act::AddedOwnCounts
        | Act::AddedProfile
        | Act::KeptView
        | Act::Proposed => Ok(()),
    }
}

/// Does it. No wildcard: an act that is new doesn't compile until it is here.
pub(crate) async fn perform(store: &Store, base: &Revision, act: Act) -> Result<(), Box<dyn Error>> {
    let by = Some(ANN);
    match act {
        Act::MadeAccount => {
            store.accept_invitation("link", NewAccount { name: "Dan", password: PASSWORD, now_ms: NOW }).await?;
        }
        Act::SignedIn => {
            let session = NewSession {
                account: BOB,
                proof: Proof::Password(PASSWORD),
                token: "session",
                replaces: None,
                address: "",
                agent: "",
                now_ms: NOW,
            };
            store.begin_session(session).await?.expect("a session");
        }
        Act::UsedRecoveryCode => {
            let code = SecondProof::Recovery("a recovery code");
            let proof = Proof::PasswordAndCode(PASSWORD, code);
            let session =
                NewSession { account: CID, proof, token: "s", replaces: None, address: "", agent: "", now_ms: NOW };
            store.begin_session(session).await?.expect("a session");
        }
        Act::AddedSecondFactor => {
            let codes = ["a recovery code".to_owned()];
            let (account, password, secret) = (CID, PASSWORD, &[7; 20]);
            let new = NewSecondFactor { account, password, secret, step: 1, codes: &codes, keep: None, now_ms: NOW };
            assert!(store.add_second_factor(new).await?);
        }
        Act::MadeRecoveryCodes => {
            let codes = ["another code".to_owned()];
            assert!(store.renew_recovery_codes(CID, (PASSWORD, SecondProof::Step(2)), &codes, NOW).await?);
        }
        Act::GaveWrongCodes => store.note_wrong_codes(CID, NOW).await?,
        Act::EndedSecondFactor => {
            assert!(store.end_second_factor(CID, (PASSWORD, SecondProof::Step(2)), NOW).await?);
        }
        Act::TookSecondFactor => assert!(store.take_second_factor(CID, ANN, NOW).await?),
        Act::ConnectedIdentity => {
            let identity = Identity { issuer: "https://id.example", subject: "7", label: "bob" };
            store.connect_identity(BOB, identity, NOW).await?;
        }
        Act::DisconnectedIdentity => assert!(store.disconnect_identity(BOB, IdentityId(1), NOW).await?),
        Act::EndedSession => assert!(store.end_session(BOB, SessionId(1), NOW).await?),
        Act::MadeToken => {
            let token =
                NewToken { account: BOB, token: "t", name: "ci", scope: Scope::All, expires_at: LATER, now_ms: NOW };
            store.make_token(token).await?;
        }
        Act::EndedToken => assert!(store.end_token(BOB, TokenId(1), NOW).await?),
        Act::RevokedToken => assert!(store.revoke_token(TokenId(1), ANN, NOW).await?),
        Act::ChangedPassword => assert!(store.change_password(BOB, (PASSWORD, OTHER), None, NOW).await?),
        Act::SetPasswordByLink => drop(store.reset_password("reset", OTHER, NOW).await?),
        Act::MadeInvitation => store.invite("link", Role::Reader, ANN, (NOW, LATER)).await?,
        Act::MadePasswordLink => store.make_reset_link("reset", BOB, ANN, (NOW, LATER)).await?,
        // The links of the three that are in were used.
        Act::WithdrewLink => assert!(store.withdraw_invitation(InvitationId(4), ANN, NOW).await?),
        Act::ChangedRole => drop(store.set_role(BOB, Role::Reader, ANN, NOW).await?),
        Act::DisabledAccount => drop(store.set_disabled(BOB, true, ANN, NOW).await?),
        Act::EnabledAccount => drop(store.set_disabled(BOB, false, ANN, NOW).await?),
        Act::ImportedFiles => {
            let (loaded, made_by) = (small_version(1), MadeBy::Import);
            let import = NewRevision { slug: "v4", title: "v4", loaded: &loaded, made_by, note: "", by, now_ms: NOW };
            store.import(import).await?;
        }
        Act::RenamedEdition => store.rename_edition("v4", "Ours", by, NOW).await?,
        Act::ArchivedEdition => store.set_archived("v4", true, by, NOW).await?,
        Act::RestoredEdition => store.set_archived("v4", false, by, NOW).await?,
        Act::DeletedEdition => drop(store.delete_edition("v4", by, NOW).await?),
        Act::SetRequiredApprovals => store.set_required_approvals(base.edition_id, 2, by, NOW).await?,
        Act::SetGapLimits => {
            let limits = Limits { few_affixes: 7, ..Limits::default() };
            store.set_gap_limits(base.edition_id, &limits, by, NOW).await?;
        }
        Act::SetBalanceTests => {
            let tests = BalanceTests { text: "# none yet".to_owned(), holds_merge: true };
            store.set_balance_tests(base.edition_id, &tests, by, NOW).await?;
        }
        Act::StartedBatch => {
            let plan = plan(&[5], &[], 10);
            store
                .create_batch(NewBatch { revision: base.id, rules_version: 1, plan: (&plan).into(), by, now_ms: NOW })
                .await?;
        }
        Act::CancelledBatch => store.cancel_batch(BatchId(1), by, NOW).await?,
        Act::ContinuedBatch => store.continue_batch(BatchId(1), by, NOW).await?,
        Act::MovedBatch => store.move_batch(BatchId(1), QueueEnd::First, by, NOW).await?,
        Act::RemovedOldBatches => assert_eq!(store.remove_old_batches(LATER, LATER).await?, 1),
        Act::RanPairedBatch => {
            let plan = Plan { target: None, detail: Detail::Identity, ..plan(&[5], &[], 10) };
            let (side, changes) = ("draft:v4", "change one");
            let paired = NewPaired { base: base.id, side, changes, rules_version: 1, plan: &plan, by, now_ms: NOW };
            store.create_paired(paired).await?;
        }
        Act::StoppedPairedBatch => store.stop_paired(1, by, NOW).await?,
        Act::AddedGameStats => {
            let file = crate::game_stats::small();
            let new = NewGameStats { revision: base.id, name: "stats.db", file: &file, by, now_ms: NOW };
            store.add_game_stats(new).await?;
        }
        Act::DeletedGameStats => store.delete_game_stats(GameStatsId(1), by, NOW).await?,
        Act::AddedOwnCounts => {
            store.add_own_counts(NewOwnCounts { by, ..crate::own_counts::small(base.id, b"counts") }).await?;
        }
        Act::DeletedOwnCounts => store.delete_own_counts(OwnCountsId(1), by, NOW).await?,
        Act::AddedProfile | Act::SavedProfile => {
            let name = if act == Act::AddedProfile { "Dive" } else { "Deep dive" };
            let profile = Profile::parse("1: good 1\n").expect("a profile");
            let version = NewVersion { name, profile: &profile, by, now_ms: NOW };
            match act {
                Act::AddedProfile => store.create_profile(version).await?,
                _ => store.save_profile(ProfileId(1), 1, version).await?,
            };
        }
        Act::DeletedProfile => store.delete_profile(ProfileId(1), by, NOW).await?,
        Act::KeptView => drop(store.keep_view("/editions/v4", by, NOW).await?),
        Act::NamedView => drop(store.name_view(ViewId(1), Some("Ours"), by, NOW).await?),
        Act::Proposed => drop(store.propose(new(base)).await?),
        Act::RevisedProposal => drop(store.add_revision(revised(base, 1, "change two")).await?),
        Act::TookSuggestion => {
            let mut revision = revised(base, 1, "change two");
            revision.suggestion = Some(CommentId(1));
            store.add_revision(revision).await?;
        }
        Act::EditedProposal => store.edit_proposal(FIRST, None, ("Other words", ""), by, NOW).await?,
        Act::WithdrewProposal => store.set_withdrawn(FIRST, true, by, NOW).await?,
        Act::ReopenedProposal => store.set_withdrawn(FIRST, false, by, NOW).await?,
        Act::Commented => drop(store.add_comment(said(&About::Whole, "Why?")).await?),
        Act::ResolvedComment => drop(store.resolve_comment(CommentId(1), true, by, NOW).await?),
        Act::ReopenedComment => drop(store.resolve_comment(CommentId(1), false, by, NOW).await?),
        Act::ReviewedProposal => store.give_verdict(verdict(CID, 1, Judgement::Comment)).await?,
        Act::ApprovedProposal => store.give_verdict(verdict(CID, 1, Judgement::Approve)).await?,
        Act::RequestedChanges => store.give_verdict(verdict(CID, 1, Judgement::RequestChanges)).await?,
        Act::MergedProposal | Act::MergedUnreviewed => {
            let loaded = small_version(2);
            let merge =
                Merge { proposal: FIRST, seen: 1, onto: base.id, loaded: &loaded, effect: ONE, by, now_ms: NOW };
            store.merge(merge).await?;
        }
    }
    Ok(())
}

const OTHER: &str = "$argon2id$v=19$m=19456,t=2,p=1$BBBBBBBBBBBBBBBBBBBBBA$BBBB";

#[tokio::test]
async fn no_act_is_kept_without_its_entry() {
    for &act in Act::ALL {
        let (folder, store, base) = team().await;
        prepare(&store, &base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
        let before = store.audit_log(None, 100).await.expect("the log");

        execute(
            folder.path(),
            "CREATE TRIGGER no_room BEFORE INSERT ON acts BEGIN SELECT RAISE(ABORT, 'the log has no room'); END",
        )
        .await;
        let version = store.version().await.expect("a version");
        let refused = perform(&store, &base, act).await.expect_err("refused");
        let cause = refused.source().map_or_else(String::new, ToString::to_string);
        assert!(format!("{refused}: {cause}").contains("the log has no room"), "{act:?}: {refused}: {cause}");
        assert_eq!(store.version().await.expect("a version"), version, "{act:?} left something");
        execute(folder.path(), "DROP TRIGGER no_room").await;

        perform(&store, &base, act).await.unwrap_or_else(|error| panic!("{act:?}: {error}"));
        let after = store.audit_log(None, 100).await.expect("the log");
        let new: Vec<_> = after.iter().take(after.len() - before.len()).map(|entry| entry.what.as_str()).collect();
        // Taking a suggestion resolves its thread, which is another act.
        let expected = if act == Act::TookSuggestion {
            vec![Act::ResolvedComment.words(), act.words()]
        } else if act == Act::UsedRecoveryCode {
            vec![Act::SignedIn.words(), act.words()]
        } else {
            vec![act.words()]
        };
        assert_eq!(new, expected);
    }
}

#[tokio::test]
async fn what_changes_nothing_is_no_act() {
    let (folder, store, base) = team().await;
    for act in [Act::KeptView, Act::NamedView, Act::AddedProfile, Act::RanPairedBatch, Act::StoppedPairedBatch] {
        perform(&store, &base, act).await.expect("done");
    }
    let entries = number(folder.path(), "SELECT count(*) FROM acts").await;
    for act in [Act::KeptView, Act::NamedView, Act::StoppedPairedBatch] {
        perform(&store, &base, act).await.expect("done");
    }
    let profile = Profile::parse("1: good 1\n").expect("a profile");
    let same = NewVersion { name: "Dive", profile: &profile, by: Some(AccountId(1)), now_ms: NOW };
    store.save_profile(ProfileId(1), 1, same).await.expect("the same");
    assert_eq!(number(folder.path(), "SELECT count(*) FROM acts").await, entries);
}
