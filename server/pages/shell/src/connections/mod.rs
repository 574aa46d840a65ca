//! Connections: taking them in, limits of their number and of their time, and their end when the program stops.

mod held_body;
mod places;
mod slots;
mod stall;

use std::{convert::Infallible, io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    task::JoinSet,
    time::{sleep, timeout},
};
use tower::ServiceExt;
use tracing::{debug, info, warn};

use self::{slots::Connection, stall::StallTimeout};
use affixboard_service::limits::ConnectionLimits;

pub use held_body::hold;
pub(crate) use slots::Slots;

/// What a connection gets for which there is no room.
const NO_ROOM: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 51\r\n\r\n\
    Too many are connected. Try again in a few seconds.";
/// Connections that are told so at once; more are closed without a word.
const REFUSALS: usize = 16;
/// Time for telling one.
const REFUSAL: Duration = Duration::from_secs(1);
/// Time until connections are accepted again after the system refused one.
const PAUSE: Duration = Duration::from_millis(200);

/// Answers requests until `stopped` becomes true; those under way then get the time that the limits have for that. Connections
/// without one are closed at once.
///
/// # Errors
/// None at present: a listener that fails is tried again.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    (limits, slots): (ConnectionLimits, Arc<Slots>),
    mut stopped: watch::Receiver<bool>,
) -> io::Result<()> {
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    let mut tasks = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            _ = stopped.wait_for(|stop| *stop) => break,
            Some(_) = tasks.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, from)) => match slots.admit() {
                Some(connection) => {
                    tasks.spawn(answer(stream, from, app.clone(), connection, limits, stopped.clone()));
                }
                None => {
                    if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                        tasks.spawn(async move {
                            let _ = timeout(REFUSAL, refuse(stream)).await;
                            drop(permit);
                        });
                    }
                }
            },
            Err(error) => {
                warn!(%error, "a connection can't be accepted");
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    let counts = slots.counts();
    info!(
        open = counts.open,
        waiting = counts.waiting,
        evicted = counts.evicted,
        refused = counts.refused,
        "no more connections are accepted"
    );
    let all = async { while tasks.join_next().await.is_some() {} };
    if timeout(limits.drain, all).await.is_err() {
        warn!("requests were still under way after {} s", limits.drain.as_secs());
    }
    Ok(())
}

/// Answers the requests of one connection.
async fn answer(
    stream: TcpStream,
    from: SocketAddr,
    app: Router,
    connection: Connection,
    limits: ConnectionLimits,
    mut stopped: watch::Receiver<bool>,
) {
    // Answers are written as a whole; waiting for more of them would only delay the last part.
    let _ = stream.set_nodelay(true);
    let service = service_fn(|mut request: Request<Incoming>| {
        let under_way = connection.begin();
        request.extensions_mut().insert(ConnectInfo(from));
        let answer = app.clone().oneshot(request.map(Body::new));
        async move { answer.await.map(|answer| hold(answer, under_way)) as Result<_, Infallible> }
    });
    let stream = TokioIo::new(StallTimeout::new(stream, limits.stall_timeout));
    let http = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .serve_connection(stream, service);
    let mut http = std::pin::pin!(http);
    tokio::select! {
        ended = http.as_mut() => return log(ended),
        () = connection.closed() => return,
        _ = stopped.wait_for(|stop| *stop) => {}
    }
    if !connection.waits() {
        http.as_mut().graceful_shutdown();
        log(http.await);
    }
}

fn log(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        debug!(%error, "a connection broke off");
    }
}

/// Says that there is no room, and reads what comes, so that the words arrive before the end.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(NO_ROOM).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
