//! Importing: `cargo bench -p affixboard-store`.

#[path = "../../games/benches/editions/mod.rs"]
mod editions;

use affixboard_model::game::Loaded;
use affixboard_store::{MadeBy, NewRevision, Store};
use divan::Bencher;
use editions::{files, load, sources};
use tempfile::TempDir;
use tokio::runtime::Runtime;

fn main() {
    divan::main();
}

/// A new database in a folder of its own.
fn open(runtime: &Runtime) -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = runtime.block_on(Store::open(&folder.path().join("bench.db"))).expect("a database");
    (folder, store)
}

fn import(runtime: &Runtime, store: &Store, loaded: &Loaded) -> bool {
    let new =
        NewRevision { slug: "bench", title: "Bench", loaded, made_by: MadeBy::Import, by: None, note: "", now_ms: 0 };
    runtime.block_on(store.import(new)).expect("imported").is_new
}

/// All files of an edition from bytes to the committed revision, into a database without any.
#[divan::bench(args = editions::ALL, sample_size = 1, sample_count = 50)]
fn from_bytes_to_committed(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let runtime = Runtime::new().expect("a runtime");
    bencher.with_inputs(|| (files.clone(), open(&runtime))).bench_local_values(|(files, database)| {
        assert!(import(&runtime, &database.1, &load(sources(&files))));
        database
    });
}

/// The same files once more: found to be nothing new.
#[divan::bench(args = editions::ALL)]
fn nothing_new(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let runtime = Runtime::new().expect("a runtime");
    let (_folder, store) = open(&runtime);
    let loaded = load(sources(&files));
    assert!(import(&runtime, &store, &loaded));
    bencher.bench_local(|| assert!(!import(&runtime, &store, &loaded)));
}

/// Opening an empty database: the file is made and all migrations run.
#[divan::bench(sample_size = 1, sample_count = 50)]
fn open_new(bencher: Bencher) {
    let runtime = Runtime::new().expect("a runtime");
    bencher.bench_local(|| open(&runtime));
}
