//! A dashboard for one test, what is asked of it, and what it answers.

use std::{
    fs,
    net::SocketAddr,
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Duration,
};

use affixboard_model::batch::BatchPlan;
use affixboard_proposal::Change;
use affixboard_service::{
    clock::now_ms,
    compute::{BatchQueue, ChanceCache, Priority, Scheduler, Task},
    config::Settings,
    library::{Library, OpenRevision, Proposer, Reading},
    starter::{self, Starter},
};
use affixboard_store::{
    AccountId, Batch, BatchId, MadeBy, NewAccount, NewRevision, NewSession, NewToken, Proof, Role, Scope, Store,
};
use affixboard_web as web;
use axum::{
    Router,
    body::{self, Body},
    http::{HeaderMap, Request, StatusCode, header},
    response::Response,
};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    sync::{OnceCell, oneshot, watch},
    task::JoinHandle,
};
use tower::ServiceExt;

pub(crate) use crate::settings::{HOST, settings};

/// The starter edition's newest revision.
pub(crate) const STARTER: &str = "/editions/affix-branch-starter/revisions/1";
/// Nothing a test waits for takes this long.
const PATIENCE: Duration = Duration::from_mins(2);

/// Of no password.
const PHC: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Who asks: a header and its value.
#[derive(Clone)]
pub(crate) struct Who(pub(crate) &'static str, pub(crate) String);

/// A dashboard with the affix branch's starter edition on a database of its own.
pub(crate) struct Board {
    pub(crate) store: Store,
    pub(crate) queue: Arc<BatchQueue>,
    pub(crate) scheduler: Arc<Scheduler>,
    pub(crate) exact: Arc<ChanceCache>,
    library: Arc<Library>,
    router: Router,
    state: web::State,
    stop: watch::Sender<bool>,
    folder: TempDir,
}

/// The bytes of a database with that edition, made once per process: copying them is quicker than importing it.
static WITH_STARTER: OnceCell<Vec<u8>> = OnceCell::const_new();

async fn with_starter() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&database(&folder)).await.expect("a new database");
    add_starter(&store, "affix-branch-starter").await;
    store.close().await;
    fs::read(database(&folder)).expect("the closed database")
}

fn database(folder: &TempDir) -> PathBuf {
    folder.path().join("affixboard.db")
}

async fn add_starter(store: &Store, slug: &str) {
    /// Read once per process.
    static ALL: LazyLock<Vec<Starter>> = LazyLock::new(starter::all);
    let starter = ALL.iter().find(|starter| starter.slug == slug).expect("a starter edition");
    let new = NewRevision {
        slug: &starter.slug,
        title: &starter.title,
        loaded: &starter.loaded,
        made_by: MadeBy::Starter,
        by: None,
        note: "built in",
        now_ms: now_ms(),
    };
    store.import(new).await.expect("imported");
}

impl Drop for Board {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

impl Board {
    /// As started on this machine without any settings.
    pub(crate) async fn new() -> Board {
        Board::with(&settings(HOST, &[], false)).await
    }

    pub(crate) async fn with(settings: &Settings) -> Board {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(database(&folder), WITH_STARTER.get_or_init(with_starter).await).expect("a copy");
        Board::start(folder, settings).await
    }

    /// Adds the starter edition with that slug.
    pub(crate) async fn add_starter(&self, slug: &str) {
        add_starter(&self.store, slug).await;
    }

    async fn start(folder: TempDir, settings: &Settings) -> Board {
        let store = Store::open(&database(&folder)).await.expect("a database");
        let scheduler = Scheduler::for_pages(2).expect("threads");
        let library = Arc::new(Library::new(Arc::clone(&scheduler)));
        let queue = BatchQueue::new(store.clone(), Arc::clone(&library), Arc::clone(&scheduler));
        let (stop, stopped) = watch::channel(false);
        let state = web::State::new(store.clone(), Arc::clone(&library), Arc::clone(&queue), settings, stopped);
        let exact = Arc::clone(state.exact());
        Board { router: web::router(state.clone()), state, store, queue, scheduler, exact, library, stop, folder }
    }

    /// Stops the program and starts it again on the same database. `worker` is what [`Board::work`] gave.
    pub(crate) async fn restart(mut self, worker: JoinHandle<()>) -> Board {
        self.stop.send_replace(true);
        patient(worker).await.expect("no panic");
        self.store.close().await;
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"));
        Board::start(folder, &settings(HOST, &[], false)).await
    }

    /// Takes all threads that compute chances, once they are free, so that none are computed while the guard is held.
    pub(crate) async fn hold(&self) -> Held {
        let mut held = Held(Vec::new());
        for _ in 0..self.scheduler.long_tasks_at_once() {
            let (begun, has_begun) = oneshot::channel();
            let (guard, dropped) = std::sync::mpsc::channel::<()>();
            let task = self.scheduler.spawn(Priority::Progressive, move |_| {
                begun.send(()).expect("a listener");
                let _ = dropped.recv();
            });
            has_begun.await.expect("a beginning");
            held.0.push((guard, task));
        }
        held
    }

    /// Answers on a port of its own until the board is stopped; gives the address and the task.
    pub(crate) async fn listen(&self) -> (SocketAddr, JoinHandle<std::io::Result<()>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        (address, tokio::spawn(web::serve(listener, self.state.clone(), self.stop.subscribe())))
    }

    /// Tells everything that is under way to stop.
    pub(crate) fn stop(&self) {
        self.stop.send_replace(true);
    }

    /// Lets the queue work from now on.
    pub(crate) fn work(&self) -> JoinHandle<()> {
        tokio::spawn(Arc::clone(&self.queue).work(self.stop.subscribe()))
    }

    /// The batch, once it has come to its end.
    pub(crate) async fn finished(&self, id: i64) -> Batch<BatchPlan> {
        let mut changes = self.queue.changes();
        let wait = async {
            loop {
                let batch = self.store.batch(BatchId(id)).await.expect("an answer").expect("a batch");
                if batch.state.is_final() {
                    return batch;
                }
                changes.changed().await.expect("a queue");
            }
        };
        patient(wait).await
    }

    /// Returns when the running batch has finished a shard.
    pub(crate) async fn first_shard(&self, id: i64) {
        let wait = async {
            while self.queue.drops_made(BatchId(id)).unwrap_or(0) == 0 {
                tokio::task::yield_now().await;
            }
        };
        patient(wait).await;
    }

    /// The revision's files and rules, past the pages.
    pub(crate) async fn open(&self, slug: &str) -> Arc<OpenRevision> {
        let revision = self.store.revision(slug, None).await.expect("an answer").expect("a revision");
        self.library.open(&self.store, revision, Reading::default()).await.expect("opened")
    }

    /// The revision with a draft's changes applied.
    pub(crate) async fn derive(&self, base: &Arc<OpenRevision>, changes: &[Change]) -> Arc<OpenRevision> {
        self.library.derive(base, changes, Proposer::Draft).await.expect("derived")
    }

    /// The editions there are, each with its newest revision.
    pub(crate) async fn editions(&self) -> Vec<(String, u32)> {
        let editions = self.store.editions().await.expect("an answer");
        editions.into_iter().map(|edition| (edition.newest.slug, edition.newest.number)).collect()
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).header(header::HOST, HOST).body(Body::empty()).expect("a request")).await
    }

    /// Sends a form as a page of the dashboard does.
    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(form.to_owned())).expect("a request")).await
    }

    /// Imports these files, named by field and path, at once, as programs do; the game is told from them.
    pub(crate) async fn import(&self, edition: &str, files: &[(&str, &str, &[u8])]) -> Answer {
        self.import_as(edition, "", files).await
    }

    /// Imports these files at once, to be read as a game's.
    pub(crate) async fn import_as(&self, edition: &str, game: &str, files: &[(&str, &str, &[u8])]) -> Answer {
        let texts = [("edition", edition), ("game", game), ("direct", "yes")];
        self.upload("/import", &texts, files).await
    }

    /// Sends a form with these texts, and with files named by field and path.
    pub(crate) async fn upload(&self, to: &str, texts: &[(&str, &str)], files: &[(&str, &str, &[u8])]) -> Answer {
        const BOUNDARY: &str = "----a-boundary-that-no-edit-file-has";
        let mut body = Vec::new();
        let mut part = |head: &str, content: &[u8]| {
            body.extend_from_slice(
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
            );
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        };
        for (name, text) in texts {
            part(&format!("name=\"{name}\""), text.as_bytes());
        }
        for (field, path, content) in files {
            part(&format!("name=\"{field}\"; filename=\"{path}\"\r\nContent-Type: text/plain"), content);
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        let request = Request::post(to)
            .header(header::HOST, HOST)
            .header("sec-fetch-site", "same-origin")
            .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"));
        self.send(request.body(Body::from(body)).expect("a request")).await
    }

    /// Starts a batch by its form and gives its number.
    pub(crate) async fn start_batch(&self, form: &str) -> i64 {
        self.start_batch_of(STARTER, form).await
    }

    /// Starts a batch of a revision.
    pub(crate) async fn start_batch_of(&self, revision: &str, form: &str) -> i64 {
        let answer = self.post(&format!("{revision}/batches"), form).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
        answer.header("location").strip_prefix("/batches/").expect("a batch").parse().expect("a number")
    }

    /// The same, of somebody or something with a header of their own: a cookie, a token, an address.
    pub(crate) async fn get_as(&self, who: &Who, path: &str) -> Answer {
        let request = Request::get(path).header(header::HOST, HOST).header(who.0, &who.1);
        self.send(request.body(Body::empty()).expect("a request")).await
    }

    /// Sends a form likewise.
    pub(crate) async fn post_as(&self, who: &Who, path: &str, form: &str) -> Answer {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header("sec-fetch-site", "same-origin")
            .header(who.0, &who.1)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(form.to_owned())).expect("a request")).await
    }

    /// Somebody with a new account of that role, signed in. The first is a maintainer.
    pub(crate) async fn somebody(&self, name: &str, role: Role) -> Who {
        let link = format!("link of {name}");
        if self.store.has_accounts().await.expect("an answer") {
            let by = AccountId(1);
            self.store.invite(&link, role, by, (now_ms(), now_ms() + 60_000)).await.expect("a link");
        } else {
            assert_eq!(role, Role::Maintainer);
            assert!(self.store.make_first_link(&link, now_ms()).await.expect("an answer"));
        }
        let new = NewAccount { name, password: PHC, now_ms: now_ms() };
        let account = self.store.accept_invitation(&link, new).await.expect("an account").id;
        self.session(account).await
    }

    /// A new session of an account whose password was never set by a form.
    pub(crate) async fn session(&self, account: AccountId) -> Who {
        let token = affixboard_service::secret::random_token().expect("a token");
        let new = NewSession {
            account,
            proof: Proof::Password(PHC),
            token: &token,
            replaces: None,
            address: "",
            agent: "",
            now_ms: now_ms(),
        };
        self.store.begin_session(new).await.expect("an answer").expect("a session");
        Who("cookie", format!("affixboard_session={token}"))
    }

    /// A program with a token of an account.
    pub(crate) async fn program(&self, account: AccountId, scope: Scope) -> Who {
        let token = affixboard_service::secret::random_token().expect("a token");
        let now_ms = now_ms();
        let new = NewToken { account, token: &token, name: "ci", scope, expires_at: now_ms + 60_000, now_ms };
        self.store.make_token(new).await.expect("a token");
        Who("authorization", format!("Bearer {token}"))
    }

    /// The page once it has a piece of text; without one, once it leads elsewhere.
    pub(crate) async fn get_until(&self, path: &str, piece: &str) -> Answer {
        let wait = async {
            loop {
                let answer = self.get(path).await;
                let is_it =
                    if piece.is_empty() { answer.status.is_redirection() } else { answer.text().contains(piece) };
                if is_it {
                    return answer;
                }
                tokio::task::yield_now().await;
            }
        };
        patient(wait).await
    }

    /// The page once it says no longer that something is being computed; it asks again as browsers do.
    pub(crate) async fn get_settled(&self, path: &str) -> Answer {
        let wait = async {
            loop {
                let answer = self.get(path).await;
                assert_eq!(answer.status, 200, "{path}: {}", answer.text());
                if !answer.text().contains("data-waiting") {
                    return answer;
                }
                tokio::task::yield_now().await;
            }
        };
        patient(wait).await
    }

    /// The answer with its body still to come.
    pub(crate) async fn respond(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.expect("an answer")
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.respond(request).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = patient(body::to_bytes(response.into_body(), usize::MAX)).await.expect("a whole answer");
        Answer { status, headers, body: body.to_vec() }
    }
}

pub(crate) async fn patient<T>(wait: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, wait).await.expect("it took too long")
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.body).expect("UTF-8")
    }

    /// A header's value, empty where there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// What is between two texts of the page.
    pub(crate) fn between(&self, before: &str, after: &str) -> &str {
        let text = self.text();
        let from = text.find(before).unwrap_or_else(|| panic!("no `{before}` in {text}")) + before.len();
        let length = text[from..].find(after).expect("an end");
        &text[from..from + length]
    }

    /// What an error page says, or a sheet of which a wrong setting was left out.
    pub(crate) fn lead(&self) -> &str {
        if self.text().contains("<p class=\"lead\">") {
            return self.between("<p class=\"lead\">", "</p>");
        }
        let said = self.between("role=\"alert\"", "</p>");
        said.split_once('>').map_or(said, |(_, said)| said).trim_end_matches(" It was left out.")
    }

    /// What a form says is wrong with what was sent.
    pub(crate) fn problem(&self) -> &str {
        self.between("<p class=\"problem\" role=\"alert\">", "</p>")
    }
}

/// Threads that are held; dropping it lets them go.
pub(crate) struct Held(Vec<(std::sync::mpsc::Sender<()>, Task<()>)>);
