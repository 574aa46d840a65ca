//! Chances worked out by hand from a game's rules against what its rules make: for games whose originals left no counts.

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Shard, run_shard},
    catalog::KindId,
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// So many drops are made of each cell.
const DROPS: u32 = 4_000_000;
/// A share further from its chance than so many standard deviations is wrong. In one comparison of 1.7 million that happens
/// by chance, and the seed is fixed.
const FURTHEST: f64 = 5.0;

// The small editions have a blade and two egos without a curse: "of Edges", of weight 50, and "of Depths", of weight 25 from
// level 20 on.

/// One in twenty choices of an ego at level 10 is made deeper, at 1 + 1280 ÷ r, r from 1 to 128: up to r = 67 that is 20 or
/// more, where there are egos of weights 50 and 25; else there is the one.
pub const DEEP: f64 = 67.0 / 2560.0;
pub const EDGES: f64 = 1.0 - DEEP / 3.0;
pub const DEPTHS: f64 = DEEP / 3.0;
/// The chance that one of four tries makes an artifact of 10 per cent.
pub const FOUR: f64 = 1.0 - 0.9 * 0.9 * 0.9 * 0.9;
/// The kind that these egos come on.
pub const BLADE: Option<u32> = Some(0);

// Where items can be terrible there is "of Rust" besides, which is cursed.

/// Terrible items draw from egos of weights 50 and 100, and deeper down of 25 besides.
pub const BAD_EDGES: f64 = (1.0 - DEEP) * 50.0 / 150.0 + DEEP * 50.0 / 175.0;
pub const BAD_RUST: f64 = 2.0 * BAD_EDGES;
pub const BAD_DEPTHS: f64 = DEEP * 25.0 / 175.0;

fn sources(files: &[(&str, &str)]) -> SourceSet {
    let mut sources = SourceSet::new();
    for (name, text) in files {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    sources
}

/// What is said about files read as a game's: file, line, rule, message.
pub fn remarks(id: &str, files: &[(&str, &str)]) -> Vec<String> {
    let loaded = games::find(id).expect("the game").load(sources(files));
    let line = |span| loaded.sources.position(span).line;
    loaded
        .diagnostics
        .iter()
        .filter(|said| !super::is_of_all_names(said))
        .map(|d| format!("{}:{}: {}: {}", d.file, d.span.map_or(0, line), d.rule.name(), d.message()))
        .collect()
}

/// What is said about files read as a game's where one of them has more lines.
pub fn remarks_with(id: &str, files: &[(&str, &str)], name: &str, more: &str) -> Vec<String> {
    let files: Vec<_> = files
        .iter()
        .map(|(file, text)| (*file, if *file == name { format!("{text}{more}") } else { (*text).to_owned() }))
        .collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    remarks(id, &files)
}

/// Files read as a game's, which they must be told for, without errors.
pub fn load(id: &str, files: &[(&str, &str)]) -> Loaded {
    let sources = sources(files);
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), id);
    let loaded = game.load(sources);
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    loaded
}

/// Compares what comes in a cell with chances: metric, name, chance. What has a chance of 0 must be said to be impossible,
/// anything else to be possible.
#[track_caller]
pub fn check(loaded: &Loaded, (depth, quality, kind): (u32, u8, Option<u32>), expected: &[(&str, &str, f64)]) {
    let forge = loaded.model.forge();
    let keys = forge.keys();
    let cell = Cell { depth, quality, kind: kind.map(KindId) };
    let shard = Shard { cell, piece: 0, drops: u64::from(DROPS) };
    let made = run_shard(forge.as_ref(), &shard, 2011, &mut Counts::new(keys)).counts;
    for (metric, name, chance) in expected {
        let is_it = |key: u32| keys.key(key).metric.0 == *metric && keys.label(key).1 == *name;
        assert!((0..keys.len() as u32).any(is_it), "{metric} {name}");
        let possible = (0..keys.len() as u32).filter(|key| is_it(*key)).any(|key| forge.can_occur(cell, key));
        assert_eq!(possible, *chance > 0.0, "{cell:?}: can {metric} {name} occur?");
        let count: u64 = made.iter().filter(|(key, _)| is_it(*key)).map(|(_, count)| *count).sum();
        let drops = f64::from(DROPS);
        let deviation = (count as f64 - chance * drops).abs() / (chance * (1.0 - chance) * drops).sqrt().max(1e-9);
        assert!(deviation <= FURTHEST, "{cell:?}: {metric} {name} {count} times, expected {}", chance * drops);
    }
}

/// The names and weights of a kind's pool.
pub fn pool(loaded: &Loaded, kind: u32, level: u32, affix_level: u8) -> Vec<(String, u32)> {
    let pool = loaded.model.forge().pool(KindId(kind), level, affix_level);
    pool.entries.iter().map(|(ego, weight)| (loaded.catalog.affix(*ego).name.clone(), *weight)).collect()
}

/// Checks that the cursed ego is in the pool of terrible items, and not in that of excellent ones.
#[track_caller]
pub fn check_pools_with_terrible(loaded: &Loaded) {
    let [edges, depths, rust] =
        [("of Edges", 50), ("of Depths", 25), ("of Rust", 100)].map(|(name, weight)| (name.to_owned(), weight));
    assert_eq!(pool(loaded, 0, 10, 0), [edges.clone(), rust.clone()]);
    assert_eq!(pool(loaded, 0, 10, 1), std::slice::from_ref(&edges));
    assert_eq!(pool(loaded, 0, 127, 0), [edges.clone(), depths.clone(), rust]);
    assert_eq!(pool(loaded, 0, 127, 1), [edges, depths]);
}

/// Checks that rarity and first level alone make the pools.
#[track_caller]
pub fn check_pools_by_rarity(loaded: &Loaded) {
    assert_eq!(pool(loaded, 0, 10, 0), [("of Edges".to_owned(), 50)]);
    let both = [("of Edges".to_owned(), 50), ("of Depths".to_owned(), 25)];
    assert_eq!(pool(loaded, 0, 20, 0), both);
    assert_eq!(pool(loaded, 0, 127, 0), both, "the last levels in A: lines are not used");
}
