//! Workers behind a NATS server count what the program counts alone, whoever dies in the middle.
//!
//! They need the program `nats-server`, which `.ci/run` installs on Debian; without it they say that they are skipped.

use std::{
    io::{BufRead, BufReader},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

use super::program::{Home, Random, Server, say, setting, starter, until};

/// A NATS server with a folder of its own; ended when dropped.
struct Nats {
    child: Child,
    port: u16,
    folder: tempfile::TempDir,
    /// What else it is started with.
    more: Vec<String>,
}

impl Nats {
    /// `None`, said loudly, where there is no such program.
    fn start() -> Option<Nats> {
        Nats::start_with(tempfile::tempdir().expect("a folder"), Vec::new())
    }

    /// The same with a folder that has something in it, and with more arguments.
    fn start_with(folder: tempfile::TempDir, more: Vec<String>) -> Option<Nats> {
        if Command::new("nats-server").arg("--version").output().is_err() {
            assert!(std::env::var_os("AFFIXBOARD_DEBIAN").is_none(), "nats-server is missing");
            say("skipped: no nats-server");
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        Some(Nats { child: Nats::launch(port, &folder, &more), port, folder, more })
    }

    fn launch(port: u16, folder: &tempfile::TempDir, more: &[String]) -> Child {
        let mut command = Command::new("nats-server");
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream", "--store_dir"]);
        let child =
            command.arg(folder.path()).args(more).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
        until("NATS listens", || TcpStream::connect(("127.0.0.1", port)).ok());
        child
    }

    /// Ends it by force and starts it again.
    fn restart(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("ended");
        self.child = Nats::launch(self.port, &self.folder, &self.more);
    }

    /// The flags that name it.
    fn flags(&self) -> String {
        format!("--nats nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A worker that has begun; killed when dropped.
struct Worker(Child);

impl Worker {
    fn start(home: &Home, nats: &Nats, name: &str) -> Worker {
        Worker::start_with(home, &nats.flags(), name, &format!("nats://127.0.0.1:{}", nats.port))
    }

    /// The same with flags for a server that it calls by an address.
    fn start_with(home: &Home, flags: &str, name: &str, address: &str) -> Worker {
        let mut command = home.command(&format!("worker {flags} --threads 1 --name {name}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let expected = format!("{name} takes shards from {address}, 1 at once; stop with Ctrl-C\n");
        assert_eq!(line, expected);
        Worker(child)
    }

    fn kill(&mut self) {
        self.0.kill().expect("killed");
        self.0.wait().expect("ended");
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Asks for a batch of drops of the affix branch's starter edition.
fn ask_for(server: &Server, form: &str) {
    let (status, answer) = server.post("/editions/affix-branch-starter/revisions/1/batches", form);
    assert_eq!(status, 303, "{answer}");
}

fn tally(server: &Server, batch: u32) -> String {
    until("the batch is done", || {
        let (status, tally) = server.get(&format!("/batches/{batch}/tally.csv"));
        (status == 200).then_some(tally)
    })
}

/// What one process counts.
fn alone(home: &Home, arguments: &str) -> String {
    home.run(&format!("batch --files {} {arguments} --tally -", starter("affix-branch"))).done()
}

/// How many drops are made by now, by the batch's page; `None` where it is done.
fn made(server: &Server, batch: u32) -> Option<u64> {
    let page = server.get(&format!("/batches/{batch}")).1;
    let made = page.split("<span data-made>").nth(1)?.split('<').next()?;
    Some(made.replace(',', "").parse().expect("a number"))
}

#[test]
fn one_two_and_four_workers_count_what_one_process_counts() {
    let Some(nats) = Nats::start() else { return };
    let home = Home::new();
    let drops = alone(&home, "--depths 10,30 --qualities great --drops 700000 --seed 42");
    let values = alone(&home, "--depths 5,20 --qualities normal,good --drops 70000 --seed 7 --detail full");
    let monsters = home
        .run(&format!(
            "batch --files {} --subject monsters --depth 1,2 --experience 1 --drops 1500000 --seed 3 --tally -",
            starter("nethack")
        ))
        .done();
    let server = home.serve(&nats.flags());
    let mut workers = Vec::new();
    for (round, workers_at_once) in (0..).zip([1, 2, 4]) {
        while workers.len() < workers_at_once {
            workers.push(Worker::start(&home, &nats, &format!("w{}", workers.len())));
        }
        ask_for(&server, "depths=10,30&drops=700000&seed=42&great=on");
        ask_for(&server, "depths=5,20&drops=70000&seed=7&normal=on&good=on&full=on");
        let (status, answer) = server.post(
            "/editions/nethack-starter/revisions/1/subjects/monsters/batch",
            "depth=1-2&experience=1&branch=&entry=&drops=1500000&seed=3",
        );
        assert_eq!(status, 303, "{answer}");
        assert!(tally(&server, 3 * round + 1) == drops, "{workers_at_once} workers");
        assert!(tally(&server, 3 * round + 2) == values, "{workers_at_once} workers");
        assert!(tally(&server, 3 * round + 3) == monsters, "{workers_at_once} workers");
    }
    // What one said before the dashboard listened, it says again seconds later; the batches may be done by then.
    let page = until("all have said that they are there", || {
        let page = server.get("/workers").1;
        page.contains("4 workers are there, with 4 threads in all").then_some(page)
    });
    assert!(page.contains("w0") && page.contains("w3"), "{page}");
    let metrics = server.get("/metrics").1;
    assert!(metrics.contains("affixboard_workers{state=\"works\"} 4\n"), "{metrics}");
    assert!(metrics.contains("affixboard_worker_threads{worker=\"w2\"} 1\n"), "{metrics}");
}

#[test]
fn a_batch_that_is_called_off_leaves_the_queue_and_goes_on_when_continued() {
    let Some(nats) = Nats::start() else { return };
    let home = Home::new();
    let server = home.serve(&nats.flags());
    ask_for(&server, "depths=10,20,30,40&drops=3000000&seed=42&great=on");
    until("the batch says that it waits", || {
        server.get("/batches/1").1.contains("This batch waits for workers").then_some(())
    });
    let _worker = Worker::start(&home, &nats, "one");
    until("drops were made", || made(&server, 1).filter(|made| *made > 0));
    assert_eq!(server.post("/batches/1/cancel", "").0, 303);
    // The next one does not wait behind it.
    ask_for(&server, "depths=7&drops=1000&seed=1&great=on");
    let next = tally(&server, 2);
    assert!(next == alone(&home, "--depths 7 --qualities great --drops 1000 --seed 1"));
    assert!(server.get("/batches/1").1.contains("state-cancelled"));
    assert_eq!(server.post("/batches/1/continue", "").0, 303);
    assert!(tally(&server, 1) == alone(&home, "--depths 10,20,30,40 --qualities great --drops 3000000 --seed 42"));
}

/// The dashboard is killed again and again, workers now and then, and the NATS server once, and everything that workers send
/// comes twice. A run with more kills is in CONTRIBUTING.md.
#[test]
fn whoever_dies_the_tally_is_that_of_one_process() {
    whoever_dies(2, 2_500_000);
}

#[test]
#[ignore = "deep"]
fn whoever_dies_the_tally_is_that_of_one_process_deep() {
    let kills = setting("AFFIXBOARD_KILLS", 100);
    whoever_dies(kills, 8_000_000 + 2_000_000 * kills);
}

fn whoever_dies(kills: u64, drops: u64) {
    let Some(mut nats) = Nats::start() else { return };
    let home = Home::new();
    let depths = "10,20,30,40,50,60";
    let mut random = Random::new(24);
    let mut workers: Vec<_> = (0..2).map(|at| Worker::start(&home, &nats, &format!("w{at}"))).collect();
    let mut server = home.serve(&nats.flags());
    ask_for(&server, &format!("depths={depths}&drops={drops}&seed=42&great=on"));
    let twice = Twice::start(&nats);
    let (mut in_the_middle, mut last) = (0, 0);
    for kill in 0..kills {
        std::thread::sleep(Duration::from_millis(random.next(800)));
        let done = made(&server, 1);
        in_the_middle += u64::from(done.is_some_and(|done| done > last));
        last = done.unwrap_or(last);
        server.signal("KILL");
        assert_eq!(server.ended(), None);
        if kill == kills / 2 {
            nats.restart();
        }
        if random.next(3) == 0 {
            let at = random.next(2) as usize;
            workers[at].kill();
            workers[at] = Worker::start(&home, &nats, &format!("w{at}"));
        }
        server = home.serve(&nats.flags());
    }
    let done = made(&server, 1);
    let whole = alone(&home, &format!("--depths {depths} --qualities great --drops {drops} --seed 42"));
    assert!(tally(&server, 1) == whole, "the tally is that of a batch that was never interrupted");
    let answers = twice.end();
    say(&format!(
        "{kills} kills of the dashboard, {in_the_middle} after it had got further; {} of {} drops after the last; {answers} answers came twice",
        done.map_or_else(|| "all".to_owned(), |done| done.to_string()),
        6 * drops
    ));
    assert!(answers > 0);
}

/// Sends everything that workers send once more.
struct Twice {
    runtime: tokio::runtime::Runtime,
    task: tokio::task::JoinHandle<()>,
    count: std::sync::Arc<std::sync::atomic::AtomicU64>,
}

impl Twice {
    fn start(nats: &Nats) -> Twice {
        use tokio_stream::StreamExt as _;

        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a runtime");
        let count = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
        let (url, counted) = (format!("127.0.0.1:{}", nats.port), std::sync::Arc::clone(&count));
        let task = runtime.spawn(async move {
            let client = async_nats::connect(url).await.expect("connected");
            let mut sent = client.subscribe("affixboard.results.*").await.expect("subscribed");
            while let Some(message) = sent.next().await {
                let mut headers = message.headers.unwrap_or_default();
                // What we sent ourselves is not sent again.
                if headers.get("Again").is_some() {
                    continue;
                }
                headers.insert("Again", "1");
                if client.publish_with_headers(message.subject, headers, message.payload).await.is_ok() {
                    counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                }
            }
        });
        Twice { runtime, task, count }
    }

    /// Ends it; the number of messages.
    fn end(self) -> u64 {
        self.task.abort();
        self.runtime.shutdown_background();
        self.count.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// A sheet of exact chances is the same to the byte whoever computed its cells, also when a worker dies in the middle.
#[test]
fn sheets_that_workers_helped_with_are_those_of_one_process() {
    let Some(nats) = Nats::start() else { return };
    let home = Home::new();
    let sheet = |server: &Server, tval: u32| {
        let of = format!(
            "/editions/affix-branch-starter/revisions/1/chances/{tval}.csv?quality=great&depths=1,5-100/5&wait=exact"
        );
        let (status, sheet) = server.get(&of);
        assert_eq!(status, 200, "{sheet}");
        sheet
    };
    let expected = {
        let home = Home::new();
        let server = home.serve("");
        [30, 35].map(|tval| sheet(&server, tval))
    };
    let mut workers: Vec<_> = (0..2).map(|at| Worker::start(&home, &nats, &format!("w{at}"))).collect();
    let server = home.serve(&nats.flags());
    let cells = || {
        let metrics = server.get("/metrics").1;
        let counts = metrics.lines().filter(|line| line.starts_with("affixboard_worker_cells_total{"));
        counts.filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok()).sum::<u64>()
    };
    until("both workers are seen", || {
        server.get("/metrics").1.contains("affixboard_workers{state=\"works\"} 2\n").then_some(())
    });
    assert!(sheet(&server, 30) == expected[0]);
    until("workers say that they computed cells", || (cells() > 0).then_some(()));
    let dies = std::thread::scope(|scope| {
        let asks = scope.spawn(|| sheet(&server, 35));
        std::thread::sleep(Duration::from_millis(20));
        workers[0].kill();
        asks.join().expect("a sheet")
    });
    assert!(dies == expected[1]);
}

/// The NATS server has lost the bytes of the edit files, but not their name: they are sent again, and nobody waits for ever.
#[test]
fn edit_files_whose_bytes_are_lost_are_sent_again() {
    let Some(nats) = Nats::start() else { return };
    let home = Home::new();
    let of = "/editions/affix-branch-starter/revisions/1/chances/30.csv?quality=great&depths=1,5,10&wait=exact";
    let sheet = || {
        let _worker = Worker::start(&home, &nats, "w");
        let server = home.serve(&nats.flags());
        let metric = |name: &str| server.get("/metrics").1.contains(name);
        until("the worker is seen", || metric("affixboard_workers{state=\"works\"} 1\n").then_some(()));
        let (status, sheet) = server.get(of);
        assert_eq!(status, 200, "{sheet}");
        until("the worker says that it computed a cell", || {
            (!metric("affixboard_worker_cells_total{worker=\"w\"} 0\n")).then_some(())
        });
        sheet
    };
    let expected = sheet();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = async_nats::connect(format!("127.0.0.1:{}", nats.port)).await.expect("connected");
        let context = async_nats::jetstream::new(client);
        let stream = context.get_stream("OBJ_affixboard-files").await.expect("the stream of files");
        let purged = stream.purge().filter("$O.affixboard-files.C.>").await.expect("purged");
        assert!(purged.purged > 0);
    });
    assert!(sheet() == expected);
}

#[test]
fn a_worker_with_other_rules_refuses_and_says_why() {
    let Some(nats) = Nats::start() else { return };
    let home = Home::new();
    let server = home.serve(&nats.flags());
    let mut command = home.command(&format!("worker {} --threads 1 --name other", nats.flags()));
    let log = home.path("log");
    let file = std::fs::File::create(&log).expect("a file");
    let mut worker = Worker(command.stdout(Stdio::null()).stderr(file).spawn().expect("started"));
    // A job as a dashboard of another release describes it.
    let job = r#"{"protocol":1,"batch":9,"created_at":1,"game":"affix-branch","rules_version":9999,"content_hash":"x","plan":{"Drops":{"depths":[1],"qualities":[0],"kinds":[],"drops":1,"seed":1,"switches":[],"detail":"identity"}},"shards":1}"#;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let name: String = affixboard_store::sha256_hex(job).chars().take(32).collect();
    let parcel = format!(r#"{{"job":"{name}","run":1,"shards":[0]}}"#);
    runtime.block_on(async {
        let client = async_nats::connect(format!("127.0.0.1:{}", nats.port)).await.expect("connected");
        let context = async_nats::jetstream::new(client.clone());
        let config =
            async_nats::jetstream::object_store::Config { bucket: "affixboard-files".to_owned(), ..Default::default() };
        let files = context.create_object_store(config).await.expect("a store");
        files.put(format!("job-{name}.json").as_str(), &mut job.as_bytes()).await.expect("put");
        loop {
            let sent = context.publish(format!("affixboard.jobs.{name}"), parcel.clone().into()).await.expect("sent");
            // Until the worker has made the stream.
            if sent.await.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let page = until("the page says why", || {
        let page = server.get("/workers").1;
        page.contains("state-failed").then_some(page)
    });
    let why = "this worker has rules version ";
    assert!(page.contains(why) && page.contains("batch 9 was planned for version 9999"), "{page}");
    assert!(std::fs::read_to_string(&log).expect("a log").contains(why));
    // What it can run it runs.
    ask_for(&server, "depths=7&drops=1000&seed=1&great=on");
    assert!(tally(&server, 1) == alone(&home, "--depths 7 --qualities great --drops 1000 --seed 1"));
    worker.kill();
}

#[test]
fn certificates_and_passwords_are_passed_on() {
    let file = |name: &str| format!("{}/server/service/certificates/{name}", env!("CARGO_MANIFEST_DIR"));
    let more = format!(
        "--tlsverify --tlscert {} --tlskey {} --tlscacert {} --user us --pass s3cret/?",
        file("here.pem"),
        file("here.key"),
        file("ca.pem"),
    );
    let more = more.split(' ').map(str::to_owned).collect();
    let Some(nats) = Nats::start_with(tempfile::tempdir().expect("a folder"), more) else { return };
    let home = Home::new();
    let address = |who: &str| format!("--nats nats://{who}127.0.0.1:{}", nats.port);
    let ours = format!("--nats-certificate {} --nats-key {}", file("here.pem"), file("here.key"));
    let [ca, other] = ["ca.pem", "other.pem"].map(|name| format!("--nats-ca {}", file(name)));
    let us = address("us:s3cret%2F%3F@");
    for wrong in [
        format!("{us} {ours} {other}"),
        format!("{us} {ca}"),
        format!("{} {ours} {ca}", address("")),
        format!("{} {ours} {ca}", address("us:guess@")),
    ] {
        let refused = home.run(&format!("worker {wrong} --log trace"));
        assert!(!refused.err.contains("s3cret") && !refused.err.contains("guess"), "{}", refused.err);
        assert_eq!(refused.code, Some(1));
        assert!(refused.err.contains("can't connect to the NATS server"), "{}", refused.err);
    }
    let flags = format!("{us} {ours} {ca}");
    let log = std::fs::File::create(home.path("log")).expect("a file");
    let mut command = home.command(&format!("{flags} --addr 127.0.0.1:0 --data-dir data --log trace"));
    let server = Server::start_with_log(&mut command, log.into());
    let _worker = Worker::start_with(&home, &flags, "safe", &format!("nats://127.0.0.1:{}", nats.port));
    ask_for(&server, "depths=7&drops=1000&seed=1&great=on");
    assert!(tally(&server, 1) == alone(&home, "--depths 7 --qualities great --drops 1000 --seed 1"));
    drop(server);
    let log = std::fs::read_to_string(home.path("log")).expect("the log");
    assert!(log.contains("TRACE") || log.contains("DEBUG"), "the log has everything that it may have");
    assert!(!log.contains("s3cret"), "{}", log.lines().find(|line| line.contains("s3cret")).unwrap_or_default());
}

#[test]
fn what_a_worker_can_not_use_is_said() {
    let home = Home::new();
    home.run("worker").refused(2, &["found no NATS server; expected --nats URL, or AFFIXBOARD_NATS"]);
    let nobody = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
    let refused = home.run(&format!("worker --nats nats://me:secret@127.0.0.1:{nobody} --log error"));
    assert!(!refused.err.contains("secret"), "{}", refused.err);
    refused.refused(1, &["can't connect to the NATS server"]);
    home.run("worker --nats nats://127.0.0.1:1 --nats-prefix a.b").refused(1, &["nats-prefix: found `a.b`"]);
    let missing = home.run("worker --nats nats://127.0.0.1:1 --nats-credentials nowhere.creds");
    missing.refused(1, &["can't read the NATS credentials"]);
}
