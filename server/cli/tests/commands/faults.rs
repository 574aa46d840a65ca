//! A data folder that can't be written, and a database that is damaged: said clearly, and nothing is lost.

use std::{
    fs::{self, File, Permissions},
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    process::{Command, Stdio},
};

use super::program::{Home, Ran, SMALL, Server, say};

const SERVE: &str = "serve --addr 127.0.0.1:0 --data-dir data --log warn,affixboard=info";
const VIEW: &str = "path=%2Feditions%2Faffix-branch-starter%2Frevisions%2F1%2Ftypes%2F23%3Fdepths%3D";

/// Runs a program without what lets root pass over the modes of files; it is of util-linux.
fn setpriv() -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--bounding-set=-dac_override,-dac_read_search");
    command
}

/// Whether a program can be run that the modes of files bind. Where not, that is said loudly.
fn modes_bind() -> bool {
    let is_possible =
        !rustix::process::geteuid().is_root() || setpriv().arg("true").status().is_ok_and(|status| status.success());
    if !is_possible {
        say("*** skipped: the modes of files don't bind root here, and setpriv can't change that ***");
    }
    is_possible
}

/// The program as somebody whom the modes of files bind.
fn bound(home: &Home, arguments: &str) -> Command {
    let program = home.command(arguments);
    let mut command = if rustix::process::geteuid().is_root() {
        let mut command = setpriv();
        command.arg(program.get_program());
        command
    } else {
        Command::new(program.get_program())
    };
    command.args(program.get_args()).current_dir(home.path("")).env("HOME", home.path(""));
    command.env_remove("XDG_DATA_HOME").stdin(Stdio::null());
    command
}

fn run_bound(home: &Home, arguments: &str) -> Ran {
    Ran::of(&bound(home, arguments).output().expect("started"))
}

fn set_mode(home: &Home, name: &str, mode: u32) {
    fs::set_permissions(home.path(name), Permissions::from_mode(mode)).expect(name);
}

fn log(home: &Home) -> String {
    fs::read_to_string(home.path("log")).expect("the log")
}

fn with_log(home: &Home, command: &mut Command) -> Server {
    Server::start_with_log(command, File::create(home.path("log")).expect("a file").into())
}

#[test]
fn a_folder_that_can_not_be_made_or_written_is_refused_at_the_start() {
    let home = Home::new();
    home.write("file", "");
    for (folder, what) in [("file", "can't make the folder file"), ("file/data", "can't make the folder file/data")] {
        home.run(&format!("serve --addr 127.0.0.1:0 --data-dir {folder}")).refused(1, &[what]);
    }
    if !modes_bind() {
        return;
    }
    fs::create_dir(home.path("data")).expect("made");
    set_mode(&home, "data", 0o500);
    run_bound(&home, SERVE).refused(1, &["can't write the file data/server.lock: Permission denied"]);
    set_mode(&home, "data", 0o700);
    fs::create_dir(home.path("data/affixboard.db")).expect("made");
    run_bound(&home, SERVE).refused(1, &["data/affixboard.db: "]);
}

#[test]
fn a_database_that_can_not_be_written_is_refused_at_the_start() {
    if !modes_bind() {
        return;
    }
    let home = Home::new();
    let server = home.serve("serve");
    assert_eq!(server.post("/views", &format!("{VIEW}1")).0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    set_mode(&home, "data/affixboard.db", 0o400);
    run_bound(&home, SERVE).refused(1, &["can't write the database data/affixboard.db: Permission denied"]);
    set_mode(&home, "data/affixboard.db", 0o600);
    let server = home.serve("serve");
    assert_eq!(server.get("/v/1").0, 303);
}

#[test]
fn a_folder_that_turns_unwritable_takes_nothing_from_a_server() {
    if !modes_bind() {
        return;
    }
    let home = Home::new();
    let server = with_log(&home, &mut bound(&home, SERVE));
    assert_eq!(server.post("/views", &format!("{VIEW}1")).0, 303);
    set_mode(&home, "data", 0o500);
    // Its files are open and stay so.
    assert_eq!(server.get("/readyz").0, 200);
    assert_eq!(server.post("/views", &format!("{VIEW}2")).0, 303);
    run_bound(&home, "backup data/copy.db --data-dir data").refused(1, &["data/copy.db", "Permission denied"]);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    set_mode(&home, "data", 0o700);
    assert!(!log(&home).contains("panicked"), "{}", log(&home));
    home.run("verify --data-dir data").done();
    let server = home.serve("serve");
    assert_eq!((server.get("/v/1").0, server.get("/v/2").0), (303, 303));
}

/// Bytes per page of the file.
fn page_size(database: &[u8]) -> usize {
    match u16::from_be_bytes([database[16], database[17]]) {
        1 => 65_536,
        size => size.into(),
    }
}

/// Makes a page with the text useless.
/// `nth`, from 0, is which of them: the log of acts comes before the table that an act is about.
fn damage_page_with(home: &Home, text: &str, nth: usize) {
    let path = home.path("data/affixboard.db");
    let mut database = fs::read(&path).expect("the database");
    let size = page_size(&database);
    let has_text = |page: &[u8]| page.windows(text.len()).any(|found| found == text.as_bytes());
    let page = database.chunks_exact_mut(size).filter(|page| has_text(page)).nth(nth).expect(text);
    for byte in page {
        *byte = !*byte;
    }
    fs::write(path, database).expect("written");
}

#[test]
fn a_damaged_page_is_told_of_and_other_pages_go_on() {
    let home = Home::new();
    let server = home.serve("serve");
    assert_eq!(server.post("/views", &format!("{VIEW}17")).0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    home.run("backup whole.db --data-dir data").done();
    damage_page_with(&home, "types/23?depths=17", 1);

    home.run("verify --data-dir data").refused(1, &["data/affixboard.db is damaged"]);
    home.run("backup copy.db --data-dir data").refused(1, &["database disk image is malformed"]);
    assert!(!home.path("copy.db").exists());

    let server = with_log(&home, &mut home.command(SERVE));
    let views = [server.get("/v/1"), server.post("/views", &format!("{VIEW}18")), server.get("/v/1")];
    for (status, page) in views {
        assert_eq!(status, 503, "{page}");
        let message = "A part of the database is damaged or can&#39;t be read, and this needs it. Nothing was changed.";
        assert!(page.contains(message), "{page}");
    }
    for path in ["/editions/affix-branch-starter/revisions/1/types/23", "/batches", "/proposals", "/readyz"] {
        assert_eq!(server.get(path).0, 200, "{path}");
    }
    let form = "name=Odd+words&seen=0&text=1%3A+good+1%0A";
    assert_eq!(server.post("/profiles", form).0, 303, "what is sound is written");
    let text = log(&home);
    assert_eq!(
        text.matches("a part of the database is damaged or can't be read; requests that need it").count(),
        1,
        "{text}"
    );
    assert!(text.contains("`affixboard verify` says what is damaged"), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));

    home.run("restore whole.db --data-dir data").done();
    assert_eq!(home.serve("serve").get("/v/1").0, 303);
}

#[test]
fn a_damaged_page_that_the_start_needs_is_said_at_the_start() {
    let home = Home::new();
    let server = home.serve("serve");
    assert_eq!(server.post("/profiles", "name=Odd+words&seen=0&text=%23+xyzzyplugh%0A1%3A+good+1%0A").0, 303);
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    damage_page_with(&home, "xyzzyplugh", 0);
    let parts =
        ["the database data/affixboard.db is damaged or can't be read.", "`affixboard verify` says what is damaged"];
    home.run("serve --addr 127.0.0.1:0 --data-dir data").refused(1, &parts);
}

/// Whichever page of the database is damaged: the program starts or says why not, answers or says why not, and stops.
#[test]
fn any_damaged_page_is_no_panic_and_no_failure_of_ours() {
    let home = Home::new();
    fs::create_dir(home.path("edit")).expect("made");
    for (name, text) in SMALL {
        home.write(&format!("edit/{name}"), text);
    }
    let server = home.serve("serve");
    home.run("import edit --edition ours --data-dir data").done();
    assert_eq!(server.post("/views", &format!("{VIEW}1")).0, 303);
    assert_eq!(server.post("/editions/ours/revisions/1/batches", "depths=5&drops=10&seed=1&great=on").0, 303);
    super::program::until("the batch is done", || (server.get("/batches/1/tally.csv").0 == 200).then_some(()));
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    let path = home.path("data/affixboard.db");
    let sound = fs::read(&path).expect("the database");
    let size = page_size(&sound);
    let pages = sound.len() / size;
    // Of the many pages with the starters' files some will do.
    for page in (0..pages).filter(|page| *page < 120 && page % 4 == 0) {
        let mut database = sound.clone();
        for byte in &mut database[page * size..][..size] {
            *byte = !*byte;
        }
        fs::write(&path, database).expect("written");
        let told = home.run("verify --data-dir data");
        assert_eq!(told.code, Some(1), "page {page}: {told:?}");
        let log_file = File::create(home.path("log")).expect("a file");
        let mut command = home.command(SERVE);
        let mut child = command.stdout(Stdio::piped()).stderr(log_file).spawn().expect("started");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line or an end");
        if let Some(addr) = line.trim_end().strip_prefix("Affixboard is at http://") {
            for path in
                ["/", "/editions/ours/revisions/1/types/23", "/batches/1", "/batches/1/tally.csv", "/v/1", "/help"]
            {
                let get = format!("GET {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n");
                let (status, answer) = Server::ask_at(addr, &get);
                assert!(matches!(status, 200 | 303 | 404 | 503), "page {page}: {path}: {status} {answer}");
            }
            child.kill().expect("killed");
        }
        child.wait().expect("ended");
        assert!(!log(&home).contains("panicked"), "page {page}: {}", log(&home));
        fs::write(&path, &sound).expect("written");
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(home.path(&format!("data/affixboard.db{suffix}")));
        }
    }
}
