//! A disk that refuses to be written, and is mended while the server runs.

use std::{
    fs::File,
    process::{Command, Stdio},
};

use super::program::{Home, Server, starter, until};

const VIEW: &str = "path=%2Feditions%2Faffix-branch-starter%2Frevisions%2F1%2Ftypes%2F23%3Fdepths%3D";

/// Serves with its log in the file `log`. Files that grow beyond a limit refuse to be written, instead of ending the program.
fn serve(home: &Home) -> Server {
    let program = home.command("serve --addr 127.0.0.1:0 --data-dir data --log warn,affixboard=info");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]).arg(program.get_program()).args(program.get_args());
    command.current_dir(home.path("")).env("HOME", home.path("")).env_remove("XDG_DATA_HOME").stdin(Stdio::null());
    Server::start_with_log(&mut command, File::create(home.path("log")).expect("a file").into())
}

/// Sets the size that the server's files can have.
fn limit_files(server: &Server, size: &str) {
    let id = server.id().to_string();
    let set = Command::new("prlimit").args(["--pid", &id, &format!("--fsize={size}:")]).status();
    assert!(set.expect("prlimit of util-linux").success());
}

#[test]
fn a_disk_that_fails_is_told_of_and_writing_goes_on_without_a_restart() {
    let home = Home::new();
    let server = serve(&home);
    assert_eq!(server.post("/views", &format!("{VIEW}1")).0, 303);
    let says_so =
        |page: &str| page.contains("<p class=\"outage\" role=\"status\">The server can&#39;t read or write its disk: ");
    let is_said = || ["/", "/views", "/help", "/nowhere"].map(|path| says_so(&server.get(path).1));
    assert_eq!(is_said(), [false; 4]);

    limit_files(&server, "4096");
    for number in 2..5 {
        let (status, page) = server.post("/views", &format!("{VIEW}{number}"));
        assert_eq!(status, 503, "{page}");
        assert!(page.contains("<h1>Temporarily unavailable <small>503</small></h1>"), "{page}");
        assert!(page.contains("The server can&#39;t read or write its disk. Nothing was changed."), "{page}");
    }
    let (status, text) = server.get("/readyz");
    assert_eq!((status, text.starts_with("The server can't read or write its disk.")), (503, true), "{text}");
    assert_eq!(server.get("/healthz").0, 200, "a restart would not help");
    assert_eq!(server.get("/").0, 200, "reading goes on");
    // Also on pages that were cached before.
    assert_eq!(is_said(), [true; 4]);

    let over = || std::fs::read_to_string(home.path("log")).expect("the log").matches("can be written again").count();
    limit_files(&server, "unlimited");
    // A form that is answered without a write.
    assert_eq!(server.post("/sign-out", "").0, 303);
    assert_eq!(over(), 0, "nothing was written yet");
    assert_eq!(server.get("/readyz"), (200, "ok\n".to_owned()));
    assert_eq!(server.post("/views", &format!("{VIEW}5")).0, 303);
    assert_eq!(is_said(), [false; 4]);
    let views = server.get("/v/2");
    assert_eq!(views.0, 303, "the refused ones left nothing: {}", views.1);
    assert_eq!(server.get("/v/3").0, 404);

    let log = std::fs::read_to_string(home.path("log")).expect("the log");
    assert_eq!(log.matches("the disk refuses to read or write").count(), 1, "{log}");
    assert!(log.contains("disk I/O error"), "{log}");
    assert_eq!(log.matches("the database can be written again").count(), 1, "{log}");
}

pub(super) const DEPTHS: &str = "10,20,30,40,50,60";
/// Enough that a batch is met in the middle of its work.
pub(super) const DROPS: u64 = 2_000_000;

/// Puts a batch into the queue, which gets that id.
pub(super) fn start_batch(server: &Server, id: u32) {
    let form = format!("depths={DEPTHS}&drops={DROPS}&seed=42&great=on");
    let (status, answer) = server.post("/editions/affix-branch-starter/revisions/1/batches", &form);
    assert_eq!(status, 303, "{answer}");
    assert_eq!(server.get(&format!("/batches/{id}")).0, 200);
}

/// Until the batch is in the middle of its work.
pub(super) fn wait_for_drops(server: &Server, id: u32) {
    until("drops were made", || {
        let page = server.get(&format!("/batches/{id}")).1;
        (page.contains("state-running") && !page.contains("<span data-made>0</span>")).then_some(())
    });
}

/// Starts a batch and lets the disk fail in the middle of it, until the batch waits for it.
pub(super) fn batch_that_waits(server: &Server, id: u32, fail: impl FnOnce()) {
    start_batch(server, id);
    wait_for_drops(server, id);
    fail();
    let page = until("the batch waits", || {
        let page = server.get(&format!("/batches/{id}")).1;
        page.contains("This batch waits for the disk: the server").then_some(page)
    });
    assert!(page.contains("state-running"), "{page}");
}

/// The tally of such a batch without an outage.
pub(super) fn whole_tally(home: &Home) -> String {
    let whole = home.run(&format!(
        "batch --files {} --depths {DEPTHS} --qualities great --drops {DROPS} --seed 42 --tally -",
        starter("affix-branch")
    ));
    whole.done()
}

/// Waits for the batch's tally, and holds it against that of a batch without an outage.
pub(super) fn check_tally(server: &Server, id: u32, whole: &str) {
    let tally = until(&format!("batch {id} is done"), || {
        let (status, tally) = server.get(&format!("/batches/{id}/tally.csv"));
        (status == 200).then_some(tally)
    });
    assert!(whole == tally, "batch {id}: the tally is that of a batch without an outage");
}

#[test]
fn a_batch_waits_for_the_disk_and_goes_on_by_itself() {
    let home = Home::new();
    let server = serve(&home);
    batch_that_waits(&server, 1, || limit_files(&server, "4096"));
    limit_files(&server, "unlimited");
    check_tally(&server, 1, &whole_tally(&home));
    assert!(!server.get("/batches/1").1.contains("This batch waits"));
    let log = std::fs::read_to_string(home.path("log")).expect("the log");
    assert_eq!(log.matches("batches wait until the database can be used again").count(), 1, "{log}");
    assert!(!log.contains("batch failed"), "{log}");
}

#[test]
fn a_batch_that_waits_for_the_disk_ends_with_the_program_and_is_resumed() {
    let home = Home::new();
    let server = serve(&home);
    batch_that_waits(&server, 1, || limit_files(&server, "4096"));
    server.signal("TERM");
    server.ended();
    let server = home.serve("");
    check_tally(&server, 1, &whole_tally(&home));
}
