//! Reading a source tree, computing subjects and drawing them: `cargo bench -p affixboard-core --bench subjects`.
//!
//! The trees are the starter's and, where `AFFIXBOARD_NETHACK` names one, NetHack's own.

use std::{env, fs, path::PathBuf, sync::Arc};

use affixboard_core::{
    batch::Counts,
    engine::random::Stream,
    game::{Game, Loaded, Point, SubjectRules},
    games,
    text::{SourceFile, SourceSet},
};
use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};

const TREES: [&str; 2] = ["starter", "NetHack"];

fn main() {
    divan::main();
}

fn nethack() -> &'static Game {
    games::find("nethack").expect("the game")
}

/// The files of a tree; `None` where it isn't at hand.
fn sources(tree: &str) -> Option<SourceSet> {
    let folder = match tree {
        "starter" => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/nethack"),
        _ => env::var_os("AFFIXBOARD_NETHACK").map(PathBuf::from)?,
    };
    let mut sources = SourceSet::new();
    for spec in nethack().files() {
        if let Ok(bytes) = fs::read(folder.join(spec.folder).join(spec.name)) {
            sources.push(SourceFile::new(spec.name, bytes));
        }
    }
    Some(sources)
}

fn load(tree: &str) -> Option<Loaded> {
    Some(nethack().load(sources(tree)?))
}

/// From bytes to entries, rules and remarks, with all outcomes of the dungeons gone through.
#[divan::bench(args = TREES)]
fn read(bencher: Bencher, tree: &str) {
    let Some(files) = sources(tree) else { return };
    let size: usize = files.files().iter().map(|file| file.bytes().len()).sum();
    bencher.counter(BytesCount::new(size)).with_inputs(|| files.clone()).bench_values(|files| nethack().load(files));
}

/// Trees with their subjects.
fn subjects() -> impl Iterator<Item = (&'static str, &'static str)> {
    TREES.into_iter().flat_map(|tree| ["objects", "kinds", "monsters", "dungeon"].map(|subject| (tree, subject)))
}

/// The subject, at the point it begins with.
fn subject(tree: &str, name: &str) -> Option<(Arc<dyn SubjectRules>, Point)> {
    let loaded = load(tree)?;
    let rules = loaded.model.subjects().iter().find(|rules| rules.spec().name == name).map(Arc::clone)?;
    let point: Vec<i32> = rules.spec().dimensions.iter().map(|dimension| dimension.usual()[0]).collect();
    Some((rules, Point::of(&point)))
}

/// The chances of all rows at one point.
#[divan::bench(args = subjects())]
fn exact(bencher: Bencher, (tree, name): (&str, &str)) {
    let Some((rules, point)) = subject(tree, name) else { return };
    bencher.bench(|| rules.exact(point));
}

/// Trials drawn and counted at one point, on one thread: trials per second.
#[divan::bench(args = subjects())]
fn drawn(bencher: Bencher, (tree, name): (&str, &str)) {
    const TRIALS: u64 = 4096;
    let Some((rules, point)) = subject(tree, name) else { return };
    let mut counts = Counts::of_keys(rules.rows().len());
    let mut piece = 0;
    bencher.counter(ItemsCount::new(TRIALS)).bench_local(|| {
        piece += 1;
        let mut random = Stream::seeded([1, piece, 0]);
        rules.sample(point, TRIALS, &mut random, &mut counts, &|| true).expect("not cancelled");
        counts.take()
    });
}
