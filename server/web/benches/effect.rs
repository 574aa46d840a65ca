//! What a draft does, from a saved field to its numbers.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use affixboard_inquiry::gaps::{Limits, Search};
use affixboard_model::{game::Loaded, text::WriteOptions};
use affixboard_proposal::{Anchor, Change, EditOp, EntryLine, entry_lines, set_fields};
use affixboard_service::{
    compute::{CellNumbers, ChanceCache, ChanceResult, Scheduler},
    library::{Library, OpenRevision, Proposer, Reading},
    proposals::effect::{self, EffectScope},
    starter, upload,
};
use affixboard_store::{MadeBy, NewRevision, Store};
use divan::Bencher;
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The editions: the original files, where the reference data is there.
const EDITIONS: [(&str, &str); 6] = [
    ("affix-branch", "affix-branch/edit"),
    ("v4", "v4-final/edit"),
    ("angband-3.0", "angband-3.0/edit/3.0.6"),
    ("angband-3.5", "angband-3.5/edit"),
    ("angband-4.2", "angband-4.2/edit/4.2.5"),
    ("unangband", "unangband/edit"),
];

/// An edition of which a line is changed.
struct Desk {
    runtime: Runtime,
    library: Library,
    base: Arc<OpenRevision>,
    line: EntryLine,
    /// The field that is changed, and the numbers that it gets.
    field: &'static str,
    next: AtomicU32,
    _folder: TempDir,
}

fn read(game: &str) -> Loaded {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference"), Into::into);
    let folder = EDITIONS.iter().find(|known| known.0 == game).map(|known| root.join(known.1));
    match folder.filter(|folder| folder.is_dir()) {
        Some(folder) => {
            upload::folder(&folder, None).and_then(|sources| upload::load(sources, None)).expect("readable files")
        }
        None => starter::all().into_iter().find(|starter| starter.loaded.game.id() == game).expect("it").loaded,
    }
}

impl Desk {
    /// The first line with a commonness or rarity of an affix or ego whose text begins so.
    fn new(game: &str, begins: &str) -> Desk {
        let runtime = Runtime::new().expect("a runtime");
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::new(Scheduler::new(2).expect("threads"));
        let base = runtime.block_on(async {
            let store = Store::open(&folder.path().join("bench.db")).await.expect("a database");
            let loaded = read(game);
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
            library.open(&store, revision, Reading::default()).await.expect("opened")
        });
        let has = |line: &EntryLine, name: &str| line.directive.fields.iter().any(|field| field.name == name);
        let mut lines = entry_lines(&base.loaded).into_iter();
        let line = lines.find(|line| line.text.starts_with(begins) && (has(line, "commonness") || has(line, "rarity")));
        let line = line.expect("a line");
        let field = if has(&line, "commonness") { "commonness" } else { "rarity" };
        Desk { runtime, library, base, line, field, next: AtomicU32::new(2), _folder: folder }
    }

    /// A change that nobody made before.
    fn change(&self) -> Change {
        let EntryLine { directive, notation, text: was, .. } = &self.line;
        let now = loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed) % 250 + 1;
            let now = set_fields(directive, *notation, was, &[(self.field, &number.to_string())]).expect("a field");
            if now != *was {
                break now;
            }
        };
        Change {
            anchor: Anchor {
                file: self.line.file.clone(),
                sort: self.line.sort,
                index: self.line.index,
                name: self.line.name.clone(),
                directive: directive.tag.to_owned(),
                ordinal: self.line.ordinal,
            },
            op: EditOp::Replace { was: was.clone(), now },
            writing: WriteOptions::default(),
        }
    }

    fn derive(&self) -> Arc<OpenRevision> {
        let change = [self.change()];
        self.runtime.block_on(self.library.derive(&self.base, &change, Proposer::Draft)).expect("derived")
    }

    fn scene(&self, derived: &OpenRevision) -> EffectScope {
        let touched = effect::touched(&self.base.loaded, &derived.loaded);
        EffectScope::usual(&self.base, derived, *touched.types.first().expect("an item type"))
    }
}

/// From a changed line to the first numbers as the page shows them: applied, read, compiled, what is touched, the pools of
/// all item types that are over all levels, and those of the one that changes most.
#[divan::bench(sample_count = 30, sample_size = 1, args = [
    ("affix-branch", "T:soft armour"),
    ("v4", "T:soft armour"),
    ("angband-3.0", "W:"),
    ("angband-3.5", "W:"),
    ("angband-4.2", "alloc:"),
])]
fn first_estimate(bencher: Bencher, (game, begins): (&str, &str)) {
    let desk = Desk::new(game, begins);
    bencher.bench_local(|| {
        let derived = desk.derive();
        let touched = effect::touched(&desk.base.loaded, &derived.loaded);
        let depths: Vec<u32> = (5..=100).step_by(5).collect();
        let of_types = |tval: &u16| effect::has_pools(&derived.loaded, *tval);
        let types: Vec<u16> = touched.types.iter().copied().filter(of_types).collect();
        let overall = effect::estimate_overall(&desk.base, &derived, &types, &depths).expect("an estimate");
        let touched = touched.by_change(&overall);
        let scene = EffectScope::usual(&desk.base, &derived, *touched.types.first().expect("an item type"));
        effect::estimate(&desk.base, &derived, &scene).expect("an estimate")
    });
}

/// The exact difference of great drops at the depth that is shown first, what the base has being known, as it is from the
/// second change on. Each sample is of a change that nobody made before.
#[divan::bench(sample_count = 5, sample_size = 1, args = [
    ("affix-branch", "T:soft armour"),
    ("affix-branch", "T:boots"),
    ("affix-branch", "T:sword"),
    ("v4", "T:soft armour"),
    ("v4", "T:boots"),
    ("angband-3.0", "W:"),
    ("angband-3.5", "W:"),
    ("angband-4.2", "alloc:"),
])]
fn difference(bencher: Bencher, (game, begins): (&str, &str)) {
    let desk = Desk::new(game, begins);
    let exact = ChanceCache::new(Scheduler::new(2).expect("threads"));
    bencher.with_inputs(|| desk.derive()).bench_local_values(|derived| {
        let scene = desk.scene(&derived);
        let of = |open: &Arc<OpenRevision>| {
            let of_type = exact.of_type(open, scene.depth, scene.quality, scene.tval);
            let chances = desk.runtime.block_on(of_type).expect("chances");
            CellNumbers { chances: Some(chances), simulated: None, last: 0 }
        };
        let (before, after) = (of(&desk.base), of(&derived));
        effect::difference((&desk.base, &before), (&derived, &after), &scene).expect("a difference")
    });
}

/// Both sides at once, with nothing known: what the first change takes.
#[divan::bench(sample_count = 3, sample_size = 1, args = [
    ("affix-branch", "T:soft armour"),
    ("affix-branch", "T:boots"),
    ("affix-branch", "T:sword"),
])]
fn first_difference(bencher: Bencher, (game, begins): (&str, &str)) {
    bencher.with_inputs(|| Desk::new(game, begins)).bench_local_values(|desk| {
        let exact = ChanceCache::new(Scheduler::new(2).expect("threads"));
        let derived = desk.derive();
        let scene = desk.scene(&derived);
        let both = async {
            let of = |open| exact.of_type(open, scene.depth, scene.quality, scene.tval);
            tokio::join!(of(&desk.base), of(&derived))
        };
        let (before, after) = desk.runtime.block_on(both);
        let numbers =
            |chances: ChanceResult| CellNumbers { chances: Some(chances.expect("chances")), simulated: None, last: 0 };
        let (before, after) = (numbers(before), numbers(after));
        effect::difference((&desk.base, &before), (&derived, &after), &scene).expect("a difference")
    });
}

/// The whole report of `affixboard effect` on a change, with gaps, but for reading the files.
#[divan::bench(sample_count = 3, sample_size = 1, args = [
    ("affix-branch", "T:soft armour"),
    ("angband-3.0", "W:"),
    ("angband-4.2", "alloc:"),
    ("unangband", "W:"),
])]
fn whole_report(bencher: Bencher, (game, begins): (&str, &str)) {
    let desk = Desk::new(game, begins);
    let search = Search { limits: Limits::default(), dive: starter::profile().expect("the profile that ships") };
    bencher
        .with_inputs(|| desk.derive())
        .bench_local_values(|derived| effect::report((&desk.base, &derived), "", Some(&search)).expect("a report"));
}
