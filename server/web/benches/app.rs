//! Pages and batches: `cargo bench -p affixboard-web --bench web`.

mod effect;
mod first_numbers;

use std::{
    io::Write,
    num::NonZeroU64,
    path::Path,
    sync::{Arc, OnceLock},
    time::Duration,
};

use affixboard_model::{
    batch::{Detail, Plan, Tally},
    game::{Forge, Loaded, Switches},
};
use affixboard_report::{
    sheet::{Method, Provenance},
    sheets::{self, CountParams, Denominator, Filter, RowOrder, SheetSection},
};
use affixboard_service::{
    compute::{BatchQueue, Scheduler, ShardSource, run_shards},
    config::Settings,
    library::Library,
    starter, upload,
};
use affixboard_store::{BatchId, BatchState, MadeBy, NewBatch, NewRevision, Store};
use affixboard_web as web;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, StatusCode},
};
use divan::{Bencher, counter::ItemsCount};
use tempfile::TempDir;
use tokio::{runtime::Runtime, sync::watch};
use tower::ServiceExt;

fn main() {
    divan::main();
}

/// The files that are measured: the original's own, or the starter edition (said loudly) where they are absent.
fn loaded() -> Loaded {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference"), Into::into);
    let folder = root.join("affix-branch/edit");
    if folder.is_dir() {
        return upload::folder(&folder, None).and_then(|sources| upload::load(sources, None)).expect("readable files");
    }
    let _ = writeln!(std::io::stderr(), "\n*** no reference data: the starter edition is measured instead ***\n");
    starter::all().swap_remove(0).loaded
}

/// Depths every fifth, all drop qualities, and enough drops for every row to be there.
fn plan(drops: u64) -> Plan {
    let drops = NonZeroU64::new(drops).expect("positive");
    let depths = [1].into_iter().chain((5..=100).step_by(5)).collect();
    Plan {
        target: None,
        depths,
        qualities: vec![0, 1, 2],
        kinds: Vec::new(),
        drops,
        seed: 1,
        switches: Switches::coded(),
        detail: Detail::Identity,
    }
}

/// Every depth, all drop qualities: the widest batch there is, whose result sheets are the largest pages.
fn full_range() -> Plan {
    let drops = NonZeroU64::new(200_000).expect("positive");
    Plan {
        target: None,
        depths: (0..=100).collect(),
        qualities: vec![0, 1, 2],
        kinds: Vec::new(),
        drops,
        seed: 1,
        switches: Switches::coded(),
        detail: Detail::Identity,
    }
}

/// A dashboard with one edition and one batch that is done.
struct Dashboard {
    runtime: Runtime,
    router: Router,
    store: Store,
    loaded: Loaded,
    batch: BatchId,
    plan: Plan,
    _folder: TempDir,
}

impl Dashboard {
    fn new(plan: Plan) -> Dashboard {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let (router, store, loaded, batch) = runtime.block_on(async {
            let store = Store::open(&folder.path().join("bench.db")).await.expect("a database");
            let loaded = loaded();
            let new = NewRevision {
                slug: "bench",
                title: "Bench",
                loaded: &loaded,
                made_by: MadeBy::Import,
                by: None,
                note: "",
                now_ms: 0,
            };
            let revision = store.import(new).await.expect("imported").revision;
            let rules_version = loaded.game.rules_version();
            let batch = NewBatch { revision: revision.id, rules_version, plan: (&plan).into(), by: None, now_ms: 0 };
            let id = store.create_batch(batch).await.expect("a batch");

            let scheduler = Scheduler::for_pages(2).expect("threads");
            let library = Arc::new(Library::new(Arc::clone(&scheduler)));
            let queue = BatchQueue::new(store.clone(), Arc::clone(&library), scheduler);
            let (stop, stopped) = watch::channel(false);
            let worker = tokio::spawn(Arc::clone(&queue).work(stopped.clone()));
            wait(&store, id).await;
            stop.send_replace(true);
            worker.await.expect("the queue ends");
            let settings = Settings {
                addr: "127.0.0.1:0".parse().expect("an address"),
                data_dir: folder.path().to_owned(),
                log: String::new(),
                hosts: Vec::new(),
                open_actions: false,
                reading_closed: false,
                behind_tls: false,
                webhook: None,
                log_format: affixboard_service::config::LogFormat::default(),
                trusted_proxies: Vec::new(),
                base_path: affixboard_service::base_path::BasePath::default(),
                forwarded_header: affixboard_service::config::ForwardedHeader::default(),
                keep_batches: None,
                sign_in: affixboard_service::signing_in::SignInSettings::default(),
                nats: None,
                limits: affixboard_service::limits::ConnectionLimits::default(),
            };
            let (_, running) = watch::channel(false);
            let state = web::State::new(store.clone(), library, queue, &settings, running);
            (web::router(state), store, loaded, id)
        });
        Dashboard { runtime, router, store, loaded, batch, plan, _folder: folder }
    }

    /// The counts a result sheet of great drops is made of.
    fn counts(&self) -> Tally {
        let counts = self.store.tally_for(self.batch, 2, &self.plan.depths);
        self.runtime.block_on(counts).expect("counts")
    }

    /// Asks for a page as a browser does, compressed, and reads it to its end.
    fn get(&self, path: &str) -> usize {
        self.runtime.block_on(async {
            let request = Request::get(path).header("accept-encoding", "gzip").body(Body::empty()).expect("a request");
            let response = self.router.clone().oneshot(request).await.expect("an answer");
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            to_bytes(response.into_body(), usize::MAX).await.expect("a body").len()
        })
    }
}

async fn wait(store: &Store, id: BatchId) {
    while store.batch(id).await.expect("read").expect("the batch").state != BatchState::Done {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What the server does for a page, without the network: from the request to the last byte of the answer.
#[divan::bench(sample_count = 300, sample_size = 1, args = [
    "/",
    "/editions/bench/revisions/1",
    "/editions/bench/revisions/1/types/23",
    "/editions/bench/revisions/1/types/23?depths=every",
    "/editions/bench/revisions/1/types/23?sval=1&measure=commonness",
    "/editions/bench/revisions/1/types/23.csv",
    "/batches/1/types/23",
    "/batches/1/types/23?quality=normal&sval=1",
    "/batches/1/types/23.csv",
    "/batches/1/types/23.svg",
    "/batches/1/tally.csv",
])]
fn page(bencher: Bencher, path: &str) {
    let dashboard = Batch::EveryFifth.dashboard();
    // The first answer reads the revision's files; it is measured in the core's benches.
    dashboard.get(path);
    bencher.bench_local(|| dashboard.get(path));
}

/// The same over all depths, where a sheet has some ten thousand cells.
#[divan::bench(sample_count = 300, sample_size = 1, args = [
    "/batches/1/types/23",
    "/batches/1/types/23?quality=normal",
    "/batches/1/types/23?sval=1",
    "/batches/1/types/36",
    "/batches/1/types/23?measure=drop-odds",
    "/batches/1/types/23.csv",
    "/batches/1/types/23.svg",
])]
fn page_of_all_depths(bencher: Bencher, path: &str) {
    let dashboard = Batch::AllDepths.dashboard();
    dashboard.get(path);
    bencher.bench_local(|| dashboard.get(path));
}

/// What is in the database that is measured.
#[derive(Debug, Clone, Copy)]
enum Batch {
    EveryFifth,
    AllDepths,
}

impl Batch {
    /// Made once for all benches.
    fn dashboard(self) -> &'static Dashboard {
        static EVERY_FIFTH: OnceLock<Dashboard> = OnceLock::new();
        static ALL_DEPTHS: OnceLock<Dashboard> = OnceLock::new();
        match self {
            Batch::EveryFifth => EVERY_FIFTH.get_or_init(|| Dashboard::new(plan(100_000))),
            Batch::AllDepths => ALL_DEPTHS.get_or_init(|| Dashboard::new(full_range())),
        }
    }
}

/// The first part of a result sheet: the counts of one drop quality at all depths, from the database.
#[divan::bench(args = [Batch::EveryFifth, Batch::AllDepths])]
fn result_counts(bencher: Bencher, batch: Batch) {
    let dashboard = batch.dashboard();
    bencher.bench_local(|| dashboard.counts());
}

/// The second part of a result sheet: its rows and cells. What a page takes beyond the two is rendering.
#[divan::bench(args = [Batch::EveryFifth, Batch::AllDepths])]
fn result_sheet(bencher: Bencher, batch: Batch) {
    let dashboard = batch.dashboard();
    let tally = dashboard.counts();
    let loaded = &dashboard.loaded;
    let forge = loaded.model.forge();
    let params = CountParams {
        tval: 23,
        sval: None,
        quality: 2,
        denominator: Denominator::PerItem,
        sections: SheetSection::ALL.to_vec(),
        filter: Filter::default(),
        sort: RowOrder::default(),
    };
    let provenance = Provenance {
        doubts: None,
        edition: "Bench".to_owned(),
        revision: 1,
        content_hash: String::new(),
        game: loaded.game.id().to_owned(),
        rules_version: loaded.game.rules_version(),
        reading: "as coded".to_owned(),
        profile: None,
        proposed: None,
        method: Method::Simulated { drops: dashboard.plan.drops.get(), seed: 1, batch: Some(1) },
    };
    bencher.bench_local(|| {
        sheets::counts(&loaded.catalog, forge.as_ref(), loaded.game.words(), provenance.clone(), &tally, &params)
            .expect("a sheet")
    });
}

/// A whole batch without storing it: 21 depths, all drop qualities.
#[divan::bench(args = [1, 2], sample_size = 1, sample_count = 10)]
fn batch(bencher: Bencher, threads: usize) {
    let forge: Arc<dyn Forge> = loaded().model.forge();
    let scheduler = Scheduler::new(threads).expect("threads");
    let plan = plan(131_072);
    bencher.counter(ItemsCount::new(plan.total_drops())).bench_local(|| {
        let mut run = run_shards(
            &scheduler,
            ShardSource::Drops(Arc::clone(&forge), plan.seed),
            plan.shards().collect(),
            &Arc::default(),
        );
        while let Some(piece) = run.wait_next() {
            divan::black_box(piece.expect("a shard"));
        }
    });
}
