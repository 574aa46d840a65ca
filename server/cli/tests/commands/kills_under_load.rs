//! Killed at random while several people and programs do all sorts of things at once: every act that was acknowledged is there
//! afterwards, and so is its entry in the audit log.
//!
//! `AFFIXBOARD_KILLS` says how often; CONTRIBUTING.md has the command.

use std::{collections::BTreeMap, sync::atomic::AtomicU64, time::Duration};

use affixboard_store::{Act, BatchFilter, Store};

use super::{
    load::{Fact, Load, check, team},
    program::{Random, say, setting, until},
};

const KILLS: u64 = 2;
const MANY_KILLS: u64 = 500;
/// A database takes so many kills; then there is a new one, which is looked through more quickly.
const KILLS_PER_DATABASE: u64 = 25;
/// The program is killed within this time in milliseconds after an act of a round was acknowledged.
const LONGEST: u64 = 1000;

#[test]
fn what_was_acknowledged_under_load_is_there_after_a_kill() {
    killed_under_load(KILLS);
}

#[test]
#[ignore = "deep"]
fn what_was_acknowledged_under_load_is_there_after_a_kill_deep() {
    killed_under_load(setting("AFFIXBOARD_KILLS", MANY_KILLS));
}

fn killed_under_load(kills: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let number = AtomicU64::new(0);
    let mut random = Random::new(kills);
    let mut counts: BTreeMap<Act, usize> = BTreeMap::new();
    let mut done = 0;
    while done < kills {
        let (home, database) = runtime.block_on(team());
        let mut sign_ins = 0;
        let mut batches = Vec::new();
        for _ in 0..KILLS_PER_DATABASE.min(kills - done) {
            let server = home.serve("serve");
            let load = Load::new(&server.addr, &number);
            std::thread::scope(|scope| {
                for work in Load::WORKS {
                    let load = &load;
                    // The limit of tries to sign in from one address is 20.
                    scope.spawn(move || (0..18).try_for_each(|_| work(load)));
                }
                // A proposal takes longest: every other kill comes after one.
                let is_late = done % 2 == 0;
                until("something was acknowledged", || {
                    let facts = load.acknowledged.lock().expect("the facts");
                    facts.iter().any(|fact| !is_late || matches!(fact, Fact::Proposal(_))).then_some(())
                });
                std::thread::sleep(Duration::from_millis(random.next(LONGEST)));
                server.signal("KILL");
            });
            let facts = load.acknowledged.into_inner().expect("the facts");
            assert_eq!(server.ended(), None);
            runtime.block_on(check(&database, &facts, &mut sign_ins));
            for fact in facts {
                *counts.entry(fact.act()).or_default() += 1;
                if let Fact::Batch(id) = fact {
                    batches.push(id);
                }
            }
            done += 1;
            if done % 50 == 0 {
                say(&format!("{done} of {kills}"));
            }
        }
        // What was interrupted goes on.
        let server = home.serve("serve");
        until("all batches are at their end", || {
            let store = runtime.block_on(Store::open(&database)).expect("the database");
            let all = runtime.block_on(store.batches(BatchFilter::All, u32::MAX)).expect("batches");
            runtime.block_on(store.close());
            all.iter().all(|batch| batch.state.is_final()).then_some(())
        });
        for id in batches {
            assert_eq!(server.get(&format!("/batches/{id}")).0, 200, "batch {id}");
        }
    }
    // In a few kills some may have come too soon.
    assert!(kills < 100 || counts.len() == 10, "{counts:?}");
    let counts: Vec<_> = counts.iter().map(|(act, count)| format!("{count} × {}", act.words())).collect();
    say(&format!("{done} kills under load; acknowledged, there and in the log: {}", counts.join(", ")));
}
