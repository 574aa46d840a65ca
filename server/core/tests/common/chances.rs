//! Chances worked out by hand from a game's rules against what its rules make: for games whose originals left no counts.

use affixboard_core::{
    batch::{Cell, Counts, Shard, run_shard},
    catalog::KindId,
    games::{self, Loaded},
    text::{SourceFile, SourceSet},
};

/// So many drops are made of each cell.
const DROPS: u32 = 4_000_000;
/// A share further from its chance than so many standard deviations is wrong. In one comparison of 1.7 million that happens
/// by chance, and the seed is fixed.
const FURTHEST: f64 = 5.0;

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
        .map(|d| format!("{}:{}: {}: {}", d.file, d.span.map_or(0, line), d.rule.name(), d.message()))
        .collect()
}

/// Files read as a game's, which they must be told for, without errors.
pub fn load(id: &str, files: &[(&str, &str)]) -> Loaded {
    let sources = sources(files);
    let game = games::detect(&sources).expect("a game");
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
