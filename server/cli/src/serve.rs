//! `affixboard serve`: the dashboard.

use std::{
    io::Write,
    net::{Ipv6Addr, SocketAddr},
    num::NonZeroU32,
    sync::Arc,
    time::Duration,
};

use affixboard_store::{DatabaseError, MadeBy, NewRevision, NewVersion, Store, Unavailable};
use anyhow::Context;
use tokio::{net::TcpListener, sync::watch};
use tracing::{info, warn};

use super::{failure::Outcome, log, signals::Signals};
use affixboard_service::{
    base_path,
    clock::now_ms,
    compute::{BatchQueue, RemoteShards, Scheduler},
    config::Settings,
    data_folder::{DataFolder, WHAT_TO_DO},
    library::Library,
    limits,
    parsed_files::keep_up,
    secret::random_token,
    signing_in::SecondFactorRule,
    starter,
    webhook::Webhook,
    workers::Workers,
};
use affixboard_web as web;

/// A day in milliseconds.
const DAY: i64 = 86_400_000;
/// Time between two maintenances of the database.
const MAINTENANCE: Duration = Duration::from_hours(1);
/// A batch gets this long to stop where it can be resumed, beside the requests that are still answered.
const DRAIN: Duration = Duration::from_secs(5);
/// The database gets this long to close. A write that waits for another program's lock would hold it up for longer.
const CLOSE: Duration = Duration::from_secs(1);

/// Serves until it is told to stop.
pub(super) fn run(settings: Settings) -> Outcome {
    log::start(&settings.log, settings.log_format)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let database = settings.database();
    runtime.block_on(serve(settings)).map_err(|error| match Unavailable::of(&*error) {
        Some(Unavailable::Damaged) => {
            error.context(format!("the database {} is damaged or can't be read. {WHAT_TO_DO}", database.display()))
        }
        Some(Unavailable::DiskFull | Unavailable::DiskFailed) => {
            error.context(format!("can't use the database {}", database.display()))
        }
        Some(Unavailable::Locked) | None => error,
    })?;
    // Threads that are still writing are not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(0)
}

async fn serve(mut settings: Settings) -> anyhow::Result<()> {
    base_path::set(settings.base_path.clone());
    settings.limits = settings.limits.within_descriptors(limits::descriptors());
    let webhook = settings.webhook.as_deref().map(Webhook::new).transpose()?;
    let folder = DataFolder::for_server(&settings)?;
    let store = folder.open().await?;
    for warning in folder.warnings() {
        warn!("{warning}");
    }
    if settings.sign_in.second_factor == SecondFactorRule::Off && !store.with_second_factor().await?.is_empty() {
        warn!("some accounts have a second factor, which nobody is asked for: --second-factor is off");
    }
    add_starters(&store).await?;
    let listener =
        TcpListener::bind(settings.addr).await.with_context(|| format!("can't listen on {}", settings.addr))?;
    let addr = listener.local_addr()?;
    let scheduler = Scheduler::for_pages(std::thread::available_parallelism().map_or(1, usize::from))
        .context("can't start the threads that compute")?;
    let library = Arc::new(Library::new(Arc::clone(&scheduler)));
    let workers = match &settings.nats {
        Some(nats) => Some(Workers::connect(nats).await.context("can't use the NATS server of the settings")?),
        None => None,
    };
    let remote = workers.clone().map(|workers| workers as Arc<dyn RemoteShards>);
    let queue = BatchQueue::with_remote(store.clone(), Arc::clone(&library), Arc::clone(&scheduler), remote);
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(Arc::clone(&queue).work(stopped.clone()));
    if let Some(webhook) = webhook {
        tokio::spawn(webhook.work(store.clone(), stopped.clone()));
    }
    tokio::spawn(maintain(store.clone(), settings.keep_batches, stopped.clone()));
    tokio::spawn(keep_up(store.clone(), Arc::clone(&library), Arc::clone(&scheduler), stopped.clone()));
    let state = web::State::new(store.clone(), library, queue, &settings, stopped.clone()).with_workers(workers);
    let signals = Signals::catch().context("can't catch signals")?;
    let first = match random_token()? {
        token if store.make_first_link(&token, now_ms()).await? => Some(token),
        _ => None,
    };
    announce(addr, &settings, first.as_deref())?;

    let serving = tokio::spawn(web::serve(listener, state, stopped.clone()));
    tell_service_manager(Moment::Serving);
    signals.wait().await;
    info!("stopping");
    tell_service_manager(Moment::Stopping);
    stop.send_replace(true);
    // Beside each other, so that all of it takes no longer than the longest.
    let (_, worked) = tokio::join!(serving, tokio::time::timeout(DRAIN, worker));
    if worked.is_err() {
        warn!("a batch did not stop in time; it resumes from its finished shards at the next start");
    }
    scheduler.shut_down();
    if tokio::time::timeout(CLOSE, store.close()).await.is_err() {
        warn!("another program holds the database; what is in its log stays there until the next start");
    }
    drop(folder);
    Ok(())
}

/// What a service manager is told.
#[derive(Debug, Clone, Copy)]
enum Moment {
    /// Requests are answered.
    Serving,
    /// It ends by itself.
    Stopping,
}

/// Tells systemd, where it started us and wants to know: `systemctl start` waits until the database is migrated and pages are
/// served, and says so where that fails.
#[cfg(target_os = "linux")]
fn tell_service_manager(moment: Moment) {
    let state = match moment {
        Moment::Serving => sd_notify::NotifyState::Ready,
        Moment::Stopping => sd_notify::NotifyState::Stopping,
    };
    if let Err(error) = sd_notify::notify(&[state]) {
        warn!("can't tell the service manager: {error}");
    }
}

#[cfg(not(target_os = "linux"))]
fn tell_service_manager(_: Moment) {}

/// Looks after the database, at the start and as long as the program runs.
async fn maintain(store: Store, keep_batches: Option<NonZeroU32>, mut stopped: watch::Receiver<bool>) {
    loop {
        if let Err(error) = maintain_once(&store, keep_batches).await {
            warn!(error = format!("{:#}", anyhow::Error::from(error)), "the database's maintenance failed");
        }
        tokio::select! {
            // Whoever could say stop is gone: that is one.
            _ = stopped.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(MAINTENANCE) => {}
        }
    }
}

async fn maintain_once(store: &Store, keep_batches: Option<NonZeroU32>) -> Result<(), DatabaseError> {
    if let Some(days) = keep_batches {
        // Age is counted until the last act, so that a clock that is far ahead at the start makes nothing old.
        let newest = store.audit_log(None, 1).await?.first().map_or(0, |entry| entry.at);
        let now_ms = now_ms();
        let removed = store.remove_old_batches(newest.min(now_ms) - i64::from(days.get()) * DAY, now_ms).await?;
        if removed > 0 {
            info!(removed, "removed batches that ended more than {days} days ago");
        }
    }
    store.remove_old_uploads(now_ms()).await?;
    store.maintain().await
}

/// Puts the starter editions and the drop profile that ships into the database, at the first start and whenever the program
/// brings newer ones.
async fn add_starters(store: &Store) -> anyhow::Result<()> {
    for starter in starter::all() {
        let new = NewRevision {
            slug: &starter.slug,
            title: &starter.title,
            loaded: &starter.loaded,
            made_by: MadeBy::Starter,
            note: "built in",
            by: None,
            now_ms: now_ms(),
        };
        // A team that worked on a starter edition keeps its own newest revision; what it archived or deleted stays so.
        let is_taken = match store.revision(&starter.slug, None).await? {
            Some(newest) => newest.made_by == MadeBy::Starter && !newest.is_archived,
            None => !store.deleted_editions().await?.contains(&starter.slug),
        };
        if is_taken {
            store.import(new).await?;
        }
    }
    if let Some(profile) = starter::profile() {
        let (file, name) = starter::PROFILE;
        store.ship_profile(file, NewVersion { name, profile: &profile, by: None, now_ms: now_ms() }).await?;
    }
    Ok(())
}

/// Says where to look, on standard output, and with which token the first maintainer gets in, as long as there is none.
fn announce(addr: SocketAddr, settings: &Settings, first: Option<&str>) -> anyhow::Result<()> {
    // An address that means "all" is none to go to.
    let host = match addr {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => "127.0.0.1".to_owned(),
        SocketAddr::V6(v6) if *v6.ip() == Ipv6Addr::UNSPECIFIED => "[::1]".to_owned(),
        SocketAddr::V4(v4) => v4.ip().to_string(),
        SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
    };
    let mut out = std::io::stdout().lock();
    let base = base_path::base();
    let start = if base.is_empty() { String::new() } else { base_path::given_out("/") };
    writeln!(out, "Affixboard is at http://{host}:{}{start}", addr.port())?;
    writeln!(out, "data in {}; stop with Ctrl-C", settings.database().display())?;
    if let Some(token) = first {
        let at = match settings.hosts.first().filter(|_| settings.behind_tls) {
            Some(name) => format!("https://{name}"),
            None => format!("http://{host}:{}", addr.port()),
        };
        writeln!(out, "no accounts yet; this link makes the first maintainer, once: {at}{base}/join/{token}")?;
    }
    if first.is_some() && !settings.actions_allowed() {
        writeln!(
            out,
            "read only: --open-actions lets everyone who reaches this address import, start batches, edit profiles and limit gaps"
        )?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use affixboard_model::batch::{Detail, Plan};
    use affixboard_model::game::Switches;
    use affixboard_store::{Act, NewBatch};
    use std::num::NonZeroU64;

    use super::*;

    const YEAR: i64 = 365 * DAY;

    #[tokio::test]
    async fn a_clock_that_is_a_year_ahead_removes_no_batches() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("a.db")).await.expect("a database");
        let starter = &starter::all()[0];
        let (now, then) = (now_ms(), now_ms() - YEAR);
        let new = |now_ms| NewRevision {
            slug: "ours",
            title: "ours",
            loaded: &starter.loaded,
            made_by: MadeBy::Import,
            note: "",
            by: None,
            now_ms,
        };
        let revision = store.import(new(then)).await.expect("imported").revision.id;
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
        for _ in 0..2 {
            let batch = NewBatch { revision, rules_version: 1, plan: (&plan).into(), by: None, now_ms: then };
            let id = store.create_batch(batch).await.expect("a batch");
            store.cancel_batch(id, None, then).await.expect("cancelled");
        }
        let removed = async || {
            maintain_once(&store, NonZeroU32::new(30)).await.expect("maintained");
            let last = store.audit_log(None, 1).await.expect("the log");
            last[0].what == Act::RemovedOldBatches.words()
        };
        assert!(!removed().await, "for the log it is still that day");
        store.keep_view("/editions/ours", None, now).await.expect("a view");
        assert!(removed().await, "a year has passed");
    }
}
