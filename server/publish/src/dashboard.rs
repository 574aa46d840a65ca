//! A dashboard of its own for a site: in a folder that goes when it is done, with the versions as revisions of one edition, and
//! reached without a network.

use std::{sync::Arc, time::Duration};

use affixboard_model::game::Loaded;
use affixboard_service::{
    clock::now_ms,
    compute::{BatchQueue, Scheduler},
    config::Settings,
    library::Library,
    starter,
};
use affixboard_shell::extract::GivenAddress;
use affixboard_store::{ImportError, MadeBy, NewRevision, NewVersion, Store};
use affixboard_web::{State, router};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode, header},
};
use tempfile::TempDir;
use tokio::sync::watch;
use tower::ServiceExt as _;

use crate::error::PublishError;

/// The most bytes of an answer. A revision as a database has some ten million.
const LARGEST: usize = 1 << 30;
/// Nothing that a page needs takes as long, in an optimised build.
const PATIENCE: Duration = Duration::from_mins(30);

/// The dashboard.
pub(crate) struct Dashboard {
    router: Router,
    store: Store,
    scheduler: Arc<Scheduler>,
    stop: watch::Sender<bool>,
    // Held until the end: the database is in it.
    _folder: TempDir,
}

/// What it answered.
pub(crate) struct Answer {
    pub(crate) is_page: bool,
    pub(crate) bytes: Vec<u8>,
}

impl Dashboard {
    /// Starts one with these files, oldest first, as the revisions of an edition.
    pub(crate) async fn start(
        settings: &Settings,
        (slug, title): (&str, &str),
        versions: &[Loaded],
    ) -> Result<Dashboard, PublishError> {
        let folder = tempfile::tempdir().map_err(PublishError::Temporary)?;
        let store = Store::open(&folder.path().join("affixboard.db")).await?;
        if let Some(profile) = starter::profile() {
            let (file, name) = starter::PROFILE;
            let shipped = NewVersion { name, profile: &profile, by: None, now_ms: now_ms() };
            store.ship_profile(file, shipped).await.map_err(PublishError::failed)?;
        }
        for loaded in versions {
            let made_by = MadeBy::Import;
            let new = NewRevision { slug, title, loaded, made_by, note: "", by: None, now_ms: now_ms() };
            store.import(new).await.map_err(|error| match error {
                ImportError::BadSlug(_) | ImportError::BadTitle => PublishError::Name(error.to_string()),
                error => PublishError::failed(error),
            })?;
        }
        let scheduler = Scheduler::for_pages(std::thread::available_parallelism().map_or(1, usize::from))
            .map_err(PublishError::Temporary)?;
        let library = Arc::new(Library::new(Arc::clone(&scheduler)));
        let queue = BatchQueue::new(store.clone(), Arc::clone(&library), Arc::clone(&scheduler));
        let (stop, stopped) = watch::channel(false);
        let mut settings = Settings { data_dir: folder.path().to_owned(), reading_closed: false, ..settings.clone() };
        settings.limits.answer_timeout = PATIENCE;
        let state = State::new(store.clone(), library, queue, &settings, stopped);
        Ok(Dashboard { router: router(state), store, scheduler, stop, _folder: folder })
    }

    /// What it answers at an address. `published` is what files are to say about where they are from.
    pub(crate) async fn get(&self, address: &str, published: &str) -> Result<Answer, PublishError> {
        let mut request = Request::get(address)
            .header(header::HOST, "localhost")
            .body(Body::empty())
            .map_err(PublishError::failed)?;
        request.extensions_mut().insert(GivenAddress(published.to_owned()));
        // The router never fails.
        let Ok(answer) = self.router.clone().oneshot(request).await;
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, LARGEST).await.map_err(PublishError::failed)?.to_vec();
        if parts.status != StatusCode::OK {
            return Err(PublishError::Refused { address: address.to_owned(), status: parts.status.as_u16() });
        }
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        Ok(Answer { is_page: kind.starts_with("text/html"), bytes })
    }

    /// Stops it.
    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        self.scheduler.shut_down();
        self.store.close().await;
    }
}
