//! What may take long is computed by the scheduler's threads, never by those that answer requests.

use axum::http::StatusCode;

use crate::support::{Board, STARTER};

/// Of everything that the pages are made of something is kept; only writing them is left, which ends with the scheduler.
#[tokio::test]
async fn nothing_is_drawn_or_written_once_the_scheduler_has_ended() {
    let board = Board::new().await;
    board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await;
    let gaps = format!("{STARTER}/gaps");
    let paths = ["/profiles/1/chart.svg".to_owned(), gaps.clone(), format!("{gaps}.csv")];
    for path in &paths {
        assert_eq!(board.get(path).await.status, StatusCode::OK, "{path}");
    }
    board.scheduler.shut_down();
    // Other addresses than before, for pages are kept as they were sent.
    for (path, query) in paths.iter().zip(["theme=dark", "type=23", "type=23"]) {
        let answer = board.get(&format!("{path}?{query}")).await;
        assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR, "{path}");
    }
}
