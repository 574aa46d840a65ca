//! The state shared by all handlers: store, library, jobs, limits.

use std::{
    net::IpAddr,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use affixboard_inquiry::{
    gaps::Search,
    profile::{Finds, Profile},
    sensitivity::MovedCell,
};
use affixboard_model::batch::BatchPlan;
use affixboard_store::{
    AccountId, Batch, EditionId, ProfileVersion, Proposal, ProposalId, ProposalRevision, Revision, Store,
};
use axum::http::StatusCode;
use tokio::sync::{Semaphore, watch};

use super::{
    Error,
    connections::Slots,
    draft_turns::DraftTurns,
    entry_names::EntryNames,
    known_worths::KnownWorths,
    large_answers::LargeAnswers,
    metrics::Requests,
    outage::{OutageLog, notice},
    page_cache::PageCache,
    paths,
    proxies::Proxies,
    ready::Readiness,
    respond::editions_menu::{self, EditionsMenu},
    session::{
        begun_sign_in::{BegunSignIn, Connecting},
        half_session::HalfSession,
        passwords::Passwords,
        short_lived::ShortLived,
        sign_in_limits::Limits,
    },
    uploads::Uploads,
};
use affixboard_service::{
    clock::now_ms,
    compute::{
        Audits, BalanceRuns, BatchQueue, ChanceCache, ConditionRuns, Numbers, OriginsRuns, PageRuns, PairedBatches,
        Priority, RemoteChances, Scheduler, StepEffect,
    },
    config::Settings,
    counts::HeldRuns,
    history::{HistoryRuns, KnownNumbers},
    library::{Library, OpenRevision, Reading},
    requester::Requester,
    signing_in::{Provider, SignInSettings},
    sql::SqlQuestions,
    starter,
    upload::{UploadReadError, UploadReaders},
    workers::Workers,
};

/// Downloads of whole editions written at once; others wait for their turn.
const EXPORTS: usize = 2;

/// Tasks of one requester that wait for a thread, at most; what more pages need of them is refused. Many people behind one
/// address, each with several pages, stay far below.
const MOST_WAITING: usize = 400;

/// The editions in the header of pages, and the version of the database that they were read at.
type VersionedMenu = (i64, Arc<EditionsMenu>);

/// Shared by all requests.
#[derive(Clone)]
pub struct State {
    /// The database.
    pub store: Store,
    /// Opened revisions.
    pub library: Arc<Library>,
    /// Batches that wait and run.
    pub queue: Arc<BatchQueue>,
    scheduler: Arc<Scheduler>,
    exact: Arc<ChanceCache>,
    numbers: Arc<Numbers>,
    /// Batches held against computed chances.
    pub audits: Arc<Audits>,
    /// Runs of balance tests.
    pub balance: Arc<BalanceRuns>,
    /// Tables of what items carry that fulfil a condition.
    pub conditions: Arc<ConditionRuns>,
    /// Where entries come from.
    pub origins: Arc<OriginsRuns>,
    /// Chances of finds in dives, `None` where the rules can't compute them.
    pub luck: Arc<PageRuns<Option<Vec<Finds>>>>,
    /// What teams' own programs counted, held against chances.
    pub held: Arc<HeldRuns>,
    /// Numbers over revisions.
    pub histories: Arc<HistoryRuns>,
    /// Those of single revisions that are known.
    pub known_numbers: Arc<KnownNumbers>,
    /// What steps of lines move, `None` where the rules can't compute it.
    pub moves: Arc<PageRuns<Option<Vec<MovedCell>>>>,
    /// The steps of lines that move a number, `None` where the rules can't compute it.
    pub steps: Arc<PageRuns<Option<Vec<StepEffect>>>>,
    /// Pairs of batches with the same draws.
    pub paired: Arc<PairedBatches>,
    /// Whether everyone may act as long as there are no accounts.
    pub(super) actions_allowed: bool,
    /// Whether visitors may not even read, once there are accounts.
    pub reading_closed: bool,
    /// Whether browsers reach us by TLS, through a proxy.
    pub behind_tls: bool,
    /// Who may say for whom a request is.
    pub proxies: Arc<Proxies>,
    /// Uploads that are under way.
    pub uploads: Arc<Uploads>,
    upload_readers: Arc<UploadReaders>,
    /// The requests that were answered.
    pub requests: Arc<Requests>,
    /// The database's file.
    pub database: Arc<Path>,
    /// Their hashing, which takes turns.
    pub passwords: Passwords,
    /// Of tries to sign in.
    pub limits: Arc<Limits>,
    /// How people sign in.
    pub sign_in: SignInSettings,
    /// Whose password was right, and who owes a code.
    pub half_sessions: Arc<ShortLived<HalfSession>>,
    /// The provider by which people can sign in.
    pub provider: Option<Arc<Provider>>,
    /// Who was sent to it.
    pub begun_sign_ins: Arc<ShortLived<BegunSignIn>>,
    /// Who came back from it to connect an account.
    pub connecting: Arc<ShortLived<Connecting>>,
    /// Secrets of second factors that are being set up, by account.
    pub new_secrets: Arc<ShortLived<[u8; 20]>>,
    pub(super) readiness: Arc<Readiness>,
    /// Failures of the database that hold on.
    pub outages: Arc<OutageLog>,
    /// Changes to a draft come one after the other.
    pub draft_turns: Arc<DraftTurns>,
    /// Whether an account was ever seen.
    has_accounts: Arc<AtomicBool>,
    /// Host names that unsafe requests may name; `None`: any.
    pub hosts: Option<Arc<[String]>>,
    /// What large answers hold until they were taken.
    pub large_answers: Arc<LargeAnswers>,
    /// Limits downloads of whole editions at once.
    pub exports: Arc<Semaphore>,
    /// Pages as they were sent.
    pub(super) pages: Arc<PageCache>,
    /// The editions in the header of pages, by the version of the database that they were read at.
    editions_menu: Arc<Mutex<Option<VersionedMenu>>>,
    /// Databases in memory for questions in SQL.
    pub sql: Arc<SqlQuestions>,
    /// The names of entries, for the search in all editions.
    pub entry_names: Arc<EntryNames>,
    /// Sampled powers and prices.
    pub worths: Arc<KnownWorths>,
    /// The connections there are.
    pub slots: Arc<Slots>,
    /// Of number and time.
    pub connection_limits: affixboard_service::limits::ConnectionLimits,
    /// Who runs batches, if not this program.
    pub workers: Option<Arc<Workers>>,
    /// Becomes true when the program stops: long answers end then.
    pub stopped: watch::Receiver<bool>,
}

fn too_many(seconds: u64) -> Error {
    Error::new(StatusCode::TOO_MANY_REQUESTS, format!("Too many tries. Try again in {seconds} seconds."))
        .retry_after(seconds)
}

impl State {
    /// Puts it together.
    pub fn new(
        store: Store,
        library: Arc<Library>,
        queue: Arc<BatchQueue>,
        settings: &Settings,
        stopped: watch::Receiver<bool>,
    ) -> State {
        // Reached only from this machine, a request for another name comes from a page that made its own name point
        // here. Elsewhere the names are unknown unless they are set.
        let hosts = if settings.addr.ip().is_loopback() || !settings.hosts.is_empty() {
            let mut hosts = settings.hosts.clone();
            hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
            hosts.push(settings.addr.ip().to_string());
            Some(hosts.into())
        } else {
            None
        };
        let scheduler = Arc::clone(library.scheduler());
        let exact = Arc::new(ChanceCache::new(Arc::clone(&scheduler)));
        let numbers = Arc::new(Numbers::new(Arc::clone(&exact), Arc::clone(&scheduler)));
        let paired = Arc::new(PairedBatches::new(store.clone(), Arc::clone(&scheduler), stopped.clone()));
        let audits = Audits::new(store.clone(), Arc::clone(&scheduler), stopped.clone());
        let balance = PageRuns::new("balance tests", 1, stopped.clone());
        let luck = PageRuns::new("chances of finds", 2, stopped.clone());
        let held = PageRuns::new("counts held against chances", 1, stopped.clone());
        let histories = PageRuns::new("numbers over revisions", 1, stopped.clone());
        let steps = PageRuns::new("lines that move a number", 2, stopped.clone());
        let moves = PageRuns::new("what a line moves", 2, stopped.clone());
        let conditions = PageRuns::new("what else items carry", 2, stopped.clone());
        let origins = PageRuns::new("where entries come from", 2, stopped.clone());
        let exports = Arc::new(Semaphore::new(EXPORTS));
        let actions_allowed = settings.actions_allowed();
        State {
            store,
            library,
            queue,
            exact,
            numbers,
            audits,
            balance,
            conditions,
            origins,
            luck,
            held,
            histories,
            known_numbers: Arc::default(),
            moves,
            steps,
            paired,
            actions_allowed,
            reading_closed: settings.reading_closed,
            behind_tls: settings.behind_tls,
            proxies: Arc::new(Proxies::new(settings)),
            uploads: Arc::default(),
            upload_readers: Arc::new(UploadReaders::new(scheduler.threads() / 2)),
            requests: Arc::default(),
            database: settings.database().into(),
            passwords: Passwords::new(Arc::clone(&scheduler)),
            scheduler,
            limits: Arc::default(),
            sign_in: settings.sign_in.clone(),
            provider: settings
                .sign_in
                .oidc
                .as_ref()
                .map(|oidc| Arc::new(Provider::new(oidc, &paths::SIGN_IN_CALLBACK.path()))),
            begun_sign_ins: Arc::new(ShortLived::minutes(10)),
            connecting: Arc::new(ShortLived::minutes(5)),
            half_sessions: Arc::new(ShortLived::minutes(5)),
            new_secrets: Arc::new(ShortLived::minutes(15)),
            readiness: Arc::default(),
            outages: Arc::default(),
            draft_turns: Arc::default(),
            has_accounts: Arc::default(),
            hosts,
            exports,
            large_answers: Arc::default(),
            pages: Arc::default(),
            editions_menu: Arc::default(),
            sql: Arc::default(),
            entry_names: Arc::default(),
            worths: Arc::default(),
            slots: Slots::new(settings.limits.max_connections),
            connection_limits: settings.limits,
            workers: None,
            stopped,
        }
    }

    /// The same with workers that run batches.
    #[must_use]
    pub fn with_workers(self, workers: Option<Arc<Workers>>) -> State {
        if let Some(workers) = &workers {
            self.exact.use_remote(Arc::clone(workers) as Arc<dyn RemoteChances>);
        }
        State { workers, ..self }
    }

    /// The scheduler of everything that takes more than a moment to compute.
    pub fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }

    /// Computes something on the scheduler's threads. Whoever stops waiting cancels it, and whoever waits for very much
    /// already is refused.
    pub async fn compute<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.compute_while(priority, move |_| work()).await
    }

    /// The same of work that can stop in its midst, when nobody waits for it any longer.
    pub async fn compute_while<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Error> {
        if let Some(requester) = Requester::current()
            && self.scheduler.waiting_for(requester) >= MOST_WAITING
        {
            let message = "Very much is being computed for you already. Try again in a few seconds.";
            return Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5));
        }
        self.scheduler.spawn(priority, move |cancel| work(&|| !cancel.is_cancelled())).await.map_err(Error::internal)
    }

    /// Reads an upload, apart from all that is computed.
    ///
    /// # Errors
    /// 503 where others are still being read.
    pub async fn read_upload<T: Send + 'static>(
        &self,
        reading: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.upload_readers.read(reading).await.map_err(|error| match error {
            UploadReadError::Busy => Error::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "Other uploads are still being read. Try again in a few seconds.",
            )
            .retry_after(5),
            UploadReadError::Panicked => Error::internal(error),
        })
    }

    /// Chances computed from the rules, shared by all pages.
    pub fn exact(&self) -> &Arc<ChanceCache> {
        &self.exact
    }

    /// Numbers of sheets of chances, computed and simulated.
    pub fn numbers(&self) -> &Arc<Numbers> {
        &self.numbers
    }

    /// What all pages say at their top of an outage, as far as it is known; empty where there is none.
    pub fn outage_notice(&self) -> &'static str {
        notice(self.outages.open().or_else(|| self.queue.outage()))
    }

    /// The editions and their newest revisions; read again only after something was stored.
    pub async fn editions_menu(&self) -> Result<Arc<EditionsMenu>, Error> {
        // Read before the editions: what is stored meanwhile makes them old.
        let version = self.store.version().await?;
        let known = || self.editions_menu.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, menu)) = &*known()
            && *of == version
        {
            return Ok(Arc::clone(menu));
        }
        let menu = Arc::new(EditionsMenu::new(self.store.newest_revisions(editions_menu::LISTED).await?));
        *known() = Some((version, Arc::clone(&menu)));
        Ok(menu)
    }

    /// The search for gaps of an edition: by its limits, and over the dive of the first profile there is, which comes with it;
    /// over the one that ships where there is none.
    pub async fn gap_search(&self, edition: EditionId) -> Result<(Search, Option<ProfileVersion>), Error> {
        let limits = self.store.gap_limits(edition).await?;
        let first = self.store.profiles().await?.into_iter().next();
        let dive = match &first {
            Some(version) => Profile::parse(&version.text).ok(),
            None => starter::profile(),
        };
        let dive = dive.ok_or_else(|| Error::internal("a drop profile that was stored can't be read"))?;
        Ok((Search { limits, dive }, first))
    }

    /// Whether there are accounts. Once there are, there always are.
    pub async fn has_accounts(&self) -> Result<bool, Error> {
        if self.has_accounts.load(Ordering::Relaxed) {
            return Ok(true);
        }
        let found = self.store.has_accounts().await?;
        self.has_accounts.fetch_or(found, Ordering::Relaxed);
        Ok(found)
    }

    /// Takes a try to sign in from an address and with a name.
    pub fn limit(&self, address: Option<IpAddr>, name: Option<&str>) -> Result<(), Error> {
        self.limits.take(address, name, now_ms()).map_err(too_many)
    }

    /// Takes a try of a code of an account's second factor.
    pub fn limit_codes(&self, account: AccountId) -> Result<(), Error> {
        self.limits.take_code(account, now_ms()).map_err(too_many)
    }

    /// Takes a try of a link to join from an address: people who open such links, or guess them, keep nobody from signing in.
    pub fn limit_join(&self, address: Option<IpAddr>) -> Result<(), Error> {
        self.limits.take_join(address, now_ms()).map_err(too_many)
    }

    /// Opens a revision of an edition by its number, or the newest, as coded.
    pub async fn open(&self, slug: &str, number: Option<u32>) -> Result<Arc<OpenRevision>, Error> {
        let revision = self.revision(slug, number).await?;
        Ok(self.library.open(&self.store, revision, Reading::default()).await?)
    }

    /// Opens the revision a batch is of, by the rules of its plan.
    pub async fn open_for(&self, batch: &Batch) -> Result<Arc<OpenRevision>, Error> {
        let revision = self.revision(&batch.slug, Some(batch.revision_number)).await?;
        Ok(self.library.open(&self.store, revision, Reading::of(&batch.plan)).await?)
    }

    /// Opens the revision a batch is of, whatever it counts.
    pub async fn open_for_any(&self, batch: &Batch<BatchPlan>) -> Result<Arc<OpenRevision>, Error> {
        let revision = self.revision(&batch.slug, Some(batch.revision_number)).await?;
        Ok(self.library.open(&self.store, revision, Reading::of_batch(&batch.plan)).await?)
    }

    /// Opens a revision, read so.
    pub async fn open_as(&self, revision: &Revision, reading: Reading) -> Result<Arc<OpenRevision>, Error> {
        Ok(self.library.open(&self.store, revision.clone(), reading).await?)
    }

    /// A revision of an edition by its number, or the newest.
    pub async fn revision(&self, slug: &str, number: Option<u32>) -> Result<Revision, Error> {
        self.store.revision(slug, number).await?.ok_or_else(|| {
            Error::not_found(match number {
                Some(number) => format!("There is no revision {number} of an edition `{slug}`."),
                None => format!("There is no edition `{slug}`."),
            })
        })
    }

    /// The proposal of that number. Not found: 404.
    pub async fn proposal(&self, id: i64) -> Result<Proposal, Error> {
        let proposal = self.store.proposal(ProposalId(id)).await?;
        proposal.ok_or_else(|| Error::not_found(format!("There is no proposal {id}.")))
    }

    /// A proposal with one of its revisions, or its current one. Not found: 404.
    pub async fn proposal_revision(&self, id: i64, number: Option<u32>) -> Result<(Proposal, ProposalRevision), Error> {
        let proposal = self.proposal(id).await?;
        let number = number.unwrap_or(proposal.revision);
        let revision = self.store.proposal_revision(proposal.id, number).await?;
        let revision = revision.ok_or_else(|| Error::not_found(format!("Proposal {id} has no revision {number}.")))?;
        Ok((proposal, revision))
    }
}
