//! A disk of which parts fail: calls that read, write, wait for the disk or shorten a file fail always or now and then, on the
//! database, its log, or the log's index. What was acknowledged is there afterwards, and what was refused left nothing.
//!
//! `io_errors/failing_calls.c` makes calls fail. `AFFIXBOARD_IO_ERRORS` says how many runs there are with calls that fail now
//! and then; CONTRIBUTING.md has the command.

use std::{
    fs::{self, File, OpenOptions},
    io::ErrorKind,
    os::unix::fs::FileExt,
    path::PathBuf,
    process::{Command, Stdio},
    sync::atomic::AtomicU64,
};

use rustix::io::Errno;

use super::{
    load::{BOB, Load, SHEET, STARTER, check, team, token},
    outage::{DEPTHS, DROPS, batch_that_waits, check_tally, start_batch, wait_for_drops, whole_tally},
    program::{Home, Ran, Random, Server, say, setting, until},
};

/// Runs with calls that fail now and then: in the gate one for each sort of failure of which there are most.
const RUNS: u64 = 2;
const MANY_RUNS: u64 = 200;
const SERVE: &str = "serve --addr 127.0.0.1:0 --data-dir data --log warn,affixboard=info";

#[derive(Debug, Clone, Copy)]
enum Call {
    Read,
    Write,
    Sync,
    Truncate,
}

#[derive(Debug, Clone, Copy)]
enum On {
    Database,
    Log,
    Index,
}

use Call::{Read, Sync, Truncate, Write};
use On::{Database, Index, Log};

/// Every sort of call that the program makes on the files of its database, and what each can fail with.
const SORTS: [(Call, On, Errno); 11] = [
    (Read, Database, Errno::IO),
    (Read, Log, Errno::IO),
    (Write, Database, Errno::IO),
    (Write, Database, Errno::NOSPC),
    (Write, Log, Errno::IO),
    (Write, Log, Errno::NOSPC),
    (Write, Index, Errno::NOSPC),
    (Sync, Database, Errno::IO),
    (Sync, Log, Errno::IO),
    (Truncate, Database, Errno::IO),
    (Truncate, Index, Errno::IO),
];

/// The library that makes calls fail, and the table by which it is told which.
struct Disk {
    library: PathBuf,
    path: PathBuf,
    table: File,
}

impl Disk {
    /// A sound disk. `None`, said loudly, where there is no C compiler.
    fn new(home: &Home) -> Option<Disk> {
        let (library, path) = (home.path("failing_calls.so"), home.path("calls"));
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/server/cli/tests/commands/io_errors/failing_calls.c");
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-o"])
            .arg(&library)
            .args([source, "-ldl"])
            .stdin(Stdio::null())
            .status();
        match made {
            Ok(made) => assert!(made.success(), "{source} doesn't compile"),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                say("*** skipped: without a C compiler called cc no calls can be made to fail ***");
                return None;
            }
            Err(error) => panic!("cc: {error}"),
        }
        fs::write(&path, [0_u8; 12 * 32]).expect("written");
        let table = OpenOptions::new().read(true).write(true).open(&path).expect("the table");
        Some(Disk { library, path, table })
    }

    /// The program, with calls that can fail.
    fn command(&self, home: &Home, arguments: &str) -> Command {
        let mut command = home.command(arguments);
        command.env("LD_PRELOAD", &self.library).env("FAILING_CALLS", &self.path);
        command
    }

    fn run(&self, home: &Home, arguments: &str) -> Ran {
        Ran::of(&self.command(home, arguments).output().expect("started"))
    }

    /// Serves with its log in the file `log`.
    fn serve(&self, home: &Home) -> Server {
        let log = File::options().create(true).append(true).open(home.path("log")).expect("a file");
        let server = Server::start_with_log(&mut self.command(home, SERVE), log.into());
        assert_ne!(self.count(Read, Database, CALLS), 0, "the library is in the program's way");
        server
    }

    /// Lets each so many-th of such calls fail.
    fn fail(&self, (call, on, error): (Call, On, Errno), every: u64) {
        self.set(call, on, ERROR, u64::try_from(error.raw_os_error()).expect("a number"));
        self.set(call, on, EVERY, every);
    }

    /// Lets no call fail any more.
    fn mend(&self) {
        for (call, on, _) in SORTS {
            self.set(call, on, EVERY, 0);
        }
    }

    fn failed(&self, (call, on, _): (Call, On, Errno)) -> u64 {
        self.count(call, on, FAILED)
    }

    fn set(&self, call: Call, on: On, column: u64, value: u64) {
        self.table.write_all_at(&value.to_ne_bytes(), at(call, on, column)).expect("written");
    }

    fn count(&self, call: Call, on: On, column: u64) -> u64 {
        let mut bytes = [0; 8];
        self.table.read_exact_at(&mut bytes, at(call, on, column)).expect("a number");
        u64::from_ne_bytes(bytes)
    }
}

/// Columns of the table.
const EVERY: u64 = 0;
const ERROR: u64 = 1;
const CALLS: u64 = 2;
const FAILED: u64 = 3;

/// Place of a number in the table.
fn at(call: Call, on: On, column: u64) -> u64 {
    (3 * call as u64 + on as u64) * 32 + column * 8
}

fn log(home: &Home) -> String {
    fs::read_to_string(home.path("log")).expect("the log")
}

/// Keeps a view; gives status and page.
fn keep_view(server: &Server, number: u64) -> (u16, String) {
    server.post("/views", &format!("{SHEET}{number}"))
}

/// Ends a server, and checks that it said nothing that is a bug of ours, and that its database is whole.
fn end(home: &Home, server: Server) {
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    assert!(!log(home).contains("panicked") && !log(home).contains("a request failed"), "{}", log(home));
    home.run("verify --data-dir data").done();
}

/// Checks that there are just so many views.
fn check_views(server: &Server, views: u64) {
    let found = [server.get(&format!("/v/{views}")).0, server.get(&format!("/v/{}", views + 1)).0];
    assert_eq!(found, [303, 404], "{views} were acknowledged");
}

#[test]
fn what_needs_a_call_that_fails_is_refused_until_it_works_again() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let mut views = 1;
    assert_eq!(keep_view(&server, views).0, 303);
    let failed = "The server can&#39;t read or write its disk. Nothing was changed.";
    let full = "The server&#39;s disk is full. Nothing was changed.";
    for (sort, message) in
        [((Write, Log, Errno::IO), failed), ((Write, Log, Errno::NOSPC), full), ((Sync, Log, Errno::IO), failed)]
    {
        let before = disk.failed(sort);
        disk.fail(sort, 1);
        for _ in 0..3 {
            let (status, page) = keep_view(&server, views + 1);
            assert_eq!(status, 503, "{sort:?}: {page}");
            assert!(page.contains(message), "{sort:?}: {page}");
        }
        let (status, text) = server.get("/readyz");
        assert_eq!(status, 503, "{sort:?}: {text}");
        assert_eq!(server.get("/healthz").0, 200, "a restart would not help");
        for path in ["/", "/views", "/v/1", "/proposals", "/profiles", &format!("{STARTER}/revisions/1/kinds/1")] {
            let (status, page) = server.get(path);
            assert!(matches!(status, 200 | 303), "{sort:?}: {path}: {status} {page}");
        }
        assert!(disk.failed(sort) > before, "{sort:?}: none has failed");

        disk.mend();
        views += 1;
        let (status, page) = keep_view(&server, views);
        assert_eq!(status, 303, "{sort:?}: {page}");
        assert_eq!(server.get("/readyz"), (200, "ok\n".to_owned()), "{sort:?}");
        assert_eq!(server.get("/views").0, 200);
        check_views(&server, views);
    }
    end(&home, server);
    let text = log(&home);
    assert_eq!(text.matches("the disk is full; requests that need it").count(), 1, "{text}");
    assert_eq!(text.matches("the disk refuses to read or write; requests that need it").count(), 2, "{text}");
    check_views(&home.serve("serve"), views);
}

/// What is in memory is shown and stored; the rest is refused, in the words for damage or those for a disk, by where it fails.
#[test]
fn what_can_not_be_read_is_refused_until_it_can() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let mut views = 1;
    assert_eq!(keep_view(&server, views).0, 303);
    let kind = |number: u32| format!("{STARTER}/revisions/1/kinds/{number}");
    for round in 0..3 {
        disk.fail((Read, Database, Errno::IO), 1);
        disk.fail((Read, Log, Errno::IO), 1);
        let mut refused = 0;
        let mut note = |path: &str, (status, page): (u16, String)| {
            assert!(matches!(status, 200 | 303 | 404 | 503), "{path}: {status} {page}");
            let words =
                ["or can&#39;t be read, and this needs it", "can&#39;t read or write its disk. Nothing was changed"];
            assert!(status != 503 || words.iter().any(|words| page.contains(words)), "{path}: {page}");
            refused += u32::from(status == 503);
            status == 303
        };
        assert_eq!(server.get("/healthz").0, 200);
        for number in 1..10 {
            views += u64::from(note("/views", keep_view(&server, views + 1)));
            for path in ["/", "/v/1", "/proposals", "/profiles", &kind(10 * round + number)] {
                note(path, server.get(path));
            }
        }
        assert_ne!(refused, 0, "round {round}");
        disk.mend();
        for path in ["/", "/v/1", "/proposals", "/profiles", "/readyz", &kind(10 * round + 1)] {
            let (status, page) = server.get(path);
            // Not every number is a kind's.
            assert!(matches!(status, 200 | 303 | 404), "{path}: {status} {page}");
        }
        views += 1;
        assert_eq!(keep_view(&server, views).0, 303);
        check_views(&server, views);
    }
    end(&home, server);
    check_views(&home.serve("serve"), views);
}

/// Moving the log into the database fails: the log stays, grows, and is moved when that works again.
#[test]
fn forms_are_taken_while_the_database_file_can_not_be_written() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let mut views = 0;
    // The log is moved whenever it has a thousand pages: a view takes some ten.
    let mut keep_until = |what: &str, is_over: &dyn Fn() -> bool| {
        for _ in 0..1000 {
            views += 1;
            let (status, page) = keep_view(&server, views);
            assert_eq!(status, 303, "{page}");
            if is_over() {
                return;
            }
        }
        panic!("waited in vain until {what}");
    };
    for sort in [
        (Write, Database, Errno::IO),
        (Write, Database, Errno::NOSPC),
        (Sync, Database, Errno::IO),
        (Truncate, Database, Errno::IO),
    ] {
        let before = disk.failed(sort);
        disk.fail(sort, 1);
        keep_until("calls fail", &|| disk.failed(sort) > before + 2);
        assert_eq!(server.get("/readyz").0, 200, "{sort:?}");
        disk.mend();
        let (call, on, _) = sort;
        let before = disk.count(call, on, CALLS);
        keep_until("the log is moved", &|| disk.count(call, on, CALLS) > before);
    }
    // And at the end, which is one too.
    disk.fail((Write, Database, Errno::IO), 1);
    check_views(&server, views);
    end(&home, server);
    check_views(&home.serve("serve"), views);
}

/// A log that was written and never came to the disk, as far as anybody knows: what was refused must not be found in it.
#[test]
fn what_a_failing_sync_refused_is_not_there_after_a_kill() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    assert_eq!([1, 2].map(|number| keep_view(&server, number).0), [303; 2]);
    disk.fail((Sync, Log, Errno::IO), 1);
    assert_eq!(keep_view(&server, 3).0, 503);
    server.signal("KILL");
    assert_eq!(server.ended(), None);
    disk.mend();
    home.run("verify --data-dir data").done();
    check_views(&home.serve("serve"), 2);
}

/// Whoever is signed in reads what is there, also where what they have seen would be noted.
#[test]
fn a_proposal_is_shown_where_nothing_can_be_written() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (home, _) = runtime.block_on(team());
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let number = AtomicU64::new(0);
    let load = Load::new(&server.addr, &number);
    load.propose().expect("a proposal");
    let ann = load.cookie().expect("a session");
    let page = |path: &str| {
        server.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{ann}\r\n", server.addr))
    };
    disk.fail((Write, Log, Errno::IO), 1);
    for path in ["/proposals/1", "/proposals/1", "/", "/proposals", "/views", &format!("{STARTER}/draft")] {
        let (status, page) = page(path);
        assert_eq!(status, 200, "{path}: {page}");
    }
    assert_ne!(disk.failed((Write, Log, Errno::IO)), 0, "it was tried to note something");
    disk.mend();
    assert_eq!(page("/proposals/1").0, 200);
    end(&home, server);
}

/// On every sort of call that fails, the program starts or says why not, in a new folder and in one that was used.
#[test]
fn a_start_with_calls_that_fail_says_so_or_succeeds() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let mut said = 0;
    for is_new in [true, false] {
        if !is_new {
            let server = home.serve("serve");
            assert_eq!(keep_view(&server, 1).0, 303);
            // So that there is something in the log.
            server.signal("KILL");
            server.ended();
        }
        for sort in SORTS {
            if is_new {
                let _ = fs::remove_dir_all(home.path("data"));
            }
            disk.fail(sort, 1);
            let log = File::create(home.path("log")).expect("a file");
            let mut child = disk.command(&home, SERVE).stdout(Stdio::piped()).stderr(log).spawn().expect("started");
            let mut out = child.stdout.take().expect("a pipe");
            let mut first = [0; 16];
            let text = if std::io::Read::read(&mut out, &mut first).expect("read") == 0 {
                let code = child.wait().expect("ended").code();
                let text = fs::read_to_string(home.path("log")).expect("the log");
                assert_eq!(code, Some(1), "{sort:?}: {text}");
                assert_ne!(disk.failed(sort), 0, "{sort:?}: {text}");
                let why = ["disk I/O error", "disk is full", "can't be read", "locking protocol"];
                assert!(text.contains("error: ") && why.iter().any(|why| text.contains(why)), "{sort:?}: {text}");
                assert!(text.contains("data/affixboard.db"), "{sort:?} has no path: {text}");
                said += 1;
                text
            } else {
                child.kill().expect("killed");
                child.wait().expect("ended");
                fs::read_to_string(home.path("log")).expect("the log")
            };
            assert!(!text.contains("panicked"), "{sort:?}: {text}");
            disk.mend();
        }
        // With a disk that works again it starts, and has what it had.
        let server = home.serve("serve");
        assert_eq!(server.get("/v/1").0, if is_new { 404 } else { 303 });
    }
    assert!(said >= 10, "{said}");
}

/// A file that can't be read is not called damaged, and no half copy is left.
#[test]
fn a_database_that_can_not_be_read_is_not_called_damaged() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = home.serve("serve");
    assert_eq!(keep_view(&server, 1).0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    // Of so many reads of whole pages there are some for each, wherever it begins to fail.
    for every in [1, 7, 50] {
        disk.fail((Read, Database, Errno::IO), every);
        let verified = disk.run(&home, "verify --data-dir data");
        verified.refused(1, &["can't read the database data/affixboard.db"]);
        let copied = disk.run(&home, "backup copy.db --data-dir data");
        assert_eq!(copied.code, Some(1), "{copied:?}");
        let left: Vec<_> =
            fs::read_dir(home.path("")).expect("the folder").map(|entry| entry.expect("a file")).collect();
        assert!(!left.iter().any(|file| file.file_name().to_string_lossy().starts_with("copy.db")), "{left:?}");
        disk.mend();
    }
    assert!(disk.failed((Read, Database, Errno::IO)) >= 6);
    disk.run(&home, "verify --data-dir data").done();
}

/// Each so many-th call of a sort fails while people do all sorts of things at once.
#[test]
fn what_was_acknowledged_is_there_where_calls_fail_now_and_then() {
    calls_fail_now_and_then(RUNS, 3);
}

#[test]
#[ignore = "deep"]
fn what_was_acknowledged_is_there_where_calls_fail_now_and_then_deep() {
    calls_fail_now_and_then(setting("AFFIXBOARD_IO_ERRORS", MANY_RUNS), 8);
}

fn calls_fail_now_and_then(runs: u64, acts: u32) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let (home, database) = runtime.block_on(team());
    let Some(disk) = Disk::new(&home) else { return };
    let number = AtomicU64::new(0);
    let mut random = Random::new(runs);
    let (mut sign_ins, mut acknowledged, mut refused) = (0, 0, 0);
    let sorts = [
        (Sync, Log, Errno::IO),
        (Write, Log, Errno::IO),
        (Read, Log, Errno::IO),
        (Write, Log, Errno::NOSPC),
        (Read, Database, Errno::IO),
        (Write, Database, Errno::IO),
        (Sync, Database, Errno::IO),
        (Truncate, Database, Errno::IO),
    ];
    for run in 0..runs {
        let server = disk.serve(&home);
        let load = Load::that_may_be_refused(&server.addr, &number);
        let sort = sorts[run as usize % sorts.len()];
        // One of few that sync, one of many that write or read.
        let every = 2 + random.next(if matches!(sort.0, Sync | Truncate) { 4 } else { 40 });
        disk.fail(sort, every);
        std::thread::scope(|scope| {
            for work in Load::WORKS {
                let load = &load;
                scope.spawn(move || {
                    for _ in 0..acts {
                        work(load);
                    }
                });
            }
        });
        disk.mend();
        let (status, page) = keep_view_as_bob(&server, run);
        assert_eq!(status, 303, "{sort:?}, each {every}th: {page}");
        assert_eq!(server.get("/readyz").0, 200);
        refused += load.refused();
        let facts = load.acknowledged.into_inner().expect("the facts");
        acknowledged += facts.len();
        let is_killed = run % 2 == 0;
        server.signal(if is_killed { "KILL" } else { "TERM" });
        assert_eq!(server.ended(), (!is_killed).then_some(0));
        let text = log(&home);
        assert!(!text.contains("panicked") && !text.contains("a request failed"), "{sort:?}, each {every}th: {text}");
        runtime.block_on(check(&database, &facts, &mut sign_ins));
    }
    let failed: Vec<_> = sorts.iter().map(|sort| (sort, disk.failed(*sort))).collect();
    // Some sorts of calls are few.
    assert!(runs < 8 || failed[..5].iter().all(|(_, failed)| *failed > 0), "{failed:?}");
    assert_ne!((acknowledged, refused), (0, 0));
    assert!(runs >= 8 || failed.iter().any(|(_, failed)| *failed > 0), "{failed:?}");
    say(&format!(
        "{runs} runs with calls that failed: {acknowledged} acts acknowledged, there and in the log; {refused} requests \
         refused; failed calls: {failed:?}"
    ));
}

/// Keeps a view with a token.
fn keep_view_as_bob(server: &Server, number: u64) -> (u16, String) {
    let form = format!("{SHEET}1%2C{}", number + 2);
    server.ask(&format!(
        "POST /views HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}Content-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{form}",
        server.addr,
        token(BOB),
        form.len()
    ))
}

/// A batch for each sort of failure that it meets, which it waits for.
fn batches_wait_for(sorts: &[(Call, On, Errno)]) {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let whole = whole_tally(&home);
    for (id, sort) in (1..).zip(sorts.iter().copied()) {
        batch_that_waits(&server, id, || disk.fail(sort, 1));
        disk.mend();
        check_tally(&server, id, &whole);
    }
    assert!(!log(&home).contains("batch failed"), "{}", log(&home));
    end(&home, server);
}

#[test]
fn a_batch_goes_on_after_a_failure() {
    batches_wait_for(&[(Write, Log, Errno::IO)]);
}

#[test]
#[ignore = "deep"]
fn batches_go_on_after_every_sort_of_failure_deep() {
    batches_wait_for(&[(Write, Log, Errno::IO), (Write, Log, Errno::NOSPC), (Sync, Log, Errno::IO)]);
}

/// What a batch needs of the database at its beginning can't be read when the one before it is done.
#[test]
fn a_batch_begins_when_what_it_needs_can_be_read() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let waits = || log(&home).matches("batches wait until the database can be used again").count();
    let before = waits();
    start_batch(&server, 1);
    start_batch(&server, 2);
    wait_for_drops(&server, 1);
    disk.fail((Read, Database, Errno::IO), 1);
    disk.fail((Read, Log, Errno::IO), 1);
    until("the next batch waits", || (waits() > before).then_some(()));
    disk.mend();
    let whole = whole_tally(&home);
    check_tally(&server, 1, &whole);
    check_tally(&server, 2, &whole);
    assert!(!log(&home).contains("batch failed"), "{}", log(&home));
    end(&home, server);
}

/// Calls fail now and then: it meets the failure again and again, until the disk is mended.
#[test]
#[ignore = "deep"]
fn a_batch_goes_on_where_calls_fail_again_and_again_deep() {
    let home = Home::new();
    let Some(disk) = Disk::new(&home) else { return };
    let server = disk.serve(&home);
    let whole = whole_tally(&home);
    let waits = || log(&home).matches("batches wait until the database can be used again").count();
    disk.fail((Sync, Log, Errno::IO), 3);
    // A form may be refused now.
    until("a batch is begun", || {
        let form = format!("depths={DEPTHS}&drops={DROPS}&seed=42&great=on");
        (server.post(&format!("{STARTER}/revisions/1/batches"), &form).0 == 303).then_some(())
    });
    let before = waits();
    until("the batch has waited twice more", || (waits() >= before + 2).then_some(()));
    disk.mend();
    check_tally(&server, 1, &whole);
    assert!(!log(&home).contains("batch failed"), "{}", log(&home));
    end(&home, server);
}
