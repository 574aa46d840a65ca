//! How long a sheet of chances waits for its first numbers, where the edition was just opened and nothing is computed yet.

use std::{sync::Arc, thread, time::Duration};

use affixboard_service::{
    compute::{CellRequest, ChanceCache, Numbers, Prefetch, Scheduler, Stages, TypeCell},
    library::{Library, OpenRevision, Reading},
    starter,
};
use affixboard_store::{MadeBy, NewRevision, Store};
use divan::Bencher;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// Great drops, which sheets show without a choice.
const GREAT: u8 = 2;

/// The starter edition of a game in a database, and an item type of it.
struct Edition {
    runtime: Runtime,
    store: Store,
    tval: u16,
    _folder: TempDir,
}

/// What a request finds on a server that has just started.
struct Fresh {
    numbers: Arc<Numbers>,
    wanted: Vec<CellRequest>,
}

/// What a request leaves behind: computing goes on until this is dropped.
struct Answered {
    _filling: Prefetch,
    _numbers: Arc<Numbers>,
}

impl Edition {
    fn new(game: &str, tval: u16) -> Edition {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let store = runtime.block_on(async {
            let store = Store::open(&folder.path().join("bench.db")).await.expect("a database");
            let starters = starter::all();
            let loaded = &starters.iter().find(|starter| starter.loaded.game.id() == game).expect("it").loaded;
            let new = NewRevision {
                slug: "bench",
                title: "Bench",
                loaded,
                made_by: MadeBy::Import,
                by: None,
                note: "",
                now_ms: 0,
            };
            store.import(new).await.expect("imported");
            store
        });
        Edition { runtime, store, tval, _folder: folder }
    }

    /// The cells of a sheet as it opens, and no number of any.
    fn fresh(&self) -> Fresh {
        // What the sample before began is called off, and may take a moment to end.
        thread::sleep(Duration::from_millis(200));
        let scheduler = Scheduler::for_pages(2).expect("threads");
        let open: Arc<OpenRevision> = self.runtime.block_on(async {
            let revision = self.store.revision("bench", None).await.expect("read").expect("a revision");
            let library = Library::new(Arc::clone(&scheduler));
            library.open(&self.store, revision, Reading::default()).await.expect("opened")
        });
        let depths = [1].into_iter().chain((5..=100).step_by(5));
        let cell = |depth| TypeCell { depth, quality: GREAT, tval: self.tval };
        let wanted = depths.map(|depth| (Arc::clone(&open), cell(depth))).collect();
        let exact = Arc::new(ChanceCache::new(Arc::clone(&scheduler)));
        Fresh { numbers: Arc::new(Numbers::new(exact, scheduler)), wanted }
    }

    /// Waits as the page does, which is no longer than a second and a bit: a cell may have no number then.
    fn first_numbers(&self, fresh: Fresh) -> Answered {
        let Fresh { numbers, wanted } = fresh;
        self.runtime.block_on(async {
            let mut filling = numbers.fill(wanted.clone(), Stages::OF_CELLS);
            numbers.first(&wanted, Stages::OF_CELLS, &mut filling).await;
            Answered { _filling: filling, _numbers: numbers }
        })
    }
}

/// From the request to the numbers, 21 depths of great drops on two cores; the starter editions.
#[divan::bench(sample_count = 20, sample_size = 1, args = [
    ("affix-branch", "swords", 23),
    ("v4", "swords", 23),
    ("v4", "polearms", 22),
    ("v4", "hafted weapons", 21),
    ("v4", "soft armour", 36),
    ("v4", "hard armour", 37),
    ("v4", "boots", 30),
])]
fn first_numbers(bencher: Bencher, (game, _, tval): (&str, &str, u16)) {
    let edition = Edition::new(game, tval);
    bencher.with_inputs(|| edition.fresh()).bench_local_values(|fresh| edition.first_numbers(fresh));
}
