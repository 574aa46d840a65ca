//! Reading, compiling and generating: `cargo bench -p affixboard-games`.

mod editions;
mod exact;

use affixboard_model::{
    batch::{Cell, Counts, Detail, Shard, run_shard},
    engine::{alias::AliasTable, m_bonus, random::Stream},
    text::{Edit, WriteOptions, edit},
};
use affixboard_proposal::{Change, EditOp, EntryLine, apply, compose, effect_text, entry_lines};
use divan::{
    Bencher, black_box,
    counter::{BytesCount, ItemsCount},
};
use editions::{files, load, sources};

fn main() {
    divan::main();
}

/// All files from bytes to the catalog and its diagnostics.
#[divan::bench(args = editions::ALL)]
fn read(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let size: usize = files.iter().map(|file| file.1.len()).sum();
    bencher.counter(BytesCount::new(size)).with_inputs(|| sources(&files)).bench_values(load);
}

/// An edit on top of 50 changes: these applied and read, the one line edited on top, read again, and the differences found.
#[divan::bench(args = ["original", "angband-4.2"])]
fn change_over_changes(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let base = load(sources(&files));
    let lines = entry_lines(&base);
    let replaced = |line: &EntryLine| Change {
        anchor: line.anchor(),
        op: EditOp::Replace { was: line.text.clone(), now: line.text.replace('1', "2") },
        writing: WriteOptions::default(),
    };
    let changes: Vec<Change> = lines.iter().step_by(lines.len() / 50).map(replaced).collect();
    bencher.bench(|| {
        let applied = apply(&base, &changes).expect("files that can be edited");
        let changed = base.game.load(applied.sources);
        let edit = replaced(&entry_lines(&changed)[0]);
        compose(&base, &changed, &[edit]).expect("files that can be edited")
    });
}

/// What a change of one line does, as text.
#[divan::bench(args = ["original", "angband-4.2"])]
fn effect(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let base = load(sources(&files));
    let line = entry_lines(&base).into_iter().next().expect("a line");
    let gone = Edit { span: line.span, text: String::new(), writing: WriteOptions::default() };
    let after = base.game.load(edit::apply(&base.sources, &[gone]).expect("files that can be edited"));
    bencher.bench(|| effect_text(&base, &after));
}

/// The rules compiled for a catalog.
#[divan::bench(args = editions::ALL)]
fn compile(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let loaded = load(sources(&files));
    bencher.bench(|| loaded.model.forge());
}

/// An edition of every game whose original is at hand, and the one that ships.
const OF_EVERY_GAME: [&str; 9] = [
    "starter",
    "original",
    "v4",
    "angband-2.9",
    "angband-3.0",
    "sil-q",
    "frogcomposband",
    "angband-3.5",
    "angband-4.2",
];

/// Editions and drop qualities.
fn drops_of() -> impl Iterator<Item = (&'static str, u8)> {
    OF_EVERY_GAME.into_iter().flat_map(|edition| (0..3).map(move |quality| (edition, quality)))
}

/// One shard of drops at depth 30 on one thread: drops per second.
#[divan::bench(args = drops_of())]
fn drops(bencher: Bencher, (edition, quality): (&'static str, u8)) {
    run(bencher, edition, quality, Detail::Identity);
}

/// The same with all values and flags.
#[divan::bench(args = drops_of())]
fn drops_with_values(bencher: Bencher, (edition, quality): (&'static str, u8)) {
    run(bencher, edition, quality, Detail::Full);
}

fn run(bencher: Bencher, edition: &str, quality: u8, detail: Detail) {
    const DROPS: u64 = 65_536;
    let Some(files) = files(edition) else { return };
    let forge = load(sources(&files)).model.forge_for(detail);
    let mut counts = Counts::new(forge.keys());
    let mut piece = 0;
    bencher.counter(ItemsCount::new(DROPS)).bench_local(|| {
        // Each time other drops, as in a batch.
        piece = (piece + 1) % 64;
        let shard = Shard { cell: Cell { depth: 30, quality, kind: None }, piece, drops: DROPS };
        run_shard(forge.as_ref(), &shard, 1, &mut counts)
    });
}

/// Draws from an alias table of that many entries.
#[divan::bench(args = [2, 20, 300])]
fn alias_draw(bencher: Bencher, entries: u32) {
    const DRAWS: u32 = 10_000;
    let alias = AliasTable::new((0..entries).map(|at| (at, at % 50 + 1))).expect("weights");
    let mut random = Stream::seeded([1, 2, 3]);
    bencher
        .counter(ItemsCount::new(DRAWS))
        .bench_local(|| (0..DRAWS).map(|_| u64::from(alias.draw(&mut random))).sum::<u64>());
}

/// Making an alias table of that many entries.
#[divan::bench(args = [2, 20, 300])]
fn alias_new(entries: u32) -> Option<AliasTable> {
    AliasTable::new((0..black_box(entries)).map(|at| (at, at % 50 + 1)))
}

/// The exact distribution of `m_bonus` at level 30.
#[divan::bench(args = [5, 20])]
fn m_bonus_table(max: u32) -> Option<AliasTable> {
    m_bonus::table(black_box(max), 30)
}

/// Draws from the table of `m_bonus`.
#[divan::bench]
fn m_bonus_draw(bencher: Bencher) {
    const DRAWS: u32 = 10_000;
    let table = m_bonus::table(10, 30).expect("a table");
    let mut random = Stream::seeded([1, 2, 3]);
    bencher
        .counter(ItemsCount::new(DRAWS))
        .bench_local(|| (0..DRAWS).map(|_| u64::from(table.draw(&mut random))).sum::<u64>());
}
