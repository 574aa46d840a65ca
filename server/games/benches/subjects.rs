//! Reading files of games with subjects, computing subjects and drawing them: `cargo bench -p affixboard-games --bench subjects`.
//!
//! The trees are those of the starter editions of NetHack and Unangband and, where `AFFIXBOARD_NETHACK` and
//! `AFFIXBOARD_UNANGBAND` name them, NetHack's own source tree and Unangband's own folder of edit files.

use std::{env, fs, path::PathBuf, sync::Arc};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts},
    engine::random::Stream,
    game::{Game, Loaded, Point, SubjectRules},
    text::{SourceFile, SourceSet},
};
use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};

const TREES: [&str; 4] = ["starter", "NetHack", "Unangband's starter", "Unangband"];
/// Those with drops of Angband's sort.
const WITH_DROPS: [&str; 2] = ["Unangband's starter", "Unangband"];

fn main() {
    divan::main();
}

/// The game of a tree.
fn game(tree: &str) -> &'static Game {
    games::find(if tree.starts_with("Unangband") { "unangband" } else { "nethack" }).expect("the game")
}

/// The files of a tree; `None` where it isn't at hand.
fn sources(tree: &str) -> Option<SourceSet> {
    let starter = |name: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name);
    let folder = match tree {
        "starter" => starter("nethack"),
        "Unangband's starter" => starter("unangband"),
        "Unangband" => env::var_os("AFFIXBOARD_UNANGBAND").map(PathBuf::from)?,
        _ => env::var_os("AFFIXBOARD_NETHACK").map(PathBuf::from)?,
    };
    let mut sources = SourceSet::new();
    for spec in game(tree).files() {
        if let Ok(bytes) = fs::read(folder.join(spec.folder).join(spec.name)) {
            sources.push(SourceFile::new(spec.name, bytes));
        }
    }
    Some(sources)
}

fn load(tree: &str) -> Option<Loaded> {
    Some(game(tree).load(sources(tree)?))
}

/// From bytes to entries, rules and remarks, with all outcomes of the dungeons gone through.
#[divan::bench(args = TREES)]
fn read(bencher: Bencher, tree: &str) {
    let Some(files) = sources(tree) else { return };
    let size: usize = files.files().iter().map(|file| file.bytes().len()).sum();
    bencher.counter(BytesCount::new(size)).with_inputs(|| files.clone()).bench_values(|files| game(tree).load(files));
}

/// Trees with their subjects.
fn subjects() -> impl Iterator<Item = (&'static str, &'static str)> {
    TREES.into_iter().flat_map(|tree| {
        let subjects: &[&str] = match tree {
            "starter" | "NetHack" => &["objects", "kinds", "monsters", "dungeon"],
            _ => &["power", "piles", "monsters", "encounters"],
        };
        subjects.iter().map(move |subject| (tree, *subject))
    })
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
    // What is only drawn has no chances.
    if !rules.exact_metrics().is_empty() {
        bencher.bench(|| rules.exact(point));
    }
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

/// Trees with drop qualities.
fn drops_of() -> impl Iterator<Item = (&'static str, u8)> {
    WITH_DROPS.into_iter().flat_map(|tree| (0..3).map(move |quality| (tree, quality)))
}

/// Drops made and counted at depth 30, on one thread: drops per second.
#[divan::bench(args = drops_of())]
fn drops(bencher: Bencher, (tree, quality): (&str, u8)) {
    const DROPS: u64 = 4096;
    let Some(loaded) = load(tree) else { return };
    let forge = loaded.model.forge();
    let mut counts = Counts::new(forge.keys());
    let cell = Cell { depth: 30, quality, kind: None };
    let mut piece = 0;
    bencher.counter(ItemsCount::new(DROPS)).bench_local(|| {
        piece += 1;
        let mut random = Stream::seeded([2, piece, 0]);
        forge.run(cell, DROPS, &mut random, &mut counts);
        counts.take()
    });
}
