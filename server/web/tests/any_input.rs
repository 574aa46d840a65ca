//! Any bytes as an upload, a table or an address: taken or refused, and never a panic or a failure of ours. For the fuzz targets
//! in `server/web/fuzz`, and for the test that reads their corpora.

use std::{fmt::Write as _, sync::Arc, time::Duration};

use affixboard_proposal::compose;
use affixboard_report::format::{MissingRows, read_allocations};
use affixboard_service::{
    compute::{BatchQueue, Scheduler},
    config::Settings,
    library::Library,
    limits::ConnectionLimits,
    starter::{self, Starter},
    upload,
};
use affixboard_store::{MadeBy, NewRevision, Store};
use affixboard_web as web;
use axum::{
    Router,
    body::{self, Body},
    http::{Request, StatusCode, header},
};
use tempfile::TempDir;
use tokio::{runtime::Runtime, sync::watch};
use tower::ServiceExt;

use super::settings::{HOST, settings};

/// Pages with a query of their own. The first byte of an input chooses one.
const PAGES: [&str; 39] = [
    "/editions/affix-branch-starter/revisions/1",
    "/editions/affix-branch-starter/revisions/1/types/23",
    "/editions/affix-branch-starter/revisions/1/types/23.csv",
    "/editions/affix-branch-starter/revisions/1/types/23.long.csv",
    "/editions/affix-branch-starter/revisions/1/chances/30",
    "/editions/affix-branch-starter/revisions/1/kinds",
    "/editions/affix-branch-starter/revisions/1/kinds-by-depth/csv",
    "/editions/affix-branch-starter/revisions/1/kinds/1",
    "/editions/affix-branch-starter/revisions/1/affixes/1",
    "/editions/affix-branch-starter/revisions/1/themes/1",
    "/editions/affix-branch-starter/revisions/1/artifacts/1",
    "/editions/affix-branch-starter/revisions/1/charts/35",
    "/editions/affix-branch-starter/revisions/1/charts/35.svg",
    "/editions/affix-branch-starter/revisions/1/why/23/11/affix-100",
    "/editions/affix-branch-starter/revisions/1/why/23/11/affix-100.svg",
    "/editions/affix-branch-starter/revisions/1/gaps",
    "/editions/affix-branch-starter/revisions/1/gaps.csv",
    "/editions/affix-branch-starter/revisions/1/diagnostics",
    "/editions/affix-branch-starter/revisions/1/changes",
    "/editions/affix-branch-starter/revisions/1/allocations.csv",
    "/editions/affix-branch-starter/revisions/1/overview/types.csv",
    "/editions/affix-branch-starter/revisions/1/batches/new",
    "/editions/affix-branch-starter/revisions/1/dive/30",
    "/editions/affix-branch-starter/draft",
    "/compare",
    "/compare/23",
    "/compare/23.csv",
    "/compare/lines.csv",
    "/batches",
    "/proposals",
    "/proposals.atom",
    "/profiles/new",
    "/profiles",
    "/sign-in",
    "/views",
    "/help",
    "/find",
    "/editions/affix-branch-starter/revisions/1/find",
    "/editions/affix-branch-starter/revisions/1/entries/affix",
];

/// A dashboard with a starter edition, on which everyone may do everything.
pub(crate) struct Surface {
    runtime: Runtime,
    router: Router,
    starter: Starter,
    _stop: watch::Sender<bool>,
    _folder: TempDir,
}

impl Surface {
    pub(crate) fn new() -> Surface {
        let folder = tempfile::tempdir().expect("a folder");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let starter = starter::all().into_iter().find(|starter| starter.slug == "affix-branch-starter");
        let starter = starter.expect("the starter edition");
        let (stop, stopped) = watch::channel(false);
        let router = runtime.block_on(async {
            let store = Store::open(&folder.path().join("affixboard.db")).await.expect("a new database");
            let new = NewRevision {
                slug: &starter.slug,
                title: &starter.title,
                loaded: &starter.loaded,
                made_by: MadeBy::Starter,
                by: None,
                note: "",
                now_ms: 0,
            };
            store.import(new).await.expect("imported");
            let scheduler = Scheduler::for_pages(1).expect("a thread");
            let library = Arc::new(Library::new(Arc::clone(&scheduler)));
            let queue = BatchQueue::new(store.clone(), Arc::clone(&library), scheduler);
            // What takes too long is for the fuzzer to say: a busy machine makes anything slow.
            let limits = ConnectionLimits { answer_timeout: Duration::from_hours(1), ..ConnectionLimits::default() };
            let settings = Settings { limits, ..settings(HOST, &[], true) };
            web::router(web::State::new(store, library, queue, &settings, stopped))
        });
        Surface { runtime, router, starter, _stop: stop, _folder: folder }
    }

    /// The body of the import form, with `x` between its parts.
    pub(crate) fn multipart(&self, bytes: &[u8]) {
        let request = Request::post("/import")
            .header(header::HOST, HOST)
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x");
        self.ask(request.body(Body::from(bytes.to_vec())).expect("a request"));
    }

    /// A table of allocations that somebody edited.
    pub(crate) fn allocations(&self, bytes: &[u8]) {
        let loaded = &self.starter.loaded;
        match read_allocations(loaded, bytes, MissingRows::Remove) {
            Ok(read) => drop(compose(loaded, loaded, &read.changes)),
            Err(problems) => assert!(!problems.is_empty()),
        }
    }

    /// A page, by the first byte, and its query.
    pub(crate) fn query(&self, bytes: &[u8]) {
        let Some((page, query)) = bytes.split_first() else { return };
        let mut address = format!("{}?", PAGES[usize::from(*page) % PAGES.len()]);
        for byte in query {
            match byte {
                b'!' | b'$'..=b'~' => address.push(char::from(*byte)),
                other => {
                    // Writing to a string can't fail.
                    let _ = write!(address, "%{other:02X}");
                }
            }
        }
        let Ok(request) = Request::get(address).header(header::HOST, HOST).body(Body::empty()) else { return };
        self.ask(request);
    }

    fn ask(&self, request: Request<Body>) {
        let address = request.uri().to_string();
        let status = self.runtime.block_on(async {
            let Ok(answer) = self.router.clone().oneshot(request).await;
            let status = answer.status();
            body::to_bytes(answer.into_body(), usize::MAX).await.expect("a whole answer");
            status
        });
        assert!(status < StatusCode::INTERNAL_SERVER_ERROR, "{status} of {address}");
    }
}

/// A zip of edit files.
pub(crate) fn zip(bytes: &[u8]) {
    match upload::archive(bytes, None) {
        Ok(sources) => {
            assert!(sources.files().len() <= upload::MOST_FILES);
            if let Err(error) = upload::load(sources, None) {
                assert!(!error.to_string().is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error:?}"),
    }
}
