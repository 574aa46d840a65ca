//! How soon computing ends that nobody waits for any more. Measured only when asked for, for it is about time:
//!
//!     cargo test --release -p affixboard-games --test games exact::cancelled -- --ignored --nocapture

use std::{
    cell::Cell as Counter,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use affixboard_games as games;
use affixboard_inquiry::{gaps, profile::Profile};
use affixboard_model::{
    batch::{Cell, Counts, Detail, Shard, run_shard, run_shard_while},
    catalog::KindId,
    game::{Cancelled, Loaded},
};

/// The item type of swords, by edition.
const EDITIONS: [(&str, &str); 2] = [("affix-branch", "sword"), ("v4", "sword")];
const REPETITIONS: u64 = 20;

fn starter(folder: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder);
    let sources = crate::common::sources(&folder);
    games::nearest(&sources).expect("the game").load(sources)
}

/// Begins to compute, calls it off after so long, and gives the time until the thread is free, or nothing where it was done
/// before.
fn call_off(after: Duration, work: impl FnOnce(&dyn Fn() -> bool) -> bool + Send) -> Option<Duration> {
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let working = scope.spawn(|| work(&|| !ended.load(Ordering::Relaxed)));
        thread::sleep(after);
        let begun = Instant::now();
        ended.store(true, Ordering::Relaxed);
        let is_done = working.join().expect("no panic");
        (!is_done).then(|| begun.elapsed())
    })
}

#[expect(clippy::print_stdout, reason = "its output is what it is for")]
fn show(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let shown = |time: Option<&Duration>| time.map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    let (median, most) = (shown(times.get(times.len() / 2)), shown(times.last()));
    println!("{what}: {} times called off; free after {median:.1} ms (median), {most:.1} ms (most)", times.len());
}

/// Swords of great drops, one depth after the other, by rules that have computed nothing yet.
#[test]
#[ignore = "it measures time"]
fn chances_end_soon_after_nobody_waits() {
    for (edition, name) in EDITIONS {
        let loaded = starter(edition);
        let tval = loaded.catalog.item_types.iter().find(|found| found.name == name).expect("swords").tval;
        let kinds: Vec<KindId> = loaded.catalog.kinds_of(tval);
        let times = (0..REPETITIONS).filter_map(|at| {
            let forge = loaded.model.forge();
            let compute = |keep_going: &dyn Fn() -> bool| {
                let exact = forge.exact().expect("exact chances");
                (1..=100).all(|depth| {
                    exact.chances_while(Cell { depth, quality: 2, kind: None }, Some(&kinds), keep_going).is_ok()
                })
            };
            call_off(Duration::from_millis(200 + 37 * at), compute)
        });
        show(&format!("{edition}, swords, great"), times.collect());
    }
}

/// As many drops as the largest batches have in a shard.
const MANY: u64 = 20_000_000;

/// A shard of great drops, of all kinds and of a given one.
#[test]
#[ignore = "it measures time"]
fn shards_end_soon_after_nobody_waits() {
    for edition in ["affix-branch", "v4"] {
        for detail in [Detail::Identity, Detail::Full] {
            let loaded = starter(edition);
            let forge = loaded.model.forge_for(detail);
            let mut counts = Counts::new(forge.keys());
            let given = loaded.catalog.kinds_of(23).first().copied();
            for kind in [None, given] {
                let times = (0..REPETITIONS).filter_map(|at| {
                    let shard = Shard { cell: Cell { depth: 30, quality: 2, kind }, piece: 0, drops: MANY };
                    let counts = &mut counts;
                    call_off(Duration::from_millis(20 + 7 * at), |keep_going| {
                        run_shard_while(forge.as_ref(), &shard, 1, counts, keep_going).is_ok()
                    })
                });
                let of = if kind.is_some() { "of a given kind" } else { "of all kinds" };
                show(&format!("{edition}, {detail:?}, drops {of}"), times.collect());
            }
        }
    }
}

/// The gaps of an edition, by rules that have computed nothing yet.
#[test]
#[ignore = "it measures time"]
fn searches_of_gaps_end_soon_after_nobody_waits() {
    for edition in ["affix-branch", "v4", "angband-3.5", "angband-4.2"] {
        let loaded = starter(edition);
        let dive = Profile::parse("1-98: normal 40, good 5, great 1").expect("a profile");
        let search = gaps::Search { limits: gaps::Limits::default(), dive };
        let times = (0..REPETITIONS).filter_map(|at| {
            let forge = loaded.model.forge();
            call_off(Duration::from_millis(10 + 5 * at), |keep_going| {
                gaps::find_while(&loaded, forge.as_ref(), &search, keep_going).is_ok()
            })
        });
        show(&format!("{edition}, gaps"), times.collect());
    }
}

/// A shard that is called off leaves nothing behind, and one that is asked all the time counts what any other does.
#[test]
fn calling_off_changes_no_count() {
    for edition in ["affix-branch", "v4", "angband-3.5"] {
        let forge = starter(edition).model.forge();
        let mut counts = Counts::new(forge.keys());
        let shard = Shard { cell: Cell { depth: 30, quality: 2, kind: None }, piece: 1, drops: 60_000 };
        let undisturbed = run_shard(forge.as_ref(), &shard, 7, &mut counts);
        let asked = Counter::new(0);
        let ask = |most: u32| {
            asked.set(asked.get() + 1);
            asked.get() <= most
        };
        let all = run_shard_while(forge.as_ref(), &shard, 7, &mut counts, &|| ask(u32::MAX));
        assert_eq!(all.as_ref(), Ok(&undisturbed), "{edition}");
        let times = asked.replace(0);
        if times > 0 {
            let half = run_shard_while(forge.as_ref(), &shard, 7, &mut counts, &|| ask(times / 2));
            assert_eq!(half, Err(Cancelled), "{edition}");
        }
        assert_eq!(run_shard(forge.as_ref(), &shard, 7, &mut counts), undisturbed, "{edition}");
    }
}
