//! Limits of connections, over real sockets: how many there are, how long they last, and their end when the program stops.

use std::time::Duration;

use affixboard_service::{config::Settings, limits::ConnectionLimits};
use affixboard_store::Role;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::support::{Board, HOST, Who, patient, settings};

const MOMENT: Duration = Duration::from_millis(100);

/// A dashboard with limits that are small; those not named are out of reach.
async fn board(limits: ConnectionLimits) -> Board {
    Board::with(&Settings { limits, ..settings(HOST, &[], false) }).await
}

fn unlimited() -> ConnectionLimits {
    let long = Duration::from_hours(1);
    ConnectionLimits {
        max_connections: 1000,
        header_timeout: long,
        answer_timeout: long,
        stall_timeout: long,
        drain: MOMENT,
    }
}

async fn send(address: std::net::SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(text.as_bytes()).await.expect("sent");
    stream
}

/// All that comes until the other side closes.
async fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    // A connection that is closed while something of ours is unread may end by an error.
    let _ = patient(stream.read_to_end(&mut text)).await;
    String::from_utf8(text).expect("text")
}

/// The answer's head and what was read of its body, up to a piece of text.
async fn until(stream: &mut TcpStream, piece: &str) -> String {
    let read = async {
        let (mut text, mut part) = (String::new(), [0; 4096]);
        while !text.contains(piece) {
            let length = stream.read(&mut part).await.expect("more");
            assert!(length > 0, "no `{piece}` in {text}");
            text += str::from_utf8(&part[..length]).expect("text");
        }
        text
    };
    patient(read).await
}

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
/// A form of which nothing comes but the beginning.
const HALF_A_FORM: &str = "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\
    Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\n";

/// A request that is under way until its connection is dropped.
async fn under_way(address: std::net::SocketAddr) -> TcpStream {
    let mut stream = send(address, HALF_A_FORM).await;
    // Said when somebody begins to read the form.
    until(&mut stream, "100 Continue").await;
    stream
}

#[tokio::test]
async fn headers_that_do_not_come_close_their_connection() {
    let board = board(ConnectionLimits { header_timeout: MOMENT, ..unlimited() }).await;
    let (address, _serving) = board.listen().await;
    assert_eq!(rest(send(address, "").await).await, "");
    assert!(!rest(send(address, "GET / HTTP/1.1\r\nHost: loc").await).await.contains("200"));
    // Nor is a connection held for a second request that doesn't come.
    let idle = rest(send(address, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await).await;
    assert!(idle.starts_with("HTTP/1.1 200") && idle.ends_with("ok\n"), "{idle}");
}

#[tokio::test]
async fn a_form_that_does_not_come_is_not_waited_for() {
    let board = board(ConnectionLimits { answer_timeout: MOMENT, ..unlimited() }).await;
    let (address, _serving) = board.listen().await;
    // Whether the form's reading has begun by then is a matter of chance.
    let mut stream = send(address, HALF_A_FORM).await;
    let answer = until(&mut stream, "</html>").await;
    // That is no failure of ours, which who watches the numbers of answers would look into.
    assert!(answer.contains("408 Request Timeout"), "{answer}");
    assert!(answer.contains("The rest of this request didn&#39;t arrive in time."), "{answer}");
}

#[tokio::test]
async fn half_open_connections_make_room() {
    let board = board(ConnectionLimits { max_connections: 8, ..unlimited() }).await;
    let (address, _serving) = board.listen().await;
    let mut half_open = Vec::new();
    for _ in 0..40 {
        half_open.push(send(address, "GET / HTTP/1.1\r\nHost: localhost\r\n").await);
    }
    assert!(rest(send(address, HEALTH).await).await.starts_with("HTTP/1.1 200"));
    for closed in half_open.into_iter().take(32) {
        assert_eq!(rest(closed).await, "");
    }
}

#[tokio::test]
async fn who_finds_no_room_is_told_when_to_come_again() {
    let board = board(ConnectionLimits { max_connections: 2, ..unlimited() }).await;
    let (address, _serving) = board.listen().await;
    let busy = [under_way(address).await, under_way(address).await];
    let answer = rest(send(address, HEALTH).await).await;
    assert!(answer.starts_with("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\n"), "{answer}");
    assert!(answer.ends_with("\r\n\r\nToo many are connected. Try again in a few seconds."), "{answer}");
    assert!(answer.contains("Content-Length: 51\r\n"));
    drop(busy);
    // Once the server has seen that they left.
    let again = async { while !rest(send(address, HEALTH).await).await.starts_with("HTTP/1.1 200") {} };
    patient(again).await;
}

#[tokio::test]
async fn visitors_leave_room_for_who_is_signed_in() {
    let board = board(ConnectionLimits { max_connections: 8, ..unlimited() }).await;
    let Who(header, cookie) = board.somebody("Ann", Role::Maintainer).await;
    let (address, _serving) = board.listen().await;
    let mut busy = Vec::new();
    for _ in 0..6 {
        busy.push(under_way(address).await);
    }
    let page = |who: &str| format!("GET /help HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{who}\r\n");
    let visitor = rest(send(address, &page("")).await).await;
    assert!(visitor.starts_with("HTTP/1.1 503") && visitor.contains("retry-after: 5\r\n"), "{visitor}");
    let person = rest(send(address, &page(&format!("{header}: {cookie}\r\n"))).await).await;
    assert!(person.starts_with("HTTP/1.1 200"), "{person}");
}

/// Half a request, a connection that waits, a form that doesn't come and a stream of events: none of them holds up the end.
#[tokio::test]
async fn the_end_waits_for_nobody_who_is_slow() {
    let board = board(unlimited()).await;
    let (address, serving) = board.listen().await;
    // Nobody works on it.
    let batch = board.start_batch("depths=1&drops=100&seed=1&good=on").await;
    let half = send(address, "GET / HTTP/1.1\r\nHost: loc").await;
    let mut waits = send(address, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    until(&mut waits, "ok\n").await;
    let form = under_way(address).await;
    let mut events = send(address, &format!("GET /batches/{batch}/events HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
    until(&mut events, "event: progress").await;
    board.stop();
    patient(serving).await.expect("no panic").expect("an end");
    rest(half).await;
    rest(waits).await;
    rest(form).await;
    rest(events).await;
    assert!(TcpStream::connect(address).await.is_err());
}
