//! What the built program keeps of memory after work that takes much of it.

use std::{
    io::{Cursor, Read as _, Write as _},
    net::TcpStream,
    time::Duration,
};

use affixboard_store::{AccountId, Role};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::{
    load::{people, token},
    program::{Home, Server, answer, say, starter, until},
};

/// A line of the process's state in kB: `VmRSS` is its resident set, `VmHWM` the largest that it had.
fn memory(server: &Server, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).expect("a state");
    let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).expect("its memory");
    line.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// Each hash of a password is computed in 19 MB, which the next one has to use again.
#[test]
fn signing_in_again_and_again_takes_no_more_memory() {
    let home = Home::new();
    let mut server = home.serve("serve");
    let link = server.line() + &server.line();
    let link = link.trim_end().rsplit_once("/join/").expect("a link").1.to_owned();
    let form = "name=Ann&password=correct+horse&again=correct+horse";
    assert_eq!(server.post(&format!("/join/{link}"), form).0, 303);
    let try_to_sign_in = |name: &str| server.post("/sign-in", &format!("name={name}&password=correct+horse")).0;
    assert_eq!(try_to_sign_in("Ann"), 303);
    let before = memory(&server, "VmRSS");
    for number in 0..15 {
        assert_eq!(try_to_sign_in(&format!("nobody-{number}")), 422);
    }
    let after = memory(&server, "VmRSS");
    assert!(after < before + 60_000, "{before} kB before, {after} kB after");
}

/// Eight megabytes of rows of two bytes, of which each would take many times as much where they were all kept.
#[test]
fn a_table_of_very_short_rows_is_refused_in_little_memory() {
    let home = Home::new();
    let server = home.serve("serve");
    let draft = "/editions/affix-branch-starter/draft";
    assert_eq!(server.get(draft).0, 200);
    let before = memory(&server, "VmHWM");
    let part = "--x\r\nContent-Disposition: form-data; name=\"table\"; filename=\"mine.csv\"\r\n\r\n";
    let body = format!("{part}{}\r\n--x--\r\n", "1\n".repeat((8 << 20) / 2 - 100));
    let (status, page) = server.ask(&format!(
        "POST {draft}/csv HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: multipart/form-data; boundary=x\r\n\r\n{body}",
        server.addr,
        body.len()
    ));
    assert_eq!(status, 422, "{page}");
    let after = memory(&server, "VmHWM");
    assert!(after < before + 100_000, "{before} kB before, {after} kB at most");
}

/// A board with so many maintainers, whose ids begin with 1.
fn board(accounts: usize) -> (Home, Server) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let names: Vec<_> = (2..=accounts).map(|number| format!("Maintainer {number}")).collect();
    let others: Vec<_> = names.iter().map(|name| (name.as_str(), Role::Maintainer)).collect();
    let home = runtime.block_on(people(&others)).0;
    let server = home.serve("serve --answer-timeout 600");
    (home, server)
}

/// What an account uploads at an address: one file in a field, after other fields.
fn upload(server: &Server, account: i64, path: &str, fields: &[(&str, &str)], file: (&str, &str, &[u8])) -> u16 {
    let mut body = Vec::new();
    for (name, value) in fields {
        let _ = write!(body, "--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
    }
    let (field, name, bytes) = file;
    let _ = write!(body, "--x\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n");
    body.extend_from_slice(bytes);
    body.extend_from_slice(b"\r\n--x--\r\n");
    let mut stream = TcpStream::connect(&server.addr).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_mins(5))).expect("a timeout");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}Content-Type: multipart/form-data; boundary=x\r\n\
         Content-Length: {}\r\n\r\n",
        server.addr,
        token(AccountId(account)),
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    // For an upload without room the connection may be closed before all of it was sent.
    let _ = stream.write_all(&body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    answer.split(' ').nth(1).map_or(503, |status| status.parse().expect("a status"))
}

/// The starter edition, with a line again and again at the end of files, as a zip.
fn zipped(more: &[(&str, &str, usize)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in std::fs::read_dir(starter("affix-branch")).expect("a folder") {
        let path = entry.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        writer.start_file(&name, SimpleFileOptions::default()).expect("begun");
        writer.write_all(&std::fs::read(&path).expect("a file")).expect("written");
        for (_, line, count) in more.iter().filter(|(file, ..)| *file == name) {
            writer.write_all(line.repeat(*count).as_bytes()).expect("written");
        }
    }
    writer.finish().expect("finished").into_inner()
}

/// Each as many as there is room for at once.
fn all_at_once(accounts: i64, send: impl Fn(i64) -> u16 + Sync) -> Vec<u16> {
    std::thread::scope(|scope| {
        let send = &send;
        let sent: Vec<_> = (1..=accounts).map(|account| scope.spawn(move || send(account))).collect();
        sent.into_iter().map(|sent| sent.join().expect("an answer")).collect()
    })
}

#[test]
fn four_such_tables_at_once_take_little_memory() {
    let (_home, server) = board(4);
    let draft = "/editions/affix-branch-starter/draft";
    let table = "1\n".repeat((8 << 20) / 2 - 100);
    let before = memory(&server, "VmHWM");
    let statuses = all_at_once(4, |account| {
        upload(&server, account, &format!("{draft}/csv"), &[], ("table", "mine.csv", table.as_bytes()))
    });
    assert!(statuses.iter().all(|status| matches!(status, 422 | 503)) && statuses.contains(&422), "{statuses:?}");
    let after = memory(&server, "VmHWM");
    say(&format!("four tables of 8 MB at once: {before} kB before, {after} kB at most, answered {statuses:?}"));
    assert!(after < before + 250_000, "{before} kB before, {after} kB at most");
}

/// As large as an edition may be, with as many remarks as it may get, each from few bytes.
#[test]
fn twelve_zips_at_once_take_little_memory() {
    let (_home, server) = board(12);
    let line = format!("D:{}\n", "x".repeat(78));
    let zip = zipped(&[
        ("object.txt", "F:X\n", 95_000),
        ("object.txt", &line, 90_000),
        ("ego_item.txt", &line, 95_000),
        ("artifact.txt", &line, 95_000),
    ]);
    let before = memory(&server, "VmHWM");
    let statuses = all_at_once(12, |account| {
        let texts = [("edition", &*format!("of-{account}")), ("direct", "yes")];
        upload(&server, account, "/import", &texts, ("files", "edit.zip", &zip))
    });
    assert!(statuses.iter().all(|status| matches!(status, 200 | 503)) && statuses.contains(&200), "{statuses:?}");
    let after = memory(&server, "VmHWM");
    say(&format!(
        "twelve zips of {} kB at once: {before} kB before, {after} kB at most, answered {statuses:?}",
        zip.len() >> 10
    ));
    assert!(after < before + 400_000, "{before} kB before, {after} kB at most");
}

/// Two million lines with a remark each, in a zip of 40 kB; and as many on one line.
#[test]
fn zips_of_millions_of_remarks_are_refused_in_little_memory() {
    let (_home, server) = board(1);
    let before = memory(&server, "VmHWM");
    for zip in [
        zipped(&[("object.txt", "F:X\n", 2_000_000)]),
        zipped(&[("object.txt", "F:X", 1), ("object.txt", "|X", 4_000_000)]),
    ] {
        assert!(zip.len() < 100_000, "{}", zip.len());
        assert_eq!(
            upload(&server, 1, "/import", &[("edition", "ours"), ("direct", "yes")], ("files", "edit.zip", &zip)),
            422
        );
    }
    let after = memory(&server, "VmHWM");
    assert!(after < before + 60_000, "{before} kB before, {after} kB at most");
}

/// A database of some 400,000 counts, which would take a kilobyte each where all rows were made before the first is written.
#[test]
#[ignore = "deep"]
fn the_database_of_a_large_batch_is_made_in_little_memory_deep() {
    database_of_a_batch("1-100", 300_000, 60_000);
}

/// A tenth of that, which would take 40 MB more.
#[test]
fn the_database_of_a_batch_is_made_in_little_memory() {
    database_of_a_batch("10,20,30,40,50,60,70,80,90,100", 30_000, 20_000);
}

/// `least` counts make its database with less than `most` kB.
fn database_of_a_batch(depths: &str, least: usize, most: u64) {
    let home = Home::new();
    let server = home.serve("serve --answer-timeout 600");
    let revision = "/editions/affix-branch-starter/revisions/1";
    let plan = format!("depths={depths}&drops=4000&seed=1&normal=on&good=on&great=on");
    assert_eq!(server.post(&format!("{revision}/batches"), &plan).0, 303);
    let tally = until("the batch is done", || {
        let (status, tally) = server.get("/batches/1/tally.csv");
        (status == 200).then_some(tally)
    });
    let rows = tally.lines().count();
    assert!(rows > least, "{rows} counts");
    drop(tally);
    let before = memory(&server, "VmHWM");
    let request = format!("GET {revision}/revision.db HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.addr);
    let (status, _, database) = answer(&server.addr, &request).expect("an answer");
    let is_whole = database.ends_with("\r\n0\r\n\r\n") && 3 * database.len() > 100 * least;
    assert!(status == 200 && database.contains("SQLite format 3") && is_whole, "{status}, {} bytes", database.len());
    let after = memory(&server, "VmHWM");
    say(&format!("a database of {rows} counts, {} MB: {before} kB before, {after} kB at most", database.len() >> 20));
    assert!(after < before + most, "{before} kB before, {after} kB at most");
}
