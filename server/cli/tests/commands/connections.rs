//! Connections of the built program: what half-open ones take from others, and how soon it ends in spite of slow ones.

use std::{
    fs::File,
    io::{Read as _, Write as _},
    net::TcpStream,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use super::program::{Home, Server, until};

const REVISION: &str = "/editions/affix-branch-starter/revisions/1";

/// A connection on which something was sent; its host is filled in.
fn send(server: &Server, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&server.addr).expect("a connection");
    stream.write_all(text.replace("HOST", &format!("Host: {}", server.addr)).as_bytes()).expect("sent");
    stream
}

/// More of them than the program may open files: pages are answered and forms are taken.
#[test]
fn half_open_requests_keep_nobody_out_where_descriptors_are_few() {
    let home = Home::new();
    let program = home.command("serve --addr 127.0.0.1:0 --data-dir data");
    let mut command = Command::new("prlimit");
    command.arg("--nofile=256").arg("--").arg(program.get_program()).args(program.get_args());
    command.current_dir(home.path("")).stdin(Stdio::null());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let server = Server::start(&mut command);
    let half_open: Vec<_> = (0..360).map(|_| send(&server, "GET / HTTP/1.1\r\nHOST\r\n")).collect();
    for number in 1..=20 {
        assert_eq!(server.get("/").0, 200);
        assert_eq!(server.get(&format!("{REVISION}/types/23?depths={number}")).0, 200);
        assert_eq!(server.post("/views", &format!("path={REVISION}/types/23%3Fdepths%3D{number}")).0, 303);
    }
    assert_eq!(server.get("/readyz"), (200, "ok\n".to_owned()));
    drop(half_open);
}

/// Half a request, a form that doesn't come, a file that nobody reads on, a stream of events, a file that is computed and a
/// running batch, all at once: the program ends within the 8 seconds that its documentation promises.
#[test]
fn the_end_takes_eight_seconds_at_most() {
    let home = Home::new();
    let server = home.serve("serve");
    let form = "depths=1-127&drops=100000000&seed=1&normal=on&good=on&great=on";
    assert_eq!(server.post(&format!("{REVISION}/batches"), form).0, 303);
    until("the batch runs", || server.get("/batches/1").1.contains("state-running").then_some(()));
    let clients = [
        send(&server, "GET / HTTP/1.1\r\nHOST\r\n"),
        send(&server, "POST /sign-in HTTP/1.1\r\nHOST\r\nContent-Length: 90\r\n\r\nname="),
        // More than the buffers between two sockets hold.
        send(&server, &format!("GET {REVISION}/types/all.long.csv?depths=every HTTP/1.1\r\nHOST\r\n\r\n")),
        send(&server, "GET /batches/1/events HTTP/1.1\r\nHOST\r\n\r\n"),
        send(&server, &format!("GET {REVISION}/chances/23.csv HTTP/1.1\r\nHOST\r\n\r\n")),
    ];
    // Time for them to come in.
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    assert!(begun.elapsed() < Duration::from_secs(8), "it took {:?}", begun.elapsed());
    drop(clients);
}

/// Half a request, a byte of headers now and then, a form that doesn't come, and files of which nothing or little is taken:
/// each is ended by its time limit or by the client, which is no error of the server and no line of its log.
#[test]
fn slow_clients_are_no_lines_of_the_log() {
    let home = Home::new();
    let log = File::create(home.path("log")).expect("a file");
    // Without what the driver says of statements that are slow on a busy machine.
    let mut command = home.command(
        "serve --addr 127.0.0.1:0 --data-dir data --log info,sqlx=off --header-timeout 1 --answer-timeout 9 --stall-timeout 1",
    );
    let server = Server::start_with_log(&mut command, log.into());
    let file = format!("GET {REVISION}/types/all.long.csv?depths=every HTTP/1.1\r\nHOST\r\n\r\n");
    let half = send(&server, "GET / HTTP/1.1\r\nHOST\r\n");
    let kind = "Content-Type: application/x-www-form-urlencoded";
    let form = send(&server, &format!("POST /sign-in HTTP/1.1\r\nHOST\r\n{kind}\r\nContent-Length: 90\r\n\r\nname="));
    let zip = send(&server, &file.replace("all.long.csv", "all.zip"));
    let csv = send(&server, &file);
    // A client that goes away in the middle of a file.
    let mut gone = send(&server, &file);
    gone.read_exact(&mut [0; 2048]).expect("the file's beginning");
    drop(gone);
    let mut bytes = send(&server, "GET / HTTP/1.1\r\n");
    let begun = Instant::now();
    while bytes.write_all(b"X").is_ok() {
        assert!(begun.elapsed() < Duration::from_mins(1), "it goes on for ever");
        std::thread::sleep(Duration::from_millis(100));
    }
    // Waits until they begin to come, and then longer than the server.
    for file in [&zip, &csv] {
        assert_ne!(file.peek(&mut [0]).expect("an answer"), 0);
    }
    std::thread::sleep(Duration::from_secs(3));
    let rest = |mut stream: TcpStream| {
        let mut text = Vec::new();
        // Some are reset.
        let _ = stream.read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    };
    assert_eq!(rest(half), "");
    let answer = rest(form);
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
    let [zip, csv] = [zip, csv].map(rest);
    assert!(zip.starts_with("HTTP/1.1 200 ") && csv.starts_with("HTTP/1.1 200 "));
    assert!(!csv.ends_with("\r\n0\r\n\r\n"), "{} bytes are the whole file", csv.len());
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let log = std::fs::read_to_string(home.path("log")).expect("the log");
    let said: Vec<_> = log.lines().filter(|line| !line.contains("INFO affixboard::serve: stopping")).collect();
    assert!(matches!(said[..], [line] if line.contains("no more connections are accepted")), "{log}");
}
