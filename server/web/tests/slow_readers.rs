//! Clients that ask for large files and don't take them: they hold up nobody else, and hold no more than so much.

use axum::{
    body::Body,
    http::{Request, header},
    response::Response,
};

use crate::support::{Answer, Board, HOST, STARTER, patient};

/// The answer, of which nothing is read.
async fn ask(board: &Board, path: &str) -> Response {
    let request = Request::get(path).header(header::HOST, HOST);
    let answer = board.respond(request.body(Body::empty()).expect("a request")).await;
    assert_eq!(answer.status().as_u16(), 200, "{path}");
    answer
}

/// As many as are written at once, and one more.
#[tokio::test(flavor = "multi_thread")]
async fn files_that_nobody_takes_keep_no_others_from_theirs() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/all.long.csv?depths=every");
    let slow = [ask(&board, &path).await, ask(&board, &path).await, ask(&board, &path).await];
    let whole = patient(board.get(&path)).await;
    assert!(whole.body.len() > 1 << 20, "more than is written ahead: {}", whole.body.len());
    assert_eq!(patient(board.get(&format!("{STARTER}/revision.db"))).await.status.as_u16(), 200);
    // And those who were slow get theirs whole.
    for answer in slow {
        let body = patient(axum::body::to_bytes(answer.into_body(), usize::MAX)).await.expect("a whole file");
        assert!(body == whole.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_more_than_so_much_sent_at_once() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23.long.csv");
    let mut slow = Vec::new();
    for _ in 0..128 {
        slow.push(ask(&board, &path).await);
    }
    let refused: Answer = board.get(&path).await;
    assert_eq!((refused.status.as_u16(), refused.header("retry-after")), (503, "10"));
    let words = "Very much is being sent to you already. Try again when you have taken some of the files.";
    assert_eq!(refused.lead(), words);
    // Pages are small.
    assert_eq!(board.get(&format!("{STARTER}/types/23")).await.status.as_u16(), 200);
    slow.pop();
    assert_eq!(board.get(&path).await.status.as_u16(), 200);
}

/// A tally is read and written depth by depth, and is the same as when it is written at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_tally_is_written_while_it_is_sent() {
    let board = Board::new().await;
    let id = board.start_batch("depths=1,20,40&drops=2000&seed=1&normal=on&great=on").await;
    board.work();
    board.finished(id).await;
    let answer = board.get(&format!("/batches/{id}/tally.csv")).await;
    let open = board.open("affix-branch-starter").await;
    let tally = board.store.tally(affixboard_store::BatchId(id)).await.expect("a tally");
    let whole = affixboard_report::format::tally_csv(&tally, open.forge.keys(), open.loaded.game.words(), None);
    assert_eq!(tally.cells.len(), 6);
    assert!(answer.body == whole);
}
