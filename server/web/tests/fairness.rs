//! What one requester may have waiting.

use std::sync::mpsc::Sender;

use affixboard_service::{
    compute::{Priority, Task},
    requester::{Requester, do_for},
};

use crate::support::{Board, STARTER, patient};

/// Keeps all threads busy until the senders are dropped.
async fn busy(board: &Board) -> (Vec<Sender<()>>, Vec<Task<()>>) {
    let (mut gates, mut blocking) = (Vec::new(), Vec::new());
    for _ in 0..board.scheduler.threads() {
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (gate, closed) = std::sync::mpsc::channel::<()>();
        blocking.push(board.scheduler.spawn(Priority::Interactive, move |_| {
            begun.send(()).expect("a listener");
            let _ = closed.recv();
        }));
        has_begun.await.expect("a beginning");
        gates.push(gate);
    }
    (gates, blocking)
}

/// Whoever waits for very much is told to come again; others are answered.
#[tokio::test]
async fn who_waits_for_very_much_is_refused() {
    let board = Board::new().await;
    // The files are read.
    assert_eq!(board.get(&format!("{STARTER}/types/35")).await.status.as_u16(), 200);
    let (gates, _blocking) = busy(&board).await;
    // Nobody knows from where requests of these tests come.
    let same = Requester::Net(None);
    let wait = || do_for(same, || board.scheduler.spawn(Priority::Interactive, |_| ()));
    let waiting: Vec<Task<()>> = (0..400).map(|_| wait()).collect();
    let page = format!("{STARTER}/types/23");
    let refused = board.get(&page).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "5"));
    assert_eq!(refused.lead(), "Very much is being computed for you already. Try again in a few seconds.");
    // What isn't computed is answered.
    assert_eq!(board.get("/views").await.status.as_u16(), 200);
    let other = Requester::Net(Some([192, 0, 2, 1].into()));
    assert_eq!([same, other].map(|of| board.scheduler.waiting_for(of)), [400, 0]);
    drop(waiting);
    drop(gates);
    assert_eq!(board.get(&page).await.status.as_u16(), 200);
}

/// Whatever computes, uploads are read, and who watches over the dashboard is told that pages wait.
#[tokio::test]
async fn busy_threads_are_told_and_leave_uploads_alone() {
    let board = Board::new().await;
    let held = busy(&board).await;
    let busy = board.get("/readyz").await;
    assert_eq!((busy.status.as_u16(), busy.header("retry-after")), (503, "1"));
    assert!(busy.text().starts_with("All threads have been busy for a second."), "{}", busy.text());
    let file = ("files", "object.txt", b"N:1:Dagger\n".as_slice());
    let sent = patient(board.upload("/import", &[("edition", "ours")], &[file])).await;
    assert_eq!((sent.status.as_u16(), sent.header("location")), (303, "/import/1"), "{}", sent.text());
    drop(held);
    assert_eq!(patient(board.get("/readyz")).await.text(), "ok\n");
}
