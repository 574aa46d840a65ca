//! Chances of cells that workers compute. The dashboard asks the workers, one of them takes it, says now and then that it is
//! still at it, and answers. Nothing of it is kept: whoever gets no answer computes the cell where it is.

use std::{
    collections::{BTreeSet, HashMap},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use affixboard_model::{
    batch::{Cell, Detail},
    game::{Chance, Forge, Loaded, Switches},
};
use async_nats::{Client, HeaderMap, Message, StatusCode};
use serde::{Deserialize, Serialize};
use tokio::sync::{OnceCell, oneshot};
use tokio_stream::StreamExt as _;
use tracing::warn;

use super::{
    NatsConnection, Workers,
    messages::{KIND, PROTOCOL},
    nats::{SILENCE, STILL_WORKING},
    open_job::{OpenError, edit_files, fetch_files, find_game, read_files},
};
use crate::{
    compute::{CellRequest, Priority, RemoteChances, Scheduler, TypeCell, chances_of_type},
    library::OpenRevision,
    proposals,
};

/// The subject that cells are asked for on, and the group of those who answer there: one of them gets each.
const CELLS: (&str, &str) = ("cells", "workers");
/// The subject of inboxes whose owners don't want their cell any more.
const FORGET: &str = "forget";
/// What an answer is: that one works on it, the chances, or why there are none.
const WORKING: &str = "working";
const CHANCES: &str = "chances";
const REFUSED: &str = "refused";
/// Cells under way at workers at most, of one sheet.
const MOST_PLACES: usize = 256;
/// Cells that a worker takes for each of its threads; it refuses others.
const TAKEN_PER_THREAD: usize = 4;
/// Revisions that a worker keeps open.
const KEPT_OPEN: usize = 4;
/// Bytes of a chance in an answer.
const CHANCE_BYTES: usize = 20;

/// What is asked of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct CellWanted {
    protocol: u32,
    revision: RevisionName,
    depth: u32,
    quality: u8,
    tval: u16,
}

/// A revision and how it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RevisionName {
    game: String,
    rules_version: u32,
    content_hash: String,
    switches: Vec<String>,
    detail: String,
}

impl CellWanted {
    fn new(open: &OpenRevision, cell: TypeCell) -> CellWanted {
        let TypeCell { depth, quality, tval } = cell;
        let revision = RevisionName {
            game: open.loaded.game.id().to_owned(),
            rules_version: open.loaded.game.rules_version(),
            content_hash: open.content_hash().to_owned(),
            switches: open.reading.switches.ids().to_vec(),
            detail: open.reading.detail.name().to_owned(),
        };
        CellWanted { protocol: PROTOCOL, revision, depth, quality, tval }
    }
}

/// Chances as bytes: key, mean and bound of each, least significant byte first.
fn write_chances(chances: &[Chance]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(chances.len() * CHANCE_BYTES);
    for Chance { key, mean, bound } in chances {
        bytes.extend(key.to_le_bytes());
        bytes.extend(mean.to_le_bytes());
        bytes.extend(bound.to_le_bytes());
    }
    bytes
}

/// Reads what [`write_chances`] wrote, of so many keys.
fn read_chances(bytes: &[u8], keys: usize) -> Result<Vec<Chance>, String> {
    let (all, rest) = bytes.as_chunks::<CHANCE_BYTES>();
    if !rest.is_empty() {
        return Err(format!("found {} bytes; expected {CHANCE_BYTES} for each chance", bytes.len()));
    }
    let number = |bytes: &[u8]| f64::from_le_bytes(std::array::from_fn(|at| bytes[at]));
    let chances: Vec<Chance> = all
        .iter()
        .map(|one| Chance {
            key: u32::from_le_bytes(std::array::from_fn(|at| one[at])),
            mean: number(&one[4..12]),
            bound: number(&one[12..20]),
        })
        .collect();
    let is_number = |number: f64| number.is_finite() && number >= 0.0;
    let is_good = |chance: &Chance| (chance.key as usize) < keys && is_number(chance.mean) && is_number(chance.bound);
    if let Some(found) = chances.iter().find(|chance| !is_good(chance)) {
        return Err(format!("found {found:?}; expected a key below {keys} and numbers from 0"));
    }
    if !chances.is_sorted_by(|left, right| left.key < right.key) {
        return Err("found keys in disorder; expected rising ones".to_owned());
    }
    Ok(chances)
}

/// Hashes of the revisions whose files the NATS server got since the program began.
#[derive(Debug, Default)]
pub(super) struct FilesSent(Mutex<BTreeSet<String>>);

impl RemoteChances for Workers {
    fn places(&self) -> usize {
        if !self.is_connected() {
            return 0;
        }
        let works = self.seen().all().into_iter().filter(|worker| worker.is_here && worker.refuses.is_none());
        works.map(|worker| worker.threads as usize).fold(0, usize::saturating_add).min(MOST_PLACES)
    }

    fn chances(&self, (open, cell): CellRequest) -> Pin<Box<dyn Future<Output = Option<Vec<Chance>>> + Send + '_>> {
        Box::pin(async move {
            let asked = ask(&self.connection, &self.files_sent, &open, cell).await;
            asked.inspect_err(|why| warn!(why, "a cell is computed here and not by a worker")).ok()
        })
    }
}

async fn ask(
    connection: &NatsConnection,
    sent: &FilesSent,
    open: &Arc<OpenRevision>,
    cell: TypeCell,
) -> Result<Vec<Chance>, String> {
    let hash = open.content_hash();
    let is_sent = || sent.0.lock().unwrap_or_else(PoisonError::into_inner).contains(hash);
    if !is_sent() {
        let of = Arc::clone(open);
        let packed = tokio::task::spawn_blocking(move || proposals::download::zipped(&of.loaded)).await;
        let zip = packed.map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        connection.put(&edit_files(hash), &zip).await.map_err(|error| error.to_string())?;
        sent.0.lock().unwrap_or_else(PoisonError::into_inner).insert(hash.to_owned());
    }
    // Numbers and texts can always be written.
    let wanted = serde_json::to_vec(&CellWanted::new(open, cell)).unwrap_or_default();
    let client = connection.context.client();
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.map_err(|error| error.to_string())?;
    let asked = client.publish_with_reply(connection.subject(CELLS.0), inbox.clone(), wanted.into()).await;
    asked.map_err(|error| error.to_string())?;
    let mut forget = Forget { client, subject: connection.subject(FORGET), inbox: Some(inbox) };
    loop {
        let answer = tokio::time::timeout(SILENCE, answers.next()).await;
        let answer = answer.map_err(|_| format!("a worker said nothing for {} s", SILENCE.as_secs()))?;
        let answer = answer.ok_or("the NATS server went away")?;
        let kind = answer.headers.as_ref().and_then(|headers| headers.get(KIND)).map(ToString::to_string);
        let done = match kind.as_deref() {
            Some(WORKING) => continue,
            Some(CHANCES) => read_chances(&answer.payload, open.forge.keys().len()),
            Some(REFUSED) => {
                // Files may have been kept too long.
                sent.0.lock().unwrap_or_else(PoisonError::into_inner).remove(hash);
                Err(String::from_utf8_lossy(&answer.payload).chars().take(1000).collect())
            }
            _ if answer.status == Some(StatusCode::NO_RESPONDERS) => Err("no worker listens".to_owned()),
            other => Err(format!("found an answer of kind {other:?}")),
        };
        forget.inbox = None;
        return done;
    }
}

/// Tells workers, when dropped, that nobody waits for a cell any more.
struct Forget {
    client: Client,
    subject: String,
    inbox: Option<String>,
}

impl Drop for Forget {
    fn drop(&mut self) {
        let Some(inbox) = self.inbox.take() else { return };
        let (client, subject) = (self.client.clone(), std::mem::take(&mut self.subject));
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                // Where it doesn't arrive, the cell is computed for nobody.
                let _ = client.publish(subject, inbox.into()).await;
            });
        }
    }
}

/// A revision that a worker has open.
struct OpenCells {
    loaded: Loaded,
    forge: Arc<dyn Forge>,
}

/// The worker's side.
pub(super) struct CellsOfWorker {
    connection: NatsConnection,
    scheduler: Arc<Scheduler>,
    /// The one used last at the end.
    open: Mutex<Vec<(RevisionName, Arc<OnceCell<OpenCells>>)>>,
    /// Cells under way by the inbox that waits for them, and how to say that it doesn't any more.
    under_way: Mutex<HashMap<String, oneshot::Sender<()>>>,
    /// Called with each cell that was computed.
    done: Box<dyn Fn() + Send + Sync>,
}

impl CellsOfWorker {
    pub(super) fn new(
        connection: NatsConnection,
        scheduler: Arc<Scheduler>,
        done: impl Fn() + Send + Sync + 'static,
    ) -> CellsOfWorker {
        CellsOfWorker {
            connection,
            scheduler,
            open: Mutex::default(),
            under_way: Mutex::default(),
            done: Box::new(done),
        }
    }

    /// Computes what is asked for, until it is dropped.
    pub(super) async fn work(self: Arc<CellsOfWorker>) {
        let client = self.connection.context.client();
        let asked = client.queue_subscribe(self.connection.subject(CELLS.0), CELLS.1.to_owned()).await;
        let forgotten = client.subscribe(self.connection.subject(FORGET)).await;
        let (Ok(mut asked), Ok(mut forgotten)) = (asked, forgotten) else { return };
        loop {
            tokio::select! {
                message = asked.next() => {
                    let Some(message) = message else { return };
                    tokio::spawn(Arc::clone(&self).answer(message));
                }
                inbox = forgotten.next() => {
                    let Some(inbox) = inbox else { return };
                    if let Ok(inbox) = std::str::from_utf8(&inbox.payload) {
                        self.under_way().remove(inbox);
                    }
                }
            }
        }
    }

    fn under_way(&self) -> std::sync::MutexGuard<'_, HashMap<String, oneshot::Sender<()>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes who waits for a cell; false where enough do.
    fn note(&self, inbox: &str, forget: oneshot::Sender<()>) -> bool {
        let mut under_way = self.under_way();
        let is_free = under_way.len() < TAKEN_PER_THREAD * self.scheduler.threads();
        if is_free {
            under_way.insert(inbox.to_owned(), forget);
        }
        is_free
    }

    async fn answer(self: Arc<CellsOfWorker>, message: Message) {
        let Some(inbox) = message.reply.clone() else { return };
        let (forget, mut forgotten) = oneshot::channel();
        if !self.note(&inbox, forget) {
            return self.say(&inbox, REFUSED, b"the worker has enough to do".to_vec()).await;
        }
        let mut computing = std::pin::pin!(self.compute(&message.payload));
        let computed = loop {
            tokio::select! {
                computed = &mut computing => break computed,
                // Its sender is dropped then.
                _ = &mut forgotten => return,
                () = tokio::time::sleep(STILL_WORKING) => self.say(&inbox, WORKING, Vec::new()).await,
            }
        };
        self.under_way().remove(inbox.as_str());
        match computed {
            Ok(bytes) => {
                (self.done)();
                self.say(&inbox, CHANCES, bytes).await;
            }
            Err(why) => self.say(&inbox, REFUSED, why.into_bytes()).await,
        }
    }

    async fn say(&self, inbox: &str, kind: &str, bytes: Vec<u8>) {
        let mut headers = HeaderMap::new();
        headers.insert(KIND, kind);
        // Who hears nothing computes it without us.
        let _ = self.connection.context.client().publish_with_headers(inbox.to_owned(), headers, bytes.into()).await;
    }

    async fn compute(&self, wanted: &[u8]) -> Result<Vec<u8>, String> {
        let wanted: CellWanted = serde_json::from_slice(wanted).map_err(|error| format!("found no cell: {error}"))?;
        if wanted.protocol != PROTOCOL {
            return Err(format!(
                "this worker has version {PROTOCOL} of the workers' messages, the dashboard version {}",
                wanted.protocol
            ));
        }
        let opened = self.open(&wanted.revision);
        let open = opened.get_or_try_init(|| self.fetch(&wanted.revision)).await?;
        let (forge, kinds) = (Arc::clone(&open.forge), open.loaded.catalog.kinds_of(wanted.tval));
        let (cell, tval) = (Cell { depth: wanted.depth, quality: wanted.quality, kind: None }, wanted.tval);
        let words = open.loaded.game.words();
        if usize::from(cell.quality) >= words.qualities.len() || cell.depth > words.deepest {
            return Err(format!("found quality {} and depth {}, which are none", cell.quality, cell.depth));
        }
        let helpers = Arc::clone(&self.scheduler);
        let task = self.scheduler.spawn(Priority::Progressive, move |cancel| {
            chances_of_type((&forge, &helpers), cell, kinds, tval, (cancel, &|| !cancel.is_cancelled()))
        });
        let chances = task.await.map_err(|error| format!("computing chances failed: {error}"))?;
        let chances = chances.map_err(|_| "the worker stops")?.ok_or("the rules can't be followed without sampling")?;
        let bytes = write_chances(&chances);
        if bytes.len() > self.connection.largest() {
            return Err(format!("{} chances are too many for a message", chances.len()));
        }
        Ok(bytes)
    }

    /// The revision of that name, which may not be open yet.
    fn open(&self, name: &RevisionName) -> Arc<OnceCell<OpenCells>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let known = open.iter().position(|(known, _)| known == name).map(|at| open.remove(at));
        let known = known.unwrap_or_else(|| (name.clone(), Arc::default()));
        let found = Arc::clone(&known.1);
        open.push(known);
        if open.len() > KEPT_OPEN {
            open.remove(0);
        }
        found
    }

    async fn fetch(&self, name: &RevisionName) -> Result<OpenCells, String> {
        let said = |error: OpenError| match error {
            OpenError::Away(error) => error.to_string(),
            OpenError::Refused(why) | OpenError::Failed(why) => why,
        };
        let game = find_game(&name.game, name.rules_version, "the sheet").map_err(said)?;
        let detail = Detail::ALL.iter().copied().find(|known| known.name() == name.detail);
        let detail = detail.ok_or_else(|| format!("found the unknown detail `{}`", name.detail))?;
        let files = fetch_files(&self.connection, &name.content_hash).await.map_err(said)?;
        let (hash, switches) = (name.content_hash.clone(), Switches::kept(name.switches.clone()));
        let opening = self.scheduler.spawn(Priority::Interactive, move |_| {
            let loaded = read_files(&files, game, switches, &hash)?;
            let forge = loaded.model.forge_for(detail);
            Ok(OpenCells { loaded, forge })
        });
        opening.await.map_err(|_| "reading its files failed".to_owned())?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_read_as_they_were_written() {
        let chances = [Chance::exactly(3, 0.1), Chance { key: 7, mean: 2.5, bound: 1e-300 }];
        let bytes = write_chances(&chances);
        assert_eq!(bytes.len(), 40);
        assert_eq!(read_chances(&bytes, 8), Ok(chances.to_vec()));
        assert_eq!(read_chances(&[], 8), Ok(vec![]));
    }

    #[test]
    fn chances_that_can_not_be_are_refused() {
        let refused = |chances: &[Chance]| read_chances(&write_chances(chances), 8).expect_err("refused");
        let good = Chance::exactly(3, 0.1);
        assert!(refused(&[Chance::exactly(8, 0.1)]).contains("expected a key below 8"));
        assert!(refused(&[Chance::exactly(3, f64::NAN)]).contains("numbers from 0"));
        assert!(refused(&[Chance { bound: f64::INFINITY, ..good }]).contains("numbers from 0"));
        assert!(refused(&[Chance::exactly(3, -0.1)]).contains("numbers from 0"));
        assert!(refused(&[good, good]).contains("expected rising ones"));
        assert!(read_chances(&write_chances(&[good])[1..], 8).expect_err("refused").contains("found 19 bytes"));
    }
}
