//! What entries of the log are about, as it is named now, with its page: entries keep names and numbers as they were.

use std::collections::HashMap;

use affixboard_model::batch::BatchPlan;
use affixboard_store::{AccountId, Act, AuditEntry, BatchId, ProfileId, Revision, ViewId};

use crate::{
    Error, State,
    batches::rows::{plan_text, subject_plan_text},
    links, paths,
};
use affixboard_service::base_path::given_out;

/// The object of an action on the page of the log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct AuditTarget {
    pub(super) label: String,
    /// Its page; empty where there is none, or none any more.
    pub(super) href: String,
    /// Whether the label says what the entry's "to" would say again.
    pub(super) says_result: bool,
}

/// Acts on the account that they name.
const ON_ACCOUNTS: [Act; 18] = [
    Act::MadeAccount,
    Act::SignedIn,
    Act::EndedSession,
    Act::RevokedToken,
    Act::ChangedPassword,
    Act::SetPasswordByLink,
    Act::MadePasswordLink,
    Act::AddedSecondFactor,
    Act::MadeRecoveryCodes,
    Act::UsedRecoveryCode,
    Act::GaveWrongCodes,
    Act::EndedSecondFactor,
    Act::TookSecondFactor,
    Act::ConnectedIdentity,
    Act::DisconnectedIdentity,
    Act::ChangedRole,
    Act::DisabledAccount,
    Act::EnabledAccount,
];

/// What there is that entries may name.
pub(super) struct AuditTargets<'a> {
    state: &'a State,
    /// The newest revision of each edition, by slug.
    editions: HashMap<String, Revision>,
    accounts: HashMap<String, AccountId>,
    profiles: HashMap<String, ProfileId>,
    /// Batches and views that were looked up.
    known: HashMap<String, Option<AuditTarget>>,
}

impl<'a> AuditTargets<'a> {
    pub(super) async fn read(state: &'a State) -> Result<AuditTargets<'a>, Error> {
        let store = &state.store;
        let editions = store.editions().await?.into_iter().map(|edition| edition.newest);
        let accounts = store.accounts().await?.into_iter().map(|account| (account.name, account.id));
        let profiles = store.profiles().await?.into_iter().map(|profile| (profile.name, profile.id));
        Ok(AuditTargets {
            state,
            editions: editions.map(|newest| (newest.slug.clone(), newest)).collect(),
            accounts: accounts.collect(),
            profiles: profiles.collect(),
            known: HashMap::new(),
        })
    }

    /// The object of an entry.
    pub(super) async fn of(&mut self, entry: &AuditEntry) -> Result<AuditTarget, Error> {
        let (about, to) = (entry.about.as_str(), entry.to.as_deref().unwrap_or_default());
        if let Some(proposal) = entry.proposal {
            let comment = numbered(to, "comment ").map_or_else(String::new, |comment| format!("#comment-{comment}"));
            return Ok(AuditTarget {
                label: format!("#{proposal} {about}"),
                href: links::proposal(proposal) + &comment,
                says_result: false,
            });
        }
        for (text, says_result) in [(about, false), (to, true)] {
            if let Some(target) = self.numbered(text).await? {
                return Ok(AuditTarget { says_result, ..target });
            }
        }
        Ok(self
            .named(entry, about, to)
            .unwrap_or_else(|| AuditTarget { label: about.to_owned(), ..AuditTarget::default() }))
    }

    /// What a text such as `batch 7` means.
    async fn numbered(&mut self, text: &str) -> Result<Option<AuditTarget>, Error> {
        if let Some(known) = self.known.get(text) {
            return Ok(known.clone());
        }
        let found = if let Some(id) = numbered(text, "batch ") {
            self.batch(BatchId(id)).await?
        } else if let Some(id) = numbered(text, "view ") {
            let view = self.state.store.view(ViewId(id)).await?;
            view.map(|view| target(view.name.unwrap_or_else(|| given_out(&view.path)), links::view(view.id)))
        } else if let Some(number) = numbered(text, "paired batch ") {
            Some(target(format!("Paired batch {number}"), links::paired(number.cast_unsigned())))
        } else {
            return Ok(None);
        };
        self.known.insert(text.to_owned(), found.clone());
        Ok(found)
    }

    async fn batch(&self, id: BatchId) -> Result<Option<AuditTarget>, Error> {
        let Some(batch) = self.state.store.batch(id).await? else { return Ok(None) };
        let plan = match &batch.plan {
            BatchPlan::Drops(plan) => plan_text(&batch.game, plan),
            BatchPlan::Subject(plan) => subject_plan_text(plan),
        };
        let edition = self.editions.get(&batch.slug).map_or(&*batch.slug, |newest| &*newest.title);
        let label = format!("Batch {id} on {edition} r{}: {plan}", batch.revision_number);
        Ok(Some(target(label, links::batch(id))))
    }

    /// What a name means: of an account, a profile, an edition or a revision.
    fn named(&self, entry: &AuditEntry, about: &str, to: &str) -> Option<AuditTarget> {
        if ON_ACCOUNTS.iter().any(|act| act.words() == entry.what) {
            let account = self.accounts.get(about)?;
            return Some(target(about.to_owned(), format!("{}#account-{account}", paths::PEOPLE.path())));
        }
        if entry.what == Act::SavedProfile.words() || numbered(to, "profile ").is_some() {
            let profile = self.profiles.get(about)?;
            let says_result = numbered(to, "profile ").is_some();
            return Some(AuditTarget { says_result, ..target(about.to_owned(), links::profile(*profile)) });
        }
        let (slug, number) = match about.rsplit_once(" r") {
            Some((slug, number)) => (slug, number.parse().ok()),
            None => (about, numbered(to, "r")),
        };
        let newest = self.editions.get(slug)?;
        Some(match number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number <= newest.number) {
            Some(number) => AuditTarget {
                label: format!("{} r{number}", newest.title),
                href: paths::REVISION.with([&slug, &number]),
                says_result: to == format!("r{number}"),
            },
            None if entry.what == Act::SetGapLimits.words() => {
                target(newest.title.clone(), links::gaps(newest) + "#limits")
            }
            None if entry.what == Act::SetBalanceTests.words() => {
                target(newest.title.clone(), links::balance(newest) + "#tests")
            }
            None => target(newest.title.clone(), links::revision(newest)),
        })
    }
}

fn target(label: String, href: String) -> AuditTarget {
    AuditTarget { label, href, says_result: false }
}

/// The number behind a word: 7 in `batch 7`.
fn numbered(text: &str, word: &str) -> Option<i64> {
    text.strip_prefix(word)?.parse().ok()
}
