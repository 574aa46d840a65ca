//! The order of tasks, their ends, and their pauses.

use std::sync::{atomic::AtomicUsize, mpsc};

use affixboard_store::AccountId;

use super::*;
use crate::requester::do_for;

/// A task that has begun and ends when the sender is dropped.
fn block(scheduler: &Scheduler, priority: Priority) -> (Task<()>, mpsc::Sender<()>) {
    let (begun, has_begun) = mpsc::channel();
    let (gate, closed) = mpsc::channel::<()>();
    let task = scheduler.spawn(priority, move |_| {
        begun.send(()).expect("a listener");
        let _ = closed.recv();
    });
    has_begun.recv().expect("a beginning");
    (task, gate)
}

#[test]
fn the_most_urgent_task_comes_first_and_of_these_the_oldest() {
    let scheduler = Scheduler::new(1).expect("threads");
    let (blocking, gate) = block(&scheduler, Priority::Batch);
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |priority, name: &'static str| {
        let order = Arc::clone(&order);
        scheduler.spawn(priority, move |_| order.lock().expect("no panic").push(name))
    };
    let tasks = [
        note(Priority::Batch, "batch 1"),
        note(Priority::Progressive, "progressive 1"),
        note(Priority::Batch, "batch 2"),
        note(Priority::Interactive, "interactive 1"),
        note(Priority::Progressive, "progressive 2"),
        note(Priority::Interactive, "interactive 2"),
    ];
    drop(gate);
    blocking.wait().expect("done");
    for task in tasks {
        task.wait().expect("done");
    }
    let expected = ["interactive 1", "interactive 2", "progressive 1", "progressive 2", "batch 1", "batch 2"];
    assert_eq!(*order.lock().expect("no panic"), expected);
}

/// Names of tasks in the order in which they ran, each of the requester with the letter that it begins with.
fn order_of(scheduler: &Scheduler, names: &[&'static str]) -> Vec<&'static str> {
    let (blocking, gate) = block(scheduler, Priority::Interactive);
    let order = Arc::new(Mutex::new(Vec::new()));
    let tasks: Vec<_> = names.iter().map(|name| note_for(scheduler, &order, name)).collect();
    drop(gate);
    blocking.wait().expect("done");
    for task in tasks {
        task.wait().expect("done");
    }
    let order = order.lock().expect("no panic");
    order.clone()
}

fn somebody(letter: u8) -> Requester {
    Requester::Account(AccountId(letter.into()))
}

fn note_for(scheduler: &Scheduler, order: &Arc<Mutex<Vec<&'static str>>>, name: &'static str) -> Task<()> {
    let order = Arc::clone(order);
    let work = move |_: &CancelToken| order.lock().expect("no panic").push(name);
    do_for(somebody(name.as_bytes()[0]), || scheduler.spawn(Priority::Interactive, work))
}

#[test]
fn who_asks_for_much_keeps_nobody_waiting_for_all_of_it() {
    let limits = Limits { threads: 1, progressive: 1, batch: 1, pause: None };
    let (scheduler, _) = Scheduler::start(limits, Meter::Tasks(Instant::now())).expect("threads");
    assert_eq!(
        order_of(&scheduler, &["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"]),
        ["a1", "b1", "c1", "a2", "b2", "a3", "b3", "a4", "a5"]
    );
    // What was computed before counts: 5 of a, 3 of b, 1 of c, nothing of d.
    assert_eq!(
        order_of(&scheduler, &["a6", "a7", "b4", "b5", "c2", "c3", "d1"]),
        ["d1", "c2", "c3", "b4", "b5", "a6", "a7"]
    );
}

/// Tasks that pages fill in with wait all the time; batches get two of five turns all the same.
#[test]
fn batches_have_a_share_however_much_pages_ask_for() {
    let limits = Limits { threads: 1, progressive: 1, batch: 1, pause: None };
    let (scheduler, _) = Scheduler::start(limits, Meter::Tasks(Instant::now())).expect("threads");
    let (blocking, gate) = block(&scheduler, Priority::Interactive);
    let order = Arc::new(Mutex::new(String::new()));
    let note = |priority, letter: char| {
        let order = Arc::clone(&order);
        scheduler.spawn(priority, move |_| order.lock().expect("no panic").push(letter))
    };
    let tasks: Vec<_> = (0..10)
        .flat_map(|_| [note(Priority::Progressive, 'p'), note(Priority::Batch, 'b')])
        .chain([note(Priority::Interactive, 'i')])
        .collect();
    drop(gate);
    blocking.wait().expect("done");
    for task in tasks {
        task.wait().expect("done");
    }
    // After each of the others: of 1 they had 0, of 2 one, of 3 one, of 4 two (0.4 of 4 is less), of 5 two ...
    let expected = "ipbpbppbpbppbpbppbbb";
    let order = order.lock().expect("no panic");
    assert_eq!(order.len(), 21);
    let until = |n: usize| (order[..n].matches('b').count(), order[..n].matches('p').count());
    assert!(order.starts_with(&expected[..8]), "{order}");
    assert_eq!(until(11), (4, 6), "{order}");
}

#[test]
fn tasks_of_a_requester_that_wait_are_counted_until_they_begin_or_are_cancelled() {
    let scheduler = Scheduler::new(1).expect("threads");
    let (blocking, gate) = block(&scheduler, Priority::Interactive);
    let order = Arc::default();
    let mut tasks: Vec<_> = ["a1", "a2", "b1", "a3"].map(|name| note_for(&scheduler, &order, name)).into();
    assert_eq!([b'a', b'b', b'c'].map(|of| scheduler.waiting_for(somebody(of))), [3, 1, 0]);
    drop(tasks.remove(0));
    assert_eq!(scheduler.waiting_for(somebody(b'a')), 2);
    drop(gate);
    blocking.wait().expect("done");
    for task in tasks {
        task.wait().expect("done");
    }
    assert_eq!(scheduler.waiting_for(somebody(b'a')), 0);
}

#[test]
fn a_queued_task_that_nobody_waits_for_never_begins() {
    let scheduler = Scheduler::new(1).expect("threads");
    let (blocking, gate) = block(&scheduler, Priority::Interactive);
    let (alive, is_alive) = mpsc::channel::<()>();
    let task = scheduler.spawn(Priority::Interactive, move |_| {
        let _alive = alive;
        unreachable!("nobody waits for it")
    });
    drop::<Task<()>>(task);
    // The closure is dropped at once, while the only thread is busy.
    assert_eq!(is_alive.try_recv(), Err(mpsc::TryRecvError::Disconnected));
    drop(gate);
    blocking.wait().expect("done");
}

#[test]
fn a_running_task_that_nobody_waits_for_ends_at_its_next_part() {
    let scheduler = Scheduler::new(1).expect("threads");
    let (say, said) = mpsc::channel();
    let (go, gate) = mpsc::channel::<()>();
    let task = scheduler.spawn(Priority::Batch, move |cancel| {
        for part in 0.. {
            if cancel.is_cancelled() {
                break;
            }
            say.send(part).expect("a listener");
            gate.recv().expect("a word");
        }
    });
    assert_eq!(said.recv(), Ok(0));
    go.send(()).expect("a task");
    assert_eq!(said.recv(), Ok(1));
    drop(task);
    go.send(()).expect("a task");
    // It says no third part, and its thread is free again.
    assert_eq!(said.recv(), Err(mpsc::RecvError));
    assert_eq!(scheduler.spawn(Priority::Batch, |_| 7).wait(), Ok(7));
}

#[test]
fn a_panic_is_an_error_for_its_waiter_alone() {
    let scheduler = Scheduler::new(1).expect("threads");
    let task: Task<()> = scheduler.spawn(Priority::Interactive, |_| panic!("on purpose"));
    assert_eq!(task.wait(), Err(TaskError::Panicked));
    assert_eq!(scheduler.spawn(Priority::Interactive, |_| 7).wait(), Ok(7));
}

#[test]
fn long_tasks_leave_threads_to_interactive_ones_and_batches_one_core_to_long_tasks() {
    let scheduler = Scheduler::for_pages(2).expect("threads");
    let (batch, batch_gate) = block(&scheduler, Priority::Batch);
    let counted = Arc::new(AtomicUsize::new(0));
    let count = |counted: &Arc<AtomicUsize>| {
        let counted = Arc::clone(counted);
        move |_: &CancelToken| {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    };
    let other_batch = scheduler.spawn(Priority::Batch, count(&counted));
    let progressive = [(); 2].map(|()| block(&scheduler, Priority::Progressive));
    assert_eq!(scheduler.idle_threads(), 0);
    let other_progressive = scheduler.spawn(Priority::Progressive, count(&counted));
    assert_eq!(scheduler.counts(), TaskCounts { waiting: [0, 1, 1], running: [0, 2, 1] });
    assert_eq!(scheduler.spawn(Priority::Interactive, |_| 7).wait(), Ok(7));
    assert_eq!(counted.load(Ordering::SeqCst), 0);
    for (task, gate) in progressive {
        drop(gate);
        task.wait().expect("done");
    }
    other_progressive.wait().expect("done");
    assert_eq!(counted.load(Ordering::SeqCst), 1, "a batch takes one of two cores");
    drop(batch_gate);
    batch.wait().expect("done");
    other_batch.wait().expect("done");
}

/// A long task that pauses for so long at most, at its second part while an interactive one runs: names of both in the order
/// in which they came to their ends, and whether the interactive one ends first is left to them.
fn order_with_pauses(longest: Duration, interactive_ends: bool) -> Vec<&'static str> {
    let limits = Limits { threads: 2, progressive: 1, batch: 1, pause: Some(longest) };
    let (scheduler, _) = Scheduler::start(limits, Meter::Time).expect("threads");
    let order = Arc::new(Mutex::new(Vec::new()));
    let note = |name: &'static str| {
        let order = Arc::clone(&order);
        move || order.lock().expect("no panic").push(name)
    };
    let (begun, has_begun) = mpsc::channel();
    let (go, gate) = mpsc::channel::<()>();
    let long_ends = note("long");
    let long = scheduler.spawn(Priority::Batch, move |cancel| {
        begun.send(()).expect("a listener");
        gate.recv().expect("a word");
        assert!(!cancel.is_cancelled());
        long_ends();
    });
    has_begun.recv().expect("a beginning");
    let (interactive_begun, interactive_has_begun) = mpsc::channel();
    let (end, interactive_gate) = mpsc::channel::<()>();
    let its_end = note("interactive");
    let interactive = scheduler.spawn(Priority::Interactive, move |cancel| {
        interactive_begun.send(()).expect("a listener");
        interactive_gate.recv().expect("a word");
        assert!(!cancel.is_cancelled(), "it pauses for nobody");
        its_end();
    });
    interactive_has_begun.recv().expect("a beginning");
    go.send(()).expect("a task");
    if interactive_ends {
        end.send(()).expect("a task");
        interactive.wait().expect("done");
        long.wait().expect("done");
    } else {
        long.wait().expect("done");
        end.send(()).expect("a task");
        interactive.wait().expect("done");
    }
    let order = order.lock().expect("no panic");
    order.clone()
}

#[test]
fn long_tasks_pause_while_interactive_ones_run_but_not_for_ever() {
    assert_eq!(order_with_pauses(Duration::from_mins(10), true), ["interactive", "long"]);
    assert_eq!(order_with_pauses(Duration::from_millis(1), false), ["long", "interactive"]);
}

#[test]
fn a_paused_task_that_nobody_waits_for_ends() {
    let limits = Limits { threads: 2, progressive: 1, batch: 1, pause: Some(Duration::from_mins(10)) };
    let (scheduler, _) = Scheduler::start(limits, Meter::Time).expect("threads");
    let (_interactive, _gate) = block(&scheduler, Priority::Interactive);
    let (said, heard) = mpsc::channel();
    let long = scheduler.spawn(Priority::Batch, move |cancel| {
        said.send(false).expect("a listener");
        let _ = said.send(cancel.is_cancelled());
    });
    assert_eq!(heard.recv(), Ok(false));
    drop(long);
    assert_eq!(heard.recv(), Ok(true));
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let sum = |threads| {
        let scheduler = Scheduler::new(threads).expect("threads");
        let tasks: Vec<Task<u64>> = (0..100)
            .map(|at| scheduler.spawn(PRIORITIES[at % 3], move |_| (0..=at as u64).map(|n| n * n).sum()))
            .collect();
        tasks.into_iter().map(|task| task.wait().expect("done")).collect::<Vec<_>>()
    };
    assert_eq!(sum(1), sum(2));
    assert_eq!(sum(1), sum(8));
}

#[test]
fn shutting_down_ends_what_waits_and_what_runs_and_all_threads() {
    let limits = Limits { threads: 2, progressive: 2, batch: 2, pause: None };
    let (scheduler, threads) = Scheduler::start(limits, Meter::Time).expect("threads");
    let (begun, has_begun) = mpsc::channel();
    let running: Vec<Task<()>> = (0..2)
        .map(|_| {
            let begun = begun.clone();
            scheduler.spawn(Priority::Batch, move |cancel| {
                begun.send(()).expect("a listener");
                while !cancel.is_cancelled() {
                    thread::yield_now();
                }
            })
        })
        .collect();
    for _ in &running {
        has_begun.recv().expect("a beginning");
    }
    let waiting: Task<()> = scheduler.spawn(Priority::Interactive, |_| unreachable!("the threads are busy"));
    scheduler.shut_down();
    assert_eq!(waiting.wait(), Err(TaskError::ShutDown));
    for task in running {
        assert_eq!(task.wait(), Ok(()));
    }
    let late: Task<()> = scheduler.spawn(Priority::Interactive, |_| unreachable!("it is shut down"));
    assert_eq!(late.wait(), Err(TaskError::ShutDown));
    for thread in threads {
        thread.join().expect("an end");
    }
}
