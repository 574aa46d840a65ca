//! What the built program keeps of memory after work that takes much of it.

use super::program::{Home, Server, answer, until};

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

/// A database of some 400,000 counts, which would take a kilobyte each where all rows were made before the first is written.
#[test]
fn the_database_of_a_large_batch_is_made_in_little_memory() {
    let home = Home::new();
    let server = home.serve("serve");
    let revision = "/editions/affix-branch-starter/revisions/1";
    let plan = "depths=1-100&drops=4000&seed=1&normal=on&good=on&great=on";
    assert_eq!(server.post(&format!("{revision}/batches"), plan).0, 303);
    let tally = until("the batch is done", || {
        let (status, tally) = server.get("/batches/1/tally.csv");
        (status == 200).then_some(tally)
    });
    let rows = tally.lines().count();
    assert!(rows > 300_000, "{rows} counts");
    drop(tally);
    let before = memory(&server, "VmHWM");
    let request = format!("GET {revision}/revision.db HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.addr);
    let (status, _, database) = answer(&server.addr, &request).expect("an answer");
    let is_whole = database.ends_with("\r\n0\r\n\r\n") && database.len() > 10_000_000;
    assert!(status == 200 && database.contains("SQLite format 3") && is_whole, "{status}, {} bytes", database.len());
    let after = memory(&server, "VmHWM");
    assert!(after < before + 60_000, "{before} kB before, {after} kB at most");
}
