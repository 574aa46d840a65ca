//! Computing chances: cells and sheets, as pages and the command line ask for them.

use std::collections::BTreeSet;

use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    game::{Chance, Forge},
};
use divan::Bencher;

use crate::editions::{files, load, sources};

/// Editions and item types: soft armour, boots and swords.
const LIGHT_AND_HEAVY: [(&str, u16); 4] = [("original", 36), ("original", 30), ("original", 23), ("v4", 30)];

/// A cell's item types, and drop qualities.
fn cells_of() -> impl Iterator<Item = (&'static str, u16, u8)> {
    LIGHT_AND_HEAVY.into_iter().flat_map(|(edition, tval)| (0..3).map(move |quality| (edition, tval, quality)))
}

fn kinds_of(forge: &dyn Forge, tval: u16) -> Vec<KindId> {
    let kinds: BTreeSet<KindId> = forge.keys().catalog().kinds_of(tval).into_iter().collect();
    kinds.into_iter().collect()
}

fn at_depth_30(quality: u8) -> Cell {
    Cell { depth: 30, quality, kind: None }
}

fn chances(forge: &dyn Forge, cell: Cell, kinds: Option<&[KindId]>) -> Option<Vec<Chance>> {
    forge.exact().map(|exact| exact.chances(cell, kinds))
}

/// One item type at depth 30, by rules that have computed nothing yet.
#[divan::bench(args = cells_of(), sample_count = 3, sample_size = 1)]
fn one_type(bencher: Bencher, (edition, tval, quality): (&'static str, u16, u8)) {
    let Some(files) = files(edition) else { return };
    let loaded = load(sources(&files));
    bencher
        .with_inputs(|| loaded.model.forge())
        .bench_local_refs(|forge| chances(forge.as_ref(), at_depth_30(quality), Some(&kinds_of(forge.as_ref(), tval))));
}

/// The same of great drops once it is computed.
#[divan::bench(args = LIGHT_AND_HEAVY)]
fn one_type_again(bencher: Bencher, (edition, tval): (&'static str, u16)) {
    let Some(files) = files(edition) else { return };
    let forge = load(sources(&files)).model.forge();
    let kinds = kinds_of(forge.as_ref(), tval);
    let compute = || -> Option<Vec<Chance>> { chances(forge.as_ref(), at_depth_30(2), Some(&kinds)) };
    compute();
    bencher.bench_local(compute);
}

/// The whole sheets of one item type, at depths 1, 5, 10 … 100 and three drop qualities, by rules that have computed
/// nothing yet, on one thread.
#[divan::bench(args = [36], sample_count = 1, sample_size = 1)]
fn sheets(bencher: Bencher, tval: u16) {
    let Some(files) = files("original") else { return };
    let loaded = load(sources(&files));
    bencher.with_inputs(|| loaded.model.forge()).bench_local_refs(|forge| {
        let kinds = kinds_of(forge.as_ref(), tval);
        let depths = std::iter::once(1).chain((5..=100).step_by(5));
        let cells = depths.flat_map(|depth| (0..3).map(move |quality| Cell { depth, quality, kind: None }));
        cells.filter_map(|cell| chances(forge.as_ref(), cell, Some(&kinds))).map(|chances| chances.len()).sum::<usize>()
    });
}

/// All kinds of great drops at depth 30, of games whose items carry one ego at most.
#[divan::bench(args = ["angband-3.0", "angband-3.5", "angband-4.2"], sample_count = 20)]
fn whole_cell(bencher: Bencher, edition: &str) {
    let Some(files) = files(edition) else { return };
    let loaded = load(sources(&files));
    bencher
        .with_inputs(|| loaded.model.forge())
        .bench_local_refs(|forge| chances(forge.as_ref(), at_depth_30(2), None));
}
