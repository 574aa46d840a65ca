//! Running the program, and the folders of edit files it is run on.

use crate::fixtures::BLADES;
pub(super) use crate::fixtures::reference;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::PathBuf,
    process::{Child, ChildStdout, Command, Output, Stdio},
    time::Duration,
};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// Nothing here takes longer unless it hangs.
const PATIENCE: Duration = Duration::from_mins(4);

/// The program in a working folder of its own, with none of our settings.
pub(super) struct Home(TempDir);

impl Home {
    pub(super) fn new() -> Home {
        Home(tempfile::tempdir().expect("a folder"))
    }

    /// A path within the working folder.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file in the working folder.
    pub(super) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("written");
    }

    /// The program with these arguments, separated by blanks.
    pub(super) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_affixboard"));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("AFFIXBOARD_")) {
            command.env_remove(name);
        }
        command
            .args(arguments.split_whitespace())
            .current_dir(self.0.path())
            .env("HOME", self.0.path())
            .env_remove("XDG_DATA_HOME")
            .stdin(Stdio::null());
        command
    }

    /// Runs it to its end.
    pub(super) fn run(&self, arguments: &str) -> Ran {
        Ran::of(&self.command(arguments).output().expect("started"))
    }

    /// Serves on a free port; the data goes to `data` in the working folder.
    pub(super) fn serve(&self, arguments: &str) -> Server {
        Server::start(self.command(arguments).args(["--addr", "127.0.0.1:0", "--data-dir", "data"]))
    }
}

/// A run that came to its end.
#[derive(Debug)]
pub(super) struct Ran {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

impl Ran {
    pub(super) fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Asserts that it did what it was asked, without a word on standard error, and gives its output.
    pub(super) fn done(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// The same of files that are not those of the game by whose rules the numbers are, which is said on standard error.
    pub(super) fn noted(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        assert!(!self.err.is_empty() && self.err.lines().all(|line| line.starts_with("note: Made ")), "{}", self.err);
        self.out
    }

    /// Asserts that it ended with that code and nothing on standard output, and that its message has these parts.
    pub(super) fn refused(self, code: i32, parts: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (Some(code), ""), "{}", self.err);
        // Before it may stand what numbers of these files are worth.
        let error = self.err.lines().find(|line| !line.starts_with("note: Made "));
        assert!(error.is_some_and(|line| line.starts_with("error: ")), "{}", self.err);
        for part in parts {
            assert!(self.err.contains(part), "no {part:?} in {}", self.err);
        }
    }
}

/// A program that serves; ended when dropped.
pub(super) struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    /// Host and port.
    pub(super) addr: String,
}

impl Server {
    /// Starts it and waits until it says where it is.
    pub(super) fn start(command: &mut Command) -> Server {
        Server::start_with_log(command, Stdio::null())
    }

    /// The same; its log goes there.
    pub(super) fn start_with_log(command: &mut Command, log: Stdio) -> Server {
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("started");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        let start = line.trim_end().strip_prefix("Affixboard is at http://").unwrap_or_default();
        let addr = start.split('/').next().unwrap_or_default().to_owned();
        let server = Server { child, out, addr };
        assert!(!server.addr.is_empty(), "{line:?}");
        server
    }

    /// The next line it prints.
    pub(super) fn line(&mut self) -> String {
        let mut line = String::new();
        self.out.read_line(&mut line).expect("a line");
        line
    }

    /// Status and body of a page.
    pub(super) fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.addr))
    }

    /// Status and body of the answer to a form that is sent.
    pub(super) fn post(&self, path: &str, form: &str) -> (u16, String) {
        self.ask(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.addr,
            form.len()
        ))
    }

    pub(super) fn ask(&self, request: &str) -> (u16, String) {
        Server::ask_at(&self.addr, request)
    }

    /// Status and body of the answer of whatever listens there.
    pub(super) fn ask_at(addr: &str, request: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(addr).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("headers and a body");
        let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, if is_chunked { unchunked(body) } else { body.to_owned() })
    }

    /// Its process.
    #[cfg(unix)]
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal such as `TERM`.
    #[cfg(unix)]
    pub(super) fn signal(&self, name: &str) {
        let known = [("INT", Signal::INT), ("KILL", Signal::KILL), ("TERM", Signal::TERM)];
        let (_, signal) = known.into_iter().find(|known| known.0 == name).expect("a known signal");
        kill_process(Pid::from_child(&self.child), signal).expect("it runs");
    }

    /// Waits until it has ended; its exit code, `None` where a signal ended it.
    #[cfg(unix)]
    pub(super) fn ended(mut self) -> Option<i32> {
        until("the program ends", || self.child.try_wait().expect("a state")).code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Status, head and body of an answer; `None` where the program ends before it has sent the head.
#[cfg(unix)]
pub(super) fn answer(addr: &str, request: &str) -> Option<(u16, String, String)> {
    let mut stream = TcpStream::connect(addr).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut bytes = Vec::new();
    // An end by an error is one too.
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Some((status, head.to_owned(), body.to_owned()))
}

/// A number from the environment.
#[cfg(unix)]
pub(super) fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name}: found {text}")))
}

/// Says something that the test harness doesn't keep to itself.
#[cfg(unix)]
pub(super) fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "\n{text}\n");
}

/// Whether these programs are here. Where one isn't it says loudly that something is skipped, or fails where Debian's packages
/// were to be installed.
#[cfg(unix)]
pub(super) fn needs(programs: &[&str]) -> bool {
    let folders: Vec<_> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let missing = programs.iter().find(|name| !folders.iter().any(|folder: &PathBuf| folder.join(name).is_file()));
    if let Some(name) = missing {
        assert!(std::env::var_os("AFFIXBOARD_DEBIAN").is_none(), "{name} is missing");
        say(&format!("*** skipped: no {name} ***"));
    }
    missing.is_none()
}

/// Numbers that look random and are the same each time.
#[cfg(unix)]
pub(super) struct Random(u64);

#[cfg(unix)]
impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Below a number.
    pub(super) fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}

/// Looks until there is something.
pub(super) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = std::time::Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The starter edition of a game.
pub(super) fn starter(game: &str) -> String {
    format!("{}/data/{game}", env!("CARGO_MANIFEST_DIR"))
}

/// The smallest edition in which everything happens, without a word to say about it.
pub(super) const SMALL: [(&str, &str); 5] = [
    ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
    ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n\nN:2:& Long Sword~\nI:sword:2\nA:20:1 to 100\n"),
    ("ego_item.txt", "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 127\n"),
    ("ego_themes.txt", "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:Sharp:20\n"),
    ("artifact.txt", "N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n"),
];

impl Home {
    /// The small edition in the folder `edit`, where one text of one file is another.
    pub(super) fn small(&self, file: &str, from: &str, to: &str) {
        std::fs::create_dir_all(self.path("edit")).expect("made");
        for (name, text) in SMALL {
            let text = if name == file { text.replacen(from, to, 1) } else { text.to_owned() };
            self.write(&format!("edit/{name}"), &text);
        }
        assert!(file.is_empty() || SMALL.iter().any(|(name, text)| *name == file && text.contains(from)));
    }
}

impl Home {
    /// [`BLADES`](crate::fixtures::BLADES) in the folder `edit`.
    pub(super) fn blades(&self) {
        std::fs::create_dir_all(self.path("edit")).expect("made");
        for (name, text) in BLADES {
            self.write(&format!("edit/{name}"), text);
        }
    }
}

/// The body of an answer that came in chunks, each behind its length in hexadecimal digits. An answer that breaks off before
/// the last one, which is empty, is none.
fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    loop {
        let (length, rest) = body.split_once("\r\n").expect("a chunk's length");
        let length = usize::from_str_radix(length, 16).expect("a length");
        if length == 0 {
            return whole;
        }
        whole += &rest[..length];
        body = rest[length..].strip_prefix("\r\n").expect("a chunk's end");
    }
}
